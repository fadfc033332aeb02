// Reading from terminals and pipes, where data may be long in coming, and writing to pipes that are full: Ctrl-C must be noticed meanwhile.

package iomod

import (
	"io"
	"os"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
)

// waitPoll is how often who waits looks for an interrupt, if nobody wakes it.
const waitPoll = 20 * time.Millisecond

// Step is for how long to wait at a time where who interrupts the thread wakes it.
func Step(t *Thread) time.Duration {
	const most = time.Second
	until, _ := t.UntilRest(most)
	return until
}

// Retry makes a call that does not wait until what the call wants is free, a lock on a file say: meanwhile other threads run, and an interrupt is
// noticed.
func Retry(t *Thread, try func() error) error {
	for pause := time.Millisecond; ; pause = min(2*pause, waitPoll) {
		if err := try(); err != syscall.EAGAIN && err != syscall.EACCES && err != syscall.EINTR {
			return err
		}
		t.Outside(func() { time.Sleep(pause) })
		if !t.Poll() {
			return native.ErrInterrupted
		}
	}
}

// waitingRead is a file's reading goroutine: it is started when data is asked for, and outlives an interrupted read; what
// it then gets is for the next one.
type waitingRead struct {
	needed  bool // false: a regular file, which answers at once
	pipe    bool
	soon    bool // a pipe or a socket, which can be asked without waiting
	done    chan readResult
	pending bool
	left    []byte
}

// neverWaits is what a file that answers at once has.
var neverWaits = &waitingRead{}

type readResult struct {
	data []byte
	err  error
}

// maxWaitingRead bounds the buffer of one read.
const maxWaitingRead = 64 << 10

// mayWait reports whether reading may have to wait for data.
func (f *RawFile) mayWait() bool {
	if f.wait == nil {
		w := &waitingRead{needed: true}
		if f.File != nil {
			if st, err := f.File.Stat(); err == nil {
				w.pipe = st.Mode()&os.ModeNamedPipe != 0
				w.soon = st.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
				w.needed = st.Mode()&(os.ModeNamedPipe|os.ModeCharDevice|os.ModeSocket) != 0 || isCounter(st)
			}
		}
		f.wait = w
	}
	return f.wait.needed
}

// readSoon reads from a pipe or a socket by calls that do not wait, and waits between them. Not ok: other ways are to be taken.
func (f *RawFile) readSoon(t *Thread, p []byte) (n int, err error, ok bool) {
	if !f.wait.soon || f.File == nil || f.fd < 0 || !HasCalls(t) {
		return 0, nil, false
	}
	waited := time.Duration(0)
	for fd, first := f.fd, true; ; first = false {
		switch n, err := system.ReadAtOnce(fd, p); {
		case err == nil:
			return n, nil, true
		case err != syscall.EAGAIN:
			return 0, nil, false
		case first && system.Instant(fd):
			return 0, err, true
		}
		if t.Waited(&waited, awaitInput(t, fd, first)); !t.Poll() {
			return 0, native.ErrInterrupted, true
		}
		if f.Closed {
			return 0, syscall.EBADF, true
		}
	}
}

// readWaiting reads as f.r does, and polls while it waits.
func (f *RawFile) readWaiting(t *Thread, p []byte) (int, error) {
	w, waited := f.wait, time.Duration(0)
	for len(w.left) == 0 {
		if !w.pending {
			if w.pending = true; w.done == nil {
				w.done = make(chan readResult, 1)
			}
			r, buf := f.r, make([]byte, min(len(p), maxWaitingRead))
			go func() {
				n, err := r.Read(buf)
				w.done <- readResult{buf[:n], err}
			}()
		}
		var got readResult
		come := false
		step, told := Step(t), t.RT.Told()
		t.Outside(func() {
			timer := time.NewTimer(step)
			defer timer.Stop()
			select {
			case got = <-w.done:
				come = true
			case <-told:
			case <-timer.C:
			}
		})
		switch {
		case come:
			w.pending, w.left = false, got.data
			if len(got.data) == 0 {
				if got.err == io.EOF {
					got.err = nil
				}
				return 0, got.err
			}
		default:
			if t.Waited(&waited, step); !t.Poll() {
				return 0, native.ErrInterrupted
			}
		}
	}
	n := copy(p, w.left)
	w.left = w.left[n:]
	return n, nil
}

// writeWaiting writes all of p to a pipe, and polls while the pipe is full.
func (f *RawFile) writeWaiting(t *Thread, p []byte) (n int, err error) {
	waited := time.Duration(0)
	for n < len(p) && err == nil {
		k := 0
		t.Outside(func() { k, err = system.WriteSoon(f.fd, p[n:], waitPoll) })
		n += k
		if err == syscall.EAGAIN {
			err = nil
			if t.Waited(&waited, waitPoll); !t.Poll() {
				err = native.ErrInterrupted
			}
		}
	}
	return n, err
}
