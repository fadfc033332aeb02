// Hooks of sys that programs set: audit hooks, and what breakpoint calls.

package modules

import (
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// sysAudit is sys.audit(event, *args).
func sysAudit(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "expected str for argument 'event', not %s", object.TypeName(t, a[0]))
	}
	hooks := t.RT.Extra[native.ExtraAuditHooks]
	if hooks == null {
		return none
	}
	args := object.TupleOf(t, a[1:])
	if args == null || !native.TellHooks(t, hooks, a[0], args) {
		return null
	}
	return none
}

// sysAddAuditHook is sys.addaudithook(hook). The hooks that are there may refuse it: by an Exception, silently.
func sysAddAuditHook(t *Thread, _ Value, a []Value) Value {
	if native.Auditing(t) && !native.Audit(t, "sys.addaudithook", object.Of(t.RT.EmptyTuple)) {
		if t.ClearIf(object.TException) {
			return none
		}
		return null
	}
	hooks := t.RT.Extra[native.ExtraAuditHooks]
	if hooks == null {
		if hooks = native.EmptyList(t); hooks == null {
			return null
		}
		t.RT.Extra[native.ExtraAuditHooks] = hooks
		t.RT.OnAudit = native.Audit
	}
	if !object.As[object.List](hooks).Append(t, a[0]) {
		return null
	}
	return none
}

// auditOpen tells of a file of psy's own concern that is to be read.
func auditOpen(t *Thread, name string) bool {
	file := native.FSStr(t, name)
	return file != null && object.Audit(t, "open", file, object.Intern(t, "r"), object.SmallInt(native.CloseOnExec))
}

// sysBreakpointHook is sys.breakpointhook: it calls what the variable PYTHONBREAKPOINT names, else pdb.set_trace.
func sysBreakpointHook(t *Thread, _ Value, args []Value, kw Value) Value {
	name := ""
	for _, kv := range native.SystemOf(t).Environ() {
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
		m = native.ImportModule(t, module)
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
