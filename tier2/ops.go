// What the interpreter of tier 2 can do, as the maker of executors sees it.
package tier2

import (
	"github.com/psyco-go/psy/interp"
	bc "github.com/psyco-go/psy/opcode"
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

// byFirst lists the forms that begin with an op, those of most ops first, those with a constant before those without.
var byFirst = func() map[bc.Uop][]interp.TraceOp {
	table := map[bc.Uop][]interp.TraceOp{}
	for k := range ops {
		first := ops[k].ops[0]
		list := append(table[first], interp.TraceOp(k))
		for i := len(list) - 1; i > 0 && before(&ops[list[i]], &ops[list[i-1]]); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
		table[first] = list
	}
	return table
}()

func before(a, b *op) bool {
	if len(a.ops) != len(b.ops) {
		return len(a.ops) > len(b.ops)
	}
	return a.immediate > 0 && b.immediate == 0
}

// single gives an op alone.
var single = func() map[bc.Uop]interp.TraceOp {
	table := map[bc.Uop]interp.TraceOp{}
	for k := range ops {
		if len(ops[k].ops) == 1 && ops[k].immediate == 0 {
			table[ops[k].ops[0]] = interp.TraceOp(k)
		}
	}
	return table
}()

// executable tells which ops of expansions are executed, alone or as part of one of these sequences.
var executable = func() map[bc.Uop]bool {
	table := map[bc.Uop]bool{}
	for k := range ops {
		for _, op := range ops[k].ops {
			table[op] = true
		}
	}
	return table
}()
