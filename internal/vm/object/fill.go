// Several items of a built-in iterator at a time, for loops in Go that take all of them. What such a loop does with an item, no program can see (see
// PullRule), so it may be done later: what each step would check and look up again is done once.

package object

import "unsafe"

// FillPiece is how many items are looked at before there has to be a poll.
const FillPiece = pollEach

// FillRoom stores what an iterator gives next. more is false when the iterator has ended, or has raised behind the items that were stored: t.Exc is set then, though
// not to StopIteration. Else more items may follow, after a poll: there may be none in out, if something is due, or if the rule wants to see the last one alone.
//
//psy:bounded iterators over iterators are counted by Enter
func FillRoom(t *Thread, it Value, out []Value, rule PullRule) (n int, more bool) {
	typ := TypeOf(t, it)
	switch {
	case typ.Flags&TypeHeap != 0:
		return fillOne(t, it, out)
	case typ.Slots.Fill != nil:
		if typ.Flags&TypeLeaf == 0 && !t.Enter(" while iterating") {
			return 0, false
		}
		n, more = typ.Slots.Fill(t, it, out, rule)
		if typ.Flags&TypeLeaf == 0 {
			t.Leave()
		}
		if !more && t.Exc != Null {
			t.ClearIf(TStopIteration)
		}
		return n, more
	}
	return fillByNext(t, it, typ, out, rule)
}

// Quiet reports whether no code of a program runs between the items that FillRoom gives of an iterator at a time. They may be taken ahead by who stores them
// where programs can see it. Who may change what an iterator runs over, by what it does with the items, takes none with alarms.
func Quiet(t *Thread, it Value, alarms bool) bool { return QuietWithin(t, it, alarms, plainDepth) }

// QuietWithin is Quiet for Slots.Quiet.
//
//psy:bounded depth counts down from plainDepth
func QuietWithin(t *Thread, it Value, alarms bool, depth int) bool {
	typ := TypeOf(t, it)
	switch {
	case typ.Flags&TypeAlarm != 0 && !alarms:
		return false
	case typ.Flags&TypeLeaf != 0:
		return true
	case typ.Flags&TypeHeap != 0 || typ.Slots.Quiet == nil || depth == 0:
		return false
	}
	return typ.Slots.Quiet(t, it, alarms, depth-1)
}

// FillFrom is FillRoom for a Slots.Fill that passes on what another iterator gives. It takes one item where code could run that steps the iterator that asks.
func FillFrom(t *Thread, it Value, out []Value, rule PullRule) (n int, more bool) {
	if !Quiet(t, it, true) {
		return fillOne(t, it, out)
	}
	return FillRoom(t, it, out, rule)
}

func fillOne(t *Thread, it Value, out []Value) (n int, more bool) {
	if out[0] = Step(t, it); out[0] != Null {
		return 1, true
	}
	if t.Exc != Null {
		t.ClearIf(TStopIteration)
	}
	return 0, false
}

// fillByNext is FillRoom for a built-in type that has only Slots.Next.
func fillByNext(t *Thread, it Value, typ *Type, out []Value, rule PullRule) (n int, more bool) {
	next, leaf := typ.Slots.Next, typ.Flags&TypeLeaf != 0
	if !leaf && !t.Enter(" while iterating") {
		return 0, false
	}
	for more = true; n < len(out); {
		v := next(t, it)
		if v == Null {
			if more = false; t.Exc != Null {
				t.ClearIf(TStopIteration)
			}
			break
		}
		if rule.Take(v, out, &n) || t.Breaker.Load()&BreakAll != 0 {
			break
		}
	}
	if !leaf {
		t.Leave()
	}
	return n, more
}

// Take stores an item behind n others, unless the rule passes over it, and reports whether the rule lets no more be taken for now.
func (rule PullRule) Take(v Value, out []Value, n *int) (last bool) {
	switch rule {
	case PullAll:
	case PullNumbers:
		_, short := Short(v)
		last = !short && !v.IsFloat()
	case PullPlain:
		last = !isPlain(v)
	case PullFalse:
		if v == False || v == None || v == SmallInt(0) {
			return false
		}
		last = true
	case PullTrue:
		if v == True || v.IsInt() && v != SmallInt(0) {
			return false
		}
		last = true
	default:
		last = true
	}
	out[*n] = v
	*n++
	return last
}

// Passes reports whether Take passes over items.
func (rule PullRule) Passes() bool { return rule == PullFalse || rule == PullTrue }

