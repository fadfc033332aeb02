// Fixed switches: their declarations, their code, and the record of what they found.

package promotion

import (
	"fmt"
	"slices"

	"github.com/psyco-go/psy/x86"
)

// Switch is a fixed switch: a set of values known in advance to be worth promoting. ID is its bit in vinfo.Info.Not.
type Switch struct {
	ID     uint8
	Values []uint64
}

// NotPromoted is a bit of vinfo.Info.Not that belongs to no switch: too many classes or values were seen to promote this one.
const NotPromoted = 1 << maxSwitches

const maxSwitches = 15

var switches []*Switch

// NewSwitch declares a switch. It may be called only while Go's package variables are initialized.
func NewSwitch(values ...uint64) *Switch {
	w := &Switch{ID: uint8(len(switches)), Values: values}
	if switches = append(switches, w); len(switches) > maxSwitches {
		panic(fmt.Sprintf("BUG: more than %d fixed switches", maxSwitches))
	}
	return w
}

// Switches are all declared switches.
func Switches() []*Switch { return switches }

// Case is the index of v's case, or -1: the default.
func (w *Switch) Case(v uint64) int { return slices.Index(w.Values, v) }

// Has reports whether v is one of w's values.
func (w *Switch) Has(v uint64) bool { return w.Case(v) >= 0 }

// Refused reports whether not, a vinfo's Not, says that the value is in the default case of w.
func (w *Switch) Refused(not uint16) bool { return not&(1<<w.ID) != 0 }

// Emit emits a search for the value in r (32 bits) among values, given in any order, and for each of them the code that reached emits. Other values
// go to def.
func Emit(a *x86.Asm, r x86.Reg, values []uint64, def x86.Label, reached func(v uint64)) {
	values = slices.Sorted(slices.Values(values))
	labels := make([]x86.Label, len(values))
	for k := range labels {
		labels[k] = a.NewLabel()
	}
	Search(a, r, values, labels, def)
	for k, v := range values {
		a.Bind(labels[k])
		reached(v)
	}
}

// Search emits a binary search for the value in r (32 bits) among ascending values, with jumps to the labels. It never falls through: other values
// go to def.
func Search(a *x86.Asm, r x86.Reg, values []uint64, labels []x86.Label, def x86.Label) {
	switch n := len(values); {
	case n == 0:
		a.Jmp(def)
	case n <= 2:
		for i, v := range values {
			a.AluRI(x86.CMP, x86.W32, r, int32(v))
			a.Jcc(x86.E, labels[i])
		}
		a.Jmp(def)
	default:
		m := n / 2
		upper := a.NewLabel()
		a.AluRI(x86.CMP, x86.W32, r, int32(values[m]))
		a.Jcc(x86.E, labels[m])
		a.Jcc(x86.A, upper)
		Search(a, r, values[:m], labels[:m], def)
		a.Bind(upper)
		Search(a, r, values[m+1:], labels[m+1:], def)
	}
}

// Operand identifies a value that a switch tests: an operand of an instruction.
type Operand struct {
	PC     int
	Switch uint8
	Item   int // the stack item, counted from the top; -1: the value is not on the stack
}

// Told records the classes that switches found for the operands of a function. When a switch is compiled again, its recorded class is expected
// again: a guard tests for it, and the instruction is compiled again with that class known.
type Told map[Operand]uint64

// hints is the position in a word of Told of the bits for Info.Not, above the class.
const hints = 48

// Saw records a class found, with the bits for Info.Not.
func (t *Told) Saw(at Operand, class uint64, not uint16) {
	if *t == nil {
		*t = Told{}
	}
	(*t)[at] = class | uint64(not)<<hints
}

// At is the record for an operand, as a word; 0: there is none. Class takes the word apart.
func (t Told) At(at Operand) uint64 { return t[at] }

// Class gives the class in a word from At, and the bits for Info.Not.
func Class(word uint64) (class uint64, not uint16) {
	return word & (1<<hints - 1), uint16(word >> hints)
}
