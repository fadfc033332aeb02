// Exceptions that no caller can get: those of finalizers and callbacks. sys.unraisablehook reports them.

package modules

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// unraisable reports t.Exc, blaming where (null: nobody), with a text of its own, unless that is "".
func unraisable(t *Thread, text string, where Value) {
	exc := t.Exc
	t.ClearExc()
	hook, msg := null, null
	if text != "" {
		if msg = object.NewStr(t, text); msg == null {
			t.ClearExc()
		}
	}
	if t.RT.SysDict != nil {
		hook = t.RT.SysDict.GetStr(object.Intern(t, "unraisablehook"))
	}
	if hook == null || hook.IsExact(object.TBuiltin) {
		printUnraisable(t, exc, msg, native.OrNone(where))
		return
	}
	a := object.NewSimpleNamespace(t)
	if a == null {
		return
	}
	for _, f := range [...]struct {
		name string
		v    Value
	}{
		{"exc_type", object.Of(object.TypeOf(t, exc))}, {"exc_value", exc}, {"exc_traceback", native.OrNone(object.As[object.Exception](exc).Traceback)},
		{"err_msg", native.OrNone(msg)}, {"object", native.OrNone(where)},
	} {
		if !object.SetAttr(t, a, object.Intern(t, f.name), f.v) {
			return
		}
	}
	if object.Call1(t, hook, a) == null {
		second := t.Exc
		t.ClearExc()
		printUnraisable(t, second, object.NewStr(t, "Exception ignored in sys.unraisablehook"), hook)
	}
}

// printUnraisable writes the report to sys.stderr, if the program has that, as CPython does.
func printUnraisable(t *Thread, exc, msg, where Value) {
	errOut := null
	if d := t.RT.SysDict; d != nil {
		if errOut = d.GetStr(t.N(object.N_stderr)); errOut == null || errOut == none {
			return
		}
	}
	text := ""
	switch {
	case where != none:
		s, ok := object.ReprString(t, where)
		if !ok {
			t.ClearExc()
			s = "<object repr() failed>"
		}
		text = "Exception ignored in: " + s + "\n"
		if msg != null && object.IsStr(msg) {
			text = object.GoString(msg) + ": " + s + "\n"
		}
	case msg != null && object.IsStr(msg):
		text = object.GoString(msg) + ":\n"
	}
	text += traceback.FormatUnraisable(t, exc)
	if errOut == null {
		native.SystemOf(t).Complain(text)
	} else {
		native.WriteText(t, errOut, object.NewStr(t, text))
	}
	t.ClearExc()
}

// sysUnraisableHook is sys.unraisablehook.
func sysUnraisableHook(t *Thread, _, a Value) Value {
	field := func(name string) Value { return object.GetAttr(t, a, object.Intern(t, name)) }
	exc, msg, where := field("exc_value"), field("err_msg"), field("object")
	if t.Exc != null {
		return null
	}
	if object.IsExceptionInstance(exc) {
		printUnraisable(t, exc, msg, where)
	}
	return none
}
