// The int methods that count bits.

package pycompiler

import (
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var hasPopcnt, _, _ = x86.Features()

// metaBits compiles bit_count if ones is set, else bit_length: the one bits of an int's magnitude, or its bits from the highest one bit down.
func metaBits(c *compiler, args []*Info, n int, ones bool) (outcome, bool) {
	a := c.a
	if len(args) != 1 {
		return next, false
	}
	switch class, _ := staging.Class(args[0]); {
	case ones && !hasPopcnt:
		return next, false
	case class != staging.ClassBool && !isInt(class):
		return next, false
	}
	v := c.term(args[0])
	if isWide(v) {
		return next, false
	}
	x := c.copyOf(number(v))
	r := x86.Reg(x.Place.N())
	if !isMask(v) {
		a.Mov(staging.Scratch, r)
		a.SarI(staging.Scratch, 63)
		a.Xor(r, staging.Scratch)
		a.Sub(r, staging.Scratch)
	}
	if ones {
		a.Popcnt(x86.W64, r, r)
	} else {
		a.MovRI(staging.Scratch, ^uint64(0))
		a.Bsr(x86.W64, r, r)
		a.Cmov(x86.E, x86.W64, r, staging.Scratch) // no bit is one
		a.AddI(r, 1)
	}
	x.Flags |= vinfo.Small | vinfo.Positive
	return c.done(n, staging.NewInt(x))
}
