// Names of modules: LOAD_NAME, STORE_NAME, LOAD_GLOBAL and STORE_GLOBAL.
//
// A name that is bound once and then only read is a watched constant (loadNamed). A name that changes is read and written in its entry of the
// namespace's dict, which stays in place as long as the version of the dict's keys does. Such a write notifies no one, so no code may have taken
// the value for a constant: assumption.Set records the names that are written.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	frLocals    = int32(unsafe.Offsetof(object.Frame{}.Locals))
	dictEntries = int32(unsafe.Offsetof(object.Dict{}.Entries))
	dictVersion = int32(unsafe.Offsetof(object.Dict{}.Version))
	entryValue  = int32(object.EntriesItems + unsafe.Offsetof(object.Entry{}.Val))
	entryBytes  = int32(unsafe.Sizeof(object.Entry{}))
)

// loadGlobal is LOAD_GLOBAL.
func (c *compiler) loadGlobal() outcome {
	return c.loadNamed(*c.u.code.NamesTuple.At(int(c.in.arg >> 1)), false, c.in.arg&1 != 0)
}

// loadName is LOAD_NAME in the code of a module; the code of a class has locals of its own.
func (c *compiler) loadName() outcome {
	return c.loadNamed(*c.u.code.NamesTuple.At(int(c.in.arg)), true, false)
}

// loadNamed pushes a global or builtin, and then Null if null is set. local: the frame's locals must be its globals.
func (c *compiler) loadNamed(name Value, local, null bool) outcome {
	e, u := c.e, c.u
	if !object.Of(u.globals).IsExact(object.TDict) || !object.Of(u.builtins).IsExact(object.TDict) {
		return c.helper()
	}
	inGlobals, inBuiltins := assumption.Dict(u.globals, name), assumption.Dict(u.builtins, name)
	if !c.trusted(inGlobals, inBuiltins) {
		return c.loadEntry(name, local, null)
	}
	v := Value(c.run.Read(func() uint64 { return uint64(e.keep(u.globals.GetStr(name))) }))
	deps := []assumption.Dep{inGlobals}
	if v == object.Null {
		v = Value(c.run.Read(func() uint64 { return uint64(e.keep(u.builtins.GetStr(name))) }))
		deps = append(deps, inBuiltins)
	}
	if v == object.Null || local && c.otherLocals() {
		return c.helper()
	}
	if c.assume(deps...) {
		return ended
	}
	c.pushNamed(constant(v), null)
	return next
}

func (c *compiler) pushNamed(v *Info, null bool) {
	c.s.Push(v)
	if null {
		c.s.Push(constant(object.Null))
	}
}

// otherLocals tests whether the frame's locals are not its globals.
func (c *compiler) otherLocals() bool {
	t := c.s.Temp()
	c.a.MovRI(t, uint64(object.Of(c.u.globals)))
	c.a.AluMR(x86.CMP, x86.W64, frameMem(frLocals), t)
	return c.when(stats.TypeMiss, c.onlyIf(x86.NE))
}

// entryOf finds a name among the globals: the offset of its value in the dict's entries, valid while the keys have the given version.
func (c *compiler) entryOf(name Value) (offset, version int32, ok bool) {
	d := c.u.globals
	found := c.run.Read(func() uint64 {
		if !object.Of(d).IsExact(object.TDict) || d.Kind&object.DictStrKeys == 0 {
			return 0
		}
		n, v := d.FindStr(name), d.KeysVersion(c.e.t)
		if n < 0 || n >= 1<<20 || v == 0 {
			return 0
		}
		return uint64(v)<<32 | uint64(n)
	})
	return entryValue + int32(uint32(found))*entryBytes, int32(found >> 32), found != 0
}

// toEntries makes r point to the entries of the globals. True: the keys have changed, or the locals are not the globals, and the helper must be
// called.
func (c *compiler) toEntries(r x86.Reg, version int32, local bool) bool {
	c.a.MovRI(r, uint64(object.Of(c.u.globals)))
	if local {
		c.a.AluMR(x86.CMP, x86.W64, frameMem(frLocals), r)
		if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
			return true
		}
	}
	c.a.MovzxRM(x86.W16, staging.Scratch, x86.Ptr(r, dictVersion)) // a compare with 16 bits in memory has a length-changing prefix
	c.a.AluRI(x86.CMP, x86.W32, staging.Scratch, version)
	if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
		return true
	}
	c.a.Load(r, x86.Ptr(r, dictEntries))
	return false
}

// loadEntry reads a global from its dict entry.
func (c *compiler) loadEntry(name Value, local, null bool) outcome {
	offset, version, ok := c.entryOf(name)
	if !ok {
		return c.helper()
	}
	v := c.s.NewReg(vinfo.Boxed)
	r := x86.Reg(v.Place.N())
	if c.toEntries(r, version, local) {
		return c.helper()
	}
	c.a.Load(r, x86.Ptr(r, offset))
	if c.unbound(v) {
		return c.helper()
	}
	c.pushNamed(v, null)
	return next
}

// storeName is STORE_NAME in the code of a module (local), and STORE_GLOBAL.
func (c *compiler) storeName(local bool) outcome {
	s, u := c.s, c.u
	name := *u.code.NamesTuple.At(int(c.in.arg))
	written := c.run.Read(func() uint64 {
		return b2u(object.Of(u.globals).IsExact(object.TDict) && c.e.watch.Write(assumption.Dict(u.globals, name)))
	})
	if written == 0 {
		return c.helper()
	}
	offset, version, ok := c.entryOf(name)
	if !ok {
		return c.helper()
	}
	v := s.Top(0)
	c.storable(v)
	t := s.Temp()
	s.Pin(t)
	if c.toEntries(t, version, local) {
		s.Unpin(t)
		return c.helper()
	}
	s.StoreBoxed(v, x86.Ptr(t, offset))
	s.Unpin(t)
	s.Pop(1)
	return next
}

// writes declares the names that a unit stores in loops as no constants, since they will change. It is called before any code of the unit is
// compiled.
func (e *Engine) writes(u *Unit) {
	if u.writing || !object.Of(u.globals).IsExact(object.TDict) {
		return
	}
	u.writing = true
	for _, n := range u.storedInLoops() {
		e.watch.Distrust(assumption.Dict(u.globals, *u.code.NamesTuple.At(n)))
	}
}

// storedInLoops gives the indexes of the names that are stored inside loops.
func (u *bytecode) storedInLoops() []int {
	var names []int
	ends := 0 // the last end of the loops that begin at or before i
	loops := map[int]int{}
	for i, in := range u.all() {
		if in.op == bc.JUMP_BACKWARD || in.op == bc.JUMP_BACKWARD_NO_INTERRUPT {
			loops[in.target()] = i
		}
	}
	for i, in := range u.all() {
		ends = max(ends, loops[i])
		if (in.op == bc.STORE_NAME || in.op == bc.STORE_GLOBAL) && i < ends {
			names = append(names, int(in.arg))
		}
	}
	return names
}
