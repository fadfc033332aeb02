// From objects of _ast to syntax trees.

package lang

import (
	"math"
	"math/big"
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// astReader reads nodes from objects. When something is wrong, an exception is set and nothing more is read.
type astReader struct {
	t      *Thread
	failed bool
}

// IsAST reports whether v is an instance of ast.AST.
func IsAST(t *Thread, v Value) bool { return object.IsInstance(t, v, tAST) }

// TreeOf reads a tree, which must be of the kind that a mode of compile() takes; nil: an exception is set.
func TreeOf(t *Thread, o Value, mode syntax.Mode) syntax.Root {
	if astTypes(t) == nil {
		return nil
	}
	r := astReader{t: t}
	if kind := [...]nodeKind{nodeModule, nodeExpression, nodeInteractive}[mode]; !r.is(o, kind) {
		object.Raise(t, object.TTypeError, "expected %s node, got %s", nodeDefs[kind].name, strings.TrimPrefix(object.TypeName(t, o), "ast."))
		return nil
	}
	root := r.readRoot(o)
	if r.failed {
		return nil
	}
	return root
}

func (r *astReader) typ(kind nodeKind) *object.Type {
	return object.As[object.Type](*astKey.Of(r.t.RT).types.At(int(kind)))
}

func (r *astReader) is(o Value, kind nodeKind) bool {
	return object.TypeOf(r.t, o).IsSubtype(r.typ(kind))
}

func (r *astReader) fail(id object.TypeID, format string, args ...any) {
	if !r.failed {
		object.Raise(r.t, id, format, args...)
		r.failed = true
	}
}

//psy:counts Thread.Enter
func (r *astReader) enter(kind nodeKind) bool {
	if !r.failed && !r.t.Enter(" while traversing '"+nodeDefs[kind].name+"' node") {
		r.failed = true
	}
	return !r.failed
}

func (r *astReader) leave() { r.t.Leave() }

// some reports whether there is a node.
func (r *astReader) some(o Value) bool { return !r.failed && o != none }

func (r *astReader) unexpected(o Value, kind nodeKind) {
	if s, ok := object.ReprString(r.t, o); ok {
		r.fail(object.TTypeError, "expected some sort of %s, but got %s", nodeDefs[kind].name, s)
	}
	r.failed = true
}

// which finds out which of its constructors an object of a sum is.
func (r *astReader) which(o Value, sum, last nodeKind) nodeKind {
	if r.failed {
		return sum
	}
	typ := object.TypeOf(r.t, o)
	for kind := sum + 1; kind <= last; kind++ {
		if typ == r.typ(kind) {
			return kind
		}
	}
	for kind := sum + 1; kind <= last; kind++ {
		if typ.IsSubtype(r.typ(kind)) {
			return kind
		}
	}
	r.unexpected(o, sum)
	return sum
}

// field is an attribute, or Null if there is none.
func (r *astReader) field(o Value, name string) Value {
	if r.failed {
		return null
	}
	v := object.LookupAttr(r.t, o, object.Intern(r.t, name))
	if v == null && r.t.Exc != null {
		r.failed = true
	}
	return v
}

func (r *astReader) required(o Value, kind nodeKind, name string) Value {
	v := r.field(o, name)
	if v == null {
		r.fail(object.TTypeError, "required field \"%s\" missing from %s", name, nodeDefs[kind].name)
		return none
	}
	return v
}

func (r *astReader) optional(o Value, _ nodeKind, name string) Value {
	if v := r.field(o, name); v != null {
		return v
	}
	return none
}

func (r *astReader) require(v Value, kind nodeKind, name string) {
	if v == none {
		r.fail(object.TValueError, "field '%s' is required for %s", name, nodeDefs[kind].name)
	}
}

func (r *astReader) position(o Value, kind nodeKind) (p syntax.Pos) {
	p.Line = int32(r.int(r.required(o, kind, "lineno")))
	p.Col = int32(r.int(r.required(o, kind, "col_offset")))
	if nodeDefs[kind].position == wholePosition {
		p.EndLine = int32(r.int(r.required(o, kind, "end_lineno")))
		p.EndCol = int32(r.int(r.required(o, kind, "end_col_offset")))
	} else {
		p.EndLine = int32(r.intOr(r.optional(o, kind, "end_lineno"), int(p.Line)))
		p.EndCol = int32(r.intOr(r.optional(o, kind, "end_col_offset"), int(p.Col)))
	}
	return p
}

func (r *astReader) intOr(v Value, otherwise int) int {
	if v == none {
		return otherwise
	}
	return r.int(v)
}

func (r *astReader) int(v Value) int {
	if r.failed {
		return 0
	}
	if !object.IsInstance(r.t, v, object.TInt) {
		r.fail(object.TValueError, "invalid integer value: %s", native.ReprOf(r.t, v))
		return 0
	}
	n, ok := object.Int64(v)
	if !ok || n > math.MaxInt32 || n < math.MinInt32 {
		r.fail(object.TOverflowError, "Python int too large to convert to C int")
	}
	return int(n)
}

func (r *astReader) identifier(v Value) string {
	if r.failed || v == none {
		return ""
	}
	if !v.IsExact(object.TStr) {
		r.fail(object.TTypeError, "AST identifier must be of type str")
		return ""
	}
	return object.GoString(v)
}

// text reads what is only noted: type comments and the like.
func (r *astReader) text(v Value) string {
	switch {
	case r.failed || v == none || v.IsExact(object.TBytes):
	case v.IsExact(object.TStr):
		return object.GoString(v)
	default:
		r.fail(object.TTypeError, "AST string must be of type str")
	}
	return ""
}

func (r *astReader) enum(v Value, sum nodeKind) uint8 {
	last := sum
	for nodeDefs[last+1].base == sum {
		last++
	}
	kind := r.which(v, sum, last)
	if kind == sum {
		return 0
	}
	return uint8(kind - sum - 1)
}

// readList reads a list, which may be missing.
func readList[T any](r *astReader, o Value, kind nodeKind, name string, read func(Value) T) []T {
	v := r.field(o, name)
	if v == null {
		return nil
	}
	if !object.IsInstance(r.t, v, object.TList) {
		r.fail(object.TTypeError, "%s field \"%s\" must be a list, not a %s", nodeDefs[kind].name, name, object.TypeName(r.t, v))
		return nil
	}
	list := object.As[object.List](v)
	n := list.Len()
	if n == 0 {
		return nil
	}
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, read(*list.At(i)))
		if list.Len() != n {
			r.fail(object.TRuntimeError, "%s field \"%s\" changed size during iteration", nodeDefs[kind].name, name)
		}
		if r.failed {
			return nil
		}
	}
	return out
}

