package opcode

// Mark says what a slot of the evaluation stack holds, as far as moving a frame to another line depends on it.
type Mark uint8

const (
	MarkObject   Mark = iota // any value
	MarkNull                 // no value
	MarkIterator             // a loop's iterator
	MarkExcept               // what PUSH_EXC_INFO has saved
	MarkLasti                // where a RERAISE must say that the exception came from
)

// Marks runs an instruction that does not jump over the marks of the stack, bottom first.
// It reports false if the stack is too small.
func Marks(op uint8, oparg uint32, stack []Mark) ([]Mark, bool) {
	n := popped(op, int(oparg))
	if n < 0 || n > len(stack) || oparg > 1<<24 {
		return nil, false
	}
	rest := stack[:len(stack)-n]
	in := append([]Mark(nil), stack[len(stack)-n:]...)
	out := markOutputs(op, int(oparg), in, append([]Mark(nil), rest...))
	if op == COPY && len(in) > 0 && len(out) > 0 { // its new top is what the copied slot is
		out[len(out)-1] = in[0]
	}
	return out, out != nil || len(stack) == n && pushed(op, int(oparg)) == 0
}
