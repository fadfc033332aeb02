// Module resource: limits of processes and what they have used.

package unixmod

import (
	"math"
	"math/big"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/posix"
	"github.com/psyco-go/psy/internal/vm/object"
)

const limitCount = 16

var _ = native.Register("resource", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "getrusage", Sig: "(who, /)", F1: getrusage},
			{Name: "getrlimit", Sig: "(resource, /)", F1: func(t *Thread, _, v Value) Value { return limits(t, 0, v, null) }},
			{Name: "setrlimit", Sig: "(resource, limits, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				if limits(t, 0, a[0], a[1]) == null {
					return null
				}
				return none
			}},
			{Name: "prlimit", Sig: "(pid, resource, limits=None, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				pid, ok := object.AsInt(t, a[0])
				if !ok {
					return null
				}
				if a[2] == none {
					a[2] = null
				}
				return limits(t, pid, a[1], a[2])
			}},
			{Name: "getpagesize", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(unix.Getpagesize())) }},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return d.SetStr(t, "error", t.Type(object.TOSError).Value()) && d.SetStr(t, "struct_rusage", t.Type(posix.Rusage.ID).Value()) && constants(t, d, map[string]int64{
				"RLIMIT_AS": 9, "RLIMIT_CORE": 4, "RLIMIT_CPU": 0, "RLIMIT_DATA": 2, "RLIMIT_FSIZE": 1, "RLIMIT_MEMLOCK": 8, "RLIMIT_MSGQUEUE": 12, "RLIMIT_NICE": 13,
				"RLIMIT_NOFILE": 7, "RLIMIT_NPROC": 6, "RLIMIT_OFILE": 7, "RLIMIT_RSS": 5, "RLIMIT_RTPRIO": 14, "RLIMIT_RTTIME": 15, "RLIMIT_SIGPENDING": 11,
				"RLIMIT_STACK": 3, "RLIM_INFINITY": -1, "RUSAGE_CHILDREN": -1, "RUSAGE_SELF": 0, "RUSAGE_THREAD": 1})
		}}
})

func getrusage(t *Thread, _, v Value) Value {
	who, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		if err == unix.EINVAL {
			return object.Raise(t, object.TValueError, "invalid who parameter")
		}
		return native.RaiseIO(t, err, null)
	}
	return posix.RusageValue(t, &u)
}

// limit reads a limit; -1 stands for none.
func limit(t *Thread, v Value) (uint64, bool) {
	n, ok := object.AsSize(t, v, object.TOverflowError)
	return uint64(n), ok
}

func limitValue(t *Thread, n uint64) Value {
	if n == math.MaxUint64 {
		return object.SmallInt(-1)
	}
	return object.NewBigInt(t, new(big.Int).SetUint64(n))
}

// limits gives the limits of a process and changes them, if there are new ones.
func limits(t *Thread, pid int, which, news Value) Value {
	n, ok := object.AsInt(t, which)
	if !ok {
		return null
	}
	if n < 0 || n >= limitCount {
		return object.Raise(t, object.TValueError, "invalid resource specified")
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	var set *unix.Rlimit
	if news != null {
		l := object.ListFromIterable(t, news)
		if l == nil {
			return null
		}
		if l.Len() != 2 {
			return object.Raise(t, object.TValueError, "expected a tuple of 2 integers")
		}
		set = new(unix.Rlimit)
		if set.Cur, ok = limit(t, *l.At(0)); !ok {
			return null
		}
		if set.Max, ok = limit(t, *l.At(1)); !ok {
			return null
		}
	}
	var old unix.Rlimit
	err := unix.Prlimit(pid, n, set, &old)
	switch {
	case err == unix.EINVAL:
		return object.Raise(t, object.TValueError, "current limit exceeds maximum limit")
	case err == unix.EPERM && pid == 0:
		return object.Raise(t, object.TValueError, "not allowed to raise maximum limit")
	case err != nil:
		return native.RaiseIO(t, err, null)
	}
	a := limitValue(t, old.Cur)
	return object.Pair(t, a, limitValue(t, old.Max))
}
