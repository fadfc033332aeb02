// The layouts of the built-in objects that several files, the interpreter and machine code read directly.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// Str is a string of Len code points, each 1, 2 or 4 bytes wide as the flags say; the data follow at StrData. With the flag StrShared
// a reference to the room that holds them stands there: see str_append.go.
type Str struct {
	heap.Header
	Len  int64
	Hash int64 // 0: not computed yet
}

// Flags in a Str's header.
const (
	StrKindMask uint8 = 3 // log2 of the width: 0, 1, 2
	StrASCII    uint8 = 4
	StrInterned uint8 = 8
	strSum      uint8 = 16 // a long result of +
	StrShared   uint8 = 32
)

// StrData is the offset of a string's data.
const StrData = unsafe.Sizeof(Str{})

// Bytes is a bytes object; data at BytesData.
type Bytes struct {
	heap.Header
	Len  int64
	Hash int64
}

// BytesData is the offset of a bytes object's data.
const BytesData = unsafe.Sizeof(Bytes{})

// BigInt is an int beyond 49 bits, or any int of a subclass of int: sign, and magnitude in little-endian 64-bit words at BigData.
// Normalized: the highest word is not zero.
type BigInt struct {
	heap.Header
	Words int32 // number of words
	Sign  int32 // -1, 0, 1
}

// BigData is the offset of the words.
const BigData = unsafe.Sizeof(BigInt{})

// FloatObject is an instance of a subclass of float.
type FloatObject struct {
	heap.Header
	F float64
}

// Complex is a complex number.
type Complex struct {
	heap.Header
	Re, Im float64
}

// Tuple is a tuple of Len values, which follow at TupleItems.
type Tuple struct {
	heap.Header
	Size int64
}

// TupleItems is the offset of a tuple's items.
const TupleItems = unsafe.Sizeof(Tuple{})

// Values is a plain array of values: the storage behind lists.
type Values struct {
	heap.Header
}

// ValuesItems is the offset of the values.
const ValuesItems = unsafe.Sizeof(Values{})

// List is a list: Size items in Items, which has room for Cap.
type List struct {
	heap.Header
	Size  int64
	Items *Values
	Cap   int64
}

// Cell holds one variable shared between scopes.
type Cell struct {
	heap.Header
	Ref Value
}

// Slice is a slice object.
type Slice struct {
	heap.Header
	Start, Stop, Step Value
}

// Range is a range; the four are ints.
type Range struct {
	heap.Header
	Start, Stop, Step, Length Value
}

// RangeIterator runs over a range whose numbers are small ints.
type RangeIterator struct {
	heap.Header
	Next, Step, Left int64
}

// SeqIterator iterates by index over a list, tuple, str, bytes ... (its type says which); Seq is Null when exhausted.
type SeqIterator struct {
	heap.Header
	Seq   Value
	Index int64
}

// Function is a Python function.
type Function struct {
	heap.Header
	Ext         Value // __dict__
	Code        *Code
	Globals     *Dict
	Builtins    *Dict
	Name        Value
	QualName    Value
	Defaults    Value // tuple or Null
	KwDefaults  Value // dict or Null
	Closure     Value // tuple of cells or Null
	Doc         Value
	Annotations Value // dict, a tuple of pairs, or Null
	Module      Value
	TypeParams  Value
	Compiled    Value  // for compilers
	Version     uint32 // changes to 0 when __code__, __defaults__ or __kwdefaults__ are assigned; functions of one code share it, whatever their defaults
	Watched     bool   // a compiler depends on these: see Watcher.FunctionChanged
}

// Method is a bound method.
type Method struct {
	heap.Header
	Func, Self Value
}

// Builtin is a built-in function, a bound built-in method, or an unbound one (by its type).
type Builtin struct {
	heap.Header
	Ext    Value
	Self   Value // object, module, or Null
	Owner  *Type // for descriptors: the class
	Module Value // str or Null
	Def    uint32
	Kind   FuncKind
}

// Code is a code object laid out for execution. Program-independent facts come from pyc.Code, which Source finds.
type Code struct {
	heap.Header
	Consts         *Tuple
	NamesTuple     *Tuple
	LocalsNames    *Tuple // of localsplus
	Filename       Value
	Name           Value
	QualName       Value
	LineTable      Value          // bytes
	ExcTable       Value          // bytes
	Units          unsafe.Pointer // *Raw: the code units, adaptive; they start at RawData
	Monitoring     Value          // tool data of instrumented code
	Image          Value          // while the body is not made: where to take it from, see codeimage.go; else Null
	Compiled       Value          // for compilers
	OrigUnits      Value          // bytes: the code as loaded (co_code)
	Kinds          Value          // bytes: pyc.Kind... of each of localsplus
	Jumps          Value          // bytes: the jumps that debuggers have made its frames make, see CanJump
	First          unsafe.Pointer // address of the first code unit
	NUnits         int32
	ArgCount       int32
	PosOnly        int32
	KwOnly         int32
	Flags          uint32
	NLocalsPlus    int32
	NLocals        int32
	NCells         int32
	NFree          int32
	StackSize      int32
	FrameSize      int32 // bytes of a frame: header, localsplus, stack
	FirstLine      int32
	Version        uint32
	FirstTraceable int32 // unit index of the first RESUME
	Hot            int32 // calls and jumps back until a compiler is asked; see Runtime.OnHot
	InstrVersion   uint32
	Executors      uint32 // of tier 2: see package tier2
	Index          uint32 // in Image
	HasTry         bool   // it has handlers of its own, not only the one that guards a generator against StopIteration
	Checked        bool   // it may have a RESUME_CHECK: see interp's cachers
	Bound          bool   // a program has asked for it to be compiled at once
	Evicted        uint8  // for a compiler: how often its code was dropped to make room, and why it rests
	Worlds         uint8  // for a compiler: in how many namespaces it was compiled, and whether it waits for another
}

