// Forcing virtual objects: for each rule, how the object is built when a real one is needed.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// build is the Builder of the states: it turns i into a boxed run-time value. The allocation is a call that keeps all registers, so it may stand
// anywhere. If memory is short, the program gets MemoryError at the next poll.
func (e *Engine) build(s *State, i *Info) {
	a := s.Asm
	class := i.Items[staging.ItemClass]
	words := i.Items[1:]
	switch {
	case isLazy(i):
		words = lazyWords(i)
	case i.Rule == ruleHandled:
		beforeHandled(s, i)
	}
	for _, x := range words { // boxed items first
		if x.Time == vinfo.Virtual {
			s.Force(x)
		}
	}
	v := s.NewReg(vinfo.Boxed)
	r := x86.Reg(v.Place.N())
	if o, ok := layout(i.Rule, words); ok {
		slow, back := a.NewLabel(), a.NewLabel()
		o.allocate(s, r, class.Known.Value, slow)
		a.Bind(back)
		rule, then := i.Rule, make([]*Info, len(words)) // copies, since words change before the cold code is emitted
		for k, x := range words {
			y := *x
			then[k] = &y
		}
		s.Cold(func() {
			a.Bind(slow)
			e.buildByGo(s, r, rule, then)
			a.Jmp(back)
		})
	} else {
		e.buildByGo(s, r, i.Rule, words)
	}
	v.Flags |= vinfo.NotNull
	if i.Rule < ruleException {
		v.Items = []*Info{class}
	}
	s.Become(i, v)
}

// buildByGo emits a call to Go that makes an object. The object's words go below the stack pointer, under the description; the thunk replaces all
// that by the object.
//
//	| word n-1 | ... | word 0 | n<<8 | rule | -> | object |
func (e *Engine) buildByGo(s *State, r x86.Reg, rule vinfo.Rule, words []*Info) {
	a := s.Asm
	n := int32(len(words))
	size := (n + 1) * 8
	at := func(k int32) x86.Mem { return x86.Ptr(x86.RSP, 8*k-size) }
	for k, x := range words {
		wordTo(s, x, at(int32(k)+1))
	}
	a.MovMI(x86.W64, at(0), n<<8|int32(rule))
	a.Lea(x86.W64, x86.RSP, at(0))
	a.CallTo(e.thunks.build)
	a.Load(r, x86.Ptr(x86.RSP, 0))
	a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, size))
}

// laidOut is an object that machine code allocates and fills in.
type laidOut struct {
	words []*Info // the words after the header; nil: a zero
	flags uint8   // in the header
}

// layout gives the words of an object that machine code can build; ok false: Go must build the object.
func layout(rule vinfo.Rule, words []*Info) (o laidOut, ok bool) {
	switch rule {
	case ruleTuple:
		return laidOut{words: append([]*Info{intConst(int64(len(words)))}, words...)}, true
	case ruleMethod, ruleSlice:
		return laidOut{words: words}, true
	case ruleBuiltin:
		if !words[0].IsKnown() { // one of several methods
			return o, false
		}
		def := vinfo.NewKnown(vinfo.Raw, object.As[object.Builtin](Value(words[0].Known.Value)).BoundWord())
		return laidOut{words: []*Info{nil, words[1], nil, nil, def}}, true
	case ruleSeqIter:
		return laidOut{words, object.IterPrivate}, true
	case ruleRangeIter:
		return laidOut{[]*Info{words[0], words[2], words[1]}, object.IterPrivate}, true
	case ruleList:
		return laidOut{words: []*Info{nil, nil, nil}}, len(words) == 0
	case ruleDict, ruleKeywords:
		all := make([]*Info, object.DictWords)
		all[object.DictKindWord] = vinfo.NewKnown(vinfo.Raw, object.EmptyDictKind)
		return laidOut{words: all}, true
	}
	return o, false
}

// allocate makes o in r by bumping the allocator's pointer, or goes to slow.
func (o laidOut) allocate(s *State, r x86.Reg, class uint64, slow x86.Label) {
	bump(s, r, class, uintptr(8*(1+len(o.words))), o.flags, slow)
	for k, x := range o.words {
		if x != nil {
			wordTo(s, x, x86.Ptr(r, 8*int32(1+k)))
		}
	}
}

// bump makes an object of zeros in r by bumping the allocator's pointer, or goes to slow.
func bump(s *State, r x86.Reg, class uint64, size uintptr, flags uint8, slow x86.Label) {
	a := s.Asm
	t := staging.Scratch
	size = (size + heap.Granule - 1) &^ (heap.Granule - 1)
	a.Load(r, threadMem(object.OffAllocPtr))
	a.Lea(x86.W64, t, x86.Ptr(r, int32(size)))
	a.AluRM(x86.CMP, x86.W64, t, threadMem(object.OffAllocLimit))
	a.Jcc(x86.A, slow)
	a.Store(threadMem(object.OffAllocPtr), t)
	a.MovRI(t, heap.HeaderWord(uint32(class), size, flags))
	a.Store(x86.Ptr(r, 0), t)
}

