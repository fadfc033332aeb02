// Tests of operations on built-in types, and on classes that have theirs: machine code does them without generic helpers.

package pycompiler

import (
	"testing"

	"github.com/psyco-go/psy/internal/config"
)

// steadily checks the results of functions, which must come to rest and call no helpers.
func (m *machine) steadily(n int, results map[string]string) {
	m.Helper()
	for name, want := range results {
		m.steady("", name, n)
		if got := m.call(name, n); got != want {
			m.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestClassAttributes(t *testing.T) {
	m := newMachine(t, "operations")
	m.steadily(50, map[string]string{"class_attributes": "400", "computed": "450"})
	m.steady("", "attributes_of", m.global("many_classes"), 20)
}

func TestSteps(t *testing.T) {
	m := newMachine(t, "operations")
	m.steady("", "over_dicts", 40)
	m.steady("", "over_kinds", m.global("many_kinds"), 20)
	if got := m.call("over_dicts", 4); got != "56" {
		t.Error(got)
	}
}

// Loops over virtual iterators of other iterators, and over zip objects.
func TestLoopParts(t *testing.T) {
	m := newMachine(t, "operations")
	m.steadily(40, map[string]string{"over_parts": "14860", "over_zips": "41080", "wrong_parts": "40"})
}

// Ints that were computed become floats, for true division and comparisons; short texts become numbers.
func TestMixedNumbers(t *testing.T) {
	newMachine(t, "operations").steadily(40, map[string]string{"mixed_numbers": "437"})
}

func TestArrays(t *testing.T) {
	m := newMachine(t, "operations")
	m.steady("", "arrays", 40)
	if got := m.call("arrays", 8); got != "440.0" {
		t.Error(got)
	}
}

func TestLikes(t *testing.T) {
	m := newMachine(t, "operations")
	m.call("likes", 5)
	m.check("150", "helpers:", "likes", 50)
	m.call("comparisons", 5)
	m.check("700", "helpers:", "comparisons", 50)
}

// Functions in Go are called directly, whatever their signature; methods of objects of many shapes without the helper of CALL.
func TestNativeCalls(t *testing.T) {
	m := newMachine(t, "operations")
	m.call("natives", 5)
	m.check("1000", "helpers:", "natives", 50)
	m.steady("", "sizes", 10)
	if got := m.call("sizes", 10); got != "1820" {
		t.Error(got)
	}
}

func TestMadeObjects(t *testing.T) {
	m := newMachine(t, "operations")
	m.steady("BUILD_SET", "made", 50)
	if got := m.call("made", 50); got != "348" {
		t.Error(got)
	}
}

// isinstance by a metaclass's method is a call of that method, which is inlined here.
func TestInstanceByMethod(t *testing.T) {
	m := newMachine(t, "operations", func(c *config.Config) { c.Listing = true })
	for range 4 {
		m.call("instances", 30)
	}
	was := m.helped("CALL")
	if got := m.call("instances", 30); got != "90" {
		t.Errorf("got %s, want 90", got)
	}
	if n := m.helped("CALL") - was; n != 0 {
		t.Errorf("%d calls of helpers", n)
	}
}

// The dict of a function with **kwargs is not made where there are no keywords and the function does not ask for it, inlined or not.
func TestNoKeywords(t *testing.T) {
	m := newMachine(t, "operations")
	m.steady("", "no_keywords", 30)
	if !m.makesNothing("no_keywords", 100) {
		t.Error("dicts are made")
	}
}
