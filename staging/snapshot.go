// Snapshots: frozen states, in packed form (paper, "Dispatching").

package staging

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/varint"
	"github.com/psyco-go/psy/vinfo"
)

// Snapshot is a state at a merge point. It is a stream of varints: for each variable a reference, shifted left by one, with a bit that says whether
// its home is in sync. A reference is
//
//	0      nil
//	1      a vinfo that follows, then references to its items; vinfos are numbered in this order
//	2+n    vinfo n, met before
//
// and a vinfo is
//
//	time | kind<<2 | items?<<4 | more?<<5 | flags<<6
//	Info.By, if Shared.Tells
//	compile-time: the value, 8 bytes wherever objects happen to lie; it is fixed (more)
//	run-time: place+1; its Not (more)
//	virtual: rule
//	number of items, items
//
// Items that follow from a compile-time value alone, its compile-time items, are left out.
//
// Respawning compiles again from a thawed snapshot, and must allocate registers as the first run did. So the first run must start from a thawed
// snapshot too, not from the state that was frozen.
type Snapshot struct {
	Unit           any
	PC             int
	NLocals, Depth uint16
	RawInts, Begun bool

	tells  bool   // it has Info.By
	size   uint16 // len(Vars)
	n      counts
	hash   uint32
	packed string
}

// There are many snapshots.
const _ = uint(64 - unsafe.Sizeof(Snapshot{}))

// counts tells how many of each kind thawing makes.
type counts struct{ infos, items, knowns uint16 }

// Freeze packs the variables of s. Temporaries are left out.
func (s *State) Freeze() *Snapshot {
	p := &s.packer
	*p = packer{first: s.mark + 1, out: p.out[:0], tells: s.Shared != nil && s.Tells}
	for n, v := range s.Vars[:s.Live()] {
		bit := uint64(0)
		if v != nil && s.InSync(n) {
			bit = 1
		}
		p.ref(v, 1, bit)
	}
	s.mark += p.infos
	if max(p.infos, p.items, p.knowns, uint32(len(s.Vars))) > math.MaxUint16 {
		panic(TooComplex{})
	}
	return &Snapshot{Unit: s.Unit, PC: s.PC, NLocals: uint16(s.NLocals), Depth: uint16(s.Depth), RawInts: s.RawInts, Begun: s.Begun, tells: p.tells,
		size: uint16(len(s.Vars)), n: counts{uint16(p.infos), uint16(p.items), uint16(p.knowns)}, hash: s.Hash(), packed: string(p.out)}
}

// Or gives other in place of sn if they are the same.
func (sn *Snapshot) Or(other *Snapshot) *Snapshot {
	if *sn == *other {
		return other
	}
	return sn
}

// InSync reports whether variable n's home holds the variable's value.
func (s *State) InSync(n int) bool {
	v := s.Vars[n]
	return s.Home[n] == v || v != nil && v.Time == vinfo.RunTime && v.Place == vinfo.Slot(n)
}

// NewMark gives a mark that no vinfo of s has.
func (s *State) NewMark() uint32 {
	s.mark++
	return s.mark
}

type packer struct {
	first uint32 // the mark of vinfo 0; that of vinfo n is first+n
	out   []byte
	tells bool

	infos, items, knowns uint32
}

func (p *packer) put(v uint64) { p.out = binary.AppendUvarint(p.out, v) }

func (p *packer) ref(i *Info, shift int, bit uint64) {
	switch {
	case i == nil:
		p.put(0<<shift | bit)
	case i.Mark >= p.first:
		p.put(uint64(2+i.Mark-p.first)<<shift | bit)
	default:
		p.put(1<<shift | bit)
		i.Mark = p.first + p.infos
		p.infos++
		p.info(i)
	}
}

const hasItems, hasMore, flagShift = 1 << 4, 1 << 5, 6

