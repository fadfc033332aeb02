// posix.scandir; open and close of descriptors.

package posix

import (
	"os"
	"strings"
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tScandirIter = object.AllocTypeID()

// scandirIter runs over the names of a folder.
type scandirIter struct {
	header
	Names *object.List
	Dir   Value // with the separator at its end
	Told  Value // bytes: what the folder told of each file
	Next  int64
	FD    int64 // of the folder, if it was given by its descriptor, or noFD
	Open  int64 // 1: neither read to its end nor closed
}

func posixScandir(t *Thread, _ Value, a []Value) Value {
	list, isBytes, ok := readDir(t, "scandir", a[0])
	if !ok {
		return null
	}
	names := nameList(t, list, isBytes)
	told, into := object.RawBytes(t, len(list)*toldSize)
	if names == null || told == null {
		return null
	}
	for i, e := range list {
		tell(into[i*toldSize:], e)
	}
	dir, asBytes, fd := "./", false, noFD
	if a[0] != null && a[0] != none {
		path, v, given, ok := pathArg(t, "scandir", "path", a[0], mayBeFD)
		if !ok {
			return null
		}
		fd, dir = given, ""
		if fd == noFD {
			dir, asBytes = strings.TrimSuffix(path, "/")+"/", object.IsBytes(v)
		}
	}
	x := object.New[scandirIter](t, tScandirIter)
	if x == nil {
		return null
	}
	x.Names, x.Told, x.FD, x.Open = object.As[object.List](names), told, int64(fd), 1
	if asBytes {
		x.Dir = object.NewBytes(t, []byte(dir))
	} else {
		x.Dir = native.FSStr(t, dir)
	}
	if x.Dir == null {
		return null
	}
	object.TrackFinalizer(t, object.Of(x))
	return object.Of(x)
}

// scandirFinalize warns of a folder that was read in part and not closed.
func scandirFinalize(t *Thread, v Value) Value {
	if x := object.As[scandirIter](v); x.Open != 0 {
		warnings.Unclosed(t, "unclosed scandir iterator", v, v)
		x.Open = 0
	}
	return none
}

func scandirNext(t *Thread, v Value) Value {
	x := object.As[scandirIter](v)
	if int(x.Next) >= x.Names.Len() {
		x.Open = 0
		return null
	}
	e := object.New[dirEntry](t, tDirEntry)
	if e == nil {
		return null
	}
	e.FD = x.FD
	e.Name = *x.Names.At(int(x.Next))
	e.told(object.BytesOf(x.Told)[int(x.Next)*toldSize:])
	x.Next++
	if e.Path = object.Add(t, x.Dir, e.Name); e.Path == null {
		return null
	}
	return object.Of(e)
}

func scandirClose(t *Thread, v Value) Value {
	x := object.As[scandirIter](v)
	x.Next, x.Open = int64(x.Names.Len()), 0
	return none
}

var _ = iomod.HoldsOpen(tScandirIter, func(v Value) bool { return object.As[scandirIter](v).Open != 0 })

var _ = object.DefineType(tScandirIter, object.TypeDef{
	Name: "posix.ScandirIterator", Size: unsafe.Sizeof(scandirIter{}), Refs: 7 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: scandirNext, Del: scandirFinalize},
	Methods: []FuncDef{
		{Name: "close", Sig: "()", F0: scandirClose},
		{Name: "__enter__", F0: object.ReturnSelf},
		{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, args []Value) Value { return scandirClose(t, v) }},
	},
})

