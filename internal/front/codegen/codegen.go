// Package codegen turns syntax trees into code objects, byte for byte equal to those of CPython 3.13. It must not know the heap, objects, or what
// runs the code.
//
//	source.go                 all steps, from source text on
//	fold.go, foldvalue.go     constants in the tree
//	expr.go stmt.go ...       a sequence of instructions for each scope (unit.go)
//	flow.go                   the flow graph of a sequence; each pass over it has a file of its own
//	assemble.go               bytes and tables
//
//psy:bounded trees are as deep as the parser, or the reader of ast objects, lets them be
package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// Options tell how to compile.
type Options struct {
	Filename string // UTF-8, surrogates allowed
	Optimize int    // 0, 1 (-O) or 2 (-OO)
	// Annotations and Barry are inherited from __future__.
	Annotations, Barry bool
	// Flags are further flags of all code objects.
	Flags         int
	TopLevelAwait bool
	// Warn, where there is one, is told of each SyntaxWarning; an error that it returns ends the compilation.
	Warn func(syntax.Warning) error
	// InvertBool, where there is one, is asked before ~True or ~False is computed, which is deprecated; if it says no, that is left to run time.
	InvertBool func() bool
}

// Flags of code objects that tell what a source took from __future__.
const (
	flagBarry       = 0x400000
	flagAnnotations = 0x1000000
)

// Fold computes the constants in a tree, as Compile does before all else.
func Fold(root syntax.Root, opt Options) (err error) {
	defer rescue(&err)
	opt.fold(root)
	return nil
}

func (opt *Options) fold(root syntax.Root) symtable.Futures {
	futures, err := symtable.ReadFutures(root)
	if err != nil {
		panic(err)
	}
	opt.Annotations = opt.Annotations || futures.Annotations
	opt.Barry = opt.Barry || futures.Barry
	f := folder{optimize: opt.Optimize, annotations: !opt.Annotations, invertBool: opt.InvertBool}
	f.exprs, f.nodes = f.expr, f.node
	f.node(root)
	return futures
}

// rescue makes the error of what ended a compilation.
func rescue(err *error) {
	switch e := recover().(type) {
	case nil:
	case *syntax.Error:
		*err = e
	case stopped:
		*err = e.error
	default:
		panic(e)
	}
}

// Compile makes the code object of a tree, which it changes. The error is a *syntax.Error, or what opt.Warn returned.
func Compile(root syntax.Root, opt Options) (code *pyc.Code, err error) {
	defer rescue(&err)
	futures := opt.fold(root)
	table, serr := symtable.Build(root, symtable.Options{FutureAnnotations: opt.Annotations, TopLevelAwait: opt.TopLevelAwait})
	if serr != nil {
		return nil, serr
	}
	c := &compiler{opt: opt, futures: futures.At, table: table, room: rooms.Get().(*room)}
	defer c.room.leave()
	c.flags = opt.Flags
	if opt.Annotations {
		c.flags |= flagAnnotations
	}
	if opt.Barry {
		c.flags |= flagBarry
	}
	c.filename = c.interned(opt.Filename)
	c.enter("<module>", scopeModule, root, 1)
	switch root := root.(type) {
	case *syntax.Module:
		c.body(root.Body, noLoc)
		return c.leave(true), nil
	case *syntax.Interactive:
		c.interactive = true
		if hasAnnotations(root.Body) {
			c.op(loc{Line: 1, EndLine: 1}, SETUP_ANNOTATIONS)
		}
		c.stmts(root.Body)
		return c.leave(true), nil
	case *syntax.Expression:
		c.expr(root.Body)
		return c.leave(false), nil
	}
	panic("BUG: no such root")
}

// topLevelAwait reports a module whose code may await.
func (c *compiler) topLevelAwait() bool {
	return c.opt.TopLevelAwait && c.u.block.Type == symtable.ModuleBlock
}

type compiler struct {
	opt              Options
	table            *symtable.Table
	filename         *pyc.Str
	flags            int
	futures          loc // the last statement that may be from __future__
	interactive      bool
	u                *unit
	room             *room
	interneds, texts strTable // interned strs, and others
}

// stopped is what Options.Warn returned: the compilation ends with it.
type stopped struct{ error }

// warn issues a SyntaxWarning.
func (c *compiler) warn(at loc, msg string) {
	if err := c.opt.warn(syntax.Warning{Msg: msg, Line: int(at.Line), Err: located(at, msg)}); err != nil {
		panic(stopped{err})
	}
}

// fail raises a SyntaxError; its columns count bytes.
func fail(at loc, msg string) { panic(located(at, msg)) }

func located(at loc, msg string) *syntax.Error {
	return &syntax.Error{Class: syntax.SyntaxError, Msg: msg, Line: int(at.Line), Offset: int(at.Col) + 1, EndLine: int(at.EndLine),
		EndOffset: int(at.EndCol) + 1, Stage: syntax.Compiling}
}
