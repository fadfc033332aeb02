// Type parameters and aliases, whose bounds, defaults and values are functions called when asked for.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// typeParams pushes the tuple of type parameters.
func (c *compiler) typeParams(list []syntax.TypeParam) {
	defaults := false
	for _, p := range list {
		at := p.Range()
		var name string
		var value syntax.Expr
		star := false
		switch p := p.(type) {
		case *syntax.TypeVar:
			name, value = p.Name, p.DefaultValue
			c.loadConst(at, c.constName(name))
			if p.Bound != nil {
				c.lazy(p.Bound, name, p, false)
				kind := INTRINSIC_TYPEVAR_WITH_BOUND
				if _, ok := p.Bound.(*syntax.Tuple); ok {
					kind = INTRINSIC_TYPEVAR_WITH_CONSTRAINTS
				}
				c.opArg(at, CALL_INTRINSIC_2, kind)
			} else {
				c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_TYPEVAR)
			}
		case *syntax.TypeVarTuple:
			name, value, star = p.Name, p.DefaultValue, true
			c.loadConst(at, c.constName(name))
			c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_TYPEVARTUPLE)
		case *syntax.ParamSpec:
			name, value = p.Name, p.DefaultValue
			c.loadConst(at, c.constName(name))
			c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_PARAMSPEC)
		}
		if value != nil {
			defaults = true
			c.lazy(value, name, symtable.Default{Param: p}, star)
			c.opArg(at, CALL_INTRINSIC_2, INTRINSIC_SET_TYPEPARAM_DEFAULT)
		} else if defaults {
			fail(at, "non-default type parameter '"+name+"' follows default type parameter")
		}
		c.opArg(at, COPY, 1)
		c.name(at, name, syntax.Store)
	}
	c.opArg(list[0].Range(), BUILD_TUPLE, len(list))
}

// lazy pushes a function that evaluates a bound or default.
func (c *compiler) lazy(e syntax.Expr, name string, key any, star bool) {
	at := e.Range()
	c.enter(name, scopeTypeParams, key, int(at.Line))
	if s, ok := e.(*syntax.Starred); ok && star {
		c.expr(s.Value)
		c.opArg(at, UNPACK_SEQUENCE, 1)
	} else {
		c.expr(e)
	}
	c.op(at, RETURN_VALUE)
	c.closure(at, c.leave(true), 0)
}

func (c *compiler) typeAlias(s *syntax.TypeAlias) {
	at, name := s.Pos, s.Name.(*syntax.Name).Id
	generic := len(s.TypeParams) > 0
	if generic {
		c.enter("<generic parameters of "+name+">", scopeTypeParams, &s.TypeParams[0], int(at.Line))
		c.loadConst(at, c.constName(name))
		c.typeParams(s.TypeParams)
	} else {
		c.loadConst(at, c.constName(name))
		c.loadNone(at)
	}
	c.enter(name, scopeFunction, s, int(at.Line))
	c.u.consts.add(pyc.None{}) // no docstring
	c.expr(s.Value)
	c.op(at, RETURN_VALUE)
	c.closure(at, c.leave(false), 0)
	c.opArg(at, BUILD_TUPLE, 3)
	c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_TYPEALIAS)
	if generic {
		c.closure(at, c.leave(false), 0)
		c.op(at, PUSH_NULL)
		c.opArg(at, CALL, 0)
	}
	c.name(at, name, syntax.Store)
}
