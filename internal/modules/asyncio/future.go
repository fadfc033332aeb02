// Futures: results that are not there yet.

package asyncio

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// States of a future.
const (
	pending = iota
	cancelled
	finished
)

var stateNames = [...]string{"PENDING", "CANCELLED", "FINISHED"}

// future is a Future, and the first part of a Task. Loop is Null until __init__ has run. The first callback and its context stand in Callback and
// Context0, the others as pairs in Callbacks (nil: none).
type future struct {
	header
	Loop, Callback, Context0 Value
	Callbacks                *object.List
	Result, Exception        Value
	Traceback                Value // of the exception, when it was set
	Source                   Value // where the future was made
	Message, CancelledExc    Value
	State                    uint8
	Blocking, Log            bool
	MustCancel, LogDestroy   bool // of tasks
}

const futureRefs = 1<<11 - 2 // words 1 to 10

var (
	tFuture = object.AllocTypeID()
	tIter   = object.AllocTypeID()
)

func fut(v Value) *future { return object.As[future](v) }

// isNative reports whether v is exactly a Future or a Task of this module, so that none of its methods is another's.
func isNative(v Value) bool { return v.IsExact(tFuture) || v.IsExact(tTask) }

// alive checks that __init__ has run.
func alive(t *Thread, f *future) bool {
	if f.Loop == null {
		object.Raise(t, object.TRuntimeError, "Future object is not initialized.")
		return false
	}
	return true
}

func alloc(t *Thread, typ *object.Type, _ []Value, _ Value) Value {
	if t.RT.Extra[native.ExtraAsyncio] == null { // the module could not be made
		return object.Raise(t, object.TSystemError, "module _asyncio is not initialized")
	}
	return object.AllocInstance(t, typ)
}

// begin is the __init__ of a future.
func begin(t *Thread, v, loop Value) bool {
	f := fut(v)
	f.Loop, f.Callback, f.Context0, f.Callbacks, f.Result, f.Exception, f.Traceback, f.Source = null, null, null, nil, null, null, null, null
	f.Message, f.CancelledExc, f.State, f.Blocking, f.Log = null, null, pending, false, false
	if loop == null || loop == none {
		if loop = eventLoop(t); loop == null {
			return false
		}
	}
	f.Loop = loop
	s := stateOf(t)
	debug := callMethod(t, loop, s.GetDebug, null, null, null, null)
	if debug == null {
		return false
	}
	switch object.Truth(t, debug) {
	case -1:
		return false
	case 1:
		if f.Source = object.Call0(t, s.ExtractStack); f.Source == null {
			return false
		}
	}
	return true
}

// raiseState raises InvalidStateError.
func raiseState(t *Thread, text string) Value {
	return raiseStateValue(t, object.NewStr(t, text))
}

func raiseStateValue(t *Thread, text Value) Value {
	if text == null {
		return null
	}
	if exc := object.Call1(t, stateOf(t).InvalidStateError, text); exc != null {
		object.SetExc(t, exc)
	}
	return null
}

// schedule has the loop call all callbacks, which the future forgets.
func (f *future) schedule(t *Thread, v Value) bool {
	if f.Callback != null {
		callback, context := f.Callback, f.Context0
		f.Callback, f.Context0 = null, null
		if !callSoon(t, f.Loop, callback, v, context) {
			return false
		}
	}
	all := f.Callbacks
	if all == nil {
		return true
	}
	f.Callbacks = nil
	for i := 0; i < all.Len(); i++ {
		pair := object.As[object.Tuple](*all.At(i))
		if !callSoon(t, f.Loop, *pair.At(0), v, *pair.At(1)) {
			return false
		}
	}
	return true
}

func setResult(t *Thread, v, result Value) bool {
	f := fut(v)
	if !alive(t, f) {
		return false
	}
	if f.State != pending {
		raiseState(t, "invalid state")
		return false
	}
	f.Result, f.State = result, finished
	return f.schedule(t, v)
}

func setException(t *Thread, v, exc Value) bool {
	f := fut(v)
	if !alive(t, f) {
		return false
	}
	if f.State != pending {
		raiseState(t, "invalid state")
		return false
	}
	if object.IsExceptionType(exc) {
		if exc = object.Call0(t, exc); exc == null {
			return false
		}
	}
	if !object.IsExceptionInstance(exc) {
		object.Raise(t, object.TTypeError, "invalid exception object")
		return false
	}
	if object.IsInstance(t, exc, object.TStopIteration) {
		text := object.NewStr(t, "StopIteration interacts badly with generators and cannot be raised into a Future")
		if text == null {
			return false
		}
		outer := object.NewException(t, t.Type(object.TRuntimeError), text)
		if outer == null {
			return false
		}
		object.SetCause(outer, exc)
		object.As[object.Exception](outer).Context = exc
		exc = outer
	}
	f.Exception, f.Traceback, f.State = exc, object.As[object.Exception](exc).Traceback, finished
	if !f.schedule(t, v) {
		return false
	}
	f.Log = true
	return true
}

