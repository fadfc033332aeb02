// The base classes of files, _IOBase and its three kinds, and what all files share.

package iomod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tIOBase       = object.AllocTypeID()
	tRawIOBase    = object.AllocTypeID()
	tBufferedBase = object.AllocTypeID()
	tTextBase     = object.AllocTypeID()
	tFileIO       = object.AllocTypeID()
	tBytesIO      = object.AllocTypeID()
	tStringIO     = object.AllocTypeID()
	tBufReader    = object.AllocTypeID()
	tBufWriter    = object.AllocTypeID()
	tBufRandom    = object.AllocTypeID()
	tBufPair      = object.AllocTypeID()
	tText         = object.AllocTypeID()
	tNewlines     = object.AllocTypeID()
)

// ioObject is a file object; its state is on the Go side. Ref is the file below: a buffer's raw file, a text file's buffer.
type ioObject struct {
	header
	Handle uint64
	Ref    Value
	Flags  uint64
	// Of a text file whose codec is the program's:
	Decoder, Encoder Value
	State            Value // of the decoder before the last chunk
}

const (
	ioFinalizing = 1 << iota // its finalizer closes it
	ioTracked                // it has a finalizer
)

func ioDef(name string, base object.TypeID, d object.TypeDef) object.TypeDef {
	d.Name, d.Base, d.Flags = "_io."+name, base, object.TypeBase
	d.Size, d.Refs, d.LayoutFlags, d.Dict = unsafe.Sizeof(ioObject{}), 1<<2|7<<4, heap.HasHandle, true
	if d.Slots.New == nil {
		d.Slots.New = object.ObjectNew
	}
	return d
}

// newIO is the __new__ of types that do not inherit object's, which refuses abstract classes.
func newIO(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	return object.AllocInstance(t, typ)
}

// setState gives a file object its Go side.
func setState(t *Thread, v Value, x any) {
	o := object.As[ioObject](v)
	if o.Handle != 0 {
		t.RT.Heap.Handles().Set(uint32(o.Handle), x)
		return
	}
	o.Handle = uint64(t.RT.Heap.Handles().Put(x))
	t.RT.Heap.Handles().Own(uint32(o.Handle))
}

// unset makes a file object one that was never initialized, as it is while __init__ is at work, and when that fails.
func unset(t *Thread, v Value) {
	o := object.As[ioObject](v)
	o.Handle, o.Ref = 0, null // the old Go side is closed when a collection finds it
}

// stateOf returns a file object's Go side; nil, with ValueError raised, before __init__.
func stateOf[T any](t *Thread, v Value) *T {
	s := held[T](t, v)
	if s == nil {
		object.Raise(t, object.TValueError, "I/O operation on uninitialized object")
	}
	return s
}

// held is a file object's Go side; nil before __init__.
func held[T any](t *Thread, v Value) *T {
	s, _ := t.RT.Heap.Handles().Get(uint32(object.As[ioObject](v).Handle)).(*T)
	return s
}

func raiseClosed(t *Thread) Value {
	return object.Raise(t, object.TValueError, "I/O operation on closed file.")
}

// unsupported raises io.UnsupportedOperation.
func unsupported(t *Thread, what string) Value {
	typ := t.RT.Extra[native.ExtraUnsupported]
	s := object.NewStr(t, what)
	if s == null {
		return null
	}
	if typ == null {
		return object.RaiseValue(t, object.TOSError, s)
	}
	e := object.Call1(t, typ, s)
	if e != null {
		object.SetExc(t, e)
	}
	return null
}

// MakeUnsupported makes the class io.UnsupportedOperation once.
func MakeUnsupported(t *Thread) Value {
	if v := t.RT.Extra[native.ExtraUnsupported]; v != null {
		return v
	}
	bases := object.Pair(t, t.Type(object.TOSError).Value(), t.Type(object.TValueError).Value())
	d := object.NewDict(t)
	name := object.NewStr(t, "UnsupportedOperation")
	if bases == null || d == nil || name == null || !d.SetStr(t, "__module__", object.NewStr(t, "io")) {
		return null
	}
	v := object.Call3(t, t.Type(object.TType).Value(), name, bases, object.Of(d))
	t.RT.Extra[native.ExtraUnsupported] = v
	return v
}

