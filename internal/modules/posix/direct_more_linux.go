// What the calls of direct_linux.go share, and the longer ones.

package posix

import (
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// again makes a call until no signal interrupts it.
func again(f func() (int, error)) (n int, err error) {
	for {
		if n, err = f(); err != unix.EINTR {
			return
		}
	}
}

func intList(t *Thread, n []int) Value {
	l := object.NewList(t, 0)
	for _, i := range n {
		if l == nil || !l.Append(t, object.NewInt(t, int64(i))) {
			return null
		}
	}
	if l == nil {
		return null
	}
	return object.Of(l)
}

func triple(t *Thread, get func() (a, b, c int)) Value {
	x := object.NewTuple(t, 3)
	if x == nil {
		return null
	}
	a, b, c := get()
	*x.At(0), *x.At(1), *x.At(2) = object.NewInt(t, int64(a)), object.NewInt(t, int64(b)), object.NewInt(t, int64(c))
	return object.Of(x)
}

// chown is chown and lchown.
func chown(t *Thread, fn string, name, user, group, folder, links Value, follow bool) Value {
	path, given, fd, ok := "", null, noFD, false
	if fn == "chown" {
		path, given, fd, ok = pathArg(t, fn, "path", name, mayBeFD)
	} else {
		path, given, fd, ok = pathArg(t, fn, "path", name, 0)
	}
	x := argsOf(t)
	x.ok = ok
	uid, gid := x.id(user, "uid"), x.id(group, "gid")
	if !x.ok {
		return null
	}
	dir, ok := dirArg(t, folder)
	if ok && follow {
		follow, ok = native.OptBool(t, links, true)
	}
	if !ok {
		return null
	}
	var err error
	switch {
	case fd != noFD && dir != noFD:
		return object.Raise(t, object.TValueError, "chown: can't specify both dir_fd and fd")
	case fd != noFD && !follow:
		return object.Raise(t, object.TValueError, "chown: cannot use fd and follow_symlinks together")
	case fd != noFD:
		err = unix.Fchown(fd, uid, gid)
	default:
		if path, err = inDir(t, dir, path); err == nil {
			flags := unix.AT_SYMLINK_NOFOLLOW
			if follow {
				flags = 0
			}
			err = unix.Fchownat(unix.AT_FDCWD, path, uid, gid, flags)
		}
	}
	if err != nil {
		return raisePath(t, err, given)
	}
	return none
}

// mknod makes a node of a kind; the mode may say which.
func mknod(t *Thread, fn string, name, mode, dev, dir Value, kind, missing int) Value {
	path, _, ok := pathAt(t, fn, "path", name, dir)
	x := argsOf(t)
	x.ok = ok
	m, d := x.int(mode, missing), x.size(dev, 0)
	if !x.ok {
		return null
	}
	return outcome(t, unix.Mknod(path, uint32(m|kind), int(d)))
}

// closeRange closes the descriptors from low to high that the program can have opened: Go's runtime and psy keep some of their own.
func closeRange(t *Thread, low, high int) Value {
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return none
	}
	for _, e := range names {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd < low || fd >= high {
			continue
		}
		if system.Own(fd) {
			continue
		}
		if posixClose(t, none, []Value{object.SmallInt(int64(fd))}) == null {
			if !t.Matches(object.TOSError) {
				return null
			}
			t.ClearExc()
		}
	}
	return none
}

// copyRange is copy_file_range and splice.
func copyRange(t *Thread, a []Value, splice bool) Value {
	x := argsOf(t)
	src, dst, n, from, to := x.fd(a[0]), x.fd(a[1]), x.size(a[2], 0), x.size(a[3], 0), x.size(a[4], 0)
	flags := 0
	if splice {
		flags = x.int(a[5], 0)
	}
	if !x.ok {
		return null
	}
	if n < 0 {
		return object.Raise(t, object.TValueError, "negative value for 'count' not allowed")
	}
	offset := func(v Value, n *int64) *int64 {
		if v == null || v == none {
			return nil
		}
		return n
	}
	k, err := again(func() (int, error) {
		if splice {
			k, err := unix.Splice(src, offset(a[3], &from), dst, offset(a[4], &to), int(n), flags)
			return int(k), err
		}
		return unix.CopyFileRange(src, offset(a[3], &from), dst, offset(a[4], &to), int(n), 0)
	})
	return number(t, k, err)
}

