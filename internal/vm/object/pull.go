// Items of iterables for loops in Go: those of lists, tuples and bytes without an iterator, and those of generators that machine code runs several at a time,
// since each return to Go would cost more than most generators do for an item.

package object

// PullRule says which items may be taken from a generator before those ahead of them have been dealt with. Who takes items ahead does nothing with
// them that a program could see, so that the generator runs as if each item had been dealt with at once.
type PullRule uint8

const (
	PullAll     PullRule = iota // all: they are only stored
	PullPlain                   // up to the first that is neither a number, a constant nor an exact str: hashing others may run code
	PullNumbers                 // up to the first that is no small int, bool or float
	PullFalse                   // False, None and 0 are passed over: the first other item is taken alone
	PullTrue                    // True, and small ints but 0, are passed over
	PullAppend                  // all, of a generator: they are appended to a list, which it may see. An item for which that has no room is given
	PullLast                    // all, of calls: each is what the next call begins with
	PullOne                     // one
)

// The words of the block by which Go and machine code share what was pulled. It lies on the VM stack, so the collector sees the items.
const (
	PullGenerator = iota // the generator
	PullRuleWord         // the rule
	PullEnd              // the address behind the last item; machine code counts it up
	PullRaised           // the exception that the generator raised behind the items, or Null
	PullItems            // the first item; before, by PullAppend, the list
	pullWords     = PullItems + PullRoom
)

// PullRoom is how many items a block has room for.
const PullRoom = 16

// Pull takes items of one iterable. Begin comes first, End last.
type Pull struct {
	it    Value     //psy:root the iterator; Null: there is none. A Pull is a local variable
	next  UnaryFunc // what steps it, if it stays of its type
	seq   Value     //psy:root the list, tuple, bytes or bytearray that needs no iterator, or Null
	list  *List     //psy:root of PullAppend
	block []Value   //psy:root it lies on the VM stack; nil: nothing was taken ahead yet
	at, n int       // of the block; at is also the index of the next item of seq
	loud  bool      // Quiet is false for the iterator
	ended bool      // the iterator has nothing more behind the block
}

// Begin starts with an iterable; false, with t.Exc set, for what is none.
func (p *Pull) Begin(t *Thread, iterable Value) bool {
	if iterable.IsPtr() {
		switch iterable.ShapeID() {
		case TBytes.Shape(), TByteArray.Shape(), TList.Shape(), TTuple.Shape():
			p.seq = iterable
			return true
		}
	}
	return p.over(t, Iter(t, iterable))
}

// over is Begin with an iterator, or Null.
func (p *Pull) over(t *Thread, it Value) bool {
	if p.it = it; it == Null {
		return false
	}
	if typ := TypeOf(t, p.it); typ.Flags&TypeHeap == 0 {
		p.next = typ.Slots.Next
		p.loud = typ.Flags&TypeLeaf == 0 && typ.Slots.Quiet == nil
	}
	return true
}

// iterate makes an iterator for the rest of a list or tuple that went without one. False: t.Exc is set.
func (p *Pull) iterate(t *Thread) bool {
	if p.it != Null || p.items() == nil {
		return true
	}
	it := Iter(t, p.seq)
	if it == Null {
		return false
	}
	As[SeqIterator](it).Index = int64(p.at)
	p.seq = Null
	return p.over(t, it)
}

// Shown is the rule for who does what programs see with each item: rule, while the iterator runs no code between items. See Quiet.
func (p *Pull) Shown(t *Thread, rule PullRule, alarms bool) PullRule {
	if p.loud || p.it != Null && !Quiet(t, p.it, alarms) {
		return PullOne
	}
	return rule
}

// Numbers is the rule for items that are added to v, or compared with it.
func Numbers(v Value) PullRule {
	if v == Null || v.IsInt() || v.IsFloat() || v.IsExact(TInt) {
		return PullNumbers
	}
	return PullOne
}

