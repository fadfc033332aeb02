// Collections that a program asks for: only what is in use of the stacks is a root, and what was found dead is counted.

package heap

import (
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A stack is memory whose words are roots.
type stack struct {
	whole, inUse func(visit func(lo, hi uintptr)) // inUse nil: all of it
}

// AddStack registers memory, every word of which is a root if it points into the heap. inUse visits the parts that are in
// use: those alone are roots in CollectExact.
func (h *Heap) AddStack(whole, inUse func(visit func(lo, hi uintptr))) {
	h.stacks = append(h.stacks, stack{whole, inUse})
}

// transparent are the names that Transparent has been told.
var transparent []string

// Transparent tells by their names functions whose frames on the goroutine's stack hold nothing that is in no other root,
// while they wait for a call that a program asked for: the loops of interpreters keep all in frames of their own. A name is
// "package.function", "package.(*type).method", or "package.function." for what is declared in the function, where init
// stands for the package. Packages name their own functions, when they are initialized.
func Transparent(names ...string) { transparent = append(transparent, names...) }

func init() { Transparent("heap.(*Heap).Rest") }

// Count says of an object, by its address, whether CollectExact counts it.
type Count func(p uintptr) bool

// CollectExact collects as Collect does, and keeps less alive. Of the stacks that AddStack knows only what is in use is a
// root, and frames of transparent functions are none, from the caller outwards up to the first other function, if goStack
// says so. It returns how many of the dead objects that count says yes to lay on a cycle of references or were reached from
// one: all others would have been freed before if references were counted. ok is false if the collection was given up.
//
//go:noinline
func (h *Heap) CollectExact(goStack bool, count Count) (dead int, ok bool) {
	h.enter()
	if goStack {
		h.depth = h.opaqueDepth(h.depth)
	}
	h.exact, h.counts = true, count
	ok = h.collect(false)
	h.exact, h.counts, h.peel = false, nil, nil
	for _, p := range h.cyclic {
		if !h.isMarked(p) {
			dead++
		}
	}
	if h.cyclic = h.cyclic[:0]; cap(h.cyclic) > cyclicKept {
		h.cyclic = nil
	}
	return dead, ok
}

// cyclicKept is how many dead objects the memory is kept for that notes those to be counted: half a MB.
const cyclicKept = 64 << 10

// restShare is the share of the time that collections by Rest may take: one part in so many.
const restShare = 50

// restRounds is how many collections by Rest follow a time in which the program ran: what the first finds dead may have kept other objects.
const restRounds = 3

// RestAfter is how long a thread should have waited before Rest, which then holds up whatever comes by a small part of that at most.
func (h *Heap) RestAfter() time.Duration {
	took := h.restTook
	if took == 0 { // about
		took = time.Duration(h.stats.HeapBytes/2) * time.Nanosecond
	}
	return restShare * took
}

// MayRest reports whether there may be garbage, so that Rest is of use.
func (h *Heap) MayRest() bool { return (h.since > 0 || h.rests > 0) && !h.Hold }

// Rest is CollectExact if there may be garbage. It is called when the program waits and nothing else is to be done. It reports whether it has collected.
//
//go:noinline
func (h *Heap) Rest(goStack bool) bool {
	if h.since > 0 {
		h.rests = restRounds
	}
	if !h.MayRest() || time.Since(h.rested) < restShare*h.restTook {
		return false
	}
	h.rests--
	begin := time.Now()
	h.CollectExact(goStack, nil)
	h.rested = time.Now()
	h.restTook = h.rested.Sub(begin)
	return true
}

// Rested says that nothing is to be done for what the last collection found dead: another one would find nothing new.
func (h *Heap) Rested() { h.rests = 0 }

// opaqueDepth is how deep the goroutine's stack is without the transparent frames at its end; depth is the answer where there
// are none.
//
//go:noinline
func (h *Heap) opaqueDepth(depth uintptr) uintptr {
	var chain [64]link
	n := int(frameChain(&chain[0], uintptr(len(chain))))
	for i := 0; i+frameSkip < n && (i == 0 || h.isTransparent(chain[i].pc)); i++ { // 0: CollectExact
		outer := chain[i+frameSkip].depth - frameBytes
		if outer >= depth {
			break
		}
		depth = outer
	}
	return depth
}

// CopyCallStack is CopyStack without the words of transparent frames, for who waits in a call that a program asked for.
//
//go:noinline
func (h *Heap) CopyCallStack(buf []uint64) []uint64 {
	return h.copyStack(buf, h.opaqueDepth(stackDepth()))
}

// isTransparent reports whether the function that pc is in is.
func (h *Heap) isTransparent(pc uintptr) bool {
	is, known := h.seenThrough[pc]
	if !known {
		name := functionAt(pc)
		name = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm") // of a method as a value
		is = slices.ContainsFunc(transparent, func(n string) bool {
			return name == n || strings.HasSuffix(n, ".") && strings.HasPrefix(name, n)
		})
		h.seenThrough[pc] = is
	}
	return is
}

// functionAt is the name of the function, inlining apart, that the return address is in.
func functionAt(pc uintptr) string {
	f := runtime.FuncForPC(pc - 1)
	if f == nil {
		return ""
	}
	if outer := runtime.FuncForPC(f.Entry()); outer != nil {
		return outer.Name()
	}
	return f.Name()
}

// A peel finds out which of the dead lie on cycles or are reached from one, by dropping those that nothing refers to, again
// and again: what reference counts would have freed. Counts stop at 255, which is never counted down.
type peel struct {
	h    *Heap
	refs []*[blockGranules]uint8 // by block, of those with dead objects
}

// mostPeeled bounds what a peel takes: with more dead blocks, all are taken for cyclic.
const mostPeeled = 4096

// peeledKept is for how many blocks the counts' memory is kept for the next time: 256 KB.
const peeledKept = 128

// findCyclic notes the dead objects that CollectExact counts. It runs when the live ones are marked.
//
//psy:bounded what is told of references here allocates nothing
func (h *Heap) findCyclic() {
	p := &peel{h, make([]*[blockGranules]uint8, h.top)}
	h.peel = p
	var blocks []uint32
	for i := uint32(firstBlock); i < h.top; i++ {
		if b := h.block(i); b.kind == kindSmall {
			h.walk(i)
		} else if b.kind == kindLarge {
			*bitWord(h.starts, uintptr(i)*blockGranules) |= 1
		}
		if h.anyDead(i) {
			blocks = append(blocks, i)
		}
	}
	if len(blocks) <= mostPeeled {
		if cap(h.peeled) < len(blocks) {
			h.peeled = make([][blockGranules]uint8, len(blocks))
		}
		refs := h.peeled[:len(blocks)]
		clear(refs)
		for k, i := range blocks {
			p.refs[i] = &refs[k]
		}
		p.run(blocks)
		if len(blocks) > peeledKept {
			h.peeled = nil
		}
	}
	for _, i := range blocks {
		h.eachDead(i, func(q uintptr) {
			if (p.refs[i] == nil || *p.at(q) != 0) && h.counts(q) {
				h.cyclic = append(h.cyclic, q)
			}
		})
	}
}

// OnCycle reports of an object that OnMarked's functions find dead whether it lies on a cycle of references or is reached from one. Only
// collections that count know of any.
func (h *Heap) OnCycle(q uintptr) bool {
	if h.peel == nil {
		return false
	}
	c := h.peel.at(q)
	return c == nil || *c != 0
}

func (h *Heap) anyDead(block uint32) bool {
	if k := h.block(block).kind; k != kindSmall && k != kindLarge {
		return false
	}
	g := uintptr(block) * blockGranules
	for k := uintptr(0); k < blockGranules; k += 64 {
		if *bitWord(h.starts, g+k)&^*bitWord(h.marks, g+k) != 0 {
			return true
		}
	}
	return false
}

// eachDead calls f with the addresses of the dead objects that begin in a block.
func (h *Heap) eachDead(block uint32, f func(p uintptr)) {
	g := uintptr(block) * blockGranules
	for k := uintptr(0); k < blockGranules; k += 64 {
		h.eachBit(g+k, *bitWord(h.starts, g+k)&^*bitWord(h.marks, g+k), f)
	}
}

// at is the count of references to the dead object at q, from other dead ones; nil: it is not dead.
func (p *peel) at(q uintptr) *uint8 {
	off := q - p.h.base
	if i := off / BlockSize; i < uintptr(len(p.refs)) && p.refs[i] != nil {
		return &p.refs[i][off/Granule%blockGranules]
	}
	return nil
}

// target is the dead object that a word refers to, or 0.
func (p *peel) target(w uint64) uintptr {
	h := p.h
	q := h.Target(w)
	if g := (q - h.base) / Granule; q == 0 || *bitWord(h.marks, g)>>(g&63)&1 != 0 {
		return 0
	}
	return q
}

// Target is the object that a word refers to, into which it may point; 0: none, the word is something else. It is for while starts are known.
func (h *Heap) Target(w uint64) uintptr {
	off := uintptr(w) - h.base
	if off-h.low >= h.used {
		return 0
	}
	g := off / Granule
	if *bitWord(h.starts, g)>>(g&63)&1 == 0 {
		if g = h.resolve(off); g == 0 {
			return 0
		}
	}
	return h.base + g*Granule
}

func (p *peel) run(blocks []uint32) {
	h := p.h
	const stuck = 255
	for _, i := range blocks {
		h.eachDead(i, func(q uintptr) {
			h.Refs(q, func(w uint64) {
				if n := p.target(w); n != 0 {
					if c := p.at(n); c != nil && *c < stuck {
						*c++
					}
				}
			})
		})
	}
	var free []uintptr
	for _, i := range blocks {
		h.eachDead(i, func(q uintptr) {
			if *p.at(q) == 0 {
				free = append(free, q)
			}
		})
	}
	for len(free) > 0 {
		q := free[len(free)-1]
		free = free[:len(free)-1]
		h.Refs(q, func(w uint64) {
			n := p.target(w)
			if n == 0 {
				return
			}
			if c := p.at(n); c != nil && *c > 0 && *c < stuck {
				if *c--; *c == 0 {
					free = append(free, n)
				}
			}
		})
	}
}

// Refs calls f with every word of the object at p that may refer to another, its shape's not among them.
func (h *Heap) Refs(p uintptr, f func(word uint64)) {
	hd := *(*Header)(at(p))
	l := h.layout(hd.Shape)
	for i, m := uintptr(0), l.RefMap; m != 0; i, m = i+1, m>>1 {
		if m&1 != 0 {
			f(word(p + i*8))
		}
	}
	if uint8(hd.Meta)&l.MoreFlag != 0 {
		f(word(p + uintptr(l.MoreWord)*8))
	}
	if l.Tail != TailNone {
		lo, hi := p+uintptr(l.Fixed)*8, h.tailEnd(p, l, h.ObjectSize(at(p)))
		for ; lo+8 <= hi; lo += 8 {
			f(word(lo))
		}
	}
}

// tailEnd is where the part of an object's tail ends that refers to others.
func (h *Heap) tailEnd(p uintptr, l *Layout, size uintptr) uintptr {
	if l.Flags&HasBound != 0 && h.Bound != nil {
		return min(h.Bound(p, h.exact), p+size)
	}
	return p + size
}

// eachBit calls f with the address of each granule, from g on, whose bit is set in w.
func (h *Heap) eachBit(g uintptr, w uint64, f func(p uintptr)) {
	for ; w != 0; w &= w - 1 {
		f(h.base + (g+uintptr(bits.TrailingZeros64(w)))*Granule)
	}
}

// EachLive calls f with the address of every object that the last collection found live. Nothing may have been allocated
// since; f must not allocate.
func (h *Heap) EachLive(f func(p uintptr)) {
	for i := uint32(firstBlock); i < h.top; i++ {
		if k := h.block(i).kind; k != kindSmall && k != kindLarge {
			continue
		}
		g := uintptr(i) * blockGranules
		for k := uintptr(0); k < blockGranules; k += 64 {
			h.eachBit(g+k, *bitWord(h.marks, g+k), f)
		}
	}
}

// Marked reports whether a live object begins at the address w, as the last collection saw it. A word that points into an object,
// as stacks and frames have them, is no such address.
func (h *Heap) Marked(w uint64) bool {
	marked, _ := h.MarkedOrNew(w)
	return marked
}

// MarkedOrNew is Marked, and reports where it is not whether an object may begin there all the same, that was made since.
func (h *Heap) MarkedOrNew(w uint64) (marked, may bool) {
	off := uintptr(w) - h.base
	if off-h.low >= h.used || off%Granule != 0 {
		return false, false
	}
	g := off / Granule
	marked = *bitWord(h.marks, g)>>(g&63)&1 != 0
	return marked, !marked
}

// StackWords calls f with every word in use of the stacks that AddStack knows.
func (h *Heap) StackWords(f func(word uint64)) {
	for _, s := range h.stacks {
		if s.inUse != nil {
			s.inUse(func(lo, hi uintptr) {
				for ; lo+8 <= hi; lo += 8 {
					f(word(lo))
				}
			})
		}
	}
}
