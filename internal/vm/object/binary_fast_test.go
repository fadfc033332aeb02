package object

import (
	"math"
	"testing"
)

// The short cuts for ints of a word give what the operators' full forms give.
func TestBinaryInts(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	small := []int64{0, 1, -1, 2, -2, 7, -7, 48, 49, 63, 64, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, -1 << 32, 1 << 47, MaxSmall, MinSmall}
	full := map[Nb]BinaryFunc{NbAdd: IntAdd, NbSubtract: IntSub, NbMultiply: IntMul, NbAnd: IntAnd, NbOr: IntOr, NbXor: IntXor,
		NbRemainder: IntMod, NbFloorDivide: IntFloorDiv, NbLshift: IntLshift, NbRshift: IntRshift}
	compare := func(op, form Nb, a, b, got Value) {
		if got == Null {
			return // left to the full form
		}
		want := full[op](th, a, b)
		if want == Null || CompareBool(th, got, want, EQ) != 1 || got.IsInt() != want.IsInt() {
			t.Errorf("%s %s %s: %s, want %s", testRepr(th, a), nbSymbols[form], testRepr(th, b), testRepr(th, got), testRepr(th, want))
		}
	}
	var ints []Value
	for _, x := range append(small, MaxSmall+1, MinSmall-1, 1<<52, 1<<62, -1<<62, math.MaxInt64, math.MinInt64) {
		ints = append(ints, NewInt(th, x))
	}
	for _, n := range []int64{63, 64, 65, 100, 125, 126, 127} {
		x := IntLshift(th, SmallInt(1), SmallInt(n))
		ints = append(ints, x, IntSub(th, x, SmallInt(1)), IntSub(th, SmallInt(0), x), IntSub(th, SmallInt(7), x))
	}
	used := 0
	for op := range full {
		for _, form := range []Nb{op, op + NbInplace} {
			for _, x := range small {
				for _, y := range small {
					compare(op, form, SmallInt(x), SmallInt(y), binaryInts(th, form, x, y))
				}
			}
			for _, a := range ints {
				for _, b := range ints {
					xh, x, ok := twoWords(a)
					yh, y, ok2 := twoWords(b)
					if ok && ok2 {
						used++
						compare(op, form, a, b, binaryWords(th, form, xh, x, yh, y))
					}
				}
			}
		}
	}
	if used < 10000 {
		t.Errorf("only %d pairs of words", used)
	}
}

func testRepr(th *Thread, v Value) string {
	if v == Null {
		return "an exception"
	}
	s, _ := ReprString(th, v)
	return s
}

func TestUTF8WithoutErrors(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	for _, text := range []string{"", "a", "é", "☃", "😀", "abc", "aÿ", "aĀ", "é☃x", "😀é☃a", "\uffff", "\U0010ffff"} {
		v := StrOfUTF8(rt.Main, []byte(text))
		s := As[Str](v)
		if GoString(v) != text || s.flags() != s.flagsOfPart(0, int(s.Len)) {
			t.Errorf("%q is decoded as %q with flags %d", text, GoString(v), s.flags())
		}
		if out, n := s.AppendValid(nil, 0, int(s.Len)); string(out) != text || n != int(s.Len) {
			t.Errorf("%q is encoded as %q", text, out)
		}
	}
}
