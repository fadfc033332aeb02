// Unpicklers: the type, the stack, the memo. What the operations do is in load.go.

package pickling

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tUnpickler = object.AllocTypeID()

// unpickler is an Unpickler.
type unpickler struct {
	header
	Read, ReadLine, ReadInto, Peek Value // of the file, or Null
	Data                           Value // the object whose bytes are read
	Stack                          *object.List
	Memo                           *object.List // objects by their numbers, Null for none
	Far                            *object.Dict // objects whose numbers are too large for Memo, or nil
	Marks                          *object.Raw
	Buffers                        Value // an iterator, or Null
	PersLoad                       Value // while load runs: persistent_load, or Null
	Encoding, Errors               Value

	At                   unsafe.Pointer // Data's bytes
	End, Next, Fetched   int64          // how many there are, where the next is, how far the file has been read
	NMarks, Room, Fence  int64          // of Marks; where the stack ends for now
	Proto, Known         int64          // how many objects have a number
	FixImports, Ready    bool
	Running              bool // load is under way
	Plain, FindOwn, Byte bool // made by load or loads; find_class is this module's; encoding is "bytes"
}

const unpickleSig = "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())"

var _ = object.DefineType(tUnpickler, object.TypeDef{
	Name: "_pickle.Unpickler", Size: unsafe.Sizeof(unpickler{}), Refs: (1<<13 - 1) << 1, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			return object.Of(native.Alloc[unpickler](t, typ))
		},
		Init: native.BindInit("Unpickler", unpickleSig, func(t *Thread, v Value, a []Value) bool {
			return object.As[unpickler](v).initFile(t, a[0], a[1], a[2], a[3], a[4])
		}),
	},
	Methods: []object.FuncDef{
		{Name: "load", Sig: "()", F0: func(t *Thread, v Value) Value { return object.As[unpickler](v).loadFile(t) }},
		{Name: "find_class", Sig: "(module_name, global_name, /)", FN: func(t *Thread, v Value, a []Value) Value {
			return object.As[unpickler](v).findClass(t, a[0], a[1])
		}, MinArgs: 2, MaxArgs: 2},
		{Name: "persistent_load", Sig: "(pid, /)", F1: func(t *Thread, _, v Value) Value {
			noPersistentLoad(t)
			return null
		}},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value {
			u := object.As[unpickler](v)
			n := int64(unsafe.Sizeof(*u)) + 8*u.Room
			if u.Memo != nil {
				n += 8 * u.Memo.Cap
			}
			return object.NewInt(t, n)
		}},
	},
	GetSets: []object.GetSetDef{
		{Name: "memo", Get: func(t *Thread, v Value) Value { return newProxy(t, tUnpicklerMemo, v) },
			Set: func(t *Thread, v, x Value) bool { return object.As[unpickler](v).setMemo(t, x) }},
	},
})

func noPersistentLoad(t *Thread) bool {
	return raiseUnpickling(t, "A load persistent id instruction was encountered, but no persistent_load function was specified.")
}

// init takes the arguments that all ways of reading have.
func (u *unpickler) init(t *Thread, fix, encoding, errors, buffers Value) bool {
	f := 1
	if fix != null {
		if f = object.Truth(t, fix); f < 0 {
			return false
		}
	}
	u.FixImports = f > 0
	if u.Encoding = encoding; encoding == null {
		u.Encoding = object.Intern(t, "ASCII")
	}
	if u.Errors = errors; errors == null {
		u.Errors = object.Intern(t, "strict")
	}
	for i, v := range [...]Value{u.Encoding, u.Errors} {
		if v == null {
			return false
		}
		if !object.IsStr(v) {
			what, name := "Unpickler", [...]string{"encoding", "errors"}[i]
			if u.Plain {
				what = "loads"
				if u.Read != null {
					what = "load"
				}
			}
			object.Raise(t, object.TTypeError, "%s() argument '%s' must be str, not %s", what, name, object.TypeName(t, v))
			return false
		}
	}
	u.Byte = isName(u.Encoding, "bytes")
	u.Buffers = null
	if buffers != null && buffers != none {
		if u.Buffers = object.Iter(t, buffers); u.Buffers == null {
			return false
		}
	}
	u.clearMemo()
	u.Stack, u.Proto, u.NMarks, u.Fence = object.NewList(t, 0), 0, 0, 0
	return u.Stack != nil
}

func (u *unpickler) initFile(t *Thread, file, fix, encoding, errors, buffers Value) bool {
	if !u.idle(t) {
		return false
	}
	u.Ready = false
	for _, x := range [...]struct {
		name string
		to   *Value
	}{{"peek", &u.Peek}, {"readinto", &u.ReadInto}, {"read", &u.Read}, {"readline", &u.ReadLine}} {
		if *x.to = object.LookupAttr(t, file, object.Intern(t, x.name)); t.Exc != null {
			return false
		}
	}
	if u.Read == null || u.ReadLine == null {
		object.Raise(t, object.TTypeError, "file must have 'read' and 'readline' attributes")
		return false
	}
	u.Data, u.At, u.End, u.Next, u.Fetched = null, nil, 0, 0, 0
	if !u.init(t, fix, encoding, errors, buffers) {
		return false
	}
	u.Ready = true
	return true
}

