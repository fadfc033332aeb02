// Images: a world as it was after its set-up, and the way back to it.

package psy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/psyco-go/psy/internal/vm/gate"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Image is a world as it was when Runtime.Freeze made it. Any goroutine may use it.
type Image struct {
	r     *Runtime
	saved *object.Image
	types map[reflect.Type]any // of Runtime
}

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
		im = &Image{r, saved, maps.Clone(r.types)}
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
		clear(r.keys)
		return nil
	})
}

// New makes a fresh world in the state of the image, with the Config of the runtime that was frozen. It is independent of that runtime, which may be at
// work, or closed, and of the image's other worlds: but what Config refers to, and the Go values and functions that Python was given before Freeze, they
// have in common. There is no machine code in it yet. Values, modules and functions are got from it by Import. A world that is to be
// reset is to be frozen first. The error may be that something of the image cannot be copied, though Reset can deal with it.
func (im *Image) New(ctx context.Context) (*Runtime, error) {
	if ctx != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	c := im.r.config
	if c.Record != nil || c.Replay != nil || c.Debug || c.Profile != nil {
		return nil, &FreezeError{"a world that is recorded, replayed, debugged or profiled cannot be copied"}
	}
	w, err := c.world()
	if err != nil {
		return nil, fmt.Errorf("psy: %w", err)
	}
	w.From, w.Bare = im.saved, false
	r, err := newRuntime(&c, w)
	if err != nil {
		return nil, err
	}
	r.types = maps.Clone(im.types)
	return r, nil
}

// alone does something with a runtime that is at rest.
func (r *Runtime) alone(f func() error) (err error) {
	if r == nil || !r.gate.Enter() {
		if r == nil || r.gate.Is(gate.Closed) {
			return ErrClosed
		}
		return ErrBusy
	}
	defer r.gate.Leave()
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
		}, Copy: func(c *object.Copy, into any) (any, error) {
			x, ok := into.(*worldSystem)
			if !ok {
				return nil, errors.New("it is recorded")
			}
			x.dir = dir
			_, err := none.Copy(c, &x.None)
			return x, err
		}}, nil
	})
)
