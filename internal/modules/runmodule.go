// -m MODULE, and folders and zip files with a module __main__: what CPython's runpy does.

package modules

import (
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// runpy are the parts of CPython's runpy that tracebacks show, at its lines: importing the package that a module is in, and running the module.
var runpy = strings.Repeat("\n", 86) + "def _run_code(code, run_globals):\n    exec(code, run_globals)\n" +
	strings.Repeat("\n", 21) + "def _get_module_details(package, nested):\n    if not nested:\n        return __import__(package)\n" +
	strings.Repeat("\n", 35) + "    return _get_module_details(package, nested - 1)\n" +
	strings.Repeat("\n", 39) + "def _run_module_as_main(package, nested):\n    _get_module_details(package, nested)\nimport_package = _run_module_as_main\n" +
	strings.Repeat("\n", 6) + "def _run_module_as_main(code, run_globals):\n    _run_code(code, run_globals)\n"

// runpyOf is the namespace of runpy, or nil.
func runpyOf(t *Thread) *object.Dict {
	code := CompileSource(t, []byte(runpy), "<frozen runpy>", syntax.Exec, flagIgnoreCookie, 0)
	ns := object.NewDict(t)
	if code == null || ns == nil || !ns.SetStr(t, "__builtins__", moduleNamed(t, "builtins")) ||
		interp.RunCode(t, object.As[object.Code](code), ns, object.Of(ns)) == null {
		return nil
	}
	return ns
}

// mainModule is what runpy finds out about a module that is to run as __main__. A spec that importlib has made stands in the namespace of __main__.
type mainModule struct {
	name      string
	file      moduleFile
	specified bool
}

// load makes the module's code, which is the program's; false: an exception is set. spec is importlib's, for a module in an archive or one that the
// program's own finders have found, or Null.
func (m *mainModule) load(t *Thread, name string, spec Value) bool {
	if spec == null {
		code := m.file.load(t, name)
		t.RT.Extra[native.ExtraMainCode] = code
		return code != null
	}
	m.specified = true
	loader, main, k := object.GetAttr(t, spec, object.Intern(t, "loader")), moduleNamed(t, "__main__"), object.NewStr(t, name)
	if loader == null || k == null || !object.SetAttr(t, main, t.N(object.N_spec_), spec) || !object.SetAttr(t, main, t.N(object.N_loader_), loader) {
		return false
	}
	code := native.Call1(t, loader, "get_code", k)
	if code == null || code == none {
		if code == none {
			object.Raise(t, object.TImportError, "No code object available for %s", name)
		}
		return false
	}
	t.RT.Extra[native.ExtraMainCode] = code
	return true
}

// Module runs a module as __main__.
func Module(name string) Job {
	return func(t *Thread, main *object.Dict) Value {
		ns := runpyOf(t)
		if ns == nil {
			return null
		}
		m, failure := moduleDetails(t, ns, name, 0)
		if m == nil {
			return giveUp(t, failure)
		}
		origin := m.origin(t, main)
		argv := t.RT.SysDict.GetStr(object.Intern(t, "argv"))
		if origin == null || argv == null || !object.SetItem(t, argv, object.SmallInt(0), origin) {
			return null
		}
		return m.run(t, ns, main)
	}
}

// Folder runs the module __main__ of a folder or zip file, which sys.path begins with.
func Folder(path string) Job {
	return func(t *Thread, main *object.Dict) Value {
		places := native.StrList(t, []string{path})
		if places == nil {
			return null
		}
		f, spec, found := searchMain(t, object.Of(places), object.Of(places), "__main__", "__main__")
		switch {
		case found == foundNothing && t.Exc != null:
			return null
		case found == foundNothing, found == foundPlaces:
			return giveUp(t, "can't find '__main__' module in '"+path+"'")
		}
		m := &mainModule{name: "__main__", file: f}
		if !m.load(t, "__main__", spec) {
			return null
		}
		ns := runpyOf(t)
		if ns == nil {
			return null
		}
		return m.run(t, ns, main)
	}
}

// giveUp ends the program with a message; failure "": with the exception that is set.
func giveUp(t *Thread, failure string) Value {
	if failure == "" {
		return null
	}
	exe := t.RT.SysDict.GetStr(object.Intern(t, "executable"))
	if exe != null && object.IsStr(exe) {
		failure = object.GoString(exe) + ": " + failure
	}
	msg := object.NewStr(t, failure)
	if msg == null {
		return null
	}
	return object.RaiseValue(t, object.TSystemExit, msg)
}

// run runs the module's code in main, by runpy.
func (m *mainModule) run(t *Thread, runpy, main *object.Dict) Value {
	file, cached, spec := m.origin(t, main), none, null
	if m.file.cached != "" {
		cached = object.NewStr(t, m.file.cached)
	}
	if m.specified {
		spec = main.GetStr(t.N(object.N_spec_))
		if cached = object.LookupAttr(t, spec, object.Intern(t, "cached")); cached == null && t.Exc == null {
			cached = none
		}
	}
	i := strings.LastIndexByte(m.name, '.')
	pkg := object.NewStr(t, m.name[:max(i, 0)])
	if file == null || cached == null || pkg == null {
		return null
	}
	if !main.SetStr(t, "__file__", file) || !main.SetStr(t, "__cached__", cached) || !main.SetStr(t, "__package__", pkg) {
		return null
	}
	if !m.specified {
		if spec = newSpec(t, m.name, file, cached, false, main); spec == null || !main.SetStr(t, "__spec__", spec) ||
			!object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.False) {
			return null
		}
	}
	code := t.RT.Extra[native.ExtraMainCode]
	if !specsAsNamed(t, code) {
		return null
	}
	return object.Call2(t, runpy.GetStr(object.Intern(t, "_run_module_as_main")), code, object.Of(main))
}