func (p *packer) info(i *Info) {
	items := i.Items
	for len(items) > 0 && !frozenItem(i, items[len(items)-1]) {
		items = items[:len(items)-1]
	}
	head := uint64(i.Time) | uint64(i.Kind)<<2 | uint64(i.Flags)<<flagShift
	if len(items) > 0 {
		head |= hasItems
	}
	if i.Time == vinfo.CompileTime && i.Known.Fixed || i.Time == vinfo.RunTime && i.Not != 0 {
		head |= hasMore
	}
	p.put(head)
	if p.tells {
		p.put(uint64(i.By))
	}
	switch i.Time {
	case vinfo.CompileTime:
		p.out = binary.LittleEndian.AppendUint64(p.out, i.Known.Value)
		p.knowns++
	case vinfo.Virtual:
		p.put(uint64(i.Rule))
	default:
		p.put(uint64(i.Place + 1))
		if i.Not != 0 {
			p.put(uint64(i.Not))
		}
	}
	if len(items) > 0 {
		p.put(uint64(len(items)))
		p.items += uint32(len(items))
		for _, x := range items {
			if !frozenItem(i, x) {
				x = nil
			}
			p.ref(x, 0, 0)
		}
	}
}

func frozenItem(i, x *Info) bool {
	return x != nil && (i.Time != vinfo.CompileTime || x.Time != vinfo.CompileTime)
}

// Frozen is a vinfo as a Reader reads it.
type Frozen struct {
	N      int  // its number; -1: nil
	Seen   bool // the vinfo was read before; only N is set
	Time   vinfo.Time
	Kind   vinfo.Kind
	Flags  vinfo.Flags
	Rule   vinfo.Rule
	Place  Place
	Not    uint16
	By     uint32 // if Shared.Tells
	Fixed  bool   // compile-time
	Value  uint64 // compile-time
	NItems int    // the number of items that follow
}

// Reader reads a snapshot from its start: Var for each variable, and after each vinfo that is not Seen, Item for each of its items.
type Reader struct {
	sn    *Snapshot
	at    int
	infos int
}

// Read makes a reader.
func (sn *Snapshot) Read() Reader { return Reader{sn: sn} }

// Live is the number of variables.
func (sn *Snapshot) Live() int { return int(sn.NLocals) + int(sn.Depth) }

// bytes are those that are not read yet. Nobody writes to them.
func (r *Reader) bytes() []byte {
	rest := r.sn.packed[r.at:]
	return unsafe.Slice(unsafe.StringData(rest), len(rest))
}

func (r *Reader) get() uint64 {
	v := uint64(r.sn.packed[r.at])
	if v < 0x80 {
		r.at++
		return v
	}
	v, n := binary.Uvarint(r.bytes())
	r.at += n
	return v
}

// Var reads the next variable, and whether it is in sync.
func (r *Reader) Var(f *Frozen) (inSync bool) {
	v := r.get()
	r.read(v>>1, f)
	return v&1 != 0
}

// Item reads the next item.
func (r *Reader) Item(f *Frozen) { r.read(r.get(), f) }

func (r *Reader) read(ref uint64, f *Frozen) {
	*f = Frozen{N: int(ref) - 2, Seen: true}
	switch ref {
	case 0:
		f.N = -1
	case 1:
		f.N, f.Seen = r.infos, false
		r.infos++
		r.info(f)
	}
}

func (r *Reader) info(f *Frozen) {
	head := r.get()
	more := head&hasMore != 0
	f.Time, f.Kind, f.Flags, f.Place = vinfo.Time(head&3), vinfo.Kind(head>>2&3), vinfo.Flags(head>>flagShift), vinfo.NoPlace
	if r.sn.tells {
		f.By = uint32(r.get())
	}
	switch f.Time {
	case vinfo.CompileTime:
		f.Value, f.Fixed = binary.LittleEndian.Uint64(r.bytes()), more
		r.at += 8
	case vinfo.Virtual:
		f.Rule = vinfo.Rule(r.get())
	default:
		f.Place = Place(r.get()) - 1
		if more {
			f.Not = uint16(r.get())
		}
	}
	if head&hasItems != 0 {
		f.NItems = int(r.get())
	}
}

