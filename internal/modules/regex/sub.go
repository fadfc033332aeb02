// Pattern.sub and subn, and the templates of replacements.

package regex

import (
	"bytes"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// template is a replacement with references to groups: a literal, a group's number, a literal ...
type template struct {
	header
	Parts *object.Tuple
}

var _ = object.DefineType(tSRETemplate, object.TypeDef{
	Name: "_sre.SRE_Template", Size: unsafe.Sizeof(template{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
})

func sreTemplate(t *Thread, _ Value, args []Value) Value {
	if !object.IsList(args[1]) {
		return object.BadArgument(t, "template", "argument 2", "list", args[1])
	}
	parts := object.TupleFromIterable(t, args[1])
	if parts == nil {
		return null
	}
	if parts.Len()%2 == 0 {
		return object.Raise(t, object.TTypeError, "invalid template")
	}
	for i := 1; i < parts.Len(); i += 2 {
		if !object.IsIntLike(*parts.At(i)) {
			return object.Raise(t, object.TTypeError, "an integer is required")
		}
		n, ok := object.AsSize(t, *parts.At(i), object.TOverflowError)
		if !ok {
			return null
		}
		if n < 0 {
			return object.Raise(t, object.TTypeError, "invalid template")
		}
		*parts.At(i) = object.NewInt(t, n)
	}
	x := object.New[template](t, tSRETemplate)
	if x != nil {
		x.Parts = parts
	}
	return object.Of(x)
}

// compileTemplate has re make a template of a replacement.
func compileTemplate(t *Thread, p, repl Value) Value {
	re := native.ImportModule(t, "re")
	if re == null {
		return null
	}
	f := object.GetAttr(t, re, object.Intern(t, "_compile_template"))
	if f == null {
		return null
	}
	x := object.Call2(t, f, p, repl)
	if x == null && t.Matches(object.TTypeError) {
		exc := t.Exc
		switch b, ok := object.BufferOf(t, repl); { // one that cannot be hashed
		case object.IsStr(repl) && !repl.IsExact(object.TStr):
			t.ClearExc()
			repl = object.StrPart(t, repl, 0, int(object.As[object.Str](repl).Len))
		case ok && !repl.IsExact(object.TBytes):
			t.ClearExc()
			repl = object.NewBytes(t, b)
		default:
			t.Exc = exc
			return null
		}
		if repl == null {
			return null
		}
		x = object.Call2(t, f, p, repl)
	}
	if x != null && !x.IsExact(tSRETemplate) {
		return object.Raise(t, object.TRuntimeError, "the result of compiling a replacement string is %s", object.TypeName(t, x))
	}
	return x
}

// addTo appends what the template stands for.
func (x *template) addTo(t *Thread, m *match, list *object.List) bool {
	for i := range x.Parts.Len() {
		v := *x.Parts.At(i)
		if i%2 != 0 {
			n, _ := object.Int64(v)
			if n >= m.Count {
				object.Raise(t, object.TIndexError, "no such group")
				return false
			}
			if v = m.text(t, int(n), none); v == null {
				return false
			}
			if v == none {
				continue
			}
		} else if i > 0 && isEmptyText(v) {
			continue
		}
		if !list.Append(t, v) {
			return false
		}
	}
	return true
}

func isEmptyText(v Value) bool {
	return object.IsStr(v) && object.As[object.Str](v).Len == 0 || object.IsBytes(v) && len(object.BytesOf(v)) == 0
}

func (x *template) expand(t *Thread, m *match) Value {
	if x.Parts.Len() == 1 {
		return *x.Parts.At(0)
	}
	list := object.NewList(t, 0)
	if list == nil || !x.addTo(t, m, list) {
		return null
	}
	return joined(t, m.Str, list)
}

// joined puts together the parts of a text of the kind of str.
func joined(t *Thread, str Value, list *object.List) Value {
	if object.IsStr(str) {
		for i, v := range list.Slice() {
			if !object.IsStr(v) {
				return object.Raise(t, object.TTypeError, "sequence item %d: expected str instance, %s found", i, object.TypeName(t, v))
			}
		}
		return object.StrJoin(t, t.RT.EmptyStr, list.Slice())
	}
	if list.Len() == 1 && list.Slice()[0].IsExact(object.TBytes) {
		return list.Slice()[0]
	}
	n := uint64(0)
	for i, v := range list.Slice() {
		b, ok := object.BufferOf(t, v)
		if !ok {
			if t.Exc == null {
				object.Raise(t, object.TTypeError, "sequence item %d: expected a bytes-like object, %s found", i, object.TypeName(t, v))
			}
			return null
		}
		n += uint64(len(b))
	}
	r, out := object.RawBytes(t, int(n))
	if r == null {
		return null
	}
	for _, v := range list.Slice() {
		b, _ := object.BufferOf(t, v)
		out = out[copy(out, b):]
	}
	return r
}

// hasBackslash reports whether a replacement has to be compiled. What is no text has to, too: that raises the exception.
func hasBackslash(t *Thread, v Value) bool {
	if object.IsStr(v) {
		s := object.As[object.Str](v)
		if s.Kind() == 0 {
			return bytes.IndexByte(s.Bytes(), '\\') >= 0
		}
		for i := range int(s.Len) {
			if s.At(i) == '\\' {
				return true
			}
		}
		return false
	}
	b, ok := object.BufferOf(t, v)
	t.ClearExc()
	return !ok || bytes.IndexByte(b, '\\') >= 0
}

func patternSub(t *Thread, self Value, args []Value, counted bool) Value {
	repl, most := args[0], int64(0)
	if args[2] != null {
		var ok bool
		if most, ok = object.ArgSize(t, args[2]); !ok {
			return null
		}
	}
	var x *template
	call := object.TypeOf(t, repl).Slots.Call != nil
	if !call && hasBackslash(t, repl) {
		v := compileTemplate(t, self, repl)
		if v == null {
			return null
		}
		if x = object.As[template](v); x.Parts.Len() == 1 {
			repl, x = *x.Parts.At(0), nil
		}
	}
	var s searcher
	if !s.begin(t, object.As[pattern](self), args[1], 0, 1<<63-1) {
		return null
	}
	if !call && x == nil && object.IsStr(s.str) && object.IsStr(repl) {
		r, n := s.spliced(t, repl, most)
		if r == null || !counted {
			return r
		}
		return object.Pair(t, r, object.NewInt(t, n))
	}
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	last, n := 0, int64(0)
	for ; most == 0 || n < most; n++ {
		found := s.find(t, bySearch)
		if found < 0 {
			return null
		}
		if found == 0 {
			break
		}
		start, end := s.Start, s.End
		item := repl
		if call || x != nil {
			if item = s.result(t, 1); item == null {
				return null
			}
		}
		if last < start {
			if v := partOf(t, s.str, last, start); v == null || !list.Append(t, v) {
				return null
			}
		}
		switch {
		case x != nil:
			if !x.addTo(t, object.As[match](item), list) {
				return null
			}
			item = none
		case call:
			if item = object.Call1(t, repl, item); item == null {
				return null
			}
		}
		if item != none && !list.Append(t, item) {
			return null
		}
		last = end
	}
	if last < s.endpos {
		if v := partOf(t, s.str, last, s.endpos); v == null || !list.Append(t, v) {
			return null
		}
	}
	r := null
	if list.Len() == 0 {
		r = partOf(t, s.str, 0, 0)
	} else {
		r = joined(t, s.str, list)
	}
	if r == null || !counted {
		return r
	}
	return object.Pair(t, r, object.NewInt(t, n))
}

// spliced is the text, a str, with another one in place of the matches, of most of them at most (0: of all), and how many there were.
func (s *searcher) spliced(t *Thread, repl Value, most int64) (r Value, n int64) {
	var cuts []int
	for ; most == 0 || n < most; n++ {
		found := s.find(t, bySearch)
		if found < 0 {
			return null, 0
		}
		if found == 0 {
			break
		}
		var ok bool
		if cuts, ok = object.Grow(t, cuts, 2); !ok {
			return null, 0
		}
		cuts = append(cuts, s.Start, s.End)
	}
	if n == 0 {
		return partOf(t, s.str, 0, s.endpos), 0
	}
	return object.StrSpliced(t, s.str, repl, cuts), n
}
