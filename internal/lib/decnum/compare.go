// Comparisons, orders, classes.

package decnum

// compareMagnitude compares |x| and |y|, which are no NaNs.
func (c *Context) compareMagnitude(x, y *Num) int {
	switch {
	case x.Kind == Infinite && y.Kind == Infinite:
		return 0
	case x.Kind == Infinite:
		return 1
	case y.Kind == Infinite:
		return -1
	case x.n == 0 && y.n == 0:
		return 0
	case x.n == 0:
		return -1
	case y.n == 0:
		return 1
	}
	if x.Exp == y.Exp {
		return compareWords(x.Words(), y.Words())
	}
	if a, b := x.Adjusted(), y.Adjusted(); a != b {
		if a < b {
			return -1
		}
		return 1
	}
	var long Num
	if d := x.Exp - y.Exp; d > 0 {
		long.Set(x)
		c.shiftL(&long, d)
		return compareWords(long.Words(), y.Words())
	} else {
		long.Set(y)
		c.shiftL(&long, -d)
		return compareWords(x.Words(), long.Words())
	}
}

// compare compares numbers that are no NaNs.
func (c *Context) compare(x, y *Num) int {
	if x.Neg != y.Neg {
		if x.IsZero() && y.IsZero() {
			return 0
		}
		if x.Neg {
			return -1
		}
		return 1
	}
	r := c.compareMagnitude(x, y)
	if x.Neg {
		return -r
	}
	return r
}

// Cmp compares numbers; ok is false if one is a NaN, or there is no memory.
func (c *Context) Cmp(x, y *Num) (r int, ok bool) {
	if x.IsNaN() || y.IsNaN() {
		if x.Kind == SignalingNaN || y.Kind == SignalingNaN {
			c.Status |= InvalidOperation
		}
		return 0, false
	}
	var z Num
	defer c.catch(&z)
	return c.compare(x, y), true
}

// Compare is -1, 0, 1 or a NaN.
func (c *Context) Compare(z, x, y *Num) {
	defer c.catch(z)
	if !c.nans(z, x, y) {
		*z = FromInt(int64(c.compare(x, y)))
	}
}

// CompareSignal is Compare for which all NaNs are signaling.
func (c *Context) CompareSignal(z, x, y *Num) {
	c.Compare(z, x, y)
	if z.IsNaN() {
		c.Status |= InvalidOperation
	}
}

// sameValue orders numbers of the same value by their exponents.
func sameValue(x, y *Num) int {
	if x.Neg != y.Neg {
		if x.Neg {
			return -1
		}
		return 1
	}
	r := 0
	switch {
	case x.Exp < y.Exp:
		r = -1
	case x.Exp > y.Exp:
		r = 1
	}
	if x.Neg {
		return -r
	}
	return r
}

// CompareTotal compares by the total order of representations; Mag: their magnitudes.
func (c *Context) CompareTotal(z, x, y *Num) {
	defer c.catch(z)
	*z = FromInt(int64(c.total(x, y)))
}

func (c *Context) CompareTotalMag(z, x, y *Num) {
	a, b := *x, *y
	a.Neg, b.Neg = false, false
	c.CompareTotal(z, &a, &b)
}

func (c *Context) total(x, y *Num) int {
	if x.Neg != y.Neg {
		if x.Neg {
			return -1
		}
		return 1
	}
	r := 0
	if x.IsNaN() || y.IsNaN() {
		order := [...]int{Finite: 0, Infinite: 0, SignalingNaN: 1, QuietNaN: 2}
		if r = order[x.Kind] - order[y.Kind]; r == 0 {
			r = compareWords(x.Words(), y.Words())
		}
	} else if r = c.compareMagnitude(x, y); r == 0 {
		a, b := *x, *y
		a.Neg, b.Neg = false, false
		r = sameValue(&a, &b)
	}
	switch {
	case r == 0:
		return 0
	case (r < 0) != x.Neg:
		return -1
	}
	return 1
}

// Max is the larger one, Min the smaller one; Mag: by magnitude. A number is preferred to a quiet NaN.
func (c *Context) Max(z, x, y *Num)    { c.extreme(z, x, y, 1, false) }
func (c *Context) Min(z, x, y *Num)    { c.extreme(z, x, y, -1, false) }
func (c *Context) MaxMag(z, x, y *Num) { c.extreme(z, x, y, 1, true) }
func (c *Context) MinMag(z, x, y *Num) { c.extreme(z, x, y, -1, true) }

func (c *Context) extreme(z, x, y *Num, sign int, magnitude bool) {
	defer c.catch(z)
	switch {
	case x.Kind == QuietNaN && !y.IsNaN():
		c.setRounded(z, y)
		return
	case y.Kind == QuietNaN && !x.IsNaN():
		c.setRounded(z, x)
		return
	case c.nans(z, x, y):
		return
	}
	r := 0
	if magnitude {
		r = c.compareMagnitude(x, y)
	} else {
		r = c.compare(x, y)
	}
	if r == 0 {
		r = sameValue(x, y)
	}
	if r*sign < 0 {
		x = y
	}
	c.setRounded(z, x)
}

// IsNormal and IsSubnormal say where a number lies in the context's range.
func (c *Context) IsNormal(x *Num) bool {
	return x.Kind == Finite && x.n != 0 && x.Adjusted() >= c.Emin
}

func (c *Context) IsSubnormal(x *Num) bool {
	return x.Kind == Finite && x.n != 0 && x.Adjusted() < c.Emin
}

// Class is the name of a number's class.
func (c *Context) Class(x *Num) string {
	name := "+"
	if x.Neg {
		name = "-"
	}
	switch {
	case x.Kind == QuietNaN:
		return "NaN"
	case x.Kind == SignalingNaN:
		return "sNaN"
	case x.Kind == Infinite:
		return name + "Infinity"
	case x.n == 0:
		return name + "Zero"
	case c.IsSubnormal(x):
		return name + "Subnormal"
	}
	return name + "Normal"
}

// SameQuantum reports whether numbers have the same exponent, or are both infinite or both NaNs.
func SameQuantum(x, y *Num) bool {
	if x.Kind != Finite || y.Kind != Finite {
		return x.IsNaN() && y.IsNaN() || x.Kind == Infinite && y.Kind == Infinite
	}
	return x.Exp == y.Exp
}
