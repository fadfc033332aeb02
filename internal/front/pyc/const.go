package pyc

// The constant model: what marshal data holds, as immutable Go values.

import (
	"math/big"
	"unicode/utf8"
)

// Const is a constant: one of None, Ellipsis, StopIteration, Bool, Int, Float, and pointers to
// BigInt, Complex, Str, Bytes, Tuple, FrozenSet, Code, List, Dict and Set.
// Two equal pointers are one Python object.
type Const interface{ isConst() }

type (
	// None is Python's None.
	None struct{}
	// Ellipsis is Python's Ellipsis.
	Ellipsis struct{}
	// StopIteration is the class of that name.
	StopIteration struct{}
	// Bool is True or False.
	Bool bool
	// Int is an int that fits 64 bits.
	Int int64
	// Float is a float.
	Float float64
	// Complex is a complex number.
	Complex struct{ Real, Imag float64 }
	// BigInt is an int that does not fit 64 bits.
	BigInt struct{ v big.Int }
	// Bytes is a bytes object.
	Bytes struct{ S string }
	// Tuple is a tuple.
	Tuple struct{ Items []Const }
	// List is a list; code objects never hold one.
	List struct{ Items []Const }
	// Set is a set, its elements in file order, perhaps repeated; code objects never hold one.
	Set struct{ Items []Const }
	// FrozenSet is a frozenset, its elements in file order, perhaps repeated.
	FrozenSet struct {
		Items []Const
		// Copies is how often CPython's compiler copies the set that it makes of the elements: each time their order can change.
		Copies int
	}
	// Dict is a dict, its items in file order, keys perhaps repeated; code objects never hold one.
	Dict struct{ Keys, Values []Const }
)

// Str is a str: its code points in UTF-8, lone surrogates encoded like other code points of their size.
type Str struct {
	S        string
	Len      int  // number of code points
	Max      rune // largest code point
	Interned bool // interned when it was written

	// Order is the str's number among those that were read with it, from 1 on; 0: it was not read.
	Order int32
}

func (None) isConst()          {}
func (Ellipsis) isConst()      {}
func (StopIteration) isConst() {}
func (Bool) isConst()          {}
func (Int) isConst()           {}
func (Float) isConst()         {}
func (*Complex) isConst()      {}
func (*BigInt) isConst()       {}
func (*Str) isConst()          {}
func (*Bytes) isConst()        {}
func (*Tuple) isConst()        {}
func (*List) isConst()         {}
func (*Set) isConst()          {}
func (*FrozenSet) isConst()    {}
func (*Dict) isConst()         {}
func (*Code) isConst()         {}

// Renamed tells whether CPython copies the set for each code object that has it, because it interns a name that is in it.
func (s *FrozenSet) Renamed() bool {
	for _, x := range s.Items {
		if name, ok := x.(*Str); ok && name.Interned && name.Len > 1 && name.S > ":" {
			return true
		}
	}
	return false
}

// NewInt makes the constant for an int of any size.
func NewInt(v *big.Int) Const {
	if v.IsInt64() {
		return Int(v.Int64())
	}
	b := new(BigInt)
	b.v.Set(v)
	return b
}

// Big gives a copy of the value.
func (b *BigInt) Big() *big.Int { return new(big.Int).Set(&b.v) }

// Sign gives -1, 0 or 1.
func (b *BigInt) Sign() int { return b.v.Sign() }

// Words gives the magnitude, least significant word first. It must not be changed.
func (b *BigInt) Words() []big.Word { return b.v.Bits() }

// ASCII reports whether all code points are below 128.
func (s *Str) ASCII() bool { return s.Max < utf8.RuneSelf }

// NewStr makes a str constant; ok is false if s is not UTF-8, surrogates allowed.
func NewStr(s string, interned bool) (str *Str, ok bool) {
	str = &Str{S: s, Interned: interned}
	for i := 0; i < len(s); {
		r, n := decodeRune(s[i:])
		if n == 0 {
			return nil, false
		}
		str.Len++
		str.Max = max(str.Max, r)
		i += n
	}
	return str, true
}

// asciiStr gives what is to be known of a text of ASCII; ok is false if it is none.
func asciiStr(s string) (largest rune, ok bool) {
	var all, most byte
	for i := range len(s) {
		all |= s[i]
		most = max(most, s[i])
	}
	return rune(most), all < utf8.RuneSelf
}

// decodeRune reads one code point of a non-empty string, surrogates allowed; n is 0 if there is none.
func decodeRune(s string) (r rune, n int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	r, n = utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || n > 1 {
		return r, n
	}
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return 0, 0
}

// latin1 turns bytes, each a code point, into UTF-8.
func latin1(b []byte) string {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			out := make([]byte, 0, len(b)+len(b)/2)
			for _, c := range b {
				out = utf8.AppendRune(out, rune(c))
			}
			return string(out)
		}
	}
	return string(b)
}
