package promotion

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/x86"
)

func TestCase(t *testing.T) {
	w := Switch{Values: []uint64{7, 3, 1 << 40}}
	for v, want := range map[uint64]int{7: 0, 3: 1, 1 << 40: 2, 0: -1, 1: -1} {
		if got := w.Case(v); got != want {
			t.Errorf("%d: case %d, want %d", v, got, want)
		}
	}
}

// verdicts is a site's verdicts on a sequence of values: - wait, + promote, ! give up.
func verdicts(s *Site, values ...uint64) (out string) {
	for _, v := range values {
		out += [...]string{Wait: "-", Promote: "+", Give: "!"}[s.Judge(v)]
	}
	return out
}

func TestSite(t *testing.T) {
	for _, c := range []struct {
		name   string
		site   Site
		values []uint64
		want   string
	}{
		{"at first sight", Site{}, []uint64{1, 2, 3, 4, 5, 6, 1}, "+++++!+"},
		{"when hot", Site{Cold: true}, []uint64{1, 2, 1, 3, 3, 2}, "--+-++"},
		{"again when its code is gone", Site{}, []uint64{1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 5, 6, 5}, "+++++++++++!+"},
		{"hot until megamorphic", Site{Cold: true}, []uint64{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}, "-+-+-+-+-+!!"},
	} {
		if got := verdicts(&c.site, c.values...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A site that waits for values to be seen again does not wait for ever, and remembers a bounded number of values.
func TestSiteBounded(t *testing.T) {
	s := Site{Cold: true}
	given := 0
	for v := range uint64(1000) {
		switch s.Judge(v) {
		case Promote:
			t.Fatalf("promotes %d, which came once", v)
		case Give:
			given++
		}
	}
	if given < 900 || len(s.seen) > 50 || s.done != 0 {
		t.Errorf("gave up %d times; %d values remembered, %d promoted", given, len(s.seen), s.done)
	}
}

// A value whose code is evicted again and again is compiled for a bounded number of times.
func TestSiteEnds(t *testing.T) {
	var s Site
	for n := range bound {
		if s.Judge(7) != Promote {
			t.Fatalf("gives up at %d", n)
		}
	}
	if s.Judge(7) != Give {
		t.Error("goes on for ever")
	}
}

// search places code that returns the index of the value it is entered with, or 1000.
func search(t *testing.T, m *codebuf.Memory, word *uint64, values []uint64) *codebuf.Buffer {
	var a x86.Asm
	def := a.NewLabel()
	a.MovRI(x86.RCX, *word)
	mixed := slices.Clone(values)
	slices.Reverse(mixed)
	Emit(&a, x86.RCX, mixed, def, func(v uint64) {
		a.MovRI(x86.RAX, uint64(slices.Index(values, v)))
		a.Ret()
	})
	a.Bind(def)
	a.MovRI(x86.RAX, 1000)
	a.Ret()
	b, err := m.Place(codebuf.Normal, &a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSearch(t *testing.T) {
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	m, err := codebuf.New(1 << 20)
	if err != nil {
		t.Skip(err)
	}
	defer m.Close()
	stack, err := codebuf.NewStack(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	defer stack.Close()
	ctx := new(x86.Context)
	m.InitContext(ctx, stack)
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 18 {
		seen := map[uint64]bool{}
		for len(seen) < n {
			seen[uint64(r.Uint32())>>(r.Uint32()%32)] = true
		}
		var values []uint64
		for v := range seen {
			values = append(values, v)
		}
		slices.Sort(values)
		words := []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, uint64(r.Uint32())}
		for _, v := range values {
			words = append(words, v-1, v, v+1)
		}
		for _, w := range words {
			w &= 1<<32 - 1
			want := uint64(1000)
			if k := slices.Index(values, w); k >= 0 {
				want = uint64(k)
			}
			b := search(t, m, &w, values)
			if got := x86.Enter(ctx, b.Addr()); got != want {
				t.Fatalf("%d among %v: %d, want %d\n%s", w, values, got, want, b.Dump())
			}
			b.Free()
		}
	}
}

func TestTold(t *testing.T) {
	var told Told
	at := Operand{PC: 7, Switch: 2, Item: 1}
	if told.At(at) != 0 {
		t.Error("told of nothing")
	}
	told.Saw(at, 1<<48-1, NotPromoted|1)
	if class, not := Class(told.At(at)); class != 1<<48-1 || not != NotPromoted|1 {
		t.Errorf("class %#x, not %#x", class, not)
	}
	if told.At(Operand{PC: 7, Switch: 2}) != 0 {
		t.Error("told of another operand")
	}
}

func TestSwitches(t *testing.T) {
	n := len(Switches())
	w := NewSwitch(7, 3)
	if int(w.ID) != n || len(Switches()) != n+1 || Switches()[n] != w {
		t.Errorf("switch %d of %d", w.ID, n)
	}
	if w.Refused(NotPromoted) || !w.Refused(1<<n) || w.Refused(^uint16(1<<n)) {
		t.Error("the bit is another's")
	}
	switches = switches[:n]
}
