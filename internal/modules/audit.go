// Hooks of sys that programs set: audit hooks, and what breakpoint calls.

package modules

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// auditing tells whether the program has audit hooks, so that the arguments of an event are worth making.
func auditing(t *Thread) bool { return t.RT.OnAudit != nil }

// audit tells the program's audit hooks of an event; args is a tuple, or Null if an exception is set. false: one of the hooks has raised.
func audit(t *Thread, event string, args Value) bool {
	name := object.Intern(t, event)
	return name != null && args != null && tellHooks(t, t.RT.Extra[extraAuditHooks], name, args)
}

func tellHooks(t *Thread, hooks, event, args Value) bool {
	list := object.As[object.List](hooks)
	for i := 0; i < list.Len(); i++ {
		if object.Call2(t, *list.At(i), event, args) == null {
			return false
		}
	}
	return true
}

// sysAudit is sys.audit(event, *args).
func sysAudit(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "expected str for argument 'event', not %s", object.TypeName(t, a[0]))
	}
	hooks := t.RT.Extra[extraAuditHooks]
	if hooks == null {
		return none
	}
	args := object.TupleOf(t, a[1:])
	if args == null || !tellHooks(t, hooks, a[0], args) {
		return null
	}
	return none
}

// sysAddAuditHook is sys.addaudithook(hook). The hooks that are there may refuse it: by an Exception, silently.
func sysAddAuditHook(t *Thread, _ Value, a []Value) Value {
	if auditing(t) && !audit(t, "sys.addaudithook", object.Of(t.RT.EmptyTuple)) {
		if t.ClearIf(object.TException) {
			return none
		}
		return null
	}
	hooks := t.RT.Extra[extraAuditHooks]
	if hooks == null {
		if hooks = emptyList(t); hooks == null {
			return null
		}
		t.RT.Extra[extraAuditHooks] = hooks
		t.RT.OnAudit = audit
	}
	if !object.As[object.List](hooks).Append(t, a[0]) {
		return null
	}
	return none
}

// auditOpen tells of a file of psy's own concern that is to be read.
func auditOpen(t *Thread, name string) bool {
	file := fsStr(t, name)
	return file != null && object.Audit(t, "open", file, object.Intern(t, "r"), object.SmallInt(closeOnExec))
}

// auditInput tells of input(prompt).
func auditInput(t *Thread, a []Value) bool {
	prompt := none
	if len(a) > 0 {
		prompt = a[0]
	}
	return object.Audit(t, "builtins.input", prompt)
}

// sysBreakpointHook is sys.breakpointhook: it calls what the variable PYTHONBREAKPOINT names, else pdb.set_trace.
func sysBreakpointHook(t *Thread, _ Value, args []Value, kw Value) Value {
	name := ""
	for _, kv := range systemOf(t).Environ() {
		if v, ok := strings.CutPrefix(kv, "PYTHONBREAKPOINT="); ok && hostOf(t).opts.Flags.IgnoreEnvironment == 0 {
			name = v
		}
	}
	switch name {
	case "0":
		return none
	case "":
		name = "pdb.set_trace"
	}
	module, attr := "builtins", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, attr = name[:i], name[i+1:]
	}
	m := null
	if module != "" {
		m = importModule(t, module)
	}
	if m != null {
		m = object.GetAttr(t, m, object.Intern(t, attr))
	}
	if m == null {
		if t.Exc != null && !t.Matches(object.TImportError) && !t.Matches(object.TAttributeError) {
			return null
		}
		t.ClearExc()
		if !object.Warn(t, object.TRuntimeWarning, "Ignoring unimportable $PYTHONBREAKPOINT: \""+name+"\"") {
			return null
		}
		return none
	}
	return object.Call(t, m, args, kw)
}

// ofThisThread is a dict with a value for the one thread that runs.
func ofThisThread(t *Thread, v Value) Value {
	d, id := object.NewDict(t), object.SmallInt(threadIdent)
	if v == null || d == nil || id == null || !d.Set(t, id, v) {
		return null
	}
	return object.Of(d)
}