// TakeAll is Take for items in their order. taken is how many of them were stored or passed over.
func (rule PullRule) TakeAll(items, out []Value, n *int) (taken int, last bool) {
	if rule == PullAll {
		taken = copy(out[*n:], items)
		*n += taken
		return taken, false
	}
	for i, v := range items {
		if *n == len(out) {
			return i, false
		}
		if rule.Take(v, out, n) {
			return i + 1, true
		}
	}
	return len(items), false
}

// fillSeq is FillRoom for iterators over lists and tuples.
func fillSeq(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	ahead := Ahead(v)
	ahead = ahead[:min(len(ahead), FillPiece)]
	taken, last := rule.TakeAll(ahead, out, &n)
	Skip(v, taken)
	if last || taken > 0 {
		return n, true
	}
	As[SeqIterator](v).Seq = Null
	return n, false
}

// fillRange is FillRoom for a range of small ints.
func fillRange(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	it := As[RangeIterator](v)
	for range FillPiece {
		if it.Left <= 0 {
			return n, false
		}
		if n == len(out) {
			break
		}
		x := rangeIterNext(t, v)
		if x == Null {
			return n, false
		}
		if rule.Take(x, out, &n) {
			break
		}
	}
	return n, true
}

// fillReversed is FillRoom for an iterator that runs backwards over a list.
func fillReversed(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	for range FillPiece {
		if n == len(out) {
			break
		}
		x := listRevNext(t, v)
		if x == Null {
			return n, false
		}
		if rule.Take(x, out, &n) {
			break
		}
	}
	return n, true
}

// fillOctets is FillRoom for iterators over bytes and bytearrays.
func fillOctets(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return 0, false
	}
	b := selfBytes(it.Seq)
	b = b[min(int(it.Index), len(b)):]
	for i, c := range b[:min(len(b), FillPiece)] {
		if n == len(out) {
			return n, true
		}
		it.Index++
		if rule.Take(SmallInt(int64(c)), out, &n) || i == FillPiece-1 {
			return n, true
		}
	}
	it.Seq = Null
	return n, false
}

// fillEntries is FillRoom for iterators over a dict's keys and values.
func fillEntries(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	keys := v.IsExact(TDictKeyIterator)
	if rule == PullAll {
		n = takeEntries(As[DictIterator](v), keys, out)
	}
	for range FillPiece - n {
		if n == len(out) {
			break
		}
		e := dictIterNext(t, v)
		if e == nil {
			return n, false
		}
		x := e.Val
		if keys {
			x = e.Key
		}
		if rule.Take(x, out, &n) {
			break
		}
	}
	return n, true
}

// takeEntries is fillEntries for as many as are sure to be there.
func takeEntries(it *DictIterator, keys bool, out []Value) (n int) {
	if it.Dict == Null {
		return 0
	}
	d := As[Dict](it.Dict)
	if it.Used != d.Used || it.Pos >= int64(d.N) {
		return 0
	}
	entries := unsafe.Slice(d.Entries.At(int(it.Pos)), min(int64(d.N)-it.Pos, FillPiece))
	most := int(min(it.Left, int64(len(out)), FillPiece-1))
	i := 0
	for ; i < len(entries) && n < most; i++ {
		if e := &entries[i]; e.Key != Null {
			if out[n] = e.Val; keys {
				out[n] = e.Key
			}
			n++
		}
	}
	it.Pos += int64(i)
	it.Left -= int64(n)
	return n
}

// fillMap is FillRoom for a map object.
func fillMap(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	m := As[Map](v)
	its := m.Its.Items()
	quiet := m.quiet(t)
	if self, f, _ := m.oneArg(t); f != nil {
		return fillMap1(t, self, f, its[0], quiet, out, rule)
	}
	var calls Calls
	many := rule != PullOne && len(its) == 1 && calls.Begin(t, m.Func, 1)
	defer calls.End(t)
	args := t.PushArgs(len(its))
	if args == nil {
		return 0, false
	}
fill:
	for n < len(out) {
		if many && calls.Over(t, its[0], rule, len(out)-n) {
			n += copy(out[n:], calls.Results())
			if more = t.Exc == Null && !calls.Ended(); !more {
				break
			}
			if n == len(out) || t.Breaker.Load()&BreakAll != 0 || rule != PullAll && n > 0 {
				break
			}
			continue
		}
		more = false
		simple := !quiet || nextSimple(its[0])
		if !simple && n > 0 {
			more = true
			break
		}
		for i, it := range its {
			if args[i] = StepMost(t, it); args[i] == Null {
				break fill
			}
		}
		x := Call(t, m.Func, args, Null)
		if x == Null {
			break
		}
		more = true
		if rule.Take(x, out, &n) || !simple || t.Breaker.Load()&BreakAll != 0 {
			break
		}
	}
	t.PopArgs(len(its))
	return n, more
}

