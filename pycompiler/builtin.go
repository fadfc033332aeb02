// Calls of known built-in functions, methods and classes: the frequent ones have code of their own, the others become direct calls of their Go
// functions.

package pycompiler

import (
	"math"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// builtinMeta compiles a call with args, self first if there is one; the operands are the n topmost stack items. If ok is false, it has emitted
// nothing that has an effect, and the caller must compile the call in another way.
type builtinMeta func(c *compiler, args []*Info, n int) (o outcome, ok bool)

// callBuiltin compiles the call of a known callee that may be a built-in function or class.
func (c *compiler) callBuiltin(callee Value, args []*Info, kw keywords, n int) outcome {
	f := constant(callee)
	if object.IsType(callee) {
		all, ok := args, kw.none()
		if callee == c.e.rt.Types[object.TEnumerate].Value() && len(args) == 1 && kw.only(c.e.t, object.N_start) {
			all, ok = append(slices.Clone(args), kw.values[0]), true
		}
		if ok {
			if o, ok := c.callClassMeta(callee, all, n); ok {
				return o
			}
		}
		return c.callObject(f, args, kw, n)
	}
	if !callee.IsExact(object.TBuiltin) && !callee.IsExact(object.TMethodDescr) {
		return c.callObject(f, args, kw, n)
	}
	b := object.As[object.Builtin](callee)
	def := b.DefOf()
	if callee.IsExact(object.TBuiltin) {
		return c.callBound(def, constant(c.e.keep(b.Self)), args, kw, n)
	}
	if kw.none() {
		if o, ok := c.callMeta(methodMetas, def, args, n); ok {
			return o
		}
	}
	if len(args) == 0 {
		return c.helper()
	}
	class, known, o := c.findClass(args[0])
	if o == ended {
		return o
	}
	if known {
		if typ, _ := c.e.typeOf(class); typ != nil && c.run.Read(func() uint64 { return b2u(typ.IsSubtype(b.Owner)) }) != 0 {
			return c.callDef(def, args[0], args[1:], kw, n)
		}
	}
	return c.callObject(f, args, kw, n)
}

// callObject calls f, which is not a Python function, for an instruction that pops n items. All the arguments lie on the stack.
func (c *compiler) callObject(f *Info, args []*Info, kw keywords, n int) outcome {
	if c.u.outer != nil || c.in.op == bc.CALL_FUNCTION_EX {
		return c.helper()
	}
	window, ok := c.window(args, kw)
	if !ok {
		return c.helper()
	}
	return c.callGo(x86.FuncPC(callAny), n, f, window, vinfo.NewKnown(vinfo.Raw, uint64(len(args)+len(kw.values))), kw.tuple())
}

func callAny(t *object.Thread, f Value, args *Value, n int, names Value) Value {
	return object.Call(t, f, unsafe.Slice(args, n), names)
}

// window brings the arguments, which are the topmost items but for the names of keywords, to their homes, and gives the address of the first; ok false:
// they do not lie there.
func (c *compiler) window(args []*Info, kw keywords) (at *Info, ok bool) {
	s := c.s
	count := len(args) + len(kw.values)
	first := s.Live() - kw.above() - count
	for k, i := range args {
		if first+k < s.NLocals || s.Vars[first+k] != i {
			return nil, false
		}
	}
	c.settle()
	for k := range count {
		s.Sync(first + k)
	}
	at = s.NewReg(vinfo.Raw)
	c.a.Lea(x86.W64, x86.Reg(at.Place.N()), staging.SlotMem(first))
	return at, true
}

// callSomeBuiltin calls f, a run-time value that is a built-in function or method. The definition of f is promoted.
func (c *compiler) callSomeBuiltin(f *Info, args []*Info, kw keywords, n int) outcome {
	s := c.s
	field := func(item int, kind vinfo.Kind, load func(to, from x86.Reg)) *Info {
		x := f.Item(item)
		if x == nil {
			r := s.InReg(f)
			s.Pin(r)
			x = s.NewReg(kind)
			s.Unpin(r)
			load(x86.Reg(x.Place.N()), r)
			f.SetItem(item, x)
		}
		return x
	}
	def := field(itemDef, vinfo.Raw, func(to, from x86.Reg) { c.a.MovRM(x86.W32, to, x86.Ptr(from, builtinDef)) })
	if !def.IsKnown() {
		if def.Not&promotion.NotPromoted != 0 {
			return c.helper()
		}
		return c.promoteAny(def, &promotion.Site{})
	}
	self := field(itemSelf, vinfo.Boxed, func(to, from x86.Reg) { c.a.Load(to, x86.Ptr(from, builtinSelf)) })
	return c.callBound(object.DefAt(uint32(def.Known.Value)), self, args, kw, n)
}

// callBound calls a built-in function, or a method bound to self.
func (c *compiler) callBound(def *object.FuncDef, self *Info, args []*Info, kw keywords, n int) outcome {
	c.s.Keep(self)
	if !kw.none() {
		return c.callDef(def, self, args, kw, n)
	}
	if methodMetas[def.FullName()] != nil {
		if _, _, o := c.findClass(self); o == ended {
			return o
		}
		if o, ok := c.callMeta(methodMetas, def, append([]*Info{self}, args...), n); ok {
			return o
		}
	} else if o, ok := c.callMeta(functionMetas, def, args, n); ok {
		return o
	}
	return c.callDef(def, self, args, kw, n)
}

// callClassMeta compiles the call of a built-in class by its meta-implementation, if it has one.
func (c *compiler) callClassMeta(class Value, args []*Info, n int) (o outcome, ok bool) {
	if meta := classMetas[object.As[object.Type](class).ID]; meta != nil {
		o, ok = meta(c, args, n)
	}
	if ok && o != ended {
		c.wasLight()
	}
	return o, ok
}

// callMeta compiles the call by the meta-implementation of a definition, if it has one.
func (c *compiler) callMeta(metas map[string]builtinMeta, def *object.FuncDef, args []*Info, n int) (o outcome, ok bool) {
	switch meta := metas[def.FullName()]; {
	case meta != nil:
		in := c.in
		if o, ok = meta(c, args, n); ok && o != ended && c.in == in { // else it is a call
			c.wasLight()
		}
		return o, ok
	case def.Float != nil:
		return c.callFloat(def.Float, args, n)
	}
	return next, false
}

// callDef calls the Go function of a definition, directly if its signature fits the arguments.
func (c *compiler) callDef(def *object.FuncDef, self *Info, args []*Info, kw keywords, n int) outcome {
	if c.u.outer != nil {
		return c.callLate(c.start)
	}
	d := vinfo.NewKnown(vinfo.Raw, uint64(uintptr(unsafe.Pointer(def))))
	kind := def.Kind()
	switch {
	case !kw.none():
	case kind == object.KindF0 && len(args) == 0:
		return c.callGo(x86.FuncPC(callF0), n, d, self)
	case kind == object.KindF1 && len(args) == 1:
		return c.callGo(x86.FuncPC(callF1), n, d, self, args[0])
	}
	window, ok := c.window(args, kw)
	if !ok {
		return c.helper()
	}
	count := vinfo.NewKnown(vinfo.Raw, uint64(len(args)+len(kw.values)))
	if kw.none() && kind == object.KindFN && len(args) >= def.MinArgs && (def.MaxArgs < 0 || len(args) <= def.MaxArgs) {
		return c.callGo(x86.FuncPC(callFN), n, d, self, window, count)
	}
	return c.callGo(x86.FuncPC(callBinding), n, d, self, window, count, kw.tuple())
}

func callF0(t *object.Thread, d *object.FuncDef, self Value) Value { return d.F0(t, self) }

func callF1(t *object.Thread, d *object.FuncDef, self, x Value) Value { return d.F1(t, self, x) }

func callFN(t *object.Thread, d *object.FuncDef, self Value, args *Value, n int) Value {
	return d.FN(t, self, unsafe.Slice(args, n))
}

func callBinding(t *object.Thread, d *object.FuncDef, self Value, args *Value, n int, names Value) Value {
	return object.CallDef(t, d, self, unsafe.Slice(args, n), names)
}

// callGo calls f with the thread and the words args, for an instruction that pops n items and pushes the result. f may raise and may run arbitrary
// code.
func (c *compiler) callGo(f uintptr, n int, args ...*Info) outcome {
	c.goCall(f, n, args...)
	return c.called(n)
}

// goCall is callGo without what follows the call.
func (c *compiler) goCall(f uintptr, n int, args ...*Info) {
	s := c.s
	for _, i := range args {
		s.Keep(s.Force(i))
	}
	c.settle()
	s.SyncFirst(s.NLocals, s.Live()-n)
	c.savePC()
	c.callQuick(f, args...)
	c.forgetShapes()
}

// called ends an instruction after such a call: it tests for an exception and pushes the result.
func (c *compiler) called(n int) outcome {
	c.s.Pop(n)
	c.a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.raised(false)
	}
	c.s.Push(c.result())
	return c.ranPython()
}

