// What the operations of a pickle do.

package pickling

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// step does one operation; false: an exception is set.
func (u *unpickler) step(t *Thread, op byte) bool {
	switch op {
	case opBinInt1:
		if u.Next < u.End {
			v := object.SmallInt(int64(*(*byte)(unsafe.Add(u.At, u.Next))))
			u.Next++
			return u.Stack.Append(t, v)
		}
		return u.loadBinInt(t, op)
	case opNone:
		return u.Stack.Append(t, none)
	case opNewTrue:
		return u.push(t, object.True)
	case opNewFalse:
		return u.push(t, object.False)
	case opBinInt2, opBinInt:
		return u.loadBinInt(t, op)
	case opShortBinUnicode:
		return u.loadShortText(t)
	case opBinUnicode:
		return u.loadText(t, 4)
	case opBinUnicode8:
		return u.loadText(t, 8)
	case opMemoize:
		v := u.top(t)
		return v != null && u.learn(t, u.Known, v)
	case opBinGet:
		return u.loadGet(t, 1)
	case opLongBinGet:
		return u.loadGet(t, 4)
	case opBinPut:
		return u.loadPut(t, 1)
	case opLongBinPut:
		return u.loadPut(t, 4)
	case opMark:
		return u.mark(t)
	case opEmptyTuple:
		return u.push(t, object.Of(t.RT.EmptyTuple))
	case opTuple1, opTuple2, opTuple3:
		return u.loadTuple(t, u.Stack.Size-int64(op-opTuple1+1))
	case opEmptyList:
		return u.push(t, object.Of(object.NewList(t, 0)))
	case opEmptyDict:
		return u.push(t, object.Of(object.NewDict(t)))
	case opAppend:
		if u.Stack.Size-1 <= u.Fence {
			return u.underflow(t)
		}
		return u.appendTo(t, u.Stack.Size-1)
	case opSetItem:
		return u.setItems(t, u.Stack.Size-2)
	case opAppends, opSetItems, opAddItems, opTuple, opList, opDict, opFrozenSet, opPopMark, opObj, opInst:
		return u.fromMark(t, op)
	case opBinFloat:
		b := u.take(t, 8)
		return b != nil && u.push(t, object.Float(math.Float64frombits(binary.BigEndian.Uint64(b))))
	case opLong1:
		return u.loadLong(t, 1)
	case opLong4:
		return u.loadLong(t, 4)
	case opShortBinBytes:
		return u.loadBytes(t, 1)
	case opBinBytes:
		return u.loadBytes(t, 4)
	case opBinBytes8:
		return u.loadBytes(t, 8)
	case opProto:
		b := u.take(t, 1)
		if b == nil {
			return false
		}
		if b[0] > highestProtocol {
			object.Raise(t, object.TValueError, "unsupported pickle protocol: %d", b[0])
			return false
		}
		u.Proto = int64(b[0])
		return true
	case opFrame:
		n, ok := u.size(t, 8, "FRAME length", "")
		if !ok || u.take(t, n) == nil {
			return false
		}
		u.Next -= n
		return true
	case opReduce:
		args, f := u.pop(t), null
		if args != null {
			f = u.pop(t)
		}
		return f != null && u.push(t, u.call(t, f, args))
	case opBuild:
		return u.build(t)
	case opNewObj:
		return u.newObject(t, false)
	case opNewObjEx:
		return u.newObject(t, true)
	case opStackGlobal:
		return u.loadStackGlobal(t)
	case opGlobal:
		return u.loadGlobal(t)
	case opEmptySet:
		return u.push(t, object.Of(object.NewSet(t, object.TSet)))
	}
	return u.rare(t, op)
}