// fillMap1 is fillMap for what oneArg gives.
func fillMap1(t *Thread, self Value, f BinaryFunc, it Value, quiet bool, out []Value, rule PullRule) (n int, more bool) {
	if !t.Enter(" while calling a Python object") {
		return 0, false
	}
	for n < len(out) {
		more = false
		simple := !quiet || nextSimple(it)
		if !simple && n > 0 {
			more = true
			break
		}
		x := StepMost(t, it)
		if x == Null {
			break
		}
		if x = f(t, self, x); x == Null {
			break
		}
		more = true
		if rule.Take(x, out, &n) || !simple || t.Breaker.Load()&BreakAll != 0 {
			break
		}
	}
	t.Leave()
	return n, more
}

// StepMost is Step, quicker for what most iterators are.
func StepMost(t *Thread, it Value) Value {
	if it.IsExact(TListIterator) {
		return listIterNext(t, it)
	}
	return Step(t, it)
}

// fillFilter is FillRoom for a filter object.
func fillFilter(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	f := As[Filter](v)
	plain := f.Func == None || f.Func == Of(t.Type(TBool))
	var calls Calls
	many := rule == PullAll && calls.Begin(t, f.Func, 1)
	defer calls.End(t)
	for n < len(out) {
		if many && calls.Over(t, f.It, PullNumbers, len(out)-n) {
			items := calls.Items()
			for i, c := range calls.Results() {
				switch Truth(t, c) { // only the last one's may raise
				case -1:
					return n, false
				case 1:
					out[n] = items[i]
					n++
				}
			}
			if t.Exc != Null || calls.Ended() {
				return n, false
			}
			if t.Breaker.Load()&BreakAll != 0 {
				break
			}
			continue
		}
		x := StepMost(t, f.It)
		if x == Null {
			return n, false
		}
		c := x
		if !plain {
			if c = Call1(t, f.Func, x); c == Null {
				return n, false
			}
		}
		switch {
		case c == False || c == SmallInt(0):
		case c == True || c.IsInt():
			if rule.Take(x, out, &n) {
				return n, true
			}
		default:
			switch Truth(t, c) {
			case -1:
				return n, false
			case 1:
				if rule.Take(x, out, &n) {
					return n, true
				}
			}
		}
		if t.Breaker.Load()&BreakAll != 0 {
			break
		}
	}
	return n, true
}

// extendFrom appends all items of an iterator; private says that it cannot see the list.
func (l *List) extendFrom(t *Thread, it Value, private bool) bool {
	for more := true; more; {
		if !t.PollFor(it) {
			return false
		}
		if !private && !Quiet(t, it, true) {
			more = l.appendSteps(t, it)
			continue
		}
		if l.Size >= l.Cap && !l.Grow(t, int(l.Size)+1) {
			return false
		}
		items, size := l.Items, l.Size
		room := unsafe.Slice(items.At(int(size)), min(l.Cap-size, FillPiece))
		n := 0
		n, more = FillRoom(t, it, room, PullAll)
		if l.Items == items && l.Size == size {
			l.Size += int64(n)
		} else if !l.AppendAll(t, room[:n]) { // a program has found the list after all
			return false
		}
	}
	if t.Exc != Null {
		return false
	}
	l.trim(t)
	return true
}

// appendSteps appends items of an iterator that may see the list, until it ends, has raised, or there has to be a poll.
func (l *List) appendSteps(t *Thread, it Value) (more bool) {
	next := Step
	if typ := TypeOf(t, it); typ.Flags&TypeHeap == 0 && typ.Slots.Next != nil { // it stays of this type
		if !t.Enter(" while iterating") {
			return false
		}
		defer t.Leave()
		next = typ.Slots.Next
	}
	for {
		v := next(t, it)
		if v == Null {
			if t.Exc != Null {
				t.ClearIf(TStopIteration)
			}
			return false
		}
		if !l.Append(t, v) {
			return false
		}
		if t.Breaker.Load()&BreakAll != 0 {
			return true
		}
	}
}