// done ends an instruction that pops n items and pushes v.
func (c *compiler) done(n int, v *Info) (outcome, bool) {
	c.s.Pop(n)
	c.s.Push(v)
	return next, true
}

// callFloat calls a function of one float. If the result is not finite, the usual definition is called instead, which may raise.
func (c *compiler) callFloat(f func(float64) float64, args []*Info, n int) (outcome, bool) {
	s, a := c.s, c.a
	x, o, ok := c.floatArg(args)
	if !ok {
		return o, o == ended
	}
	s.Keep(x)
	s.SaveRegs()
	c.floatTo(0, x)
	a.CallHelper(x86.FuncPC(f))
	c.afterCall()
	if c.isNotFinite(stats.NaN) {
		return next, false
	}
	return c.done(n, staging.NewFloat(s.NewIn(vinfo.Float, vinfo.XReg(0))))
}

// floatArg is the float64 of the only argument. If ok is false, the argument is no number, or (ended) its class is being promoted.
func (c *compiler) floatArg(args []*Info) (x *Info, o outcome, ok bool) {
	class, o := c.numberArg(args)
	if o == ended || !isNumber(class) {
		return nil, o, false
	}
	return c.asFloat(args[0], class), next, true
}

// numberArg is the class of the only argument if it may be a number, else 0; ended: the class is being promoted.
func (c *compiler) numberArg(args []*Info) (class uint64, o outcome) {
	if len(args) != 1 {
		return 0, next
	}
	class, stop := classIn(args[0], numbers)
	if stop {
		return 0, c.promoteSwitch(args[0], numbers)
	}
	return class, next
}

