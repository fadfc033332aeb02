// Contexts.

package decimalmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/object"
)

// context is a Context. Traps and Flags are the mappings that programs see; they refer to it.
type context struct {
	header
	Traps, Flags     Value
	Prec, Emax, Emin int64
	Trapped, Status  decnum.Status
	Round            decnum.Rounding
	Clamp            bool
	Capitals         bool
}

var roundings = [...]string{"ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN",
	"ROUND_05UP"}

func isContext(t *Thread, v Value) bool { return v.IsPtr() && object.IsInstance(t, v, tContext) }

func ctxOf(v Value) *context { return object.As[context](v) }

// numbers makes z the context for package decnum. It is set field by field: a whole one that is copied waits until what was written to its parts is in memory.
func (c *context) numbers(t *Thread, z *decnum.Context) {
	z.Prec, z.Emax, z.Emin, z.Round, z.Clamp, z.Host = c.Prec, c.Emax, c.Emin, c.Round, c.Clamp, t
}

// raise notes conditions; false: one is trapped, and its exception is set.
func (c *context) raise(t *Thread, status decnum.Status) bool {
	if status&decnum.OutOfMemory != 0 {
		if t.Exc == null {
			t.NoMemory()
		}
		return false
	}
	c.Status |= status
	trapped := status & c.Trapped
	return trapped == 0 || raiseSignal(t, trapped)
}

// current is the current context; nil: an exception is set.
func current(t *Thread) *context {
	s := stateOf(t)
	if s == nil {
		return nil
	}
	v := threads.ContextVarValue(t, s.Var)
	if v != null && (v.IsExact(tContext) || isContext(t, v)) {
		return ctxOf(v)
	}
	if t.Exc != null {
		return nil
	}
	c := newContext(t, t.Type(tContext))
	if c == nil {
		return nil
	}
	c.copyFrom(ctxOf(s.Default))
	c.Status = 0
	if !threads.SetContextVar(t, s.Var, object.Of(c)) {
		return nil
	}
	return c
}

func (c *context) copyFrom(o *context) {
	c.Prec, c.Emax, c.Emin, c.Trapped, c.Status = o.Prec, o.Emax, o.Emin, o.Trapped, o.Status
	c.Round, c.Clamp, c.Capitals = o.Round, o.Clamp, o.Capitals
}

// newContext makes a context like the default one.
func newContext(t *Thread, typ *object.Type) *context {
	s := stateOf(t)
	if s == nil {
		return nil
	}
	c := native.Alloc[context](t, typ)
	if c == nil {
		return nil
	}
	c.Prec, c.Emax, c.Emin, c.Round, c.Capitals = 28, 999999, -999999, decnum.RoundHalfEven, true
	c.Trapped = decnum.Invalid | decnum.DivisionByZero | decnum.Overflow
	if s.Default != null {
		c.copyFrom(ctxOf(s.Default))
		c.Capitals = true
	}
	if c.Traps = newSignalDict(t, s, object.Of(c), true); c.Traps == null {
		return nil
	}
	if c.Flags = newSignalDict(t, s, object.Of(c), false); c.Flags == null {
		return nil
	}
	return c
}

func (c *context) copy(t *Thread) *context {
	n := newContext(t, t.Type(tContext))
	if n != nil {
		n.copyFrom(c)
	}
	return n
}

const (
	roundingText = "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n" +
		"   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
	signalText = "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n" +
		"   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]"
)

// roundingOf reads a rounding mode.
func roundingOf(t *Thread, v Value) (decnum.Rounding, bool) {
	if object.IsStr(v) {
		s := object.GoString(v)
		for i, name := range roundings {
			if s == name {
				return decnum.Rounding(i), true
			}
		}
	}
	object.Raise(t, object.TTypeError, roundingText)
	return 0, false
}

// sizeIn reads an int between bounds.
func sizeIn(t *Thread, v Value, lo, hi int64, text string) (int64, bool) {
	if v == null {
		object.Raise(t, object.TAttributeError, "context attributes cannot be deleted")
		return 0, false
	}
	if !object.IsIntLike(v) {
		object.Raise(t, object.TTypeError, "an integer is required")
		return 0, false
	}
	n, ok := object.Int64(v)
	if !ok {
		object.Raise(t, object.TOverflowError, "Python int too large to convert to C ssize_t")
		return 0, false
	}
	if n < lo || n > hi {
		object.Raise(t, object.TValueError, "%s", text)
		return 0, false
	}
	return n, true
}

func setPrec(t *Thread, o, v Value) bool {
	n, ok := sizeIn(t, v, 1, decnum.MaxPrec, "valid range for prec is [1, MAX_PREC]")
	if ok {
		ctxOf(o).Prec = n
	}
	return ok
}

func setEmin(t *Thread, o, v Value) bool {
	n, ok := sizeIn(t, v, decnum.MinEmin, 0, "valid range for Emin is [MIN_EMIN, 0]")
	if ok {
		ctxOf(o).Emin = n
	}
	return ok
}

func setEmax(t *Thread, o, v Value) bool {
	n, ok := sizeIn(t, v, 0, decnum.MaxEmax, "valid range for Emax is [0, MAX_EMAX]")
	if ok {
		ctxOf(o).Emax = n
	}
	return ok
}

func setCapitals(t *Thread, o, v Value) bool {
	n, ok := sizeIn(t, v, 0, 1, "valid values for capitals are 0 or 1")
	if ok {
		ctxOf(o).Capitals = n == 1
	}
	return ok
}

