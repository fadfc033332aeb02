// Package object stands for the real one: what the analyzer takes for references.
package object

import "github.com/psyco-go/psy/internal/vm/heap"

type Value uint64

type List struct {
	heap.Header
	Items Value
}

// SubList begins with a header through the embedded struct.
type SubList struct {
	List
	More Value
}

type Meta struct{ N int }

func (l *List) Fix() {}
