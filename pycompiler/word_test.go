// Tests of ints modulo 2**64: they stay in registers, and lazy operations are computed only when needed.

package pycompiler

import (
	"math/big"
	"strings"
	"testing"

	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/config"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// Hash functions need neither helpers nor objects, unless their state is stored in an object.
func TestWords(t *testing.T) {
	plain, m := newMachine(t, "words"), newMachine(t, "words")
	plain.e.setThreshold(1 << 30)
	for _, name := range []string{"xorshift", "lcg", "splitmix", "fnv1a", "masked32", "rotated", "modular", "middle", "attribute"} {
		for _, n := range []int{0, 1, 2, 5, 300} {
			m.check(plain.call(name, n), "helpers:", name, n)
		}
		m.steady("", name, 300)
	}
}

// A turn of a linear congruence is a multiplication, an addition, and the loop's own instructions.
func TestWordLoop(t *testing.T) {
	m := newMachine(t, "words", func(c *config.Config) { c.Count = false })
	for range 4 {
		m.call("lcg", 300)
	}
	var loop string
	m.eachVersion(func(v *dispatcher.Version) {
		if s := v.Data.(*placed).buffer.Dump(); strings.Count(s, "imul ") == maxTurns {
			loop, _, _ = strings.Cut(s, "push ") // the first stub begins there
		}
	})
	if n := strings.Count(loop, "\n"); n == 0 || n > 10*maxTurns+12 {
		t.Errorf("%d instructions", n)
	}
	for _, not := range []string{"and ", "jo ", "shr ", "[r13"} {
		if strings.Contains(loop, not) {
			t.Errorf("there is %q", not)
		}
	}
	if t.Failed() {
		t.Log(loop)
	}
}

// A result that is not masked is exact when it is needed, and is not computed before.
func TestLazy(t *testing.T) {
	m := newMachine(t, "words")
	const most = 1<<63 - 1
	for _, x := range []int{most, -1 << 40, 3} {
		want := new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(int64(x))).String()
		m.check(want, "helpers:", "whole", x, 5)
		m.check(want, "buffers:; helpers:", "whole", x, 5)
	}
	m.check("85070591730233406976917525376186449908", "helpers:", "tree", most-1, -1<<40)
	m.check("0", "helpers:", "tree", 0, 0)
}

// Known negative divisors need no helper.
func TestDivisorBelowZero(t *testing.T) {
	m := newMachine(t, "words")
	for x, want := range map[int]string{0: "0", 1: "-7", 12: "-5", -12: "-3", 1 << 60: "-230584300921369402", -1 << 60: "230584300921369394"} {
		m.check(want, "helpers:", "below_zero", x)
	}
}

// Any number is known not to be None.
func TestNumberIsNone(t *testing.T) {
	m := newMachine(t, "words")
	for _, x := range []int{3, 1 << 40} {
		m.check("False", "helpers:", "is_none", x)
	}
}

// Of an int beyond 49 bits that is passed in no register, only its class is known.
func TestSeventhArgument(t *testing.T) {
	plain, m := newMachine(t, "words"), newMachine(t, "words", func(c *config.Config) { c.Check = true })
	plain.e.setThreshold(1 << 30)
	for range 3 {
		m.check(plain.call("seventh", 50), "", "seventh", 50)
	}
}

// The description of a lazy operation for Go, and the bound on its size.
func TestLazyWords(t *testing.T) {
	x, y := vinfo.NewRun(vinfo.Int, vinfo.Reg(0)), vinfo.NewRun(vinfo.Int, vinfo.Reg(1))
	sum := lazy(bc.NB_ADD, staging.NewInt(x), staging.NewWord(y))
	words := lazyWords(lazy(bc.NB_MULTIPLY, sum, sum))
	if len(words) != 5 || words[0].Known.Value != 0x6_1_FE_1_FE || words[1] != x || words[4] != y {
		t.Errorf("%v", words)
	}
	for n, want := range []bool{true, true, false} {
		if sum = lazy(bc.NB_SUBTRACT, sum, sum); (sum != nil) != want {
			t.Fatalf("%d: %v", n, sum)
		}
	}
}
