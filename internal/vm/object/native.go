// What machine code knows of threads, frames and the interpreter: places of fields, and how control goes on after it.

package object

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Went says how control goes on after a compiler was asked to run a frame.
type Went uint8

const (
	WentNowhere   Went = iota // not compiled: interpret on, as if nothing had been
	WentReturned              // the frame has returned the value and is gone
	WentRaised                // the frame is gone, t.Exc is set
	WentResume                // interpret on in the same frame at fr.PC (here: the address of the next instruction) with fr.SP
	WentElsewhere             // in t.Frame, at PC + 2*ReturnOffset with its SP (a generator gave a value to its caller, which was delivered to its stack)
	WentOut                   // out of the loop that was entered with fr; the value is fr.Result
)

// Fields of Thread, seen from Native. Those up to OffAllocLimit are near enough for a displacement of one byte.
const (
	offNative = int32(unsafe.Offsetof(Thread{}.Native))

	OffThread     = -offNative // the thread itself
	OffDepth      = int32(unsafe.Offsetof(Thread{}.Depth)) - offNative
	OffBreaker    = int32(unsafe.Offsetof(Thread{}.Breaker)) - offNative
	OffExc        = int32(unsafe.Offsetof(Thread{}.Exc)) - offNative
	OffFrame      = int32(unsafe.Offsetof(Thread{}.Frame)) - offNative
	OffStackTop   = int32(unsafe.Offsetof(Thread{}.StackTop)) - offNative
	OffAllocPtr   = int32(unsafe.Offsetof(Thread{}.Ptr)) - offNative
	OffAllocLimit = int32(unsafe.Offsetof(Thread{}.Limit)) - offNative
	OffStackEnd   = int32(unsafe.Offsetof(Thread{}.StackEnd)) - offNative
	OffPlace      = int32(unsafe.Offsetof(Thread{}.Place)) - offNative
	OffExcInfo    = int32(unsafe.Offsetof(Thread{}.ExcInfo)) - offNative
	OffRT         = int32(unsafe.Offsetof(Thread{}.RT)) - offNative
)

// StackSlack is how far a frame may reach beyond Thread.StackEnd: for smaller ones machine code looks where they begin.
const StackSlack = 4096

// Fields of Frame.
const (
	FrCode     = int32(unsafe.Offsetof(Frame{}.Code))
	FrFunc     = int32(unsafe.Offsetof(Frame{}.Func))
	FrGlobals  = int32(unsafe.Offsetof(Frame{}.Globals))
	FrBuiltins = int32(unsafe.Offsetof(Frame{}.Builtins))
	FrLocals   = int32(unsafe.Offsetof(Frame{}.Locals))
	FrObject   = int32(unsafe.Offsetof(Frame{}.Object))
	FrPrev     = int32(unsafe.Offsetof(Frame{}.Prev))
	FrPC       = int32(unsafe.Offsetof(Frame{}.PC))
	FrSP       = int32(unsafe.Offsetof(Frame{}.SP))
	FrState    = int32(unsafe.Offsetof(Frame{}.ReturnOffset)) // the word of ReturnOffset, Owner, Entry and Flags
	FrResult   = int32(unsafe.Offsetof(Frame{}.Result))
)

// ShapeAt is the shape record with a number.
func ShapeAt(t *Thread, id uint32) *Shape {
	return (*Shape)(unsafe.Add(unsafe.Pointer(nil), t.RT.Heap.Base()+uintptr(id)*heap.Granule))
}

// IterPrivate marks, in an iterator's header, one that GET_ITER made for a loop: nothing but the frame's stack refers to it.
const IterPrivate = 1 << 6

// MarkPrivate marks v if it is an iterator that machine code knows to take apart: one of a range, or of an exact list, tuple or the like.
func MarkPrivate(v Value) {
	var of TypeID
	switch v.ShapeID() {
	case TRangeIterator.Shape():
		(*heap.Header)(v.Ptr()).Meta |= IterPrivate
		return
	case TListIterator.Shape():
		of = TList
	case TTupleIterator.Shape():
		of = TTuple
	case TStrIterator.Shape(), TStrASCIIIterator.Shape():
		of = TStr
	case TBytesIterator.Shape():
		of = TBytes
	case TByteArrayIterator.Shape():
		of = TByteArray
	default:
		return
	}
	if As[SeqIterator](v).Seq.IsExact(of) {
		(*heap.Header)(v.Ptr()).Meta |= IterPrivate
	}
}

// MarkShared takes the mark off v, an object, if something else may refer to it.
func MarkShared(v Value) {
	switch v.ShapeID() {
	case TRangeIterator.Shape(), TListIterator.Shape(), TTupleIterator.Shape(), TStrIterator.Shape(), TStrASCIIIterator.Shape(), TBytesIterator.Shape(),
		TByteArrayIterator.Shape():
		(*heap.Header)(v.Ptr()).Meta &^= IterPrivate
	}
}

// PrivateRangeIterator and PrivateSeqIterator make such iterators.
func PrivateRangeIterator(t *Thread, next, step, left int64) Value {
	v := newRangeIterator(t, next, step, left)
	if v != Null {
		MarkPrivate(v)
	}
	return v
}

