// The _functools module: partial, reduce, cmp_to_key; the wrapper of lru_cache is in lru_cache.go.

package functional

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tPartial    = object.AllocTypeID()
	tKeyWrapper = object.AllocTypeID()
)

var _ = native.Register("_functools", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tPartial, tLRUCache},
		Funcs: []FuncDef{
			{Name: "reduce", Sig: "(function, iterable, initial=<unrepresentable>, /)", MinArgs: 2, MaxArgs: 3, FN: reduce},
			{Name: "cmp_to_key", Sig: "(mycmp)", Fn: func(t *Thread, self Value, b []Value) Value { return newKey(t, b[0], null) }},
		},
	}
})

func reduce(t *Thread, self Value, args []Value) Value {
	it := object.Iter(t, args[1])
	if it == null {
		if t.ClearIf(object.TTypeError) {
			object.Raise(t, object.TTypeError, "reduce() arg 2 must support iteration")
		}
		return null
	}
	acc := null
	if len(args) > 2 {
		acc = args[2]
	}
	var calls object.Calls
	many := calls.Begin(t, args[0], 2)
	defer calls.End(t)
	for {
		if many && acc != null {
			acc = calls.Fold(t, it, acc)
		}
		x := null
		if t.Exc == null && !calls.Ended() {
			x = object.Next(t, it)
		}
		if x == null {
			if t.Exc != null {
				return null
			}
			if acc == null {
				return object.Raise(t, object.TTypeError, "reduce() of empty iterable with no initial value")
			}
			return acc
		}
		if acc == null {
			acc = x
		} else if acc = object.Call2(t, args[0], acc, x); acc == null {
			return null
		}
	}
}

// keyWrapper is what the function made by cmp_to_key returns, and, with Obj Null, that function.
type keyWrapper struct {
	header
	Cmp, Obj Value
}

func newKey(t *Thread, cmp, obj Value) Value {
	k := object.New[keyWrapper](t, tKeyWrapper)
	if k != nil {
		k.Cmp, k.Obj = cmp, obj
	}
	return object.Of(k)
}

var keySig = object.ParseSignature("K", "(obj)")

var _ = object.DefineType(tKeyWrapper, object.TypeDef{
	Name: "functools.KeyWrapper", Size: unsafe.Sizeof(keyWrapper{}), Refs: 1<<1 | 1<<2, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Call: func(t *Thread, v Value, args []Value, kw Value) Value {
			bound := t.PushArgs(1)
			if bound == nil {
				return null
			}
			r := null
			if keySig.Bind(t, args, kw, bound) {
				r = newKey(t, object.As[keyWrapper](v).Cmp, bound[0])
			}
			t.PopArgs(1)
			return r
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if !b.IsExact(tKeyWrapper) {
				return object.Raise(t, object.TTypeError, "other argument must be K instance")
			}
			x, y := object.As[keyWrapper](a), object.As[keyWrapper](b)
			if x.Obj == null || y.Obj == null {
				return object.Raise(t, object.TAttributeError, "object")
			}
			r := object.Call2(t, x.Cmp, x.Obj, y.Obj)
			if r == null {
				return null
			}
			return object.Compare(t, r, object.SmallInt(0), op)
		},
	},
	Members: []object.MemberDef{{Name: "obj", Word: 2, Writable: true, OrNone: true}},
	GetSets: []object.GetSetDef{textSignature("(obj)")},
})

// textSignature tells inspect how an object is called.
func textSignature(sig string) object.GetSetDef {
	return object.GetSetDef{Name: "__text_signature__", Get: func(t *Thread, _ Value) Value { return object.NewStr(t, sig) }}
}

// partial is a functools.partial object.
type partial struct {
	header
	Fn   Value
	Args *object.Tuple
	Kw   *object.Dict
}

func partialNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	if len(pos) == 0 {
		return object.Raise(t, object.TTypeError, "type 'partial' takes at least one argument")
	}
	fn := pos[0]
	if object.TypeOf(t, fn).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "the first argument must be callable")
	}
	var before *object.Tuple
	d := object.NewDict(t)
	if object.IsInstance(t, fn, tPartial) {
		if ns := object.InstanceDict(t, fn, false); ns == nil { // one without attributes of its own is merged
			inner := object.As[partial](fn)
			fn, before = inner.Fn, inner.Args
			d = inner.Kw.Copy(t)
		}
	}
	if d == nil {
		return null
	}
	n := 0
	if before != nil {
		n = before.Len()
	}
	all := object.NewTuple(t, n+len(pos)-1)
	if all == nil {
		return null
	}
	if before != nil {
		copy(all.Items(), before.Items())
	}
	copy(all.Items()[n:], pos[1:])
	for i, v := range named {
		if !d.Set(t, *object.As[object.Tuple](kw).At(i), v) {
			return null
		}
	}
	p := native.Alloc[partial](t, typ)
	if p != nil {
		p.Fn, p.Args, p.Kw = fn, all, d
	}
	return object.Of(p)
}

