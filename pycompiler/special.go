// Operators of classes that define them in Python: their special methods are called like any function.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// special is a special method to call, or Null, and the stage of the operation after that call.
type special struct {
	fn    Value //psy:root kept by the engine
	stage object.Stage
}

// readSpecial calls f to find a special method for instances of the types, and makes the buffer depend on those types. If there is no method, or if
// it is no Python function, the helper compiles the instruction. If ok is false, the instruction ends with o.
func (c *compiler) readSpecial(f func() special, types ...*object.Type) (m special, o outcome, ok bool) {
	m.stage = object.Stage(c.run.Read(func() uint64 {
		if m = f(); !m.fn.IsExact(object.TFunction) {
			m.fn = object.Null
		}
		return uint64(m.stage)
	}))
	m.fn = Value(c.run.Read(func() uint64 { return uint64(c.e.keep(m.fn)) }))
	if m.fn == object.Null {
		return m, c.helper(), false
	}
	var deps []assumption.Dep
	for _, typ := range types {
		deps = append(deps, assumption.Type(typ)...)
	}
	o, ok = c.assumeAll(deps, c.helper)
	return m, o, ok
}

// lookup finds the method of a type by name.
func (e *Engine) lookup(typ *object.Type, name object.Name) Value {
	return typ.Lookup(e.t, e.t.N(name))
}

// exactType gives the type of i; nil: the instruction ends with o.
func (c *compiler) exactType(i *Info) (typ *object.Type, o outcome) {
	class, o, known := c.exactClass(i)
	if !known {
		return nil, o
	}
	if typ, _ = c.e.typeOf(class); typ == nil {
		return nil, c.helper()
	}
	return typ, next
}

func isHeap(typ *object.Type) bool { return typ.Flags&object.TypeHeap != 0 }

// operator is BINARY_OP for operands that are not two numbers.
func (c *compiler) operator() outcome {
	s, e := c.s, c.e
	l, r := s.Top(1), s.Top(0)
	if of, known, o := c.findClass(l); o == ended {
		return o
	} else if known && isNumber(of) { // the switch does not know bools
		with, known, o := c.findClass(r)
		switch {
		case o == ended:
			return o
		case known && isNumber(with) && (of == staging.ClassBool || with == staging.ClassBool):
			return c.binaryOp() // which knows both now
		}
	}
	lt, rt, o := c.operandTypes(func(lt *object.Type) bool { return isHeap(lt) || lt.ID == object.TInt || lt.ID == object.TFloat })
	if rt == nil {
		return o
	}
	op := object.Nb(c.in.arg)
	m, o, ok := c.readSpecial(func() special { return e.findOperator(lt, rt, op) }, lt, rt)
	if !ok {
		return o
	}
	args := []*Info{l, r}
	if m.stage == object.AfterReflected {
		args[0], args[1] = r, l
	}
	return c.callFor(object.As[object.Function](m.fn), args, sequelAfter(m.stage))
}

// operandTypes gives the types of the two topmost items; usable must hold for the first. rt nil: the instruction ends with o.
func (c *compiler) operandTypes(usable func(lt *object.Type) bool) (lt, rt *object.Type, o outcome) {
	lt, o = c.exactType(c.s.Top(1))
	switch {
	case lt == nil:
		return nil, nil, o
	case !usable(lt):
		return nil, nil, c.helper()
	}
	rt, o = c.exactType(c.s.Top(0))
	return lt, rt, o
}

// orHelper ends an instruction according to the state of its call; f compiles the sequel of a completed call, whose result is in RAX.
func (c *compiler) orHelper(o outcome, state callState, f func() outcome) outcome {
	switch state {
	case impossible:
		return c.helper()
	case called:
		return f()
	}
	return o
}

// findOperator finds the method that l op r calls first (object.BinaryOp).
func (e *Engine) findOperator(lt, rt *object.Type, op object.Nb) special {
	inplace := op >= object.NbInplace
	if inplace {
		op -= object.NbInplace
	}
	plain, reflected, in := object.BinaryMethods(op)
	if !isHeap(lt) {
		if rt.Flags&(object.TypeIntSub|object.TypeFloatSub) == 0 && rt.DefinesBinary(op) {
			return special{e.lookup(rt, reflected), object.AfterReflected}
		}
		return special{}
	}
	if inplace && lt.Slots.Binary[op+object.NbInplace] != nil {
		return special{e.lookup(lt, in), object.AfterInplace}
	}
	if !lt.DefinesBinary(op) || lt != rt && rt.IsSubtype(lt) {
		return special{}
	}
	return special{e.lookup(lt, plain), object.AfterPlain}
}

