// The module _locale: its functions and constants.

package localemod

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/locales"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// langinfo is the constants that nl_langinfo takes.
var langinfo = func() map[string]int64 {
	const numeric, times, monetary, messages = int64(locales.Numeric) << 16, int64(locales.Time) << 16, int64(locales.Monetary) << 16, int64(locales.Messages) << 16
	m := map[string]int64{
		"RADIXCHAR": numeric, "THOUSEP": numeric + 1, "CRNCYSTR": monetary + locales.CurrencyLC, "CODESET": codeset,
		"D_T_FMT": times + locales.DateTime, "D_FMT": times + locales.Date, "T_FMT": times + locales.Clock, "T_FMT_AMPM": times + locales.Clock12,
		"AM_STR": times + locales.AM, "PM_STR": times + locales.PM, "ERA": times + 44, "ERA_D_FMT": times + 46, "ALT_DIGITS": times + locales.AltDigits,
		"ERA_D_T_FMT": times + 48, "ERA_T_FMT": times + 49, "_DATE_FMT": times + locales.UnixDate,
		"YESEXPR": messages + locales.Yes, "NOEXPR": messages + locales.No,
	}
	for i := range int64(7) {
		day := native.Itoa(int(i + 1))
		m["ABDAY_"+day], m["DAY_"+day] = times+locales.ShortDays+i, times+locales.Days+i
	}
	for i := range int64(12) {
		month := native.Itoa(int(i + 1))
		m["ABMON_"+month], m["MON_"+month] = times+locales.ShortMonths+i, times+locales.Months+i
	}
	return m
}()

const (
	codeset = 14 // nl_langinfo's number of the encoding
	charMax = 127
)

var _ = native.Register("_locale", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []object.FuncDef{
			{Name: "setlocale", MinArgs: 1, MaxArgs: 2, FN: setlocale},
			{Name: "localeconv", Sig: "()", F0: localeconv},
			{Name: "strcoll", Sig: "(os1, os2, /)", Fn: strcoll},
			{Name: "strxfrm", Sig: "(string, /)", F1: strxfrm},
			{Name: "nl_langinfo", Sig: "(key, /)", F1: nlLanginfo},
			{Name: "gettext", Sig: "(msg, /)", F1: func(t *Thread, _, msg Value) Value { return message(t, "gettext() argument", msg) }},
			{Name: "dgettext", Sig: "(domain, msg, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				if !domainArg(t, "dgettext", a[0]) {
					return null
				}
				return message(t, "dgettext() argument 2", a[1])
			}},
			{Name: "dcgettext", Sig: "(domain, msg, category, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
				if !domainArg(t, "dcgettext", a[0]) {
					return null
				}
				m := message(t, "dcgettext() argument 2", a[1])
				if m == null {
					return null
				}
				if _, ok := object.AsInt(t, a[2]); !ok {
					return null
				}
				return m
			}},
			{Name: "textdomain", Sig: "(domain, /)", F1: textdomain},
			{Name: "bindtextdomain", Sig: "(domain, dir, /)", Fn: bindtextdomain},
			{Name: "bind_textdomain_codeset", Sig: "(domain, codeset, /)", Fn: bindTextdomainCodeset},
			{Name: "getencoding", Sig: "()", F0: func(t *Thread, _ Value) Value {
				return object.NewStr(t, stateKey.Of(t.RT).data[locales.Ctype].Codeset)
			}},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			e := native.NewErrorClass(t, "locale.Error", t.Type(object.TException).Value())
			if e == null || !d.SetStr(t, "Error", e) || !d.SetStr(t, "CHAR_MAX", object.SmallInt(charMax)) {
				return false
			}
			for c := range locales.Categories {
				if c <= locales.All && !d.SetStr(t, c.String(), object.SmallInt(int64(c))) {
					return false
				}
			}
			for _, name := range slices.Sorted(maps.Keys(langinfo)) {
				if !d.SetStr(t, name, object.SmallInt(langinfo[name])) {
					return false
				}
			}
			return true
		},
	}
})

func fail(t *Thread, text string) Value { return native.RaiseFrom(t, "_locale", "Error", text) }

func setlocale(t *Thread, _ Value, a []Value) Value {
	n, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	known := n >= 0 && n < int(locales.Categories)
	if len(a) < 2 || a[1] == none {
		if !known {
			return fail(t, "locale query failed")
		}
		return object.NewStr(t, s.name(locales.Category(n)))
	}
	name, ok := native.CText(t, "setlocale() argument 2 must be str or None", a[1])
	if !ok {
		return null
	}
	if !known || !set(t, s, locales.Category(n), name) {
		if t.Exc != null {
			return null
		}
		return fail(t, "unsupported locale setting")
	}
	return object.NewStr(t, s.name(locales.Category(n)))
}