// optSize reads the optional argument i of read and the like: None or absent is -1.
func optSize(t *Thread, args []Value, i int) (int64, bool) {
	if i >= len(args) || args[i] == none {
		return -1, true
	}
	if v := args[i]; !native.IsInt(v) && object.TypeOf(t, v).Slots.Index == nil {
		object.Raise(t, object.TTypeError, "argument should be integer or None, not '%s'", object.TypeName(t, v))
		return 0, false
	}
	n, ok := object.AsSize(t, args[i], object.TOverflowError)
	if n < 0 {
		n = -1
	}
	return n, ok
}

// truthOf calls a method and takes its result as a truth value; -1 on error.
func truthOf(t *Thread, v Value, name string) int {
	r := native.Call0(t, v, name)
	if r == null {
		return -1
	}
	return object.Truth(t, r)
}

// IsClosed reads the attribute closed; -1 on error. That of psy's own text files and buffers is that of the file below.
func IsClosed(t *Thread, v Value) int {
	for range 3 { // a file may have been put above itself
		if !v.IsExact(tText) && !v.IsExact(tBufReader) && !v.IsExact(tBufWriter) && !v.IsExact(tBufRandom) {
			break
		}
		below := object.As[ioObject](v).Ref
		if below == null {
			break // raises
		}
		v = below
	}
	r := object.GetAttr(t, v, t.N(object.N_closed))
	if r == null {
		return -1
	}
	return object.Truth(t, r)
}

// mustBeOpen raises ValueError for a closed file.
func mustBeOpen(t *Thread, v Value) bool {
	c := IsClosed(t, v)
	if c == 1 {
		raiseClosed(t)
	}
	return c == 0
}

// checkAble calls readable, writable or seekable and raises UnsupportedOperation when it says no.
func checkAble(t *Thread, v Value, method, message string) Value {
	r := native.Call0(t, v, method)
	if r == null {
		return null
	}
	if r != object.True {
		return unsupported(t, message)
	}
	return object.True
}

func baseClosed(t *Thread, v Value) Value {
	r := object.LookupAttr(t, v, t.N(object.N_IOBase_closed))
	if r == null && t.Exc != null {
		return null
	}
	return object.Bool(r != null)
}

func refuse(what string) func(t *Thread, _ Value, _ []Value) Value {
	return func(t *Thread, _ Value, _ []Value) Value { return unsupported(t, what) }
}

func refuse0(what string) func(t *Thread, _ Value) Value {
	return func(t *Thread, _ Value) Value { return unsupported(t, what) }
}

func no(t *Thread, v Value) Value { return object.False }

var _ = object.DefineType(tIOBase, object.TypeDef{
	Name: "_io._IOBase", Flags: object.TypeBase, Size: 8, Dict: true,
	Slots: object.Slots{
		New: object.ObjectNew,
		Del: ioFinalize,
		Iter: func(t *Thread, v Value) Value {
			if !mustBeOpen(t, v) {
				return null
			}
			return v
		},
		Next: func(t *Thread, v Value) Value {
			line := object.CallMethod0(t, v, t.N(object.N_readline))
			if line == null {
				return null
			}
			if n := object.Len(t, line); n <= 0 {
				return null
			}
			return line
		},
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: baseClosed}, {Name: "__dict__", Get: object.DictGetSet.Get}},
	Methods: []FuncDef{
		{Name: "seek", Sig: "(offset, whence=0, /)", FN: refuse("seek"), MinArgs: 1, MaxArgs: 2},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			return native.Call2(t, v, "seek", object.SmallInt(0), object.SmallInt(1))
		}},
		{Name: "truncate", Sig: "(size=None, /)", FN: refuse("truncate"), MaxArgs: 1},
		{Name: "fileno", Sig: "()", F0: refuse0("fileno")},
		{Name: "flush", Sig: "()", F0: func(t *Thread, v Value) Value {
			if object.IsInstance(t, v, tFileIO) {
				switch f := stateOf[RawFile](t, v); {
				case f == nil:
					return null
				case f.ended:
					return raiseClosed(t)
				}
				return none
			}
			switch baseClosed(t, v) {
			case object.True:
				return raiseClosed(t)
			case null:
				return null
			}
			return none
		}},
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			c := baseClosed(t, v)
			if c != object.False {
				if c == null {
					return null
				}
				return none
			}
			r := object.CallMethod0(t, v, t.N(object.N_flush))
			exc := t.Exc
			t.ClearExc()
			if !object.SetAttr(t, v, t.N(object.N_IOBase_closed), object.True) {
				return null
			}
			if r == null {
				t.Exc = exc
				return null
			}
			return none
		}},
		{Name: "seekable", Sig: "()", F0: no},
		{Name: "readable", Sig: "()", F0: no},
		{Name: "writable", Sig: "()", F0: no},
		{Name: "isatty", Sig: "()", F0: func(t *Thread, v Value) Value {
			if !mustBeOpen(t, v) {
				return null
			}
			return object.False
		}},
		{Name: "_checkClosed", FN: func(t *Thread, v Value, _ []Value) Value {
			if !mustBeOpen(t, v) {
				return null
			}
			return none
		}, MaxArgs: -1},
		{Name: "_checkSeekable", FN: func(t *Thread, v Value, _ []Value) Value {
			return checkAble(t, v, "seekable", "File or stream is not seekable.")
		}, MaxArgs: -1},
		{Name: "_checkReadable", FN: func(t *Thread, v Value, _ []Value) Value {
			return checkAble(t, v, "readable", "File or stream is not readable.")
		}, MaxArgs: -1},
		{Name: "_checkWritable", FN: func(t *Thread, v Value, _ []Value) Value {
			return checkAble(t, v, "writable", "File or stream is not writable.")
		}, MaxArgs: -1},
		{Name: "__enter__", F0: func(t *Thread, v Value) Value {
			if !mustBeOpen(t, v) {
				return null
			}
			return v
		}},
		{Name: "__exit__", FN: func(t *Thread, v Value, _ []Value) Value { return object.CallMethod0(t, v, t.N(object.N_close)) }, MaxArgs: -1},
		{Name: "readline", Sig: "(size=-1, /)", FN: baseReadline, MaxArgs: 1},
		{Name: "readlines", Sig: "(hint=-1, /)", FN: baseReadlines, MaxArgs: 1},
		{Name: "writelines", Sig: "(lines, /)", F1: baseWritelines},
	},
})

