// Package dump describes a runtime as data: the program, the machine code and executors made of it, and why they were made.
// It must not know the compiler, Python objects, or how a dump is shown: it imports only the standard library.
//
// A dump is one JSON document, a Dump; docs/dump.md, which is made from the comments here, describes it. Two runs of one program give the same
// bytes, except for the last field, the times: there are no addresses, and the order of everything is fixed.
//
//psy:bounded types of Go, and what this package wrote
package dump

// Version is the version of the format. A reader accepts no other. The version changes when a field changes its meaning; adding a field does not change it.
const Version = 1

// Dump is the document.
type Dump struct {
	Version   int            `json:"psy_dump"`            // the format's version, 1
	Program   string         `json:"program"`             // the main file, as the compiler of its bytecode was told it
	Engine    string         `json:"engine"`              // the engine that ran the code: psyco, tier2 or tier1
	Detailed  bool           `json:"detailed"`            // the run was made for a dump: the dump has marks, origins, events and sites
	Options   []Option       `json:"options"`             // the settings that matter to the compiler
	Sources   []Source       `json:"sources"`             // the source files that were found
	Functions []Function     `json:"functions"`           // every code object, by file, line and name
	Buffers   []Buffer       `json:"buffers"`             // machine code, in the order in which it was made
	Executors []Executor     `json:"executors"`           // the executors of tier 2
	Promotes  []Promotion    `json:"promotions"`          // places where values became compile-time ones
	Assumed   []Assumption   `json:"assumptions"`         // what machine code takes for constant, under watch
	Events    []Event        `json:"events"`              // what the compiler did, oldest first
	LeftOut   int            `json:"left_out,omitempty"`  // the number of events left out because there were too many
	Forgotten int            `json:"forgotten,omitempty"` // the number of discarded buffers left out for the same reason; only events mention them
	Memory    Memory         `json:"memory"`              // memory in use, and the functions that hold it
	Stats     map[string]any `json:"stats"`               // the statistics of psy run -X psy.stats=json, except those that depend on time
	Times     *Times         `json:"times,omitempty"`     // where processor time went, as sampled: it differs from run to run
}

// Times is processor time in nanoseconds, sampled every 5 ms of it.
// Below 0.15 s shares of it say little.
type Times struct {
	Total     int64          `json:"total"`     // the time in all samples
	Functions []FunctionTime `json:"functions"` // the functions that were sampled, by number
}

