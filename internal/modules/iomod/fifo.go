// Opening files that may be named pipes. Such a pipe keeps who opens it waiting for somebody at its other end: meanwhile other threads run, and signals are
// handled. The system goes on with an interrupted open by itself, since Go has asked it to; so what ends a wait is the other end, opened for a moment.

package iomod

import (
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// lookEach is how long a wait takes between two looks for signals.
const lookEach = 5 * time.Millisecond

// OpenFile opens a file of a program's.
func OpenFile(t *Thread, name string, flag int, perm fs.FileMode) (system.File, error) {
	s, ok := native.SystemOf(t).(*SeenSystem)
	if !ok || flag&(syscall.O_NONBLOCK|os.O_RDWR) != 0 || s.Lib.Owns(name) {
		return native.SystemOf(t).OpenFile(name, flag, perm)
	}
	if t.Alone() {
		return s.openAlone(t, name, flag, perm)
	}
	if !s.isFIFO(name) {
		return s.OpenFile(name, flag, perm)
	}
	type opened struct {
		file system.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := s.System.OpenFile(name, flag, perm)
		done <- opened{f, err}
	}()
	for {
		var o opened
		came := false
		t.Outside(func() {
			select {
			case o = <-done:
				came = true
			case <-time.After(lookEach):
			}
		})
		if came {
			return o.file, o.err
		}
		if !t.Poll() {
			s.openOther(name, flag)
			drop := func(o opened) {
				if o.file != nil {
					o.file.Close()
				}
			}
			select {
			case o := <-done:
				drop(o)
			case <-time.After(20 * lookEach):
				go func() { drop(<-done) }()
			}
			return nil, native.ErrInterrupted
		}
	}
}

func (s *SeenSystem) isFIFO(name string) bool {
	st, err := s.System.Stat(name)
	defer system.Done(st)
	return err == nil && st.Mode()&fs.ModeNamedPipe != 0
}

// openOther ends the wait of an open of a named pipe. False: nobody waits there.
func (s *SeenSystem) openOther(name string, flag int) bool {
	other := os.O_WRONLY
	if flag&os.O_WRONLY != 0 {
		other = os.O_RDONLY
	}
	f, err := s.System.OpenFile(name, other|syscall.O_NONBLOCK, 0)
	if err == nil {
		f.Close()
	}
	return err == nil
}

// openAlone opens a file for the only thread. Asking each time whether the file is a named pipe would take half as long as opening it; so the file is opened,
// and watched.
func (s *SeenSystem) openAlone(t *Thread, name string, flag int, perm fs.FileMode) (system.File, error) {
	w := &s.h.watch
	for {
		w.begin(t, s, name, flag)
		f, err := s.OpenFile(name, flag, perm)
		if !w.end() {
			return f, err
		}
		if err == nil {
			f.Close()
		}
		if !t.Poll() {
			return nil, native.ErrInterrupted
		}
	}
}

// watch sees to it that an open that waits ends when the thread is to do something else. It looks every lookEach, as long as files are being opened.
type watch struct {
	mu      sync.Mutex
	t       *Thread
	s       *SeenSystem
	name    string // "": nothing is being opened
	flag    int
	ended   bool // its wait
	begun   bool // something, since the last look
	looking bool
}

func (w *watch) begin(t *Thread, s *SeenSystem, name string, flag int) {
	w.mu.Lock()
	w.t, w.s, w.name, w.flag, w.ended, w.begun = t, s, name, flag, false, true
	if !w.looking {
		w.looking = true
		time.AfterFunc(lookEach, w.look)
	}
	w.mu.Unlock()
}

// end reports whether the open had its wait ended. The open around it, of which a finalizer may have opened this file, goes on without being watched.
func (w *watch) end() (ended bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ended = w.ended
	w.name, w.ended = "", false
	return ended
}

// look ends a wait if that is due, and has itself called again.
//
//psy:bounded not in itself: a timer calls it
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	const wanted = object.BreakSignal | object.BreakCancel
	if w.name != "" && w.t.Breaker.Load()&wanted != 0 && w.s.isFIFO(w.name) && w.s.openOther(w.name, w.flag) {
		w.ended = true
	}
	if w.looking = w.begun || w.name != ""; w.looking {
		w.begun = false
		time.AfterFunc(lookEach, w.look)
	}
}