// baseReadline reads a line through peek and read.
func baseReadline(t *Thread, v Value, args []Value) Value {
	limit, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	peek := object.LookupAttr(t, v, object.Intern(t, "peek"))
	if peek == null && t.Exc != null {
		return null
	}
	var line []byte
	for limit < 0 || int64(len(line)) < limit {
		n := int64(1)
		if peek != null {
			b := object.Call1(t, peek, object.SmallInt(1))
			if b == null {
				return null
			}
			if !object.IsBytes(b) {
				return object.Raise(t, object.TOSError, "peek() should have returned a bytes object, not '%s'", object.TypeName(t, b))
			}
			for i, c := range object.BytesOf(b) {
				n = int64(i + 1)
				if c == '\n' {
					break
				}
			}
			if limit >= 0 {
				n = min(n, limit-int64(len(line)))
			}
		}
		b := object.CallMethod1(t, v, t.N(object.N_read), object.SmallInt(n))
		if b == null {
			return null
		}
		if !object.IsBytes(b) {
			return object.Raise(t, object.TOSError, "read() should have returned a bytes object, not '%s'", object.TypeName(t, b))
		}
		data := object.BytesOf(b)
		if len(data) == 0 {
			break
		}
		line = append(line, data...)
		if line[len(line)-1] == '\n' {
			break
		}
	}
	return object.NewBytes(t, line)
}

func baseReadlines(t *Thread, v Value, args []Value) Value {
	hint, ok := optSize(t, args, 0)
	if !ok || !mustBeOpen(t, v) {
		return null
	}
	l := object.NewList(t, 0)
	it := object.Iter(t, v)
	if l == nil || it == null {
		return null
	}
	for total := int64(0); hint <= 0 || total < hint; {
		line := object.Next(t, it)
		if line == null {
			if t.Exc != null {
				return null
			}
			break
		}
		if !l.Append(t, line) {
			return null
		}
		if hint > 0 {
			n := object.Len(t, line)
			if n < 0 {
				return null
			}
			total += n
		}
	}
	return object.Of(l)
}

func baseWritelines(t *Thread, v, lines Value) Value {
	if !mustBeOpen(t, v) {
		return null
	}
	it := object.Iter(t, lines)
	if it == null {
		return null
	}
	for {
		line := object.Next(t, it)
		if line == null {
			if t.Exc != null {
				return null
			}
			return none
		}
		if object.CallMethod1(t, v, t.N(object.N_write), line) == null {
			return null
		}
	}
}

var _ = object.DefineType(tRawIOBase, object.TypeDef{
	Name: "_io._RawIOBase", Base: tIOBase, Flags: object.TypeBase, Size: 8, Dict: true,
	Methods: []FuncDef{
		{Name: "read", Sig: "(size=-1, /)", FN: rawBaseRead, MaxArgs: 1},
		{Name: "readall", Sig: "()", F0: rawBaseReadAll},
		{Name: "readinto", Sig: "(buffer, /)", F1: func(t *Thread, v, b Value) Value { return object.RaiseType(t, object.TNotImplementedError) }},
		{Name: "write", Sig: "(b, /)", F1: func(t *Thread, v, b Value) Value { return object.RaiseType(t, object.TNotImplementedError) }},
	},
})

