// Calls of one Python function with one item after the other, for built-in functions that call what they are given: machine code makes several at a time,
// since each way from Go into machine code and back costs more than most such functions do.

package object

import "unsafe"

// The words of the block by which Go and machine code share such calls, behind those that a block of Pull has, too. There is no generator in it.
const (
	CallItems  = PullItems + CallRoom           // an item for each result
	CallFrame  = CallItems + CallRoom           // the header of the next call's frame, but for FramePrev
	CallTop    = CallFrame + int(FrameHeader/8) // Thread.StackTop while the function runs
	CallFirst  = CallTop + 1                    // what the function's first parameter gets, unless that is the item
	CallParam  = CallFirst + 1                  // the offset, in the frame, of the parameter that gets the item
	CallSource = CallParam + 1                  // where items come from: an iterator over a list, tuple or range, or Null:
	CallNext   = CallSource + 1                 // from this address
	CallEnd    = CallNext + 1                   // to that
	CallEntry  = CallEnd + 1                    // the machine code
	CallLive   = CallEntry + 1                  // the address of a byte that is 0 while the machine code may be entered
	callWords  = CallLive + 1
)

// CallRoom is how many results a block has room for.
const CallRoom = 32

// callsFew is how many calls there have to be so that the block pays.
const callsFew = 3

// Calls are calls of one function. Begin comes first, End last. It is a local variable.
type Calls struct {
	fn    *Function //psy:root the caller has what is called
	code  *Code     // the function's at the beginning: a program may replace it
	first Value     //psy:root the same
	at    uintptr   // of the parameter that gets the item, from the frame's start
	block []Value   // it lies on the VM stack; nil: nothing was called yet
	from  int       // index of the first result
	n     int       // how many there are
}

// Begin starts with what is called: a function with that many parameters, of which the last gets the items, or a method of a function with one more.
// False: the calls have to be made one by one.
func (c *Calls) Begin(t *Thread, f Value, params int) bool {
	if t.RT.OnCalls == nil || !f.IsPtr() {
		return false
	}
	if f.IsExact(TMethod) {
		m := As[Method](f)
		f, c.first = m.Func, m.Self
		params++
	}
	if !f.IsExact(TFunction) || params > 2 {
		return false
	}
	c.fn = As[Function](f)
	c.code = c.fn.Code
	c.at = FrameHeader + uintptr(params-1)*8
	const other = CoVarArgs | CoVarKeywords | CoGenerator | CoCoroutine | CoAsyncGenerator
	code := c.code
	return int(code.ArgCount) == params && code.KwOnly == 0 && code.Flags&other == 0
}

// Covers reports whether calls may be made with what an iterator gives.
func Covers(it Value) bool {
	if !it.IsPtr() {
		return false
	}
	switch it.ShapeID() {
	case TRangeIterator.Shape():
		return true
	case TListIterator.Shape(), TTupleIterator.Shape():
		seq := As[SeqIterator](it).Seq
		return seq.IsExact(TList) || seq.IsExact(TTuple)
	}
	return false
}

// Over makes calls with what an iterator that Covers gives next, up to the given number, as if each item was taken when the one before it had been dealt
// with by rule. False: the next call has to be made by the caller, who knows better what to do; there are no results then. If t.Exc is set, the call behind the results
// has raised it.
func (c *Calls) Over(t *Thread, it Value, rule PullRule, most int) bool {
	return c.prepare(t) && c.run(t, it, rule, most)
}

// With is Over for items that no program sees, all by PullAll. It may make fewer calls than there are items.
func (c *Calls) With(t *Thread, items []Value) bool {
	if len(items) < callsFew || !c.prepare(t) {
		return false
	}
	first := uintptr(unsafe.Pointer(unsafe.SliceData(items)))
	c.block[CallNext], c.block[CallEnd] = Value(first), Value(first+uintptr(len(items))*8)
	return c.run(t, Null, PullAll, CallRoom)
}

// Fold makes calls with what each call has returned, at first with *v, and what an iterator that Covers gives next. It sets *v to what the last one returned; false: none was made.
func (c *Calls) Fold(t *Thread, it Value, v *Value) bool {
	c.first = *v
	if !c.prepare(t) || !c.run(t, it, PullLast, CallRoom) {
		return false
	}
	*v = c.block[CallFirst]
	return true
}

// prepare lays the block, which has zeros at first, on the VM stack.
func (c *Calls) prepare(t *Thread) bool {
	if c.fn.Code != c.code || c.code.Hot >= 0 || t.Breaker.Load() != 0 {
		return false
	}
	if c.block == nil {
		c.block = t.PushArgs(callWords)
	}
	return c.block != nil
}

func (c *Calls) run(t *Thread, it Value, rule PullRule, most int) bool {
	b, fn, code := c.block, c.fn, c.code
	frame := t.StackTop
	top := frame + uintptr(code.FrameSize)
	if t.Depth <= 0 || top > t.StackEnd && !t.StackRoom(top) || code.First == nil {
		return false
	}
	c.from = PullItems + CallRoom - min(most, CallRoom)
	b[PullRuleWord], b[PullEnd] = Value(rule), Value(uintptr(unsafe.Pointer(&b[c.from])))
	head := func(offset int32, v uintptr) { b[CallFrame+offset/8] = Value(v) }
	head(FrCode, uintptr(unsafe.Pointer(code)))
	head(FrFunc, uintptr(unsafe.Pointer(fn)))
	head(FrGlobals, uintptr(unsafe.Pointer(fn.Globals)))
	head(FrBuiltins, uintptr(unsafe.Pointer(fn.Builtins)))
	head(FrPC, uintptr(code.First))
	head(FrSP, frame+FrameHeader+uintptr(code.NLocalsPlus)*8)
	head(FrState, FrameFromGo<<32)
	b[CallTop], b[CallFirst], b[CallParam], b[CallSource] = Value(top), c.first, Value(c.at), it
	before := c.calls(it)
	if !t.RT.OnCalls(t, fn, b) {
		c.n = 0
		return false
	}
	c.n = int(uintptr(b[PullEnd])-uintptr(unsafe.Pointer(&b[c.from]))) / 8
	return c.n > 0 || t.Exc != Null || c.calls(it) != before
}

// calls tells by its change whether a call was made.
func (c *Calls) calls(it Value) int64 {
	switch {
	case it == Null:
		return int64(c.block[CallNext])
	case it.IsExact(TRangeIterator):
		return As[RangeIterator](it).Left
	}
	return As[SeqIterator](it).Index
}

// Results are what the calls have returned, as rule lets them be taken. They stay until the next calls.
func (c *Calls) Results() []Value { return c.block[c.from : c.from+c.n] }

// Items are the items for which there are Results.
func (c *Calls) Items() []Value { return c.block[c.from+CallRoom:][:c.n] }

// End gives the memory back that the calls have used.
func (c *Calls) End(t *Thread) {
	if c.block != nil {
		t.PopArgs(callWords)
	}
}
