// The _thread module: starting threads, and what stands for them.

package threads

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/host/watcher"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// interruptMain does as if a signal had come: its handler is called, if there is one.
func interruptMain(t *Thread, _ Value, a []Value) Value {
	if len(a) > 0 {
		return signals.Interrupt(t, a[0])
	}
	return signals.Interrupt(t, null)
}

// threadHandle stands for a thread that can be joined.
type threadHandle struct {
	header
	Ident Value
	Done  bool
}

// isDone reports whether the thread of a handle, which was started, has ended.
func (h *threadHandle) isDone(t *Thread) bool {
	if !h.Done && h.Ident != null { // of the main thread, no other handle tells
		id, _ := object.Int64(h.Ident)
		h.Done = t.Gone(id)
	}
	return h.Done
}

func (h *threadHandle) finish(t *Thread) {
	h.Done = true
	wake(t, object.Of(h), true)
}

var tThreadHandle = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread._ThreadHandle", Size: unsafe.Sizeof(threadHandle{}), Refs: 1 << 1,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return object.AllocInstance(t, typ) },
		Repr: func(t *Thread, v Value) Value {
			id := int64(0)
			if h := object.As[threadHandle](v); h.Ident != null {
				id, _ = object.Int64(h.Ident)
			}
			return object.NewStr(t, fmt.Sprintf("<_ThreadHandle object: ident=%d>", id))
		},
	},
	Methods: []FuncDef{
		{Name: "is_done", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(object.As[threadHandle](v).isDone(t)) }},
		{Name: "_set_done", Sig: "()", F0: func(t *Thread, v Value) Value {
			h := object.As[threadHandle](v)
			if h.Ident == null {
				return object.Raise(t, object.TRuntimeError, "thread not started")
			}
			h.finish(t)
			return none
		}},
		{Name: "join", Sig: "(timeout=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
			wait := time.Duration(-1)
			if len(args) > 0 && args[0] != none {
				var ok bool
				if wait, ok = timemod.SecondsOf(t, args[0]); !ok {
					return null
				}
			}
			return joinHandle(t, v, wait)
		}},
	},
	GetSets: []object.GetSetDef{{Name: "ident", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[threadHandle](v).Ident) }}},
})

func joinHandle(t *Thread, v Value, wait time.Duration) Value {
	h := object.As[threadHandle](v)
	switch {
	case h.Ident == null:
		return object.Raise(t, object.TRuntimeError, "thread not started")
	case h.isDone(t):
		return none
	case h.Ident == object.SmallInt(t.Strand.Ident):
		return object.Raise(t, object.TRuntimeError, "Cannot join current thread")
	}
	_, ok := waitFor(t, v, wait, func() bool { return h.isDone(t) })
	return native.DoneIf(ok)
}

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
	if object.IsType(*x.At(0)) && object.As[object.Type](*x.At(0)).IsSubtype(t.Type(object.TSystemExit)) {
		return none
	}
	if t.RT.OnUncaught != nil && object.IsExceptionInstance(*x.At(1)) {
		t.RT.OnUncaught(t, *x.At(1))
	}
	thread := *x.At(3)
	file := t.RT.SysDict.GetStr(t.N(object.N_stderr))
	if file == null || file == none {
		if thread == none { // so there is nobody to ask for another
			return none
		}
		if file = object.GetAttr(t, thread, object.Intern(t, "_stderr")); file == null || file == none {
			return native.DoneIf(file == none)
		}
	}
	name := fmt.Sprint(t.Strand.Ident)
	if thread != none {
		if v := object.GetAttr(t, thread, object.Intern(t, "name")); v == null {
			t.ClearExc()
		} else if s := object.ToStr(t, v); s == null {
			return null
		} else {
			name = object.GoString(s)
		}
	}
	text := "Exception in thread " + name + ":\n"
	if exc := *x.At(1); object.IsExceptionInstance(exc) {
		text += traceback.FormatUnraisable(t, exc)
	}
	s := object.NewStr(t, text)
	if s == null || !native.WriteText(t, file, s) {
		return null
	}
	return native.DoneIf(object.CallMethod0(t, file, t.N(object.N_flush)) != null)
}

