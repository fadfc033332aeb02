// The buffer protocol of classes: __buffer__ and __release_buffer__ (PEP 688).

package object

// What a buffer is asked for.
const (
	bufSimple   = 0
	bufWritable = 1
	bufFullRO   = 284
)

// BufferMethods are the methods of a type that has a buffer of its own; the second is for those whose buffer counts its views.
var BufferMethods = [...]FuncDef{bufferMethod, releaseBufferMethod}

var bufferMethod = FuncDef{Name: "__buffer__", Sig: "(flags, /)",
	F1: func(t *Thread, v, flags Value) Value {
		i := Index(t, flags)
		if i == Null {
			return Null
		}
		n, ok := AsSize(t, i, TOverflowError)
		if !ok {
			return Null
		}
		if v.IsExact(TMemoryView) {
			return NewMemoryView(t, v)
		}
		m := viewOf(t, v)
		if m != Null && n&bufWritable != 0 && As[MemoryView](m).ReadOnly {
			return Raise(t, TBufferError, "Object is not writable.")
		}
		return m
	}}

var releaseBufferMethod = FuncDef{Name: "__release_buffer__", Sig: "(buffer, /)",
	F1: func(t *Thread, v, view Value) Value {
		if !view.IsExact(TMemoryView) {
			return Raise(t, TTypeError, "expected a memoryview object")
		}
		m := As[MemoryView](view)
		switch {
		case m.Released:
			return Raise(t, TValueError, "memoryview's buffer has already been released")
		case m.Obj != v:
			return Raise(t, TValueError, "memoryview's buffer is not this object")
		}
		m.First = false // a method of the object's own called this one
		return memoryRelease(t, view)
	}}

// builtinType is the built-in type that the layout of an object comes from.
func builtinType(t *Thread, v Value) *Type {
	typ := TypeOf(t, v)
	for typ.Flags&TypeHeap != 0 {
		typ = typ.Base
	}
	return typ
}

// ownBuffer views the bytes of an object as its built-in type has them.
func ownBuffer(t *Thread, v Value) ([]byte, bool) {
	if f := builtinType(t, v).Slots.Buffer; f != nil {
		return f(t, v)
	}
	return nil, false
}

var slotBufferWord = wordOf[BufferFunc](slotBuffer)

// GivenBuffer is the buffer slot of a built-in type whose method __buffer__ gives the buffer.
var GivenBuffer BufferFunc = slotBuffer

// givesBuffer reports whether a buffer comes from a method written in Python.
func givesBuffer(s *Slots) bool { return s.Buffer != nil && wordOf(s.Buffer) == slotBufferWord }

// GivesBuffer reports whether the bytes of an object come from a method __buffer__ written in Python, which may run anything.
func GivesBuffer(t *Thread, v Value) bool { return givesBuffer(&TypeOf(t, v).Slots) }

func slotBuffer(t *Thread, v Value) ([]byte, bool) { return givenBuffer(t, v, bufSimple) }

// givenBuffer asks an object's __buffer__ for its bytes, and gives the buffer back at once: the bytes stay where they are as long as they are in use.
func givenBuffer(t *Thread, v Value, flags int64) ([]byte, bool) {
	view := askBuffer(t, v, flags)
	if view == Null {
		return nil, false
	}
	m := As[MemoryView](view)
	if !m.check(t) || flags&bufWritable != 0 && (m.ReadOnly || !m.contiguous('C') || !ownBytes(t, m.Obj)) {
		return nil, false
	}
	data, ok := m.bytes(t)
	if ok {
		m.giveBack(t, v)
	}
	return data, ok
}

// askBuffer calls __buffer__.
func askBuffer(t *Thread, v Value, flags int64) Value {
	r := must1(t, v, N_buffer_, SmallInt(flags))
	if r != Null && !r.IsExact(TMemoryView) {
		return Raise(t, TTypeError, "__buffer__ returned non-memoryview object")
	}
	return r
}

// releaser is the method __release_buffer__ of an object, if it is written in Python; Null if not.
func releaser(t *Thread, v Value) Value {
	f := TypeOf(t, v).LookupStr(t, "__release_buffer__")
	if f != Null && f.IsExact(TMethodDescr) {
		return Null
	}
	return f
}

