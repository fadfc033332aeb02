// Operations on constants, within limits: nothing that is folded takes long or becomes large.

package codegen

import (
	"math"
	"math/big"
	"math/cmplx"
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/lib/libm"
)

type (
	tuple     = syntax.TupleValue
	frozenSet = syntax.FrozenSetValue
)

// The limits of what folding makes.
const (
	maxIntBits    = 128
	maxCollection = 256
	maxStr        = 4096
	maxTotalItems = 1024
)

// distinct leaves each element of a set once.
func distinct(list []syntax.Value) []syntax.Value {
	seen := map[any]bool{}
	var out []syntax.Value
	for _, v := range list {
		if k := equalKey(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

// equalKey gives equal keys to values that compare equal: 1, 1.0 and True.
func equalKey(v syntax.Value) any {
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<62 {
			return int64(v)
		}
	case complex128:
		if imag(v) == 0 {
			return equalKey(real(v))
		}
	case *big.Int:
		return "int " + v.String()
	case tuple:
		var b strings.Builder
		b.WriteByte('(')
		for _, x := range v {
			b.Write(appendKey(nil, (&compiler{}).value(x)))
			b.WriteByte(',')
		}
		return b.String()
	case frozenSet:
		return "frozenset"
	}
	return v
}

// toInt gives an int or bool as a big.Int.
func toInt(v syntax.Value) (*big.Int, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case int64:
		return big.NewInt(v), true
	case *big.Int:
		return v, true
	}
	return nil, false
}

func fromInt(v *big.Int) syntax.Value {
	if v.IsInt64() {
		return v.Int64()
	}
	return v
}

// toFloat gives a number that is no complex as a float.
func toFloat(v syntax.Value) (float64, bool) {
	if f, ok := v.(float64); ok {
		return f, true
	}
	if i, ok := toInt(v); ok {
		f, _ := new(big.Float).SetInt(i).Float64() // to nearest, ties to even
		return f, !math.IsInf(f, 0)
	}
	return 0, false
}

func toComplex(v syntax.Value) (complex128, bool) {
	if c, ok := v.(complex128); ok {
		return c, true
	}
	f, ok := toFloat(v)
	return complex(f, 0), ok
}

func valueTruth(v syntax.Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case complex128:
		return v != 0
	case syntax.Str:
		return v != ""
	case syntax.Bytes:
		return v != ""
	case tuple:
		return len(v) > 0
	case frozenSet:
		return len(v) > 0
	}
	return true
}

func unaryValue(op syntax.UnaryOperator, v syntax.Value) (syntax.Value, bool) {
	if op == syntax.Not {
		return !valueTruth(v), true
	}
	if i, ok := toInt(v); ok {
		switch op {
		case syntax.Invert:
			return fromInt(new(big.Int).Not(i)), true
		case syntax.USub:
			return fromInt(new(big.Int).Neg(i)), true
		}
		return fromInt(i), true
	}
	switch v := v.(type) {
	case float64:
		if op == syntax.USub {
			return -v, true
		}
		return v, op == syntax.UAdd
	case complex128:
		if op == syntax.USub {
			return complex(-real(v), -imag(v)), true
		}
		return v, op == syntax.UAdd
	}
	return nil, false
}

func binaryValue(op syntax.Operator, l, r syntax.Value) (syntax.Value, bool) {
	a, ok := toInt(l)
	b, ok2 := toInt(r)
	if ok && ok2 {
		_, lb := l.(bool)
		_, rb := r.(bool)
		if lb && rb && (op == syntax.BitOr || op == syntax.BitXor || op == syntax.BitAnd) {
			v, _ := intValue(op, a, b)
			i, _ := toInt(v)
			return i.Sign() != 0, true
		}
		return intValue(op, a, b)
	}
	_, lc := l.(complex128)
	if _, rc := r.(complex128); lc || rc {
		x, ok := toComplex(l)
		y, ok2 := toComplex(r)
		if ok && ok2 {
			return complexValue(op, x, y)
		}
	} else if x, ok := toFloat(l); ok {
		if y, ok := toFloat(r); ok {
			return floatValue(op, x, y)
		}
	}
	switch op {
	case syntax.Add:
		switch l := l.(type) {
		case syntax.Str:
			if r, ok := r.(syntax.Str); ok {
				return l + r, true
			}
		case syntax.Bytes:
			if r, ok := r.(syntax.Bytes); ok {
				return l + r, true
			}
		case tuple:
			if r, ok := r.(tuple); ok {
				return append(append(tuple{}, l...), r...), true
			}
		}
	case syntax.Mult:
		if ok2 {
			return repeat(l, b)
		}
		if ok {
			return repeat(r, a)
		}
	}
	return nil, false
}

