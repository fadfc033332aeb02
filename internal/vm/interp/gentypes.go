// The types generator, coroutine and async generator: send, throw, close and attributes.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// genRefs are the reference words of a Generator's fixed part; the frame behind it is scanned conservatively.
const genRefs = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7

const genSize = object.GenFrame + object.FrameHeader

func genDef(name string, slots object.Slots, methods []object.FuncDef, prefix string) object.TypeDef {
	return object.TypeDef{
		Name: name, Size: genSize, Refs: genRefs | object.FrameRefs<<(object.GenFrame/8), Tail: heap.TailConservative, LayoutFlags: heap.HasBound, Flags: object.TypeNoInstances,
		Slots: slots, Methods: methods,
		GetSets: []object.GetSetDef{
			{Name: "__name__", Get: genName, Set: genSetName},
			{Name: "__qualname__", Get: genQualName, Set: genSetQualName},
			{Name: prefix + "_yieldfrom", Get: genYieldFrom},
			{Name: prefix + "_running", Member: prefix == "ag", Get: genRunning},
			{Name: prefix + "_frame", Get: genFrame, Audit: object.AuditGet},
			{Name: prefix + "_suspended", Get: genSuspended},
			{Name: prefix + "_code", Get: genCode, Audit: object.AuditGet},
		},
	}
}

var _ = object.DefineType(object.TGenerator, genDef("generator", object.Slots{
	Repr: genRepr, Iter: self, Next: genNext, Send: sendGenerator, Del: genDel,
}, []object.FuncDef{
	{Name: "send", F1: genSend},
	{Name: "throw", FN: genThrow, MinArgs: 1, MaxArgs: 3},
	{Name: "close", F0: genClose},
	{Name: "__class_getitem__", F1: object.ClassGetItem, Class: true},
}, "gi"))

var _ = func() object.TypeID {
	d := genDef("coroutine", object.Slots{Repr: genRepr, Await: coroAwait, Send: sendGenerator, Del: coroDel}, []object.FuncDef{
		{Name: "send", F1: genSend},
		{Name: "throw", FN: genThrow, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: genClose},
		{Name: "__class_getitem__", F1: object.ClassGetItem, Class: true},
	}, "cr")
	d.GetSets[2].Name = "cr_await"
	d.GetSets = append(d.GetSets, object.GetSetDef{Name: "cr_origin", Member: true, Get: func(t *Thread, v Value) Value {
		if o := gen(v).Origin; o != null {
			return o
		}
		return none
	}})
	return object.DefineType(object.TCoroutine, d)
}()

var _ = object.DefineType(object.TCoroutineWrapper, object.TypeDef{
	Name: "coroutine_wrapper", Size: 16, Refs: 1 << 1, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: self, Next: func(t *Thread, v Value) Value { return genNext(t, *object.Slot(v, 1)) }},
	Methods: []object.FuncDef{
		{Name: "send", F1: func(t *Thread, v, arg Value) Value { return genSend(t, *object.Slot(v, 1), arg) }},
		{Name: "throw", FN: func(t *Thread, v Value, args []Value) Value { return genThrow(t, *object.Slot(v, 1), args) }, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: func(t *Thread, v Value) Value { return genClose(t, *object.Slot(v, 1)) }},
	},
})

func self(t *Thread, v Value) Value { return v }

func gen(v Value) *Generator { return object.As[Generator](v) }

func genName(t *Thread, v Value) Value     { return gen(v).Name }
func genQualName(t *Thread, v Value) Value { return gen(v).QualName }
func genCode(t *Thread, v Value) Value     { return object.Of(gen(v).Code) }

func genSetName(t *Thread, o, v Value) bool {
	if v == null || !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "__name__ must be set to a string object")
		return false
	}
	gen(o).Name = v
	return true
}

func genSetQualName(t *Thread, o, v Value) bool {
	if v == null || !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "__qualname__ must be set to a string object")
		return false
	}
	gen(o).QualName = v
	return true
}

func genRunning(t *Thread, v Value) Value {
	if v.IsExact(object.TAsyncGenerator) {
		return object.Bool(gen(v).AsyncRunning)
	}
	return object.Bool(gen(v).State == object.GenRunning)
}

