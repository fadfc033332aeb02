// Picklers: the type, and how objects of built-in types are written. Objects of other types are in reduce.go.

package pickling

import (
	"encoding/binary"
	"math"
	"math/big"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tPickler = object.AllocTypeID()

// pickler is a Pickler. What it has written is in output.go, its memo in memo.go.
type pickler struct {
	header
	Write, Callback         Value // of the file, or Null; buffer_callback, or Null
	Dispatch                Value // dispatch_table, or Null
	Buf                     *object.Raw
	Keys                    *object.Values // the memo
	Numbers                 *object.Raw
	FastMemo                *object.Dict
	PersID, Override, Table Value // while dump runs: persistent_id, reducer_override, the dispatch table in use
	Extensions              *object.Dict
	Builtins                *object.Dict // the names of built-in functions' modules: see apart

	Mask, Used, Len, Cap, FrameStart  int64
	Proto, Bin, Fast, Nesting         int64
	FixImports, Framing, Ready, Plain bool // Plain: made by dumps or dump, so nobody has a class of it
}

const pickleSig = "(file, protocol=None, fix_imports=True, buffer_callback=None)"

var _ = object.DefineType(tPickler, object.TypeDef{
	Name: "_pickle.Pickler", Size: unsafe.Sizeof(pickler{}), Refs: (1<<12 - 1) << 1, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			return object.Of(native.Alloc[pickler](t, typ))
		},
		Init: native.BindInit("Pickler", pickleSig, func(t *Thread, v Value, a []Value) bool { return object.As[pickler](v).init(t, a[0], a[1], a[2], a[3]) }),
	},
	Methods: []object.FuncDef{
		{Name: "dump", Sig: "(obj, /)", F1: func(t *Thread, v, x Value) Value { return object.As[pickler](v).dumpFile(t, x) }},
		{Name: "clear_memo", Sig: "()", F0: func(t *Thread, v Value) Value {
			object.As[pickler](v).clearMemo()
			return none
		}},
		{Name: "persistent_id", Sig: "(obj, /)", F1: noPersistentID},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value {
			p := object.As[pickler](v)
			n := int64(unsafe.Sizeof(*p)) + p.Cap
			if p.Keys != nil {
				n += 12 * (p.Mask + 1)
			}
			return object.NewInt(t, n)
		}},
	},
	GetSets: []object.GetSetDef{
		intMember("bin", func(v Value) *int64 { return &object.As[pickler](v).Bin }),
		intMember("fast", func(v Value) *int64 { return &object.As[pickler](v).Fast }),
		{Name: "memo", Get: func(t *Thread, v Value) Value { return newProxy(t, tPicklerMemo, v) },
			Set: func(t *Thread, v, x Value) bool { return object.As[pickler](v).setMemo(t, x) }},
	},
	Members: []object.MemberDef{{Name: "dispatch_table", Word: 3, Writable: true}},
})

// noPersistentID is the method persistent_id, by which a pickler tells that nothing is kept elsewhere.
func noPersistentID(t *Thread, _, v Value) Value { return none }

func isName(v Value, name string) bool {
	s := object.As[object.Str](v)
	return s.IsASCII() && s.View() == name
}

// intMember declares an attribute that is a C int.
func intMember(name string, at func(v Value) *int64) object.GetSetDef {
	return object.GetSetDef{Name: name, Member: true, Get: func(t *Thread, v Value) Value { return object.NewInt(t, *at(v)) },
		Set: func(t *Thread, v, x Value) bool {
			if x == null {
				object.Raise(t, object.TTypeError, "can't delete numeric/char attribute")
				return false
			}
			n, ok := object.AsInt64(t, x)
			if ok {
				*at(v) = int64(int32(n))
			}
			return ok
		}}
}

func (p *pickler) init(t *Thread, file, protocol, fix, callback Value) bool {
	if !p.setProtocol(t, protocol, fix) {
		return false
	}
	if p.Write = object.LookupAttr(t, file, object.Intern(t, "write")); p.Write == null {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "file must have a 'write' attribute")
		}
		return false
	}
	if !p.setCallback(t, callback) {
		return false
	}
	p.clearMemo()
	p.Fast, p.Nesting, p.FastMemo, p.Len, p.FrameStart, p.Ready = 0, 0, nil, 0, -1, true
	if p.Dispatch = object.LookupAttr(t, object.Of(p), object.Intern(t, "dispatch_table")); t.Exc != null {
		return false
	}
	return true
}

