// Exception groups: construction, split, subgroup.

package object

// GroupObject is an instance of BaseExceptionGroup.
type GroupObject struct {
	Exception
	Msg, Excs Value
}

func defineGroups() {
	defineException(TBaseExceptionGroup, TBaseException, "BaseExceptionGroup", 2, TypeDef{
		Slots: Slots{New: groupNew, Str: groupStr},
		Members: []MemberDef{
			{Name: "message", Word: excExtra, OrNone: true},
			{Name: "exceptions", Word: excExtra + 1, OrNone: true},
		},
		Methods: []FuncDef{
			{Name: "__class_getitem__", Class: true, F1: newGenericAlias},
			{Name: "derive", Sig: "(excs, /)", F1: func(t *Thread, self, excs Value) Value {
				return newGroup(t, t.Type(TBaseExceptionGroup), As[GroupObject](self).Msg, excs)
			}},
			{Name: "split", Sig: "(matcher_value, /)", F1: func(t *Thread, self, matcher Value) Value {
				kind := matcherKind(t, matcher)
				if kind < 0 {
					return Null
				}
				match, rest, ok := splitGroup(t, self, kind, matcher, true)
				if !ok {
					return Null
				}
				return Pair(t, orNone(match), orNone(rest))
			}},
			{Name: "subgroup", Sig: "(matcher_value, /)", F1: func(t *Thread, self, matcher Value) Value {
				kind := matcherKind(t, matcher)
				if kind < 0 {
					return Null
				}
				match, _, ok := splitGroup(t, self, kind, matcher, false)
				if !ok {
					return Null
				}
				return orNone(match)
			}},
		},
	})
	// ExceptionGroup inherits from Exception too; a declaration names one base only.
	defineException(TExceptionGroup, TBaseExceptionGroup, "ExceptionGroup", -1, TypeDef{Init: func(t *Thread, typ *Type) {
		exception := t.Type(TException)
		bases, mro := NewTuple(t, 2), NewTuple(t, 5)
		if bases == nil || mro == nil {
			return
		}
		*bases.At(0), *bases.At(1) = Of(t.Type(TBaseExceptionGroup)), Of(exception)
		for i, id := range [...]TypeID{TExceptionGroup, TBaseExceptionGroup, TException, TBaseException, TObject} {
			*mro.At(i) = Of(t.Type(id))
		}
		typ.Bases, typ.MRO = bases, mro
		if exception.Subclasses != nil {
			exception.Subclasses.Append(t, Of(typ))
		}
		typ.Modified(t)
	}})
}

func groupNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	pos, _ := SplitKw(args, kw)
	if len(pos) != 2 {
		return Raise(t, TTypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(pos))
	}
	if !IsStr(pos[0]) {
		return BadArgument(t, "BaseExceptionGroup.__new__", "argument 1", "str", pos[0])
	}
	return newGroup(t, typ, pos[0], pos[1])
}

// newGroup makes a group of class typ, or ExceptionGroup when typ is BaseExceptionGroup and all members allow it.
func newGroup(t *Thread, typ *Type, msg, excs Value) Value {
	s := &TypeOf(t, excs).Slots
	if s.Subscript == nil || IsDict(excs) {
		return Raise(t, TTypeError, "second argument (exceptions) must be a sequence")
	}
	seq := SequenceTuple(t, excs)
	if seq == Null {
		return Null
	}
	items := As[Tuple](seq)
	if items.Len() == 0 {
		return Raise(t, TValueError, "second argument (exceptions) must be a non-empty sequence")
	}
	base := false
	for i := range items.Len() {
		e := *items.At(i)
		if !IsExceptionInstance(e) {
			return Raise(t, TValueError, "Item %d of second argument (exceptions) is not an exception", i)
		}
		base = base || !IsInstance(t, e, TException)
	}
	switch {
	case typ.Is(TBaseExceptionGroup):
		if !base {
			typ = t.Type(TExceptionGroup)
		}
	case base && typ.Is(TExceptionGroup):
		return Raise(t, TTypeError, "Cannot nest BaseExceptions in an ExceptionGroup")
	case base && typ.IsSubtype(t.Type(TException)):
		return Raise(t, TTypeError, "Cannot nest BaseExceptions in '%s'", typ.NameString())
	}
	v := AllocInstance(t, typ)
	args := Pair(t, msg, excs)
	if v == Null || args == Null {
		return Null
	}
	g := As[GroupObject](v)
	g.Args, g.Msg, g.Excs = args, msg, seq
	return v
}

