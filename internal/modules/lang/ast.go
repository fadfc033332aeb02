// Module _ast: the types of syntax trees as Python sees them. What is in them stands in generated_ast.go.

package lang

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/object"
)

// nodeKind numbers the types of _ast; below zero stand the other types of fields.
type nodeKind int

const (
	fieldStr nodeKind = -1 - iota
	fieldInt
	fieldObject
	noBase // what is not a constructor derives from AST
)

// nodeDef declares a type: a sum, one of its constructors, or a product.
type nodeDef struct {
	name, doc string
	base      nodeKind
	fields    []fieldDef
	sum, enum bool
	position  positionKind
}

// fieldDef declares a field.
type fieldDef struct {
	name     string
	kind     nodeKind
	opt, seq bool
}

type positionKind uint8

const (
	noPosition positionKind = iota
	optionalEnd
	wholePosition
)

var positionNames = [...]string{"lineno", "col_offset", "end_lineno", "end_col_offset"}

var tAST = object.AllocTypeID()

var _ = object.DefineType(tAST, object.TypeDef{
	Name: "ast.AST", Flags: object.TypeBase, Size: 8, Dict: true, NoWeak: true,
	Slots: object.Slots{
		New:  func(t *Thread, typ *object.Type, _ []Value, _ Value) Value { return object.AllocInstance(t, typ) },
		Init: astInit,
	},
	GetSets: []object.GetSetDef{{Name: "__dict__", Get: object.DictGetSet.Get, Set: object.DictGetSet.Set}},
	Methods: []FuncDef{{Name: "__reduce__", F0: astReduce}},
	Init: func(t *Thread, typ *object.Type) {
		typ.Dict.SetStr(t, "__module__", object.Intern(t, "ast"))
		for _, name := range [...]string{"_fields", "_attributes", "__match_args__"} {
			typ.Dict.SetStr(t, name, object.Of(t.RT.EmptyTuple))
		}
	},
})

var _ = native.Register("_ast", func() native.ModuleDef {
	return native.ModuleDef{
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			types := astTypes(t)
			if types == nil || !d.SetStr(t, "AST", t.Type(tAST).Value()) {
				return false
			}
			for kind := range nodeDefs {
				if !d.SetStr(t, nodeDefs[kind].name, *types.At(kind)) {
					return false
				}
			}
			for _, c := range [...]struct {
				name  string
				value int64
			}{
				{"PyCF_ALLOW_TOP_LEVEL_AWAIT", FlagTopLevelAwait}, {"PyCF_ONLY_AST", FlagOnlyAST}, {"PyCF_TYPE_COMMENTS", FlagTypeComments},
				{"PyCF_OPTIMIZED_AST", FlagOptimizedAST | FlagOnlyAST},
			} {
				if !d.SetStr(t, c.name, object.SmallInt(c.value)) {
					return false
				}
			}
			return true
		},
	}
})

// Flags of compile() that the module names.
const (
	FlagOnlyAST       = 0x400
	FlagTypeComments  = 0x1000
	FlagTopLevelAwait = 0x2000
	FlagOptimizedAST  = 0x8000
)

// astState is what a runtime has of the module.
type astState struct {
	types *object.Tuple //psy:root visited by visitRoots
}

func (s *astState) visitRoots(visit func(uint64)) { visit(uint64(object.Of(s.types))) }

func (s *astState) Move(c *object.Copy) { s.types = object.Moved(c, s.types) }

var astKey = object.NewHostKey(func(rt *object.Runtime) *astState {
	s := &astState{}
	rt.Heap.AddRoots(s.visitRoots)
	return s
})

// astTypes are the types by kind, and behind them the only instances of those that have just one; made when first needed. Nil: an
// exception is set.
func astTypes(t *Thread) *object.Tuple {
	s := astKey.Of(t.RT)
	if s.types == nil {
		types := object.NewTuple(t, 2*int(nodeCount))
		if types == nil || !makeASTTypes(t, types) {
			return nil
		}
		s.types = types
	}
	return s.types
}

func makeASTTypes(t *Thread, types *object.Tuple) bool {
	for kind := range nodeDefs {
		typ := makeASTType(t, types, &nodeDefs[kind])
		if typ == null {
			return false
		}
		*types.At(kind) = typ
		if nodeDefs[kind].enum {
			if *types.At(int(nodeCount) + kind) = object.AllocInstance(t, object.As[object.Type](typ)); t.Exc != null {
				return false
			}
		}
	}
	for kind := range nodeDefs {
		if d := &nodeDefs[kind]; !d.sum && !annotateASTType(t, types, *types.At(kind), d) {
			return false
		}
	}
	return true
}