func (p *pickler) setProtocol(t *Thread, protocol, fix Value) bool {
	p.Proto = defaultProtocol
	if protocol != null && protocol != none {
		n, ok := object.AsInt64(t, protocol)
		if !ok {
			return false
		}
		if p.Proto = n; n < 0 {
			p.Proto = highestProtocol
		} else if n > highestProtocol {
			object.Raise(t, object.TValueError, "pickle protocol must be <= %d", highestProtocol)
			return false
		}
	}
	f := 1
	if fix != null {
		if f = object.Truth(t, fix); f < 0 {
			return false
		}
	}
	p.Bin = 0
	if p.Proto > 0 {
		p.Bin = 1
	}
	p.FixImports = f > 0 && p.Proto < 3
	return true
}

func (p *pickler) setCallback(t *Thread, v Value) bool {
	if p.Callback = v; v == none {
		p.Callback = null
	}
	if p.Callback != null && p.Proto < 5 {
		object.Raise(t, object.TValueError, "buffer_callback needs protocol >= 5")
		return false
	}
	return true
}

func newPickler(t *Thread) *pickler {
	p := native.Alloc[pickler](t, t.Type(tPickler))
	if p != nil {
		p.FrameStart, p.Ready, p.Plain = -1, true, true
	}
	return p
}

func dump(t *Thread, _ Value, a []Value) Value {
	p := newPickler(t)
	if p == nil || !p.init(t, a[1], a[2], a[3], a[4]) {
		return null
	}
	return p.dumpFile(t, a[0])
}

func dumps(t *Thread, _ Value, a []Value) Value {
	p := newPickler(t)
	if p == nil || !p.setProtocol(t, a[1], a[2]) || !p.setCallback(t, a[3]) {
		return null
	}
	p.takeSpare(t)
	if !p.dump(t, a[0]) {
		return null
	}
	data := object.NewBytes(t, p.written())
	if data == null || !p.leaveSpare(t) {
		return null
	}
	return data
}

// dumpFile is the method dump.
func (p *pickler) dumpFile(t *Thread, v Value) Value {
	if !p.Ready {
		raisePickling(t, "Pickler.__init__() was not called by "+object.TypeName(t, object.Of(p))+".__init__()")
		return null
	}
	p.Len, p.FrameStart = 0, -1
	if !p.dump(t, v) || !p.flush(t) {
		return null
	}
	return none
}

func (p *pickler) dump(t *Thread, v Value) bool {
	p.PersID, p.Override = null, null
	if !p.Plain {
		f := object.GetAttr(t, object.Of(p), object.Intern(t, "persistent_id"))
		if f == null {
			return false
		}
		if !isOwn(t, f, "persistent_id") {
			p.PersID = f
		}
		if p.Override = object.LookupAttr(t, object.Of(p), object.Intern(t, "reducer_override")); t.Exc != null {
			return false
		}
	}
	ok := p.Proto < 2 || p.op1(t, opProto, byte(p.Proto))
	if ok {
		p.Framing = p.Proto >= 4
		ok = p.save(t, v, false) && p.op(t, opStop)
		if ok {
			p.commit()
		}
		p.Framing = false
	}
	p.PersID, p.Override, p.Table, p.Extensions = null, null, null, nil
	return ok
}

// isOwn reports whether a bound method is this module's method of that name.
func isOwn(t *Thread, f Value, name string) bool {
	return f.IsExact(object.TBuiltin) && object.As[object.Builtin](f).DefOf().Name == name
}

// memoize gives an object a number.
func (p *pickler) memoize(t *Thread, v Value) bool {
	if p.Fast != 0 {
		return true
	}
	n := p.Used
	if !p.setNumber(t, v, n) {
		return false
	}
	switch {
	case p.Proto >= 4:
		return p.op(t, opMemoize)
	case p.Bin == 0:
		return p.text(t, opPut, strconv.FormatInt(n, 10))
	case n < 256:
		return p.op1(t, opBinPut, byte(n))
	}
	return p.op4(t, opLongBinPut, uint32(n))
}

