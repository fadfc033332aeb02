// Calls and returns.

package pycompiler

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

func (c *compiler) returnConst() outcome {
	return c.returns(constant(*c.u.code.Consts.At(int(c.in.arg))))
}

// returns pops the frame and returns v.
//
//	frame.Flags set: LeaveFrame, in Go
//	else: t.Frame = frame.Prev; t.StackTop = frame; t.Depth++
func (c *compiler) returns(v *Info) outcome {
	s, a := c.s, c.a
	if c.u.outer != nil {
		return c.returnsInline(v)
	}
	if c.u.code.Flags&object.CoGenerators != 0 {
		return c.returnsFromGenerator(v)
	}
	a.AluMI(x86.CMP, x86.W32, frameMem(object.FrState+2), 0) // Owner, Entry, Flags
	if c.when(stats.Unsupported, c.onlyIf(x86.NE)) {
		s.SyncLocals() // a traceback or another object may keep the frame
		s.BoxedIn(v, x86.RCX)
		c.savePC()
		c.threadArg(x86.RAX)
		c.frameArg(x86.RBX)
		a.CallHelper(x86.FuncPC(interp.LeaveFrame))
		return c.ret()
	}
	raw := s.RawInts && c.rawInt(v)
	if !raw {
		s.BoxedIn(v, x86.RAX)
	}
	a.Load(x86.RCX, frameMem(object.FrPrev))
	a.Store(threadMem(object.OffFrame), x86.RCX)
	a.Store(threadMem(object.OffStackTop), staging.FrameReg)
	a.UnaryM(x86.INC, x86.W32, threadMem(object.OffDepth))
	if raw {
		a.AddI(x86.RSP, staging.FrameBytes)
		a.Stc()
		a.Ret()
		return ended
	}
	return c.ret()
}

// enter begins a function: it checks that the native stack has room.
func (c *compiler) enter() outcome {
	c.s.Begin()
	if !c.nativeRoom() {
		return c.exit(stats.NativeStack, 0)
	}
	return next
}

// nativeRoom tests whether the native stack has room. One test is enough for an activation.
func (c *compiler) nativeRoom() bool {
	if c.native {
		return true
	}
	c.a.AluRM(x86.CMP, x86.W64, x86.RSP, x86.Ptr(x86.CtxReg, x86.CtxStackLo))
	if c.when(stats.NativeStack, c.onlyIf(x86.B)) {
		return false
	}
	c.native = true
	return true
}

// keywords are the arguments of a call that have names.
type keywords struct {
	names  *object.Tuple //psy:root a constant, which is on the stack
	values []*Info
}

func (kw keywords) none() bool { return kw.names == nil }

// only reports whether there is one, with the given name.
func (kw keywords) only(t *object.Thread, name object.Name) bool {
	return len(kw.values) == 1 && *kw.names.At(0) == t.N(name)
}

// tuple is the tuple of the names, or Null.
func (kw keywords) tuple() *Info {
	if kw.none() {
		return constant(object.Null)
	}
	return constant(object.Of(kw.names))
}

// above is the number of items on the stack above the arguments.
func (kw keywords) above() int {
	if kw.none() {
		return 0
	}
	return 1
}

// callKw compiles CALL_KW: (callable, self or Null, args[oparg], names -- result). The names belong to the last arguments.
func (c *compiler) callKw() outcome {
	s := c.s
	names := s.Top(0)
	if !names.IsKnown() || !Value(names.Known.Value).IsExact(object.TTuple) {
		return c.helper()
	}
	kw := keywords{names: object.As[object.Tuple](Value(names.Known.Value))}
	n := kw.names.Len()
	if n > int(c.in.arg) {
		return c.helper()
	}
	for k := n; k > 0; k-- {
		kw.values = append(kw.values, s.Top(k))
	}
	return c.call(kw)
}

