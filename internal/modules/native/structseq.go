// Struct sequences: tuples whose items have names too, such as sys.version_info.

package native

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// StructSeq is a struct sequence type. Fields beyond Visible are attributes only.
type StructSeq struct {
	ID      object.TypeID
	Name    string
	fields  []string // "" where an item has no name
	visible int
	unnamed int
	closed  bool                  // programs cannot make instances
	oneSig  *object.Signature     // the constructor takes the one item itself, by this signature
	Fill    func(x *object.Tuple) // completes what construct has made
}

// itemWord is the word of a tuple's first item.
const itemWord = int(object.TupleItems / 8)

// NewStructSeq declares a type; name is qualified by its module. To be called while Go's package variables are initialized.
func NewStructSeq(name string, fields []string, visible int) *StructSeq {
	s := &StructSeq{ID: object.AllocTypeID(), Name: name, fields: fields, visible: visible, closed: name == "sys.version_info" || name == "sys.flags"}
	var members []object.MemberDef
	for i, f := range fields {
		if f == "" {
			s.unnamed++
			continue
		}
		members = append(members, object.MemberDef{Name: f, Word: itemWord + i})
	}
	object.DefineType(s.ID, object.TypeDef{
		Name: name, Base: object.TTuple, Members: members,
		Methods: []FuncDef{
			{Name: "__reduce__", F0: func(t *Thread, v Value) Value { return s.reduce(t, v) }},
			{Name: "__replace__", FK: func(t *Thread, v Value, args []Value, kw Value) Value { return s.replace(t, v, args, kw) }},
		},
		Slots: object.Slots{
			Repr: func(t *Thread, v Value) Value { return s.repr(t, v) },
			New:  func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return s.construct(t, args, kw) },
		},
		Init: func(t *Thread, typ *object.Type) {
			if s.closed { // what tuple has is found then, and refuses
				typ.Dict.Delete(t, object.Intern(t, "__new__"))
				t.ClearExc()
			}
			typ.Dict.SetStr(t, "n_sequence_fields", object.SmallInt(int64(visible)))
			typ.Dict.SetStr(t, "n_fields", object.SmallInt(int64(len(fields))))
			typ.Dict.SetStr(t, "n_unnamed_fields", object.SmallInt(int64(s.unnamed)))
			if args := StrTuple(t, fields[:visible-s.unnamed]); args != null {
				typ.Dict.SetStr(t, "__match_args__", args)
			}
		},
	})
	return s
}

// alloc makes an instance with Null items; nil without memory.
func (s *StructSeq) alloc(t *Thread) *object.Tuple {
	v := object.AllocVar(t, t.Type(s.ID), uintptr(len(s.fields))*8)
	if v == null {
		return nil
	}
	x := object.As[object.Tuple](v)
	x.Size = int64(s.visible)
	return x
}

// Make makes an instance of values in the order of the fields; Null when one of them is Null.
func (s *StructSeq) Make(t *Thread, values ...Value) Value {
	x := s.alloc(t)
	if x == nil || len(values) != len(s.fields) {
		return null
	}
	for i, v := range values {
		if v == null {
			return null
		}
		*x.At(i) = v
	}
	return object.Of(x)
}

func (s *StructSeq) repr(t *Thread, v Value) Value {
	x := object.As[object.Tuple](v)
	var b strings.Builder
	b.WriteString(s.Name + "(")
	for i := 0; i < s.visible; i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		r, ok := object.ReprString(t, *x.At(i))
		if !ok {
			return null
		}
		b.WriteString(s.shownName(i) + "=" + r)
	}
	b.WriteString(")")
	return object.NewStr(t, b.String())
}

// shownName is what the representation calls an item: one without a name goes by the next name.
func (s *StructSeq) shownName(i int) string {
	for _, f := range s.fields {
		if f == "" {
			continue
		}
		if i == 0 {
			return f
		}
		i--
	}
	return ""
}

var structSeqSig = object.ParseSignature("structseq", "(sequence, dict={})")

