// The calls of direct.go on Linux.

package posix

import (
	"maps"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/vm/object"
)

const errNoCall = syscall.ENOSYS

// directCall is what a function of direct.go does with its arguments.
type directCall = func(t *Thread, a []Value) Value

// ints makes a call of n integers.
func ints(n int, f func(t *Thread, a [4]int) Value) directCall {
	return func(t *Thread, a []Value) Value {
		x := argsOf(t)
		var got [4]int
		for i := range n {
			got[i] = x.int(a[i], 0)
		}
		if !x.ok {
			return null
		}
		return f(t, got)
	}
}

// ids makes a call of n ids of users or groups.
func ids(n int, what string, f func(a [3]int) error) directCall {
	return func(t *Thread, a []Value) Value {
		x := argsOf(t)
		var got [3]int
		for i := range n {
			got[i] = x.id(a[i], what)
		}
		if !x.ok {
			return null
		}
		return outcome(t, f(got))
	}
}

// call makes a system call whose arguments are no pointers.
func call(trap uintptr, a ...int) (int, error) {
	var p [6]uintptr
	for i, x := range a {
		p[i] = uintptr(x)
	}
	r, _, errno := unix.Syscall6(trap, p[0], p[1], p[2], p[3], p[4], p[5])
	if errno != 0 {
		return -1, errno
	}
	return int(r), nil
}

var directCalls = map[string]directCall{}

func init() {
	for _, some := range [...]map[string]directCall{callsOnFiles(), callsOnStreams(), callsOnProcess(), callsOnScheduling(), callsOnTimers()} {
		maps.Copy(directCalls, some)
	}
}