func setClamp(t *Thread, o, v Value) bool {
	n, ok := sizeIn(t, v, 0, 1, "valid values for clamp are 0 or 1")
	if ok {
		ctxOf(o).Clamp = n == 1
	}
	return ok
}

func setRounding(t *Thread, o, v Value) bool {
	if v == null {
		object.Raise(t, object.TAttributeError, "context attributes cannot be deleted")
		return false
	}
	r, ok := roundingOf(t, v)
	if ok {
		ctxOf(o).Round = r
	}
	return ok
}

// setTraps and setFlags take a mapping of signals, or in a constructor a list.
func setTraps(t *Thread, o, v Value, list bool) bool {
	s, ok := signalsOf(t, v, list)
	if ok {
		ctxOf(o).Trapped = s
	}
	return ok
}

func setFlags(t *Thread, o, v Value, list bool) bool {
	s, ok := signalsOf(t, v, list)
	if ok {
		ctxOf(o).Status = s
	}
	return ok
}

// localSettings are the parts of a context by name, in the order of its constructor.
var localSettings = [...]object.BinarySet{setPrec, setRounding, setEmin, setEmax, setCapitals, setClamp,
	func(t *Thread, o, v Value) bool { return setFlags(t, o, v, true) }, func(t *Thread, o, v Value) bool { return setTraps(t, o, v, true) }}

const contextSig = "(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None)"

// apply sets what is given.
func (c *context) apply(t *Thread, a []Value) bool {
	for i, set := range localSettings {
		if a[i] != null && a[i] != none && !set(t, object.Of(c), a[i]) {
			return false
		}
	}
	return true
}

var _ = object.DefineType(tContext, object.TypeDef{
	Name: "decimal.Context", Size: unsafe.Sizeof(context{}), Refs: 1<<1 | 1<<2, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, _ []Value, _ Value) Value { return object.Of(newContext(t, typ)) },
		Init: native.BindInit("Context", contextSig, func(t *Thread, v Value, a []Value) bool {
			return ctxOf(v).apply(t, a)
		}),
		Repr: contextRepr,
		GetAttr: func(t *Thread, v, name Value) Value {
			if object.IsStr(name) {
				switch object.As[object.Str](name).View() {
				case "traps":
					return ctxOf(v).Traps
				case "flags":
					return ctxOf(v).Flags
				}
			}
			return object.GenericGetAttr(t, v, name)
		},
		SetAttr: func(t *Thread, v, name, x Value) bool {
			if object.IsStr(name) {
				switch object.GoString(name) {
				case "traps", "flags":
					if x == null {
						object.Raise(t, object.TAttributeError, "context attributes cannot be deleted")
						return false
					}
					if object.GoString(name) == "traps" {
						return setTraps(t, v, x, false)
					}
					return setFlags(t, v, x, false)
				}
			}
			if x == null {
				object.Raise(t, object.TAttributeError, "context attributes cannot be deleted")
				return false
			}
			return object.GenericSetAttr(t, v, name, x)
		},
	},
	GetSets: []object.GetSetDef{
		{Name: "prec", Get: func(t *Thread, v Value) Value { return object.NewInt(t, ctxOf(v).Prec) }, Set: setPrec},
		{Name: "Emax", Get: func(t *Thread, v Value) Value { return object.NewInt(t, ctxOf(v).Emax) }, Set: setEmax},
		{Name: "Emin", Get: func(t *Thread, v Value) Value { return object.NewInt(t, ctxOf(v).Emin) }, Set: setEmin},
		{Name: "rounding", Get: func(t *Thread, v Value) Value { return object.Intern(t, roundings[ctxOf(v).Round]) }, Set: setRounding},
		{Name: "capitals", Get: func(t *Thread, v Value) Value { return intOf(ctxOf(v).Capitals) }, Set: setCapitals},
		{Name: "clamp", Get: func(t *Thread, v Value) Value { return intOf(ctxOf(v).Clamp) }, Set: setClamp},
	},
	Methods: contextMethods(),
})

func intOf(b bool) Value {
	if b {
		return object.SmallInt(1)
	}
	return object.SmallInt(0)
}

func contextRepr(t *Thread, v Value) Value {
	c := ctxOf(v)
	b := []byte("Context(prec=")
	b = appendInt(b, c.Prec)
	b = append(b, ", rounding="+roundings[c.Round]+", Emin="...)
	b = appendInt(b, c.Emin)
	b = append(b, ", Emax="...)
	b = appendInt(b, c.Emax)
	b = append(b, ", capitals="...)
	b = appendInt(b, intOf(c.Capitals).Int())
	b = append(b, ", clamp="...)
	b = appendInt(b, intOf(c.Clamp).Int())
	b = appendSignals(append(b, ", flags=["...), c.Status)
	b = appendSignals(append(b, "], traps=["...), c.Trapped)
	return object.StrOfBytes(t, append(b, "])"...))
}

// contextReduce is the __reduce__ of contexts.
func contextReduce(t *Thread, v Value) Value {
	s := stateOf(t)
	c := ctxOf(v)
	if s == nil {
		return null
	}
	a := object.NewTuple(t, 8)
	if a == nil {
		return null
	}
	for i, x := range [...]Value{object.NewInt(t, c.Prec), object.Intern(t, roundings[c.Round]), object.NewInt(t, c.Emin), object.NewInt(t, c.Emax),
		intOf(c.Capitals), intOf(c.Clamp), signalList(t, s, c.Status), signalList(t, s, c.Trapped)} {
		if x == null {
			return null
		}
		*a.At(i) = x
	}
	return object.Pair(t, object.TypeOf(t, v).Value(), object.Of(a))
}
