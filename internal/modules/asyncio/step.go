// One step of a task: its coroutine runs until it waits for a future or ends.

package asyncio

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// stepCall is what the loop calls for a task's next step; Exc is thrown into the coroutine (Null: nothing).
type stepCall struct {
	header
	Task, Exc Value
}

var _ = object.DefineType(tStep, object.TypeDef{
	Name: "_asyncio.TaskStepMethWrapper", Size: unsafe.Sizeof(stepCall{}), Refs: 1<<1 | 1<<2, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Call: func(t *Thread, v Value, args []Value, kw Value) Value {
		switch {
		case object.KwLen(kw) != 0:
			return object.Raise(t, object.TTypeError, "function takes no keyword arguments")
		case len(args) != 0:
			return object.Raise(t, object.TTypeError, "function takes no positional arguments")
		}
		s := object.As[stepCall](v)
		return step(t, s.Task, s.Exc)
	}},
	GetSets: []object.GetSetDef{
		{Name: "__self__", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[stepCall](v).Task) }},
		{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
			return object.GetAttr(t, tsk(object.As[stepCall](v).Task).Coro, object.Intern(t, "__qualname__"))
		}},
	},
})

// stepSoon has the loop call the task's next step.
func stepSoon(t *Thread, v, exc Value) bool {
	s := object.New[stepCall](t, tStep)
	if s == nil {
		return false
	}
	s.Task, s.Exc = v, exc
	return callSoon(t, tsk(v).Loop, object.Of(s), null, tsk(v).Context)
}

// wakeUp is the definition of the callback by which a future wakes a task.
var wakeUp []FuncDef

func init() { wakeUp = object.RegisterFuncs([]FuncDef{{Name: "task_wakeup", F1: wake}}) }

// wake goes on with a task whose future is done.
func wake(t *Thread, v, future Value) Value {
	if isNative(future) {
		r, raised := null, false
		if alive(t, fut(future)) {
			r, raised = fut(future).outcome(t)
		}
		switch {
		case raised:
			return step(t, v, r)
		case r != null:
			return step(t, v, null)
		}
	} else if native.Call0(t, future, "result") != null {
		return step(t, v, null)
	}
	exc := t.Exc
	t.ClearExc()
	return step(t, v, exc)
}

// step runs the next step as the loop's current task.
func step(t *Thread, v, exc Value) Value {
	loop := tsk(v).Loop
	if loop == null {
		alive(t, fut(v))
		return null
	}
	if !enterTask(t, loop, v) {
		return null
	}
	r := runStep(t, v, exc)
	if r == null {
		failed := t.Exc
		t.ClearExc()
		leaveTask(t, loop, v)
		t.Exc = failed
		return null
	}
	if !leaveTask(t, loop, v) {
		return null
	}
	return r
}

// runStep runs the coroutine until it yields or ends; the result is None, or Null.
func runStep(t *Thread, v, exc Value) Value {
	k := tsk(v)
	if k.State != pending {
		return raiseStateValue(t, reprText(t, "__step(): already done: ", v, " ", native.OrNone(exc), ""))
	}
	if k.MustCancel {
		if exc != null {
			switch object.IsInstanceCheck(t, exc, stateOf(t).CancelledError) {
			case -1:
				return null
			case 0:
				exc = null
			}
		}
		if exc == null {
			if exc = k.cancelledError(t); exc == null {
				return null
			}
		}
		k.MustCancel = false
	}
	k.Waiter = null
	if k.Coro == null {
		return object.Raise(t, object.TRuntimeError, "uninitialized Task object")
	}
	r, done := null, false
	if exc == null {
		r, done = object.Send(t, k.Coro, none)
	} else if r = native.Call1(t, k.Coro, "throw", exc); r == null && t.Matches(object.TStopIteration) {
		r, done = object.StopIterationValue(t.Exc), true
		t.ClearExc()
	}
	switch {
	case r == null:
		return stepFailed(t, v)
	case !done:
		return waitFor(t, v, r)
	case k.MustCancel: // cancelled right before the coroutine ended
		k.MustCancel = false
		_, ok := cancel(t, v, k.Message)
		return native.DoneIf(ok)
	}
	return native.DoneIf(setResult(t, v, r))
}

// stepFailed ends a task whose coroutine has raised.
func stepFailed(t *Thread, v Value) Value {
	exc := t.Exc
	t.ClearExc()
	switch object.IsInstanceCheck(t, exc, stateOf(t).CancelledError) {
	case -1:
		return null
	case 1:
		fut(v).CancelledExc = exc
		_, ok := cancel(t, v, null)
		return native.DoneIf(ok)
	}
	if !setException(t, v, exc) {
		return null
	}
	if object.IsInstance(t, exc, object.TKeyboardInterrupt) || object.IsInstance(t, exc, object.TSystemExit) {
		t.Exc = exc
		return null
	}
	return none
}