func statvfs(t *Thread, err error, st *unix.Statfs_t, given Value) Value {
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	n := func(i uint64) Value { return object.NewUint(t, i) }
	flags := uint64(st.Flags) &^ 0x20 // the kernel's own mark that the flags are there
	fsid := *(*uint64)(unsafe.Pointer(&st.Fsid))
	return statvfsResult.Make(t, n(uint64(st.Bsize)), n(uint64(st.Frsize)), n(st.Blocks), n(st.Bfree), n(st.Bavail), n(st.Files), n(st.Ffree), n(st.Ffree),
		n(flags), n(uint64(st.Namelen)), n(fsid))
}

// confName reads the name of what sysconf and its like are asked for.
func confName(t *Thread, v Value, names map[string]int) (int, bool) {
	if native.IsInt(v) {
		return object.AsInt(t, v)
	}
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "configuration names must be strings or integers")
		return 0, false
	}
	n, ok := names[object.GoString(v)]
	if !ok {
		object.Raise(t, object.TValueError, "unrecognized configuration name")
	}
	return n, ok
}

func nameOf(names map[string]int, n int) string {
	for name, i := range names {
		if i == n {
			return name
		}
	}
	return ""
}

func sysconf(t *Thread, a []Value) Value {
	n, ok := confName(t, a[0], sysconfNames)
	if !ok {
		return null
	}
	limit := func(which int) int64 {
		var r unix.Rlimit
		if unix.Getrlimit(which, &r) != nil || r.Cur >= 1<<63 {
			return -1
		}
		return int64(r.Cur)
	}
	answer := int64(-1)
	switch name := nameOf(sysconfNames, n); name {
	case "":
		return native.RaiseIO(t, syscall.EINVAL, null)
	case "SC_PAGE_SIZE", "SC_PAGESIZE":
		answer = int64(unix.Getpagesize())
	case "SC_OPEN_MAX":
		answer = limit(unix.RLIMIT_NOFILE)
	case "SC_CHILD_MAX":
		answer = limit(unix.RLIMIT_NPROC)
	case "SC_ARG_MAX":
		answer = max(limit(unix.RLIMIT_STACK)/4, 128<<10)
	case "SC_NPROCESSORS_ONLN", "SC_NPROCESSORS_CONF":
		answer = int64(runtime.NumCPU())
		if b, err := os.ReadFile("/sys/devices/system/cpu/" + map[string]string{"SC_NPROCESSORS_ONLN": "online", "SC_NPROCESSORS_CONF": "possible"}[name]); err == nil {
			answer = countRanges(string(b))
		}
	case "SC_PHYS_PAGES", "SC_AVPHYS_PAGES":
		var info unix.Sysinfo_t
		if unix.Sysinfo(&info) == nil {
			answer = int64(info.Totalram) * int64(info.Unit) / int64(unix.Getpagesize())
			if name == "SC_AVPHYS_PAGES" {
				answer = int64(info.Freeram) * int64(info.Unit) / int64(unix.Getpagesize())
			}
		}
	default:
		if fixed, ok := sysconfFixed[name]; ok {
			answer = int64(fixed)
		}
		if answer == -2 {
			return native.RaiseIO(t, syscall.EINVAL, null)
		}
	}
	return object.NewInt(t, answer)
}

// countRanges counts what a list such as "0-3,8" names.
func countRanges(s string) (n int64) {
	for part := range strings.SplitSeq(strings.TrimSpace(s), ",") {
		a, b, two := strings.Cut(part, "-")
		from, _ := strconv.Atoi(a)
		to, _ := strconv.Atoi(b)
		if !two {
			to = from
		}
		n += int64(to - from + 1)
	}
	return n
}

