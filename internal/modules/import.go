// Import: built-in modules, and sources, .pyc files and packages along sys.path.

package modules

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// builtinImport is __import__(name, globals=None, locals=None, fromlist=(), level=0).
func builtinImport(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "module name must be a string")
	}
	if mod := loadedModule(t, a); mod != null || t.Exc != null {
		return mod
	}
	name := object.GoString(a[0])
	level := int64(0)
	if a[4] != null {
		n, ok := object.AsSize(t, a[4], object.TOverflowError)
		if !ok {
			return null
		}
		if level = n; level < 0 {
			return object.Raise(t, object.TValueError, "level must be >= 0")
		}
	}
	abs := name
	if level > 0 {
		var ok bool
		if abs, ok = resolveName(t, name, a[1], int(level)); !ok {
			return null
		}
	} else if name == "" {
		return object.Raise(t, object.TValueError, "Empty module name")
	}
	mod := ImportModule(t, abs)
	if mod == null {
		return null
	}
	if a[3] != null && a[3] != none {
		switch object.Truth(t, a[3]) {
		case -1:
			return null
		case 1:
			return handleFromList(t, mod, abs, a[3])
		}
	}
	if level == 0 {
		if i := strings.IndexByte(name, '.'); i >= 0 {
			return importedModule(t, name[:i])
		}
		return mod
	}
	i := strings.IndexByte(name, '.')
	if name == "" || i < 0 {
		return mod
	}
	return importedModule(t, abs[:len(abs)-(len(name)-i)])
}

// loadedModule is what builtinImport gives for the absolute name of a module that is there, as most are. It makes no text of the name, and looks
// at no attribute but those in the module's dict. Null without an exception: there is more to do.
func loadedModule(t *Thread, a []Value) Value {
	if a[4] != null && a[4] != object.SmallInt(0) || !a[0].IsExact(object.TStr) || !loadingKey.Of(t.RT).alone(t) {
		return null
	}
	mod := t.RT.Modules.Get(t, a[0])
	if mod == null || !mod.IsExact(object.TModule) {
		return null
	}
	if a[3] != null && a[3] != none && a[3] != object.Of(t.RT.EmptyTuple) {
		return withNames(t, mod, a[3])
	}
	name := object.As[object.Str](a[0])
	if !name.IsASCII() {
		return null
	}
	if i := strings.IndexByte(name.View(), '.'); i >= 0 {
		return importedModule(t, name.View()[:i])
	}
	return mod
}

// withNames is mod if it is no package, or has all attributes that fromlist names. Null: it must be looked at.
func withNames(t *Thread, mod, fromlist Value) Value {
	d := object.ModuleDict(mod)
	if d == nil || d.GetStr(t.N(object.N_getattr_)) != null {
		return null
	}
	if d.GetStr(t.N(object.N_path_)) == null {
		return mod
	}
	if !fromlist.IsExact(object.TTuple) {
		return null
	}
	for i, names := 0, object.As[object.Tuple](fromlist); i < names.Len(); i++ {
		if name := *names.At(i); !name.IsExact(object.TStr) || d.Get(t, name) == null {
			return null
		}
	}
	return mod
}

// resolveName makes a relative name absolute by the importing module's __package__.
func resolveName(t *Thread, name string, globals Value, level int) (string, bool) {
	if globals == null || !object.IsDict(globals) {
		object.Raise(t, object.TKeyError, "'__name__' not in globals")
		return "", false
	}
	g := object.As[object.Dict](globals)
	pkg := ""
	spec := g.GetStr(t.N(object.N_spec_))
	switch p := g.GetStr(t.N(object.N_package_)); {
	case p != null && p != none:
		if !object.IsStr(p) {
			object.Raise(t, object.TTypeError, "package must be a string")
			return "", false
		}
		pkg = object.GoString(p)
	case spec != null && spec != none:
		parent := object.GetAttr(t, spec, object.Intern(t, "parent"))
		if parent == null {
			return "", false
		}
		if !object.IsStr(parent) {
			object.Raise(t, object.TTypeError, "__spec__.parent must be a string")
			return "", false
		}
		pkg = object.GoString(parent)
	default:
		if !object.Warn(t, object.TImportWarning, "can't resolve package from __spec__ or __package__, falling back on __name__ and __path__") {
			return "", false
		}
		n := g.GetStr(t.N(object.N_name_))
		if n == null {
			object.Raise(t, object.TKeyError, "'__name__' not in globals")
			return "", false
		}
		if !object.IsStr(n) {
			object.Raise(t, object.TTypeError, "__name__ must be a string")
			return "", false
		}
		pkg = object.GoString(n)
		if g.GetStr(t.N(object.N_path_)) == null {
			pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)]
		}
	}
	if pkg == "" {
		object.Raise(t, object.TImportError, "attempted relative import with no known parent package")
		return "", false
	}
	for ; level > 1; level-- {
		i := strings.LastIndexByte(pkg, '.')
		if i < 0 {
			object.Raise(t, object.TImportError, "attempted relative import beyond top-level package")
			return "", false
		}
		pkg = pkg[:i]
	}
	if name == "" {
		return pkg, true
	}
	return pkg + "." + name, true
}

