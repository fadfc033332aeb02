// Ints of any size to text, to floats and from floats.

package numfmt

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

// TooManyDigits is the error of an int whose decimal digits exceed the limit when it becomes text.
func TooManyDigits(limit int) error {
	return valueError("Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", limit)
}

// TooManyDigitsIn is the error of a text with more digits than the limit.
func TooManyDigitsIn(limit, digits int) error {
	return valueError("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", limit, digits)
}

// ErrStopped says that a conversion or a formatting was stopped.
var ErrStopped = errors.New("stopped")

// BigTextUntil is v in the base, in lowercase digits; more than maxDigits of them in a base that is no power of two are an
// error, 0: no limit. It ends with ErrStopped when stop says so; nil: it cannot be stopped.
func BigTextUntil(v *big.Int, base, maxDigits int, stop bignum.Stop) (string, error) {
	if stop == nil {
		stop = never
	}
	limited := maxDigits > 0 && base&(base-1) != 0
	if limited && float64(v.BitLen()-1)*math.Log10(2)/math.Log10(float64(base)) > float64(maxDigits+1) {
		return "", TooManyDigits(maxDigits)
	}
	text := bignum.Text(v, base, stop)
	if text == "" {
		return "", ErrStopped
	}
	if n := len(text); limited && n > maxDigits {
		if v.Sign() < 0 {
			n--
		}
		if n > maxDigits {
			return "", TooManyDigits(maxDigits)
		}
	}
	return text, nil
}

// BigToFloat is float(v).
func BigToFloat(v *big.Int) (float64, error) {
	if v.BitLen() <= 1024 {
		if f, _ := new(big.Float).SetInt(v).Float64(); !math.IsInf(f, 0) {
			return f, nil
		}
	}
	return 0, overflowError("int too large to convert to float")
}

// Number is an int: Big if it is not nil, else Small.
type Number struct {
	Small int64
	Big   *big.Int
}

// NumberOf is v with the small form where it fits.
func NumberOf(v *big.Int) Number {
	if v.IsInt64() {
		return Number{Small: v.Int64()}
	}
	return Number{Big: v}
}

func (n Number) String() string {
	if n.Big != nil {
		return n.Big.String()
	}
	return fmt.Sprint(n.Small)
}

// TruncFloat is int(f).
func TruncFloat(f float64) (Number, error) {
	switch {
	case f > -1<<63 && f < 1<<63:
		return Number{Small: int64(f)}, nil
	case math.IsNaN(f):
		return Number{}, valueError("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return Number{}, overflowError("cannot convert float infinity to integer")
	}
	v, _ := big.NewFloat(f).Int(nil)
	return NumberOf(v), nil
}

// FloatRatio is f.as_integer_ratio().
func FloatRatio(f float64) (num, den Number, err error) {
	switch {
	case math.IsNaN(f):
		return num, den, valueError("cannot convert NaN to integer ratio")
	case math.IsInf(f, 0):
		return num, den, overflowError("cannot convert Infinity to integer ratio")
	case f == 0:
		return Number{}, Number{Small: 1}, nil
	}
	frac, exp := math.Frexp(f)
	m := int64(frac * (1 << 53))
	exp -= 53
	for m&1 == 0 {
		m >>= 1
		exp++
	}
	n, d := big.NewInt(m), big.NewInt(1)
	if exp > 0 {
		n.Lsh(n, uint(exp))
	} else {
		d.Lsh(d, uint(-exp))
	}
	return NumberOf(n), NumberOf(d), nil
}
