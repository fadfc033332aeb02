// Package dump is what a runtime tells of itself, as data: the program, the machine code and executors made of it, and why.
// It must not know the compiler, Python objects, or how a dump is shown: it imports only the standard library.
//
// A dump is one JSON document, a Dump; docs/dump.md, which is made from the comments here, describes it. Two runs of one program give the same
// bytes, but for the last field, the times: there are no addresses, and the order of everything is fixed.
//
//psy:bounded types of Go, and what this package wrote
package dump

// Version is the format's. A reader takes no other. It changes when the meaning of a field does; fields may be added.
const Version = 1

// Dump is the document.
type Dump struct {
	Version   int            `json:"psy_dump"`            // the format's version, 1
	Program   string         `json:"program"`             // the main file, as the compiler of its bytecode was told it
	Engine    string         `json:"engine"`              // who ran the code: psyco, tier2 or tier1
	Detailed  bool           `json:"detailed"`            // the run was made for a dump: marks, origins, events and sites are there
	Options   []Option       `json:"options"`             // the settings that matter to the compiler
	Sources   []Source       `json:"sources"`             // the source files that were found
	Functions []Function     `json:"functions"`           // every code object, by file, line and name
	Buffers   []Buffer       `json:"buffers"`             // machine code, in the order in which it was made
	Executors []Executor     `json:"executors"`           // of tier 2
	Promotes  []Promotion    `json:"promotions"`          // places where values became compile-time ones
	Assumed   []Assumption   `json:"assumptions"`         // what machine code takes for constant, under watch
	Events    []Event        `json:"events"`              // what the compiler did, in this order
	LeftOut   int            `json:"left_out,omitempty"`  // events that are not there because there were too many
	Forgotten int            `json:"forgotten,omitempty"` // buffers thrown away of which only events tell, likewise
	Memory    Memory         `json:"memory"`              // who has it
	Stats     map[string]any `json:"stats"`               // the statistics of psy run -X psy.stats=json, but for what depends on time
	Times     *Times         `json:"times,omitempty"`     // where processor time went, as sampled: it differs from run to run
}

// Times is processor time in nanoseconds, sampled every 5 ms of it.
// Below 0.15 s shares of it say little.
type Times struct {
	Total     int64          `json:"total"`     // in all samples
	Functions []FunctionTime `json:"functions"` // those that were met, in the order of their numbers
}

// FunctionTime is the time of a function.
type FunctionTime struct {
	Function int        `json:"function"`
	Own      int64      `json:"own"`   // when it was the innermost Python function: it, and what of psy's own it called
	Whole    int64      `json:"whole"` // when it was called: its own, and that of the functions that it called
	Lines    []LineTime `json:"lines"` // its own, by line
}

// LineTime is the time of a line.
type LineTime struct {
	Line int   `json:"line"`
	Own  int64 `json:"own"`
}

// Option is a setting.
type Option struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Source is a source file.
type Source struct {
	File  string   `json:"file"`
	Lines []string `json:"lines"`
}

// Function is a code object. Functions are named by their place in Dump.Functions.
type Function struct {
	Name     string        `json:"name"`             // its qualified name
	File     string        `json:"file"`             //
	Line     int           `json:"line"`             // where it begins
	Status   string        `json:"status"`           // compiled, traced (by tier 2), interpreted, refused, dropped, resting
	Why      string        `json:"why,omitempty"`    // why there is no code of it,
	Reason   string        `json:"reason,omitempty"` // in the words of the statistics
	Warm     int           `json:"warm"`             // calls and turns of loops that the interpreter counted until it was hot
	Bytecode []Instruction `json:"bytecode"`         //
	Sites    []Site        `json:"sites"`            // what the compiler met in it, by offset
	Locals   []string      `json:"locals,omitempty"` // the names of its variables
	Args     int           `json:"args"`             // how many of them are arguments
}

