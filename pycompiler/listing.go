// Listings: the code of a function as people read it, the bytecode and the vinfos beside it.
package pycompiler

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// mark is where the code of an instruction begins, and what was known then. It is kept with Config.Listing only.
type mark struct {
	off   int
	index int    // of the instruction, or
	in    string // the function that was inlined, if it is one of its
	state []string
}

// Code that belongs to no instruction.
const (
	coldCode = -1 - iota
	stubCode
	dataCode
)

func (c *compiler) mark(index int) {
	if !c.e.cfg.Listing {
		return
	}
	m := mark{off: c.a.Size(), index: index}
	if index >= 0 {
		m.state = c.e.describe(c.u, c.s)
		if c.u.outer != nil {
			m.in = c.u.String()
		}
	}
	c.marks = append(c.marks, m)
}

// Listing is a buffer in readable form.
type Listing struct {
	Buffer   string   `json:"buffer"`
	QualName string   `json:"qualname"`
	Offset   int      `json:"offset"`            // in the bytecode
	In       string   `json:"inlined,omitempty"` // of this function, if the code begins in one that was inlined
	Bytes    int      `json:"bytes"`
	Snapshot []string `json:"snapshot"` // the vinfos that the code begins with
	From     []string `json:"from"`     // jumps that lead here
	Parts    []Part   `json:"parts"`
}

// Part is the code of an instruction.
type Part struct {
	What   string   `json:"what"`              // "bytecode", "cold code", "stubs"
	In     string   `json:"inlined,omitempty"` // the function whose bytecode it is, if that is another one
	Offset int      `json:"offset"`
	Infos  []string `json:"vinfos"` // what changed of them
	Code   []string `json:"code"`
}

// Listings are the buffers made for the functions with a qualified name, in the order in which they were made.
func (e *Engine) Listings(qualName string) []Listing {
	var list []Listing
	e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && rec.unit.String() == qualName && !b.Dead() {
			list = append(list, e.list(b, rec))
		}
	})
	return list
}

func (e *Engine) list(b *codebuf.Buffer, rec *record) Listing {
	s := rec.origin.Thaw(&e.shared)
	l := Listing{Buffer: b.String(), QualName: rec.unit.String(), Offset: 2 * s.PC, Bytes: b.Size(), Snapshot: e.describe(rec.origin.Unit.(*Unit), s)}
	if in := rec.origin.Unit.(*Unit); in.outer != nil {
		l.In = in.String()
	}
	b.Incoming(func(j *codebuf.Jump) { l.From = append(l.From, e.mem.Name(j.From().Addr()+uintptr(j.Field().Off))) })
	lines := x86.Disassemble(b.Code(), b.Addr(), e.mem.Name)
	shown := l.Snapshot
	for n, m := range rec.marks {
		p := Part{What: "bytecode", In: m.in, Offset: 2 * m.index, Infos: changed(shown, m.state)}
		switch m.index {
		case coldCode:
			p = Part{What: "cold code"}
		case stubCode:
			p = Part{What: "stubs"}
		case dataCode:
			p = Part{What: "data"}
		default:
			shown = m.state
		}
		end := b.Size()
		if n+1 < len(rec.marks) {
			end = rec.marks[n+1].off
		}
		for len(lines) > 0 && int(lines[0].PC-b.Addr()) < end {
			p.Code = append(p.Code, fmt.Sprintf("%4x  %s", lines[0].PC-b.Addr(), withNames(lines[0].Text)))
			lines = lines[1:]
		}
		if p.What == "bytecode" || len(p.Code) > 0 {
			l.Parts = append(l.Parts, p)
		}
	}
	return l
}

// changed are the lines of now that was has not.
func changed(was, now []string) (out []string) {
	had := map[string]bool{}
	for _, line := range was {
		had[line] = true
	}
	for _, line := range now {
		if !had[line] {
			out = append(out, line)
		}
	}
	return out
}

// describe is a line for each variable of which anything is known.
func (e *Engine) describe(u *Unit, s *State) (out []string) {
	for n, i := range s.Vars[:s.Live()] {
		if i == nil {
			continue
		}
		name := fmt.Sprintf("stack %d", n-s.NLocals)
		switch caller := u.root(); {
		case n < u.base && n < int(caller.code.NLocalsPlus):
			name = "caller's " + object.GoString(*caller.code.LocalsNames.At(n))
		case n < u.base:
			name = fmt.Sprintf("caller's stack %d", n-int(caller.code.NLocalsPlus))
		case n < s.NLocals:
			name = object.GoString(*u.code.LocalsNames.At(n - u.base))
		}
		home := ""
		if s.Home[n] == i && !(i.Time == vinfo.RunTime && i.Place == vinfo.Slot(n)) {
			home = ", stored"
		}
		out = append(out, name+": "+i.Text(e.infoName)+home)
	}
	return out
}

var ruleNames = map[vinfo.Rule]string{
	staging.RuleInt: "int", staging.RuleFloat: "float", staging.RuleBool: "bool", staging.RuleWord: "word",
	ruleRange: "range", ruleRangeIter: "range iterator", ruleSeqIter: "sequence iterator", ruleEnumerate: "enumerate", ruleZip: "zip", ruleTuple: "tuple", ruleList: "list", ruleMethod: "method", ruleSlice: "slice",
}

var lazyNames = [...]string{bc.NB_ADD: "+", bc.NB_SUBTRACT: "-", bc.NB_MULTIPLY: "*", bc.NB_LSHIFT: "<<", bc.NB_AND: "&", bc.NB_OR: "|", bc.NB_XOR: "^"}

var classNames = map[uint64]string{
	staging.ClassInt: "int", staging.ClassFloat: "float", staging.ClassBool: "bool", staging.ClassNone: "NoneType", staging.ClassOther: "singleton",
	staging.ClassLong: "long int",
}

// infoName names known values, classes and rules.
func (e *Engine) infoName(i *Info) string {
	if isLazy(i) {
		return "lazy " + lazyNames[i.Rule-ruleLazy]
	}
	if i.Time == vinfo.Virtual {
		return ruleNames[i.Rule]
	}
	word := i.Known.Value
	v := Value(word)
	switch {
	case i.Kind == vinfo.Int:
		return strconv.FormatInt(int64(word), 10)
	case i.Kind == vinfo.Raw && classNames[word] != "":
		return classNames[word]
	case i.Kind == vinfo.Raw && i.Known.Fixed:
		return e.shapeName(word)
	case i.Kind != vinfo.Boxed:
		return ""
	case v.IsInt():
		return strconv.FormatInt(v.Int(), 10)
	case v == object.Null:
		return "Null"
	case v == object.None, v.IsBool():
		return object.GoString(object.Repr(e.t, v))
	case v.IsPtr():
		return object.TypeName(e.t, v)
	}
	return ""
}

// shapeName is the class of a number that is a built-in class's shape.
func (e *Engine) shapeName(number uint64) string {
	for id, typ := range e.rt.Types {
		if typ != nil && uint64(object.TypeID(id).Shape()) == number {
			return object.GoString(typ.Name)
		}
	}
	return fmt.Sprintf("shape %#x", number)
}

var constant64 = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// withNames adds the names of the Go functions whose addresses a line mentions.
func withNames(line string) string {
	for _, c := range constant64.FindAllString(line, -1) {
		pc, err := strconv.ParseUint(c[2:], 16, 64)
		if err != nil {
			continue
		}
		if f := runtime.FuncForPC(uintptr(pc)); f != nil && f.Entry() == uintptr(pc) {
			name := f.Name()
			line += "  ; " + name[strings.LastIndexByte(name, '/')+1:]
		}
	}
	return line
}
