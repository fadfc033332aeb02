// Tests of virtual exceptions.

package pycompiler

import "testing"

// Exceptions that are raised and caught in one function are never built, whatever class catches them, and the thread is not told of them.
func TestVirtualExceptions(t *testing.T) {
	m := newMachine(t, "exceptions")
	for _, c := range []struct{ want, name string }{{"31100", "caught"}, {"870", "nested"}} {
		if got := m.call(c.name, 30); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
		m.steady("", c.name, 30)
		const turns = 100
		few := false
		for try := 0; try < 5 && !few; try++ { // the allocator may go to another hole in between
			was := m.t.Ptr
			m.call(c.name, turns)
			few = m.t.Ptr-was < 16*turns
		}
		if !few {
			t.Errorf("%s builds exceptions", c.name)
		}
	}
}

// An exception of which something is read is built, but not raised by a helper. Before a call the thread is told what is being handled.
func TestVirtualExceptionsSeen(t *testing.T) {
	m := newMachine(t, "exceptions")
	for _, name := range []string{"seen", "told"} {
		if got := m.call(name, 30); got != "435" {
			t.Errorf("%s is %s", name, got)
		}
		m.steady("LOAD_ATTR", name, 30)
	}
}
