// Small operations that the interpreter and modules share.
package object

import "unsafe"

// AddressText is an object's address as reprs show it.
func AddressText(v Value) string { return address(v) }

// ClassGetItem is the __class_getitem__ of built-in generic classes: cls[item].
func ClassGetItem(t *Thread, cls, item Value) Value { return newGenericAlias(t, cls, item) }

// StopIterationValue returns the value of a StopIteration.
func StopIterationValue(exc Value) Value {
	if v := As[StopIterationError](exc).Value; v != Null {
		return v
	}
	return None
}

// StopIterationWith makes a StopIteration with a value; a tuple or exception is not taken for its arguments.
func StopIterationWith(t *Thread, v Value) Value {
	e := NewException(t, t.RT.Types[TStopIteration], v)
	if e != Null {
		As[StopIterationError](e).Value = v
	}
	return e
}

// RaiseStopIteration raises StopIteration(v).
func RaiseStopIteration(t *Thread, v Value) Value {
	if e := StopIterationWith(t, v); e != Null {
		SetExc(t, e)
	}
	return Null
}

// RaiseKeyError raises KeyError(key).
func RaiseKeyError(t *Thread, key Value) Value { return RaiseValue(t, TKeyError, key) }

// SetNameErrorName gives the NameError being raised its name attribute.
func SetNameErrorName(t *Thread, name Value) {
	if t.Matches(TNameError) {
		As[NameErrorObject](t.Exc).Name = name
	}
}

// ImportFromError raises the ImportError of "from module import name".
func ImportFromError(t *Thread, module, modname, name Value) Value {
	who := "<unknown module name>"
	if modname != Null && IsStr(modname) {
		who = GoString(modname)
	} else {
		modname = None
	}
	file := LookupAttr(t, module, t.N(N_file_))
	if file == Null {
		t.ClearExc()
	}
	where := "unknown location"
	if file != Null && IsStr(file) {
		where = GoString(file)
	} else {
		file = None
	}
	msg := NewStr(t, "cannot import name '"+GoString(name)+"' from '"+who+"' ("+where+")")
	if msg == Null {
		return Null
	}
	return RaiseImportError(t, TImportError, msg, modname, file, name)
}

// NewSentinel makes an object that is equal to nothing but itself.
func NewSentinel(t *Thread) Value { return AllocInstance(t, t.RT.Types[TObject]) }

// SetAdd, SetUpdate, SetContains and SetOf are the set operations of instructions.
func SetAdd(t *Thread, set, v Value) bool { return As[Set](set).Add(t, v) }

func SetUpdate(t *Thread, set, iterable Value) bool { return As[Set](set).Update(t, iterable) }

func SetContains(t *Thread, set, v Value) int { return As[Set](set).Has(t, v) }

// SetOf makes a set of values that lie off the Go heap.
func SetOf(t *Thread, items []Value) Value {
	s := NewSet(t, TSet)
	if s == nil {
		return Null
	}
	for _, v := range items {
		if !s.Add(t, v) {
			return Null
		}
	}
	return Of(s)
}

// StrItem is s[i] of an exact str; i is in range, from the start or the end.
func StrItem(t *Thread, s Value, i int) Value {
	x := As[Str](s)
	if i < 0 {
		i += int(x.Len)
	}
	return NewStrRune(t, x.At(i))
}

// StrConcat is a + b of exact strs.
func StrConcat(t *Thread, a, b Value) Value {
	x, y := As[Str](a), As[Str](b)
	if x.Len == 0 {
		return b
	}
	if y.Len == 0 {
		return a
	}
	s := AllocStr(t, int(x.Len+y.Len), maxRuneOf(x, y))
	if s == nil {
		return Null
	}
	s.fill(0, x)
	s.fill(int(x.Len), y)
	return Of(s)
}

// maxRuneOf returns a code point that needs the width that both strings fit in.
func maxRuneOf(x, y *Str) rune {
	return max(x.widest(), y.widest())
}

func (s *Str) widest() rune {
	switch {
	case s.IsASCII():
		return 0x7F
	case s.Kind() == 0:
		return 0xFF
	case s.Kind() == 1:
		return 0xFFFF
	}
	return 0x10FFFF
}

// fill copies src into s from code point i on; s is at least as wide.
func (s *Str) fill(i int, src *Str) {
	if s.Kind() == src.Kind() {
		copy(unsafe.Slice((*byte)(unsafe.Add(s.Data(), i<<s.Kind())), int(src.Len)<<src.Kind()), src.Bytes())
		return
	}
	for j := 0; j < int(src.Len); j++ {
		s.put(i+j, src.At(j))
	}
}

// Indexes in Runtime.Extra.
const (
	ExtraAsyncGenHooks = iota // tuple of the hooks of sys.set_asyncgen_hooks, or Null
)

// MemberWord is the word of the object that a member descriptor shows; MemberWritable tells whether it may be stored.
func MemberWord(d Value) int { return int(As[MemberDescr](d).Word) }

func MemberWritable(d Value) bool { return !As[MemberDescr](d).ReadOnly }