// comparison is COMPARE_OP for operands that are neither two numbers nor two strs.
func (c *compiler) comparison() outcome {
	s, e := c.s, c.e
	var types [2]*object.Type
	for n := range types {
		class, known, o := c.findClass(s.Top(1 - n))
		if o == ended {
			return o
		}
		if known {
			types[n], _ = e.typeOf(class)
		}
		if types[n] == nil {
			return c.comparePeek()
		}
	}
	lt, rt := types[0], types[1]
	op := object.CompareOp(c.in.arg >> 5)
	if (op == object.EQ || op == object.NE) && c.run.Read(func() uint64 { return b2u(lt.ComparesIdentity() && rt.ComparesIdentity()) }) != 0 {
		return c.compareIdentity(lt, rt, op == object.NE)
	}
	if !isHeap(lt) || c.run.Read(func() uint64 { return b2u(lt.DefinesCompare()) }) == 0 {
		return c.comparePeek()
	}
	m, o, ok := c.readSpecial(func() special {
		if !lt.DefinesCompare() || lt != rt && rt.IsSubtype(lt) {
			return special{}
		}
		return special{fn: e.lookup(lt, object.CompareMethod(op))}
	}, lt, rt)
	if !ok {
		return o
	}
	return c.callFor(object.As[object.Function](m.fn), []*Info{s.Top(1), s.Top(0)}, ofComparison)
}

// comparePeek is COMPARE_OP by a quick helper, for operands whose comparison runs no Python code.
func (c *compiler) comparePeek() outcome {
	sets := 0
	for n := range 2 {
		switch class, _ := staging.Class(c.s.Top(n)); class {
		case classList, classDict: // what they hold would have to be asked
			return c.helper()
		case classSet, classFrozenSet:
			sets++
		}
	}
	if sets == 1 {
		return c.helper()
	}
	op := vinfo.NewKnown(vinfo.Raw, uint64(c.in.arg>>5))
	if c.quick(x86.FuncPC(object.ComparePeek), c.s.Top(1), c.s.Top(0), op) {
		return c.helper()
	}
	c.a.CmpI(x86.RAX, int32(object.True))
	return c.conclude(flags(x86.E), 2)
}

// compareIdentity is == or != of objects that are equal to themselves only.
func (c *compiler) compareIdentity(lt, rt *object.Type, unequal bool) outcome {
	var deps []assumption.Dep
	for _, typ := range [...]*object.Type{lt, rt} {
		if isHeap(typ) {
			deps = append(deps, assumption.Type(typ)...)
		}
	}
	if o, ok := c.assumeAll(deps, c.helper); !ok {
		return o
	}
	k, ok := c.same(c.s.Top(1), c.s.Top(0))
	if !ok {
		return c.helper()
	}
	if unequal {
		k = k.negated()
	}
	return c.conclude(k, 2)
}

// specialOf finds the special method of v's class. The state is "called" if the method can be called.
func (c *compiler) specialOf(v *Info, name object.Name, defines func(typ *object.Type) bool) (fn *object.Function, o outcome, state callState) {
	typ, o := c.exactType(v)
	if typ == nil {
		return nil, o, handled
	}
	if !isHeap(typ) {
		return nil, next, impossible
	}
	m, o, ok := c.readSpecial(func() special {
		if !defines(typ) {
			return special{}
		}
		return special{fn: c.e.lookup(typ, name)}
	}, typ)
	if !ok {
		return nil, o, handled
	}
	return object.As[object.Function](m.fn), next, called
}

// callSpecial calls the special method of v's class for an operator whose operands are the n topmost items, and whose result the method's is.
func (c *compiler) callSpecial(v *Info, name object.Name, defines func(typ *object.Type) bool, kw keywords, n int, args ...*Info) (o outcome, state callState) {
	fn, o, state := c.specialOf(v, name, defines)
	if state != called {
		return o, state
	}
	return c.inlineOrCall(fn, args, kw, n, nil)
}

// callSpecialFor calls the special method of v's class, whose result has a sequel.
func (c *compiler) callSpecialFor(q sequel, v *Info, name object.Name, defines func(typ *object.Type) bool, args ...*Info) outcome {
	fn, o, state := c.specialOf(v, name, defines)
	switch state {
	case impossible:
		return c.helper()
	case handled:
		return o
	}
	return c.callFor(fn, args, q)
}