// construct makes an instance of a sequence of the items and a dict of those beyond.
func (s *StructSeq) construct(t *Thread, args []Value, kw Value) Value {
	if s.closed {
		return object.Raise(t, object.TTypeError, "cannot create '%s' instances", s.Name)
	}
	a := t.PushArgs(2)
	if a == nil {
		return null
	}
	defer t.PopArgs(2)
	if s.oneSig != nil {
		if !s.oneSig.Bind(t, args, kw, a[:1]) {
			return null
		}
		x := s.alloc(t)
		if x == nil {
			return null
		}
		*x.At(0) = a[0]
		return object.Of(x)
	}
	if !structSeqSig.Bind(t, args, kw, a) {
		return null
	}
	more := a[1]
	if more != null && !object.IsDict(more) {
		return object.Raise(t, object.TTypeError, "%s() takes a dict as second arg, if any", s.Name)
	}
	seq := object.ListFromIterable(t, a[0])
	if seq == nil {
		if !t.Matches(object.TTypeError) {
			return null
		}
		t.ClearExc()
		return object.Raise(t, object.TTypeError, "constructor requires a sequence")
	}
	n, least, most := seq.Len(), s.visible, len(s.fields)
	switch {
	case least == most && n != least:
		return object.Raise(t, object.TTypeError, "%s() takes a %d-sequence (%d-sequence given)", s.Name, least, n)
	case n < least:
		return object.Raise(t, object.TTypeError, "%s() takes an at least %d-sequence (%d-sequence given)", s.Name, least, n)
	case n > most:
		return object.Raise(t, object.TTypeError, "%s() takes an at most %d-sequence (%d-sequence given)", s.Name, most, n)
	}
	x := s.alloc(t)
	if x == nil {
		return null
	}
	found := 0
	for i, f := range s.fields {
		*x.At(i) = none
		if i < n {
			*x.At(i) = *seq.At(i)
		} else if more != null {
			if v := object.As[object.Dict](more).GetStr(object.Intern(t, f)); v != null {
				*x.At(i) = v
				found++
			}
		}
	}
	if more != null && int64(found) < object.As[object.Dict](more).Used {
		return object.Raise(t, object.TTypeError, "%s() got duplicate or unexpected field name(s)", s.Name)
	}
	if s.Fill != nil {
		s.Fill(x)
	}
	return object.Of(x)
}

// parts are the items of a struct sequence as a tuple, and those beyond as a dict.
func (s *StructSeq) parts(t *Thread, v Value) (items, more Value) {
	x := object.As[object.Tuple](v)
	l, d := object.NewTuple(t, s.visible), object.NewDict(t)
	if l == nil || d == nil {
		return null, null
	}
	for i, f := range s.fields {
		if i < s.visible {
			*l.At(i) = *x.At(i)
		} else if !d.SetStr(t, f, *x.At(i)) {
			return null, null
		}
	}
	return object.Of(l), object.Of(d)
}

func (s *StructSeq) reduce(t *Thread, v Value) Value {
	items, more := s.parts(t, v)
	if items == null {
		return null
	}
	args := object.Pair(t, items, more)
	if args == null {
		return null
	}
	return object.Pair(t, object.TypeOf(t, v).Value(), args)
}

// replace is __replace__(**changes).
func (s *StructSeq) replace(t *Thread, v Value, args []Value, kw Value) Value {
	names := t.RT.EmptyTuple
	if kw != null {
		names = object.As[object.Tuple](kw)
	}
	plain := len(args) - names.Len()
	if plain > 0 {
		return object.Raise(t, object.TTypeError, "__replace__() takes no positional arguments")
	}
	if s.unnamed > 0 {
		return object.Raise(t, object.TTypeError, "__replace__() is not supported for %s because it has unnamed field(s)", s.Name)
	}
	x, left := s.alloc(t), object.NewDict(t)
	if x == nil || left == nil {
		return null
	}
	for i := range names.Len() {
		if !left.Set(t, *names.At(i), args[i]) {
			return null
		}
	}
	for i, f := range s.fields {
		*x.At(i) = *object.As[object.Tuple](v).At(i)
		name := object.Intern(t, f)
		if to := left.GetStr(name); to != null {
			*x.At(i) = to
			left.Delete(t, name)
		}
	}
	if object.Truth(t, object.Of(left)) > 0 {
		wrong := object.ListFromIterable(t, object.Of(left))
		if wrong == nil {
			return null
		}
		if text, ok := object.ReprString(t, object.Of(wrong)); ok {
			return object.Raise(t, object.TTypeError, "Got unexpected field name(s): %s", text)
		}
		return null
	}
	return object.Of(x)
}

// OneItem makes the constructor of a struct sequence with one item take that item, by its name or alone.
func (s *StructSeq) OneItem() *StructSeq {
	s.oneSig = object.ParseSignature(s.Name[strings.LastIndexByte(s.Name, '.')+1:], "("+s.fields[0]+")")
	return s
}