// call compiles CALL: (callable, self or Null, args[oparg] -- result), or CALL_KW.
func (c *compiler) call(kw keywords) outcome {
	s := c.s
	n := int(c.in.arg) + kw.above() + 2
	args := make([]*Info, 0, n)
	f, self := s.Top(n-1), s.Top(n-2)
	switch {
	case !self.IsKnown() || self.Known.Value != 0:
		if self.Time == vinfo.RunTime && self.Flags&vinfo.NotNull == 0 {
			if c.whenZero(stats.Unbound, self, x86.E) { // what was looked up for the call is no method
				s.Vars[s.Live()-n+1] = constant(object.Null)
				return c.call(kw)
			}
			self.Flags |= vinfo.NotNull
		}
		if hasRule(f, ruleMethod) { // the end of a with statement
			fn, me := c.parts(f)
			args = append(args, me)
			f = fn
		}
		args = append(args, self)
	case hasRule(f, ruleMethod) || hasRule(f, ruleBuiltin):
		fn, self := c.parts(f)
		args = append(args, self)
		f = fn
	case hasClass(f, classMethod):
		c.unbind(f, n)
		return c.call(kw)
	}
	for k := n - 3; k >= kw.above()+len(kw.values); k-- {
		args = append(args, s.Top(k))
	}
	return c.callWith(f, args, kw, n)
}

// parts gives the function and the self of a virtual method. They are kept: a variable may have the method as well, and when that is forced
// nothing else leads to its parts.
func (c *compiler) parts(method *Info) (fn, self *Info) {
	return c.s.Keep(method.Items[1]), c.s.Keep(method.Items[2])
}

// callWith calls f with args; the operands are the n topmost items of the stack.
func (c *compiler) callWith(f *Info, args []*Info, kw keywords, n int) outcome {
	if c.u.outer != nil {
		if f.IsKnown() && kw.none() {
			if o, ok := c.callException(Value(f.Known.Value), args, n); ok {
				return o
			}
			if c.nested() {
				if o, ok := c.callNested(Value(f.Known.Value), args, n); ok {
					return o
				}
			}
		}
		if class, ok := staging.Class(f); ok && kw.none() && c.e.changeable(class) && c.nested() {
			if o, ok := c.callInstance(f, args, kw, n); ok {
				return o
			}
		}
		return c.callLate(c.start)
	}
	spread := c.in.op == bc.CALL_FUNCTION_EX // the arguments do not lie on the stack
	if class, ok := staging.Class(f); ok && c.e.changeable(class) && c.e.shape(class).Type.Flags&object.TypeTypeSub == 0 {
		if o, ok := c.callInstance(f, args, kw, n); ok {
			return o
		}
		return c.helper()
	}
	if !f.IsKnown() {
		return c.callUnknown(f, args, kw, n)
	}
	callee := Value(f.Known.Value)
	switch {
	case callee == c.e.rt.Types[object.TRange].Value() && kw.none() && len(args) == n-2 && !spread:
		return c.callRange(len(args))
	case callee.IsExact(object.TFunction):
		c.raw = true
		if o, ok := c.callPython(object.As[object.Function](callee), args, kw, n); ok {
			return o
		}
	default:
		if kw.none() {
			if o, ok := c.callException(callee, args, n); ok {
				return o
			}
		}
		if o, ok := c.callKnown(callee, args, kw, n); ok {
			return o
		}
		if !spread {
			return c.callBuiltin(callee, args, kw, n)
		}
	}
	return c.helper()
}

// callNested calls a known callee in an inlined function. ok false: the call needs a frame.
func (c *compiler) callNested(callee Value, args []*Info, n int) (o outcome, ok bool) {
	if callee.IsExact(object.TFunction) {
		return c.callPython(object.As[object.Function](callee), args, keywords{}, n)
	}
	if o, ok := c.callKnown(callee, args, keywords{}, n); ok {
		return o, ok
	}
	switch {
	case object.IsType(callee):
		return c.callClassMeta(callee, args, n)
	case callee.IsExact(object.TBuiltin):
		return c.callMeta(functionMetas, object.As[object.Builtin](callee).DefOf(), args, n)
	case callee.IsExact(object.TMethodDescr):
		return c.callMeta(methodMetas, object.As[object.Builtin](callee).DefOf(), args, n)
	}
	return next, false
}