// getItem is BINARY_SUBSCR, and setItem STORE_SUBSCR, for an instance of a class defined in Python.
func (c *compiler) getItem() outcome {
	v, k := c.s.Top(1), c.s.Top(0)
	o, state := c.callSpecial(v, object.N_getitem_, (*object.Type).DefinesSubscript, keywords{}, 2, v, k)
	return c.orHelper(o, state, c.ranFor)
}

func (c *compiler) setItem() outcome {
	x, v, k := c.s.Top(2), c.s.Top(1), c.s.Top(0)
	o, state := c.callSpecial(v, object.N_setitem_, (*object.Type).DefinesSetSubscript, keywords{}, 3, v, k, x)
	return c.orHelper(o, state, c.ranPython)
}

// objectTruth is TO_BOOL of an object whose truth machine code cannot read directly.
func (c *compiler) objectTruth(v *Info, class uint64) outcome {
	typ, _ := c.e.typeOf(class)
	if typ == nil {
		return c.helper()
	}
	if v.Time == vinfo.RunTime && c.run.Read(func() uint64 { return b2u(typ.Slots.Bool == nil) }) != 0 {
		as, o := c.like(class, object.ToHaveLen)
		switch at := sizeWord(as); {
		case o == ended:
			return o
		case at != 0:
			c.a.AluMI(x86.CMP, x86.W64, x86.Ptr(c.s.InReg(v), at), 0)
			return c.conclude(flags(x86.NE), 1)
		}
	}
	switch {
	case c.run.Read(func() uint64 { return b2u(typ.Falsy()) }) == 0:
		if isHeap(typ) {
			if o, ok := c.assumeAll(assumption.Type(typ), c.helper); !ok {
				return o
			}
		}
		return c.conclude(isTrue(true), 1)
	case !isHeap(typ):
		return c.callTruth(v)
	}
	if c.run.Read(func() uint64 { return b2u(typ.Slots.Bool == nil) }) != 0 {
		return c.callSpecialFor(ofLenTruth, v, object.N_len_, (*object.Type).DefinesLen, v)
	}
	return c.callSpecialFor(ofBool, v, object.N_bool_, (*object.Type).DefinesBool, v)
}

// callTruth is TO_BOOL of an object of a built-in class.
func (c *compiler) callTruth(v *Info) outcome {
	if c.u.outer != nil {
		return c.helper()
	}
	c.goCall(x86.FuncPC(truthOf), 1, v)
	c.s.Pop(1)
	c.a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.raised(false)
	}
	return c.pushBool(0)
}

func truthOf(t *object.Thread, v Value) Value { return object.TruthResult(object.Truth(t, v)) }

// pushBool ends an instruction that pops n items and has called a special method; the result, a bool, is in RAX.
func (c *compiler) pushBool(n int) outcome {
	c.s.Pop(n)
	c.pushRAX()
	c.s.Top(0).SetItem(staging.ItemClass, staging.NewClass(staging.ClassBool))
	return c.ranPython()
}

// containsSpecial is CONTAINS_OP for an instance of a class defined in Python.
func (c *compiler) containsSpecial() outcome {
	x, v := c.s.Top(1), c.s.Top(0)
	return c.callSpecialFor(ofContains, v, object.N_contains_, (*object.Type).DefinesContains, v, x)
}

// unarySpecial is a unary operator of v, where that is an instance of a class defined in Python; the operands are the n topmost items. ok false: the
// operator is no such method.
func (c *compiler) unarySpecial(v *Info, name object.Name, defines func(typ *object.Type) bool, n int) (o outcome, ok bool) {
	class, known, o := c.findClass(v)
	if o == ended {
		return o, true
	}
	if typ, _ := c.e.typeOf(class); !known || typ == nil || !isHeap(typ) {
		return next, false
	}
	o, state := c.callSpecial(v, name, defines, keywords{}, n, v)
	if state == called {
		o = c.ranFor()
	}
	return o, state != impossible
}

// callInstance calls f, an object of a known class, with args; the operands are the n topmost items. ok false: the call cannot be compiled.
func (c *compiler) callInstance(f *Info, args []*Info, kw keywords, n int) (o outcome, ok bool) {
	o, state := c.callSpecial(f, object.N_call_, (*object.Type).DefinesCall, kw, n, append([]*Info{f}, args...)...)
	if state == called {
		o = c.ranFor()
	}
	return o, state != impossible
}
