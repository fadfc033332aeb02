// The module _statistics: the inverse of the normal distribution.

package mathmod

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_statistics", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []object.FuncDef{
			{Name: "_normal_dist_inv_cdf", Sig: "(p, mu, sigma, /)", MinArgs: 3, MaxArgs: 3, FN: normalInverse},
		},
	}
})

// rational is a fraction of two polynomials, the highest coefficient first.
type rational struct{ num, den [8]float64 }

// The rational approximations of algorithm AS 241 (Wichura, Applied Statistics 37, 1988): near the middle, further out, and in the tails.
var middle, outer, tail = rational{
	[8]float64{2.50908092873012267270e+3, 3.34305755835881281050e+4, 6.72657709270087008530e+4, 4.59219539315498714570e+4,
		1.37316937655094611250e+4, 1.97159095030655144270e+3, 1.33141667891784377450e+2, 3.38713287279636660800},
	[8]float64{5.22649527885285456100e+3, 2.87290857357219426740e+4, 3.93078958000927106100e+4, 2.12137943015865958670e+4,
		5.39419602142475110770e+3, 6.87187007492057908300e+2, 4.23133307016009112520e+1, 1},
}, rational{
	[8]float64{7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258,
		3.64784832476320460504, 5.76949722146069140550, 4.63033784615654529590, 1.42343711074968357734},
	[8]float64{1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
		6.89767334985100004550e-1, 1.67638483018380384940, 2.05319162663775882187, 1},
}, rational{
	[8]float64{2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
		2.96560571828504891230e-1, 1.78482653991729133580, 5.46378491116411436990, 6.65790464350110377720},
	[8]float64{2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
		1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1},
}

// horner is the value of a polynomial at x. The conversions keep the compiler from fusing products and sums.
func horner(c *[8]float64, x float64) float64 {
	v := c[0]
	for _, next := range c[1:] {
		v = float64(v*x) + next
	}
	return v
}

// normalInverse is where the normal distribution with mean mu and deviation sigma reaches the probability p.
func normalInverse(t *Thread, _ Value, a []Value) Value {
	var x [3]float64
	for i, v := range a {
		var ok bool
		if x[i], ok = object.AsFloat64(t, v); !ok {
			return null
		}
	}
	p, mu, sigma := x[0], x[1], x[2]
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		z := float64(horner(&middle.num, r)*q) / horner(&middle.den, r)
		return object.Float(mu + float64(z*sigma))
	}
	r := p
	if q > 0 {
		r = 1 - p
	}
	if r <= 0 || r >= 1 {
		return object.Raise(t, object.TValueError, "inv_cdf undefined for these parameters")
	}
	f := &outer
	if r = math.Sqrt(-libm.Log(r)); r <= 5 {
		r -= 1.6
	} else {
		f, r = &tail, r-5
	}
	z := horner(&f.num, r) / horner(&f.den, r)
	if q < 0 {
		z = -z
	}
	return object.Float(mu + float64(z*sigma))
}