// callsOnFiles are the calls on files and what is in them.
func callsOnFiles() map[string]directCall {
	return map[string]directCall{
		"chown":  func(t *Thread, a []Value) Value { return chown(t, "chown", a[0], a[1], a[2], a[3], a[4], true) },
		"lchown": func(t *Thread, a []Value) Value { return chown(t, "lchown", a[0], a[1], a[2], null, null, false) },
		"fchown": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, uid, gid := x.fd(a[0]), x.id(a[1], "uid"), x.id(a[2], "gid")
			if !x.ok {
				return null
			}
			return outcome(t, unix.Fchown(fd, uid, gid))
		},
		"chroot": func(t *Thread, a []Value) Value {
			path, given, ok := pathOrFD(t, "chroot", a[0], 0)
			if !ok {
				return null
			}
			if err := unix.Chroot(path); err != nil {
				return native.RaiseIO(t, err, given)
			}
			return none
		},
		"closerange": ints(2, func(t *Thread, a [4]int) Value {
			return closeRange(t, a[0], a[1])
		}),
		"copy_file_range": func(t *Thread, a []Value) Value { return copyRange(t, a, false) },
		"splice":          func(t *Thread, a []Value) Value { return copyRange(t, a, true) },
		"fpathconf": func(t *Thread, a []Value) Value {
			if !noBool(t, a[0]) {
				return null
			}
			fd, ok := fdOf(t, a[0])
			if !ok {
				return null
			}
			var st unix.Statfs_t
			return pathconf(t, a[1], unix.Fstatfs(fd, &st), &st, null)
		},
		"pathconf": func(t *Thread, a []Value) Value {
			path, given, ok := pathOrFD(t, "pathconf", a[0], mayBeFD)
			if !ok {
				return null
			}
			var st unix.Statfs_t
			return pathconf(t, a[1], unix.Statfs(path, &st), &st, given)
		},
		"fstatvfs": func(t *Thread, a []Value) Value {
			fd, ok := fdOf(t, a[0])
			if !ok {
				return null
			}
			var st unix.Statfs_t
			return statvfs(t, unix.Fstatfs(fd, &st), &st, null)
		},
		"statvfs": func(t *Thread, a []Value) Value {
			path, given, ok := pathOrFD(t, "statvfs", a[0], mayBeFD)
			if !ok {
				return null
			}
			var st unix.Statfs_t
			return statvfs(t, unix.Statfs(path, &st), &st, given)
		},
		"getxattr":  func(t *Thread, a []Value) Value { return getxattr(t, a) },
		"listxattr": func(t *Thread, a []Value) Value { return listxattr(t, a) },
		"setxattr": func(t *Thread, a []Value) Value {
			w, given, ok := attributeArgs(t, "setxattr", a, 4)
			if !ok {
				return null
			}
			data, ok := native.BufferOf(t, a[2])
			x := argsOf(t)
			flags := x.int(a[3], 0)
			if !ok || !x.ok {
				return null
			}
			return w.do(t, given, unix.EROFS, func() (Value, error) {
				return none, choose(w.follow, unix.Setxattr, unix.Lsetxattr)(w.path, w.name, data, flags)
			})
		},
		"removexattr": func(t *Thread, a []Value) Value {
			w, given, ok := attributeArgs(t, "removexattr", a, 2)
			if !ok {
				return null
			}
			return w.do(t, given, unix.EROFS, func() (Value, error) {
				return none, choose(w.follow, unix.Removexattr, unix.Lremovexattr)(w.path, w.name)
			})
		},
		"lockf": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, cmd, n := x.fd(a[0]), x.int(a[1], 0), x.size(a[2], 0)
			if !x.ok {
				return null
			}
			return outcome(t, lockf(t, fd, cmd, n))
		},
		"major": device(unix.Major),
		"minor": device(unix.Minor),
		"makedev": func(t *Thread, a []Value) Value {
			var part [2]uint32
			none := 0
			for i := range part {
				n, ok := deviceNumber(t, a[i], math.MaxUint32)
				if !ok {
					return null
				}
				if n == noDevice {
					none++
				}
				part[i] = uint32(n)
			}
			if none == 2 {
				return object.SmallInt(-1)
			}
			return object.NewUint(t, unix.Mkdev(part[0], part[1]))
		},
		"mkfifo": func(t *Thread, a []Value) Value {
			return mknod(t, "mkfifo", a[0], a[1], null, a[2], unix.S_IFIFO, 0o666)
		},
		"mknod": func(t *Thread, a []Value) Value { return mknod(t, "mknod", a[0], a[1], a[2], a[3], 0, 0o600) },
		"posix_fadvise": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, off, n, advice := x.fd(a[0]), x.size(a[1], 0), x.size(a[2], 0), x.int(a[3], 0)
			if !x.ok {
				return null
			}
			return outcome(t, unix.Fadvise(fd, off, n, advice))
		},
		"posix_fallocate": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, off, n := x.fd(a[0]), x.size(a[1], 0), x.size(a[2], 0)
			if !x.ok {
				return null
			}
			return outcome(t, unix.Fallocate(fd, 0, off, n))
		},
		"pread": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, n, off := x.fd(a[0]), x.size(a[1], 0), x.size(a[2], 0)
			if !x.ok {
				return null
			}
			return bytesRead(t, n, func(b []byte) (int, error) {
				return again(func() (int, error) { return unix.Pread(fd, b, off) })
			})
		},
		"pwrite": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd, off := x.fd(a[0]), x.size(a[2], 0)
			data, ok := native.BufferOf(t, a[1])
			if !x.ok || !ok {
				return null
			}
			k, err := again(func() (int, error) { return unix.Pwrite(fd, data, off) })
			return number(t, k, err)
		},
		"readv":   func(t *Thread, a []Value) Value { return vector(t, a, true, false) },
		"preadv":  func(t *Thread, a []Value) Value { return vector(t, a, true, true) },
		"writev":  func(t *Thread, a []Value) Value { return vector(t, a, false, false) },
		"pwritev": func(t *Thread, a []Value) Value { return vector(t, a, false, true) },
		"sendfile": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			out, in, off, n := x.fd(a[0]), x.fd(a[1]), x.size(a[2], 0), x.size(a[3], 0)
			if !x.ok {
				return null
			}
			at := &off
			if a[2] == none {
				at = nil
			}
			var k int
			var err error
			t.Outside(func() { k, err = again(func() (int, error) { return unix.Sendfile(out, in, at, int(n)) }) })
			return number(t, k, err)
		},
		"sync": ints(0, func(t *Thread, a [4]int) Value { unix.Sync(); return none }),
	}
}

