// Reasons: why a guard, an exit, a promotion or a respawn is there.
package stats

// Reason names why code checks, leaves, promotes or respawns.
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
	NumReasons
)

var reasons = [NumReasons]entry{
	Overflow:         {"overflow", "the result of int arithmetic does not fit"},
	NotInt:           {"not_int", "the value is no small int"},
	NotFloat:         {"not_float", "the value is no float"},
	TypeMiss:         {"type_miss", "the value has another type than those compiled for"},
	ShapeMiss:        {"shape_miss", "the instance has another shape than those compiled for"},
	Bounds:           {"bounds", "the index lies outside"},
	DivisionByZero:   {"division_by_zero", "the divisor, or the step of a range, is zero"},
	Unbound:          {"unbound", "the variable has no value"},
	NullResult:       {"null_result", "the call raised"},
	StackLimit:       {"stack_limit", "the VM stack is full"},
	Recursion:        {"recursion", "the recursion limit is reached"},
	NativeStack:      {"native_stack", "the native stack is full"},
	Breaker:          {"breaker", "a poll found work: a signal, a collection, the lock, Go's scheduler"},
	AssumptionBroken: {"assumption_broken", "a global, builtin, type or function changed that the code relies on"},
	EvictedCode:      {"evicted", "the code was dropped to make room"},
	Tracing:          {"tracing", "a trace or profile function, or monitoring, was turned on"},
	Unsupported:      {"unsupported", "the compiler leaves this case to the interpreter"},
	Megamorphic:      {"megamorphic", "too many types or values were met here"},
	GeneratorYield:   {"generator_yield", "a generator gives control back"},
	NaN:              {"nan", "a computed NaN needs an identity"},
	OutOfMemory:      {"out_of_memory", "the heap is full"},
	CodeFull:         {"code_full", "the memory for code is full"},
}

func (r Reason) String() string { return reasons[r].name }

// Doc is the reason's meaning.
func (r Reason) Doc() string { return reasons[r].doc }
