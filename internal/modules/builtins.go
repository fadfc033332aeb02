// The module builtins.

package modules

import (
	"math"
	"math/big"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/bignum"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

var builtinTypes = []object.TypeID{
	object.TObject, object.TType, object.TInt, object.TBool, object.TFloat, object.TComplex, object.TStr, object.TBytes, object.TByteArray,
	object.TMemoryView, object.TList, object.TTuple, object.TDict, object.TSet, object.TFrozenSet, object.TRange, object.TSlice,
	object.TProperty, object.TStaticMethod, object.TClassMethod, object.TSuper, object.TEnumerate, object.TReversed, object.TZip, object.TMap,
	object.TFilter,
}

var _ = native.Register("builtins", func() native.ModuleDef {
	return native.ModuleDef{
		Types: builtinTypes,
		Funcs: []FuncDef{
			{Name: "__build_class__", FK: buildClass},
			{Name: "__import__", Sig: "(name, globals=None, locals=None, fromlist=(), level=0)", Fn: builtinImport},
			{Name: "abs", Sig: "(x, /)", Plain: true, F1: func(t *Thread, _, x Value) Value { return object.Absolute(t, x) }},
			{Name: "aiter", Sig: "(async_iterable, /)", F1: builtinAIter},
			{Name: "all", Sig: "(iterable, /)", F1: func(t *Thread, _, it Value) Value { return anyAll(t, it, 0, object.False, object.True) }},
			{Name: "anext", FN: builtinANext, MinArgs: 1, MaxArgs: 2},
			{Name: "any", Sig: "(iterable, /)", F1: func(t *Thread, _, it Value) Value { return anyAll(t, it, 1, object.True, object.False) }},
			{Name: "ascii", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value { return object.ASCII(t, v) }},
			{Name: "bin", Sig: "(number, /)", Plain: true, F1: func(t *Thread, _, v Value) Value { return inBase(t, v, 2, "0b") }},
			{Name: "breakpoint", Sig: "(*args, **kws)", Fn: builtinBreakpoint},
			{Name: "callable", Sig: "(obj, /)", F1: func(t *Thread, _, v Value) Value { return object.Bool(object.TypeOf(t, v).Slots.Call != nil) }},
			{Name: "chr", Sig: "(i, /)", Plain: true, F1: builtinChr},
			{Name: "compile", Sig: "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)", Fn: builtinCompile},
			{Name: "delattr", Sig: "(obj, name, /)", FN: builtinDelAttr, MinArgs: 2, MaxArgs: 2},
			{Name: "dir", FN: builtinDir, MinArgs: 0, MaxArgs: 1},
			{Name: "divmod", Sig: "(x, y, /)", FN: func(t *Thread, _ Value, a []Value) Value { return object.BinaryOp(t, object.NbDivmod, a[0], a[1]) }, MinArgs: 2, MaxArgs: 2},
			{Name: "eval", Sig: "(source, /, globals=None, locals=None)", Fn: builtinEval},
			{Name: "exec", Sig: "(source, /, globals=None, locals=None, *, closure=None)", Fn: builtinExec},
			{Name: "format", Sig: "(value, format_spec='', /)", FN: builtinFormat, MinArgs: 1, MaxArgs: 2},
			{Name: "getattr", FN: builtinGetAttr, MinArgs: 2, MaxArgs: 3},
			{Name: "globals", Sig: "()", F0: func(t *Thread, _ Value) Value {
				if t.Frame == nil {
					return object.Raise(t, object.TSystemError, "frame does not exist")
				}
				return object.Of(t.Frame.Globals)
			}},
			{Name: "hasattr", Sig: "(obj, name, /)", FN: builtinHasAttr, MinArgs: 2, MaxArgs: 2},
			{Name: "hash", Sig: "(obj, /)", Plain: true, F1: builtinHash},
			{Name: "hex", Sig: "(number, /)", Plain: true, F1: func(t *Thread, _, v Value) Value { return inBase(t, v, 16, "0x") }},
			{Name: "id", Sig: "(obj, /)", F1: builtinID},
			{Name: "input", Sig: "(prompt='', /)", FN: iomod.Input, MinArgs: 0, MaxArgs: 1},
			{Name: "isinstance", Sig: "(obj, class_or_tuple, /)", FN: builtinIsInstance, MinArgs: 2, MaxArgs: 2},
			{Name: "issubclass", Sig: "(cls, class_or_tuple, /)", FN: builtinIsSubclass, MinArgs: 2, MaxArgs: 2},
			{Name: "iter", FN: builtinIter, MinArgs: 1, MaxArgs: 2},
			{Name: "len", Sig: "(obj, /)", Plain: true, F1: builtinLen},
			{Name: "locals", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.LocalsSnapshot(t, t.Frame) }},
			{Name: "max", FK: func(t *Thread, _ Value, args []Value, kw Value) Value { return minMax(t, "max", args, kw, object.GT) }},
			{Name: "min", FK: func(t *Thread, _ Value, args []Value, kw Value) Value { return minMax(t, "min", args, kw, object.LT) }},
			{Name: "next", FN: builtinNext, MinArgs: 1, MaxArgs: 2},
			{Name: "oct", Sig: "(number, /)", Plain: true, F1: func(t *Thread, _, v Value) Value { return inBase(t, v, 8, "0o") }},
			{Name: "ord", Sig: "(c, /)", Plain: true, F1: builtinOrd},
			{Name: "pow", Sig: "(base, exp, mod=None)", Fn: builtinPow},
			{Name: "print", Sig: "(*args, sep=' ', end='\\n', file=None, flush=False)", FK: iomod.Print},
			{Name: "repr", Sig: "(obj, /)", Plain: true, F1: func(t *Thread, _, v Value) Value { return object.Repr(t, v) }},
			{Name: "round", Sig: "(number, ndigits=None)", Fn: builtinRound},
			{Name: "setattr", Sig: "(obj, name, value, /)", FN: builtinSetAttr, MinArgs: 3, MaxArgs: 3},
			{Name: "sorted", Sig: "(iterable, /, *, key=None, reverse=False)", FK: builtinSorted},
			{Name: "sum", Sig: "(iterable, /, start=0)", Fn: builtinSum},
			{Name: "vars", FN: builtinVars, MinArgs: 0, MaxArgs: 1},
		},
		Init: initBuiltins,
	}
})