// bytesRead gives what read has put into room for n bytes.
func bytesRead(t *Thread, n int64, read func(b []byte) (int, error)) Value {
	if n < 0 {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	b := object.Scratch[byte](t, int(n))
	if b == nil {
		return null
	}
	k, err := read(b[:n])
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewBytes(t, b[:k])
}

// callsOnStreams are the calls on descriptors and terminals.
func callsOnStreams() map[string]directCall {
	return map[string]directCall{
		"ctermid": func(t *Thread, a []Value) Value { return object.NewStr(t, "/dev/tty") },
		"device_encoding": ints(1, func(t *Thread, a [4]int) Value {
			if _, err := unix.IoctlGetTermios(a[0], unix.TCGETS); err != nil {
				return none
			}
			return object.NewStr(t, "UTF-8")
		}),
		"eventfd": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			n, flags := x.size(a[0], 0), x.int(a[1], unix.EFD_CLOEXEC)
			if !x.ok {
				return null
			}
			system.FindOwn()
			fd, err := unix.Eventfd(uint(n), flags)
			return number(t, fd, err)
		},
		"eventfd_read": func(t *Thread, a []Value) Value {
			fd, ok := fdOf(t, a[0])
			if !ok {
				return null
			}
			var b [8]byte
			if _, err := unix.Read(fd, b[:]); err != nil {
				return native.RaiseIO(t, err, null)
			}
			return object.NewUint(t, *(*uint64)(unsafe.Pointer(&b)))
		},
		"eventfd_write": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			fd := x.fd(a[0])
			if !x.ok {
				return null
			}
			i := object.Index(t, a[1])
			if i == null {
				return null
			}
			n, ok := object.Uint64(i)
			if !ok {
				return object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned long long")
			}
			_, err := unix.Write(fd, (*[8]byte)(unsafe.Pointer(&n))[:])
			return outcome(t, err)
		},
		"get_blocking": ints(1, func(t *Thread, a [4]int) Value {
			flags, err := call(unix.SYS_FCNTL, a[0], unix.F_GETFL)
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			return object.Bool(flags&unix.O_NONBLOCK == 0)
		}),
		"set_blocking": func(t *Thread, a []Value) Value {
			fd, ok := fdOf(t, a[0])
			if !ok {
				return null
			}
			blocking, ok := native.OptBool(t, a[1], true)
			if !ok {
				return null
			}
			return outcome(t, unix.SetNonblock(fd, !blocking))
		},
		"getrandom": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			n, flags := x.size(a[0], 0), x.int(a[1], 0)
			if !x.ok {
				return null
			}
			return bytesRead(t, n, func(b []byte) (int, error) { return unix.Getrandom(b, flags) })
		},
		"login_tty": func(t *Thread, a []Value) Value {
			fd, ok := fdOf(t, a[0])
			if !ok {
				return null
			}
			unix.Setsid()
			if err := unix.IoctlSetInt(fd, unix.TIOCSCTTY, 0); err != nil {
				return native.RaiseIO(t, err, null)
			}
			for i := range 3 {
				if fd != i {
					if err := unix.Dup3(fd, i, 0); err != nil {
						return native.RaiseIO(t, err, null)
					}
				}
			}
			if fd > 2 {
				unix.Close(fd)
			}
			return none
		},
		"memfd_create": func(t *Thread, a []Value) Value {
			name, _, ok := native.FSPath(t, a[0])
			x := argsOf(t)
			flags := x.int(a[1], unix.MFD_CLOEXEC)
			if !ok || !x.ok {
				return null
			}
			fd, err := unix.MemfdCreate(name, flags)
			return number(t, fd, err)
		},
		"openpty": func(t *Thread, a []Value) Value {
			master, slave, err := openPty()
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			return intPair(t, master, slave)
		},
		"posix_openpt": ints(1, func(t *Thread, a [4]int) Value {
			fd, err := unix.Open("/dev/ptmx", a[0]|unix.O_CLOEXEC, 0)
			return number(t, fd, err)
		}),
		"grantpt":  ints(1, func(t *Thread, a [4]int) Value { _, err := ptsname(a[0]); return outcome(t, err) }),
		"unlockpt": ints(1, func(t *Thread, a [4]int) Value { return outcome(t, unix.IoctlSetPointerInt(a[0], unix.TIOCSPTLCK, 0)) }),
		"ptsname": ints(1, func(t *Thread, a [4]int) Value {
			name, err := ptsname(a[0])
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			return object.NewStr(t, name)
		}),
		"pidfd_open": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			pid, flags := x.int(a[0], 0), x.int(a[1], 0)
			if !x.ok {
				return null
			}
			fd, err := unix.PidfdOpen(pid, flags)
			return number(t, fd, err)
		},
		"tcgetpgrp": ints(1, func(t *Thread, a [4]int) Value {
			n, err := unix.IoctlGetInt(a[0], unix.TIOCGPGRP)
			return number(t, n, err)
		}),
		"tcsetpgrp": ints(2, func(t *Thread, a [4]int) Value {
			return outcome(t, unix.IoctlSetPointerInt(a[0], unix.TIOCSPGRP, a[1]))
		}),
		"ttyname": ints(1, func(t *Thread, a [4]int) Value {
			if _, err := unix.IoctlGetTermios(a[0], unix.TCGETS); err != nil {
				return native.RaiseIO(t, err, null)
			}
			name, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(a[0]))
			if err != nil {
				return native.RaiseIO(t, syscall.ENODEV, null)
			}
			return native.FSStr(t, name)
		}),
	}
}

