// Reasons: why a guard, an exit, a promotion or a respawn is there, and why code was not made or did not stay.

package stats

import (
	"fmt"
	"strings"
)

// Reason names why code checks, leaves, promotes or respawns, or why there is none.
type Reason uint8

const (
	Overflow Reason = iota
	NotInt
	NotFloat
	TypeMiss
	ShapeMiss
	Bounds
	DivisionByZero
	Unbound
	NullResult
	StackLimit
	Recursion
	NativeStack
	Breaker
	AssumptionBroken
	EvictedCode
	Tracing
	Unsupported
	Megamorphic
	GeneratorYield
	NaN
	OutOfMemory
	CodeFull
	NotHot
	NotCalled
	Forbidden
	TooBig
	TooComplex
	Mistake
	NoMachineCode
	Resting
	HelperCall
	Versions
	LateCall
	GlobalChanged
	BuiltinChanged
	TypeChanged
	FunctionChanged
	ClassAssigned
	Distrusted
	SideExit
	Deopt
	TraceEnd
	NoSuperblock
	HelperStatus
	QuickMiss
	Postponed
	NumReasons
)

// A reasonEntry is what there is to say of a reason. A code is given once and for all: testdata/reasons.golden has them.
type reasonEntry struct {
	code, name, doc string
	cost            string // of it happening once
	change          string // what to do in the program
}