func initBuiltins(t *Thread, m Value, d *object.Dict) bool {
	for id := object.TBaseException; id < object.FirstModuleType; id++ {
		if typ := t.Type(id); !d.Set(t, typ.Name, typ.Value()) {
			return false
		}
	}
	oserr := t.Type(object.TOSError).Value()
	return d.SetStr(t, "None", none) && d.SetStr(t, "True", object.True) && d.SetStr(t, "False", object.False) &&
		d.SetStr(t, "Ellipsis", object.Ellipsis) && d.SetStr(t, "NotImplemented", object.NotImplemented) &&
		d.SetStr(t, "__debug__", object.Bool(hostOf(t).opts.Flags.Optimize == 0)) && d.SetStr(t, "EnvironmentError", oserr) && d.SetStr(t, "IOError", oserr)
}

// buildClass is __build_class__(func, name, /, *bases, [metaclass], **kwds).
func buildClass(t *Thread, _ Value, args []Value, kw Value) Value {
	nkw := 0
	if kw != null {
		nkw = object.As[object.Tuple](kw).Len()
	}
	npos := len(args) - nkw
	if npos < 2 {
		return object.Raise(t, object.TTypeError, "__build_class__: not enough arguments")
	}
	fn, name := args[0], args[1]
	if !fn.IsExact(object.TFunction) {
		return object.Raise(t, object.TTypeError, "__build_class__: func must be a function")
	}
	if !object.IsStr(name) {
		return object.Raise(t, object.TTypeError, "__build_class__: name is not a string")
	}
	orig := object.TupleOf(t, args[2:npos])
	if orig == null {
		return null
	}
	bases := resolveBases(t, orig)
	if bases == null {
		return null
	}
	// The keyword arguments without metaclass.
	kwds := object.NewDict(t)
	if kwds == nil {
		return null
	}
	meta := null
	for i := 0; i < nkw; i++ {
		k := *object.As[object.Tuple](kw).At(i)
		if object.GoString(k) == "metaclass" {
			meta = args[npos+i]
		} else if !kwds.Set(t, k, args[npos+i]) {
			return null
		}
	}
	if meta == null {
		meta = t.Type(object.TType).Value()
		if b := object.As[object.Tuple](bases); b.Len() > 0 {
			meta = object.Of(object.TypeOf(t, *b.At(0)))
		}
	}
	if object.IsType(meta) {
		m := object.CalculateMetaclass(t, object.As[object.Type](meta), object.As[object.Tuple](bases))
		if m == nil {
			return null
		}
		meta = object.Of(m)
	}
	ns := prepareNamespace(t, meta, name, bases, kwds)
	if ns == null {
		return null
	}
	cell := runClassBody(t, object.As[object.Function](fn), ns)
	if cell == null {
		return null
	}
	if bases != orig {
		if !object.SetItem(t, ns, t.N(object.N_orig_bases_), orig) {
			return null
		}
	}
	pos := object.NewTuple(t, 3)
	if pos == nil {
		return null
	}
	*pos.At(0), *pos.At(1), *pos.At(2) = name, bases, ns
	cls := object.CallTuple(t, meta, pos, kwds)
	if cls != null && object.IsType(cls) && cell.IsExact(object.TCell) {
		c := object.As[object.Cell](cell)
		if c.Ref == null {
			return object.Raise(t, object.TRuntimeError, "__class__ not set defining %s as %s. Was __classcell__ propagated to type.__new__?", native.ReprOf(t, name), native.ReprOf(t, cls))
		}
		if c.Ref != cls {
			return object.Raise(t, object.TTypeError, "__class__ set to %s defining %s as %s", native.ReprOf(t, c.Ref), native.ReprOf(t, name), native.ReprOf(t, cls))
		}
	}
	return cls
}

