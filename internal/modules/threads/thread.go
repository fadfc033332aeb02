// The _thread module. A runtime has one thread: locks work, new threads cannot be started.

package threads

import (
	"fmt"
	"math"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// lockObject is a lock or an RLock: how often it is held.
type lockObject struct {
	heap.Header
	count int64
}

const timeoutMax = 9223372036.0

// lockWait reads the arguments of acquire: whether the lock may be waited for, and for how long; -1: for ever.
func lockWait(t *Thread, blocking, timeout Value) (may bool, wait time.Duration, ok bool) {
	const forEver = -1
	if blocking != null {
		switch object.Truth(t, blocking) {
		case -1:
			return false, 0, false
		case 1:
			may = true
		}
	} else {
		may = true
	}
	wait = -time.Second
	if timeout != null {
		if wait, ok = timemod.SecondsOf(t, timeout); !ok {
			return false, 0, false
		}
	}
	switch {
	case !may && wait != -time.Second:
		object.Raise(t, object.TValueError, "can't specify a timeout for a non-blocking call")
		return false, 0, false
	case wait < 0 && wait != -time.Second:
		object.Raise(t, object.TValueError, "timeout value must be a non-negative number")
		return false, 0, false
	case wait < 0:
		wait = forEver
	}
	return may, wait, true
}

// acquire takes a lock: with no other thread to release it, only time, an interrupt or a signal handler ends the wait.
func acquire(t *Thread, self Value, a []Value, reentrant bool) Value {
	may, wait, ok := lockWait(t, a[0], a[1])
	if !ok {
		return null
	}
	l := object.As[lockObject](self)
	if l.count == 0 || reentrant {
		l.count++
		return object.True
	}
	if !may {
		return object.False
	}
	s := native.SystemOf(t)
	end := int64(math.MaxInt64)
	if wait >= 0 {
		end = timemod.Deadline(s, wait)
	}
	for {
		left := end - s.Monotonic()
		if left <= 0 {
			return object.False
		}
		if !t.Poll() {
			return null
		}
		if l.count == 0 { // released by a signal handler or a finalizer
			l.count++
			return object.True
		}
		s.Sleep(min(time.Duration(left), time.Millisecond))
	}
}

// interruptMain does as if a signal had come: its handler is called, if there is one.
func interruptMain(t *Thread, self Value, a []Value) Value {
	v := object.SmallInt(int64(signalNumbers["SIGINT"]))
	if len(a) > 0 {
		v = a[0]
	}
	n, ok := signalArg(t, v)
	if !ok {
		return null
	}
	h := signalHandler(t, n)
	if h == null || object.IsIntLike(h) {
		return native.DoneIf(h != null)
	}
	return Raise(t, self, v)
}

func lockRelease(t *Thread, self Value) Value {
	l := object.As[lockObject](self)
	if l.count == 0 {
		return object.Raise(t, object.TRuntimeError, "release unlocked lock")
	}
	l.count = 0
	return none
}

func rlockRelease(t *Thread, self Value) Value {
	l := object.As[lockObject](self)
	if l.count == 0 {
		return object.Raise(t, object.TRuntimeError, "cannot release un-acquired lock")
	}
	l.count--
	return none
}

func lockState(l *lockObject) string {
	if l.count > 0 {
		return "locked"
	}
	return "unlocked"
}

func newLock(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if len(args) > 0 {
		return object.Raise(t, object.TTypeError, "%s() takes no arguments", typ.NameString())
	}
	return object.AllocInstance(t, typ)
}

const acquireSig = "(blocking=True, timeout=-1)"

func lockMethods(reentrant bool, release object.UnaryFunc, names ...string) []FuncDef {
	take := func(t *Thread, self Value, a []Value) Value { return acquire(t, self, a, reentrant) }
	exit := func(t *Thread, self Value, a []Value) Value { return release(t, self) }
	defs := []FuncDef{
		{Name: "__enter__", Sig: acquireSig, Fn: take},
		{Name: "__exit__", FN: exit, MaxArgs: -1},
		{Name: "_at_fork_reinit", F0: func(t *Thread, self Value) Value {
			object.As[lockObject](self).count = 0
			return none
		}},
	}
	for _, n := range names {
		if n == "acquire" || n == "acquire_lock" {
			defs = append(defs, FuncDef{Name: n, Sig: acquireSig, Fn: take})
		} else {
			defs = append(defs, FuncDef{Name: n, F0: release})
		}
	}
	return defs
}

func lockLocked(t *Thread, self Value) Value {
	return object.Bool(object.As[lockObject](self).count > 0)
}

var tLock = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread.lock", Size: unsafe.Sizeof(lockObject{}),
	Slots: object.Slots{New: newLock, Repr: func(t *Thread, v Value) Value {
		return object.NewStr(t, fmt.Sprintf("<%s _thread.lock object at 0x%x>", lockState(object.As[lockObject](v)), uint64(v)))
	}},
	Methods: append(lockMethods(false, lockRelease, "acquire", "acquire_lock", "release", "release_lock"),
		FuncDef{Name: "locked", F0: lockLocked}, FuncDef{Name: "locked_lock", F0: lockLocked}),
})

