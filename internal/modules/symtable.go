// Module _symtable: what the front end finds out about names.

package modules

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSymtableEntry = object.AllocTypeID()

// symtableEntry is a block of names.
type symtableEntry struct {
	header
	ID, Name, Symbols, Varnames, Children, Nested, Type, Lineno Value
}

var _ = object.DefineType(tSymtableEntry, object.TypeDef{
	Name: "symtable entry", Size: unsafe.Sizeof(symtableEntry{}), Refs: 255 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Repr: func(t *Thread, v Value) Value {
			e := object.As[symtableEntry](v)
			return object.NewStr(t, "<symtable entry "+native.StrOrRepr(t, e.Name)+"("+native.ReprOf(t, e.ID)+"), line "+native.ReprOf(t, e.Lineno)+">")
		},
	},
	Members: []object.MemberDef{
		{Name: "id", Word: 1}, {Name: "name", Word: 2}, {Name: "symbols", Word: 3}, {Name: "varnames", Word: 4}, {Name: "children", Word: 5},
		{Name: "nested", Word: 6}, {Name: "type", Word: 7}, {Name: "lineno", Word: 8},
	},
})

// symtableConstants are what the flags and types of entries mean.
var symtableConstants = map[string]int{
	"DEF_GLOBAL": int(symtable.DefGlobal), "DEF_LOCAL": int(symtable.DefLocal), "DEF_PARAM": int(symtable.DefParam),
	"DEF_NONLOCAL": int(symtable.DefNonlocal), "USE": int(symtable.Use), "DEF_FREE": 1 << 5, "DEF_FREE_CLASS": int(symtable.DefFreeClass),
	"DEF_IMPORT": int(symtable.DefImport), "DEF_ANNOT": int(symtable.DefAnnot), "DEF_BOUND": int(symtable.DefBound),
	"TYPE_FUNCTION": int(symtable.FunctionBlock), "TYPE_CLASS": int(symtable.ClassBlock), "TYPE_MODULE": int(symtable.ModuleBlock),
	"TYPE_ANNOTATION": int(symtable.AnnotationBlock), "TYPE_TYPE_ALIAS": int(symtable.TypeAliasBlock),
	"TYPE_TYPE_PARAMETERS": int(symtable.TypeParametersBlock), "TYPE_TYPE_VARIABLE": int(symtable.TypeVariableBlock),
	"LOCAL": int(symtable.Local), "GLOBAL_EXPLICIT": int(symtable.GlobalExplicit), "GLOBAL_IMPLICIT": int(symtable.GlobalImplicit),
	"FREE": int(symtable.Free), "CELL": int(symtable.Cell), "SCOPE_OFF": symtable.ScopeShift, "SCOPE_MASK": symtable.ScopeMask,
}

var _ = native.Register("_symtable", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{{Name: "symtable", Sig: "(source, filename, startstr, /)", Fn: buildSymtable}},
		Init: func(t *Thread, _ Value, d *object.Dict) bool {
			for name, n := range symtableConstants {
				if !d.SetStr(t, name, object.SmallInt(int64(n))) {
					return false
				}
			}
			return true
		},
	}
})

func buildSymtable(t *Thread, _ Value, a []Value) Value {
	filename, ok := fileArg(t, a[1])
	if !ok {
		return null
	}
	if !object.IsStr(a[2]) {
		return object.Raise(t, object.TTypeError, "symtable() argument 3 must be str, not %s", object.TypeName(t, a[2]))
	}
	c := compilation{filename: filename, optimize: -1}
	src, ok := c.sourceOf(t, a[0], "symtable", "string or bytes")
	if !ok || t.RT.OnAudit != nil && !c.auditText(t, src) {
		return null
	}
	switch object.GoString(a[2]) {
	case "exec":
	case "eval":
		c.mode = syntax.Eval
	case "single":
		c.mode = syntax.Single
	default:
		return object.Raise(t, object.TValueError, "symtable() arg 3 must be 'exec' or 'eval' or 'single'")
	}
	defer c.release(t)
	root := c.parse(t, src)
	if root == nil {
		return null
	}
	futures, err := symtable.ReadFutures(root)
	if err == nil {
		var table *symtable.Table
		if table, err = symtable.Build(root, symtable.Options{FutureAnnotations: futures.Annotations}); err == nil {
			return newSymtableEntry(t, table.Top)
		}
	}
	c.raise(t, err)
	return null
}

// newSymtableEntry makes the object of a block and those within it.
func newSymtableEntry(t *Thread, b *symtable.Block) Value {
	if !t.Enter(" while building a symbol table") {
		return null
	}
	defer t.Leave()
	e := object.New[symtableEntry](t, tSymtableEntry)
	if e == nil {
		return null
	}
	number := func(n int) Value { return object.SmallInt(int64(n)) }
	e.ID = object.NewInt(t, int64(object.Of(e)))
	e.Nested, e.Type, e.Lineno = number(0), number(int(b.Type)), number(b.Line)
	if b.Nested {
		e.Nested = number(1)
	}
	symbols, varnames, children := object.NewDict(t), native.StrList(t, b.Varnames), object.NewList(t, 0)
	if e.Name = object.Intern(t, b.Name); e.Name == null || symbols == nil || varnames == nil || children == nil {
		return null
	}
	e.Symbols, e.Varnames, e.Children = object.Of(symbols), object.Of(varnames), object.Of(children)
	for _, name := range b.Names {
		if !symbols.SetStr(t, name, number(int(b.Symbols[name]))) {
			return null
		}
	}
	for _, c := range b.Children {
		if v := newSymtableEntry(t, c); v == null || !children.Append(t, v) {
			return null
		}
	}
	return object.Of(e)
}