// rawBaseRead reads through readinto or readall, which subclasses define.
func rawBaseRead(t *Thread, v Value, args []Value) Value {
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	if n < 0 {
		return native.Call0(t, v, "readall")
	}
	b := object.Call1(t, t.Type(object.TByteArray).Value(), object.SmallInt(n))
	if b == null {
		return null
	}
	r := native.Call1(t, v, "readinto", b)
	if r == null || r == none {
		return r
	}
	got, ok := object.AsSize(t, r, object.TValueError)
	if !ok {
		return null
	}
	data, ok := native.BufferOf(t, b)
	if !ok {
		return null
	}
	if got < 0 || got > int64(len(data)) {
		return object.Raise(t, object.TValueError, "readinto returned %d outside buffer size %d", got, len(data))
	}
	return object.NewBytes(t, data[:got])
}

func rawBaseReadAll(t *Thread, v Value) Value {
	var all []byte
	for {
		b := object.CallMethod1(t, v, t.N(object.N_read), object.SmallInt(defaultBuffer))
		if b == null {
			return null
		}
		if b == none {
			if len(all) == 0 {
				return none
			}
			break
		}
		if !object.IsBytes(b) {
			return object.Raise(t, object.TTypeError, "read() should return bytes")
		}
		data := object.BytesOf(b)
		if len(data) == 0 {
			break
		}
		all = append(all, data...)
	}
	return object.NewBytes(t, all)
}

var _ = object.DefineType(tBufferedBase, object.TypeDef{
	Name: "_io._BufferedIOBase", Base: tIOBase, Flags: object.TypeBase, Size: 8, Dict: true,
	Methods: []FuncDef{
		{Name: "detach", Sig: "()", F0: refuse0("detach")},
		{Name: "read", Sig: "(size=-1, /)", FN: refuse("read"), MaxArgs: -1},
		{Name: "read1", Sig: "(size=-1, /)", FN: refuse("read1"), MaxArgs: -1},
		{Name: "readinto", Sig: "(buffer, /)", F1: func(t *Thread, v, b Value) Value { return readInto(t, v, b, "read", "readinto() argument") }},
		{Name: "readinto1", Sig: "(buffer, /)", F1: func(t *Thread, v, b Value) Value { return readInto(t, v, b, "read1", "readinto1() argument") }},
		{Name: "write", Sig: "(b, /)", FN: refuse("write"), MaxArgs: -1},
	},
})

// readInto fills a writable buffer by a method that returns bytes.
func readInto(t *Thread, v, b Value, method, as string) Value {
	dst, ok := native.WritableBuffer(t, b, as)
	if !ok {
		return null
	}
	r := native.Call1(t, v, method, object.SmallInt(int64(len(dst))))
	if r == null || r == none {
		return r
	}
	if !object.IsBytes(r) {
		return object.Raise(t, object.TTypeError, "%s() should return bytes", method)
	}
	if dst, ok = native.WritableBuffer(t, b, as); !ok {
		return null
	}
	src := object.BytesOf(r)
	if len(src) > len(dst) {
		return object.Raise(t, object.TValueError, "%s() returned too much data: %d bytes requested, %d returned", method, len(dst), len(src))
	}
	return object.SmallInt(int64(copy(dst, src)))
}

var _ = object.DefineType(tTextBase, object.TypeDef{
	Name: "_io._TextIOBase", Base: tIOBase, Flags: object.TypeBase, Size: 8, Dict: true,
	Methods: []FuncDef{
		{Name: "detach", Sig: "()", F0: refuse0("detach")},
		{Name: "read", Sig: "(size=-1, /)", FN: refuse("read"), MaxArgs: -1},
		{Name: "readline", Sig: "(size=-1, /)", FN: refuse("readline"), MaxArgs: -1},
		{Name: "write", Sig: "(s, /)", FN: refuse("write"), MaxArgs: -1},
	},
	GetSets: []object.GetSetDef{
		{Name: "encoding", Get: func(t *Thread, v Value) Value { return none }},
		{Name: "newlines", Get: func(t *Thread, v Value) Value { return none }},
		{Name: "errors", Get: func(t *Thread, v Value) Value { return none }},
	},
})