// cancel is Future.cancel; ok is false if an exception is set.
func cancel(t *Thread, v, message Value) (done, ok bool) {
	f := fut(v)
	f.Log = false
	if f.State != pending {
		return false, true
	}
	f.State, f.Message = cancelled, message
	return true, f.schedule(t, v)
}

// cancelledError makes the CancelledError to be raised, or takes the one that ended the task.
func (f *future) cancelledError(t *Thread) Value {
	if exc := f.CancelledExc; exc != null {
		f.CancelledExc = null
		return exc
	}
	cls := stateOf(t).CancelledError
	if f.Message == null || f.Message == none {
		return object.Call0(t, cls)
	}
	return object.Call1(t, cls, f.Message)
}

// outcome gives the result, or the exception that was set (raised true). Null: another exception is set, CancelledError for instance.
func (f *future) outcome(t *Thread) (v Value, raised bool) {
	switch f.State {
	case cancelled:
		if exc := f.cancelledError(t); exc != null {
			object.SetExc(t, exc)
		}
		return null, false
	case pending:
		return raiseState(t, "Result is not set."), false
	}
	f.Log = false
	if f.Exception != null {
		object.As[object.Exception](f.Exception).Traceback = f.Traceback
		f.Traceback = null
		return f.Exception, true
	}
	return f.Result, false
}

// result is Future.result.
func result(t *Thread, v Value) Value {
	f := fut(v)
	if f.Loop == null {
		return raiseState(t, "Future object is not initialized.")
	}
	r, raised := f.outcome(t)
	if raised {
		object.SetExc(t, r)
		return null
	}
	return r
}

func exception(t *Thread, v Value) Value {
	f := fut(v)
	if f.Loop == null {
		return raiseState(t, "Future object is not initialized.")
	}
	switch f.State {
	case cancelled:
		if exc := f.cancelledError(t); exc != null {
			object.SetExc(t, exc)
		}
		return null
	case pending:
		return raiseState(t, "Exception is not set.")
	}
	f.Log = false
	return native.OrNone(f.Exception)
}

// addCallback has fn called in a context when the future is done.
func addCallback(t *Thread, v, fn, context Value) bool {
	f := fut(v)
	if !alive(t, f) {
		return false
	}
	if f.State != pending {
		return callSoon(t, f.Loop, fn, v, context)
	}
	if f.Callbacks == nil && f.Callback == null {
		f.Callback, f.Context0 = fn, context
		return true
	}
	pair := object.Pair(t, fn, context)
	if pair == null {
		return false
	}
	if f.Callbacks == nil {
		if f.Callbacks = object.NewList(t, 0); f.Callbacks == nil {
			return false
		}
	}
	return f.Callbacks.Append(t, pair)
}

func addDoneCallback(t *Thread, v Value, a []Value) Value {
	context := a[1]
	if context == null || context == none {
		if context = threads.CopyContext(t); context == null {
			return null
		}
	}
	return native.DoneIf(addCallback(t, v, a[0], context))
}

// removeDoneCallback removes all callbacks equal to fn, whose __eq__ may change the list.
func removeDoneCallback(t *Thread, v, fn Value) Value {
	f := fut(v)
	if !alive(t, f) {
		return null
	}
	removed := int64(0)
	if f.Callback != null {
		switch object.EqualBool(t, f.Callback, fn) {
		case -1:
			return null
		case 1:
			f.Callback, f.Context0 = null, null
			removed++
		}
	}
	if f.Callbacks == nil {
		return object.SmallInt(removed)
	}
	rest := object.NewList(t, 0)
	if rest == nil {
		return null
	}
	for i := 0; f.Callbacks != nil && i < f.Callbacks.Len(); i++ {
		pair := *f.Callbacks.At(i)
		switch object.EqualBool(t, *object.As[object.Tuple](pair).At(0), fn) {
		case -1:
			return null
		case 1:
			removed++
		default:
			if !rest.Append(t, pair) {
				return null
			}
		}
	}
	switch {
	case f.Callbacks == nil:
	case rest.Len() == 0:
		f.Callbacks = nil
	default:
		f.Callbacks = rest
	}
	return object.SmallInt(removed)
}

// callbacks is the attribute _callbacks.
func callbacks(t *Thread, v Value) Value {
	f := fut(v)
	if !alive(t, f) {
		return null
	}
	if f.Callback == null {
		if f.Callbacks == nil {
			return none
		}
		return object.Of(f.Callbacks)
	}
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	pair := object.Pair(t, f.Callback, f.Context0)
	if pair == null || !l.Append(t, pair) || f.Callbacks != nil && !l.AppendAll(t, f.Callbacks.Slice()) {
		return null
	}
	return object.Of(l)
}

