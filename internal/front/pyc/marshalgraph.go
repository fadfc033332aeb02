package pyc

// What is one object in marshal data, and which objects get a number.
//
// CPython numbers each object that has more than one reference when it is written, whether or not it will occur again. A reader only
// cares that it is the same object; but what psy compiles is to be what CPython compiles, byte for byte. So references are counted here
// as they are there: in a code object equal constants are one, as in the compiler, and some objects live for ever.

import (
	"encoding/binary"
	"math"
	"slices"
)

// object is a node of the graph that is written.
type object struct {
	c     Const
	parts []*object // in the order of writing
	holds int       // how many objects have it as a part
	kept  bool      // something outside the graph has it too
	class int       // of equal objects
}

// shared tells whether an object gets a number.
func (o *object) shared() bool { return (o.holds > 1 || o.kept) && !singleton(o.c) }

// graph finds the objects of constants.
type graph struct {
	merge  bool // equal constants are one object
	refs   bool // the version has references
	byPtr  map[Const]*object
	byText map[string]*object
	nodes  int
	stop   Stop
	err    error
}

func newGraph(c Const, refs bool, stop Stop) (*object, error) {
	_, isCode := c.(*Code)
	g := &graph{merge: isCode && refs, refs: refs, byPtr: map[Const]*object{}, byText: map[string]*object{}, stop: stop}
	root := g.object(c, 0)
	if g.err != nil {
		return nil, g.err
	}
	root.kept = true // by the caller, who wants it written
	return root, nil
}

// object gives the node of a constant.
func (g *graph) object(c Const, depth int) *object {
	if depth > maxDepth {
		g.err = errTooDeep
	}
	if g.err != nil {
		return nil
	}
	pointer := true
	switch c.(type) {
	case None, Ellipsis, StopIteration, Bool, Int, Float, nil:
		pointer = false
	}
	if pointer && g.refs {
		if o := g.byPtr[c]; o != nil {
			return o
		}
	}
	if g.nodes++; g.stop.at(g.nodes, graphBytes) {
		g.err = ErrStopped
		return nil
	}
	o := &object{c: c, kept: immortal(c), class: g.nodes}
	if pointer && g.refs {
		g.byPtr[c] = o // before its parts: it may be among them
	}
	switch c := c.(type) {
	case *Tuple:
		o.parts = g.objects(c.Items, depth)
	case *List:
		o.parts = g.objects(c.Items, depth)
	case *Set:
		o.parts = g.elements(c.Items, depth)
	case *FrozenSet:
		o.parts = g.elements(c.Items, depth)
	case *Dict:
		for i, k := range c.Keys {
			if g.err != nil {
				return nil
			}
			o.parts = append(o.parts, g.object(k, depth+1), g.object(c.Values[i], depth+1))
		}
	case *Code:
		o.parts = g.codeParts(c, depth)
	}
	if g.err != nil {
		return nil
	}
	if g.refs && (g.merge || o.kept) {
		if same := g.merged(o); same != o {
			if pointer {
				g.byPtr[c] = same
			}
			return same
		}
	}
	for _, p := range o.parts {
		p.holds++
	}
	return o
}

func (g *graph) objects(items []Const, depth int) []*object {
	list := make([]*object, len(items))
	for i, x := range items {
		if list[i] = g.object(x, depth+1); g.err != nil {
			return nil
		}
	}
	return list
}

// elements are a set's objects. CPython has them in its hands a second time while it orders them.
func (g *graph) elements(items []Const, depth int) []*object {
	list := g.objects(items, depth)
	for _, o := range list {
		if o != nil {
			o.kept = true
		}
	}
	return list
}

func (g *graph) codeParts(c *Code, depth int) []*object {
	bytecode := &object{c: &Bytes{c.Bytecode}, kept: true} // a copy that the code object keeps
	kinds := &object{c: &Bytes{c.LocalsPlusKinds}, kept: c.LocalsPlusKinds == ""}
	if kinds.kept {
		kinds = g.object(kinds.c, depth)
	}
	return []*object{bytecode, g.object(&Tuple{c.Consts}, depth+1), g.object(namesTuple(c.Names), depth+1),
		g.object(namesTuple(c.LocalsPlusNames), depth+1), kinds, g.object(c.Filename, depth+1), g.object(c.Name, depth+1), g.object(c.QualName, depth+1),
		g.object(&Bytes{c.LineTable}, depth+1), g.object(&Bytes{c.ExceptionTable}, depth+1)}
}

func namesTuple(names []*Str) *Tuple {
	t := &Tuple{Items: make([]Const, len(names))}
	for i, s := range names {
		t.Items[i] = s
	}
	return t
}

// merged gives the object for all constants that equal this one.
func (g *graph) merged(o *object) *object {
	key := make([]byte, 0, 64)
	copied := false
	word := func(x uint64) { key = binary.LittleEndian.AppendUint64(key, x) }
	switch c := o.c.(type) {
	case None:
		key = append(key, typeNone)
	case Ellipsis:
		key = append(key, typeEllipsis)
	case Bool:
		key = append(key, typeFalse)
		if c {
			key[0] = typeTrue
		}
	case Int:
		key = append(key, typeInt)
		word(uint64(c))
	case *BigInt:
		key = append(append(key, typeLong), c.v.Text(62)...)
	case Float:
		if c != c {
			return o
		}
		key = append(key, typeFloat)
		word(math.Float64bits(float64(c)))
	case *Complex:
		key = append(key, typeComplex)
		word(math.Float64bits(c.Real))
		word(math.Float64bits(c.Imag))
	case *Str:
		key = append(key, typeUnicode)
		if interned(c) {
			key[0] = typeInterned
		}
		key = append(key, c.S...)
	case *Bytes:
		key = append(append(key, typeString), c.S...)
	case *Tuple:
		key = append(key, typeTuple)
		for _, p := range o.parts {
			word(uint64(p.class))
		}
	case *FrozenSet:
		key = append(key, typeFrozenSet)
		classes := make([]int, len(o.parts))
		for i, p := range o.parts {
			classes[i] = p.class
		}
		slices.Sort(classes)
		for _, n := range classes {
			word(uint64(n))
		}
		copied = c.Renamed()
	default:
		return o
	}
	if same := g.byText[string(key)]; same != nil {
		if copied {
			o.class = same.class
			return o
		}
		return same
	}
	g.byText[string(key)] = o
	return o
}

// singleton reports the objects that have a code of their own in marshal data.
func singleton(c Const) bool {
	switch c.(type) {
	case None, Ellipsis, StopIteration, Bool:
		return true
	}
	return false
}

// immortal reports objects of which CPython has one for all.
func immortal(c Const) bool {
	switch c := c.(type) {
	case Int:
		return -5 <= c && c <= 256
	case *Str:
		return interned(c)
	case *Bytes:
		return len(c.S) <= 1
	case *Tuple:
		return len(c.Items) == 0
	}
	return false
}

// interned tells whether CPython has a str interned: names, and texts of at most one Latin-1 character.
func interned(s *Str) bool { return s.Interned || s.Len <= 1 && s.Max <= 0xFF }
