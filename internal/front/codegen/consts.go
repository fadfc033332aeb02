// The constants of a unit, each once: 1, 1.0 and True are different, and so are 0.0 and -0.0.

package codegen

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

type constTable struct {
	list []pyc.Const
	keys table[any]
}

func (t *constTable) add(v pyc.Const) int {
	key := constKey(v)
	i, ok := t.keys.find(key)
	if !ok {
		i = t.keys.append(key)
		t.list = append(t.list, v)
	}
	return i
}

type (
	floatKey uint64
	otherKey string
	codeKey  struct { // a place in the source, and what was made of it
		name                *pyc.Str
		line                int
		bytecode, lineTable string
	}
)

// constKey gives equal keys to constants that are the same. Of equal texts there is one object.
func constKey(v pyc.Const) any {
	switch v := v.(type) {
	case pyc.None, pyc.Ellipsis, pyc.Bool, pyc.Int, *pyc.Str:
		return v
	case pyc.Float:
		if v != v { // equals nothing
			return new(byte)
		}
		return floatKey(math.Float64bits(float64(v)))
	case *pyc.Code: // the same place in the source may be compiled twice
		return codeKey{v.Name, v.FirstLine, v.Bytecode, v.LineTable}
	}
	return otherKey(appendKey(nil, v))
}

// appendKey writes a constant so that equal ones give equal bytes; lengths stand before what varies.
func appendKey(b []byte, v pyc.Const) []byte {
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	list := func(items []pyc.Const) {
		b = binary.AppendUvarint(b, uint64(len(items)))
		for _, x := range items {
			b = appendKey(b, x)
		}
	}
	switch v := v.(type) {
	case pyc.None:
		b = append(b, 'N')
	case pyc.Ellipsis:
		b = append(b, '.')
	case pyc.Bool:
		b = append(b, 'F')
		if v {
			b[len(b)-1] = 'T'
		}
	case pyc.Int:
		b = binary.AppendVarint(append(b, 'i'), int64(v))
	case *pyc.BigInt:
		b = append(b, 'l')
		text(v.Big().String())
	case pyc.Float:
		b = binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(float64(v)))
	case *pyc.Complex:
		b = binary.BigEndian.AppendUint64(append(b, 'c'), math.Float64bits(v.Real))
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v.Imag))
	case *pyc.Str:
		b = append(b, 's')
		text(v.S)
	case *pyc.Bytes:
		b = append(b, 'b')
		text(v.S)
	case *pyc.Tuple:
		b = append(b, '(')
		list(v.Items)
	case *pyc.FrozenSet:
		keys := make([]string, len(v.Items))
		for i, x := range v.Items {
			keys[i] = string(appendKey(nil, x))
		}
		slices.Sort(keys)
		b = append(b, '{')
		text(strings.Join(keys, ""))
	default:
		panic(fmt.Sprintf("BUG: constant of type %T", v))
	}
	return b
}

// str makes a str constant, one object for equal texts. Texts that are like names are interned.
func (c *compiler) str(s string) *pyc.Str {
	if isNameLike(s) {
		return c.interned(s)
	}
	return c.texts.str(s, false)
}

// interned makes the str of a name.
func (c *compiler) interned(s string) *pyc.Str { return c.interneds.str(s, true) }

// constName is the constant of a name: what has been a constant before stays the same object.
func (c *compiler) constName(s string) *pyc.Str {
	str, ok := c.texts[s]
	if !ok {
		str = c.interned(s)
		c.texts.put(s, str)
	}
	return str
}

// strTable has one str for equal texts.
type strTable map[string]*pyc.Str

func (t *strTable) str(s string, interned bool) *pyc.Str {
	str, ok := (*t)[s]
	if !ok {
		str, _ = pyc.NewStr(s, interned)
		t.put(s, str)
	}
	return str
}

func (t *strTable) put(s string, str *pyc.Str) {
	if *t == nil {
		*t = strTable{}
	}
	(*t)[s] = str
}

// isNameLike reports texts that are made of what ASCII names are made of.
func isNameLike(s string) bool {
	for i := range len(s) {
		if b := s[i]; b != '_' && (b < '0' || b > '9') && (b|32 < 'a' || b|32 > 'z') {
			return false
		}
	}
	return true
}

func (c *compiler) names(list []string) []*pyc.Str {
	out := make([]*pyc.Str, len(list))
	for i, n := range list {
		out[i] = c.interned(n)
	}
	return out
}

func (c *compiler) tupleOfNames(list []string) *pyc.Tuple {
	t := &pyc.Tuple{Items: make([]pyc.Const, len(list))}
	for i, n := range list {
		t.Items[i] = c.constName(n)
	}
	return t
}

// value makes a constant of a value in the tree.
func (c *compiler) value(v syntax.Value) pyc.Const {
	list := func(items []syntax.Value) []pyc.Const {
		out := make([]pyc.Const, len(items))
		for i, x := range items {
			out[i] = c.value(x)
		}
		return out
	}
	switch v := v.(type) {
	case nil:
		return pyc.None{}
	case bool:
		return pyc.Bool(v)
	case int64:
		return pyc.Int(v)
	case *big.Int:
		return pyc.NewInt(v)
	case float64:
		return pyc.Float(v)
	case complex128:
		return &pyc.Complex{Real: real(v), Imag: imag(v)}
	case syntax.Str:
		return c.str(string(v))
	case syntax.Bytes:
		return &pyc.Bytes{S: string(v)}
	case syntax.Ellipsis:
		return pyc.Ellipsis{}
	case tuple:
		return &pyc.Tuple{Items: list(v)}
	case frozenSet:
		set := &pyc.FrozenSet{Items: list(distinct(v)), Copies: 1}
		if set.Renamed() {
			set.Copies++
		}
		return set
	}
	panic(fmt.Sprintf("BUG: constant of type %T", v))
}