// makeASTType makes a type as a class statement would.
func makeASTType(t *Thread, types *object.Tuple, def *nodeDef) Value {
	base := t.Type(tAST).Value()
	if def.base != noBase {
		base = *types.At(int(def.base))
	}
	names := make([]string, len(def.fields))
	for i, f := range def.fields {
		names[i] = f.name
	}
	fields := native.StrTuple(t, names)
	dict := object.NewDict(t)
	module, doc, name := object.Intern(t, "ast"), object.NewStr(t, def.doc), object.Intern(t, def.name)
	args := object.NewTuple(t, 3)
	bases := object.NewTuple(t, 1)
	if fields == null || dict == nil || doc == null || args == nil || bases == nil || !dict.SetStr(t, "_fields", fields) ||
		!dict.SetStr(t, "__match_args__", fields) || !dict.SetStr(t, "__module__", module) || !dict.SetStr(t, "__doc__", doc) {
		return null
	}
	*bases.At(0) = base
	*args.At(0), *args.At(1), *args.At(2) = name, object.Of(bases), object.Of(dict)
	typ := object.CallTuple(t, t.Type(object.TType).Value(), args, nil)
	if typ == null {
		return null
	}
	set := func(name string, v Value) bool { return v != null && object.SetAttr(t, typ, object.Intern(t, name), v) }
	if def.base == noBase {
		attributes := object.Of(t.RT.EmptyTuple)
		if def.position != noPosition {
			attributes = native.StrTuple(t, positionNames[:])
		}
		if !set("_attributes", attributes) {
			return null
		}
	}
	for _, f := range def.fields {
		if f.opt && !set(f.name, none) {
			return null
		}
	}
	if def.position == optionalEnd && (!set("end_lineno", none) || !set("end_col_offset", none)) {
		return null
	}
	return typ
}

// annotateASTType gives a type _field_types, which say how a missing field is filled.
func annotateASTType(t *Thread, types *object.Tuple, typ Value, def *nodeDef) bool {
	notes := object.NewDict(t)
	if notes == nil {
		return false
	}
	for _, f := range def.fields {
		var v Value
		switch f.kind {
		case fieldStr:
			v = t.Type(object.TStr).Value()
		case fieldInt:
			v = t.Type(object.TInt).Value()
		case fieldObject:
			v = t.Type(object.TObject).Value()
		default:
			v = *types.At(int(f.kind))
		}
		switch {
		case f.seq:
			v = object.GetItem(t, t.Type(object.TList).Value(), v)
		case f.opt:
			v = object.BinaryOp(t, object.NbOr, v, none)
		}
		if v == null || !notes.SetStr(t, f.name, v) {
			return false
		}
	}
	return object.SetAttr(t, typ, object.Intern(t, "_field_types"), object.Of(notes)) &&
		object.SetAttr(t, typ, object.Intern(t, "__annotations__"), object.Of(notes))
}

// astInit is AST.__init__: fields by position or keyword; what is missing is None, [] or Load(), or wrong.
func astInit(t *Thread, self Value, args []Value, kw Value) bool {
	typ := object.TypeOf(t, self)
	fields := object.LookupAttr(t, typ.Value(), object.Intern(t, "_fields"))
	if fields == null {
		if t.Exc != null {
			return false
		}
		fields = object.Of(t.RT.EmptyTuple)
	}
	if fields = object.SequenceTuple(t, fields); fields == null {
		return false
	}
	names := object.As[object.Tuple](fields)
	n := names.Len()
	pos, named := object.SplitKw(args, kw)
	if len(pos) > n {
		plural := "s"
		if n == 1 {
			plural = ""
		}
		object.Raise(t, object.TTypeError, "%s constructor takes at most %d positional argument%s", typ.NameString(), n, plural)
		return false
	}
	given := make([]bool, n)
	for i, v := range pos {
		if given[i] = true; !object.SetAttr(t, self, *names.At(i), v) {
			return false
		}
	}
	for i, v := range named {
		key := *object.As[object.Tuple](kw).At(i)
		at := indexIn(t, names, key)
		switch {
		case at == -2:
			return false
		case at >= 0 && given[at]:
			object.Raise(t, object.TTypeError, "%s got multiple values for argument %s", typ.NameString(), native.ReprOf(t, key))
			return false
		case at >= 0:
			given[at] = true
		case !knownAttribute(t, typ, key):
			return false
		}
		if !object.SetAttr(t, self, key, v) {
			return false
		}
	}
	for i := range given {
		if !given[i] {
			return fillFields(t, self, typ, names, given)
		}
	}
	return true
}

