// Attributes of objects that have a dict: those whose __dict__ was asked for, and instances of built-in classes' subclasses.
//
// Instances of a class usually get their attributes in the same order. So an attribute is looked for in the entry where tier 1 saw it last, or that it
// would have, had the dict been made from the attributes' words; only if another key is there, a quick helper searches the dict. What was read is not
// remembered: whoever has the dict can change it.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	dictN      = int32(unsafe.Offsetof(object.Dict{}.N))
	dictKind   = int32(unsafe.Offsetof(object.Dict{}.Kind))
	dictFilter = int32(unsafe.Offsetof(object.Dict{}.Filter))
	entryName  = int32(object.EntriesItems + unsafe.Offsetof(object.Entry{}.Key))

	noEntry    = 1<<16 - 1
	maxShapes  = 64 // so many shapes of a class are asked where an attribute is
	maxEntries = 1 << 10
)

// dictUse is what is expected of the owner's dict.
type dictUse uint8

const (
	noDict    dictUse = iota // the attribute does not depend on a dict
	dictHas                  // it has the attribute
	dictLacks                // it does not have the attribute, which comes from the class
	dictUnset                // there is no dict, and the attribute comes from the class
)

// usualEntry is where the dicts of sh's instances probably have the attribute that the current instruction reads or writes, or noEntry.
func (c *compiler) usualEntry(sh *object.Shape, name Value) int32 {
	if i := interp.EntryHint(c.u.code, int(c.in.at), sh.ID()); i >= 0 && i < maxEntries {
		return int32(i)
	}
	n, typ := 0, sh.Type
	for sh := typ.Shapes; sh != nil && n < maxShapes; sh = sh.Sibling {
		if i := sh.Lookup(name); i >= 0 && i < maxEntries {
			return int32(i)
		}
		n++
	}
	return noEntry
}

// dictAttr reads an attribute from the owner's dict; nil: there is none, so it is the class's.
func (c *compiler) dictAttr(at attribute, owner *Info, name Value) *Info {
	s, a := c.s, c.a
	a.AluMI(x86.CMP, x86.W64, x86.Ptr(s.InReg(owner), 8*at.ext), 0)
	if at.dict == dictUnset {
		if !c.when(stats.ShapeMiss, c.onlyIf(x86.NE)) {
			return nil
		}
	} else if c.when(stats.ShapeMiss, c.onlyIf(x86.E)) {
		return nil
	}
	if at.entry != noEntry && at.dict == dictHas {
		if v := c.entryAttr(at, owner, name); v != nil {
			return v
		}
	}
	c.quickArgs(owner, constant(name))
	over := a.NewLabel()
	if at.dict != dictHas { // most dicts that lack it say so by their filter
		a.Load(x86.RAX, x86.Ptr(x86.ArgRegs[1], 8*at.ext))
		a.MovRM(x86.W32, x86.RAX, x86.Ptr(x86.RAX, dictFilter))
		a.AluRI(x86.AND, x86.W32, x86.RAX, int32(object.FilterBit(object.As[object.Str](name).Hash)))
		a.Jcc(x86.E, over)
	}
	c.enterQuick(x86.FuncPC(object.DictAttr))
	a.Bind(over)
	a.Test(x86.RAX, x86.RAX)
	if at.dict == dictHas {
		if c.when(stats.QuickMiss, c.onlyIf(x86.E)) {
			return nil
		}
	} else if !c.when(stats.QuickMiss, c.onlyIf(x86.NE)) {
		return nil
	}
	return c.result()
}

// toEntry makes a pinned register point to the entries of the owner's dict, if the attribute has its usual entry there. False: it has not, and no
// register is pinned.
func (c *compiler) toEntry(at attribute, owner *Info, name Value, store bool) (r x86.Reg, ok bool) {
	s, a := c.s, c.a
	o := s.InReg(owner)
	s.Pin(o)
	r = s.Temp()
	s.Unpin(o)
	s.Pin(r)
	a.Load(r, x86.Ptr(o, 8*at.ext))
	if store {
		a.Test(r, r)
		if c.when(stats.ShapeMiss, c.onlyIf(x86.E)) {
			s.Unpin(r)
			return r, false
		}
		a.TestMI(x86.W8, x86.Ptr(r, dictKind), int32(object.DictWatched))
		if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
			s.Unpin(r)
			return r, false
		}
	}
	a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, dictN), at.entry)
	if c.when(stats.QuickMiss, c.onlyIf(x86.LE)) {
		s.Unpin(r)
		return r, false
	}
	a.Load(r, x86.Ptr(r, dictEntries))
	a.MovRI(staging.Scratch, uint64(name))
	a.AluMR(x86.CMP, x86.W64, x86.Ptr(r, entryName+at.entry*entryBytes), staging.Scratch)
	if c.when(stats.QuickMiss, c.onlyIf(x86.NE)) {
		s.Unpin(r)
		return r, false
	}
	return r, true
}

// entryAttr reads an attribute from its usual entry; nil: it is not there.
func (c *compiler) entryAttr(at attribute, owner *Info, name Value) *Info {
	s := c.s
	r, ok := c.toEntry(at, owner, name, false)
	if !ok {
		return nil
	}
	v := s.NewReg(vinfo.Boxed)
	s.Unpin(r)
	c.a.Load(x86.Reg(v.Place.N()), x86.Ptr(r, entryValue+at.entry*entryBytes))
	v.Flags |= vinfo.NotNull
	return v
}

// storeInDict writes an attribute to the owner's dict.
func (c *compiler) storeInDict(at attribute, owner, v *Info, name Value) outcome {
	s := c.s
	c.storable(v)
	r, ok := c.toEntry(at, owner, name, true)
	if !ok {
		return c.putAttr(name)
	}
	s.StoreBoxed(v, x86.Ptr(r, entryValue+at.entry*entryBytes))
	s.Unpin(r)
	s.Pop(2)
	return next
}