// importedModule returns sys.modules[name].
func importedModule(t *Thread, name string) Value {
	k := object.NewStr(t, name)
	if k == null {
		return null
	}
	m := t.RT.Modules.Get(t, k)
	if m == null && t.Exc == null {
		return object.Raise(t, object.TKeyError, "%s", name)
	}
	return m
}

// ImportModule imports a module by its absolute name, its parents first, and returns it.
func ImportModule(t *Thread, name string) Value {
	k := object.NewStr(t, name)
	if k == null {
		return null
	}
	if m := t.RT.Modules.Get(t, k); m != null || t.Exc != null {
		if m == none {
			return moduleNotFound(t, name, "import of "+name+" halted; None in sys.modules")
		}
		if !awaitModule(t, name) {
			return null
		}
		return m
	}
	if !awaitModule(t, name) {
		return null
	}
	if m := t.RT.Modules.Get(t, k); m != null || t.Exc != null { // another thread has imported it meanwhile
		return m
	}
	if t.RT.OnAudit != nil && name != bootName && name != externalName && !native.Audit(t, "import", importEvent(t, k)) {
		return null
	}
	parent, tail := "", name
	path := null
	var parentMod Value
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		parent, tail = name[:i], name[i+1:]
		p := object.NewStr(t, parent)
		if p == null {
			return null
		}
		if parentMod = t.RT.Modules.Get(t, p); parentMod == null && t.Exc == null {
			if !t.Enter(" while importing") { // a name of very many parts
				return null
			}
			parentMod = ImportModule(t, parent)
			t.Leave()
		}
		if parentMod == null {
			return null
		}
		if m := t.RT.Modules.Get(t, k); m != null || t.Exc != null {
			return m
		}
		if path = object.LookupAttr(t, parentMod, t.N(object.N_path_)); path == null {
			if t.Exc != null {
				return null
			}
			return notFound(t, name, parent)
		}
	}
	if refused(t, name) {
		return null
	}
	done := loadingKey.Of(t.RT).begin(t, name)
	grant(t)
	m := loadTold(t, name, tail, path)
	ungrant(t)
	done()
	if m == null || name == startMethodsModule && !withoutFork(t, m) {
		return null
	}
	if parentMod != null && !bindInParent(t, parent, tail, m) {
		return null
	}
	return m
}

// bindInParent makes a module an attribute of the package that now has the parent's name. A package that takes no attributes is warned of.
func bindInParent(t *Thread, parent, tail string, m Value) bool {
	mod := importedModule(t, parent)
	if mod == null || object.SetAttr(t, mod, object.Intern(t, tail), m) {
		return mod != null
	}
	if !t.ClearIf(object.TAttributeError) {
		return false
	}
	p, c := object.NewStr(t, parent), object.NewStr(t, tail)
	return p != null && c != null && object.Warn(t, object.TImportWarning,
		"Cannot set an attribute on "+native.ReprOf(t, p)+" for child module "+native.ReprOf(t, c))
}

// notFound raises ModuleNotFoundError; plain is the parent that is not a package, or "".
func notFound(t *Thread, name, plain string) Value {
	n, parent := object.NewStr(t, name), object.NewStr(t, plain)
	if n == null || parent == null {
		return null
	}
	msg := "No module named " + native.ReprOf(t, n)
	if plain != "" {
		msg += "; " + native.ReprOf(t, parent) + " is not a package"
	}
	return moduleNotFound(t, name, msg)
}

// moduleNotFound raises ModuleNotFoundError with a text of its own.
func moduleNotFound(t *Thread, name, msg string) Value {
	s, n := object.NewStr(t, msg), object.NewStr(t, name)
	if s == null || n == null {
		return null
	}
	return object.RaiseImportError(t, object.TModuleNotFoundError, s, n, null, null)
}

