// isinstance() and issubclass().

package object

// IsInstanceCheck is isinstance(v, cls): 1, 0, or -1 on error.
func IsInstanceCheck(t *Thread, v, cls Value) int {
	vt := TypeOf(t, v)
	if Of(vt) == cls {
		return 1
	}
	ct := TypeOf(t, cls)
	if ct.ID == TType {
		return recursiveIsInstance(t, v, cls)
	}
	if cls.IsExact(TUnion) {
		cls = Of(As[Union](cls).Args)
	}
	if IsTuple(cls) {
		if !t.Enter(" in __instancecheck__") {
			return -1
		}
		r := 0
		for i := 0; i < As[Tuple](cls).Len() && r == 0; i++ {
			r = IsInstanceCheck(t, v, unionMember(t, *As[Tuple](cls).At(i)))
		}
		t.Leave()
		return r
	}
	if !t.Enter(" in __instancecheck__") {
		return -1
	}
	r, found := callDunder1(t, cls, N_instancecheck_, v)
	t.Leave()
	if found {
		if r == Null {
			return -1
		}
		return Truth(t, r)
	}
	return recursiveIsInstance(t, v, cls)
}

// unionMember turns the None of a union into its type.
func unionMember(t *Thread, v Value) Value {
	if v == None {
		return Of(t.Type(TNoneType))
	}
	return v
}

// recursiveIsInstance is the check without __instancecheck__.
func recursiveIsInstance(t *Thread, v, cls Value) int {
	vt := TypeOf(t, v)
	if IsType(cls) {
		if vt.IsSubtype(As[Type](cls)) {
			return 1
		}
		if !v.IsPtr() || vt.Slots.GetAttr == nil && vt.Lookup(t, t.N(N_class_)) == t.RT.classAttr {
			return 0 // __class__ is the type
		}
		c := LookupAttr(t, v, t.N(N_class_))
		if c == Null {
			if t.Exc != Null {
				return -1
			}
			return 0
		}
		if c != Of(vt) && IsType(c) && As[Type](c).IsSubtype(As[Type](cls)) {
			return 1
		}
		return 0
	}
	if !checkClass(t, cls, "isinstance() arg 2 must be a type, a tuple of types, or a union") {
		return -1
	}
	c := LookupAttr(t, v, t.N(N_class_))
	if c == Null {
		if t.Exc != Null {
			return -1
		}
		return 0
	}
	return abstractIsSubclass(t, c, cls)
}

// abstractBases returns cls.__bases__ if it is a tuple, else nil (perhaps with t.Exc set).
func abstractBases(t *Thread, cls Value) *Tuple {
	b := LookupAttr(t, cls, t.N(N_bases_))
	if b == Null || !IsTuple(b) {
		return nil
	}
	return As[Tuple](b)
}

func checkClass(t *Thread, cls Value, msg string) bool {
	if abstractBases(t, cls) != nil {
		return true
	}
	if t.Exc == Null {
		Raise(t, TTypeError, "%s", msg)
	}
	return false
}

func abstractIsSubclass(t *Thread, derived, cls Value) int {
	for {
		if derived == cls {
			return 1
		}
		bases := abstractBases(t, derived)
		if bases == nil {
			if t.Exc != Null {
				return -1
			}
			return 0
		}
		n := bases.Len()
		if n == 0 {
			return 0
		}
		if n > 1 {
			if !t.Enter(" in __issubclass__") {
				return -1
			}
			r := 0
			for i := 0; i < n && r == 0; i++ {
				r = abstractIsSubclass(t, *bases.At(i), cls)
			}
			t.Leave()
			return r
		}
		derived = *bases.At(0)
	}
}

// IsSubclassCheck is issubclass(derived, cls): 1, 0, or -1 on error.
func IsSubclassCheck(t *Thread, derived, cls Value) int {
	if TypeOf(t, cls).ID == TType {
		if derived == cls {
			return 1
		}
		return recursiveIsSubclass(t, derived, cls)
	}
	if cls.IsExact(TUnion) {
		cls = Of(As[Union](cls).Args)
	}
	if !t.Enter(" in __subclasscheck__") {
		return -1
	}
	defer t.Leave()
	if IsTuple(cls) {
		r := 0
		for i := 0; i < As[Tuple](cls).Len() && r == 0; i++ {
			r = IsSubclassCheck(t, derived, unionMember(t, *As[Tuple](cls).At(i)))
		}
		return r
	}
	r, found := callDunder1(t, cls, N_subclasscheck_, derived)
	if found {
		if r == Null {
			return -1
		}
		return Truth(t, r)
	}
	return recursiveIsSubclass(t, derived, cls)
}

// recursiveIsSubclass is the check without __subclasscheck__.
func recursiveIsSubclass(t *Thread, derived, cls Value) int {
	if IsType(derived) && IsType(cls) {
		if As[Type](derived).IsSubtype(As[Type](cls)) {
			return 1
		}
		return 0
	}
	if !checkClass(t, derived, "issubclass() arg 1 must be a class") ||
		!checkClass(t, cls, "issubclass() arg 2 must be a class, a tuple of classes, or a union") {
		return -1
	}
	return abstractIsSubclass(t, derived, cls)
}
