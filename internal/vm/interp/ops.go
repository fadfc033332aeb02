// What the instructions' bodies call: operations that need the frame or are too long for a body.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// namespace is where the names of a frame's code are kept. A module's code that is called as a function has its globals. A function's code
// has none: null.
func namespace(fr *Frame) Value {
	if fr.Locals == null && fr.Code.Flags&object.CoOptimized == 0 {
		fr.Locals = object.Of(fr.Globals)
	}
	return fr.Locals
}

// loadName is LOAD_NAME: locals, globals, builtins.
func loadName(t *Thread, fr *Frame, name Value) Value {
	locals := namespace(fr)
	if locals == null {
		object.Raise(t, object.TSystemError, "no locals found")
		return null
	}
	v := object.MappingGet(t, locals, name)
	if v != null || t.Exc != null {
		return v
	}
	return loadGlobalOnly(t, fr, name)
}

// loadGlobal is LOAD_GLOBAL: globals, then builtins; NameError. Globals of a subclass of dict are asked as their class wants it.
func loadGlobal(t *Thread, fr *Frame, name Value) Value {
	if v := object.MappingGet(t, object.Of(fr.Globals), name); v != null || t.Exc != null {
		return v
	}
	return loadBuiltin(t, fr, name)
}

// loadGlobalOnly looks up a name that is not among the locals of a module or class: here a subclass of dict has no say.
func loadGlobalOnly(t *Thread, fr *Frame, name Value) Value {
	if v := fr.Globals.GetName(t, name); v != null || t.Exc != null {
		return v
	}
	return loadBuiltin(t, fr, name)
}

func loadBuiltin(t *Thread, fr *Frame, name Value) Value {
	if v := object.MappingGet(t, object.SeenBuiltins(fr.Builtins), name); v != null || t.Exc != null {
		return v
	}
	return nameError(t, name)
}

// loadFromDictOrGlobals is LOAD_FROM_DICT_OR_GLOBALS.
func loadFromDictOrGlobals(t *Thread, fr *Frame, m, name Value) Value {
	v := object.MappingGet(t, m, name)
	if v != null || t.Exc != null {
		return v
	}
	return loadGlobal(t, fr, name)
}

// loadFromDictOrDeref is LOAD_FROM_DICT_OR_DEREF for the cell in local i.
func loadFromDictOrDeref(t *Thread, fr *Frame, m Value, i int) Value {
	v := object.MappingGet(t, m, *fr.Code.LocalsNames.At(i))
	if v != null || t.Exc != null {
		return v
	}
	if v = object.As[object.Cell](*fr.Local(i)).Ref; v == null {
		return unboundDeref(t, fr, i)
	}
	return v
}

func nameError(t *Thread, name Value) Value {
	object.Raise(t, object.TNameError, "name '%s' is not defined", object.GoString(name))
	object.SetNameErrorName(t, name)
	return null
}

