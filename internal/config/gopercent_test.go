// The percentage that Go's collector is given.

package config

import "testing"

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 200}, {5 << 20, 200}, {10 << 20, 160}, {16 << 20, 100}, {1 << 40, 100}} {
		if got := percent(c.live); got != c.want {
			t.Errorf("%d bytes live: %d %%, want %d", c.live, got, c.want)
		}
	}
}