// confstr knows the path of the system's commands. What concerns a C library psy has not: it is linked with none.
func confstr(t *Thread, a []Value) Value {
	n, ok := confName(t, a[0], confstrNames)
	if !ok {
		return null
	}
	switch nameOf(confstrNames, n) {
	case "":
		return native.RaiseIO(t, syscall.EINVAL, null)
	case "CS_PATH":
		return object.NewStr(t, "/bin:/usr/bin")
	}
	return none
}

func pathconf(t *Thread, name Value, err error, st *unix.Statfs_t, given Value) Value {
	n, ok := confName(t, name, pathconfNames)
	if !ok {
		return null
	}
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	answer := int64(-1)
	switch nameOf(pathconfNames, n) {
	case "":
		return native.RaiseIO(t, syscall.EINVAL, given)
	case "PC_ALLOC_SIZE_MIN", "PC_REC_MIN_XFER_SIZE", "PC_REC_XFER_ALIGN":
		answer = int64(st.Frsize)
	case "PC_CHOWN_RESTRICTED", "PC_NO_TRUNC":
		answer = 1
	case "PC_FILESIZEBITS":
		answer = 64
	case "PC_LINK_MAX":
		answer = 127
		if st.Type == unix.EXT4_SUPER_MAGIC {
			answer = 65000
		}
	case "PC_MAX_CANON", "PC_MAX_INPUT":
		answer = 255
	case "PC_NAME_MAX":
		answer = int64(st.Namelen)
	case "PC_PATH_MAX", "PC_PIPE_BUF":
		answer = 4096
	case "PC_VDISABLE":
		answer = 0
	}
	return object.NewInt(t, answer)
}

// groupsOf are the groups of a user, the given one first.
func groupsOf(t *Thread, user string, gid int) []int {
	groups := []int{gid}
	for _, g := range native.Database(t, "/etc/group", 4) {
		if id, err := strconv.Atoi(g[2]); err == nil && id != gid && slices.Contains(strings.Split(g[3], ","), user) {
			groups = append(groups, id)
		}
	}
	return groups
}

// attribute says which extended attribute of which file a call is about.
type attribute struct {
	path   string
	name   string
	follow bool // links
}

// attributeArgs reads a path, the name of an attribute, and whether to follow links, which is argument follow. given is the path as it was given.
func attributeArgs(t *Thread, fn string, a []Value, follow int) (w attribute, given Value, ok bool) {
	if w.path, given, ok = pathOrFD(t, fn, a[0], mayBeFD); !ok {
		return
	}
	if w.name, _, _, ok = pathArg(t, fn, "attribute", a[1], 0); !ok {
		return
	}
	ok = w.readFollow(t, fn, a[0], a[follow])
	return w, given, ok
}

// readFollow reads whether to follow links; a descriptor is none. CPython does not object to descriptor 0.
func (w *attribute) readFollow(t *Thread, fn string, file, follow Value) (ok bool) {
	w.follow, ok = native.OptBool(t, follow, true)
	if ok && !w.follow && native.IsInt(file) && file != object.SmallInt(0) && file != object.False {
		object.Raise(t, object.TValueError, "%s: cannot use fd and follow_symlinks together", fn)
		return false
	}
	return ok
}

// do makes a call on a file. The library that is part of psy refuses it with an error of its own.
func (w attribute) do(t *Thread, given Value, refusal unix.Errno, call func() (Value, error)) Value {
	if inLibrary(t, w.path) {
		return native.RaiseIO(t, refusal, given)
	}
	v, err := call()
	if err != nil {
		return native.RaiseIO(t, err, given)
	}
	return v
}

// choose gives the call that follows links, or the one that does not.
func choose[F any](follow bool, yes, no F) F {
	if follow {
		return yes
	}
	return no
}

// inLibrary reports whether a path is in the library that is part of psy: the system knows nothing of it.
func inLibrary(t *Thread, path string) bool {
	s, ok := t.RT.System.(*iomod.SeenSystem)
	return ok && s.Lib.Owns(path)
}