// rare does the operations that are old or seldom.
func (u *unpickler) rare(t *Thread, op byte) bool {
	switch op {
	case opPop:
		switch n := u.Stack.Size; {
		case u.NMarks > 0 && u.marks()[u.NMarks-1] == n:
			u.unmark(t)
			return true
		case n <= u.Fence:
			return u.underflow(t)
		default:
			u.truncate(n - 1)
			return true
		}
	case opDup:
		v := u.top(t)
		return v != null && u.push(t, v)
	case opInt:
		return u.loadInt(t)
	case opLong:
		return u.loadLongText(t)
	case opFloat:
		return u.loadFloat(t)
	case opString:
		return u.loadString(t)
	case opShortBinString:
		return u.loadBinString(t, 1)
	case opBinString:
		return u.loadBinString(t, 4)
	case opUnicode:
		b := u.line(t, 1)
		return b != nil && u.push(t, decodeBy(t, "raw_unicode_escape_decode", b[:len(b)-1], null))
	case opGet:
		return u.loadGetText(t)
	case opPut:
		return u.loadPutText(t)
	case opPersID:
		b := u.line(t, 1)
		if b == nil {
			return false
		}
		if !ascii(b) {
			return raiseUnpickling(t, "persistent IDs in protocol 0 must be ASCII strings")
		}
		return u.persistent(t, object.StrOfBytes(t, b[:len(b)-1]))
	case opBinPersID:
		return u.persistent(t, u.pop(t))
	case opExt1:
		return u.extension(t, 1)
	case opExt2:
		return u.extension(t, 2)
	case opExt4:
		return u.extension(t, 4)
	case opByteArray8:
		return u.loadByteArray(t)
	case opNextBuffer:
		return u.nextBuffer(t)
	case opReadonlyBuffer:
		return u.readonlyBuffer(t)
	}
	text := "'\\x" + fmt.Sprintf("%02x", op) + "'"
	if op >= ' ' && op <= '~' && op != '\'' && op != '\\' {
		text = "'" + string(rune(op)) + "'"
	}
	return raiseUnpickling(t, "invalid load key, "+text+".")
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// fromMark does the operations on what is on the stack above a mark.
func (u *unpickler) fromMark(t *Thread, op byte) bool {
	at := u.unmark(t)
	if at < 0 {
		return false
	}
	switch op {
	case opAppends:
		return u.appendTo(t, at)
	case opSetItems:
		return u.setItems(t, at)
	case opAddItems:
		return u.addItems(t, at)
	case opTuple:
		return u.loadTuple(t, at)
	case opList:
		return u.push(t, object.Of(u.popList(t, at)))
	case opDict:
		return u.loadDict(t, at)
	case opFrozenSet:
		items := u.popTuple(t, at)
		return items != nil && u.push(t, object.Of(object.SetFromIterable(t, object.TFrozenSet, object.Of(items))))
	case opPopMark:
		u.truncate(at)
		return true
	case opObj:
		if u.Stack.Size-at < 1 {
			return u.underflow(t)
		}
		args := u.popTuple(t, at+1)
		if args == nil {
			return false
		}
		cls := u.pop(t)
		return cls != null && u.push(t, instantiate(t, cls, args))
	}
	return u.loadInst(t, at)
}

// number reads n bytes as an unsigned number.
func (u *unpickler) number(t *Thread, n int64) (uint64, bool) {
	b := u.take(t, n)
	if b == nil {
		return 0, false
	}
	switch n {
	case 1:
		return uint64(b[0]), true
	case 4:
		return uint64(binary.LittleEndian.Uint32(b)), true
	}
	x := uint64(0)
	for i, c := range b {
		x |= uint64(c) << (8 * i)
	}
	return x, true
}

// size reads a length of n bytes.
func (u *unpickler) size(t *Thread, n int64, what, of string) (int64, bool) {
	x, ok := u.number(t, n)
	if ok && x > math.MaxInt64 {
		object.Raise(t, object.TOverflowError, "%s exceeds system's maximum%s of %d bytes", what, of, int64(math.MaxInt64))
		return 0, false
	}
	return int64(x), ok
}

func (u *unpickler) loadBinInt(t *Thread, op byte) bool {
	n := int64(1)
	if op == opBinInt2 {
		n = 2
	} else if op == opBinInt {
		n = 4
	}
	x, ok := u.number(t, n)
	if op == opBinInt {
		return ok && u.push(t, object.SmallInt(int64(int32(x))))
	}
	return ok && u.push(t, object.SmallInt(int64(x)))
}

func (u *unpickler) loadLong(t *Thread, n int64) bool {
	x, ok := u.number(t, n)
	if !ok {
		return false
	}
	if n == 4 && int32(x) < 0 {
		return raiseUnpickling(t, "LONG pickle has negative byte count")
	}
	b := u.take(t, int64(x))
	if b == nil && x > 0 {
		return false
	}
	if len(b) <= 8 {
		v := int64(0)
		for i, c := range b {
			v |= int64(c) << (8 * i)
		}
		if len(b) > 0 {
			shift := 64 - 8*len(b)
			v = v << shift >> shift
		}
		return u.push(t, object.NewInt(t, v))
	}
	if !t.Room(3 * x) {
		return false
	}
	be := make([]byte, len(b))
	negative := b[len(b)-1] >= 0x80
	for i, c := range b {
		if negative {
			c = ^c
		}
		be[len(b)-1-i] = c
	}
	z := new(big.Int).SetBytes(be)
	if negative {
		z.Not(z)
	}
	return u.push(t, object.NewBigInt(t, z))
}

// loadShortText is loadText with a length of one byte, for what has been read already.
func (u *unpickler) loadShortText(t *Thread) bool {
	if u.Next < u.End {
		at := unsafe.Add(u.At, u.Next)
		if n := int64(*(*byte)(at)); n < u.End-u.Next {
			b := unsafe.Slice((*byte)(unsafe.Add(at, 1)), n)
			u.Next += n + 1
			return u.pushText(t, b)
		}
	}
	return u.loadText(t, 1)
}

func (u *unpickler) loadText(t *Thread, n int64) bool {
	size, ok := u.size(t, n, "BINUNICODE", " size")
	if !ok {
		return false
	}
	b := u.take(t, size)
	return b != nil && u.pushText(t, b)
}

func (u *unpickler) pushText(t *Thread, b []byte) bool {
	v, valid := object.StrIfUTF8(t, b, true)
	if !valid {
		v = object.DecodeBytes(t, b, "utf-8", "surrogatepass")
	}
	return v != null && u.Stack.Append(t, v)
}

func (u *unpickler) loadBytes(t *Thread, n int64) bool {
	size, ok := u.size(t, n, "BINBYTES", " size")
	if !ok {
		return false
	}
	if size <= u.End-u.Next || u.Read == null {
		b := u.take(t, size)
		return b != nil && u.push(t, object.NewBytes(t, b))
	}
	v := u.readArray(t, size)
	return v != null && u.push(t, object.NewBytes(t, object.As[object.ByteArray](v).Bytes()))
}

// readArray reads so many bytes into a bytearray.
func (u *unpickler) readArray(t *Thread, size int64) Value {
	if size > 1<<42 {
		return t.NoMemory()
	}
	v := object.Call1(t, t.Type(object.TByteArray).Value(), object.SmallInt(size))
	if v == null || size > 0 && !u.takeInto(t, object.As[object.ByteArray](v).Bytes(), v) {
		return null
	}
	return v
}

func (u *unpickler) loadByteArray(t *Thread) bool {
	size, ok := u.size(t, 8, "BYTEARRAY8", " size")
	if !ok {
		return false
	}
	if size <= u.End-u.Next || u.Read == null {
		b := u.take(t, size)
		return b != nil && u.push(t, object.NewByteArray(t, b))
	}
	return u.push(t, u.readArray(t, size))
}

func (u *unpickler) nextBuffer(t *Thread) bool {
	if u.Buffers == null {
		return raiseUnpickling(t, "pickle stream refers to out-of-band data but no *buffers* argument was given")
	}
	v := object.Next(t, u.Buffers)
	if v == null {
		return ended(t) && raiseUnpickling(t, "not enough out-of-band buffers")
	}
	return u.push(t, v)
}

func (u *unpickler) readonlyBuffer(t *Thread) bool {
	v := u.top(t)
	if v == null {
		return false
	}
	view := object.NewMemoryView(t, v)
	if view == null {
		return false
	}
	if !object.As[object.MemoryView](view).ReadOnly {
		if view = object.CallMethod0(t, view, object.Intern(t, "toreadonly")); view == null {
			return false
		}
		*u.Stack.At(int(u.Stack.Size - 1)) = view
	}
	return true
}

// decodeBy decodes by a function of module _codecs, which gives a tuple.
func decodeBy(t *Thread, function string, b []byte, errors Value) Value {
	f, data := moduleAttr(t, "_codecs", function), object.NewBytes(t, b)
	if f == null || data == null {
		return null
	}
	r := object.Call1(t, f, data)
	if r == null || !object.IsTuple(r) || object.As[object.Tuple](r).Len() == 0 {
		return null
	}
	return *object.As[object.Tuple](r).At(0)
}

// oldString makes what the program wants of a str of Python 2.
func (u *unpickler) oldString(t *Thread, v Value) Value {
	if v == null || u.Byte {
		return v
	}
	args := t.PushArgs(3)
	if args == nil {
		return null
	}
	args[0], args[1], args[2] = v, u.Encoding, u.Errors
	r := object.Call(t, t.Type(object.TStr).Value(), args, null)
	t.PopArgs(3)
	return r
}

func (u *unpickler) loadString(t *Thread) bool {
	b := u.line(t, 1)
	if b == nil {
		return false
	}
	b = b[:len(b)-1]
	n := len(b)
	if n < 2 || b[0] != b[n-1] || b[0] != '\'' && b[0] != '"' {
		return raiseUnpickling(t, "the STRING opcode argument must be quoted")
	}
	return u.push(t, u.oldString(t, decodeBy(t, "escape_decode", b[1:n-1], null)))
}

func (u *unpickler) loadBinString(t *Thread, n int64) bool {
	size, ok := u.size(t, n, "BINSTRING", " size")
	if !ok {
		return false
	}
	b := u.take(t, size)
	return b != nil && u.push(t, u.oldString(t, object.NewBytes(t, b)))
}

// integer reads the text of an int.
func integer(t *Thread, b []byte, base int) Value {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	shown := base // errors speak of the base that the text has
	if base == 0 {
		base, shown = 10, 10
		if d := bytes.TrimLeft(b, "+- \t\n\v\f\r"); len(d) > 1 && d[0] == '0' {
			switch d[1] | 0x20 {
			case 'x':
				base, shown = 16, 16
			case 'o':
				base, shown = 8, 8
			case 'b':
				base, shown = 2, 2
			default:
				base = 0
			}
		}
	}
	if ascii(b) {
		s := object.StrOfBytes(t, b)
		if s == null {
			return null
		}
		v := object.IntFromStr(t, s, base)
		if v != null || len(b) <= 200 || !t.Matches(object.TValueError) {
			return v
		}
		exc := t.Exc
		t.ClearExc()
		if !strings.HasPrefix(native.StrOrRepr(t, object.ToStr(t, exc)), "invalid literal") {
			t.Exc = exc
			return null
		}
	}
	s := object.DecodeBytes(t, b[:min(len(b), 200)], "utf-8", "strict")
	if s == null {
		return null
	}
	return object.Raise(t, object.TValueError, "invalid literal for int() with base %d: %.200s", shown, reprOf(t, s))
}

// cInteger reads an int as C's strtol does in base 0: ok false, it is none or too large.
func cInteger(b []byte) (n int64, ok bool) {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] >= '\t' && b[i] <= '\r') {
		i++
	}
	negative := i < len(b) && b[i] == '-'
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		i++
	}
	base := int64(10)
	if i+2 < len(b) && b[i] == '0' && b[i+1]|0x20 == 'x' && hexDigit(b[i+2]) < 16 {
		base, i = 16, i+2
	} else if i < len(b) && b[i] == '0' {
		base = 8
	}
	begin := i
	for ; i < len(b); i++ {
		d := hexDigit(b[i])
		if d >= base {
			break
		}
		if n > (math.MaxInt64-d)/base {
			return 0, false
		}
		n = n*base + d
	}
	if negative {
		n = -n
	}
	if i == begin { // no number: all of the text is left
		n, i = 0, 0
	}
	return n, i == len(b) || b[i] == '\n' || b[i] == 0
}

