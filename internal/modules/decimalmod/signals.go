// Signals: their exceptions, and the mappings of contexts from signals to truth values.

package decimalmod

import (
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// signal is an exception class and the conditions that it stands for.
type signal struct {
	name  string
	flags decnum.Status
	bases string
}

// signals in the order in which mappings have them.
var signals = [...]signal{
	{"InvalidOperation", decnum.Invalid, "DecimalException"},
	{"FloatOperation", decnum.FloatOperation, "DecimalException TypeError"},
	{"DivisionByZero", decnum.DivisionByZero, "DecimalException ZeroDivisionError"},
	{"Overflow", decnum.Overflow, "Inexact Rounded"},
	{"Underflow", decnum.Underflow, "Inexact Rounded Subnormal"},
	{"Subnormal", decnum.Subnormal, "DecimalException"},
	{"Inexact", decnum.Inexact, "DecimalException"},
	{"Rounded", decnum.Rounded, "DecimalException"},
	{"Clamped", decnum.Clamped, "DecimalException"},
}

// conditions are what InvalidOperation stands for; the first is the signal itself.
var conditions = [...]signal{
	{"InvalidOperation", decnum.InvalidOperation, ""},
	{"ConversionSyntax", decnum.ConversionSyntax, "InvalidOperation"},
	{"DivisionImpossible", decnum.DivisionImpossible, "InvalidOperation"},
	{"DivisionUndefined", decnum.DivisionUndefined, "InvalidOperation ZeroDivisionError"},
	{"InvalidContext", decnum.InvalidContext, "InvalidOperation"},
}

// raiseSignal raises the first signal of a status, with a list of all conditions.
func raiseSignal(t *Thread, status decnum.Status) bool {
	s := stateOf(t)
	if s == nil {
		return false
	}
	list := object.NewList(t, 0)
	if list == nil {
		return false
	}
	for i := range conditions {
		if status&conditions[i].flags != 0 && !list.Append(t, s.Conditions[i]) {
			return false
		}
	}
	first := null
	for i := range signals {
		if status&signals[i].flags == 0 {
			continue
		}
		if first == null {
			first = s.Signals[i]
		}
		if i > 0 && !list.Append(t, s.Signals[i]) {
			return false
		}
	}
	if e := object.Call1(t, first, object.Of(list)); e != null {
		object.SetExc(t, e)
	}
	return false
}

// signalList is a list of the classes of a status.
func signalList(t *Thread, s *state, status decnum.Status) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for i := range signals {
		if status&signals[i].flags != 0 && !list.Append(t, s.Signals[i]) {
			return null
		}
	}
	return object.Of(list)
}

// appendSignals appends the names of a status, in the order of libmpdec's bits.
func appendSignals(b []byte, status decnum.Status) []byte {
	n := len(b)
	invalid := false
	for bit := decnum.Status(1); bit <= decnum.Underflow; bit <<= 1 {
		for i := range signals {
			if status&bit&signals[i].flags == 0 || i == 0 && invalid {
				continue
			}
			invalid = invalid || i == 0
			if len(b) > n {
				b = append(b, ", "...)
			}
			b = append(b, signals[i].name...)
		}
	}
	return b
}

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// signalIndex finds a signal's class; -1: KeyError is set.
func signalIndex(t *Thread, k Value) int {
	if s := stateOf(t); s != nil {
		for i, c := range s.Signals {
			if c == k {
				return i
			}
		}
		object.Raise(t, object.TKeyError, signalText)
	}
	return -1
}

// signalDict is the native part of a SignalDict: a view of a context's traps or flags. Context is Null if a program has made it.
type signalDict struct {
	header
	Context Value
	Traps   bool
}

var tSignalDict = object.AllocTypeID()

func newSignalDict(t *Thread, s *state, ctx Value, traps bool) Value {
	d := native.Alloc[signalDict](t, object.As[object.Type](s.SignalDict))
	if d == nil {
		return null
	}
	d.Context, d.Traps = ctx, traps
	return object.Of(d)
}

// status is where the bits are; nil: ValueError is set.
func (d *signalDict) status(t *Thread) *decnum.Status {
	if d.Context == null {
		object.Raise(t, object.TValueError, "invalid signal dict")
		return nil
	}
	if d.Traps {
		return &ctxOf(d.Context).Trapped
	}
	return &ctxOf(d.Context).Status
}

// signalsIn reads a dict that has all signals.
func signalsIn(t *Thread, v Value) (decnum.Status, bool) {
	s, d := stateOf(t), object.As[object.Dict](v)
	if s == nil {
		return 0, false
	}
	if d.Used != int64(len(signals)) {
		object.Raise(t, object.TKeyError, "invalid signal dict")
		return 0, false
	}
	status := decnum.Status(0)
	for i := range signals {
		x := d.Get(t, s.Signals[i])
		if x == null {
			if t.Exc == null {
				object.Raise(t, object.TKeyError, "invalid signal dict")
			}
			return 0, false
		}
		switch object.Truth(t, x) {
		case 1:
			status |= signals[i].flags
		case -1:
			return 0, false
		}
	}
	return status, true
}

