// weakref.proxy: an object that forwards everything to its referent as long as that lives.

package object

import (
	"fmt"
	"unsafe"
)

// unproxy returns what a proxy stands for, other values as they are; Null with ReferenceError when the referent is dead.
func unproxy(t *Thread, v Value) Value {
	if !v.IsExact(TWeakProxy) && !v.IsExact(TWeakCallableProxy) {
		return v
	}
	if r := t.RT.weak.give(v); r != Null {
		return r
	}
	return Raise(t, TReferenceError, "weakly-referenced object no longer exists")
}

func proxyUnary(f UnaryFunc) UnaryFunc {
	return func(t *Thread, v Value) Value {
		if v = unproxy(t, v); v == Null {
			return Null
		}
		return f(t, v)
	}
}

func init() {
	s := Slots{
		Str:    proxyUnary(ToStr),
		Neg:    proxyUnary(Negative),
		Pos:    proxyUnary(Positive),
		Abs:    proxyUnary(Absolute),
		Invert: proxyUnary(Invert),
		Index:  proxyUnary(Index),
		Iter:   proxyUnary(Iter),
		Int:    proxyUnary(func(t *Thread, v Value) Value { return Call1(t, Of(t.Type(TInt)), v) }),
		Float:  proxyUnary(func(t *Thread, v Value) Value { return Call1(t, Of(t.Type(TFloat)), v) }),
		Next: proxyUnary(func(t *Thread, v Value) Value {
			if TypeOf(t, v).Slots.Next == nil {
				return Raise(t, TTypeError, "Weakref proxy referenced a non-iterator '%s' object", TypeName(t, v))
			}
			return Next(t, v)
		}),
		Repr: func(t *Thread, v Value) Value {
			r := unproxy(t, v)
			if r == Null {
				t.ClearExc()
				r = None
			}
			return NewStr(t, fmt.Sprintf("<weakproxy at 0x%x to %s at 0x%x>", t.RT.ID(v), fullName(t, TypeOf(t, r)), t.RT.ID(r)))
		},
		GetAttr: func(t *Thread, v, name Value) Value {
			if v = unproxy(t, v); v == Null {
				return Null
			}
			return GetAttr(t, v, name)
		},
		SetAttr: func(t *Thread, v, name, x Value) bool {
			v = unproxy(t, v)
			return v != Null && SetAttr(t, v, name, x)
		},
		Bool: func(t *Thread, v Value) int {
			if v = unproxy(t, v); v == Null {
				return -1
			}
			return Truth(t, v)
		},
		Len: func(t *Thread, v Value) int64 {
			if v = unproxy(t, v); v == Null {
				return -1
			}
			return Len(t, v)
		},
		Subscript: func(t *Thread, v, k Value) Value {
			if v = unproxy(t, v); v == Null {
				return Null
			}
			return GetItem(t, v, k)
		},
		SetSubscript: func(t *Thread, v, k, x Value) bool {
			v = unproxy(t, v)
			return v != Null && SetItem(t, v, k, x)
		},
		Contains: func(t *Thread, v, x Value) int {
			if v = unproxy(t, v); v == Null {
				return -1
			}
			return Contains(t, v, x)
		},
		Compare: func(t *Thread, a, b Value, op CompareOp) Value {
			if a = unproxy(t, a); a == Null {
				return Null
			}
			if b = unproxy(t, b); b == Null {
				return Null
			}
			return Compare(t, a, b, op)
		},
	}
	for op := NbAdd; op < NbCount; op++ {
		s.Binary[op] = func(t *Thread, a, b Value) Value {
			if a = unproxy(t, a); a == Null {
				return Null
			}
			if b = unproxy(t, b); b == Null {
				return Null
			}
			return BinaryOp(t, op, a, b)
		}
	}
	methods := []FuncDef{
		{Name: "__bytes__", F0: func(t *Thread, v Value) Value {
			if v = unproxy(t, v); v == Null {
				return Null
			}
			return CallMethod0(t, v, t.N(N_bytes_))
		}},
		{Name: "__reversed__", F0: func(t *Thread, v Value) Value {
			if v = unproxy(t, v); v == Null {
				return Null
			}
			return CallMethod0(t, v, t.N(N_reversed_))
		}},
	}
	DefineType(TWeakProxy, TypeDef{
		Name: "weakref.ProxyType", Size: unsafe.Sizeof(WeakRef{}), Refs: 1 << 1, NoWeak: true, Slots: s, Methods: methods,
	})
	s.Call = func(t *Thread, v Value, args []Value, kw Value) Value {
		if v = unproxy(t, v); v == Null {
			return Null
		}
		return Call(t, v, args, kw)
	}
	DefineType(TWeakCallableProxy, TypeDef{
		Name: "weakref.CallableProxyType", Size: unsafe.Sizeof(WeakRef{}), Refs: 1 << 1, NoWeak: true, Slots: s,
	})
}
