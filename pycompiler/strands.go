// Threads of the program: each has a native stack of its own. What else machine code has of a thread changes with the lock (package object, lock.go).

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
)

// strandStack is the size of the native stack of a thread that is not the main one.
const strandStack = 8 << 20

// onStrand is object.Runtime.OnStrand.
func (e *Engine) onStrand(native *object.Native) (free func(keep bool), err error) {
	if err := e.start(); err != nil {
		return nil, err
	}
	var stack *codebuf.Stack
	if last := len(e.stacks) - 1; last >= 0 {
		stack, e.stacks = e.stacks[last], e.stacks[:last]
	} else if stack, err = codebuf.NewStack(max(min(strandStack, int(e.rt.Heap.Cap()/64)), leastStack)); err != nil {
		return nil, err
	}
	ctx := contextOf(native)
	e.mem.InitContext(&ctx.Context, stack)
	ctx.FloatOffset = e.ctx.FloatOffset
	return func(keep bool) {
		if keep {
			e.stacks = append(e.stacks, stack)
		} else {
			stack.Close()
		}
	}, nil
}

func contextOf(native *object.Native) *staging.Native {
	return (*staging.Native)(unsafe.Pointer(native))
}

// eachStack visits what is in use of the native stacks of all threads.
func (e *Engine) eachStack(visit func(lo, hi uintptr)) {
	visit(e.ctx.Live())
	e.rt.EachAway(func(c *object.Current) { visit(contextOf(&c.Native).Live()) })
}

// nothingActive reports whether no thread has activations of machine code.
func (e *Engine) nothingActive() bool {
	active := false
	e.eachStack(func(lo, hi uintptr) { active = active || lo != hi })
	return !active
}
