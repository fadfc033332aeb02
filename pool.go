// Pools: worlds that are handed out, and reset behind who has used them.

package psy

import (
	"context"
	"errors"
	"sync"
)

// Pool hands out worlds that are all in the same state. Any goroutine may use it.
type Pool struct {
	make func() (*Runtime, error)
	room chan struct{} // one for each world that may be handed out

	mu     sync.Mutex
	idle   []*Runtime
	out    map[*Runtime]bool
	closed bool
}

// NewPool makes a pool of the worlds of an image: at most n are out at a time. The first of them is the runtime that was frozen; the pool owns it from now
// on. Others are made by Image.New.
func NewPool(img *Image, n int) *Pool {
	p := NewPoolFunc(n, func() (*Runtime, error) { return img.New(context.Background()) })
	p.idle = append(p.idle, img.r)
	return p
}

// NewPoolFunc makes a pool of worlds that a function sets up, each when it is needed first, at most n at a time. A world that the function has not frozen
// is frozen as it is. The pool owns the worlds.
func NewPoolFunc(n int, setUp func() (*Runtime, error)) *Pool {
	n = max(n, 1)
	p := &Pool{make: setUp, room: make(chan struct{}, n), out: map[*Runtime]bool{}}
	for range n {
		p.room <- struct{}{}
	}
	return p
}

// Get waits for a world, and takes it out of the pool. Put must follow.
func (p *Pool) Get(ctx context.Context) (w *Runtime, err error) {
	if ctx == nil {
		ctx = context.Background()
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	default:
	}
	select {
	case <-p.room:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		p.room <- struct{}{}
		return nil, ErrClosed
	}
	if n := len(p.idle); n > 0 {
		w = p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.out[w] = true
		return w, nil
	}
	p.mu.Unlock()
	w, err = p.fresh()
	p.mu.Lock()
	if err == nil && p.closed {
		err = errors.Join(ErrClosed, w.Close())
	}
	if err != nil {
		p.room <- struct{}{}
		return nil, err
	}
	p.out[w] = true
	return w, nil
}

func (p *Pool) fresh() (*Runtime, error) {
	w, err := p.make()
	if err != nil {
		return nil, err
	}
	if w.saved == nil {
		if _, err := w.Freeze(); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	return w, nil
}

// Put resets a world that Get gave and takes it back. One that cannot be reset is closed; another takes its place when it is needed. A world that is not
// out is left alone. No call may be under way: a world that is busy is dropped, and never closed.
func (p *Pool) Put(w *Runtime) {
	p.mu.Lock()
	ok := p.out[w]
	delete(p.out, w)
	closed := p.closed
	p.mu.Unlock()
	if !ok {
		return
	}
	if closed || w.Reset() != nil {
		w.Close()
		w = nil
	}
	p.mu.Lock()
	if w != nil && p.closed {
		w.Close()
	} else if w != nil {
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
	p.room <- struct{}{}
}

// Close closes the worlds that are in the pool, and those that are out when they are put back.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var err error
	for _, w := range p.idle {
		err = errors.Join(err, w.Close())
	}
	p.idle = nil
	return err
}
