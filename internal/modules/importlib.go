// importlib beside psy's own import.
//
// Import is done here, in Go, as long as the program does not change how modules are found. importlib, when it is imported, is CPython's: two
// modules of the library take the places of the frozen ones, and modules get the specs and loaders that it makes. Once sys.meta_path or
// sys.path_hooks hold anything of the program's own, importlib finds and loads the modules.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	bootName     = "_frozen_importlib"
	externalName = "_frozen_importlib_external"
)

// What host.finders holds behind the three finders of sys.meta_path. Programs may put anything in the modules' places in sys.modules.
const (
	finderPath     = 2        // the class PathFinder
	finderHook     = 2 + iota // the hook for folders, of sys.path_hooks
	finderZip                 // the hook for archives, before it
	finderExternal            // the module _frozen_importlib_external
	finderBoot                // the module _frozen_importlib
	finderFile                // the class FileFinder
)

// bootImportlib loads importlib's two modules and lets them install themselves. The result is the one of them that is asked for.
func bootImportlib(t *Thread, name string) Value {
	h := hostOf(t)
	if h.booting || h.finders != nil { // one imports the other; or a program wants another one, as tests of importlib do
		return bootModule(t, name)
	}
	h.booting = true
	defer func() { h.booting = false }()
	boot := bootModule(t, bootName)
	if boot == null {
		return null
	}
	sys, imp := importedModule(t, "sys"), importForPsy(t, "_imp")
	if sys == null || imp == null || native.Call2(t, boot, "_install", sys, imp) == null ||
		object.CallMethod0(t, boot, object.Intern(t, "_install_external_importers")) == null {
		return null
	}
	zip := importForPsy(t, "zipimport")
	meta, hooks := sysList(t, "meta_path"), sysList(t, "path_hooks")
	if zip != null {
		zip = object.GetAttr(t, zip, object.Intern(t, "zipimporter"))
	}
	if zip == null {
		return null
	}
	if meta == nil || hooks == nil || meta.Len() < 3 || hooks.Len() < 1 {
		return object.Raise(t, object.TRuntimeError, "importlib has not installed its finders")
	}
	finders, external := object.NewTuple(t, 8), importedModule(t, externalName)
	if finders == nil || external == null {
		return null
	}
	file := object.GetAttr(t, external, object.Intern(t, "FileFinder"))
	if file == null {
		return null
	}
	if insert := object.GetAttr(t, object.Of(hooks), object.Intern(t, "insert")); insert == null ||
		object.Call2(t, insert, object.SmallInt(int64(hooks.Len()-1)), zip) == null {
		return null
	}
	copy(finders.Items(), meta.Slice()[meta.Len()-3:])
	*finders.At(finderHook), *finders.At(finderZip) = *hooks.At(hooks.Len() - 1), zip
	*finders.At(finderExternal), *finders.At(finderBoot), *finders.At(finderFile) = external, boot, file
	h.finders = finders
	if !respecify(t) || !noteImporters(t) {
		return null
	}
	return importedModule(t, name)
}

// hasImportlib loads importlib if that has not been done; false: there is no library to load it from, or an exception is set.
//
//psy:bounded not while it boots
func hasImportlib(t *Thread) bool {
	h := hostOf(t)
	if h.booting || h.noImportlib {
		return false
	}
	if h.finders != nil || bootImportlib(t, bootName) != null {
		return true
	}
	if h.finders == nil && t.ClearIf(object.TModuleNotFoundError) {
		h.noImportlib = true
	}
	return false
}

// noteImporters gives the folders of sys.path and of packages, which have been searched without importlib, their importers.
func noteImporters(t *Thread) bool {
	names := object.ListFromIterable(t, object.Of(t.RT.Modules))
	if names == nil || !noteFolders(t, t.RT.SysDict.GetStr(object.Intern(t, "path"))) {
		return false
	}
	for i := 0; i < names.Len(); i++ {
		m := t.RT.Modules.Get(t, *names.At(i))
		if m == null || !m.IsExact(object.TModule) {
			t.ClearExc()
			continue
		}
		if !noteFolders(t, object.As[object.Dict](object.As[object.Module](m).Ext).GetStr(t.N(object.N_path_))) {
			return false
		}
	}
	return true
}

// noteFolders does so for one path.
func noteFolders(t *Thread, path Value) bool {
	if path == null || !path.IsExact(object.TList) {
		return true
	}
	list := object.As[object.List](path)
	for i := 0; i < list.Len(); i++ {
		if dir := *list.At(i); object.IsStr(dir) {
			if _, ok := noteImporter(t, dir); !ok {
				return false
			}
		}
	}
	return true
}

