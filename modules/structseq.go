// Struct sequences: tuples whose items have names too, such as sys.version_info.
package modules

import (
	"strings"

	"github.com/psyco-go/psy/object"
)

// structSeq is a struct sequence type. Fields beyond Visible are attributes only.
type structSeq struct {
	id      object.TypeID
	name    string
	fields  []string
	visible int
}

// itemWord is the word of a tuple's first item.
const itemWord = int(object.TupleItems / 8)

// newStructSeq declares a type; name is qualified by its module. To be called while Go's package variables are initialized.
func newStructSeq(name, doc string, fields []string, visible int) *structSeq {
	s := &structSeq{id: object.AllocTypeID(), name: name, fields: fields, visible: visible}
	members := make([]object.MemberDef, len(fields))
	for i, f := range fields {
		members[i] = object.MemberDef{Name: f, Word: itemWord + i}
	}
	object.DefineType(s.id, object.TypeDef{
		Name: name, Base: object.TTuple, Doc: doc, Members: members,
		Slots: object.Slots{
			Repr: func(t *Thread, v Value) Value { return s.repr(t, v) },
			New:  func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return s.construct(t, args, kw) },
		},
		Init: func(t *Thread, typ *object.Type) {
			typ.Dict.SetStr(t, "n_sequence_fields", object.SmallInt(int64(visible)))
			typ.Dict.SetStr(t, "n_fields", object.SmallInt(int64(len(fields))))
			typ.Dict.SetStr(t, "n_unnamed_fields", object.SmallInt(0))
			if args := strTuple(t, fields[:visible]); args != null {
				typ.Dict.SetStr(t, "__match_args__", args)
			}
		},
	})
	return s
}

// alloc makes an instance with Null items; nil without memory.
func (s *structSeq) alloc(t *Thread) *object.Tuple {
	v := object.AllocVar(t, t.Type(s.id), uintptr(len(s.fields))*8)
	if v == null {
		return nil
	}
	x := object.As[object.Tuple](v)
	x.Size = int64(s.visible)
	return x
}

// make makes an instance of values in the order of the fields; Null when one of them is Null.
func (s *structSeq) make(t *Thread, values ...Value) Value {
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

func (s *structSeq) repr(t *Thread, v Value) Value {
	x := object.As[object.Tuple](v)
	var b strings.Builder
	b.WriteString(s.name + "(")
	for i := 0; i < s.visible; i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		r, ok := object.ReprString(t, *x.At(i))
		if !ok {
			return null
		}
		b.WriteString(s.fields[i] + "=" + r)
	}
	b.WriteString(")")
	return object.NewStr(t, b.String())
}

func (s *structSeq) construct(t *Thread, args []Value, kw Value) Value {
	if len(args) == 0 || kw != null {
		return object.Raise(t, object.TTypeError, "cannot create '%s' instances", s.name)
	}
	seq := object.ListFromIterable(t, args[0])
	if seq == nil {
		t.ClearExc()
		return object.Raise(t, object.TTypeError, "constructor requires a sequence")
	}
	n, least, most := seq.Len(), s.visible, len(s.fields)
	switch {
	case least == most && n != least:
		return object.Raise(t, object.TTypeError, "%s() takes a %d-sequence (%d-sequence given)", s.name, least, n)
	case n < least:
		return object.Raise(t, object.TTypeError, "%s() takes an at least %d-sequence (%d-sequence given)", s.name, least, n)
	case n > most:
		return object.Raise(t, object.TTypeError, "%s() takes an at most %d-sequence (%d-sequence given)", s.name, most, n)
	}
	x := s.alloc(t)
	if x == nil {
		return null
	}
	for i := range s.fields {
		*x.At(i) = none
		if i < n {
			*x.At(i) = *seq.At(i)
		}
	}
	return object.Of(x)
}