// get writes that the object with a number comes again.
func (p *pickler) get(t *Thread, n int64) bool {
	switch {
	case p.Bin == 0:
		return p.text(t, opGet, strconv.FormatInt(n, 10))
	case n < 256:
		return p.op1(t, opBinGet, byte(n))
	}
	return p.op4(t, opLongBinGet, uint32(n))
}

// save writes an object. id: it is a persistent id.
func (p *pickler) save(t *Thread, v Value, id bool) bool {
	if p.FrameStart >= 0 && p.Len-p.FrameStart >= frameTarget+frameHeader && !p.boundary(t) {
		return false
	}
	if p.PersID != null && !id {
		if done, ok := p.savePersistent(t, v); done || !ok {
			return ok
		}
	}
	switch {
	case v.IsInt():
		if n := v.Int(); uint64(n) <= 0xff && p.Bin != 0 {
			return p.op1(t, opBinInt1, byte(n))
		}
		return p.saveInt(t, v.Int())
	case v == none:
		return p.op(t, opNone)
	case v.IsBool():
		return p.saveBool(t, v == object.True)
	case v.IsFloat():
		return p.saveFloat(t, v)
	case v.IsExact(object.TInt):
		return p.saveBig(t, v)
	case v.IsExact(object.TFloat):
		return p.saveFloat(t, v)
	}
	if n := p.number(v); n >= 0 {
		return p.get(t, n)
	}
	switch {
	case v.IsExact(object.TStr):
		return p.saveStr(t, v)
	case v.IsExact(object.TBytes):
		return p.saveBytes(t, v)
	}
	if !t.Enter(notWellFormed) {
		return false
	}
	ok := p.saveObject(t, v)
	t.Leave()
	return ok
}

// saveObject writes an object that may refer to others.
func (p *pickler) saveObject(t *Thread, v Value) bool {
	if v.IsPtr() {
		switch v.ShapeID() {
		case object.TDict.Shape():
			return p.saveDict(t, v)
		case object.TSet.Shape():
			return p.saveSet(t, v)
		case object.TFrozenSet.Shape():
			return p.saveFrozenSet(t, v)
		case object.TList.Shape():
			return p.saveList(t, v)
		case object.TTuple.Shape():
			return p.saveTuple(t, v)
		case object.TByteArray.Shape():
			return p.saveByteArray(t, v)
		case tPickleBuffer.Shape():
			return p.saveBuffer(t, v)
		}
	}
	return p.saveOther(t, v)
}

// savePersistent asks for an object's persistent id, and writes that if there is one: done.
func (p *pickler) savePersistent(t *Thread, v Value) (done, ok bool) {
	id := object.Call1(t, p.PersID, v)
	if id == null || id == none {
		return false, id != null
	}
	if p.Bin != 0 {
		return true, p.save(t, id, true) && p.op(t, opBinPersID)
	}
	s := object.ToStr(t, id)
	if s == null {
		return true, false
	}
	if !object.As[object.Str](s).IsASCII() {
		return true, raisePickling(t, "persistent IDs in protocol 0 must be ASCII strings")
	}
	return true, p.text(t, opPersID, object.As[object.Str](s).View())
}

func (p *pickler) saveBool(t *Thread, b bool) bool {
	switch {
	case p.Proto >= 2 && b:
		return p.op(t, opNewTrue)
	case p.Proto >= 2:
		return p.op(t, opNewFalse)
	case b:
		return p.text(t, opInt, "01")
	}
	return p.text(t, opInt, "00")
}

func (p *pickler) saveInt(t *Thread, n int64) bool {
	switch {
	case n != int64(int32(n)):
		return p.saveLong(t, n)
	case p.Bin == 0:
		return p.text(t, opInt, strconv.FormatInt(n, 10))
	case n < 0 || n > 0xffff:
		return p.op4(t, opBinInt, uint32(n))
	case n > 0xff:
		b := p.room(t, 3)
		if b == nil {
			return false
		}
		b[0], b[1], b[2] = opBinInt2, byte(n), byte(n>>8)
		p.Len += 3
		return true
	}
	return p.op1(t, opBinInt1, byte(n))
}

