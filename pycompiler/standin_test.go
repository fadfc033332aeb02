package pycompiler

import (
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// If memory is short, machine code gets objects of the classes that it believes them to have, and a MemoryError is pending.
func TestStandIns(t *testing.T) {
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	rt, err := modules.NewWorld(modules.Options{System: &system.Process{}, HeapCap: 16 << 20, IntMaxStrDigits: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	e, err := New(rt, config.Default(), stats.New())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.start(); err != nil {
		t.Fatal(err)
	}
	th := rt.Main
	seq := object.Of(object.NewList(th, 0))
	none := uint64(object.None)
	kept, n := object.NewList(th, 1<<18), 0 //psy:root on Go's stack
	keep := func(v Value) bool {
		if v == object.Null {
			return false
		}
		*kept.At(n) = v
		n++
		return true
	}
	latin := object.NewStr(th, "é")
	rt.Heap.Force(false)
	for size := 100 << 10; size > 0; size /= 4 {
		for keep(object.NewByteArray(th, make([]byte, size))) {
		}
	}
	raised := th.RT.EmptyStr // any object can serve as the exception
	for _, c := range []struct {
		rule  vinfo.Rule
		words []uint64
		class uint64
	}{
		{ruleTuple, []uint64{none, none}, classTuple},
		{ruleList, []uint64{none, none}, classList},
		{ruleArgs, []uint64{none, none}, classList},
		{ruleRange, []uint64{1, 2, 3}, classRange},
		{ruleRangeIter, []uint64{1, 2, 3}, classRangeIter},
		{ruleSeqIter, []uint64{uint64(seq), 0}, uint64(object.TListIterator.Shape())},
		{ruleSeqIter, []uint64{uint64(th.RT.EmptyStr), 0}, classASCIIIter},
		{ruleSeqIter, []uint64{uint64(latin), 0}, uint64(object.TStrIterator.Shape())},
		{ruleMethod, []uint64{none, none}, uint64(object.TMethod.Shape())},
		{ruleSlice, []uint64{none, none, none}, uint64(object.TSlice.Shape())},
	} {
		refused := false
		for range 1 << 16 { // the reserve for handling the error is used up at some point
			th.Refused = object.Null
			th.Exc = raised
			v := e.buildObject(c.rule, c.words)
			if th.Exc != raised {
				t.Fatalf("rule %d: the exception on its way to a handler is lost", c.rule)
			}
			want := c.class
			if c.rule == ruleList && th.Refused != object.Null { // the code tests for None
				want = staging.ClassNone
			}
			if class := staging.ClassOf(v); class != want {
				t.Fatalf("rule %d: class %#x, want %#x", c.rule, class, want)
			}
			if refused = th.Refused != object.Null; refused {
				break
			}
			keep(v)
		}
		if !refused {
			t.Errorf("rule %d: memory was not used up", c.rule)
		}
	}
	if v := e.buildObject(ruleInstance, []uint64{uint64(object.Of(th.RT.Types[object.TList]))}); v != object.None {
		t.Errorf("instance: %v", v)
	}
	if boxBig(e.ctx, 1<<62); th.Exc != raised {
		t.Error("boxBig loses an exception")
	}
}
