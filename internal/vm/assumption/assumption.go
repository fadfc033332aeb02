// Package assumption watches what compilers take for constant: values in dicts, attributes of types, functions, classes of objects. It must not
// know what code is compiled from that.
package assumption

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Dep is something that code depends on: the value of a key in a dict, an attribute of a type, or (key Null) all of a type but the values of
// plain attributes, what a function is, or that an object is of its class.
type Dep struct {
	at  uintptr
	key object.Value //psy:root the name is interned: the code object or the type keeps it
}

// Dict is for the value of a key; d is watched from now on.
func Dict(d *object.Dict, key object.Value) Dep {
	d.Kind |= object.DictWatched
	return Dep{uintptr(unsafe.Pointer(d)), key}
}

// Class is for the class of an object.
func Class(o object.Value) Dep { return Dep{uintptr(o), object.Null} }

// Function is for the code and the defaults of a function, which is watched from now on.
func Function(fn *object.Function) Dep {
	fn.Watched = true
	return functionDep(fn)
}

func functionDep(fn *object.Function) Dep { return Dep{uintptr(unsafe.Pointer(fn)), object.Null} }

func typeDep(typ *object.Type) Dep { return Dep{uintptr(unsafe.Pointer(typ)), object.Null} }

// Type is for what special methods and bases typ has; it is watched from now on. A built-in type never changes.
func Type(typ *object.Type) []Dep {
	if typ.Flags&object.TypeHeap == 0 {
		return nil
	}
	typ.Watch = object.True
	return []Dep{typeDep(typ)}
}

// Attr is for a lookup of name in typ, Size for the size of instances.
func Attr(typ *object.Type, name object.Value) []Dep {
	deps := Type(typ)
	if deps != nil {
		deps = append(deps, Dep{uintptr(unsafe.Pointer(typ)), name})
	}
	return deps
}

// Shapes is for what the shapes of typ's instances say of their attributes: no attribute of the class takes precedence over one that a shape has.
func Shapes(typ *object.Type) []Dep {
	if deps := Type(typ); deps == nil {
		return nil
	}
	return []Dep{{uintptr(unsafe.Pointer(typ)), object.True}}
}

func Size(typ *object.Type) Dep { return Dep{uintptr(unsafe.Pointer(typ)), object.None} }

// Set finds what depends on something.
type Set[T comparable] struct {
	dependents map[Dep]map[T]struct{}
	broken     map[Dep]int
	written    map[Dep]struct{} // values that code changes without telling
	crowd      *[crowds]uint32  // how many keys of dependents fall into each of so many groups: most changes are of what no code depends on; nil: there were none yet
	broke      func(Dep, map[T]struct{})
}

const crowds = 1 << 10

// group is the group of d.
func (d Dep) group() int {
	h := (uint64(d.at)>>4 + uint64(d.key)*0x9E3779B97F4A7C15) * 0xC2B2AE3D27D4EB4F
	return int(h >> 54)
}

// New makes the set of a runtime. broke is called with the dependents of what has changed; it may remove them, and must not run Python code.
func New[T comparable](rt *object.Runtime, broke func(dep Dep, dependents map[T]struct{})) *Set[T] {
	s := &Set[T]{dependents: map[Dep]map[T]struct{}{}, broken: map[Dep]int{}, written: map[Dep]struct{}{}, broke: broke}
	rt.Watcher = watcher[T]{s}
	return s
}

// watcher is a set as objects know it.
type watcher[T comparable] struct{ s *Set[T] }

func (w watcher[T]) DictChanged(_ *object.Thread, d *object.Dict, key object.Value) {
	at := uintptr(unsafe.Pointer(d))
	if key != object.Null {
		w.s.change(Dep{at, key})
		return
	}
	var all []Dep
	for dep := range w.s.dependents {
		if dep.at == at {
			all = append(all, dep)
		}
	}
	slices.SortFunc(all, func(a, b Dep) int { return cmp.Compare(a.key, b.key) })
	for _, dep := range all {
		w.s.change(dep)
	}
}

