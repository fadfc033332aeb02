// Constants under watch: globals, builtins, functions and attributes of classes are taken for what they are when the superblock is made. It is
// dropped when one changes; what may change them while it runs is followed by _CHECK_VALIDITY.

package tier2

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// assume makes the superblock depend on deps, if they are not known for changing.
func (o *optimizer) assume(deps ...assumption.Dep) bool {
	if !o.watch.Trusted(deps...) {
		return false
	}
	o.block.deps = append(o.block.deps, deps...)
	return true
}

// keep makes a value live as long as the superblock.
func (o *optimizer) keep(v object.Value) { o.block.keep = append(o.block.keep, v) }

func valueOf[T any](p *T) object.Value { return object.Value(uintptr(unsafe.Pointer(p))) }

func functionOf(s *symbol) *object.Function {
	if !s.known || !s.value.IsExact(object.TFunction) {
		return nil
	}
	return object.As[object.Function](s.value)
}

// assumeVersion reports whether fn is a function of a version, and will be.
func (o *optimizer) assumeVersion(fn object.Value, version uint32) bool {
	if !fn.IsExact(object.TFunction) || object.As[object.Function](fn).Version != version {
		return false
	}
	o.keep(fn)
	return o.assume(assumption.Function(object.As[object.Function](fn)))
}

// global makes a global or builtin a constant. Its guards become one that the frame's dicts are those that it was found in.
func (o *optimizer) global(u *uop) []uop {
	b := u.of
	if b.globals == nil {
		return []uop{*u}
	}
	name := *b.code.NamesTuple.At(int(b.arg >> 1))
	inGlobals, inBuiltins := assumption.Dict(b.globals, name), assumption.Dict(b.builtins, name)
	if !o.watch.Trusted(inGlobals, inBuiltins) {
		return []uop{*u}
	}
	v := b.globals.GetStr(name)
	if v == object.Null && b.op == bc.LOAD_GLOBAL_BUILTIN {
		v = b.builtins.GetStr(name)
	}
	if v == object.Null {
		return []uop{*u}
	}
	f := o.frame()
	switch u.op {
	case bc.U_GUARD_GLOBALS_VERSION:
		if f.globals == b.globals {
			return nil
		}
		f.globals = b.globals
		o.keep(valueOf(b.globals))
		return []uop{{op: bc.U_CHECK_GLOBALS, x: uint64(valueOf(b.globals)), cached: true, of: b}}
	case bc.U_GUARD_BUILTINS_VERSION:
		if f.builtins == b.builtins {
			return nil
		}
		f.builtins = b.builtins
		o.keep(valueOf(b.builtins))
		return []uop{{op: bc.U_CHECK_BUILTINS, x: uint64(valueOf(b.builtins)), cached: true, of: b}}
	}
	o.keep(v)
	o.assume(inGlobals, inBuiltins)
	list := []uop{{op: bc.U_LOAD_CONST_INLINE, x: uint64(v), of: b}}
	if u.arg&1 != 0 {
		list = append(list, uop{op: bc.U_PUSH_NULL, of: b})
	}
	return list
}

// assumeAttr reports whether the class of an object of known shape has the attribute that it had, and will have: whatever else of the class changes.
func (o *optimizer) assumeAttr(u *uop, owner *symbol) bool {
	if bc.Deopt[u.of.op] != bc.LOAD_ATTR || owner.shape == 0 || !o.hasShape(owner, owner.shape-1) {
		return false
	}
	shape := object.ShapeAt(o.t, uint32(owner.shape-1))
	if shape.Header.Shape != object.TShape.Shape() || shape.Version != uint32(u.x) { // no object has the shape any more, or the class is another now
		return false
	}
	o.keep(valueOf(shape.Type))
	return o.assume(assumption.Attr(shape.Type, *u.of.code.NamesTuple.At(int(u.of.arg >> 1)))...)
}

// classAttr is a load of such an attribute: a method with its object below the arguments, or a value.
func (o *optimizer) classAttr(u *uop) []uop {
	value := uop{op: bc.U_LOAD_CONST_INLINE, x: u.x, of: u.of}
	o.keep(object.Value(u.x))
	switch u.op {
	case bc.U_LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES, bc.U_LOAD_ATTR_NONDESCRIPTOR_NO_DICT:
		return []uop{{op: bc.U_POP_TOP, of: u.of}, value}
	}
	return []uop{value, {op: bc.U_SWAP, arg: 2, of: u.of}}
}
