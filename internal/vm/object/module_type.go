// The module type.

package object

import "unsafe"

// ModuleDict is the dict of a module, or nil.
func ModuleDict(v Value) *Dict {
	if d := As[Module](v).Ext; d != Null {
		return As[Dict](d)
	}
	return nil
}

var moduleInitDef = []FuncDef{{Name: "module", Sig: "(name, doc=None)", Fn: func(t *Thread, self Value, a []Value) Value {
	name, doc := a[0], a[1]
	if !IsStr(name) {
		return Raise(t, TTypeError, "module() argument 'name' must be str, not %s", TypeName(t, name))
	}
	if doc == Null {
		doc = None
	}
	m := As[Module](self)
	if m.Ext == Null {
		d := NewDict(t)
		if d == nil {
			return Null
		}
		m.Ext = Of(d)
	}
	m.Name = name
	d := As[Dict](m.Ext)
	ok := d.Set(t, t.N(N_name_), name) && d.Set(t, t.N(N_doc_), doc)
	for _, n := range [...]Name{N_package_, N_loader_, N_spec_} {
		ok = ok && d.Set(t, t.N(n), None)
	}
	return noneIf(ok)
}}}

// moduleLookup is the generic lookup, then the module's own __getattr__; Null without an exception: there is no such attribute.
func moduleLookup(t *Thread, v, name Value) Value {
	r := genericGetAttr(t, v, name, true)
	if r != Null || t.Exc != Null || !IsStr(name) {
		return r
	}
	if d := ModuleDict(v); d != nil {
		if f := d.GetStr(t.N(N_getattr_)); f != Null {
			return Call1(t, f, name)
		}
	}
	return Null
}

// moduleGetAttr is moduleLookup with an error that names the module.
func moduleGetAttr(t *Thread, v, name Value) Value {
	r := moduleLookup(t, v, name)
	if r != Null || t.Exc != Null || !IsStr(name) {
		return r
	}
	d := ModuleDict(v)
	if d == nil {
		return Raise(t, TAttributeError, "module has no attribute '%s'", GoString(name))
	}
	mod := d.GetStr(t.N(N_name_))
	if mod == Null || !IsStr(mod) {
		Raise(t, TAttributeError, "module has no attribute '%s'", GoString(name))
		setAttributeErrorContext(t, v, name)
		return Null
	}
	moduleLacks(t, d, mod, name)
	setAttributeErrorContext(t, v, name)
	return Null
}

// moduleRepr is what importlib says of a module: what its spec tells, or else its name, file and loader.
func moduleRepr(t *Thread, v Value) Value {
	loader := attrOrNone(t, LookupAttr(t, v, t.N(N_loader_)))
	spec := attrOrNone(t, LookupAttr(t, v, t.N(N_spec_)))
	if loader == Null || spec == Null {
		return Null
	}
	switch Truth(t, spec) {
	case -1:
		return Null
	case 1:
		return specRepr(t, spec)
	}
	name, file := LookupAttr(t, v, t.N(N_name_)), Null
	if name == Null && t.Exc == Null {
		name = NewStr(t, "?")
	}
	if name == Null {
		return Null
	}
	if file = LookupAttr(t, v, t.N(N_file_)); file == Null && t.Exc != Null {
		return Null
	}
	if file != Null {
		return moduleText(t, name, " from ", file, "")
	}
	return moduleLoaderText(t, name, loader)
}

// attrOrNone is v, or None if an attribute is not there; Null: an exception is set.
func attrOrNone(t *Thread, v Value) Value {
	if v == Null && t.Exc == Null {
		return None
	}
	return v
}

