// The module _warnings, and the warnings that the runtime issues itself (PEP 230).

package warnings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// warnState is what the module keeps in its own dict, so that warnings.py shares it: filters, _defaultaction, _onceregistry.
const (
	warnFilters = "filters"
	warnDefault = "_defaultaction"
	warnOnce    = "_onceregistry"
)

var _ = native.Register("_warnings", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "warn", Sig: "(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=())", Fn: warnFunction},
			{Name: "warn_explicit", Sig: "(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None)", Fn: warnExplicitFunction},
			{Name: "_filters_mutated", Sig: "()", F0: func(t *Thread, _ Value) Value { (*filtersVersion.Of(t.RT))++; return none }},
		},
		Init: initWarnings,
	}
})

// filtersVersion changes when the filters do.
var filtersVersion = object.NewHostKey(func(*object.Runtime) *int { return new(int) })

func initWarnings(t *Thread, m Value, d *object.Dict) bool {
	list := object.NewList(t, 0)
	once := object.NewDict(t)
	if list == nil || once == nil {
		return false
	}
	add := func(action string, category object.TypeID, module Value, line int) bool {
		f := object.NewTuple(t, 5)
		if f == nil {
			return false
		}
		*f.At(0), *f.At(1), *f.At(2), *f.At(3), *f.At(4) = object.Intern(t, action), none, t.Type(category).Value(), module, object.SmallInt(int64(line))
		return list.Append(t, object.Of(f))
	}
	for i := len(native.WorldIn(t.RT).WarnOptions) - 1; i >= 0; i-- {
		if action, category, module, line, ok := parseWarnOption(native.WorldIn(t.RT).WarnOptions[i]); ok {
			mv := none
			if module != "" {
				mv = object.NewStr(t, module)
			}
			if mv == null || !add(action, category, mv, line) {
				return false
			}
		}
	}
	main := object.NewStr(t, "__main__")
	return main != null && add("default", object.TDeprecationWarning, main, 0) && add("ignore", object.TDeprecationWarning, none, 0) &&
		add("ignore", object.TPendingDeprecationWarning, none, 0) && add("ignore", object.TImportWarning, none, 0) &&
		add("ignore", object.TResourceWarning, none, 0) &&
		d.SetStr(t, warnFilters, object.Of(list)) && d.SetStr(t, warnDefault, object.Intern(t, "default")) && d.SetStr(t, warnOnce, object.Of(once))
}

// warningCategories are the categories that -W may name.
var warningCategories = map[string]object.TypeID{
	"": object.TWarning, "Warning": object.TWarning, "BytesWarning": object.TBytesWarning, "DeprecationWarning": object.TDeprecationWarning,
	"EncodingWarning": object.TEncodingWarning, "FutureWarning": object.TFutureWarning, "ImportWarning": object.TImportWarning,
	"PendingDeprecationWarning": object.TPendingDeprecationWarning, "ResourceWarning": object.TResourceWarning,
	"RuntimeWarning": object.TRuntimeWarning, "SyntaxWarning": object.TSyntaxWarning, "UnicodeWarning": object.TUnicodeWarning, "UserWarning": object.TUserWarning,
}

// parseWarnOption reads action:message:category:module:lineno; actions may be shortened. A message is not supported and makes it not ok.
func parseWarnOption(s string) (action string, category object.TypeID, module string, line int, ok bool) {
	parts := strings.Split(s, ":")
	for len(parts) < 5 {
		parts = append(parts, "")
	}
	if len(parts) > 5 || strings.TrimSpace(parts[1]) != "" {
		return "", 0, "", 0, false
	}
	for _, a := range [...]string{"default", "always", "ignore", "module", "once", "error"} {
		if p := strings.TrimSpace(parts[0]); strings.HasPrefix(a, p) {
			action = a
			break
		}
	}
	category, ok = warningCategories[strings.TrimSpace(parts[2])]
	if text := strings.TrimSpace(parts[4]); ok && text != "" {
		n, err := strconv.Atoi(text)
		line, ok = n, err == nil
	}
	return action, category, strings.TrimSpace(parts[3]), line, ok && action != ""
}

