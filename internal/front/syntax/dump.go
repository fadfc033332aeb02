// The text of a tree, as ast.dump(tree, include_attributes=True) gives it.

package syntax

import (
	"fmt"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

// Dump returns the text of a tree.
func Dump(n Node) string { return string(AppendDump(nil, n)) }

// AppendDump appends the text of a tree.
func AppendDump(dst []byte, n Node) []byte {
	d := dumper{out: dst}
	n.dump(&d)
	return d.out
}

type dumper struct {
	out   []byte
	comma bool // a field or element was written before
}

func (d *dumper) begin(name string) {
	d.out = append(append(d.out, name...), '(')
	d.comma = false
}

func (d *dumper) end() {
	d.out = append(d.out, ')')
	d.comma = true
}

func (d *dumper) next() {
	if d.comma {
		d.out = append(d.out, ", "...)
	}
	d.comma = true
}

func (d *dumper) field(name string) {
	d.next()
	d.out = append(append(d.out, name...), '=')
}

func (d *dumper) list(name string) {
	d.field(name)
	d.out = append(d.out, '[')
	d.comma = false
}

func (d *dumper) endList() {
	d.out = append(d.out, ']')
	d.comma = true
}

func (d *dumper) node(n Node) {
	if n == nil {
		d.out = append(d.out, "None"...)
		return
	}
	n.dump(d)
}

func (d *dumper) enum(x fmt.Stringer) {
	d.out = append(append(d.out, x.String()...), "()"...)
}

func (d *dumper) number(n int) { d.out = strconv.AppendInt(d.out, int64(n), 10) }

func (d *dumper) text(s string) { d.out = append(d.out, reprStr(s)...) }

func (d *dumper) position(p Pos) {
	for i, v := range [...]int32{p.Line, p.Col, p.EndLine, p.EndCol} {
		d.field([...]string{"lineno", "col_offset", "end_lineno", "end_col_offset"}[i])
		d.number(int(v))
	}
}

func (d *dumper) value(v Value) {
	switch v := v.(type) {
	case nil:
		d.out = append(d.out, "None"...)
	case bool:
		d.out = append(d.out, map[bool]string{true: "True", false: "False"}[v]...)
	case int64:
		d.out = strconv.AppendInt(d.out, v, 10)
	case *big.Int:
		d.out = v.Append(d.out, 10)
	case float64:
		d.out = numfmt.AppendFloatRepr(d.out, v)
	case complex128:
		d.out = append(d.out, numfmt.ComplexRepr(real(v), imag(v))...)
	case Str:
		d.out = append(d.out, reprStr(string(v))...)
	case Bytes:
		d.out = append(d.out, reprBytes(string(v))...)
	case Ellipsis:
		d.out = append(d.out, "Ellipsis"...)
	default:
		panic(fmt.Sprintf("BUG: constant of type %T", v))
	}
}

// quoteFor chooses the quote that repr takes.
func quoteFor(s string) byte {
	single, double := false, false
	for i := range len(s) {
		single = single || s[i] == '\''
		double = double || s[i] == '"'
	}
	if single && !double {
		return '"'
	}
	return '\''
}

// decode reads a character of WTF-8.
func decode(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xed {
		return rune(s[0]&15)<<12 | rune(s[1]&63)<<6 | rune(s[2]&63), 3
	}
	return r, n
}

// reprStr is repr of a str.
func reprStr(s string) string {
	quote := quoteFor(s)
	out := append(make([]byte, 0, len(s)+2), quote)
	for i := 0; i < len(s); {
		r, n := decode(s[i:])
		i += n
		switch {
		case r == rune(quote) || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r >= ' ' && r < 0x7f:
			out = append(out, byte(r))
		case r >= 0x80 && unidata.IsPrintable(r):
			out = utf8.AppendRune(out, r)
		case r < 0x100:
			out = fmt.Appendf(out, `\x%02x`, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\U%08x`, r)
		}
	}
	return string(append(out, quote))
}

// reprBytes is repr of a bytes object.
func reprBytes(s string) string {
	quote := quoteFor(s)
	out := append(make([]byte, 0, len(s)+3), 'b', quote)
	for i := range len(s) {
		switch c := s[i]; {
		case c == quote || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c >= ' ' && c < 0x7f:
			out = append(out, c)
		default:
			out = fmt.Appendf(out, `\x%02x`, c)
		}
	}
	return string(append(out, quote))
}
