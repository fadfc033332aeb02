// Long work in pieces gives what it gives at once, and ends between them when the thread is halted.

package object

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// halting makes a runtime whose thread is halted at the n-th question; below 0: never.
func halting(t *testing.T, n *int) *Thread {
	t.Helper()
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	rt.Main.Breaker.Or(BreakCancel)
	rt.OnCancel = func(t *Thread) bool {
		if *n--; *n != 0 {
			return true
		}
		RaiseType(t, TKeyboardInterrupt)
		return false
	}
	return rt.Main
}

func TestCountBytes(t *testing.T) {
	n := -1
	th := halting(t, &n)
	for _, needle := range []string{"a", "ab", "aa", "aba", strings.Repeat("ab", 700) + "a", "xyz"} {
		for _, size := range []int{0, 5, countPiece - 1, countPiece, countPiece + 1, 3*countPiece + 17} {
			for _, text := range [][]byte{bytes.Repeat([]byte("ab"), size/2), bytes.Repeat([]byte("a"), size), bytes.Repeat([]byte("abaxyzq"), size/7)} {
				if got, want := countBytes(th, text, []byte(needle)), bytes.Count(text, []byte(needle)); got != want {
					t.Errorf("%.10q in %d bytes of %.7q: %d, want %d", needle, len(text), text, got, want)
				}
			}
		}
	}
	n = 2
	if got := countBytes(th, make([]byte, 5*countPiece), []byte("a")); got != -1 || !th.Exc.IsExact(TKeyboardInterrupt) {
		t.Error(got)
	}
}

func TestSortWords(t *testing.T) {
	n := -1
	th := halting(t, &n)
	for name, sorts := range map[string]func(t *Thread, words []uint64) bool{
		"by bytes": sortWords, "in place": func(t *Thread, words []uint64) bool { return sortInPlace(t, words, 63) },
	} {
		for _, size := range []int{0, 1, leastAlone, 1 << 16, 1<<16 + 1, 7<<14 + 13, 1 << 18} {
			for kind := range 4 {
				words := make([]uint64, size)
				for i := range words {
					words[i] = [...]uint64{rand.Uint64() >> 20, uint64(i), uint64(size - i), uint64(i % 3)}[kind]
				}
				want := slices.Clone(words)
				slices.Sort(want)
				halted := slices.Clone(words)
				if !sorts(th, words) || !slices.Equal(words, want) {
					t.Errorf("%s: %d words of kind %d", name, size, kind)
				}
				for _, asked := range []int{1, 3, 9, 20} { // what is left is still all of it
					n = asked
					if sorts(th, halted) && !slices.IsSorted(halted) {
						t.Errorf("%s: %d words: the sort ended early and did not say so", name, size)
					}
					th.Exc = Null
				}
				slices.Sort(halted)
				if !slices.Equal(halted, want) {
					t.Errorf("%s: %d words of kind %d: some are lost when the sort is halted", name, size, kind)
				}
				n = -1
			}
		}
	}
}

// Mapping goes by parts, but looks around their ends.
func TestMapCaseOfParts(t *testing.T) {
	n := -1
	th := halting(t, &n)
	for _, s := range []string{"É", "ΑΣ", "ΣΑ", "ß", "éa b"} {
		short := NewStr(th, strings.Repeat(s, 7))
		long := NewStr(th, strings.Repeat(s, 7*pollEach))
		for _, name := range []string{"upper", "lower", "title", "swapcase", "capitalize", "casefold"} {
			call := func(v Value) string {
				f := GetAttr(th, v, Intern(th, name))
				r := Call(th, f, nil, Null)
				if r == Null {
					t.Fatal(name)
				}
				return GoString(r)
			}
			a, b := call(short), call(long)
			if unit := len(a) / 7; !strings.HasSuffix(b, a[len(a)-unit:]) || !strings.HasPrefix(b, a[:unit]) || name == "upper" && b != strings.Repeat(a, pollEach) ||
				strings.Count(b, "ς") > 1+strings.Count(a, "ς")*pollEach {
				t.Errorf("%s of %q", name, s)
			}
		}
	}
}

// Memory for a large object is not cleared to its end when the thread is to stop, and nothing is lost.
func TestLargeObjectsAreHalted(t *testing.T) {
	n := -1
	th := halting(t, &n)
	h := th.RT.Heap
	for range 3 { // what is used again has to be cleared
		if NewValues(th, 8<<20/8) == nil {
			t.Fatal("no memory")
		}
		h.Collect()
	}
	for _, ask := range []int{1, 2} {
		n = ask
		before := h.Stats()
		if v := NewValues(th, 8<<20/8); v != nil || !th.Exc.IsExact(TKeyboardInterrupt) {
			t.Errorf("question %d: not halted", ask)
		}
		th.Exc = Null
		h.Collect()
		if after := h.Stats(); after.LiveBytes > before.LiveBytes+1<<20 {
			t.Errorf("question %d: %d bytes, before %d", ask, after.LiveBytes, before.LiveBytes)
		}
	}
	n = -1
	if NewValues(th, 8<<20/8) == nil {
		t.Error("no memory after that")
	}
}

