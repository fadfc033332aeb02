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
	check := func(short func(*Thread, Nb, int64, int64) Value, op Nb, f BinaryFunc, nums []int64) {
		for _, x := range nums {
			for _, y := range nums {
				for _, form := range []Nb{op, op + NbInplace} {
					got := short(th, form, x, y)
					if got == Null {
						continue // left to the full form
					}
					want := f(th, NewInt(th, x), NewInt(th, y))
					if want == Null || CompareBool(th, got, want, EQ) != 1 || got.IsInt() != want.IsInt() {
						t.Errorf("%d %s %d: %s, want %s", x, nbSymbols[op], y, testRepr(th, got), testRepr(th, want))
					}
				}
			}
		}
	}
	words := append(small, MaxSmall+1, MinSmall-1, 1<<52, 1<<62, -1<<62, math.MaxInt64, -math.MaxInt64)
	for op, f := range full {
		check(binaryInts, op, f, small)
		check(binaryWords, op, f, words)
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
		v := strOfUTF8(rt.Main, []byte(text))
		s := As[Str](v)
		if GoString(v) != text || s.flags() != s.flagsOfPart(0, int(s.Len)) {
			t.Errorf("%q is decoded as %q with flags %d", text, GoString(v), s.flags())
		}
		if out, n := appendUTF8(nil, s); string(out) != text || n != int(s.Len) {
			t.Errorf("%q is encoded as %q", text, out)
		}
	}
}
