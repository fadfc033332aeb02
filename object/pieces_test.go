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
	for _, size := range []int{0, 1, 4 * sortPiece, 4*sortPiece + 1, 7*sortPiece + 13, 16 * sortPiece} {
		for kind := range 4 {
			words := make([]uint64, size)
			for i := range words {
				words[i] = [...]uint64{rand.Uint64() >> 20, uint64(i), uint64(size - i), uint64(i % 3)}[kind]
			}
			want := slices.Clone(words)
			slices.Sort(want)
			halted := slices.Clone(words)
			if !sortWords(th, words) || !slices.Equal(words, want) {
				t.Errorf("%d words of kind %d", size, kind)
			}
			for _, asked := range []int{1, 3, 9, 20} { // what is left is still all of it
				n = asked
				if sortWords(th, halted) && !slices.IsSorted(halted) {
					t.Errorf("%d words: the sort ended early and did not say so", size)
				}
				th.Exc = Null
			}
			slices.Sort(halted)
			if !slices.Equal(halted, want) {
				t.Errorf("%d words of kind %d: some are lost when the sort is halted", size, kind)
			}
			n = -1
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
