// Units: a code object with the globals it runs in, decoded for compiling.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
)

// instr is an instruction with its prefixes.
type instr struct {
	op   uint8
	arg  uint32
	at   int32 // index of its own unit, behind EXTENDED_ARG
	next int32 // index behind its caches
}

// Unit is what the compiler compiles: a code object, with the globals and builtins that its functions have.
type Unit struct {
	code     *object.Code // dies with the unit, see Engine.dropDead
	globals  *object.Dict //psy:root visited by Engine.visitRoots
	builtins *object.Dict //psy:root visited by Engine.visitRoots
	*bytecode
	cannot  bool // not to be compiled
	writing bool // what it stores in loops is distrusted
	entries map[entryKey]target
	uses    int             // buffers that mention it,
	own     int             // and those of them that are its code
	resume  map[int]*uint64 // resume slots, by the index of the instruction: see gen.go
	inlined map[inlineKey]*Unit
	seen    promotion.Told
	waited  int // how often it was postponed
	late    int // how often calls that were inlined had to be made late
	round   int // the last makeRoom that evicted code of it
	inlining
}

// bytecode is what can be told of the instructions alone. Inlined units share that of the function's own.
type bytecode struct {
	ins   []instr  // by the index of the first unit; next 0: none starts there
	joins []bool   // targets of jumps
	merge []bool   // merge points: joins, but for those before a short tail, and where exceptions are handled
	heads []bool   // where loops and handlers begin
	lines []int    // by the index of the unit; made when a profiler asks
	live  []uint64 // the locals that are live; made when it is asked for first
}

// entryKey is where tier 1 enters: the index of the instruction and the depth of the stack.
type entryKey struct{ index, depth int }

// newUnit makes one that may cost as many bytes as given.
func newUnit(code *object.Code, globals, builtins *object.Dict, room int) *Unit {
	if code.NLocalsPlus+code.StackSize > maxSlots || unitBytes(int(code.NUnits)) > room {
		return &Unit{code: code, globals: globals, builtins: builtins, bytecode: new(bytecode), cannot: true}
	}
	return &Unit{code: code, globals: globals, builtins: builtins, entries: map[entryKey]target{}, resume: map[int]*uint64{}, bytecode: decode(code)}
}

func decode(code *object.Code) *bytecode {
	n := int(code.NUnits)
	u := &bytecode{ins: make([]instr, n), joins: make([]bool, n+1), merge: make([]bool, n+1), heads: make([]bool, n+1)}
	raw := originalUnits(code)
	for i := 0; i < n; {
		start, arg := i, uint32(0)
		for raw[2*i] == bc.EXTENDED_ARG && i+1 < n {
			arg = (arg | uint32(raw[2*i+1])) << 8
			i++
		}
		op := raw[2*i]
		arg |= uint32(raw[2*i+1])
		next := i + 1 + int(bc.Caches[op])
		u.ins[start] = instr{op, arg, int32(i), int32(next)}
		if bc.HasJump(op) {
			to := u.target(start)
			if op == bc.FOR_ITER {
				to += 2 // it does the END_FOR and POP_TOP
			}
			u.merge[to], u.joins[to] = true, true
		}
		i = next
	}
	for i, in := range u.ins {
		if in.op == bc.JUMP_BACKWARD || in.op == bc.JUMP_BACKWARD_NO_INTERRUPT {
			u.heads[u.target(i)] = true
		}
	}
	for _, h := range code.Handlers() {
		u.heads[h.Target/2] = true
		u.merge[h.Target/2] = true
	}
	for i := n - 1; i >= 0; i-- {
		if u.merge[i] && !u.heads[i] && u.shortTail(i) {
			u.merge[i] = false
		}
	}
	return u
}

// tailLength is how many instructions there may be behind a join that is none: they are compiled once for each way that leads there, which costs
// less than moving values to where another way has them.
const tailLength = 12

// shortTail reports whether only a few simple instructions lie between the join at index i and the next place where ways meet or end. Behind it
// joins have been looked at already: one that is none may not be among them, so that code is doubled, but no more.
func (u *bytecode) shortTail(i int) bool {
	for n := 0; n < tailLength; n++ {
		in := u.ins[i]
		switch {
		case in.op == bc.JUMP_BACKWARD || in.op == bc.RETURN_VALUE || in.op == bc.RETURN_CONST:
			return true
		case !inlinable[in.op]:
			return false
		case in.op == bc.JUMP_FORWARD:
			i = u.target(i)
		default:
			i = int(in.next)
		}
		if u.merge[i] {
			return true
		}
		if u.joins[i] {
			return false
		}
	}
	return false
}

// maxSlots is the largest frame that is compiled: states and snapshots have it in them over and over.
const maxSlots = 500

// unitKey names a unit.
type unitKey struct{ code, globals, builtins uintptr }

func keyOf(code *object.Code, globals, builtins *object.Dict) unitKey {
	return unitKey{uintptr(unsafe.Pointer(code)), uintptr(unsafe.Pointer(globals)), uintptr(unsafe.Pointer(builtins))}
}

func (u *Unit) key() unitKey {
	return keyOf(u.code, u.globals, u.builtins)
}

// bytes is about what u costs.
func (u *Unit) bytes() int { return unitBytes(len(u.ins)) }

func unitBytes(nunits int) int {
	return int(unsafe.Sizeof(Unit{})) + (int(unsafe.Sizeof(instr{}))+3+8)*nunits + 100
}

// target is where a jump instruction at index i jumps.
func (u *bytecode) target(i int) int {
	in := u.ins[i]
	switch in.op {
	case bc.JUMP_BACKWARD, bc.JUMP_BACKWARD_NO_INTERRUPT:
		return int(in.next) - int(in.arg)
	}
	return int(in.next) + int(in.arg)
}

// pc is the address that Frame.PC has while the instruction at in runs.
func (u *Unit) pc(in instr) uintptr { return uintptr(u.code.First) + 2*uintptr(in.at+1) }

// nslots is how many slots a frame of u has.
func (u *Unit) nslots() int { return int(u.code.NLocalsPlus) + int(u.code.StackSize) }

// originalUnits are the code units as loaded, without what tier 1 changed.
func originalUnits(code *object.Code) []byte {
	b := object.As[object.Bytes](code.OrigUnits)
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(b), object.BytesData)), b.Len)
}

func (u *Unit) String() string { return object.GoString(u.code.QualName) }
