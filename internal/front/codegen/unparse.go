// The text of an expression, for annotations that are kept as text (from __future__ import annotations).

package codegen

import (
	"math"
	"math/big"
	"strings"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// How tightly operators bind, from the loosest.
const (
	bindTuple = iota
	bindTest
	bindOr
	bindAnd
	bindNot
	bindCompare
	bindBitOr
	bindBitXor
	bindBitAnd
	bindShift
	bindSum
	bindTerm
	bindFactor
	bindPower
	bindAwait
	bindAtom
)

// sign is how an operator is written and how tightly it binds.
type sign struct {
	text string
	bind int
}

var binarySigns = [...]sign{syntax.Add: {" + ", bindSum}, syntax.Sub: {" - ", bindSum}, syntax.Mult: {" * ", bindTerm},
	syntax.MatMult: {" @ ", bindTerm}, syntax.Div: {" / ", bindTerm}, syntax.Mod: {" % ", bindTerm}, syntax.Pow: {" ** ", bindPower},
	syntax.LShift: {" << ", bindShift}, syntax.RShift: {" >> ", bindShift}, syntax.BitOr: {" | ", bindBitOr},
	syntax.BitXor: {" ^ ", bindBitXor}, syntax.BitAnd: {" & ", bindBitAnd}, syntax.FloorDiv: {" // ", bindTerm}}

var unarySigns = [...]sign{syntax.Invert: {"~", bindFactor}, syntax.Not: {"not ", bindNot}, syntax.UAdd: {"+", bindFactor},
	syntax.USub: {"-", bindFactor}}

var compareSigns = [...]string{syntax.Eq: " == ", syntax.NotEq: " != ", syntax.Lt: " < ", syntax.LtE: " <= ", syntax.Gt: " > ", syntax.GtE: " >= ",
	syntax.Is: " is ", syntax.IsNot: " is not ", syntax.In: " in ", syntax.NotIn: " not in "}

type unparser struct{ strings.Builder }

func unparse(e syntax.Expr) string {
	var u unparser
	u.expr(e, bindTest)
	return u.String()
}

// paren writes something in parentheses if it binds more loosely than what is around it.
func (u *unparser) paren(needed bool, write func()) {
	if needed {
		u.WriteByte('(')
	}
	write()
	if needed {
		u.WriteByte(')')
	}
}

func (u *unparser) list(list []syntax.Expr, bind int) {
	for i, e := range list {
		if i > 0 {
			u.WriteString(", ")
		}
		u.expr(e, bind)
	}
}

func (u *unparser) expr(e syntax.Expr, bind int) {
	switch e := e.(type) {
	case *syntax.BoolOp:
		s := sign{" and ", bindAnd}
		if e.Op == syntax.Or {
			s = sign{" or ", bindOr}
		}
		u.paren(bind > s.bind, func() {
			for i, v := range e.Values {
				if i > 0 {
					u.WriteString(s.text)
				}
				u.expr(v, s.bind+1)
			}
		})
	case *syntax.BinOp:
		s := binarySigns[e.Op]
		left, right := s.bind, s.bind+1
		if e.Op == syntax.Pow {
			left, right = right, left
		}
		u.paren(bind > s.bind, func() {
			u.expr(e.Left, left)
			u.WriteString(s.text)
			u.expr(e.Right, right)
		})
	case *syntax.UnaryOp:
		s := unarySigns[e.Op]
		u.paren(bind > s.bind, func() {
			u.WriteString(s.text)
			u.expr(e.Operand, s.bind)
		})
	case *syntax.Compare:
		u.paren(bind > bindCompare, func() {
			u.expr(e.Left, bindCompare+1)
			for i, op := range e.Ops {
				u.WriteString(compareSigns[op])
				u.expr(e.Comparators[i], bindCompare+1)
			}
		})
	case *syntax.Lambda:
		u.paren(bind > bindTest, func() {
			u.WriteString("lambda")
			if len(e.Args.Args)+len(e.Args.Posonlyargs) > 0 {
				u.WriteByte(' ')
			}
			u.arguments(e.Args)
			u.WriteString(": ")
			u.expr(e.Body, bindTest)
		})
	case *syntax.IfExp:
		u.paren(bind > bindTest, func() {
			u.expr(e.Body, bindTest+1)
			u.WriteString(" if ")
			u.expr(e.Test, bindTest+1)
			u.WriteString(" else ")
			u.expr(e.Orelse, bindTest)
		})
	case *syntax.NamedExpr:
		u.paren(bind > bindTuple, func() {
			u.expr(e.Target, bindAtom)
			u.WriteString(" := ")
			u.expr(e.Value, bindAtom)
		})
	case *syntax.Await:
		u.paren(bind > bindAwait, func() {
			u.WriteString("await ")
			u.expr(e.Value, bindAtom)
		})
	case *syntax.Yield:
		u.WriteString("(yield")
		if e.Value != nil {
			u.WriteByte(' ')
			u.expr(e.Value, bindTest)
		}
		u.WriteByte(')')
	case *syntax.YieldFrom:
		u.WriteString("(yield from ")
		u.expr(e.Value, bindTest)
		u.WriteByte(')')
	case *syntax.Name:
		u.WriteString(e.Id)
	case *syntax.Constant:
		u.WriteString(e.Kind)
		u.value(e.Value)
	case *syntax.Attribute:
		u.expr(e.Value, bindAtom)
		if k, ok := e.Value.(*syntax.Constant); ok && isPlainInt(k.Value) {
			u.WriteByte(' ')
		}
		u.WriteString("." + e.Attr)
	case *syntax.Subscript:
		u.expr(e.Value, bindAtom)
		u.WriteByte('[')
		u.expr(e.Slice, bindTuple)
		u.WriteByte(']')
	case *syntax.Slice:
		if e.Lower != nil {
			u.expr(e.Lower, bindTest)
		}
		u.WriteByte(':')
		if e.Upper != nil {
			u.expr(e.Upper, bindTest)
		}
		if e.Step != nil {
			u.WriteByte(':')
			u.expr(e.Step, bindTest)
		}
	case *syntax.Starred:
		u.WriteByte('*')
		u.expr(e.Value, bindBitOr)
	case *syntax.Tuple:
		u.paren(len(e.Elts) == 0 || bind > bindTuple, func() {
			u.list(e.Elts, bindTest)
			if len(e.Elts) == 1 {
				u.WriteByte(',')
			}
		})
	case *syntax.List:
		u.WriteByte('[')
		u.list(e.Elts, bindTest)
		u.WriteByte(']')
	case *syntax.Set:
		u.WriteByte('{')
		u.list(e.Elts, bindTest)
		u.WriteByte('}')
	case *syntax.Dict:
		u.WriteByte('{')
		for i, k := range e.Keys {
			if i > 0 {
				u.WriteString(", ")
			}
			if k == nil {
				u.WriteString("**")
				u.expr(e.Values[i], bindBitOr)
				continue
			}
			u.expr(k, bindTest)
			u.WriteString(": ")
			u.expr(e.Values[i], bindTest)
		}
		u.WriteByte('}')
	case *syntax.ListComp:
		u.comprehension('[', ']', e.Elt, nil, e.Generators)
	case *syntax.SetComp:
		u.comprehension('{', '}', e.Elt, nil, e.Generators)
	case *syntax.GeneratorExp:
		u.comprehension('(', ')', e.Elt, nil, e.Generators)
	case *syntax.DictComp:
		u.comprehension('{', '}', e.Key, e.Value, e.Generators)
	case *syntax.Call:
		u.call(e)
	case *syntax.JoinedStr:
		var body unparser
		body.parts(e.Values)
		u.WriteByte('f')
		u.value(syntax.Str(body.String()))
	case *syntax.FormattedValue:
		var body unparser
		body.parts([]syntax.Expr{e})
		u.WriteByte('f')
		u.value(syntax.Str(body.String()))
	}
}

func isPlainInt(v syntax.Value) bool {
	switch v.(type) {
	case int64, *big.Int:
		return true
	}
	return false
}

// value writes a constant; infinity has no literal, so it is written as a number too large.
func (u *unparser) value(v syntax.Value) {
	switch v := v.(type) {
	case syntax.Ellipsis:
		u.WriteString("...")
		return
	case float64, complex128:
		c, _ := toComplex(v)
		if math.IsInf(real(c), 0) || math.IsInf(imag(c), 0) {
			text := pyc.Repr((&compiler{}).value(v), nil)
			u.WriteString(strings.ReplaceAll(text, "inf", "1e309"))
			return
		}
	}
	u.WriteString(pyc.Repr((&compiler{}).value(v), nil))
}

func (u *unparser) comprehension(begin, end byte, elt, value syntax.Expr, clauses []*syntax.Comprehension) {
	u.WriteByte(begin)
	u.expr(elt, bindTest)
	if value != nil {
		u.WriteString(": ")
		u.expr(value, bindTest)
	}
	for _, g := range clauses {
		if g.IsAsync != 0 {
			u.WriteString(" async")
		}
		u.WriteString(" for ")
		u.expr(g.Target, bindTuple)
		u.WriteString(" in ")
		u.expr(g.Iter, bindTest+1)
		for _, cond := range g.Ifs {
			u.WriteString(" if ")
			u.expr(cond, bindTest+1)
		}
	}
	u.WriteByte(end)
}

func (u *unparser) call(e *syntax.Call) {
	u.expr(e.Func, bindAtom)
	if len(e.Args) == 1 && len(e.Keywords) == 0 {
		if g, ok := e.Args[0].(*syntax.GeneratorExp); ok { // brings its parentheses
			u.expr(g, bindTest)
			return
		}
	}
	u.WriteByte('(')
	u.list(e.Args, bindTest)
	for i, k := range e.Keywords {
		if i > 0 || len(e.Args) > 0 {
			u.WriteString(", ")
		}
		if k.Arg == "" {
			u.WriteString("**")
		} else {
			u.WriteString(k.Arg + "=")
		}
		u.expr(k.Value, bindTest)
	}
	u.WriteByte(')')
}

func (u *unparser) arguments(a *syntax.Arguments) {
	first := true
	next := func() {
		if !first {
			u.WriteString(", ")
		}
		first = false
	}
	arg := func(x *syntax.Arg, value syntax.Expr) {
		u.WriteString(x.Arg)
		if x.Annotation != nil {
			u.WriteString(": ")
			u.expr(x.Annotation, bindTest)
		}
		if value != nil {
			u.WriteByte('=')
			u.expr(value, bindTest)
		}
	}
	n := len(a.Posonlyargs) + len(a.Args)
	for i := range n {
		var x *syntax.Arg
		if i < len(a.Posonlyargs) {
			x = a.Posonlyargs[i]
		} else {
			x = a.Args[i-len(a.Posonlyargs)]
		}
		var value syntax.Expr
		if d := i - (n - len(a.Defaults)); d >= 0 {
			value = a.Defaults[d]
		}
		next()
		arg(x, value)
		if i+1 == len(a.Posonlyargs) {
			u.WriteString(", /")
		}
	}
	if a.Vararg != nil || len(a.Kwonlyargs) > 0 {
		next()
		u.WriteByte('*')
		if a.Vararg != nil {
			arg(a.Vararg, nil)
		}
	}
	for i, x := range a.Kwonlyargs {
		next()
		arg(x, a.KwDefaults[i])
	}
	if a.Kwarg != nil {
		next()
		u.WriteString("**")
		arg(a.Kwarg, nil)
	}
}

// parts writes what an f-string consists of.
func (u *unparser) parts(list []syntax.Expr) {
	for _, e := range list {
		switch e := e.(type) {
		case *syntax.Constant:
			s, _ := e.Value.(syntax.Str)
			u.WriteString(strings.NewReplacer("{", "{{", "}", "}}").Replace(string(s)))
		case *syntax.FormattedValue:
			text := unparseAt(e.Value, bindTest+1)
			u.WriteByte('{')
			if strings.HasPrefix(text, "{") {
				u.WriteByte(' ')
			}
			u.WriteString(text)
			if e.Conversion > 0 {
				u.WriteByte('!')
				u.WriteByte(byte(e.Conversion))
			}
			if e.FormatSpec != nil {
				u.WriteByte(':')
				if spec, ok := e.FormatSpec.(*syntax.JoinedStr); ok {
					u.parts(spec.Values)
				} else {
					u.parts([]syntax.Expr{e.FormatSpec})
				}
			}
			u.WriteByte('}')
		case *syntax.JoinedStr:
			u.parts(e.Values)
		}
	}
}

func unparseAt(e syntax.Expr, bind int) string {
	var u unparser
	u.expr(e, bind)
	return u.String()
}
