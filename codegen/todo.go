package codegen

import "github.com/psyco-go/psy/syntax"

func (c *compiler) match(s *syntax.Match)         { fail(s.Pos, "match is not compiled yet") }
func (c *compiler) typeAlias(s *syntax.TypeAlias) { fail(s.Pos, "type is not compiled yet") }
func (c *compiler) typeParams(list []syntax.TypeParam) {
	fail(list[0].Range(), "type parameters are not compiled yet")
}
func unparse(e syntax.Expr) string {
	fail(e.Range(), "annotations as text are not compiled yet")
	return ""
}