var tRLock = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread.RLock", Size: unsafe.Sizeof(lockObject{}), Flags: object.TypeBase,
	Slots: object.Slots{New: newLock, Repr: func(t *Thread, v Value) Value {
		l, owner := object.As[lockObject](v), int64(0)
		if l.count > 0 {
			owner = Ident
		}
		return object.NewStr(t, fmt.Sprintf("<%s _thread.RLock object owner=%d count=%d at 0x%x>", lockState(l), owner, l.count, uint64(v)))
	}},
	Methods: append(lockMethods(true, rlockRelease, "acquire", "release"),
		FuncDef{Name: "_is_owned", F0: lockLocked},
		FuncDef{Name: "_recursion_count", F0: func(t *Thread, self Value) Value { return object.SmallInt(object.As[lockObject](self).count) }},
		FuncDef{Name: "_release_save", F0: func(t *Thread, self Value) Value {
			l := object.As[lockObject](self)
			if l.count == 0 {
				return object.Raise(t, object.TRuntimeError, "cannot release un-acquired lock")
			}
			n := l.count
			l.count = 0
			return object.Pair(t, object.SmallInt(n), object.SmallInt(Ident))
		}},
		FuncDef{Name: "_acquire_restore", F1: func(t *Thread, self, state Value) Value {
			if !state.IsExact(object.TTuple) || object.As[object.Tuple](state).Len() != 2 || !object.As[object.Tuple](state).At(0).IsInt() {
				return object.Raise(t, object.TTypeError, "_acquire_restore() argument 1 must be tuple, not %s", object.TypeName(t, state))
			}
			object.As[lockObject](self).count = object.As[object.Tuple](state).At(0).Int()
			return none
		}}),
})

var tThreadLocal = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread._local", Size: 8, Dict: true, Flags: object.TypeBase,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		if len(args) > 0 && typ.ID != 0 {
			return object.Raise(t, object.TTypeError, "Initialization arguments are not supported")
		}
		return object.AllocInstance(t, typ)
	}},
	GetSets: []object.GetSetDef{{Name: "__dict__", Get: func(t *Thread, v Value) Value {
		if d := object.InstanceDict(t, v, true); d != nil {
			return object.Of(d)
		}
		return null
	}}},
})

// threadHandle stands for a thread that can be joined. The only thread there is never ends.
type threadHandle struct {
	header
	Ident Value
	Done  bool
}

var tThreadHandle = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread._ThreadHandle", Size: unsafe.Sizeof(threadHandle{}), Refs: 1 << 1,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return object.AllocInstance(t, typ) }},
	Methods: []FuncDef{
		{Name: "is_done", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(object.As[threadHandle](v).Done) }},
		{Name: "_set_done", Sig: "()", F0: func(t *Thread, v Value) Value {
			object.As[threadHandle](v).Done = true
			return none
		}},
		{Name: "join", Sig: "(timeout=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
			h := object.As[threadHandle](v)
			switch {
			case h.Done:
				return none
			case h.Ident == null:
				return object.Raise(t, object.TRuntimeError, "thread not started")
			}
			return object.Raise(t, object.TRuntimeError, "Cannot join current thread")
		}},
	},
	GetSets: []object.GetSetDef{{Name: "ident", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[threadHandle](v).Ident) }}},
})