// unbind replaces the bound method f, the lowest of n operands, and the Null above it by the method's function and its self, which CALL treats
// alike. So the function is promoted and not the method object, which may be as short-lived as its self.
func (c *compiler) unbind(f *Info, n int) {
	s := c.s
	at := s.Live() - n
	if f.IsKnown() {
		m := Value(f.Known.Value)
		field := func(word int) *Info {
			return constant(Value(c.run.Read(func() uint64 { return uint64(c.e.keep(*object.Slot(m, word))) })))
		}
		s.Vars[at], s.Vars[at+1] = field(int(methodFunc/8)), field(int(methodSelf/8))
		return
	}
	r := s.InReg(f)
	s.Pin(r)
	fn := s.NewReg(vinfo.Boxed)
	fr := x86.Reg(fn.Place.N())
	s.Pin(fr)
	self := s.NewReg(vinfo.Boxed)
	s.Unpin(fr)
	s.Unpin(r)
	c.a.Load(fr, x86.Ptr(r, methodFunc))
	c.a.Load(x86.Reg(self.Place.N()), x86.Ptr(r, methodSelf))
	fn.Flags |= vinfo.NotNull
	self.Flags |= vinfo.NotNull
	s.Vars[at], s.Vars[at+1] = fn, self
}

const (
	fnCode     = int32(unsafe.Offsetof(object.Function{}.Code))
	fnGlobals  = int32(unsafe.Offsetof(object.Function{}.Globals))
	fnBuiltins = int32(unsafe.Offsetof(object.Function{}.Builtins))

	methodFunc  = int32(unsafe.Offsetof(object.Method{}.Func))
	methodSelf  = int32(unsafe.Offsetof(object.Method{}.Self))
	builtinDef  = int32(unsafe.Offsetof(object.Builtin{}.Def))
	builtinSelf = int32(unsafe.Offsetof(object.Builtin{}.Self))
)

var (
	classFunction = uint64(object.TFunction.Shape())
	classBuiltin  = uint64(object.TBuiltin.Shape())

	classMethodDescr = uint64(object.TMethodDescr.Shape())
)

// Items in the vinfo of a function. itemCode is the address of its code, itemModule that of its globals, both Raw. If itemModule is present, the
// function's builtins are the caller's.
const (
	itemCode   = 1
	itemModule = 2
)

// Items in the vinfo of a built-in function or method. itemDef is the number of its definition, a Raw; itemSelf is the object that it is bound to.
const (
	itemDef  = 1
	itemSelf = 2
)

// callUnknown calls a run-time value. For a function its code is promoted, not the function object, since closures are created again and again; for
// a built-in function or method its definition; for a class or method descriptor the value itself. Objects that are the program's own data are
// never promoted: the compiled code would keep them alive.
func (c *compiler) callUnknown(f *Info, args []*Info, kw keywords, n int) outcome {
	class, known := staging.Class(f)
	switch {
	case f.Time != vinfo.RunTime || f.Not&promotion.NotPromoted != 0:
		return c.helper()
	case !known:
		return c.promoteClass(f)
	case class == classBuiltin:
		if c.in.op == bc.CALL_FUNCTION_EX {
			return c.helper()
		}
		return c.callSomeBuiltin(f, args, kw, n)
	case class == classMethodDescr || c.e.isMeta(class):
		return c.promoteValue(f)
	case class != classFunction:
		if typ, _ := c.e.typeOf(class); typ != nil && !isHeap(typ) {
			return c.callObject(f, args, kw, n)
		}
		return c.helper()
	}
	to, args, o, state := c.unknownCallee(f, args, kw)
	if state == called {
		if c.inline(to, args, n, nil, false) {
			return jumped
		}
		c.raw = true
		o, state = c.pushFrame(to, args, n, nil)
	}
	return c.orHelper(o, state, c.ranFor)
}

