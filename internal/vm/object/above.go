// What packages above give a runtime: who executes its code, who watches its objects, who hosts it.

package object

import "unsafe"

// Interpreter runs Python code. A runtime without one has objects that cannot be called.
type Interpreter interface {
	// CallFunction runs a Python function.
	CallFunction(t *Thread, fn *Function, args []Value, kw Value) Value
	// ResumeGenerator continues a suspended frame with a value sent, or raises t.Exc in it when throw is set.
	ResumeGenerator(t *Thread, g *Generator, send Value, throw bool) Value
	// Break does what the breaker word asks for. False: an exception is set.
	Break(t *Thread) bool
	// SetFrameLine assigns a frame's f_lineno; TraceOpcodes is told that f_trace_opcodes may ask for events. False: an exception is set.
	SetFrameLine(t *Thread, fo *FrameObject, line int64) bool
	TraceOpcodes(t *Thread, fo *FrameObject) bool
	// Shadow resets what relies on shapes of a class's instances, or of a subclass's (nil: of all classes'): the class gets, or loses, a data
	// descriptor of a name that its instances have as an attribute.
	Shadow(t *Thread, typ *Type)
	// SlotsInUse is how many slots of the value stack of a waiting frame are in use; inner is the frame that it called, or nil. It asks for what Depths
	// gives of the frame's code: by unit, how many slots are in use when the instruction begins; -1: none does, or nothing leads there. AtCall
	// reports whether the frame waits in an instruction that calls, and nothing else.
	SlotsInUse(fr, inner *Frame, depths func(code *Code) []int32) int
	Depths(code *Code) []int32
	AtCall(fr *Frame) bool
	// CacheAddresses calls f with the places in code's inline caches that may hold addresses of objects.
	CacheAddresses(co *Code, f func(p unsafe.Pointer))
}

// Watcher is told that something it watches has changed: a compiler. It is told after the change, must not run Python code, and is told of too
// much rather than too little.
type Watcher interface {
	// TypeChanged tells of a type with Type.Watch, or one that it inherits from, as to the attribute of a name (Null: as to anything; None: as to
	// the size of new instances; True: as to what takes precedence over attributes of instances).
	TypeChanged(t *Thread, typ *Type, name Value)
	// ClassAssigned tells of every object whose __class__ was assigned.
	ClassAssigned(t *Thread, o Value)
	// DictChanged tells of the value of a key (Null: of any) in a dict that is DictWatched.
	DictChanged(t *Thread, d *Dict, key Value)
	// FunctionChanged tells of __code__, __defaults__ or __kwdefaults__ of a function that is Watched.
	FunctionChanged(t *Thread, fn *Function)
}

// Host is the world that a runtime lies in: its modules.
type Host interface {
	// Warn issues a warning (see Warn).
	Warn(t *Thread, category TypeID, msg string) bool
	// Unraisable reports t.Exc, which no caller can get; where (or Null) is the object to blame; text, if it
	// is not "", says what was done.
	Unraisable(t *Thread, text string, where Value)
	// Encode and Decode are str.encode and bytes.decode for encodings and error handlers that this package does not know.
	Encode(t *Thread, v Value, encoding, errors string) Value
	Decode(t *Thread, v Value, encoding, errors string) Value
	// Dying tells of an object with a finalizer that is a file in which other finalizers may take part: below is what such files lie over in the
	// end, and rank orders the finalizers of those over the same. A rank of 0 is no file, a negative one has no need of its finalizer any more.
	// It is called while the collector works.
	Dying(v Value) (below Value, rank int)
	// ReadSource reads a source whose lines tracebacks show and that need not be a file.
	ReadSource(name string) ([]byte, error)
}
