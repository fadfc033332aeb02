// The methods of sets and frozensets.

package object

// ResultOf makes a method's None of success.
func ResultOf(ok bool) Value {
	if !ok {
		return Null
	}
	return None
}

func TruthResult(r int) Value {
	if r < 0 {
		return Null
	}
	return Bool(r > 0)
}

func setReadMethods() []FuncDef {
	return []FuncDef{
		{Name: "__contains__", Sig: "(object, /)", F1: func(t *Thread, self, x Value) Value {
			return TruthResult(setContains(t, self, x))
		}},
		{Name: "copy", F0: func(t *Thread, self Value) Value {
			if self.IsExact(TFrozenSet) {
				return self
			}
			return Of(As[Set](self).copyAs(t, baseID(self)))
		}},
		{Name: "union", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			s := As[Set](self)
			if len(args) == 0 {
				return Of(s.copyAs(t, baseID(self)))
			}
			r := s.union(t, baseID(self), args[0])
			for _, a := range args[1:] {
				if r == nil || a != self && !r.Update(t, a) {
					return Null
				}
			}
			return Of(r)
		}},
		{Name: "intersection", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			return Of(setIntersectAll(t, self, args))
		}},
		{Name: "difference", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			s := As[Set](self)
			if len(args) == 0 {
				return Of(s.copyAs(t, baseID(self)))
			}
			r := s.difference(t, baseID(self), args[0])
			for _, a := range args[1:] {
				if r == nil || !r.differenceUpdate(t, a) {
					return Null
				}
			}
			return Of(r)
		}},
		{Name: "symmetric_difference", F1: func(t *Thread, self, o Value) Value {
			return Of(As[Set](self).symmetricDifference(t, baseID(self), o))
		}},
		{Name: "issubset", F1: func(t *Thread, self, o Value) Value {
			s := As[Set](self)
			if IsAnySet(o) {
				return TruthResult(s.subset(t, As[Set](o)))
			}
			r := s.intersection(t, TSet, o)
			if r == nil {
				return Null
			}
			return Bool(r.Used == s.Used)
		}},
		{Name: "issuperset", F1: setIsSuperset},
		{Name: "isdisjoint", F1: func(t *Thread, self, o Value) Value { return TruthResult(As[Set](self).disjoint(t, o)) }},
		{Name: "__reduce__", F0: setReduce},
		{Name: "__sizeof__", F0: func(t *Thread, self Value) Value {
			n := int64(200)
			if m := As[Set](self).Mask; m >= setMinSize {
				n += int64(m+1) * 16
			}
			return SmallInt(n)
		}},
		ClassGetItemDef(),
	}
}

func setWriteMethods() []FuncDef {
	return []FuncDef{
		{Name: "add", F1: func(t *Thread, self, x Value) Value { return ResultOf(As[Set](self).Add(t, x)) }},
		{Name: "discard", F1: func(t *Thread, self, x Value) Value { return ResultOf(setDiscard(t, self, x) >= 0) }},
		{Name: "remove", F1: func(t *Thread, self, x Value) Value {
			c := setDiscard(t, self, x)
			if c == 0 {
				return RaiseValue(t, TKeyError, x)
			}
			return ResultOf(c > 0)
		}},
		{Name: "pop", F0: setPop},
		{Name: "clear", F0: func(t *Thread, self Value) Value { As[Set](self).Clear(); return None }},
		{Name: "update", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			for _, a := range args {
				if !As[Set](self).Update(t, a) {
					return Null
				}
			}
			return None
		}},
		{Name: "intersection_update", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			r := setIntersectAll(t, self, args)
			if r == nil {
				return Null
			}
			As[Set](self).take(r)
			return None
		}},
		{Name: "difference_update", MaxArgs: -1, FN: func(t *Thread, self Value, args []Value) Value {
			for _, a := range args {
				if !As[Set](self).differenceUpdate(t, a) {
					return Null
				}
			}
			return None
		}},
		{Name: "symmetric_difference_update", F1: func(t *Thread, self, o Value) Value {
			return ResultOf(As[Set](self).symmetricUpdate(t, o))
		}},
	}
}

func setIntersectAll(t *Thread, self Value, args []Value) *Set {
	if len(args) == 0 {
		return As[Set](self).copyAs(t, baseID(self))
	}
	r := As[Set](self)
	for _, a := range args {
		if r = r.intersection(t, baseID(self), a); r == nil {
			return nil
		}
	}
	return r
}

func setIsSuperset(t *Thread, self, o Value) Value {
	if IsAnySet(o) {
		return TruthResult(As[Set](o).subset(t, As[Set](self)))
	}
	return TruthResult(As[Set](self).eachIs(t, o, 1))
}

func setDiscard(t *Thread, self, x Value) int {
	c := As[Set](self).Discard(t, x)
	if c < 0 {
		if x = asKey(t, x); x != Null {
			return As[Set](self).Discard(t, x)
		}
	}
	return c
}

func setPop(t *Thread, self Value) Value {
	s := As[Set](self)
	if s.Used == 0 {
		return Raise(t, TKeyError, "pop from an empty set")
	}
	i := s.next(int(s.Finger & s.Mask))
	if i < 0 {
		i = s.next(0)
	}
	v := *s.Keys.At(i)
	s.drop(uint64(i))
	s.Finger = uint64(i) + 1
	return v
}

// setReduce is (type, ([items],), __dict__ or None).
func setReduce(t *Thread, self Value) Value {
	l := ListFromIterable(t, self)
	if l == nil {
		return Null
	}
	args := Tuple1(t, Of(l))
	r := NewTuple(t, 3)
	if args == Null || r == nil {
		return Null
	}
	state := GetState(t, self)
	if state == Null {
		return Null
	}
	*r.At(0), *r.At(1), *r.At(2) = Of(TypeOf(t, self)), args, state
	return Of(r)
}