// saveLong writes an int of more than 32 bits.
func (p *pickler) saveLong(t *Thread, n int64) bool {
	if p.Proto < 2 {
		return p.text(t, opLong, strconv.FormatInt(n, 10)+"L")
	}
	size := 8
	for size > 1 && n>>(8*size-9) == n>>63 { // the byte before has the sign too
		size--
	}
	b := p.room(t, 2+size)
	if b == nil {
		return false
	}
	b[0], b[1] = opLong1, byte(size)
	for i := range size {
		b[2+i] = byte(n >> (8 * i))
	}
	p.Len += int64(len(b))
	return true
}

// saveBig writes an int that is an object.
func (p *pickler) saveBig(t *Thread, v Value) bool {
	if n, ok := object.Int64(v); ok {
		return p.saveInt(t, n)
	}
	if p.Proto < 2 {
		s := object.IntRepr(t, v)
		return s != null && p.text(t, opLong, object.As[object.Str](s).View()+"L")
	}
	x := object.BigOf(v)
	size := x.BitLen()/8 + 1
	negative := x.Sign() < 0
	if !t.Room(uint64(3 * size)) {
		return false
	}
	if negative { // the magnitude of the complement
		x = new(big.Int).Not(x)
		if x.BitLen()/8+1 < size {
			size = x.BitLen()/8 + 1
		}
	}
	if size > math.MaxInt32 {
		object.Raise(t, object.TOverflowError, "int too large to pickle")
		return false
	}
	ok := false
	if size < 256 {
		ok = p.op1(t, opLong1, byte(size))
	} else {
		ok = p.op4(t, opLong4, uint32(size))
	}
	if !ok {
		return false
	}
	b := p.room(t, size)
	if b == nil {
		return false
	}
	x.FillBytes(b)
	for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	if negative {
		for i := range b {
			b[i] = ^b[i]
		}
	}
	p.Len += int64(size)
	runtime.KeepAlive(v)
	return true
}

func (p *pickler) saveFloat(t *Thread, v Value) bool {
	f, _ := object.AsFloat64(t, v)
	if p.Bin == 0 {
		var few [40]byte
		return p.text(t, opFloat, string(numfmt.AppendFloatRepr(few[:0], f)))
	}
	b := p.room(t, 9)
	if b == nil {
		return false
	}
	b[0] = opBinFloat
	binary.BigEndian.PutUint64(b[1:], math.Float64bits(f))
	p.Len += 9
	return true
}

func (p *pickler) saveStr(t *Thread, v Value) bool {
	s := object.As[object.Str](v)
	if p.Bin == 0 {
		return p.saveText(t, s) && p.memoize(t, v)
	}
	ops := sizes{0, opBinUnicode, 0}
	if p.Proto >= 4 {
		ops = sizes{opShortBinUnicode, opBinUnicode, opBinUnicode8}
	}
	data := s.Bytes()
	if !s.IsASCII() {
		data = object.Scratch[byte](t, s.SizeUTF8())
		if data == nil {
			return false
		}
		data = object.AppendStr(data, v)
	}
	return p.sized(t, ops, data, "string", null) && p.memoize(t, v)
}