func groupStr(t *Thread, v Value) Value {
	g := As[GroupObject](v)
	n := As[Tuple](g.Excs).Len()
	msg := ToStr(t, g.Msg)
	count := NewStr(t, " ("+itoa(n)+" sub-exception"+Plural(n)+")")
	if msg == Null || count == Null {
		return Null
	}
	return NewStr(t, GoString(msg)+GoString(count))
}

// Kinds of matchers of split and subgroup.
const (
	matchTypes    = iota // a class or a tuple of classes
	matchCallable        // a predicate
	matchLeaves          // a set of the ids of exceptions (used by except*)
)

func matcherKind(t *Thread, m Value) int {
	if IsExceptionType(m) {
		return matchTypes
	}
	if !IsType(m) && TypeOf(t, m).Slots.Call != nil {
		return matchCallable
	}
	if IsTuple(m) {
		ok := true
		for _, c := range As[Tuple](m).Items() {
			ok = ok && IsExceptionType(c)
		}
		if ok {
			return matchTypes
		}
	}
	Raise(t, TTypeError, "expected an exception type, a tuple of exception types, or a callable (other than a class)")
	return -1
}

// matches says whether one exception matches: 1, 0, -1.
func matches(t *Thread, exc Value, kind int, matcher Value) int {
	switch kind {
	case matchCallable:
		r := Call1(t, matcher, exc)
		if r == Null {
			return -1
		}
		return Truth(t, r)
	case matchLeaves:
		if IsInstance(t, exc, TBaseExceptionGroup) {
			return 0
		}
		return contains(As[List](matcher), exc)
	}
	if givenMatches(t, exc, matcher) {
		return 1
	}
	return 0
}

func contains(l *List, v Value) int {
	for _, x := range l.Slice() {
		if x == v {
			return 1
		}
	}
	return 0
}

// splitGroup divides an exception by a matcher; either part may be Null.
func splitGroup(t *Thread, exc Value, kind int, matcher Value, wantRest bool) (match, rest Value, ok bool) {
	switch matches(t, exc, kind, matcher) {
	case -1:
		return Null, Null, false
	case 1:
		return exc, Null, true
	}
	if !IsInstance(t, exc, TBaseExceptionGroup) {
		return Null, exc, true
	}
	if !t.Enter(" in exceptiongroup_split_recursive") {
		return Null, Null, false
	}
	defer t.Leave()
	in, out := NewList(t, 0), NewList(t, 0)
	if in == nil || out == nil {
		return Null, Null, false
	}
	excs := As[Tuple](As[GroupObject](exc).Excs)
	for i := range excs.Len() {
		m, r, ok := splitGroup(t, *excs.At(i), kind, matcher, wantRest)
		if !ok || m != Null && !in.Append(t, m) || r != Null && !out.Append(t, r) {
			return Null, Null, false
		}
	}
	if match, ok = deriveGroup(t, exc, in); !ok {
		return Null, Null, false
	}
	if wantRest {
		if rest, ok = deriveGroup(t, exc, out); !ok {
			return Null, Null, false
		}
	}
	return match, rest, true
}

// deriveGroup makes a group like orig of some of its members; Null for none.
func deriveGroup(t *Thread, orig Value, members *List) (Value, bool) {
	if members.Len() == 0 {
		return Null, true
	}
	derive := Intern(t, "derive")
	if derive == Null {
		return Null, false
	}
	g := CallMethod1(t, orig, derive, Of(members))
	if g == Null {
		return Null, false
	}
	if !IsInstance(t, g, TBaseExceptionGroup) {
		Raise(t, TTypeError, "derive must return an instance of BaseExceptionGroup")
		return Null, false
	}
	from, to := As[Exception](orig), As[Exception](g)
	to.Traceback, to.Context = from.Traceback, from.Context
	to.Cause, to.Suppress = from.Cause, true
	notes := LookupAttr(t, orig, t.N(N_notes_))
	if notes == Null {
		return g, t.Exc == Null
	}
	if TypeOf(t, notes).Slots.Subscript != nil && !IsDict(notes) {
		seq := SequenceTuple(t, notes)
		if seq == Null {
			return Null, false
		}
		l := ListOf(t, As[Tuple](seq).Items())
		if l == Null || !SetAttr(t, g, t.N(N_notes_), l) {
			return Null, false
		}
	}
	return g, true
}

