// Async for: the iterator, the awaitable of its next item, and what async generators yield. Stepping is part of SEND: see gen.go.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

var classAsyncGen = uint64(object.TAsyncGenerator.Shape())

// asyncGenWrap is the number of the intrinsic that wraps what an async generator yields.
const asyncGenWrap = 4

// asyncFor prepares GET_AITER and GET_ANEXT of v, an instance of a class defined in Python, by a call of its special method. ok false: the
// instruction ends with o.
func (c *compiler) asyncFor(v *Info, name object.Name, defines func(typ *object.Type) bool) (to callee, args []*Info, o outcome, ok bool) {
	typ, o := c.exactType(v)
	switch {
	case typ == nil:
		return to, nil, o, false
	case !isHeap(typ):
		return to, nil, c.helper(), false
	}
	to, args, o, state := c.specialCallee(v, typ, name, defines)
	switch state {
	case impossible:
		return to, nil, c.helper(), false
	case called:
		return to, args, o, true
	}
	return to, nil, o, false
}

// getAIter is GET_AITER: (v -- asynchronous iterator).
func (c *compiler) getAIter() outcome {
	v := c.s.Top(0)
	if class, o, ok := c.classOf(v); !ok {
		return c.orLeft(o)
	} else if class == classAsyncGen {
		return next
	}
	to, args, o, ok := c.asyncFor(v, object.N_aiter_, (*object.Type).DefinesAIter)
	if !ok {
		return o
	}
	o, state := c.pushFrame(to, args, 1, nil)
	return c.orHelper(o, state, func() outcome {
		if to.code.Flags&object.CoGenerators != object.CoAsyncGenerator {
			c.a.Mov(x86.RBX, x86.RAX)
			c.threadArg(x86.RAX)
			c.a.CallHelper(x86.FuncPC(interp.AIterResult))
			c.afterCall()
			c.a.Test(x86.RAX, x86.RAX)
			if c.when(stats.NullResult, c.onlyIf(x86.E)) {
				return c.raised(false)
			}
		}
		return c.ranFor()
	})
}

// orLeft is o, or the helper where the class of an operand is not known.
func (c *compiler) orLeft(o outcome) outcome {
	if o == ended {
		return o
	}
	return c.helper()
}

// getANext is GET_ANEXT: (iterator -- iterator, awaitable). Coroutines are their own awaitables.
func (c *compiler) getANext() outcome {
	s := c.s
	it := s.Top(0)
	class, o, ok := c.classOf(it)
	if !ok {
		return c.orLeft(o)
	}
	if class == classAsyncGen {
		if c.u.in(int(c.in.next)).op != bc.LOAD_CONST || c.quick(x86.FuncPC(interp.ANextPeek), it) {
			return c.helper()
		}
		v := c.result()
		v.SetItem(staging.ItemClass, staging.NewClass(classASend))
		s.Push(v)
		return next
	}
	to, args, o, ok := c.asyncFor(it, object.N_anext_, (*object.Type).DefinesANext)
	switch {
	case !ok:
		return o
	case to.code.Flags&object.CoGenerators != object.CoCoroutine:
		return c.helper()
	}
	o, state := c.pushFrame(to, args, 0, nil)
	return c.orHelper(o, state, c.ranFor)
}

// asyncGenWrap is CALL_INTRINSIC_1 for v, which an async generator yields.
func (c *compiler) asyncGenWrap(v *Info) outcome {
	return c.newObject(classWrapped, 1, c.quick(x86.FuncPC(interp.WrapPeek), v))
}

var classWrapped = uint64(object.TAsyncGenWrappedValue.Shape())
