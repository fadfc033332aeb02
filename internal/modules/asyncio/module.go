// The module: its functions, and what it keeps of a runtime. Reprs, stacks of tasks and exceptions come from package asyncio, whose modules are
// imported with this one.

package asyncio

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// state is what the module keeps of a runtime: its tasks, and things of package asyncio.
type state struct {
	header
	CurrentTasks                             *object.Dict
	ScheduledTasks, EagerTasks               Value
	CancelledError, InvalidStateError        Value
	GetPolicy, FutureRepr                    Value
	TaskRepr, TaskStack, TaskPrint           Value
	IsCoroutine, ExtractStack                Value
	CoroutineTypes                           Value // types that IsCoroutine has accepted
	KwContext, KwMsg                         Value // names of keyword arguments: tuples
	CallSoon, GetDebug, Cancel, Blocking     Value // names
	AddDoneCallback, IsRunning, Add, Discard Value
	Names                                    int64 // tasks that were given a name by their number
}

const stateRefs = 1<<24 - 2 // words 1 to 23

var tState = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_asyncio._state", Size: unsafe.Sizeof(state{}), Refs: stateRefs, NoWeak: true, Flags: object.TypeNoInstances,
})

func stateOf(t *Thread) *state { return object.As[state](t.RT.Extra[native.ExtraAsyncio]) }

var _ = native.Register("_asyncio", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tFuture, tTask}, Init: initModule,
		Funcs: []FuncDef{
			{Name: "get_event_loop", Sig: "()", F0: func(t *Thread, _ Value) Value { return eventLoop(t) }},
			{Name: "get_running_loop", Sig: "()", F0: func(t *Thread, _ Value) Value { return runningLoop(t) }},
			{Name: "_get_running_loop", Sig: "()", F0: func(t *Thread, _ Value) Value { return native.OrNone(t.EventLoop) }},
			{Name: "_set_running_loop", Sig: "(loop, /)", F1: func(t *Thread, _, loop Value) Value {
				if loop == none {
					loop = null
				}
				t.EventLoop = loop
				return none
			}},
			{Name: "_register_task", Sig: "(task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return native.DoneIf(registerTask(t, a[0]))
			}},
			{Name: "_register_eager_task", Sig: "(task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return native.DoneIf(object.SetAdd(t, stateOf(t).EagerTasks, a[0]))
			}},
			{Name: "_unregister_task", Sig: "(task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				s := stateOf(t)
				return native.DoneIf(object.CallMethod1(t, s.ScheduledTasks, s.Discard, a[0]) != null)
			}},
			{Name: "_unregister_eager_task", Sig: "(task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return native.DoneIf(unregisterEager(t, a[0]))
			}},
			{Name: "_enter_task", Sig: "(loop, task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return native.DoneIf(enterTask(t, a[0], a[1]))
			}},
			{Name: "_leave_task", Sig: "(loop, task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return native.DoneIf(leaveTask(t, a[0], a[1]))
			}},
			{Name: "_swap_current_task", Sig: "(loop, task)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return swapTask(t, a[0], a[1])
			}},
			{Name: "current_task", Sig: "(loop=None)", Fn: func(t *Thread, _ Value, a []Value) Value {
				loop := a[0]
				if loop == null || loop == none {
					if loop = runningLoop(t); loop == null {
						return null
					}
				}
				task := stateOf(t).CurrentTasks.Get(t, loop)
				if task == null && t.Exc == null {
					return none
				}
				return task
			}},
		},
	}
})

// imported is an attribute of a module.
func imported(t *Thread, module, name string) Value {
	m := native.ImportModule(t, module)
	if m == null {
		return null
	}
	return object.GetAttr(t, m, object.Intern(t, name))
}

func initModule(t *Thread, m Value, dict *object.Dict) bool {
	s := object.New[state](t, tState)
	if s == nil {
		return false
	}
	// While the modules below are imported, and for ever if one of them fails, programs can reach the classes: what is missing is None.
	for _, at := range []*Value{&s.GetPolicy, &s.FutureRepr, &s.InvalidStateError, &s.CancelledError, &s.TaskRepr, &s.TaskStack, &s.TaskPrint,
		&s.IsCoroutine, &s.ExtractStack, &s.ScheduledTasks} {
		*at = none
	}
	if s.CurrentTasks = object.NewDict(t); s.CurrentTasks == nil {
		return false
	}
	for _, set := range []*Value{&s.EagerTasks, &s.CoroutineTypes} {
		if *set = object.Of(object.NewSet(t, object.TSet)); *set == null {
			return false
		}
	}
	for _, n := range []struct {
		at   *Value
		name string
	}{
		{&s.CallSoon, "call_soon"}, {&s.GetDebug, "get_debug"}, {&s.Cancel, "cancel"}, {&s.Blocking, "_asyncio_future_blocking"},
		{&s.AddDoneCallback, "add_done_callback"}, {&s.IsRunning, "is_running"}, {&s.Add, "add"}, {&s.Discard, "discard"},
	} {
		if *n.at = object.Intern(t, n.name); *n.at == null {
			return false
		}
	}
	if s.KwContext = object.Tuple1(t, object.Intern(t, "context")); s.KwContext == null {
		return false
	}
	if s.KwMsg = object.Tuple1(t, object.Intern(t, "msg")); s.KwMsg == null {
		return false
	}
	t.RT.Extra[native.ExtraAsyncio] = object.Of(s)
	for _, n := range []struct {
		at           *Value
		module, name string
	}{
		{&s.GetPolicy, "asyncio.events", "get_event_loop_policy"},
		{&s.FutureRepr, "asyncio.base_futures", "_future_repr"},
		{&s.InvalidStateError, "asyncio.exceptions", "InvalidStateError"},
		{&s.CancelledError, "asyncio.exceptions", "CancelledError"},
		{&s.TaskRepr, "asyncio.base_tasks", "_task_repr"},
		{&s.TaskStack, "asyncio.base_tasks", "_task_get_stack"},
		{&s.TaskPrint, "asyncio.base_tasks", "_task_print_stack"},
		{&s.IsCoroutine, "asyncio.coroutines", "iscoroutine"},
		{&s.ExtractStack, "traceback", "extract_stack"},
	} {
		v := imported(t, n.module, n.name)
		if v == null {
			return false
		}
		*n.at = v
	}
	weak := imported(t, "weakref", "WeakSet")
	if weak == null {
		return false
	}
	tasks := object.Call0(t, weak)
	if tasks == null {
		return false
	}
	s.ScheduledTasks = tasks
	return dict.SetStr(t, "_scheduled_tasks", s.ScheduledTasks) && dict.SetStr(t, "_eager_tasks", s.EagerTasks) &&
		dict.SetStr(t, "_current_tasks", object.Of(s.CurrentTasks))
}