// specRepr is the repr of a module that has a spec.
func specRepr(t *Thread, spec Value) Value {
	name, origin := GetAttr(t, spec, Intern(t, "name")), Null
	if name == None {
		name = NewStr(t, "?")
	}
	if name == Null {
		return Null
	}
	if origin = GetAttr(t, spec, Intern(t, "origin")); origin == Null {
		return Null
	}
	if origin != None {
		has := GetAttr(t, spec, Intern(t, "has_location"))
		if has == Null {
			return Null
		}
		switch Truth(t, has) {
		case -1:
			return Null
		case 1:
			return moduleText(t, name, " from ", origin, "")
		}
		s := ToStr(t, origin)
		if s == Null {
			return Null
		}
		return moduleText(t, name, " ("+GoString(s)+")", Null, "")
	}
	loader := GetAttr(t, spec, Intern(t, "loader"))
	if loader == Null {
		return Null
	}
	places := Null
	if spec.IsExact(TSimpleNamespace) { // of a runtime without importlib
		places = GetAttr(t, spec, Intern(t, "submodule_search_locations"))
	} else if TypeName(t, loader) == "NamespaceLoader" {
		places = GetAttr(t, loader, Intern(t, "_path"))
	} else {
		return moduleLoaderText(t, name, loader)
	}
	if places == Null {
		return Null
	}
	if places == None {
		return moduleLoaderText(t, name, loader)
	}
	list := ListFromIterable(t, places)
	if list == nil {
		return Null
	}
	return moduleText(t, name, " (namespace) from ", Of(list), "")
}

func moduleLoaderText(t *Thread, name, loader Value) Value {
	if loader == None {
		return moduleText(t, name, "", Null, "")
	}
	return moduleText(t, name, " (", loader, ")")
}

// moduleText puts a module's repr together; x may be Null.
func moduleText(t *Thread, name Value, before string, x Value, after string) Value {
	n, ok := ReprString(t, name)
	if !ok {
		return Null
	}
	if x != Null {
		s, ok := ReprString(t, x)
		if !ok {
			return Null
		}
		before += s + after
	}
	return NewStr(t, "<module "+n+before+">")
}

func moduleDir(t *Thread, self Value) Value {
	d := LookupAttr(t, self, t.N(N_dict_))
	if d == Null || !IsDict(d) {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "<module>.__dict__ is not a dictionary")
	}
	if f := As[Dict](d).GetStr(t.N(N_dir_)); f != Null {
		return Call0(t, f)
	}
	return dictKeysList(t, As[Dict](d))
}

func init() {
	RegisterFuncs(moduleInitDef)
	DefineType(TModule, TypeDef{
		Name: "module", Flags: TypeBase, Size: unsafe.Sizeof(Module{}), Refs: 1<<1 | 1<<2, DictWord: 1,
		Slots: Slots{
			New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
				v := AllocInstance(t, typ)
				if v == Null {
					return Null
				}
				d := NewDict(t)
				if d == nil {
					return Null
				}
				As[Module](v).Ext = Of(d)
				return v
			},
			Init: func(t *Thread, self Value, args []Value, kw Value) bool {
				return CallDef(t, &moduleInitDef[0], self, args, kw) != Null
			},
			GetAttr: moduleGetAttr, Repr: moduleRepr,
		},
		Members: []MemberDef{{Name: "__dict__", Word: 1, OrNone: true}},
		GetSets: []GetSetDef{{Name: "__annotations__",
			Get: func(t *Thread, v Value) Value {
				d := ModuleDict(v)
				if d == nil {
					return RaiseValue(t, TAttributeError, t.N(N_annotations_))
				}
				if a := d.GetStr(t.N(N_annotations_)); a != Null {
					return a
				}
				a := NewDict(t)
				if a == nil || !d.Set(t, t.N(N_annotations_), Of(a)) {
					return Null
				}
				return Of(a)
			},
			Set: func(t *Thread, o, v Value) bool {
				d := ModuleDict(o)
				if d == nil {
					RaiseValue(t, TAttributeError, t.N(N_annotations_))
					return false
				}
				if v != Null {
					return d.Set(t, t.N(N_annotations_), v)
				}
				n := d.Delete(t, t.N(N_annotations_))
				if n == 0 {
					RaiseValue(t, TAttributeError, t.N(N_annotations_))
				}
				return n > 0
			}}},
		Methods: []FuncDef{{Name: "__dir__", Sig: "()", F0: moduleDir}},
	})
}
