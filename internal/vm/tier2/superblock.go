// Superblocks: sequences of ops in terms of the stack, as they are projected and optimized.

package tier2

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// bytecode is an instruction of a code object as a superblock has it.
type bytecode struct {
	code  *object.Code //psy:root the engine keeps the code of its superblocks
	at    int          // unit index, of its EXTENDED_ARGs if it has some
	last  int          // unit index of the instruction itself
	next  int          // of the following
	op    uint8        // as it stands there, specialized
	arg   uint32
	level int  // how many inlined calls it lies within
	seq   int  // how many bytecodes of the superblock come before it
	wide  bool // it is arithmetic that has left the small ints

	globals, builtins *object.Dict //psy:root the superblock keeps them if it relies on them: what its frame is thought to have
}

func (b *bytecode) String() string {
	return fmt.Sprintf("%s:%d %s", object.GoString(b.code.QualName), 2*b.at, bc.Name(b.op))
}

// pc is the address of its cache.
func (b *bytecode) pc() uintptr { return uintptr(b.code.First) + 2*uintptr(b.last) + 2 }

// pcOf is the address of a unit.
func pcOf(code *object.Code, at int) unsafe.Pointer { return unsafe.Add(code.First, 2*at) }

// target is where it jumps to.
func (b *bytecode) target() int { return b.next + interp.JumpDistance(bc.Deopt[b.op], b.arg) }

// uop is an op in a superblock.
type uop struct {
	op     bc.Uop
	arg    uint32
	x      uint64       // what it takes from the cache,
	cached bool         // if it does
	of     *bytecode    // where it leaves to if it cannot be done
	to     int          // unit index where it leaves to on its side exit, in of's code,
	side   bool         // if it has one
	depth  int          // of the stack in the frame that it enters
	callee *object.Code //psy:root the engine keeps it: of the call, or of the last one before it, if that is known
}

// superblock is the projected path.
type superblock struct {
	code  *object.Code //psy:root the engine keeps the code of its superblocks
	start int          // unit index
	depth int          // of the stack
	uops  []uop
	top   int            // where a turn begins again: index in uops
	turn  int            // how many bytecodes one is
	loops bool           // its end goes to its beginning, else it ends in an exit
	end   *bytecode      // the jump that does
	codes []*object.Code //psy:root visit visits them: all that it is made of
	deps  []assumption.Dep
	keep  []object.Value //psy:root visit visits them: its constants, and what its assumptions are about
}

// visit visits what must live as long as it can be executed.
func (b *superblock) visit(visit func(uint64)) {
	for _, code := range b.codes {
		visit(uint64(valueOf(code)))
	}
	for _, v := range b.keep {
		visit(uint64(v))
	}
}
