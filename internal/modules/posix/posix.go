// The module posix: what the library's os needs, and the calls that programs use most. Files are what Go's package os reaches.

package posix

import (
	"io/fs"
	"maps"
	"math/big"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	statResult = native.NewStructSeq("os.stat_result",
		[]string{"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "", "", "", "st_atime", "st_mtime", "st_ctime",
			"st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev"}, 10)
	timesResult  = native.NewStructSeq("posix.times_result", []string{"user", "system", "children_user", "children_system", "elapsed"}, 5)
	terminalSize = native.NewStructSeq("os.terminal_size", []string{"columns", "lines"}, 2)
	unameResult  = native.NewStructSeq("posix.uname_result", []string{"sysname", "nodename", "release", "version", "machine"}, 5)
)

func init() {
	statResult.Fill = func(x *object.Tuple) { // times without fractions stand in for others
		for i := 7; i < 10; i++ {
			if *x.At(i + 3) == none {
				*x.At(i + 3) = *x.At(i)
			}
		}
	}
}

// pathFunc makes a function of one path; what it does is given by f.
func pathFunc(name string, f func(s system.System, path string) error) FuncDef {
	return FuncDef{Name: name, Sig: "(path, *, dir_fd=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
		path, given, ok := pathAt(t, name, "path", a[0], a[1])
		if !ok {
			return null
		}
		if err := f(native.SystemOf(t), path); err != nil {
			return native.RaiseIO(t, err, given)
		}
		return none
	}}
}

func twoPaths(name, sig string, f func(s system.System, a, b string) error) FuncDef {
	return FuncDef{Name: name, Sig: sig, Fn: func(t *Thread, _ Value, a []Value) Value {
		src, dst, ok := bothPaths(t, name, a)
		if !ok {
			return null
		}
		if err := f(native.SystemOf(t), src, dst); err != nil {
			return object.RaiseOSError(t, native.ErrnoOf(err), a[0], a[1])
		}
		return none
	}}
}

// bothPaths are the paths that a function takes with a folder for each.
func bothPaths(t *Thread, name string, a []Value) (src, dst string, ok bool) {
	if src, a[0], _, ok = pathArg(t, name, "src", a[0], 0); !ok {
		return
	}
	if dst, a[1], _, ok = pathArg(t, name, "dst", a[1], 0); !ok {
		return
	}
	from, ok := dirArg(t, a[2])
	to := noFD
	if ok {
		to, ok = dirArg(t, a[3])
	}
	if !ok {
		return
	}
	var err error
	if src, err = inDir(t, from, src); err == nil {
		dst, err = inDir(t, to, dst)
	}
	if err != nil {
		if t.Exc == null {
			object.RaiseOSError(t, native.ErrnoOf(err), a[0], a[1])
		}
		return "", "", false
	}
	return src, dst, true
}

func posixStat(t *Thread, _ Value, a []Value) Value {
	follow, ok := native.OptBool(t, a[2], true)
	if !ok {
		return null
	}
	path, given, fd, ok := pathArg(t, "stat", "path", a[0], mayBeFD)
	if !ok {
		return null
	}
	dir, ok := dirArg(t, a[1])
	if !ok {
		return null
	}
	if fd != noFD {
		switch {
		case dir != noFD:
			return object.Raise(t, object.TValueError, "stat: can't specify dir_fd without matching path")
		case !follow && fd < 0:
			return object.Raise(t, object.TValueError, "stat: cannot use fd and follow_symlinks together")
		}
		return statFD(t, fd, given)
	}
	return statAt(t, dir, path, given, follow)
}

func statAt(t *Thread, dir int, path string, given Value, follow bool) Value {
	path, err := inDir(t, dir, path)
	var st fs.FileInfo
	switch {
	case err != nil:
	case follow:
		st, err = native.SystemOf(t).Stat(path)
	default:
		st, err = native.SystemOf(t).Lstat(path)
	}
	if err != nil {
		return raisePath(t, err, given)
	}
	return statValue(t, st)
}

func statFD(t *Thread, fd int, given Value) Value {
	f := &iomod.RawFile{Host: iomod.FilesOf(t.RT), Readable: true}
	if err := f.Adopt(t, fd, ""); err != nil {
		return native.RaiseIO(t, err, given)
	}
	st, err := f.File.Stat()
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	return statValue(t, st)
}

