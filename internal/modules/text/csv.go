// The module _csv: dialects. Reading is in csv_reader.go, writing in csv_writer.go.

package text

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tDialect   = object.AllocTypeID()
	tCSVReader = object.AllocTypeID()
	tCSVWriter = object.AllocTypeID()
)

// How fields are quoted.
const (
	quoteMinimal = iota
	quoteAll
	quoteNonNumeric
	quoteNone
	quoteStrings
	quoteNotNull
)

var quoteNames = [...]string{"QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL"}

const noChar = -1

// dialect is a _csv.Dialect; characters are noChar where there is none.
type dialect struct {
	header
	LineEnd                        Value
	Delimiter, Quote, Escape       int64
	Quoting                        int64
	DoubleQuote, SkipSpace, Strict bool
	Wide                           bool // one of the characters is above 255
	// Which of the first 256 characters are more than text: for the writer, for the reader in a field, and for the reader in a quoted field.
	Special, Ends, QuotedEnds charSet
}

// charSet is a set of characters below 256: 1 for those that are in it.
type charSet [256]uint8

func (s *charSet) add(c int64) {
	if c >= 0 && c < 256 {
		s[c] = 1
	}
}

// next is where the first character of the set is in text from i on, or the text's length.
func (s *charSet) next(text []byte, i int) int {
	for i < len(text) && s[text[i]] == 0 {
		i++
	}
	return i
}

// nextWide is next in text of wider characters.
func nextWide[E uint16 | rune](s *charSet, text []E, i int) int {
	for i < len(text) && (text[i] > 255 || s[uint8(text[i])] == 0) {
		i++
	}
	return i
}

const csvFieldLimit = 131072

// csvLimit is how long a field may be.
var csvLimit = object.NewHostKey(func(*object.Runtime) *int64 {
	limit := int64(csvFieldLimit)
	return &limit
})

var _ = native.Register("_csv", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tDialect},
		Funcs: []FuncDef{
			{Name: "reader", FK: newCSVReader},
			{Name: "writer", FK: newCSVWriter},
			{Name: "list_dialects", Sig: "()", F0: func(t *Thread, _ Value) Value {
				d := csvDialects(t)
				if d == nil {
					return null
				}
				return object.Of(object.ListFromIterable(t, object.Of(d)))
			}},
			{Name: "register_dialect", FK: func(t *Thread, _ Value, args []Value, kw Value) Value {
				pos, _ := object.SplitKw(args, kw)
				if !object.CheckPositional(t, "register_dialect", len(pos), 1, 2) {
					return null
				}
				if !object.IsStr(pos[0]) {
					return object.Raise(t, object.TTypeError, "dialect name must be a string")
				}
				name := pos[0]
				v := object.Call(t, t.Type(tDialect).Value(), args[1:], kw)
				d := csvDialects(t)
				if v == null || d == nil || !d.Set(t, name, v) {
					return null
				}
				return none
			}},
			{Name: "unregister_dialect", Sig: "(name)", Fn: func(t *Thread, _ Value, a []Value) Value {
				d := csvDialects(t)
				if d == nil {
					return null
				}
				switch d.Delete(t, a[0]) {
				case -1:
					return null
				case 0:
					return csvError(t, "unknown dialect")
				}
				return none
			}},
			{Name: "get_dialect", Sig: "(name)", Fn: func(t *Thread, _ Value, a []Value) Value { return csvGetDialect(t, a[0]) }},
			{Name: "field_size_limit", Sig: "(new_limit=<unrepresentable>)", Fn: func(t *Thread, _ Value, a []Value) Value {
				old := *csvLimit.Of(t.RT)
				if a[0] != null {
					if !object.IsIntLike(a[0]) {
						return object.Raise(t, object.TTypeError, "limit must be an integer")
					}
					n, ok := object.AsSize(t, a[0], object.TOverflowError)
					if !ok {
						return null
					}
					*csvLimit.Of(t.RT) = n
				}
				return object.NewInt(t, old)
			}},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for i, name := range quoteNames {
				if !d.SetStr(t, name, object.SmallInt(int64(i))) {
					return false
				}
			}
			dialects, e := object.NewDict(t), native.NewErrorClass(t, "_csv.Error", t.Type(object.TException).Value())
			return dialects != nil && e != null && d.SetStr(t, "_dialects", object.Of(dialects)) && d.SetStr(t, "Error", e) &&
				d.SetStr(t, "__version__", object.NewStr(t, "1.0")) && d.SetStr(t, "Reader", t.Type(tCSVReader).Value()) &&
				d.SetStr(t, "Writer", t.Type(tCSVWriter).Value())
		},
	}
})