// noteImporter puts what importlib would find modules with in one entry of a path into sys.path_importer_cache, where programs look for it. Where
// they have put something of their own there, or the entry is an archive, other is true.
func noteImporter(t *Thread, dir Value) (other, ok bool) {
	h := hostOf(t)
	if h.finders == nil {
		return false, true
	}
	v := t.RT.SysDict.GetStr(object.Intern(t, "path_importer_cache"))
	if v == null || !v.IsExact(object.TDict) {
		return false, true
	}
	cache := object.As[object.Dict](v)
	finder := cache.Get(t, dir)
	if folder := object.GoString(dir); finder == null && t.Exc == null && folder != "" && filesOf(t).isFolder(folder) {
		finder = object.Call1(t, *h.finders.At(finderHook), dir)
		if finder == null && t.ClearIf(object.TImportError) { // the folder is gone
			finder = none
		}
		if finder == null || !cache.Set(t, dir, finder) {
			return false, false
		}
	}
	if finder == null && t.Exc == null { // the working directory, an archive, or nothing
		finder = native.Call1(t, *h.finders.At(finderPath), "_path_importer_cache", dir)
	}
	if finder == null {
		return false, false
	}
	return finder != none && object.Of(object.TypeOf(t, finder)) != *h.finders.At(finderFile), true
}

// archiveSpec asks the importer of an entry of sys.path for a module; the result is None if there is no such module.
func archiveSpec(t *Thread, entry Value, name string) Value {
	finder := native.Call1(t, *hostOf(t).finders.At(finderPath), "_path_importer_cache", entry)
	if finder == null || finder == none {
		return finder
	}
	k := object.NewStr(t, name)
	if k == null {
		return null
	}
	return native.Call1(t, finder, "find_spec", k)
}

// namespaceSpec makes the spec of a namespace package as importlib does.
func namespaceSpec(t *Thread, name Value, places *object.List) Value {
	h := hostOf(t)
	find := object.GetAttr(t, *h.finders.At(finderPath), object.Intern(t, "_get_spec"))
	class := object.GetAttr(t, *h.finders.At(finderExternal), object.Intern(t, "_NamespacePath"))
	spec := native.Call2(t, *h.finders.At(finderBoot), "ModuleSpec", name, none)
	if find == null || class == null || spec == null {
		return null
	}
	path := object.Call3(t, class, name, object.Of(places), find)
	if path == null || !object.SetAttr(t, spec, object.Intern(t, "submodule_search_locations"), path) {
		return null
	}
	return spec
}

// bootModule executes one of importlib's modules under its frozen name.
func bootModule(t *Thread, name string) Value {
	tail := "_bootstrap"
	if name == externalName {
		tail = "_bootstrap_external"
	}
	k, path := object.NewStr(t, name), t.RT.SysDict.GetStr(object.Intern(t, "path"))
	if k == null || path == null {
		return notFound(t, name, "")
	}
	f, _, found := search(t, path, name, "importlib/"+tail)
	if found == foundNothing && t.Exc != null {
		return null
	}
	if found != foundFile {
		return notFound(t, name, "")
	}
	return execFile(t, name, k, f)
}

func sysList(t *Thread, name string) *object.List {
	v := t.RT.SysDict.GetStr(object.Intern(t, name))
	if v == null || !v.IsExact(object.TList) {
		return nil
	}
	return object.As[object.List](v)
}

// ownFinders reports whether the program has changed how modules are found.
func ownFinders(t *Thread) bool {
	h := hostOf(t)
	meta, hooks := sysList(t, "meta_path"), sysList(t, "path_hooks")
	if h.booting || meta == nil || hooks == nil {
		return false
	}
	if h.finders == nil {
		return meta.Len() > 0 || hooks.Len() > 0
	}
	if meta.Len() != 3 || hooks.Len() != 2 || *hooks.At(0) != *h.finders.At(finderZip) || *hooks.At(1) != *h.finders.At(finderHook) {
		return true
	}
	for i := range 3 {
		if *meta.At(i) != *h.finders.At(i) {
			return true
		}
	}
	return false
}

