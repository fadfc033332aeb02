// The module atexit.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The registered functions are a list of (function, args, kwargs) in Runtime.Extra.
func exitFunctions(t *Thread) *object.List {
	if v := t.RT.Extra[native.ExtraAtExit]; v != null {
		return object.As[object.List](v)
	}
	l := object.NewList(t, 0)
	if l != nil {
		t.RT.Extra[native.ExtraAtExit] = object.Of(l)
	}
	return l
}

var _ = native.Register("atexit", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "register", FK: atexitRegister},
			{Name: "unregister", Sig: "(func, /)", F1: func(t *Thread, _, f Value) Value {
				l := exitFunctions(t)
				if l == nil {
					return null
				}
				for i := l.Len() - 1; i >= 0 && i < l.Len(); i-- {
					switch object.EqualBool(t, *object.As[object.Tuple](*l.At(i)).At(0), f) {
					case -1:
						return null
					case 1:
						removeAt(l, i)
					}
				}
				return none
			}},
			{Name: "_clear", Sig: "()", F0: func(t *Thread, _ Value) Value {
				t.RT.Extra[native.ExtraAtExit] = null
				return none
			}},
			{Name: "_run_exitfuncs", Sig: "()", F0: func(t *Thread, _ Value) Value {
				runExitFunctions(t)
				return none
			}},
			{Name: "_ncallbacks", Sig: "()", F0: func(t *Thread, _ Value) Value {
				l := exitFunctions(t)
				if l == nil {
					return null
				}
				return object.SmallInt(int64(l.Len()))
			}},
		},
	}
})

func removeAt(l *object.List, i int) {
	s := l.Slice()
	copy(s[i:], s[i+1:])
	s[len(s)-1] = null
	l.Size--
}

func atexitRegister(t *Thread, _ Value, args []Value, kw Value) Value {
	nk := 0
	if kw != null {
		nk = object.As[object.Tuple](kw).Len()
	}
	n := len(args) - nk
	if n < 1 {
		return object.Raise(t, object.TTypeError, "register() takes at least 1 argument (0 given)")
	}
	if object.TypeOf(t, args[0]).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "the first argument must be callable")
	}
	l := exitFunctions(t)
	e := object.NewTuple(t, 3)
	if l == nil || e == nil {
		return null
	}
	pos, kwargs := object.TupleOf(t, args[1:n]), null
	if nk > 0 {
		d := object.NewDict(t)
		for i := 0; i < nk; i++ {
			if d == nil || !d.Set(t, *object.As[object.Tuple](kw).At(i), args[n+i]) {
				return null
			}
		}
		kwargs = object.Of(d)
	}
	*e.At(0), *e.At(1), *e.At(2) = args[0], pos, native.OrNone(kwargs)
	if pos == null || !l.Append(t, object.Of(e)) {
		return null
	}
	return args[0]
}

// runExitFunctions calls them, the last registered first.
func runExitFunctions(t *Thread) {
	for {
		v := t.RT.Extra[native.ExtraAtExit]
		if v == null {
			return
		}
		l := object.As[object.List](v)
		n := l.Len()
		if n == 0 {
			return
		}
		e := object.As[object.Tuple](*l.At(n - 1))
		removeAt(l, n-1)
		var kwargs *object.Dict
		if *e.At(2) != none {
			kwargs = object.As[object.Dict](*e.At(2))
		}
		if object.CallTuple(t, *e.At(0), object.As[object.Tuple](*e.At(1)), kwargs) == null {
			exc := t.Exc
			t.ClearExc()
			who, ok := object.ReprString(t, *e.At(0))
			if !ok {
				t.ClearExc()
				who = "<object repr() failed>"
			}
			object.SetExc(t, exc)
			unraisable(t, "Exception ignored in atexit callback "+who, null)
			t.ClearExc()
		}
	}
}