func readEnums[T ~uint8](r *astReader, o Value, kind nodeKind, name string, sum nodeKind) []T {
	return readList(r, o, kind, name, func(v Value) T { return T(r.enum(v, sum)) })
}

// constant reads the value of a literal; what cannot be one is Foreign.
func (r *astReader) constant(v Value) syntax.Value {
	switch {
	case r.failed || v == none:
		return nil
	case v == object.Ellipsis:
		return syntax.Ellipsis{}
	case v.IsBool():
		return v == object.True
	case v.IsInt():
		return v.Int()
	case v.IsExact(object.TInt):
		if n, ok := object.Int64(v); ok {
			return n
		}
		return new(big.Int).Set(object.BigOf(v))
	case v.IsFloat():
		return v.Float()
	case v.IsExact(object.TComplex):
		z := object.As[object.Complex](v)
		return complex(z.Re, z.Im)
	case v.IsExact(object.TStr):
		return syntax.Str(object.GoString(v))
	case v.IsExact(object.TBytes):
		return syntax.Bytes(object.BytesOf(v))
	case v.IsExact(object.TTuple):
		return syntax.TupleValue(r.constants(v))
	case v.IsExact(object.TFrozenSet):
		return syntax.FrozenSetValue(r.constants(v))
	}
	return syntax.Foreign(object.TypeName(r.t, v))
}

func (r *astReader) constants(v Value) []syntax.Value {
	items := object.SequenceTuple(r.t, v)
	if items == null || !r.t.Enter(" during compilation") {
		r.failed = true
		return nil
	}
	out := make([]syntax.Value, object.As[object.Tuple](items).Len())
	for i := range out {
		out[i] = r.constant(*object.As[object.Tuple](items).At(i))
	}
	r.t.Leave()
	return out
}
