// Known contents of objects' words: attributes of instances, and values in cells. A value that was read or written once is not read or checked
// again until something may have changed it: a store to the same word of an object that may be the same one, or any call.

package pycompiler

import (
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	maxField      = 24 // the last word whose content is remembered
	fieldVersions = 3  // a loop head with so many versions gets no more that differ only in fields
)

// field is the known content of a word of owner, or nil.
func (c *compiler) field(owner *Info, word int32) *Info {
	if owner.Time != vinfo.RunTime {
		return nil
	}
	if v := owner.Item(staging.ItemField + int(word)); v != nil {
		return c.s.Keep(v)
	}
	return nil
}

// freeVars sets the n variables that hold the cells of the function fn. The cells never change, so they are remembered as if they were fields of
// fn.
func (c *compiler) freeVars(fn *Info, n int) {
	s := c.s
	closure := x86.NoReg
	for k := range n {
		cell := c.field(fn, int32(k))
		if cell == nil {
			if closure == x86.NoReg {
				f := s.InReg(fn)
				s.Pin(f)
				closure = s.Temp()
				s.Unpin(f)
				s.Pin(closure)
				c.a.Load(closure, x86.Ptr(f, functionClosure))
			}
			cell = s.NewReg(vinfo.Boxed)
			cell.Flags |= vinfo.NotNull
			c.a.Load(x86.Reg(cell.Place.N()), x86.Ptr(closure, tupleItems+8*int32(k)))
			c.setField(fn, int32(k), cell)
		}
		s.Vars[s.NLocals-n+k] = cell
	}
}

// setField remembers the content of a word of owner. Constants are not worth remembering; values with known fields of their own would form chains.
func (c *compiler) setField(owner *Info, word int32, v *Info) {
	if word > maxField || owner.Time != vinfo.RunTime || owner == v || v.Time == vinfo.CompileTime || staging.HasFields(v) {
		return
	}
	owner.SetItem(staging.ItemField+int(word), c.s.Keep(v))
}

// storable prepares v for a store whose value is remembered: an int is settled, and any other virtual value but a bool is forced.
func (c *compiler) storable(v *Info) {
	switch {
	case v.Time != vinfo.Virtual || v.Rule == staging.RuleBool:
	case v.Rule == staging.RuleInt || v.Rule == staging.RuleWord:
		c.settleOne(v)
	default:
		c.s.Force(v)
	}
}

// stored is setField after a store; the same word of every object that may be the same one is forgotten. A number is remembered unboxed only if it
// has no identity.
func (c *compiler) stored(owner *Info, word int32, v *Info) {
	at := staging.ItemField + int(word)
	class, known := staging.Class(owner)
	every := owner.Time == vinfo.CompileTime // its class may differ when this is compiled again
	c.s.Walk(func(i *Info) {
		if !staging.HasFields(i) || i.Item(at) == nil {
			return
		}
		if other, ok := staging.Class(i); every || ok == known && other == class {
			i.Items[at] = nil
		}
	})
	if v.Time != vinfo.Virtual || v.Rule == staging.RuleBool || isSmall(v.Items[staging.ItemValue]) {
		c.setField(owner, word, v)
	}
}

// unpacked gives the n items of a tuple or list that are known from an unpacking before, or nil.
func (c *compiler) unpacked(v *Info, class uint64, n int) []*Info {
	if !hasClass(v, class) {
		return nil
	}
	size := c.field(v, staging.FieldSize)
	if size == nil || size.Time != vinfo.Virtual || !size.Items[staging.ItemValue].IsKnown() || size.Items[staging.ItemValue].Known.Value != uint64(n) {
		return nil
	}
	items := make([]*Info, n)
	for k := range items {
		if items[k] = c.field(v, staging.FieldItems+int32(k)); items[k] == nil {
			return nil
		}
	}
	return items
}

// setUnpacked remembers all items of a tuple or list: those of a tuple are always the same.
func (c *compiler) setUnpacked(v *Info, class uint64, items []*Info) {
	if !hasClass(v, class) {
		return
	}
	c.setField(v, staging.FieldSize, staging.NewInt(intConst(int64(len(items)))))
	for k, item := range items {
		c.setField(v, staging.FieldItems+int32(k), item)
	}
}

// listChanged forgets the items of all lists: one of them is about to change.
func (c *compiler) listChanged() {
	c.s.Walk(func(i *Info) {
		if !staging.HasFields(i) {
			return
		}
		if class, known := staging.Class(i); !known || class == classList {
			i.Items = i.Items[:staging.ItemField]
		}
	})
}
