// Imports by several threads: a module that one of them loads is waited for by the others.

package modules

import (
	"errors"
	"slices"
	"time"

	"github.com/psyco-go/psy/internal/modules/posix"
	"github.com/psyco-go/psy/internal/vm/object"
)

// importLock is the lock of _imp, for programs that want no other thread to import, and for forks. Modules that are loaded do not take the lock: they
// are waited for one by one.
type importLock struct {
	by    *object.Strand
	times int // that it was taken and not released
}

// acquire waits for the lock. False: an exception is set.
func (l *importLock) acquire(t *Thread) bool {
	for l.times > 0 && l.by != t.Strand && !l.by.Ended() {
		t.Outside(func() { time.Sleep(importPoll) })
		if !t.Poll() {
			return false
		}
	}
	if l.by != t.Strand {
		l.by, l.times = t.Strand, 0
	}
	l.times++
	return true
}

// release gives the lock up. False: the running thread does not have it.
func (l *importLock) release(t *Thread) bool {
	if l.times == 0 || l.by != t.Strand {
		return false
	}
	l.times--
	return true
}

func init() {
	posix.AroundFork = func(t *Thread) (after func(child bool), ok bool) {
		lock := &hostOf(t).importLock
		if !lock.acquire(t) {
			return nil, false
		}
		return func(child bool) {
			lock.release(t)
			if child { // what other threads were loading, nobody loads
				l := loadingKey.Of(t.RT)
				l.list = slices.DeleteFunc(l.list, func(x load1) bool { return x.by != t.Strand })
				clear(l.waits)
			}
		}, true
	}
}

// loading are the modules being loaded, in the order of their beginning.
type loading struct {
	list  []load1
	waits map[*object.Strand]string // the modules that threads wait for
}

type load1 struct {
	name string
	by   *object.Strand
}

var loadingKey = object.NewHostKey(func(*object.Runtime) *loading { return &loading{waits: map[*object.Strand]string{}} })

// begin says that the running thread loads a module, until done is called.
func (l *loading) begin(t *Thread, name string) (done func()) {
	x := load1{name, t.Strand}
	l.list = append(l.list, x)
	return func() {
		if i := slices.Index(l.list, x); i >= 0 {
			l.list = slices.Delete(l.list, i, i+1)
		}
	}
}

// alone reports whether no other thread can be loading a module.
func (l *loading) alone(t *Thread) bool { return len(l.list) == 0 || t.Alone() }

// by is the thread that loads a module, or nil.
func (l *loading) by(name string) *object.Strand {
	for _, x := range l.list {
		if x.name == name {
			return x.by
		}
	}
	return nil
}

// importPoll is how often a thread looks whether a module is there.
const importPoll = time.Millisecond

// awaitModule waits while another thread loads a module, unless that one waits for this one: then the module is used as it is, as CPython does. False: an
// exception is set.
func awaitModule(t *Thread, name string) bool {
	l := loadingKey.Of(t.RT)
	if l.alone(t) {
		return true
	}
	defer delete(l.waits, t.Strand)
	for {
		by := l.by(name)
		if by == nil || by == t.Strand {
			return true
		}
		for other, steps := by, 0; steps <= len(l.waits); steps++ {
			next, waits := l.waits[other]
			if !waits {
				break
			}
			if other = l.by(next); other == t.Strand {
				return true
			}
		}
		l.waits[t.Strand] = name
		t.Outside(func() { time.Sleep(importPoll) })
		if !t.Poll() {
			return false
		}
	}
}

var _ = object.Keeps(func(_ *object.Runtime, l *loading) (object.Back, error) {
	if len(l.list) > 0 {
		return object.Back{}, errors.New("a module is being loaded")
	}
	return object.Back{After: func() {
		l.list = nil
		clear(l.waits)
	}, Copy: object.Into}, nil
})
