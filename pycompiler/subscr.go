// Indexing: lists, tuples, bytes, bytearrays and strs by ints, dicts by plain keys.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var (
	classStr       = uint64(object.TStr.Shape())
	classBytes     = uint64(object.TBytes.Shape())
	classByteArray = uint64(object.TByteArray.Shape())
	classDict      = uint64(object.TDict.Shape())
	classSet       = uint64(object.TSet.Shape())
	classFrozenSet = uint64(object.TFrozenSet.Shape())
)

const (
	strLen    = int32(unsafe.Offsetof(object.Str{}.Len))
	strData   = int32(object.StrData)
	bytesLen  = int32(unsafe.Offsetof(object.Bytes{}.Len))
	bytesData = int32(object.BytesData)
	arraySize = int32(unsafe.Offsetof(object.ByteArray{}.Size))
	arrayData = int32(unsafe.Offsetof(object.ByteArray{}.Data))
	arrayCap  = int32(unsafe.Offsetof(object.ByteArray{}.Cap))
	rawData   = int32(object.RawData)
)

// spot is the position of an item in a sequence: an index in a register, or (NoReg) a constant one.
type spot struct {
	reg x86.Reg
	n   int32
}

// mem is the memory of the item, which has size bytes, if the items begin at base+disp.
func (p spot) mem(base x86.Reg, size uint8, disp int32) x86.Mem {
	if p.reg == x86.NoReg {
		return x86.Ptr(base, disp+p.n*int32(size))
	}
	return x86.Idx(base, p.reg, size, disp)
}

// maxSpot bounds constant indexes, so that a displacement can hold them.
const maxSpot = 1 << 24

// spot finds the item with index i, an Int, of the sequence that seq (pinned) points to, whose length lies at offset size. It may use Scratch. ok
// false: the code being compiled is the side exit for an index out of bounds.
func (c *compiler) spot(seq x86.Reg, size int32, i *Info) (p spot, ok bool) {
	s, a := c.s, c.a
	length := x86.Ptr(seq, size)
	t := staging.Scratch
	if i.IsKnown() {
		switch n := int64(i.Known.Value); {
		case n >= 0 && n < maxSpot:
			a.AluMI(x86.CMP, x86.W64, length, int32(n))
			return spot{x86.NoReg, int32(n)}, !c.when(stats.Bounds, c.onlyIf(x86.LE))
		case n < 0 && n > -maxSpot:
			a.Load(t, length)
			a.AddI(t, int32(n))
			return spot{reg: t}, !c.when(stats.Bounds, c.onlyIf(x86.S))
		}
	}
	r := s.InReg(i)
	a.AluRM(x86.CMP, x86.W64, r, length)
	if !c.when(stats.Bounds, c.onlyIf(x86.AE)) {
		return spot{reg: r}, true
	}
	a.Load(t, length)
	a.Add(t, r)
	a.AluRM(x86.CMP, x86.W64, t, length)
	return spot{reg: t}, !c.when(stats.Bounds, c.onlyIf(x86.AE))
}

// container gives the class of a container to be indexed; ended: the class is being promoted.
func (c *compiler) container(v *Info) (class uint64, o outcome) {
	class, stop := classIn(v, indexable)
	if stop {
		return 0, c.promoteSwitch(v, indexable)
	}
	return class, next
}

// intIndex reports whether k is an int; ended: its class is being promoted.
func (c *compiler) intIndex(k *Info) (ok bool, o outcome) {
	class, stop := classIn(k, numbers)
	if stop {
		return false, c.promoteSwitch(k, numbers)
	}
	return class == staging.ClassInt, next
}

func (c *compiler) subscr() outcome {
	s := c.s
	v, k := s.Top(1), s.Top(0)
	class, o := c.container(v)
	if o == ended {
		return o
	}
	if class == classDict {
		return c.dictItem(true)
	}
	if isVirtualSlice(k) {
		return c.slice(v, class, k.Items[1], k.Items[2], k.Items[3], 2)
	}
	if _, ok := sequences[class]; !ok {
		return c.subscrOther()
	}
	return c.itemOf(v, class)
}

