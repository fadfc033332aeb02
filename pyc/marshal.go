package pyc

// The writer of marshal data.

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// marshalVersion is the newest version of the format.
const marshalVersion = 4

var errUnmarshallable = errors.New("unmarshallable object")

// Marshal writes an object in version 4 of the format; what occurs twice is written once.
// A list, dict or set that contains itself is written too; objects nested too deeply are an error.
func Marshal(c Const) ([]byte, error) { return MarshalVersion(c, marshalVersion) }

// MarshalVersion writes an object in a given version of the format (0 to 4).
func MarshalVersion(c Const, version int) ([]byte, error) {
	w := writer{version: version}
	if version >= 3 {
		w.seen = make(map[Const]int)
		w.count(c, 0)
		w.refs = make(map[Const]int)
	}
	if w.err == nil {
		w.object(c, 0)
	}
	if w.err != nil {
		return nil, w.err
	}
	return w.out, nil
}

type writer struct {
	out     []byte
	version int
	seen    map[Const]int // how often each object is met
	refs    map[Const]int // the number of each object already written
	err     error
}

// shareable reports whether identity of an object is worth a reference.
func shareable(c Const) bool {
	switch c.(type) {
	case *Complex, *BigInt, *Str, *Bytes, *Tuple, *FrozenSet, *Code, *List, *Dict, *Set:
		return true
	}
	return false
}

// parts calls f for each object that c is made of, in the order of writing.
func parts(c Const, f func(Const)) {
	each := func(items []Const) {
		for _, x := range items {
			f(x)
		}
	}
	switch c := c.(type) {
	case *Tuple:
		each(c.Items)
	case *List:
		each(c.Items)
	case *Set:
		each(c.Items)
	case *FrozenSet:
		each(c.Items)
	case *Dict:
		for i, k := range c.Keys {
			f(k)
			f(c.Values[i])
		}
	case *Code:
		each(c.Consts)
		for _, s := range c.Names {
			f(s)
		}
		for _, s := range c.LocalsPlusNames {
			f(s)
		}
		f(c.Filename)
		f(c.Name)
		f(c.QualName)
	}
}

func (w *writer) count(c Const, depth int) {
	if depth > maxDepth {
		w.err = errors.New("object too deeply nested to marshal")
	}
	if w.err != nil || c == nil || !shareable(c) {
		return
	}
	w.seen[c]++
	if w.seen[c] == 1 {
		parts(c, func(x Const) { w.count(x, depth+1) })
	}
}

func (w *writer) byte(b byte)   { w.out = append(w.out, b) }
func (w *writer) long(n int)    { w.out = binary.LittleEndian.AppendUint32(w.out, uint32(int32(n))) }
func (w *writer) text(s string) { w.out = append(w.out, s...) }

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
func (w *writer) object(c Const, depth int) {
	if depth > maxDepth {
		w.err = errors.New("object too deeply nested to marshal")
	}
	if w.err != nil {
		return
	}
	flag := byte(0)
	if w.version >= 3 && w.seen[c] > 1 {
		if n, ok := w.refs[c]; ok {
			w.byte(typeRef)
			w.long(n)
			return
		}
		w.refs[c] = len(w.refs)
		flag = flagRef
	}
	switch c := c.(type) {
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
			w.byte(typeInt)
			w.long(int(c))
		} else {
			w.bigInt(big.NewInt(int64(c)), 0)
		}
	case *BigInt:
		w.bigInt(&c.v, flag)
	case Float:
		if w.version >= 2 {
			w.byte(typeBinaryFloat)
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
		w.bytes(c.S, flag)
	case *Tuple:
		if len(c.Items) < 256 && w.version >= 4 {
			w.byte(typeSmallTuple | flag)
			w.byte(byte(len(c.Items)))
			w.objects(c, depth)
		} else {
			w.container(typeTuple|flag, len(c.Items), c, depth)
		}
	case *List:
		w.container(typeList|flag, len(c.Items), c, depth)
	case *Set:
		w.container(typeSet|flag, len(c.Items), c, depth)
	case *FrozenSet:
		w.container(typeFrozenSet|flag, len(c.Items), c, depth)
	case *Dict:
		w.byte(typeDict | flag)
		w.objects(c, depth)
		w.byte(typeNull)
	case *Code:
		w.code(c, flag, depth)
	default:
		w.err = errUnmarshallable
	}
}

func (w *writer) container(t byte, n int, c Const, depth int) {
	w.byte(t)
	w.size(n)
	w.objects(c, depth)
}

func (w *writer) objects(c Const, depth int) {
	parts(c, func(x Const) { w.object(x, depth+1) })
}

func (w *writer) bytes(s string, flag byte) {
	w.byte(typeString | flag)
	w.size(len(s))
	w.text(s)
}

func (w *writer) str(s *Str, flag byte) {
	short := len(s.S) < 256
	t := byte(typeUnicode)
	switch {
	case w.version >= 4 && s.ASCII() && s.Interned && short:
		t = typeShortASCIIInterned
	case w.version >= 4 && s.ASCII() && s.Interned:
		t, short = typeASCIIInterned, false
	case w.version >= 4 && s.ASCII() && short:
		t = typeShortASCII
	case w.version >= 4 && s.ASCII():
		t, short = typeASCII, false
	case w.version >= 3 && s.Interned:
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

func (w *writer) code(c *Code, flag byte, depth int) {
	w.byte(typeCode | flag)
	w.long(c.ArgCount)
	w.long(c.PosOnlyArgCount)
	w.long(c.KwOnlyArgCount)
	w.long(c.StackSize)
	w.long(c.Flags)
	w.bytes(c.Bytecode, 0)
	w.object(&Tuple{c.Consts}, depth+1)
	w.object(namesTuple(c.Names), depth+1)
	w.object(namesTuple(c.LocalsPlusNames), depth+1)
	w.bytes(c.LocalsPlusKinds, 0)
	w.object(c.Filename, depth+1)
	w.object(c.Name, depth+1)
	w.object(c.QualName, depth+1)
	w.long(c.FirstLine)
	w.bytes(c.LineTable, 0)
	w.bytes(c.ExceptionTable, 0)
}

func namesTuple(names []*Str) *Tuple {
	t := &Tuple{Items: make([]Const, len(names))}
	for i, s := range names {
		t.Items[i] = s
	}
	return t
}
