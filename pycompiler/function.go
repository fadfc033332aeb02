// Functions that are made in machine code: lambdas, closures, generator expressions.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var fnDefaults = int32(unsafe.Offsetof(object.Function{}.Defaults))

// makeFunction is (code -- function). What a call of the function would promote is known: its code and its module.
func (c *compiler) makeFunction() outcome {
	s := c.s
	v := s.Top(0)
	if c.u.outer != nil || !v.IsKnown() || v.Kind != vinfo.Boxed {
		return c.helper()
	}
	globals, builtins := uint64(uintptr(unsafe.Pointer(c.u.globals))), uint64(uintptr(unsafe.Pointer(c.u.builtins)))
	if c.quick(x86.FuncPC(object.FunctionPeek), v, vinfo.NewKnown(vinfo.Raw, globals), vinfo.NewKnown(vinfo.Raw, builtins)) {
		return c.helper()
	}
	code := c.run.Read(func() uint64 { return uint64(c.e.keep(Value(v.Known.Value))) })
	f := c.result()
	f.SetItem(staging.ItemClass, staging.NewClass(classFunction))
	f.SetItem(itemCode, vinfo.NewFixed(vinfo.Raw, code))
	f.SetItem(itemModule, vinfo.NewFixed(vinfo.Raw, globals))
	s.Pop(1)
	s.Push(f)
	return next
}

// setFunctionAttribute is (attr, function -- function).
func (c *compiler) setFunctionAttribute() outcome {
	s := c.s
	v, f := s.Top(1), s.Top(0)
	field := functionClosure
	switch {
	case c.u.outer != nil || f.Time != vinfo.RunTime || !hasClass(f, classFunction) || !hasClass(v, classTuple):
		return c.helper()
	case c.in.arg == 1:
		field = fnDefaults
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