func partialCall(t *Thread, v Value, args []Value, kw Value) Value {
	p := object.As[partial](v)
	pos, named := object.SplitKw(args, kw)
	if p.Kw.Used == 0 {
		n := p.Args.Len() + len(args)
		all := t.PushArgs(n)
		if all == nil && n > 0 {
			return null
		}
		copy(all, p.Args.Items())
		copy(all[p.Args.Len():], args)
		r := object.Call(t, p.Fn, all, kw)
		t.PopArgs(n)
		return r
	}
	d := p.Kw.Copy(t)
	all := object.NewTuple(t, p.Args.Len()+len(pos))
	if d == nil || all == nil {
		return null
	}
	copy(all.Items(), p.Args.Items())
	copy(all.Items()[p.Args.Len():], pos)
	for i, x := range named {
		if !d.Set(t, *object.As[object.Tuple](kw).At(i), x) {
			return null
		}
	}
	return object.CallTuple(t, p.Fn, all, d)
}

func partialRepr(t *Thread, v Value) Value {
	p := object.As[partial](v)
	switch object.ReprEnter(t, v) {
	case 1:
		return object.NewStr(t, "...")
	case -1:
		return null
	}
	typ := object.TypeOf(t, v)
	var text []byte
	if m := object.LookupAttr(t, typ.Value(), t.N(object.N_module_)); m != null && object.IsStr(m) {
		text = append(object.AppendStr(text, m), '.')
	}
	text = append(object.AppendStr(text, typ.QualName), '(')
	text, ok := object.AppendRepr(t, text, p.Fn)
	for i := 0; ok && i < p.Args.Len(); i++ {
		text, ok = object.AppendRepr(t, append(text, ", "...), *p.Args.At(i))
	}
	for e, i := p.Kw.Next(0); ok && e != nil; e, i = p.Kw.Next(i) {
		val := e.Val
		name := object.ToStr(t, e.Key)
		if ok = name != null; ok {
			text, ok = object.AppendRepr(t, append(object.AppendStr(append(text, ", "...), name), '='), val)
		}
	}
	object.ReprLeave(t, v)
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(text, ')'))
}

func partialSetState(t *Thread, self, state Value) Value {
	s, ok := state, object.IsTuple(state) && object.As[object.Tuple](state).Size == 4
	if ok {
		x := object.As[object.Tuple](s)
		fn, args, kw, ns := *x.At(0), *x.At(1), *x.At(2), *x.At(3)
		ok = object.TypeOf(t, fn).Slots.Call != nil && object.IsTuple(args) && (kw == none || object.IsDict(kw))
		if ok {
			p := object.As[partial](self)
			if !args.IsExact(object.TTuple) {
				if args = object.TupleOf(t, object.As[object.Tuple](args).Items()); args == null {
					return null
				}
			}
			d := object.NewDict(t)
			switch {
			case kw.IsExact(object.TDict):
				d = object.As[object.Dict](kw)
			case kw != none:
				d = object.As[object.Dict](kw).Copy(t)
			}
			if ns == none {
				ns = object.Of(object.NewDict(t))
			}
			if d == nil || !object.SetInstanceDict(t, self, ns) {
				return null
			}
			p.Fn, p.Args, p.Kw = fn, object.As[object.Tuple](args), d
			return none
		}
	}
	return object.Raise(t, object.TTypeError, "invalid partial state")
}

var _ = object.DefineType(tPartial, object.TypeDef{
	Name: "functools.partial", Flags: object.TypeBase, Size: unsafe.Sizeof(partial{}), Refs: 7 << 1, Dict: true,
	Slots: object.Slots{New: partialNew, Call: partialCall, Repr: partialRepr,
		DescrGet: func(t *Thread, v, o, _ Value) Value {
			if o != null && o != none && !object.Warn(t, object.TFutureWarning, "functools.partial will be a method descriptor in future Python "+
				"versions; wrap it in staticmethod() if you want to preserve the old behavior") {
				return null
			}
			return v
		}},
	GetSets: []object.GetSetDef{object.DictGetSet, {Name: "__vectorcalloffset__", Member: true, Get: func(t *Thread, v Value) Value {
		return object.NewInt(t, int64(uintptr(v.Ptr()))) // some address, as in CPython
	}}},
	Members: []object.MemberDef{{Name: "func", Word: 1}, {Name: "args", Word: 2}, {Name: "keywords", Word: 3}},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
			p := object.As[partial](v)
			args, state := object.Tuple1(t, p.Fn), object.NewTuple(t, 4)
			if args == null || state == nil {
				return null
			}
			ns := none
			if d := object.InstanceDict(t, v, true); d != nil && d.Used > 0 {
				ns = object.Of(d)
			}
			*state.At(0), *state.At(1), *state.At(2), *state.At(3) = p.Fn, object.Of(p.Args), object.Of(p.Kw), ns
			return object.Triple(t, object.TypeOf(t, v).Value(), args, object.Of(state))
		}},
		{Name: "__setstate__", F1: partialSetState},
		object.ClassGetItemDef(),
	}),
})