// Skip skips n items and everything in them.
func (r *Reader) Skip(n int) {
	for ; n > 0; n-- {
		r.skip(r.get())
	}
}

// skip skips what a reference stands for, if that follows: see info.
func (r *Reader) skip(ref uint64) {
	if ref != 1 {
		return
	}
	r.infos++
	head := r.get()
	if r.sn.tells {
		r.get()
	}
	if vinfo.Time(head&3) == vinfo.CompileTime {
		r.at += 8
	} else if r.get(); vinfo.Time(head&3) == vinfo.RunTime && head&hasMore != 0 {
		r.get()
	}
	if head&hasItems != 0 {
		r.Skip(int(r.get()))
	}
}

// Thaw makes a state from a snapshot, with vinfos and an emitter of its own. The result is the same each time.
func (sn *Snapshot) Thaw(sh *Shared) *State {
	s := NewState(sh, sn.Unit, int(sn.NLocals), int(sn.size))
	s.PC, s.Depth, s.RawInts, s.Begun = sn.PC, int(sn.Depth), sn.RawInts, sn.Begun
	s.infos, s.items = cleared(s.infos, int(sn.n.infos)), cleared(s.items, int(sn.n.items))
	s.knowns = cleared(s.knowns, int(sn.n.knowns))
	t := thawer{s: s, infos: s.infos, items: s.items, knowns: s.knowns}
	t.r = sn.Read()
	for n := range s.Vars[:s.Live()] {
		inSync := t.r.Var(&t.f)
		s.Vars[n] = t.info()
		if inSync {
			s.Home[n] = s.Vars[n]
		}
	}
	return s
}

type thawer struct {
	r      Reader
	f      Frozen // the vinfo read last
	s      *State
	infos  []Info
	items  []*Info       // the items not used yet
	knowns []vinfo.Known // the Knowns not used yet
}

func (t *thawer) info() *Info {
	f := &t.f
	if f.N < 0 {
		return nil
	}
	i := &t.infos[f.N]
	if f.Seen {
		return i
	}
	*i = Info{Time: f.Time, Kind: f.Kind, Flags: f.Flags, Rule: f.Rule, Place: f.Place, Not: f.Not, By: f.By}
	switch {
	case i.Time == vinfo.RunTime && i.Place.IsSlot():
		t.s.Home[i.Place.N()] = i
	case i.Time == vinfo.RunTime:
		t.s.own(i.Place, i)
	case i.Time == vinfo.CompileTime:
		i.Known, t.knowns = &t.knowns[0], t.knowns[1:]
		*i.Known = vinfo.Known{Value: f.Value, Fixed: f.Fixed}
	}
	if f.NItems > 0 {
		i.Items, t.items = t.items[:f.NItems:f.NItems], t.items[f.NItems:]
		for k := range i.Items {
			t.r.Item(f)
			i.Items[k] = t.info()
		}
	}
	return i
}

// Equal reports whether two snapshots have the same content. They may differ in what is fixed.
func Equal(x, y *Snapshot) bool {
	if x.Unit != y.Unit || x.PC != y.PC || x.NLocals != y.NLocals || x.Depth != y.Depth || x.RawInts != y.RawInts || x.Begun != y.Begun {
		return false
	}
	r, q := x.Read(), y.Read()
	var f, g Frozen
	var items func(n int) bool
	same := func() bool {
		n := f.NItems
		f.Fixed, g.Fixed, f.By, g.By = false, false, 0, 0
		return f == g && items(n)
	}
	items = func(n int) bool {
		for range n {
			r.Item(&f)
			q.Item(&g)
			if !same() {
				return false
			}
		}
		return true
	}
	for range x.Live() {
		if r.Var(&f) != q.Var(&g) || !same() {
			return false
		}
	}
	return true
}

