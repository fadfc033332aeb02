package pyc

// The reader of marshal data, version 4 and before. It never allocates more than a small multiple
// of the bytes that it has read.

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"unsafe"
)

// Type codes of marshal data.
const (
	typeNull               = '0'
	typeNone               = 'N'
	typeFalse              = 'F'
	typeTrue               = 'T'
	typeStopIter           = 'S'
	typeEllipsis           = '.'
	typeInt                = 'i'
	typeInt64              = 'I'
	typeFloat              = 'f'
	typeBinaryFloat        = 'g'
	typeComplex            = 'x'
	typeBinaryComplex      = 'y'
	typeLong               = 'l'
	typeString             = 's'
	typeInterned           = 't'
	typeRef                = 'r'
	typeTuple              = '('
	typeSmallTuple         = ')'
	typeList               = '['
	typeDict               = '{'
	typeCode               = 'c'
	typeUnicode            = 'u'
	typeSet                = '<'
	typeFrozenSet          = '>'
	typeASCII              = 'a'
	typeASCIIInterned      = 'A'
	typeShortASCII         = 'z'
	typeShortASCIIInterned = 'Z'

	flagRef = 0x80
)

// maxDepth is the deepest nesting of objects, as in CPython.
const maxDepth = 2000

const (
	excEOF   = "EOFError"
	excValue = "ValueError"
	excType  = "TypeError"
)

// Unmarshal reads one object, as marshal.loads does. Bytes behind it are ignored.
// Code objects in it are not verified.
func Unmarshal(data []byte) (Const, error) {
	c, _, err := UnmarshalPrefix(data, nil)
	return c, err
}

// UnmarshalPrefix reads one object and says how many bytes it took.
func UnmarshalPrefix(data []byte, stop Stop) (c Const, n int, err error) {
	return unmarshal(data, stop, false)
}

func unmarshal(data []byte, stop Stop, keep bool) (c Const, n int, err error) {
	r := reader{data: data, stop: stop, keep: keep}
	c = r.object()
	if r.stopped {
		return nil, r.pos, ErrStopped
	}
	if c == nil {
		r.fail(excType, "NULL object in marshal data for object")
	}
	if r.err != nil {
		return nil, r.pos, r.err
	}
	if code, ok := c.(*Code); ok {
		code.Strs = int(r.strs)
	}
	return c, r.pos, nil
}

// reader is the state of reading: after the first error all reads give zeros.
type reader struct {
	data  []byte
	pos   int
	depth int
	refs  []Const // nil: reserved for an object that is not complete
	stack []Const // elements of the containers being read
	names map[*Tuple][]*Str
	err   *MarshalError
	slab  []Str // for the next strs
	strs  int32 // how many there are
	keep  bool  // the data will not change: strings are parts of it

	stop    Stop
	stopped bool // err is set too
	asked   int  // how many objects were begun
}

func (r *reader) fail(exc, msg string) {
	if r.err == nil {
		r.err = &MarshalError{Exc: exc, Msg: msg, Offset: r.pos}
	}
}

func (r *reader) bad(what string) { r.fail(excValue, "bad marshal data ("+what+")") }

// take gives the next n bytes, or nil.
func (r *reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n > len(r.data)-r.pos {
		r.fail(excEOF, "marshal data too short")
		return nil
	}
	if n >= manyBytes && r.stop != nil && r.stop(2*n) {
		r.stopped = true
		r.fail(excValue, ErrStopped.Error())
		return nil
	}
	b := r.data[r.pos : r.pos+n : r.pos+n]
	r.pos += n
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) long() int {
	if b := r.take(4); b != nil {
		return int(int32(binary.LittleEndian.Uint32(b)))
	}
	return 0
}