// callsOnScheduling are the calls on what runs when, and where.
func callsOnScheduling() map[string]directCall {
	return map[string]directCall{
		"sched_get_priority_max": ints(1, func(t *Thread, a [4]int) Value {
			n, err := call(unix.SYS_SCHED_GET_PRIORITY_MAX, a[0])
			return number(t, n, err)
		}),
		"sched_get_priority_min": ints(1, func(t *Thread, a [4]int) Value {
			n, err := call(unix.SYS_SCHED_GET_PRIORITY_MIN, a[0])
			return number(t, n, err)
		}),
		"sched_getscheduler": ints(1, func(t *Thread, a [4]int) Value {
			n, err := call(unix.SYS_SCHED_GETSCHEDULER, a[0])
			return number(t, n, err)
		}),
		"sched_rr_get_interval": ints(1, func(t *Thread, a [4]int) Value {
			var ts unix.Timespec
			_, _, errno := unix.Syscall(unix.SYS_SCHED_RR_GET_INTERVAL, uintptr(a[0]), uintptr(unsafe.Pointer(&ts)), 0)
			if errno != 0 {
				return native.RaiseIO(t, errno, null)
			}
			return object.Float(float64(ts.Nano()) / 1e9)
		}),
		"sched_yield": ints(0, func(t *Thread, a [4]int) Value { _, err := call(unix.SYS_SCHED_YIELD); return outcome(t, err) }),
		"sched_getaffinity": ints(1, func(t *Thread, a [4]int) Value {
			var set unix.CPUSet
			if err := unix.SchedGetaffinity(a[0], &set); err != nil {
				return native.RaiseIO(t, err, null)
			}
			s := object.NewSet(t, object.TSet)
			for i := range 1024 {
				if s == nil || set.IsSet(i) && !s.Add(t, object.SmallInt(int64(i))) {
					return null
				}
			}
			return object.Of(s)
		}),
		"sched_setaffinity": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			pid := x.int(a[0], 0)
			if !x.ok {
				return null
			}
			l := object.ListFromIterable(t, a[1])
			if l == nil {
				return null
			}
			var set unix.CPUSet
			for i := range l.Len() {
				n, ok := object.AsInt(t, *l.At(i))
				switch {
				case !ok:
					return null
				case n < 0:
					return object.Raise(t, object.TValueError, "negative CPU number")
				}
				set.Set(n)
			}
			return outcome(t, unix.SchedSetaffinity(pid, &set))
		},
		"sched_getparam": ints(1, func(t *Thread, a [4]int) Value {
			var p int32
			_, _, errno := unix.Syscall(unix.SYS_SCHED_GETPARAM, uintptr(a[0]), uintptr(unsafe.Pointer(&p)), 0)
			if errno != 0 {
				return native.RaiseIO(t, errno, null)
			}
			return schedParam.Make(t, object.SmallInt(int64(p)))
		}),
		"sched_setparam":     func(t *Thread, a []Value) Value { return setScheduler(t, a[0], null, a[1]) },
		"sched_setscheduler": func(t *Thread, a []Value) Value { return setScheduler(t, a[0], a[1], a[2]) },
	}
}

