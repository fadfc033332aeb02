// anext with a default: an awaitable that turns StopAsyncIteration into a value.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
)

// anextAwaitable wraps the awaitable of one step.
type anextAwaitable struct {
	object.Cell // Ref: the wrapped awaitable
	Default     Value
}

// TAnextAwaitable is the type of what anext(it, default) returns.
var TAnextAwaitable = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "anext_awaitable", Size: unsafe.Sizeof(anextAwaitable{}), Refs: 1<<1 | 1<<2, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: self, Await: self, Next: func(t *Thread, v Value) Value { return anextStep(t, v, object.N_send, none) }},
	Methods: []object.FuncDef{
		{Name: "send", F1: func(t *Thread, v, arg Value) Value { return anextStep(t, v, object.N_send, arg) }},
		{Name: "throw", FN: func(t *Thread, v Value, args []Value) Value {
			exc := thrown(t, args)
			if exc == null {
				return null
			}
			return anextStep(t, v, object.N_throw, exc)
		}, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: func(t *Thread, v Value) Value {
			it := awaitIter(t, object.As[anextAwaitable](v).Ref)
			if it == null {
				return null
			}
			return object.CallMethod0(t, it, t.N(object.N_close))
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

func anextStep(t *Thread, v Value, how object.Name, arg Value) Value {
	a := object.As[anextAwaitable](v)
	it := awaitIter(t, a.Ref)
	if it == null {
		return null
	}
	var r Value
	if how == object.N_send && arg == none {
		if r = object.TypeOf(t, it).Slots.Next(t, it); r == null && t.Exc == null {
			object.RaiseType(t, object.TStopIteration)
		}
	} else {
		r = object.CallMethod1(t, it, t.N(how), arg)
	}
	if r == null && t.ClearIf(object.TStopAsyncIteration) {
		return object.RaiseStopIteration(t, a.Default)
	}
	return r
}