// Next is the next item: Null at the end, or with t.Exc set. It polls, as object.Next does.
func (p *Pull) Next(t *Thread, rule PullRule) Value {
	if p.seq != Null {
		if t.Breaker.Load()&BreakAll != 0 && !t.Poll() {
			return Null
		}
		p.at++
		if raw := p.raw(); p.at <= len(raw) {
			return SmallInt(int64(raw[p.at-1]))
		}
		if items := p.items(); p.at <= len(items) {
			return items[p.at-1]
		}
		return Null
	}
	if p.at < p.n {
		p.at++
		return p.block[p.at-1]
	}
	if rule == PullOne || p.it.IsExact(TGenerator) && t.RT.OnPull == nil {
		return p.one(t)
	}
	return p.more(t, p.it, rule)
}

// one is object.Next of the iterator.
func (p *Pull) one(t *Thread) Value {
	if p.next == nil {
		return Next(t, p.it)
	}
	if t.Breaker.Load()&BreakAll != 0 && !t.PollFor(p.it) || !t.Enter(" while iterating") {
		return Null
	}
	v := p.next(t, p.it)
	t.Leave()
	if v == Null && t.Exc != Null {
		t.ClearIf(TStopIteration)
	}
	return v
}

// items is what seq has now, if it is a list or tuple: a list may change between two items.
func (p *Pull) items() []Value {
	switch p.seq.ShapeID() {
	case TList.Shape():
		return As[List](p.seq).Slice()
	case TTuple.Shape():
		return As[Tuple](p.seq).Items()
	}
	return nil
}

// Ahead is what Next gives next if no other code runs meanwhile: as many items as are at hand and may be dealt with without a poll. Who has dealt with
// the first n of them calls Skip.
func (p *Pull) Ahead() []Value {
	if p.seq == Null {
		return p.block[p.at:p.n]
	}
	items := p.items()
	items = items[min(p.at, len(items)):]
	return items[:min(len(items), pollEach)]
}

// raw is what seq has now, if it is bytes or a bytearray.
func (p *Pull) raw() []byte {
	if p.seq != Null && (p.seq.ShapeID() == TBytes.Shape() || p.seq.ShapeID() == TByteArray.Shape()) {
		return selfBytes(p.seq)
	}
	return nil
}

// AheadBytes is Ahead for the items of bytes and bytearrays, which Ahead does not give.
func (p *Pull) AheadBytes() []byte {
	raw := p.raw()
	left := raw[min(p.at, len(raw)):]
	return left[:min(len(left), pollEach)]
}

// Skip passes over n items of Ahead or AheadBytes.
func (p *Pull) Skip(n int) { p.at += n }

func (p *Pull) more(t *Thread, it Value, rule PullRule) Value {
	if p.block != nil && p.block[PullRaised] != Null {
		t.Exc, p.block[PullRaised] = p.block[PullRaised], Null
		return Null
	}
	if p.ended {
		return Null
	}
	generator := it.IsExact(TGenerator)
	if generator && As[Generator](it).Resume == 0 || t.Breaker.Load() != 0 {
		return Next(t, it)
	}
	if p.block == nil {
		if p.block = t.PushArgs(pullWords); p.block == nil {
			return Null
		}
	}
	if generator {
		p.block[PullGenerator], p.block[PullRuleWord] = it, Value(rule)
		if rule == PullAppend {
			p.block[PullItems] = Of(p.list)
		}
		p.n = t.RT.OnPull(t, p.block)
	} else {
		n, more := FillRoom(t, it, p.block[PullItems:], rule)
		if n == 0 && !more {
			return Null
		}
		p.n, p.ended = PullItems+n, !more
	}
	if p.n == PullItems {
		if t.Exc != Null {
			return Null
		}
		p.at = p.n
		return Next(t, it)
	}
	p.block[PullRaised], t.Exc = t.Exc, Null
	p.at = PullItems + 1
	return p.block[PullItems]
}

// End gives the memory back that Next has used.
func (p *Pull) End(t *Thread) {
	if p.block != nil {
		t.PopArgs(pullWords)
	}
}
