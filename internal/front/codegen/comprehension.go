// Comprehensions, as functions of their own or inlined.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

type compKind uint8

const (
	compGenerator compKind = iota
	compList
	compSet
	compDict
)

var (
	compBuild = [...]uint8{compList: BUILD_LIST, compSet: BUILD_SET, compDict: BUILD_MAP}
	compAdd   = [...]uint8{compList: LIST_APPEND, compSet: SET_ADD, compDict: MAP_ADD}
)

func (c *compiler) iterOp(g *syntax.Comprehension) {
	at := g.Iter.Range()
	if g.IsAsync != 0 {
		c.op(at, GET_AITER)
	} else {
		c.op(at, GET_ITER)
	}
}

func (c *compiler) comprehension(e syntax.Expr, name string, kind compKind, clauses []*syntax.Comprehension, elt, value syntax.Expr) {
	at := e.Range()
	b := c.table.Blocks[e]
	first := clauses[0]
	if b.Coroutine && kind != compGenerator && c.u.kind != scopeAsyncFunction && c.u.kind != scopeComprehension && !c.topLevelAwait() {
		fail(at, "asynchronous comprehension outside of an asynchronous function")
	}
	if b.Coroutine && c.topLevelAwait() {
		c.u.block.Coroutine = true // also by a generator, as CPython has it
	}
	if b.CompInlined {
		c.expr(first.Iter)
		c.iterOp(first)
		in := c.beginInlined(at, b)
		c.opArg(at, compBuild[kind], 0)
		c.opArg(at, SWAP, 2)
		c.clause(at, clauses, 0, 0, elt, value, kind, true)
		c.endInlined(at, in)
		return
	}
	c.enter(name, scopeComprehension, e, int(at.Line))
	if kind != compGenerator {
		c.opArg(at, compBuild[kind], 0)
	}
	c.clause(at, clauses, 0, 0, elt, value, kind, false)
	if kind != compGenerator {
		c.op(elt.Range(), RETURN_VALUE)
	} else {
		c.guardStopIteration()
	}
	c.u.argCount = 1
	code := c.leave(true)
	c.closure(at, code, 0)
	c.expr(first.Iter)
	c.iterOp(first)
	c.opArg(at, CALL, 0)
	if b.Coroutine && kind != compGenerator {
		c.await(at, 0)
	}
}

// clause compiles the i-th for clause and what is within it. depth counts the iterators on the stack; ready says that this clause's lies there.
func (c *compiler) clause(at loc, clauses []*syntax.Comprehension, i, depth int, elt, value syntax.Expr, kind compKind, ready bool) {
	g := clauses[i]
	start, skip, anchor := c.newLabel(), c.newLabel(), c.newLabel()
	loop := true
	async := g.IsAsync != 0
	switch {
	case ready:
	case i == 0:
		c.opArg(at, LOAD_FAST, 0)
	default:
		if one := only(g.Iter); one != nil && !async { // "for y in [f(x)]" assigns
			c.expr(one)
			loop = false
		} else {
			c.expr(g.Iter)
			c.iterOp(g)
		}
	}
	if loop {
		depth++
		c.use(start)
		if async {
			c.push(frameBlock{kind: frameAsyncComprehension, begin: start, loc: at})
			c.setup(at, SETUP_FINALLY, anchor)
			c.op(at, GET_ANEXT)
			c.loadNone(at)
			c.yieldFrom(at, ResumeAfterAwait)
			c.popBlock(at)
		} else {
			c.jumpIf(g.Iter.Range(), FOR_ITER, anchor)
		}
	}
	c.expr(g.Target)
	for _, cond := range g.Ifs {
		c.jumpOn(at, cond, skip, false)
	}
	eltLoc := elt.Range()
	if i+1 < len(clauses) {
		c.clause(at, clauses, i+1, depth, elt, value, kind, false)
	} else {
		c.expr(elt)
		switch kind {
		case compGenerator:
			c.yield(eltLoc)
			c.op(eltLoc, POP_TOP)
		case compDict:
			c.expr(value)
			v := value.Range()
			eltLoc.EndLine, eltLoc.EndCol = v.EndLine, v.EndCol
			fallthrough
		default:
			c.opArg(eltLoc, compAdd[kind], depth+1)
		}
	}
	c.use(skip)
	if !loop {
		return
	}
	c.jump(eltLoc, start)
	if async {
		c.pop()
	}
	c.use(anchor)
	if async {
		c.op(at, END_ASYNC_FOR)
		return
	}
	c.op(noLoc, END_FOR)
	c.op(noLoc, POP_TOP)
}