// classOf gives the class of i, which is promoted if it is unknown (ended); ok false: too many classes occurred.
func (c *compiler) classOf(i *Info) (class uint64, o outcome, ok bool) {
	class, ok = staging.Class(i)
	if !ok && i.Time == vinfo.RunTime && i.Not&promotion.NotPromoted == 0 {
		return 0, c.promoteClass(i), false
	}
	return class, next, ok
}

func metaLen(c *compiler, args []*Info, n int) (outcome, bool) {
	s := c.s
	if len(args) != 1 {
		return next, false
	}
	v := args[0]
	if v.Time == vinfo.Virtual {
		switch v.Rule {
		case ruleTuple:
			return c.done(n, staging.NewInt(intConst(int64(len(v.Items)-1))))
		case ruleRange:
			if it := c.rangeIter(v); it != nil {
				return c.done(n, staging.NewInt(it.Items[2]))
			}
		}
	}
	class, o, ok := c.classOf(v)
	if !ok {
		return o, o == ended
	}
	at := sizeWord(class)
	if at == 0 {
		as, o := c.like(class, object.ToHaveLen)
		if at = sizeWord(as); at == 0 {
			if o == ended {
				return o, true
			}
			return c.lenSpecial(v, class)
		}
	}
	r := s.Boxed(v)
	s.Pin(r)
	x := s.NewReg(vinfo.Int)
	s.Unpin(r)
	x.Flags |= vinfo.Small
	c.a.Load(x86.Reg(x.Place.N()), x86.Ptr(r, at))
	return c.done(n, staging.NewInt(x))
}

// lenSpecial is len of an instance of a class defined in Python.
func (c *compiler) lenSpecial(v *Info, class uint64) (outcome, bool) {
	typ, _ := c.e.typeOf(class)
	if c.in.op != bc.CALL || typ == nil || !isHeap(typ) {
		return next, false
	}
	fn, o, state := c.specialOf(v, object.N_len_, (*object.Type).DefinesLen)
	if state != called {
		return o, state == handled
	}
	return c.callFor(fn, []*Info{v}, ofLen), true
}

func metaAbs(c *compiler, args []*Info, n int) (outcome, bool) {
	s, a := c.s, c.a
	class, o := c.numberArg(args)
	switch class {
	case staging.ClassInt:
		x := s.Int(args[0])
		if c.isBig(x) { // abs must return the same object
			return next, false
		}
		r := c.copyOf(x)
		rr := x86.Reg(r.Place.N())
		a.Mov(staging.Scratch, rr)
		a.SarI(staging.Scratch, 63)
		a.Xor(rr, staging.Scratch)
		a.Sub(rr, staging.Scratch)
		return c.done(n, staging.NewInt(r))
	case staging.ClassFloat:
		mask := c.floatConst(math.MaxInt64)
		xr := s.InX(s.Float(args[0]))
		r := s.NewX()
		a.MovXX(x86.XReg(r.Place.N()), xr)
		a.SseRR(x86.ANDPD, x86.XReg(r.Place.N()), x86.XReg(mask.Place.N()))
		c.computed(r)
		return c.done(n, staging.NewFloat(r))
	}
	if o == ended || len(args) != 1 || c.in.op != bc.CALL {
		return o, o == ended
	}
	return c.unarySpecial(args[0], object.N_abs_, (*object.Type).DefinesAbs, n)
}

