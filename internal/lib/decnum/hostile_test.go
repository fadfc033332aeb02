// Work that would take too long or too much memory.

package decnum

import (
	"math/rand"
	"strings"
	"testing"
	"time"
)

// limits are a host that refuses: memory beyond room bytes, and time after the deadline.
type limits struct {
	room     uint64
	deadline time.Time
	asked    int // how often it was asked for leave
}

func (l *limits) Halted() bool {
	l.asked++
	return time.Now().After(l.deadline)
}

func (l *limits) Room(n uint64) bool { return n <= l.room }

// TestTooLarge has results that no memory holds: each operation says so, at once.
func TestTooLarge(t *testing.T) {
	for _, test := range []string{
		"divide 1 3", "divideint 1e999999999999999990 3", "remainder 1e999999999999999990 7", "remaindernear 1e99999999999999999 7",
		"squareroot 2", "exp 1", "ln 2", "log10 2", "power 2 0.5", "power 3 -1", "quantize 1 1e-999999999999",
		"add 1e999999999999999999 1e-999999999999999999", "subtract 1e99999999999999999 1", "fma 3 1e99999999999999999 1",
		"invert 1", "shift 1 99999999999999999", "rotate 1 99999999999999999", "nextplus -Infinity", "nextminus Infinity",
		"exp 1e-1", "ln 1.1",
	} {
		host := &limits{room: 1 << 28, deadline: time.Now().Add(20 * time.Second)}
		c := Max(host)
		words := strings.Fields(test)
		start := time.Now()
		got := c.evaluate(words[0], words[1:])
		if c.Status&OutOfMemory == 0 {
			t.Errorf("%s is %.50s, conditions %b", test, got, c.Status)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s takes %v", test, d)
		}
	}
}

// TestFarApart has operands whose exponents are far apart, and results that need no more than the precision.
func TestFarApart(t *testing.T) {
	for test, want := range map[string]string{
		"add 1e999999999999999999 1":                           "1.00000000E+999999999999999999",
		"subtract 1 1e-999999999999999999":                     "1.00000000",
		"compare 1e999999999999999999 1e-999999999999999999":   "1",
		"comparetotal 1e999999999999999999 1e99999999999999":   "1",
		"multiply 9e999999999999999999 9e999999999999999999":   "Infinity",
		"divide 1e-999999999999999999 1e999999999999999999":    "0E-1000000000000000007",
		"divideint 1e999999999999999999 7":                     "NaN",
		"remainder 7 1e999999999999999999":                     "7",
		"quantize 1e999999999999999999 1":                      "NaN",
		"squareroot 1e999999999999999998":                      "1E+499999999999999999",
		"power 10 999999999999999999":                          "1.00000000E+999999999999999999",
		"power 1.0000000000000000001 1e999999999999999999":     "Infinity",
		"power 0.9 1e999999999999999999":                       "0E-1000000000000000007",
		"exp 1e999999999999999999":                             "Infinity",
		"ln 1e999999999999999999":                              "2.30258509E+18",
		"log10 1e-999999999999999999":                          "-1.00000000E+18",
		"tointegral 1e-999999999999999999":                     "0",
		"reduce 10e999999999999999998":                         "1E+999999999999999999",
		"nextplus 0":                                           "1E-1000000000000000007",
		"max 1e999999999999999999 -1e999999999999999999":       "1E+999999999999999999",
		"scaleb 1 1999999999999999999":                         "Infinity",
		"fma 1e999999999999999999 1e-999999999999999999 -1":    "0",
		"remaindernear 1e-999999999999999999 1":                "1E-999999999999999999",
		"comparetotmag -1e999999999999999999 1e-9999999999999": "1",
	} {
		c := Max(&limits{room: 1 << 28, deadline: time.Now().Add(20 * time.Second)})
		c.Prec = 9
		words := strings.Fields(test)
		if got := c.evaluate(words[0], words[1:]); got != want {
			t.Errorf("%s is %.50s, want %s", test, got, want)
		}
	}
}

// TestStops stops long work soon after the host has asked for it.
func TestStops(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	random := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('1' + r.Intn(9))
		}
		return string(b)
	}
	a, b := random(3_000_000), random(1_500_000)
	for _, test := range []struct {
		name string
		prec int64
		args []string
	}{
		{"multiply", 10_000_000, []string{a, a}},
		{"divide", 3_000_000, []string{a, b}},
		{"remainder", 3_000_000, []string{a, b}},
		{"squareroot", 3_000_000, []string{a}},
		{"exp", 500_000, []string{"1.5"}},
		{"ln", 500_000, []string{"1.5"}},
		{"log10", 500_000, []string{"1.5"}},
		{"power", 500_000, []string{"1.5", "1.5"}},
		{"power", 3_000_000, []string{a, "1000000"}},
		{"power", MaxPrec, []string{"3", "999999999999999999"}},
		{"power", MaxPrec, []string{"1.1", "123456789012345678"}},
		{"power", 5_000_000, []string{a, "3", b}},
	} {
		host := &limits{room: 1 << 40}
		c := Max(host)
		c.Prec = test.prec
		// The operands are read before time begins to count.
		var args [3]Num
		for i, s := range test.args {
			args[i] = number(t, s)
		}
		host.deadline = time.Now().Add(100 * time.Millisecond)
		var z Num
		switch f := operations[test.name].(type) {
		case func(c *Context, z, x *Num):
			f(&c, &z, &args[0])
		case func(c *Context, z, x, y *Num):
			if len(test.args) == 3 {
				c.PowerMod(&z, &args[0], &args[1], &args[2])
			} else {
				f(&c, &z, &args[0], &args[1])
			}
		}
		late := time.Since(host.deadline)
		switch {
		case late < 0: // it has ended before
		case c.Status&OutOfMemory == 0 && late > 50*time.Millisecond:
			t.Errorf("%s at %d digits is not stopped, and takes %v more", test.name, test.prec, late)
		case late > 2*time.Second:
			t.Errorf("%s at %d digits stops after %v", test.name, test.prec, late)
		}
		t.Logf("%s at %d digits: %v after the deadline, asked %d times", test.name, test.prec, late, host.asked)
	}
}
