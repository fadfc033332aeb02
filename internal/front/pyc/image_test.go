// Numbers and instructions in images.

package pyc

import (
	"math"
	"testing"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

func TestImageNumbers(t *testing.T) {
	numbers := []uint32{0, 1, 127, 128, 129, 1<<14 - 1, 1 << 14, 1 << 21, 1<<28 - 1, 1 << 28, math.MaxInt32, math.MaxUint32}
	var data []byte
	for _, n := range numbers {
		data = putNumber(data, n)
	}
	r := ImageReader{data: data}
	for _, n := range numbers {
		if got := r.Number(); got != n {
			t.Errorf("%d is read as %d", n, got)
		}
	}
	if r.pos != len(data) {
		t.Errorf("%d bytes of %d read", r.pos, len(data))
	}
}

// TestImageCaches: instructions come back with their caches; code that has anything but zeros there, or ends in the middle, is not taken.
func TestImageCaches(t *testing.T) {
	caches := int(opcode.Caches[opcode.LOAD_GLOBAL])
	code := append([]byte{opcode.RESUME, 0, opcode.LOAD_GLOBAL, 1}, make([]byte, 2*caches)...)
	code = append(code, opcode.RETURN_VALUE, 0)
	short, ok := withoutCaches(string(code))
	if !ok || len(short) != 3*2 {
		t.Fatalf("%d bytes of %d, %v", len(short), len(code), ok)
	}
	again := make([]byte, len(code))
	if WithCaches(again, short); string(again) != string(code) {
		t.Errorf("% x comes back as % x", code, again)
	}
	if short, ok := withoutCaches(""); short != "" || !ok {
		t.Error("no code is not taken")
	}
	code[5] = 1
	for _, bad := range []string{string(code), string(code[:6]), string(code[:3])} {
		if _, ok := withoutCaches(bad); ok {
			t.Errorf("% x is taken", bad)
		}
	}
}