// unboundLocal raises UnboundLocalError for local i.
func unboundLocal(t *Thread, fr *Frame, i int) Value {
	name := *fr.Code.LocalsNames.At(i)
	object.Raise(t, object.TUnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", object.GoString(name))
	return null
}

// unboundDeref raises the NameError of an empty cell: a local's own cell, or a free variable.
func unboundDeref(t *Thread, fr *Frame, i int) Value {
	if i < int(fr.Code.NLocalsPlus-fr.Code.NFree) {
		return unboundLocal(t, fr, i)
	}
	name := *fr.Code.LocalsNames.At(i)
	object.Raise(t, object.TNameError, "cannot access free variable '%s' where it is not associated with a value in enclosing scope", object.GoString(name))
	object.SetNameErrorName(t, name)
	return null
}

// storeName is STORE_NAME.
func storeName(t *Thread, fr *Frame, name, v Value) bool {
	locals := namespace(fr)
	if locals == null {
		object.Raise(t, object.TSystemError, "no locals found when storing %s", object.GoString(name))
		return false
	}
	if locals.IsExact(object.TDict) {
		return object.As[Dict](locals).Set(t, name, v)
	}
	return object.SetItem(t, locals, name, v)
}

// deleteName is DELETE_NAME.
func deleteName(t *Thread, fr *Frame, name Value) bool {
	locals := namespace(fr)
	if locals == null {
		object.Raise(t, object.TSystemError, "no locals when deleting %s", object.GoString(name))
		return false
	}
	if object.SetItem(t, locals, name, null) {
		return true
	}
	if t.ClearIf(object.TKeyError) {
		nameError(t, name)
	}
	return false
}

// deleteGlobal is DELETE_GLOBAL.
func deleteGlobal(t *Thread, fr *Frame, name Value) bool {
	switch fr.Globals.Delete(t, name) {
	case 0:
		nameError(t, name)
		return false
	case 1:
		return true
	}
	return false
}

// loadBuildClass is LOAD_BUILD_CLASS.
func loadBuildClass(t *Thread, fr *Frame) Value {
	v := object.MappingGet(t, object.SeenBuiltins(fr.Builtins), t.N(object.N_build_class_))
	if v == null && t.Exc == null {
		return object.Raise(t, object.TNameError, "__build_class__ not found")
	}
	return v
}

// setupAnnotations is SETUP_ANNOTATIONS.
func setupAnnotations(t *Thread, fr *Frame) bool {
	locals := namespace(fr)
	if locals == null {
		object.Raise(t, object.TSystemError, "no locals found when setting up annotations")
		return false
	}
	name := t.N(object.N_annotations_)
	v := object.MappingGet(t, locals, name)
	if v != null {
		return true
	}
	if t.Exc != null {
		return false
	}
	d := object.NewDict(t)
	return d != nil && object.SetItem(t, locals, name, object.Of(d))
}

// importName is IMPORT_NAME: it calls builtins.__import__.
func importName(t *Thread, fr *Frame, name, fromlist, level Value) Value {
	imp := object.MappingGet(t, object.SeenBuiltins(fr.Builtins), t.N(object.N_import_))
	if imp == null {
		if t.Exc == null {
			object.Raise(t, object.TImportError, "__import__ not found")
		}
		return null
	}
	locals := namespace(fr)
	if locals == null {
		locals = none
	}
	args := t.PushArgs(5)
	if args == nil {
		return null
	}
	args[0], args[1], args[2], args[3], args[4] = name, object.Of(fr.Globals), locals, fromlist, level
	r := object.Call(t, imp, args, null)
	t.PopArgs(5)
	return r
}

// importFrom is IMPORT_FROM: an attribute of a module, or a submodule that is being imported.
func importFrom(t *Thread, module, name Value) Value {
	v := object.LookupAttr(t, module, name)
	if v != null || t.Exc != null {
		return v
	}
	modname := object.LookupAttr(t, module, t.N(object.N_name_))
	if t.Exc != null {
		return null
	}
	if modname != null && object.IsStr(modname) {
		full := object.NewStr(t, object.GoString(modname)+"."+object.GoString(name))
		if full == null {
			return null
		}
		if v = t.RT.Modules.Get(t, full); v != null || t.Exc != null {
			return v
		}
	}
	return object.ImportFromError(t, module, modname, name)
}

// callEx is CALL_FUNCTION_EX for callables that functionOf does not know. pos is a tuple, kw a dict or Null.
func callEx(t *Thread, f, pos, kw Value) Value {
	var d *Dict
	if kw != null {
		d = object.As[Dict](kw)
	}
	return object.CallTuple(t, f, object.As[Tuple](pos), d)
}

// functionOf returns the Python function that a call of f runs, and the first argument that f, a bound method, puts before others.
func functionOf(f Value) (fn *Function, self Value) {
	if f.IsExact(object.TMethod) {
		m := object.As[object.Method](f)
		f, self = m.Func, m.Self
	}
	if f.IsExact(object.TFunction) {
		fn = object.As[Function](f)
	}
	return
}

// pushFrameEx makes the frame for a Python function called with self, unless that is Null, and with a tuple and a dict.
func pushFrameEx(t *Thread, fn *Function, self, pos, kw Value) *Frame {
	p := object.As[Tuple](pos)
	names := null
	np := p.Len()
	if self != null {
		np++
	}
	n, nk := np, 0
	if kw != null {
		nk = int(object.As[Dict](kw).Used)
	}
	args := t.PushArgs(n + nk)
	if args == nil && n+nk > 0 {
		return nil
	}
	if self != null {
		args[0] = self
	}
	copy(args[np-p.Len():], p.Items())
	if nk > 0 {
		nt := object.NewTuple(t, nk)
		if nt == nil {
			t.PopArgs(n + nk)
			return nil
		}
		d := object.As[Dict](kw)
		j := 0
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			*nt.At(j) = e.Key
			args[n+j] = e.Val
			j++
		}
		names = object.Of(nt)
	}
	// The arguments lie where the frame will: bind from a copy above it, then move the frame down.
	fr := pushFrame(t, fn, args, names)
	if fr == nil {
		t.PopArgs(n + nk)
		return nil
	}
	lo := uintptr(unsafe.Pointer(fr)) - uintptr(n+nk)*8
	size := uintptr(fn.Code.FrameSize)
	dst := (*Frame)(unsafe.Add(unsafe.Pointer(nil), lo))
	used := object.FrameHeader + uintptr(fn.Code.NLocalsPlus)*8
	copy(unsafe.Slice((*byte)(unsafe.Pointer(dst)), used), unsafe.Slice((*byte)(unsafe.Pointer(fr)), used))
	dst.SP = dst.Stack()
	t.StackTop = lo + size
	return dst
}