// wordTo stores a word without changing any register that is in use.
func wordTo(s *State, x *Info, m x86.Mem) {
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

// buildDescribed makes the object described at p: n<<8 | rule, then n words.
func buildDescribed(ctx *staging.Native, p *uint64) Value {
	n := int(*p >> 8)
	return engineOf(ctx).buildObject(vinfo.Rule(*p&0xFF), unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(p), 8)), n))
}

// buildObject makes the object of a rule; words points to its first word. If memory is short, the program gets MemoryError at the next poll, and
// the object uses the reserve that the heap grants for handling that. If the reserve is used up, the object is a stand-in.
func (e *Engine) buildObject(rule vinfo.Rule, words []uint64) Value {
	for range 2 {
		if v := aside(e.t, func() Value { return e.tryBuild(rule, words) }); v != object.Null {
			return v
		}
	}
	switch {
	case rule >= ruleLazy:
		return object.SmallInt(0)
	case rule >= ruleException: // machine code forgets the class of an exception that it builds
		return e.rt.LastMemoryError()
	}
	return e.standIn(rule, words)
}

// aside calls build where nothing may raise. An exception may be pending: on the way to its handler, variables are moved to their homes, which can
// build objects.
func aside(t *object.Thread, build func() Value) Value {
	was := t.Exc
	t.Exc = object.Null
	v := build()
	if v == object.Null {
		t.OutOfMemory()
	}
	t.Exc = was
	return v
}

// valuesOf are the values in words, which the native stack has.
func valuesOf(words []uint64) []Value {
	if len(words) == 0 {
		return nil
	}
	return unsafe.Slice((*Value)(unsafe.Pointer(&words[0])), len(words))
}

// tryBuild is buildObject without its fallbacks for lack of memory: it returns Null, with an exception set.
func (e *Engine) tryBuild(rule vinfo.Rule, words []uint64) Value {
	t := e.t
	switch rule {
	case ruleRange:
		return object.NewRange(t, object.NewInt(t, int64(words[0])), object.NewInt(t, int64(words[1])), object.NewInt(t, int64(words[2])))
	case ruleRangeIter:
		return object.PrivateRangeIterator(t, int64(words[0]), int64(words[2]), int64(words[1]))
	case ruleSeqIter:
		return object.PrivateSeqIterator(t, Value(words[0]), int64(words[1]))
	case ruleEnumerate:
		return object.NewEnumerate(t, Value(words[0]), int64(words[1]))
	case ruleZip:
		return object.NewZip(t, valuesOf(words))
	case ruleMap:
		return object.NewMap(t, Value(words[0]), valuesOf(words[1:]))
	case ruleMapping:
		return object.NewMap(t, Value(words[0]), valuesOf(words[1:1+len(words)/2]))
	case ruleTuple:
		return object.TupleOf(t, valuesOf(words))
	case ruleList, ruleArgs:
		return object.ListOf(t, valuesOf(words))
	case ruleDict, ruleKeywords:
		return object.Of(object.NewDict(t))
	case ruleMethod:
		return object.NewMethod(t, Value(words[0]), Value(words[1]))
	case ruleBuiltin:
		return object.NewBuiltin(t, object.As[object.Builtin](Value(words[0])).DefOf(), Value(words[1]), object.Null)
	case ruleInstance:
		return object.AllocInstance(t, object.As[object.Type](Value(words[0])))
	case ruleCell:
		return object.NewCell(t, object.Null)
	case ruleFunction:
		fn := object.NewFunction(t, object.As[object.Code](Value(words[0])), object.As[object.Dict](Value(words[1])))
		if fn == nil {
			return object.Null
		}
		return object.Of(fn)
	case ruleSlice:
		return object.NewSlice(t, Value(words[0]), Value(words[1]), Value(words[2]))
	case ruleException:
		return object.ExceptionOf(t, object.As[object.Type](Value(words[0])), valuesOf(words[excType:]))
	case ruleRaised:
		exc := object.ExceptionOf(t, object.As[object.Type](Value(words[0])), valuesOf(words[excArgs-1:]))
		if exc == object.Null || !object.MarkRaised(t, exc, Value(words[excContext-1]), Value(words[excCause-1]), 2*int(words[excWhere-1]), Value(words[excFrame-1])) {
			return object.Null
		}
		return exc
	case ruleFrame:
		co, fn := object.As[object.Code](Value(words[0])), object.As[object.Function](Value(words[1]))
		return object.EndedFrame(t, co, fn, 2*int(words[2]), valuesOf(words[3:]))
	case ruleHandled:
		return interp.PushException(t, Value(words[0]))
	}
	return computeLazy(t, words)
}