// load finds and executes a module that is not in sys.modules.
func load(t *Thread, name, tail string, path Value) Value {
	k := object.NewStr(t, name)
	if k == null {
		return null
	}
	if (path == null || tail != name) && native.IsBuiltin(name) {
		m := Create(t, name)
		if m == null || !t.RT.Modules.Set(t, k, m) {
			return null
		}
		return m
	}
	if name == bootName || name == externalName {
		return bootImportlib(t, name)
	}
	if ownFinders(t) {
		return loadByFinders(t, name)
	}
	if path == null {
		path = t.RT.SysDict.GetStr(object.Intern(t, "path"))
		if path == null {
			return object.Raise(t, object.TRuntimeError, "sys.path must be a list of directory names")
		}
	}
	f, rest, found := search(t, path, name, tail)
	switch {
	case found == foundNothing && t.Exc != null:
		return null
	case found == foundFile:
		return execFile(t, name, k, f)
	case found == foundSpec:
		return native.Call1(t, *hostOf(t).finders.At(finderBoot), "_load", rest)
	case found == foundPlaces:
		return namespacePackage(t, name, k, object.As[object.List](rest))
	}
	return notFound(t, name, "")
}

// importEvent are the arguments of the event import.
func importEvent(t *Thread, name Value) Value {
	a := object.NewTuple(t, 5)
	if a == nil {
		return null
	}
	*a.At(0), *a.At(1) = name, none
	for i, n := range [...]string{"path", "meta_path", "path_hooks"} {
		*a.At(2 + i) = native.OrNone(t.RT.SysDict.GetStr(object.Intern(t, n)))
	}
	return object.Of(a)
}

// What search has found.
const (
	foundNothing = iota
	foundFile    // a file in a folder
	foundSpec    // a spec: what stands in an archive
	foundPlaces  // a list of places that make up a namespace package
)

// search looks for a module along path, whose entries are folders and archives. Archives are left to importlib, which leaves them to zipimport,
// if there is a library to have them from. After foundNothing an exception may be set.
func search(t *Thread, path Value, name, tail string) (f moduleFile, rest Value, found int) {
	list := object.ListFromIterable(t, path)
	if list == nil {
		return f, null, foundNothing
	}
	places := object.NewList(t, 0)
	if places == nil {
		return f, null, foundNothing
	}
	for i := 0; i < list.Len(); i++ {
		dir := *list.At(i)
		if !object.IsStr(dir) {
			continue
		}
		folder := object.GoString(dir)
		other, ok := noteImporter(t, dir)
		if !ok {
			return f, null, foundNothing
		}
		if s := filesOf(t); !other && (s.isFolder(folder) || !s.inFile(folder) || !hasImportlib(t)) {
			if t.Exc != null {
				return f, null, foundNothing
			}
			here, ok := findIn(t, folder, tail)
			if ok {
				return here, null, foundFile
			}
			if here.dir != "" {
				if v := object.NewStr(t, here.dir); v == null || !places.Append(t, v) {
					return f, null, foundNothing
				}
			}
			continue
		}
		spec := archiveSpec(t, dir, name)
		if spec == none {
			continue
		}
		if spec == null {
			return f, null, foundNothing
		}
		switch loader := object.GetAttr(t, spec, object.Intern(t, "loader")); loader {
		case null:
			return f, null, foundNothing
		case none:
			more := object.GetAttr(t, spec, object.Intern(t, "submodule_search_locations"))
			if more == null || native.Call1(t, object.Of(places), "extend", more) == null {
				return f, null, foundNothing
			}
		default:
			return f, spec, foundSpec
		}
	}
	if places.Len() == 0 {
		return f, null, foundNothing
	}
	return f, object.Of(places), foundPlaces
}

// namespacePackage makes a package of folders without __init__. It is importlib's, whose __path__ follows sys.path, if there is a library to have
// it from.
func namespacePackage(t *Thread, name string, key Value, places *object.List) Value {
	if hasImportlib(t) {
		spec := namespaceSpec(t, key, places)
		if spec == null {
			return null
		}
		return native.Call1(t, *hostOf(t).finders.At(finderBoot), "_load", spec)
	} else if t.Exc != null {
		return null
	}
	m := object.NewModule(t, name)
	n := object.NewStr(t, name)
	if m == nil || n == null {
		return null
	}
	d := object.As[object.Dict](m.Ext)
	if !d.SetStr(t, "__package__", n) || !d.SetStr(t, "__path__", object.Of(places)) || !d.Set(t, t.N(object.N_file_), none) {
		return null
	}
	spec := newSpec(t, name, none, none, true, d)
	if spec == null || !object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.False) ||
		!d.Set(t, t.N(object.N_spec_), spec) || !t.RT.Modules.Set(t, key, object.Of(m)) {
		return null
	}
	return object.Of(m)
}

