// Building virtual objects: the rules' other half.
package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/stats"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// build is the Builder of the states: i becomes a boxed run-time value. The allocation is a call that keeps all registers, so it may come
// anywhere; without memory the program gets MemoryError at the next poll.
func (e *Engine) build(s *State, i *Info) {
	a := s.Asm
	class := i.Items[staging.ItemClass]
	words := i.Items[1:]
	for _, x := range words { // boxed items first
		if x.Time == vinfo.Virtual {
			s.Force(x)
		}
	}
	// The words go below the stack pointer, the object's description above them; the thunk replaces the last by the object.
	//
	//	| word n-1 | ... | word 0 | n<<8 | rule | -> | object |
	n := int32(len(words))
	size := (n + 1) * 8
	at := func(k int32) x86.Mem { return x86.Ptr(x86.RSP, 8*k-size) }
	for k, x := range words {
		e.wordTo(s, x, at(int32(k)+1))
	}
	a.MovMI(x86.W64, at(0), n<<8|int32(i.Rule))
	a.Lea(x86.W64, x86.RSP, at(0))
	a.CallTo(e.thunks.build)
	a.Load(staging.Scratch, x86.Ptr(x86.RSP, 0))
	a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, size))
	v := s.NewReg(vinfo.Boxed)
	a.Mov(x86.Reg(v.Place.N()), staging.Scratch)
	v.Flags |= vinfo.NotNull
	v.Items = []*Info{class}
	s.Become(i, v)
	s.Stats.Stages[stats.VirtualToRunTime]++
}

// wordTo stores a word, without touching a register that anything is in.
func (e *Engine) wordTo(s *State, x *Info, m x86.Mem) {
	a := s.Asm
	switch {
	case x.Time == vinfo.CompileTime:
		a.MovRI(staging.Scratch, x.Known.Value)
		a.Store(m, staging.Scratch)
	case x.Place.IsReg():
		a.Store(m, x86.Reg(x.Place.N()))
	case x.Place.IsXReg():
		a.MovsdMR(m, x86.XReg(x.Place.N()))
	default:
		a.Load(staging.Scratch, staging.Mem(x.Place))
		a.Store(m, staging.Scratch)
	}
}

// buildDescribed makes the object that is described at p: n<<8 | rule, and n words.
func buildDescribed(ctx *staging.Native, p *uint64) Value {
	n := int(*p >> 8)
	return buildObject(ctx, vinfo.Rule(*p&0xFF), unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(p), 8)), n))
}

// buildObject makes the object of a rule from its words, of which words is the first.
func buildObject(ctx *staging.Native, rule vinfo.Rule, words []uint64) Value {
	t := engineOf(ctx).t
	v := object.Null
	switch rule {
	case ruleRange:
		v = object.NewRange(t, object.NewInt(t, int64(words[0])), object.NewInt(t, int64(words[1])), object.NewInt(t, int64(words[2])))
	case ruleRangeIter:
		v = object.PrivateRangeIterator(t, int64(words[0]), int64(words[2]), int64(words[1]))
	case ruleSeqIter:
		id := object.TListIterator
		if Value(words[0]).IsExact(object.TTuple) {
			id = object.TTupleIterator
		}
		v = object.PrivateSeqIterator(t, id, Value(words[0]), int64(words[1]))
	case ruleTuple:
		items := make([]Value, len(words)) //psy:root the native stack has them
		for k, w := range words {
			items[k] = Value(w)
		}
		v = object.TupleOf(t, items)
	case ruleMethod:
		v = object.NewMethod(t, Value(words[0]), Value(words[1]))
	case ruleSlice:
		v = object.NewSlice(t, Value(words[0]), Value(words[1]), Value(words[2]))
	}
	if v == object.Null {
		t.ClearExc()
		t.OutOfMemory()
		return object.None
	}
	return v
}
