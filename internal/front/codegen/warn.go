// The compiler's SyntaxWarnings: about what runs, but can hardly be meant.

package codegen

import (
	"fmt"
	"math/big"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// typeName is the type that an expression surely has; "" if that cannot be told.
func typeName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Tuple:
		return "tuple"
	case *syntax.List, *syntax.ListComp:
		return "list"
	case *syntax.Dict, *syntax.DictComp:
		return "dict"
	case *syntax.Set, *syntax.SetComp:
		return "set"
	case *syntax.GeneratorExp:
		return "generator"
	case *syntax.Lambda:
		return "function"
	case *syntax.JoinedStr, *syntax.FormattedValue:
		return "str"
	case *syntax.Slice:
		return "slice"
	case *syntax.Constant:
		switch e.Value.(type) {
		case nil:
			return "NoneType"
		case bool:
			return "bool"
		case syntax.Str:
			return "str"
		case syntax.Bytes:
			return "bytes"
		case int64, *big.Int:
			return "int"
		case float64:
			return "float"
		case complex128:
			return "complex"
		case syntax.Ellipsis:
			return "ellipsis"
		case tuple:
			return "tuple"
		case frozenSet:
			return "frozenset"
		}
	}
	return ""
}

const missedComma = "; perhaps you missed a comma?"

// checkCallee warns of a call of what cannot be called.
func (c *compiler) checkCallee(e syntax.Expr) {
	if name := typeName(e); name != "" && name != "function" {
		c.warn(e.Range(), fmt.Sprintf("'%s' object is not callable"+missedComma, name))
	}
}

// checkSubscript warns of a subscript of what has none, or by what is no index.
func (c *compiler) checkSubscript(e *syntax.Subscript) {
	name := typeName(e.Value)
	switch name {
	case "NoneType", "ellipsis", "int", "bool", "float", "complex", "set", "frozenset", "generator", "function":
		c.warn(e.Value.Range(), fmt.Sprintf("'%s' object is not subscriptable"+missedComma, name))
	case "str", "bytes", "tuple", "list":
		switch index := typeName(e.Slice); index {
		case "", "int", "bool", "slice":
		default:
			c.warn(e.Value.Range(), fmt.Sprintf("%s indices must be integers or slices, not %s"+missedComma, name, index))
		}
	}
}

// checkIdentity warns of "is" where a literal stands at one side: at the first such place.
func (c *compiler) checkIdentity(e *syntax.Compare) {
	left := e.Left
	for i, right := range e.Comparators {
		if op := e.Ops[i]; op == syntax.Is || op == syntax.IsNot {
			literal := left
			if !isLiteral(left) {
				literal = right
			}
			if isLiteral(literal) {
				is, want := "is", "=="
				if op == syntax.IsNot {
					is, want = "is not", "!="
				}
				c.warn(e.Pos, fmt.Sprintf(`"%s" with '%s' literal. Did you mean "%s"?`, is, typeName(literal), want))
				return
			}
		}
		left = right
	}
}

// isLiteral reports a constant of which there may be several equal ones.
func isLiteral(e syntax.Expr) bool {
	switch typeName(e) {
	case "int", "float", "complex", "str", "bytes", "tuple", "frozenset":
		_, ok := e.(*syntax.Constant)
		return ok
	}
	return false
}

// checkAssert warns of the assertion of a tuple: what was meant for the message is part of it.
func (c *compiler) checkAssert(s *syntax.Assert) {
	n := 0
	switch e := s.Test.(type) {
	case *syntax.Tuple:
		n = len(e.Elts)
	case *syntax.Constant:
		elts, _ := e.Value.(tuple)
		n = len(elts)
	}
	if n > 0 {
		c.warn(s.Pos, "assertion is always true, perhaps remove parentheses?")
	}
}