// metaDivmod makes a virtual tuple.
func metaDivmod(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) != 2 {
		return next, false
	}
	for _, v := range args {
		class, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers), true
		}
		if class != staging.ClassInt {
			return next, false
		}
	}
	q, r := c.quotient(c.s.Int(args[0]), c.s.Int(args[1]), true, true)
	if q == nil {
		return next, false
	}
	return c.done(n, virtual(ruleTuple, classTuple, q, r))
}

// metaMinMax handles ints only, or floats only: min(a, b) is b if b < a, else a. The result must be the same object if it is a NaN or a big int, so
// those are left to the helper.
func metaMinMax(c *compiler, args []*Info, n int, least bool) (outcome, bool) {
	s, a := c.s, c.a
	if len(args) < 2 || len(args) > 4 {
		return next, false
	}
	var class uint64
	for k, v := range args {
		of, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers), true
		}
		if of != staging.ClassInt && of != staging.ClassFloat || k > 0 && of != class {
			return next, false
		}
		class = of
	}
	if class == staging.ClassFloat {
		first := s.InX(s.Float(args[0]))
		r := s.NewX()
		rr := x86.XReg(r.Place.N())
		s.PinX(rr)
		a.MovXX(rr, first)
		for _, v := range args[1:] {
			xr := s.InX(s.Float(v))
			keep := a.NewLabel()
			if least {
				a.SseRR(x86.UCOMISD, rr, xr)
			} else {
				a.SseRR(x86.UCOMISD, xr, rr)
			}
			if c.when(stats.NaN, c.onlyIf(x86.P)) {
				return next, false
			}
			a.Jcc(x86.BE, keep)
			a.MovXX(rr, xr)
			a.Bind(keep)
		}
		return c.done(n, staging.NewFloat(r))
	}
	xs := make([]*Info, len(args))
	for k, v := range args {
		if xs[k] = s.Int(v); c.isBig(xs[k]) {
			return next, false
		}
	}
	r := c.copyOf(xs[0])
	rr := x86.Reg(r.Place.N())
	s.Pin(rr)
	for _, x := range xs[1:] {
		xr := s.InReg(x)
		a.Cmp(xr, rr)
		cc := x86.L
		if !least {
			cc = x86.G
		}
		a.Cmov(cc, x86.W64, rr, xr)
	}
	s.Unpin(rr)
	r.Flags |= vinfo.Small
	return c.done(n, staging.NewInt(r))
}

func metaOrd(c *compiler, args []*Info, n int) (outcome, bool) {
	s, a := c.s, c.a
	if len(args) != 1 {
		return next, false
	}
	class, o, ok := c.classOf(args[0])
	if !ok || class != classStr {
		return o, o == ended
	}
	r := s.InReg(args[0])
	a.AluMI(x86.CMP, x86.W64, x86.Ptr(r, strLen), 1)
	if c.when(stats.Bounds, c.onlyIf(x86.NE)) || c.isWide(r) {
		return next, false
	}
	s.Pin(r)
	x := s.NewReg(vinfo.Int)
	s.Unpin(r)
	x.Flags |= vinfo.Small
	a.MovzxRM(x86.W8, x86.Reg(x.Place.N()), x86.Ptr(r, strData))
	return c.done(n, staging.NewInt(x))
}

func metaChr(c *compiler, args []*Info, n int) (outcome, bool) {
	s, a := c.s, c.a
	if len(args) != 1 {
		return next, false
	}
	isInt, o := c.intIndex(args[0])
	if !isInt {
		return o, o == ended
	}
	r := s.InReg(s.Int(args[0]))
	a.CmpI(r, 255)
	if c.when(stats.Bounds, c.onlyIf(x86.A)) {
		return next, false
	}
	s.Pin(r)
	v := s.NewReg(vinfo.Boxed)
	s.Unpin(r)
	c.character(v, r)
	return c.done(n, v)
}

// character makes v, in a register, the str of the one character in r, which may be the same register.
func (c *compiler) character(v *Info, r x86.Reg) {
	v.Flags |= vinfo.NotNull
	v.SetItem(staging.ItemClass, staging.NewClass(classStr))
	c.a.MovRI(staging.Scratch, uint64(uintptr(unsafe.Pointer(c.e.rt.Latin1()))))
	c.a.Load(x86.Reg(v.Place.N()), x86.Idx(staging.Scratch, r, 8, tupleItems))
}

