// Attribute access: the generic algorithms of object.__getattribute__ and __setattr__.

package object

// GetAttr returns getattr(v, name) for a str name; Null on error.
func GetAttr(t *Thread, v, name Value) Value {
	typ := TypeOf(t, v)
	var r Value
	if typ.Slots.GetAttr != nil {
		if !t.Enter(" while getting an attribute") { // what stands for another object asks that one
			return Null
		}
		r = typ.Slots.GetAttr(t, v, name)
		t.Leave()
	} else {
		r = GenericGetAttr(t, v, name)
	}
	if r == Null {
		attributeErrorContext(t, v, name)
	}
	return r
}

// attributeErrorContext gives an AttributeError that is raised, and names no object yet, the name and the object.
func attributeErrorContext(t *Thread, v, name Value) {
	if t.Exc != Null && TypeOf(t, t.Exc).Is(TAttributeError) && As[NameErrorObject](t.Exc).Name == Null && As[NameErrorObject](t.Exc).Obj == Null {
		setAttributeErrorContext(t, v, name)
	}
}

// Place is where objects of a shape have an attribute, as long as their class does not change. The zero Place is none: no shape has the number 0.
type Place struct {
	shape, version uint32
	word           int32
}

// PlaceOf finds the place of an attribute that v itself has, under an interned name; the zero Place: it has none that could be known.
func PlaceOf(t *Thread, v, name Value) (p Place) {
	if !v.IsPtr() {
		return p
	}
	s := ShapeOf(v)
	typ := s.Type
	if s.Flags&ShapeInstance == 0 || s.Version == 0 || typ.Slots.GetAttr != nil {
		return p
	}
	if d := typ.Lookup(t, name); d != Null && TypeOf(t, d).Slots.DescrSet != nil {
		return p
	}
	if i := s.Lookup(name); i >= 0 && s.Version == typ.Version {
		p = Place{s.ID(), s.Version, int32(s.SlotWord(i))}
	}
	return p
}

// At is v's attribute at the place; Null: it has to be looked for. It is small enough to be inlined.
func (p Place) At(v Value) Value {
	if !v.IsPtr() || v.ShapeID() != p.shape || ShapeOf(v).Version != p.version {
		return Null
	}
	return *word(v.Ptr(), int(p.word))
}

// GetAttrName is GetAttr with a pre-interned name.
func GetAttrName(t *Thread, v Value, n Name) Value { return GetAttr(t, v, t.N(n)) }

// LookupAttr is GetAttr that returns Null without an exception when the attribute does not exist.
func LookupAttr(t *Thread, v, name Value) Value {
	typ := TypeOf(t, v)
	if isGenericGetAttr(typ) {
		return genericGetAttr(t, v, name, true)
	}
	r := Null
	switch { // no text for an error that nobody sees
	case isSlot(typ.Slots.GetAttr, typeGetAttr):
		if name = internName(t, name); name != Null {
			r = TypeAttr(t, As[Type](v), name)
		}
	case isSlot(typ.Slots.GetAttr, moduleGetAttr):
		r = moduleLookup(t, v, name)
	default:
		r = GetAttr(t, v, name)
	}
	if r == Null {
		t.ClearIf(TAttributeError)
	}
	return r
}

// SetAttr does setattr(v, name, val), or delattr when val is Null.
func SetAttr(t *Thread, v, name, val Value) bool {
	if set := TypeOf(t, v).Slots.SetAttr; set != nil {
		if !t.Enter(" while setting an attribute") {
			return false
		}
		ok := set(t, v, name, val)
		t.Leave()
		return ok
	}
	return GenericSetAttr(t, v, name, val)
}

// isGenericGetAttr reports whether typ's attribute access is object.__getattribute__: a nil slot means just that.
func isGenericGetAttr(typ *Type) bool { return typ.Slots.GetAttr == nil }

// GenericGetAttr is object.__getattribute__.
func GenericGetAttr(t *Thread, v, name Value) Value { return genericGetAttr(t, v, name, false) }

func genericGetAttr(t *Thread, v, name Value, suppress bool) Value {
	if name = internName(t, name); name == Null {
		return Null
	}
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	if suppress && isUnset(v, typ, d) {
		return Null
	}
	return attrFound(t, v, typ, d, name, suppress)
}