func newUnpickler(t *Thread) *unpickler {
	u := native.Alloc[unpickler](t, t.Type(tUnpickler))
	if u != nil {
		u.Plain, u.Ready = true, true
	}
	return u
}

func load(t *Thread, _ Value, a []Value) Value {
	u := newUnpickler(t)
	if u == nil || !u.initFile(t, a[0], a[1], a[2], a[3], a[4]) {
		return null
	}
	return u.loadFile(t)
}

func loads(t *Thread, _ Value, a []Value) Value {
	u := newUnpickler(t)
	if u == nil || !u.setInput(t, a[0]) || !u.init(t, a[1], a[2], a[3], a[4]) {
		return null
	}
	u.takeSpare(t)
	v := u.loadFile(t)
	if v == null || !u.leaveSpare(t) {
		return null
	}
	return v
}

// loadFile is the method load.
func (u *unpickler) loadFile(t *Thread) Value {
	if !u.Ready {
		raiseUnpickling(t, "Unpickler.__init__() was not called by "+object.TypeName(t, object.Of(u))+".__init__()")
		return null
	}
	if !u.idle(t) || !t.Enter(" while unpickling an object") {
		return null
	}
	u.Running = true
	v := u.load(t)
	u.Running = false
	t.Leave()
	return v
}

// idle reports whether load is not under way.
func (u *unpickler) idle(t *Thread) bool {
	if u.Running {
		object.Raise(t, object.TRuntimeError, "Unpickler object is already used")
	}
	return !u.Running
}

func (u *unpickler) load(t *Thread) Value {
	u.PersLoad, u.FindOwn = null, true
	if !u.Plain {
		f := object.GetAttr(t, object.Of(u), object.Intern(t, "persistent_load"))
		if f == null {
			return null
		}
		if !isOwn(t, f, "persistent_load") {
			u.PersLoad = f
		}
		if f = object.GetAttr(t, object.Of(u), object.Intern(t, "find_class")); f == null {
			return null
		}
		u.FindOwn = isOwn(t, f, "find_class")
	}
	u.truncate(0)
	u.NMarks, u.Fence, u.Proto = 0, 0, 0
	for {
		op := byte(opStop)
		if u.Next < u.End {
			op = *(*byte)(unsafe.Add(u.At, u.Next))
			u.Next++
		} else if b := u.take(t, 1); b != nil {
			op = b[0]
		} else {
			if u.isTruncated(t) {
				t.ClearExc()
				object.Raise(t, object.TEOFError, "Ran out of input")
			}
			return null
		}
		if op == opStop {
			break
		}
		if !u.step(t, op) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
			return null
		}
	}
	u.PersLoad = null
	if !u.skip(t) {
		return null
	}
	return u.pop(t)
}

// isTruncated reports whether the exception that is set is an UnpicklingError.
func (u *unpickler) isTruncated(t *Thread) bool {
	class := moduleAttrQuiet(t, "UnpicklingError")
	return class != null && object.TypeOf(t, t.Exc).IsSubtype(object.As[object.Type](class))
}

// moduleAttrQuiet is an attribute of this module, while an exception is set.
func moduleAttrQuiet(t *Thread, name string) Value {
	exc := t.Exc
	t.ClearExc()
	v := moduleAttr(t, "_pickle", name)
	t.Exc = exc
	if v == null || !object.IsType(v) {
		return null
	}
	return v
}

// truncate takes from the stack what is above n.
func (u *unpickler) truncate(n int64) {
	if n < u.Stack.Size {
		items := u.Stack.Slice()[n:]
		clear(items)
		u.Stack.Size = n
	}
}

func (u *unpickler) push(t *Thread, v Value) bool { return v != null && u.Stack.Append(t, v) }

func (u *unpickler) underflow(t *Thread) bool {
	if u.NMarks > 0 {
		return raiseUnpickling(t, "unexpected MARK found")
	}
	return raiseUnpickling(t, "unpickling stack underflow")
}

// pop takes the top of the stack.
func (u *unpickler) pop(t *Thread) Value {
	n := u.Stack.Size - 1
	if n < u.Fence {
		u.underflow(t)
		return null
	}
	at := u.Stack.At(int(n))
	v := *at
	*at = null
	u.Stack.Size = n
	return v
}

// top is the top of the stack; Null: an exception is set.
func (u *unpickler) top(t *Thread) Value {
	if u.Stack.Size <= u.Fence {
		u.underflow(t)
		return null
	}
	return *u.Stack.At(int(u.Stack.Size - 1))
}