func prepareNamespace(t *Thread, meta, name, bases Value, kwds *object.Dict) Value {
	prep := object.LookupAttr(t, meta, t.N(object.N_prepare_))
	if prep == null {
		if t.Exc != null {
			return null
		}
		d := object.NewDict(t)
		if d == nil {
			return null
		}
		return object.Of(d)
	}
	pos := object.Pair(t, name, bases)
	if pos == null {
		return null
	}
	ns := object.CallTuple(t, prep, object.As[object.Tuple](pos), kwds)
	if ns == null {
		return null
	}
	if typ := object.TypeOf(t, ns); typ.Slots.Subscript == nil {
		who := "<metaclass>"
		if object.IsType(meta) {
			who = object.As[object.Type](meta).NameString()
		}
		return object.Raise(t, object.TTypeError, "%s.__prepare__() must return a mapping, not %s", who, typ.NameString())
	}
	return ns
}

// resolveBases replaces bases that are no classes by what their __mro_entries__ gives (PEP 560).
func resolveBases(t *Thread, orig Value) Value {
	b := object.As[object.Tuple](orig)
	var out *object.List
	for i := 0; i < b.Len(); i++ {
		base := *b.At(i)
		var entries Value
		if !object.IsType(base) {
			if f := object.LookupAttr(t, base, t.N(object.N_mro_entries_)); f != null {
				if entries = object.Call1(t, f, orig); entries == null {
					return null
				}
				if !object.IsTuple(entries) {
					return object.Raise(t, object.TTypeError, "__mro_entries__ must return a tuple")
				}
			} else if t.Exc != null {
				return null
			}
		}
		if entries != null && out == nil {
			if out = object.NewList(t, 0); out == nil {
				return null
			}
			for j := 0; j < i; j++ {
				if !out.Append(t, *b.At(j)) {
					return null
				}
			}
		}
		switch {
		case entries != null:
			e := object.As[object.Tuple](entries)
			for j := 0; j < e.Len(); j++ {
				if !out.Append(t, *e.At(j)) {
					return null
				}
			}
		case out != nil:
			if !out.Append(t, base) {
				return null
			}
		}
	}
	if out == nil {
		return orig
	}
	return object.TupleOf(t, out.Slice())
}

