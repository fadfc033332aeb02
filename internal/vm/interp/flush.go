// Which code has caches that other things can make wrong: these are found without looking for them in the heap.

package interp

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// cachers are the code objects of a runtime that have something to be reset. Each entry was paid for when its code changed itself, so resetting
// does not depend on how much code there is. Dead code leaves the lists, reset, at the collection that finds it dead.
type cachers struct {
	checked []listed                       // code with a RESUME_CHECK
	local   []listed                       // code from which tools have wanted events of its own
	wanted  int                            // how many of these have such events
	values  map[listed]struct{}            // code that relies on what instances of a class are as attributes of another
	shapes  map[listedType]map[listed]bool // code that mentions shapes of the type's instances; true: it relies on a shape alone
	changed bool                           // all this is something else than it was when somebody cleared this
	move    func() cachers                 // in a copy of an image all but wanted is still to be made; nil: it has been
}

type listed struct {
	code *Code //psy:root afterMark drops the dead
}

type listedType struct {
	typ *object.Type //psy:root afterMark drops the dead
}

func (x listed) dead(live func(uintptr) bool) bool { return !live(uintptr(unsafe.Pointer(x.code))) }

var cachersKey = object.NewHostKey[*cachers](nil)

func cachersOf(rt *object.Runtime) *cachers { return cachersKey.Of(rt).made() }

// made makes what is still to be made.
func (c *cachers) made() *cachers {
	if c.move != nil {
		*c = c.move()
	}
	return c
}

func attachCachers(rt *object.Runtime) *cachers {
	c := &cachers{values: map[listed]struct{}{}, shapes: map[listedType]map[listed]bool{}}
	cachersKey.Set(rt, c)
	rt.Heap.OnMarked(func(live func(uintptr) bool, _ func(uint64)) { c.made().afterMark(live) })
	return c
}

// afterMark drops dead code, and what code says of shapes of dead classes: other objects will lie there, and new shapes get their numbers.
func (c *cachers) afterMark(live func(uintptr) bool) {
	c.changed = true
	c.checked = slices.DeleteFunc(c.checked, func(x listed) bool {
		if !x.dead(live) {
			return false
		}
		forgetChecks(x.code) // in case that something brings it back
		return true
	})
	c.local = slices.DeleteFunc(c.local, func(x listed) bool {
		if !x.dead(live) {
			return false
		}
		if data := dataOf(x.code); data.wanted() {
			clear(data.local[:])
			c.wanted--
		}
		return true
	})
	for x := range c.values {
		if x.dead(live) {
			forgetAttributes(x.code)
			delete(c.values, x)
		}
	}
	for of, codes := range c.shapes {
		dead := !live(uintptr(unsafe.Pointer(of.typ)))
		for x := range codes {
			if dead || x.dead(live) {
				forgetAttributes(x.code)
				delete(codes, x)
			}
		}
		if len(codes) == 0 {
			delete(c.shapes, of)
		}
	}
}

// noteChecked is called when a RESUME of code becomes a RESUME_CHECK.
func noteChecked(t *Thread, code *Code) {
	if !code.Checked {
		code.Checked = true
		c := cachersOf(t.RT)
		c.changed = true
		c.checked = append(c.checked, listed{code})
	}
}

// countLocal notes that the events that tools want from code only are others now.
func (c *cachers) countLocal(code *Code, had, has bool) {
	c.changed = true
	if data := dataOf(code); !data.listed {
		data.listed = true
		c.local = append(c.local, listed{code})
	}
	if had != has {
		c.wanted++
		if had {
			c.wanted -= 2
		}
	}
}

// forgetAllChecks makes every RESUME look at the instrumentation that is wanted.
func (c *cachers) forgetAllChecks() {
	c.changed = true
	for _, x := range c.checked {
		forgetChecks(x.code)
	}
	clear(c.checked)
	c.checked = c.checked[:0]
}

func forgetChecks(code *Code) {
	code.Checked = false
	for i := 0; i < int(code.NUnits); {
		op, _ := originalAt(code, i)
		if at := unitAt(code, i); *at == opcode.RESUME_CHECK {
			*at = opcode.RESUME
		}
		i += 1 + int(opcode.Caches[op])
	}
}

// noteShape is called when an attribute's cache in code becomes one that mentions a shape of typ. alone: a form that does not compare the version of
// the class, so that it must hear of attributes that the class gets.
func noteShape(t *Thread, code *Code, typ *object.Type, alone bool) {
	if typ.Flags&object.TypeHeap == 0 { // never changes
		return
	}
	c := cachersOf(t.RT)
	codes := c.shapes[listedType{typ}]
	if codes == nil {
		codes = map[listed]bool{}
		c.shapes[listedType{typ}] = codes
	}
	if was, is := codes[listed{code}]; !is || alone && !was {
		codes[listed{code}], c.changed = alone, true
	}
}

// noteValue is called when an attribute's cache in code becomes one that has the value v of a class: its class may begin to be one of descriptors.
func noteValue(t *Thread, code *Code, v Value) {
	if object.TypeOf(t, v).Flags&object.TypeHeap != 0 {
		c := cachersOf(t.RT)
		c.values[listed{code}], c.changed = struct{}{}, true
	}
}

// shadow is Interpreter.Shadow: what relies on shapes of typ, or a subclass, is reset; nil: all that relies on shapes, and on attributes being no descriptors.
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func (c *cachers) shadow(t *Thread, typ *object.Type) {
	c.changed = true
	if typ == nil {
		forgetExecutors(t)
		for _, codes := range c.shapes {
			forgetAlone(codes)
		}
		for x := range c.values {
			forgetAttributes(x.code)
		}
		clear(c.values)
		return
	}
	forgetAlone(c.shapes[listedType{typ}])
	if typ.Watch != null && t.RT.Watcher != nil {
		t.RT.Watcher.TypeChanged(t, typ, object.True)
	}
	for i := 0; typ.Subclasses != nil && i < typ.Subclasses.Len(); i++ {
		c.shadow(t, object.As[object.Type](*typ.Subclasses.At(i)))
	}
}

// forgetAlone resets what relies on shapes alone.
func forgetAlone(codes map[listed]bool) {
	for x, alone := range codes {
		if alone {
			forgetAttributes(x.code)
			delete(codes, x)
		}
	}
}

// forgetAttributes makes every LOAD_ATTR and STORE_ATTR of code generic again.
func forgetAttributes(code *Code) {
	for i := 0; i < int(code.NUnits); {
		op := unitAt(code, i)
		head, _ := originalAt(code, i)
		if (head == opcode.LOAD_ATTR || head == opcode.STORE_ATTR) && !opcode.IsInstrumented(*op) {
			*op = head
		}
		i += 1 + int(opcode.Caches[head])
	}
}

// CacheAddresses calls f with the places in code's caches that may hold addresses.
func (interpreter) CacheAddresses(code *Code, f func(p unsafe.Pointer)) {
	for i := 0; i < int(code.NUnits); {
		head, _ := originalAt(code, i)
		if head == opcode.LOAD_ATTR {
			f(unsafe.Add(unsafe.Pointer(unitAt(code, i)), 2+2*attrDescr))
		}
		i += 1 + int(opcode.Caches[head])
	}
}

// attrDescr is where, in units, the cache of LOAD_ATTR has what the attribute is: see specialize_attr.go.
const attrDescr = 5