// signalsOf reads a SignalDict, a dict, or where that is allowed a list of signals.
func signalsOf(t *Thread, v Value, list bool) (decnum.Status, bool) {
	if v.IsPtr() && object.IsInstance(t, v, tSignalDict) {
		p := object.As[signalDict](v).status(t)
		if p == nil {
			return 0, false
		}
		return *p, true
	}
	if object.IsDict(v) {
		return signalsIn(t, v)
	}
	if !list || !object.IsList(v) {
		object.Raise(t, object.TTypeError, "argument must be a signal dict")
		return 0, false
	}
	status, l := decnum.Status(0), object.As[object.List](v)
	for i := 0; i < l.Len(); i++ {
		k := signalIndex(t, *l.At(i))
		if k < 0 {
			return 0, false
		}
		status |= signals[k].flags
	}
	return status, true
}

func dictOf(v Value) *signalDict { return object.As[signalDict](v) }

var _ = object.DefineType(tSignalDict, object.TypeDef{
	Name: "decimal.SignalDictMixin", Size: unsafe.Sizeof(signalDict{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New:  func(t *Thread, typ *object.Type, _ []Value, _ Value) Value { return object.AllocInstance(t, typ) },
		Init: func(*Thread, Value, []Value, Value) bool { return true },
		Repr: func(t *Thread, v Value) Value {
			p := dictOf(v).status(t)
			if p == nil {
				return null
			}
			b := []byte{'{'}
			for i := range signals {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = append(b, "<class 'decimal."+signals[i].name+"'>:"...)
				if *p&signals[i].flags != 0 {
					b = append(b, "True"...)
				} else {
					b = append(b, "False"...)
				}
			}
			return object.StrOfBytes(t, append(b, '}'))
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE {
				return object.NotImplemented
			}
			p := dictOf(a).status(t)
			if p == nil {
				return null
			}
			equal := false
			switch {
			case b.IsPtr() && object.IsInstance(t, b, tSignalDict):
				q := dictOf(b).status(t)
				if q == nil {
					return null
				}
				equal = *p == *q
			case object.IsDict(b):
				flags, ok := signalsIn(t, b)
				if !ok && !t.ClearIf(object.TKeyError) {
					return null
				}
				equal = ok && flags == allOf(*p)
			default:
				return object.NotImplemented
			}
			return object.Bool(equal == (op == object.EQ))
		},
		Iter: func(t *Thread, v Value) Value {
			if dictOf(v).status(t) == nil {
				return null
			}
			s := stateOf(t)
			if s == nil {
				return null
			}
			l := signalList(t, s, ^decnum.Status(0))
			if l == null {
				return null
			}
			return object.Iter(t, object.TupleOf(t, object.As[object.List](l).Slice()))
		},
		Len: func(t *Thread, v Value) int64 {
			if dictOf(v).status(t) == nil {
				return -1
			}
			return int64(len(signals))
		},
		Subscript: func(t *Thread, v, k Value) Value {
			p := dictOf(v).status(t)
			if p == nil {
				return null
			}
			i := signalIndex(t, k)
			if i < 0 {
				return null
			}
			return object.Bool(*p&signals[i].flags != 0)
		},
		SetSubscript: func(t *Thread, v, k, x Value) bool {
			if dictOf(v).status(t) == nil {
				return false
			}
			if x == null {
				object.Raise(t, object.TValueError, "signal keys cannot be deleted")
				return false
			}
			i := signalIndex(t, k)
			if i < 0 {
				return false
			}
			on := object.Truth(t, x)
			p := dictOf(v).status(t)
			if on < 0 || p == nil {
				return false
			}
			if *p &^= signals[i].flags; on == 1 {
				*p |= signals[i].flags
			}
			return true
		},
	},
	Methods: []FuncDef{{Name: "copy", F0: func(t *Thread, v Value) Value {
		p := dictOf(v).status(t)
		if p == nil {
			return null
		}
		s, d := stateOf(t), object.NewDict(t)
		if s == nil || d == nil {
			return null
		}
		for i := range signals {
			if !d.Set(t, s.Signals[i], object.Bool(*p&signals[i].flags != 0)) {
				return null
			}
		}
		return object.Of(d)
	}}},
})

// allOf sets all conditions of each signal that is in a status.
func allOf(status decnum.Status) decnum.Status {
	all := decnum.Status(0)
	for i := range signals {
		if status&signals[i].flags != 0 {
			all |= signals[i].flags
		}
	}
	return all
}