// Instruction is one of bytecode.
type Instruction struct {
	Offset int    `json:"offset"`
	Line   int    `json:"line,omitempty"`  // of the source, 0: none
	Label  string `json:"label,omitempty"` // it is a target of jumps
	Opcode string `json:"opcode"`
	Arg    string `json:"arg,omitempty"`  // its argument
	Text   string `json:"text,omitempty"` // what that stands for
	Span   []int  `json:"span,omitempty"` // where it is in the source: line, last line, column, column behind it; columns are bytes from 0
}

// Site counts one thing that happened at an instruction.
type Site struct {
	Offset int    `json:"offset"`
	What   string `json:"what"`             // see Sites
	Reason string `json:"reason,omitempty"` // why, in the words of the statistics; of a helper, the instruction
	Count  uint64 `json:"count"`
}

// What a Site counts.
const (
	Guard       = "guard"       // a check compiled
	Respawn     = "respawn"     // a check failed for the first time: its other side was compiled
	Taken       = "taken"       // the other side of a check ran, so many times
	Pause       = "pause"       // a branch left uncompiled
	Resumed     = "resumed"     // one of these, reached and compiled
	Promoted    = "promotion"   // a value or class became a compile-time one
	Megamorphic = "megamorphic" // too many came: nothing is promoted here any more
	Exits       = "exit"        // machine code was left for the interpreter, so many times
	Helper      = "helper"      // machine code called the interpreter's code for the instruction, so many times
	Crowded     = "crowded"     // so many versions were there that a new one fits every state
	Inlined     = "inlined"     // a call compiled as part of its caller
	Late        = "late call"   // an inlined call that had to be made after all
	Invalidated = "invalidated" // code thrown away because an assumption broke
	Evicted     = "evicted"     // code thrown away to make room
	Discarded   = "discarded"   // code thrown away for another reason
	Rests       = "rests"       // code of it was evicted so often that it stays in the interpreter for a while
	Refused     = "refused"     // an attempt to compile given up
	Executed    = "executor"    // tier 2 made an executor
	Dropped     = "dropped"     // tier 2 dropped one
)

// Buffer is a piece of machine code.
type Buffer struct {
	Name     string   `json:"name"`               // kind and number; the numbers count from 1 in the order of making
	Kind     string   `json:"kind"`               // normal, respawned
	Function int      `json:"function"`           // whose frame it runs in; -1: none
	Offset   int      `json:"offset"`             // in the bytecode, where it begins
	Inlined  string   `json:"inlined,omitempty"`  // the function that this offset is in, if it is one that was inlined
	Why      string   `json:"why,omitempty"`      // what it was made for
	Merge    bool     `json:"merge,omitempty"`    // it is a version of a merge point: other code in the same state may jump to it
	General  bool     `json:"general,omitempty"`  // the version that fits every state
	Body     int      `json:"body,omitempty"`     // where jumps enter it, behind what calls need
	Entered  uint64   `json:"entered"`            // how often it ran; only when the run was made for a dump
	Size     int      `json:"size"`               // bytes of code
	Metadata int      `json:"metadata"`           // bytes of snapshots, stubs and jumps
	Dead     string   `json:"dead,omitempty"`     // why it was thrown away
	Snapshot []Slot   `json:"snapshot"`           // the compiler's state at its start
	From     []Ref    `json:"from,omitempty"`     // the jumps that lead here
	Jumps    []Jump   `json:"jumps,omitempty"`    // those in it
	Patches  []Patch  `json:"patches,omitempty"`  // stores into its code after it was placed, in this order
	Assumes  []string `json:"assumes,omitempty"`  // what it takes for constant
	Broken   string   `json:"broken,omitempty"`   // which of these changed
	Code     string   `json:"code,omitempty"`     // its bytes in hexadecimal, addresses being zero: see Symbols
	Symbols  []Symbol `json:"symbols,omitempty"`  // the addresses
	Parts    []Part   `json:"parts,omitempty"`    // the code by what it is for; every byte is in one part
	Mentions []string `json:"mentions,omitempty"` // objects that the code keeps alive
}