// statValue is the stat_result of what the system told, which the caller has no more.
func statValue(t *Thread, st fs.FileInfo) Value {
	defer system.Done(st)
	x := sysStat(st)
	mode := x.mode
	if mode == 0 {
		mode = posixMode(st.Mode())
	}
	n := func(i int64) Value { return object.NewInt(t, i) }
	sec := func(x time.Time) Value {
		return object.Float(float64(x.Unix()) + float64(1e-9*float64(x.Nanosecond())))
	}
	nanos := func(x time.Time) Value {
		if s := x.Unix(); s > -9e9 && s < 9e9 {
			return object.NewInt(t, s*1e9+int64(x.Nanosecond()))
		}
		z := big.NewInt(x.Unix())
		return object.NewBigInt(t, z.Mul(z, big.NewInt(1e9)).Add(z, big.NewInt(int64(x.Nanosecond()))))
	}
	mtime := st.ModTime()
	return statResult.Make(t, n(int64(mode)), n(int64(x.ino)), n(int64(x.dev)), n(int64(x.nlink)), n(int64(x.uid)), n(int64(x.gid)), n(st.Size()),
		n(x.atime.Unix()), n(mtime.Unix()), n(x.ctime.Unix()), sec(x.atime), sec(mtime), sec(x.ctime), nanos(x.atime), nanos(mtime), nanos(x.ctime),
		n(x.blksize), n(x.blocks), n(int64(x.rdev)))
}

// modeBits are the bits of a mode beyond the permissions, in Go and in the system.
var modeBits = [...]struct {
	bit  fs.FileMode
	mode uint32
}{{fs.ModeDir, 0o40000}, {fs.ModeSymlink, 0o120000}, {fs.ModeNamedPipe, 0o10000}, {fs.ModeSocket, 0o140000},
	{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000}}

// posixMode is a mode as the system has it.
func posixMode(m fs.FileMode) uint32 {
	mode := uint32(m.Perm())
	for _, x := range modeBits {
		if m&x.bit != 0 {
			mode |= x.mode
		}
	}
	switch {
	case m.IsRegular():
		mode |= 0o100000
	case m&fs.ModeCharDevice != 0:
		mode |= 0o20000
	case m&fs.ModeDevice != 0:
		mode |= 0o60000
	}
	return mode
}

// goMode is a mode for Go's functions.
func goMode(mode int64) fs.FileMode {
	m := fs.FileMode(mode) & fs.ModePerm
	for _, x := range modeBits[4:] {
		if uint32(mode)&x.mode != 0 {
			m |= x.bit
		}
	}
	return m
}

// fileStat is what fs.FileInfo does not say by itself.
type fileStat struct {
	ino, dev, nlink, rdev uint64
	mode, uid, gid        uint32 // mode 0: not known
	blksize, blocks       int64
	atime, ctime          time.Time
}

func fdArg(t *Thread, v Value) (*iomod.RawFile, bool) {
	fd, ok := object.AsSize(t, v, object.TOverflowError)
	if !ok {
		return nil, false
	}
	f, err := iomod.FilesOf(t.RT).Numbered(t, int(fd))
	if err != nil {
		native.RaiseIO(t, err, null)
		return nil, false
	}
	return f, true
}

// fdAndLength reads the arguments of read and ftruncate: an open file, and a number of bytes that is not negative.
func fdAndLength(t *Thread, a []Value) (f *iomod.RawFile, n int64, ok bool) {
	if f, ok = fdArg(t, a[0]); !ok {
		return nil, 0, false
	}
	if n, ok = object.AsSize(t, a[1], object.TOverflowError); ok && n < 0 {
		native.RaiseIO(t, syscall.EINVAL, null)
		return nil, 0, false
	}
	return f, n, ok
}