// moduleFile is where a module was found.
type moduleFile struct {
	source string // or "", if there is only a compiled file
	cached string // the compiled file, which need not exist if there is a source; "": none
	dir    string // of a package
}

// findIn looks for a module in one folder: a package, a source, or a compiled file. When there is none, dir says which folder may be part
// of a namespace package.
func findIn(t *Thread, folder, tail string) (moduleFile, bool) {
	s := filesOf(t)
	if !filepath.IsAbs(folder) {
		if wd, err := s.Getwd(); err == nil {
			folder = filepath.Join(wd, folder)
		}
	}
	if !s.isFolder(folder) {
		s.look(folder)
	}
	base := strings.TrimRight(folder, "/") + "/" + tail
	var f moduleFile
	if st, err := s.Stat(base); err == nil && st.IsDir() {
		f.dir = base
		if f.find(t, base+"/__init__") {
			return f, true
		}
	}
	if file := (moduleFile{}); file.find(t, base) {
		return file, true
	}
	return f, false
}

// find looks for a source or compiled file.
func (f *moduleFile) find(t *Thread, base string) bool {
	s := filesOf(t)
	switch {
	case isFile(s, base+".py"):
		f.source = base + ".py"
		f.cached = cacheName(t, f.source)
	case isFile(s, base+".pyc"):
		f.cached = base + ".pyc"
	default:
		return false
	}
	return true
}

func isFile(s system.System, name string) bool {
	st, err := s.Stat(name)
	return err == nil && st.Mode().IsRegular()
}

// execFile runs a file as module name.
func execFile(t *Thread, name string, key Value, f moduleFile) Value {
	h := hostOf(t)
	h.siteLoads = h.siteRuns && name == "site"
	code := f.load(t, name)
	ok := code != null && frozenName(t, name, code) && specsAsNamed(t, code)
	h.siteLoads = false
	if !ok {
		return null
	}
	m := object.NewModule(t, name)
	if m == nil {
		return null
	}
	d := object.As[object.Dict](m.Ext)
	file := f.source
	if file == "" {
		file = f.cached
	}
	pkg := name
	if f.dir == "" {
		i := strings.LastIndexByte(name, '.')
		pkg = name[:max(i, 0)]
	}
	fv, cv, pv := object.NewStr(t, file), none, object.NewStr(t, pkg)
	if f.cached != "" {
		cv = object.NewStr(t, f.cached)
	}
	if fv == null || cv == null || pv == null || !d.SetStr(t, "__file__", fv) || !d.SetStr(t, "__cached__", cv) ||
		!d.SetStr(t, "__package__", pv) || !d.Set(t, t.N(object.N_builtins_), object.Of(t.RT.Builtins)) {
		return null
	}
	if f.dir != "" {
		dv := object.NewStr(t, f.dir)
		l := object.NewList(t, 0)
		if dv == null || l == nil || !l.Append(t, dv) || !d.SetStr(t, "__path__", object.Of(l)) {
			return null
		}
	}
	spec := newSpec(t, name, fv, cv, f.dir != "", d)
	if spec == null || !d.Set(t, t.N(object.N_spec_), spec) {
		return null
	}
	if !t.RT.Modules.Set(t, key, object.Of(m)) {
		return null
	}
	search := null
	if h := hostOf(t); name == "site" && h.opts.Flags.NoSite == 0 && !h.siteRuns { // its work was done at the start, before sys.path got its first entry
		if path := t.RT.SysDict.GetStr(object.Intern(t, "path")); path != null && path.IsExact(object.TList) {
			l := object.ListFromIterable(t, path)
			if l == nil {
				return null
			}
			search = object.Of(l)
		}
	}
	if !object.Audit(t, "exec", code) || interp.RunCode(t, object.As[object.Code](code), d, object.Of(d)) == null {
		exc := t.Exc
		t.ClearExc()
		t.RT.Modules.Delete(t, key)
		t.ClearExc()
		t.Exc = exc
		return null
	}
	// The module may have put something else in its place. What was imported by it stands before it, as importlib has it.
	r := t.RT.Modules.Get(t, key)
	if r == null && t.Exc == null {
		return object.Raise(t, object.TKeyError, "%s", name)
	}
	if r == null || t.RT.Modules.Delete(t, key) < 0 || !t.RT.Modules.Set(t, key, r) {
		return null
	}
	if !object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.False) {
		return null
	}
	if search != null {
		if path := t.RT.SysDict.GetStr(object.Intern(t, "path")); path == null || object.CallMethod0(t, path, object.Intern(t, "clear")) == null ||
			native.Call1(t, path, "extend", search) == null {
			return null
		}
	}
	if name == "venv" && !tellVenv(t, d) {
		return null
	}
	if name == "linecache" {
		for source := range hostOf(t).sources {
			tellLinecache(t, object.Of(m), source)
		}
	}
	return r
}

