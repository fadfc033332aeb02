// Tests of lists, dicts and sets against figures taken from CPython 3.13 (the programs stand beside them).

package object

import (
	"testing"
	"unsafe"
)

// logged is a value whose comparisons are recorded in loggedDigest.
type logged struct {
	heap8
	N, ID int64
}

var (
	tLogged      = AllocTypeID()
	loggedDigest uint64
	loggedCount  int
)

var _ = DefineType(tLogged, TypeDef{Name: "logged", Size: unsafe.Sizeof(logged{}), Slots: Slots{
	Compare: func(t *Thread, a, b Value, op CompareOp) Value {
		x, y := As[logged](a), As[logged](b)
		mix(&loggedDigest, x.ID)
		mix(&loggedDigest, y.ID)
		loggedCount++
		return Bool(CompareInts(x.N, y.N, op))
	},
}})

func mix(d *uint64, v int64) { *d = (*d ^ uint64(v)) * 1099511628211 }

// lcg is the random source that the Python programs below use too.
type lcg uint64

func (r *lcg) next(n int64) int64 {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int64(uint64(*r)>>33) % n
}

func newPlainThread(t *testing.T) *Thread {
	t.Helper()
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	return rt.Main
}

// TestSortComparisons checks which comparisons a sort asks for, in order. The expected figures are what testdata/sort.py prints.
func TestSortComparisons(t *testing.T) {
	th := newPlainThread(t)
	cases := []struct {
		n, span int64
		pattern int
		reverse bool
		digest  uint64
		count   int
	}{
		{2, 2, 0, false, 12478964906350819981, 1},
		{10, 3, 0, false, 16868764414874024383, 23},
		{50, 1000, 0, false, 1692191077659874160, 217},
		{64, 9, 0, false, 3631084802849619228, 304},
		{65, 5, 0, true, 9173766400731070959, 296},
		{300, 1000, 0, false, 11561167293117087343, 2094},
		{1000, 10, 0, true, 267990641116031950, 6797},
		{5000, 1073741824, 0, false, 905862109222804882, 55115},
		{5000, 50, 0, false, 5851023301611121364, 46330},
		{1000, 37, 1, false, 5432688333179320468, 6081},
		{1000, 200, 1, true, 2557127713336298103, 3338},
		{1000, 100, 2, false, 6597042704817464583, 4398},
		{3000, 333, 2, false, 13615699549847574111, 12694},
		{1000, 3, 3, false, 13459570129693775260, 1665},
		{4000, 500, 3, true, 16532029821987868418, 3999},
		{777, 1, 3, false, 15340730431738355143, 776},
	}
	for _, c := range cases {
		r := lcg(c.n*31 + c.span)
		l := NewList(th, 0)
		for i := int64(0); i < c.n; i++ {
			o := New[logged](th, tLogged)
			o.ID = i
			switch c.pattern {
			case 0:
				o.N = r.next(c.span)
			case 1:
				o.N = i/c.span*7 - i%c.span
			case 2:
				o.N = i % c.span
			case 3:
				o.N = (c.n - i) / c.span
			}
			l.Append(th, Of(o))
		}
		loggedDigest, loggedCount = 14695981039346656037, 0
		if !SortList(th, l, None, c.reverse) {
			t.Fatal("sort failed")
		}
		for i := range l.Slice() {
			mix(&loggedDigest, As[logged](*l.At(i)).ID)
		}
		if loggedDigest != c.digest || loggedCount != c.count {
			t.Errorf("n=%d span=%d pattern=%d reverse=%v: digest %d, %d comparisons; want %d, %d",
				c.n, c.span, c.pattern, c.reverse, loggedDigest, loggedCount, c.digest, c.count)
		}
	}
}