// flagSetter assigns a bool attribute; a delete is refused.
func flagSetter(set func(t *Thread, f *future, on bool) bool) object.BinarySet {
	return func(t *Thread, v, x Value) bool {
		if !alive(t, fut(v)) {
			return false
		}
		if x == null {
			object.Raise(t, object.TAttributeError, "cannot delete attribute")
			return false
		}
		on := object.Truth(t, x)
		return on >= 0 && set(t, fut(v), on != 0)
	}
}

// getter reads an attribute of a future that is alive; Null reads as None.
func getter(get func(f *future) Value) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		if !alive(t, fut(v)) {
			return null
		}
		return native.OrNone(get(fut(v)))
	}
}

var futureAttrs = []object.GetSetDef{
	{Name: "_state", Get: func(t *Thread, v Value) Value {
		if !alive(t, fut(v)) {
			return null
		}
		return object.Intern(t, stateNames[fut(v).State])
	}},
	{Name: "_asyncio_future_blocking", Get: func(t *Thread, v Value) Value { return object.Bool(fut(v).Loop != null && fut(v).Blocking) },
		Set: flagSetter(func(_ *Thread, f *future, on bool) bool {
			f.Blocking = on
			return true
		})},
	{Name: "_loop", Get: func(t *Thread, v Value) Value { return native.OrNone(fut(v).Loop) }},
	{Name: "_callbacks", Get: callbacks},
	{Name: "_result", Get: getter(func(f *future) Value { return f.Result })},
	{Name: "_exception", Get: getter(func(f *future) Value { return f.Exception })},
	{Name: "_log_traceback", Get: func(t *Thread, v Value) Value {
		if !alive(t, fut(v)) {
			return null
		}
		return object.Bool(fut(v).Log)
	}, Set: flagSetter(func(t *Thread, f *future, on bool) bool {
		if on {
			object.Raise(t, object.TValueError, "_log_traceback can only be set to False")
			return false
		}
		f.Log = false
		return true
	})},
	{Name: "_source_traceback", Get: func(t *Thread, v Value) Value { return native.OrNone(fut(v).Source) }},
	{Name: "_cancel_message", Get: func(t *Thread, v Value) Value { return native.OrNone(fut(v).Message) }, Set: func(t *Thread, v, x Value) bool {
		if x == null {
			object.Raise(t, object.TAttributeError, "cannot delete attribute")
			return false
		}
		fut(v).Message = x
		return true
	}},
}

var _ = object.DefineType(tFuture, object.TypeDef{
	Name: "_asyncio.Future", Flags: object.TypeBase | object.TypeHasDel, Size: unsafe.Sizeof(future{}), Refs: futureRefs, Dict: true,
	Slots: object.Slots{
		New:  alloc,
		Init: native.BindInit("Future", "(*, loop=None)", func(t *Thread, v Value, a []Value) bool { return begin(t, v, a[0]) }),
		Iter: newIter, Await: newIter, Del: futureDel,
		Repr: func(t *Thread, v Value) Value {
			if !alive(t, fut(v)) {
				return null
			}
			return object.Call1(t, stateOf(t).FutureRepr, v)
		},
	},
	GetSets: futureAttrs,
	Methods: []FuncDef{
		{Name: "result", Sig: "()", F0: result},
		{Name: "exception", Sig: "()", F0: exception},
		{Name: "set_result", Sig: "(result, /)", F1: func(t *Thread, v, x Value) Value { return native.DoneIf(setResult(t, v, x)) }},
		{Name: "set_exception", Sig: "(exception, /)", F1: func(t *Thread, v, x Value) Value { return native.DoneIf(setException(t, v, x)) }},
		{Name: "add_done_callback", Sig: "(fn, /, *, context=<unrepresentable>)", Fn: addDoneCallback},
		{Name: "remove_done_callback", Sig: "(fn, /)", F1: removeDoneCallback},
		{Name: "cancel", Sig: "(msg=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			if !alive(t, fut(v)) {
				return null
			}
			done, ok := cancel(t, v, a[0])
			if !ok {
				return null
			}
			return object.Bool(done)
		}},
		{Name: "cancelled", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(fut(v).State == cancelled) }},
		{Name: "done", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Bool(fut(v).State != pending) }},
		{Name: "get_loop", Sig: "()", F0: func(t *Thread, v Value) Value {
			if !alive(t, fut(v)) {
				return null
			}
			return fut(v).Loop
		}},
		{Name: "_make_cancelled_error", Sig: "()", F0: func(t *Thread, v Value) Value { return fut(v).cancelledError(t) }},
		object.ClassGetItemDef(),
	},
})