// failSoon throws RuntimeError into the coroutine at the next step.
func failSoon(t *Thread, v, text Value) Value {
	if text == null {
		return null
	}
	exc := object.NewException(t, t.Type(object.TRuntimeError), text)
	if exc == null {
		return null
	}
	return native.DoneIf(stepSoon(t, v, exc))
}

func otherLoop(t *Thread, v, r Value) Value {
	return failSoon(t, v, reprText(t, "Task ", v, " got Future ", r, " attached to a different loop"))
}

func notAwaited(t *Thread, v, r Value) Value {
	return failSoon(t, v, reprText(t, "yield was used instead of yield from in task ", v, " with ", r, ""))
}

// waitFor makes the task wait for r, which its coroutine has yielded.
func waitFor(t *Thread, v, r Value) Value {
	k := tsk(v)
	switch {
	case r == v:
		return failSoon(t, v, reprText(t, "Task cannot await on itself: ", v, "", null, ""))
	case isNative(r):
		f := fut(r)
		switch {
		case f.Loop != k.Loop:
			return otherLoop(t, v, r)
		case !f.Blocking:
			return notAwaited(t, v, r)
		}
		f.Blocking = false
		w := object.NewBuiltin(t, &wakeUp[0], v, null)
		if w == null || !addCallback(t, r, w, k.Context) {
			return null
		}
		return waits(t, k, r)
	case r == none:
		return native.DoneIf(stepSoon(t, v, null))
	}
	s := stateOf(t)
	blocking := object.LookupAttr(t, r, s.Blocking)
	if blocking == null && t.Exc != null {
		return null
	}
	if blocking != null && blocking != none {
		return waitForOther(t, v, r, blocking)
	}
	if r.IsExact(object.TGenerator) {
		return failSoon(t, v, reprText(t, "yield was used instead of yield from for generator in task ", v, " with ", r, ""))
	}
	return failSoon(t, v, reprText(t, "Task got bad yield: ", r, "", null, ""))
}

// waits notes what the task waits for, and cancels it if the task is to be cancelled.
func waits(t *Thread, k *task, r Value) Value {
	k.Waiter = r
	if k.MustCancel {
		switch cancelWaiter(t, r, native.OrNone(k.Message)) {
		case -1:
			return null
		case 1:
			k.MustCancel = false
		}
	}
	return none
}

// waitForOther is waitFor for an object that has a future's methods.
func waitForOther(t *Thread, v, r, blocking Value) Value {
	s, k := stateOf(t), tsk(v)
	is := object.Truth(t, blocking)
	if is < 0 {
		return null
	}
	loop := loopOf(t, r)
	switch {
	case loop == null:
		return null
	case loop != k.Loop:
		return otherLoop(t, v, r)
	case is == 0:
		return notAwaited(t, v, r)
	case !object.SetAttr(t, r, s.Blocking, object.False):
		return null
	}
	w := object.NewBuiltin(t, &wakeUp[0], v, null)
	if w == null || callMethod(t, r, s.AddDoneCallback, w, null, s.KwContext, k.Context) == null {
		return null
	}
	return waits(t, k, r)
}

// loopOf is the loop of an object that has a future's methods.
func loopOf(t *Thread, v Value) Value {
	get := object.LookupAttr(t, v, object.Intern(t, "get_loop"))
	switch {
	case get != null:
		return object.Call0(t, get)
	case t.Exc != null:
		return null
	}
	return object.GetAttr(t, v, object.Intern(t, "_loop"))
}

// eagerStart runs the first step of a task at once.
func eagerStart(t *Thread, v Value) bool {
	k := tsk(v)
	before := swapTask(t, k.Loop, v)
	if before == null {
		return false
	}
	if !object.SetAdd(t, stateOf(t).EagerTasks, v) || !threads.EnterContext(t, k.Context) {
		return false
	}
	failed := null
	if runStep(t, v, null) == null {
		failed = t.Exc
		t.ClearExc()
	}
	ok := swapTask(t, k.Loop, before) != null
	ok = unregisterEager(t, v) && ok
	threads.ExitContext(t, k.Context)
	if k.State != pending {
		k.Coro = null
	} else {
		ok = registerTask(t, v) && ok
	}
	if failed != null {
		t.Exc = failed
		return false
	}
	return ok
}