// warningsDict is the dict of _warnings, which is made when it is first needed; nil on error.
func warningsDict(t *Thread) *object.Dict {
	m := native.ImportModule(t, "_warnings")
	if m == null {
		return nil
	}
	return object.InstanceDict(t, m, false)
}

// OnWarn is Host.Warn: a warning about what the running frame does.
func OnWarn(t *Thread, category object.TypeID, msg string) bool {
	exc := t.Exc
	t.ClearExc()
	s := object.NewStr(t, msg)
	if s == null || !Here(t, s, t.Type(category).Value(), 1, none) {
		return false
	}
	t.Exc = exc
	return true
}

func warnFunction(t *Thread, _ Value, a []Value) Value {
	message, category := a[0], t.Type(object.TUserWarning).Value()
	if object.IsInstance(t, message, object.TWarning) {
		category = object.Of(object.TypeOf(t, message))
	} else if a[1] != null && a[1] != none {
		category = a[1]
	}
	if !object.IsType(category) || !object.As[object.Type](category).IsSubtype(t.Type(object.TWarning)) {
		return object.Raise(t, object.TTypeError, "category must be a Warning subclass, not '%s'", object.TypeName(t, category))
	}
	level := int64(1)
	if a[2] != null {
		n, ok := object.AsSize(t, a[2], object.TOverflowError)
		if !ok {
			return null
		}
		level = n
	}
	source := none
	if a[3] != null {
		source = a[3]
	}
	var skip *object.Tuple
	if a[4] != null {
		if !object.IsTuple(a[4]) {
			return object.BadArgument(t, "warn", "argument 'skip_file_prefixes'", "tuple", a[4])
		}
		if skip = object.As[object.Tuple](a[4]); skip.Len() > 0 {
			level = max(level, 2)
		}
		for i := range skip.Len() {
			if p := *skip.At(i); !object.IsStr(p) {
				return object.Raise(t, object.TTypeError, "Found non-str '%s' in skip_file_prefixes.", object.TypeName(t, p))
			}
		}
	}
	if !here(t, blamed(t, level, skip), message, category, source, false) {
		return null
	}
	return none
}

// blamed is the frame that a warning is about, so many levels up. Above the first level frames of importlib and those of files whose names begin with
// one of skip do not count, unless the warning comes from importlib.
func blamed(t *Thread, level int64, skip *object.Tuple) *object.Frame {
	f := t.Frame
	if level <= 0 || f == nil || ofImportlib(f) {
		return native.FrameAt(t, max(level-1, 0))
	}
	skipped := func(f *object.Frame) bool {
		if skip == nil {
			return false
		}
		name := object.GoString(f.Code.Filename)
		for i := range skip.Len() {
			if strings.HasPrefix(name, object.GoString(*skip.At(i))) {
				return true
			}
		}
		return false
	}
	for ; level > 1 && f != nil; level-- {
		for f = f.Prev; f != nil && (ofImportlib(f) || skipped(f)); f = f.Prev {
		}
	}
	return f
}

func ofImportlib(f *object.Frame) bool {
	name := object.GoString(f.Code.Filename)
	return strings.Contains(name, "importlib") && strings.Contains(name, "_bootstrap")
}

// Here issues a warning on behalf of the frame that many levels up.
func Here(t *Thread, message, category Value, level int64, source Value) bool {
	return here(t, blamed(t, level, nil), message, category, source, false)
}

// here is Here for a frame, nil for none. late: the warning is of something that was found dead at some time, and the frame only happens to run then;
// where the warning is ignored, nothing is put into the frame's globals, which a program may be going through.
func here(t *Thread, f *object.Frame, message, category, source Value, late bool) bool {
	globals, file, line := t.RT.SysDict, object.NewStr(t, "<sys>"), 0
	if f != nil {
		fo := object.FrameObjectOf(t, f)
		if fo == nil {
			return false
		}
		n := object.GetAttr(t, object.Of(fo), object.Intern(t, "f_lineno"))
		if n == null {
			return false
		}
		globals, file = f.Globals, f.Code.Filename
		if n.IsInt() {
			line = int(n.Int())
		}
	}
	module := globals.GetStr(t.N(object.N_name_))
	if module == null || !object.IsStr(module) {
		module = object.NewStr(t, "<string>")
	}
	if late {
		d := warningsDict(t)
		if d == nil || !t.Enter(" while warning") { // an attribute of module warnings may warn in turn
			return false
		}
		action, _, ok := warnAction(t, d, message, category, line, module)
		t.Leave()
		if !ok || action == "ignore" {
			return ok
		}
	}
	key := object.Intern(t, "__warningregistry__")
	registry := globals.GetStr(key)
	if registry == null || !object.IsDict(registry) {
		d := object.NewDict(t)
		if d == nil || !globals.Set(t, key, object.Of(d)) {
			return false
		}
		registry = object.Of(d)
	}
	return Explicit(t, message, category, file, line, module, registry, source)
}

