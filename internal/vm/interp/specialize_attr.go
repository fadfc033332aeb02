// Specialization of LOAD_ATTR and STORE_ATTR.
//
// The cache of LOAD_ATTR: counter, version/2, keys_version/2, descr/4.
//
//	form                          version             keys_version        descr
//	INSTANCE_VALUE, SLOT          shape               word index          -
//	WITH_HINT                     shape (dict mode)   entry number        -
//	MODULE                        keys version        entry number        -
//	CLASS                         type version        -                   value
//	CLASS_WITH_METACLASS_CHECK    type version        metaclass's version value
//	METHOD_*, NONDESCRIPTOR_*,
//	PROPERTY, GETATTRIBUTE_...    shape               type version        function or value
//	BOUND_METHOD, COMPUTED        shape               type version        function or descriptor
//
// A shape names the type and the slots; it does not change when the type's attributes do, so forms that rely on those check the
// type's version beside it. descr is not scanned by the collector: the type keeps it alive while its version stands.
//
// The forms that rely on the shape alone would be wrong if the type later got a data descriptor of the attribute's name.
// That is rare: object then calls Interpreter.Shadow, and the caches that rely on shapes of that type are reset (flush.go).

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// storeAdd in STORE_ATTR_INSTANCE_VALUE's index says that the attribute is new: the object moves to the next shape.
const storeAdd = 1 << 15

func specializeLoadAttr(t *Thread, code *Code, owner, name Value, cache unsafe.Pointer, method bool) {
	if !begin(t, cache) {
		return
	}
	op := loadAttrForm(t, code, owner, name, cache, method)
	if op != 0 && owner.IsPtr() {
		alone := op == opcode.LOAD_ATTR_INSTANCE_VALUE || op == opcode.LOAD_ATTR_SLOT || op == opcode.LOAD_ATTR_WITH_HINT
		noteShape(t, code, object.ShapeOf(owner).Type, alone)
	}
	become(t, cache, op, owner)
}

func loadAttrForm(t *Thread, code *Code, owner, name Value, cache unsafe.Pointer, method bool) uint8 {
	if !owner.IsPtr() {
		return 0
	}
	if owner.IsExact(object.TModule) {
		return loadModuleAttrForm(t, owner, name, cache)
	}
	if object.IsType(owner) {
		return loadClassAttrForm(t, code, owner, name, cache)
	}
	return shapeAttrForm(t, code, object.ShapeOf(owner), owner, name, cache, method)
}

// RefreshAttr makes a LOAD_ATTR that is specialized for a version that the class has no more what it would be made now, if its object's shape says
// all that matters of the object. Where no form fits it becomes generic: the attempt may have written to the cache that the old form goes by.
func RefreshAttr(t *Thread, code *Code, i int, arg uint32) {
	switch cache := unsafe.Add(unsafe.Pointer(unitAt(code, i)), 2); *opAt(cache) {
	case opcode.LOAD_ATTR_PROPERTY, opcode.LOAD_ATTR_METHOD_WITH_VALUES, opcode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES:
		s := object.ShapeAt(t, *(*uint32)(unsafe.Add(cache, 2)))
		if s.Header.Shape == object.TShape.Shape() && s.Flags&object.ShapeInstance != 0 && s.Version != *(*uint32)(unsafe.Add(cache, 6)) {
			*opAt(cache) = opcode.LOAD_ATTR
			op := shapeAttrForm(t, code, s, null, *code.NamesTuple.At(int(arg >> 1)), cache, arg&1 != 0)
			if op != 0 {
				noteShape(t, code, s.Type, true)
			}
			become(t, cache, op)
		}
	}
}

// EntryHint is the entry in which the instruction at index i of code, a LOAD_ATTR or STORE_ATTR, found the attribute in the dict of the last object of a
// shape; -1: it has not, or objects of another shape came after that.
func EntryHint(code *Code, i int, shape uint32) int {
	cache := unsafe.Add(unsafe.Pointer(unitAt(code, i)), 2)
	switch entry := unsafe.Add(cache, 6); {
	case *(*uint32)(unsafe.Add(cache, 2)) != shape:
	case *opAt(cache) == opcode.LOAD_ATTR_WITH_HINT:
		return int(*(*uint32)(entry))
	case *opAt(cache) == opcode.STORE_ATTR_WITH_HINT:
		return int(*(*uint16)(entry))
	}
	return -1
}