func genSuspended(t *Thread, v Value) Value {
	s := gen(v).State
	return object.Bool(s == object.GenSuspended || s == object.GenSuspendedYieldFrom)
}

func genFrame(t *Thread, v Value) Value {
	if gen(v).State == object.GenClosed {
		return none
	}
	f := object.FrameObjectOf(t, gen(v).Frame())
	if f == nil {
		return null
	}
	return object.Of(f)
}

// genYieldFrom is the iterator that the generator delegates to.
func genYieldFrom(t *Thread, v Value) Value {
	if y := delegate(gen(v)); y != null {
		return object.Reveal(y)
	}
	return none
}

// delegate returns the receiver of a pending yield from or await, which is on top of the frame's stack; or Null.
func delegate(g *Generator) Value {
	if g.State != object.GenSuspendedYieldFrom {
		return null
	}
	return *slot(g.Frame().SP, -1)
}

func genRepr(t *Thread, v Value) Value {
	return object.NewStr(t, "<"+object.TypeName(t, v)+" object "+object.GoString(gen(v).QualName)+" at "+object.AddressText(v)+">")
}

// kindText is how messages call the kinds of generators.
func kindText(v Value) string {
	switch {
	case v.IsExact(object.TCoroutine):
		return "coroutine"
	case v.IsExact(object.TAsyncGenerator):
		return "async generator"
	}
	return "generator"
}

// genRun resumes a generator with a value, or with t.Exc when throw is set. yielded tells a yielded value from a returned one;
// the result is Null when it raised.
func genRun(t *Thread, v Value, send Value, throw bool) (r Value, yielded bool) {
	g := gen(v)
	switch g.State {
	case object.GenRunning:
		return object.Raise(t, object.TValueError, "%s already executing", kindText(v)), false
	case object.GenClosed:
		if throw {
			return null, false
		}
		if v.IsExact(object.TCoroutine) {
			return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited coroutine"), false
		}
		return none, false
	case object.GenCreated:
		if !throw && send != none {
			return object.Raise(t, object.TTypeError, "can't send non-None value to a just-started %s", kindText(v)), false
		}
	}
	r = interpreter{}.ResumeGenerator(t, g, send, throw)
	return r, g.State != object.GenClosed && r != null
}

// sendGenerator is one step of a delegation to a generator: done says that it returned, with its value.
func sendGenerator(t *Thread, g, arg Value) (v Value, done bool) {
	v, yielded := genRun(t, g, arg, false)
	return v, v != null && !yielded
}

// finish turns a generator's return value into StopIteration (none: without value, silently for next).
func finish(t *Thread, v, r Value) Value {
	if v.IsExact(object.TAsyncGenerator) {
		return object.RaiseType(t, object.TStopAsyncIteration)
	}
	if r == none {
		return object.RaiseType(t, object.TStopIteration)
	}
	return object.RaiseStopIteration(t, r)
}

func genNext(t *Thread, v Value) Value {
	r, yielded := genRun(t, v, none, false)
	if yielded || r == null || r == none {
		if !yielded {
			return null
		}
		return r
	}
	return object.RaiseStopIteration(t, r)
}

func genSend(t *Thread, v, arg Value) Value {
	r, yielded := genRun(t, v, arg, false)
	if yielded || r == null {
		return r
	}
	return finish(t, v, r)
}

// genThrow is throw(type[, value[, traceback]]) or throw(exc).
func genThrow(t *Thread, v Value, args []Value) Value {
	if !threeArguments(t, "throw", args) {
		return null
	}
	exc := thrown(t, args)
	if exc == null {
		return null
	}
	return throwInto(t, v, exc, true)
}

// threeArguments warns of a way to call throw that is going away; false if that is an error.
func threeArguments(t *Thread, method string, args []Value) bool {
	return len(args) < 2 ||
		object.Warn(t, object.TDeprecationWarning, "the (type, exc, tb) signature of "+method+"() is deprecated, use the single-arg signature instead.")
}

