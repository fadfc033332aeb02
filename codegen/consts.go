// The constants of a unit, each once: 1, 1.0 and True are different, and so are 0.0 and -0.0.

package codegen

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/psyco-go/psy/pyc"
	"github.com/psyco-go/psy/syntax"
)

type constTable struct {
	list  []pyc.Const
	index map[any]int
}

func (t *constTable) add(v pyc.Const) int {
	if f, ok := v.(pyc.Float); ok && f != f { // equals nothing
		t.list = append(t.list, v)
		return len(t.list) - 1
	}
	key := constKey(v)
	i, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[any]int{}
		}
		i = len(t.list)
		t.index[key] = i
		t.list = append(t.list, v)
	}
	return i
}

type (
	strKey   string
	floatKey uint64
	otherKey string
)

// constKey gives equal keys to constants that are the same.
func constKey(v pyc.Const) any {
	switch v := v.(type) {
	case pyc.None, pyc.Ellipsis, pyc.Bool, pyc.Int:
		return v
	case *pyc.Str:
		return strKey(v.S)
	case pyc.Float:
		return floatKey(math.Float64bits(float64(v)))
	}
	var b strings.Builder
	writeKey(&b, v)
	return otherKey(b.String())
}

func writeKey(b *strings.Builder, v pyc.Const) {
	list := func(open byte, items []pyc.Const) {
		b.WriteByte(open)
		for _, x := range items {
			writeKey(b, x)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	switch v := v.(type) {
	case *pyc.Str:
		fmt.Fprintf(b, "%q", v.S)
	case *pyc.Bytes:
		fmt.Fprintf(b, "b%q", v.S)
	case pyc.Float:
		fmt.Fprintf(b, "f%x", math.Float64bits(float64(v)))
	case *pyc.Complex:
		fmt.Fprintf(b, "c%x,%x", math.Float64bits(v.Real), math.Float64bits(v.Imag))
	case *pyc.BigInt:
		b.WriteString(v.Big().String())
	case *pyc.Tuple:
		list('(', v.Items)
	case *pyc.FrozenSet:
		keys := make([]string, len(v.Items))
		for i, x := range v.Items {
			var k strings.Builder
			writeKey(&k, x)
			keys[i] = k.String()
		}
		slices.Sort(keys)
		fmt.Fprintf(b, "{%q}", keys)
	case *pyc.Code: // the same place in the source, compiled twice
		fmt.Fprintf(b, "<%q %d %d %d %d %d %q %q %q %q", v.Name.S, v.ArgCount, v.PosOnlyArgCount, v.KwOnlyArgCount, v.Flags, v.FirstLine,
			v.Bytecode, v.LineTable, v.ExceptionTable, v.LocalsPlusKinds)
		for _, names := range [][]*pyc.Str{v.Names, v.LocalsPlusNames} {
			for _, n := range names {
				fmt.Fprintf(b, "%q", n.S)
			}
			b.WriteByte(';')
		}
		list('(', v.Consts)
	default:
		fmt.Fprintf(b, "%T%v", v, v)
	}
}

// str makes a str constant, one object for equal texts.
func (c *compiler) str(s string) *pyc.Str {
	str, ok := c.strs[s]
	if !ok {
		str, _ = pyc.NewStr(s, isNameLike(s))
		c.strs[s] = str
	}
	return str
}

// isNameLike reports texts that are interned: made of what names are made of.
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
		out[i] = c.str(n)
		out[i].Interned = true
	}
	return out
}

func (c *compiler) tupleOfNames(list []string) *pyc.Tuple {
	t := &pyc.Tuple{Items: make([]pyc.Const, len(list))}
	for i, n := range list {
		t.Items[i] = c.str(n)
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
		return &pyc.FrozenSet{Items: list(distinct(v))}
	}
	panic(fmt.Sprintf("BUG: constant of type %T", v))
}
