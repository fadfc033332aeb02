// Items of generators that machine code runs, several at a time: each return to Go would cost more than most generators do for an item.

package object

// PullRule says which items may be taken from a generator before those ahead of them have been dealt with. Who takes items ahead does nothing with
// them that a program could see, so that the generator runs as if each item had been dealt with at once.
type PullRule uint8

const (
	PullAll     PullRule = iota // all: they are only stored
	PullPlain                   // up to the first that is neither a number, a constant nor an exact str: hashing others may run code
	PullNumbers                 // up to the first that is no small int and no float
	PullFalse                   // False, None and 0 are passed over: the first other item is taken alone
	PullTrue                    // True, and small ints but 0, are passed over
	PullOne                     // one
)

// The words of the block by which Go and machine code share what was pulled. It lies on the VM stack, so the collector sees the items.
const (
	PullGenerator = iota // the generator
	PullRuleWord         // the rule
	PullEnd              // the address behind the last item; machine code counts it up
	PullRaised           // the exception that the generator raised behind the items, or Null
	PullItems            // the first item
	pullWords     = PullItems + PullRoom
)

// PullRoom is how many items a block has room for.
const PullRoom = 16

// Pull takes items of one iterator. The zero value is ready; End must follow.
type Pull struct {
	block []Value //psy:root it lies on the VM stack; nil: nothing was taken ahead yet
	at, n int
}

// Numbers is the rule for items that are added to v, or compared with it.
func Numbers(v Value) PullRule {
	if v == Null || v.IsInt() || v.IsFloat() || v.IsExact(TInt) {
		return PullNumbers
	}
	return PullOne
}

// Next is object.Next(t, it): Null at the end, or with t.Exc set. All calls must have the same iterator.
func (p *Pull) Next(t *Thread, it Value, rule PullRule) Value {
	if p.at < p.n {
		p.at++
		return p.block[p.at-1]
	}
	if rule == PullOne || !it.IsExact(TGenerator) || t.RT.OnPull == nil {
		return Next(t, it)
	}
	return p.more(t, it, rule)
}

func (p *Pull) more(t *Thread, it Value, rule PullRule) Value {
	if p.block != nil && p.block[PullRaised] != Null {
		t.Exc, p.block[PullRaised] = p.block[PullRaised], Null
		return Null
	}
	if As[Generator](it).Resume == 0 || t.Breaker.Load() != 0 {
		return Next(t, it)
	}
	if p.block == nil {
		if p.block = t.PushArgs(pullWords); p.block == nil {
			return Null
		}
	}
	p.block[PullGenerator], p.block[PullRuleWord] = it, Value(rule)
	if p.n = t.RT.OnPull(t, p.block); p.n == PullItems {
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