func anyAll(t *Thread, iterable Value, stop int, found, otherwise Value) Value {
	var p object.Pull
	if !p.Begin(t, iterable) {
		return null
	}
	defer p.End(t)
	rule := object.PullFalse
	if stop == 0 {
		rule = object.PullTrue
	}
	for {
		ahead, k := p.Ahead(), 0
	items:
		for _, v := range ahead {
			switch {
			case v == object.SmallInt(0) || v == object.False || v == none:
				if stop == 0 {
					return found
				}
			case v.IsInt() || v == object.True:
				if stop == 1 {
					return found
				}
			case !v.IsExact(object.TStr):
				break items
			case (object.As[object.Str](v).Len != 0) == (stop == 1):
				return found
			}
			k++
		}
		p.Skip(k)
		v := p.Next(t, rule)
		if v == null {
			if t.Exc != null {
				return null
			}
			return otherwise
		}
		switch object.Truth(t, v) {
		case -1:
			return null
		case stop:
			return found
		}
	}
}

func builtinAIter(t *Thread, _, v Value) Value {
	f := object.TypeOf(t, v).Slots.AIter
	if f == nil {
		return object.Raise(t, object.TTypeError, "'%s' object is not an async iterable", object.TypeName(t, v))
	}
	r := f(t, v)
	if r != null && object.TypeOf(t, r).Slots.ANext == nil {
		return object.Raise(t, object.TTypeError, "aiter() returned not an async iterator of type '%s'", object.TypeName(t, r))
	}
	return r
}

func inBase(t *Thread, v Value, base int, prefix string) Value {
	i := object.Index(t, v)
	if i == null {
		return null
	}
	if n, ok := object.Int64(i); ok && n > math.MinInt64 {
		var buf [72]byte
		text := buf[:0]
		if n < 0 {
			text, n = append(text, '-'), -n
		}
		return object.NewStr(t, string(strconv.AppendInt(append(text, prefix...), n, base)))
	}
	b := object.BigOf(i)
	if b.Sign() < 0 {
		prefix = "-" + prefix
	}
	text := bignum.AppendText([]byte(prefix), new(big.Int).SetBits(b.Bits()), base, t.Halted)
	runtime.KeepAlive(i)
	if text == nil {
		return null
	}
	return object.NewStr(t, unsafe.String(unsafe.SliceData(text), len(text)))
}

func builtinBreakpoint(t *Thread, _ Value, a []Value) Value {
	if t.RT.OnBreakpoint != nil {
		return native.DoneIf(t.RT.OnBreakpoint(t))
	}
	hook := t.RT.SysDict.GetStr(object.Intern(t, "breakpointhook"))
	if hook == null {
		return object.Raise(t, object.TRuntimeError, "lost sys.breakpointhook")
	}
	if !object.Audit(t, "builtins.breakpoint", hook) {
		return null
	}
	return object.CallTuple(t, hook, object.As[object.Tuple](a[0]), object.As[object.Dict](a[1]))
}

func builtinChr(t *Thread, _, v Value) Value {
	i := object.Index(t, v)
	if i == null {
		return null
	}
	n, ok := object.Int64(i)
	if !ok {
		if object.IntSign(i) < 0 {
			n = -1
		} else {
			n = 1 << 40
		}
	}
	if n < 0 || n > 0x10FFFF {
		return object.Raise(t, object.TValueError, "chr() arg not in range(0x110000)")
	}
	return object.NewStrRune(t, rune(n))
}

func builtinDelAttr(t *Thread, _ Value, a []Value) Value {
	if !object.SetAttr(t, a[0], a[1], null) {
		return null
	}
	return none
}

func builtinDir(t *Thread, _ Value, a []Value) Value {
	if len(a) == 0 {
		l := object.LocalsSnapshot(t, t.Frame)
		if l == null {
			return null
		}
		keys := object.CallMethod0(t, l, t.N(object.N_keys))
		if keys == null {
			return null
		}
		return sorted(t, keys, none, false)
	}
	return Dir(t, a[0])
}

// Dir is dir(v): a sorted list.
func Dir(t *Thread, v Value) Value {
	r, found := object.CallSpecial0(t, v, object.N_dir_)
	if r == null {
		if !found {
			return object.Raise(t, object.TTypeError, "object does not provide __dir__")
		}
		return null
	}
	return sorted(t, r, none, false)
}