func warnExplicitFunction(t *Thread, _ Value, a []Value) Value {
	line, ok := object.AsSize(t, a[3], object.TOverflowError)
	if !ok {
		return null
	}
	module := a[4]
	if module == null || module == none {
		if module = ModuleName(t, a[2]); module == null {
			return null
		}
	}
	registry := null
	if a[5] != null && a[5] != none {
		if registry = a[5]; !object.IsDict(registry) {
			return object.Raise(t, object.TTypeError, "'registry' must be a dict or None")
		}
	}
	source := none
	if a[7] != null {
		source = a[7]
	}
	sourceLine := null
	if g := a[6]; g != null && g != none {
		if !object.IsDict(g) {
			return object.Raise(t, object.TTypeError, "module_globals must be a dict, not '%s'", object.TypeName(t, g))
		}
		if sourceLine = lineOf(t, g, line); sourceLine == null && t.Exc != null {
			return null
		}
	}
	if !explicit(t, a[0], a[1], a[2], int(line), module, registry, source, sourceLine) {
		return null
	}
	return none
}

// lineOf is a line of a module's source, by the module's loader; null without an exception if there is none.
func lineOf(t *Thread, globals Value, line int64) Value {
	external := native.ImportModule(t, "importlib._bootstrap_external")
	if external == null {
		t.ClearIf(object.TImportError) // without a library there are no loaders
		return null
	}
	loader := object.CallMethod1(t, external, object.Intern(t, "_bless_my_loader"), globals)
	if loader == null {
		return null
	}
	name := object.As[object.Dict](globals).GetStr(t.N(object.N_name_))
	if name == null {
		return null
	}
	get := object.LookupAttr(t, loader, object.Intern(t, "get_source"))
	if get == null {
		return null
	}
	source := object.Call1(t, get, name)
	if source == null || !object.IsStr(source) {
		return null
	}
	lines := object.CallMethod1(t, t.Type(object.TStr).Value(), object.Intern(t, "splitlines"), source) // whatever a subclass does
	if lines == null {
		return null
	}
	return object.GetItem(t, lines, object.NewInt(t, line-1))
}

// ModuleName guesses a module's name from its file's.
func ModuleName(t *Thread, file Value) Value {
	name := ""
	if object.IsStr(file) {
		name = strings.TrimSuffix(object.GoString(file), ".py")
	}
	if name == "" {
		name = "<unknown>"
	}
	return object.NewStr(t, name)
}

// Explicit decides by the filters what becomes of a warning; false: it became an exception, or one was raised.
func Explicit(t *Thread, message, category, file Value, line int, module, registry, source Value) bool {
	return explicit(t, message, category, file, line, module, registry, source, null)
}

