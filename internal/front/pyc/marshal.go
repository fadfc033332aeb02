package pyc

// The writer of marshal data: bytes for the graph of objects that marshalgraph.go makes.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// marshalVersion is the newest version of the format.
const marshalVersion = 4

var (
	errUnmarshallable = errors.New("unmarshallable object")
	errTooDeep        = errors.New("object too deeply nested to marshal")
	// ErrStopped is given by whatever a Stop has ended.
	ErrStopped = errors.New("stopped")
)

// Stop is asked at every few thousand objects, and before much is copied, with how many bytes of memory that takes; true ends the work. nil: never.
type Stop func(bytes int) bool

// What an object takes while it is read, in the graph, and while it is written.
const (
	readBytes  = 160
	graphBytes = 200
	writeBytes = 60
	manyBytes  = 64 << 10
)

func (s Stop) at(n, each int) bool { return n&4095 == 0 && s != nil && s(4096*each) }

// Marshal writes an object in version 4 of the format; what occurs twice is written once.
// A list, dict or set that contains itself is written too; objects nested too deeply are an error.
func Marshal(c Const) ([]byte, error) { return MarshalVersion(c, marshalVersion, nil) }

// MarshalVersion writes an object in a given version of the format (0 to 4).
func MarshalVersion(c Const, version int, stop Stop) ([]byte, error) {
	root, err := newGraph(c, version >= 3, stop)
	if err != nil {
		return nil, err
	}
	w := writer{version: version, refs: map[*object]int{}, stop: stop, counted: manyBytes}
	w.object(root, 0)
	if w.err != nil {
		return nil, w.err
	}
	return w.out, nil
}

type writer struct {
	out     []byte
	version int
	refs    map[*object]int // the number of each object that can be referred to
	stop    Stop
	asked   int // how many objects were begun
	counted int // bytes written of which stop knows
	err     error
}

func (w *writer) byte(b byte) { w.out = append(w.out, b) }
func (w *writer) long(n int)  { w.out = binary.LittleEndian.AppendUint32(w.out, uint32(int32(n))) }

func (w *writer) text(s string) {
	if len(w.out)+len(s) > w.counted && !w.count(len(s)) {
		return
	}
	w.out = append(w.out, s...)
}

// count asks for memory for what has been written, n bytes and some more; what was written is copied when it grows.
func (w *writer) count(n int) bool {
	more := len(w.out) + n + manyBytes - w.counted
	if w.counted += more; w.stop != nil && w.stop(3*more) {
		w.err = ErrStopped
	}
	return w.err == nil
}

func (w *writer) size(n int) {
	if n > math.MaxInt32 {
		w.err = errUnmarshallable
	}
	w.long(n)
}

func (w *writer) float(f float64) {
	w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(f))
}

func (w *writer) floatText(f float64) {
	s := strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', 17, 64), "+"))
	w.byte(byte(len(s)))
	w.text(s)
}

// object writes one object, or a reference to it.
func (w *writer) object(o *object, depth int) {
	if depth > maxDepth {
		w.err = errTooDeep
	}
	if w.asked++; w.stop.at(w.asked, writeBytes) || len(w.out) > w.counted && !w.count(0) {
		w.err = ErrStopped
	}
	if w.err != nil {
		return
	}
	flag := byte(0)
	if w.version >= 3 && o.shared() {
		if n, ok := w.refs[o]; ok {
			w.byte(typeRef)
			w.long(n)
			return
		}
		w.refs[o] = len(w.refs)
		flag = flagRef
	}
	switch c := o.c.(type) {
	case None:
		w.byte(typeNone)
	case Ellipsis:
		w.byte(typeEllipsis)
	case StopIteration:
		w.byte(typeStopIter)
	case Bool:
		if c {
			w.byte(typeTrue)
		} else {
			w.byte(typeFalse)
		}
	case Int:
		if int64(c) == int64(int32(c)) {
			w.byte(typeInt | flag)
			w.long(int(c))
		} else {
			w.bigInt(big.NewInt(int64(c)), flag)
		}
	case *BigInt:
		w.bigInt(&c.v, flag)
	case Float:
		if w.version >= 2 {
			w.byte(typeBinaryFloat | flag)
			w.float(float64(c))
		} else {
			w.byte(typeFloat)
			w.floatText(float64(c))
		}
	case *Complex:
		if w.version >= 2 {
			w.byte(typeBinaryComplex | flag)
			w.float(c.Real)
			w.float(c.Imag)
		} else {
			w.byte(typeComplex)
			w.floatText(c.Real)
			w.floatText(c.Imag)
		}
	case *Str:
		w.str(c, flag)
	case *Bytes:
		w.byte(typeString | flag)
		w.size(len(c.S))
		w.text(c.S)
	case *Tuple:
		if len(c.Items) < 256 && w.version >= 4 {
			w.byte(typeSmallTuple | flag)
			w.byte(byte(len(c.Items)))
			w.objects(o.parts, depth)
		} else {
			w.container(typeTuple|flag, o, depth)
		}
	case *List:
		w.container(typeList|flag, o, depth)
	case *Set:
		w.container(typeSet|flag, o, depth)
	case *FrozenSet:
		w.container(typeFrozenSet|flag, o, depth)
	case *Dict:
		w.byte(typeDict | flag)
		w.objects(o.parts, depth)
		w.byte(typeNull)
	case *Code:
		w.code(c, o, flag, depth)
	default:
		w.err = errUnmarshallable
	}
}