// saveText writes a str in protocol 0: Latin-1 with escapes.
func (p *pickler) saveText(t *Thread, s *object.Str) bool {
	if !p.op(t, opUnicode) {
		return false
	}
	const hex = "0123456789abcdef"
	for i := 0; i < int(s.Len); {
		b := p.room(t, 10*min(int(s.Len)-i, 1<<10))
		if b == nil || t.Halted() {
			return false
		}
		b = b[:0]
		for end := min(int(s.Len), i+1<<10); i < end; i++ {
			switch c := s.At(i); {
			case c >= 0x10000:
				b = append(b, '\\', 'U', '0', '0', hex[c>>20&15], hex[c>>16&15], hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
			case c >= 256 || c == '\\' || c == 0 || c == '\n' || c == '\r' || c == 0x1a:
				b = append(b, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
			default:
				b = append(b, byte(c))
			}
		}
		p.Len += int64(len(b))
	}
	return p.op(t, '\n')
}

var bytesOps = sizes{opShortBinBytes, opBinBytes, opBinBytes8}

func (p *pickler) saveBytes(t *Thread, v Value) bool {
	data := object.BytesOf(v)
	if p.Proto >= 3 {
		return p.saveBytesData(t, data, v, v)
	}
	if !t.Enter(notWellFormed) {
		return false
	}
	ok := p.saveOldBytes(t, v, data)
	t.Leave()
	return ok
}

// saveBytesData writes bytes; v is the object that they are of.
func (p *pickler) saveBytesData(t *Thread, data []byte, v, whole Value) bool {
	ops := bytesOps
	if p.Proto < 4 {
		ops.eight = 0
	}
	return p.sized(t, ops, data, "bytes object", whole) && p.memoize(t, v)
}

// saveOldBytes writes bytes for protocols that have none.
func (p *pickler) saveOldBytes(t *Thread, v Value, data []byte) bool {
	if len(data) == 0 {
		return p.saveCall(t, t.Type(object.TBytes).Value(), object.Of(t.RT.EmptyTuple), v)
	}
	f := moduleAttr(t, "codecs", "encode")
	text := object.DecodeBytes(t, data, "latin-1", "strict")
	if f == null || text == null {
		return false
	}
	name := object.Intern(t, "latin1")
	if name == null {
		return false
	}
	args := object.Pair(t, text, name)
	return args != null && p.saveCall(t, f, args, v)
}

func (p *pickler) saveByteArray(t *Thread, v Value) bool {
	data := object.As[object.ByteArray](v).Bytes()
	if p.Proto >= 5 {
		return p.sized(t, sizes{0, 0, opByteArray8}, data, "bytearray", v) && p.memoize(t, v)
	}
	args := object.Of(t.RT.EmptyTuple)
	if len(data) > 0 {
		b := object.NewBytes(t, data)
		if b == null {
			return false
		}
		if args = object.Tuple1(t, b); args == null {
			return false
		}
	}
	return p.saveCall(t, t.Type(object.TByteArray).Value(), args, v)
}

func (p *pickler) saveBuffer(t *Thread, v Value) bool {
	if p.Proto < 5 {
		return raisePickling(t, "PickleBuffer can only be pickled with protocol >= 5")
	}
	view := object.As[pickleBuffer](v).view(t)
	if view == null {
		return false
	}
	if !contiguous(t, view) {
		return t.Exc == null && raisePickling(t, "PickleBuffer can not be pickled when pointing to a non-contiguous buffer")
	}
	in := 1
	if p.Callback != null {
		r := object.Call1(t, p.Callback, v)
		if r == null {
			return false
		}
		if in = object.Truth(t, r); in < 0 {
			return false
		}
	}
	readonly := object.As[object.MemoryView](view).ReadOnly
	if in == 0 {
		return p.op(t, opNextBuffer) && (!readonly || p.op(t, opReadonlyBuffer))
	}
	raw := flat(t, view)
	if raw == null {
		return false
	}
	data, ok := object.BufferOf(t, raw)
	if !ok {
		return false
	}
	if readonly {
		return p.saveBytesData(t, data, v, v)
	}
	return p.sized(t, sizes{0, 0, opByteArray8}, data, "bytearray", v) && p.memoize(t, v)
}

// again writes that an object is in the memo after drop, which takes what was written of it from the stack. It is a tuple or frozenset that contains itself.
func (p *pickler) again(t *Thread, v Value, drop byte, times int) bool {
	for range times {
		if !p.op(t, drop) {
			return false
		}
	}
	return p.get(t, p.number(v))
}

func (p *pickler) saveTuple(t *Thread, v Value) bool {
	x := object.As[object.Tuple](v)
	n := x.Len()
	if n == 0 {
		if p.Proto > 0 {
			return p.op(t, opEmptyTuple)
		}
		return p.op(t, opMark) && p.op(t, opTuple)
	}
	short := n <= 3 && p.Proto >= 2
	if !short && !p.op(t, opMark) {
		return false
	}
	for i := range n {
		if !p.save(t, *x.At(i), false) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
			return false
		}
	}
	if p.number(v) >= 0 {
		switch {
		case short:
			return p.again(t, v, opPop, n)
		case p.Bin != 0:
			return p.again(t, v, opPopMark, 1)
		}
		return p.again(t, v, opPop, n+1)
	}
	c := byte(opTuple)
	if short {
		c = [...]byte{opTuple1, opTuple2, opTuple3}[n-1]
	}
	return p.op(t, c) && p.memoize(t, v)
}

// enterFast looks for circles, which fast mode cannot write.
func (p *pickler) enterFast(t *Thread, v Value) bool {
	if p.Fast == 0 {
		return true
	}
	if p.Nesting++; p.Nesting < fastLimit {
		return true
	}
	if p.FastMemo == nil {
		if p.FastMemo = object.NewDict(t); p.FastMemo == nil {
			p.Nesting = -1
			return false
		}
	}
	id := object.NewUint(t, t.RT.ID(v))
	if id != null && p.FastMemo.Get(t, id) != null {
		object.Raise(t, object.TValueError, "fast mode: can't pickle cyclic objects including object type %s at %s", object.TypeName(t, v), object.AddressText(v))
	} else if id != null && t.Exc == null && p.FastMemo.Set(t, id, none) {
		return true
	}
	p.Nesting = -1
	return false
}

func (p *pickler) leaveFast(t *Thread, v Value) bool {
	if p.Fast == 0 {
		return true
	}
	if p.Nesting--; p.Nesting+1 < fastLimit {
		return true
	}
	id := object.NewUint(t, t.RT.ID(v))
	return id != null && p.FastMemo.Delete(t, id) >= 0
}

func (p *pickler) saveList(t *Thread, v Value) bool {
	if !p.enterFast(t, v) {
		return false
	}
	if p.Bin != 0 && !p.op(t, opEmptyList) || p.Bin == 0 && !(p.op(t, opMark) && p.op(t, opList)) || !p.memoize(t, v) {
		return false
	}
	l := object.As[object.List](v)
	if l.Len() > 0 {
		ok := false
		if p.Proto > 0 {
			if t.Enter(notWellFormed) {
				ok = p.saveItems(t, l)
				t.Leave()
			}
		} else if it := object.Iter(t, v); it != null {
			ok = p.batchList(t, it)
		}
		if !ok {
			return false
		}
	}
	return p.leaveFast(t, v)
}

// saveItems writes the items of a list.
func (p *pickler) saveItems(t *Thread, l *object.List) bool {
	if l.Len() == 1 {
		return p.save(t, *l.At(0), false) && p.op(t, opAppend)
	}
	for i := 0; i < l.Len(); {
		if !p.op(t, opMark) {
			return false
		}
		for end := i + batchSize; i < l.Len() && i < end; i++ {
			if !p.save(t, *l.At(i), false) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
				return false
			}
		}
		if !p.op(t, opAppends) {
			return false
		}
	}
	return true
}