// callArgsTuple makes a tuple of the positional arguments in f(*args); the error names the function.
func callArgsTuple(t *Thread, f, args Value) Value {
	if args.IsExact(object.TTuple) {
		return args
	}
	if object.TypeOf(t, args).Slots.Iter == nil && object.TypeOf(t, args).Slots.Subscript == nil {
		return object.Raise(t, object.TTypeError, "%s argument after * must be an iterable, not %s", object.FunctionString(t, f), object.TypeName(t, args))
	}
	x := object.TupleFromIterable(t, args)
	if x == nil {
		return null
	}
	return object.Of(x)
}

// sendTo is the generic SEND: one step of a yield from or await. done says that the receiver has finished, with v its value.
func sendTo(t *Thread, receiver, arg Value) (v Value, done bool) {
	if !watched(t) {
		return object.Send(t, receiver, arg)
	}
	if isGenerator(receiver) {
		return sendGenerator(t, receiver, arg)
	}
	if v, done = object.SendByMethod(t, receiver, arg); v == null && t.Matches(object.TStopIteration) {
		if fireGlobal(t, t.Frame, EventRaise, unitIndex(t.Frame)); !t.Matches(object.TStopIteration) {
			return null, false
		}
		v = object.StopIterationValue(t.Exc)
		t.ClearExc()
		return v, true
	}
	return v, done
}

func isGenerator(v Value) bool {
	return v.IsExact(object.TGenerator) || v.IsExact(object.TCoroutine)
}

// formatSimple is FORMAT_SIMPLE: format(v, "").
func formatSimple(t *Thread, v Value) Value {
	if v.IsExact(object.TStr) {
		return v
	}
	return object.Format(t, v, t.RT.EmptyStr)
}

// convertValue is CONVERT_VALUE: 1 str, 2 repr, 3 ascii.
func convertValue(t *Thread, v Value, how uint32) Value {
	switch how {
	case 1:
		return object.ToStr(t, v)
	case 2:
		return object.Repr(t, v)
	}
	return object.ASCII(t, v)
}

// buildMap is BUILD_MAP of n pairs.
func buildMap(t *Thread, pairs unsafe.Pointer, n int) Value {
	d := object.NewDict(t)
	if d == nil || n > 5 && !d.Reserve(t, n) {
		return null
	}
	for i := 0; i < n; i++ {
		if !d.Set(t, *slot(pairs, 2*i), *slot(pairs, 2*i+1)) {
			return null
		}
	}
	return object.Of(d)
}

// buildConstKeyMap is BUILD_CONST_KEY_MAP.
func buildConstKeyMap(t *Thread, keys Value, values unsafe.Pointer, n int) Value {
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	k := object.As[Tuple](keys)
	for i := 0; i < n; i++ {
		if !d.Set(t, *k.At(i), *slot(values, i)) {
			return null
		}
	}
	return object.Of(d)
}

// checkExcMatch is CHECK_EXC_MATCH: 1, 0, -1.
func checkExcMatch(t *Thread, exc, typ Value) int { return object.ExceptionMatches(t, exc, typ) }

// withExceptStart calls a context manager's __exit__ with the exception.
func withExceptStart(t *Thread, exit, exc Value) Value {
	tb := object.As[object.Exception](exc).Traceback
	if tb == null {
		tb = none
	}
	return object.Call3(t, exit, object.Of(object.TypeOf(t, exc)), exc, tb)
}

