package pyc

// The text of constants, as repr gives it.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

// Repr gives the text of a constant as Python's repr does; a set's elements come in file order.
// Code objects are shown with the given addresses, 0 if addr is nil.
func Repr(c Const, addr func(*Code) uint64) string {
	if addr == nil {
		addr = func(*Code) uint64 { return 0 }
	}
	p := printer{addr: addr}
	p.print(c, 0)
	return p.out.String()
}

// sortedRepr is Repr with the elements of sets sorted by their texts, for constants that come from a runtime: hashes decide their order there.
func sortedRepr(c Const, addr func(*Code) uint64) string {
	p := printer{addr: addr, sorted: true}
	p.print(c, 0)
	return p.out.String()
}

type printer struct {
	out    strings.Builder
	addr   func(*Code) uint64
	sorted bool
}

func (p *printer) print(c Const, depth int) {
	if depth > maxDepth {
		p.out.WriteString("...")
		return
	}
	switch c := c.(type) {
	case None:
		p.out.WriteString("None")
	case Ellipsis:
		p.out.WriteString("Ellipsis")
	case StopIteration:
		p.out.WriteString("<class 'StopIteration'>")
	case Bool:
		if c {
			p.out.WriteString("True")
		} else {
			p.out.WriteString("False")
		}
	case Int:
		p.out.WriteString(strconv.FormatInt(int64(c), 10))
	case *BigInt:
		p.out.WriteString(c.v.String())
	case Float:
		p.out.WriteString(numfmt.FloatRepr(float64(c)))
	case *Complex:
		p.out.WriteString(numfmt.ComplexRepr(c.Real, c.Imag))
	case *Str:
		p.str(c.S)
	case *Bytes:
		p.bytes(c.S)
	case *Tuple:
		p.out.WriteByte('(')
		p.items(c.Items, depth)
		if len(c.Items) == 1 {
			p.out.WriteByte(',')
		}
		p.out.WriteByte(')')
	case *List:
		p.out.WriteByte('[')
		p.items(c.Items, depth)
		p.out.WriteByte(']')
	case *Set:
		p.set("set()", "{", c.Items, "}", depth)
	case *FrozenSet:
		p.set("frozenset()", "frozenset({", c.Items, "})", depth)
	case *Dict:
		p.out.WriteByte('{')
		for i, k := range c.Keys {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.print(k, depth+1)
			p.out.WriteString(": ")
			p.print(c.Values[i], depth+1)
		}
		p.out.WriteByte('}')
	case *Code:
		line := c.FirstLine
		if line == 0 {
			line = -1
		}
		fmt.Fprintf(&p.out, "<code object %s at %#x, file \"%s\", line %d>", c.Name.S, p.addr(c), c.Filename.S, line)
	}
}

func (p *printer) items(items []Const, depth int) {
	for i, c := range items {
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.print(c, depth+1)
	}
}

func (p *printer) set(empty, open string, items []Const, end string, depth int) {
	if len(items) == 0 {
		p.out.WriteString(empty)
		return
	}
	if !p.sorted {
		p.out.WriteString(open)
		p.items(items, depth)
		p.out.WriteString(end)
		return
	}
	texts := make([]string, len(items))
	for i, c := range items {
		one := printer{addr: p.addr, sorted: true}
		one.print(c, depth+1)
		texts[i] = one.out.String()
	}
	slices.Sort(texts)
	p.out.WriteString(open + strings.Join(texts, ", ") + end)
}

// quoteFor chooses the quotes: single ones unless only they occur in the text.
func quoteFor(s string) byte {
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		return '"'
	}
	return '\''
}

// escape writes a character that both kinds of literal escape alike.
func (p *printer) escape(c, quote byte) bool {
	switch c {
	case quote, '\\':
		p.out.WriteByte('\\')
		p.out.WriteByte(c)
	case '\t':
		p.out.WriteString(`\t`)
	case '\n':
		p.out.WriteString(`\n`)
	case '\r':
		p.out.WriteString(`\r`)
	default:
		if c >= ' ' && c != 0x7F {
			return false
		}
		fmt.Fprintf(&p.out, `\x%02x`, c)
	}
	return true
}

func (p *printer) str(s string) {
	quote := quoteFor(s)
	p.out.WriteByte(quote)
	for len(s) > 0 {
		r, n := decodeRune(s)
		if n == 0 {
			r, n = rune(s[0]), 1
		}
		switch {
		case r < 0x80:
			if !p.escape(byte(r), quote) {
				p.out.WriteByte(byte(r))
			}
		case unidata.IsPrintable(r):
			p.out.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&p.out, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&p.out, `\u%04x`, r)
		default:
			fmt.Fprintf(&p.out, `\U%08x`, r)
		}
		s = s[n:]
	}
	p.out.WriteByte(quote)
}

func (p *printer) bytes(s string) {
	quote := quoteFor(s)
	p.out.WriteByte('b')
	p.out.WriteByte(quote)
	for i := range len(s) {
		c := s[i]
		if p.escape(c, quote) {
			continue
		}
		if c >= 0x80 {
			fmt.Fprintf(&p.out, `\x%02x`, c)
		} else {
			p.out.WriteByte(c)
		}
	}
	p.out.WriteByte(quote)
}
