package pycompiler

import (
	"testing"

	"github.com/psyco-go/psy/internal/config"
)

// What dicts and sets have, and lack, of ints, strs, objects and tuples of strs and bytes is found by machine code alone, also where the keys asked for
// are other objects. Floats as keys are a helper's, which shows that helpers are counted.
func TestLookups(t *testing.T) {
	m := newMachine(t, "lookups", func(c *config.Config) { c.Listing = true })
	for _, op := range []struct {
		name, result, instruction string
		calls                     uint64 // of helpers for floats; what is asked besides are objects
	}{
		{"ask_item", "100", "BINARY_SUBSCR", 100},
		{"ask_get", "800", "CALL", 100},
		{"ask_put", "100", "STORE_SUBSCR", 100},
		{"ask_has", "200", "CONTAINS_OP", 100},
		{"ask_among", "200", "CONTAINS_OP", 100},
	} {
		for _, kind := range []string{"ints", "texts", "long", "things", "tuples", "bytes", "floats"} {
			for range 3 {
				m.call(op.name, kind)
			}
			before := m.helped(op.instruction)
			if got := m.call(op.name, kind); got != op.result {
				t.Errorf("%s of %s is %s, want %s", op.name, kind, got, op.result)
			}
			want := uint64(0)
			if kind == "floats" {
				want = op.calls
			}
			if n := m.helped(op.instruction) - before; n != want {
				t.Errorf("%s of %s: %d calls of helpers, want %d", op.name, kind, n, want)
			}
		}
	}
}