func csvError(t *Thread, text string) Value { return native.RaiseFrom(t, "_csv", "Error", text) }

func csvDialects(t *Thread) *object.Dict {
	m := native.ImportModule(t, "_csv")
	if m == null {
		return nil
	}
	d := object.GetAttr(t, m, object.Intern(t, "_dialects"))
	if d == null || !object.IsDict(d) {
		return nil
	}
	return object.As[object.Dict](d)
}

func csvGetDialect(t *Thread, name Value) Value {
	d := csvDialects(t)
	if d == nil {
		return null
	}
	v := d.Get(t, name)
	if v == null && t.Exc == null {
		return csvError(t, "unknown dialect")
	}
	return v
}

const dialectSig = "(dialect=None, delimiter=',', doublequote=True, escapechar=None, lineterminator='\\r\\n', quotechar='\"', quoting=0, skipinitialspace=False, strict=False)"

func newDialect(t *Thread, typ *object.Type, b []Value) Value {
	base := b[0]
	if base == none {
		base = null
	}
	if base != null {
		if object.IsStr(base) {
			if base = csvGetDialect(t, base); base == null {
				return null
			}
		}
		plain := true
		for _, v := range b[1:] {
			plain = plain && v == null
		}
		if plain && base.IsExact(tDialect) && typ.ID == tDialect {
			return base
		}
		for i, name := range [...]string{"delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict"} {
			if b[1+i] == null {
				if b[1+i] = object.LookupAttr(t, base, object.Intern(t, name)); t.Exc != null {
					return null
				}
			}
		}
	}
	d := native.Alloc[dialect](t, typ)
	if d == nil {
		return null
	}
	ok := csvChar(t, "delimiter", b[1], ',', &d.Delimiter, false) && csvBool(t, b[2], true, &d.DoubleQuote) && csvChar(t, "escapechar", b[3], noChar, &d.Escape, true) &&
		csvBool(t, b[7], false, &d.SkipSpace) && csvBool(t, b[8], false, &d.Strict)
	if !ok {
		return null
	}
	if d.LineEnd = b[4]; b[4] == null {
		d.LineEnd = object.NewStr(t, "\r\n")
	} else if !object.IsStr(b[4]) {
		if b[4] == none {
			return object.Raise(t, object.TTypeError, "lineterminator must be set")
		}
		return object.Raise(t, object.TTypeError, "\"lineterminator\" must be a string")
	}
	if !csvChar(t, "quotechar", b[5], '"', &d.Quote, true) {
		return null
	}
	if b[6] != null {
		if !object.IsIntLike(b[6]) || b[6].IsBool() {
			return object.Raise(t, object.TTypeError, "\"quoting\" must be an integer")
		}
		n, fits := object.Int64(b[6])
		if !fits || n < 0 || int(n) >= len(quoteNames) {
			return object.Raise(t, object.TTypeError, "bad \"quoting\" value")
		}
		d.Quoting = n
	}
	if b[5] == none && b[6] == null {
		d.Quoting = quoteNone
	}
	if d.Quoting != quoteNone && d.Quote == noChar {
		return object.Raise(t, object.TTypeError, "quotechar must be set if quoting enabled")
	}
	return d.check(t)
}

