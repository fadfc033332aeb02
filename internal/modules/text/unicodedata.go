// The module unicodedata: the Unicode Character Database, and that of Unicode 3.2 as ucd_3_2_0.

package text

import (
	"slices"

	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tUCD = object.AllocTypeID()

// database is a unicodedata.UCD: the one there is stands for Unicode 3.2.
type database struct{ header }

var _ = object.DefineType(tUCD, object.TypeDef{
	Name: "unicodedata.UCD", Size: 8, Flags: object.TypeNoInstances, Methods: databaseFuncs(),
	GetSets: []object.GetSetDef{{Name: "unidata_version", Get: func(t *Thread, _ Value) Value { return object.NewStr(t, "3.2.0") }}},
})

var _ = native.Register("unicodedata", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: databaseFuncs(),
		Types: []object.TypeID{tUCD},
		Init: func(t *Thread, m Value, dict *object.Dict) bool {
			old, version := object.AllocInstance(t, t.Type(tUCD)), object.NewStr(t, unidata.Version)
			return old != null && version != null && dict.SetStr(t, "ucd_3_2_0", old) &&
				dict.SetStr(t, "unidata_version", version) && native.SetCapsule(t, dict, "unicodedata", "_ucnhash_CAPI")
		},
	}
})

// edition is the edition of the database that a function belongs to.
func edition(self Value) unidata.Edition {
	if self != null && self.IsExact(tUCD) {
		return unidata.V3_2
	}
	return unidata.Current
}

// character takes the one character out of a str.
func character(t *Thread, v Value, fname, argument string) (rune, bool) {
	if !object.IsStr(v) || object.As[object.Str](v).Len != 1 {
		object.Raise(t, object.TTypeError, "%s() %s must be a unicode character, not %s", fname, argument, object.TypeName(t, v))
		return 0, false
	}
	return object.As[object.Str](v).At(0), true
}

// databaseFuncs makes the functions of the module, which are also the methods of UCD.
func databaseFuncs() []FuncDef {
	property := func(name string, get func(t *Thread, e unidata.Edition, r rune) Value) FuncDef {
		return FuncDef{Name: name, Sig: "(chr, /)", F1: func(t *Thread, self, arg Value) Value {
			r, ok := character(t, arg, name, "argument")
			if !ok {
				return null
			}
			return get(t, edition(self), r)
		}}
	}
	// value declares a function that gives a value, or Null where there is none: then the default, or a ValueError.
	value := func(name, none string, get func(t *Thread, e unidata.Edition, r rune) Value) FuncDef {
		return FuncDef{Name: name, Sig: "(chr, default=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
			r, ok := character(t, args[0], name, "argument 1")
			if !ok {
				return null
			}
			v := get(t, edition(self), r)
			switch {
			case v != null || t.Exc != null:
				return v
			case len(args) > 1:
				return args[1]
			}
			return object.Raise(t, object.TValueError, "%s", none)
		}}
	}
	number := func(n int) Value {
		if n < 0 {
			return null
		}
		return object.SmallInt(int64(n))
	}
	text := func(get func(e unidata.Edition, r rune) string) func(t *Thread, e unidata.Edition, r rune) Value {
		return func(t *Thread, e unidata.Edition, r rune) Value { return object.NewStr(t, get(e, r)) }
	}
	normalized := func(name string, result func(t *Thread, in Value, out []rune, same bool) Value) FuncDef {
		return FuncDef{Name: name, Sig: "(form, unistr, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
			for i, a := range args {
				if !object.IsStr(a) {
					return object.Raise(t, object.TTypeError, "%s() argument %d must be str, not %s", name, i+1, object.TypeName(t, a))
				}
			}
			form, ok := normalForms[object.GoString(args[0])]
			s := object.As[object.Str](args[1])
			switch {
			case s.Len == 0:
				return result(t, args[1], nil, true)
			case !ok:
				return object.Raise(t, object.TValueError, "invalid normalization form")
			case s.Unchanged(form) == int(s.Len):
				return result(t, args[1], nil, true)
			}
			in := s.RunesIn(t)
			if in == nil {
				return null
			}
			out, ok := edition(self).Normalize(form, in, func(out []rune, n int) ([]rune, bool) { return object.Grow(t, out, n) })
			if !ok {
				return null
			}
			return result(t, args[1], out, slices.Equal(in, out))
		}}
	}
	return []FuncDef{
		value("decimal", "not a decimal",
			func(t *Thread, e unidata.Edition, r rune) Value { return number(e.Of(r).Decimal) }),
		value("digit", "not a digit",
			func(t *Thread, e unidata.Edition, r rune) Value { return number(e.Of(r).Digit) }),
		value("numeric", "not a numeric character",
			func(t *Thread, e unidata.Edition, r rune) Value {
				if c := e.Of(r); c.HasNumeric {
					return object.Float(c.Numeric)
				}
				return null
			}),
		value("name", "no such name",
			func(t *Thread, e unidata.Edition, r rune) Value {
				name := unidata.Name(r)
				if name == "" || e != unidata.Current && !e.Of(r).Assigned() {
					return null
				}
				return object.NewStr(t, name)
			}),
		{Name: "lookup", Sig: "(name, /)", F1: databaseLookup},
		property("category",
			text(func(e unidata.Edition, r rune) string { return e.Of(r).Category })),
		property("bidirectional",
			text(func(e unidata.Edition, r rune) string { return e.Of(r).Bidirectional })),
		property("combining",
			func(t *Thread, e unidata.Edition, r rune) Value { return number(e.Of(r).Combining) }),
		property("mirrored",
			func(t *Thread, e unidata.Edition, r rune) Value {
				if e.Of(r).Mirrored {
					return number(1)
				}
				return number(0)
			}),
		property("east_asian_width",
			text(func(e unidata.Edition, r rune) string { return e.Of(r).Width })),
		property("decomposition",
			text(unidata.Edition.Decomposition)),
		normalized("is_normalized",
			func(t *Thread, _ Value, _ []rune, same bool) Value { return object.Bool(same) }),
		normalized("normalize",
			func(t *Thread, in Value, out []rune, same bool) Value {
				if same {
					return in
				}
				return object.NewStrRunes(t, out)
			}),
	}
}

var normalForms = map[string]unidata.Form{"NFD": {}, "NFC": {Composed: true}, "NFKD": {Compatible: true}, "NFKC": {Compatible: true, Composed: true}}

func databaseLookup(t *Thread, self, arg Value) Value {
	var name string
	if object.IsStr(arg) {
		name = object.GoString(arg)
	} else if b, ok := native.BufferOf(t, arg); ok {
		name = string(b)
	} else {
		return null
	}
	const longest = 256
	if len(name) > longest {
		return object.Raise(t, object.TKeyError, "name too long")
	}
	r, ok := unidata.LookupName(name)
	if !ok && edition(self) == unidata.Current {
		if sequence, ok := unidata.LookupSequence(name); ok {
			return object.NewStr(t, sequence)
		}
	}
	if !ok || edition(self) != unidata.Current && unidata.IsAlias(name) {
		return object.Raise(t, object.TKeyError, "undefined character name '%s'", name)
	}
	return object.NewStrRune(t, r)
}