// start starts a thread that calls f(*args, **kwargs); handle stands for it, or is Null.
func start(t *Thread, f, args, kwargs, handle Value, daemon bool) Value {
	if r := native.SubRightsOf(t); r != nil && !r.Threads {
		return object.Raise(t, object.TRuntimeError, "thread is not supported for isolated subinterpreters")
	}
	begin := object.NewTuple(t, 4)
	if begin == nil {
		return null
	}
	*begin.At(0), *begin.At(1), *begin.At(2), *begin.At(3) = f, args, native.OrNone(kwargs), native.OrNone(handle)
	watcher.Alert()
	s := &object.Strand{Begin: object.Of(begin), Daemon: daemon} //psy:root visited by visitRoots
	if err := t.Start(s, runThread); err != nil {
		if t.RT.Finalizing {
			return object.Raise(t, object.TPythonFinalizationError, "can't create new thread at interpreter shutdown")
		}
		return object.Raise(t, object.TRuntimeError, "can't start new thread")
	}
	id := object.SmallInt(s.Ident)
	if handle != null {
		object.As[threadHandle](handle).Ident = id
	}
	return id
}

// runThread is what a thread does from its begin to its end.
func runThread(t *Thread) {
	begin := object.As[object.Tuple](t.Strand.Begin)
	var kwargs *object.Dict
	if d := *begin.At(2); d != none {
		kwargs = object.As[object.Dict](d)
	}
	f := *begin.At(0)
	if object.CallTuple(t, f, object.As[object.Tuple](*begin.At(1)), kwargs) == null {
		if t.Matches(object.TSystemExit) || t.Doomed {
			t.ClearExc()
		} else {
			exc := t.Exc
			t.ClearExc()
			who, ok := object.ReprString(t, f)
			if !ok {
				who = "<object repr() failed>"
			}
			t.Exc = exc
			object.WriteUnraisableIn(t, "Exception ignored in thread started by "+who, null)
		}
	}
	dropLocals(t, t.Strand)
	if h := *begin.At(3); h != none {
		object.As[threadHandle](h).finish(t)
	}
}

// Forked says that this process is a copy whose only thread is the running one: the others have ended. last ends the process.
func Forked(t *Thread, last func()) {
	for _, s := range t.Forked(last) {
		dropLocals(t, s)
		if s.Begin != null {
			if h := *object.As[object.Tuple](s.Begin).At(3); h != none {
				object.As[threadHandle](h).finish(t)
			}
		}
	}
}

func startThread(t *Thread, _ Value, a []Value) Value {
	kwargs := null
	if object.TypeOf(t, a[0]).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "first arg must be callable")
	}
	if !a[1].IsPtr() || !object.IsTuple(a[1]) {
		return object.Raise(t, object.TTypeError, "2nd arg must be a tuple")
	}
	if len(a) > 2 {
		if kwargs = a[2]; !object.IsDict(kwargs) {
			return object.Raise(t, object.TTypeError, "optional 3rd arg must be a dictionary")
		}
	}
	return start(t, a[0], a[1], kwargs, null, true)
}

func startJoinable(t *Thread, _ Value, a []Value) Value {
	if object.TypeOf(t, a[0]).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "thread function must be callable")
	}
	handle, daemon := a[1], true
	if handle == null || handle == none {
		if handle = object.Of(object.New[threadHandle](t, tThreadHandle)); handle == null {
			return null
		}
	} else if !handle.IsExact(tThreadHandle) {
		return object.Raise(t, object.TTypeError, "'handle' must be a _ThreadHandle")
	}
	if a[2] != null {
		b := object.Truth(t, a[2])
		if b < 0 {
			return null
		}
		daemon = b == 1
	}
	if object.As[threadHandle](handle).Ident != null {
		return object.Raise(t, object.TRuntimeError, "thread already started")
	}
	if start(t, a[0], object.Of(t.RT.EmptyTuple), null, handle, daemon) == null {
		return null
	}
	return handle
}