// check refuses characters that would have two meanings.
func (d *dialect) check(t *Thread) Value {
	end := object.GoString(d.LineEnd)
	chars := [...]struct {
		name  string
		c     int64
		space bool // it may be a space where those are skipped
	}{{"delimiter", d.Delimiter, true}, {"escapechar", d.Escape, false}, {"quotechar", d.Quote, false}}
	for _, x := range chars {
		if x.c == noChar {
			continue
		}
		if x.c == '\n' || x.c == '\r' || x.c == ' ' && d.SkipSpace && !x.space {
			return object.Raise(t, object.TValueError, "bad %s value", x.name)
		}
		if strings.ContainsRune(end, rune(x.c)) {
			return object.Raise(t, object.TValueError, "bad %s or lineterminator value", x.name)
		}
	}
	for i, x := range chars {
		for _, y := range chars[i+1:] {
			if x.c != noChar && x.c == y.c {
				return object.Raise(t, object.TValueError, "bad %s or %s value", x.name, y.name)
			}
		}
	}
	d.Wide = max(d.Delimiter, d.Escape, d.Quote) > 255
	for _, c := range [...]int64{d.Delimiter, d.Escape, '\n', '\r'} {
		d.Special.add(c)
		d.Ends.add(c)
	}
	d.Special.add(d.Quote)
	for _, c := range end {
		d.Special.add(int64(c))
	}
	d.QuotedEnds.add(d.Escape)
	if d.Quoting != quoteNone {
		d.QuotedEnds.add(d.Quote)
	}
	return object.Of(d)
}

func csvBool(t *Thread, v Value, def bool, to *bool) bool {
	if *to = def; v == null {
		return true
	}
	x := object.Truth(t, v)
	*to = x > 0
	return x >= 0
}

// csvChar reads a character; none: None may stand for no character.
func csvChar(t *Thread, name string, v Value, def rune, to *int64, orNone bool) bool {
	*to = int64(def)
	or := ""
	if orNone {
		or = " or None"
	}
	switch {
	case v == null:
	case v == none && orNone:
		*to = noChar
	case !object.IsStr(v):
		object.Raise(t, object.TTypeError, "\"%s\" must be string%s, not %s", name, or, object.TypeName(t, v))
		return false
	case object.As[object.Str](v).Len != 1:
		object.Raise(t, object.TTypeError, "\"%s\" must be a 1-character string", name)
		return false
	default:
		*to = int64(object.As[object.Str](v).At(0))
	}
	return true
}

func csvCharValue(t *Thread, c int64) Value {
	if c == noChar {
		return none
	}
	return object.NewStrRune(t, rune(c))
}

var _ = object.DefineType(tDialect, object.TypeDef{
	Name: "_csv.Dialect", Size: unsafe.Sizeof(dialect{}), Refs: 1 << 1, Flags: object.TypeBase,
	Slots: object.Slots{New: object.BindNew("Dialect", dialectSig, newDialect),
		Init: func(t *Thread, v Value, args []Value, kw Value) bool { return true }},
	Methods: []FuncDef{
		{Name: "__reduce__", MaxArgs: -1, FN: csvNoPickle}, {Name: "__reduce_ex__", MaxArgs: -1, FN: csvNoPickle},
	},
	GetSets: []object.GetSetDef{
		{Name: "delimiter", Get: func(t *Thread, v Value) Value { return csvCharValue(t, object.As[dialect](v).Delimiter) }},
		{Name: "escapechar", Get: func(t *Thread, v Value) Value { return csvCharValue(t, object.As[dialect](v).Escape) }},
		{Name: "quotechar", Get: func(t *Thread, v Value) Value { return csvCharValue(t, object.As[dialect](v).Quote) }},
		{Name: "lineterminator", Get: func(t *Thread, v Value) Value { return object.As[dialect](v).LineEnd }},
		{Name: "quoting", Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[dialect](v).Quoting) }},
		{Name: "doublequote", Get: func(t *Thread, v Value) Value { return object.Bool(object.As[dialect](v).DoubleQuote) }},
		{Name: "skipinitialspace", Get: func(t *Thread, v Value) Value { return object.Bool(object.As[dialect](v).SkipSpace) }},
		{Name: "strict", Get: func(t *Thread, v Value) Value { return object.Bool(object.As[dialect](v).Strict) }},
	},
})

func csvNoPickle(t *Thread, v Value, args []Value) Value {
	return object.Raise(t, object.TTypeError, "cannot pickle '%s' instances", "Dialect")
}

// callDialect makes the dialect of a reader or writer of the arguments behind the first.
func callDialect(t *Thread, args []Value, kw Value) *dialect {
	v := object.Call(t, t.Type(tDialect).Value(), args, kw)
	if v == null {
		return nil
	}
	return object.As[dialect](v)
}

var _ = object.Plain[int64]()