// getAwaitable is GET_AWAITABLE; oparg tells which with statement it belongs to.
func getAwaitable(t *Thread, v Value, oparg uint32) Value {
	it := awaitIter(t, v)
	if it == null {
		if t.Matches(object.TTypeError) && object.TypeOf(t, v).Slots.Await == nil {
			switch oparg {
			case 1:
				t.ClearExc()
				object.Raise(t, object.TTypeError, "'async with' received an object from __aenter__ that does not implement __await__: %s", object.TypeName(t, v))
			case 2:
				t.ClearExc()
				object.Raise(t, object.TTypeError, "'async with' received an object from __aexit__ that does not implement __await__: %s", object.TypeName(t, v))
			}
		}
		return null
	}
	if it.IsExact(object.TCoroutine) {
		if g := object.As[Generator](it); g.State == object.GenSuspendedYieldFrom {
			return object.Raise(t, object.TRuntimeError, "coroutine is being awaited already")
		}
	}
	return it
}

// awaitIter returns the iterator that awaiting v runs.
func awaitIter(t *Thread, v Value) Value {
	if v.IsExact(object.TCoroutine) {
		return v
	}
	if v.IsExact(object.TGenerator) && object.As[Generator](v).Code.Flags&object.CoIterableCoroutine != 0 {
		return v
	}
	f := object.TypeOf(t, v).Slots.Await
	if f == nil {
		return object.Raise(t, object.TTypeError, "object %s can't be used in 'await' expression", object.TypeName(t, v))
	}
	r := f(t, v)
	if r == null {
		return null
	}
	if r.IsExact(object.TCoroutine) {
		return object.Raise(t, object.TTypeError, "__await__() returned a coroutine")
	}
	if object.TypeOf(t, r).Slots.Next == nil {
		return object.Raise(t, object.TTypeError, "__await__() returned non-iterator of type '%s'", object.TypeName(t, r))
	}
	return r
}

// getAIter is GET_AITER.
func getAIter(t *Thread, v Value) Value {
	f := object.TypeOf(t, v).Slots.AIter
	if f == nil {
		return object.Raise(t, object.TTypeError, "'async for' requires an object with __aiter__ method, got %s", object.TypeName(t, v))
	}
	r := f(t, v)
	if r == null {
		return null
	}
	return AIterResult(t, r)
}

// AIterResult checks what __aiter__ has returned.
func AIterResult(t *Thread, r Value) Value {
	if object.TypeOf(t, r).Slots.ANext == nil {
		return object.Raise(t, object.TTypeError, "'async for' received an object from __aiter__ that does not implement __anext__: %s", object.TypeName(t, r))
	}
	return r
}

// getANext is GET_ANEXT: the awaitable of the next item. after is the next instruction.
func getANext(t *Thread, it Value, after unsafe.Pointer) Value {
	if it.IsExact(object.TAsyncGenerator) && *(*uint8)(after) == bc.LOAD_CONST { // what an async for sends first
		return ownStep(t, it)
	}
	typ := object.TypeOf(t, it)
	if typ.Slots.ANext == nil {
		return object.Raise(t, object.TTypeError, "'async for' requires an iterator with __anext__ method, got %s", typ.NameString())
	}
	v := typ.Slots.ANext(t, it)
	if v == null || it.IsExact(object.TAsyncGenerator) {
		return v
	}
	r := awaitIter(t, v)
	if r == null {
		object.RaiseOver(t, object.TTypeError, "'async for' received an invalid object from __anext__: %s", object.TypeName(t, v))
	}
	return r
}

// getYieldFromIter is GET_YIELD_FROM_ITER.
func getYieldFromIter(t *Thread, fr *Frame, v Value, after unsafe.Pointer) Value {
	if v.IsExact(object.TCoroutine) {
		if fr.Code.Flags&(object.CoCoroutine|object.CoIterableCoroutine) == 0 {
			return object.Raise(t, object.TTypeError, "cannot 'yield from' a coroutine object in a non-coroutine generator")
		}
		return v
	}
	if v.IsExact(object.TGenerator) {
		return v
	}
	return iterOf(t, v, after)
}

