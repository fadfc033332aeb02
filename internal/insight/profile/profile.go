// Package profile samples where a Python program spends processor time, and writes what it has seen for pprof.
// It must not know what runs the program: an engine of machine code only says where in the source it is.
//
// A goroutine watches the clock. When enough processor time has passed, it notes the place that machine code has stored (Thread.Place), and sets
// BreakSample; the program's own goroutine records its frames at the next poll. So a sample has the callers as they are at the poll, and the
// innermost line, inlined functions included, as it was when the time was up. Interpreted code is sampled only at polls: at turns of loops and at
// calls.
package profile

import (
	"encoding/binary"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Frame is a function at a line.
type Frame struct {
	Func, File      string
	FirstLine, Line int
}

// period is how much processor time lies between samples.
const period = 5 * time.Millisecond

// maxDepth is how many frames a sample has, the innermost ones.
const maxDepth = 128

// Profiler samples one runtime.
type Profiler struct {
	// Places gives, for what machine code left in Thread.Place, the frames there: that of the inlined function first, the one that has a frame last.
	// nil: there is no machine code.
	Places func(place uint32) []Frame
	// Busy reports whether the program runs; time in which it does not is nobody's. nil: it always does.
	Busy func() bool

	t       *object.Thread
	begun   time.Time
	last    atomic.Int64  // processor time at the last sample
	place   atomic.Uint32 // where machine code was when time was up
	due     atomic.Bool   // a sample is to be taken
	stop    chan struct{}
	stopped chan struct{}

	mu      sync.Mutex // for what follows, but key and frames
	native  int64      // time in machine code
	places  numbered[Frame]
	indexes map[string]int // of samples, by the numbers of their places
	stacks  [][]uint32     // the places of samples, by index: innermost first
	seen    []counts       // by index
	key     []byte
	frames  []Frame
}

// counts are how often a stack was met, and the processor time that was spent there.
type counts struct{ times, ns int64 }

// New makes a profiler, which is started by Start.
func New(t *object.Thread) *Profiler {
	return &Profiler{t: t, indexes: map[string]int{}, stop: make(chan struct{}), stopped: make(chan struct{})}
}

// Start begins to sample.
func (p *Profiler) Start() {
	p.begun = time.Now()
	p.last.Store(CPUTime())
	p.t.RT.OnSample = p.sample
	go p.tick()
}

func (p *Profiler) tick() {
	defer close(p.stopped)
	clock := time.NewTicker(period)
	defer clock.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-clock.C:
		}
		now := CPUTime()
		switch {
		case p.Busy != nil && !p.Busy():
			p.last.Store(now)
		case !p.due.Load() && now-p.last.Load() >= int64(period)*3/4:
			p.place.Store(p.t.Place.Load())
			p.due.Store(true)
			p.t.Breaker.Or(object.BreakSample)
		}
	}
}

// sample is Runtime.OnSample. It is called without frames when a call from Go has ended that came by no poll.
func (p *Profiler) sample(t *object.Thread) {
	if !p.due.Load() {
		return
	}
	now := CPUTime()
	spent := now - p.last.Swap(now)
	p.frames = p.frames[:0]
	for fr := t.Frame; fr != nil && len(p.frames) < maxDepth; fr = fr.Prev {
		co := fr.Code
		at := int(uintptr(fr.PC)-uintptr(co.First)) - 2 // PC stands behind the instruction
		p.frames = append(p.frames, Frame{object.GoString(co.QualName), object.GoString(co.Filename), int(co.FirstLine), co.Line(at)})
	}
	frames := p.frames
	place := p.place.Load()
	if place == 0 { // machine code was entered since
		place = t.Place.Load()
	}
	if place != 0 && p.Places != nil {
		frames = within(p.Places(place), frames)
	}
	p.due.Store(false)
	if len(frames) > 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		if place != 0 {
			p.native += spent
		}
		p.add(frames, spent)
	}
}

// within puts the place of machine code where it was on the stack. If its function has returned since, the innermost frame is that of its caller.
func within(place, stack []Frame) []Frame {
	root := place[len(place)-1]
	rest := stack
	for i, f := range stack {
		if f.Func == root.Func && f.File == root.File && f.FirstLine == root.FirstLine {
			rest = stack[i+1:]
			break
		}
	}
	return append(append([]Frame(nil), place...), rest...)
}

// add counts a sample.
func (p *Profiler) add(frames []Frame, spent int64) {
	p.key = p.key[:0]
	for _, f := range frames {
		p.key = binary.LittleEndian.AppendUint32(p.key, p.number(f))
	}
	n, known := p.indexes[string(p.key)]
	if !known {
		n = len(p.stacks)
		p.indexes[string(p.key)] = n
		stack := make([]uint32, len(frames))
		for i := range stack {
			stack[i] = binary.LittleEndian.Uint32(p.key[4*i:])
		}
		p.stacks, p.seen = append(p.stacks, stack), append(p.seen, counts{})
	}
	p.seen[n].times++
	p.seen[n].ns += spent
}

// number is the number of a place.
func (p *Profiler) number(f Frame) uint32 {
	f.Line = max(f.Line, 0)
	return p.places.number(f)
}

// numbered are things that are mentioned by number.
type numbered[T comparable] struct {
	list    []T // by number
	numbers map[T]uint32
}

func (l *numbered[T]) number(x T) uint32 {
	n, known := l.numbers[x]
	if !known {
		if l.numbers == nil {
			l.numbers = map[T]uint32{}
		}
		n = uint32(len(l.list))
		l.numbers[x] = n
		l.list = append(l.list, x)
	}
	return n
}

// Samples gives the stacks that were met, innermost first, with the processor time of each in nanoseconds. The program must be at rest: at a poll,
// or stopped. A stack is to be used before the next is asked for.
func (p *Profiler) Samples(yield func(stack []Frame, ns int64) bool) {
	var stack []Frame
	for n, places := range p.stacks {
		stack = stack[:0]
		for _, l := range places {
			stack = append(stack, p.places.list[l])
		}
		if !yield(stack, p.seen[n].ns) {
			return
		}
	}
}

// Stop ends sampling and writes the profile, compressed as pprof's are. The program must not run.
func (p *Profiler) Stop(w io.Writer) error {
	close(p.stop)
	<-p.stopped
	p.t.RT.OnSample = nil
	p.t.Breaker.And(^object.BreakSample)
	return p.WriteSince(w, nil)
}
