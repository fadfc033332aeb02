// Calls of the system on descriptors, ids, scheduling and what else concerns the process alone. A System that lends them (DirectSystem) has them;
// in other worlds the names are missing.

package posix

import (
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	schedParam    = native.NewStructSeq("posix.sched_param", []string{"sched_priority"}, 1).OneItem()
	statvfsResult = native.NewStructSeq("os.statvfs_result", []string{"f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree",
		"f_favail", "f_flag", "f_namemax", "f_fsid"}, 10)
	waitidResult = native.NewStructSeq("posix.waitid_result", []string{"si_pid", "si_uid", "si_signo", "si_status", "si_code"}, 5)
)

// directSigs are the functions that are there where the system has them, by name, and what they take.
var directSigs = [...][2]string{
	{"abort", "()"},
	{"chown", "(path, uid, gid, *, dir_fd=None, follow_symlinks=True)"},
	{"chroot", "(path)"},
	{"closerange", "(fd_low, fd_high, /)"},
	{"confstr", "(name, /)"},
	{"copy_file_range", "(src, dst, count, offset_src=None, offset_dst=None)"},
	{"ctermid", "()"},
	{"device_encoding", "(fd)"},
	{"eventfd", "(initval, flags=0)"},
	{"eventfd_read", "(fd)"},
	{"eventfd_write", "(fd, value)"},
	{"fchown", "(fd, uid, gid)"},
	{"fpathconf", "(fd, name, /)"},
	{"fstatvfs", "(fd, /)"},
	{"get_blocking", "(fd, /)"},
	{"getgrouplist", "(user, group, /)"},
	{"getgroups", "()"},
	{"getloadavg", "()"},
	{"getlogin", "()"},
	{"getpgid", "(pid)"},
	{"getpgrp", "()"},
	{"getpriority", "(which, who)"},
	{"getrandom", "(size, flags=0)"},
	{"getresgid", "()"},
	{"getresuid", "()"},
	{"getsid", "(pid, /)"},
	{"getxattr", "(path, attribute, *, follow_symlinks=True)"},
	{"grantpt", "(fd, /)"},
	{"initgroups", "(username, gid, /)"},
	{"lchown", "(path, uid, gid)"},
	{"listxattr", "(path=None, *, follow_symlinks=True)"},
	{"lockf", "(fd, command, length, /)"},
	{"login_tty", "(fd, /)"},
	{"major", "(device, /)"},
	{"makedev", "(major, minor, /)"},
	{"memfd_create", "(name, flags=0)"},
	{"minor", "(device, /)"},
	{"mkfifo", "(path, mode=438, *, dir_fd=None)"},
	{"mknod", "(path, mode=384, device=0, *, dir_fd=None)"},
	{"fork", "()"},
	{"forkpty", "()"},
	{"nice", "(increment, /)"},
	{"openpty", "()"},
	{"pathconf", "(path, name)"},
	{"pidfd_open", "(pid, flags=0)"},
	{"posix_fadvise", "(fd, offset, length, advice, /)"},
	{"posix_fallocate", "(fd, offset, length, /)"},
	{"posix_openpt", "(oflag, /)"},
	{"pread", "(fd, length, offset, /)"},
	{"preadv", "(fd, buffers, offset, flags=0, /)"},
	{"ptsname", "(fd, /)"},
	{"pwrite", "(fd, buffer, offset, /)"},
	{"pwritev", "(fd, buffers, offset, flags=0, /)"},
	{"readv", "(fd, buffers, /)"},
	{"register_at_fork", "(*, before=None, after_in_child=None, after_in_parent=None)"},
	{"removexattr", "(path, attribute, *, follow_symlinks=True)"},
	{"sched_get_priority_max", "(policy)"},
	{"sched_get_priority_min", "(policy)"},
	{"sched_getaffinity", "(pid, /)"},
	{"sched_getparam", "(pid, /)"},
	{"sched_getscheduler", "(pid, /)"},
	{"sched_rr_get_interval", "(pid, /)"},
	{"sched_setaffinity", "(pid, mask, /)"},
	{"sched_setparam", "(pid, param, /)"},
	{"sched_setscheduler", "(pid, policy, param, /)"},
	{"sched_yield", "()"},
	{"sendfile", "(out_fd, in_fd, offset, count)"},
	{"set_blocking", "(fd, blocking, /)"},
	{"setegid", "(egid, /)"},
	{"seteuid", "(euid, /)"},
	{"setgid", "(gid, /)"},
	{"setgroups", "(groups, /)"},
	{"setpgid", "(pid, pgrp, /)"},
	{"setpgrp", "()"},
	{"setpriority", "(which, who, priority)"},
	{"setregid", "(rgid, egid, /)"},
	{"setresgid", "(rgid, egid, sgid, /)"},
	{"setresuid", "(ruid, euid, suid, /)"},
	{"setreuid", "(ruid, euid, /)"},
	{"setsid", "()"},
	{"setuid", "(uid, /)"},
	{"setxattr", "(path, attribute, value, flags=0, *, follow_symlinks=True)"},
	{"splice", "(src, dst, count, offset_src=None, offset_dst=None, flags=0)"},
	{"statvfs", "(path)"},
	{"sync", "()"},
	{"sysconf", "(name, /)"},
	{"tcgetpgrp", "(fd, /)"},
	{"tcsetpgrp", "(fd, pgid, /)"},
	{"timerfd_create", "(clockid, /, *, flags=0)"},
	{"timerfd_gettime", "(fd, /)"},
	{"timerfd_gettime_ns", "(fd, /)"},
	{"timerfd_settime", "(fd, /, *, flags=0, initial=0.0, interval=0.0)"},
	{"timerfd_settime_ns", "(fd, /, *, flags=0, initial=0, interval=0)"},
	{"ttyname", "(fd, /)"},
	{"unlockpt", "(fd, /)"},
	{"wait3", "(options)"},
	{"wait4", "(pid, options)"},
	{"waitid", "(idtype, id, options, /)"},
	{"writev", "(fd, buffers, /)"},
	{"WCOREDUMP", "(status, /)"},
	{"WIFCONTINUED", "(status)"},
}