func posixFtruncate(t *Thread, _ Value, a []Value) Value {
	if !noBool(t, a[0]) {
		return null
	}
	f, n, ok := fdAndLength(t, a)
	if !ok {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	if err := f.File.Truncate(n); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// posixTruncate is os.truncate(path, length), where path may be a descriptor.
func posixTruncate(t *Thread, self Value, a []Value) Value {
	if native.IsInt(a[0]) {
		return posixFtruncate(t, self, a)
	}
	path, given, _, ok := pathArg(t, "truncate", "path", a[0], mayBeFD)
	if !ok {
		return null
	}
	n, ok := object.AsSize(t, a[1], object.TOverflowError)
	if !ok {
		return null
	}
	f, err := native.SystemOf(t).OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		err = f.Truncate(n)
		f.Close()
	}
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	return none
}

// posixFchmod is os.fchmod(fd, mode).
func posixFchmod(t *Thread, _ Value, a []Value) Value {
	fd, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	mode, ok := object.AsSize(t, a[1], object.TOverflowError)
	if !ok {
		return null
	}
	path, err := atFD(t, fd, "")
	if err == nil {
		err = native.SystemOf(t).Chmod(path, goMode(mode))
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// posixFchdir is os.fchdir(fd).
func posixFchdir(t *Thread, _ Value, a []Value) Value {
	v := a[0]
	if !native.IsInt(v) {
		f := object.LookupAttr(t, v, object.Intern(t, "fileno"))
		if f == null {
			if t.Exc != null {
				return null
			}
			return object.Raise(t, object.TTypeError, "argument must be an int, or have a fileno() method.")
		}
		if v = object.Call(t, f, nil, null); v == null {
			return null
		}
		if !native.IsInt(v) {
			return object.Raise(t, object.TTypeError, "fileno() returned a non-integer")
		}
	}
	if !noBool(t, v) {
		return null
	}
	fd, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	path, err := atFD(t, fd, "")
	if err == nil {
		err = native.SystemOf(t).Chdir(path)
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// numbered is a file with a descriptor.
type numbered interface{ Fd() uintptr }

func posixOpen(t *Thread, _ Value, a []Value) Value {
	path, given, ok := pathAt(t, "open", "path", a[0], a[3])
	if !ok {
		return null
	}
	flags, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	mode := 0o777
	if a[2] != null {
		if mode, ok = object.AsInt(t, a[2]); !ok {
			return null
		}
	}
	f, err := iomod.OpenFile(t, path, flags, goMode(int64(mode)))
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	x, ok := f.(numbered)
	if !ok { // the world has no descriptors
		f.Close()
		return native.RaiseIO(t, syscall.ENOSYS, given)
	}
	fd := int(x.Fd())
	iomod.FilesOf(t.RT).Kept[fd] = f
	return object.SmallInt(int64(fd))
}

// A numberCloser closes descriptors for which no file has been made.
type numberCloser interface{ CloseNumber(fd int) error }

func posixClose(t *Thread, _ Value, a []Value) Value {
	fd, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	h := iomod.FilesOf(t.RT)
	f := h.KeptFile(t, fd)
	if o := h.Owner(fd); o != nil { // its file object has no descriptor from now on
		f = o.File
		delete(h.Owned, fd)
		h.Settle()
	}
	if f == nil {
		if s, ok := iomod.BareSystem(t).(numberCloser); ok {
			h.Settle()
			t.Closes(fd)
			if err := s.CloseNumber(fd); err != nil {
				return native.RaiseIO(t, err, null)
			}
			return none
		}
		var err error
		if f, err = native.SystemOf(t).Descriptor(fd, ""); err != nil {
			return native.RaiseIO(t, err, null)
		}
		if _, err := f.Stat(); err != nil {
			return native.RaiseIO(t, syscall.EBADF, null)
		}
	}
	delete(h.Kept, fd)
	h.Renumbered(fd)
	t.Closes(fd)
	if err := f.Close(); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// waitStatus makes the functions on the status of a process that has ended.
func waitStatus(name string, f func(status int64) Value) FuncDef {
	return FuncDef{Name: name, Sig: "(status)", Fn: func(t *Thread, _ Value, a []Value) Value {
		n, ok := object.AsSize(t, a[0], object.TOverflowError)
		if !ok {
			return null
		}
		return f(n)
	}}
}

var posixDirFuncs = append([]FuncDef{
	{Name: "scandir", Sig: "(path=None)", Fn: posixScandir},
	{Name: "open", Sig: "(path, flags, mode=511, *, dir_fd=None)", Fn: posixOpen},
	{Name: "close", Sig: "(fd)", Fn: posixClose},
	{Name: "dup", Sig: "(fd, /)", F1: posixDup},
	{Name: "dup2", Sig: "(fd, fd2, inheritable=True)", Fn: posixDup2},
	{Name: "fsync", Sig: "(fd)", Fn: func(t *Thread, _ Value, a []Value) Value { return posixSync(t, a[0], false) }},
	{Name: "fdatasync", Sig: "(fd)", Fn: func(t *Thread, _ Value, a []Value) Value { return posixSync(t, a[0], true) }},
	{Name: "ftruncate", Sig: "(fd, length, /)", MinArgs: 2, MaxArgs: 2, FN: posixFtruncate},
	{Name: "truncate", Sig: "(path, length)", Fn: posixTruncate},
	{Name: "fchmod", Sig: "(fd, mode)", Fn: posixFchmod},
	{Name: "fchdir", Sig: "(fd)", Fn: posixFchdir},
	{Name: "getegid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.GID))) }},
	waitStatus("WIFSTOPPED", func(s int64) Value { return object.Bool(s&0xff == 0x7f) }),
	waitStatus("WIFEXITED", func(s int64) Value { return object.Bool(s&0x7f == 0) }),
	waitStatus("WIFSIGNALED", func(s int64) Value { return object.Bool(s&0x7f != 0 && s&0x7f != 0x7f) }),
	waitStatus("WEXITSTATUS", func(s int64) Value { return object.SmallInt(s >> 8 & 0xff) }),
	waitStatus("WTERMSIG", func(s int64) Value { return object.SmallInt(s & 0x7f) }),
	waitStatus("WSTOPSIG", func(s int64) Value { return object.SmallInt(s >> 8 & 0xff) }),
	waitStatus("waitstatus_to_exitcode", func(s int64) Value {
		if s&0x7f != 0 {
			return object.SmallInt(-(s & 0x7f))
		}
		return object.SmallInt(s >> 8 & 0xff)
	}),
}, append(posixProcessFuncs, spawnFuncs...)...)