// Ref is a place in a buffer.
type Ref struct {
	Buffer string `json:"buffer"`
	At     int    `json:"at"`
}

// Jump is one that can be patched.
type Jump struct {
	At     int    `json:"at"`               // of the field with the distance
	To     string `json:"to,omitempty"`     // the buffer where it leads; "": to its stub
	Entry  int    `json:"entry,omitempty"`  // where in that
	Stub   int    `json:"stub"`             // where the stub is, to which it goes otherwise
	What   string `json:"what"`             // what the stub does: pause, call, respawn, switch, promote
	Reason string `json:"reason,omitempty"` // why the condition is asked
	Case   string `json:"case,omitempty"`   // of a switch: the class
}

// Patch is a store into code.
type Patch struct {
	Event int    `json:"event"` // how many events there had been
	At    int    `json:"at"`
	To    string `json:"to,omitempty"` // the buffer where the jump leads now; "": its stub
	What  string `json:"what"`         // link, unlink, flag
}

// Symbol is an address in code.
type Symbol struct {
	At   int    `json:"at"`
	Size int    `json:"size"`
	Name string `json:"name"` // buffer+offset, the Go function, or the object
}

// Part is code for one purpose.
type Part struct {
	Purpose string `json:"purpose"` // see Purposes
	At      int    `json:"at"`      // in the buffer; it ends where the next begins
	Offset  int    `json:"offset"`  // of the instruction, -1: it belongs to none
	Inlined string `json:"inlined,omitempty"`
	Changed []Slot `json:"changed,omitempty"` // the variables of which something else is known than before; without Info, it is gone
	Lines   []Line `json:"lines"`
}

// Line is an instruction of machine code.
type Line struct {
	At      int    `json:"at"`
	Text    string `json:"text"`
	Purpose string `json:"purpose,omitempty"` // if it is not the part's
}

// What bytes are for.
const (
	FastPath  = "fast path"   // does what the instruction does
	GuardCode = "guard"       // asks a run-time condition
	ColdCode  = "cold code"   // the rare side of boxing and polling
	Stubs     = "stub"        // asks for what is not compiled yet
	DataCode  = "data"        // literals, and the word that tells that an assumption broke
	Call      = "helper call" // calls a Go function
	Moves     = "unify"       // moves values to where the next buffer has them
	Prologue  = "prologue"    // makes the native frame, counts
	Leave     = "exit"        // leads to the interpreter
)

// Slot is a variable or an item of the stack.
type Slot struct {
	Name   string `json:"name"`
	Stored bool   `json:"stored,omitempty"` // the frame has it too
	Info   *Info  `json:"info,omitempty"`
}

// Info is a vinfo: what is known of a value while compiling.
type Info struct {
	Stage string  `json:"stage"`           // compile-time, run-time, virtual
	Kind  string  `json:"kind,omitempty"`  // what the machine word holds: value (a Python object), int, float, raw
	Value string  `json:"value,omitempty"` // compile-time: what it is; virtual: what will be built
	Fixed bool    `json:"fixed,omitempty"` // the code depends on the value: it is never un-promoted
	Type  string  `json:"type,omitempty"`  // its class, if that is known
	Place string  `json:"place,omitempty"` // run-time: a register, slotN of the Python frame, spillN of the native one
	Not   string  `json:"not,omitempty"`   // what it is known not to be
	By    *Origin `json:"by,omitempty"`    // who made it so
	Typed *Origin `json:"typed,omitempty"` // who made its class known, if not the same
	Same  string  `json:"same,omitempty"`  // it is the same value as this: a variable, then the numbers of items: "x", "x.0"; nothing else is set
	Items []*Info `json:"items,omitempty"` // the fields, null where nothing is known; the class is not among them
}

// Origin tells who made a value what it is to the compiler.
type Origin struct {
	By       string `json:"by"` // see Origins
	Function string `json:"function,omitempty"`
	Offset   int    `json:"offset"`
}

