// Package stats counts what the compiler and its machine code do, names the reasons, and writes the event log.
// It must not know what is counted: it imports only the standard library, so that every package of the engine can import it.
package stats

// Stats are the counters of one runtime. They are plain words, counted under the runtime's lock: s.Exits[reason]++.
// Each counter is declared once, as a constant with its name and meaning beside it; JSON, the text report and the documentation come from there (groups.go).
// A Stats is allocated once by New and never moves: machine code counts in it by address.
type Stats struct {
	Buffers    [NumBufferKinds]uint64
	Promotions [NumPromotions][NumReasons]uint64
	Respawns   [NumReasons]uint64
	Guards     [NumReasons]uint64
	Exits      [NumReasons]uint64
	Pauses     [NumPauses]uint64
	Dispatcher [NumDispatch]uint64
	Stages     [NumArrows]uint64
	Totals     [NumTotals]uint64
	Helpers    [256]uint64 // calls of helpers from machine code, by instruction

	Share Share
}

// New makes counters that stay where they are.
func New() *Stats { return new(Stats) }

// BufferKind counts buffers made. The numbers are codebuf's.
type BufferKind uint8

const (
	Normal BufferKind = iota
	Respawn
	Respawned
	Unify
	Assumption
	PauseStub
	Fixed
	NumBufferKinds
)

var bufferKinds = [NumBufferKinds]entry{
	Normal:     {"normal", "compiled from a merge point or a promotion"},
	Respawn:    {"respawn", "stubs in buffers, for run-time conditions whose other side is not compiled"},
	Respawned:  {"respawned", "other sides of run-time conditions"},
	Unify:      {"unify", "ends of buffers that move values to where an existing version has them"},
	Assumption: {"assumption", "buffers that depend on an assumption, and can be told that it broke"},
	PauseStub:  {"pause", "stubs in buffers that go on compiling when reached"},
	Fixed:      {"fixed", "thunks made once"},
}

// Promotion is a kind of promotion from run-time to compile-time.
type Promotion uint8

const (
	PromoteValue Promotion = iota
	PromoteSwitch
	PromoteMegamorphic
	NumPromotions
)

var promotions = [NumPromotions]entry{
	PromoteValue:       {"value", "values promoted, found in a run-time dictionary"},
	PromoteSwitch:      {"switch", "cases of a fixed switch compiled when first met"},
	PromoteMegamorphic: {"megamorphic", "sites given up: too many values"},
}

// PauseEvent is what happens to a coding pause.
type PauseEvent uint8

const (
	PauseMade PauseEvent = iota
	PauseResumed
	NumPauses
)

var pauses = [NumPauses]entry{
	PauseMade:    {"made", "branches left uncompiled"},
	PauseResumed: {"resumed", "of these, reached and compiled"},
}

// Dispatch is what the dispatcher finds at a merge point.
type Dispatch uint8

const (
	Exact Dispatch = iota
	Partial
	Miss
	Evicted
	NumDispatch
)

var dispatches = [NumDispatch]entry{
	Exact:   {"exact", "a snapshot fits: its buffer is used"},
	Partial: {"partial", "a snapshot differs in compile-time values only: they are un-promoted"},
	Miss:    {"miss", "no snapshot fits: a new buffer"},
	Evicted: {"evicted", "snapshots dropped with their code"},
}

// Arrow is one of the five legal changes of a value's stage.
type Arrow uint8

const (
	VirtualToCompileTime Arrow = iota
	VirtualToRunTime
	VirtualToFixed
	CompileTimeToRunTime
	RunTimeToFixed
	NumArrows
)

var arrows = [NumArrows]entry{
	VirtualToCompileTime: {"virtual->compile-time", "an object built while compiling, of known values"},
	VirtualToRunTime:     {"virtual->run-time", "an object built by machine code, because it escapes"},
	VirtualToFixed:       {"virtual->fixed", "built while compiling, and never to be un-promoted"},
	CompileTimeToRunTime: {"compile-time->run-time", "a constant loaded: un-promoted, or needed in a place"},
	RunTimeToFixed:       {"run-time->fixed", "promoted"},
}

// Total is a counter that stands alone.
type Total uint8

const (
	Invalidations Total = iota
	CompileNs           // counted in nanoseconds, shown in milliseconds
	CodeBytes
	MetadataBytes
	NativeBytecodes
	NumTotals
)

var totals = [NumTotals]entry{
	Invalidations:   {"invalidations", "assumptions broken under compiled code"},
	CompileNs:       {"compile_ms", "milliseconds spent compiling"},
	CodeBytes:       {"code_bytes", "machine code held now"},
	MetadataBytes:   {"metadata_bytes", "what is kept now about that code: states, stubs, jumps, tables"},
	NativeBytecodes: {"bytecodes.native", "instructions retired by machine code, where it counts them"},
}