// tell calls the loop's exception handler about a future that ends badly. what is the name under which the handler finds the future.
func tell(t *Thread, v Value, first, message, what string, exc Value) bool {
	f := fut(v)
	d := object.NewDict(t)
	if d == nil {
		return false
	}
	text := object.NewStr(t, message)
	if text == null || first != "" && !d.SetStr(t, first, v) || !d.SetStr(t, "message", text) ||
		exc != null && !d.SetStr(t, "exception", exc) || what != "" && !d.SetStr(t, what, v) ||
		f.Source != null && !d.SetStr(t, "source_traceback", f.Source) {
		return false
	}
	handler := object.GetAttr(t, f.Loop, object.Intern(t, "call_exception_handler"))
	if handler == null {
		return false
	}
	if object.Call1(t, handler, object.Of(d)) == null {
		object.WriteUnraisable(t, handler)
	}
	return true
}

// futureDel tells of an exception that nobody has asked for.
func futureDel(t *Thread, v Value) Value {
	f := fut(v)
	if !f.Log {
		return none
	}
	f.Log = false
	return native.DoneIf(tell(t, v, "", object.TypeOf(t, v).NameString()+" exception was never retrieved", "future", f.Exception))
}

// Settled reports whether v is a future whose finalizer has nothing to do. It is called while the collector works.
func Settled(typ *object.Type, v Value) bool {
	switch typ.FinalizedAs() {
	case tFuture:
		return !fut(v).Log
	case tTask:
		f := fut(v)
		return !f.Log && (f.State != pending || !f.LogDestroy || f.Loop == null)
	}
	return false
}

// futureIter is what await runs of a future, which it forgets at the end.
type futureIter struct {
	header
	Future Value
}

func newIter(t *Thread, v Value) Value {
	if !alive(t, fut(v)) {
		return null
	}
	it := object.New[futureIter](t, tIter)
	if it != nil {
		it.Future = v
	}
	return object.Of(it)
}

// iterSend is one step of an await: the future itself while it is pending, then its result, with done set.
func iterSend(t *Thread, v, _ Value) (r Value, done bool) {
	it := object.As[futureIter](v)
	if it.Future == null {
		return none, true
	}
	f := fut(it.Future)
	if f.State == pending {
		if f.Blocking {
			return object.Raise(t, object.TRuntimeError, "await wasn't used with future"), false
		}
		f.Blocking = true
		return it.Future, false
	}
	whole := it.Future
	it.Future = null
	r = result(t, whole)
	return r, r != null
}

func iterNext(t *Thread, v Value) Value {
	r, done := iterSend(t, v, none)
	switch {
	case !done:
		return r
	case r == none:
		return null
	}
	return object.RaiseStopIteration(t, r)
}

var _ = object.DefineType(tIter, object.TypeDef{
	Name: "_asyncio.FutureIter", Size: unsafe.Sizeof(futureIter{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: iterNext, Send: iterSend},
	Methods: []FuncDef{
		{Name: "send", F1: func(t *Thread, v, _ Value) Value {
			r := iterNext(t, v)
			if r == null && t.Exc == null {
				return object.RaiseType(t, object.TStopIteration)
			}
			return r
		}},
		{Name: "throw", FN: iterThrow, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: func(t *Thread, v Value) Value {
			object.As[futureIter](v).Future = null
			return none
		}},
	},
})

func iterThrow(t *Thread, v Value, args []Value) Value {
	if len(args) > 1 && !object.Warn(t, object.TDeprecationWarning,
		"the (type, exc, tb) signature of throw() is deprecated, use the single-arg signature instead.") {
		return null
	}
	typ, val, tb := args[0], none, none
	if len(args) > 1 {
		val = args[1]
	}
	if len(args) > 2 {
		tb = args[2]
	}
	if tb != none && !tb.IsExact(object.TTraceback) {
		return object.Raise(t, object.TTypeError, "throw() third argument must be a traceback")
	}
	exc := null
	switch {
	case object.IsExceptionType(typ):
		switch {
		case object.IsExceptionInstance(val):
			exc = val
		case val == none:
			exc = object.Call0(t, typ)
		default:
			exc = object.Call1(t, typ, val)
		}
	case object.IsExceptionInstance(typ):
		if val != none {
			return object.Raise(t, object.TTypeError, "instance exception may not have a separate value")
		}
		exc = typ
	default:
		return object.Raise(t, object.TTypeError, "exceptions must be classes deriving BaseException or instances of such a class")
	}
	if exc == null {
		return null
	}
	object.As[futureIter](v).Future = null
	if tb != none {
		object.As[object.Exception](exc).Traceback = tb
	}
	object.SetExc(t, exc)
	return null
}