// shapeAttrForm is loadAttrForm for an object of shape s. The object itself does not matter if s is a ShapeInstance.
func shapeAttrForm(t *Thread, code *Code, s *object.Shape, owner, name Value, cache unsafe.Pointer, method bool) uint8 {
	typ := s.Type
	if typ.Version == 0 {
		return 0
	}
	shape := s.ID()
	hook := typ.Slots.GetAttr != nil
	if hook && !typ.AsksForMissing(t) {
		return getattributeForm(t, s, cache, method)
	}
	d := typ.Lookup(t, name)
	if d != null && d.IsPtr() {
		dt := object.TypeOf(t, d)
		switch {
		case d.IsExact(object.TMemberDescr):
			if w := object.MemberWord(d, typ); w > 0 {
				put32(cache, 1, shape)
				put32(cache, 3, uint32(w))
				return opcode.LOAD_ATTR_SLOT
			}
			return computedForm(s, d, cache, hook)
		case d == object.ClassAttr(t):
			return classValueForm(s, object.Of(typ), cache, method)
		case s.Flags&object.ShapeInstance == 0 && typ.ExtWord > 0 && object.IsDictDescr(d, typ):
			put32(cache, 1, shape)
			put32(cache, 3, uint32(typ.ExtWord))
			return opcode.LOAD_ATTR_SLOT
		case d.IsExact(object.TProperty):
			get := object.As[object.Property](d).Get
			if !method && !hook && get != null && get.IsExact(object.TFunction) && object.As[Function](get).Code.Takes(1) {
				put32(cache, 1, shape)
				put32(cache, 3, typ.Version)
				put64(cache, 5, get)
				return opcode.LOAD_ATTR_PROPERTY
			}
			return 0
		case dt.Slots.DescrSet != nil: // another data descriptor
			return computedForm(s, d, cache, hook)
		}
	}
	if s.Flags&object.ShapeInstance != 0 {
		if i := s.Lookup(name); i >= 0 {
			put32(cache, 1, shape)
			put32(cache, 3, uint32(s.SlotWord(i)))
			return opcode.LOAD_ATTR_INSTANCE_VALUE
		}
	} else if dict := object.InstanceDict(t, owner, false); dict != nil {
		if dict.Kind&object.DictStrKeys == 0 {
			return 0
		}
		if n := dict.FindStr(name); n >= 0 {
			put32(cache, 1, shape)
			put32(cache, 3, uint32(n))
			return opcode.LOAD_ATTR_WITH_HINT
		}
	}
	if d == null {
		return 0
	}
	noteValue(t, code, d)
	dt := object.TypeOf(t, d)
	switch {
	case dt.Flags&object.TypeMethodDescr != 0 && method:
		put32(cache, 1, shape)
		put32(cache, 3, typ.Version)
		put64(cache, 5, d)
		switch {
		case s.Flags&object.ShapeInstance != 0:
			return opcode.LOAD_ATTR_METHOD_WITH_VALUES
		case typ.ExtWord == 0:
			return opcode.LOAD_ATTR_METHOD_NO_DICT
		}
		return opcode.LOAD_ATTR_METHOD_LAZY_DICT
	case d.IsExact(object.TFunction):
		put32(cache, 1, shape)
		put32(cache, 3, typ.Version)
		put64(cache, 5, d)
		return opcode.LOAD_ATTR_BOUND_METHOD
	case dt.Slots.DescrGet == nil:
		return classValueForm(s, d, cache, method)
	}
	return 0
}

// classValueForm is for an attribute that is v for all objects of shape s whose dict lacks it.
func classValueForm(s *object.Shape, v Value, cache unsafe.Pointer, method bool) uint8 {
	put32(cache, 1, s.ID())
	put32(cache, 3, s.Type.Version)
	put64(cache, 5, v)
	switch {
	case method:
		return opcode.LOAD_ATTR_NONDESCRIPTOR_LAZY_DICT
	case s.Flags&object.ShapeInstance != 0:
		return opcode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES
	case s.Type.ExtWord == 0:
		return opcode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT
	}
	return opcode.LOAD_ATTR_NONDESCRIPTOR_LAZY_DICT
}

// computedForm is for the attribute of a data descriptor d, if that is a built-in one. hook: an AttributeError of its function leads to __getattr__.
func computedForm(s *object.Shape, d Value, cache unsafe.Pointer, hook bool) uint8 {
	if hook || !object.IsComputed(d, s.Type) {
		return 0
	}
	put32(cache, 1, s.ID())
	put32(cache, 3, s.Type.Version)
	put64(cache, 5, d)
	return opcode.LOAD_ATTR_COMPUTED
}

