// "Did you mean": names like the one that was not found.

package traceback

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// suggestionFor returns what is added to the text of a NameError, AttributeError or ImportError.
func suggestionFor(t *Thread, exc, tb Value) string {
	var wrong Value
	isName := false
	switch {
	case object.IsInstance(t, exc, object.TImportError):
		wrong = object.As[object.ImportErrorObject](exc).NameFrom
	case object.IsInstance(t, exc, object.TNameError):
		wrong, isName = object.As[object.NameErrorObject](exc).Name, true
	case object.IsInstance(t, exc, object.TAttributeError):
		wrong = object.As[object.NameErrorObject](exc).Name
	}
	if wrong == object.Null || wrong == object.None {
		return ""
	}
	s := ""
	if object.IsStr(wrong) {
		s = suggest(t, exc, tb, object.GoString(wrong))
	}
	t.ClearExc()
	text := ""
	if s != "" {
		text = ". Did you mean: '" + s + "'?"
	}
	if isName && object.IsStr(wrong) && isStdlibModule(t, wrong) {
		if s != "" {
			text += " Or did you forget to import '" + object.GoString(wrong) + "'?"
		} else {
			text += ". Did you forget to import '" + object.GoString(wrong) + "'?"
		}
	}
	return text
}

func isStdlibModule(t *Thread, name Value) bool {
	if t.RT.SysDict == nil {
		return false
	}
	names := t.RT.SysDict.GetGoString(t, "stdlib_module_names")
	if names == object.Null {
		return false
	}
	found := object.Contains(t, names, name) == 1
	t.ClearExc()
	return found
}

// lastFrame returns the frame object in which the exception was raised, or nil.
func lastFrame(tb Value) *object.FrameObject {
	if tb == object.Null {
		return nil
	}
	for object.As[object.Traceback](tb).Next != object.Null {
		tb = object.As[object.Traceback](tb).Next
	}
	return object.As[object.FrameObject](object.As[object.Traceback](tb).Frame)
}

func suggest(t *Thread, exc, tb Value, wrong string) string {
	names := object.NewList(t, 0)
	if names == nil {
		return ""
	}
	fo := lastFrame(tb)
	var f *object.Frame
	if fo != nil {
		f = fo.Running()
	}
	self := object.Null
	if f != nil {
		self = localNamed(t, f, "self")
	}
	hide := !strings.HasPrefix(wrong, "_")
	switch {
	case object.IsInstance(t, exc, object.TAttributeError):
		obj := object.As[object.NameErrorObject](exc).Obj
		if obj == object.Null {
			obj = object.None
		}
		if self == obj {
			hide = false
		}
		if !addDir(t, obj, names, hide) {
			return ""
		}
	case object.IsInstance(t, exc, object.TImportError):
		mod := object.As[object.ImportErrorObject](exc).Name
		if mod == object.Null || !object.IsStr(mod) {
			return ""
		}
		top, _, _ := strings.Cut(object.GoString(mod), ".")
		m := t.RT.Modules.GetGoString(t, top)
		if m == object.Null || !addDir(t, m, names, hide) {
			return ""
		}
	default:
		if f == nil {
			return ""
		}
		if self != object.Null && object.LookupAttr(t, self, object.Intern(t, wrong)) != object.Null {
			return "self." + wrong
		}
		t.ClearExc()
		locals := object.LocalsSnapshot(t, f)
		if locals != object.Null && object.IsDict(locals) {
			addKeys(t, object.As[object.Dict](locals), names)
		}
		addKeys(t, f.Globals, names)
		addKeys(t, f.Builtins, names)
	}
	return object.ClosestName(names, wrong)
}

func localNamed(t *Thread, f *object.Frame, name string) Value {
	locals := object.LocalsSnapshot(t, f)
	t.ClearExc()
	if locals == object.Null || !object.IsDict(locals) {
		return object.Null
	}
	return object.As[object.Dict](locals).GetGoString(t, name)
}

func addKeys(t *Thread, d *object.Dict, names *object.List) {
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if object.IsStr(e.Key) {
			names.Append(t, e.Key)
		}
	}
}

// addDir adds what dir(obj) lists, without names that begin with an underscore if hide is set.
func addDir(t *Thread, obj Value, names *object.List, hide bool) bool {
	if t.RT.Builtins == nil {
		return false
	}
	dir := t.RT.Builtins.GetGoString(t, "dir")
	if dir == object.Null {
		return false
	}
	l := object.Call1(t, dir, obj)
	if l == object.Null || !object.IsList(l) {
		return false
	}
	for i := 0; i < object.As[object.List](l).Len(); i++ {
		n := *object.As[object.List](l).At(i)
		if !object.IsStr(n) {
			return false
		}
		if s := object.As[object.Str](n); !hide || s.Len == 0 || s.At(0) != '_' {
			names.Append(t, n)
		}
	}
	return true
}
