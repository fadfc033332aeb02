package turncoat

import "testing"

func TestGenerate(t *testing.T) {
	for seed := range uint64(300) {
		if Generate(seed) != Generate(seed) {
			t.Fatalf("seed %d gives two programs", seed)
		}
	}
}