var reasons = [NumReasons]reasonEntry{
	Overflow: {"PSY-R001", "overflow", "the result of int arithmetic does not fit",
		"a result beyond 49 bits is an object, made by a helper: some 10 to 30 ns instead of one",
		"keep ints below 2**48 (reduce as you go, or use a mask); where only size matters, compute with floats"},
	NotInt: {"PSY-R002", "not_int", "the value is no small int",
		"the other side of a check, and from then on code for both kinds",
		"give the variable one type: do not mix ints with bools, floats or None in it"},
	NotFloat: {"PSY-R003", "not_float", "the value is no float",
		"the other side of a check, and from then on code for both kinds",
		"give the variable one type: begin with 0.0 where floats follow"},
	TypeMiss: {"PSY-R004", "type_miss", "the value has another type than those compiled for",
		"code is compiled once for each type that occurs, and each type costs a check",
		"call the function with the same types, or write one function for each type"},
	ShapeMiss: {"PSY-R005", "shape_miss", "the instance has another shape than those compiled for",
		"the attribute is looked up by a helper, some 20 ns",
		"set the same attributes in the same order in __init__, and add none later"},
	Bounds: {"PSY-R006", "bounds", "the index is out of bounds",
		"the instruction is done by its helper, which raises or handles it",
		"do not let an IndexError end a loop: ask for the length"},
	DivisionByZero: {"PSY-R007", "division_by_zero", "the divisor, or the step of a range, is zero",
		"the instruction is done by its helper, which raises",
		"test for zero before you divide where it happens often"},
	Unbound: {"PSY-R008", "unbound", "the variable has no value",
		"the instruction is done by its helper, which raises",
		"bind variables on every path that leads to their use; do not del them in loops"},
	NullResult: {"PSY-R009", "null_result", "the call raised",
		"making the exception and its traceback, about a microsecond",
		"do not use exceptions for what happens in most turns: dict.get, a default, a test"},
	StackLimit: {"PSY-R010", "stack_limit", "the VM stack is full",
		"the call is made by a helper, which raises",
		"recurse less deeply"},
	Recursion: {"PSY-R011", "recursion", "the recursion limit is reached",
		"the call is made by a helper, which raises",
		"recurse less deeply, or use a loop with a list as stack"},
	NativeStack: {"PSY-R012", "native_stack", "the native stack is full",
		"the call is interpreted",
		"recurse less deeply, or use a loop with a list as stack"},
	Breaker: {"PSY-R013", "breaker", "a poll found work: a signal, a collection, the lock, Go's scheduler",
		"one visit of the interpreter, below a microsecond, and the work itself",
		"nothing, if it is rare; objects with finalizers and weak references make it frequent"},
	AssumptionBroken: {"PSY-R014", "assumption_broken", "a global, builtin, type or function changed that the code relies on",
		"all code that relied on it is dropped and compiled again",
		"assign globals, class attributes and functions before the work begins, not during it"},
	EvictedCode: {"PSY-R015", "evicted", "the code was dropped to make room",
		"it is compiled again when it is needed, a few microseconds for each instruction",
		"give more room: -X psy.codecap=BYTES, Config.Code"},
	Tracing: {"PSY-R016", "tracing", "a trace or profile function, or monitoring, was turned on",
		"everything is interpreted as long as it is on",
		"measure with -X psy.profile=FILE, which costs at most a tenth, instead of sys.setprofile"},
	Unsupported: {"PSY-R017", "unsupported", "the compiler leaves this case to the interpreter",
		"the instruction is done by its helper, or the frame is interpreted for a while",
		"see the instruction: send() to a generator from elsewhere, calls with unusual arguments"},
	Megamorphic: {"PSY-R018", "megamorphic", "too many types or values were met here",
		"the general form is used, mostly a helper's, 10 to 50 ns",
		"give each kind its own function or call site; dispatch once, outside the loop"},
	GeneratorYield: {"PSY-R019", "generator_yield", "a generator gives control back",
		"nothing to speak of",
		"nothing"},
	NaN: {"PSY-R020", "nan", "a computed NaN needs an identity",
		"an object for each NaN",
		"keep NaNs out of hot loops"},
	OutOfMemory: {"PSY-R021", "out_of_memory", "the heap is full",
		"a collection, and MemoryError if it frees too little",
		"give more room: -X psy.heapcap=BYTES, Config.Heap; keep less"},
	CodeFull: {"PSY-R022", "code_full", "the memory for code is full",
		"what does not fit is interpreted",
		"give more room: -X psy.codecap=BYTES, Config.Code"},
	NotHot: {"PSY-R023", "not_hot", "it was called, and its loops turned, too seldom to be compiled",
		"it is interpreted; compiling it would have cost more",
		"nothing; to compile it nevertheless, -X psy.threshold=N or psyco.bind(f)"},
	NotCalled: {"PSY-R024", "not_called", "it did not run",
		"nothing",
		"check whether the program takes the path that you expect"},
	Forbidden: {"PSY-R025", "forbidden", "psyco.cannotcompile was called for it",
		"it is interpreted",
		"do not call psyco.cannotcompile for it"},
	TooBig: {"PSY-R026", "too_big", "it has more than 500 variables and stack items, or too much bytecode for the memory for code",
		"it is interpreted",
		"cut it in pieces; put loops into functions of their own"},
	TooComplex: {"PSY-R027", "too_complex", "more is known at one place than a native frame holds",
		"that place is interpreted",
		"cut the function in pieces"},
	Mistake: {"PSY-R028", "mistake", "the compiler made a mistake, and noticed it",
		"it is interpreted",
		"report it, with the program and what -X psy.log=FILE says"},
	NoMachineCode: {"PSY-R029", "no_machine_code", "there is no machine code on this system, or not with this engine",
		"tier 2 and the interpreter run the program",
		"run it on linux/amd64, where memory may be mapped executable, with -X psy.engine=auto"},
	Resting: {"PSY-R030", "resting", "its code was evicted again and again, and so it is interpreted for a while",
		"it is interpreted until it is hot once more; each rest is twice as long as the one before",
		"give more room: -X psy.codecap=BYTES, Config.Code"},
	HelperCall: {"PSY-R031", "helper_call", "the instruction is done by a Go helper",
		"a call, 2.5 ns, and what the helper does with values in memory",
		"nothing, if the helper does much at once; else use what is compiled: locals, ints, floats, lists, tuples, slots, dicts and sets of ints, strs and tuples of those"},
	Versions: {"PSY-R032", "versions", "so many states reached this place that one general version serves the rest",
		"types are checked again after this place, and values are in memory",
		"let the variables of a loop keep their types from turn to turn, or -X psy.maxversions=N"},
	LateCall: {"PSY-R033", "late_call", "a function that was inlined needed its frame after all",
		"the call is made then; after three such places the function is no longer inlined",
		"nothing, if it is rare; keep what raises, or calls, out of the shortest functions"},
	GlobalChanged: {"PSY-R034", "global_changed", "a global that the code took for constant was assigned or deleted",
		"all code that relied on it is dropped and compiled again",
		"keep what changes in a list, an object or a local variable"},
	BuiltinChanged: {"PSY-R035", "builtin_changed", "a name of the builtins that the code took for constant was assigned",
		"all code that relied on it is dropped and compiled again",
		"replace builtins before the work begins, or not at all"},
	TypeChanged: {"PSY-R036", "type_changed", "a class got, lost or changed an attribute or a base",
		"all code that relied on it is dropped and compiled again",
		"finish classes before the work begins; keep counters on instances, not on classes"},
	FunctionChanged: {"PSY-R037", "function_changed", "a function's code or defaults were assigned",
		"all code that relied on it is dropped and compiled again",
		"make a new function instead"},
	ClassAssigned: {"PSY-R038", "class_assigned", "an object's __class__ was assigned",
		"all code that relied on it is dropped and compiled again",
		"make a new object instead"},
	Distrusted: {"PSY-R039", "distrusted", "what is used here changed so often that it is no longer taken for constant",
		"it is looked up by a helper each time, some 10 ns",
		"keep what changes in a list, an object or a local variable"},
	SideExit: {"PSY-R040", "side_exit", "tier 2: the program went another way than when the superblock was made",
		"tier 1 goes on, or another superblock once this is frequent",
		"nothing, if it is rare; branches that go both ways equally often are expensive in tier 2"},
	Deopt: {"PSY-R041", "deopt", "tier 2: the instruction met other types or values than its inline cache had",
		"tier 1 does the instruction, and a superblock for these types is made once this is frequent",
		"call the function with the same types, or write one function for each type"},
	TraceEnd: {"PSY-R042", "trace_end", "tier 2: the superblock ends here",
		"tier 1 goes on, or the next superblock",
		"nothing"},
	NoSuperblock: {"PSY-R043", "no_superblock", "tier 2: not even the first instruction fits a superblock",
		"tier 1 runs it",
		"see the instruction where the loop begins"},
	HelperStatus: {"PSY-R044", "helper_status", "after a helper, the program goes on elsewhere than at the next instruction",
		"a jump, another frame's run, or what raising costs, which is counted separately",
		"nothing"},
	QuickMiss: {"PSY-R045", "quick_miss", "the short form of the instruction does not cover the case",
		"the instruction is done by its helper, after the short form has refused",
		"see helper_call: dictionaries and attributes of plain objects, lists and strings have short forms"},
	Postponed: {"PSY-R046", "postponed", "compiling has taken much of the program's time, so the function has to become hotter",
		"it is interpreted until then",
		"nothing: if the program runs longer, the function is compiled; -X psy.threshold=N compiles everything that is as hot as N says"},
}