var exceptHookArgs = native.NewStructSeq("_thread._ExceptHookArgs",
	[]string{"exc_type", "exc_value", "exc_traceback", "thread"}, 4)

func makeExceptHookArgs(t *Thread, d *object.Dict) bool {
	return d.SetStr(t, "_ExceptHookArgs", t.Type(exceptHookArgs.ID).Value())
}

// threadExceptHook prints the exception of a thread.
func threadExceptHook(t *Thread, _, args Value) Value {
	if !args.IsExact(exceptHookArgs.ID) {
		return object.Raise(t, object.TTypeError, "_thread.excepthook argument type must be ExceptHookArgs")
	}
	x := object.As[object.Tuple](args)
	if exc := *x.At(1); exc != none && !object.IsInstance(t, exc, object.TSystemExit) {
		traceback.PrintException(t, exc)
	}
	return none
}

// Ident is what get_ident tells.
const Ident = 140000000000000

func noThreads(t *Thread, _ Value, a []Value) Value {
	return object.Raise(t, object.TRuntimeError, "can't start new thread")
}

func newPlainLock(t *Thread, _ Value) Value { return object.AllocInstance(t, t.Type(tLock)) }

func ident(t *Thread, _ Value) Value { return object.SmallInt(Ident) }

func exitThread(t *Thread, _ Value) Value { return object.RaiseType(t, object.TSystemExit) }

var _ = native.Register(native.ModuleDef{
	Name:  "_thread",
	Types: []object.TypeID{tLock, tRLock, tThreadLocal, tThreadHandle},
	Funcs: []FuncDef{
		{Name: "get_ident", Sig: "()", F0: ident},
		{Name: "get_native_id", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(native.SystemOf(t).ID(system.PID))) }},
		{Name: "allocate_lock", F0: newPlainLock},
		{Name: "allocate", F0: newPlainLock},
		{Name: "start_new_thread", FN: noThreads, MaxArgs: -1},
		{Name: "start_new", FN: noThreads, MaxArgs: -1},
		{Name: "start_joinable_thread", FK: func(t *Thread, self Value, a []Value, kw Value) Value { return noThreads(t, self, a) }},
		{Name: "daemon_threads_allowed", F0: func(t *Thread, _ Value) Value { return object.True }},
		{Name: "_is_main_interpreter", F0: func(t *Thread, _ Value) Value { return object.True }},
		{Name: "_shutdown", F0: func(t *Thread, _ Value) Value { return none }},
		{Name: "_count", F0: func(t *Thread, _ Value) Value { return object.SmallInt(0) }},
		{Name: "_make_thread_handle", F1: func(t *Thread, _, id Value) Value {
			h := object.New[threadHandle](t, tThreadHandle)
			if h != nil {
				h.Ident = id
			}
			return object.Of(h)
		}},
		{Name: "_excepthook", Sig: "(exc_info, /)", F1: threadExceptHook},
		{Name: "_get_main_thread_ident", F0: ident},
		{Name: "stack_size", FN: func(t *Thread, _ Value, a []Value) Value { return object.SmallInt(0) }, MaxArgs: 1},
		{Name: "exit", F0: exitThread},
		{Name: "exit_thread", F0: exitThread},
		{Name: "interrupt_main", Sig: "(signum=signal.SIGINT, /)", FN: interruptMain, MaxArgs: 1},
	},
	Init: func(t *Thread, m Value, d *object.Dict) bool {
		return d.SetStr(t, "LockType", object.Of(t.Type(tLock))) && d.SetStr(t, "error", object.Of(t.Type(object.TRuntimeError))) &&
			d.SetStr(t, "TIMEOUT_MAX", object.Float(timeoutMax)) && makeExceptHookArgs(t, d)
	},
})
