// The module _string: what string.Formatter asks of the template language.

package text

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tFormatterIter = object.AllocTypeID()
	tFieldNameIter = object.AllocTypeID()
)

var _ = native.Register("_string", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "formatter_parser", F1: func(t *Thread, _, v Value) Value { return newTextIter(t, tFormatterIter, v) }},
			{Name: "formatter_field_name_split", F1: func(t *Thread, _, v Value) Value {
				it := newTextIter(t, tFieldNameIter, v)
				if it == null {
					return null
				}
				first, rest := object.FormatFirst(t, object.GoString(v))
				if first == null {
					return null
				}
				if object.As[textIter](it).Text = object.NewStr(t, rest); object.As[textIter](it).Text == null {
					return null
				}
				return object.Pair(t, first, it)
			}},
		},
	}
})

// textIter cuts one piece after the other off a text.
type textIter struct {
	header
	Text Value
}

func newTextIter(t *Thread, id object.TypeID, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "expected str, got %s", object.TypeName(t, v))
	}
	x := object.New[textIter](t, id)
	if x != nil {
		x.Text = v
	}
	return object.Of(x)
}

// nextPiece takes a piece off the text with f; at the end Null.
func nextPiece(f func(t *Thread, text string) (Value, string)) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		x := object.As[textIter](v)
		text := object.GoString(x.Text)
		if text == "" {
			return null
		}
		piece, rest := f(t, text)
		if piece == null {
			return null
		}
		if x.Text = object.NewStr(t, rest); x.Text == null {
			return null
		}
		return piece
	}
}

func textIterDef(name string, next object.UnaryFunc) object.TypeDef {
	return object.TypeDef{Name: name, Size: unsafe.Sizeof(textIter{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
		Slots: object.Slots{Iter: object.ReturnSelf, Next: next}}
}

var (
	_ = object.DefineType(tFormatterIter, textIterDef("formatteriterator", nextPiece(formatterPiece)))
	_ = object.DefineType(tFieldNameIter, textIterDef("fieldnameiterator", nextPiece(object.FormatStep)))
)

// formatterPiece is a tuple of the literal text, the field's name, its spec and its conversion; the last three None if there is no field.
func formatterPiece(t *Thread, text string) (Value, string) {
	p, rest, problem := object.NextFormatPart(text)
	if problem != "" {
		return object.Raise(t, object.TValueError, "%s", problem), ""
	}
	x := object.NewTuple(t, 4)
	if x == nil {
		return null, ""
	}
	*x.At(0), *x.At(1), *x.At(2), *x.At(3) = object.NewStr(t, p.Literal), none, none, none
	if p.Field {
		*x.At(1), *x.At(2) = object.NewStr(t, p.Name), object.NewStr(t, p.Spec)
		if p.Conversion != 0 {
			*x.At(3) = object.NewStrRune(t, p.Conversion)
		}
	}
	for _, v := range x.Items() {
		if v == null {
			return null, ""
		}
	}
	return object.Of(x), rest
}