// FunctionTime is the time of a function.
type FunctionTime struct {
	Function int        `json:"function"`
	Own      int64      `json:"own"`   // while it was the innermost Python function, with psy's own functions that it called
	Whole    int64      `json:"whole"` // its own time, and that of the Python functions that it called
	Lines    []LineTime `json:"lines"` // its own time, by line
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

// Function is a code object. Other fields refer to functions by their index in Dump.Functions.
type Function struct {
	Name     string        `json:"name"`             // its qualified name
	File     string        `json:"file"`             //
	Line     int           `json:"line"`             // where it begins
	Status   string        `json:"status"`           // compiled, traced (by tier 2), interpreted, refused, dropped, resting
	Why      string        `json:"why,omitempty"`    // why it has no compiled code
	Reason   string        `json:"reason,omitempty"` // the same, as a reason of the statistics
	Warm     int           `json:"warm"`             // calls and turns of loops that the interpreter counted until the function was hot
	Bytecode []Instruction `json:"bytecode"`         //
	Sites    []Site        `json:"sites"`            // what happened at its instructions, by offset
	Locals   []string      `json:"locals,omitempty"` // the names of its variables
	Args     int           `json:"args"`             // how many of the variables are arguments
}

// Instruction is an instruction of bytecode.
type Instruction struct {
	Offset int    `json:"offset"`
	Line   int    `json:"line,omitempty"`  // the line of the source, 0: none
	Label  string `json:"label,omitempty"` // a label, if it is a target of jumps
	Opcode string `json:"opcode"`
	Arg    string `json:"arg,omitempty"`  // its argument
	Text   string `json:"text,omitempty"` // what the argument stands for
	Span   []int  `json:"span,omitempty"` // its place in the source: line, last line, column, column behind its end; columns are bytes from 0
}

// Site counts one thing that happened at an instruction.
type Site struct {
	Offset int    `json:"offset"`
	What   string `json:"what"`             // see Sites
	Reason string `json:"reason,omitempty"` // why, as a reason of the statistics; for a helper, the instruction
	Count  uint64 `json:"count"`
}

// What a Site counts.
const (
	Guard       = "guard"       // a check compiled
	Respawn     = "respawn"     // a check failed for the first time: its other side was compiled
	Taken       = "taken"       // how many times the other side of a check ran
	Pause       = "pause"       // a branch left uncompiled
	Resumed     = "resumed"     // such a branch was reached and compiled
	Promoted    = "promotion"   // a value or class became a compile-time one
	Megamorphic = "megamorphic" // too many values were met: nothing is promoted here any more
	Exits       = "exit"        // how many times machine code was left for the interpreter
	Helper      = "helper"      // how many times machine code called the interpreter's code for the instruction
	Crowded     = "crowded"     // there were so many versions that a general one was made, which fits every state
	Inlined     = "inlined"     // a call compiled as part of its caller
	Late        = "late call"   // an inlined call that had to be made after all
	Invalidated = "invalidated" // code thrown away because an assumption broke
	Evicted     = "evicted"     // code thrown away to make room
	Discarded   = "discarded"   // code thrown away for another reason
	Rests       = "rests"       // its code was evicted so often that it is interpreted for a while
	Refused     = "refused"     // an attempt to compile was given up
	Executed    = "executor"    // tier 2 made an executor
	Dropped     = "dropped"     // tier 2 dropped one
)

// Buffer is a piece of machine code.
type Buffer struct {
	Name     string   `json:"name"`               // kind and number; buffers are numbered from 1 in the order in which they were made
	Kind     string   `json:"kind"`               // normal, respawned
	Function int      `json:"function"`           // the function in whose frame it runs; -1: none
	Offset   int      `json:"offset"`             // where it begins in the bytecode
	Inlined  string   `json:"inlined,omitempty"`  // the inlined function that this offset is in, if any
	Why      string   `json:"why,omitempty"`      // what it was made for
	Merge    bool     `json:"merge,omitempty"`    // it is a version of a merge point: other code in the same state may jump to it
	General  bool     `json:"general,omitempty"`  // the version that fits every state
	Body     int      `json:"body,omitempty"`     // where jumps enter it, behind the code that only calls need
	Entered  uint64   `json:"entered"`            // how often it ran; counted only if the run was made for a dump
	Size     int      `json:"size"`               // bytes of code
	Metadata int      `json:"metadata"`           // bytes of what is kept about it: states, stubs, jumps
	Dead     string   `json:"dead,omitempty"`     // why it was thrown away
	Snapshot []Slot   `json:"snapshot"`           // the compiler's state at its start
	From     []Ref    `json:"from,omitempty"`     // the jumps that lead here
	Jumps    []Jump   `json:"jumps,omitempty"`    // the jumps in it
	Patches  []Patch  `json:"patches,omitempty"`  // stores into its code after it was placed, oldest first
	Assumes  []string `json:"assumes,omitempty"`  // what it takes for constant
	Broken   string   `json:"broken,omitempty"`   // which of these assumptions broke
	Code     string   `json:"code,omitempty"`     // its bytes in hexadecimal, with addresses as zero: see Symbols
	Symbols  []Symbol `json:"symbols,omitempty"`  // the addresses in its code
	Parts    []Part   `json:"parts,omitempty"`    // the code by purpose; every byte is in one part
	Mentions []string `json:"mentions,omitempty"` // objects that the code keeps alive
}

// Ref is a place in a buffer.
type Ref struct {
	Buffer string `json:"buffer"`
	At     int    `json:"at"`
}

// Jump is a jump that can be patched.
type Jump struct {
	At     int    `json:"at"`               // where the field with the distance is
	To     string `json:"to,omitempty"`     // the buffer where it leads; "": it leads to its stub
	Entry  int    `json:"entry,omitempty"`  // the offset in that buffer
	Stub   int    `json:"stub"`             // the offset of its stub, where it leads without a buffer
	What   string `json:"what"`             // what the stub does: pause, call, respawn, switch, promote
	Reason string `json:"reason,omitempty"` // why the condition is tested
	Case   string `json:"case,omitempty"`   // for a switch: the class
}

// Patch is a store into code.
type Patch struct {
	Event int    `json:"event"` // the number of events before it
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
	At      int    `json:"at"`      // where it begins in the buffer; it ends where the next part begins
	Offset  int    `json:"offset"`  // the instruction that it belongs to, -1: none
	Inlined string `json:"inlined,omitempty"`
	Changed []Slot `json:"changed,omitempty"` // the variables whose vinfo has changed; without Info, the variable is gone
	Lines   []Line `json:"lines"`
}

// Line is an instruction of machine code.
type Line struct {
	At      int    `json:"at"`
	Text    string `json:"text"`
	Purpose string `json:"purpose,omitempty"` // its purpose, if it differs from the part's
}

// What bytes are for.
const (
	FastPath  = "fast path"   // does the instruction's work
	GuardCode = "guard"       // tests a run-time condition
	ColdCode  = "cold code"   // the rare side of boxing and polling
	Stubs     = "stub"        // calls the compiler for what is not compiled yet
	DataCode  = "data"        // literals, and the word that tells that an assumption broke
	Call      = "helper call" // calls a Go function
	Moves     = "unify"       // moves values to where the next buffer has them
	Prologue  = "prologue"    // makes the native frame, counts
	Leave     = "exit"        // leads to the interpreter
)

// Slot is a variable or an item of the stack.
type Slot struct {
	Name   string `json:"name"`
	Stored bool   `json:"stored,omitempty"` // its slot in the frame holds the value too
	Info   *Info  `json:"info,omitempty"`
}

// Info is a vinfo: what is known of a value while compiling.
type Info struct {
	Stage string  `json:"stage"`           // compile-time, run-time, virtual
	Kind  string  `json:"kind,omitempty"`  // what the machine word holds: value (a Python object), int, float, raw
	Value string  `json:"value,omitempty"` // compile-time: the value; virtual: the object that would be built
	Fixed bool    `json:"fixed,omitempty"` // the code depends on the value: it is never un-promoted
	Type  string  `json:"type,omitempty"`  // its class, if known
	Place string  `json:"place,omitempty"` // run-time: a register, slotN of the Python frame, spillN of the native one
	Not   string  `json:"not,omitempty"`   // what it is known not to be
	By    *Origin `json:"by,omitempty"`    // where this knowledge came from
	Typed *Origin `json:"typed,omitempty"` // where the knowledge of its class came from, if elsewhere
	Same  string  `json:"same,omitempty"`  // it is the same value as this: a variable, then the numbers of items: "x", "x.0"; nothing else is set
	Items []*Info `json:"items,omitempty"` // the fields, null where nothing is known; the class is not among them
}

// Origin is where the compiler's knowledge of a value came from.
type Origin struct {
	By       string `json:"by"` // see Origins
	Function string `json:"function,omitempty"`
	Offset   int    `json:"offset"`
}

// Where the knowledge of values comes from.
const (
	ByArgument   = "argument"   // the caller passed it
	ByFrame      = "frame"      // it was in the frame when the interpreter handed over
	ByConstant   = "constant"   // a constant of the bytecode
	ByAssumption = "assumption" // a global, builtin, attribute or function that is taken for constant, under watch
	ByPromotion  = "promotion"  // the code was compiled for the value or class that was met
	ByGuard      = "guard"      // a check proved it
	ByFolding    = "folding"    // computed while compiling, from known values
	ByResult     = "result"     // what the instruction computes
	ByBuilding   = "building"   // a virtual object, which the instruction would build
	ByMerge      = "merge"      // knowledge was given up to match other code: the value was un-promoted, or boxed
)

// Promotion is a place where a value or its class becomes known to the compiler.
type Promotion struct {
	Function int     `json:"function"`
	Offset   int     `json:"offset"`
	Inlined  string  `json:"inlined,omitempty"`
	What     string  `json:"what"` // class, value, switch (of classes known in advance)
	Values   []Value `json:"values"`
	GivenUp  bool    `json:"given_up,omitempty"` // there were too many values
	Any      string  `json:"any,omitempty"`      // the code for all other values, then
}

// Value is a value that was met at a promotion.
type Value struct {
	Value  string `json:"value"`
	Count  uint64 `json:"count"`            // how often the compiler was called for it
	Buffer string `json:"buffer,omitempty"` // the code for it
	Event  int    `json:"event"`            // the number of events before it was first met
}

// Assumption is something taken for constant.
type Assumption struct {
	What    string   `json:"what"`
	Places  []Place  `json:"places,omitempty"`   // the instructions that rely on it
	Broken  int      `json:"broken,omitempty"`   // how often it changed while code relied on it
	By      []string `json:"by,omitempty"`       // the buffers that rely on it
	Victims []string `json:"victims,omitempty"`  // the buffers that were thrown away for it
	GivenUp bool     `json:"given_up,omitempty"` // it broke so often that it is not made again
}

// Place is an instruction.
type Place struct {
	Function int    `json:"function"`
	Offset   int    `json:"offset"`
	Call     *Place `json:"call,omitempty"` // the call where this place was inlined
}

// Event is something that the compiler did.
type Event struct {
	What     string `json:"what"`
	Function int    `json:"function"` // -1: none
	Offset   int    `json:"offset"`
	Reason   string `json:"reason,omitempty"`
	Buffer   string `json:"buffer,omitempty"`
	Value    string `json:"value,omitempty"`
	Used     int    `json:"used"` // bytes of code and metadata in use at that time
}

// Executor is a superblock of tier 2 as it is run.
type Executor struct {
	Function  int      `json:"function"`
	Offset    int      `json:"offset"`
	Entered   uint64   `json:"entered"`
	Size      int      `json:"size"`
	Projected []string `json:"projected"` // the uops, as projected from tier 1's inline caches
	Optimized []string `json:"optimized"` // the uops that the optimizer left
	Executed  []string `json:"executed"`  // the instructions, with the places of their operands
	Exits     []string `json:"exits"`
	Assumes   []string `json:"assumes,omitempty"`
}

// Memory is the memory in use and the functions that hold it, in bytes.
type Memory struct {
	CodeCap  int     `json:"code_cap"` // the cap on code with its metadata
	Code     int     `json:"code"`
	Metadata int     `json:"metadata"`
	Peak     int     `json:"peak"`     // the most that code and metadata took together
	HeapCap  int     `json:"heap_cap"` // the cap on Python objects; 0: none
	Heap     int     `json:"heap"`     // in objects that are or may be alive, rounded up to 64 KiB; differs a little between runs
	Owners   []Owner `json:"owners"`   // the largest first
}

// Owner is a function that has memory for code.
type Owner struct {
	Function int `json:"function"` // -1: the engine itself
	Buffers  int `json:"buffers"`
	Code     int `json:"code"`
	Metadata int `json:"metadata"`
}
