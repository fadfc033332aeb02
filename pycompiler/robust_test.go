// Tests of the limits: the compiler gives up, room for code is short, or beliefs are wrong. And nothing may leak.

package pycompiler

import (
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// everything calls the program's functions and compares the results with tier 1's.
func everything(t *testing.T, m *machine) {
	t.Helper()
	plain := newMachine(t, "robust")
	plain.e.setThreshold(1 << 30)
	for _, n := range []int{5, 40, 3, 40} {
		if got, want := m.call("everything", n), plain.call("everything", n); got != want {
			t.Errorf("everything(%d) is %s\nwant %s", n, got, want)
		}
		if got, want := m.call("fails", n), plain.call("fails", n); got != want {
			t.Errorf("fails(%d) is %s, want %s", n, got, want)
		}
	}
}

// withMeta replaces a meta-implementation.
func withMeta(t *testing.T, op uint8, f func(c *compiler, was func(*compiler) outcome) outcome) {
	was := metas[op]
	t.Cleanup(func() { metas[op] = was })
	orHelper := was
	if was == nil {
		orHelper = (*compiler).helper
	}
	metas[op] = func(c *compiler) outcome { return f(c, orHelper) }
}

// quiet makes mistakes be handled as they are outside tests.
func quiet(t *testing.T) {
	loud = false
	t.Cleanup(func() { loud = true })
}

// A mistake in the compiler leaves a function to tier 1.
func TestMistake(t *testing.T) {
	quiet(t)
	for _, op := range []uint8{bc.BINARY_OP, bc.STORE_FAST, bc.RETURN_VALUE, bc.CALL, bc.JUMP_BACKWARD, bc.YIELD_VALUE} {
		t.Run(bc.Name(op), func(t *testing.T) {
			withMeta(t, op, func(c *compiler, _ func(*compiler) outcome) outcome { panic("BUG: a test") })
			everything(t, newMachine(t, "robust"))
		})
	}
}

// A mistake in code after the rare side of a condition does the same. The frame goes to tier 1 at the end of the rare side.
func TestRareMistake(t *testing.T) {
	quiet(t)
	withMeta(t, bc.BINARY_OP, func(c *compiler, was func(*compiler) outcome) outcome {
		if c.kind == codebuf.Respawned && !c.run.Replaying() {
			panic("BUG: a test")
		}
		return was(c)
	})
	everything(t, newMachine(t, "robust"))
}

func TestTooComplex(t *testing.T) {
	n := 0
	withMeta(t, bc.BINARY_OP, func(c *compiler, was func(*compiler) outcome) outcome {
		if n++; n%3 == 0 && !c.run.Replaying() && !c.leaving {
			panic(staging.TooComplex{})
		}
		return was(c)
	})
	everything(t, newMachine(t, "robust"))
}

// Without room, every stub that is reached leads to tier 1; later there is room again.
func TestNoRoom(t *testing.T) {
	m := newMachine(t, "robust")
	m.call("everything", 5)
	was := m.e.limits
	m.e.limits.high, m.e.limits.low = -1, -1
	everything(t, m)
	m.e.limits = was
	everything(t, m)
}

// A unit becomes impossible to compile while its code runs: all its stubs lead to tier 1.
func TestLeave(t *testing.T) {
	withMeta(t, bc.RESUME, func(c *compiler, was func(*compiler) outcome) outcome {
		c.u.cannot = true
		return was(c)
	})
	m := newMachine(t, "robust")
	everything(t, m)
	if m.counters()["exits"]["code_full"] == 0 {
		t.Error("no stub led to tier 1")
	}
}

// The same inside inlined functions, from a given compilation on.
func TestLeaveInline(t *testing.T) {
	n, from := 0, 0
	withMeta(t, bc.COMPARE_OP, func(c *compiler, was func(*compiler) outcome) outcome {
		if c.u.outer != nil {
			if n++; n > from {
				c.u.outer.cannot = true
			}
		}
		return was(c)
	})
	for from = range 8 {
		n = 0
		m := newMachine(t, "robust")
		everything(t, m)
		if m.counters()["exits"]["code_full"] == 0 {
			t.Errorf("%d: no stub led to tier 1", from)
		}
	}
}

// With a small cap, code is evicted and compiled again, and the cap holds.
func TestSmallCap(t *testing.T) {
	for _, limit := range []int64{24 << 10, 48 << 10, 64 << 10, 200 << 10} {
		m := newMachine(t, "robust", func(c *config.Config) { c.CodeCap = limit })
		everything(t, m)
		st := m.e.mem.Stats()
		if m.counters()["dispatcher"]["evicted"] == 0 && limit < 100<<10 {
			t.Errorf("cap %d: nothing was evicted", limit)
		}
		if int64(st.Peak) > limit+4<<10 {
			t.Errorf("cap %d: a peak of %d bytes", limit, st.Peak)
		}
	}
}

// A program that does not fit is compiled again and again, but ever less often: each doubling of the run time adds no more compilation than the
// doubling before.
func TestBackOff(t *testing.T) {
	for _, limit := range []int64{24 << 10, 64 << 10} {
		m := newMachine(t, "robust", func(c *config.Config) { c.CodeCap = limit })
		var made []uint64
		for n := 1; n <= 256; n *= 2 {
			was := m.counters()["buffers"]
			for range n {
				m.call("everything", 40)
			}
			is := m.counters()["buffers"]
			made = append(made, is["normal"]+is["respawned"]-was["normal"]-was["respawned"])
		}
		evicted := m.counters()["dispatcher"]["evicted"]
		if most := slices.Max(made[:3]); evicted < 500 || slices.Max(made[len(made)-3:]) > most {
			t.Errorf("cap %d: %d evicted, buffers made: %v", limit, evicted, made)
		}
		everything(t, m)
	}
}

// Code that was evicted too often rests: its callers, compiled or not, have it interpreted until it has run often enough.
func TestRests(t *testing.T) {
	m := newMachine(t, "robust")
	e := m.e
	want := m.call("everything", 5)
	code := object.As[object.Function](m.global("numbers")).Code
	code.Evicted = grace + 3
	was := e.limits
	e.limits.low, e.limits.high = -1, -1
	if e.makeRoom(nil) {
		t.Fatal("there is room")
	}
	e.limits = was
	const turns = 7                                                 // the exit to tier 1, the call, and 5 turns of the loop
	for rest := int32(restTurns-1) << 3; rest >= 0; rest -= turns { // with a threshold of -1
		if code.Hot != rest || !resting(code) {
			t.Fatalf("%d calls and turns to go, want %d", code.Hot, rest)
		}
		if got := m.call("everything", 5); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
		if u := e.unitOf(code, m.globals, e.rt.Builtins); rest >= turns && (len(e.outs) != 1 || len(u.entries) != 0) {
			t.Fatalf("%d calls and turns to go: %d ways to tier 1, %d entries", rest, len(e.outs), len(u.entries))
		}
	}
	m.call("everything", 5)
	if u := e.unitOf(code, m.globals, e.rt.Builtins); resting(code) || len(e.outs) != 0 || len(u.entries) == 0 {
		t.Errorf("%d calls and turns to go, %d ways to tier 1, %d entries", code.Hot, len(e.outs), len(u.entries))
	}
	ran := m.counters()["other"]["instructions"]
	m.call("numbers", 1000)
	if m.counters()["other"]["instructions"] < ran+5000 {
		t.Error("it is not run by machine code")
	}
}

// The same for a function of which a part, but not its entry, was evicted, and which tier 1 never begins.
func TestPartRests(t *testing.T) {
	m := newMachine(t, "robust")
	e := m.e
	want := m.call("branching", 1000)
	code := object.As[object.Function](m.global("branches")).Code
	u := e.unitOf(code, m.globals, e.rt.Builtins)
	code.Evicted = grace + 1
	e.round++
	e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && rec.unit() == u && rec.pc != 0 && !b.Dead() {
			e.free(b)
		}
	})
	if !resting(code) {
		t.Fatal("it does not rest")
	}
	if got := m.call("branching", 1000); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if resting(code) || len(e.outs) != 0 {
		t.Errorf("%d calls and turns to go, %d ways to tier 1", code.Hot, len(e.outs))
	}
}

