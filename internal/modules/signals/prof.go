// The timer of processor time, whose signal Go's runtime keeps for its profiler: a goroutine looks at the clock instead.

package signals

import (
	"sync"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// profStep is how often the clock is looked at, at most.
const profStep = time.Millisecond

type profTimer struct {
	mu         sync.Mutex
	due, every int64 // nanoseconds of processor time; due 0: the timer is off
	runs       bool
}

// left is what the timer has to go; p.mu is held.
func (p *profTimer) left(now int64) (left, interval time.Duration) {
	if p.due == 0 {
		return 0, 0
	}
	return time.Duration(max(p.due-now, 1000)), time.Duration(p.every)
}

func (s *state) profLeft(t *Thread) (left, interval time.Duration, err error) {
	s.prof.mu.Lock()
	defer s.prof.mu.Unlock()
	left, interval = s.prof.left(native.SystemOf(t).CPU())
	return left, interval, nil
}

func (s *state) setProf(t *Thread, first, every time.Duration) (left, interval time.Duration, err error) {
	sys, p := native.SystemOf(t), &s.prof
	p.mu.Lock()
	defer p.mu.Unlock()
	now := sys.CPU()
	left, interval = p.left(now)
	if p.due, p.every = now+int64(first), int64(every); first == 0 {
		p.due = 0
	}
	if p.due == 0 || p.runs {
		return left, interval, nil
	}
	s.hook(t)
	p.runs = true
	go func() {
		for {
			p.mu.Lock()
			now := sys.CPU()
			if p.due != 0 && now >= p.due {
				if p.due += p.every; p.every == 0 {
					p.due = 0
				}
				s.arrive(t, sigProf)
				t.Interrupt(object.BreakSignal)
			}
			if p.due == 0 {
				p.runs = false
				p.mu.Unlock()
				return
			}
			wait := max(profStep, time.Duration(p.due-now)/4) // several processors may work
			p.mu.Unlock()
			time.Sleep(wait)
		}
	}()
	return left, interval, nil
}