// batchList writes what an iterator gives as items of the list on the stack.
func (p *pickler) batchList(t *Thread, it Value) bool {
	return p.batch(t, it, opAppend, opAppends)
}

// saveItem writes an item of a list, or of a dict: a key and its value.
func (p *pickler) saveItem(t *Thread, v Value, pair bool) bool {
	if !pair {
		return p.save(t, v, false)
	}
	if !object.IsTuple(v) || object.As[object.Tuple](v).Len() != 2 {
		object.Raise(t, object.TTypeError, "dict items iterator must return 2-tuples")
		return false
	}
	x := object.As[object.Tuple](v)
	return p.save(t, *x.At(0), false) && p.save(t, *x.At(1), false)
}

// batch writes what an iterator gives: alone with the operation one, or up to batchSize with many.
func (p *pickler) batch(t *Thread, it Value, one, many byte) bool {
	pair := one == opSetItem
	if p.Proto == 0 {
		for v := native.Next(t, it); v != null; v = native.Next(t, it) {
			if !p.saveItem(t, v, pair) || !p.op(t, one) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
				return false
			}
		}
		return ended(t)
	}
	for n := batchSize; n == batchSize; {
		first := native.Next(t, it)
		if first == null {
			return ended(t)
		}
		v := native.Next(t, it)
		if v == null {
			return ended(t) && p.saveItem(t, first, pair) && p.op(t, one)
		}
		if !p.op(t, opMark) || !p.saveItem(t, first, pair) {
			return false
		}
		for n = 1; v != null; {
			if !p.saveItem(t, v, pair) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
				return false
			}
			if n++; n == batchSize {
				break
			}
			v = native.Next(t, it)
		}
		if v == null && !ended(t) || !p.op(t, many) {
			return false
		}
	}
	return true
}

