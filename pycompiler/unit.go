// Units: a code object with the globals it runs in, decoded for compilation.

package pycompiler

import (
	"iter"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
)

// instr is an instruction with its prefixes.
type instr struct {
	op   uint8
	arg  uint32
	at   int32 // index of its own code unit, after EXTENDED_ARG
	next int32 // index of the next instruction, after its caches
}

// Unit is what the compiler compiles: a code object with the globals and builtins of its functions.
type Unit struct {
	code     *object.Code // the unit is dropped when the code object dies, see Engine.dropDead
	globals  *object.Dict //psy:root visited by Engine.visitRoots
	builtins *object.Dict //psy:root visited by Engine.visitRoots
	*bytecode
	cannot   bool // must not be compiled
	writing  bool // the names that it stores in loops are distrusted: see writes
	entries  map[entryKey]target
	uses     int             // the number of buffers that mention it,
	own      int             // and of those that hold its code
	resume   map[int]*uint64 // resume slots, by the index of the instruction: see gen.go
	inlined  map[inlineKey]*Unit
	calls    map[int]*Unit // the functions that were inlined last, by the index of the CALL
	light    map[int]bool  // the CALLs that last needed no call, by their index
	seen     promotion.Told
	iterates map[int]uint64 // the class that a loop, by the index of its FOR_ITER, was last seen to run over, if a program defines the class
	waited   bool           // its compilation was postponed
	allowed  int            // how many buffers of its own it may have before it waits again
	callees  []unitKey      // other functions that it calls, as far as they are remembered
	ints     results        // whether it has returned ints
	late     int            // how often an inlined call of it had to be made late
	needs    []*needs       // of its buffers, the last ones
	round    int            // the last makeRoom that evicted its code
	inlining
}

// bytecode is what follows from the instructions alone. An inlined unit shares that of the function's own unit.
type bytecode struct {
	raw   []byte   // the code units as loaded, without tier 1's specializations; the code object keeps them
	marks []mark   // by the index of the code unit; there is one more, behind the last code unit
	lines []int    // by the index of the code unit; made when a profiler needs it
	count int      // of the instructions
	live  liveness // made when first needed
}

// mark tells of a code unit what place it is.
type mark uint8

const (
	starts mark = 1 << iota // an instruction begins there, perhaps with EXTENDED_ARG
	joins                   // target of a jump
	merges                  // merge point: handlers, and joins except those before a short tail
	heads                   // the first instruction of a loop or a handler
)

// is reports whether the code unit at index i is such a place.
func (u *bytecode) is(m mark, i int) bool { return u.marks[i]&m != 0 }

// units is the number of code units.
func (u *bytecode) units() int { return len(u.raw) / 2 }

// in is the instruction that begins at index i; its next is 0 if none does.
func (u *bytecode) in(i int) instr {
	if u.marks[i]&starts == 0 {
		return instr{}
	}
	return readInstr(u.raw, i)
}

func readInstr(raw []byte, i int) instr {
	arg := uint32(0)
	for raw[2*i] == bc.EXTENDED_ARG && 2*i+2 < len(raw) {
		arg = (arg | uint32(raw[2*i+1])) << 8
		i++
	}
	op := raw[2*i]
	return instr{op, arg | uint32(raw[2*i+1]), int32(i), int32(i + 1 + int(bc.Caches[op]))}
}

// all gives the instructions, with their indexes.
func (u *bytecode) all() iter.Seq2[int, instr] {
	return func(yield func(int, instr) bool) {
		for i := 0; i < u.units(); {
			in := readInstr(u.raw, i)
			if !yield(i, in) {
				return
			}
			i = int(in.next)
		}
	}
}

// entryKey is a point of entry from tier 1: the index of the instruction and the depth of the stack.
type entryKey struct{ index, depth int }

