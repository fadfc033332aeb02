// What all nodes have, and the constants in them.

package syntax

// Pos is where a node stands: lines from 1, columns in bytes from 0, the end exclusive.
type Pos struct {
	Line, Col, EndLine, EndCol int32
}

// Range returns the position itself; nodes embed it.
func (p *Pos) Range() Pos { return *p }

// Node is any node of a tree.
type Node interface {
	// Children calls visit for the nodes directly below, in the order of the fields.
	Children(visit func(Node))
	// Rewrite calls expr for the places of the expressions directly below that are there, and visit for the other nodes.
	Rewrite(expr func(*Expr), visit func(Node))
	dump(d *dumper)
}

// Walk calls visit for n and, where visit says so, for the nodes below it.
func Walk(n Node, visit func(Node) bool) {
	if visit(n) {
		n.Children(func(c Node) { Walk(c, visit) })
	}
}

// Value is a constant of the source: nil (None), bool, Str, Bytes, int64, *big.Int, float64, complex128 or Ellipsis.
// An int64 is used whenever the number fits. Trees that programs make may also have TupleValue, FrozenSetValue and, until Validate refuses it,
// Foreign.
type Value any

// Str is a str. It is WTF-8: UTF-8 that may hold lone surrogates.
type Str string

// Bytes is a bytes object.
type Bytes string

// Ellipsis is the value of "...".
type Ellipsis struct{}

// TupleValue is a tuple, FrozenSetValue a frozenset; an element may be there twice.
type (
	TupleValue     []Value
	FrozenSetValue []Value
)

// Foreign is a value that cannot be a constant: the name of its type.
type Foreign string

// slab allocates nodes of one type by the dozen.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) alloc() *T {
	if len(s.free) == 0 {
		s.grow()
	}
	n := &s.free[0]
	s.free = s.free[1:]
	return n
}

func (s *slab[T]) grow() {
	s.size = min(max(2*s.size, 8), 128)
	s.free = make([]T, s.size)
}

// seq is a stack on which lists are put together before they are cut to size.
type seq[T any] struct {
	stack []T
	free  []T
	size  int
}

// take removes what lies above base and returns it as a list of its own.
func (s *seq[T]) take(base int) []T {
	n := len(s.stack) - base
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, 16), 512)
		s.free = make([]T, max(s.size, n))
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	copy(list, s.stack[base:])
	clear(s.stack[base:])
	s.stack = s.stack[:base]
	return list
}
