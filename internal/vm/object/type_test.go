package object

import (
	"strings"
	"testing"
)

// A world for tests: functions made of Go code stand for Python's.
func newClassWorld(t *testing.T) *Thread {
	t.Helper()
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	return rt.Main
}

func excText(t *Thread) string {
	if t.Exc == Null {
		return "no exception"
	}
	e := t.Exc
	t.Exc = Null
	s := TypeName(t, e)
	if a := As[Tuple](As[Exception](e).Args); a.Len() > 0 && IsStr(*a.At(0)) {
		s += ": " + GoString(*a.At(0))
	}
	return s
}

func testClass(t *Thread, name string, ns *Dict, bases ...TypeID) Value {
	if ns == nil {
		ns = NewDict(t)
	}
	b := NewTuple(t, len(bases))
	for i, id := range bases {
		*b.At(i) = Of(t.Type(id))
	}
	return call3(t, Of(t.Type(TType)), NewStr(t, name), Of(b), Of(ns))
}

func call3(t *Thread, f, a, b, c Value) Value { return Call3(t, f, a, b, c) }

func classOf(t *Thread, name string, ns *Dict, bases ...Value) Value {
	if ns == nil {
		ns = NewDict(t)
	}
	l := NewList(t, 0)
	for _, b := range bases {
		l.Append(t, b)
	}
	return Call3(t, Of(t.Type(TType)), NewStr(t, name), TupleOf(t, l.Slice()), Of(ns))
}

func show(t *Thread, v Value) string {
	if v == Null {
		return excText(t)
	}
	s, ok := ReprString(t, v)
	if !ok {
		return excText(t)
	}
	return s
}

func TestClassErrors(t *testing.T) {
	th := newClassWorld(t)
	for _, c := range []struct {
		bases []TypeID
		want  string
	}{
		{[]TypeID{TBool}, "TypeError: type 'bool' is not an acceptable base type"},
		{[]TypeID{TNoneType}, "TypeError: type 'NoneType' is not an acceptable base type"},
		{[]TypeID{TList, TList}, "TypeError: duplicate base class list"},
		{[]TypeID{TList, TDict}, "TypeError: multiple bases have instance lay-out conflict"},
		{[]TypeID{TObject, TList}, "TypeError: Cannot create a consistent method resolution order (MRO) for bases object, list"},
		{[]TypeID{TList, TObject}, "<class 'X'>"},
		{nil, "<class 'X'>"},
	} {
		if got := show(th, testClass(th, "X", nil, c.bases...)); got != c.want {
			t.Errorf("%v: %s, want %s", c.bases, got, c.want)
		}
	}
}

func TestInstances(t *testing.T) {
	th := newClassWorld(t)
	a := testClass(th, "A", nil)
	x := Call0(th, a)
	if x == Null {
		t.Fatal(excText(th))
	}
	for i, n := range []string{"p", "q", "r", "s", "u", "v", "w", "x", "y"} {
		if !SetAttr(th, x, Intern(th, n), SmallInt(int64(i))) {
			t.Fatal(excText(th))
		}
	}
	if v := GetAttr(th, x, Intern(th, "y")); v != SmallInt(8) {
		t.Fatalf("y = %x", v)
	}
	if v := GetAttr(th, x, Intern(th, "zz")); v != Null || excText(th) != "AttributeError: 'A' object has no attribute 'zz'" {
		t.Fatal("zz")
	}
	if Call1(th, a, SmallInt(1)) != Null || excText(th) != "TypeError: A() takes no arguments" {
		t.Fatal("arguments")
	}
	ns := NewDict(th)
	ns.SetStr(th, "__slots__", ListOf(th, []Value{Intern(th, "b"), Intern(th, "a")}))
	s := testClass(th, "S", ns)
	y := Call0(th, s)
	if y == Null {
		t.Fatal(excText(th))
	}
	if !SetAttr(th, y, Intern(th, "a"), True) || GetAttr(th, y, Intern(th, "a")) != True {
		t.Fatal(excText(th))
	}
	if SetAttr(th, y, Intern(th, "c"), True) || excText(th) != "AttributeError: 'S' object has no attribute 'c' and no __dict__ for setting new attributes" {
		t.Fatal("c")
	}
	d := classOf(th, "D", nil, s)
	z := Call0(th, d)
	SetAttr(th, z, Intern(th, "k"), SmallInt(5))
	SetAttr(th, z, Intern(th, "a"), SmallInt(6))
	th.RT.Heap.Collect()
	if GetAttr(th, z, Intern(th, "k")) != SmallInt(5) || GetAttr(th, z, Intern(th, "a")) != SmallInt(6) {
		t.Fatal("slots and attributes overlap")
	}
	l := Call0(th, testClass(th, "L", nil, TList))
	SetAttr(th, l, Intern(th, "k"), SmallInt(7))
	As[List](l).Append(th, SmallInt(1))
	th.RT.Heap.Collect()
	if GetAttr(th, l, Intern(th, "k")) != SmallInt(7) || As[List](l).Len() != 1 {
		t.Fatal("list subclass")
	}
	for _, id := range []TypeID{TTuple, TException, TSet, TDict, TProperty} {
		e := Call0(th, testClass(th, "E", nil, id))
		if e == Null {
			t.Fatal(id, excText(th))
		}
		SetAttr(th, e, Intern(th, "k"), SmallInt(7))
		th.RT.Heap.Collect()
		if GetAttr(th, e, Intern(th, "k")) != SmallInt(7) {
			t.Fatal(id, excText(th))
		}
	}
}

