package pycompiler

import (
	"testing"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/vm/object"
)

// A function waits once if compilation has taken more than a hundredth of the run time beyond the free part, at entries and at stubs.
func TestPostpone(t *testing.T) {
	e := &Engine{thrifty: true, began: readClocks(), rt: &object.Runtime{HotThreshold: 3}}
	e.began.time = e.began.time.Add(-time.Hour) // the process waited most of the time
	e.began.processor -= int64(time.Second)
	waits := func(u *Unit) int {
		n := 0
		for e.postpone(u, entryKey{}) {
			n++
		}
		return n
	}
	unit := func() *Unit { return &Unit{code: new(object.Code)} }
	if n := waits(unit()); n != 0 {
		t.Errorf("waited %d times when nothing was compiled", n)
	}
	e.made = freeBuffers + int(5*time.Millisecond/bufferTime)
	if n := waits(unit()); n != 0 {
		t.Errorf("waited %d times when little was compiled", n)
	}
	e.made = freeBuffers + int(80*time.Millisecond/bufferTime)
	for u, n := unit(), 0; n < 5; n++ {
		if !e.postpone(u, entryKey{}) {
			t.Errorf("waited %d times when more than a twentieth went into compilation", n)
		}
	}
	e.made = freeBuffers + int(40*time.Millisecond/bufferTime)
	u := unit()
	if n := waits(u); n != 1 {
		t.Errorf("waited %d times, want once", n)
	}
	u.own = ownBuffers - 1
	if e.tires(u) {
		t.Error("a function with little code dozes")
	}
	u.own = ownBuffers
	if !e.tires(u) || !resting(u.code) || u.code.Hot != 3 {
		t.Error("a function with much code does not doze")
	}
	u.entries = map[entryKey]target{{}: {buffer: new(codebuf.Buffer)}}
	u.code.Hot = -1
	if n := waits(u); n != 0 {
		t.Errorf("dozed %d times more, want none", n)
	}
	if u.own++; e.tires(u) || resting(u.code) || waits(u) != 0 {
		t.Error("after its wait, a function may have no code")
	}
	bound := unit()
	bound.code.Bound = true
	if n := waits(bound); n != 0 {
		t.Errorf("what is bound waited %d times", n)
	}
	e.thrifty = false
	if n := waits(unit()); n != 0 {
		t.Errorf("with a threshold that was chosen, waited %d times", n)
	}
}

// Once a program has run for long, and little of that went into compilation, functions wait for fewer calls; what may not be compiled is left alone.
func TestMature(t *testing.T) {
	m := newMachine(t, "attrs", func(c *config.Config) { c.Threshold = -1 })
	usual := m.e.rt.HotThreshold
	co := object.As[object.Function](m.global("get")).Code
	m.e.began = readClocks()
	if m.e.mature(); m.e.rt.HotThreshold != usual || co.Hot > usual {
		t.Fatalf("at the start, functions wait for %d calls", m.e.rt.HotThreshold)
	}
	m.e.began.time = m.e.began.time.Add(-time.Hour)
	m.e.began.processor -= int64(2 * longRun)
	m.e.made = freeBuffers + int(longRun/10/bufferTime)
	if m.e.mature(); m.e.rt.HotThreshold != usual {
		t.Error("functions wait for fewer calls although compiling takes much of the time")
	}
	m.e.made = 0
	co.Hot = backOff
	if m.e.mature(); m.e.rt.HotThreshold != longHot || co.Hot != backOff {
		t.Errorf("functions wait for %d calls, want %d; one that is not to be compiled for %d", m.e.rt.HotThreshold, longHot, co.Hot)
	}
	m.e.rt.HotThreshold, co.Hot = usual, usual // as a world does that goes back to an image
	if m.e.mature(); m.e.rt.HotThreshold != usual {
		t.Error("code objects are looked through twice")
	}
	m.e.matured = false
	if m.e.mature(); co.Hot != longHot {
		t.Errorf("a function waits for %d calls, want %d", co.Hot, longHot)
	}
	m.e.matured = false
	m.e.Stop()
	if m.e.mature(); m.e.rt.HotThreshold != backOff {
		t.Error("a program that ended compilation has functions compiled")
	}
}

// Code that is evaluated in a new namespace each time is compiled ever more seldom; code that has machine code is not held up.
func TestWanders(t *testing.T) {
	e := &Engine{rt: &object.Runtime{HotThreshold: 3}}
	code := new(object.Code)
	hot := func() bool { return !e.wanders(&Unit{code: code}) }
	for n := range freeWorlds {
		if !hot() {
			t.Errorf("world %d waits", n)
		}
	}
	for n, want := range []int32{3, 6, 12} {
		if code.Hot = 0; hot() || code.Hot != want {
			t.Errorf("further world %d waits for %d calls, want %d", n, code.Hot, want)
		}
		if !hot() {
			t.Errorf("further world %d waits again", n)
		}
	}
	if e.wanders(&Unit{code: code, entries: map[entryKey]target{{}: {}}}) {
		t.Error("code that was compiled in this world waits")
	}
	if e.rt.HotThreshold = 0; !hot() || !hot() {
		t.Error("code waits although everything is to be compiled")
	}
}

// Entries of functions that lie one behind the other do not drive each other out.
func TestRecently(t *testing.T) {
	for _, size := range []uintptr{16, 48, 320, 1024} {
		used := map[uintptr]bool{}
		for i := range uintptr(200) {
			used[recently(unsafe.Pointer(unsafe.Add(unsafe.Pointer(nil), 0x5500001000+i*size+2)))] = true
		}
		if len(used) < 120 {
			t.Errorf("200 functions of %d bytes have %d places", size, len(used))
		}
	}
}