// returnBuffer calls __release_buffer__, if it is written in Python; the errors of that are nobody's.
func returnBuffer(t *Thread, v, view Value) {
	f := releaser(t, v)
	if f == Null {
		return
	}
	was := t.Exc
	t.Exc = Null
	if Call2(t, f, v, view) == Null {
		WriteUnraisable(t, v)
	}
	t.Exc = was
}

// viewFor is memoryview(v) for what flags say.
func viewFor(t *Thread, v Value, flags int64) Value {
	if !v.IsExact(TMemoryView) && givesBuffer(&TypeOf(t, v).Slots) {
		return viewOfGiven(t, v, flags)
	}
	r := NewMemoryView(t, v)
	if r != Null && flags&bufWritable != 0 && As[MemoryView](r).ReadOnly {
		return Raise(t, TBufferError, "Object is not writable.")
	}
	return r
}

// viewOfGiven is memoryview(v) of an object with a __buffer__.
func viewOfGiven(t *Thread, v Value, flags int64) Value {
	view := askBuffer(t, v, flags)
	if view == Null {
		return Null
	}
	m := As[MemoryView](view)
	if !m.check(t) {
		return Null
	}
	r := m.window(t, m.Off, m.Size, m.Stride)
	if r != Null && TypeOf(t, v).Flags&TypeHeap != 0 { // a built-in type gives the buffer of another object as that object's
		m := As[MemoryView](r)
		m.Giver, m.Lent, m.First = v, view, true
	}
	return r
}

// giveBack calls __release_buffer__ of the object v that gave m. If the bytes are the object's own, that gets a view that ends with the call.
//
//psy:bounded the views that are released here give nothing back
func (m *MemoryView) giveBack(t *Thread, v Value) {
	if m.Obj != v {
		returnBuffer(t, v, Of(m))
		return
	}
	m.First = false
	if releaser(t, v) != Null {
		if view := m.window(t, m.Off, m.Size, m.Stride); view != Null {
			As[MemoryView](view).Last = true
			returnBuffer(t, v, view)
			memoryRelease(t, view)
		} else {
			WriteUnraisable(t, v)
		}
	}
	memoryRelease(t, Of(m))
}

// Exports counts what forbids that the bytes of an object change their number.
type Exports struct {
	Views int64 // memoryviews that may still look at the bytes
	Busy  int64 // with statements that will release a view, and functions at work
}

// Free reports whether the bytes of v may change their number; if not, BufferError is raised. Views that are kept elsewhere than in the variables of
// running functions, or are garbage, do not count: nothing tells the two apart, and views survive a change of size.
func (e *Exports) Free(t *Thread, v Value) bool {
	return e.FreeOr(t, v, "Existing exports of data: object cannot be re-sized")
}

// FreeOr is Free with a text of its own.
func (e *Exports) FreeOr(t *Thread, v Value, text string) bool {
	if e.Views|e.Busy == 0 {
		return true
	}
	if e.Busy > 0 || e.Views > 0 && Viewed(t, func(obj Value) bool { return obj == v }) {
		Raise(t, TBufferError, "%s", text)
		return false
	}
	e.Views = 0
	return true
}

// Viewed reports whether a variable of a running function or its module holds a view of an object that is not released. Views that are kept elsewhere,
// or are garbage, do not count: nothing tells the two apart.
func Viewed(t *Thread, shown func(obj Value) bool) bool {
	shows := func(v Value) bool {
		if v != Null && v.IsExact(TCell) {
			v = As[Cell](v).Ref
		}
		if v == Null || !v.IsExact(TMemoryView) {
			return false
		}
		m := As[MemoryView](v)
		return !m.Released && shown(m.Obj)
	}
	for f := t.Frame; f != nil; f = f.Prev {
		for i := range int(f.Code.NLocalsPlus) {
			if shows(*f.Local(i)) {
				return true
			}
		}
		if f.Globals != nil && (f.Prev == nil || f.Prev.Globals != f.Globals) {
			for e, i := f.Globals.Next(0); e != nil; e, i = f.Globals.Next(i) {
				if shows(e.Val) {
					return true
				}
			}
		}
	}
	return false
}
