package pycompiler

import (
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
)

// A function waits once for each hundredth of the run time that compilation has taken beyond the free part.
func TestPostpone(t *testing.T) {
	st := stats.New()
	e := &Engine{thrifty: true, began: time.Now().Add(-time.Second), counts: st}
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
	st.Totals[stats.CompileNs] = uint64(freeCompiling + 55*time.Millisecond)
	if n := waits(unit()); n != 5 {
		t.Errorf("waited %d times, want 5", n)
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
