// Contexts: precision, range of exponents, rounding, and the conditions that operations report.

package decnum

// Limits of what a context may say.
const (
	MaxPrec  = 999_999_999_999_999_999
	MaxEmax  = 999_999_999_999_999_999
	MinEmin  = -MaxEmax
	MinEtiny = MinEmin - (MaxPrec - 1)
)

// Status is a set of conditions, numbered as in libmpdec.
type Status uint32

const (
	Clamped Status = 1 << iota
	ConversionSyntax
	DivisionByZero
	DivisionImpossible
	DivisionUndefined
	fpuError
	Inexact
	InvalidContext
	InvalidOperation
	OutOfMemory // or stopped: the host knows
	FloatOperation
	Overflow
	Rounded
	Subnormal
	Underflow

	// Invalid is everything that the signal InvalidOperation stands for.
	Invalid = ConversionSyntax | DivisionImpossible | DivisionUndefined | fpuError | InvalidContext | InvalidOperation
	// Failed is what leaves an operation without a result.
	Failed = Invalid | OutOfMemory
)

// Rounding is a rounding mode, numbered as in libmpdec.
type Rounding uint8

const (
	RoundUp Rounding = iota
	RoundDown
	RoundCeiling
	RoundFloor
	RoundHalfUp
	RoundHalfDown
	RoundHalfEven
	Round05Up
	roundTruncate // without regard to the conditions: for internal results
)

// Host is asked for leave during long work. Where it says no it has noted why.
type Host interface {
	Halted() bool       // the work is to be stopped
	Room(n uint64) bool // n bytes of memory may be used
}

// Context says how to compute, and collects conditions.
type Context struct {
	Prec, Emax, Emin int64
	Round            Rounding
	Clamp            bool
	Status           Status
	Host             Host // may be nil
	scratch          *scratch
}

// Max is the context with the largest limits.
func Max(h Host) Context {
	return Context{Prec: MaxPrec, Emax: MaxEmax, Emin: MinEmin, Round: RoundHalfEven, Host: h}
}

func (c *Context) etiny() int64 { return c.Emin - (c.Prec - 1) }
func (c *Context) etop() int64  { return c.Emax - (c.Prec - 1) }

// work is a context for intermediate results: largest limits but for the precision.
func (c *Context) work(prec int64) Context {
	w := Max(c.Host)
	w.Prec, w.scratch = prec, c.scratch
	return w
}

// gaveUp is the panic that ends an operation whose host has refused memory or time; catch ends it.
type gaveUp struct{}

// check stops the operation if the host wants that.
func (c *Context) check() {
	if c.Host != nil && c.Host.Halted() {
		panic(gaveUp{})
	}
}

// freeWords is how many words are taken without asking.
const freeWords = 2048

// room asks for memory for n words.
func (c *Context) room(n int) { c.roomFor(int64(n) * wordDigits) }

// roomFor asks for memory for so many digits, and leave to go on.
func (c *Context) roomFor(digits int64) {
	if digits <= freeWords*wordDigits {
		return
	}
	if digits > 1<<40 {
		if c.Host != nil {
			c.Host.Room(1 << 62)
		}
		panic(gaveUp{})
	}
	c.check()
	if c.Host != nil && !c.Host.Room(uint64(digits)/wordDigits*8+8) {
		panic(gaveUp{})
	}
}

// catch is deferred by operations that may take long.
func (c *Context) catch(z *Num) {
	if r := recover(); r != nil {
		if _, ok := r.(gaveUp); !ok {
			panic(r)
		}
		z.SetNaN()
		c.Status |= OutOfMemory
	}
}