func PrivateSeqIterator(t *Thread, seq Value, index int64) Value {
	v := TypeOf(t, seq).Slots.Iter(t, seq)
	if v != Null {
		As[SeqIterator](v).Index = index
		MarkPrivate(v)
	}
	return v
}

// NewEnumerate makes an enumerate object that goes on with a count; NewZip and NewMap a zip or map object of iterators that lie off the Go heap.
func NewEnumerate(t *Thread, it Value, count int64) Value {
	e := New[Enumerate](t, TEnumerate)
	if e == nil {
		return Null
	}
	e.It, e.Count = it, SmallInt(count)
	return Of(e)
}

func NewZip(t *Thread, its []Value) Value {
	tuple := TupleOf(t, its)
	z := New[Zip](t, TZip)
	if tuple == Null || z == nil {
		return Null
	}
	z.Its = As[Tuple](tuple)
	return Of(z)
}

func NewMap(t *Thread, f Value, its []Value) Value {
	tuple := TupleOf(t, its)
	m := New[Map](t, TMap)
	if tuple == Null || m == nil {
		return Null
	}
	m.Func, m.Its = f, As[Tuple](tuple)
	return Of(m)
}

// OutOfMemory has the program get the exception that is set (as a rule MemoryError) at the next poll; for machine code that makes an object where nothing may raise.
func (t *Thread) OutOfMemory() {
	t.Refused, t.Exc = t.Exc, Null
	t.Breaker.Or(BreakMemory)
}

// LastMemoryError is the MemoryError that was made in advance.
func (rt *Runtime) LastMemoryError() Value { return rt.memErr }

// Latin1 has the strs of one character below 256, by character.
func (rt *Runtime) Latin1() *Tuple { return rt.latin1 }

// Quick helpers of machine code: they do what they are for and return something, or nothing and return Null, without exception.

// TypeValue is type(v).
func TypeValue(t *Thread, v Value) Value { return Of(TypeOf(t, v)) }

// ListAppend is l.append(v).
func ListAppend(t *Thread, l *List, v Value) Value {
	if !l.Append(t, v) {
		t.OutOfMemory() // the helper tries again with what the heap has granted for handling this
		return Null
	}
	return None
}

// ListPop is l.pop().
func ListPop(t *Thread, l *List) Value {
	if l.Size == 0 {
		return Null
	}
	l.Size--
	v := *l.At(int(l.Size))
	*l.At(int(l.Size)) = Null
	l.trim(t)
	return v
}

// isSlicePart reports whether v may limit a slice without more ado.
func isSlicePart(v Value) bool { return v == None || v.IsInt() }

// sliceParts is SliceUnpack for such parts.
func sliceParts(start, stop, step Value) (from, to, by int64) {
	by, to = 1, math.MaxInt64
	if step != None {
		if by = step.Int(); by < 0 {
			from, to = math.MaxInt64, math.MinInt64
		}
	}
	if start != None {
		from = start.Int()
	}
	if stop != None {
		to = stop.Int()
	}
	return from, to, by
}

// GetSlice is v[start:stop:step] of a list, tuple, str or bytes.
func GetSlice(t *Thread, v, start, stop, step Value) Value {
	if !isSlicePart(start) || !isSlicePart(stop) || !isSlicePart(step) || step == SmallInt(0) {
		return Null
	}
	if v.IsExact(TList) {
		from, to, by := sliceParts(start, stop, step)
		return OrNothing(t, As[List](v).sliced(t, from, to, by))
	}
	k := NewSlice(t, start, stop, step)
	if k != Null {
		k = GetItem(t, v, k)
	}
	return OrNothing(t, k)
}

// SetSlice is l[start:stop] = x for a list or tuple x.
func SetSlice(t *Thread, l, start, stop, x Value) Value {
	if !isSlicePart(start) || !isSlicePart(stop) || !x.IsExact(TList) && !x.IsExact(TTuple) {
		return Null
	}
	if x == l {
		if x = ListOf(t, As[List](x).Slice()); x == Null {
			return OrNothing(t, Null)
		}
	}
	from, to, _ := sliceParts(start, stop, None)
	if As[List](l).replace(t, from, to, FastItems(x)) {
		return None
	}
	return OrNothing(t, Null)
}

// FunctionPeek is a new function of globals; Null, too, if its builtins are not those given.
func FunctionPeek(t *Thread, code *Code, globals, builtins *Dict) Value {
	fn := NewFunction(t, code, globals)
	if fn == nil {
		return OrNothing(t, Null)
	}
	if fn.Builtins != builtins {
		return Null
	}
	return Of(fn)
}

// ListExtend is l.extend(x) for a list or tuple x.
func ListExtend(t *Thread, l *List, x Value) Value {
	if l.Extend(t, x) {
		return None
	}
	return OrNothing(t, Null)
}

// ListPlus is a + b of lists, ListTimes l * n.
func ListPlus(t *Thread, a, b Value) Value { return OrNothing(t, listConcat(t, a, b)) }

func ListTimes(t *Thread, l, n Value) Value { return OrNothing(t, listRepeat(t, l, n.Int())) }
