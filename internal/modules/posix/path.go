// The arguments of posix's functions that name files: paths, descriptors, and folders that paths begin in.

package posix

import (
	"math"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// noFD stands where no descriptor is given.
const noFD = math.MinInt32

// What a path may be besides a path.
const (
	mayBeFD = 1 << iota
	mayBeNone
)

// pathArg reads a path, or a descriptor.
func pathArg(t *Thread, fn, arg string, v Value, may int) (path string, given Value, fd int, ok bool) {
	fd = noFD
	if !object.IsStr(v) && !object.IsBytes(v) {
		isIndex := object.TypeOf(t, v).Slots.Index != nil
		switch {
		case may&mayBeFD != 0 && isIndex:
			if fd, ok = fdNumber(t, v); !ok {
				return "", null, noFD, false
			}
			return "", v, fd, true
		case noFSPath(t, v):
			what := "string, bytes or os.PathLike"
			switch may {
			case mayBeFD:
				what = "string, bytes, os.PathLike or integer"
			case mayBeFD | mayBeNone:
				what = "string, bytes, os.PathLike, integer or None"
			}
			object.Raise(t, object.TTypeError, "%s: %s should be %s, not %s", fn, arg, what, object.TypeName(t, v))
			return "", null, noFD, false
		}
	}
	path, given, ok = native.FSPath(t, v)
	if !ok && t.Exc != null && t.Exc.IsExact(object.TValueError) {
		t.ClearExc()
		object.Raise(t, object.TValueError, "%s: embedded null character in %s", fn, arg)
	}
	return path, given, noFD, ok
}

// noFSPath reports whether the class of v has no __fspath__, or one that is None.
func noFSPath(t *Thread, v Value) bool {
	f := object.TypeOf(t, v).Lookup(t, t.N(object.N_fspath_))
	return f == null || f == none
}

// noBool warns of a descriptor that is True or False. False: the warning is an exception.
func noBool(t *Thread, v Value) bool {
	return v != object.True && v != object.False || object.Warn(t, object.TRuntimeWarning, "bool is used as a file descriptor")
}

// fdNumber reads the number of a descriptor.
func fdNumber(t *Thread, v Value) (int, bool) {
	if !noBool(t, v) {
		return 0, false
	}
	i := object.Index(t, v)
	if i == null {
		return 0, false
	}
	switch n, small := object.Int64(i); {
	case !small && object.IntSign(i) < 0 || small && n < math.MinInt32:
		object.Raise(t, object.TOverflowError, "fd is less than minimum")
	case !small || n > math.MaxInt32:
		object.Raise(t, object.TOverflowError, "fd is greater than maximum")
	default:
		return int(n), true
	}
	return 0, false
}

// dirArg reads an argument dir_fd.
func dirArg(t *Thread, v Value) (int, bool) {
	switch {
	case v == null || v == none:
		return noFD, true
	case object.TypeOf(t, v).Slots.Index == nil:
		object.Raise(t, object.TTypeError, "argument should be integer or None, not %s", object.TypeName(t, v))
		return 0, false
	}
	return fdNumber(t, v)
}

// dirSystem is a System whose files can be named from open folders; "" names what is open.
type dirSystem interface {
	At(fd int, name string) (string, error)
}

// inDir is a path for a path that begins in an open folder. With noFD that is the path itself. When there are no such paths an exception is set.
func inDir(t *Thread, fd int, path string) (string, error) {
	if fd == noFD || path == "" || strings.HasPrefix(path, "/") { // no file has the name ""
		return path, nil
	}
	return atFD(t, fd, path)
}

// atFD is a path for a path in an open folder, or with "" for what is open.
func atFD(t *Thread, fd int, path string) (string, error) {
	s, ok := iomod.BareSystem(t).(dirSystem)
	if !ok {
		object.Raise(t, object.TNotImplementedError, "dir_fd unavailable on this platform")
		return "", syscall.ENOSYS
	}
	return s.At(fd, path)
}

// raisePath raises an error, unless an exception is set.
func raisePath(t *Thread, err error, given Value) Value {
	if t.Exc != null {
		return null
	}
	return native.RaiseIO(t, err, given)
}

// pathAt reads a path with the folder it begins in.
func pathAt(t *Thread, fn, arg string, v, dir Value) (path string, given Value, ok bool) {
	path, given, _, ok = pathArg(t, fn, arg, v, 0)
	if !ok {
		return "", null, false
	}
	fd, ok := dirArg(t, dir)
	if !ok {
		return "", null, false
	}
	path, err := inDir(t, fd, path)
	if err != nil {
		raisePath(t, err, given)
		return "", null, false
	}
	return path, given, true
}

// pathOrFD reads a path or a descriptor; it gives a path to what is open.
func pathOrFD(t *Thread, fn string, v Value, may int) (path string, given Value, ok bool) {
	path, given, fd, ok := pathArg(t, fn, "path", v, may)
	if !ok || fd == noFD {
		return path, given, ok
	}
	path, err := atFD(t, fd, "")
	if err != nil {
		if may&mayBeNone != 0 {
			given = null
		}
		raisePath(t, err, given)
		return "", null, false
	}
	return path, given, true
}

func posixAccess(t *Thread, _ Value, a []Value) Value {
	path, given, _, ok := pathArg(t, "access", "path", a[0], 0)
	if !ok {
		return null
	}
	mode, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	dir, ok := dirArg(t, a[2])
	if !ok {
		return null
	}
	effective, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	follow, ok := native.OptBool(t, a[4], true)
	if !ok {
		return null
	}
	path, err := inDir(t, dir, path)
	if err != nil {
		if t.Exc != null {
			return raisePath(t, err, given)
		}
		return object.False
	}
	iomod.FilesOf(t.RT).Settle()
	if s, can := iomod.BareSystem(t).(interface {
		AccessAs(name string, mode uint32, effective, follow bool) bool
	}); can && !t.RT.System.(*iomod.SeenSystem).Lib.Owns(path) {
		return object.Bool(s.AccessAs(path, uint32(mode), effective, follow))
	}
	return object.Bool(native.SystemOf(t).Access(path, uint32(mode)))
}

// haveFunctions is the list from which the library's os learns what takes descriptors and folders.
func haveFunctions(t *Thread, d *object.Dict) *object.List {
	l := object.NewList(t, 0)
	if _, ok := iomod.BareSystem(t).(dirSystem); !ok || l == nil {
		return l
	}
	names := []string{"FACCESSAT", "FCHDIR", "FCHMOD", "FCHMODAT", "FDOPENDIR", "FSTATAT", "FUTIMENS", "FUTIMESAT", "LINKAT",
		"LSTAT", "LUTIMES", "MKDIRAT", "OPENAT", "READLINKAT", "RENAMEAT", "SYMLINKAT", "UNLINKAT"}
	for _, f := range [...]struct{ name, function string }{
		{"EVENTFD", "eventfd"}, {"FCHOWN", "fchown"}, {"FCHOWNAT", "chown"}, {"FPATHCONF", "fpathconf"}, {"FSTATVFS", "fstatvfs"},
		{"FTRUNCATE", "ftruncate"}, {"FUTIMES", "utime"}, {"LCHOWN", "lchown"}, {"MEMFD_CREATE", "memfd_create"}, {"MKFIFOAT", "mkfifo"},
		{"MKNODAT", "mknod"}, {"PTSNAME_R", "ptsname"}, {"TIMERFD_CREATE", "timerfd_create"}, {"UTIMENSAT", "utime"},
	} {
		if d.GetGoString(t, f.function) != null {
			names = append(names, f.name)
		}
	}
	for _, name := range names {
		s := object.NewStr(t, "HAVE_"+name)
		if s == null || !l.Append(t, s) {
			return nil
		}
	}
	return l
}
