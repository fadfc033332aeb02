// Distances of names.

package object

import "testing"

func TestLevenshtein(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 2}, {"a", "A", 1}, {"Apple", "Aple", 2}, {"Banana", "B@n@n@", 6}, {"Cherry", "Cherry!", 2}, {"ABA", "AAB", 4}} {
		if d := levenshtein(c.a, c.b, 100); d != c.want {
			t.Errorf("%q %q: %d", c.a, c.b, d)
		}
	}
}