// unknownCallee is knownCallee for a run-time value that is a function.
func (c *compiler) unknownCallee(f *Info, args []*Info, kw keywords) (to callee, bound []*Info, o outcome, state callState) {
	s := c.s
	code := f.Item(itemCode)
	if code == nil {
		r := s.InReg(f)
		s.Pin(r)
		code = s.NewReg(vinfo.Raw)
		s.Unpin(r)
		c.a.Load(x86.Reg(code.Place.N()), x86.Ptr(r, fnCode))
		f.SetItem(itemCode, code)
	}
	if !code.IsKnown() {
		if code.Not&promotion.NotPromoted != 0 {
			return to, nil, next, impossible
		}
		return to, nil, c.promoteAny(code, &promotion.Site{}), handled
	}
	to = callee{code: (*object.Code)(Value(code.Known.Value).Ptr()), globals: c.u.globals, builtins: c.u.builtins, value: f}
	if c.run.Read(func() uint64 { return b2u(to.code.First == nil) }) != 0 {
		return to, nil, next, impossible
	}
	if bound = c.assign(to.code, args, kw); bound == nil {
		return to, nil, next, impossible
	}
	if slices.Contains(bound, nil) {
		return to, nil, c.promoteValue(f), handled // the defaults belong to the function object
	}
	module := f.Item(itemModule)
	if module == nil {
		r := s.InReg(f)
		s.Pin(r)
		c.compareDict(to.builtins, r, fnBuiltins)
		if c.when(stats.Unsupported, c.onlyIf(x86.NE)) {
			return to, nil, next, impossible
		}
		c.compareDict(to.globals, r, fnGlobals)
		if c.when(stats.Unsupported, c.onlyIf(x86.NE)) { // a function of another module
			module = s.NewReg(vinfo.Raw)
			c.a.Load(x86.Reg(module.Place.N()), x86.Ptr(r, fnGlobals))
		} else {
			module = vinfo.NewFixed(vinfo.Raw, uint64(uintptr(unsafe.Pointer(to.globals))))
		}
		s.Unpin(r)
		f.SetItem(itemModule, module)
	}
	if !module.IsKnown() {
		if module.Not&promotion.NotPromoted != 0 {
			return to, nil, next, impossible
		}
		return to, nil, c.promoteAny(module, &promotion.Site{}), handled
	}
	to.globals = (*object.Dict)(Value(module.Known.Value).Ptr())
	if c.run.Read(func() uint64 { return b2u(!c.e.unitOf(to.code, to.globals, to.builtins).cannot) }) == 0 {
		return to, nil, next, impossible
	}
	bound, ok := c.gather(to.code, args, bound, kw)
	if !ok {
		return to, nil, next, impossible
	}
	return to, bound, next, called
}

// assign gives each parameter of code its argument, or nil where the call has none. A nil slice: the helper must make the call, which may raise.
func (c *compiler) assign(code *object.Code, args []*Info, kw keywords) []*Info {
	argc := int(code.ArgCount)
	rest := len(args) - argc
	if rest > 0 && (code.Flags&object.CoVarArgs == 0 || rest > maxItems) {
		return nil
	}
	bound := make([]*Info, argc+int(code.KwOnly))
	copy(bound, args[:min(len(args), argc)])
	extra := c.hasExtra(code, kw)
	if extra && c.u.outer != nil {
		return nil
	}
	for k, v := range kw.values {
		switch at := parameter(code, *kw.names.At(k)); {
		case extra && at == noParameter:
		case extra || at < 0 || bound[at] != nil:
			return nil
		default:
			bound[at] = v
		}
	}
	return bound
}

// Results of parameter: noParameter if no parameter has the name; unclear if the name may equal a parameter's although it is another object.
const noParameter, unclear = -1, -2

// parameter gives the index of the parameter of code that a keyword names.
func parameter(code *object.Code, name Value) int {
	if !name.IsExact(object.TStr) {
		return unclear
	}
	for n := int(code.PosOnly); n < int(code.ArgCount+code.KwOnly); n++ {
		switch p := *code.LocalsNames.At(n); {
		case p == name:
			return n
		case object.StrEqual(object.As[object.Str](p), object.As[object.Str](name)):
			return unclear
		}
	}
	return noParameter
}

// hasExtra reports whether the first keyword of a call names none of the callee's parameters, so that it goes into the callee's **kwargs.
func (c *compiler) hasExtra(code *object.Code, kw keywords) bool {
	return code.Flags&object.CoVarKeywords != 0 && len(kw.values) > 0 && parameter(code, *kw.names.At(0)) == noParameter
}