func builtinFormat(t *Thread, _ Value, a []Value) Value {
	spec := t.RT.EmptyStr
	if len(a) > 1 {
		if spec = a[1]; !object.IsStr(spec) {
			return object.BadArgument(t, "format", "argument 2", "str", spec)
		}
	}
	return object.Format(t, a[0], spec)
}

func builtinGetAttr(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[1]) {
		return object.Raise(t, object.TTypeError, "attribute name must be string, not '%s'", object.TypeName(t, a[1]))
	}
	if len(a) == 2 {
		return object.GetAttr(t, a[0], a[1])
	}
	r := object.LookupAttr(t, a[0], a[1])
	if r == null && t.Exc == null {
		return a[2]
	}
	return r
}

func builtinHasAttr(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[1]) {
		return object.Raise(t, object.TTypeError, "attribute name must be string, not '%s'", object.TypeName(t, a[1]))
	}
	r := object.LookupAttr(t, a[0], a[1])
	if r == null && t.Exc != null {
		return null
	}
	return object.Bool(r != null)
}

func builtinHash(t *Thread, _, v Value) Value {
	h, ok := object.Hash(t, v)
	if !ok {
		return null
	}
	return object.NewInt(t, h)
}

func builtinID(t *Thread, _, v Value) Value {
	id := object.NewUint(t, t.RT.ID(v))
	if t.RT.OnAudit != nil && id != null && !object.Audit(t, "builtins.id", id) {
		return null
	}
	return id
}

func builtinIsInstance(t *Thread, _ Value, a []Value) Value {
	switch object.IsInstanceCheck(t, a[0], a[1]) {
	case 1:
		return object.True
	case 0:
		return object.False
	}
	return null
}

func builtinIsSubclass(t *Thread, _ Value, a []Value) Value {
	switch object.IsSubclassCheck(t, a[0], a[1]) {
	case 1:
		return object.True
	case 0:
		return object.False
	}
	return null
}

func builtinIter(t *Thread, _ Value, a []Value) Value {
	if len(a) == 1 {
		return object.Iter(t, a[0])
	}
	if object.TypeOf(t, a[0]).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "iter(v, w): v must be callable")
	}
	return object.NewCallableIterator(t, a[0], a[1])
}

func builtinLen(t *Thread, _, v Value) Value {
	n := object.Len(t, v)
	if n < 0 {
		return null
	}
	return object.NewInt(t, n)
}

func builtinNext(t *Thread, _ Value, a []Value) Value {
	next := object.TypeOf(t, a[0]).Slots.Next
	if next == nil {
		return object.Raise(t, object.TTypeError, "'%s' object is not an iterator", object.TypeName(t, a[0]))
	}
	v := next(t, a[0])
	if v != null {
		return v
	}
	if len(a) > 1 {
		if t.Exc != null && !t.ClearIf(object.TStopIteration) {
			return null
		}
		return a[1]
	}
	if t.Exc == null {
		object.RaiseType(t, object.TStopIteration)
	}
	return null
}

func builtinOrd(t *Thread, _, v Value) Value {
	n := int64(-1)
	switch {
	case object.IsStr(v):
		s := object.As[object.Str](v)
		if n = s.Len; n == 1 {
			return object.SmallInt(int64(s.At(0)))
		}
	default:
		if f := object.TypeOf(t, v).Slots.Buffer; f != nil && !v.IsExact(object.TMemoryView) {
			if b, ok := f(t, v); ok {
				if n = int64(len(b)); n == 1 {
					return object.SmallInt(int64(b[0]))
				}
			}
		}
	}
	if n < 0 {
		return object.Raise(t, object.TTypeError, "ord() expected string of length 1, but %s found", object.TypeName(t, v))
	}
	return object.Raise(t, object.TTypeError, "ord() expected a character, but string of length %d found", n)
}

func builtinPow(t *Thread, _ Value, a []Value) Value {
	m := a[2]
	if m == null {
		m = none
	}
	return object.Power(t, a[0], a[1], m)
}

