// Snapshots of exceptions: what an interpreter tells another of one that nobody has caught.

package interps

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// failure is a snapshot.
type failure struct {
	name, qualname, module     string
	text, formatted, traceback string
}

// failureOf makes a snapshot. No exception is set before or after.
func failureOf(t *Thread, exc Value) *failure {
	t.ClearExc()
	typ := object.TypeOf(t, exc)
	f := &failure{name: typ.NameString(), qualname: typ.NameString(), module: "builtins"}
	for _, a := range [...]struct {
		name string
		to   *string
	}{{"__name__", &f.name}, {"__qualname__", &f.qualname}, {"__module__", &f.module}} {
		if v := object.GetAttr(t, object.Of(typ), object.Intern(t, a.name)); v != null && object.IsStr(v) {
			*a.to = object.GoString(v)
		}
		t.ClearExc()
	}
	f.text = traceback.ExceptionText(t, exc)
	f.formatted = traceback.ExceptionTypeName(t, exc) + ": " + f.text
	f.traceback = strings.TrimSuffix(traceback.FormatException(t, exc, traceback.FormatOptions{}), "\n")
	t.ClearExc()
	return f
}

// namespace is the snapshot as programs see it. Null: an exception is set.
func (f *failure) namespace(t *Thread) Value {
	typ := namespace(t, "__name__", f.name, "__qualname__", f.qualname, "__module__", f.module)
	n := namespace(t, "msg", f.text, "formatted", f.formatted, "errdisplay", f.traceback)
	if typ == null || n == null {
		return null
	}
	all := object.NewSimpleNamespace(t)
	if all == null || !object.SetAttr(t, all, object.Intern(t, "type"), typ) || !copyAttrs(t, all, n) {
		return null
	}
	return all
}

// copyAttrs gives to all the attributes of from.
func copyAttrs(t *Thread, to, from Value) bool {
	d := object.InstanceDict(t, from, true)
	if d == nil {
		return false
	}
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.SetAttr(t, to, e.Key, e.Val) {
			return false
		}
	}
	return true
}

// namespace makes a types.SimpleNamespace of names and texts.
func namespace(t *Thread, pairs ...string) Value {
	n := object.NewSimpleNamespace(t)
	for i := 0; n != null && i < len(pairs); i += 2 {
		s := object.StrOfBytes(t, []byte(pairs[i+1]))
		if s == null || !object.SetAttr(t, n, object.Intern(t, pairs[i]), s) {
			return null
		}
	}
	return n
}