// directFuncs are their declarations.
func directFuncs() (defs []FuncDef) {
	for _, f := range directSigs {
		name := f[0]
		defs = append(defs, FuncDef{Name: name, Sig: f[1], Fn: func(t *Thread, _ Value, a []Value) Value {
			do := directCalls[name]
			if do == nil || !iomod.HasCalls(t) {
				return native.RaiseIO(t, errNoCall, null)
			}
			iomod.FilesOf(t.RT).Settle() // what files hold back may be seen
			return do(t, a)
		}})
	}
	return
}

// initDirect puts the constants into the module, and takes out what this world has not.
func initDirect(t *Thread, d *object.Dict) bool {
	has := iomod.HasCalls(t)
	for _, f := range directSigs {
		if (!has || directCalls[f[0]] == nil) && d.Delete(t, object.Intern(t, f[0])) < 0 {
			return false
		}
	}
	if !has || directCalls == nil {
		return true
	}
	for name, n := range directConstants {
		if !d.SetStr(t, name, object.NewInt(t, n)) {
			return false
		}
	}
	for name, table := range map[string]map[string]int{"sysconf_names": sysconfNames, "confstr_names": confstrNames, "pathconf_names": pathconfNames} {
		m := object.NewDict(t)
		if m == nil {
			return false
		}
		for k, n := range table {
			if !m.SetStr(t, k, object.SmallInt(int64(n))) {
				return false
			}
		}
		if !d.SetStr(t, name, object.Of(m)) {
			return false
		}
	}
	for name, s := range map[string]*native.StructSeq{"sched_param": schedParam, "statvfs_result": statvfsResult, "waitid_result": waitidResult} {
		if !d.SetStr(t, name, t.Type(s.ID).Value()) {
			return false
		}
	}
	return true
}

// intReader reads arguments one after the other; after the first that cannot be read ok is false and an exception is set.
type intReader struct {
	t  *Thread
	ok bool
}

func argsOf(t *Thread) *intReader { return &intReader{t, true} }

// int reads an argument, or gives what stands for it when it is not there.
func (x *intReader) int(v Value, missing int) (n int) {
	if !x.ok || v == null {
		return missing
	}
	n, x.ok = object.AsInt(x.t, v)
	return
}

func (x *intReader) size(v Value, missing int64) (n int64) {
	if !x.ok || v == null || v == none {
		return missing
	}
	n, x.ok = object.AsSize(x.t, v, object.TOverflowError)
	return
}

func (x *intReader) fd(v Value) (n int) {
	if !x.ok {
		return 0
	}
	n, x.ok = fdOf(x.t, v)
	return
}

// id reads the number of a user or a group; -1 stands for none.
func (x *intReader) id(v Value, what string) int {
	if !x.ok {
		return 0
	}
	i := object.Index(x.t, v)
	if i == null {
		x.t.ClearExc()
		object.Raise(x.t, object.TTypeError, "%s should be integer, not %s", what, object.TypeName(x.t, v))
		x.ok = false
		return 0
	}
	n, small := object.Int64(i)
	switch {
	case small && n != -1 && n != int64(uint32(n)): // too large ones too, as CPython says
		object.Raise(x.t, object.TOverflowError, "%s is less than minimum", what)
		x.ok = false
	case !small && object.IntSign(i) < 0:
		object.Raise(x.t, object.TOverflowError, "%s is less than minimum", what)
		x.ok = false
	case !small:
		object.Raise(x.t, object.TOverflowError, "%s is greater than maximum", what)
		x.ok = false
	}
	return int(n)
}

// fdOf is the number of a descriptor, or of an object with fileno().
func fdOf(t *Thread, v Value) (int, bool) {
	if !native.IsInt(v) {
		return iomod.Fileno(t, v)
	}
	return object.AsInt(t, v)
}

// outcome is None, or an OSError.
func outcome(t *Thread, err error) Value {
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// number is an int, or an OSError.
func number[N ~int | ~int32 | ~int64 | ~uint32](t *Thread, n N, err error) Value {
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewInt(t, int64(n))
}

// Rusage is the type of what resource.getrusage and wait4 tell.
var Rusage = native.NewStructSeq("resource.struct_rusage", []string{"ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt",
	"ru_majflt", "ru_nswap", "ru_inblock", "ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw"}, 16)
