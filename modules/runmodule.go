// -m MODULE, and folders and zip files with a module __main__: what CPython's runpy does.
package modules

import (
	"strings"

	"github.com/psyco-go/psy/interp"
	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/syntax"
)

// runpy is the part of CPython's runpy that tracebacks show, at its lines.
var runpy = strings.Repeat("\n", 86) + "def _run_code(code, run_globals):\n    exec(code, run_globals)\n" +
	strings.Repeat("\n", 108) + "def _run_module_as_main(code, run_globals):\n    _run_code(code, run_globals)\n"

// mainModule is what runpy finds out about a module that is to run as __main__.
type mainModule struct {
	name string
	file moduleFile
}

// load makes the module's code, which is the program's; false: an exception is set.
func (m *mainModule) load(t *Thread, name string) bool {
	code := m.file.load(t, name)
	t.RT.Extra[extraMainCode] = code
	return code != null
}

// Module runs a module as __main__.
func Module(name string) Job {
	return func(t *Thread, main *object.Dict) Value {
		m, failure := moduleDetails(t, name)
		if m == nil {
			return giveUp(t, failure)
		}
		origin := object.NewStr(t, m.file.origin())
		argv := t.RT.SysDict.GetStr(object.Intern(t, "argv"))
		if origin == null || argv == null || !object.SetItem(t, argv, object.SmallInt(0), origin) {
			return null
		}
		return m.run(t, main)
	}
}

// Folder runs the module __main__ of a folder or zip file, which sys.path begins with.
func Folder(path string) Job {
	return func(t *Thread, main *object.Dict) Value {
		f, found := findIn(t, path, "__main__")
		if !found {
			return giveUp(t, "can't find '__main__' module in '"+path+"'")
		}
		m := &mainModule{name: "__main__", file: f}
		if !m.load(t, "__main__") {
			return null
		}
		return m.run(t, main)
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

// run runs the module's code in main.
func (m *mainModule) run(t *Thread, main *object.Dict) Value {
	file, cached := object.NewStr(t, m.file.origin()), none
	if m.file.cached != "" {
		cached = object.NewStr(t, m.file.cached)
	}
	i := strings.LastIndexByte(m.name, '.')
	pkg := object.NewStr(t, m.name[:max(i, 0)])
	if file == null || cached == null || pkg == null {
		return null
	}
	if !main.SetStr(t, "__file__", file) || !main.SetStr(t, "__cached__", cached) || !main.SetStr(t, "__package__", pkg) {
		return null
	}
	spec := newSpec(t, m.name, file, cached, false, main)
	if spec == null || !main.SetStr(t, "__spec__", spec) || !object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.False) {
		return null
	}
	code := t.RT.Extra[extraMainCode]
	helper := CompileSource(t, []byte(runpy), "<frozen runpy>", syntax.Exec, flagIgnoreCookie, 0)
	ns := object.NewDict(t)
	if helper == null || ns == nil || !ns.SetStr(t, "__builtins__", moduleNamed(t, "builtins")) {
		return null
	}
	if interp.RunCode(t, object.As[object.Code](helper), ns, object.Of(ns)) == null {
		return null
	}
	return object.Call2(t, ns.GetStr(object.Intern(t, "_run_module_as_main")), code, object.Of(main))
}

// origin is the file that the module comes from.
func (f *moduleFile) origin() string {
	if f.source != "" {
		return f.source
	}
	return f.cached
}

// moduleDetails finds a module that is to run as __main__, and imports the packages that it is in. Without one, failure says why; "": an
// exception is set.
func moduleDetails(t *Thread, name string) (m *mainModule, failure string) {
	if strings.HasPrefix(name, ".") {
		return nil, "Relative module names not supported"
	}
	path := t.RT.SysDict.GetStr(object.Intern(t, "path"))
	tail := name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		pkg := name[:i]
		tail = name[i+1:]
		parent := ImportModule(t, pkg)
		if parent == null {
			return nil, specFailure(t, name, pkg)
		}
		if loaded := t.RT.Modules.GetStr(object.Intern(t, name)); loaded != null && loaded != none {
			msg := object.NewStr(t, "'"+name+"' found in sys.modules after import of package '"+pkg+
				"', but prior to execution of '"+name+"'; this may result in unpredictable behaviour")
			file, runpy := object.NewStr(t, "<frozen runpy>"), object.NewStr(t, "runpy")
			if msg == null || file == null || runpy == null || !warnExplicit(t, msg, t.Type(object.TRuntimeWarning).Value(), file, 128, runpy, null) {
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
	} else if defs[name] != nil {
		return nil, "No code object available for " + name
	}
	f, places, found := search(t, path, tail)
	switch {
	case t.Exc != null:
		return nil, ""
	case !found && places == nil:
		return nil, "No module named " + name
	case places != nil || f.dir != "":
		if tail == "__main__" {
			return nil, "Cannot use package as __main__ module"
		}
		m, failure = moduleDetails(t, name+".__main__")
		if m == nil && failure != "" && t.RT.Modules.GetStr(object.Intern(t, name)) != null {
			failure += "; '" + name + "' is a package and cannot be directly executed"
		}
		return m, failure
	}
	m = &mainModule{name: name, file: f}
	if !m.load(t, name) {
		return nil, ""
	}
	return m, ""
}

// specFailure says that a package could not be imported, if that is because there is none.
func specFailure(t *Thread, name, pkg string) string {
	if !t.Matches(object.TImportError) {
		return ""
	}
	exc := t.Exc
	missing := object.As[object.ImportErrorObject](exc).Name
	if missing == null || !object.IsStr(missing) {
		return ""
	}
	if n := object.GoString(missing); n != pkg && !strings.HasPrefix(pkg, n+".") {
		return ""
	}
	t.ClearExc()
	text := object.ExceptionTypeName(t, exc) + ": " + object.ExceptionText(t, exc)
	return "Error while finding module specification for '" + name + "' (" + text + ")" + suffixHint(name)
}

func suffixHint(name string) string {
	if base, ok := strings.CutSuffix(name, ".py"); ok {
		return ". Try using '" + base + "' instead of '" + name + "' as the module name."
	}
	return ""
}