// popTuple makes a tuple of the stack from n on.
func (u *unpickler) popTuple(t *Thread, n int64) *object.Tuple {
	if n < u.Fence {
		u.underflow(t)
		return nil
	}
	v := object.TupleOf(t, u.Stack.Slice()[n:])
	if v == null {
		return nil
	}
	u.truncate(n)
	return object.As[object.Tuple](v)
}

// popList makes a list of the stack from n on.
func (u *unpickler) popList(t *Thread, n int64) *object.List {
	v := object.ListOf(t, u.Stack.Slice()[n:])
	if v == null {
		return nil
	}
	u.truncate(n)
	return object.As[object.List](v)
}

func (u *unpickler) marks() []int64 { return unsafe.Slice((*int64)(u.Marks.Data()), u.Room) }

// mark puts a mark on the stack.
func (u *unpickler) mark(t *Thread) bool {
	if u.NMarks == u.Room {
		room := max(2*u.Room, 16)
		r := object.NewRaw(t, int(8*room))
		if r == nil {
			return false
		}
		if u.Room > 0 {
			copy(unsafe.Slice((*int64)(r.Data()), room), u.marks())
		}
		u.Marks, u.Room = r, room
	}
	u.Fence = u.Stack.Size
	u.marks()[u.NMarks] = u.Fence
	u.NMarks++
	return true
}

// unmark takes the topmost mark away: it returns where it was, or -1.
func (u *unpickler) unmark(t *Thread) int64 {
	if u.NMarks == 0 {
		raiseUnpickling(t, "could not find MARK")
		return -1
	}
	u.NMarks--
	at := u.marks()[u.NMarks]
	if u.Fence = 0; u.NMarks > 0 {
		u.Fence = u.marks()[u.NMarks-1]
	}
	return at
}

func (u *unpickler) clearMemo() { u.Memo, u.Far, u.Known = nil, nil, 0 }

// known is the object with a number, or Null.
func (u *unpickler) known(n int64) Value {
	if u.Memo != nil && n >= 0 && n < u.Memo.Size {
		return *u.Memo.At(int(n))
	}
	if u.Far == nil || !object.FitsSmall(n) {
		return null
	}
	key := object.SmallInt(n)
	return u.Far.GetHash(nil, key, object.HashInt(key))
}

// learn gives an object a number.
func (u *unpickler) learn(t *Thread, n int64, v Value) bool {
	if u.Memo == nil {
		if u.Memo = object.NewList(t, 0); u.Memo == nil {
			return false
		}
	}
	m := u.Memo
	switch {
	case n == m.Size && u.Far == nil:
		if !m.Append(t, v) {
			return false
		}
		u.Known++
		return true
	case n >= 4*u.Known+1024 || n >= m.Size && u.Far != nil:
		if u.Far == nil {
			if u.Far = object.NewDict(t); u.Far == nil {
				return false
			}
		}
		key := object.NewInt(t, n)
		if key == null {
			return false
		}
		used := u.Far.Used
		if !u.Far.Set(t, key, v) {
			return false
		}
		u.Known += u.Far.Used - used
		return true
	}
	for m.Size <= n {
		if !m.Append(t, null) {
			return false
		}
	}
	at := m.At(int(n))
	if *at == null {
		u.Known++
	}
	*at = v
	return true
}

// memoDict is the memo as a dict.
func (u *unpickler) memoDict(t *Thread) *object.Dict {
	d := object.NewDict(t)
	if d == nil {
		return nil
	}
	if u.Memo != nil {
		for i := range u.Memo.Len() {
			if v := *u.Memo.At(i); v != null && !d.Set(t, object.SmallInt(int64(i)), v) {
				return nil
			}
		}
	}
	if u.Far != nil && !object.DictMerge(t, d, object.Of(u.Far)) {
		return nil
	}
	return d
}

func (u *unpickler) setMemo(t *Thread, v Value) bool {
	switch {
	case v == null:
		object.Raise(t, object.TTypeError, "attribute deletion is not supported")
		return false
	case v.IsExact(tUnpicklerMemo):
		d := object.As[unpickler](object.As[memoProxy](v).Of).memoDict(t)
		if d == nil {
			return false
		}
		v = object.Of(d)
	case !object.IsDict(v):
		object.Raise(t, object.TTypeError, "'memo' attribute must be an UnpicklerMemoProxy object or dict, not %s", object.TypeName(t, v))
		return false
	}
	u.clearMemo()
	d := object.As[object.Dict](v)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !object.IsIntLike(e.Key) {
			object.Raise(t, object.TTypeError, "memo key must be integers")
			return false
		}
		n, ok := object.ArgSize(t, e.Key)
		if !ok {
			return false
		}
		if n < 0 {
			object.Raise(t, object.TValueError, "memo key must be positive integers.")
			return false
		}
		if !u.learn(t, n, e.Val) {
			return false
		}
	}
	return true
}