// Whatever copies, fills or converts much is halted at each question, with no harm to what it works on, and gives the same as at once.
func TestHaltedInPieces(t *testing.T) {
	n := -1
	th := halting(t, &n)
	const size = 5*blitPiece + 3
	text := strings.Repeat("ab", size/2)
	ascii, latin, wide := NewStr(th, text), NewStr(th, strings.Repeat("é", size)), NewStr(th, strings.Repeat("☃", size))
	raw := NewBytes(th, []byte(text))
	list := Of(NewList(th, size))
	for i := range As[List](list).Slice() {
		As[List](list).Slice()[i] = SmallInt(int64(i))
	}
	dict := NewDict(th)
	for i := range int64(blitPiece) {
		dict.Set(th, SmallInt(i), None)
	}
	format := func(template string, v Value) Value { return BinaryOp(th, NbRemainder, NewStr(th, template), v) }
	short := Of(NewList(th, 0))
	keep := th.PushArgs(8) // roots: closures are on Go's heap
	copy(keep, []Value{ascii, latin, wide, raw, list, Of(dict), short})
	for _, c := range []struct {
		name string
		f    func() Value
	}{
		{"ASCII text", func() Value { return NewStr(th, text) }},
		{"other text", func() Value { return NewStr(th, "é"+text) }},
		{"str + str", func() Value { return StrConcat(th, ascii, latin) }},
		{"slice", func() Value { return As[Str](wide).sub(th, 1, size-1) }},
		{"join", func() Value { return StrJoin(th, ascii, []Value{ascii, ascii}) }},
		{"join of wide", func() Value { return StrJoin(th, ascii, []Value{wide, latin}) }},
		{"center", func() Value { return testMethod(th, latin, "center", SmallInt(3*size)) }},
		{"bytes.center", func() Value { return testMethod(th, raw, "center", SmallInt(3*size)) }},
		{"encode", func() Value { return testMethod(th, wide, "encode") }},
		{"decode", func() Value { return testMethod(th, NewBytes(th, []byte(strings.Repeat("é☃", size))), "decode") }},
		{"%", func() Value {
			return format("%3000000d|%-3000000s|%x", Of(testTuple(th, SmallInt(5), ascii, SmallInt(7))))
		}},
		{"format", func() Value { return Format(th, SmallInt(-5), NewStr(th, "03000000d")) }},
		{"bytes", func() Value { return NewBytes(th, []byte(text)) }},
		{"bytes + bytes", func() Value { return testMethod(th, raw, "__add__", raw) }},
		{"bytes.join", func() Value { return testMethod(th, raw, "join", list2(th, raw, raw)) }},
		{"list + list", func() Value { return testMethod(th, list, "__add__", list) }},
		{"list * 2", func() Value { return listRepeat(th, list, 2) }},
		{"tuple(list)", func() Value { return tupleOrNull(TupleFromIterable(th, list)) }},
		{"dict.copy", func() Value { return testMethod(th, Of(dict), "copy") }},
		{"extend", func() Value {
			l := As[List](short)
			l.clear()
			if !l.Extend(th, list) || !l.Extend(th, list) {
				if l.Size != 0 && l.Size != size || l.Size != 0 && !slices.Equal(l.Slice(), As[List](list).Slice()) {
					t.Errorf("a list of %d items", l.Size)
				}
				return Null
			}
			return short
		}},
		{"in", func() Value {
			v := SeqHas(th, list, SmallInt(-1))
			if v == Null && th.Halted() { // it said so only later
				return Null
			}
			return v
		}},
	} {
		n = -1
		want := c.f()
		asked := -1 - n
		if want == Null || asked < 3 {
			t.Errorf("%s: asked %d times, %v", c.name, asked, th.Exc)
			th.Exc = Null
			continue
		}
		if IsStr(want) { // copied, so that the next one does not change it
			want = NewStr(th, GoString(want))
		}
		keep[7] = want
		for at := 1; at <= asked; at += 1 + asked/8 {
			n = at
			if v := c.f(); v != Null || !th.Exc.IsExact(TKeyboardInterrupt) {
				t.Errorf("%s: not halted at question %d of %d", c.name, at, asked)
			}
			th.Exc = Null
		}
		n = -1
		if again := c.f(); again == Null || EqualBool(th, again, want) != 1 {
			t.Errorf("%s: differs after that", c.name)
		}
		th.RT.Heap.Collect()
	}
}

func testMethod(t *Thread, v Value, name string, args ...Value) Value {
	if v == Null {
		return Null
	}
	return Call(t, GetAttr(t, v, Intern(t, name)), args, Null)
}

func testTuple(t *Thread, items ...Value) *Tuple { return As[Tuple](TupleOf(t, items)) }

func list2(t *Thread, a, b Value) Value { return ListOf(t, []Value{a, b}) }

func tupleOrNull(x *Tuple) Value {
	if x == nil {
		return Null
	}
	return Of(x)
}

// Collections are given up when there is something new to stop the thread for; not because a host looks at each step, or while handlers run.
func TestCollectionsAreGivenUp(t *testing.T) {
	n := -1
	th := halting(t, &n)
	for _, c := range []struct {
		bits uint32
		want bool
	}{{0, true}, {BreakCancel, true}, {BreakGC | BreakMemory | BreakSample, true}, {BreakCancel | BreakRing, false}, {BreakSignal, false}} {
		th.Breaker.Store(c.bits)
		before := th.RT.Heap.Stats().Collections
		if got := th.RT.Heap.TryCollect(); got != c.want || got != (th.RT.Heap.Stats().Collections > before) {
			t.Errorf("bits %b: %v", c.bits, got)
		}
	}
	th.Breaker.Store(0)
}