func intValue(op syntax.Operator, a, b *big.Int) (syntax.Value, bool) {
	z := new(big.Int)
	switch op {
	case syntax.Add:
		z.Add(a, b)
	case syntax.Sub:
		z.Sub(a, b)
	case syntax.Mult:
		if a.Sign() != 0 && b.Sign() != 0 && a.BitLen()+b.BitLen() > maxIntBits {
			return nil, false
		}
		z.Mul(a, b)
	case syntax.Div:
		if b.Sign() == 0 {
			return nil, false
		}
		f, _ := new(big.Rat).SetFrac(a, b).Float64()
		if a.Sign() == 0 && b.Sign() < 0 {
			f = math.Copysign(0, -1)
		}
		return f, !math.IsInf(f, 0)
	case syntax.FloorDiv, syntax.Mod:
		if b.Sign() == 0 {
			return nil, false
		}
		q, m := new(big.Int).QuoRem(a, b, new(big.Int))
		if m.Sign() != 0 && m.Sign() != b.Sign() {
			q.Sub(q, big.NewInt(1))
			m.Add(m, b)
		}
		if z = q; op == syntax.Mod {
			z = m
		}
	case syntax.Pow:
		if b.Sign() < 0 {
			x, ok := toFloat(a)
			y, ok2 := toFloat(b)
			if !ok || !ok2 {
				return nil, false
			}
			return floatValue(op, x, y)
		}
		if b.Sign() > 0 && (!b.IsUint64() || uint64(a.BitLen()) > uint64(maxIntBits)/b.Uint64()) {
			return nil, false
		}
		z.Exp(a, b, nil)
	case syntax.LShift:
		if b.Sign() < 0 || a.Sign() != 0 && b.Sign() != 0 && (!b.IsUint64() || b.Uint64() > maxIntBits || a.BitLen()+int(b.Uint64()) > maxIntBits) {
			return nil, false
		}
		if a.Sign() != 0 {
			z.Lsh(a, uint(b.Uint64()))
		}
	case syntax.RShift:
		if b.Sign() < 0 {
			return nil, false
		}
		if !b.IsUint64() || b.Uint64() > uint64(a.BitLen()) {
			if a.Sign() < 0 {
				z.SetInt64(-1)
			}
		} else {
			z.Rsh(a, uint(b.Uint64()))
		}
	case syntax.BitOr:
		z.Or(a, b)
	case syntax.BitXor:
		z.Xor(a, b)
	case syntax.BitAnd:
		z.And(a, b)
	default:
		return nil, false
	}
	return fromInt(z), true
}

func floatValue(op syntax.Operator, x, y float64) (syntax.Value, bool) {
	switch op {
	case syntax.Add:
		return x + y, true
	case syntax.Sub:
		return x - y, true
	case syntax.Mult:
		return x * y, true
	case syntax.Div:
		return x / y, y != 0
	case syntax.FloorDiv, syntax.Mod:
		if y == 0 {
			return nil, false
		}
		if op == syntax.Mod {
			return libm.FloorMod(x, y), true
		}
		q, _ := libm.FloorDivmod(x, y)
		return q, true
	case syntax.Pow:
		switch {
		case y == 0 || x == 1:
			return 1.0, true
		case x == 0 && y < 0 && !math.IsInf(y, 0):
			return nil, false
		case x < 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) && y == y && y != math.Floor(y):
			return complexValue(op, complex(x, 0), complex(y, 0))
		}
		z := libm.Pow(x, y)
		return z, !math.IsInf(z, 0) || math.IsInf(x, 0) || math.IsInf(y, 0)
	}
	return nil, false
}

func complexValue(op syntax.Operator, x, y complex128) (syntax.Value, bool) {
	switch op {
	case syntax.Add:
		return x + y, true
	case syntax.Sub:
		return x - y, true
	case syntax.Mult:
		return libm.CMul(x, y), true
	case syntax.Div:
		return libm.CQuo(x, y)
	case syntax.Pow:
		z, ok := libm.CPow(x, y)
		return z, ok && !cmplx.IsInf(z)
	}
	return nil, false
}

// repeat is v * n for sequences.
func repeat(v syntax.Value, n *big.Int) (syntax.Value, bool) {
	size, limit := 0, maxStr
	switch v := v.(type) {
	case syntax.Str:
		size = textLen(string(v))
	case syntax.Bytes:
		size = len(v)
	case tuple:
		size, limit = len(v), maxCollection
	default:
		return nil, false
	}
	times := 0
	if size > 0 {
		if n.Sign() < 0 || !n.IsInt64() || n.Int64() > int64(limit/size) {
			return nil, false
		}
		times = int(n.Int64())
	}
	switch v := v.(type) {
	case syntax.Str:
		return syntax.Str(strings.Repeat(string(v), times)), true
	case syntax.Bytes:
		return syntax.Bytes(strings.Repeat(string(v), times)), true
	case tuple:
		if times > 0 && countItems(v) > maxTotalItems/times {
			return nil, false
		}
		out := tuple{}
		for range times {
			out = append(out, v...)
		}
		return out, true
	}
	return nil, false
}

func countItems(v syntax.Value) int {
	t, ok := v.(tuple)
	if !ok {
		return 0
	}
	n := len(t)
	for _, x := range t {
		n += countItems(x)
	}
	return n
}

// textLen counts the code points of WTF-8.
func textLen(s string) int {
	n := 0
	for i := range len(s) {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// item is v[i].
func item(v, i syntax.Value) (syntax.Value, bool) {
	n, ok := toInt(i)
	if !ok || !n.IsInt64() {
		return nil, false
	}
	at := n.Int64()
	within := func(size int) bool {
		if at < 0 {
			at += int64(size)
		}
		return at >= 0 && at < int64(size)
	}
	switch v := v.(type) {
	case tuple:
		if within(len(v)) {
			return v[at], true
		}
	case syntax.Bytes:
		if within(len(v)) {
			return int64(v[at]), true
		}
	case syntax.Str:
		if within(textLen(string(v))) {
			for j := 0; j < len(v); j++ {
				if v[j]&0xC0 != 0x80 {
					if at == 0 {
						end := j + 1
						for end < len(v) && v[end]&0xC0 == 0x80 {
							end++
						}
						return v[j:end], true
					}
					at--
				}
			}
		}
	}
	return nil, false
}