func (w *writer) objects(list []*object, depth int) {
	for _, x := range list {
		if w.object(x, depth+1); w.err != nil {
			return
		}
	}
}

func (w *writer) container(t byte, o *object, depth int) {
	w.byte(t)
	w.size(len(o.parts))
	parts := o.parts
	if t &^= flagRef; t == typeSet || t == typeFrozenSet {
		parts = w.sorted(parts, depth)
	}
	w.objects(parts, depth)
}

// sorted orders a set's elements by what is written of each alone, as CPython does: the order does not depend on hashes.
func (w *writer) sorted(items []*object, depth int) []*object {
	type element struct {
		data []byte
		o    *object
	}
	list := make([]element, len(items))
	for i, x := range items {
		alone := writer{version: w.version, refs: map[*object]int{}, stop: w.stop, asked: w.asked + i, counted: manyBytes}
		alone.object(x, depth+1)
		if alone.err != nil {
			w.err = alone.err
			return nil
		}
		list[i] = element{alone.out, x}
	}
	slices.SortStableFunc(list, func(a, b element) int { return bytes.Compare(a.data, b.data) })
	out := make([]*object, len(items))
	for i, e := range list {
		out[i] = e.o
	}
	return out
}

func (w *writer) str(s *Str, flag byte) {
	short := len(s.S) < 256
	interned := interned(s)
	t := byte(typeUnicode)
	switch {
	case w.version >= 4 && s.ASCII() && interned && short:
		t = typeShortASCIIInterned
	case w.version >= 4 && s.ASCII() && interned:
		t, short = typeASCIIInterned, false
	case w.version >= 4 && s.ASCII() && short:
		t = typeShortASCII
	case w.version >= 4 && s.ASCII():
		t, short = typeASCII, false
	case w.version >= 3 && interned:
		t, short = typeInterned, false
	default:
		short = false
	}
	w.byte(t | flag)
	if short {
		w.byte(byte(len(s.S)))
	} else {
		w.size(len(s.S))
	}
	w.text(s.S)
}

// bigInt writes an int in 15-bit digits.
func (w *writer) bigInt(v *big.Int, flag byte) {
	w.byte(typeLong | flag)
	n := (v.BitLen() + 14) / 15
	if v.Sign() < 0 {
		w.long(-n)
	} else {
		w.size(n)
	}
	raw := v.Bytes() // big-endian
	for i := range n {
		var d uint32
		at := i * 15 / 8
		for k := range 3 {
			if at+k < len(raw) {
				d |= uint32(raw[len(raw)-1-at-k]) << (8 * k)
			}
		}
		w.out = binary.LittleEndian.AppendUint16(w.out, uint16(d>>(i*15%8)&0x7FFF))
	}
}

// code writes a code object; its parts are those of codeParts.
func (w *writer) code(c *Code, o *object, flag byte, depth int) {
	w.byte(typeCode | flag)
	for _, n := range [...]int{c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.StackSize, c.Flags} {
		w.long(n)
	}
	before := len(o.parts) - 2 // of the tables
	w.objects(o.parts[:before], depth)
	w.long(c.FirstLine)
	w.objects(o.parts[before:], depth)
}
