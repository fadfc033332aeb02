// From syntax trees to objects of _ast.

package lang

import (
	"math/big"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/vm/object"
)

// astMaker makes objects of nodes. When something fails, an exception is set and nothing more is made.
type astMaker struct {
	t      *Thread
	failed bool
}

// ASTOf makes the objects of a tree; Null: an exception is set.
func ASTOf(t *Thread, root syntax.Node) Value {
	if astTypes(t) == nil {
		return null
	}
	m := astMaker{t: t}
	o := m.node(root)
	if m.failed {
		return null
	}
	return o
}

func (m *astMaker) types() *object.Tuple { return astKey.Of(m.t.RT).types }

// begin makes an object without fields; Null if that, or anything before, has failed.
//
//psy:counts Thread.Enter
func (m *astMaker) begin(kind nodeKind) Value {
	if m.failed || !m.t.Enter(" during ast construction") {
		m.failed = true
		return null
	}
	o := object.AllocInstance(m.t, object.As[object.Type](*m.types().At(int(kind))))
	if o == null {
		m.failed = true
		m.t.Leave()
	}
	return o
}

func (m *astMaker) end(o Value) Value {
	m.t.Leave()
	return o
}

func (m *astMaker) set(o Value, name string, v Value) {
	if !m.failed && (v == null || !object.SetAttr(m.t, o, object.Intern(m.t, name), v)) {
		m.failed = true
	}
}

func (m *astMaker) position(o Value, p syntax.Pos) {
	for i, n := range [...]int32{p.Line, p.Col, p.EndLine, p.EndCol} {
		m.set(o, positionNames[i], object.SmallInt(int64(n)))
	}
}

// single is the only instance of a type.
func (m *astMaker) single(kind nodeKind) Value { return *m.types().At(int(nodeCount + kind)) }

func nodeOrNone[T interface {
	comparable
	syntax.Node
}](m *astMaker, n T) Value {
	if n == *new(T) {
		return none
	}
	return m.node(n)
}

// listOf makes a list; what is missing in it is None.
func listOf[T interface {
	comparable
	syntax.Node
}](m *astMaker, items []T) Value {
	return m.list(len(items), func(i int) Value { return nodeOrNone(m, items[i]) })
}

func enumList[T ~uint8](m *astMaker, first nodeKind, items []T) Value {
	return m.list(len(items), func(i int) Value { return m.single(first + nodeKind(items[i])) })
}

func (m *astMaker) identifiers(items []string) Value {
	return m.list(len(items), func(i int) Value { return m.text(items[i]) })
}

func (m *astMaker) list(n int, item func(i int) Value) Value {
	l := object.NewList(m.t, 0)
	if l == nil {
		return null
	}
	for i := range n {
		if v := item(i); v == null || !l.Append(m.t, v) {
			return null
		}
	}
	return object.Of(l)
}

func (m *astMaker) text(s string) Value { return object.Intern(m.t, s) }

func (m *astMaker) textOrNone(s string) Value {
	if s == "" {
		return none
	}
	return m.text(s)
}

// constant makes the value of a literal.
//
//psy:bounded the tree that the parser made, or a constant that was read with a count
func (m *astMaker) constant(v syntax.Value) Value {
	switch v := v.(type) {
	case nil:
		return none
	case bool:
		return object.Bool(v)
	case int64:
		return object.NewInt(m.t, v)
	case *big.Int:
		return object.NewBigInt(m.t, v)
	case float64:
		return object.Float(v)
	case complex128:
		return object.NewComplex(m.t, v)
	case syntax.Str:
		return object.NewStr(m.t, string(v))
	case syntax.Bytes:
		return object.NewBytes(m.t, []byte(v))
	case syntax.Ellipsis:
		return object.Ellipsis
	case syntax.TupleValue:
		return m.tuple(v)
	case syntax.FrozenSetValue:
		if items := m.tuple(v); items != null {
			return object.Call1(m.t, m.t.Type(object.TFrozenSet).Value(), items)
		}
		return null
	}
	panic("BUG: no such constant")
}

func (m *astMaker) tuple(items []syntax.Value) Value {
	x := object.NewTuple(m.t, len(items))
	if x == nil {
		return null
	}
	for i, c := range items {
		v := m.constant(c)
		if v == null {
			return null
		}
		*x.At(i) = v
	}
	return object.Of(x)
}
