package cases

import (
	"go/ast"
	"regexp"
	"sort"
	"strings"
)

// inlineArgs are a call's arguments, a method's receiver first.
func inlineArgs(c *ast.CallExpr) []ast.Expr {
	if f, ok := c.Fun.(*ast.SelectorExpr); ok {
		if id, ok := f.X.(*ast.Ident); !ok || !isPkg(id.Name) {
			return append([]ast.Expr{f.X}, c.Args...)
		}
	}
	return c.Args
}

// simple reports whether an expression may be written several times: a variable, a constant, a field of one.
func simple(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return simple(x.X)
	}
	return false
}

// inlineOf returns what to write in place of a call, if there is something; text gives an argument's text.
func (s *Set) inlineOf(c *ast.CallExpr, text func(ast.Expr) string) (string, bool) {
	in := s.inlines[callName(c.Fun, isPkg)]
	args := inlineArgs(c)
	if in == nil || len(args) != len(in.Params) {
		return "", false
	}
	values := map[string]string{}
	for i, a := range args {
		if !simple(a) {
			return "", false
		}
		values[in.Params[i]] = text(a)
	}
	return identWord.ReplaceAllStringFunc(in.Expr, func(w string) string {
		if v, ok := values[w]; ok {
			return v
		}
		return w
	}), true
}

// identWord matches an identifier with what is selected from it before it, so that only whole operands are parameters.
var identWord = regexp.MustCompile(`\.?[A-Za-z_][A-Za-z_0-9]*`)

// expand writes the inline calls in an expression out.
func (s *Set) expand(src string, x ast.Expr) string {
	var edits []edit
	ast.Inspect(x, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		text, ok := s.inlineOf(c, func(a ast.Expr) string { return src[a.Pos()-1 : a.End()-1] })
		if ok {
			edits = append(edits, edit{int(c.Pos()) - 1, int(c.End()) - 1, text})
		}
		return !ok
	})
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].start < edits[j].start })
	return strings.TrimSpace(apply(src, edits))
}
