// Listings: the code of a function as people read it, the bytecode and the vinfos beside it.

package pycompiler

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// mark is where code for one purpose begins, and what was known then. It is kept with Config.Listing only.
type mark struct {
	off   int
	index int    // of the instruction, or what code that belongs to none is for
	in    string // the function that was inlined, if it is one of its
	slots []dump.Slot
}

// Code that belongs to no instruction.
const (
	coldCode = -1 - iota
	stubCode
	dataCode
	unifyCode
	prologueCode
	exitCode
)

var purposes = [...]string{-coldCode: dump.ColdCode, -stubCode: dump.Stubs, -dataCode: dump.DataCode, -unifyCode: dump.Moves, -prologueCode: dump.Prologue, -exitCode: dump.Leave}

func (c *compiler) mark(index int) {
	if c.e.told == nil {
		return
	}
	m := mark{off: c.a.Size(), index: index}
	if index >= 0 {
		m.slots = c.e.slots(c.u, c.s)
		if c.u.outer != nil {
			m.in = c.u.String()
		}
	}
	if n := len(c.marks); n > 0 && c.marks[n-1].off == m.off && c.marks[n-1].index < 0 { // nothing came of it
		c.marks = c.marks[:n-1]
	}
	c.marks = append(c.marks, m)
}

// Listings are the buffers made for the functions with a qualified name, in the order in which they were made.
func (e *Engine) Listings(qualName string) []dump.Buffer {
	var list []*codebuf.Buffer
	e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && rec.unit.String() == qualName && !b.Dead() {
			list = append(list, b)
		}
	})
	slices.SortFunc(list, func(a, b *codebuf.Buffer) int { return int(a.ID) - int(b.ID) })
	var out []dump.Buffer
	for _, b := range list {
		out = append(out, e.bufferOf(b, b.Data.(*record)))
	}
	return out
}

// describe is a line for each variable of which anything is known.
func (e *Engine) describe(u *Unit, s *State) (out []string) {
	for n, i := range s.Vars[:s.Live()] {
		if i == nil {
			continue
		}
		name := e.slotName(u, s, n)
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