// shutdown waits for all threads that are no daemons.
func shutdown(t *Thread, _ Value) Value {
	for {
		h := null
		for _, s := range t.RT.Strands() {
			if !s.Daemon && s != t.Strand && s.Begin != null {
				h = *object.As[object.Tuple](s.Begin).At(3)
			}
		}
		if h == null {
			return none
		}
		if joinHandle(t, h, -1) == null {
			object.WriteUnraisable(t, null)
			return none
		}
		if object.As[threadHandle](h).Done { // its goroutine is about to end
			t.Outside(runtime.Gosched)
		}
	}
}

// sizeKey is the size of stacks that the program has asked for. psy's own stacks grow as needed: the number is only kept.
var sizeKey = object.NewHostKey[int](nil)

// leastStack is the smallest stack that CPython makes.
const leastStack = 32 << 10

func stackSize(t *Thread, _ Value, a []Value) Value {
	old := sizeKey.Of(t.RT)
	if len(a) > 0 {
		n, ok := object.AsInt(t, a[0])
		switch {
		case !ok:
			return null
		case n < 0:
			return object.Raise(t, object.TValueError, "size must be 0 or a positive value")
		case n != 0 && n < leastStack:
			return object.Raise(t, object.TValueError, "size not valid: %d bytes", n)
		}
		sizeKey.Set(t.RT, n)
	}
	return object.SmallInt(int64(old))
}

func newPlainLock(t *Thread, _ Value) Value { return object.AllocInstance(t, t.Type(tLock)) }

func ident(t *Thread, _ Value) Value { return object.SmallInt(t.Strand.Ident) }

// nativeIdent is a number that no other thread has. Go does not tell which of the system's threads runs a goroutine, and that changes.
func nativeIdent(t *Thread, _ Value) Value {
	return object.SmallInt(int64(native.SystemOf(t).ID(system.PID)) + t.Strand.Ident - t.RT.Strands()[0].Ident)
}

func exitThread(t *Thread, _ Value) Value { return object.RaiseType(t, object.TSystemExit) }

var _ = native.Register("_thread", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tLock, tRLock, tThreadLocal, tThreadHandle},
		Funcs: []FuncDef{
			{Name: "get_ident", Sig: "()", F0: ident},
			{Name: "get_native_id", Sig: "()", F0: nativeIdent},
			{Name: "allocate_lock", F0: newPlainLock},
			{Name: "allocate", F0: newPlainLock},
			{Name: "start_new_thread", FN: startThread, MinArgs: 2, MaxArgs: 3},
			{Name: "start_new", FN: startThread, MinArgs: 2, MaxArgs: 3},
			{Name: "start_joinable_thread", Sig: "(function, handle=None, daemon=True)", Fn: startJoinable},
			{Name: "daemon_threads_allowed", F0: func(t *Thread, _ Value) Value {
				r := native.SubRightsOf(t)
				return object.Bool(r == nil || r.Daemons)
			}},
			{Name: "_is_main_interpreter", F0: func(t *Thread, _ Value) Value { return object.Bool(native.SubRightsOf(t) == nil) }},
			{Name: "_shutdown", F0: shutdown},
			{Name: "_count", F0: func(t *Thread, _ Value) Value { return object.SmallInt(int64(len(t.RT.Strands()) - 1)) }},
			{Name: "_make_thread_handle", F1: func(t *Thread, _, id Value) Value {
				h := object.New[threadHandle](t, tThreadHandle)
				if h != nil {
					h.Ident = id
				}
				return object.Of(h)
			}},
			{Name: "_excepthook", Sig: "(exc_info, /)", F1: threadExceptHook},
			{Name: "_get_main_thread_ident", F0: func(t *Thread, _ Value) Value { return object.SmallInt(t.RT.Strands()[0].Ident) }},
			{Name: "stack_size", FN: stackSize, MaxArgs: 1},
			{Name: "exit", F0: exitThread},
			{Name: "exit_thread", F0: exitThread},
			{Name: "interrupt_main", Sig: "(signum=signal.SIGINT, /)", FN: interruptMain, MaxArgs: 1},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "LockType", object.Of(t.Type(tLock))) && d.SetStr(t, "error", object.Of(t.Type(object.TRuntimeError))) &&
				d.SetStr(t, "TIMEOUT_MAX", object.Float(timeoutMax)) && makeExceptHookArgs(t, d)
		},
	}
})

var _ = object.Fixed[int]() // sizeKey
