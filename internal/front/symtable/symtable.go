// Package symtable decides what the names of a program mean: for each block, which names belong to the block, to the module, or to an enclosing
// function. It must not know objects or instructions.
//
// Blocks, flags and scopes are those that CPython's module symtable shows.
//
//psy:bounded blocks are as deep as build.go lets statements and expressions be
package symtable

import "github.com/psyco-go/psy/internal/front/syntax"

// Flags say how a name is used in a block; from bit ScopeShift on stands its scope.
type Flags uint32

// How a name is used.
const (
	DefGlobal    Flags = 1 << 0 // global statement
	DefLocal     Flags = 1 << 1 // assignment
	DefParam     Flags = 1 << 2
	DefNonlocal  Flags = 1 << 3 // nonlocal statement
	Use          Flags = 1 << 4
	DefFreeClass Flags = 1 << 6 // free in a method, but bound in the class
	DefImport    Flags = 1 << 7
	DefAnnot     Flags = 1 << 8  // annotation
	DefCompIter  Flags = 1 << 9  // target of a comprehension's "for"
	DefTypeParam Flags = 1 << 10 // type parameter
	DefCompCell  Flags = 1 << 11 // a cell in an inlined comprehension

	DefBound = DefLocal | DefParam | DefImport

	ScopeShift = 12
	ScopeMask  = 15
)

// Scope is where a name lives.
type Scope uint8

// The scopes.
const (
	Unknown Scope = iota
	Local
	GlobalExplicit
	GlobalImplicit
	Free
	Cell
)

// Scope is the scope in the flags.
func (f Flags) Scope() Scope { return Scope(f >> ScopeShift & ScopeMask) }

func (s Scope) flags() Flags { return Flags(s) << ScopeShift }

// BlockType is the kind of a block.
type BlockType uint8

// The kinds of blocks. The last three are functions as far as names go.
const (
	FunctionBlock BlockType = iota
	ClassBlock
	ModuleBlock
	AnnotationBlock
	TypeAliasBlock
	TypeParametersBlock
	TypeVariableBlock
)

// Comprehension is the kind of comprehension that a block is.
type Comprehension uint8

// The kinds of comprehensions.
const (
	NoComprehension Comprehension = iota
	ListComprehension
	DictComprehension
	SetComprehension
	GeneratorExpression
)

// Block is a piece of program with names of its own.
type Block struct {
	Type     BlockType
	Name     string
	Key      any // what to look the block up by: its node, or a Default
	Line     int
	Names    []string // in the order in which they came up
	Symbols  map[string]Flags
	Varnames []string // parameters
	Children []*Block

	Nested            bool // within a function
	Free              bool // has free variables
	ChildFree         bool // a block within has
	Generator         bool
	Coroutine         bool
	Comprehension     Comprehension
	CompInlined       bool // part of the enclosing function
	Varargs           bool
	Varkeywords       bool
	ReturnsValue      bool
	NeedsClassClosure bool // __class__ is used in a method
	NeedsClassDict    bool // __classdict__ is used
	CanSeeClassScope  bool

	inIterTarget bool
	iterDepth    int // within this many outermost iterables of comprehensions
	scopeInfo    string
	mangled      map[string]bool // if not nil, only these names are mangled
	directives   []directive     // global and nonlocal statements
}

type directive struct {
	name string
	at   syntax.Pos
}

// Default is the key of the block of a type parameter's default; the bound's is the parameter itself.
type Default struct{ Param syntax.TypeParam }

// functionLike reports a block whose names are locals.
func (b *Block) functionLike() bool {
	switch b.Type {
	case FunctionBlock, TypeAliasBlock, TypeParametersBlock, TypeVariableBlock:
		return true
	}
	return false
}

func (b *Block) set(name string, f Flags) {
	if _, ok := b.Symbols[name]; !ok {
		b.Names = append(b.Names, name)
	}
	b.Symbols[name] = f
}

func (b *Block) remove(name string) {
	delete(b.Symbols, name)
	for i, n := range b.Names {
		if n == name {
			b.Names = append(b.Names[:i:i], b.Names[i+1:]...)
			return
		}
	}
}

// Table is the symbol table of a source.
type Table struct {
	Top    *Block
	Blocks map[any]*Block // by key
}

// Options tell how to read a tree.
type Options struct {
	FutureAnnotations bool // from __future__ import annotations
	TopLevelAwait     bool
}

// Build makes the table of a tree.
func Build(root syntax.Root, opt Options) (t *Table, err *syntax.Error) {
	defer func() {
		if e := recover(); e != nil {
			se, ok := e.(*syntax.Error)
			if !ok {
				panic(e)
			}
			t, err = nil, se
		}
	}()
	b := &builder{table: &Table{Blocks: map[any]*Block{}}, opt: opt}
	b.nodes = b.node
	b.enter("top", ModuleBlock, root, syntax.Pos{})
	b.table.Top = b.cur
	switch root := root.(type) {
	case *syntax.Module:
		b.stmts(root.Body)
	case *syntax.Interactive:
		b.stmts(root.Body)
	case *syntax.Expression:
		b.expr(root.Body)
	case *syntax.FunctionType:
		panic(&syntax.Error{Class: "RuntimeError", Msg: "this compiler does not handle FunctionTypes", Line: syntax.NoLine})
	}
	analyze(b.table.Top)
	return b.table, nil
}

// Mangle gives a private name of a class its real name in the block.
func (b *Block) Mangle(class, name string) string {
	if b.mangled != nil && !b.mangled[name] {
		return name
	}
	return Mangle(class, name)
}

// Mangle gives a private name of a class its real name.
func Mangle(class, name string) string {
	if class == "" || len(name) < 3 || name[:2] != "__" || name[len(name)-2:] == "__" {
		return name
	}
	for i := range len(name) {
		if name[i] == '.' { // a module
			return name
		}
	}
	for class != "" && class[0] == '_' {
		class = class[1:]
	}
	if class == "" { // nothing but underscores
		return name
	}
	return "_" + class + name
}