func builtinRound(t *Thread, _ Value, a []Value) Value {
	var r Value
	var found bool
	if a[1] == null || a[1] == none {
		r, found = object.CallSpecial0(t, a[0], object.N_round_)
	} else {
		r, found = object.CallSpecial1(t, a[0], object.N_round_, a[1])
	}
	if !found {
		return object.Raise(t, object.TTypeError, "type %s doesn't define __round__ method", object.TypeName(t, a[0]))
	}
	return r
}

func builtinSetAttr(t *Thread, _ Value, a []Value) Value {
	if !object.SetAttr(t, a[0], a[1], a[2]) {
		return null
	}
	return none
}

var sortSig = object.ParseSignature("sort", "(*, key=None, reverse=False)")

// builtinSorted leaves its keyword arguments to list.sort, as the texts of errors show.
func builtinSorted(t *Thread, _ Value, args []Value, kw Value) Value {
	pos, named := object.SplitKw(args, kw)
	if !object.CheckPositional(t, "sorted", len(pos), 1, 1) {
		return null
	}
	a := t.PushArgs(2)
	if a == nil {
		return null
	}
	defer t.PopArgs(2)
	l := object.ListFromIterable(t, pos[0])
	if l == nil || !sortSig.Bind(t, named, kw, a) {
		return null
	}
	key := none
	if a[0] != null {
		key = a[0]
	}
	reverse := false
	if a[1] != null {
		switch object.Truth(t, a[1]) {
		case -1:
			return null
		case 1:
			reverse = true
		}
	}
	if !object.SortList(t, l, key, reverse) {
		return null
	}
	return object.Of(l)
}

// builtinSum adds as CPython does: ints while the sum fits a C long, then floats if the sum has become one, then anything.
func builtinSum(t *Thread, _ Value, a []Value) Value {
	var p object.Pull
	if !p.Begin(t, a[0]) {
		return null
	}
	defer p.End(t)
	sum := object.SmallInt(0)
	if a[1] != null {
		sum = a[1]
		switch {
		case object.IsStr(sum):
			return object.Raise(t, object.TTypeError, "sum() can't sum strings [use ''.join(seq) instead]")
		case object.IsBytes(sum):
			return object.Raise(t, object.TTypeError, "sum() can't sum bytes [use b''.join(seq) instead]")
		case sum.IsExact(object.TByteArray):
			return object.Raise(t, object.TTypeError, "sum() can't sum bytearray [use b''.join(seq) instead]")
		}
	}
	ends := false
	if sum.IsInt() || sum.IsExact(object.TInt) {
		if sum, ends = sumInts(t, &p, sum); ends {
			return sum
		}
	}
	if sum.IsFloat() {
		if sum, ends = sumFloats(t, &p, sum.Float()); ends {
			return sum
		}
	}
	for {
		v := p.Next(t, object.Numbers(sum))
		if v == null {
			if t.Exc != null {
				return null
			}
			return sum
		}
		if sum = object.Add(t, sum, v); sum == null {
			return null
		}
	}
}

// sumInts adds ints and bools to an int, and the first other item, or the first with which the sum is too long. ends: there are no more items, or the
// sum is Null, with an exception set.
func sumInts(t *Thread, p *object.Pull, start Value) (sum Value, ends bool) {
	n, ok := object.Int64(start)
	if !ok {
		return start, false
	}
	for {
		ahead, k := p.Ahead(), 0
		for _, v := range ahead {
			i, short := object.Short(v)
			s := n + i
			if !short || (s^n)&(s^i) < 0 {
				break
			}
			n, k = s, k+1
		}
		for _, b := range p.AheadBytes() {
			if n > math.MaxInt64-255 {
				break
			}
			n, k = n+int64(b), k+1
		}
		p.Skip(k)
		v := p.Next(t, object.PullNumbers)
		if v == null {
			if t.Exc != null {
				return null, true
			}
			return object.NewInt(t, n), true
		}
		if v.IsInt() || v.IsBool() || v.IsExact(object.TInt) {
			if i, ok := object.Int64(v); ok && (n+i^n)&(n+i^i) >= 0 {
				n += i
				continue
			}
		}
		if sum = object.NewInt(t, n); sum != null {
			sum = object.Add(t, sum, v)
		}
		return sum, sum == null
	}
}