// TestSetOrder runs random set operations and checks the iteration order after each. The expected figures are what testdata/sets.py prints.
func TestSetOrder(t *testing.T) {
	th := newPlainThread(t)
	cases := []struct {
		seed, span, steps, kind int64
		digest                  uint64
	}{
		{1, 20, 200, 0, 8313365859525434795},
		{2, 100, 300, 0, 7366280987714160830},
		{3, 3000, 60, 0, 12136787727056485040},
		{4, 50, 300, 1, 7787564066349149915},
		{5, 400, 100, 1, 16870379822285793560},
		{6, 30, 200, 2, 7695847378019432649},
		{7, 2000, 60, 2, 3384828908841002356},
		{8, 200, 200, 3, 1985593694709070623},
		{9, 5000, 40, 3, 12495951453050846401},
	}
	for _, c := range cases {
		r := lcg(c.seed)
		d := uint64(14695981039346656037)
		key := func() Value {
			n := r.next(c.span)
			switch c.kind {
			case 1:
				return Pair(th, SmallInt(n), SmallInt(n*n))
			case 2:
				return NewStr(th, "k"+string(rune('a'+n%26))+string(rune('A'+n/26%26))+string(rune('0'+n/676)))
			case 3:
				return SmallInt(n*1000003 - 500)
			}
			return SmallInt(n)
		}
		some := func() *Set {
			o := NewSet(th, TSet)
			for n := r.next(c.span); n > 0; n-- {
				o.Add(th, key())
			}
			return o
		}
		s := NewSet(th, TSet)
		for i := int64(0); i < c.steps; i++ {
			switch r.next(12) {
			case 0, 1, 2, 3:
				s.Add(th, key())
			case 4, 5:
				s.Discard(th, key())
			case 6:
				if s.Used > 0 {
					setPop(th, Of(s))
				}
			case 7:
				s = s.intersection(th, TSet, Of(some()))
			case 8:
				s.Update(th, Of(some()))
			case 9:
				s = s.difference(th, TSet, Of(some()))
			case 10:
				s.symmetricUpdate(th, Of(some()))
			case 11:
				l := ListFromIterable(th, Of(some()))
				s.Update(th, Of(l))
			}
			for i := s.next(0); i >= 0; i = s.next(i + 1) {
				h, _ := Hash(th, *s.Keys.At(i))
				mix(&d, h)
			}
		}
		h := s.frozenHash()
		mix(&d, h)
		if d != c.digest {
			t.Errorf("seed=%d span=%d kind=%d: digest %d, want %d", c.seed, c.span, c.kind, d, c.digest)
		}
	}
}

// Whatever is done to a dict, its filter has the bit of each key that is in it, and those of few others after it was emptied.
func TestDictFilter(t *testing.T) {
	th := newPlainThread(t)
	r := lcg(7)
	check := func(d *Dict, what string) {
		t.Helper()
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if d.lacks(int64(e.Hash)) {
				t.Fatalf("after %s, %s is in the dict but not in its filter", what, testRepr(th, e.Key))
			}
		}
		if d.N == 0 && d.Filter != 0 {
			t.Fatalf("after %s, the filter of an empty dict is %#x", what, d.Filter)
		}
	}
	key := func() Value {
		switch n := r.next(40); n % 3 {
		case 0:
			return SmallInt(n << 40)
		case 1:
			return Pair(th, SmallInt(n), None)
		default:
			return NewStr(th, "k"+string(rune('a'+n)))
		}
	}
	d := NewDict(th)
	for range 3000 {
		k, what := key(), "a deletion"
		switch n := r.next(100); {
		case n < 50:
			what = "an insertion"
			d.Set(th, k, None)
		case n < 80:
			d.Delete(th, k)
		case n < 85 && d.Used > 0:
			what = "a move to the end"
			d.MoveToEnd(th, d.FirstAfter(0))
		case n < 90 && d.Used > 1:
			what = "a move to the front"
			first := d.FirstAfter(0)
			d.MoveToFront(th, d.FirstAfter(first+1), first)
		case n < 96:
			what = "a copy"
			d = d.Copy(th)
		case n < 98:
			what = "a growth"
			d.Reserve(th, int(2*d.N))
		case n < 99:
			what = "deleting all"
			for d.Used > 0 {
				d.DeleteAt(th, d.FirstAfter(0))
			}
		default:
			what = "clearing"
			d.Clear(th)
		}
		if th.Exc != Null {
			t.Fatalf("%s raised", what)
		}
		check(d, what)
	}
}
