// The _operator module: the operators as functions; itemgetter and its like are in operator_getters.go.

package functional

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_operator", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tItemGetter, tAttrGetter, tMethodCaller},
		Funcs: operatorFuncs(),
	}
})

func operatorFuncs() []FuncDef {
	one := func(name string, f object.UnaryFunc) FuncDef {
		return FuncDef{Name: name, Sig: "(a, /)", F1: func(t *Thread, self, a Value) Value { return f(t, a) }}
	}
	two := func(name string, f object.BinaryFunc) FuncDef {
		return FuncDef{Name: name, Sig: "(a, b, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
			return f(t, args[0], args[1])
		}}
	}
	binary := func(name string, op object.Nb) FuncDef {
		return two(name, func(t *Thread, a, b Value) Value { return object.BinaryOp(t, op, a, b) })
	}
	compare := func(name string, op object.CompareOp) FuncDef {
		return two(name, func(t *Thread, a, b Value) Value { return object.Compare(t, a, b, op) })
	}
	return []FuncDef{
		one("truth", func(t *Thread, a Value) Value { return object.TruthResult(object.Truth(t, a)) }),
		one("not_", func(t *Thread, a Value) Value {
			c := object.Truth(t, a)
			if c < 0 {
				return null
			}
			return object.Bool(c == 0)
		}),
		one("index", exactIndex),
		one("abs", object.Absolute),
		one("neg", object.Negative),
		one("pos", object.Positive),
		one("inv", object.Invert),
		one("invert", object.Invert),
		two("is_", func(t *Thread, a, b Value) Value { return object.Bool(object.Identical(a, b)) }),
		two("is_not", func(t *Thread, a, b Value) Value { return object.Bool(!object.Identical(a, b)) }),
		two("contains", func(t *Thread, a, b Value) Value { return object.TruthResult(object.Contains(t, a, b)) }),
		two("indexOf", indexOf),
		two("countOf", countOf),
		two("getitem", object.GetItem),
		two("delitem", func(t *Thread, a, b Value) Value { return object.ResultOf(object.SetItem(t, a, b, null)) }),
		{Name: "setitem", Sig: "(a, b, c, /)", MinArgs: 3, MaxArgs: 3, FN: func(t *Thread, self Value, args []Value) Value {
			return object.ResultOf(object.SetItem(t, args[0], args[1], args[2]))
		}},
		compare("lt", object.LT), compare("le", object.LE), compare("eq", object.EQ),
		compare("ne", object.NE), compare("gt", object.GT), compare("ge", object.GE),
		binary("add", object.NbAdd), binary("sub", object.NbSubtract), binary("mul", object.NbMultiply),
		binary("matmul", object.NbMatrixMultiply), binary("floordiv", object.NbFloorDivide), binary("truediv", object.NbTrueDivide),
		binary("mod", object.NbRemainder), binary("lshift", object.NbLshift), binary("rshift", object.NbRshift),
		binary("and_", object.NbAnd), binary("xor", object.NbXor), binary("or_", object.NbOr), binary("pow", object.NbPower),
		binary("iadd", object.NbInplace+object.NbAdd), binary("isub", object.NbInplace+object.NbSubtract),
		binary("imul", object.NbInplace+object.NbMultiply), binary("imatmul", object.NbInplace+object.NbMatrixMultiply),
		binary("ifloordiv", object.NbInplace+object.NbFloorDivide), binary("itruediv", object.NbInplace+object.NbTrueDivide),
		binary("imod", object.NbInplace+object.NbRemainder), binary("ilshift", object.NbInplace+object.NbLshift),
		binary("irshift", object.NbInplace+object.NbRshift), binary("iand", object.NbInplace+object.NbAnd),
		binary("ixor", object.NbInplace+object.NbXor), binary("ior", object.NbInplace+object.NbOr),
		binary("ipow", object.NbInplace+object.NbPower),
		two("concat", func(t *Thread, a, b Value) Value { return concat(t, a, b, object.NbAdd) }),
		two("iconcat", func(t *Thread, a, b Value) Value { return concat(t, a, b, object.NbInplace+object.NbAdd) }),
		{Name: "length_hint", Sig: "(obj, default=0, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
			def := int64(0)
			if len(args) > 1 {
				var ok bool
				if def, ok = object.ArgSize(t, args[1]); !ok {
					return null
				}
			}
			n := object.LengthHint(t, args[0], def)
			if n < 0 && t.Exc != null { // the default may be below zero too
				return null
			}
			return object.NewInt(t, n)
		}},
		{Name: "call", Sig: "(obj, /, *args, **kwargs)", FK: func(t *Thread, self Value, args []Value, kw Value) Value {
			if len(args)-object.KwLen(kw) == 0 {
				return object.Raise(t, object.TTypeError, "call expected at least 1 argument, got 0")
			}
			return object.Call(t, args[0], args[1:], kw)
		}},
		two("_compare_digest", compareDigest),
	}
}

