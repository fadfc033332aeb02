// Fixed switches: their declarations, their code, and what they have told.

package promotion

import (
	"fmt"
	"slices"

	"github.com/psyco-go/psy/x86"
)

// Switch is a fixed switch: the values worth promoting, known in advance. ID is its bit in vinfo.Info.Not.
type Switch struct {
	ID     uint8
	Values []uint64
}

// NotPromoted is the bit of vinfo.Info.Not that stands for no switch: too many classes or values came.
const NotPromoted = 1 << maxSwitches

const maxSwitches = 15

var switches []*Switch

// NewSwitch declares a switch; to be called while Go's package variables are initialized.
func NewSwitch(values ...uint64) *Switch {
	w := &Switch{ID: uint8(len(switches)), Values: values}
	if switches = append(switches, w); len(switches) > maxSwitches {
		panic(fmt.Sprintf("BUG: more than %d fixed switches", maxSwitches))
	}
	return w
}

// Switches are all that were declared.
func Switches() []*Switch { return switches }

// Case is the number of the case of v, or -1: the default.
func (w *Switch) Case(v uint64) int { return slices.Index(w.Values, v) }

// Refused reports whether not, a vinfo's Not, says that the value is in the default case of w.
func (w *Switch) Refused(not uint16) bool { return not&(1<<w.ID) != 0 }

// Emit emits a search for the value in r (of 32 bits) among values, in any order, and for each the code that reached emits; other values go to def.
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

// Search emits a binary search for the value in r (of 32 bits) among ascending values, and jumps to the labels; it falls through to nothing:
// other values go to def.
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

// Operand is a value that a switch looks at: which operand of an instruction.
type Operand struct {
	PC     int
	Switch uint8
	Item   int // of the stack, counted from the top; -1: none of them
}

// Told is what switches have told of the operands of a function. Where one has told before, when other code was made, the same is expected
// again: a condition asks for it, and the instruction is compiled again.
type Told map[Operand]uint64

// hints is where what a class is to have in Info.Not stands above it.
const hints = 48

// Saw remembers what came.
func (t *Told) Saw(at Operand, class uint64, not uint16) {
	if *t == nil {
		*t = Told{}
	}
	(*t)[at] = class | uint64(not)<<hints
}

// At is what came there, as a word; 0: nothing yet. Class and Not take it apart.
func (t Told) At(at Operand) uint64 { return t[at] }

// Class is the class in a word that At gave, and what Info.Not is to have.
func Class(word uint64) (class uint64, not uint16) {
	return word & (1<<hints - 1), uint16(word >> hints)
}
