// Signals of the process that a world may handle.

package system

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// SomeSignals lets some signals arrive. It never gives one the system's own action: the process is not the program's.
type SomeSignals struct {
	May  func(n syscall.Signal) bool
	mu   sync.Mutex
	ends map[int]*listening
	next int
	done bool
}

var _ Signals = (*SomeSignals)(nil)

func (s *SomeSignals) Listen(n syscall.Signal, arrived func()) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done || !s.May(n) {
		return func() {}
	}
	if s.ends == nil {
		s.ends = map[int]*listening{}
	}
	id := s.next
	s.next++
	s.ends[id] = listen(n, arrived)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if l := s.ends[id]; l != nil {
			delete(s.ends, id)
			l.end()
		}
	}
}

// listening is a signal that arrives.
type listening struct {
	n       syscall.Signal
	arrived chan os.Signal
	done    chan bool
}

func (l *listening) end() {
	signal.Stop(l.arrived)
	listeners[l.n].Add(-1)
	close(l.done)
}

// Close has no signal arrive any more.
func (s *SomeSignals) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	for _, l := range s.ends {
		l.end()
	}
	s.ends = nil
	return nil
}

func (*SomeSignals) Ignore(syscall.Signal)            {}
func (*SomeSignals) Default(syscall.Signal)           {}
func (*SomeSignals) Ignored(n syscall.Signal) bool    { return signal.Ignored(n) }
func (*SomeSignals) Blocked() (mask uint64, own bool) { return 0, false }
func (*SomeSignals) SetTimer(int, time.Duration, time.Duration) (left, interval time.Duration, err error) {
	return 0, 0, syscall.EPERM
}
func (*SomeSignals) Timer(int) (left, interval time.Duration, err error) { return 0, 0, nil }