// indexIn finds a name in a tuple: -1 if it is not there, -2 if an exception is set.
func indexIn(t *Thread, names *object.Tuple, key Value) int {
	for i := 0; i < names.Len(); i++ {
		if *names.At(i) == key {
			return i
		}
	}
	for i := 0; i < names.Len(); i++ {
		switch object.EqualBool(t, *names.At(i), key) {
		case -1:
			return -2
		case 1:
			return i
		}
	}
	return -1
}

// knownAttribute warns of a keyword that is no attribute either; false: an exception is set.
func knownAttribute(t *Thread, typ *object.Type, key Value) bool {
	attributes := object.GetAttr(t, typ.Value(), object.Intern(t, "_attributes"))
	if attributes == null {
		return false
	}
	switch object.Contains(t, attributes, key) {
	case -1:
		return false
	case 1:
		return true
	}
	return deprecated(t, typ.NameString()+".__init__ got an unexpected keyword argument "+native.ReprOf(t, key)+
		". Support for arbitrary keyword arguments is deprecated and will be removed in Python 3.15.")
}

func deprecated(t *Thread, msg string) bool {
	s := object.NewStr(t, msg)
	return s != null && warnings.Here(t, s, t.Type(object.TDeprecationWarning).Value(), 1, none)
}

// fillFields sets the fields that were not given.
func fillFields(t *Thread, self Value, typ *object.Type, names *object.Tuple, given []bool) bool {
	types := object.LookupAttr(t, typ.Value(), object.Intern(t, "_field_types"))
	if types == null || !object.IsDict(types) {
		return t.Exc == null
	}
	known := astTypes(t)
	if known == nil {
		return false
	}
	set := object.SetFromIterable(t, object.TSet, object.Of(names)) // CPython warns in a set's order
	if set == nil {
		return false
	}
	ordered := object.ListFromIterable(t, object.Of(set))
	if ordered == nil {
		return false
	}
	for at := 0; at < ordered.Len(); at++ {
		name := *ordered.At(at)
		i := indexIn(t, names, name)
		if i < 0 {
			return false
		}
		if given[i] {
			continue
		}
		kind := object.As[object.Dict](types).Get(t, name)
		ok := true
		switch {
		case kind == null && t.Exc != null:
			return false
		case kind == null:
			ok = deprecated(t, "Field '"+native.StrOrRepr(t, name)+"' is missing from "+typ.NameString()+"._field_types. This will become an error in Python 3.15.")
		case kind.IsExact(object.TUnion): // the class has None
		case kind.IsExact(object.TGenericAlias):
			l := object.NewList(t, 0)
			ok = l != nil && object.SetAttr(t, self, name, object.Of(l))
		case kind == *known.At(int(nodeExprContext)):
			ok = object.SetAttr(t, self, name, *known.At(int(nodeCount) + int(nodeLoad)))
		default:
			ok = deprecated(t, typ.NameString()+".__init__ missing 1 required positional argument: '"+native.StrOrRepr(t, name)+
				"'. This will become an error in Python 3.15.")
		}
		if !ok {
			return false
		}
	}
	return true
}

// astReduce is AST.__reduce__: attributes are state. Fields are also counted as arguments, so that __init__ does not miss them.
func astReduce(t *Thread, self Value) Value {
	typ := object.TypeOf(t, self).Value()
	dict := object.LookupAttr(t, self, t.N(object.N_dict_))
	if dict == null || !object.IsDict(dict) {
		if t.Exc != null {
			return null
		}
		return object.Pair(t, typ, object.Of(t.RT.EmptyTuple))
	}
	state := object.As[object.Dict](dict).Copy(t)
	names := object.LookupAttr(t, typ, object.Intern(t, "_fields"))
	if state == nil || names == null && t.Exc != null {
		return null
	}
	if names == null {
		names = object.Of(t.RT.EmptyTuple)
	} else if names = object.SequenceTuple(t, names); names == null {
		return null
	}
	n := 0
	for _, name := range object.As[object.Tuple](names).Items() {
		if state.Get(t, name) == null {
			break
		}
		n++
	}
	args, r := object.NewTuple(t, n), object.NewTuple(t, 3)
	if t.Exc != null || args == nil || r == nil {
		return null
	}
	for i := range n {
		*args.At(i) = none
	}
	*r.At(0), *r.At(1), *r.At(2) = typ, object.Of(args), object.Of(state)
	return object.Of(r)
}

var _ = object.Plain[astState]()