// origin is what __file__ says.
func (m *mainModule) origin(t *Thread, main *object.Dict) Value {
	if m.specified {
		return object.GetAttr(t, main.GetStr(t.N(object.N_spec_)), object.Intern(t, "origin"))
	}
	return object.NewStr(t, m.file.origin())
}

// origin is the file that the module comes from.
func (f *moduleFile) origin() string {
	if f.source != "" {
		return f.source
	}
	return f.cached
}

// moduleDetails finds a module that is to run as __main__, and imports the packages that it is in. Without one, failure says why; "": an
// exception is set. nested: so many packages were found for its sake.
//
//psy:bounded once more, for the __main__ of a package
func moduleDetails(t *Thread, runpy *object.Dict, name string, nested int64) (m *mainModule, failure string) {
	if strings.HasPrefix(name, ".") {
		return nil, "Relative module names not supported"
	}
	path, within := t.RT.SysDict.GetStr(object.Intern(t, "path")), none
	tail := name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		pkg := name[:i]
		tail = name[i+1:]
		text := object.NewStr(t, pkg)
		if text == null || object.Call2(t, runpy.GetStr(object.Intern(t, "import_package")), text, object.SmallInt(nested)) == null {
			return nil, specFailure(t, name, pkg)
		}
		parent := ImportModule(t, pkg)
		if parent == null {
			return nil, ""
		}
		if loaded := t.RT.Modules.GetStr(object.Intern(t, name)); loaded != null && loaded != none {
			msg := object.NewStr(t, "'"+name+"' found in sys.modules after import of package '"+pkg+
				"', but prior to execution of '"+name+"'; this may result in unpredictable behaviour")
			file, runpy := object.NewStr(t, "<frozen runpy>"), object.NewStr(t, "runpy")
			if msg == null || file == null || runpy == null || !warnings.Explicit(t, msg, t.Type(object.TRuntimeWarning).Value(), file, 128, runpy, null, none) {
				return nil, ""
			}
		}
		if path = object.LookupAttr(t, parent, t.N(object.N_path_)); path == null {
			if t.Exc != null {
				return nil, ""
			}
			return nil, "Error while finding module specification for '" + name + "' (ModuleNotFoundError: __path__ attribute not found on '" + pkg +
				"' while trying to find '" + name + "')" + suffixHint(name)
		}
		within = path
	} else if native.IsBuiltin(name) {
		return nil, "No code object available for " + name
	}
	f, spec, found := searchMain(t, path, within, name, tail)
	pkg, ok := isPackage(t, f, spec, found)
	switch {
	case !ok:
		return nil, ""
	case found == foundNothing:
		return nil, "No module named " + name
	case pkg:
		if tail == "__main__" {
			return nil, "Cannot use package as __main__ module"
		}
		m, failure = moduleDetails(t, runpy, name+".__main__", nested+1)
		if m == nil && failure != "" && t.RT.Modules.GetStr(object.Intern(t, name)) != null {
			failure += "; '" + name + "' is a package and cannot be directly executed"
		}
		return m, failure
	}
	m = &mainModule{name: name, file: f}
	if !m.load(t, name, spec) {
		if exc := t.Exc; t.Matches(object.TImportError) { // a compiled file that is none
			t.ClearExc()
			return nil, traceback.ExceptionText(t, exc)
		}
		return nil, ""
	}
	return m, ""
}

// searchMain is search, or, where a package or sitecustomize has brought finders of its own, asks these; within is the path for them, or None.
func searchMain(t *Thread, path, within Value, name, tail string) (f moduleFile, rest Value, found int) {
	if ownFinders(t) {
		rest, found = specByFinders(t, name, within)
		return f, rest, found
	}
	return search(t, path, name, tail)
}

// isPackage tells whether what search has found is a package; ok false: an exception is set.
func isPackage(t *Thread, f moduleFile, spec Value, found int) (is, ok bool) {
	switch found {
	case foundNothing:
		return false, t.Exc == null
	case foundSpec:
		places := object.GetAttr(t, spec, object.Intern(t, "submodule_search_locations"))
		return places != none, places != null
	}
	return found == foundPlaces || f.dir != "", true
}

// specFailure says that a package could not be imported, if that is because there is none.
func specFailure(t *Thread, name, pkg string) string {
	if !t.Matches(object.TImportError) {
		return ""
	}
	exc := t.Exc
	t.ClearExc()
	missing := object.LookupAttr(t, exc, object.Intern(t, "name")) // classes of programs have their own
	if t.Exc != null {
		return ""
	}
	t.Exc = exc
	if missing == null || !object.IsStr(missing) {
		return ""
	}
	if n := object.GoString(missing); n != pkg && !strings.HasPrefix(pkg, n+".") {
		return ""
	}
	t.ClearExc()
	text := object.TypeOf(t, exc).NameString() + ": " + traceback.ExceptionText(t, exc)
	return "Error while finding module specification for '" + name + "' (" + text + ")" + suffixHint(name)
}

func suffixHint(name string) string {
	if base, ok := strings.CutSuffix(name, ".py"); ok {
		return ". Try using '" + base + "' instead of '" + name + "' as the module name."
	}
	return ""
}