// Code flags (CO_...).
const (
	CoOptimized         = 1
	CoNewLocals         = 2
	CoVarArgs           = 4
	CoVarKeywords       = 8
	CoNested            = 0x10
	CoGenerator         = 0x20
	CoCoroutine         = 0x80
	CoIterableCoroutine = 0x100
	CoAsyncGenerator    = 0x200

	CoGenerators = CoGenerator | CoCoroutine | CoAsyncGenerator // one is set if a call makes a generator of some kind
)

// Raw is memory without references.
type Raw struct {
	heap.Header
}

// RawData is the offset of the bytes.
const RawData = unsafe.Sizeof(Raw{})

// Who owns a frame.
const (
	FrameThread    uint8 = iota // on the VM stack
	FrameGenerator              // inside a generator object
)

// Flags of a frame.
const (
	FrameInit = 1 << iota // of an __init__ called by the interpreter itself: Result holds the new instance, which the call gives
	FrameSeen             // Object is set
)

// FrameFromGo in Frame.Flags: Go code called it. It is one of the flags that do not matter where the frame returns to: the upper 16.
const FrameFromGo = 1 << 16

// Frame is a call's state on the VM stack (or in a generator). localsplus follows, then the value stack.
type Frame struct {
	Code         *Code
	Func         Value
	Globals      *Dict
	Builtins     *Dict
	Locals       Value // namespace of module and class bodies, or Null
	Object       Value // *FrameObject when one was asked for
	Prev         *Frame
	PC           unsafe.Pointer // behind the first unit of the instruction being executed
	SP           unsafe.Pointer // one past the top of the stack; valid while the frame is not running
	ReturnOffset uint16         // code units from PC to where the caller goes on
	Owner        uint8
	Entry        bool // return leaves the Go loop that runs it
	Flags        uint32
	Result       Value // scratch for entry frames
}

// FrameHeader is the size of Frame: localsplus starts there.
const FrameHeader = unsafe.Sizeof(Frame{})

// Local returns the address of localsplus[i].
func (f *Frame) Local(i int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(f), FrameHeader+uintptr(i)*8))
}

// Stack returns the address of the value stack's first slot.
func (f *Frame) Stack() unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(f), FrameHeader+uintptr(f.Code.NLocalsPlus)*8)
}

// FrameObject is what sys._getframe returns.
type FrameObject struct {
	heap.Header
	Frame      unsafe.Pointer // *Frame while it lives, then the copy in Space
	Back       Value          // f_back once the frame is gone
	Trace      Value
	Extra      Value // f_locals' extra names
	Space      Value // copy of the frame, kept when it was left
	Line       int64
	TraceLines bool
	TraceOps   bool
}

// GenState is the state of a generator.
type GenState int8

const (
	GenCreated GenState = iota
	GenSuspended
	GenSuspendedYieldFrom
	GenRunning
	GenClosed // finished
)

// Generator is a generator, coroutine or async generator; its frame follows at GenFrame and is scanned conservatively.
type Generator struct {
	heap.Header
	Name, QualName Value
	Exc            ExcState // two words
	Origin         Value    // cr_origin, ag finalizer
	Hooks          Value    // async generator hooks: tuple or Null
	Code           *Code
	State          GenState
	AsyncClosed    bool
	AsyncRunning   bool
	HooksInited    bool
	Owned          bool // only the loop, yield from or await that runs it refers to it: see SpareGenerator
	Tracked        bool // it is known to have a finalizer
	_              [2]byte
	Resume         uint64 // for compilers: where machine code goes on; 0 when another engine does. GenFrame stays a multiple of 16.
}

// GenFrame is the offset of the frame inside a generator.
const GenFrame = unsafe.Sizeof(Generator{})

// Frame returns the generator's frame.
func (g *Generator) Frame() *Frame { return (*Frame)(unsafe.Add(unsafe.Pointer(g), GenFrame)) }

// Unguarded reports whether the generator is suspended at a yield in no try statement, as the RESUME behind it says: closing it runs no code of its own.
func (g *Generator) Unguarded() bool {
	if g.State != GenSuspended {
		return false
	}
	units := bytesOf(g.Code.OrigUnits)
	next := uintptr(g.Frame().PC) - uintptr(g.Code.First)
	return units[next] == opcode.RESUME && units[next+1]&opcode.ResumeDepth1 != 0
}

// Exception is an instance of BaseException: the common part. Its __dict__, with __notes__, lies behind the fields of its class.
type Exception struct {
	heap.Header
	Args      Value // tuple
	Traceback Value // Null or traceback
	Context   Value
	Cause     Value
	Suppress  bool
}

// Traceback is one entry of a traceback.
type Traceback struct {
	heap.Header
	Next  Value // Null or traceback
	Frame Value
	Lasti int64 // byte offset of the instruction
	Line  int64 // -1: compute from Lasti
}

// Module is a module; its namespace is Ext.
type Module struct {
	heap.Header
	Ext  Value
	Name Value
	Def  uint64
}

// Property is a property.
type Property struct {
	heap.Header
	Get, Set, Del, Doc, Name Value
	GetterDoc                bool
}

// Wrapped is a staticmethod or classmethod.
type Wrapped struct {
	heap.Header
	Ext  Value
	Func Value
}

// Super is a super object.
type Super struct {
	heap.Header
	Type, Self, SelfType Value
}
