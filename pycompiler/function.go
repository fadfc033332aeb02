// Functions that are made in machine code: lambdas, closures, generator expressions.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Offsets of a function's words that code and globals do not give.
const (
	fnDefaults    = int32(unsafe.Offsetof(object.Function{}.Defaults))
	fnKwDefaults  = int32(unsafe.Offsetof(object.Function{}.KwDefaults))
	fnAnnotations = int32(unsafe.Offsetof(object.Function{}.Annotations))
)

// makeFunction is (code -- function). What a call of the function would promote is known: its code and its module.
func (c *compiler) makeFunction() outcome {
	s := c.s
	v := s.Top(0)
	if !v.IsKnown() || v.Kind != vinfo.Boxed {
		return c.helper()
	}
	globals := vinfo.NewKnown(vinfo.Raw, uint64(uintptr(unsafe.Pointer(c.u.globals))))
	builtins := vinfo.NewKnown(vinfo.Raw, uint64(uintptr(unsafe.Pointer(c.u.builtins))))
	code := c.run.Read(func() uint64 { return uint64(c.e.keep(Value(v.Known.Value))) })
	f, o, ok := c.newFunction(code, globals, builtins)
	switch {
	case o == ended:
		return ended
	case ok:
	case c.u.outer != nil || c.quick(x86.FuncPC(object.FunctionPeek), v, globals, builtins):
		return c.helper()
	default:
		f = c.result()
		f.SetItem(staging.ItemClass, staging.NewClass(classFunction))
	}
	f.SetItem(itemCode, vinfo.NewFixed(vinfo.Raw, code))
	f.SetItem(itemModule, vinfo.NewFixed(vinfo.Raw, globals.Known.Value))
	s.Pop(1)
	s.Push(f)
	return next
}

// newFunction makes a function whose words are all known, if what the globals say of the module's name and of the builtins is not expected to
// change.
func (c *compiler) newFunction(code uint64, globals, builtins *Info) (f *Info, o outcome, ok bool) {
	e, u := c.e, c.u
	if !object.Of(u.globals).IsExact(object.TDict) {
		return nil, next, false
	}
	named, built := assumption.Dict(u.globals, e.t.N(object.N_name_)), assumption.Dict(u.globals, e.t.N(object.N_builtins_))
	if !c.trusted(named, built) {
		return nil, next, false
	}
	module := c.run.Read(func() uint64 { return uint64(e.keep(u.globals.GetStr(e.t.N(object.N_name_)))) })
	if module == 0 || c.run.Read(func() uint64 { return b2u(object.HasBuiltins(e.t, u.globals, u.builtins)) }) == 0 {
		return nil, next, false
	}
	if c.assume(named, built) {
		return nil, ended, false
	}
	co := object.As[object.Code](Value(code))
	doc := c.run.Read(func() uint64 { return uint64(e.keep(object.FirstDoc(e.t, co))) })
	version := c.run.Read(func() uint64 { return uint64(object.FunctionVersion(e.t, co)) })
	name := c.run.Read(func() uint64 { return uint64(e.keep(co.Name)) })
	qual := c.run.Read(func() uint64 { return uint64(e.keep(co.QualName)) })
	f = c.bumped(classFunction, unsafe.Sizeof(object.Function{}), ruleFunction, constant(Value(code)), globals)
	if f == nil {
		return nil, next, false
	}
	var z object.Function
	for _, w := range [...]struct {
		at   uintptr
		word uint64
	}{
		{unsafe.Offsetof(z.Code), code}, {unsafe.Offsetof(z.Globals), globals.Known.Value}, {unsafe.Offsetof(z.Builtins), builtins.Known.Value},
		{unsafe.Offsetof(z.Name), name}, {unsafe.Offsetof(z.QualName), qual}, {unsafe.Offsetof(z.Doc), doc}, {unsafe.Offsetof(z.Module), module},
		{unsafe.Offsetof(z.Version), version},
	} {
		wordTo(c.s, vinfo.NewKnown(vinfo.Raw, w.word), x86.Ptr(x86.Reg(f.Place.N()), int32(w.at)))
	}
	return f, next, true
}

// setFunctionAttribute is (attr, function -- function).
func (c *compiler) setFunctionAttribute() outcome {
	s := c.s
	v, f := s.Top(1), s.Top(0)
	field := functionClosure
	switch {
	case f.Time != vinfo.RunTime || !hasClass(f, classFunction):
		return c.helper()
	case c.in.arg == 2 && hasClass(v, classDict):
		field = fnKwDefaults
	case !hasClass(v, classTuple):
		return c.helper()
	case c.in.arg == 1:
		field = fnDefaults
	case c.in.arg == 4:
		field = fnAnnotations
	case c.in.arg != 8:
		return c.helper()
	}
	s.Force(v)
	x := s.Boxed(v)
	s.Pin(x)
	r := s.InReg(f)
	s.Unpin(x)
	c.a.Store(x86.Ptr(r, field), x)
	s.Pop(2)
	s.Push(f)
	return next
}
