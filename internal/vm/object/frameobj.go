// Frame objects and tracebacks: the views of the call stack that Python code holds, valid after the frames are gone.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// FrameObjectOf returns the frame object of a frame, making it when there is none; nil without memory.
func FrameObjectOf(t *Thread, f *Frame) *FrameObject {
	if f.Object != Null {
		return As[FrameObject](f.Object)
	}
	fo := New[FrameObject](t, TFrame)
	if fo == nil {
		return nil
	}
	fo.Frame, fo.TraceLines = unsafe.Pointer(f), true
	f.Object = Of(fo)
	f.Flags |= FrameSeen
	return fo
}

// DetachFrame must be called when a frame that has a frame object is left: it copies the frame's variables out of the VM stack.
// It never sets an exception.
func DetachFrame(t *Thread, f *Frame) {
	if f.Object == Null {
		return
	}
	fo := As[FrameObject](f.Object)
	exc := t.Exc
	size := FrameHeader + uintptr(f.Code.NLocalsPlus)*8
	p := t.Alloc(TFrameSpace.Shape(), 8+size, 0)
	if p == nil {
		fo.Frame = nil
		return
	}
	copyFrame := (*Frame)(unsafe.Add(p, 8))
	copy(unsafe.Slice((*byte)(unsafe.Pointer(copyFrame)), size), unsafe.Slice((*byte)(unsafe.Pointer(f)), size))
	fo.Space, fo.Frame = FromPtr(p), unsafe.Pointer(copyFrame)
	copyFrame.SP = copyFrame.Stack()
	if f.Prev != nil {
		if back := FrameObjectOf(t, f.Prev); back != nil {
			fo.Back = Of(back)
		}
	}
	copyFrame.Prev = nil
	t.Exc = exc
}

// EndedFrame makes the frame object of a call of fn, with code co, that the innermost frame has made and that raised an exception at byte offset
// lasti; Null without memory. locals are the variables of the call.
func EndedFrame(t *Thread, co *Code, fn *Function, lasti int, locals []Value) Value {
	back := FrameObjectOf(t, t.Frame)
	fo := New[FrameObject](t, TFrame)
	if back == nil || fo == nil {
		return Null
	}
	p := t.Alloc(TFrameSpace.Shape(), 8+FrameHeader+uintptr(co.NLocalsPlus)*8, 0)
	if p == nil {
		return Null
	}
	f := (*Frame)(unsafe.Add(p, 8))
	f.Code, f.Func, f.Globals, f.Builtins = co, Of(fn), fn.Globals, fn.Builtins
	f.Object, f.Flags = Of(fo), FrameSeen
	f.PC = unsafe.Add(co.First, lasti+2)
	for k, v := range locals {
		*f.Local(k) = v
	}
	f.SP = f.Stack()
	fo.Space, fo.Frame, fo.Back, fo.TraceLines = FromPtr(p), unsafe.Pointer(f), Of(back), true
	return Of(fo)
}

// frameLasti is the byte offset of the instruction being executed, or -1 before the first.
func frameLasti(f *Frame) int {
	if uintptr(f.PC) <= uintptr(f.Code.First) {
		return -1
	}
	return int(uintptr(f.PC)-uintptr(f.Code.First)) - 2
}

// Running is the frame that it stands for.
func (fo *FrameObject) Running() *Frame { return (*Frame)(fo.Frame) }

// line is f_lineno, -1 when the instruction has none.
func (fo *FrameObject) line() int {
	if fo.Line > 0 {
		return int(fo.Line)
	}
	f := fo.Running()
	if f == nil {
		return -1
	}
	return f.Code.Line(frameLasti(f))
}

var _ = DefineType(TFrame, TypeDef{
	Name:  "frame",
	Flags: TypeNoInstances,
	Size:  unsafe.Sizeof(FrameObject{}),
	Refs:  1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5,
	Slots: Slots{Repr: frameRepr},
	GetSets: []GetSetDef{
		{Name: "f_code", Get: frameGet(func(t *Thread, f *Frame) Value { return Of(f.Code) }), Audit: AuditGet},
		{Name: "f_globals", Get: frameGet(func(t *Thread, f *Frame) Value { return Of(f.Globals) })},
		{Name: "f_builtins", Get: frameGet(func(t *Thread, f *Frame) Value { return SeenBuiltins(f.Builtins) })},
		{Name: "f_locals", Get: frameGet(FrameLocals)},
		{Name: "f_lasti", Get: frameGet(func(t *Thread, f *Frame) Value { return SmallInt(int64(frameLasti(f))) })},
		{Name: "f_lineno", Get: func(t *Thread, v Value) Value { return intOrNone(As[FrameObject](v).line()) }, Set: setFrameLine},
		{Name: "f_back", Get: frameBack},
		{Name: "f_trace", Get: func(t *Thread, v Value) Value { return orNone(As[FrameObject](v).Trace) },
			Set: func(t *Thread, o, v Value) bool {
				As[FrameObject](o).Trace = orNull(v)
				return traceOpcodes(t, o)
			}},
		{Name: "f_trace_lines", Member: true, Get: func(t *Thread, v Value) Value { return Bool(As[FrameObject](v).TraceLines) },
			Set: func(t *Thread, o, v Value) bool { return setBool(t, &As[FrameObject](o).TraceLines, v) }},
		{Name: "f_trace_opcodes", Get: func(t *Thread, v Value) Value { return Bool(As[FrameObject](v).TraceOps) },
			Set: func(t *Thread, o, v Value) bool {
				return setBool(t, &As[FrameObject](o).TraceOps, v) && traceOpcodes(t, o)
			}},
	},
	Methods: []FuncDef{{Name: "clear", F0: frameClear}},
})

