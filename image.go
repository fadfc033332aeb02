// Images: a world as it was after its set-up, and the way back to it.

package psy

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Image is a world as it was when Runtime.Freeze made it.
type Image struct{ r *Runtime }

// stopTime is how long Reset waits for the threads that a program has left.
const stopTime = 200 * time.Millisecond

// Freeze makes an image of the world as it is now; the runtime goes on, and Reset brings it back to this state. Garbage is collected first, and what
// the streams hold back is written. Open files, threads, sockets, databases, and iterators over Go's sequences cannot be part of an image: the error,
// a *FreezeError, says what is in the way. A second Freeze takes the place of the first.
func (r *Runtime) Freeze() (im *Image, err error) {
	err = r.alone(func() error {
		r.cancel.begin(nil, nil) // finalizers may run
		defer r.cancel.end()
		if r.hooked.Load() {
			r.release()
		}
		saved, err := r.rt.Freeze()
		if err != nil {
			return &FreezeError{err.Error()}
		}
		r.saved = saved
		clear(r.since)
		im = &Image{r}
		return nil
	})
	return im, err
}

// Reset brings the world back to the state in which Freeze has found it: modules, objects, the hash order, the clock's offset, the streams' state,
// machine code. Files that were opened since are closed, what they hold back being written; threads are stopped. What the program has done
// outside is not undone. Values, modules and typed functions made before Freeze are good again; those made since give ErrReset.
func (r *Runtime) Reset() error {
	return r.alone(func() error {
		if r.saved == nil {
			return ErrNotFrozen
		}
		r.cancel.forget()
		if !r.rt.StopOthers(stopTime) {
			return fmt.Errorf("psy: Reset: threads of the program do not end")
		}
		if r.hooked.Load() {
			r.release()
		}
		if err := r.rt.Reset(r.saved); err != nil {
			r.broken = &BrokenError{"Reset: " + err.Error(), ""}
			return r.broken
		}
		for slot, since := range r.since {
			if since {
				r.roots[slot] = object.Null // it is used again once its handle is gone
			}
		}
		clear(r.since)
		clear(r.known[:])
		return nil
	})
}

// New makes a fresh world in the state of the image.
//
// It is not built: addresses of objects would have to become others in the whole image. It always gives an error; Reset is what there is.
func (im *Image) New() (*Runtime, error) { return nil, errNoNew }

var errNoNew = errors.New("psy: Image.New is not built; use Reset of the runtime that was frozen")

// alone does something with a runtime that is at rest.
func (r *Runtime) alone(f func() error) (err error) {
	if r == nil || !r.take(busy) {
		if r == nil || r.is(closed) {
			return ErrClosed
		}
		return ErrBusy
	}
	defer r.put(idle)
	if r.broken != nil {
		return r.broken
	}
	defer func() {
		if p := recover(); p != nil {
			r.broken = &BrokenError{fmt.Sprint("panic: ", p), string(debug.Stack())}
			err = r.broken
		}
	}()
	return f()
}

var (
	_ = object.Fixed[*Runtime]()
	_ = object.Fixed[*bound]()
	_ = object.Refuses[*pulled]("a Go function's sequence is being iterated over", nil)

	_ = object.Keeps(func(rt *object.Runtime, w *worldSystem) (object.Back, error) {
		none, err := rt.KeepState(&w.None)
		if err != nil {
			return none, err
		}
		dir := w.dir
		end := func() {
			if w.children != nil {
				w.children.Close()
			}
		}
		if w.children != nil && w.children.Busy() {
			return none, errors.New("programs run, or pipes are open")
		}
		return object.Back{Before: end, After: func() {
			none.After()
			w.dir = dir
		}}, nil
	})
)