// When all code is dropped, nothing of it remains: no kept object, no stub, no charged byte, no watched assumption.
func TestNothingLeaks(t *testing.T) {
	for _, check := range []bool{false, true} {
		m := newMachine(t, "robust", func(c *config.Config) { c.Check = check })
		e := m.e
		if err := e.start(); err != nil {
			t.Fatal(err)
		}
		empty := e.mem.Used()
		for range 2 {
			everything(t, m)
			m.call("mixed", m.global("__builtins__")) // raises
			e.mem.Buffers(func(b *codebuf.Buffer) {
				if !b.Dead() {
					e.retire(b, "a test")
				}
			})
			e.reclaim(nil)
			for _, u := range e.units {
				clear(u.resume)
				e.idle = append(e.idle, u)
			}
			e.settle()
			if len(e.pool) != 0 || len(e.units) != 0 || len(e.beliefs) != 0 || e.disp.Len() != 0 || len(e.retired) != 0 || len(e.homeless) != 0 ||
				e.watch.Len() != 0 || e.mem.Used() != empty {
				t.Errorf("left: %d objects, %d units, %d beliefs, %d versions, %d retired, %d homeless, %d watches, %d bytes", len(e.pool), len(e.units),
					len(e.beliefs), e.disp.Len(), len(e.retired), len(e.homeless), e.watch.Len(), e.mem.Used()-empty)
			}
		}
	}
}

