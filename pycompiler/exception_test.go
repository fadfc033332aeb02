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
		if !m.makesNothing(c.name, 100) {
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

// __enter__ and __exit__ of a class defined in Python are called natively, whether an exception is raised or not.
func TestWith(t *testing.T) {
	m := newMachine(t, "exceptions")
	for _, name := range []string{"managed", "managed_raise"} {
		if got := m.call(name, 30); got != "30" {
			t.Errorf("%s is %s", name, got)
		}
		m.steady("", name, 30)
	}
}

// A key that a dict lacks, an index out of the range of a list, and the end of a generator raise virtual exceptions.
func TestVirtualErrors(t *testing.T) {
	m := newMachine(t, "exceptions")
	if got := m.call("looked_up", m.global("table"), 30); got != "2902" {
		t.Errorf("looked_up is %s", got)
	}
	m.steady("", "looked_up", m.global("table"), 30)
	if got := m.call("drained", 30); got != "480" {
		t.Errorf("drained is %s", got)
	}
	m.steady("", "drained", 30)
	if got := m.call("nexts", 30); got != "3390" {
		t.Errorf("nexts is %s", got)
	}
	m.steady("CALL", "nexts", 30) // of next() with a generator that has ended
}

// A function that is inlined may raise: the exception is virtual if the caller catches it. Before other raise statements the call is made late.
func TestInlinedRaise(t *testing.T) {
	m := newMachine(t, "exceptions")
	for _, c := range []struct{ want, name string }{{"1710", "checked"}, {"870", "passed"}} {
		if got := m.call(c.name, 30); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
		m.steady("", c.name, 30)
	}
	if m.unit("check_plain").late != 0 || m.unit("check").late != 0 {
		t.Error("a late call was counted")
	}
}

// __iter__ and __next__ of classes defined in Python are called natively. A StopIteration that an inlined __next__ raises is never built.
func TestClassIterators(t *testing.T) {
	m := newMachine(t, "exceptions")
	if got := m.call("counted", 10); got != "120" {
		t.Errorf("counted is %s", got)
	}
	m.steady("", "counted", 10)
	if got := m.call("deep", 10); got != "30" {
		t.Errorf("deep is %s", got)
	}
	m.steady("RAISE_VARARGS CALL", "deep", 10)
}
