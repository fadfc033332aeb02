// Package randprog generates random Python programs that print everything they compute. The same seed gives the
// same program. A program ends soon. It prints no addresses, and nothing in an order that depends on hashes of strings.
package randprog

import "strings"

// Stmt is a statement: its text (which may be several lines) and, for a compound one, the statements inside it.
type Stmt struct {
	Text string
	Body []*Stmt
	// Block marks a compound statement, whose Text ends with a colon; an empty body becomes pass.
	Block bool
	// Fixed statements are never deleted when a program is minimised.
	Fixed bool
}

// Program is a generated program.
type Program struct {
	Seed  uint64
	Stmts []*Stmt
}

// Source is the program's text.
func (p *Program) Source() string {
	var b strings.Builder
	b.WriteString(prelude)
	write(&b, p.Stmts, "")
	return b.String()
}

func write(b *strings.Builder, stmts []*Stmt, indent string) {
	for _, s := range stmts {
		for line := range strings.SplitSeq(s.Text, "\n") {
			b.WriteString(indent + line + "\n")
		}
		if s.Block {
			if len(s.Body) == 0 {
				b.WriteString(indent + "    pass\n")
			}
			write(b, s.Body, indent+"    ")
		}
	}
}

// Minimise deletes statements greedily, and replaces compound statements by their bodies, as long as differs says yes.
func (p *Program) Minimise(differs func(*Program) bool) *Program {
	cur := &Program{p.Seed, clone(p.Stmts)}
	for changed := true; changed; {
		changed = false
		lists := []*[]*Stmt{&cur.Stmts}
		for len(lists) > 0 {
			list := lists[0]
			lists = lists[1:]
			// Large pieces first: halves, quarters, down to single statements.
			for size := len(*list); size > 0; size /= 2 {
				for at := 0; at+size <= len(*list); {
					old := *list
					cut := append(append([]*Stmt{}, old[:at]...), old[at+size:]...)
					if hasFixed(old[at : at+size]) {
						at++
						continue
					}
					*list = cut
					if differs(cur) {
						changed = true
						continue
					}
					*list = old
					at += size
				}
			}
			for i, s := range *list {
				if s.Block && !s.Fixed && !strings.HasPrefix(s.Text, "def ") && !strings.HasPrefix(s.Text, "class ") {
					old := *list
					*list = append(append(append([]*Stmt{}, old[:i]...), s.Body...), old[i+1:]...)
					if differs(cur) {
						changed = true
						break
					}
					*list = old
				}
			}
			for _, s := range *list {
				if s.Block {
					lists = append(lists, &s.Body)
				}
			}
		}
	}
	return cur
}

func hasFixed(stmts []*Stmt) bool {
	for _, s := range stmts {
		if s.Fixed {
			return true
		}
	}
	return false
}

func clone(stmts []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range stmts {
		c := *s
		c.Body = clone(s.Body)
		out = append(out, &c)
	}
	return out
}

// prelude is what every program begins with: R shows a value, E an exception, C keeps a value small, H makes it a set's member.
// INT, ISA and LEN are builtins that C needs and that programs rebind.
const prelude = `def R(v, depth=0):
    if isinstance(v, int) and not isinstance(v, bool) and v.bit_length() > 400:
        return "int:%d:%d" % (v.bit_length(), v % 1000003)
    s = repr(v)
    if " at 0x" in s.lower():
        return "<" + type(v).__name__ + ">"
    return s if len(s) < 300 else s[:200] + "..." + s[-60:] + str(len(s))


def E(e):
    text = str(e)
    text = ascii(text if len(text) < 300 else text[:200] + "..." + text[-60:])[1:-1]
    out = type(e).__name__ + ": " + (text if " at 0x" not in text.lower() else "...")
    c = e.__cause__ or e.__context__
    return out + (" <- " + type(c).__name__ if c is not None else "")


INT, ISA, LEN = int, isinstance, len


def C(v):
    if ISA(v, bool) or v is None:
        return v
    if ISA(v, float):
        return v if v == v else 0.25
    if ISA(v, INT):
        return v if v.bit_length() < 300 else v % 1000000007
    if ISA(v, (str, bytes)):
        return v if LEN(v) < 60 else v[:7] + v[-20:]
    if ISA(v, (list, tuple)):
        v = v if LEN(v) < 12 else v[1:6]
        return v if LEN(repr(v)) < 400 else v[:0]
    if ISA(v, dict):
        v = v if LEN(v) < 10 else dict(list(v.items())[2:6])
        return v if LEN(repr(v)) < 400 else {}
    if ISA(v, set):
        return v if LEN(v) < 40 else {x for x in v if LEN(repr(x)) < 3}
    return v


def H(v):
    if v is None or isinstance(v, (int, float)) and v == v:
        return v
    if isinstance(v, tuple) and all(isinstance(x, int) for x in v):
        return v
    return len(R(v))


class CM:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self.n

    def __exit__(self, kind, value, tb):
        return self.n % 2 == 1 and kind is not None and issubclass(kind, (ValueError, LookupError))


`
