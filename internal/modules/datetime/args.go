// Arguments of functions that C declares with PyArg_ParseTupleAndKeywords: they are bound and converted one after the other, and their errors
// come in this order.

package datetime

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// params are the parameters of a function. Without a name, errors speak of "function". The kinds are C's letters for what an argument must be:
// i an int, U a str, C a character, s a str without zeros, O anything; and here d a date, t a time, D a timedelta.
type params struct {
	name                 string
	names                []string
	kinds                string
	required, positional int
}

// call binds a call's arguments and calls f with one value for each parameter, ints being exact; Null where nothing was given.
func (p *params) call(t *Thread, self Value, args []Value, kw Value, f func(t *Thread, self Value, a []Value) Value) Value {
	bound := t.PushArgs(len(p.names))
	if bound == nil {
		return null
	}
	r := null
	if p.bind(t, args, kw, bound) {
		r = f(t, self, bound)
	}
	t.PopArgs(len(p.names))
	return r
}

func (p *params) label(without string) string {
	if p.name == "" {
		return without
	}
	return p.name + "()"
}

// keyword is the index of the argument for a parameter that is given by name, or -1.
func (p *params) keyword(kw Value, npos, i int) int {
	if kw == null {
		return -1
	}
	for k, name := range object.As[object.Tuple](kw).Items() {
		if s := object.As[object.Str](name); s.IsASCII() && s.View() == p.names[i] {
			return npos + k
		}
	}
	return -1
}

// bind fills bound from a call's arguments, in the order of the parameters.
func (p *params) bind(t *Thread, args []Value, kw Value, bound []Value) bool {
	left := object.KwLen(kw)
	npos := len(args) - left
	if len(args) > len(p.names) {
		kind := ""
		if npos == 0 {
			kind = "keyword "
		}
		object.Raise(t, object.TTypeError, "%s takes at most %d %sargument%s (%d given)", p.label("function"), len(p.names), kind,
			object.Plural(len(p.names)), len(args))
		return false
	}
	for i, name := range p.names {
		if i == p.positional && npos > i {
			object.Raise(t, object.TTypeError, "%s takes at most %d positional arguments (%d given)", p.label("function"), i, npos)
			return false
		}
		at := i
		if i >= npos {
			if left == 0 && i >= p.required {
				return true
			}
			if at = p.keyword(kw, npos, i); at >= 0 {
				left--
			}
		}
		if at >= 0 {
			if bound[i] = p.convert(t, i, args[at]); bound[i] == null {
				return false
			}
		} else if i < p.required {
			object.Raise(t, object.TTypeError, "%s missing required argument '%s' (pos %d)", p.label("function"), name, i+1)
			return false
		}
	}
	return left == 0 || p.surplus(t, npos, kw)
}

// convert checks an argument. Null: an exception is set.
func (p *params) convert(t *Thread, i int, v Value) Value {
	ok := true
	switch p.kinds[i] {
	case 'i':
		n, ok := native.CInt(t, v)
		if !ok {
			return null
		}
		return object.SmallInt(int64(n))
	case 'U':
		ok = needStr(t, p.name, i+1, v)
	case 's':
		ok = needStr(t, p.name, i+1, v) && plainText(t, v)
	case 'C':
		if ok = object.IsStr(v) && object.As[object.Str](v).Len == 1; !ok {
			needType(t, p.name, i+1, "a unicode character", v)
		}
	case 'd':
		ok = is(t, v, tDate) || needType(t, p.name, i+1, "datetime.date", v)
	case 't':
		ok = is(t, v, tTime) || needType(t, p.name, i+1, "datetime.time", v)
	case 'D':
		ok = is(t, v, tDelta) || needType(t, p.name, i+1, "datetime.timedelta", v)
	}
	if !ok {
		return null
	}
	return v
}

// plainText checks that a str is valid text without zeros.
func plainText(t *Thread, v Value) bool {
	text, ok := utf8Text(t, v)
	if ok && strings.IndexByte(text, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return false
	}
	return ok
}

// surplus raises the error for keyword arguments that have no parameter left.
func (p *params) surplus(t *Thread, npos int, kw Value) bool {
	for i := range min(npos, len(p.names)) {
		if p.keyword(kw, npos, i) >= 0 {
			object.Raise(t, object.TTypeError, "argument for %s given by name ('%s') and position (%d)", p.label("function"), p.names[i], i+1)
			return false
		}
	}
	for _, name := range object.As[object.Tuple](kw).Items() {
		if slices.Contains(p.names, object.GoString(name)) {
			continue
		}
		if p.name == "" {
			object.Raise(t, object.TTypeError, "this function got an unexpected keyword argument '%s'", object.GoString(name))
		} else {
			object.UnexpectedKeyword(t, p.name, object.GoString(name), p.names...)
		}
		return false
	}
	return true
}

// count checks how many arguments a function has that takes positional ones only.
func count(t *Thread, name string, args []Value, n int) bool {
	if len(args) == n {
		return true
	}
	object.Raise(t, object.TTypeError, "%s() takes exactly %d argument%s (%d given)", name, n, object.Plural(n), len(args))
	return false
}

// number is the int in a bound argument, or def.
func number(v Value, def int) int {
	if v == null {
		return def
	}
	return int(v.Int())
}

// needStr checks that argument number i of a function is a str.
func needStr(t *Thread, function string, i int, v Value) bool {
	return object.IsStr(v) || needType(t, function, i, "str", v)
}

func needType(t *Thread, function string, i int, want string, v Value) bool {
	got := object.TypeName(t, v)
	if v == none {
		got = "None"
	}
	object.Raise(t, object.TTypeError, "%s() argument %d must be %s, not %s", function, i, want, got)
	return false
}

// utf8Text is a str's text; a lone surrogate raises UnicodeEncodeError.
func utf8Text(t *Thread, v Value) (string, bool) {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		return s.View(), true
	}
	text := object.GoString(v)
	if !utf8.ValidString(text) {
		object.EncodeStr(t, v, "utf-8", "strict")
		return "", false
	}
	return text, true
}