// only gives the one element of a list or tuple display.
func only(e syntax.Expr) syntax.Expr {
	var elts []syntax.Expr
	switch e := e.(type) {
	case *syntax.List:
		elts = e.Elts
	case *syntax.Tuple:
		elts = e.Elts
	}
	if len(elts) == 1 && !isStarred(elts[0]) {
		return elts[0]
	}
	return nil
}

// inlinedComp is what an inlined comprehension has changed in the unit around it.
type inlinedComp struct {
	symbols      map[string]symtable.Flags // as they were
	pushed       []string                  // variables whose values wait on the stack
	hidden       []string
	cleanup, end label
}

// beginInlined keeps the comprehension's variables apart from those around it.
func (c *compiler) beginInlined(at loc, b *symtable.Block) *inlinedComp {
	u := c.u
	in := &inlinedComp{symbols: map[string]symtable.Flags{}}
	inClass := u.block.Type == symtable.ClassBlock && u.inlined == 0
	u.inlined++
	for _, name := range b.Names {
		f := b.Symbols[name]
		scope, outer := f.Scope(), u.block.Symbols[name].Scope()
		if scope != outer && scope != symtable.Free && !(scope == symtable.Cell && outer == symtable.Free) || inClass {
			in.symbols[name] = u.block.Symbols[name]
			u.block.Symbols[name] = f
		}
		if bound := f&symtable.DefLocal != 0 && f&symtable.DefNonlocal == 0; !bound && !inClass { // in a class, all its names
			continue
		}
		if !functionLike(u.block) && !u.hidden[name] {
			if u.hidden == nil {
				u.hidden = map[string]bool{}
			}
			u.hidden[name] = true
			in.hidden = append(in.hidden, name)
		}
		c.opArg(at, LOAD_FAST_AND_CLEAR, u.varnames.add(name))
		if scope == symtable.Cell {
			if outer == symtable.Free {
				c.opArg(at, MAKE_CELL, u.frees.add(name)+len(u.cells.list))
			} else {
				c.opArg(at, MAKE_CELL, u.cells.add(name))
			}
		}
		in.pushed = append(in.pushed, name)
	}
	if in.pushed != nil {
		c.opArg(at, SWAP, len(in.pushed)+1)
		in.cleanup, in.end = c.newLabel(), c.newLabel()
		c.setup(at, SETUP_FINALLY, in.cleanup)
	}
	return in
}

func (c *compiler) endInlined(at loc, in *inlinedComp) {
	u := c.u
	u.inlined--
	for name, f := range in.symbols {
		u.block.Symbols[name] = f
	}
	if in.pushed != nil {
		c.popBlock(noLoc)
		c.skip(in.end)
		c.use(in.cleanup)
		c.opArg(noLoc, SWAP, 2)
		c.op(noLoc, POP_TOP)
		c.restore(at, in)
		c.opArg(noLoc, RERAISE, 0)
		c.use(in.end)
		c.restore(at, in)
	}
	for _, name := range in.hidden {
		u.hidden[name] = false
	}
}

// restore gives the variables around an inlined comprehension their values back.
func (c *compiler) restore(at loc, in *inlinedComp) {
	n := len(in.pushed)
	c.opArg(at, SWAP, n+1)
	for i := n - 1; i >= 0; i-- {
		c.pseudo(at, STORE_FAST_MAYBE_NULL, c.u.varnames.add(in.pushed[i]))
	}
}
