// Module fcntl: control of descriptors, and locks of files.

package unixmod

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("fcntl", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "fcntl", Sig: "(fd, cmd, arg=0, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return control(t, "fcntl", unix.SYS_FCNTL, a[0], a[1], a[2], null)
			}},
			{Name: "ioctl", Sig: "(fd, request, arg=0, mutate_flag=True, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return control(t, "ioctl", unix.SYS_IOCTL, a[0], a[1], a[2], a[3])
			}},
			{Name: "flock", Sig: "(fd, operation, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				fd, ok := descriptor(t, a[0])
				if !ok {
					return null
				}
				how, ok := object.AsInt(t, a[1])
				if !ok {
					return null
				}
				if how&(unix.LOCK_NB|unix.LOCK_UN) == 0 {
					return outcome(t, iomod.Retry(t, func() error { return unix.Flock(fd, how|unix.LOCK_NB) }))
				}
				return outcome(t, again(func() error { return unix.Flock(fd, how) }))
			}},
			{Name: "lockf", Sig: "(fd, cmd, len=0, start=0, whence=0, /)", Fn: lockf},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool { return constants(t, d, fcntlNumbers) }}
})

// again makes a call until no signal interrupts it.
func again(f func() error) error {
	for {
		if err := f(); err != unix.EINTR {
			return err
		}
	}
}

// descriptor reads a descriptor, in a world whose programs may control some.
func descriptor(t *Thread, v Value) (int, bool) {
	fd, ok := iomod.Fileno(t, v)
	if ok && !iomod.HasCalls(t) {
		native.RaiseIO(t, syscall.ENOSYS, null)
		return 0, false
	}
	if ok {
		iomod.FilesOf(t.RT).Settle()
	}
	return fd, ok
}

// control is fcntl and ioctl. The argument is a number, or bytes: those of a mutable buffer are changed in place if mutate is true, which it is unless
// given, and only ioctl has it.
func control(t *Thread, fn string, trap uintptr, file, request, arg, mutate Value) Value {
	fd, ok := descriptor(t, file)
	if !ok {
		return null
	}
	cmd := uintptr(0)
	if v := object.Index(t, request); v == null {
		return null
	} else if n, small := object.Int64(v); small {
		cmd = uintptr(uint32(n))
	}
	if arg == null || native.IsInt(arg) {
		n := int64(0)
		if arg != null {
			if v, small := object.Int64(arg); small {
				n = v
			} else {
				return object.Raise(t, object.TOverflowError, "signed integer is greater than maximum")
			}
		}
		var r uintptr
		err := again(func() error {
			var errno syscall.Errno
			if r, _, errno = unix.Syscall(trap, uintptr(fd), cmd, uintptr(n)); errno != 0 {
				return errno
			}
			return nil
		})
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		return object.NewInt(t, int64(int32(r)))
	}
	var room [1024 + 8]byte
	do := func(p unsafe.Pointer) (r uintptr, err error) {
		err = again(func() error {
			var errno syscall.Errno
			if r, _, errno = unix.Syscall(trap, uintptr(fd), cmd, uintptr(p)); errno != 0 {
				return errno
			}
			return nil
		})
		return
	}
	if trap == unix.SYS_IOCTL && !object.IsStr(arg) {
		inPlace, ok := native.OptBool(t, mutate, true)
		if !ok {
			return null
		}
		if b, ok := object.WritableBufferOf(t, arg); ok && inPlace {
			n := copy(room[:1024], b)
			p := unsafe.Pointer(&room)
			if len(b) > 1024 {
				p = unsafe.Pointer(&b[0])
			}
			r, err := do(p)
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			if len(b) <= 1024 {
				copy(b, room[:n])
			}
			return object.NewInt(t, int64(int32(r)))
		} else if t.Exc != null {
			return null
		}
	}
	var b []byte
	if object.IsStr(arg) {
		b = []byte(object.GoString(arg))
	} else if b, ok = native.BufferOf(t, arg); !ok {
		t.ClearExc()
		if trap == unix.SYS_IOCTL {
			return object.Raise(t, object.TTypeError, "ioctl() argument 3 must be int, bytes-like object, or str, not %s", object.TypeName(t, arg))
		}
		return object.Raise(t, object.TTypeError, "'%s' object cannot be interpreted as an integer", object.TypeName(t, arg))
	}
	if len(b) > 1024 {
		return object.Raise(t, object.TValueError, "%s string arg too long", fn)
	}
	n := copy(room[:], b)
	if _, err := do(unsafe.Pointer(&room)); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewBytes(t, room[:n])
}

func lockf(t *Thread, _ Value, a []Value) Value {
	fd, ok := descriptor(t, a[0])
	if !ok {
		return null
	}
	code, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	var n [3]int64
	for i := range n {
		if a[2+i] != null {
			if n[i], ok = object.AsSize(t, a[2+i], object.TOverflowError); !ok {
				return null
			}
		}
	}
	l := unix.Flock_t{Len: n[0], Start: n[1], Whence: int16(n[2])}
	switch {
	case code == unix.LOCK_UN:
		l.Type = unix.F_UNLCK
	case code&unix.LOCK_SH != 0:
		l.Type = unix.F_RDLCK
	case code&unix.LOCK_EX != 0:
		l.Type = unix.F_WRLCK
	default:
		return object.Raise(t, object.TValueError, "unrecognized lockf argument")
	}
	take := func() error { return unix.FcntlFlock(uintptr(fd), unix.F_SETLK, &l) }
	if code&unix.LOCK_NB == 0 {
		return outcome(t, iomod.Retry(t, take))
	}
	return outcome(t, again(take))
}
