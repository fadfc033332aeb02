// Test of the names of words in dumps.

package pycompiler

import (
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The lower half of an address may equal the id of any object that code keeps. Only shapes may be named as shapes, and only in words that can be
// headers.
func TestSymbolOfHalfAnAddress(t *testing.T) {
	m := newMachine(t, "attrs")
	point := m.global("point")
	m.check("5", ``, "get", point)
	m.call("new_point")
	m.call("moved", point)
	shapes, others := 0, 0
	for v := range m.e.pool {
		if !v.IsPtr() {
			continue
		}
		number := (uint64(v) - uint64(m.e.rt.Heap.Base())) / heap.Granule
		shape := object.TypeOf(m.e.t, v).ID == object.TShape
		if shape {
			shapes++
		} else {
			others++
		}
		for _, high := range []uint64{0x162b, 0x300} {
			if header := strings.HasPrefix(m.e.observer.Symbol(high<<32|number), "header"); header != (shape && high == 0x300) {
				t.Errorf("%#x: a header is %v", high<<32|number, header)
			}
		}
	}
	if shapes == 0 || others == 0 {
		t.Errorf("%d shapes and %d other objects are kept", shapes, others)
	}
}