// newUnit makes a unit; one whose tables would take more than room bytes is marked as impossible to compile.
func newUnit(code *object.Code, globals, builtins *object.Dict, room int) *Unit {
	if code.NLocalsPlus+code.StackSize > maxSlots || unitBytes(int(code.NUnits)) > room {
		return &Unit{code: code, globals: globals, builtins: builtins, bytecode: new(bytecode), cannot: true}
	}
	return &Unit{code: code, globals: globals, builtins: builtins, entries: map[entryKey]target{}, resume: map[int]*uint64{}, bytecode: decode(code)}
}

func decode(code *object.Code) *bytecode {
	u := &bytecode{raw: originalUnits(code), marks: make([]mark, code.NUnits+1)}
	for i, in := range u.all() {
		u.marks[i] |= starts
		u.count++
		if bc.HasJump(in.op) {
			to := in.target()
			if in.op == bc.FOR_ITER {
				to += 2 // FOR_ITER does the work of END_FOR and POP_TOP
			}
			u.marks[to] |= merges | joins
		}
		if in.op == bc.JUMP_BACKWARD || in.op == bc.JUMP_BACKWARD_NO_INTERRUPT {
			u.marks[in.target()] |= heads
		}
	}
	for _, h := range code.Handlers() {
		u.marks[h.Target/2] |= heads | merges
	}
	for i := u.units() - 1; i >= 0; i-- {
		if u.marks[i]&(merges|heads) == merges && u.shortTail(i) {
			u.marks[i] &^= merges
		}
	}
	return u
}

// tailLength is the greatest number of instructions after a join that is not a merge point. They are compiled once for each way into the join,
// which costs less than moving values to common places.
const tailLength = 12

// shortTail reports whether only a few simple instructions lie between the join at index i and the next merge point or end. Later joins have been
// classified already. One that is not a merge point may not lie in the tail, so that code is duplicated at most for one join.
func (u *bytecode) shortTail(i int) bool {
	for n := 0; n < tailLength; n++ {
		in := u.in(i)
		switch {
		case in.op == bc.JUMP_BACKWARD || in.op == bc.RETURN_VALUE || in.op == bc.RETURN_CONST:
			return true
		case !inlinable[in.op]:
			return false
		case in.op == bc.JUMP_FORWARD:
			i = in.target()
		default:
			i = int(in.next)
		}
		if u.is(merges, i) {
			return true
		}
		if u.is(joins, i) {
			return false
		}
	}
	return false
}

// maxSlots is the size of the largest frame that is compiled: every state and snapshot contains the whole frame.
const maxSlots = 500

// unitKey identifies a unit.
type unitKey struct{ code, globals, builtins uintptr }

func keyOf(code *object.Code, globals, builtins *object.Dict) unitKey {
	return unitKey{uintptr(unsafe.Pointer(code)), uintptr(unsafe.Pointer(globals)), uintptr(unsafe.Pointer(builtins))}
}

func (u *Unit) key() unitKey {
	return keyOf(u.code, u.globals, u.builtins)
}

// bytes is an estimate of u's memory.
func (u *Unit) bytes() int { return unitBytes(u.units()) }

func unitBytes(nunits int) int {
	return int(unsafe.Sizeof(Unit{})+unsafe.Sizeof(bytecode{})) + 4*nunits + 100 // marks, and the index of live locals with some of their sets
}

// target is the index that a jump instruction jumps to.
func (in instr) target() int {
	switch in.op {
	case bc.JUMP_BACKWARD, bc.JUMP_BACKWARD_NO_INTERRUPT:
		return int(in.next) - int(in.arg)
	}
	return int(in.next) + int(in.arg)
}

// pc is the address that Frame.PC has while the instruction at in runs.
func (u *Unit) pc(in instr) uintptr { return uintptr(u.code.First) + 2*uintptr(in.at+1) }

// nslots is the number of slots in a frame of u.
func (u *Unit) nslots() int { return int(u.code.NLocalsPlus) + int(u.code.StackSize) }

// originalUnits are the code units as loaded, without tier 1's specializations.
func originalUnits(code *object.Code) []byte {
	b := object.As[object.Bytes](code.OrigUnits)
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(b), object.BytesData)), b.Len)
}

func (u *Unit) String() string { return object.GoString(u.code.QualName) }