var _ = native.Register("posix", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: append([]FuncDef{
			{Name: "getcwd", Sig: "()", F0: func(t *Thread, _ Value) Value {
				dir, err := native.SystemOf(t).Getwd()
				if err != nil {
					return native.RaiseIO(t, err, null)
				}
				return native.FSStr(t, dir)
			}},
			{Name: "getcwdb", Sig: "()", F0: func(t *Thread, _ Value) Value {
				dir, err := native.SystemOf(t).Getwd()
				if err != nil {
					return native.RaiseIO(t, err, null)
				}
				return object.NewBytes(t, []byte(dir))
			}},
			{Name: "getpid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.PID))) }},
			{Name: "getppid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.ParentPID))) }},
			{Name: "getuid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.UID))) }},
			{Name: "geteuid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.EUID))) }},
			{Name: "getgid", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.GID))) }},
			{Name: "cpu_count", Sig: "()", F0: func(t *Thread, _ Value) Value {
				if n := native.WorldIn(t.RT).CPUCount; n > 0 {
					return object.SmallInt(int64(n))
				}
				return object.SmallInt(int64(native.SystemOf(t).ID(system.CPUs)))
			}},
			{Name: "urandom", Sig: "(size, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := object.AsSize(t, v, object.TOverflowError)
				if !ok {
					return null
				}
				if n < 0 {
					return object.Raise(t, object.TValueError, "negative argument not allowed")
				}
				if n > 1<<32 {
					return t.NoMemory()
				}
				if !t.RT.Heap.CanAlloc(uint64(n)) {
					return t.NoMemory()
				}
				b := make([]byte, n)
				if native.SystemOf(t).Random(b) != nil {
					return object.Raise(t, object.TNotImplementedError, "there is no source of randomness")
				}
				return object.NewBytes(t, b)
			}},
			{Name: "strerror", Sig: "(code, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := object.AsSize(t, v, object.TOverflowError)
				if !ok {
					return null
				}
				return object.NewStr(t, object.Strerror(syscall.Errno(n)))
			}},
			{Name: "listdir", Sig: "(path=None)", Fn: posixListdir},
			{Name: "utime", Sig: "(path, times=None, *, ns=<unrepresentable>, dir_fd=None, follow_symlinks=True)", Fn: posixUtime},
			{Name: "stat", Sig: "(path, *, dir_fd=None, follow_symlinks=True)", Fn: posixStat},
			{Name: "lstat", Sig: "(path, *, dir_fd=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
				path, given, _, ok := pathArg(t, "lstat", "path", a[0], 0)
				if !ok {
					return null
				}
				dir, ok := dirArg(t, a[1])
				if !ok {
					return null
				}
				return statAt(t, dir, path, given, false)
			}},
			{Name: "fstat", Sig: "(fd)", Fn: func(t *Thread, _ Value, a []Value) Value {
				fd, ok := object.AsInt(t, a[0])
				if !ok {
					return null
				}
				return statFD(t, fd, null)
			}},
			{Name: "times", Sig: "()", F0: posixTimes},
			{Name: "access", Sig: "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", Fn: posixAccess},
			pathFunc("remove", system.System.Remove), pathFunc("unlink", system.System.Remove), pathFunc("rmdir", system.System.Rmdir),
			{Name: "chdir", Sig: "(path)", Fn: func(t *Thread, _ Value, a []Value) Value {
				path, given, ok := pathOrFD(t, "chdir", a[0], mayBeFD)
				if !ok {
					return null
				}
				if err := native.SystemOf(t).Chdir(path); err != nil {
					return native.RaiseIO(t, err, given)
				}
				return none
			}},
			{Name: "mkdir", Sig: "(path, mode=511, *, dir_fd=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
				path, given, ok := pathAt(t, "mkdir", "path", a[0], a[2])
				mode := int64(0o777)
				if ok && a[1] != null {
					mode, ok = object.AsSize(t, a[1], object.TOverflowError)
				}
				if !ok {
					return null
				}
				if err := native.SystemOf(t).Mkdir(path, goMode(mode)); err != nil {
					return native.RaiseIO(t, err, given)
				}
				return none
			}},
			{Name: "chmod", Sig: "(path, mode, *, dir_fd=None, follow_symlinks=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				path, given, ok := "", null, false
				if native.IsInt(a[0]) {
					path, given, ok = pathOrFD(t, "chmod", a[0], mayBeFD)
				} else {
					path, given, _, ok = pathArg(t, "chmod", "path", a[0], mayBeFD)
				}
				if !ok {
					return null
				}
				mode, ok := object.AsSize(t, a[1], object.TOverflowError)
				if !ok {
					return null
				}
				follow, ok := native.OptBool(t, a[3], true)
				if !ok {
					return null
				}
				dir, ok := dirArg(t, a[2])
				if !ok {
					return null
				}
				if !follow {
					return object.Raise(t, object.TNotImplementedError, "chmod: follow_symlinks unavailable on this platform")
				}
				path, err := inDir(t, dir, path)
				if err == nil {
					err = native.SystemOf(t).Chmod(path, goMode(mode))
				}
				if err != nil {
					return raisePath(t, err, given)
				}
				return none
			}},
			twoPaths("rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", system.System.Rename),
			twoPaths("replace", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", system.System.Rename),
			twoPaths("link", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", system.System.Link),
			{Name: "symlink", Sig: "(src, dst, target_is_directory=False, *, dir_fd=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
				src, v, _, ok := pathArg(t, "symlink", "src", a[0], 0)
				if !ok {
					return null
				}
				dst, w, ok := pathAt(t, "symlink", "dst", a[1], a[3])
				if !ok {
					return null
				}
				if err := native.SystemOf(t).Symlink(src, dst); err != nil {
					return object.RaiseOSError(t, native.ErrnoOf(err), v, w)
				}
				return none
			}},
			{Name: "readlink", Sig: "(path, *, dir_fd=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
				path, given, ok := pathAt(t, "readlink", "path", a[0], a[1])
				if !ok {
					return null
				}
				to, err := native.SystemOf(t).Readlink(path)
				if err != nil {
					return native.RaiseIO(t, err, given)
				}
				if object.IsBytes(given) {
					return object.NewBytes(t, []byte(to))
				}
				return native.FSStr(t, to)
			}},
			{Name: "isatty", Sig: "(fd, /)", F1: func(t *Thread, _, v Value) Value {
				f, ok := fdArg(t, v)
				if !ok {
					return null
				}
				return object.Bool(f.IsTerminal())
			}},
			{Name: "read", Sig: "(fd, length, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				f, n, ok := fdAndLength(t, a)
				if !ok {
					return null
				}
				return f.ReadBytes(t, int(n))
			}},
			{Name: "write", Sig: "(fd, data, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				f, ok := fdArg(t, a[0])
				if !ok {
					return null
				}
				data, ok := native.BufferOf(t, a[1])
				if !ok {
					return null
				}
				n, err := f.Write(t, data)
				if err != nil && (n == 0 || err == native.ErrInterrupted) {
					return native.RaiseIO(t, err, null)
				}
				return object.SmallInt(int64(n))
			}},
			{Name: "lseek", Sig: "(fd, position, whence, /)", MinArgs: 3, MaxArgs: 3, FN: func(t *Thread, _ Value, a []Value) Value {
				f, ok := fdArg(t, a[0])
				if !ok {
					return null
				}
				pos, whence, ok := iomod.SeekArgs(t, a[1:])
				if !ok {
					return null
				}
				return iomod.SizeOrError(t)(f.Seek(pos, whence))
			}},
			{Name: "get_terminal_size", FN: getTerminalSize, MaxArgs: 1},
			{Name: "uname", Sig: "()", F0: func(t *Thread, _ Value) Value {
				u := native.SystemOf(t).Uname()
				s := func(x string) Value { return object.NewStr(t, x) }
				return unameResult.Make(t, s(u.System), s(u.Node), s(u.Release), s(u.Version), s(u.Machine))
			}},
			{Name: "putenv", Sig: "(name, value, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				name, _, ok := native.FSPath(t, a[0])
				if !ok {
					return null
				}
				value, _, ok := native.FSPath(t, a[1])
				if !ok {
					return null
				}
				if strings.Contains(name, "=") {
					return object.Raise(t, object.TValueError, "illegal environment variable name")
				}
				if !environmentKey.Of(t.RT).count(t, name, len(name)+len(value)) {
					return null
				}
				if err := native.SystemOf(t).Setenv(name, value); err != nil {
					return native.RaiseIO(t, err, null)
				}
				return none
			}},
			{Name: "unsetenv", Sig: "(name, /)", F1: func(t *Thread, _, v Value) Value {
				name, _, ok := native.FSPath(t, v)
				if !ok {
					return null
				}
				if name == "" || strings.Contains(name, "=") {
					return native.RaiseIO(t, syscall.EINVAL, null)
				}
				native.SystemOf(t).Unsetenv(name)
				environmentKey.Of(t.RT).count(t, name, 0)
				return none
			}},
			{Name: "_exit", Sig: "(status)", Fn: func(t *Thread, _ Value, a []Value) Value {
				n, ok := object.AsSize(t, a[0], object.TOverflowError)
				if !ok {
					return null
				}
				if err := native.SystemOf(t).Exit(int(n & 0xFF)); err != nil {
					return native.RaiseIO(t, err, null)
				}
				return none
			}},
			{Name: "fspath", Sig: "(path)", Fn: func(t *Thread, _ Value, a []Value) Value { return native.PathName(t, a[0]) }},
		}, append(posixDirFuncs, directFuncs()...)...),
		Init: initPosix,
	}
})

