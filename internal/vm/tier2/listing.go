// Superblocks and executors as text, for psy dis --uops and for tests.

package tier2

import (
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// Listing is what psy dis --uops shows of a superblock.
type Listing struct {
	QualName  string   `json:"qualname"`
	Offset    int      `json:"offset"`
	Entered   uint64   `json:"entered"`
	Projected []string `json:"projected"` // as tier 1's caches tell it
	Optimized []string `json:"optimized"` // what is left of it, with a loop's second turn
	Executed  []string `json:"executed"`  // the instructions of the interpreter, with the places of their operands
	Exits     []string `json:"exits"`     // by the numbers that the instructions name
}

// Listings are those of the superblocks that begin in the function of a name, in the order in which they were made. Config.Listing has to be set.
func (e *Engine) Listings(name string) (list []Listing) {
	for _, ex := range e.all {
		b := ex.block
		if object.GoString(b.code.QualName) != name {
			continue
		}
		list = append(list, Listing{QualName: name, Offset: 2 * b.start, Entered: ex.Entered, Projected: ex.projected, Optimized: e.text(b), Executed: e.instructions(b, ex.Executor), Exits: e.exits(b, ex.Executor)})
	}
	return list
}

// text has a line for each op, and one for each bytecode before its ops.
func (e *Engine) text(b *superblock) (lines []string) {
	var last *bytecode
	for i, u := range b.uops {
		if b.top > 0 && i == b.top {
			lines = append(lines, "_TOP")
		}
		if u.of != last {
			lines = append(lines, fmt.Sprintf("%s%s %d", strings.Repeat("  ", u.of.level), u.of, u.of.arg))
		}
		last = u.of
		line := "    " + u.op.String()
		if u.op.Flags()&bc.FlagArg != 0 {
			line += fmt.Sprint(" ", u.arg)
		}
		if u.cached {
			line += " " + e.word(u.x, u.op == bc.U_LOAD_CONST_INLINE)
		}
		if u.side {
			line += fmt.Sprint(" -> ", 2*u.to)
		}
		lines = append(lines, line)
	}
	if b.loops {
		lines = append(lines, "    _JUMP_TO_TOP")
	}
	return lines
}

// word is a word of an instruction: a value, or a number.
func (e *Engine) word(x uint64, isValue bool) string {
	switch {
	case isValue:
		return object.Outline(e.rt.Main, object.Value(x))
	case e.rt.Heap.Contains(x):
		return "#object"
	}
	return fmt.Sprintf("#%#x", x)
}

// instructions has a line for each instruction of an executor: what it does, where its operands are, where it leaves to.
func (e *Engine) instructions(b *superblock, ex *interp.Executor) (lines []string) {
	for i := range ex.Len() {
		in, site := ex.At(i)
		line := fmt.Sprintf("%3d _JUMP_TO_TOP %d", i, in.X/interp.TopOf(1))
		if in.Op < interp.NumTraceOps {
			form := &ops[in.Op]
			line = fmt.Sprintf("%3d %s", i, form.name)
			for _, list := range [][]item{form.in, form.out} {
				for n, it := range list {
					switch {
					case it.operand > 0:
						line += fmt.Sprintf(" %s=%d", it.name, *operand(in, it.operand))
					case form.immediate == n+1 && it.from == 0:
						line += fmt.Sprintf(" %s=#%s", it.name, e.word(in.X, true))
					}
				}
			}
		}
		if site.Deopt >= 0 {
			line += fmt.Sprint(" deopt ", site.Deopt)
		}
		if site.Side >= 0 {
			line += fmt.Sprint(" side ", site.Side)
		}
		lines = append(lines, line)
	}
	return lines
}

// exits has a line for each exit: where it leads, and what is stored on the way.
func (e *Engine) exits(b *superblock, ex *interp.Executor) (lines []string) {
	for i := range ex.Exits {
		x := &ex.Exits[i]
		line := fmt.Sprintf("%3d to", i)
		for _, code := range b.codes {
			if at := uintptr(x.PC) - uintptr(code.First); at < 2*uintptr(code.NUnits) {
				line += fmt.Sprintf(" %s %d", object.GoString(code.QualName), at)
			}
		}
		for _, m := range x.Moves {
			if m.From != 0 {
				line += fmt.Sprintf(", %d -> %d", m.From, m.To)
			} else {
				line += fmt.Sprintf(", %s -> %d", e.word(uint64(m.Const), true), m.To)
			}
		}
		if x.Linked() {
			line += ", hot"
		}
		lines = append(lines, line)
	}
	return lines
}