func hexDigit(c byte) int64 {
	switch {
	case '0' <= c && c <= '9':
		return int64(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int64(c|0x20-'a') + 10
	}
	return 99
}

func (u *unpickler) loadInt(t *Thread) bool {
	b := u.line(t, 2)
	if b == nil {
		return false
	}
	n, ok := cInteger(b)
	if !ok {
		v := integer(t, b, 0)
		if v == null && t.ClearIf(object.TValueError) {
			object.Raise(t, object.TValueError, "could not convert string to int")
		}
		return u.push(t, v)
	}
	if len(b) == 3 && (n == 0 || n == 1) {
		return u.push(t, object.Bool(n == 1))
	}
	return u.push(t, object.NewInt(t, n))
}

func (u *unpickler) loadLongText(t *Thread) bool {
	b := u.line(t, 2)
	if b == nil {
		return false
	}
	if b[len(b)-2] == 'L' {
		b = b[:len(b)-2]
	}
	return u.push(t, integer(t, b, 0))
}

func (u *unpickler) loadFloat(t *Thread) bool {
	b := u.line(t, 2)
	if b == nil {
		return false
	}
	text := string(b)
	if i := strings.IndexByte(text, 0); i >= 0 {
		text = text[:i]
	}
	f, n := numfmt.ParseFloatPrefix(text)
	switch {
	case n == 0:
		object.Raise(t, object.TValueError, "could not convert string to float: '%s'", text)
		return false
	case math.IsInf(f, 0) && hasDigit(text[:n]):
		object.Raise(t, object.TOverflowError, "value too large to convert to float: '%s'", text)
		return false
	case n < len(text) && text[n] != '\n':
		object.Raise(t, object.TValueError, "could not convert string to float")
		return false
	}
	return u.push(t, object.Float(f))
}

func hasDigit(s string) bool {
	for _, c := range s {
		if '0' <= c && c <= '9' {
			return true
		}
	}
	return false
}

// knownAt pushes the object with a number.
func (u *unpickler) knownAt(t *Thread, n int64) bool {
	v := u.known(n)
	if v == null {
		return raiseUnpickling(t, fmt.Sprintf("Memo value not found at index %d", n))
	}
	return u.push(t, v)
}

func (u *unpickler) loadGet(t *Thread, n int64) bool {
	x, ok := u.number(t, n)
	return ok && u.knownAt(t, int64(x))
}

func (u *unpickler) loadPut(t *Thread, n int64) bool {
	x, ok := u.number(t, n)
	if !ok {
		return false
	}
	v := u.top(t)
	return v != null && u.learn(t, int64(x), v)
}

// index reads a line with a number.
func (u *unpickler) index(t *Thread) (int64, bool) {
	b := u.line(t, 2)
	if b == nil {
		return 0, false
	}
	v := integer(t, b, 10)
	if v == null {
		return 0, false
	}
	return object.ArgSize(t, v)
}

func (u *unpickler) loadGetText(t *Thread) bool {
	n, ok := u.index(t)
	return ok && u.knownAt(t, n)
}

func (u *unpickler) loadPutText(t *Thread) bool {
	b := u.line(t, 2)
	if b == nil {
		return false
	}
	v := u.top(t)
	if v == null {
		return false
	}
	key := integer(t, b, 10)
	if key == null {
		return false
	}
	n, ok := object.ArgSize(t, key)
	if ok && n < 0 {
		object.Raise(t, object.TValueError, "negative PUT argument")
		return false
	}
	return ok && u.learn(t, n, v)
}

func (u *unpickler) loadTuple(t *Thread, at int64) bool {
	if at < 0 {
		return u.underflow(t)
	}
	x := u.popTuple(t, at)
	return x != nil && u.push(t, object.Of(x))
}

func (u *unpickler) loadDict(t *Thread, at int64) bool {
	n := u.Stack.Size - at
	if n%2 != 0 {
		return raiseUnpickling(t, "odd number of items for DICT")
	}
	d := object.NewDict(t)
	if d == nil {
		return false
	}
	items := u.popTuple(t, at)
	if items == nil {
		return false
	}
	for i := 0; i < items.Len(); i += 2 {
		if !d.Set(t, *items.At(i), *items.At(i + 1)) {
			return false
		}
	}
	return u.push(t, object.Of(d))
}

// appendTo appends what is on the stack from at on to the list below.
func (u *unpickler) appendTo(t *Thread, at int64) bool {
	n := u.Stack.Size
	switch {
	case at > n || at <= u.Fence:
		return u.underflow(t)
	case at == n:
		return true
	}
	list := *u.Stack.At(int(at - 1))
	if list.IsExact(object.TList) {
		l := object.As[object.List](list)
		if n-at == 1 {
			if !l.Append(t, *u.Stack.At(int(at))) {
				return false
			}
		} else if !l.AppendAll(t, u.Stack.Slice()[at:]) {
			return false
		}
		u.truncate(at)
		return true
	}
	f := object.LookupAttr(t, list, object.Intern(t, "extend"))
	if t.Exc != null {
		return false
	}
	if f != null {
		items := u.popList(t, at)
		return items != nil && object.Call1(t, f, object.Of(items)) != null
	}
	if f = object.GetAttr(t, list, object.Intern(t, "append")); f == null {
		return false
	}
	return u.callEach(t, f, at)
}

// callEach calls f with each item of the stack from at on.
func (u *unpickler) callEach(t *Thread, f Value, at int64) bool {
	items := u.popList(t, at)
	if items == nil {
		return false
	}
	for i := 0; i < items.Len(); i++ {
		if object.Call1(t, f, *items.At(i)) == null {
			return false
		}
	}
	return true
}

func (u *unpickler) setItems(t *Thread, at int64) bool {
	n := u.Stack.Size
	switch {
	case at > n || at <= u.Fence:
		return u.underflow(t)
	case at == n:
		return true
	case (n-at)%2 != 0:
		return raiseUnpickling(t, "odd number of items for SETITEMS")
	}
	v := *u.Stack.At(int(at - 1))
	exact := v.IsExact(object.TDict)
	if exact && n-at > 4 {
		if d := object.As[object.Dict](v); d.Used == 0 && !d.Reserve(t, int(n-at)/2) {
			return false
		}
	}
	for i := at; i < n && i+1 < u.Stack.Size; i += 2 {
		k, x := *u.Stack.At(int(i)), *u.Stack.At(int(i + 1))
		ok := false
		if exact {
			ok = object.As[object.Dict](v).Set(t, k, x)
		} else {
			ok = object.SetItem(t, v, k, x)
		}
		if !ok {
			u.truncate(at)
			return false
		}
	}
	u.truncate(at)
	return true
}

func (u *unpickler) addItems(t *Thread, at int64) bool {
	n := u.Stack.Size
	switch {
	case at > n || at <= u.Fence:
		return u.underflow(t)
	case at == n:
		return true
	}
	v := *u.Stack.At(int(at - 1))
	if object.IsInstance(t, v, object.TSet) {
		items := u.popTuple(t, at)
		return items != nil && object.As[object.Set](v).Update(t, object.Of(items))
	}
	if object.IsInstance(t, v, object.TFrozenSet) { // nobody else may know it yet, but it cannot change
		return noAdd(t, v)
	}
	f := object.GetAttr(t, v, object.Intern(t, "add"))
	return f != null && u.callEach(t, f, at)
}

func noAdd(t *Thread, v Value) bool {
	object.GetAttr(t, v, object.Intern(t, "add"))
	return false
}

// call is f(*args).
func (u *unpickler) call(t *Thread, f, args Value) Value {
	if !object.IsTuple(args) {
		return object.Raise(t, object.TTypeError, "argument list must be a tuple")
	}
	return object.Call(t, f, object.As[object.Tuple](args).Items(), null)
}

// instantiate makes an instance of a class as Python 2 did.
func instantiate(t *Thread, cls Value, args *object.Tuple) Value {
	if args.Len() == 0 && object.IsType(cls) {
		f := object.LookupAttr(t, cls, object.Intern(t, "__getinitargs__"))
		if t.Exc != null {
			return null
		}
		if f == null {
			return object.CallMethod1(t, cls, object.Intern(t, "__new__"), cls)
		}
	}
	return object.Call(t, cls, args.Items(), null)
}

func (u *unpickler) loadInst(t *Thread, at int64) bool {
	module, ok := u.lineText(t, "ascii")
	if !ok {
		return false
	}
	name, ok := u.lineText(t, "ascii")
	if !ok {
		return false
	}
	cls := u.find(t, module, name)
	if cls == null {
		return false
	}
	args := u.popTuple(t, at)
	return args != nil && u.push(t, instantiate(t, cls, args))
}

// lineText reads a line of at least one character.
func (u *unpickler) lineText(t *Thread, encoding string) (Value, bool) {
	b := u.line(t, 2)
	if b == nil {
		return null, false
	}
	v := object.DecodeBytes(t, b[:len(b)-1], encoding, "strict")
	return v, v != null
}

func (u *unpickler) loadGlobal(t *Thread) bool {
	module, ok := u.lineText(t, "utf-8")
	if !ok {
		return false
	}
	name, ok := u.lineText(t, "utf-8")
	return ok && u.push(t, u.find(t, module, name))
}

func (u *unpickler) loadStackGlobal(t *Thread) bool {
	name, module := u.pop(t), null
	if name != null {
		module = u.pop(t)
	}
	if module == null {
		return false
	}
	if !module.IsExact(object.TStr) || !name.IsExact(object.TStr) {
		return raiseUnpickling(t, "STACK_GLOBAL requires str")
	}
	return u.push(t, u.find(t, module, name))
}

// find asks for the object of a name, by the program's find_class if there is one.
func (u *unpickler) find(t *Thread, module, name Value) Value {
	if u.FindOwn {
		return u.findClass(t, module, name)
	}
	f := object.GetAttr(t, object.Of(u), object.Intern(t, "find_class"))
	if f == null {
		return null
	}
	return object.Call2(t, f, module, name)
}

// findClass is the method find_class.
func (u *unpickler) findClass(t *Thread, module, name Value) Value {
	if t.RT.OnAudit != nil && !object.Audit(t, "pickle.find_class", module, name) {
		return null
	}
	if u.Proto < 3 && u.FixImports {
		var ok bool
		if module, name, ok = renamed(t, module, name, "NAME_MAPPING", "IMPORT_MAPPING", "IMPORT_MAPPING"); !ok {
			return null
		}
	}
	if !object.IsStr(module) {
		return object.Raise(t, object.TTypeError, "module name must be a string")
	}
	m := imported(t, module)
	if m == null {
		return null
	}
	if !object.IsStr(name) {
		return object.GetAttr(t, m, name)
	}
	v := null
	if u.Proto >= 4 {
		if hasLocals(name) {
			return object.Raise(t, object.TAttributeError, "Can't get local attribute %s on %s", reprOf(t, name), reprOf(t, m))
		}
		v, _ = deepAttr(t, m, name)
	} else {
		v = object.LookupAttr(t, m, object.InternValue(t, object.ExactStr(t, name)))
	}
	if v == null && t.Exc == null {
		text := reprOf(t, m)
		object.Raise(t, object.TAttributeError, "Can't get attribute %s on %s", reprOf(t, name), text)
	}
	return v
}

func (u *unpickler) persistent(t *Thread, id Value) bool {
	if id == null {
		return false
	}
	if u.PersLoad == null {
		return noPersistentLoad(t)
	}
	return u.push(t, object.Call1(t, u.PersLoad, id))
}

// extension pushes the object for which copyreg has a number.
func (u *unpickler) extension(t *Thread, n int64) bool {
	x, ok := u.number(t, n)
	if !ok {
		return false
	}
	code := int64(x)
	if n == 4 {
		code = int64(int32(x))
	}
	if code <= 0 {
		return raiseUnpickling(t, "EXT specifies code <= 0")
	}
	cache, names := moduleDict(t, "copyreg", "_extension_cache"), moduleDict(t, "copyreg", "_inverted_registry")
	if cache == nil || names == nil {
		return false
	}
	key := object.SmallInt(code)
	if v := cache.Get(t, key); v != null || t.Exc != null {
		return u.push(t, v)
	}
	pair := names.Get(t, key)
	if pair == null {
		if t.Exc == null {
			object.Raise(t, object.TValueError, "unregistered extension code %d", code)
		}
		return false
	}
	if !object.IsTuple(pair) || object.As[object.Tuple](pair).Len() != 2 || !object.IsStr(*object.As[object.Tuple](pair).At(0)) ||
		!object.IsStr(*object.As[object.Tuple](pair).At(1)) {
		object.Raise(t, object.TValueError, "_inverted_registry[%d] isn't a 2-tuple of strings", code)
		return false
	}
	v := u.find(t, *object.As[object.Tuple](pair).At(0), *object.As[object.Tuple](pair).At(1))
	return v != null && cache.Set(t, key, v) && u.push(t, v)
}

// newObject does cls.__new__(cls, *args, **kwargs).
func (u *unpickler) newObject(t *Thread, ex bool) bool {
	kwargs, what := null, "NEWOBJ"
	if ex {
		what = "NEWOBJ_EX"
		if kwargs = u.pop(t); kwargs == null {
			return false
		}
	}
	args := u.pop(t)
	if args == null {
		return false
	}
	cls := u.pop(t)
	if cls == null {
		return false
	}
	if !object.IsType(cls) {
		return raiseUnpickling(t, what+" class argument must be a type, not "+object.TypeName(t, cls))
	}
	typ := object.As[object.Type](cls)
	switch {
	case typ.Slots.New == nil:
		return raiseUnpickling(t, what+" class argument '"+object.TypeName(t, cls)+"' doesn't have __new__")
	case !object.IsTuple(args):
		return raiseUnpickling(t, what+" args argument must be a tuple, not "+object.TypeName(t, args))
	case ex && !object.IsDict(kwargs):
		return raiseUnpickling(t, what+" kwargs argument must be a dict, not "+object.TypeName(t, kwargs))
	case !ex || object.As[object.Dict](kwargs).Used == 0:
		return u.push(t, typ.Slots.New(t, typ, object.As[object.Tuple](args).Items(), null))
	}
	f := object.GetAttr(t, cls, object.Intern(t, "__new__"))
	all := object.NewTuple(t, object.As[object.Tuple](args).Len()+1)
	if f == null || all == nil {
		return false
	}
	*all.At(0) = cls
	copy(all.Items()[1:], object.As[object.Tuple](args).Items())
	return u.push(t, object.CallTuple(t, f, all, object.As[object.Dict](kwargs)))
}

// build sets the state of the object below the top of the stack.
func (u *unpickler) build(t *Thread) bool {
	if u.Stack.Size-2 < u.Fence {
		return u.underflow(t)
	}
	state := u.pop(t)
	v := u.top(t)
	if state == null || v == null {
		return false
	}
	f := object.LookupAttr(t, v, object.Intern(t, "__setstate__"))
	if t.Exc != null {
		return false
	}
	if f != null {
		return object.Call1(t, f, state) != null
	}
	slots := null
	if object.IsTuple(state) && object.As[object.Tuple](state).Len() == 2 {
		x := object.As[object.Tuple](state)
		state, slots = *x.At(0), *x.At(1)
	}
	if state != none {
		if !object.IsDict(state) {
			return raiseUnpickling(t, "state is not a dictionary")
		}
		if !setAttributes(t, v, object.As[object.Dict](state)) {
			return false
		}
	}
	if slots != null && slots != none {
		if !object.IsDict(slots) {
			return raiseUnpickling(t, "slot state is not a dictionary")
		}
		d := object.As[object.Dict](slots)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if !object.SetAttr(t, v, e.Key, e.Val) {
				return false
			}
		}
	}
	return true
}