// dictItem is BINARY_SUBSCR of a dict.
func (c *compiler) dictItem(exact bool) outcome {
	s := c.s
	v, k := s.Top(1), s.Top(0)
	if c.quick(x86.FuncPC(object.DictPeek), v, k) {
		if _, ok := c.handler(); ok && exact {
			c.callQuick(x86.FuncPC(object.DictHas), v, k)
			c.a.CmpI(x86.RAX, int32(object.False))
			if !c.when(stats.QuickMiss, c.onlyIf(x86.NE)) {
				return c.throw(object.TKeyError, k)
			}
		}
		return c.helper()
	}
	s.Pop(2)
	s.Push(c.result())
	return next
}

// itemOf is BINARY_SUBSCR of v, which is indexed as objects of class are.
func (c *compiler) itemOf(v *Info, class uint64) outcome {
	s := c.s
	k := s.Top(0)
	isInt, o := c.intIndex(k)
	if o == ended {
		return o
	}
	if !isInt {
		return c.helper()
	}
	item := c.item(v, class, s.Int(k))
	if item == nil {
		return c.noItem(class)
	}
	s.Pop(2)
	s.Push(item)
	return next
}

// subscrOther is BINARY_SUBSCR of other objects than those in indexable.
func (c *compiler) subscrOther() outcome {
	v := c.s.Top(1)
	class, known, o := c.findClass(v)
	switch {
	case o == ended:
		return o
	case isPacked(class):
		return c.loadPacked()
	case !known:
		return c.getItem()
	}
	as, o := c.like(class, object.ToSubscript)
	switch {
	case o == ended:
		return o
	case as == classDict:
		return c.dictItem(false)
	case sequences[as] != 0:
		return c.itemOf(v, as)
	}
	return c.getItem()
}

// like gives the built-in container from which the class, defined in Python or another built-in one, has an operation, or 0; ended: an assumption has
// just been broken.
func (c *compiler) like(class uint64, op object.Operation) (as uint64, o outcome) {
	if class >= staging.ClassInt {
		return 0, next
	}
	typ := c.e.shape(class).Type
	as = c.run.Read(func() uint64 {
		if of := typ.Like(c.e.t, op); of != nil {
			return uint64(of.ID.Shape())
		}
		return 0
	})
	if as != 0 && isHeap(typ) {
		deps := assumption.Type(typ)
		switch {
		case !c.trusted(deps...):
			return 0, next
		case c.assume(deps...):
			return 0, ended
		}
	}
	return as, next
}

// noItem is BINARY_SUBSCR where item gives nothing: the index of a list or tuple is out of range.
func (c *compiler) noItem(class uint64) outcome {
	name := map[uint64]string{classList: "list", classTuple: "tuple"}[class]
	if _, ok := c.handler(); !ok || name == "" {
		return c.helper()
	}
	text := Value(c.run.Read(func() uint64 { return uint64(c.e.keep(object.Intern(c.e.t, name+" index out of range"))) }))
	if text == object.Null {
		return c.helper()
	}
	return c.throw(object.TIndexError, constant(text))
}

// sequences gives the offset of the length in the classes that are indexed by ints.
var sequences = map[uint64]int32{
	classList: listSize, classTuple: tupleSize, classStr: strLen, classBytes: bytesLen, classByteArray: arraySize,
}

// item is v[k]; nil: the helper must read it.
func (c *compiler) item(v *Info, class uint64, k *Info) *Info {
	s := c.s
	word := int32(-1) // where the item of a tuple is remembered
	if k.IsKnown() && class == classTuple {
		n := int64(k.Known.Value)
		if item := c.knownItem(v, n); item != nil {
			return item
		}
		if n >= 0 && n < maxItems && hasClass(v, classTuple) {
			word = staging.FieldItems + int32(n)
			if item := c.field(v, word); item != nil {
				return item
			}
		}
	}
	seq := s.Boxed(v)
	s.Pin(seq)
	p, ok := c.spot(seq, sequences[class], k)
	if ok && class == classStr {
		ok = !c.isWide(seq)
	}
	if !ok {
		s.Unpin(seq)
		return nil
	}
	if p.reg != x86.NoReg {
		s.Pin(p.reg)
		defer s.Unpin(p.reg)
	}
	defer s.Unpin(seq)
	item := c.loadItem(seq, class, p)
	if word >= 0 {
		c.setField(v, word, item)
	}
	return item
}