// ended reports whether an iterator has ended, and not failed.
func ended(t *Thread) bool { return t.Exc == null || t.ClearIf(object.TStopIteration) }

func (p *pickler) saveDict(t *Thread, v Value) bool {
	if !p.enterFast(t, v) {
		return false
	}
	if p.Bin != 0 && !p.op(t, opEmptyDict) || p.Bin == 0 && !(p.op(t, opMark) && p.op(t, opDict)) || !p.memoize(t, v) {
		return false
	}
	d := object.As[object.Dict](v)
	if d.Used > 0 {
		ok := false
		if p.Proto > 0 {
			if t.Enter(notWellFormed) {
				ok = p.saveEntries(t, d)
				t.Leave()
			}
		} else if it := dictItems(t, v); it != null {
			ok = p.batch(t, it, opSetItem, opSetItems)
		}
		if !ok {
			return false
		}
	}
	return p.leaveFast(t, v)
}

// dictItems iterates over a mapping's items.
func dictItems(t *Thread, v Value) Value {
	items := object.CallMethod0(t, v, object.Intern(t, "items"))
	if items == null {
		return null
	}
	return object.Iter(t, items)
}

// saveEntries writes the keys and values of a dict.
func (p *pickler) saveEntries(t *Thread, d *object.Dict) bool {
	size := d.Used
	e, i := d.Next(0)
	if size == 1 && e != nil {
		k, v := e.Key, e.Val
		return p.save(t, k, false) && p.save(t, v, false) && p.op(t, opSetItem)
	}
	for n := batchSize; n == batchSize; {
		if !p.op(t, opMark) {
			return false
		}
		for n = 0; e != nil; {
			k, v := e.Key, e.Val
			if !p.save(t, k, false) || !p.save(t, v, false) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
				return false
			}
			e, i = d.Next(i)
			if n++; n == batchSize {
				break
			}
		}
		if !p.op(t, opSetItems) {
			return false
		}
		if d.Used != size {
			object.Raise(t, object.TRuntimeError, "dictionary changed size during iteration")
			return false
		}
	}
	return true
}

// saveAsCall writes a set for protocols that have none.
func (p *pickler) saveAsCall(t *Thread, id object.TypeID, items *object.List, v Value) bool {
	args := object.Tuple1(t, object.Of(items))
	return args != null && p.saveCall(t, t.Type(id).Value(), args, v)
}

func (p *pickler) saveSet(t *Thread, v Value) bool {
	items := object.ListFromIterable(t, v)
	if items == nil {
		return false
	}
	if p.Proto < 4 {
		return p.saveAsCall(t, object.TSet, items, v)
	}
	if !p.op(t, opEmptySet) || !p.memoize(t, v) {
		return false
	}
	size := object.As[object.Set](v).Used
	if size == 0 {
		return true
	}
	for i, n := 0, batchSize; n == batchSize; {
		if !p.op(t, opMark) {
			return false
		}
		for n = 0; i < items.Len() && n < batchSize; i, n = i+1, n+1 {
			if !p.save(t, *items.At(i), false) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
				return false
			}
		}
		if !p.op(t, opAddItems) {
			return false
		}
		if object.As[object.Set](v).Used != size {
			object.Raise(t, object.TRuntimeError, "set changed size during iteration")
			return false
		}
	}
	return true
}

func (p *pickler) saveFrozenSet(t *Thread, v Value) bool {
	if !p.enterFast(t, v) {
		return false
	}
	items := object.ListFromIterable(t, v)
	if items == nil {
		return false
	}
	if p.Proto < 4 {
		return p.saveAsCall(t, object.TFrozenSet, items, v)
	}
	if !p.op(t, opMark) {
		return false
	}
	for i := range items.Len() {
		if !p.save(t, *items.At(i), false) || t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
			return false
		}
	}
	if p.number(v) >= 0 {
		return p.again(t, v, opPopMark, 1)
	}
	return p.op(t, opFrozenSet) && p.memoize(t, v)
}