func indexOf(t *Thread, a, x Value) Value {
	it := object.IterElse(t, a, "argument of type '%s' is not iterable")
	if it == null {
		return null
	}
	for i := int64(0); ; i++ {
		y := object.Next(t, it)
		if y == null {
			if t.Exc == null {
				object.Raise(t, object.TValueError, "sequence.index(x): x not in sequence")
			}
			return null
		}
		if c := object.EqualBool(t, y, x); c < 0 {
			return null
		} else if c > 0 {
			return object.SmallInt(i)
		}
	}
}

func countOf(t *Thread, a, x Value) Value {
	it := object.IterElse(t, a, "argument of type '%s' is not iterable")
	if it == null {
		return null
	}
	for n := int64(0); ; {
		y := object.Next(t, it)
		if y == null {
			if t.Exc != null {
				return null
			}
			return object.SmallInt(n)
		}
		c := object.EqualBool(t, y, x)
		if c < 0 {
			return null
		}
		n += int64(c)
	}
}

// concat is a + b for sequences.
func concat(t *Thread, a, b Value, op object.Nb) Value {
	if s := &object.TypeOf(t, a).Slots; s.Concat == nil && (s.Subscript == nil || object.IsDict(a) || s.Binary[object.NbAdd] == nil && s.Binary[op] == nil) {
		return object.Raise(t, object.TTypeError, "'%s' object can't be concatenated", object.TypeName(t, a))
	}
	return object.BinaryOp(t, op, a, b)
}

// compareDigest compares two ASCII strs or two bytes-like objects in a time that does not depend on where they differ.
func compareDigest(t *Thread, a, b Value) Value {
	var x, y []byte
	if object.IsStr(a) && object.IsStr(b) {
		p, q := object.As[object.Str](a), object.As[object.Str](b)
		if !p.IsASCII() || !q.IsASCII() {
			return object.Raise(t, object.TTypeError, "comparing strings with non-ASCII characters is not supported")
		}
		x, y = p.Bytes(), q.Bytes()
	} else {
		bufA, bufB := object.TypeOf(t, a).Slots.Buffer, object.TypeOf(t, b).Slots.Buffer
		if bufA == nil || bufB == nil {
			return object.Raise(t, object.TTypeError, "unsupported operand types(s) or combination of types: '%s' and '%s'",
				object.TypeName(t, a), object.TypeName(t, b))
		}
		x, _ = bufA(t, a)
		y, _ = bufB(t, b)
	}
	diff := len(x) ^ len(y)
	for i := 0; i < len(x) && i < len(y); i++ {
		diff |= int(x[i] ^ y[i])
	}
	return object.Bool(diff == 0)
}

func exactIndex(t *Thread, v Value) Value {
	i := object.Index(t, v)
	if i == null {
		return null
	}
	return object.ExactInt(t, i)
}