func (r Reason) String() string { return reasons[r].name }

// Code is the reason's name for ever: PSY-R and three digits. It is not used again, nor given to another reason.
func (r Reason) Code() string { return reasons[r].code }

// Doc is the reason's meaning, Cost what it costs when it happens, Change what can be done about it in the program.
func (r Reason) Doc() string    { return reasons[r].doc }
func (r Reason) Cost() string   { return reasons[r].cost }
func (r Reason) Change() string { return reasons[r].change }

// reasonEntries are the names and meanings, as of other counters.
func reasonEntries() []entry {
	out := make([]entry, NumReasons)
	for r, e := range reasons {
		out[r] = entry{e.name, e.doc}
	}
	return out
}

// ReasonsDoc is docs/reasons.md but for its head.
func ReasonsDoc() string {
	var b strings.Builder
	for _, e := range reasons {
		fmt.Fprintf(&b, "\n## %s %s\n", e.code, e.name)
		for _, paragraph := range [...]string{"Meaning: " + e.doc, "Cost: " + e.cost, "What to change: " + e.change} {
			b.WriteString("\n")
			column := 0
			for i, word := range strings.Fields(paragraph + ".") {
				switch {
				case i > 0 && column+1+len(word) > docWidth:
					b.WriteString("\n")
					column = 0
				case i > 0:
					b.WriteString(" ")
					column++
				}
				b.WriteString(word)
				column += len(word)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// docWidth is how long the lines of documents may be.
const docWidth = 100
