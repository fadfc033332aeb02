// Tests of operations on built-in types, and on classes that have theirs: machine code does them without generic helpers.

package pycompiler

import "testing"

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
	m.steady("FOR_ITER", "attributes_of", m.global("many_classes"), 20)
}