// callsOnProcess are the calls on processes, ids and the machine.
func callsOnProcess() map[string]directCall {
	return map[string]directCall{
		"abort": ints(0, func(t *Thread, _ [4]int) Value {
			signals.Show(t, int(syscall.SIGABRT))
			system.DefaultAction(syscall.SIGABRT)
			system.KillSelf(syscall.SIGABRT)
			return none
		}),
		"sysconf": sysconf,
		"confstr": confstr,
		"getgroups": func(t *Thread, a []Value) Value {
			groups, err := unix.Getgroups()
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			return intList(t, groups)
		},
		"getgrouplist": func(t *Thread, a []Value) Value {
			name, _, ok := native.FSPath(t, a[0])
			x := argsOf(t)
			gid := x.id(a[1], "gid")
			if !ok || !x.ok {
				return null
			}
			return intList(t, groupsOf(t, name, gid))
		},
		"initgroups": func(t *Thread, a []Value) Value {
			name, _, ok := native.FSPath(t, a[0])
			x := argsOf(t)
			gid := x.id(a[1], "gid")
			if !ok || !x.ok {
				return null
			}
			return outcome(t, syscall.Setgroups(groupsOf(t, name, gid)))
		},
		"setgroups": func(t *Thread, a []Value) Value {
			l := object.ListFromIterable(t, a[0])
			if l == nil {
				return null
			}
			var groups []int
			for i := range l.Len() {
				x := argsOf(t)
				groups = append(groups, x.id(*l.At(i), "gid"))
				if !x.ok {
					return null
				}
			}
			return outcome(t, syscall.Setgroups(groups))
		},
		"getloadavg": func(t *Thread, a []Value) Value {
			var info unix.Sysinfo_t
			if err := unix.Sysinfo(&info); err != nil {
				return object.Raise(t, object.TOSError, "Load averages are unobtainable")
			}
			load := func(i int) Value { return object.Float(float64(info.Loads[i]) / 65536) }
			l := object.NewTuple(t, 3)
			if l == nil {
				return null
			}
			*l.At(0), *l.At(1), *l.At(2) = load(0), load(1), load(2)
			return object.Of(l)
		},
		"getlogin": func(t *Thread, a []Value) Value {
			b, err := os.ReadFile("/proc/self/loginuid")
			uid := strings.TrimSpace(string(b))
			if err == nil && uid != strconv.Itoa(1<<32-1) {
				for _, u := range native.Database(t, "/etc/passwd", 7) {
					if u[2] == uid {
						return native.FSStr(t, u[0])
					}
				}
			}
			return native.RaiseIO(t, syscall.ENXIO, null)
		},
		"getpgid": ints(1, func(t *Thread, a [4]int) Value { n, err := unix.Getpgid(a[0]); return number(t, n, err) }),
		"getpgrp": ints(0, func(t *Thread, a [4]int) Value { return number(t, unix.Getpgrp(), nil) }),
		"getsid":  ints(1, func(t *Thread, a [4]int) Value { n, err := unix.Getsid(a[0]); return number(t, n, err) }),
		"setpgid": ints(2, func(t *Thread, a [4]int) Value { return outcome(t, unix.Setpgid(a[0], a[1])) }),
		"setpgrp": ints(0, func(t *Thread, a [4]int) Value { return outcome(t, unix.Setpgid(0, 0)) }),
		"setsid":  ints(0, func(t *Thread, a [4]int) Value { _, err := unix.Setsid(); return outcome(t, err) }),
		"getpriority": ints(2, func(t *Thread, a [4]int) Value {
			n, err := unix.Getpriority(a[0], a[1])
			return number(t, 20-n, err)
		}),
		"setpriority": ints(3, func(t *Thread, a [4]int) Value { return outcome(t, unix.Setpriority(a[0], a[1], a[2])) }),
		"nice": ints(1, func(t *Thread, a [4]int) Value {
			n, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			n = min(max(20-n+a[0], -20), 19)
			if err = unix.Setpriority(unix.PRIO_PROCESS, 0, n); err == unix.EACCES {
				err = unix.EPERM
			}
			return number(t, n, err)
		}),
		"getresuid":        func(t *Thread, a []Value) Value { return triple(t, unix.Getresuid) },
		"getresgid":        func(t *Thread, a []Value) Value { return triple(t, unix.Getresgid) },
		"setuid":           ids(1, "uid", func(a [3]int) error { return syscall.Setuid(a[0]) }),
		"setgid":           ids(1, "gid", func(a [3]int) error { return syscall.Setgid(a[0]) }),
		"seteuid":          ids(1, "uid", func(a [3]int) error { return syscall.Setresuid(-1, a[0], -1) }),
		"setegid":          ids(1, "gid", func(a [3]int) error { return syscall.Setresgid(-1, a[0], -1) }),
		"setreuid":         ids(2, "uid", func(a [3]int) error { return syscall.Setreuid(a[0], a[1]) }),
		"setregid":         ids(2, "gid", func(a [3]int) error { return syscall.Setregid(a[0], a[1]) }),
		"setresuid":        ids(3, "uid", func(a [3]int) error { return syscall.Setresuid(a[0], a[1], a[2]) }),
		"setresgid":        ids(3, "gid", func(a [3]int) error { return syscall.Setresgid(a[0], a[1], a[2]) }),
		"register_at_fork": registerAtFork,
		"fork":             posixFork,
		"forkpty":          forkPty,
		"wait3": func(t *Thread, a []Value) Value {
			x := argsOf(t)
			options := x.int(a[0], 0)
			if !x.ok {
				return null
			}
			return waitUsage(t, -1, options)
		},
		"wait4":        ints(2, func(t *Thread, a [4]int) Value { return waitUsage(t, a[0], a[1]) }),
		"waitid":       ints(3, func(t *Thread, a [4]int) Value { return waitID(t, a[0], a[1], a[2]) }),
		"WCOREDUMP":    ints(1, func(t *Thread, a [4]int) Value { return object.Bool(a[0]&0x80 != 0) }),
		"WIFCONTINUED": ints(1, func(t *Thread, a [4]int) Value { return object.Bool(a[0] == 0xffff) }),
	}
}