// loadItem loads an item of a sequence; the registers of the sequence and of the index are pinned.
func (c *compiler) loadItem(seq x86.Reg, class uint64, p spot) *Info {
	s, a := c.s, c.a
	switch class {
	case classBytes, classByteArray:
		x := s.NewReg(vinfo.Int)
		x.Flags |= vinfo.Small
		r := x86.Reg(x.Place.N())
		if class == classByteArray {
			a.Load(r, x86.Ptr(seq, arrayData))
			a.MovzxRM(x86.W8, r, p.mem(r, 1, rawData))
		} else {
			a.MovzxRM(x86.W8, r, p.mem(seq, 1, bytesData))
		}
		return staging.NewInt(x)
	}
	item := s.NewReg(vinfo.Boxed)
	item.Flags |= vinfo.NotNull
	r := x86.Reg(item.Place.N())
	switch class {
	case classTuple:
		a.Load(r, p.mem(seq, 8, tupleItems))
	case classList:
		a.Load(r, x86.Ptr(seq, listItems))
		a.Load(r, p.mem(r, 8, valuesAt))
	case classStr:
		own := a.NewLabel()
		a.Lea(x86.W64, r, x86.Ptr(seq, strData))
		a.TestMI(x86.W8, x86.Ptr(seq, headFlags), int32(object.StrShared))
		a.Jcc(x86.E, own)
		a.Load(r, x86.Ptr(seq, strData)) // the text of a long sum lies elsewhere (str_append.go)
		a.AddI(r, object.StrRoomData)
		a.Bind(own)
		a.MovzxRM(x86.W8, r, p.mem(r, 1, 0))
		c.character(item, r)
	}
	return item
}

// knownItem is item n of a tuple that is virtual or known, or nil.
func (c *compiler) knownItem(v *Info, n int64) *Info {
	switch {
	case v.Time == vinfo.Virtual && v.Rule == ruleTuple:
		items := v.Items[1:]
		if n < 0 {
			n += int64(len(items))
		}
		if n >= 0 && n < int64(len(items)) {
			return items[n]
		}
	case v.IsKnown():
		x := object.As[object.Tuple](Value(v.Known.Value))
		if n < 0 {
			n += x.Size
		}
		if n >= 0 && n < x.Size {
			return constant(c.e.keep(*x.At(int(n))))
		}
	}
	return nil
}

// storeSubscr is (value, container, index --).
func (c *compiler) storeSubscr() outcome {
	s := c.s
	x, v, k := s.Top(2), s.Top(1), s.Top(0)
	class, o := c.container(v)
	if o == ended {
		return o
	}
	switch class {
	case classDict:
		if c.quick(x86.FuncPC(object.DictPut), v, k, x) {
			return c.helper()
		}
	case classList, classByteArray:
		isInt, o := c.intIndex(k)
		if o == ended {
			return o
		}
		if !isInt {
			return c.helper()
		}
		if class == classList {
			c.listChanged()
			s.Force(x)
			if !c.storeItem(v, listSize, s.Int(k), x, 8) {
				return c.helper()
			}
			break
		}
		if isInt, o = c.intIndex(x); o == ended {
			return o
		}
		if !isInt || !c.storeByte(v, s.Int(k), s.Int(x)) {
			return c.helper()
		}
	default:
		class, known, o := c.findClass(v)
		switch {
		case o == ended:
			return o
		case isPacked(class):
			return c.storePacked()
		case !known:
			return c.setItem()
		}
		as, o := c.like(class, object.ToSetSubscript)
		switch {
		case o == ended:
			return o
		case as != classDict:
			return c.setItem()
		case c.quick(x86.FuncPC(object.DictPut), v, k, x):
			return c.helper()
		}
	}
	s.Pop(3)
	return next
}

