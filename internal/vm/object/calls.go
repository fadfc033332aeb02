// Calls of one Python function with one item after the other, for built-in functions that call what they are given: machine code makes several at a time,
// since each way from Go into machine code and back costs more than most such functions do.

package object

import "unsafe"

// The words of the block by which Go and machine code share such calls, behind those that a block of Pull has, too. There is no generator in it.
const (
	CallItems   = PullItems + CallRoom           // an item for each result
	CallFrame   = CallItems + CallRoom           // the header of the next call's frame, but for FramePrev
	CallTop     = CallFrame + int(FrameHeader/8) // Thread.StackTop while the function runs
	CallFirst   = CallTop + 1                    // what the function's first parameter gets, unless that is the item
	CallParam   = CallFirst + 1                  // the offset, in the frame, of the parameter that gets the item
	CallSource  = CallParam + 1                  // the iterator that items come from, or Null:
	CallNext    = CallSource + 1                 // from this address
	CallEnd     = CallNext + 1                   // to that
	CallEntry   = CallEnd + 1                    // the machine code
	CallLive    = CallEntry + 1                  // the address of a byte that is 0 while the machine code may be entered
	CallEnded   = CallLive + 1                   // not Null when the iterator has ended
	CallPending = CallEnded + 1                  // the item of a call that has to be made by Go, or Null
	callWords   = CallPending + 1
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
	return c.code.Takes(params) && c.code.Flags&CoGenerators == 0
}

// Over makes calls with what an iterator gives next, up to the given number, as if each item was taken when the one before it had been dealt with by
// rule. False: the next call has to be made by the caller, and there are no results. If t.Exc is set, the call, or the iterator, has raised it behind
// the results, and if Ended, the iterator has ended there.
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

// Fold makes calls with what each call has returned, at first with v, and what an iterator gives next. It returns what the last one has returned.
func (c *Calls) Fold(t *Thread, it, v Value) Value {
	c.first = v
	if !c.prepare(t) {
		return v
	}
	c.run(t, it, PullLast, CallRoom)
	return c.block[CallFirst]
}

// prepare lays the block, which has zeros at first, on the VM stack.
func (c *Calls) prepare(t *Thread) bool {
	if c.fn.Code != c.code || c.code.Hot >= 0 || t.Breaker.Load() != 0 {
		return false
	}
	if c.block != nil {
		return true
	}
	if top := t.StackTop + 8*uintptr(callWords); top > t.StackEnd && !t.StackRoom(top) {
		return false // the next call raises that
	}
	c.block = t.PushArgs(callWords)
	return true
}

func (c *Calls) run(t *Thread, it Value, rule PullRule, most int) bool {
	b, fn, code := c.block, c.fn, c.code
	frame := t.StackTop
	top := frame + uintptr(code.FrameSize)
	b[CallFirst] = c.first
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
	b[CallTop], b[CallParam], b[CallSource] = Value(top), Value(c.at), it
	b[CallEnded], b[CallPending] = Null, Null
	if !t.RT.OnCalls(t, b) {
		c.n = 0
		return false
	}
	c.n = int(uintptr(b[PullEnd])-uintptr(unsafe.Pointer(&b[c.from]))) / 8
	if b[CallPending] != Null {
		c.callPending(t, rule)
		return true
	}
	return c.n > 0 || t.Exc != Null || c.Ended()
}

// callPending makes the call for which an item was taken, and which machine code did not make.
func (c *Calls) callPending(t *Thread, rule PullRule) {
	b := c.block
	item, r := b[CallPending], Null
	if c.at == FrameHeader {
		r = Call1(t, Of(c.fn), item)
	} else {
		r = Call2(t, Of(c.fn), b[CallFirst], item)
	}
	switch {
	case r == Null:
	case rule == PullLast:
		b[CallFirst] = r
	default:
		b[c.from+c.n+CallRoom] = item
		rule.Take(r, b[c.from:CallItems], &c.n)
	}
}

// Ended reports whether the iterator has nothing more behind the results. It must not be asked again.
func (c *Calls) Ended() bool { return c.block != nil && c.block[CallEnded] != Null }

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