// gather appends the values of *args and **kwargs to bound, the values of the other parameters. args are the positional arguments. Either all
// keywords name parameters or none does; in the first case the dict is virtual. ok false: memory is short.
func (c *compiler) gather(code *object.Code, args, bound []*Info, kw keywords) (all []*Info, ok bool) {
	s := c.s
	if code.Flags&object.CoVarArgs != 0 {
		rest := constant(object.Of(c.e.rt.EmptyTuple))
		if n := int(code.ArgCount); len(args) > n {
			for _, i := range args[n:] {
				if isTupleOfTuples(i) {
					s.Force(i)
				}
			}
			rest = virtual(ruleTuple, classTuple, args[n:]...)
		}
		bound = append(bound, s.Keep(rest))
	}
	if code.Flags&object.CoVarKeywords == 0 {
		return bound, true
	}
	if !c.hasExtra(code, kw) {
		c.gathered = s.Keep(virtual(ruleKeywords, classDict))
		return append(bound, c.gathered), true
	}
	n := len(kw.values)
	first := s.Live() - 1 - n
	c.settle()
	for k := range n {
		s.Sync(first + k)
	}
	window := s.NewReg(vinfo.Raw)
	c.a.Lea(x86.W64, x86.Reg(window.Place.N()), staging.SlotMem(first))
	if c.quick(x86.FuncPC(object.NewKeywords), constant(object.Of(kw.names)), window) {
		return nil, false
	}
	d := c.result()
	d.SetItem(staging.ItemClass, staging.NewClass(classDict))
	return append(bound, s.Keep(d)), true
}

// bind gives the values of the parameters for a call of fn, whose code is code, and the entries in the dict of fn's keyword defaults that these
// values depend on; nil: the helper must make the call.
func (c *compiler) bind(fn *object.Function, code *object.Code, args []*Info, kw keywords) (bound []*Info, deps []assumption.Dep) {
	bound = c.assign(code, args, kw)
	argc := int(code.ArgCount)
	for k, v := range bound {
		if v != nil {
			continue
		}
		name := *code.LocalsNames.At(k)
		from := object.Null
		if k >= argc {
			if from = Value(c.run.Read(func() uint64 { return uint64(c.e.keep(kwDefaultsOf(fn))) })); from == object.Null {
				return nil, nil
			}
			deps = append(deps, assumption.Dict(object.As[object.Dict](from), name))
		}
		v := Value(c.run.Read(func() uint64 {
			if from == object.Null {
				return uint64(c.e.keep(defaultOf(fn, k-argc)))
			}
			return uint64(c.e.keep(object.As[object.Dict](from).GetStr(name)))
		}))
		if v == object.Null {
			return nil, nil
		}
		bound[k] = constant(v)
	}
	return bound, deps
}

// binds reports whether bind can compile a call of fn with one more argument before args.
func (c *compiler) binds(fn *object.Function, args []*Info, kw keywords) bool {
	code := object.As[object.Code](Value(c.run.Read(func() uint64 { return uint64(c.e.keep(object.Of(fn.Code))) })))
	if c.run.Read(func() uint64 { return b2u(code.First == nil) }) != 0 {
		return false
	}
	bound, _ := c.bind(fn, code, append([]*Info{constant(object.None)}, args...), kw)
	return bound != nil
}

// defaultOf is the default of the positional parameter at index at, counted from the end (negative), or Null.
func defaultOf(fn *object.Function, at int) Value {
	if fn.Defaults == object.Null {
		return object.Null
	}
	all := object.As[object.Tuple](fn.Defaults)
	if at += all.Len(); at < 0 {
		return object.Null
	}
	return *all.At(at)
}

// kwDefaultsOf is the dict of the defaults of keyword-only parameters if that dict can be watched, else Null.
func kwDefaultsOf(fn *object.Function) Value {
	if v := fn.KwDefaults; v != object.Null && v.IsExact(object.TDict) && object.As[object.Dict](v).Kind&object.DictStrKeys != 0 {
		return v
	}
	return object.Null
}

// Registers for arguments, in order; further arguments go to the callee's frame. RAX comes last because results are boxed there.
var (
	argRegs  = [...]x86.Reg{x86.RCX, x86.RDX, x86.RBX, x86.RSI, x86.RDI, x86.RAX}
	argXRegs = [...]x86.XReg{0, 1, 2, 3, 4, 5}
)

