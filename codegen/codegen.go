// Package codegen turns syntax trees into code objects, byte for byte those of CPython 3.13. It must not know the heap, objects, or what
// runs the code.
//
//	fold.go, foldvalue.go     constants in the tree
//	expr.go stmt.go ...       a sequence of instructions for each scope (unit.go)
//	flow.go                   its flow graph; the passes over it stand in a file each
//	assemble.go               bytes and tables
package codegen

import (
	"github.com/psyco-go/psy/pyc"
	"github.com/psyco-go/psy/symtable"
	"github.com/psyco-go/psy/syntax"
)

// Options tell how to compile.
type Options struct {
	Filename string
	Optimize int // 0, 1 (-O) or 2 (-OO)
	// Annotations and Barry are inherited from __future__.
	Annotations, Barry bool
	TopLevelAwait      bool
}

// Flags of code objects that tell what a source took from __future__.
const (
	flagBarry       = 0x400000
	flagAnnotations = 0x1000000
)

// Compile makes the code object of a tree, which it changes.
func Compile(root syntax.Root, opt Options) (code *pyc.Code, err *syntax.Error) {
	defer func() {
		if e := recover(); e != nil {
			se, ok := e.(*syntax.Error)
			if !ok {
				panic(e)
			}
			code, err = nil, se
		}
	}()
	futures, err := symtable.ReadFutures(root)
	if err != nil {
		return nil, err
	}
	opt.Annotations = opt.Annotations || futures.Annotations
	opt.Barry = opt.Barry || futures.Barry
	f := folder{optimize: opt.Optimize, annotations: !opt.Annotations}
	f.node(root)
	table, err := symtable.Build(root, symtable.Options{FutureAnnotations: opt.Annotations, TopLevelAwait: opt.TopLevelAwait})
	if err != nil {
		return nil, err
	}
	c := &compiler{opt: opt, futureLine: futures.Line, table: table, strs: map[string]*pyc.Str{}}
	if opt.Annotations {
		c.flags |= flagAnnotations
	}
	if opt.Barry {
		c.flags |= flagBarry
	}
	c.filename = c.str(opt.Filename)
	c.enter("<module>", scopeModule, root, 1)
	switch root := root.(type) {
	case *syntax.Module:
		c.body(root.Body, noLoc)
		return c.leave(true), nil
	case *syntax.Interactive:
		c.interactive = true
		c.body(root.Body, noLoc)
		return c.leave(true), nil
	case *syntax.Expression:
		c.expr(root.Body)
		return c.leave(false), nil
	}
	panic("BUG: no such root")
}

type compiler struct {
	opt         Options
	table       *symtable.Table
	filename    *pyc.Str
	flags       int
	futureLine  int
	interactive bool
	u           *unit
	strs        map[string]*pyc.Str
}

// fail raises a SyntaxError; its columns count bytes.
func fail(at loc, msg string) {
	panic(&syntax.Error{Class: syntax.SyntaxError, Msg: msg, Line: int(at.Line), Offset: int(at.Col) + 1, EndLine: int(at.EndLine),
		EndOffset: int(at.EndCol) + 1})
}
