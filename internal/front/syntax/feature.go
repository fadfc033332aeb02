// The syntax of older versions of Python 3.

package syntax

import (
	"fmt"
	"strings"
)

// newer finds what is newer than the version that is meant.
func (p *parser) newer(root Root) *Error {
	for i := range p.toks {
		if t := &p.toks[i]; p.opt.Feature < 6 && t.Kind == Number && strings.IndexByte(p.text(t), '_') >= 0 {
			return p.tooNew(t.Range(), "Underscores in numeric literals are", 6)
		}
	}
	return p.newerThan(root, p.opt.Feature)
}

func (p *parser) tooNew(at Pos, what string, since int) *Error {
	return p.located(SyntaxError, at, fmt.Sprintf("%s only supported in Python 3.%d and greater", what, since))
}

// newerThan finds something in a tree that came into the language after Python 3.minor.
func (p *parser) newerThan(n Node, minor int) (err *Error) {
	n.Children(func(c Node) {
		if err == nil {
			err = p.newerThan(c, minor)
		}
	})
	if err != nil {
		return err
	}
	what, since := featureOf(n)
	if since <= minor {
		return nil
	}
	at := Pos{}
	if r, ok := n.(ranged); ok {
		at = r.Range()
	}
	return p.tooNew(at, what, since)
}

// featureOf tells since when there is a kind of node.
func featureOf(n Node) (what string, since int) {
	switch n := n.(type) {
	case *BinOp:
		if n.Op == MatMult {
			return "The '@' operator is", 5
		}
	case *AugAssign:
		if n.Op == MatMult {
			return "The '@' operator is", 5
		}
	case *AsyncFunctionDef:
		if len(n.TypeParams) > 0 {
			return "Type parameter lists are", 12
		}
		return "Async functions are", 5
	case *AsyncFor:
		return "Async for loops are", 5
	case *AsyncWith:
		return "Async with statements are", 5
	case *Await:
		return "Await expressions are", 5
	case *Comprehension:
		if n.IsAsync != 0 {
			return "Async comprehensions are", 6
		}
	case *AnnAssign:
		if n.Simple != 0 {
			return "Variable annotation syntax is", 6
		}
		return "Variable annotations syntax is", 6
	case *NamedExpr:
		return "Assignment expressions are", 8
	case *Arguments:
		if len(n.Posonlyargs) > 0 {
			return "Positional-only parameters are", 8
		}
	case *Match:
		return "Pattern matching is", 10
	case *TryStar:
		return "Exception groups are", 11
	case *FunctionDef:
		if len(n.TypeParams) > 0 {
			return "Type parameter lists are", 12
		}
	case *ClassDef:
		if len(n.TypeParams) > 0 {
			return "Type parameter lists are", 12
		}
	case *TypeAlias:
		return "Type statement is", 12
	case *TypeVar:
		if n.DefaultValue != nil {
			return "Type parameter defaults are", 13
		}
	case *ParamSpec:
		if n.DefaultValue != nil {
			return "Type parameter defaults are", 13
		}
	case *TypeVarTuple:
		if n.DefaultValue != nil {
			return "Type parameter defaults are", 13
		}
	}
	return "", 0
}