// compensated is a sum of floats, and what rounding has lost of it (Neumaier's variant of Kahan's summation).
type compensated struct{ hi, lo float64 }

func (c compensated) add(x float64) compensated {
	s := c.hi + x
	if abs(c.hi) >= abs(x) {
		return compensated{s, c.lo + ((c.hi - s) + x)}
	}
	return compensated{s, c.lo + ((x - s) + c.hi)}
}

func (c compensated) value() Value {
	if c.lo != 0 && c.lo-c.lo == 0 { // lo is finite
		return object.Float(c.hi + c.lo)
	}
	return object.Float(c.hi)
}

// sumFloats is sumInts for a float, to which floats and ints of all kinds are added.
func sumFloats(t *Thread, p *object.Pull, start float64) (sum Value, ends bool) {
	c := compensated{hi: start}
	for {
		k := 0
		for _, v := range p.Ahead() {
			if v.IsFloat() {
				c = c.add(v.Float())
			} else if i, short := object.Short(v); short {
				c.hi += float64(i)
			} else {
				break
			}
			k++
		}
		p.Skip(k)
		v := p.Next(t, object.PullNumbers)
		if v == null {
			if t.Exc != null {
				return null, true
			}
			return c.value(), true
		}
		if v.IsFloat() {
			c = c.add(v.Float())
		} else if i, ok := object.Int64(v); ok {
			c.hi += float64(i)
		} else {
			sum = object.Add(t, c.value(), v)
			return sum, sum == null
		}
	}
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

func builtinVars(t *Thread, _ Value, a []Value) Value {
	if len(a) == 0 {
		return object.LocalsSnapshot(t, t.Frame)
	}
	v := object.LookupAttr(t, a[0], t.N(object.N_dict_))
	if v == null && t.Exc == null {
		return object.Raise(t, object.TTypeError, "vars() argument must have __dict__ attribute")
	}
	return v
}

// sorted is object.Sorted as a value.
func sorted(t *Thread, iterable, key Value, reverse bool) Value {
	l := object.Sorted(t, iterable, key, reverse)
	if l == nil {
		return null
	}
	return object.Of(l)
}

// minMax is min and max: over one iterable, or over the arguments.
func minMax(t *Thread, name string, args []Value, kw Value, op object.CompareOp) Value {
	key, def := none, null
	pos, named := object.SplitKw(args, kw)
	if len(pos) == 0 {
		return object.Raise(t, object.TTypeError, "%s expected at least 1 argument, got 0", name)
	}
	for i := range named {
		switch k := object.As[object.Str](*object.As[object.Tuple](kw).At(i)); {
		case k.Is("key"):
			key = named[i]
		case k.Is("default"):
			def = named[i]
		default:
			return object.UnexpectedKeyword(t, name, object.GoString(object.Of(k)), "key", "default")
		}
	}
	if len(pos) == 1 {
		r := object.MinMax(t, pos[0], key, op)
		if r == null && t.Exc == null {
			if def == null {
				return object.Raise(t, object.TValueError, "%s() iterable argument is empty", name)
			}
			return def
		}
		return r
	}
	if def != null {
		return object.Raise(t, object.TTypeError, "Cannot specify a default for %s() with multiple positional arguments", name)
	}
	if key == none {
		best := pos[0]
		for _, v := range pos[1:] {
			switch object.CompareBool(t, v, best, op) {
			case -1:
				return null
			case 1:
				best = v
			}
		}
		return best
	}
	tup := object.TupleOf(t, pos)
	if tup == null {
		return null
	}
	return object.MinMax(t, tup, key, op)
}

// builtinANext is anext(async_iterator[, default]).
func builtinANext(t *Thread, _ Value, a []Value) Value {
	f := object.TypeOf(t, a[0]).Slots.ANext
	if f == nil {
		return object.Raise(t, object.TTypeError, "'%s' object is not an async iterator", object.TypeName(t, a[0]))
	}
	r := f(t, a[0])
	if r == null || len(a) == 1 {
		return r
	}
	return interp.ANextDefault(t, r, a[1])
}