// explicit is Explicit; sourceLine is the line that is blamed, if it is known.
func explicit(t *Thread, message, category, file Value, line int, module, registry, source, sourceLine Value) bool {
	if !t.Enter(" while warning") { // what stands for module warnings may warn in turn
		return false
	}
	defer t.Leave()
	text, exc := message, null
	if object.IsInstance(t, message, object.TWarning) {
		exc, category = message, object.Of(object.TypeOf(t, message))
		if text = object.ToStr(t, message); text == null {
			return false
		}
	} else if exc = object.Call1(t, category, message); exc == null {
		return false
	}
	d := warningsDict(t)
	if d == nil {
		return false
	}
	key := warnKey(t, text, category, line)
	if key == null {
		return false
	}
	if registry != null {
		if seen, ok := alreadyWarned(t, object.As[object.Dict](registry), key); seen || !ok {
			return ok
		}
	}
	action, filter, ok := warnAction(t, d, text, category, line, module)
	if !ok {
		return false
	}
	switch action {
	case "error":
		object.SetExc(t, exc)
		return false
	case "ignore":
		return true
	case "always", "once", "module", "default":
	default:
		if which, ok := object.ReprString(t, object.NewStr(t, action)); ok {
			if filter, ok := object.ReprString(t, filter); ok {
				object.Raise(t, object.TRuntimeError, "Unrecognized action (%s) in warnings.filters:\n %s", which, filter)
			}
		}
		return false
	}
	if registry != null && action != "always" && !object.As[object.Dict](registry).Set(t, key, object.True) {
		return false
	}
	if action == "once" && registry == null {
		if registry = shared(t, d, "onceregistry", warnOnce); registry == null {
			return false
		}
		if !object.IsDict(registry) {
			object.Raise(t, object.TTypeError, "_warnings.onceregistry must be a dict, not '%s'", object.TypeName(t, registry))
			return false
		}
	}
	if registry != null && (action == "once" || action == "module") {
		r, k := object.As[object.Dict](registry), object.Pair(t, text, category)
		if k == null {
			return false
		}
		if seen, ok := alreadyWarned(t, r, k); seen || !ok {
			return ok
		}
		if !r.Set(t, k, object.True) {
			return false
		}
	}
	return showWarning(t, text, exc, category, file, line, source, sourceLine)
}

// alreadyWarned reports whether a registry has a key. A registry from before the filters changed is emptied.
func alreadyWarned(t *Thread, r *object.Dict, key Value) (seen, ok bool) {
	version := object.Intern(t, "version")
	if v := object.SmallInt(int64(*filtersVersion.Of(t.RT))); r.GetStr(version) != v {
		r.Clear(t)
		return false, r.Set(t, version, v)
	}
	seen = r.Get(t, key) != null
	return seen, t.Exc == null
}

// shared is what module warnings has under a name, which is kept as own for when it has nothing; null: an exception is set.
func shared(t *Thread, d *object.Dict, name, own string) Value {
	key := object.Intern(t, own)
	if w := t.RT.Modules.GetStr(object.Intern(t, "warnings")); w != null {
		switch v := object.LookupAttr(t, w, object.Intern(t, name)); {
		case v != null:
			if d.GetStr(key) != v && !d.Set(t, key, v) {
				return null
			}
			return v
		case t.Exc != null:
			return null
		}
	}
	if v := d.GetStr(key); v != null {
		return v
	}
	return object.Raise(t, object.TAttributeError, "module '_warnings' has no attribute '%s'", own)
}

func warnKey(t *Thread, text, category Value, line int) Value {
	k := object.NewTuple(t, 3)
	if k == nil {
		return null
	}
	*k.At(0), *k.At(1), *k.At(2) = text, category, object.SmallInt(int64(line))
	return object.Of(k)
}

// warnAction finds the first filter that a warning fits; without one the filter is None, and the action the default.
func warnAction(t *Thread, d *object.Dict, text, category Value, line int, module Value) (action string, filter Value, ok bool) {
	filters := shared(t, d, warnFilters, warnFilters)
	if filters == null {
		return "", null, false
	}
	if !filters.IsExact(object.TList) {
		object.Raise(t, object.TValueError, "_warnings.filters must be a list")
		return "", null, false
	}
	l := object.As[object.List](filters)
	for i := 0; i < l.Len(); i++ {
		f := *l.At(i)
		if !f.IsExact(object.TTuple) || object.As[object.Tuple](f).Len() != 5 {
			object.Raise(t, object.TValueError, "_warnings.filters item %d isn't a 5-tuple", i)
			return "", null, false
		}
		x := object.As[object.Tuple](f)
		fits := matchFilter(t, *x.At(1), text)
		if fits > 0 {
			fits = object.IsSubclassCheck(t, category, *x.At(2))
		}
		if fits > 0 {
			fits = matchFilter(t, *x.At(3), module)
		}
		if fits < 0 {
			return "", null, false
		}
		if n := *x.At(4); fits > 0 && (n == object.SmallInt(0) || n == object.SmallInt(int64(line))) {
			a := *x.At(0)
			if !object.IsStr(a) {
				object.Raise(t, object.TTypeError, "action must be a string, not '%s'", object.TypeName(t, a))
				return "", null, false
			}
			return object.GoString(a), f, true
		}
	}
	a := shared(t, d, "defaultaction", warnDefault)
	if a == null {
		return "", null, false
	}
	if !object.IsStr(a) {
		object.Raise(t, object.TTypeError, "_warnings.defaultaction must be a string, not '%s'", object.TypeName(t, a))
		return "", null, false
	}
	return object.GoString(a), none, true
}

