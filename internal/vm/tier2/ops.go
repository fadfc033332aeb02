// What the interpreter of tier 2 can do, as the maker of executors sees it.

package tier2

import (
	"sync"

	"github.com/psyco-go/psy/internal/vm/interp"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// op describes an interp.TraceOp: one op, or several that are executed as one, perhaps with a constant input.
type op struct {
	name                  string
	ops                   []bc.Uop
	in, out               []item
	immediate             int  // 1 + the input that is a constant, X; 0: none
	escapes, raises, runs bool // calls functions; may raise; may run Python code
	deopts, side          bool // may leave before it has done anything, or having done its part
	frame                 bool // may leave for another frame
	locals                bool // changes local variables
	skips, effects, ends  bool
}

// item is what an op takes from the stack or leaves there.
type item struct {
	name    string
	array   bool
	count   func(oparg int) int // how many words; nil: one
	operand int                 // 1 + the operand that says where it is; 0: nobody reads or writes it
	from    int                 // of an output: 1 + the input that it is; 0: none
}

func (it *item) size(oparg uint32) int {
	if it.count == nil {
		return 1
	}
	return it.count(int(oparg))
}

// forms tell how ops can be executed.
type forms struct {
	byFirst [bc.NumUops][]interp.TraceOp // those that begin with an op: of most ops first, with a constant before without
	alone   [bc.NumUops]*op              // an op by itself
	within  [bc.NumUops]bool             // whether an op is part of any form
}

// table is made when the first superblock is.
var table = sync.OnceValue(func() *forms {
	t := new(forms)
	for k := range ops {
		form := &ops[k]
		if len(form.ops) == 1 && form.immediate == 0 {
			t.alone[form.ops[0]] = form
		}
		for _, op := range form.ops {
			t.within[op] = true
		}
		list := append(t.byFirst[form.ops[0]], interp.TraceOp(k))
		for i := len(list) - 1; i > 0 && before(&ops[list[i]], &ops[list[i-1]]); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
		t.byFirst[form.ops[0]] = list
	}
	return t
})

func before(a, b *op) bool {
	if len(a.ops) != len(b.ops) {
		return len(a.ops) > len(b.ops)
	}
	return a.immediate > 0 && b.immediate == 0
}

// alone describes an op by itself; nil: it is not executed so.
func alone(u bc.Uop) *op { return table().alone[u] }