// AppendTo appends sn to out as its difference from base: of a variable that has the same bytes in both, one bit tells that. Unpack is the inverse. The unit
// is left out.
func (sn *Snapshot) AppendTo(out []byte, base *Snapshot) []byte {
	flags := uint64(0)
	if sn.RawInts {
		flags |= 1
	}
	if sn.Begun {
		flags |= 2
	}
	out = binary.AppendVarint(out, int64(sn.PC-base.PC))
	for _, v := range [...]uint64{uint64(sn.NLocals), uint64(sn.Depth)<<2 | flags, uint64(sn.size), uint64(sn.n.infos), uint64(sn.n.items), uint64(sn.n.knowns)} {
		out = binary.AppendUvarint(out, v)
	}
	out = binary.LittleEndian.AppendUint32(out, sn.hash)
	same := len(out)
	out = append(out, make([]byte, (sn.Live()+7)/8)...)
	r, q := sn.Read(), base.Read()
	for n := range sn.Live() {
		x, y := r.variable(), ""
		if n < base.Live() {
			y = q.variable()
		}
		if x == y {
			out[same+n/8] |= 1 << (n % 8)
		} else {
			out = append(out, x...)
		}
	}
	return out
}

// Unpack reads a snapshot that AppendTo has appended with the same base.
func (base *Snapshot) Unpack(in *varint.Bytes, unit any) *Snapshot {
	sn := &Snapshot{Unit: unit, PC: base.PC + int(in.Int()), tells: base.tells}
	sn.NLocals = uint16(in.Uint())
	depth := in.Uint()
	sn.Depth, sn.RawInts, sn.Begun = uint16(depth>>2), depth&1 != 0, depth&2 != 0
	sn.size = uint16(in.Uint())
	for _, n := range [...]*uint16{&sn.n.infos, &sn.n.items, &sn.n.knowns} {
		*n = uint16(in.Uint())
	}
	sn.hash = binary.LittleEndian.Uint32(in.Take(4))
	same := in.Take((sn.Live() + 7) / 8)
	other := Snapshot{tells: base.tells, packed: unsafe.String(unsafe.SliceData(*in), len(*in))}
	r, q := other.Read(), base.Read()
	out := make([]byte, 0, 256)
	for n := range sn.Live() {
		x := ""
		if n < base.Live() {
			x = q.variable()
		}
		if same[n/8]>>(n%8)&1 == 0 {
			x = r.variable()
		}
		out = append(out, x...)
	}
	sn.packed = string(out)
	in.Take(r.at)
	return sn
}

// variable is the next variable as it is packed.
func (r *Reader) variable() string {
	start := r.at
	r.skip(r.get() >> 1)
	return r.sn.packed[start:r.at]
}

// Bytes is the snapshot's memory.
func (sn *Snapshot) Bytes() int {
	return int(unsafe.Sizeof(*sn)) + len(sn.packed)
}

var hashSeed = maphash.MakeSeed()

// Hash covers only what is equal in all states that may match each other: which variables are defined. Everything else may differ, because a match
// may lose or un-promote what is known.
func (s *State) Hash() uint32 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	bits := byte(1)
	for _, v := range s.Vars[:s.Live()] {
		if bits >= 0x80 {
			h.WriteByte(bits)
			bits = 1
		}
		bits <<= 1
		if v != nil {
			bits |= 1
		}
	}
	h.WriteByte(bits)
	return uint32(h.Sum64())
}

// Hash is the hash of the frozen state.
func (sn *Snapshot) Hash() uint32 { return sn.hash }

// Text shows the variables in one line; name is as for vinfo.Info.Text.
func (sn *Snapshot) Text(name func(*vinfo.Info) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pc %d", sn.PC)
	s := sn.Thaw(nil)
	for n, v := range s.Vars[:s.Live()] {
		if v == nil {
			continue
		}
		if n < s.NLocals {
			fmt.Fprintf(&b, "; local %d: ", n)
		} else {
			fmt.Fprintf(&b, "; stack %d: ", n-s.NLocals)
		}
		b.WriteString(v.Text(name))
		if s.InSync(n) {
			b.WriteString(" in sync")
		}
	}
	return b.String()
}