// isUnset reports whether d is the descriptor of a slot that is unset in a v of class typ. Asking for such a slot takes longest for the text of the error.
func isUnset(v Value, typ *Type, d Value) bool {
	if d == Null || !d.IsExact(TMemberDescr) || As[MemberDescr](d).OrNone {
		return false
	}
	w := MemberWord(d, typ)
	return w > 0 && *Slot(v, w) == Null
}

// GetAttrFound is GetAttr for a v of class typ, whose attributes are found in the usual way. d is what the class has by the name, which is interned.
func GetAttrFound(t *Thread, v Value, typ *Type, d, name Value) Value {
	r := attrFound(t, v, typ, d, name, false)
	if r == Null {
		attributeErrorContext(t, v, name)
	}
	return r
}

func attrFound(t *Thread, v Value, typ *Type, d, name Value, suppress bool) Value {
	var get TernaryFunc
	if d != Null {
		dt := TypeOf(t, d)
		get = dt.Slots.DescrGet
		if get != nil && dt.Slots.DescrSet != nil {
			r := get(t, d, v, Of(typ))
			if r == Null && suppress {
				t.ClearIf(TAttributeError)
			}
			return r
		}
	}
	if v.IsPtr() && typ.ExtWord != 0 {
		if r := GetInstanceAttr(v, name); r != Null {
			return r
		}
	}
	if get != nil {
		r := get(t, d, v, Of(typ))
		if r == Null && suppress {
			t.ClearIf(TAttributeError)
		}
		return r
	}
	if d != Null {
		return d
	}
	if suppress {
		return Null
	}
	return NoAttribute(t, v, name)
}

// attrName checks that an attribute name is a str and gives its exact form.
func attrName(t *Thread, name Value) Value {
	if !IsStr(name) {
		return Raise(t, TTypeError, "attribute name must be string, not '%s'", TypeName(t, name))
	}
	return ExactStr(t, name)
}

// ExactStr returns a str of exactly type str with the same text.
func ExactStr(t *Thread, v Value) Value {
	if v.IsExact(TStr) {
		return v
	}
	return NewStr(t, GoString(v))
}

// NoAttribute raises AttributeError for a missing attribute, with its name and obj attributes for suggestions.
func NoAttribute(t *Thread, v, name Value) Value {
	if IsType(v) {
		Raise(t, TAttributeError, "type object '%s' has no attribute '%s'", As[Type](v).NameString(), GoString(name))
	} else {
		raiseMissing(t, TypeName(t, v), name)
	}
	setAttributeErrorContext(t, v, name)
	return Null
}

// raiseMissing raises the AttributeError of an object of a class of that name. The text is put together without package fmt: programs catch this error
// often.
func raiseMissing(t *Thread, class string, name Value) {
	if text := NewStr(t, "'"+class+"' object has no attribute '"+GoString(name)+"'"); text != Null {
		RaiseValue(t, TAttributeError, text)
	}
}

// internName returns the interned form of an attribute's name; Null with an exception for what is no str.
func internName(t *Thread, name Value) Value {
	if !name.IsExact(TStr) {
		if name = attrName(t, name); name == Null {
			return Null
		}
	}
	return InternValue(t, name)
}

// GenericSetAttr is object.__setattr__ and __delattr__ (val Null).
func GenericSetAttr(t *Thread, v, name, val Value) bool {
	if name = internName(t, name); name == Null {
		return false
	}
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	if d != Null {
		if set := TypeOf(t, d).Slots.DescrSet; set != nil {
			return set(t, d, v, val)
		}
	}
	if v.IsPtr() && typ.HasDict() {
		if val != Null {
			return SetInstanceAttr(t, v, name, val)
		}
		n := DelInstanceAttr(t, v, name)
		if n == 0 {
			NoAttribute(t, v, name)
		}
		return n > 0
	}
	switch {
	case d == Null && typ.Slots.SetAttr != nil:
		Raise(t, TAttributeError, "'%s' object has no attribute '%s'", typ.messageName(t), GoString(name))
	case d == Null:
		Raise(t, TAttributeError, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", typ.messageName(t), GoString(name))
	default:
		Raise(t, TAttributeError, "'%s' object attribute '%s' is read-only", typ.messageName(t), GoString(name))
	}
	setAttributeErrorContext(t, v, name)
	return false
}
