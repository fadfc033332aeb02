// from __future__ import.

package symtable

import (
	"fmt"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// Futures are the features that a source asks for.
type Futures struct {
	Annotations bool
	Barry       bool
	At          syntax.Pos // of the last such statement; those behind it come too late
}

// ReadFutures looks at the beginning of a source, behind its docstring.
func ReadFutures(root syntax.Root) (f Futures, err *syntax.Error) {
	var body []syntax.Stmt
	switch root := root.(type) {
	case *syntax.Module:
		body = root.Body
	case *syntax.Interactive:
		body = root.Body
	}
	if len(body) > 0 {
		if e, ok := body[0].(*syntax.ExprStmt); ok {
			if c, ok := e.Value.(*syntax.Constant); ok {
				if _, ok := c.Value.(syntax.Str); ok {
					body = body[1:]
				}
			}
		}
	}
	for _, s := range body {
		from, ok := s.(*syntax.ImportFrom)
		if !ok || from.Module != "__future__" || from.Level != 0 {
			break
		}
		for _, a := range from.Names {
			msg := ""
			switch a.Name {
			case "nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function", "unicode_literals", "generator_stop":
			case "annotations":
				f.Annotations = true
			case "barry_as_FLUFL":
				f.Barry = true
			case "braces":
				msg = "not a chance"
			default:
				msg = fmt.Sprintf("future feature %s is not defined", a.Name)
			}
			if msg != "" {
				return f, &syntax.Error{Class: syntax.SyntaxError, Msg: msg, Line: int(from.Line), Offset: int(from.Col) + 1, EndLine: int(from.Line),
					EndOffset: syntax.NoLine, Stage: syntax.Resolving}
			}
		}
		f.At = from.Pos
	}
	return f, nil
}
