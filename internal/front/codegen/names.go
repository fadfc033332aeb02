// Names: which instruction reads, writes or deletes one.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// The instructions for a way of keeping names, by context.
var (
	fastOps   = [...]uint8{syntax.Load: LOAD_FAST, syntax.Store: STORE_FAST, syntax.Del: DELETE_FAST}
	derefOps  = [...]uint8{syntax.Load: LOAD_DEREF, syntax.Store: STORE_DEREF, syntax.Del: DELETE_DEREF}
	globalOps = [...]uint8{syntax.Load: LOAD_GLOBAL, syntax.Store: STORE_GLOBAL, syntax.Del: DELETE_GLOBAL}
	nameOps   = [...]uint8{syntax.Load: LOAD_NAME, syntax.Store: STORE_NAME, syntax.Del: DELETE_NAME}
)

// checkName refuses bindings of __debug__.
func checkName(at loc, name string, ctx syntax.ExprContext) {
	switch {
	case name != "__debug__":
	case ctx == syntax.Store:
		fail(at, "cannot assign to __debug__")
	case ctx == syntax.Del:
		fail(at, "cannot delete __debug__")
	}
}

func (c *compiler) name(at loc, name string, ctx syntax.ExprContext) {
	checkName(at, name, ctx)
	u := c.u
	name = c.mangle(name)
	scope := u.block.Symbols[name].Scope()
	inClass := u.block.Type == symtable.ClassBlock
	switch {
	case scope == symtable.Free, scope == symtable.Cell:
		op := derefOps[ctx]
		if ctx == syntax.Load && inClass && u.inlined == 0 {
			op = LOAD_FROM_DICT_OR_DEREF
			c.op(at, LOAD_LOCALS)
		} else if ctx == syntax.Load && u.block.CanSeeClassScope {
			op = LOAD_FROM_DICT_OR_DEREF
			c.opArg(at, LOAD_DEREF, c.deref("__classdict__", symtable.Free))
		}
		c.opArg(at, op, c.deref(name, scope))
	case scope == symtable.Local && (functionLike(u.block) || u.hidden[name]):
		c.opArg(at, fastOps[ctx], u.varnames.add(name))
	case scope == symtable.GlobalExplicit, scope == symtable.GlobalImplicit && functionLike(u.block):
		op, arg := globalOps[ctx], 0
		if ctx == syntax.Load && u.block.CanSeeClassScope && scope == symtable.GlobalImplicit {
			op = LOAD_FROM_DICT_OR_GLOBALS
			c.opArg(at, LOAD_DEREF, c.deref("__classdict__", symtable.Free))
		}
		if arg = u.names.add(name); op == LOAD_GLOBAL {
			arg <<= 1
		}
		c.opArg(at, op, arg)
	case ctx == syntax.Load && inClass && u.inlined > 0:
		c.opArg(at, LOAD_GLOBAL, u.names.add(name)<<1)
	default:
		c.opArg(at, nameOps[ctx], u.names.add(name))
	}
}

// deref numbers a variable that lives in a cell: the unit's own cells come first.
func (c *compiler) deref(name string, scope symtable.Scope) int {
	if scope == symtable.Cell {
		return c.u.cells.add(name)
	}
	return len(c.u.cells.list) + c.u.frees.add(name)
}
