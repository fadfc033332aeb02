package pyc

// The verifier's decoder: instructions, arguments, jump targets, tables.

import (
	"math"
	"strconv"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

func itoa(n int) string { return strconv.Itoa(n) }

// maxExtended is the number of EXTENDED_ARG that an argument of 32 bits needs.
const maxExtended = 3

// allowed reports whether a file may hold an instruction.
func allowed(op uint8) bool {
	switch op {
	case opcode.CACHE, opcode.RESERVED, opcode.INTERPRETER_EXIT, opcode.EXIT_INIT_CHECK, opcode.ENTER_EXECUTOR:
		return false
	}
	return opcode.Valid(op) && !opcode.IsSpecialized(op) && !opcode.IsInstrumented(op)
}

// decode finds the instructions and checks that they are well formed.
func (f *flow) decode() {
	code := f.c.Bytecode
	f.at = f.starts.take(len(code) / 2)
	for i := range f.at {
		f.at[i] = -1
	}
	both := newBitmap(2 * 64 * ((len(code)/2 + 63) / 64))
	f.facts.Starts, f.facts.Heads = both[:len(both)/2:len(both)/2], both[len(both)/2:]
	f.instrs = f.units[:0]
	defer func() { f.units = f.instrs }()
	for pos := 0; pos < len(code); {
		in := instr{off: int32(pos), target: -1, handler: -1}
		arg, extended := uint32(0), 0
		for code[pos] == opcode.EXTENDED_ARG {
			arg = arg<<8 | uint32(code[pos+1])
			if extended++; extended > maxExtended {
				f.fail("extended-arg", pos, "more than three EXTENDED_ARG")
				return
			}
			if pos += 2; pos == len(code) {
				f.fail("extended-arg", pos-2, "EXTENDED_ARG before nothing")
				return
			}
		}
		in.op = code[pos]
		arg = arg<<8 | uint32(code[pos+1])
		if !allowed(in.op) {
			f.fail("opcode", pos, "%s must not occur in a file", opcode.Name(in.op))
			return
		}
		if arg > math.MaxInt32 {
			f.fail("operand", pos, "%s: the argument is out of range", opcode.Name(in.op))
			return
		}
		in.arg = int32(arg)
		pos += 2
		for range opcode.Caches[in.op] {
			if pos >= len(code) || code[pos] != 0 || code[pos+1] != 0 {
				f.fail("cache", int(in.off), "%s: an inline cache is missing or not zero", opcode.Name(in.op))
				return
			}
			pos += 2
		}
		in.end = int32(pos)
		f.at[in.off/2] = int32(len(f.instrs))
		f.facts.Starts.add(int(in.off / 2))
		f.instrs = append(f.instrs, in)
	}
}

// start gives the index of the instruction that begins at a byte offset, or -1.
func (f *flow) start(off int) int {
	if off < 0 || off >= len(f.c.Bytecode) || off%2 != 0 {
		return -1
	}
	return int(f.at[off/2])
}

// checkOperands checks each argument by itself and finds jump targets.
func (f *flow) checkOperands() {
	for i := range f.instrs {
		in := &f.instrs[i]
		if detail := f.operand(in, i); detail != "" {
			f.fail("operand", int(in.off), "%s %d: %s", opcode.Name(in.op), in.arg, detail)
			return
		}
		if !opcode.HasJump(in.op) {
			continue
		}
		target := int(in.end) + 2*int(in.arg)
		if in.op == opcode.JUMP_BACKWARD || in.op == opcode.JUMP_BACKWARD_NO_INTERRUPT {
			target = int(in.end) - 2*int(in.arg)
		}
		if f.start(target) < 0 {
			f.fail("jump", int(in.off), "%s to %d, where no instruction begins", opcode.Name(in.op), target)
			return
		}
		in.target = int32(target)
		f.facts.Heads.add(target / 2)
		if in.op == opcode.FOR_ITER {
			j := f.start(target)
			// Each is one unit: FOR_ITER goes on two units further.
			if code := f.c.Bytecode; code[target] != opcode.END_FOR || j+1 == len(f.instrs) || code[target+2] != opcode.POP_TOP {
				f.fail("for-iter", int(in.off), "FOR_ITER does not lead to END_FOR and POP_TOP")
				return
			}
		}
	}
}

// compareMasks are the outcomes that make each comparison true.
var compareMasks = [...]int32{
	opcode.CompareLess, opcode.CompareLess | opcode.CompareEqual, opcode.CompareEqual,
	opcode.CompareLess | opcode.CompareGreater | opcode.CompareUnordered, opcode.CompareGreater, opcode.CompareGreater | opcode.CompareEqual,
}

// below says that an argument is out of range.
func below(arg int32, n int) string {
	if int(arg) < n {
		return ""
	}
	return "out of range, " + itoa(n) + " is the limit"
}

func between(arg int32, low, high int32) string {
	if arg >= low && arg <= high {
		return ""
	}
	return "not from " + itoa(int(low)) + " to " + itoa(int(high))
}

// namespaceOps use the dict of locals, which functions do not have.
func usesNamespace(op uint8) bool {
	switch op {
	case opcode.LOAD_NAME, opcode.STORE_NAME, opcode.DELETE_NAME, opcode.LOAD_LOCALS, opcode.SETUP_ANNOTATIONS:
		return true
	}
	return false
}

// operand checks an argument; the result is what is wrong with it.
func (f *flow) operand(in *instr, i int) string {
	c, arg := f.c, in.arg
	resumable := c.Flags&flagsResumable != 0
	if usesNamespace(in.op) && c.Flags&FlagOptimized != 0 {
		return "a function has no dict of locals"
	}
	switch in.op {
	case opcode.LOAD_CONST, opcode.RETURN_CONST:
		return below(arg, len(c.Consts))
	case opcode.LOAD_GLOBAL, opcode.LOAD_ATTR:
		return below(arg>>1, len(c.Names))
	case opcode.LOAD_SUPER_ATTR:
		return below(arg>>2, len(c.Names))
	case opcode.LOAD_FAST_LOAD_FAST, opcode.STORE_FAST_LOAD_FAST, opcode.STORE_FAST_STORE_FAST:
		if arg > 0xFF {
			return "out of range"
		}
		return below(max(arg>>4, arg&15), len(c.LocalsPlusNames))
	case opcode.LOAD_DEREF, opcode.STORE_DEREF, opcode.DELETE_DEREF, opcode.LOAD_FROM_DICT_OR_DEREF, opcode.MAKE_CELL:
		// An inlined comprehension may make a cell where a free variable was.
		if int(arg) >= len(c.LocalsPlusKinds) || c.LocalsPlusKinds[arg]&(KindCell|KindFree) == 0 {
			return "not the index of a cell"
		}
	case opcode.COPY_FREE_VARS:
		if int(arg) != c.NumFree() {
			return "not the number of free variables"
		}
	case opcode.BINARY_OP:
		return below(arg, len(opcode.BinaryOps))
	case opcode.COMPARE_OP:
		if detail := below(arg>>5, len(opcode.CompareOps)); detail != "" {
			return detail
		}
		if arg&15 != compareMasks[arg>>5] {
			return "the outcomes are not those of the operator"
		}
	case opcode.IS_OP, opcode.CONTAINS_OP, opcode.CALL_FUNCTION_EX:
		return below(arg, 2)
	case opcode.CALL_INTRINSIC_1:
		if !resumable && arg == opcode.INTRINSIC_STOPITERATION_ERROR {
			return "not in a generator"
		}
		return between(arg, 1, int32(len(opcode.Intrinsics1))-1)
	case opcode.CALL_INTRINSIC_2:
		return between(arg, 1, int32(len(opcode.Intrinsics2))-1)
	case opcode.CONVERT_VALUE:
		return between(arg, 1, 3)
	case opcode.BUILD_SLICE:
		return between(arg, 2, 3)
	case opcode.RAISE_VARARGS, opcode.RERAISE, opcode.GET_AWAITABLE:
		return between(arg, 0, 2)
	case opcode.RESUME:
		return between(arg, 0, 7)
	case opcode.SET_FUNCTION_ATTRIBUTE:
		if arg != 1 && arg != 2 && arg != 4 && arg != 8 {
			return "not one of 1, 2, 4 and 8"
		}
	case opcode.COPY, opcode.LIST_APPEND, opcode.LIST_EXTEND, opcode.SET_ADD, opcode.SET_UPDATE, opcode.MAP_ADD, opcode.DICT_UPDATE, opcode.DICT_MERGE:
		return between(arg, 1, math.MaxInt32)
	case opcode.SWAP:
		return between(arg, 2, math.MaxInt32)
	case opcode.RETURN_GENERATOR:
		if !resumable {
			return "not in the code of a generator"
		}
	case opcode.YIELD_VALUE:
		if !resumable {
			return "not in the code of a generator"
		}
		if i+1 == len(f.instrs) || f.instrs[i+1].op != opcode.RESUME || f.instrs[i+1].arg&3 == opcode.ResumeAtFuncStart {
			return "not followed by RESUME"
		}
		return between(arg, 0, 1)
	default:
		switch {
		case opcode.HasName(in.op):
			return below(arg, len(c.Names))
		case opcode.HasLocal(in.op):
			return below(arg, len(c.LocalsPlusNames))
		case opcode.HasArg(in.op) && !opcode.HasJump(in.op) && in.op != opcode.UNPACK_EX:
			return below(arg, maxFrameSize)
		}
	}
	return ""
}

// checkTables checks the location table and the exception table.
func (f *flow) checkTables() {
	locs := f.c.locations()
	for {
		if _, ok := locs.next(); !ok {
			break
		}
	}
	if locs.bad != "" {
		f.fail("line-table", min(locs.end, len(f.c.Bytecode)), "%s", locs.bad)
	}
	if locs.end > len(f.c.Bytecode) {
		f.fail("line-table", len(f.c.Bytecode), "the table is for more code than there is")
	}
	it := excIter{table: f.c.ExceptionTable}
	next, last := 0, 0
	for {
		e, ok := it.next()
		if !ok {
			break
		}
		if e.Start < last || e.End <= e.Start || e.End > len(f.c.Bytecode) {
			f.fail("exception-table", e.Start, "the range %d to %d is out of order", e.Start, e.End)
			return
		}
		if f.start(e.Start) < 0 || e.End < len(f.c.Bytecode) && f.start(e.End) < 0 {
			f.fail("exception-table", e.Start, "the range %d to %d is not one of whole instructions", e.Start, e.End)
			return
		}
		if f.start(e.Target) < 0 || e.Target < e.End {
			f.fail("exception-table", e.Start, "the handler at %d is not an instruction behind the range", e.Target)
			return
		}
		if e.Depth >= f.c.StackSize {
			f.fail("exception-table", e.Start, "depth %d does not fit the stack", e.Depth)
			return
		}
		last = e.End
		for next = f.start(e.Start); next < len(f.instrs) && int(f.instrs[next].off) < e.End; next++ {
			f.instrs[next].handler = int32(len(f.facts.Handlers))
		}
		f.facts.Heads.add(e.Target / 2)
		f.facts.Handlers = append(f.facts.Handlers, e)
	}
	if it.bad {
		f.fail("exception-table", 0, "the table is cut off")
	}
}
