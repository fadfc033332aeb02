// Package uses has each breach of the one rule, and what looks like one.
package uses

import (
	"fmt"

	"github.com/psyco-go/psy/internal/check/onerule/testdata/object"
)

type V = object.Value // an alias is the same type

var global V                    // want "package-level variable global holds references \(object.Value\)"
var list *object.SubList        // want "package-level variable list holds references"
var cache map[string][]V        // want "package-level variable cache holds references"
var number int                  // no reference
var rooted V                    //psy:root visited by roots
var meta *object.Meta           // not an object
var fn func(V) V                // functions of the program hold nothing
var table = map[string]func(V){ // likewise
	"a": func(V) {},
}

//psy:root visited by roots
var rootedToo *object.List

//psy:root
// want-1 "psy:root without a reason"

var sink any
var sinkP *V     // want "package-level variable sinkP holds references"
var sinkF func() // escaping literals go here

func leak(p *V) { sinkP = p }

func see(p *V) V { return *p }

func moved() V {
	var x V // want "variable x, which escapes, holds references \(object.Value\)"
	leak(&x)
	var y V
	return see(&y)
}

func movedParam(v V, w *object.List) { // want "variable w, which escapes, holds references \(\*object.List\)"
	sink = &w
	var n int
	sink = &n
	see(&v)
}

func makes(n int) []V {
	a := make([]V, 4)
	a[0] = 1
	b := make([]V, n) // want "make of a variable size holds references \(\[\]uses.V\)"
	b[0] = a[0]
	c := make([]int, n)
	sink = c
	d := make([]V, 4) // want "make that escapes holds references"
	return d
}

func appends(s []V, n []int) int {
	s = append(s, 1) // want "append holds references"
	n = append(n, 1)
	s = append(s, 2) //psy:root checked by the caller
	return len(s) + len(n)
}

func literals() []V {
	a := []V{1, 2}
	_ = a
	sink = &[]V{3}        // want "composite literal that escapes holds references"
	m := map[V]int{1: 2}  // want "map holds references \(map\[uses.V\]int\)"
	k := make(map[int]V)  // want "map holds references"
	ch := make(chan V, 1) // want "channel holds references"
	p := new(V)           // stays on the stack
	q := new(V)           // want "new that escapes holds references"
	leak(q)
	_, _, _, _ = m, k, ch, p
	return []V{a[1], 2} // want "slice literal that escapes holds references"
}

func closures(v V, l *object.List, n int) { // want "variable v, which escapes, holds references"
	sinkF = func() { fmt.Println(v) }     // want "captures v, which holds references \(object.Value\)" "value converted to an interface"
	sinkF = func() { fmt.Println(n) }     // no reference
	sinkF = func() { l.Items = 1 }        // want "captures l, which holds references"
	func() { n = int(v) }()               // does not escape
	sinkF = func() { w := V(1); see(&w) } // its own variable
	go see(&v)                            // want "argument of a go statement holds references"
}

func boxes(v V, vs []V) {
	sink = v      // want "value converted to an interface holds references"
	sink = vs[1]  // want "value converted to an interface holds references"
	sink = int(v) // no reference
	var i any = v // stays on the stack
	_ = i
}

func methods(c counter, l *object.List) {
	sinkF = l.Fix // want "receiver of a method value that escapes holds references"
	_ = c
}

type counter struct {
	total V // on the stack only
}

type state struct {
	current V            // want "field holds references on Go's heap \(composite literal that escapes at uses.go:\d+\)"
	stack   []V          //psy:root visited by roots
	n       int          //
	object  *object.List // want "field holds references on Go's heap"
	inner   inner
	rooted  V //psy:root visited by roots
	below   V // want "field holds references on Go's heap"
	other   *state
}

type inner struct {
	deep [2]V // want "field holds references on Go's heap"
}

// covered is scanned as a whole.
//
//psy:root visited by roots
type covered struct {
	a V
	b *object.List
}

func structs() int {
	c := counter{}
	c.total++
	sink = &state{n: 1}
	sink = &covered{}
	sink = &struct{ v V }{1} // want "composite literal that escapes holds references"
	return int(c.total)
}

func loop(seq func(func(V) bool)) (sum V) { // want "variable sum, which escapes, holds references"
	for v := range seq {
		sum += v
	}
	return
}
