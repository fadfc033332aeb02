// What is said when a module lacks a name: whether it is still being imported, or stands in front of another module of its name.

package object

import "strings"

// moduleOrigin is where a module was loaded from, by its spec; "" when that is no file.
func moduleOrigin(t *Thread, spec Value) string {
	has := LookupAttr(t, spec, Intern(t, "has_location"))
	if has == Null || Truth(t, has) <= 0 {
		t.ClearExc()
		return ""
	}
	o := LookupAttr(t, spec, Intern(t, "origin"))
	t.ClearExc()
	if o == Null || !IsStr(o) {
		return ""
	}
	return GoString(o)
}

// initializing reports whether the module of a spec is being imported.
func initializing(t *Thread, spec Value) bool {
	v := LookupAttr(t, spec, Intern(t, "_initializing"))
	r := v != Null && Truth(t, v) > 0
	t.ClearExc()
	return r
}

// submoduleInitializing reports whether the module of this name is being imported.
func submoduleInitializing(t *Thread, name string) bool {
	mod := t.RT.Modules.GetGoString(t, name)
	if mod == Null {
		t.ClearExc()
		return false
	}
	spec := LookupAttr(t, mod, t.N(N_spec_))
	t.ClearExc()
	return spec != Null && spec != None && initializing(t, spec)
}

// hidesOthers reports whether a file lies in the script's folder, where it hides modules of its name.
func hidesOthers(t *Thread, origin string) bool {
	i := strings.LastIndexByte(origin, '/')
	if t.RT.ScriptDir == "" || i < 0 {
		return false
	}
	root := strings.TrimSuffix(origin, "/__init__.py")
	if root == origin {
		root = origin[:i]
	} else if i = strings.LastIndexByte(root, '/'); i >= 0 {
		root = root[:i]
	}
	return t.RT.ScriptDir == root
}

func isLibraryName(t *Thread, name Value) bool {
	names := t.RT.SysDict.GetGoString(t, "stdlib_module_names")
	r := names != Null && TypeOf(t, names).IsSubtype(t.Type(TFrozenSet)) && SetContains(t, names, name) == 1
	t.ClearExc()
	return r
}

// moduleLacks raises the AttributeError for module mod (a str), whose __spec__ is spec (or Null), and an attribute.
func moduleLacks(t *Thread, d *Dict, mod, name Value) {
	m, n := GoString(mod), GoString(name)
	if spec := d.GetStr(t.N(N_spec_)); spec != Null && spec != None {
		origin := moduleOrigin(t, spec)
		shadow := hidesOthers(t, origin)
		file := ""
		if shadow {
			file, _ = ReprString(t, NewStr(t, origin))
		}
		switch {
		case shadow && isLibraryName(t, mod):
			Raise(t, TAttributeError, "module '%s' has no attribute '%s' (consider renaming %s since it has the same name as the standard library module named '%s' and the import system gives it precedence)", m, n, file, m)
			return
		case initializing(t, spec) && shadow:
			Raise(t, TAttributeError, "module '%s' has no attribute '%s' (consider renaming %s if it has the same name as a third-party module you intended to import)", m, n, file)
			return
		case initializing(t, spec) && origin != "":
			Raise(t, TAttributeError, "partially initialized module '%s' from '%s' has no attribute '%s' (most likely due to a circular import)", m, origin, n)
			return
		case initializing(t, spec):
			Raise(t, TAttributeError, "partially initialized module '%s' has no attribute '%s' (most likely due to a circular import)", m, n)
			return
		case submoduleInitializing(t, m+"."+n):
			Raise(t, TAttributeError, "cannot access submodule '%s' of module '%s' (most likely due to a circular import)", n, m)
			return
		}
	}
	Raise(t, TAttributeError, "module '%s' has no attribute '%s'", m, n)
}