// ExcGroupMatch is except*'s test of exc (None: nothing left) against a class or tuple of classes; match and rest may be None.
func ExcGroupMatch(t *Thread, exc, typ Value) (match, rest Value, ok bool) {
	if !checkExceptClasses(t, typ) || !checkExceptStarClasses(t, typ) {
		return Null, Null, false
	}
	switch {
	case exc == None:
		return None, None, true
	case givenMatches(t, exc, typ):
		if IsInstance(t, exc, TBaseExceptionGroup) {
			return exc, None, true
		}
		one := Tuple1(t, exc)
		if one == Null {
			return Null, Null, false
		}
		g := newGroup(t, t.Type(TBaseExceptionGroup), t.RT.EmptyStr, one)
		return g, None, g != Null
	case IsInstance(t, exc, TBaseExceptionGroup):
		name := Intern(t, "split")
		if name == Null {
			return Null, Null, false
		}
		pair := CallMethod1(t, exc, name, typ)
		if pair == Null {
			return Null, Null, false
		}
		if !IsTuple(pair) {
			Raise(t, TTypeError, "%s.split must return a tuple, not %s", TypeName(t, exc), TypeName(t, pair))
			return Null, Null, false
		}
		p := As[Tuple](pair)
		if p.Len() < 2 {
			Raise(t, TTypeError, "%s.split must return a 2-tuple, got tuple of size %d", TypeName(t, exc), p.Len())
			return Null, Null, false
		}
		return *p.At(0), *p.At(1), true
	}
	return None, exc, true
}

// PrepReraiseStar combines what except* clauses raised and left over (a list) with the original exception: None, or what to raise.
func PrepReraiseStar(t *Thread, orig, list Value) Value {
	excs := As[List](list)
	if excs.Len() == 0 {
		return None
	}
	for i := 0; i < excs.Len(); i++ {
		// Compiled code collects nothing else, but the verifier cannot know what else was done to the list.
		if e := *excs.At(i); e != None && !IsInstance(t, e, TBaseException) {
			return Raise(t, TSystemError, "except* has collected '%s' objects", TypeName(t, e))
		}
	}
	if !IsInstance(t, orig, TBaseExceptionGroup) {
		return *excs.At(0)
	}
	raised, leaves := NewList(t, 0), NewList(t, 0)
	if raised == nil || leaves == nil {
		return Null
	}
	for i := 0; i < excs.Len(); i++ {
		e := *excs.At(i)
		if e == None {
			continue
		}
		if sameOrigin(e, orig) {
			if !collectLeaves(t, e, leaves) {
				return Null
			}
		} else if !raised.Append(t, e) {
			return Null
		}
	}
	reraised := Null
	if leaves.Len() > 0 {
		var ok bool
		if reraised, _, ok = splitGroup(t, orig, matchLeaves, Of(leaves), false); !ok {
			return Null
		}
	}
	if raised.Len() == 0 {
		return orNone(reraised)
	}
	if reraised != Null && !raised.Append(t, reraised) {
		return Null
	}
	if raised.Len() > 1 {
		return newGroup(t, t.Type(TBaseExceptionGroup), t.RT.EmptyStr, Of(raised))
	}
	return *raised.At(0)
}

// sameOrigin reports whether e is a part of orig that was not raised again: it shares traceback, cause and context.
func sameOrigin(e, orig Value) bool {
	a, b := As[Exception](e), As[Exception](orig)
	return a.Traceback == b.Traceback && a.Cause == b.Cause && a.Context == b.Context
}

func collectLeaves(t *Thread, exc Value, leaves *List) bool {
	if !IsInstance(t, exc, TBaseExceptionGroup) {
		return leaves.Append(t, exc)
	}
	if !t.Enter(" in collect_exception_group_leaf_ids") {
		return false
	}
	defer t.Leave()
	excs := As[Tuple](As[GroupObject](exc).Excs)
	for i := range excs.Len() {
		if !collectLeaves(t, *excs.At(i), leaves) {
			return false
		}
	}
	return true
}