// Who makes values what they are.
const (
	ByArgument   = "argument"   // passed by the caller
	ByFrame      = "frame"      // was in the frame when the interpreter handed over
	ByConstant   = "constant"   // of the bytecode
	ByAssumption = "assumption" // a global, builtin, attribute or function that is taken for constant, under watch
	ByPromotion  = "promotion"  // the code was compiled for what came
	ByGuard      = "guard"      // a check proved it
	ByFolding    = "folding"    // computed while compiling, from what was known
	ByResult     = "result"     // what the instruction computes
	ByBuilding   = "building"   // a virtual object, which the instruction would build
	ByMerge      = "merge"      // it was given up to meet other code: un-promoted, or boxed
)

// Promotion is a place where a value or its class becomes known to the compiler.
type Promotion struct {
	Function int     `json:"function"`
	Offset   int     `json:"offset"`
	Inlined  string  `json:"inlined,omitempty"`
	What     string  `json:"what"` // class, value, switch (of classes known in advance)
	Values   []Value `json:"values"`
	GivenUp  bool    `json:"given_up,omitempty"` // there were too many values,
	Any      string  `json:"any,omitempty"`      // and this is the code for all others
}

// Value is one that came to a promotion.
type Value struct {
	Value  string `json:"value"`
	Count  uint64 `json:"count"`            // how often the compiler was asked
	Buffer string `json:"buffer,omitempty"` // the code for it
	Event  int    `json:"event"`            // when it came first
}

// Assumption is something taken for constant.
type Assumption struct {
	What    string   `json:"what"`
	Places  []Place  `json:"places,omitempty"`   // the instructions that rely on it
	Broken  int      `json:"broken,omitempty"`   // how often it changed while code relied on it
	By      []string `json:"by,omitempty"`       // the buffers that rely on it
	Victims []string `json:"victims,omitempty"`  // the buffers that were thrown away for it
	GivenUp bool     `json:"given_up,omitempty"` // it broke so often that it is made no more
}

// Place is an instruction.
type Place struct {
	Function int    `json:"function"`
	Offset   int    `json:"offset"`
	Call     *Place `json:"call,omitempty"` // the call that this was inlined at
}

// Event is something that the compiler did.
type Event struct {
	What     string `json:"what"`
	Function int    `json:"function"` // -1: none
	Offset   int    `json:"offset"`
	Reason   string `json:"reason,omitempty"`
	Buffer   string `json:"buffer,omitempty"`
	Value    string `json:"value,omitempty"`
	Used     int    `json:"used"` // bytes of code with its metadata then
}

// Executor is a superblock of tier 2 as it is run.
type Executor struct {
	Function  int      `json:"function"`
	Offset    int      `json:"offset"`
	Entered   uint64   `json:"entered"`
	Size      int      `json:"size"`
	Projected []string `json:"projected"` // the uops, as tier 1's inline caches tell them
	Optimized []string `json:"optimized"` // what is left of them
	Executed  []string `json:"executed"`  // the instructions, with the places of their operands
	Exits     []string `json:"exits"`
	Assumes   []string `json:"assumes,omitempty"`
}

// Memory is who has it, in bytes.
type Memory struct {
	CodeCap  int     `json:"code_cap"` // for code with its metadata
	Code     int     `json:"code"`
	Metadata int     `json:"metadata"`
	Peak     int     `json:"peak"`     // most of both
	HeapCap  int     `json:"heap_cap"` // for Python objects; 0: none
	Heap     int     `json:"heap"`     // in objects that are alive or may be, rounded up to 64 KiB; differs a little between runs
	Owners   []Owner `json:"owners"`   // the largest first
}

// Owner is a function that has memory for code.
type Owner struct {
	Function int `json:"function"` // -1: the engine itself
	Buffers  int `json:"buffers"`
	Code     int `json:"code"`
	Metadata int `json:"metadata"`
}