func (r *reader) float() float64 {
	if b := r.take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// size reads a 4-byte size.
func (r *reader) size(what string) int {
	n := r.long()
	if n < 0 {
		r.bad(what + " size out of range")
		return 0
	}
	return n
}

// floatText reads a float in decimal.
func (r *reader) floatText() float64 {
	text := r.take(int(r.byte()))
	if r.err != nil {
		return 0
	}
	// Go reads hexadecimal floats and digits in groups too.
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !math.IsInf(f, 0) || bytes.ContainsAny(text, "_xX") {
		r.fail(excValue, "could not convert string to float: "+Repr(&Str{S: latin1(text)}, nil))
	}
	return f
}

// bigInt reads an int in 15-bit digits.
func (r *reader) bigInt() Const {
	n := r.long()
	neg := n < 0
	if neg {
		n = -n
	}
	if r.err != nil {
		return nil
	}
	if n > math.MaxInt32 {
		r.bad("long size out of range")
		return nil
	}
	digits := r.take(2 * n)
	if r.err != nil {
		return nil
	}
	words := make([]big.Word, 0, n*15/bits.UintSize+1)
	var acc big.Word
	var have uint
	for i := 0; i < len(digits); i += 2 {
		d := big.Word(binary.LittleEndian.Uint16(digits[i:]))
		if d >= 1<<15 {
			r.bad("digit out of range in long")
			return nil
		}
		if d == 0 && i == len(digits)-2 {
			r.bad("unnormalized long data")
			return nil
		}
		acc |= d << have
		have += 15
		if have >= bits.UintSize {
			words = append(words, acc)
			have -= bits.UintSize
			acc = d >> (15 - have)
		}
	}
	words = append(words, acc)
	var v big.Int
	v.SetBits(words)
	if neg {
		v.Neg(&v)
	}
	if v.IsInt64() {
		return Int(v.Int64())
	}
	b := new(BigInt)
	b.v = v
	return b
}

func (r *reader) str(b []byte, ascii, interned bool) Const {
	if r.err != nil {
		return nil
	}
	if len(r.slab) == 0 {
		r.slab = make([]Str, min(max(len(r.data)/256, 4), 128))
	}
	s := &r.slab[0]
	text := r.text(b)
	if most, ok := asciiStr(text); ok {
		*s = Str{S: text, Len: len(text), Max: most}
	} else {
		if ascii {
			text = latin1(b)
		}
		wide, ok := NewStr(text, false)
		if !ok {
			r.bad("invalid utf-8")
			return nil
		}
		*s = *wide
	}
	r.slab = r.slab[1:]
	r.strs++
	s.Interned, s.Order = interned, r.strs
	return s
}

// text makes a string of bytes of the data.
func (r *reader) text(b []byte) string {
	if r.keep {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	return string(b)
}

// reserve keeps a place in the list of references for an object that will be complete later.
func (r *reader) reserve(flag bool) int {
	if !flag {
		return -1
	}
	r.refs = append(r.refs, nil)
	return len(r.refs) - 1
}

// elements reads n objects.
func (r *reader) elements(n int, what string) []Const {
	base := len(r.stack)
	for range n {
		c := r.object()
		if c == nil {
			r.fail(excType, "NULL object in marshal data for "+what)
		}
		if r.err != nil {
			return nil
		}
		r.stack = append(r.stack, c)
	}
	return r.popTo(base)
}

// popTo copies the top of the stack of elements out.
func (r *reader) popTo(base int) []Const {
	items := append([]Const(nil), r.stack[base:]...)
	clear(r.stack[base:])
	r.stack = r.stack[:base]
	return items
}

// object reads one object; nil without an error is the null object.
func (r *reader) object() Const {
	if r.pos >= len(r.data) {
		r.fail(excEOF, "EOF read where object expected")
	}
	t := r.byte()
	if r.err != nil {
		return nil
	}
	if r.asked++; r.stop.at(r.asked, readBytes) {
		r.stopped = true
		r.fail(excValue, ErrStopped.Error())
		return nil
	}
	if r.depth++; r.depth > maxDepth {
		r.depth--
		r.fail(excValue, "recursion limit exceeded")
		return nil
	}
	c := r.typed(t&^flagRef, t&flagRef != 0)
	r.depth--
	if r.err != nil {
		return nil
	}
	return c
}

// typed reads an object of a given type; with flag set the object takes a place in the list of references.
func (r *reader) typed(t byte, flag bool) Const {
	switch t {
	case typeNull:
		return nil
	case typeNone:
		return None{}
	case typeFalse:
		return Bool(false)
	case typeTrue:
		return Bool(true)
	case typeStopIter:
		return StopIteration{}
	case typeEllipsis:
		return Ellipsis{}
	case typeRef:
		n := r.long()
		if n < 0 || n >= len(r.refs) || r.refs[n] == nil {
			r.bad("invalid reference")
			return nil
		}
		return r.refs[n]
	case typeTuple, typeSmallTuple, typeList, typeSet, typeDict:
		return r.mutable(t, flag)
	case typeFrozenSet:
		n := r.size("set")
		at := r.reserve(flag)
		set := &FrozenSet{Items: r.elements(n, "set")}
		if at >= 0 {
			r.refs[at] = set
		}
		return set
	case typeCode:
		at := r.reserve(flag)
		code := r.code()
		if code == nil {
			return nil
		}
		if at >= 0 {
			r.refs[at] = code
		}
		return code
	}
	c := r.scalar(t)
	if flag && r.err == nil {
		r.refs = append(r.refs, c)
	}
	return c
}

// mutable reads a container to which its own elements may refer.
func (r *reader) mutable(t byte, flag bool) Const {
	n := 0
	var c Const
	switch t {
	case typeTuple:
		n, c = r.size("tuple"), new(Tuple)
	case typeSmallTuple:
		n, c = int(r.byte()), new(Tuple)
	case typeList:
		n, c = r.size("list"), new(List)
	case typeSet:
		n, c = r.size("set"), new(Set)
	case typeDict:
		c = new(Dict)
	}
	if r.err != nil {
		return nil
	}
	if flag {
		r.refs = append(r.refs, c)
	}
	switch c := c.(type) {
	case *Tuple:
		c.Items = r.elements(n, "tuple")
	case *List:
		c.Items = r.elements(n, "list")
	case *Set:
		c.Items = r.elements(n, "set")
	case *Dict:
		r.dict(c)
	}
	return c
}

// dict reads keys and values up to a null object.
func (r *reader) dict(d *Dict) {
	base := len(r.stack)
	for {
		k := r.object()
		if k == nil {
			break
		}
		r.stack = append(r.stack, k)
		v := r.object()
		if v == nil {
			r.stack = r.stack[:len(r.stack)-1]
			break
		}
		r.stack = append(r.stack, v)
	}
	if r.err != nil {
		return
	}
	items := r.popTo(base)
	for i := 0; i < len(items); i += 2 {
		d.Keys = append(d.Keys, items[i])
		d.Values = append(d.Values, items[i+1])
	}
}

// scalar reads an object without elements.
func (r *reader) scalar(t byte) Const {
	switch t {
	case typeInt:
		return Int(r.long())
	case typeInt64:
		if b := r.take(8); b != nil {
			return Int(binary.LittleEndian.Uint64(b))
		}
		return nil
	case typeLong:
		return r.bigInt()
	case typeFloat:
		return Float(r.floatText())
	case typeBinaryFloat:
		return Float(r.float())
	case typeComplex:
		re := r.floatText()
		return &Complex{re, r.floatText()}
	case typeBinaryComplex:
		re := r.float()
		return &Complex{re, r.float()}
	case typeString:
		return &Bytes{r.text(r.take(r.size("bytes object")))}
	case typeUnicode:
		return r.str(r.take(r.size("string")), false, false)
	case typeInterned:
		return r.str(r.take(r.size("string")), false, true)
	case typeASCII:
		return r.str(r.take(r.size("string")), true, false)
	case typeASCIIInterned:
		return r.str(r.take(r.size("string")), true, true)
	case typeShortASCII:
		return r.str(r.take(int(r.byte())), true, false)
	case typeShortASCIIInterned:
		return r.str(r.take(int(r.byte())), true, true)
	}
	r.bad("unknown type code")
	return nil
}

// code reads a code object.
func (r *reader) code() *Code {
	c := new(Code)
	c.ArgCount = r.long()
	c.PosOnlyArgCount = r.long()
	c.KwOnlyArgCount = r.long()
	c.StackSize = r.long()
	c.Flags = r.long()
	c.Bytecode = r.bytesField("code")
	if t := r.tupleField("consts"); t != nil {
		c.Consts = t.Items
	}
	c.Names = r.namesField("names")
	c.LocalsPlusNames = r.namesField("localsplusnames")
	c.LocalsPlusKinds = r.bytesField("localspluskinds")
	c.Filename = r.strField("filename")
	c.Name = r.strField("name")
	c.QualName = r.strField("qualname")
	c.FirstLine = r.long()
	c.LineTable = r.bytesField("linetable")
	c.ExceptionTable = r.bytesField("exceptiontable")
	if r.err != nil {
		return nil
	}
	if rule, why := c.checkShape(); rule != "" {
		r.fail(excValue, "code: "+why)
		return nil
	}
	return c
}

// field reads a part of a code object.
func (r *reader) field(name string) Const {
	c := r.object()
	if c == nil {
		r.fail(excType, "NULL object in marshal data for code "+name)
	}
	return c
}

func (r *reader) wrongField(name, want string) {
	r.fail(excType, "code: "+name+" must be "+want)
}

func (r *reader) bytesField(name string) string {
	b, ok := r.field(name).(*Bytes)
	if !ok {
		r.wrongField(name, "bytes")
		return ""
	}
	return b.S
}

func (r *reader) strField(name string) *Str {
	s, ok := r.field(name).(*Str)
	if !ok {
		r.wrongField(name, "a str")
		return nil
	}
	return s
}

func (r *reader) tupleField(name string) *Tuple {
	t, ok := r.field(name).(*Tuple)
	if !ok {
		r.wrongField(name, "a tuple")
		return nil
	}
	return t
}

// namesField reads a tuple of str. Code objects that refer to one tuple share the names.
func (r *reader) namesField(name string) []*Str {
	t := r.tupleField(name)
	if t == nil {
		return nil
	}
	if names, ok := r.names[t]; ok {
		return names
	}
	names := make([]*Str, len(t.Items))
	for i, c := range t.Items {
		s, ok := c.(*Str)
		if !ok {
			r.wrongField(name, "a tuple of str")
			return nil
		}
		names[i] = s
	}
	if r.names == nil {
		r.names = make(map[*Tuple][]*Str)
	}
	r.names[t] = names
	return names
}
