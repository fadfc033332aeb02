// Statistics of a runtime.

package psy

import "github.com/psyco-go/psy/internal/modules"

// Stats are the statistics of a runtime under the names that psy run -X psy.stats=json uses, ready for encoding/json. What costs time
// to count, instructions by opcode, is zero. nil: the runtime is in use by another goroutine, or closed.
func (r *Runtime) Stats() (s map[string]any) {
	var c call
	if r.enter(nil, &c) != nil {
		return nil
	}
	var err error
	defer r.leave(&c, &err)
	s = modules.Stats(r.rt)
	c.done = true
	return s
}
