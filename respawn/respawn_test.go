// Tests with a compiler in miniature: a function asks conditions and reads the world, and is led back to each of its conditions.

package respawn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/lib/varint"
)

// trace runs f along p and shows the answers: f false, t true, T arrived. Answers in parentheses belong to conditions whose code a replay discards.
func trace(p Path, f func(ask func() bool, read func(v uint64) uint64)) (text string, paths []Path) {
	r := Start(p)
	var b strings.Builder
	var steps []Step
	f(func() bool {
		a := r.Ask()
		switch {
		case a == True:
			b.WriteString("t")
		case a == Arrive:
			b.WriteString("T")
		case r.Replaying():
			b.WriteString("(f)")
		default:
			b.WriteString("f")
			steps = append(steps, r.Here())
		}
		return a != False
	}, func(v uint64) uint64 {
		v = r.Read(func() uint64 { return v })
		fmt.Fprintf(&b, "%d", v)
		return v
	})
	done := r.Done()
	for _, s := range steps {
		paths = append(paths, ReadPath(done.Append(nil), s))
	}
	var after []byte
	last := Step{}
	for _, s := range steps {
		after = s.Append(after, last)
		last = s
	}
	in := varint.Bytes(append(done.Append(nil), after...))
	SkipPath(&in)
	last = Step{}
	for n, s := range steps {
		if last = ReadStep(&in, last); last != s {
			panic(fmt.Sprintf("step %d: %v, want %v", n, last, s))
		}
	}
	return b.String(), paths
}

// nest asks a condition and, if it holds, others.
func nest(ask func() bool, _ func(uint64) uint64) {
	if ask() {
		if ask() {
			ask()
		}
		ask()
	}
	ask()
}

func TestAnswers(t *testing.T) {
	text, first := trace(Path{}, nest)
	if text != "ff" || len(first) != 2 {
		t.Fatalf("first run: %s, %d paths", text, len(first))
	}
	for _, c := range []struct {
		path Path
		want string
	}{
		{first[1], "(f)T"},
		{first[0], "Tfff"},
	} {
		if got, _ := trace(c.path, nest); got != c.want {
			t.Errorf("%v: %s, want %s", c.path, got, c.want)
		}
	}
	_, second := trace(first[0], nest) // conditions 1, 2 and 3, condition 0 being true
	for k, want := range []string{"tTfff", "t(f)Tf", "t(f)(f)T"} {
		if got, _ := trace(second[k], nest); got != want {
			t.Errorf("%v: %s, want %s", second[k], got, want)
		}
	}
}

// A replay repeats what was read before the condition; reads after the condition are new.
func TestReads(t *testing.T) {
	world := []uint64{1, 2, 3}
	f := func(ask func() bool, read func(uint64) uint64) {
		read(world[0])
		ask()
		read(world[1])
		ask()
		read(world[2])
	}
	text, paths := trace(Path{}, f)
	if text != "1f2f3" {
		t.Fatal(text)
	}
	world = []uint64{7, 8, 9}
	for k, want := range []string{"1T8f9", "1(f)2T9"} {
		if got, _ := trace(paths[k], f); got != want {
			t.Errorf("%v: %s, want %s", paths[k], got, want)
		}
	}
}

func TestFirstRun(t *testing.T) {
	if r := Start(Path{}); r.Replaying() {
		t.Error("a first run is a replay")
	}
}

// Every condition of a random program can be reached from the safe point, with the answers and the reads that led to it the first time.
func TestRandom(t *testing.T) {
	for seed := range uint64(200) {
		program := func(world uint64) func(ask func() bool, read func(uint64) uint64) {
			return func(ask func() bool, read func(uint64) uint64) {
				r := rand.New(rand.NewPCG(seed, 1)) // the next step depends on answers and reads only
				state := uint64(0)
				for range 12 {
					switch x := r.Uint64() ^ state; x % 3 {
					case 0:
						state = state*31 + read(world+x%5)
					default:
						if ask() {
							state = state*37 + 1
						}
					}
				}
			}
		}
		_, todo := trace(Path{}, program(0))
		reached := map[string]bool{}
		for n := 0; len(todo) > 0 && n < 300; n++ {
			p := todo[0]
			todo = todo[1:]
			text, more := trace(p, program(uint64(n))) // the world has changed
			at := strings.IndexByte(text, 'T')
			if at < 0 {
				t.Fatalf("seed %d: %v not reached: %s", seed, p, text)
			}
			var reads []uint64
			for _, d := range strings.Trim(strings.NewReplacer("f", "", "t", "", "(", "", ")", "").Replace(text[:at]), " ") {
				reads = append(reads, uint64(d-'0'))
			}
			if n == 0 && !slices.Equal(reads, p.answers) {
				t.Fatalf("seed %d: reads %v, were %v", seed, reads, p.answers)
			}
			if key := fmt.Sprint(p); reached[key] {
				t.Fatalf("seed %d: %v came twice", seed, p)
			} else {
				reached[key] = true
			}
			for _, q := range more {
				if len(q.trues) != len(p.trues)+1 || !slices.Equal(q.trues[:len(p.trues)], p.trues) {
					t.Fatalf("seed %d: from %v to %v", seed, p, q)
				}
			}
			todo = append(todo, more...)
		}
	}
}
