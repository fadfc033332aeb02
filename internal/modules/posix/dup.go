// posix.dup, dup2 and fsync: calls on descriptors that not every System has.

package posix

import (
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// descriptorSystem is a System whose files have numbers.
type descriptorSystem interface {
	Dup(fd int) (system.File, error)
	DupTo(fd, to int, inherited bool) error
	Sync(fd int, dataOnly bool) error
}

func descriptorsOf(t *Thread) descriptorSystem {
	s, _ := iomod.BareSystem(t).(descriptorSystem)
	return s
}

// dropMissing takes functions out of the module that the System has not.
func dropMissing(t *Thread, d *object.Dict) bool {
	if descriptorsOf(t) != nil {
		return true
	}
	for _, name := range [...]string{"dup", "dup2", "fsync", "fdatasync"} {
		if d.Delete(t, object.Intern(t, name)) < 0 {
			return false
		}
	}
	return true
}

func posixDup(t *Thread, _, v Value) Value {
	fd, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	f, err := descriptorsOf(t).Dup(fd)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	x, ok := f.(numbered)
	if !ok {
		f.Close()
		return object.Raise(t, object.TRuntimeError, "a descriptor without a number")
	}
	iomod.FilesOf(t.RT).Kept[int(x.Fd())] = f
	return object.SmallInt(int64(x.Fd()))
}

func posixDup2(t *Thread, _ Value, a []Value) Value {
	fd, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	to, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	inherited, ok := native.OptBool(t, a[2], true)
	if !ok {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	if fd != to {
		iomod.FilesOf(t.RT).Renumbered(to)
		t.Closes(to)
	}
	if err := descriptorsOf(t).DupTo(fd, to, inherited); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.SmallInt(int64(to))
}

func posixSync(t *Thread, v Value, dataOnly bool) Value {
	if !noBool(t, v) {
		return null
	}
	f, ok := fdArg(t, v)
	if !ok {
		return null
	}
	fd, ok := f.File.(numbered)
	if !ok {
		return none
	}
	iomod.FilesOf(t.RT).Settle()
	if err := descriptorsOf(t).Sync(int(fd.Fd()), dataOnly); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}
