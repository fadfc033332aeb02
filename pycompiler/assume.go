// Assumptions: globals, builtins and attributes of classes are constants for the compiler, under watch. When one breaks, jumps into the buffers
// that depend on it are unlinked, and a word in them is set, which code that goes on in them after a call tests before it relies on an
// assumption again.
package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
	"github.com/psyco-go/psy/stats"
	"github.com/psyco-go/psy/x86"
)

func init() {
	metas[bc.LOAD_GLOBAL] = (*compiler).loadGlobal
}

// dep is something that code depends on: the value of a key in a dict, an attribute of a type, or (key Null) all of a type but the values of
// plain attributes, or that an object is of its class.
type dep struct {
	at  uintptr
	key Value //psy:root the name is interned: the code object or the type keeps it
}

// watches finds the dependents: dep -> buffers. Buffer -> deps is in the record.
type watches struct {
	buffers map[dep]map[*codebuf.Buffer]struct{}
	broken  map[dep]int
}

func (w *watches) init() {
	w.buffers = map[dep]map[*codebuf.Buffer]struct{}{}
	w.broken = map[dep]int{}
}

// maxBroken is how often an assumption may break before it is made no more.
const maxBroken = 3

// manyBroken is how many broken assumptions are remembered.
const manyBroken = 1 << 14

func dictDep(d *object.Dict, key Value) dep { return dep{uintptr(unsafe.Pointer(d)), key} }
func typeDep(typ *object.Type) dep          { return dep{uintptr(unsafe.Pointer(typ)), object.Null} }
func classDep(o Value) dep                  { return dep{uintptr(o), object.Null} }

// typeDeps are for what special methods and bases typ has; it is watched from now on. A built-in type never changes.
func typeDeps(typ *object.Type) []dep {
	if typ.Flags&object.TypeHeap == 0 {
		return nil
	}
	typ.Watch = object.True
	return []dep{typeDep(typ)}
}

// attrDeps are for a lookup of name in typ, sizeDep is for the size of instances.
func attrDeps(typ *object.Type, name Value) []dep {
	deps := typeDeps(typ)
	if deps != nil {
		deps = append(deps, dep{uintptr(unsafe.Pointer(typ)), name})
	}
	return deps
}

func sizeDep(typ *object.Type) dep { return dep{uintptr(unsafe.Pointer(typ)), object.None} }

// trusted reports whether assumptions may be made about ds.
func (c *compiler) trusted(ds ...dep) bool {
	return c.run.Read(func() uint64 {
		for _, d := range ds {
			if c.e.watch.broken[d] >= maxBroken {
				return 0
			}
		}
		return 1
	}) != 0
}

// assume makes the buffer depend on ds. If code has run that may have broken the assumptions, that is tested; true: the code being compiled
// is for that, and has ended.
func (c *compiler) assume(ds ...dep) bool {
	c.deps = append(c.deps, ds...)
	if !c.assumed {
		c.assumed = true
		c.flag = c.a.NewLabel()
	}
	if !c.stale {
		return false
	}
	c.a.AluMI(x86.CMP, x86.W32, x86.At(c.flag), 0)
	if c.when(stats.AssumptionBroken, c.onlyIf(x86.NE)) {
		c.pause(c.start, c.always)
		return true
	}
	c.stale = false
	return false
}

// depend enters b as dependent of what its record says.
func (e *Engine) depend(b *codebuf.Buffer, rec *record) {
	for _, d := range rec.deps {
		m := e.watch.buffers[d]
		if m == nil {
			m = map[*codebuf.Buffer]struct{}{}
			e.watch.buffers[d] = m
		}
		m[b] = struct{}{}
	}
}

func (e *Engine) undepend(b *codebuf.Buffer, rec *record) {
	for _, d := range rec.deps {
		if m := e.watch.buffers[d]; m != nil {
			delete(m, b)
			if len(m) == 0 {
				delete(e.watch.buffers, d)
			}
		}
	}
}

// dictChanged, typeChanged, classAssigned and functionChanged are Runtime.OnDictChange, OnTypeChange, OnClassAssign and OnFunctionChange.
func (e *Engine) dictChanged(_ *object.Thread, d *object.Dict, key Value) {
	if key != object.Null {
		e.broke(dictDep(d, key))
		return
	}
	for dep := range e.watch.buffers {
		if dep.at == uintptr(unsafe.Pointer(d)) {
			e.broke(dep)
		}
	}
}

func (e *Engine) typeChanged(_ *object.Thread, typ *object.Type, name Value) {
	e.broke(dep{uintptr(unsafe.Pointer(typ)), name})
}

func (e *Engine) classAssigned(_ *object.Thread, o Value) { e.broke(classDep(o)) }

func (e *Engine) functionChanged(_ *object.Thread, fn *object.Function) { e.broke(funcDep(fn)) }

func (e *Engine) broke(d dep) {
	dependents := e.watch.buffers[d]
	if len(dependents) == 0 {
		return
	}
	if len(e.watch.broken) == manyBroken { // of most the objects are long dead
		clear(e.watch.broken)
	}
	e.watch.broken[d]++
	e.counts.Totals[stats.Invalidations]++
	for b := range dependents {
		e.retire(b)
	}
}

// loadGlobal makes the global or builtin a constant, under watch.
func (c *compiler) loadGlobal() outcome {
	e, u := c.e, c.u
	name := *u.code.NamesTuple.At(int(c.in.arg >> 1))
	inGlobals, inBuiltins := dictDep(u.globals, name), dictDep(u.builtins, name)
	if !c.trusted(inGlobals, inBuiltins) {
		return c.helper()
	}
	v := Value(c.run.Read(func() uint64 { return uint64(e.keep(u.globals.GetStr(name))) }))
	deps := []dep{inGlobals}
	if v == object.Null {
		v = Value(c.run.Read(func() uint64 { return uint64(e.keep(u.builtins.GetStr(name))) }))
		deps = append(deps, inBuiltins)
	}
	if v == object.Null {
		return c.helper()
	}
	u.globals.Kind |= object.DictWatched
	u.builtins.Kind |= object.DictWatched
	if c.assume(deps...) {
		return ended
	}
	c.s.Push(constant(v))
	if c.in.arg&1 != 0 {
		c.s.Push(constant(object.Null))
	}
	return next
}