// matchFilter matches a filter's text: None fits all, a str must be equal, anything else is a pattern with a match method.
func matchFilter(t *Thread, pattern, text Value) int {
	switch {
	case pattern == none:
		return 1
	case pattern.IsExact(object.TStr):
		return object.EqualBool(t, pattern, text)
	}
	r := object.CallMethod1(t, pattern, object.Intern(t, "match"), text)
	if r == null {
		return -1
	}
	return object.Truth(t, r)
}

// showWarning prints a warning, through warnings.py when the program has imported it and is not at its end.
func showWarning(t *Thread, text, exc, category, file Value, line int, source, sourceLine Value) bool {
	if w := t.RT.Modules.GetStr(object.Intern(t, "warnings")); w != null && !t.RT.Finalizing {
		if show := object.LookupAttr(t, w, object.Intern(t, "_showwarnmsg")); show != null {
			return showByModule(t, w, show, exc, category, file, line, source)
		}
		if t.Exc != null {
			return false
		}
	}
	name := object.TypeName(t, category)
	if object.IsType(category) {
		name = object.As[object.Type](category).NameString()
	}
	filename := ""
	if object.IsStr(file) {
		filename = object.GoString(file)
	}
	s, ok := object.ToStr(t, text), true
	if s == null {
		return false
	}
	out := fmt.Sprintf("%s:%d: %s: %s\n", filename, line, name, object.GoString(s))
	src := ""
	switch {
	case sourceLine != null:
		src = object.GoString(sourceLine)
	default:
		src = traceback.SourceLine(t, filename, line)
	}
	if src = strings.TrimSpace(src); src != "" {
		out += "  " + src + "\n"
	}
	if stderr := t.RT.SysDict.GetStr(t.N(object.N_stderr)); stderr != null && stderr != none {
		ok = native.WriteText(t, stderr, object.NewStr(t, out))
	}
	if !ok {
		t.ClearExc()
	}
	return true
}

// showByModule lets a function of warnings.py show a warning.
func showByModule(t *Thread, module, show, exc, category, file Value, line int, source Value) bool {
	if object.TypeOf(t, show).Slots.Call == nil {
		object.Raise(t, object.TTypeError, "warnings._showwarnmsg() must be set to a callable")
		return false
	}
	class := object.LookupAttr(t, module, object.Intern(t, "WarningMessage"))
	if class == null {
		if t.Exc == null {
			object.Raise(t, object.TRuntimeError, "unable to get warnings.WarningMessage")
		}
		return false
	}
	args := object.NewTuple(t, 7) // of WarningMessage: file and line are none
	if args == nil {
		return false
	}
	*args.At(0), *args.At(1), *args.At(2), *args.At(3), *args.At(4), *args.At(5), *args.At(6) = exc, category, file, object.SmallInt(int64(line)), none, none, source
	msg := object.CallTuple(t, class, args, nil)
	return msg != null && object.Call1(t, show, msg) != null
}

// Unclosed warns of something that nobody closed; a warning that has become an exception is reported, blaming it.
func Unclosed(t *Thread, what string, blame, source Value) {
	exc := t.Exc
	t.ClearExc()
	s, ok := object.ReprString(t, source)
	if ok {
		if msg := object.NewStr(t, what+" "+s); msg != null && !here(t, blamed(t, 1, nil), msg, t.Type(object.TResourceWarning).Value(), source, true) &&
			t.Matches(object.TWarning) {
			object.WriteUnraisable(t, blame)
		}
	}
	t.Exc = exc
}

var _ = object.Plain[int]() // filtersVersion
