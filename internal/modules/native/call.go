// Calls of methods, and initializers by signature.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// BindInit makes an __init__ that binds its arguments by a signature.
func BindInit(name, sig string, f func(t *Thread, self Value, a []Value) bool) object.InitFunc {
	s := object.ParseSignature(name, sig)
	return func(t *Thread, self Value, args []Value, kw Value) bool {
		n := len(s.Params)
		a := t.PushArgs(n)
		if a == nil {
			return false
		}
		ok := s.Bind(t, args, kw, a) && f(t, self, a)
		t.PopArgs(n)
		return ok
	}
}

// Call0 calls the method of that name.
func Call0(t *Thread, v Value, name string) Value {
	return object.CallMethod0(t, v, object.Intern(t, name))
}

// Call1 calls a method with an argument.
func Call1(t *Thread, v Value, name string, a Value) Value {
	return object.CallMethod1(t, v, object.Intern(t, name), a)
}

// Call2 calls a method with two arguments.
func Call2(t *Thread, v Value, name string, a, b Value) Value {
	args := t.PushArgs(2)
	if args == nil {
		return null
	}
	args[0], args[1] = a, b
	r := object.CallMethod(t, v, object.Intern(t, name), args)
	t.PopArgs(2)
	return r
}

// WriteText writes a str to a file-like object.
func WriteText(t *Thread, file, s Value) bool {
	return s != null && object.CallMethod1(t, file, t.N(object.N_write), s) != null
}