func getxattr(t *Thread, a []Value) Value {
	w, given, ok := attributeArgs(t, "getxattr", a, 2)
	if !ok {
		return null
	}
	return w.do(t, given, unix.ENOTSUP, func() (Value, error) {
		b := make([]byte, 64<<10)
		n, err := choose(w.follow, unix.Getxattr, unix.Lgetxattr)(w.path, w.name, b)
		if err != nil {
			return null, err
		}
		return object.NewBytes(t, b[:n]), nil
	})
}

func listxattr(t *Thread, a []Value) Value {
	w, given, ok := attribute{path: "."}, null, true
	if a[0] != null && a[0] != none {
		w.path, given, ok = pathOrFD(t, "listxattr", a[0], mayBeFD|mayBeNone)
	}
	if ok {
		ok = w.readFollow(t, "listxattr", a[0], a[1])
	}
	if !ok {
		return null
	}
	return w.do(t, given, unix.ENOTSUP, func() (Value, error) {
		b := make([]byte, 64<<10)
		n, err := choose(w.follow, unix.Listxattr, unix.Llistxattr)(w.path, b)
		if err != nil {
			return null, err
		}
		l := object.NewList(t, 0)
		for name := range strings.SplitSeq(strings.TrimSuffix(string(b[:n]), "\x00"), "\x00") {
			if name != "" && (l == nil || !l.Append(t, native.FSStr(t, name))) {
				return null, nil
			}
		}
		return object.Of(l), nil
	})
}

// lockf locks, tests or unlocks a part of a file from its position on.
func lockf(t *Thread, fd, cmd int, n int64) error {
	const unlock, lock, try, test = 0, 1, 2, 3
	l := unix.Flock_t{Type: unix.F_WRLCK, Whence: 1, Len: n}
	take := func() error { return unix.FcntlFlock(uintptr(fd), unix.F_SETLK, &l) }
	switch cmd {
	case unlock:
		l.Type = unix.F_UNLCK
	case lock:
		return iomod.Retry(t, take)
	case try:
	case test:
		l.Type = unix.F_RDLCK
		if err := unix.FcntlFlock(uintptr(fd), unix.F_GETLK, &l); err != nil {
			return err
		}
		if l.Type == unix.F_UNLCK || int(l.Pid) == unix.Getpid() {
			return nil
		}
		return unix.EACCES
	default:
		return unix.EINVAL
	}
	return take()
}

// noDevice is the number -1, which stands for none.
const noDevice = math.MaxUint64

// deviceNumber reads the number of a device, or a part of one: at most that, or -1.
func deviceNumber(t *Thread, v Value, most uint64) (uint64, bool) {
	i := object.Index(t, v)
	if i == null {
		return 0, false
	}
	if n, ok := object.Int64(i); ok && n == -1 {
		return noDevice, true
	}
	n, ok := object.Uint64(i)
	if !ok || n > most {
		switch {
		case object.IntSign(i) < 0:
			object.Raise(t, object.TOverflowError, "can't convert negative int to unsigned")
		case !ok:
			object.Raise(t, object.TOverflowError, "int too big to convert")
		default:
			object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned int")
		}
		return 0, false
	}
	return n, true
}

// device makes a call of a part of the number of a device.
func device(part func(d uint64) uint32) directCall {
	return func(t *Thread, a []Value) Value {
		n, ok := deviceNumber(t, a[0], noDevice-1)
		switch {
		case !ok:
			return null
		case n == noDevice:
			return object.SmallInt(-1)
		}
		return object.NewInt(t, int64(part(n)))
	}
}

func ptsname(fd int) (string, error) {
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	return "/dev/pts/" + strconv.Itoa(n), err
}