// thrown makes the exception that throw's arguments describe.
func thrown(t *Thread, args []Value) Value {
	typ, val, tb := args[0], none, none
	if len(args) > 1 {
		val = args[1]
	}
	if len(args) > 2 {
		tb = args[2]
		if tb != none && !tb.IsExact(object.TTraceback) {
			return object.Raise(t, object.TTypeError, "throw() third argument must be a traceback object")
		}
	}
	exc := null
	switch {
	case object.IsExceptionType(typ):
		switch {
		case object.IsExceptionInstance(val) && object.TypeOf(t, val).IsSubtype(object.As[Type](typ)):
			exc = val
		case val == none:
			exc = object.Call0(t, typ)
		case val.IsExact(object.TTuple):
			exc = object.CallTuple(t, typ, object.As[Tuple](val), nil)
		default:
			exc = object.Call1(t, typ, val)
		}
		if exc != null && !object.IsExceptionInstance(exc) {
			made := object.TypeName(t, exc)
			exc = null
			if class, ok := object.ReprString(t, typ); ok {
				object.Raise(t, object.TTypeError, "calling %s should have returned an instance of BaseException, not %s", class, made)
			}
		}
		if exc == null { // what is thrown then is that no exception could be made
			exc = t.Exc
			t.ClearExc()
			return exc
		}
	case object.IsExceptionInstance(typ):
		if val != none {
			return object.Raise(t, object.TTypeError, "instance exception may not have a separate value")
		}
		exc = typ
	default:
		return object.Raise(t, object.TTypeError, "exceptions must be classes or instances deriving from BaseException, not %s", object.TypeName(t, typ))
	}
	if exc != null && tb != none {
		object.As[object.Exception](exc).Traceback = tb
	}
	return exc
}

// throwInto raises exc where the generator waits, first in what it delegates to.
func throwInto(t *Thread, v, exc Value, closeOnGeneratorExit bool) Value {
	r, yielded := throwStep(t, v, exc, closeOnGeneratorExit)
	if r == null || yielded {
		return r
	}
	return finish(t, v, r)
}

func throwStep(t *Thread, v, exc Value, closeOnGeneratorExit bool) (Value, bool) {
	g := gen(v)
	y := delegate(g)
	if y == null {
		return raiseIn(t, v, exc)
	}
	isExit := object.TypeOf(t, exc).IsSubtype(t.Type(object.TGeneratorExit))
	if isExit && closeOnGeneratorExit {
		g.State, g.Resume = object.GenRunning, 0
		ok := closeIter(t, y)
		g.State = object.GenSuspendedYieldFrom
		if !ok {
			return raiseIn(t, v, t.Exc)
		}
		return raiseIn(t, v, exc)
	}
	if !t.Enter(" while throwing into a generator") {
		return null, false
	}
	defer t.Leave()
	var r Value
	var yielded bool
	if isGenerator(y) {
		// A frame of the outer generator must be seen while the inner one runs.
		fr := g.Frame()
		g.State, g.Resume = object.GenRunning, 0
		fr.Prev = t.Frame
		t.Frame = fr
		r, yielded = throwStep(t, y, exc, closeOnGeneratorExit)
		t.Frame = fr.Prev
		fr.Prev = nil
		g.State = object.GenSuspendedYieldFrom
		if r != null && !yielded {
			return delegateDone(t, v, r)
		}
	} else {
		meth := object.LookupAttr(t, y, t.N(object.N_throw))
		if meth == null {
			if t.Exc != null {
				return null, false
			}
			return raiseIn(t, v, exc)
		}
		fr := g.Frame()
		g.State, g.Resume = object.GenRunning, 0
		fr.Prev = t.Frame
		t.Frame = fr
		r = object.Call1(t, meth, exc)
		t.Frame = fr.Prev
		fr.Prev = nil
		g.State = object.GenSuspendedYieldFrom
		yielded = r != null
	}
	if r != null {
		return r, yielded
	}
	if t.Matches(object.TStopIteration) {
		val := object.StopIterationValue(t.Exc)
		t.ClearExc()
		return delegateDone(t, v, val)
	}
	return raiseIn(t, v, t.Exc)
}

