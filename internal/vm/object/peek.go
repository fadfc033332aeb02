// Attribute access that neither runs Python code nor raises, for compiled code: all of it is done, or nothing.

package object

// AttrPeek is getattr(v, name); Null: it cannot be told here. The name is interned.
func AttrPeek(t *Thread, v, name Value) Value {
	f, self := MethodPeek(t, v, name)
	if self != Null {
		if f.IsExact(TFunction) {
			f = NewMethod(t, f, self)
		} else {
			f = Null
		}
		t.ClearExc()
	}
	return f
}

// MethodPeek is AttrPeek for a call: an unbound function and v, or the attribute and Null.
func MethodPeek(t *Thread, v, name Value) (f, self Value) {
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	switch {
	case typ.Is(TModule):
		if d == Null {
			return ModuleDict(v).GetStr(name), Null
		}
		return Null, Null
	case typ.Flags&TypeTypeSub != 0:
		if typ.Flags&TypeHasGetAttr != 0 {
			return Null, Null
		}
		if d != Null && TypeOf(t, d).Slots.DescrSet != nil {
			return peekComputed(t, v, d, typ), Null
		}
		f = As[Type](v).Lookup(t, name)
		if f == Null || TypeOf(t, f).Slots.DescrGet != nil && !ReadFromClass(f) {
			return Null, Null
		}
		return f, Null
	case typ.Slots.GetAttr != nil && !typ.AsksForMissing(t):
		return Null, Null
	}
	var dt *Type
	if d != Null {
		dt = TypeOf(t, d)
		if d.IsExact(TMemberDescr) {
			if w := MemberWord(d, typ); w > 0 {
				return *Slot(v, w), Null
			}
		}
		if dt.Slots.DescrSet != nil {
			return peekComputed(t, v, d, typ), Null
		}
	}
	if v.IsPtr() && typ.ExtWord != 0 {
		if f = GetInstanceAttr(v, name); f != Null {
			return f, Null
		}
	}
	switch {
	case d == Null:
	case dt.Flags&TypeMethodDescr != 0:
		return d, v
	case dt.Slots.DescrGet == nil:
		return d, Null
	}
	return Null, Null
}

// peekComputed reads an attribute of v whose descriptor is d, if it is v's class or a word of v; else Null.
func peekComputed(t *Thread, v, d Value, typ *Type) Value {
	switch b := BitsOf(d, typ); {
	case b.Width == 64:
		return *Slot(v, int(b.Word))
	case FieldOf(t, d, typ) != nil:
		return PeekField(t, d, v)
	case d.IsExact(TGetSetDescr) && As[GetSetDescr](d).Get == wordOf[UnaryFunc](objectClass):
		return Of(typ)
	}
	return Null
}

// DictAttr is the attribute in the __dict__ of v, which is a heap object that has one; Null: it is not there. The name is interned.
func DictAttr(_ *Thread, v, name Value) Value { return InstanceDictOf(v).GetStr(name) }

// AsksForMissing reports whether typ's instances read attributes as object does, and __getattr__ only answers for those that are missing.
func (typ *Type) AsksForMissing(t *Thread) bool {
	if wordOf(typ.Slots.GetAttr) != wordOf[BinaryFunc](slotGetAttrHook) || typ.Lookup(t, t.N(N_getattr_)) == Null {
		return false
	}
	first := typ.Lookup(t, t.N(N_getattribute_))
	return first == Null || isWrapperOf(first, wordOf[BinaryFunc](GenericGetAttr))
}

// ReadFromClass reports whether d, found in a class, is what reading it from the class gives, although d is a descriptor.
func ReadFromClass(d Value) bool {
	switch d.ShapeID() {
	case TFunction.Shape(), TMethodDescr.Shape(), TWrapperDescr.Shape(), TGetSetDescr.Shape(), TMemberDescr.Shape(), TProperty.Shape():
		return true
	}
	return false
}

// AttrPut is setattr(v, name, x): True, or Null if nothing was done. The name is interned.
func AttrPut(t *Thread, v, name, x Value) Value {
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	if d != Null && TypeOf(t, d).Slots.DescrSet != nil {
		if w := 0; typ.Slots.SetAttr == nil && d.IsExact(TMemberDescr) && MemberWritable(d) {
			if w = MemberWord(d, typ); w > 0 {
				*Slot(v, w) = x
				return True
			}
		} else if f := FieldOf(t, d, typ); f != nil && typ.Slots.SetAttr == nil && WriteField(f, v, x) {
			return True
		}
		return Null
	}
	done := false
	switch {
	case typ.Is(TType):
		of := As[Type](v)
		done = of.Flags&TypeHeap != 0 && !isDunder(name) && SetTypeAttr(t, of, name, x)
	case typ.Slots.SetAttr == nil && v.IsPtr() && typ.HasDict():
		done = SetInstanceAttr(t, v, name, x)
	}
	if !done {
		t.ClearExc()
		return Null
	}
	return True
}