func runningLoop(t *Thread) Value {
	if loop := t.EventLoop; loop != null {
		return loop
	}
	return object.Raise(t, object.TRuntimeError, "no running event loop")
}

// eventLoop is the running loop, or that of the policy.
func eventLoop(t *Thread) Value {
	if t.EventLoop != null {
		return t.EventLoop
	}
	policy := object.Call0(t, stateOf(t).GetPolicy)
	if policy == null {
		return null
	}
	return native.Call0(t, policy, "get_event_loop")
}

func registerTask(t *Thread, task Value) bool {
	s := stateOf(t)
	return object.CallMethod1(t, s.ScheduledTasks, s.Add, task) != null
}

func unregisterEager(t *Thread, task Value) bool {
	s := stateOf(t)
	return object.CallMethod1(t, s.EagerTasks, s.Discard, task) != null
}

// raiseRepr raises RuntimeError with a text that shows two objects; b may be Null.
func raiseRepr(t *Thread, before string, a Value, between string, b Value, after string) bool {
	if text := reprText(t, before, a, between, b, after); text != null {
		object.RaiseValue(t, object.TRuntimeError, text)
	}
	return false
}

func reprText(t *Thread, before string, a Value, between string, b Value, after string) Value {
	text, ok := object.AppendRepr(t, []byte(before), a)
	text = append(text, between...)
	if ok && b != null {
		text, ok = object.AppendRepr(t, text, b)
	}
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(text, after...))
}

func enterTask(t *Thread, loop, task Value) bool {
	tasks := stateOf(t).CurrentTasks
	switch now := tasks.Get(t, loop); {
	case t.Exc != null:
		return false
	case now != null:
		return raiseRepr(t, "Cannot enter into task ", task, " while another task ", now, " is being executed.")
	}
	return tasks.Set(t, loop, task)
}

func leaveTask(t *Thread, loop, task Value) bool {
	tasks := stateOf(t).CurrentTasks
	now := tasks.Get(t, loop)
	if t.Exc != null {
		return false
	}
	if now != task {
		return raiseRepr(t, "Leaving task ", task, " does not match the current task ", native.OrNone(now), ".")
	}
	return tasks.Delete(t, loop) >= 0
}

// swapTask makes task, or with None no task, the current one of a loop, and returns the one before, or None.
func swapTask(t *Thread, loop, task Value) Value {
	tasks := stateOf(t).CurrentTasks
	before := tasks.Get(t, loop)
	if t.Exc != null {
		return null
	}
	if task == none {
		if before != null && tasks.Delete(t, loop) < 0 {
			return null
		}
	} else if !tasks.Set(t, loop, task) {
		return null
	}
	return native.OrNone(before)
}

// callMethod calls the method of v by name, with up to two arguments (Null: none) and a keyword argument, whose name stands in the tuple kw (Null: none).
func callMethod(t *Thread, v, name, a, b, kw, named Value) Value {
	f, self := object.MethodPeek(t, v, name)
	if f == null {
		if f = object.GetAttr(t, v, name); f == null {
			return null
		}
	}
	args := t.PushArgs(4)
	if args == nil {
		return null
	}
	n := 0
	for _, x := range [...]Value{self, a, b} {
		if x != null {
			args[n] = x
			n++
		}
	}
	if kw != null {
		args[n] = named
		n++
	}
	r := object.Call(t, f, args[:n], kw)
	t.PopArgs(4)
	return r
}

// callSoon has the loop call f with an argument (Null: none) in a context (Null: the current one).
func callSoon(t *Thread, loop, f, arg, context Value) bool {
	s := stateOf(t)
	kw := null
	if context != null {
		kw = s.KwContext
	}
	return callMethod(t, loop, s.CallSoon, f, arg, kw, context) != null
}