// callPython compiles a call of a Python function, whose operands are the n topmost items of the stack. ok false: the call cannot be compiled.
func (c *compiler) callPython(fn *object.Function, args []*Info, kw keywords, n int) (o outcome, ok bool) {
	o, state := c.inlineOrCall(fn, args, kw, n, nil)
	if state == called {
		o = c.ranFor()
	}
	return o, state != impossible
}

// callState is the result of compiling a call.
type callState uint8

const (
	impossible callState = iota
	called               // the result is in RAX
	handled              // the instruction has ended
)

// inlineOrCall is callPython without what follows the call. keep, if not nil, is the object whose __init__ is called; it is pushed in place of the
// operands.
func (c *compiler) inlineOrCall(fn *object.Function, args []*Info, kw keywords, n int, keep *Info) (o outcome, state callState) {
	to, args, o, state := c.knownCallee(fn, args, kw)
	if state != called {
		return o, state
	}
	if c.inline(to, args, n, keep, keep != nil) {
		return jumped, handled
	}
	return c.pushFrame(to, args, n, keep)
}

// callFunction calls fn, pops its n operands and pushes nothing; the result is in RAX.
func (c *compiler) callFunction(fn *object.Function, args []*Info, kw keywords, n int) (o outcome, state callState) {
	to, args, o, state := c.knownCallee(fn, args, kw)
	if state != called {
		return o, state
	}
	return c.pushFrame(to, args, n, nil)
}

// knownCallee gives the callee and the values of its parameters for a call of fn. The state is "called" if the call can be made.
func (c *compiler) knownCallee(fn *object.Function, args []*Info, kw keywords) (to callee, bound []*Info, o outcome, state callState) {
	e := c.e
	if c.run.Read(func() uint64 { return b2u(e.callable(fn)) }) == 0 {
		return to, nil, next, impossible
	}
	code := object.As[object.Code](Value(c.run.Read(func() uint64 { return uint64(e.keep(object.Of(fn.Code))) })))
	bound, deps := c.bind(fn, code, args, kw)
	if bound == nil || len(deps) != 0 && !c.trusted(deps...) {
		return to, nil, next, impossible
	}
	if c.assume(append(deps, assumption.Function(fn))...) {
		return to, nil, ended, handled
	}
	bound, ok := c.gather(code, args, bound, kw)
	if !ok {
		return to, nil, next, impossible
	}
	return callee{code, fn.Globals, fn.Builtins, constant(object.Of(fn))}, bound, next, called
}

// callee is what the compiler must know of a function to call it.
type callee struct {
	code              *object.Code
	globals, builtins *object.Dict //psy:root the function has them
	value             *Info        // the function
}