// vector is readv, writev, preadv and pwritev.
func vector(t *Thread, a []Value, read, at bool) Value {
	x := argsOf(t)
	fd, off, flags := x.fd(a[0]), int64(0), 0
	if at {
		off, flags = x.size(a[2], 0), x.int(a[3], 0)
	}
	if !x.ok {
		return null
	}
	if object.TypeOf(t, a[1]).Slots.Len == nil || object.TypeOf(t, a[1]).Slots.Iter == nil && object.TypeOf(t, a[1]).Slots.Subscript == nil {
		name := map[bool]string{true: "readv()", false: "writev()"}[read]
		return object.Raise(t, object.TTypeError, "%s arg 2 must be a sequence", name)
	}
	l := object.ListFromIterable(t, a[1]) // keeps the buffers alive
	if l == nil {
		return null
	}
	held, ok := native.HoldBuffers(t, l)
	if !ok {
		return null
	}
	r := transfer(t, fd, l, read, at, off, flags)
	native.ReleaseBuffers(t, held)
	return r
}

// transfer reads or writes the buffers in a list, from a position in the file if at says so.
func transfer(t *Thread, fd int, l *object.List, read, at bool, off int64, flags int) Value {
	var bufs [][]byte
	for i := range l.Len() {
		b, ok := []byte(nil), false
		if read {
			if b, ok = object.WritableBufferOf(t, *l.At(i)); !ok && t.Exc == null {
				return object.Raise(t, object.TBufferError, "Object is not writable.")
			}
		} else {
			b, ok = native.BufferOf(t, *l.At(i))
		}
		if !ok {
			return null
		}
		bufs = append(bufs, b)
	}
	n, err := again(func() (int, error) {
		switch {
		case read && at && flags == 0: // older systems have only these
			return unix.Preadv(fd, bufs, off)
		case read && at:
			return unix.Preadv2(fd, bufs, off, flags)
		case read:
			return unix.Readv(fd, bufs)
		case at && flags == 0:
			return unix.Pwritev(fd, bufs, off)
		case at:
			return unix.Pwritev2(fd, bufs, off, flags)
		}
		return unix.Writev(fd, bufs)
	})
	runtime.KeepAlive(l)
	return number(t, n, err)
}

func setScheduler(t *Thread, pid, policy, param Value) Value {
	if object.TypeOf(t, param) != t.Type(schedParam.ID) {
		return object.Raise(t, object.TTypeError, "must have a sched_param object")
	}
	x := argsOf(t)
	n, how, priority := x.int(pid, 0), x.int(policy, 0), int32(x.int(*object.As[object.Tuple](param).At(0), 0))
	if !x.ok {
		return null
	}
	var errno syscall.Errno
	if policy == null {
		_, _, errno = unix.Syscall(unix.SYS_SCHED_SETPARAM, uintptr(n), uintptr(unsafe.Pointer(&priority)), 0)
	} else {
		_, _, errno = unix.Syscall(unix.SYS_SCHED_SETSCHEDULER, uintptr(n), uintptr(how), uintptr(unsafe.Pointer(&priority)))
	}
	if errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return none
}

// waitUsage is wait4: a child that ended, its status and what it used.
func waitUsage(t *Thread, pid, options int) Value {
	var status unix.WaitStatus
	var used unix.Rusage
	n, err := again(func() (int, error) { return unix.Wait4(pid, &status, options, &used) })
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	r := RusageValue(t, &used)
	if r == null {
		return null
	}
	x := object.NewTuple(t, 3)
	if x == nil {
		return null
	}
	*x.At(0), *x.At(1), *x.At(2) = object.SmallInt(int64(n)), object.SmallInt(int64(status)), r
	return object.Of(x)
}

func waitID(t *Thread, kind, id, options int) Value {
	var info unix.Siginfo
	_, err := again(func() (int, error) { return 0, unix.Waitid(kind, id, &info, options, nil) })
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	b := (*[8]int32)(unsafe.Pointer(&info)) // signal, errno, code, padding, pid, uid, status
	if b[4] == 0 {
		return none
	}
	n := func(i int32) Value { return object.SmallInt(int64(i)) }
	return waitidResult.Make(t, n(b[4]), n(b[5]), n(b[0]), n(b[6]), n(b[2]))
}

// windowSize is how large a terminal's window is.
func windowSize(fd int) (columns, lines int, err error) {
	w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0, err
	}
	return int(w.Col), int(w.Row), nil
}