// bootstrap is the module _frozen_importlib, for which the program's finders are asked; Null: an exception is set.
func bootstrap(t *Thread) Value {
	h := hostOf(t)
	if h.finders == nil && importForPsy(t, bootName) == null {
		return null
	}
	if h.finders == nil {
		return object.Raise(t, object.TRuntimeError, "importlib is being imported")
	}
	return *h.finders.At(finderBoot)
}

// specByFinders lets importlib find a module within a package's path, or, if that is None, along sys.path. What it gives is as search does.
func specByFinders(t *Thread, name string, path Value) (spec Value, found int) {
	boot, k := bootstrap(t), object.NewStr(t, name)
	if boot == null || k == null {
		return null, foundNothing
	}
	spec = native.Call2(t, boot, "_find_spec", k, path)
	if spec == null || spec == none {
		return null, foundNothing
	}
	return spec, foundSpec
}

// loadByFinders lets importlib find and load a module.
func loadByFinders(t *Thread, name string) Value {
	boot, k := bootstrap(t), object.NewStr(t, name)
	if boot == null || k == null {
		return null
	}
	load := object.GetAttr(t, boot, object.Intern(t, "_gcd_import"))
	if load == null {
		return null
	}
	m := native.Call2(t, boot, "_find_and_load", k, load)
	if m == null {
		withoutImportlib(t)
	}
	return m
}

// bootFiles are the files of importlib's two modules, as their code names them. CPython has them frozen under all circumstances, and tools that
// show tracebacks leave such files out.
var bootFiles = map[string]string{bootName: "<frozen importlib._bootstrap>", externalName: "<frozen importlib._bootstrap_external>"}

// frozenName gives the code of importlib's two modules their files' names.
func frozenName(t *Thread, name string, code Value) bool {
	file := bootFiles[name]
	if file == "" || !code.IsExact(object.TCode) {
		return true
	}
	c := object.As[object.Code](code)
	v := object.NewStr(t, file)
	if v == null {
		return false
	}
	renameFile(t, c, object.GoString(c.Filename), v)
	return true
}

// withoutImportlib takes importlib's frames out of the traceback of what an import raised: all of them if that is an ImportError, else those that end
// with the call of a module's code.
func withoutImportlib(t *Thread) {
	if t.Exc == null || hostOf(t).opts.Flags.Verbose > 0 {
		return
	}
	exc := object.As[object.Exception](t.Exc)
	all := t.Matches(object.TImportError)
	link, outer, inside := &exc.Traceback, (*Value)(nil), false
	for v := exc.Traceback; v != null && v.IsExact(object.TTraceback); {
		tb := object.As[object.Traceback](v)
		file, name := "", ""
		if f := object.As[object.FrameObject](tb.Frame).Running(); f != nil {
			file, name = object.GoString(f.Code.Filename), object.GoString(f.Code.Name)
		}
		now := file == bootFiles[bootName] || file == bootFiles[externalName]
		if now && !inside {
			outer = link
		}
		if inside = now; inside && (all || name == "_call_with_frames_removed") {
			*outer = tb.Next
			link = outer
		} else {
			link = &tb.Next
		}
		v = tb.Next
	}
}

// respecify gives the modules that were imported before importlib specs as it makes them.
func respecify(t *Thread) bool {
	names := object.ListFromIterable(t, object.Of(t.RT.Modules))
	if names == nil {
		return false
	}
	for i := 0; i < names.Len(); i++ {
		m := t.RT.Modules.Get(t, *names.At(i))
		if m == null || !m.IsExact(object.TModule) || !object.IsStr(*names.At(i)) {
			t.ClearExc()
			continue
		}
		d := object.As[object.Dict](object.As[object.Module](m).Ext)
		old, file := d.GetStr(t.N(object.N_spec_)), d.GetStr(t.N(object.N_file_))
		if old == null || !old.IsExact(object.TSimpleNamespace) || file == none {
			continue
		}
		if file == null {
			if file = object.GetAttr(t, old, object.Intern(t, "origin")); file == null {
				return false
			}
		}
		initializing := object.GetAttr(t, old, object.Intern(t, "_initializing"))
		cached := d.GetStr(object.Intern(t, "__cached__"))
		if cached == null {
			cached = none
		}
		name := object.GetAttr(t, old, object.Intern(t, "name")) // that of __main__ is another than in sys.modules
		if name == null || !object.IsStr(name) {
			return false
		}
		spec := newSpec(t, object.GoString(name), file, cached, d.GetStr(t.N(object.N_path_)) != null, d)
		if initializing == null || spec == null || !object.SetAttr(t, spec, object.Intern(t, "_initializing"), initializing) ||
			!d.Set(t, t.N(object.N_spec_), spec) {
			return false
		}
	}
	return tellMain(t)
}

