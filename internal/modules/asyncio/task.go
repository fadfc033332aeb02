// Tasks: coroutines that an event loop runs step by step.

package asyncio

import (
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// task is a Task. Name is a str, or the number of a task that was given no name.
type task struct {
	future
	Coro, Waiter  Value // Waiter: the future that the task waits for, or Null
	Name, Context Value
	Cancels       int64 // requests to cancel the task
}

// The fields of the future that are no references take the word before Coro.
const taskRefs = futureRefs | 15<<12

var (
	tTask = object.AllocTypeID()
	tStep = object.AllocTypeID()
)

func tsk(v Value) *task { return object.As[task](v) }

// isCoroutine reports whether a task can run v, and remembers the types for which asyncio.iscoroutine has said so. -1: an exception is set.
func isCoroutine(t *Thread, v Value) int {
	if v.IsExact(object.TCoroutine) {
		return 1
	}
	s, typ := stateOf(t), object.TypeOf(t, v).Value()
	if known := object.SetContains(t, s.CoroutineTypes, typ); known != 0 {
		return known
	}
	r := object.Call1(t, s.IsCoroutine, v)
	if r == null {
		return -1
	}
	is := object.Truth(t, r)
	if is > 0 && object.As[object.Set](s.CoroutineTypes).Used < 100 && !object.SetAdd(t, s.CoroutineTypes, typ) {
		return -1
	}
	return is
}

func taskInit(t *Thread, v Value, a []Value) bool {
	coro, loop, name, context, eager := a[0], a[1], a[2], a[3], a[4]
	k := tsk(v)
	if !begin(t, v, loop) {
		return false
	}
	switch isCoroutine(t, coro) {
	case -1:
		return false
	case 0:
		k.LogDestroy = false
		if text := reprText(t, "a coroutine was expected, got ", coro, "", null, ""); text != null {
			object.RaiseValue(t, object.TTypeError, text)
		}
		return false
	}
	if context == null || context == none {
		if context = threads.CopyContext(t); context == null {
			return false
		}
	}
	k.Context, k.Coro, k.Waiter = context, coro, null
	k.MustCancel, k.LogDestroy, k.Cancels = false, true, 0
	if name == null || name == none {
		s := stateOf(t)
		s.Names++
		k.Name = object.SmallInt(s.Names)
	} else if k.Name = strOf(t, name); k.Name == null {
		return false
	}
	if eager != null {
		start := object.Truth(t, eager)
		if start < 0 {
			return false
		}
		if start > 0 {
			running := callMethod(t, k.Loop, stateOf(t).IsRunning, null, null, null, null)
			if running == null {
				return false
			}
			switch object.Truth(t, running) {
			case -1:
				return false
			case 1:
				return eagerStart(t, v)
			}
		}
	}
	return stepSoon(t, v, null) && registerTask(t, v)
}

// strOf is str(v), and v itself if it is a str.
func strOf(t *Thread, v Value) Value {
	if v.IsExact(object.TStr) {
		return v
	}
	return object.ToStr(t, v)
}

func taskName(t *Thread, v Value) Value {
	k := tsk(v)
	if k.Name == null {
		return none
	}
	if k.Name.IsInt() {
		name := object.NewStr(t, "Task-"+strconv.FormatInt(k.Name.Int(), 10))
		if name == null {
			return null
		}
		k.Name = name
	}
	return k.Name
}

// taskCancel asks for CancelledError to be thrown into the coroutine.
func taskCancel(t *Thread, v Value, a []Value) Value {
	k, message := tsk(v), a[0]
	if !alive(t, &k.future) {
		return null
	}
	k.Log = false
	if k.State != pending {
		return object.False
	}
	k.Cancels++
	if k.Waiter != null {
		switch cancelWaiter(t, k.Waiter, native.OrNone(message)) {
		case -1:
			return null
		case 1:
			return object.True
		}
	}
	k.MustCancel, k.Message = true, message
	return object.True
}

// cancelWaiter cancels what a task waits for. -1: an exception is set.
func cancelWaiter(t *Thread, waiter, message Value) int {
	s := stateOf(t)
	r := callMethod(t, waiter, s.Cancel, null, null, s.KwMsg, message)
	if r == null {
		return -1
	}
	return object.Truth(t, r)
}

func taskUncancel(t *Thread, v Value) Value {
	k := tsk(v)
	if k.Cancels > 0 {
		if k.Cancels--; k.Cancels == 0 {
			k.MustCancel = false
		}
	}
	return object.SmallInt(k.Cancels)
}

// taskDel tells of a task that was never finished.
func taskDel(t *Thread, v Value) Value {
	k := tsk(v)
	if k.State == pending && k.LogDestroy && k.Loop != null &&
		!tell(t, v, "task", "Task was destroyed but it is pending!", "", null) {
		object.WriteUnraisable(t, v)
	}
	return futureDel(t, v)
}

// cannot makes a method that tasks do not have.
func cannot(name string) func(t *Thread, v, x Value) Value {
	return func(t *Thread, v, x Value) Value {
		return object.Raise(t, object.TRuntimeError, "Task does not support %s operation", name)
	}
}

var _ = object.DefineType(tTask, object.TypeDef{
	Name: "_asyncio.Task", Base: tFuture, Flags: object.TypeBase | object.TypeHasDel, Size: unsafe.Sizeof(task{}), Refs: taskRefs, Dict: true,
	Slots: object.Slots{
		New:  alloc,
		Init: native.BindInit("Task", "(coro, *, loop=None, name=None, context=None, eager_start=False)", taskInit),
		Iter: newIter, Await: newIter, Del: taskDel,
		Repr: func(t *Thread, v Value) Value {
			if !alive(t, fut(v)) {
				return null
			}
			return object.Call1(t, stateOf(t).TaskRepr, v)
		},
	},
	GetSets: append([]object.GetSetDef{
		{Name: "_log_destroy_pending", Get: func(t *Thread, v Value) Value { return object.Bool(fut(v).LogDestroy) },
			Set: func(t *Thread, v, x Value) bool {
				if x == null {
					object.Raise(t, object.TAttributeError, "cannot delete attribute")
					return false
				}
				on := object.Truth(t, x)
				fut(v).LogDestroy = on > 0
				return on >= 0
			}},
		{Name: "_must_cancel", Get: func(t *Thread, v Value) Value { return object.Bool(fut(v).MustCancel) }},
		{Name: "_coro", Get: func(t *Thread, v Value) Value { return native.OrNone(tsk(v).Coro) }},
		{Name: "_fut_waiter", Get: func(t *Thread, v Value) Value { return native.OrNone(tsk(v).Waiter) }},
	}, futureAttrs...),
	Methods: []FuncDef{
		{Name: "result", Sig: "()", F0: result},
		{Name: "exception", Sig: "()", F0: exception},
		{Name: "set_result", Sig: "(result, /)", F1: cannot("set_result")},
		{Name: "set_exception", Sig: "(exception, /)", F1: cannot("set_exception")},
		{Name: "add_done_callback", Sig: "(fn, /, *, context=<unrepresentable>)", Fn: addDoneCallback},
		{Name: "remove_done_callback", Sig: "(fn, /)", F1: removeDoneCallback},
		{Name: "cancel", Sig: "(msg=None)", Fn: taskCancel},
		{Name: "cancelled", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(fut(v).State == cancelled) }},
		{Name: "done", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(fut(v).State != pending) }},
		{Name: "cancelling", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(tsk(v).Cancels) }},
		{Name: "uncancel", Sig: "()", F0: taskUncancel},
		{Name: "_make_cancelled_error", Sig: "()", F0: func(t *Thread, v Value) Value { return fut(v).cancelledError(t) }},
		{Name: "get_name", Sig: "()", F0: taskName},
		{Name: "set_name", Sig: "(value, /)", F1: func(t *Thread, v, x Value) Value {
			name := strOf(t, x)
			if name == null {
				return null
			}
			tsk(v).Name = name
			return none
		}},
		{Name: "get_coro", Sig: "()", F0: func(t *Thread, v Value) Value { return native.OrNone(tsk(v).Coro) }},
		{Name: "get_context", Sig: "()", F0: func(t *Thread, v Value) Value { return native.OrNone(tsk(v).Context) }},
		{Name: "get_stack", Sig: "(*, limit=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			return object.Call2(t, stateOf(t).TaskStack, v, native.OrNone(a[0]))
		}},
		{Name: "print_stack", Sig: "(*, limit=None, file=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			return object.Call3(t, stateOf(t).TaskPrint, v, native.OrNone(a[0]), native.OrNone(a[1]))
		}},
		object.ClassGetItemDef(),
	},
})
