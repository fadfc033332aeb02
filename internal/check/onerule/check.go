// The rules, applied to one file.

package onerule

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
)

// file looks at all of one file.
func (c *checker) file(p *pkg, f *ast.File) {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				for _, name := range s.(*ast.ValueSpec).Names {
					if o := p.info.Defs[name]; o != nil {
						c.onHeap(name.Pos(), o.Type(), "package-level variable "+name.Name)
					}
				}
			}
		}
	}
	var addressed map[ast.Expr]bool // literals under an &
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := p.info.Defs[n].(*types.Var); ok && !v.IsField() && c.moved(n.Pos(), n.Name) {
				c.onHeap(n.Pos(), v.Type(), "variable "+n.Name+", which escapes,")
			}
		case *ast.UnaryExpr:
			if lit, ok := n.X.(*ast.CompositeLit); ok && n.Op == token.AND {
				if addressed == nil {
					addressed = map[ast.Expr]bool{}
				}
				addressed[lit] = true
				if c.escaping("&", n.Pos()) {
					c.onHeap(n.Pos(), p.info.TypeOf(lit), "composite literal that escapes")
				}
			}
		case *ast.CompositeLit:
			c.literal(p, n, addressed[n])
		case *ast.CallExpr:
			c.call(p, n)
		case *ast.GoStmt:
			for _, a := range append([]ast.Expr{n.Call.Fun}, n.Call.Args...) {
				if sel, ok := a.(*ast.SelectorExpr); ok && p.info.Selections[sel] != nil {
					a = sel.X
				}
				if t := p.info.TypeOf(a); t != nil {
					c.onHeap(a.Pos(), t, "argument of a go statement")
				}
			}
		case *ast.FuncLit:
			if c.escaping("func literal", n.Pos(), n.Body.Pos()) {
				c.captures(p, n)
			}
		case *ast.SelectorExpr:
			if s := p.info.Selections[n]; s != nil && s.Kind() == types.MethodVal && c.escaping(types.ExprString(n)+" ", n.Pos(), n.Sel.Pos(), n.Sel.Pos()-1) {
				c.onHeap(n.Pos(), p.info.TypeOf(n.X), "receiver of a method value that escapes")
			}
		}
		if e, ok := n.(ast.Expr); ok {
			c.boxed(p, e)
		}
		return true
	})
}

// literal looks at slice and map literals.
func (c *checker) literal(p *pkg, n *ast.CompositeLit, addressed bool) {
	t := p.info.TypeOf(n)
	if t == nil || addressed {
		return
	}
	switch t.Underlying().(type) {
	case *types.Slice:
		if c.escaping("[]", n.Pos(), n.Lbrace) || n.Type == nil && c.escaping("", n.Lbrace) || c.escaping(types.ExprString(n.Type), n.Pos(), n.Lbrace) {
			c.onHeap(n.Pos(), t, "slice literal that escapes")
		}
	case *types.Map:
		c.onHeap(n.Pos(), t, "map")
	}
}

// call looks at make, new and append.
func (c *checker) call(p *pkg, n *ast.CallExpr) {
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return
	}
	if _, ok := p.info.Uses[id].(*types.Builtin); !ok {
		return
	}
	t := p.info.TypeOf(n)
	switch id.Name {
	case "append":
		c.onHeap(n.Pos(), t, "append")
	case "new":
		if c.escaping("new(", n.Pos(), n.Lparen) {
			c.onHeap(n.Pos(), t.Underlying().(*types.Pointer).Elem(), "new that escapes")
		}
	case "make":
		switch t.Underlying().(type) {
		case *types.Slice:
			constant := true
			for _, a := range n.Args[1:] {
				constant = constant && p.info.Types[a].Value != nil
			}
			if !constant {
				c.onHeap(n.Pos(), t, "make of a variable size")
			} else if c.escaping("make(", n.Pos(), n.Lparen) {
				c.onHeap(n.Pos(), t, "make that escapes")
			}
		case *types.Map:
			c.onHeap(n.Pos(), t, "map")
		default:
			c.onHeap(n.Pos(), t, "channel")
		}
	}
}

// captures looks at the variables that a func literal which escapes takes with it.
func (c *checker) captures(p *pkg, lit *ast.FuncLit) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.info.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == nil || v.Parent() == v.Pkg().Scope() || v.Pos() >= lit.Pos() && v.Pos() < lit.End() {
			return true
		}
		if h := c.holds(v.Type()); h.any() {
			c.report(lit.Pos(), "func literal that escapes captures %s, which holds references (%s)", v.Name(), typeString(v.Type()))
		}
		return true
	})
}

// boxed looks at a value that is converted to an interface and put on Go's heap for that.
func (c *checker) boxed(p *pkg, e ast.Expr) {
	tv := p.info.Types[e]
	if !tv.IsValue() || tv.Value != nil || types.IsInterface(tv.Type) {
		return
	}
	switch e := e.(type) {
	case *ast.FuncLit, *ast.CompositeLit, *ast.UnaryExpr:
		return
	case *ast.CallExpr:
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			if _, ok := p.info.Uses[id].(*types.Builtin); ok {
				return
			}
		}
	}
	if _, ok := tv.Type.Underlying().(*types.Pointer); ok {
		return // a pointer needs no box
	}
	if c.escaping(types.ExprString(e)+" escapes", exprPositions(e)...) {
		c.onHeap(e.Pos(), tv.Type, "value converted to an interface")
	}
}

// exprPositions returns where the compiler may say the expression is.
func exprPositions(e ast.Expr) []token.Pos {
	switch e := e.(type) {
	case *ast.CallExpr:
		return []token.Pos{e.Pos(), e.Lparen}
	case *ast.IndexExpr:
		return []token.Pos{e.Pos(), e.Lbrack}
	case *ast.SelectorExpr:
		return []token.Pos{e.Pos(), e.Sel.Pos(), e.Sel.Pos() - 1}
	case *ast.BinaryExpr:
		return []token.Pos{e.Pos(), e.OpPos}
	}
	return []token.Pos{e.Pos()}
}

// onHeap reports what is wrong with something of type t lying on Go's heap: the field that needs a root where
// a declared struct holds the references, the place itself otherwise.
func (c *checker) onHeap(pos token.Pos, t types.Type, what string) {
	if c.rooted(pos) {
		return
	}
	h := c.holds(t)
	if h.direct {
		c.report(pos, "%s holds references (%s)", what, typeString(t))
	}
	for _, k := range h.fields {
		if c.seen[k] {
			continue
		}
		c.seen[k] = true
		p := c.fset.Position(pos)
		c.report(c.fields[k].pos, "field holds references on Go's heap (%s at %s:%d)", what, filepath.Base(p.Filename), p.Line)
	}
}