func TestSlotUpdates(t *testing.T) {
	th := newClassWorld(t)
	a := testClass(th, "A", nil)
	b := classOf(th, "B", nil, a)
	x := Call0(th, b)
	if Len(th, x) != -1 {
		t.Fatal("len")
	}
	excText(th)
	f := NewBuiltin(th, &testFuncs[0], Null, Null)
	if !SetAttr(th, a, th.N(N_len_), newWrapped(th, TStaticMethod, f)) {
		t.Fatal(excText(th))
	}
	if n := Len(th, x); n != 7 {
		t.Fatal(n, excText(th))
	}
	SetAttr(th, a, th.N(N_len_), Null)
	if Len(th, x) != -1 {
		t.Fatal("len")
	}
	excText(th)
	SetAttr(th, b, th.N(N_hash_), None)
	if _, ok := Hash(th, x); ok || excText(th) != "TypeError: unhashable type: 'B'" {
		t.Fatal("hash")
	}
}

var testFuncs = RegisterFuncs([]FuncDef{{Name: "seven", F0: func(t *Thread, self Value) Value { return SmallInt(7) }}})

func TestWrappers(t *testing.T) {
	th := newClassWorld(t)
	attr := func(id TypeID, name string) Value { return GetAttr(th, Of(th.Type(id)), Intern(th, name)) }
	for _, c := range []struct {
		v    Value
		want string
	}{
		{attr(TObject, "__repr__"), "<slot wrapper '__repr__' of 'object' objects>"},
		{attr(TList, "append"), "<method 'append' of 'list' objects>"},
		{attr(TList, "__hash__"), "None"},
		{attr(TList, "__add__"), "<slot wrapper '__add__' of 'list' objects>"},
		{attr(TType, "__mro__"), "(<class 'type'>, <class 'object'>)"},
		{Call0(th, attr(TObject, "__repr__")), "TypeError: descriptor '__repr__' of 'object' object needs an argument"},
		{Call1(th, attr(TList, "__len__"), None), "TypeError: descriptor '__len__' requires a 'list' object but received a 'NoneType'"},
		{Call1(th, attr(TList, "append"), None), "TypeError: descriptor 'append' for 'list' objects doesn't apply to a 'NoneType' object"},
	} {
		if c.v == Null && strings.HasPrefix(c.want, "TypeError") {
			continue
		}
		if got := show(th, c.v); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestWeakRefs(t *testing.T) {
	th := newClassWorld(t)
	a := testClass(th, "A", nil)
	l := NewList(th, 0)
	l.Append(th, Call0(th, a))
	r := NewWeakRef(th, *l.At(0))
	if r == Null || r != NewWeakRef(th, *l.At(0)) || Call0(th, r) != *l.At(0) {
		t.Fatal(excText(th))
	}
	th.RT.Heap.Collect()
	if Call0(th, r) == None {
		t.Fatal("died too early")
	}
	if Call1(th, Of(th.Type(TWeakRef)), SmallInt(1)) != Null || excText(th) != "TypeError: cannot create weak reference to 'int' object" {
		t.Fatal("int")
	}
}

// A collection leaves what is remembered of lookups in living classes, and drops what mentions the dead.
func TestLookupsOutliveCollections(t *testing.T) {
	th := newClassWorld(t)
	typ, name := As[Type](testClass(th, "A", nil)), th.N(N_init_)
	v := typ.Lookup(th, name)
	found := func() (n int) {
		for _, e := range th.RT.methodCache {
			if e.version == typ.Version && e.name == name && e.value == v {
				n++
			}
		}
		return n
	}
	th.RT.Heap.Collect()
	if v == Null || found() != 1 {
		t.Fatal("the lookup is forgotten")
	}
	for _, dead := range []Value{v, name} {
		typ.Lookup(th, name)
		if th.RT.forgetLookups(func(p uintptr) bool { return p != uintptr(dead) }); found() != 0 {
			t.Errorf("the lookup mentions %#x, which is dead", uint64(dead))
		}
	}
}
