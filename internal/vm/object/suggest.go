// "Did you mean": names like the one that was not found.

package object

import "strings"

const (
	maxCandidates = 750
	maxNameLength = 40
	moveCost      = 2
	caseCost      = 1
)

// suggestionFor returns what is added to the text of a NameError, AttributeError or ImportError.
func suggestionFor(t *Thread, exc, tb Value) string {
	var wrong Value
	isName := false
	switch {
	case IsInstance(t, exc, TImportError):
		wrong = As[ImportErrorObject](exc).NameFrom
	case IsInstance(t, exc, TNameError):
		wrong, isName = As[NameErrorObject](exc).Name, true
	case IsInstance(t, exc, TAttributeError):
		wrong = As[NameErrorObject](exc).Name
	}
	if wrong == Null || wrong == None {
		return ""
	}
	s := ""
	if IsStr(wrong) {
		s = suggest(t, exc, tb, GoString(wrong))
	}
	t.ClearExc()
	text := ""
	if s != "" {
		text = ". Did you mean: '" + s + "'?"
	}
	if isName && IsStr(wrong) && isStdlibModule(t, wrong) {
		if s != "" {
			text += " Or did you forget to import '" + GoString(wrong) + "'?"
		} else {
			text += ". Did you forget to import '" + GoString(wrong) + "'?"
		}
	}
	return text
}

func isStdlibModule(t *Thread, name Value) bool {
	if t.RT.SysDict == nil {
		return false
	}
	names := t.RT.SysDict.getGoString(t, "stdlib_module_names")
	if names == Null {
		return false
	}
	found := Contains(t, names, name) == 1
	t.ClearExc()
	return found
}

// lastFrame returns the frame object in which the exception was raised, or nil.
func lastFrame(tb Value) *FrameObject {
	if tb == Null {
		return nil
	}
	for As[Traceback](tb).Next != Null {
		tb = As[Traceback](tb).Next
	}
	return As[FrameObject](As[Traceback](tb).Frame)
}

func suggest(t *Thread, exc, tb Value, wrong string) string {
	names := NewList(t, 0)
	if names == nil {
		return ""
	}
	fo := lastFrame(tb)
	var f *Frame
	if fo != nil {
		f = fo.frame()
	}
	self := Null
	if f != nil {
		self = localNamed(t, f, "self")
	}
	hide := !strings.HasPrefix(wrong, "_")
	switch {
	case IsInstance(t, exc, TAttributeError):
		obj := As[NameErrorObject](exc).Obj
		if obj == Null {
			obj = None
		}
		if self == obj {
			hide = false
		}
		if !addDir(t, obj, names, hide) {
			return ""
		}
	case IsInstance(t, exc, TImportError):
		mod := As[ImportErrorObject](exc).Name
		if mod == Null || !IsStr(mod) {
			return ""
		}
		top, _, _ := strings.Cut(GoString(mod), ".")
		m := t.RT.Modules.getGoString(t, top)
		if m == Null || !addDir(t, m, names, hide) {
			return ""
		}
	default:
		if f == nil {
			return ""
		}
		if self != Null && LookupAttr(t, self, Intern(t, wrong)) != Null {
			return "self." + wrong
		}
		t.ClearExc()
		locals := LocalsSnapshot(t, f)
		if locals != Null && IsDict(locals) {
			addKeys(t, As[Dict](locals), names)
		}
		addKeys(t, f.Globals, names)
		addKeys(t, f.Builtins, names)
	}
	return ClosestName(names, wrong)
}

func localNamed(t *Thread, f *Frame, name string) Value {
	locals := LocalsSnapshot(t, f)
	t.ClearExc()
	if locals == Null || !IsDict(locals) {
		return Null
	}
	return As[Dict](locals).getGoString(t, name)
}

func addKeys(t *Thread, d *Dict, names *List) {
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if IsStr(e.Key) {
			names.Append(t, e.Key)
		}
	}
}

// addDir adds what dir(obj) lists, without names that begin with an underscore if hide is set.
func addDir(t *Thread, obj Value, names *List, hide bool) bool {
	if t.RT.Builtins == nil {
		return false
	}
	dir := t.RT.Builtins.getGoString(t, "dir")
	if dir == Null {
		return false
	}
	l := Call1(t, dir, obj)
	if l == Null || !IsList(l) {
		return false
	}
	for i := 0; i < As[List](l).Len(); i++ {
		n := *As[List](l).At(i)
		if !IsStr(n) {
			return false
		}
		if s := As[Str](n); !hide || s.Len == 0 || s.At(0) != '_' {
			names.Append(t, n)
		}
	}
	return true
}

// ClosestName returns the candidate most like name, or "".
func ClosestName(names *List, name string) string {
	if names.Len() >= maxCandidates {
		return ""
	}
	best, bestDistance := "", 1<<62
	for _, v := range names.Slice() {
		c := GoString(v)
		if c == name {
			continue
		}
		limit := min((len(name)+len(c)+3)*moveCost/6, bestDistance-1)
		if d := levenshtein(name, c, limit); d <= limit && (best == "" || d < bestDistance) {
			best, bestDistance = c, d
		}
	}
	return best
}

// UnexpectedKeyword raises the TypeError of a built-in function called with a keyword argument that it does not know.
func UnexpectedKeyword(t *Thread, function, keyword string, known ...string) Value {
	names := NewList(t, 0)
	for _, k := range known {
		s := NewStr(t, k)
		if names == nil || s == Null || !names.Append(t, s) {
			return Null
		}
	}
	hint := ""
	if s := ClosestName(names, keyword); s != "" {
		hint = ". Did you mean '" + s + "'?"
	}
	return Raise(t, TTypeError, "%s() got an unexpected keyword argument '%s'%s", function, keyword, hint)
}

func substitutionCost(a, b byte) int {
	if a == b {
		return 0
	}
	if lowerASCII(a) == lowerASCII(b) {
		return caseCost
	}
	return moveCost
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// levenshtein is the cost of turning a into b; more than limit when it is that much.
func levenshtein(a, b string, limit int) int {
	if a == b {
		return 0
	}
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if a == "" || b == "" {
		return (len(a) + len(b)) * moveCost
	}
	if len(a) > maxNameLength || len(b) > maxNameLength {
		return limit + 1
	}
	if len(b) < len(a) {
		a, b = b, a
	}
	if (len(b)-len(a))*moveCost > limit {
		return limit + 1
	}
	row := make([]int, len(a))
	for i := range row {
		row[i] = (i + 1) * moveCost
	}
	result := 0
	for j := range len(b) {
		distance := j * moveCost
		result = distance
		lowest := 1 << 62
		for i := range len(a) {
			substitute := distance + substitutionCost(b[j], a[i])
			distance = row[i]
			result = min(substitute, min(result, distance)+moveCost)
			row[i] = result
			lowest = min(lowest, result)
		}
		if lowest > limit {
			return limit + 1
		}
	}
	return result
}
