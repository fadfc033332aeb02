// anext with a default: an awaitable that turns StopAsyncIteration into a value.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// anextAwaitable wraps the awaitable of one step.
type anextAwaitable struct {
	object.Cell // Ref: the wrapped awaitable
	Default     Value
}

// TAnextAwaitable is the type of what anext(it, default) returns.
var TAnextAwaitable = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "anext_awaitable", Size: unsafe.Sizeof(anextAwaitable{}), Refs: 1<<1 | 1<<2, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: self, Await: self, Next: func(t *Thread, v Value) Value { return anextStep(t, v, object.Step) }},
	Methods: []object.FuncDef{
		{Name: "send", F1: func(t *Thread, v, arg Value) Value {
			return anextStep(t, v, func(t *Thread, it Value) Value { return object.CallMethod1(t, it, t.N(object.N_send), arg) })
		}},
		{Name: "throw", FN: func(t *Thread, v Value, args []Value) Value {
			exc := thrown(t, args)
			if exc == null {
				return null
			}
			return anextStep(t, v, func(t *Thread, it Value) Value { return object.CallMethod1(t, it, t.N(object.N_throw), exc) })
		}, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: func(t *Thread, v Value) Value {
			return anextStep(t, v, func(t *Thread, it Value) Value { return object.CallMethod0(t, it, t.N(object.N_close)) })
		}},
	},
})

// ANextDefault makes the awaitable of anext with a default.
func ANextDefault(t *Thread, awaitable, def Value) Value {
	a := object.New[anextAwaitable](t, TAnextAwaitable)
	if a == nil {
		return null
	}
	a.Ref, a.Default = awaitable, def
	return object.Of(a)
}

// anextStep does something with the iterator of the awaitable; that the asynchronous iterator is at its end becomes the default.
func anextStep(t *Thread, v Value, do object.UnaryFunc) Value {
	a := object.As[anextAwaitable](v)
	if !t.Enter(" in anext") { // the awaitable may be another of these
		return null
	}
	defer t.Leave()
	it := awaitIter(t, a.Ref)
	if it == null {
		return null
	}
	if object.TypeOf(t, it).Slots.Next == nil { // a coroutine is no iterator, but has one
		if it = object.TypeOf(t, it).Slots.Await(t, it); it == null {
			return null
		}
		if object.TypeOf(t, it).Slots.Next == nil {
			return object.Raise(t, object.TTypeError, "__await__ must return an iterable")
		}
	}
	r := do(t, it)
	if r == null && t.Exc == null {
		object.RaiseType(t, object.TStopIteration)
	}
	if r == null && t.ClearIf(object.TStopAsyncIteration) {
		return object.RaiseStopIteration(t, a.Default)
	}
	return r
}
