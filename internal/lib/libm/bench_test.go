package libm

import "testing"

func BenchmarkFunctions(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"exp", Exp}, {"log", Log}, {"sin", Sin}, {"cos", Cos}, {"tan", Tan}, {"atan", Atan}} {
		b.Run(f.name, func(b *testing.B) {
			x, s := 0.1, 0.0
			for b.Loop() {
				s += f.f(x)
				if x += 0.37; x > 100 {
					x -= 100
				}
			}
			_ = s
		})
	}
	b.Run("pow", func(b *testing.B) {
		x, s := 0.1, 0.0
		for b.Loop() {
			s += Pow(x, 1.37)
			if x += 0.37; x > 100 {
				x -= 100
			}
		}
	})
	b.Run("pow1.5", func(b *testing.B) {
		x, s := 0.1, 0.0
		for b.Loop() {
			s += Pow(x, -1.5)
			if x += 0.37; x > 100 {
				x -= 100
			}
		}
	})
}
