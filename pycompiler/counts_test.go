// Test that all engines count the same instructions.

package pycompiler

import "testing"

// Machine code counts the same instructions as the interpreter: in promoted code, on both sides of conditions, and where a test and its jump are
// compiled as one.
func TestInstructionsCounted(t *testing.T) {
	m := newMachine(t, "machine")
	for _, c := range []struct {
		name string
		arg  any
		want uint64
	}{
		{"nothing", nil, 2},
		{"middle", m.global("nothing"), 13},
		{"traced_loop", 40, 7 + 40*14 + 3}, // up to GET_ITER; the turns; the last FOR_ITER and the instructions after POP_TOP
	} {
		args := []any{c.arg}
		if c.arg == nil {
			args = nil
		}
		for range 3 {
			if _, n := m.counted(c.name, args...); n["other"]["instructions"] != c.want {
				t.Errorf("%s: %d instructions, want %d", c.name, n["other"]["instructions"], c.want)
			}
		}
	}
}