func metaSqrt(c *compiler, args []*Info, n int) (outcome, bool) {
	s, a := c.s, c.a
	x, o, ok := c.floatArg(args)
	if !ok {
		return o, o == ended
	}
	xr := s.InX(s.Keep(x))
	r := s.NewX()
	rr := x86.XReg(r.Place.N())
	a.ZeroX(rr)
	a.SseRR(x86.UCOMISD, xr, rr)
	if c.when(stats.NaN, c.onlyIf(x86.B)) { // or unordered
		return next, false
	}
	a.SseRR(x86.SQRTSD, rr, xr)
	return c.done(n, staging.NewFloat(r))
}

// metaRound converts a float to an int.
func metaRound(c *compiler, args []*Info, n int, mode x86.Round) (outcome, bool) {
	s, a := c.s, c.a
	class, o := c.numberArg(args)
	switch class {
	case staging.ClassInt:
		return c.done(n, args[0])
	case staging.ClassFloat:
		xr := s.InX(s.Float(args[0]))
		t := s.TempX()
		a.Roundsd(mode, t, xr)
		r := s.NewReg(vinfo.Int)
		rr := x86.Reg(r.Place.N())
		a.Cvttsd2si(x86.W64, rr, t)
		a.CmpI(rr, 1)
		if c.when(stats.Overflow, c.onlyIf(x86.O)) { // the lowest int64: the float does not fit, or is a NaN
			return next, false
		}
		return c.done(n, staging.NewInt(r))
	}
	return o, o == ended
}

func metaInt(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) == 1 {
		if class, ok := staging.Class(args[0]); ok && class == staging.ClassBool {
			return c.done(n, staging.NewInt(c.s.Int(args[0])))
		}
	}
	if o, ok := metaRound(c, args, n, x86.RoundTrunc); ok || o == ended || len(args) != 1 {
		return o, ok
	}
	return c.numberOfText(x86.FuncPC(object.IntPeek), staging.ClassInt, args[0], n)
}

// numberOfText is int or float of v, if that is a str. peek is the quick helper for that.
func (c *compiler) numberOfText(peek uintptr, class uint64, v *Info, n int) (outcome, bool) {
	if of, known := staging.Class(v); known && of != classStr {
		return next, false
	}
	if c.quick(peek, v) {
		return next, false
	}
	x := c.result()
	x.SetItem(staging.ItemClass, staging.NewClass(class))
	return c.done(n, x)
}

func metaFloat(c *compiler, args []*Info, n int) (outcome, bool) {
	switch class, o := c.numberArg(args); class {
	case staging.ClassFloat: // a NaN must stay the same object
		return c.done(n, args[0])
	case staging.ClassInt, staging.ClassBool:
		return c.done(n, staging.NewFloat(c.toFloat(c.s.Int(args[0]))))
	default:
		if o == ended || len(args) != 1 {
			return o, o == ended
		}
		return c.numberOfText(x86.FuncPC(object.FloatPeek), staging.ClassFloat, args[0], n)
	}
}

func metaBool(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) != 1 {
		return next, false
	}
	class, o, ok := c.classOf(args[0])
	if !ok {
		return o, o == ended
	}
	k, ok := c.truth(args[0], class)
	if !ok {
		return next, false
	}
	return c.conclude(k, n), true
}

// isList reports whether the method's self is a list.
func isList(args []*Info) bool { return len(args) > 0 && hasClass(args[0], classList) }

func hasClass(i *Info, class uint64) bool {
	of, ok := staging.Class(i)
	return ok && of == class
}

func metaListAppend(c *compiler, args []*Info, n int) (outcome, bool) {
	if !isList(args) || len(args) != 2 || !c.appendTo(args[0], args[1]) {
		return next, false
	}
	return c.done(n, constant(object.None))
}

func metaListPop(c *compiler, args []*Info, n int) (outcome, bool) {
	if !isList(args) || len(args) != 1 || c.quick(x86.FuncPC(object.ListPop), args[0]) {
		return next, false
	}
	return c.done(n, c.result())
}

func metaDictGet(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) < 2 || len(args) > 3 || !hasClass(args[0], classDict) {
		return next, false
	}
	or := constant(object.None)
	if len(args) == 3 {
		or = args[2]
	}
	if c.quick(x86.FuncPC(object.DictGet), args[0], args[1], or) {
		return next, false
	}
	return c.done(n, c.result())
}

func metaSetAdd(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) != 2 || !hasClass(args[0], classSet) || c.quick(x86.FuncPC(object.SetPut), args[0], args[1]) {
		return next, false
	}
	return c.done(n, constant(object.None))
}