// environment is what a program has set in its environment.
type environment struct {
	sizes map[string]int // by the variables' names: what they count for
}

var environmentKey = object.NewHostKey(func(*object.Runtime) *environment { return &environment{sizes: map[string]int{}} })

// count counts a variable of the environment that a program has set, of so many bytes; 0: no more. The system and Go have a copy each.
func (e *environment) count(t *Thread, name string, size int) bool {
	const each = 200
	if size > 0 {
		size = 2*size + each
	}
	old := e.sizes[name]
	if size > old {
		if !t.RT.Heap.Charge(uint64(size - old)) {
			t.NoMemory()
			return false
		}
	} else {
		t.RT.Heap.Release(uint64(old - size))
	}
	if size == 0 {
		delete(e.sizes, name)
		return true
	}
	e.sizes[name] = size
	return true
}

func posixListdir(t *Thread, _ Value, a []Value) Value {
	list, asBytes, ok := readDir(t, "listdir", a[0])
	if !ok {
		return null
	}
	return nameList(t, list, asBytes)
}

// readDir is what is in a folder, and whether its name was bytes.
func readDir(t *Thread, fn string, v Value) (list []system.Entry, asBytes, ok bool) {
	path, given := ".", null
	if v != null && v != none {
		if path, given, ok = pathOrFD(t, fn, v, mayBeFD|mayBeNone); !ok {
			return nil, false, false
		}
	}
	list, err := t.RT.System.(*iomod.SeenSystem).ReadDir(path)
	if err != nil {
		native.RaiseIO(t, err, given)
		return nil, false, false
	}
	return list, given != null && object.IsBytes(given), true
}