// decode is the str of a text of C's.
func decode(t *Thread, text, encoding string) Value {
	switch encoding {
	case "", locales.UTF8, locales.ASCII:
		for i, w := 0, 0; i < len(text); i += w {
			var r rune
			if r, w = utf8.DecodeRuneInString(text[i:]); w == 1 && r >= utf8.RuneSelf || r >= utf8.RuneSelf && encoding == locales.ASCII {
				return raiseDecode(t, text, i)
			}
		}
		return object.NewStr(t, text)
	}
	return object.DecodeBytes(t, []byte(text), encoding, "strict")
}

// raiseDecode raises the error for a byte that is no character.
func raiseDecode(t *Thread, text string, i int) Value {
	b := object.NewBytes(t, []byte(text))
	if b == null {
		return null
	}
	return object.RaiseUnicodeError(t, object.TUnicodeDecodeError, "locale", b, i, i+1, "decoding error")
}

func decodeText(t *Thread, text, encoding string) (string, bool) {
	v := decode(t, text, encoding)
	if v == null {
		return "", false
	}
	return object.GoString(v), true
}

// lconv is the fields of struct lconv in the order of the category LC_MONETARY; those that begin with a dash are numbers.
var lconv = []string{"int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep", "mon_grouping", "positive_sign", "negative_sign",
	"-int_frac_digits", "-frac_digits", "-p_cs_precedes", "-p_sep_by_space", "-n_cs_precedes", "-n_sep_by_space", "-p_sign_posn", "-n_sign_posn"}

func localeconv(t *Thread, _ Value) Value {
	s := stateKey.Of(t.RT)
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	put := func(name string, v Value) bool { return v != null && d.SetStr(t, name, v) }
	money, number := s.data[locales.Monetary], s.data[locales.Numeric]
	for i, name := range lconv {
		ok := false
		switch {
		case name == "mon_grouping":
			ok = put(name, grouping(t, money.Text(i)))
		case name[0] == '-':
			n := int64(charMax)
			if raw := money.Raw(i); raw != "" {
				n = int64(int8(raw[0]))
			}
			if n < 0 {
				n = charMax
			}
			ok = put(name[1:], object.SmallInt(n))
		default:
			ok = put(name, decode(t, money.Text(i), money.Codeset))
		}
		if !ok {
			return null
		}
	}
	if !put("decimal_point", decode(t, number.Text(locales.DecimalPoint), number.Codeset)) ||
		!put("thousands_sep", decode(t, number.Text(locales.ThousandsSep), number.Codeset)) || !put("grouping", grouping(t, number.Text(locales.Grouping))) {
		return null
	}
	return object.Of(d)
}

// grouping is a list of sizes of groups, which ends with 0 unless it is empty or says that there are no more groups.
func grouping(t *Thread, sizes string) Value {
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	for i := 0; i < len(sizes); i++ {
		if !l.Append(t, object.SmallInt(int64(sizes[i]))) {
			return null
		}
		if sizes[i] >= charMax {
			return object.Of(l)
		}
	}
	if sizes != "" && !l.Append(t, object.SmallInt(0)) {
		return null
	}
	return object.Of(l)
}

func strcoll(t *Thread, _ Value, a []Value) Value {
	for i, v := range a {
		if !object.IsStr(v) {
			return object.Raise(t, object.TTypeError, "strcoll() argument %d must be str, not %s", i+1, native.TypeOrNone(t, v))
		}
	}
	if !noNul(t, a[0]) || !noNul(t, a[1]) {
		return null
	}
	s := stateKey.Of(t.RT)
	c, ok := s.collation(t)
	if !ok {
		return null
	}
	if c != nil {
		x, ok := s.key(t, c, a[0])
		if !ok {
			return null
		}
		y, ok := s.key(t, c, a[1])
		if !ok {
			return null
		}
		return object.SmallInt(int64(strings.Compare(x, y))) // UTF-8 orders as the numbers of characters do
	}
	less := object.CompareBool(t, a[0], a[1], object.LT)
	if less < 0 {
		return null
	}
	if less > 0 {
		return object.SmallInt(-1)
	}
	equal := object.EqualBool(t, a[0], a[1])
	if equal < 0 {
		return null
	}
	return object.SmallInt(int64(1 - equal))
}

// noNul raises ValueError for a str with NUL in it, where C would end.
func noNul(t *Thread, v Value) bool {
	if strings.IndexByte(object.GoString(v), 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return false
	}
	return true
}

func strxfrm(t *Thread, _, v Value) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "strxfrm() argument must be str, not %s", native.TypeOrNone(t, v))
	}
	if !noNul(t, v) {
		return null
	}
	s := stateKey.Of(t.RT)
	c, ok := s.collation(t)
	if !ok {
		return null
	}
	if c == nil {
		return v
	}
	k, ok := s.key(t, c, v)
	if !ok {
		return null
	}
	return object.NewStr(t, k)
}

func nlLanginfo(t *Thread, _, v Value) Value {
	n, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	ctype := s.data[locales.Ctype].Codeset
	for _, known := range langinfo {
		if known != int64(n) {
			continue
		}
		if n == codeset {
			return object.NewStr(t, ctype)
		}
		return decode(t, s.data[n>>16].Text(n&0xffff), ctype)
	}
	return object.Raise(t, object.TValueError, "unsupported langinfo constant")
}