func setBool(t *Thread, p *bool, v Value) bool {
	if v == Null {
		Raise(t, TTypeError, "can't delete numeric/char attribute")
		return false
	}
	if !v.IsBool() {
		Raise(t, TTypeError, "attribute value type must be bool")
		return false
	}
	*p = v == True
	return true
}

// frameGet reads an attribute of the frame behind a frame object.
func frameGet(get func(t *Thread, f *Frame) Value) UnaryFunc {
	return func(t *Thread, v Value) Value {
		f := As[FrameObject](v).Running()
		if f == nil {
			return None
		}
		return get(t, f)
	}
}

func frameRepr(t *Thread, v Value) Value {
	fo := As[FrameObject](v)
	f := fo.Running()
	if f == nil {
		return NewStr(t, "<frame at "+address(v)+">")
	}
	file, ok := ReprString(t, f.Code.Filename)
	if !ok {
		return Null
	}
	return NewStr(t, "<frame at "+address(v)+", file "+file+", line "+itoa(fo.line())+", code "+GoString(f.Code.Name)+">")
}

func setFrameLine(t *Thread, o, v Value) bool {
	if v == Null {
		Raise(t, TAttributeError, "cannot delete attribute")
		return false
	}
	if TypeOf(t, v).Slots.Index == nil {
		Raise(t, TValueError, "lineno must be an integer")
		return false
	}
	line, ok := AsSize(t, v, TOverflowError)
	if !ok {
		return false
	}
	if t.RT.Interpreter == nil {
		Raise(t, TValueError, "f_lineno can only be set in a trace function")
		return false
	}
	return t.RT.Interpreter.SetFrameLine(t, As[FrameObject](o), line)
}

func traceOpcodes(t *Thread, o Value) bool {
	fo := As[FrameObject](o)
	return !fo.TraceOps || t.RT.Interpreter == nil || t.RT.Interpreter.TraceOpcodes(t, fo)
}

func frameBack(t *Thread, v Value) Value {
	fo := As[FrameObject](v)
	f := fo.Running()
	if f == nil || fo.Space != Null || f.Prev == nil {
		return orNone(fo.Back)
	}
	back := FrameObjectOf(t, f.Prev)
	if back == nil {
		return Null
	}
	return Of(back)
}

func frameClear(t *Thread, self Value) Value {
	fo := As[FrameObject](self)
	f := fo.Running()
	if f == nil {
		return None
	}
	if fo.Space == Null {
		if f.Owner == FrameGenerator {
			g := (*Generator)(unsafe.Add(unsafe.Pointer(f), -int(GenFrame)))
			switch g.State {
			case GenSuspended, GenSuspendedYieldFrom:
				return Raise(t, TRuntimeError, "cannot clear a suspended frame")
			case GenRunning:
				return Raise(t, TRuntimeError, "cannot clear an executing frame")
			case GenCreated:
				g.State, g.Resume = GenClosed, 0
			}
		} else {
			return Raise(t, TRuntimeError, "cannot clear an executing frame")
		}
	}
	for i := range int(f.Code.NLocalsPlus) {
		*f.Local(i) = Null
	}
	fo.Trace, fo.Extra = Null, Null
	return None
}

// FrameLocals is a frame's f_locals: the namespace of a module or class body, or a proxy of a function's variables.
func FrameLocals(t *Thread, f *Frame) Value {
	if f.Code.Flags&CoOptimized == 0 && f.Locals != Null && !f.hasHidden() {
		return f.Locals
	}
	if f.Code.Flags&CoOptimized == 0 && f.Locals == Null {
		return Of(f.Globals)
	}
	fo := FrameObjectOf(t, f)
	p := New[localsProxy](t, TFrameLocalsProxy)
	if fo == nil || p == nil {
		return Null
	}
	p.Frame = Of(fo)
	return Of(p)
}

// hasHidden reports whether an inlined comprehension of a module or class body is being run, with variables of its own.
func (f *Frame) hasHidden() bool {
	for i, k := range bytesOf(f.Code.Kinds) {
		if k&pyc.KindHidden != 0 && f.localValue(i) != Null {
			return true
		}
	}
	return false
}

// LocalsSnapshot is locals() in a frame: the namespace itself in modules and classes, a new dict in functions. There is no frame
// (nil) where a host calls Go code that asks for the one that runs.
func LocalsSnapshot(t *Thread, f *Frame) Value {
	if f == nil {
		return Raise(t, TSystemError, "frame does not exist")
	}
	v := FrameLocals(t, f)
	if v != Null && v.IsExact(TFrameLocalsProxy) {
		d := proxyDict(t, v)
		if d == nil {
			return Null
		}
		return Of(d)
	}
	return v
}