// pushFrame calls a function with the values of its parameters. The new frame is laid on the VM stack. Arguments go in registers, unboxed where
// their class is known, and the callee's code is compiled for what is known of them.
func (c *compiler) pushFrame(fn callee, args []*Info, n int, keep *Info) (o outcome, state callState) {
	e, s, a := c.e, c.s, c.a
	if c.u.outer != nil {
		return c.callLate(c.start), handled
	}
	u := e.unitOf(fn.code, fn.globals, fn.builtins)
	c.settle()
	for _, v := range args {
		c.settleShared(v, n)
	}
	s.SyncFirst(s.NLocals, s.Live()-n)
	value := x86.NoReg
	if !fn.value.IsKnown() {
		value = s.InReg(fn.value)
		s.Pin(value)
	}

	// Is there room on the VM stack, and below the recursion limit?
	frame := s.Temp()
	s.Pin(frame)
	a.Load(frame, threadMem(object.OffStackTop))
	if c.noRoom(frame, fn.code.FrameSize) {
		return c.helper(), handled
	}
	depth := threadMem(object.OffDepth)
	if c.whenCold(stats.Recursion, func(jump func(func(x86.Label) x86.Site)) {
		over := a.NewLabel()
		a.UnaryM(x86.DEC, x86.W32, depth)
		a.Jcc(x86.S, over)
		s.Cold(func() {
			a.Bind(over)
			a.UnaryM(x86.INC, x86.W32, depth)
			jump(c.always)
		})
	}) {
		return c.helper(), handled
	}

	// The callee's state: what is known of the arguments, with their current places.
	to := staging.NewState(&e.shared, u, int(u.code.NLocalsPlus), u.nslots())
	own := to.Asm
	to.Asm = a
	for k := range to.Vars[:to.NLocals] {
		to.Vars[k] = constant(object.Null)
	}
	p := passing{c: c, frame: frame, to: to, done: map[*Info]*Info{}}
	for k, v := range args {
		to.Vars[k] = p.pass(v, k)
	}
	c.savePC()
	s.Pop(n)
	if keep != nil {
		s.Push(keep)
	}
	s.Drop()
	s.ForgetFields()
	c.forgetDead(int(c.in.next))
	s.SaveRegs()

	c.enterFrame(frame, fn, value, p.moves)
	to.Leave(p.moves)
	raw := keep == nil && c.takesRaw(u)
	if !c.run.Replaying() {
		c.u.noteCall(u)
	}
	to.RawInts = raw
	c.callCode(to)
	guess := raw && c.guessRaw(u, to)
	to.Asm = own
	to.Release()
	if raw && c.isRaw(guess) {
		return c.ranRaw(), handled
	}
	a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.calleeRaised(), handled
	}
	if c.ownsResult(fn.code) {
		a.MovMI(x86.W8, x86.Ptr(x86.RAX, genOwned), 1)
	}
	return next, called
}

// compareDict compares the dict in a field of the function in r with d.
func (c *compiler) compareDict(d *object.Dict, r x86.Reg, field int32) {
	c.a.MovRI(staging.Scratch, uint64(uintptr(unsafe.Pointer(d))))
	c.a.AluRM(x86.CMP, x86.W64, staging.Scratch, x86.Ptr(r, field))
}

// callCode calls the code for a state; the result, or Null, comes back in RAX.
func (c *compiler) callCode(to *State) {
	if c.run.Replaying() {
		c.a.CallSite(c.a.NewLabel())
	} else {
		c.e.begun(to, dump.ByArgument, true)
		c.addStub(stub{kind: callStub, where: c.e.by("", c.u, c.start), sn: to.Freeze()}, c.a.CallSite)
	}
	c.afterCall()
	c.forgetShapes()
}

// noRoom tests whether size bytes for frames have no room on the VM stack, whose top is in the given register. An activation always finds the same
// top, so it need not test again for frames that are not larger.
func (c *compiler) noRoom(top x86.Reg, size int32) bool {
	size = max(size, object.StackSlack)
	if size <= c.roomy {
		return false
	}
	end := top
	if size > object.StackSlack {
		end = staging.Scratch
		c.a.Lea(x86.W64, end, x86.Ptr(top, size))
	}
	c.a.AluRM(x86.CMP, x86.W64, end, threadMem(object.OffStackEnd))
	if c.when(stats.StackLimit, c.onlyIf(x86.A)) {
		return true
	}
	c.roomy = size
	return false
}

// isMeta reports whether the objects of a class are types.
func (e *Engine) isMeta(class uint64) bool {
	return class < staging.ClassInt && e.shape(class).Type.Flags&object.TypeTypeSub != 0
}

// callable reports whether calls of fn may be compiled. A function that was never called may not have a body yet (object.Code.Ready).
func (e *Engine) callable(fn *object.Function) bool {
	return fn.Code.First != nil && !e.unitOf(fn.Code, fn.Globals, fn.Builtins).cannot
}

// passing makes the callee's vinfos from the caller's.
type passing struct {
	c     *compiler
	frame x86.Reg // the callee's frame
	to    *State
	done  map[*Info]*Info
	regs  int
	xregs int
	moves []staging.Move

	unbound bool // the values may be Null
}

