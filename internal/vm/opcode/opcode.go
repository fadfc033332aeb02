// Package opcode holds the facts about CPython 3.13's instructions: numbers, names, formats, caches,
// stack effects, families and expansions into ops. It must not know how anything is executed.
// The tables are generated from internal/vm/interp/bytecodes.def.
package opcode

import "strconv"

// Flag is a set of properties of an instruction or op.
type Flag uint16

// The properties. Their bits are CPython's.
const (
	FlagArg         Flag = 1 << iota // uses its argument
	FlagConst                        // the argument is an index into co_consts
	FlagName                         // the argument is an index into co_names (perhaps shifted)
	FlagJump                         // jumps by its argument
	FlagFree                         // the argument is the index of a cell in localsplus
	FlagLocal                        // the argument is an index into localsplus
	FlagEvalBreak                    // polls the breaker word
	FlagDeopt                        // may go back to the head of its family
	FlagError                        // may raise, its inputs popped
	FlagEscapes                      // may run arbitrary Python code
	FlagExit                         // may leave a trace by a side exit
	FlagPure                         // has no effect beside its outputs
	FlagPassthrough                  // leaves its inputs as they are
	FlagOpargAnd1                    // is split on oparg & 1
	FlagErrorNoPop                   // may raise, its inputs left on the stack
)

// ResumeDepth1 marks, in its argument, a RESUME within no handler but the generator's own.
const ResumeDepth1 = 4

type info struct {
	name   string
	format string
	flags  Flag
	own    bool
}

type pseudoInfo struct {
	name    string
	flags   Flag
	targets []uint8
}

type uopInfo struct {
	name        string
	flags       Flag
	replication uint8
}

// CacheField is a named piece of an inline cache; Size is in code units.
type CacheField struct {
	Name string
	Size int
}

// UopUse is one op of an instruction's expansion. Size is that of its cache operand in code units
// (0: none; 5, 6: the argument's upper or lower half-byte; 7: the return offset; 9: replaced in tier 2),
// Offset its distance from the instruction's own unit.
type UopUse struct {
	Uop    Uop
	Size   uint8
	Offset uint8
}

// Valid reports whether op is the number of an instruction.
func Valid(op uint8) bool { return table[op].name != "" }

// Name gives an instruction's name, or its number in angle brackets.
func Name(op uint8) string {
	if n := table[op].name; n != "" {
		return n
	}
	return "<" + strconv.Itoa(int(op)) + ">"
}

// PseudoName gives a pseudo instruction's name, or its number in angle brackets.
func PseudoName(op int) string {
	if op < 256 {
		return Name(uint8(op))
	}
	if i := op - 256; i < len(pseudoTable) {
		return pseudoTable[i].name
	}
	return "<" + strconv.Itoa(op) + ">"
}

// Flags gives the properties of an instruction.
func Flags(op uint8) Flag { return table[op].flags }

// Format gives the layout of an instruction: I, then B (argument) or X (none), then C and a 0 for each further cache unit.
func Format(op uint8) string { return table[op].format }

// HasArg reports whether an instruction uses its argument.
func HasArg(op uint8) bool { return table[op].flags&FlagArg != 0 }

// HasConst reports whether the argument indexes co_consts.
func HasConst(op uint8) bool { return table[op].flags&FlagConst != 0 }

// HasName reports whether the argument indexes co_names.
func HasName(op uint8) bool { return table[op].flags&FlagName != 0 }

// HasLocal reports whether the argument indexes localsplus.
func HasLocal(op uint8) bool { return table[op].flags&FlagLocal != 0 }

// HasFree reports whether the argument indexes a cell in localsplus.
func HasFree(op uint8) bool { return table[op].flags&FlagFree != 0 }

// HasJump reports whether the instruction may jump by its argument.
func HasJump(op uint8) bool { return table[op].flags&FlagJump != 0 }

// IsInstrumented reports whether op is one of the forms that sys.monitoring patches in.
func IsInstrumented(op uint8) bool { return op >= MinInstrumented && Valid(op) }

// IsSpecialized reports whether op is a specialized form, which no file may hold.
func IsSpecialized(op uint8) bool { return Deopt[op] != op }

// IsOwn reports whether op is a specialized form that CPython does not have.
func IsOwn(op uint8) bool { return table[op].own }

// Seen gives the number that programs see where code holds op: the head's in place of one that CPython does not have.
func Seen(op uint8) uint8 {
	if table[op].own {
		return Deopt[op]
	}
	return op
}

// Popped gives the number of values that an instruction takes from the stack.
func Popped(op uint8, oparg uint32) int { return popped(op, int(oparg)) }

// Pushed gives the number of values that an instruction leaves on the stack when it does not jump.
func Pushed(op uint8, oparg uint32) int { return pushed(op, int(oparg)) }

// CacheFields gives the layout of an instruction's inline cache.
func CacheFields(op uint8) []CacheField { return cacheFields[Deopt[op]] }

// Family gives the specialized forms of an instruction.
func Family(head uint8) []uint8 { return families[head] }

// Expansion gives the ops that an instruction is made of, or nil if tier 2 cannot run it.
func Expansion(op uint8) []UopUse { return expansions[op] }

// PseudoTargets gives the instructions that a pseudo instruction may become.
func PseudoTargets(op int) []uint8 {
	if i := op - 256; i >= 0 && i < len(pseudoTable) {
		return pseudoTable[i].targets
	}
	return nil
}

// String gives an op's name.
func (u Uop) String() string {
	if i := int(u) - int(FirstUop); i >= 0 && i < len(uopTable) {
		return uopTable[i].name
	}
	if u < 256 {
		return Name(uint8(u))
	}
	return "<" + strconv.Itoa(int(u)) + ">"
}

// Flags gives the properties of an op.
func (u Uop) Flags() Flag {
	if i := int(u) - int(FirstUop); i >= 0 && i < len(uopTable) {
		return uopTable[i].flags
	}
	return 0
}

// Replication gives the number of copies of an op with the argument built in: 0 to n-1.
func (u Uop) Replication() int {
	if i := int(u) - int(FirstUop); i >= 0 && i < len(uopTable) {
		return int(uopTable[i].replication)
	}
	return 0
}

// Popped gives the number of values that an op takes from the stack.
func (u Uop) Popped(oparg uint32) int { return uopPopped(u, int(oparg)) }

// Pushed gives the number of values that an op leaves on the stack.
func (u Uop) Pushed(oparg uint32) int { return uopPushed(u, int(oparg)) }

// FlagsOf gives the properties of an instruction or pseudo instruction.
func FlagsOf(op int) Flag {
	if i := op - 256; i >= 0 && i < len(pseudoTable) {
		return pseudoTable[i].flags
	}
	if op < 0 || op > 255 {
		return 0
	}
	return table[op].flags
}