// getattributeForm is for classes with a __getattribute__ written in Python and no __getattr__. (Where there is a __getattr__ only, attributes that are
// not missing have the ordinary forms, but for properties, whose AttributeError leads to it.)
func getattributeForm(t *Thread, s *object.Shape, cache unsafe.Pointer, method bool) uint8 {
	f := s.Type.Lookup(t, t.N(object.N_getattribute_))
	if method || f == null || !f.IsExact(object.TFunction) || !object.As[Function](f).Code.Takes(2) ||
		s.Type.Lookup(t, t.N(object.N_getattr_)) != null {
		return 0
	}
	put32(cache, 1, s.ID())
	put32(cache, 3, s.Type.Version)
	put64(cache, 5, f)
	return opcode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN
}

func loadModuleAttrForm(t *Thread, owner, name Value, cache unsafe.Pointer) uint8 {
	dict := object.InstanceDict(t, owner, false)
	if dict == nil || dict.Kind&object.DictStrKeys == 0 {
		return 0
	}
	n, v := dict.FindStr(name), uint32(0)
	if n >= 0 {
		v = dict.KeysVersion(t)
	}
	if v == 0 {
		return 0
	}
	put32(cache, 1, v)
	put32(cache, 3, uint32(n))
	return opcode.LOAD_ATTR_MODULE
}

func loadClassAttrForm(t *Thread, code *Code, owner, name Value, cache unsafe.Pointer) uint8 {
	typ := object.As[Type](owner)
	meta := object.TypeOf(t, owner)
	if typ.Version == 0 || meta.Version == 0 || meta.Flags&object.TypeHasGetAttr != 0 {
		return 0
	}
	if d := meta.Lookup(t, name); d != null {
		if object.TypeOf(t, d).Slots.DescrSet != nil { // the metaclass's data descriptors come first
			return computedForm(object.ShapeOf(owner), d, cache, false)
		}
		noteValue(t, code, d)
	}
	d := typ.Lookup(t, name)
	if d == null {
		return 0
	}
	if object.TypeOf(t, d).Slots.DescrGet != nil && !object.ReadFromClass(d) {
		return 0
	}
	noteValue(t, code, d)
	put32(cache, 1, typ.Version)
	put64(cache, 5, d)
	if meta.Flags&object.TypeHeap == 0 {
		return opcode.LOAD_ATTR_CLASS
	}
	// The metaclass can get a data descriptor, or a __getattribute__.
	put32(cache, 3, meta.Version)
	return opcode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK
}

func specializeStoreAttr(t *Thread, code *Code, owner, name Value, cache unsafe.Pointer) {
	if !begin(t, cache) {
		return
	}
	op := storeAttrForm(t, owner, name, cache)
	if op != 0 {
		noteShape(t, code, object.ShapeOf(owner).Type, true)
	}
	become(t, cache, op, owner)
}

func storeAttrForm(t *Thread, owner, name Value, cache unsafe.Pointer) uint8 {
	if !owner.IsPtr() || object.IsType(owner) {
		return 0
	}
	s := object.ShapeOf(owner)
	typ := s.Type
	if typ.Version == 0 || typ.Slots.SetAttr != nil {
		return 0
	}
	if d := typ.Lookup(t, name); d != null && d.IsPtr() {
		if d.IsExact(object.TMemberDescr) && object.MemberWritable(d) {
			if w := object.MemberWord(d, typ); w > 0 {
				put32(cache, 1, s.ID())
				put16(cache, 3, uint16(w))
				return opcode.STORE_ATTR_SLOT
			}
		}
		if object.TypeOf(t, d).Slots.DescrSet != nil {
			return 0
		}
	}
	if s.Flags&object.ShapeInstance != 0 {
		put32(cache, 1, s.ID())
		if i := s.Lookup(name); i >= 0 {
			put16(cache, 3, uint16(s.SlotWord(i)))
			return opcode.STORE_ATTR_INSTANCE_VALUE
		}
		if s.LastKey == name {
			put16(cache, 3, uint16(s.SlotWord(int(s.NSlots)))|storeAdd)
			return opcode.STORE_ATTR_INSTANCE_VALUE
		}
		return 0
	}
	if dict := object.InstanceDict(t, owner, false); dict != nil && dict.Kind&object.DictStrKeys != 0 {
		if n := dict.FindStr(name); n >= 0 && n < 1<<16 {
			put32(cache, 1, s.ID())
			put16(cache, 3, uint16(n))
			return opcode.STORE_ATTR_WITH_HINT
		}
	}
	return 0
}
