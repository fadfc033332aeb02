// _posixshmem: memory with a name that processes share, files below /dev/shm.

package processes

import (
	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_posixshmem", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "shm_open", Sig: "(path, flags, mode=511)", Fn: shmOpen},
			{Name: "shm_unlink", Sig: "(path)", Fn: shmUnlink},
		},
	}
})

// shmFile is the file that a name stands for.
func shmFile(t *Thread, v Value, what string) (string, bool) {
	name, ok := nameArg(t, v, what+"() argument 'path'")
	if !ok || !may(t) {
		return "", false
	}
	path, err := shmPath("", name)
	if err != nil {
		native.RaiseIO(t, err, v)
		return "", false
	}
	return path, true
}

func shmOpen(t *Thread, _ Value, a []Value) Value {
	flags, ok := object.AsInt(t, a[1])
	mode := 0o777
	if ok && a[2] != null {
		mode, ok = object.AsInt(t, a[2])
	}
	if !ok {
		return null
	}
	path, ok := shmFile(t, a[0], "shm_open")
	if !ok {
		return null
	}
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC|unix.O_NOFOLLOW|unix.O_NONBLOCK, uint32(mode))
	if err != nil {
		return native.RaiseIO(t, err, a[0])
	}
	return object.SmallInt(int64(fd))
}

func shmUnlink(t *Thread, _ Value, a []Value) Value {
	path, ok := shmFile(t, a[0], "shm_unlink")
	if !ok {
		return null
	}
	if err := unix.Unlink(path); err != nil {
		return native.RaiseIO(t, err, a[0])
	}
	return none
}