func (w watcher[T]) TypeChanged(_ *object.Thread, typ *object.Type, name object.Value) {
	w.s.change(Dep{uintptr(unsafe.Pointer(typ)), name})
}

func (w watcher[T]) FunctionChanged(_ *object.Thread, fn *object.Function) {
	w.s.change(functionDep(fn))
}
func (w watcher[T]) ClassAssigned(_ *object.Thread, o object.Value) { w.s.change(Class(o)) }

// maxBroken is how often an assumption may break before it is made no more.
const maxBroken = 3

// manyBroken is how many broken assumptions are remembered.
const manyBroken = 1 << 14

// Trusted reports whether deps may be relied on: they have not changed often, and nobody changes them without telling.
func (s *Set[T]) Trusted(deps ...Dep) bool {
	for _, d := range deps {
		if s.mayChange(d) {
			return false
		}
	}
	return true
}

func (s *Set[T]) mayChange(d Dep) bool {
	if s.broken[d] >= maxBroken {
		return true
	}
	_, written := s.written[d]
	return written
}

// Distrust has d, the value of a key in a dict, relied on no more: what depends on it is broken.
func (s *Set[T]) Distrust(d Dep) {
	if dependents := s.dependents[d]; len(dependents) > 0 {
		s.broke(d, dependents)
	}
	s.written[d] = struct{}{}
}

// Write reports whether code may change d, the value of a key in a dict, without telling: it is not trusted, and nobody depends on it. From then on
// nobody will.
func (s *Set[T]) Write(d Dep) bool {
	if !s.mayChange(d) || len(s.dependents[d]) > 0 {
		return false
	}
	s.written[d] = struct{}{}
	return true
}

// Add enters x as dependent.
func (s *Set[T]) Add(x T, deps []Dep) {
	for _, d := range deps {
		m := s.dependents[d]
		if s.crowd == nil {
			s.crowd = new([crowds]uint32)
		}
		if m == nil {
			m = map[T]struct{}{}
			s.dependents[d] = m
			s.crowd[d.group()]++
		}
		m[x] = struct{}{}
	}
}

// Remove takes it away.
func (s *Set[T]) Remove(x T, deps []Dep) {
	for _, d := range deps {
		if m := s.dependents[d]; m != nil {
			delete(m, x)
			if len(m) == 0 {
				delete(s.dependents, d)
				s.crowd[d.group()]--
			}
		}
	}
}

// Len is how many things are depended on.
func (s *Set[T]) Len() int { return len(s.dependents) }

func (s *Set[T]) change(d Dep) {
	if s.crowd == nil || s.crowd[d.group()] == 0 {
		return
	}
	dependents := s.dependents[d]
	if len(dependents) == 0 {
		return
	}
	if len(s.broken) == manyBroken { // of most the objects are long dead
		clear(s.broken)
	}
	s.broken[d]++
	s.broke(d, dependents)
}

// Text names what is depended on, for people.
func (d Dep) Text(t *object.Thread) string {
	v := object.Value(d.at)
	name := ""
	if d.key.IsPtr() {
		name = object.GoString(d.key)
	}
	switch {
	case v.IsExact(object.TDict):
		module := object.As[object.Dict](v).GetStr(t.N(object.N_name_))
		switch {
		case !module.IsPtr() || !module.IsExact(object.TStr): // the program may have called it anything
			return "the global " + name
		case object.GoString(module) == "builtins":
			return "the builtin " + name
		}
		return "the global " + name + " of " + object.GoString(module)
	case v.IsExact(object.TFunction):
		return "the function " + object.GoString(object.As[object.Function](v).QualName)
	case object.TypeOf(t, v).Flags&object.TypeTypeSub == 0:
		return "the class of an object of " + object.GoString(object.TypeOf(t, v).Name)
	}
	class := "the class " + object.GoString(object.As[object.Type](v).Name)
	switch {
	case d.key == object.None:
		return class + ", the size of its instances"
	case d.key == object.True:
		return class + ", which attributes its instances have of their own"
	case name == "":
		return class + ", its bases and special methods"
	}
	return class + ", its attribute " + name
}