// pass gives the callee's vinfo for argument k. Values stay pinned in the caller's registers until the moves.
func (p *passing) pass(v *Info, k int) *Info {
	s := p.c.s
	if to := p.done[v]; to != nil {
		return to
	}
	var to *Info
	class, known := staging.Class(v)
	switch {
	case v.Time == vinfo.CompileTime:
		to = &Info{Time: vinfo.CompileTime, Kind: v.Kind, Place: vinfo.NoPlace, Known: v.Known}
	case v == p.c.gathered && isVirtualDict(v): // nothing else has the dict
		to = virtual(ruleKeywords, classDict)
	case known && class == staging.ClassFloat && p.xregs < len(argXRegs):
		x := s.Float(v)
		if x.IsKnown() {
			break
		}
		r := s.InX(x)
		s.PinX(r)
		leaf := vinfo.NewRun(vinfo.Float, vinfo.XReg(int(r)))
		p.moves = append(p.moves, staging.Move{From: leaf, To: vinfo.XReg(int(argXRegs[p.xregs]))})
		p.xregs++
		to = staging.NewFloat(leaf)
	case v.Rule == staging.RuleWord && p.regs < len(argRegs):
		x := number(v)
		if x.IsKnown() {
			break
		}
		to = staging.NewWord(p.inReg(x))
	case known && class == staging.ClassInt && p.regs < len(argRegs):
		x := s.Int(v)
		if x.IsKnown() {
			break
		}
		leaf := p.inReg(x)
		to = staging.NewInt(leaf)
	}
	if to == nil {
		s.Force(v)
		if v.Time == vinfo.CompileTime {
			return p.pass(v, k)
		}
		if p.regs < len(argRegs) {
			to = p.inReg(v)
		} else {
			p.c.a.Store(x86.Ptr(p.frame, int32(object.FrameHeader)+8*int32(k)), s.InReg(v))
			to = inSlot(k)
			to.Flags = v.Flags
		}
		if class, known := staging.Class(v); known {
			to.SetItem(staging.ItemClass, staging.NewClass(class))
			p.passNumber(v, to, class)
		}
		if !p.unbound {
			to.Flags |= vinfo.NotNull
		}
	}
	p.done[v] = to
	return to
}

// passNumber also passes the machine numbers that are known of v, an int that is an object.
func (p *passing) passNumber(v, to *Info, class uint64) {
	for _, n := range [...]int{staging.ItemValue, itemInt} {
		if x := v.Item(n); class == classBig && x != nil && !x.IsKnown() && p.regs < len(argRegs) {
			to.SetItem(n, p.inReg(x))
		}
	}
}

func (p *passing) inReg(x *Info) *Info {
	r := p.c.s.InReg(x)
	p.c.s.Pin(r)
	leaf := vinfo.NewRun(x.Kind, vinfo.Reg(int(r)))
	leaf.Flags = x.Flags
	p.moves = append(p.moves, staging.Move{From: leaf, To: vinfo.Reg(int(argRegs[p.regs]))})
	p.regs++
	return leaf
}

// isBig tests whether the Int x is beyond small ints. If the test is made at run time and x is small, Scratch holds x << 15 afterwards.
func (c *compiler) isBig(x *Info) bool {
	if x.IsKnown() || isSmall(x) {
		return !isSmall(x)
	}
	c.a.ImulRRI(x86.W64, staging.Scratch, c.s.InReg(x), 1<<15)
	if c.when(stats.Overflow, c.onlyIf(x86.O)) {
		return true
	}
	x.Flags |= vinfo.Small
	return false
}

// callRange makes a virtual range of ints.
func (c *compiler) callRange(n int) outcome {
	s := c.s
	if n < 1 || n > 3 {
		return c.helper()
	}
	args := [3]*Info{intConst(0), nil, intConst(1)}
	for k := 0; k < n; k++ {
		v := s.Top(n - 1 - k)
		class, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers)
		}
		if class != staging.ClassInt {
			return c.helper()
		}
		x := s.Int(v)
		if c.isBig(x) || x.IsKnown() && k == 2 && x.Known.Value == 0 {
			return c.helper()
		}
		switch {
		case n == 1:
			args[1] = x
		default:
			args[k] = x
		}
	}
	if step := args[2]; !step.IsKnown() && c.whenZero(stats.DivisionByZero, step, x86.E) {
		return c.helper() // ValueError
	}
	s.Pop(n + 2)
	s.Push(virtual(ruleRange, classRange, args[0], args[1], args[2]))
	return next
}