// newSpec makes a module's __spec__: a namespace with the attributes of importlib's ModuleSpec.
func newSpec(t *Thread, name string, origin, cached Value, isPackage bool, d *object.Dict) Value {
	if hostOf(t).finders != nil {
		if d.GetStr(t.N(object.N_file_)) == null {
			return builtinSpec(t, name, origin, d)
		}
		if origin != none {
			return moduleSpec(t, name, origin, cached, isPackage, d)
		}
	}
	s := object.NewSimpleNamespace(t)
	if s == null {
		return null
	}
	nv := object.NewStr(t, name)
	locations := none
	if isPackage {
		locations = d.GetStr(t.N(object.N_path_))
	}
	parent := d.GetStr(t.N(object.N_package_))
	for _, kv := range [...]struct {
		k string
		v Value
	}{{"name", nv}, {"loader", none}, {"origin", origin}, {"submodule_search_locations", locations}, {"cached", cached},
		{"parent", parent}, {"has_location", object.Bool(origin != none && d.GetStr(t.N(object.N_file_)) != null)}, {"loader_state", none}, {"_initializing", object.True}} {
		if kv.v == null || !object.SetAttr(t, s, object.Intern(t, kv.k), kv.v) {
			return null
		}
	}
	return s
}

func raiseFileError(t *Thread, name string, err error) Value {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		errno = syscall.EIO
	}
	if errno == syscall.ENOMEM {
		t.NoMemory()
		return null
	}
	return object.RaiseOSError(t, errno, object.NewStr(t, name), null)
}

// handleFromList imports the submodules that a from-import names; a star stands for those of __all__, where stars mean nothing.
func handleFromList(t *Thread, mod Value, name string, fromlist Value) Value {
	path := object.LookupAttr(t, mod, t.N(object.N_path_))
	if path == null {
		if t.Exc != null {
			return null
		}
		return mod
	}
	list := object.ListFromIterable(t, fromlist)
	if list == nil {
		return null
	}
	for i := 0; i < list.Len(); i++ {
		item := *list.At(i)
		if !object.IsStr(item) {
			return object.Raise(t, object.TTypeError, "Item in ``from list'' must be str, not %s", object.TypeName(t, item))
		}
		if object.GoString(item) != "*" {
			if !submodule(t, mod, name, item) {
				return null
			}
			continue
		}
		all := object.LookupAttr(t, mod, t.N(object.N_all_))
		if all == null {
			if t.Exc != null {
				return null
			}
			continue
		}
		names := object.ListFromIterable(t, all)
		if names == nil {
			return null
		}
		for j := 0; j < names.Len(); j++ {
			item := *names.At(j)
			if !object.IsStr(item) {
				in := object.GetAttr(t, mod, t.N(object.N_name_))
				if in != null {
					in = object.ToStr(t, in)
				}
				if in == null {
					return null
				}
				return object.Raise(t, object.TTypeError, "Item in %s.__all__ must be str, not %s", object.GoString(in), object.TypeName(t, item))
			}
			if object.GoString(item) != "*" && !submodule(t, mod, name, item) {
				return null
			}
		}
	}
	return mod
}

// submodule imports mod's submodule of that name, unless mod has such an attribute; false on error. That there is no such module is none.
func submodule(t *Thread, mod Value, name string, item Value) bool {
	if object.LookupAttr(t, mod, item) != null {
		return true
	}
	if t.Exc != null {
		return false
	}
	sub := name + "." + object.GoString(item)
	if ImportModule(t, sub) == null {
		// Only the absence of the submodule itself means that the name is no submodule.
		if !t.Matches(object.TModuleNotFoundError) || !isNamed(t, t.Exc, sub) {
			return false
		}
		t.ClearExc()
	}
	return true
}

// isNamed reports whether an ImportError's name is the given one.
func isNamed(t *Thread, exc Value, name string) bool {
	n := object.As[object.ImportErrorObject](exc).Name
	return n != null && object.IsStr(n) && object.GoString(n) == name
}