// setAttributes stores the attributes of a state in an object's __dict__.
func setAttributes(t *Thread, v Value, state *object.Dict) bool {
	if plainInstance(t, v, state) {
		for e, i := state.Next(0); e != nil; e, i = state.Next(i) {
			k, x := object.InternValue(t, e.Key), e.Val
			if k == null || !object.SetInstanceAttr(t, v, k, x) {
				return false
			}
		}
		return true
	}
	d := object.GetAttr(t, v, object.Intern(t, "__dict__"))
	if d == null {
		return false
	}
	for e, i := state.Next(0); e != nil; e, i = state.Next(i) {
		k, x := e.Key, e.Val
		if k.IsExact(object.TStr) {
			if k = object.InternValue(t, k); k == null {
				return false
			}
		}
		if !object.SetItem(t, d, k, x) {
			return false
		}
	}
	return true
}

// plainInstance reports whether an object has its attributes in its shape, and the class does not hide its __dict__: then the attributes can be stored
// without making a dict.
func plainInstance(t *Thread, v Value, state *object.Dict) bool {
	if !v.IsPtr() || state.Kind&object.DictStrKeys == 0 || object.ShapeOf(v).Flags&object.ShapeInstance == 0 {
		return false
	}
	typ := object.TypeOf(t, v)
	if !typ.HasDict() || unsafe.Pointer(state) == v.Ptr() {
		return false
	}
	own := typ.Lookup(t, object.Intern(t, "__dict__"))
	return own != null && own.IsExact(object.TGetSetDescr) && typ.Lookup(t, object.Intern(t, "__getattribute__")) == t.Type(object.TObject).Dict.GetStr(object.Intern(t, "__getattribute__"))
}