// begun reports whether a frame is known to have copied its free variables.
func (f *Frame) begun() bool {
	return uintptr(f.PC)-uintptr(f.Code.First) > 2*uintptr(f.Code.FirstTraceable)+2
}

// localValue returns the value of the i-th variable, looking into its cell; Null: unbound.
func (f *Frame) localValue(i int) Value {
	v := *f.Local(i)
	kind := bytesOf(f.Code.Kinds)[i]
	if kind&pyc.KindFree != 0 && v == Null && !f.begun() && f.Func != Null && f.Func.IsExact(TFunction) {
		// Free variables are copied in by the function's first instruction. A frame that was cleared has none any more.
		if c := As[Function](f.Func).Closure; c != Null {
			if j := i - (int(f.Code.NLocalsPlus) - int(f.Code.NFree)); j >= 0 && j < As[Tuple](c).Len() {
				v = *As[Tuple](c).At(j)
			}
		}
	}
	if kind&(pyc.KindFree|pyc.KindCell) != 0 && v != Null && v.IsExact(TCell) {
		return As[Cell](v).Ref
	}
	if v.IsPtr() {
		MarkShared(v)
	}
	return v
}

func (f *Frame) setLocalValue(t *Thread, i int, v Value) {
	p := f.Local(i)
	if bytesOf(f.Code.Kinds)[i]&(pyc.KindFree|pyc.KindCell) != 0 && *p != Null && p.IsExact(TCell) {
		As[Cell](*p).Ref = v
		return
	}
	*p = v
	t.Breaker.Or(BreakLocals)
}

// Next is set only through here, so that no loop can arise.
func setTbNext(t *Thread, o, v Value) bool {
	if v == Null {
		Raise(t, TTypeError, "can't delete tb_next attribute")
		return false
	}
	v = orNull(v)
	if v != Null && !v.IsExact(TTraceback) {
		Raise(t, TTypeError, "expected traceback object, got '%s'", TypeName(t, v))
		return false
	}
	for c := v; c != Null; c = As[Traceback](c).Next {
		if c == o {
			Raise(t, TValueError, "traceback loop detected")
			return false
		}
	}
	As[Traceback](o).Next = v
	return true
}

var tracebackSig = ParseSignature("traceback", "(tb_next, tb_frame, tb_lasti, tb_lineno)")

var _ = DefineType(TTraceback, TypeDef{
	Name: "traceback",
	Size: unsafe.Sizeof(Traceback{}),
	Refs: 1<<1 | 1<<2,
	Slots: Slots{New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
		b := t.PushArgs(4)
		if b == nil {
			return Null
		}
		defer t.PopArgs(4)
		if !tracebackSig.Bind(t, args, kw, b) {
			return Null
		}
		if b[0] != None && !b[0].IsExact(TTraceback) {
			return Raise(t, TTypeError, "expected traceback object or None, got '%s'", TypeName(t, b[0]))
		}
		if !b[1].IsExact(TFrame) {
			return Raise(t, TTypeError, "traceback() argument 'tb_frame' must be frame, not %s", TypeName(t, b[1]))
		}
		lasti, ok := AsSize(t, b[2], TOverflowError)
		if !ok {
			return Null
		}
		line, ok := AsSize(t, b[3], TOverflowError)
		if !ok {
			return Null
		}
		tb := New[Traceback](t, TTraceback)
		if tb == nil {
			return Null
		}
		tb.Next, tb.Frame, tb.Lasti, tb.Line = orNull(b[0]), b[1], lasti, line
		return Of(tb)
	}},
	Methods: []FuncDef{{Name: "__dir__", Sig: "()", F0: func(t *Thread, _ Value) Value {
		l := NewList(t, 4)
		for i, name := range [...]string{"tb_frame", "tb_next", "tb_lasti", "tb_lineno"} {
			s := Intern(t, name)
			if l == nil || s == Null {
				return Null
			}
			*l.At(i) = s
		}
		return Of(l)
	}}},
	GetSets: []GetSetDef{
		{Name: "tb_next", Get: func(t *Thread, v Value) Value { return orNone(As[Traceback](v).Next) }, Set: setTbNext},
		{Name: "tb_lasti", Member: true, Get: func(t *Thread, v Value) Value { return SmallInt(As[Traceback](v).Lasti) }},
		{Name: "tb_lineno", Get: func(t *Thread, v Value) Value { return intOrNone(As[Traceback](v).LineNumber()) }},
	},
	Members: []MemberDef{{Name: "tb_frame", Word: 2, Audit: true}},
})

// LineNumber is the line where the frame was.
func (tb *Traceback) LineNumber() int {
	if tb.Line < 0 {
		if c := As[FrameObject](tb.Frame).Code(); c != nil {
			tb.Line = int64(c.Line(int(tb.Lasti)))
		}
	}
	return int(tb.Line)
}

// Code is the code that the frame runs.
func (fo *FrameObject) Code() *Code {
	if f := fo.Running(); f != nil {
		return f.Code
	}
	return nil
}
