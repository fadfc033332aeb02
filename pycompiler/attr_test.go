// Tests of attributes, instances and class checks: which promotions, helper calls and counters each causes.

package pycompiler

import (
	"strings"
	"testing"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The owner's shape determines where an attribute lies: each shape is promoted once.
func TestAttribute(t *testing.T) {
	m := newMachine(t, "attrs")
	point, pixel := m.global("point"), m.global("pixel")
	m.check("5", `promotions: value 1; helpers:`, "get", point)
	m.check("5", `buffers:; promotions:; helpers:`, "get", point)
	m.check("6", `promotions: value 1; helpers:`, "get", pixel)
	m.check("6", `buffers:; helpers:`, "get", pixel)
	m.check("7", `promotions: value 1; helpers:`, "put", point, 7)
	m.check("2.5", `buffers:; helpers:`, "put", point, 2.5)
	m.check("2.5", `buffers:; helpers:`, "get", point)
	m.check("AttributeError(\"'int' object has no attribute 'x'\")", `promotions: value 1; helpers: LOAD_ATTR 1`, "get", 1)
}

// A new attribute moves the object to the next shape, in machine code too.
func TestNewAttribute(t *testing.T) {
	m := newMachine(t, "attrs")
	p := m.made("new_point")
	m.check("1", `promotions: value 1; helpers:`, "grow", p)
	m.check("1", `promotions: value 1; helpers:`, "grow", p) // p has another shape by now
	q := m.made("new_point")
	m.check("1", `buffers:; helpers:`, "grow", q)
	if p.ShapeID() != q.ShapeID() {
		t.Error("they have different shapes")
	}
}

// A slot (__slots__) may be empty.
func TestSlot(t *testing.T) {
	m := newMachine(t, "attrs")
	o := m.global("slotted")
	m.check("AttributeError(\"'attrs.Slotted' object has no attribute 'a'\")", `respawn_reasons: helper_status 1, unbound 1; helpers: LOAD_ATTR 1`, "get_slot", o)
	m.check("None", `helpers:`, "set_slot", o, 3)
	m.check("3", `buffers:; helpers:`, "get_slot", o)
}

// An attribute of the class is assumed constant; other attributes of the class may change.
func TestClassAttribute(t *testing.T) {
	m := newMachine(t, "attrs")
	class, point := m.global("Point"), m.global("point")
	m.check("1", `promotions: value 1; helpers:`, "unit", point)
	m.check("6", `helpers:`, "moved", point)
	m.check("None", `other: instructions 4, invalidations 1`, "set_unit", class, 2)
	m.check("2", `helpers:`, "unit", point)
	m.check("6", `buffers:; helpers:`, "moved", point)
	m.check("5", ``, "get", point)
	m.call("spoil", class)
	m.check("-1", `helpers:`, "get", point)
}

func TestModuleAttribute(t *testing.T) {
	m := newMachine(t, "attrs")
	m.check("3.141592653589793", `promotions:; helpers:`, "pi")
	m.check("3.141592653589793", `buffers:; other: instructions 4`, "pi")
}

// After a call, a known shape is only a hint.
func TestHint(t *testing.T) {
	m := newMachine(t, "attrs")
	point, noop, shift := m.global("point"), m.global("noop"), m.global("shift")
	m.check("10", ``, "around", point, noop)
	m.check("10", ``, "around", point, noop)
	m.check("10", `buffers:; helpers:`, "around", point, noop)
	for range 3 {
		m.check("10", ``, "around", point, shift)
		m.check("10", ``, "around", point, noop)
	}
	m.check("10", `buffers:; helpers:`, "around", point, noop)
}

// Loops over attributes, methods, properties and instances come to rest, and call no helper.
func TestSteadyAttributes(t *testing.T) {
	m := newMachine(t, "attrs")
	for _, f := range []string{"attributes", "methods", "classmethods", "supers", "properties", "instances", "kinds"} {
		m.steady("", f, 50)
	}
	for _, x := range []struct{ name, want string }{ // in this order: each function starts from the point.x that the one before left
		{"attributes", "50"}, {"methods", "5000"}, {"classmethods", "1225"}, {"supers", "15250"}, {"properties", "48"}, {"instances", "1275"}, {"kinds", "5050"},
	} {
		if got := m.call(x.name, 50); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
}

// made is the object that a function of the program returns.
func (m *machine) made(name string) Value {
	return object.Call(m.t, m.global(name), nil, object.Null)
}

// An attribute is read, and its class promoted, only once, until something may have changed it.
func TestFields(t *testing.T) {
	m := newMachine(t, "attrs")
	point, pixel := m.global("point"), m.global("pixel")
	m.check("15", `promotions: switch 1, value 1; helpers:`, "thrice", point)
	m.check("18", `promotions: value 1; helpers:`, "thrice", pixel) // the class that the switch found before is expected again
	m.check("11", `promotions: switch 2, value 2; helpers:`, "two_names", point, point)
	m.check("12", `promotions: value 1; helpers:`, "two_names", point, pixel) // of another shape
	m.check("12", `promotions:; helpers:`, "two_names", point, pixel)
	m.call("across", point, m.global("noop"))
	m.steady("CALL", "across", point, m.global("noop"))
	m.call("summed_up", point, 40)
	m.steady("", "summed_up", point, 400)
	found := false
	for _, l := range m.e.Listings("summed_up") {
		for _, slot := range l.Snapshot {
			info := slot.String()
			found = found || strings.HasPrefix(info, "p: value in") && strings.Contains(info, "virtual int")
		}
	}
	if !found {
		t.Error("in no loop the attribute stays in a register")
	}
}

// What the dicts of objects lack is told by their filters, and what no shape has is found where tier 1 saw it last: neither takes a search, which here
// would be one for each of a hundred objects. The filter of an object with two other keys may have the method's bit.
func TestAttributesInDicts(t *testing.T) {
	m := newMachine(t, "attrs", func(c *config.Config) { c.Listing, c.Threshold = true, 1000 })
	for _, c := range []struct {
		name, result string
		most         uint64
	}{{"kept_methods", "100", 20}, {"kept_lates", "4950", 0}} {
		for range 20 { // the first ten by tier 1, which specializes
			m.call(c.name)
		}
		before := m.helped("LOAD_ATTR")
		if got := m.call(c.name); got != c.result {
			t.Errorf("%s is %s, want %s", c.name, got, c.result)
		}
		if n := m.helped("LOAD_ATTR") - before; n > c.most {
			t.Errorf("%s: %d searches of dicts, want %d at most", c.name, n, c.most)
		}
	}
}

// helped is how often machine code has called a helper for an instruction, quick ones too.
func (m *machine) helped(name string) (n uint64) {
	var d dump.Dump
	m.e.Dump(&d, func(co *object.Code) int {
		d.Functions = append(d.Functions, dump.Function{Name: object.GoString(co.Name)})
		return len(d.Functions) - 1
	})
	for _, f := range d.Functions {
		for _, s := range f.Sites {
			if s.What == dump.Helper && s.Reason == name {
				n += s.Count
			}
		}
	}
	return n
}

// A method of a built-in class that is read as a value is no object while nothing asks for one: reading it takes no helper, and calling
// it none but what the method itself takes.
func TestBoundBuiltins(t *testing.T) {
	m := newMachine(t, "attrs", func(c *config.Config) { c.Listing = true })
	for range 3 {
		m.call("bound_builtins")
	}
	reads, calls := m.helped("LOAD_ATTR"), m.helped("CALL")
	if got := m.call("bound_builtins"); got != "4950" {
		t.Errorf("got %s, want 4950", got)
	}
	if reads, calls = m.helped("LOAD_ATTR")-reads, m.helped("CALL")-calls; reads != 0 || calls != 300 { // two items taken, and a list that grows
		t.Errorf("%d reads and %d calls took a helper", reads, calls)
	}
}
