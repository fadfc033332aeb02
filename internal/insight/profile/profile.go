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

	"github.com/google/pprof/profile"

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

	mu        sync.Mutex // for what follows, but key and frames
	native    int64      // time in machine code
	samples   map[string]*profile.Sample
	locations map[Frame]*profile.Location
	functions map[Frame]*profile.Function // without the line
	out       *profile.Profile
	key       []byte
	frames    []Frame
}

// New makes a profiler, which is started by Start.
func New(t *object.Thread) *Profiler {
	p := &Profiler{t: t, samples: map[string]*profile.Sample{}, locations: map[Frame]*profile.Location{}, functions: map[Frame]*profile.Function{},
		stop: make(chan struct{}), stopped: make(chan struct{})}
	p.out = &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: int64(period), DefaultSampleType: "cpu",
	}
	return p
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
	locations := make([]*profile.Location, len(frames))
	for i, f := range frames {
		locations[i] = p.location(f)
		p.key = binary.AppendUvarint(p.key, locations[i].ID)
	}
	s := p.samples[string(p.key)]
	if s == nil {
		s = &profile.Sample{Location: locations, Value: []int64{0, 0}}
		p.samples[string(p.key)] = s
		p.out.Sample = append(p.out.Sample, s)
	}
	s.Value[0]++
	s.Value[1] += spent
}

func (p *Profiler) location(f Frame) *profile.Location {
	l := p.locations[f]
	if l == nil {
		l = &profile.Location{ID: uint64(len(p.locations) + 1), Line: []profile.Line{{Function: p.function(f), Line: int64(max(f.Line, 0))}}}
		p.locations[f] = l
		p.out.Location = append(p.out.Location, l)
	}
	return l
}

func (p *Profiler) function(f Frame) *profile.Function {
	f.Line = 0
	fn := p.functions[f]
	if fn == nil { // with equal names pprof would take <module> for the arguments of a template
		fn = &profile.Function{ID: uint64(len(p.functions) + 1), Name: f.Func, SystemName: "py::" + f.Func + ":" + f.File, Filename: f.File, StartLine: int64(f.FirstLine)}
		p.functions[f] = fn
		p.out.Function = append(p.out.Function, fn)
	}
	return fn
}

// Samples gives the stacks that were met, innermost first, with the processor time of each in nanoseconds. The program must be at rest: at a poll,
// or stopped. A stack is to be used before the next is asked for.
func (p *Profiler) Samples(yield func(stack []Frame, ns int64) bool) {
	var stack []Frame
	for _, s := range p.out.Sample {
		stack = stack[:0]
		for _, l := range s.Location {
			f := l.Line[0].Function
			stack = append(stack, Frame{f.Name, f.Filename, int(f.StartLine), int(l.Line[0].Line)})
		}
		if !yield(stack, s.Value[1]) {
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
	p.out.TimeNanos = p.begun.UnixNano()
	p.out.DurationNanos = int64(time.Since(p.begun))
	return p.out.Write(w)
}