// nameList is a list of the names.
func nameList(t *Thread, list []system.Entry, asBytes bool) Value {
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	for _, e := range list {
		var v Value
		if asBytes {
			v = object.NewBytes(t, []byte(e.Name))
		} else {
			v = native.FSStr(t, e.Name)
		}
		if v == null || !l.Append(t, v) {
			return null
		}
	}
	return object.Of(l)
}

func getTerminalSize(t *Thread, _ Value, a []Value) Value {
	fd, ok := 1, true
	if len(a) > 0 {
		fd, ok = object.AsInt(t, a[0])
	}
	if !ok {
		return null
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, syscall.ENOTTY, null)
	}
	columns, lines, err := windowSize(fd)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return terminalSize.Make(t, object.SmallInt(int64(columns)), object.SmallInt(int64(lines)))
}

func initPosix(t *Thread, m Value, d *object.Dict) bool {
	env := object.NewDict(t)
	if env == nil {
		return false
	}
	for _, kv := range native.SystemOf(t).Environ() {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" {
			continue
		}
		kb, vb := object.NewBytes(t, []byte(k)), object.NewBytes(t, []byte(v))
		if kb == null || vb == null || !env.Set(t, kb, vb) {
			return false
		}
	}
	if !canSetTimes(t) && d.Delete(t, object.Intern(t, "utime")) < 0 {
		return false
	}
	for _, name := range [...]string{"fork", "forkpty"} {
		if !CanFork(t) && d.Delete(t, object.Intern(t, name)) < 0 {
			return false
		}
	}
	have := haveFunctions(t, d)
	if have == nil || !d.SetStr(t, "environ", object.Of(env)) || !d.SetStr(t, "_have_functions", object.Of(have)) ||
		!d.SetStr(t, "error", t.Type(object.TOSError).Value()) {
		return false
	}
	if !d.SetStr(t, "DirEntry", t.Type(tDirEntry).Value()) {
		return false
	}
	for _, s := range [...]*native.StructSeq{statResult, terminalSize, unameResult, timesResult} {
		if !d.SetStr(t, s.Name[strings.IndexByte(s.Name, '.')+1:], t.Type(s.ID).Value()) {
			return false
		}
	}
	for name, n := range map[string]int{
		"F_OK": 0, "X_OK": 1, "W_OK": 2, "R_OK": 4, "EX_OK": 0,
		"O_RDONLY": os.O_RDONLY, "O_WRONLY": os.O_WRONLY, "O_RDWR": os.O_RDWR, "O_APPEND": os.O_APPEND, "O_CREAT": os.O_CREATE,
		"O_EXCL": os.O_EXCL, "O_TRUNC": os.O_TRUNC, "O_SYNC": os.O_SYNC, "O_CLOEXEC": iomod.Cloexec, "WNOHANG": 1, "WUNTRACED": 2,
	} {
		if !d.SetStr(t, name, object.SmallInt(int64(n))) {
			return false
		}
	}
	for name, n := range openFlags {
		if !d.SetStr(t, name, object.SmallInt(int64(n))) {
			return false
		}
	}
	return dropMissing(t, d) && initDirect(t, d)
}

var _ = object.Keeps(func(_ *object.Runtime, e *environment) (object.Back, error) {
	was := maps.Clone(e.sizes)
	return object.Back{After: func() { e.sizes = maps.Clone(was) }, Copy: func(c *object.Copy, into any) (any, error) {
		x := object.Fill(c, e, into)
		x.sizes = maps.Clone(was)
		return x, nil
	}}, nil
})
