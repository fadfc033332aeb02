// Resetting inline caches that rely on shapes, for the rare events that shapes do not show.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/opcode"
)

// flushAttributeCaches makes every LOAD_ATTR and STORE_ATTR generic again. It is Runtime.OnShadow.
func flushAttributeCaches(t *Thread) {
	forgetExecutors(t)
	t.RT.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		code := (*Code)(p)
		for i := 0; i < int(code.NUnits); {
			op := (*uint8)(unsafe.Add(code.First, 2*i))
			head, _ := originalAt(code, i)
			if (head == opcode.LOAD_ATTR || head == opcode.STORE_ATTR) && !opcode.IsInstrumented(*op) {
				*op = head
			}
			i += 1 + int(opcode.Caches[head])
		}
	})
}
