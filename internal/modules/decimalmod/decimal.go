// Decimals as objects.

package decimalmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// inlineWords is how many words of a coefficient lie in the object: 38 digits.
const inlineWords = 2

// decimal is a Decimal. Longer coefficients lie in Long.
type decimal struct {
	header
	Long  *object.Raw // or nil
	Exp   int64
	Kind  decnum.Kind
	Neg   bool
	Count int32 // words
	Words [inlineWords]uint64
	Hash  int64 // 0: not computed yet
}

var (
	tDecimal = object.AllocTypeID()
	tContext = object.AllocTypeID()
)

// IsDecimal reports whether v is a Decimal, or of a subclass.
func isDecimal(t *Thread, v Value) bool {
	return v.IsPtr() && (v.IsExact(tDecimal) || object.IsInstance(t, v, tDecimal))
}

// load reads a Decimal, whose long coefficient x goes on using: v must stay reachable.
func load(x *decnum.Num, v Value) {
	d := object.As[decimal](v)
	x.Exp, x.Kind, x.Neg = d.Exp, d.Kind, d.Neg
	if d.Count <= inlineWords {
		x.SetPair(int(d.Count), d.Words[0], d.Words[1])
		return
	}
	x.SetWords(unsafe.Slice((*uint64)(d.Long.Data()), d.Count))
}

// store makes a Decimal of a class.
func store(t *Thread, typ *object.Type, x *decnum.Num) Value {
	w := x.Words()
	long := (*object.Raw)(nil)
	if len(w) > inlineWords {
		if long = object.NewRaw(t, len(w)*8); long == nil {
			return null
		}
		copy(unsafe.Slice((*uint64)(long.Data()), len(w)), w)
	}
	d := native.Alloc[decimal](t, typ)
	if d == nil {
		return null
	}
	d.Long, d.Exp, d.Kind, d.Neg, d.Count = long, x.Exp, x.Kind, x.Neg, int32(len(w))
	if len(w) <= inlineWords {
		copy(d.Words[:], w)
	}
	return object.Of(d)
}

func newDecimal(t *Thread, x *decnum.Num) Value { return store(t, t.Type(tDecimal), x) }

// done is what an operation in a context gives: its result, unless one of the conditions is trapped.
func done(t *Thread, ctx *context, c *decnum.Context, z *decnum.Num) Value {
	if c.Status != 0 && !ctx.raise(t, c.Status) {
		return null
	}
	r := newDecimal(t, z)
	c.Release()
	return r
}
