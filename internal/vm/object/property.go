// property.

package object

import "unsafe"

const propertyRefs = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5

// property instances of subclasses may have a __dict__; then __doc__ lives there.
func propertyInit(t *Thread, self Value, args []Value) bool {
	p := As[Property](self)
	arg := func(i int) Value {
		if args[i] == None {
			return Null
		}
		return args[i]
	}
	p.Get, p.Set, p.Del, p.Name = arg(0), arg(1), arg(2), Null
	p.GetterDoc = false
	doc := arg(3)
	if doc == Null && p.Get != Null {
		doc = LookupAttr(t, p.Get, t.N(N_doc_))
		if doc == Null && t.Exc != Null {
			return false
		}
		if doc == None {
			doc = Null
		}
		p.GetterDoc = doc != Null
	}
	if self.IsExact(TProperty) {
		p.Doc = doc
		return true
	}
	p.Doc = Null
	if doc == Null {
		doc = None
	}
	// A subclass may have no place for the text: that of the getter is then refused, one that was given is dropped.
	return SetAttr(t, self, t.N(N_doc_), doc) || !p.GetterDoc && t.ClearIf(TAttributeError)
}

// propertyName returns the name of a property for messages and __name__; Null without exception when it has none.
func propertyName(t *Thread, p *Property) Value {
	if p.Name != Null {
		return p.Name
	}
	if p.Get == Null || !t.Enter(" while getting the name of a property") {
		return Null
	}
	r := LookupAttr(t, p.Get, t.N(N_name_))
	t.Leave()
	return r
}

func propertyError(t *Thread, p *Property, obj Value, what string) Value {
	q, ok := "", true
	qn := GetAttr(t, Of(TypeOf(t, obj)), t.N(N_qualname_))
	if qn != Null {
		q, ok = ReprString(t, qn)
	}
	name := propertyName(t, p)
	if t.Exc != Null || !ok {
		return Null
	}
	if name != Null {
		n, ok := ReprString(t, name)
		if !ok {
			return Null
		}
		return Raise(t, TAttributeError, "property %s of %s object has no %s", n, q, what)
	}
	return Raise(t, TAttributeError, "property of %s object has no %s", q, what)
}

func propertyGet(t *Thread, d, obj, typ Value) Value {
	if obj == Null || obj == None && typ == Null {
		return d
	}
	p := As[Property](d)
	if p.Get == Null {
		return propertyError(t, p, obj, "getter")
	}
	return Call1(t, p.Get, obj)
}

func propertySet(t *Thread, d, obj, val Value) bool {
	p := As[Property](d)
	if val == Null {
		if p.Del == Null {
			propertyError(t, p, obj, "deleter")
			return false
		}
		return Call1(t, p.Del, obj) != Null
	}
	if p.Set == Null {
		propertyError(t, p, obj, "setter")
		return false
	}
	return Call2(t, p.Set, obj, val) != Null
}

// propertyCopy makes a property like self with some functions replaced (Null: kept).
func propertyCopy(t *Thread, self, get, set, del Value) Value {
	old := As[Property](self)
	if get == Null {
		get = old.Get
	}
	if set == Null {
		set = old.Set
	}
	if del == Null {
		del = old.Del
	}
	doc := old.Doc
	if old.GetterDoc && get != Null && get != None {
		doc = Null // the new getter's
	}
	orNone := func(v Value) Value {
		if v == Null {
			return None
		}
		return v
	}
	args := t.PushArgs(4)
	if args == nil {
		return Null
	}
	args[0], args[1], args[2], args[3] = orNone(get), orNone(set), orNone(del), orNone(doc)
	r := Call(t, Of(TypeOf(t, self)), args, Null)
	t.PopArgs(4)
	if r != Null && IsInstance(t, r, TProperty) {
		As[Property](r).Name = old.Name
	}
	return r
}

func propertyAbstract(t *Thread, v Value) Value {
	p := As[Property](v)
	for _, f := range [...]Value{p.Get, p.Set, p.Del} {
		a := IsAbstract(t, f)
		if a != 0 {
			return truthValue(a)
		}
	}
	return False
}

// IsAbstract reports f.__isabstractmethod__: 1, 0, -1.
func IsAbstract(t *Thread, f Value) int {
	if f == Null {
		return 0
	}
	if !t.Enter(" while looking for abstract methods") {
		return -1
	}
	a := LookupAttr(t, f, t.N(N_isabstractmethod_))
	t.Leave()
	if a == Null {
		if t.Exc != Null {
			return -1
		}
		return 0
	}
	return Truth(t, a)
}

var propertyInitDef []FuncDef

func init() {
	propertyInitDef = RegisterFuncs([]FuncDef{{Name: "property", Sig: "(fget=None, fset=None, fdel=None, doc=None)",
		Fn: func(t *Thread, self Value, a []Value) Value {
			for i := range a {
				if a[i] == Null {
					a[i] = None
				}
			}
			return noneIf(propertyInit(t, self, a))
		}}})
	DefineType(TProperty, TypeDef{
		Name: "property", Flags: TypeBase, Size: unsafe.Sizeof(Property{}), Refs: propertyRefs, NoWeak: true,
		Slots: Slots{
			DescrGet: propertyGet, DescrSet: propertySet,
			New: func(t *Thread, typ *Type, args []Value, kw Value) Value { return AllocInstance(t, typ) },
			Init: func(t *Thread, self Value, args []Value, kw Value) bool {
				return CallDef(t, &propertyInitDef[0], self, args, kw) != Null
			},
		},
		Members: []MemberDef{
			{Name: "fget", Word: 1, OrNone: true}, {Name: "fset", Word: 2, OrNone: true}, {Name: "fdel", Word: 3, OrNone: true},
			{Name: "__doc__", Word: 4, Writable: true, OrNone: true},
		},
		GetSets: []GetSetDef{
			{Name: "__isabstractmethod__", Get: propertyAbstract},
			{Name: "__name__", Get: func(t *Thread, v Value) Value {
				n := propertyName(t, As[Property](v))
				if n == Null && t.Exc == Null {
					return NoAttribute(t, v, t.N(N_name_))
				}
				return n
			}, Set: func(t *Thread, o, v Value) bool {
				As[Property](o).Name = v
				return true
			}},
		},
		Methods: []FuncDef{
			{Name: "getter", F1: func(t *Thread, self, f Value) Value { return propertyCopy(t, self, f, Null, Null) }},
			{Name: "setter", F1: func(t *Thread, self, f Value) Value { return propertyCopy(t, self, Null, f, Null) }},
			{Name: "deleter", F1: func(t *Thread, self, f Value) Value { return propertyCopy(t, self, Null, Null, f) }},
			{Name: "__set_name__", FN: func(t *Thread, self Value, args []Value) Value {
				if len(args) != 2 {
					return Raise(t, TTypeError, "__set_name__() takes 2 positional arguments but %d were given", len(args))
				}
				As[Property](self).Name = args[1]
				return None
			}, MaxArgs: -1},
		},
	})
}
