package fault

import "testing"

func TestNanoseconds(t *testing.T) {
	if d := nanoseconds(); d <= 0 || d > 1e9 {
		t.Errorf("a page fault takes %d ns", d)
	}
}