// specsAsNamed loads importlib if code speaks of specs or loaders, so that it sees those that importlib makes.
func specsAsNamed(t *Thread, code Value) bool {
	if h := hostOf(t); h.finders != nil || h.booting || h.noImportlib || h.siteLoads || !namesSpecs(t, object.As[object.Code](code)) {
		return true
	}
	return specsNamed(t)
}

// specsNamed does that for code that does. False: an exception is set.
func specsNamed(t *Thread) bool {
	if h := hostOf(t); h.finders != nil || h.booting || h.noImportlib || h.siteLoads {
		return true
	}
	return hasImportlib(t) || t.Exc == null
}

// namesSpecs tells whether code, or what is nested in it, has the names __spec__ or __loader__.
func namesSpecs(t *Thread, c *object.Code) bool {
	if c.Image != null { // codeObject has asked the image
		return false
	}
	for _, n := range c.NamesTuple.Items() {
		if n == t.N(object.N_spec_) || n == t.N(object.N_loader_) {
			return true
		}
	}
	if !t.Enter("") {
		return false
	}
	defer t.Leave()
	for _, k := range c.Consts.Items() {
		if k.IsExact(object.TCode) && namesSpecs(t, object.As[object.Code](k)) {
			return true
		}
	}
	return false
}

// tellMain gives a program that is no module the loader that its file would have, and BuiltinImporter if there is none.
func tellMain(t *Thread) bool {
	h, main := hostOf(t), moduleNamed(t, "__main__")
	if h.finders == nil || main == null || !main.IsExact(object.TModule) {
		return true
	}
	d := object.As[object.Dict](object.As[object.Module](main).Ext)
	loader, file := *h.finders.At(0), d.GetStr(t.N(object.N_file_))
	if was := d.GetStr(t.N(object.N_loader_)); was != none && was != loader || d.GetStr(t.N(object.N_spec_)) != none {
		return true
	}
	if h.mainLoader != "" && file != null {
		loader = native.Call2(t, *h.finders.At(finderExternal), h.mainLoader, object.Intern(t, "__main__"), file)
	}
	return loader != null && d.Set(t, t.N(object.N_loader_), loader)
}

// builtinSpec makes importlib's ModuleSpec of a module that is part of psy, and sets the module's __loader__.
func builtinSpec(t *Thread, name string, origin Value, d *object.Dict) Value {
	h, kw, k := hostOf(t), object.NewDict(t), object.NewStr(t, name)
	loader, class := *h.finders.At(0), object.GetAttr(t, *h.finders.At(finderBoot), object.Intern(t, "ModuleSpec"))
	if kw == nil || k == null || class == null || !kw.SetStr(t, "origin", origin) || !d.Set(t, t.N(object.N_loader_), loader) {
		return null
	}
	pos := object.Pair(t, k, loader)
	if pos == null {
		return null
	}
	return object.CallTuple(t, class, object.As[object.Tuple](pos), kw)
}

// moduleSpec makes importlib's ModuleSpec of a module with a file, and sets the module's __loader__.
func moduleSpec(t *Thread, name string, file, cached Value, isPackage bool, d *object.Dict) Value {
	external := *hostOf(t).finders.At(finderExternal)
	class := "SourceFileLoader"
	if file == cached || object.EqualBool(t, file, cached) == 1 {
		class = "SourcelessFileLoader"
	}
	k := object.NewStr(t, name)
	if k == null {
		return null
	}
	loader := native.Call2(t, external, class, k, file)
	if loader == null {
		return null
	}
	kw := object.NewDict(t)
	pos := object.Pair(t, k, file)
	make := object.GetAttr(t, external, object.Intern(t, "spec_from_file_location"))
	if kw == nil || pos == null || make == null || !kw.SetStr(t, "loader", loader) {
		return null
	}
	if isPackage && !kw.SetStr(t, "submodule_search_locations", d.GetStr(t.N(object.N_path_))) {
		return null
	}
	spec := object.CallTuple(t, make, object.As[object.Tuple](pos), kw)
	if spec == null || !object.SetAttr(t, spec, object.Intern(t, "cached"), cached) ||
		!object.SetAttr(t, spec, object.Intern(t, "_initializing"), object.True) || !d.SetStr(t, "__loader__", loader) {
		return null
	}
	return spec
}