// storeByte stores the Int x into a bytearray; false: x is not a byte, or k is out of bounds.
func (c *compiler) storeByte(v, k, x *Info) bool {
	if x.IsKnown() {
		if x.Known.Value > 255 {
			return false
		}
	} else {
		c.a.CmpI(c.s.InReg(x), 255)
		if c.when(stats.Bounds, c.onlyIf(x86.A)) {
			return false
		}
	}
	return c.storeItem(v, arraySize, k, x, 1)
}

// storeItem stores x, a word, at index k of a list (size 8) or bytearray (size 1), whose items lie in a separate object.
func (c *compiler) storeItem(v *Info, length int32, k, x *Info, size uint8) bool {
	s, a := c.s, c.a
	seq := s.InReg(v)
	s.Pin(seq)
	xr := s.InReg(x)
	s.Pin(xr)
	ok := true
	if size == 1 { // a bytearray that borrows its contents has to get memory of its own
		a.AluMI(x86.CMP, x86.W64, x86.Ptr(seq, arrayCap), 0)
		ok = !c.when(stats.QuickMiss, c.onlyIf(x86.L))
	}
	var p spot
	if ok {
		p, ok = c.spot(seq, length, k)
	}
	if ok {
		if p.reg != x86.NoReg {
			s.Pin(p.reg)
		}
		t := s.Temp()
		if size == 8 {
			a.Load(t, x86.Ptr(seq, listItems))
			a.Store(p.mem(t, 8, valuesAt), xr)
		} else {
			a.Load(t, x86.Ptr(seq, arrayData))
			a.MovMR(x86.W8, p.mem(t, 1, rawData), xr)
		}
		if p.reg != x86.NoReg {
			s.Unpin(p.reg)
		}
	}
	s.Unpin(xr)
	s.Unpin(seq)
	return ok
}

// contains is (item, container -- bool).
func (c *compiler) contains() outcome {
	s := c.s
	x, v := s.Top(1), s.Top(0)
	class, stop := classIn(v, containers)
	if stop {
		return c.promoteSwitch(v, containers)
	}
	var has uintptr
	as := class
	if !containers.Has(class) {
		class, known, o := c.findClass(v)
		switch {
		case o == ended:
			return o
		case !known:
			return c.containsSpecial()
		}
		if as, o = c.like(class, object.ToContain); o == ended {
			return o
		}
	}
	switch as {
	case classTuple, classList:
		if ints := knownInts(v); ints != nil && hasClass(x, staging.ClassInt) {
			return c.conclude(c.asked(flags(c.amongInts(x, ints))), 2)
		}
		has = x86.FuncPC(object.SeqHas)
	case classDict:
		has = x86.FuncPC(object.DictHas)
	case classSet, classFrozenSet:
		has = x86.FuncPC(object.SetHas)
	case classStr:
		has = x86.FuncPC(object.StrHas)
	default:
		return c.containsSpecial()
	}
	if c.quick(has, v, x) {
		return c.helper()
	}
	c.a.CmpI(x86.RAX, int32(object.True))
	return c.conclude(c.asked(flags(x86.E)), 2)
}

// asked is k for "in" and its negation for "not in".
func (c *compiler) asked(k cond) cond {
	if c.in.arg != 0 {
		return k.negated()
	}
	return k
}

// knownInts gives the items of a known tuple of a few small ints, or nil.
func knownInts(v *Info) []int32 {
	if !v.IsKnown() || !Value(v.Known.Value).IsExact(object.TTuple) {
		return nil
	}
	var ints []int32
	for _, y := range object.As[object.Tuple](Value(v.Known.Value)).Items() {
		if !y.IsInt() || y.Int() != int64(int32(y.Int())) || len(ints) == maxItems {
			return nil
		}
		ints = append(ints, int32(y.Int()))
	}
	return ints
}

// amongInts compares an int with several ints; condition E: it is one of them.
func (c *compiler) amongInts(x *Info, ints []int32) x86.Cond {
	r := c.s.InReg(c.s.Int(x))
	found := c.a.NewLabel()
	for k, n := range ints {
		if k > 0 {
			c.a.Jcc(x86.E, found)
		}
		c.a.CmpI(r, n)
	}
	c.a.Bind(found)
	return x86.E
}