// endAsyncFor is END_ASYNC_FOR: StopAsyncIteration ends the loop, anything else goes on.
func endAsyncFor(t *Thread, exc Value) bool {
	return object.TypeOf(t, exc).IsSubtype(t.Type(object.TStopAsyncIteration))
}

// cleanupThrow is CLEANUP_THROW: the value of a StopIteration, or Null when exc is to be raised again.
func cleanupThrow(t *Thread, exc Value) Value {
	if object.TypeOf(t, exc).IsSubtype(t.Type(object.TStopIteration)) {
		return object.StopIterationValue(exc)
	}
	return null
}

// matchKeys is MATCH_KEYS: a tuple of the subject's values, or None when a key is missing.
func matchKeys(t *Thread, subject, keys Value) Value {
	k := object.As[Tuple](keys)
	values := object.NewTuple(t, k.Len())
	if values == nil {
		return null
	}
	if k.Len() == 0 {
		return object.Of(values)
	}
	seen := object.NewDict(t)
	get := object.GetAttr(t, subject, t.N(object.N_get))
	missing := object.NewSentinel(t)
	if seen == nil || get == null || missing == null {
		return null
	}
	for i := 0; i < k.Len(); i++ {
		key := *k.At(i)
		if seen.Get(t, key) != null {
			r, ok := object.ReprString(t, key)
			if ok {
				object.Raise(t, object.TValueError, "mapping pattern checks duplicate key (%s)", r)
			}
			return null
		}
		if t.Exc != null || !seen.Set(t, key, none) {
			return null
		}
		v := object.Call2(t, get, key, missing)
		if v == null {
			return null
		}
		if v == missing {
			return none
		}
		*values.At(i) = v
	}
	return object.Of(values)
}

// matchClass is MATCH_CLASS: a tuple of the attributes matched, or None.
func matchClass(t *Thread, subject, cls, names Value, npos int) Value {
	if !object.IsType(cls) {
		return object.Raise(t, object.TTypeError, "called match pattern must be a class")
	}
	switch object.IsInstanceCheck(t, subject, cls) {
	case 0:
		return none
	case -1:
		return null
	}
	typ := object.As[Type](cls)
	kw := object.As[Tuple](names)
	out := object.NewTuple(t, npos+kw.Len())
	seen := object.NewDict(t)
	if out == nil || seen == nil {
		return null
	}
	take := func(i int, name Value) bool {
		if seen.Get(t, name) != null {
			object.Raise(t, object.TTypeError, "%s() got multiple sub-patterns for attribute '%s'", typ.NameString(), object.GoString(name))
			return false
		}
		if t.Exc != null || !seen.Set(t, name, none) {
			return false
		}
		v := object.LookupAttr(t, subject, name)
		if v == null {
			return false
		}
		*out.At(i) = v
		return true
	}
	if npos > 0 {
		matchSelf := false
		args := object.LookupAttr(t, cls, t.N(object.N_match_args_))
		if args == null {
			if t.Exc != null {
				return null
			}
			matchSelf = typ.Flags&object.TypeMatchSelf != 0
			args = object.Of(t.RT.EmptyTuple)
		} else if !args.IsExact(object.TTuple) {
			return object.Raise(t, object.TTypeError, "%s.__match_args__ must be a tuple (got %s)", typ.NameString(), object.TypeName(t, args))
		}
		allowed := object.As[Tuple](args).Len()
		if matchSelf {
			allowed = 1
		}
		if allowed < npos {
			return object.Raise(t, object.TTypeError, "%s() accepts %d positional sub-pattern%s (%d given)", typ.NameString(), allowed, pluralS(allowed != 1), npos)
		}
		if matchSelf {
			*out.At(0) = subject
		} else {
			for i := 0; i < npos; i++ {
				name := *object.As[Tuple](args).At(i)
				if !name.IsExact(object.TStr) {
					return object.Raise(t, object.TTypeError, "__match_args__ elements must be strings (got %s)", object.TypeName(t, name))
				}
				if !take(i, name) {
					return noneUnlessRaised(t)
				}
			}
		}
	}
	for i := 0; i < kw.Len(); i++ {
		if !take(npos+i, *kw.At(i)) {
			return noneUnlessRaised(t)
		}
	}
	return object.Of(out)
}

func noneUnlessRaised(t *Thread) Value {
	if t.Exc != null {
		return null
	}
	return none
}
