// Calls from a host: the frame is pushed first, and its arguments are put in place one by one.

package interp

// PushCall pushes the frame for a call of fn, whose variables are still to be set; nil: RecursionError is set. EndCall or DropCall must follow.
func PushCall(t *Thread, fn *Function) *Frame { return newFrame(t, fn) }

// BeginCall is PushCall with all variables unbound; the caller then stores the value of every parameter.
func BeginCall(t *Thread, fn *Function) *Frame {
	fr := newFrame(t, fn)
	if fr != nil {
		clearFrom(fr, 0)
	}
	return fr
}

// EndCall runs the frame until it has returned or raised.
func EndCall(t *Thread, fr *Frame) Value {
	if !t.Enter(" while calling a Python object") {
		dropFrame(t, fr)
		return null
	}
	v := enter(t, fr)
	t.Leave()
	return v
}

// DropCall takes a frame back that has not run.
func DropCall(t *Thread, fr *Frame) { dropFrame(t, fr) }

// Abandon leaves all frames above outer, whatever they were doing: a panic or runtime.Goexit went through the loop.
func Abandon(t *Thread, outer *Frame) {
	for t.Frame != outer && t.Frame != nil {
		leave(t, t.Frame)
	}
}