// delegateDone goes on after a delegation whose receiver has finished with val: behind the SEND, as its CLEANUP_THROW would.
func delegateDone(t *Thread, v, val Value) (Value, bool) {
	exc := object.StopIterationWith(t, val)
	if exc == null {
		return null, false
	}
	return raiseIn(t, v, exc)
}

// raiseIn resumes the generator with exc raised in it.
func raiseIn(t *Thread, v, exc Value) (Value, bool) {
	g := gen(v)
	switch g.State {
	case object.GenRunning:
		return object.Raise(t, object.TValueError, "%s already executing", kindText(v)), false
	case object.GenClosed:
		if v.IsExact(object.TCoroutine) {
			return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited coroutine"), false
		}
		object.SetExc(t, exc)
		return null, false
	}
	t.Exc = exc
	return genRun(t, v, none, true)
}

// closeIter closes what a generator delegates to; false when that raised.
func closeIter(t *Thread, y Value) bool {
	if isGenerator(y) {
		if !t.Enter(" while closing a generator") {
			return false
		}
		defer t.Leave()
		return genClose(t, y) != null
	}
	f := object.LookupAttr(t, y, t.N(object.N_close))
	if f == null {
		if t.Exc != null {
			object.WriteUnraisable(t, y)
		}
		return true
	}
	return object.Call0(t, f) != null
}

// genClose raises GeneratorExit in a suspended generator. It returns the value with which the generator then returns, else None.
func genClose(t *Thread, v Value) Value {
	g := gen(v)
	switch g.State {
	case object.GenClosed:
		return none
	case object.GenCreated:
		g.State, g.Resume = object.GenClosed, 0
		clearGenFrame(g.Frame())
		return none
	case object.GenRunning:
		return object.Raise(t, object.TValueError, "%s already executing", kindText(v))
	}
	if g.Unguarded() {
		g.State, g.Resume = object.GenClosed, 0
		clearGenFrame(g.Frame())
		return none
	}
	if y := delegate(g); y != null {
		g.State, g.Resume = object.GenRunning, 0
		ok := closeIter(t, y)
		g.State = object.GenSuspendedYieldFrom
		if !ok {
			// The exception goes on inside the generator.
			r, yielded := raiseIn(t, v, t.Exc)
			return closed(t, v, r, yielded)
		}
	}
	exc := object.NewException(t, t.Type(object.TGeneratorExit), null)
	if exc == null {
		return null
	}
	r, yielded := raiseIn(t, v, exc)
	return closed(t, v, r, yielded)
}

func closed(t *Thread, v, r Value, yielded bool) Value {
	if yielded {
		return object.Raise(t, object.TRuntimeError, "%s ignored GeneratorExit", kindText(v))
	}
	if r != null {
		return r
	}
	if t.ClearIf(object.TStopIteration) || t.ClearIf(object.TGeneratorExit) {
		return none
	}
	return null
}

// genDel closes a generator that is no longer reachable.
func genDel(t *Thread, v Value) Value {
	g := gen(v)
	if g.State == object.GenCreated || g.State == object.GenClosed {
		return none
	}
	return genClose(t, v)
}

// coroDel warns of a coroutine that nobody has awaited, by warnings._warn_unawaited_coroutine if that can be had; else it closes the coroutine.
func coroDel(t *Thread, v Value) Value {
	if gen(v).State != object.GenCreated {
		return genDel(t, v)
	}
	f := null
	if imp := t.RT.Builtins.GetStr(t.N(object.N_import_)); imp != null {
		if w := object.Call1(t, imp, object.Intern(t, "warnings")); w != null {
			f = object.LookupAttr(t, w, object.Intern(t, "_warn_unawaited_coroutine"))
		}
	}
	t.ClearExc()
	if f != null {
		return object.Call1(t, f, v)
	}
	if !object.Warn(t, object.TRuntimeWarning, "coroutine '"+object.GoString(gen(v).QualName)+"' was never awaited") {
		return null
	}
	return none
}

func coroAwait(t *Thread, v Value) Value {
	p := t.Alloc(object.TCoroutineWrapper.Shape(), unsafe.Sizeof(object.Cell{}), 0)
	if p == nil {
		return t.NoMemory()
	}
	(*object.Cell)(p).Ref = v
	return object.FromPtr(p)
}
