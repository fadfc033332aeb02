// Units: what is gathered for one code object.

package codegen

import (
	"slices"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

type scopeKind uint8

const (
	scopeModule scopeKind = iota
	scopeClass
	scopeFunction
	scopeAsyncFunction
	scopeLambda
	scopeComprehension
	scopeTypeParams
)

// loc is where an instruction comes from.
type loc = syntax.Pos

// noLoc marks instructions that nothing in the source stands for.
var noLoc = loc{Line: -1, Col: -1, EndLine: -1, EndCol: -1}

// label is a place in a sequence of instructions; 0 is none.
type label int32

// instr is an instruction of a sequence; arg is a label where it has a target.
type instr struct {
	op  int
	arg int
	loc loc
}

// table numbers keys in the order in which they come up.
type table[K comparable] struct {
	list  []K
	index map[K]int // made when the list is long
}

const longTable = 12

func (t *table[K]) find(key K) (i int, ok bool) {
	if t.index != nil {
		i, ok = t.index[key]
		return i, ok
	}
	i = slices.Index(t.list, key)
	return i, i >= 0
}

func (t *table[K]) has(key K) bool {
	_, ok := t.find(key)
	return ok
}

func (t *table[K]) add(key K) int {
	i, ok := t.find(key)
	if !ok {
		i = t.append(key)
	}
	return i
}

func (t *table[K]) append(key K) int {
	i := len(t.list)
	t.list = append(t.list, key)
	if t.index != nil {
		t.index[key] = i
	} else if i == longTable {
		t.index = make(map[K]int, 2*longTable)
		for i, k := range t.list {
			t.index[k] = i
		}
	}
	return i
}

type nameTable = table[string]

// unit is a code object in the making.
type unit struct {
	outer     *unit
	block     *symtable.Block
	kind      scopeKind
	name      string
	qualName  string
	private   string // the class whose private names are mangled
	firstLine int

	argCount, posOnlyArgCount, kwOnlyArgCount int

	consts                        constTable
	names, varnames, cells, frees nameTable
	hidden                        map[string]bool // locals of inlined comprehensions where names are no locals; true while within one
	inlined                       int             // depth of inlined comprehensions
	static                        map[string]bool // attributes of self that the methods of a class assign

	seq     []instr
	targets []int // of labels
	frames  []frameBlock
}

// enter begins a unit.
func (c *compiler) enter(name string, kind scopeKind, key any, line int) {
	b := c.table.Blocks[key]
	if b == nil {
		panic("BUG: no block for " + name)
	}
	u := &unit{outer: c.u, block: b, kind: kind, name: name, firstLine: line, targets: []int{-1}}
	if n := len(c.room.spare); n > 0 {
		u.seq, c.room.spare = c.room.spare[n-1], c.room.spare[:n-1]
	}
	for _, v := range b.Varnames {
		u.varnames.add(v)
	}
	u.cells = namesByScope(b, symtable.Cell, symtable.DefCompCell)
	if b.NeedsClassClosure {
		u.cells.add("__class__")
	}
	if b.NeedsClassDict {
		u.cells.add("__classdict__")
	}
	u.frees = namesByScope(b, symtable.Free, symtable.DefFreeClass)
	if c.u != nil {
		u.private = c.u.private
	}
	c.u = u
	at := loc{Line: int32(line), EndLine: int32(line)}
	if kind == scopeModule {
		at.Line = 0
		u.qualName = name
	} else {
		u.qualName = c.qualName()
	}
	c.opArg(at, opcode.RESUME, opcode.ResumeAtFuncStart)
}

// namesByScope numbers the names of a scope, or with a flag, in alphabetical order.
func namesByScope(b *symtable.Block, scope symtable.Scope, flag symtable.Flags) (t nameTable) {
	var names []string
	for _, n := range b.Names {
		if f := b.Symbols[n]; f.Scope() == scope || f&flag != 0 {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	for _, n := range names {
		t.add(n)
	}
	return t
}

func (c *compiler) qualName() string {
	u, parent := c.u, c.u.outer
	if parent.outer == nil {
		return u.name
	}
	if parent.kind == scopeTypeParams {
		if parent = parent.outer; parent.outer == nil {
			return u.name
		}
	}
	if u.kind == scopeFunction || u.kind == scopeAsyncFunction || u.kind == scopeClass {
		if parent.block.Symbols[symtable.Mangle(parent.private, u.name)].Scope() == symtable.GlobalExplicit {
			return u.name
		}
	}
	switch parent.kind {
	case scopeFunction, scopeAsyncFunction, scopeLambda:
		return parent.qualName + ".<locals>." + u.name
	}
	return parent.qualName + "." + u.name
}

// leave ends the unit with a return, of None or of what is on the stack.
func (c *compiler) leave(none bool) *pyc.Code {
	if none {
		c.loadConst(noLoc, pyc.None{})
	}
	c.op(noLoc, opcode.RETURN_VALUE)
	u := c.u
	c.u = u.outer
	code := c.assemble(u)
	c.room.spare = append(c.room.spare, u.seq[:0])
	return code
}

// codeFlags gives the flags of the unit's code object.
func (c *compiler) codeFlags(u *unit) int {
	b, flags := u.block, c.flags
	if functionLike(b) {
		flags |= pyc.FlagNewLocals | pyc.FlagOptimized
		for _, f := range []struct {
			on   bool
			flag int
		}{
			{b.Nested, pyc.FlagNested}, {b.Generator && !b.Coroutine, pyc.FlagGenerator}, {!b.Generator && b.Coroutine, pyc.FlagCoroutine},
			{b.Generator && b.Coroutine, pyc.FlagAsyncGenerator}, {b.Varargs, pyc.FlagVarArgs}, {b.Varkeywords, pyc.FlagVarKeywords},
		} {
			if f.on {
				flags |= f.flag
			}
		}
	}
	if c.opt.TopLevelAwait && b.Coroutine && !b.Generator {
		flags |= pyc.FlagCoroutine
	}
	return flags
}

func functionLike(b *symtable.Block) bool {
	switch b.Type {
	case symtable.FunctionBlock, symtable.TypeAliasBlock, symtable.TypeParametersBlock, symtable.TypeVariableBlock:
		return true
	}
	return false
}

func (c *compiler) op(at loc, op uint8) { c.opArg(at, op, 0) }

func (c *compiler) opArg(at loc, op uint8, arg int) { c.pseudo(at, int(op), arg) }

// pseudo emits a pseudo instruction.
func (c *compiler) pseudo(at loc, op, arg int) { c.u.seq = append(c.u.seq, instr{op, arg, at}) }

func (c *compiler) newLabel() label {
	c.u.targets = append(c.u.targets, -1)
	return label(len(c.u.targets) - 1)
}

func (c *compiler) use(l label) { c.u.targets[l] = len(c.u.seq) }

func (c *compiler) jumpIf(at loc, op uint8, to label) { c.opArg(at, op, int(to)) }

func (c *compiler) jump(at loc, to label) { c.pseudo(at, opcode.JUMP, int(to)) }

// skip jumps forward over code that the source does not run.
func (c *compiler) skip(to label) { c.pseudo(noLoc, opcode.JUMP_NO_INTERRUPT, int(to)) }

// setup begins a range of code whose exceptions go to a handler; popBlock ends it.
func (c *compiler) setup(at loc, op int, handler label) { c.pseudo(at, op, int(handler)) }

func (c *compiler) popBlock(at loc) { c.pseudo(at, opcode.POP_BLOCK, 0) }

func (c *compiler) loadConst(at loc, v pyc.Const) { c.opArg(at, opcode.LOAD_CONST, c.u.consts.add(v)) }

func (c *compiler) loadNone(at loc) { c.loadConst(at, pyc.None{}) }

func (c *compiler) mangle(name string) string { return c.u.block.Mangle(c.u.private, name) }

// opName emits an instruction with a name for argument.
func (c *compiler) opName(at loc, op uint8, name string) {
	arg := c.u.names.add(c.mangle(name))
	if op == opcode.LOAD_ATTR {
		arg <<= 1
	}
	c.opArg(at, op, arg)
}

// loadMethod loads an attribute that is called at once.
func (c *compiler) loadMethod(at loc, name string) {
	c.opArg(at, opcode.LOAD_ATTR, c.u.names.add(c.mangle(name))<<1|1)
}
