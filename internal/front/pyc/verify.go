package pyc

// The verifier decides whether an interpreter may trust a code object without checks of its own.
//
// What holds for verified code, on every path:
//
//   - Only unspecialized instructions that a file may hold, their caches zero; arguments in range of what they select;
//     jumps and handlers lead to instruction starts, never backwards to or before RETURN_GENERATOR; code never runs off its end.
//   - The stack has one depth at each instruction, within StackSize; at RETURN_VALUE and RETURN_CONST nothing else is left on it.
//   - An operand is never Null, except the self-or-Null slots of calls and what LOAD_FAST_AND_CLEAR has saved.
//   - LIST_APPEND, LIST_EXTEND and INTRINSIC_LIST_TO_TUPLE meet an exact list, SET_ADD and SET_UPDATE a set, MAP_ADD, DICT_UPDATE, DICT_MERGE and
//     the keywords of CALL_FUNCTION_EX an exact dict that this code built; POP_JUMP_IF_TRUE, POP_JUMP_IF_FALSE and UNARY_NOT an exact bool.
//   - COMPARE_OP has the outcomes of its operator; super() without arguments has the operands that it would look for in the frame.
//   - MAKE_FUNCTION meets a code object; before anything else uses a function whose code has free variables, it got a closure of as many cells.
//   - CALL_KW, BUILD_CONST_KEY_MAP and MATCH_CLASS meet constant tuples of the right length (of str, but for the map); MATCH_KEYS
//     and INTRINSIC_TYPEALIAS tuples, the latter of three items.
//   - PUSH_EXC_INFO, CLEANUP_THROW, END_ASYNC_FOR, WITH_EXCEPT_START, CHECK_EXC_MATCH, RERAISE and INTRINSIC_STOPITERATION_ERROR meet an exception;
//     CHECK_EG_MATCH an exception or None; POP_EXCEPT what PUSH_EXC_INFO pushed; RERAISE and WITH_EXCEPT_START the offset that a handler's entry pushed.
//   - LOAD_FAST meets a bound local; the instructions on cells meet a cell.
//   - YIELD_VALUE stands in the code of a generator behind its RETURN_GENERATOR and is followed by RESUME.
//   - Every cycle passes JUMP_BACKWARD or JUMP_BACKWARD_NO_INTERRUPT: all other edges lead forward. Both must poll, because CPython's compiler
//     closes some loops with the second alone ("while not a < b < c: pass").
//   - No instruction that may raise in a handler's range has consumed the values that the handler keeps. YIELD_VALUE counts as having
//     pushed the value sent before it raises what is thrown in.
//     A MAKE_CELL that raises is taken to leave the frame whatever handlers there are: an inlined comprehension saves the local that it makes a
//     cell outside the range of the handler that restores it.
//
// What the interpreter checks itself: FOR_ITER's iterator, SEND's receiver, the pieces of BUILD_STRING and the format of FORMAT_WITH_SPEC (syntax
// trees can put anything there), the defaults given to SET_FUNCTION_ATTRIBUTE (generic functions take
// them as arguments), INTRINSIC_SUBSCRIPT_GENERIC's tuple, the elements of INTRINSIC_PREP_RERAISE_STAR's list, and all that depends on values.
//
// What the loops, the compiler and the helpers take for granted of a slot, and who else can write it. Slots of the value stack are written by
// the code of the frame alone: no object shows them to Python. So are lists, sets and dicts under construction not shown to code that could
// change their type, which __class__ cannot do to exact ones. Locals are written from outside by f_locals, frames moved by f_lineno:
//
//	a local is bound               f_locals cannot delete a local; frame.clear refuses frames that run or wait; f_lineno binds what is
//	                               unbound to None and follows the jump in the verifier's states (TestLineJumps, lineno_jumps)
//	a local holds a cell           taken for certain only of the kinds KindCell and KindFree, where f_locals writes into the cell; a plain
//	                               local that was given a cell may hold anything a call later ("a cell in a plain local" in hostile_test.go)
//	a cell variable before         LOAD_FAST_AND_CLEAR leaves the slot unbound and no cell, DELETE_FAST too; STORE_FAST of what was saved
//	MAKE_CELL or while saved       restores what was known of it, into a slot of such a kind. The saved value is on the stack. A second
//	                               MAKE_CELL puts the cell into a new one, which is again a cell
//	a cell's content               may be Null: LOAD_DEREF, DELETE_DEREF and LOAD_FROM_DICT_OR_DEREF look (del cell.cell_contents, DELETE_DEREF)
//	a closure is a tuple of        SET_FUNCTION_ATTRIBUTE by kindCells; types.FunctionType and exec(closure=)
//	as many cells as the code      check items and length; __closure__ is read-only; __code__ takes only code with as many free variables
//	has free variables
//	stack slots of every kind      f_lineno: a jump is added to the flow as an edge and the function is interpreted again (CanJump). What it
//	                               widens is remembered with the code, for the next jump starts from it
//	where a waiting frame goes on  f_lineno moves only the frame whose event is being reported, not those that wait for a call or a value
//	a frame's code                 __code__ and code.replace make or name other code; frames and generators keep theirs, and caches ask the
//	                               function's version. New code is verified whole (TestEdits, traced runs)
//
// All of it at once, under random edits of the code: tests/hostile.