// psy.check finds a class, an unboxed value or a home that differs from the compiler's belief.
func TestCheckFinds(t *testing.T) {
	for name, lie := range map[string]func(c *compiler, i *Info){
		"class":  func(c *compiler, i *Info) { i.SetItem(staging.ItemClass, staging.NewClass(staging.ClassFloat)) },
		"switch": func(c *compiler, i *Info) { i.Not |= 1 << numbers.ID },
		"null": func(c *compiler, i *Info) {
			i.Flags = vinfo.NotNull
			c.a.MovMI(x86.W64, staging.SlotMem(0), 0)
		},
		"unboxed value": func(c *compiler, i *Info) {
			x := c.s.NewReg(vinfo.Int)
			c.a.MovRI(x86.Reg(x.Place.N()), 77)
			i.Items = []*Info{staging.NewClass(staging.ClassInt), x}
		},
		"small": func(c *compiler, i *Info) {
			x := c.s.NewReg(vinfo.Int)
			x.Flags = vinfo.Small
			c.a.MovRI(x86.Reg(x.Place.N()), 1<<60)
			c.s.Vars[0] = staging.NewInt(x)
		},
		"home": func(c *compiler, i *Info) {
			c.s.Vars[0] = constant(object.Of(c.e.rt.Builtins))
			c.s.Home[0] = c.s.Vars[0]
		},
	} {
		t.Run(name, func(t *testing.T) {
			withMeta(t, bc.GET_ITER, func(c *compiler, was func(*compiler) outcome) outcome {
				if c.u.String() == "lied_to" {
					lie(c, c.s.Vars[0])
				}
				return was(c)
			})
			m := newMachine(t, "robust", func(c *config.Config) { c.Check = true })
			defer func() {
				if why := recover(); why == nil || !strings.Contains(why.(string), "BUG: check") {
					t.Errorf("the check found %v", why)
				}
			}()
			m.call("lied_to", 5, 5)
		})
	}
}