import (
	"fmt"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// Quotas: no compiled file comes near them.
const (
	maxCodeSize  = 1 << 26 // bytes of code of one function
	maxFrameSize = 1 << 20 // values in one frame
)

// Facts is what the verifier found out about a code object.
type Facts struct {
	// MaxStack is the deepest stack that the code reaches.
	MaxStack int
	// Starts has a bit for each code unit at which an instruction begins, EXTENDED_ARG included.
	Starts Bitmap
	// Heads has a bit for each code unit at which a jump or a handler may enter.
	Heads Bitmap
	// Handlers is the exception table.
	Handlers []ExceptionEntry
}

// Bitmap is a set of small numbers.
type Bitmap []uint64

func newBitmap(n int) Bitmap { return make(Bitmap, (n+63)/64) }

// Has reports whether i is in the set.
func (b Bitmap) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

func (b Bitmap) add(i int)    { b[i>>6] |= 1 << (i & 63) }
func (b Bitmap) remove(i int) { b[i>>6] &^= 1 << (i & 63) }

// checkShape checks the counts of a code object against each other.
func (c *Code) checkShape() (rule, detail string) {
	switch {
	case c.ArgCount < 0 || c.PosOnlyArgCount < 0 || c.KwOnlyArgCount < 0 || c.StackSize < 0 || c.Flags < 0:
		return "counts", "a count is negative"
	case c.PosOnlyArgCount > c.ArgCount:
		return "counts", "more positional-only arguments than arguments"
	case len(c.LocalsPlusNames) != len(c.LocalsPlusKinds):
		return "counts", "localsplusnames and localspluskinds differ in length"
	case len(c.Bytecode)%2 != 0:
		return "code-size", "co_code is malformed"
	case c.TotalArgs() > c.NumLocals():
		return "counts", "varnames is too small"
	}
	return "", ""
}

// Verify checks a code object and those among its constants, and keeps the facts found.
// Code that is verified already is not looked at again.
func (c *Code) Verify() error {
	v := verifier{consts: make(map[Const]int)}
	return v.whole(c)
}

// verifyModule checks the code of a whole file of a given size.
func (c *Code) verifyModule(size int) error {
	switch {
	case c.TotalArgs() != 0:
		return &Error{Rule: "module", Func: c.QualName.S, Detail: "the module takes arguments"}
	case c.NumFree() != 0:
		return &Error{Rule: "module", Func: c.QualName.S, Detail: "the module has free variables"}
	case c.Flags&(flagsResumable|FlagOptimized) != 0:
		return &Error{Rule: "module", Func: c.QualName.S, Detail: "the module is a function"}
	}
	v := verifier{consts: make(map[Const]int), left: 1<<24 + 16*size}
	v.limited = true
	return v.whole(c)
}

// verifier is the state of checking a whole program.
type verifier struct {
	consts  map[Const]int // the size of constants already checked, 0 while they are being checked
	limited bool
	left    int // how much code and tables, shared ones counted each time, may still follow
	flow    flow
}

// whole is program with memory that was used before.
func (v *verifier) whole(c *Code) error {
	v.flow.scratch = scratches.Get().(*scratch)
	defer scratches.Put(v.flow.scratch)
	return v.program(c)
}

// program checks a code object and all within it.
func (v *verifier) program(c *Code) error {
	if c.Facts != nil {
		return nil
	}
	if rule, detail := c.checkShape(); rule != "" {
		return &Error{Rule: rule, Func: c.QualName.S, Detail: detail}
	}
	if v.limited {
		v.left -= len(c.Bytecode) + len(c.LineTable) + len(c.ExceptionTable) + len(c.Consts) + len(c.Names) + len(c.LocalsPlusNames)
		if v.left < 0 {
			return &Error{Rule: "quota", Func: c.QualName.S, Detail: "code objects share too much code"}
		}
	}
	if _, ok := v.consts[c]; ok {
		return &Error{Rule: "const", Func: c.QualName.S, Detail: "the code object contains itself"}
	}
	v.consts[c] = 0
	size, err := v.constants(c)
	if err != nil {
		return err
	}
	v.consts[c] = size
	f := &v.flow
	f.scratch.reset()
	*f = flow{c: c, facts: new(Facts), scratch: f.scratch}
	for _, check := range [...]func(*flow){(*flow).checkCounts, (*flow).decode, (*flow).checkOperands, (*flow).checkTables, (*flow).checkStart, (*flow).run} {
		if check(f); f.err != nil {
			return f.err
		}
	}
	c.Facts = f.facts
	return nil
}

// instr is a decoded instruction.
type instr struct {
	off     int32 // byte offset of its first unit, an EXTENDED_ARG perhaps
	end     int32 // byte offset behind its caches
	arg     int32
	target  int32 // byte offset that it may jump to, or -1
	handler int32 // index of its entry in the exception table, or -1
	op      uint8
}

// flow is the state of checking one code object.
type flow struct {
	c      *Code
	facts  *Facts
	instrs []instr
	at     []int32 // for each code unit the index of the instruction that begins there, or -1
	err    *Error

	*scratch
	machine
}

func (f *flow) fail(rule string, off int, format string, args ...any) {
	if f.err == nil {
		f.err = &Error{Rule: rule, Func: f.c.QualName.S, Offset: off, Detail: fmt.Sprintf(format, args...)}
	}
}

// checkCounts checks sizes, flags and the kinds of localsplus.
func (f *flow) checkCounts() {
	c := f.c
	if len(c.Bytecode) == 0 || len(c.Bytecode) > maxCodeSize {
		f.fail("code-size", 0, "%d bytes of code", len(c.Bytecode))
	}
	if c.StackSize+len(c.LocalsPlusNames) > maxFrameSize {
		f.fail("quota", 0, "a frame of %d locals and %d values", len(c.LocalsPlusNames), c.StackSize)
	}
	if r := c.Flags & flagsResumable; r&(r-1) != 0 {
		f.fail("flags", 0, "generator, coroutine and async generator exclude each other")
	}
	if c.Flags&FlagIterableCoroutine != 0 && c.Flags&FlagGenerator == 0 {
		f.fail("flags", 0, "an iterable coroutine that is no generator")
	}
	const plainCell, free = 1, 2
	stage := 0
	for i := range len(c.LocalsPlusKinds) {
		switch c.LocalsPlusKinds[i] &^ KindHidden {
		case KindLocal, KindLocal | KindCell:
			if stage > 0 {
				f.fail("kinds", 0, "local %d stands behind cells", i)
			}
		case KindCell:
			if stage > plainCell {
				f.fail("kinds", 0, "cell %d stands behind free variables", i)
			}
			stage = plainCell
		case KindFree:
			stage = free
		default:
			f.fail("kinds", 0, "local %d is of kind %#x", i, c.LocalsPlusKinds[i])
		}
	}
}

// checkStart checks the first instructions: COPY_FREE_VARS, MAKE_CELL, RETURN_GENERATOR, RESUME.
func (f *flow) checkStart() {
	i, n := 0, f.c.NumFree()
	op := func() uint8 {
		if i < len(f.instrs) {
			return f.instrs[i].op
		}
		return opcode.CACHE
	}
	if n > 0 {
		if op() != opcode.COPY_FREE_VARS || int(f.instrs[i].arg) != n {
			f.fail("free-vars", 0, "code with %d free variables does not begin by copying them", n)
			return
		}
		i++
	}
	for op() == opcode.MAKE_CELL {
		i++
	}
	first := 0
	if f.c.Flags&flagsResumable != 0 {
		if op() != opcode.RETURN_GENERATOR {
			f.fail("generator", 0, "the code of a generator does not begin with RETURN_GENERATOR")
			return
		}
		first = int(f.instrs[i].end)
		i++
		if op() == opcode.POP_TOP {
			i++
		}
	}
	if op() != opcode.RESUME || f.instrs[i].arg&3 != opcode.ResumeAtFuncStart {
		f.fail("resume", first, "the code does not begin with RESUME 0")
		return
	}
	start := int(f.instrs[i].off)
	for j := range f.instrs {
		in := &f.instrs[j]
		if in.target >= 0 && int(in.target) < start {
			f.fail("jump", int(in.off), "a jump into the start of the function")
		}
		if j > i && (in.op == opcode.RETURN_GENERATOR || in.op == opcode.COPY_FREE_VARS) {
			f.fail("generator", int(in.off), "%s is not at the start of the function", opcode.Name(in.op))
		}
	}
	for _, e := range f.facts.Handlers {
		if e.Start < first || e.Target < start {
			f.fail("exception-table", e.Start, "an entry for the start of the function")
		}
	}
}
