// Records: what is kept about a buffer that is placed. A large program has ten thousand buffers with a hundred thousand stubs, so what seldom is read is
// packed.

package pycompiler

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/lib/varint"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
)

// record is the type of a buffer's Data.
type record struct {
	at     *Unit               // whose code the buffer begins with,
	pc     int32               // and where
	flag   int32               // offset of the flag word; -1: the buffer has none
	of     *dispatcher.Version // the version that the buffer is evicted with; nil: none
	packed string              // its objects, the state that it begins in, its path, its stubs: see pack
	site   *promotion.Site     // that of the stubs, if there is one
	begins bool                // the buffer is the code of version of
	meta   int32               // bytes charged
	*needs
	*rare
}

// needs is what a buffer needs of the rest of the program. Many buffers of a function need the same.
type needs struct {
	units []*Unit // whose code, constants and names the buffer needs; each is counted in Unit.uses
	inner []*Unit // those of the stubs' states, where they are not that of the buffer
	deps  []assumption.Dep
}

// rare is what few buffers have.
type rare struct {
	whole   *staging.Snapshot // the state that the buffer begins in, if there is no version
	sites   []*promotion.Site // more of them
	slot    *uint64           // the resume slot that has the buffer's address
	checked *checked
}

// nothingRare is that of most buffers. Nobody writes to it.
var nothingRare rare

// unit is the unit whose code the buffer is.
func (rec *record) unit() *Unit { return rec.at.root() }

// base is the state that those of the record are told by their difference from.
func (rec *record) base() *staging.Snapshot {
	if rec.of == nil {
		return rec.whole
	}
	return rec.of.Snapshot
}

// manyNeeds is the number of needs that are remembered for a function.
const manyNeeds = 16

// needing gives n, or what is equal to it and other code of u has; isNew: n was not known.
func (u *Unit) needing(n *needs) (known *needs, isNew bool) {
	at := slices.IndexFunc(u.needs, func(x *needs) bool {
		return slices.Equal(x.units, n.units) && slices.Equal(x.inner, n.inner) && slices.Equal(x.deps, n.deps)
	})
	if at >= 0 {
		return u.needs[at], false
	}
	if len(u.needs) == manyNeeds {
		u.needs = slices.Delete(u.needs, 0, 1)
	}
	u.needs = append(u.needs, n)
	return n, true
}

// seldom is where what few buffers have can be written.
func (rec *record) seldom() *rare {
	if rec.rare == &nothingRare {
		rec.rare = new(rare)
	}
	return rec.rare
}

// siteAt is site n of those of the stubs.
func (rec *record) siteAt(n int) *promotion.Site {
	if n == 0 {
		return rec.site
	}
	return rec.sites[n-1]
}

// addSite adds a site to those of the stubs, and gives its number.
func (rec *record) addSite(w *promotion.Site) int {
	if rec.site == nil {
		rec.site = w
		return 0
	}
	r := rec.seldom()
	r.sites = append(r.sites, w)
	return len(r.sites)
}

// version is the version that b, whose record rec is, is the code of; nil: there is none.
func (rec *record) version() *dispatcher.Version {
	if rec.begins {
		return rec.of
	}
	return nil
}

// addressBytes is the size of an address. Sizes may not depend on where objects happen to lie: dumps tell them.
const addressBytes = 6

// pack packs the objects that a buffer mentions, in ascending order; the state that the buffer begins in, if that is not the base; the path that those to its
// conditions have in common; and the stubs.
func (e *Engine) pack(rec *record, origin *staging.Snapshot, objects []Value, path respawn.Path, pending []pending) {
	out := binary.AppendUvarint(e.packed[:0], uint64(len(objects)))
	for _, v := range objects {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		out = append(out, b[:addressBytes]...)
	}
	if base := rec.base(); origin == base {
		out = append(out, 0)
	} else {
		out = origin.AppendTo(append(out, 1), base)
	}
	out = path.Append(out)
	var stub lastStub
	for k := range pending {
		out = rec.packStub(out, &pending[k].stub, origin, &stub)
	}
	rec.packed, e.packed = string(out), out
}

// objects are those that the buffer mentions. Each is counted in Engine.pool.
func (rec *record) objects() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		in := varint.Of(rec.packed)
		for range in.Uint() {
			var b [8]byte
			copy(b[:], in.Take(addressBytes))
			if !yield(Value(binary.LittleEndian.Uint64(b[:]))) {
				return
			}
		}
	}
}

// origin is the state that the buffer begins in, and in is what follows it.
func (rec *record) origin() (sn *staging.Snapshot, in varint.Bytes) {
	in = varint.Of(rec.packed)
	in.Take(addressBytes * int(in.Uint()))
	if sn = rec.base(); in.Byte() != 0 {
		sn = sn.Unpack(&in, rec.at)
	}
	return sn, in
}

// A packed stub is
//
//	kind | state<<3 | awaited<<5 | where?<<7
//	reason
//	where, for dumps
//	respawn stubs: the condition, a respawn.Step
//	state new: 0 for the buffer's unit, or 1 and the number in needs.inner; the state's length in three bytes, the state as the difference from the buffer's origin
//	awaited new: the number of the info, the item, the switch, or switches + the number of the site
//	awaited: the case
//
// where state and awaited are:
const (
	absent   = iota // the buffer's origin; nothing is awaited
	likeLast        // the same as that of the last stub that had one
	isNew
)

const stateShift, awaitedShift, toldWhere = 3, 5, 1 << 7

// lastStub is what a packed stub tells its difference from.
type lastStub struct {
	cond    respawn.Step
	state   *staging.Snapshot
	awaited promotion.Awaited // without Case
}

// packStub appends a stub to out. It adds to the record what cannot be packed.
func (rec *record) packStub(out []byte, st *stub, origin *staging.Snapshot, last *lastStub) []byte {
	state, awaited := absent, absent
	if st.sn != origin {
		if state = likeLast; st.sn != last.state {
			state, last.state = isNew, st.sn
		}
	}
	waits := st.Awaited
	if waits.Case = 0; waits != (promotion.Awaited{}) {
		if awaited = likeLast; waits != last.awaited {
			awaited, last.awaited = isNew, waits
		}
	}
	head := byte(int(st.kind) | state<<stateShift | awaited<<awaitedShift)
	if st.where != 0 {
		head |= toldWhere
	}
	out = append(out, head, byte(st.reason))
	if st.where != 0 {
		out = binary.AppendUvarint(out, uint64(st.where))
	}
	if st.kind == respawnStub {
		out = st.cond.Append(out, last.cond)
		last.cond = st.cond
	}
	if state == isNew {
		if u := st.sn.Unit.(*Unit); u == rec.at {
			out = append(out, 0)
		} else {
			out = binary.AppendUvarint(append(out, 1), uint64(slices.Index(rec.inner, u)))
		}
		start := len(out)
		out = st.sn.AppendTo(append(out, 0, 0, 0), origin)
		length := len(out) - start - 3 // a snapshot takes less than 1<<24 bytes: see staging.State.Freeze
		out[start], out[start+1], out[start+2] = byte(length), byte(length>>8), byte(length>>16)
	}
	if awaited == isNew {
		n := len(promotion.Switches())
		if waits.Switch != nil {
			n = int(waits.Switch.ID)
		} else {
			n += rec.addSite(waits.Site)
		}
		out = binary.AppendVarint(out, int64(waits.Info))
		out = binary.AppendVarint(out, int64(waits.Item))
		out = binary.AppendUvarint(out, uint64(n))
	}
	if awaited != absent {
		out = binary.AppendVarint(out, int64(st.Case))
	}
	return out
}

// stubReader reads the stubs of a buffer one after the other, from the first one on.
type stubReader struct {
	rec    *record
	origin *staging.Snapshot
	path   varint.Bytes // what the paths to the conditions have in common
	rest   varint.Bytes

	// The stub that was read last:
	n       int
	kind    stubKind
	reason  stats.Reason
	where   uint32
	cond    respawn.Step // of the last one that had one
	unit    *Unit        // of the last state,
	state   varint.Bytes // and the state
	isState bool
	awaited promotion.Awaited // the last one
	waits   bool
}

// stubs reads the stubs.
func (rec *record) stubs() stubReader {
	origin, in := rec.origin()
	r := stubReader{rec: rec, origin: origin, path: in, rest: in, n: -1}
	respawn.SkipPath(&r.rest)
	return r
}

// next moves on to the next stub, if there is one. Stub n is that of the buffer's jump n.
func (r *stubReader) next() bool {
	in := &r.rest
	if len(*in) == 0 {
		return false
	}
	head := in.Byte()
	r.n++
	r.kind, r.reason, r.where = stubKind(head&(1<<stateShift-1)), stats.Reason(in.Byte()), 0
	if head&toldWhere != 0 {
		r.where = uint32(in.Uint())
	}
	if r.kind == respawnStub {
		r.cond = respawn.ReadStep(in, r.cond)
	}
	state := head >> stateShift & 3
	if r.isState = state != absent; state == isNew {
		if r.unit = r.rec.at; in.Byte() != 0 {
			r.unit = r.rec.inner[in.Uint()]
		}
		n := int(in.Byte()) | int(in.Byte())<<8 | int(in.Byte())<<16
		r.state = in.Take(n)
	}
	awaited := head >> awaitedShift & 3
	if r.waits = awaited != absent; awaited == isNew {
		r.awaited = promotion.Awaited{Info: int32(in.Int()), Item: int16(in.Int())}
		n, switches := int(in.Uint()), promotion.Switches()
		if n < len(switches) {
			r.awaited.Switch = switches[n]
		} else {
			r.awaited.Site = r.rec.siteAt(n - len(switches))
		}
	}
	if r.waits {
		r.awaited.Case = int16(in.Int())
	}
	return true
}

// stub is the stub that was read last, as one of b.
func (r *stubReader) stub(b *codebuf.Buffer) *stub {
	st := &stub{kind: r.kind, reason: r.reason, where: r.where, sn: r.origin, of: r.rec.of, jump: codebuf.Jump{From: b, N: r.n}}
	if r.isState {
		state := r.state
		st.sn = r.origin.Unpack(&state, r.unit)
	}
	if r.waits {
		st.Awaited = r.awaited
	}
	if r.kind == respawnStub {
		st.cond, st.path = r.cond, respawn.ReadPath(r.path, r.cond)
	}
	if r.rec.checked != nil {
		st.expect = r.rec.checked.expected[r.n]
	}
	return st
}

// like reports whether st is was, packed and unpacked.
func (st *stub) like(was *stub) bool {
	return st.kind == was.kind && st.reason == was.reason && st.where == was.where && st.Awaited == was.Awaited && st.expect == was.expect &&
		(st.kind != respawnStub || st.cond == was.cond) && *st.sn == *was.sn
}

// stub is stub n of b, whose record rec is.
func (rec *record) stub(b *codebuf.Buffer, n int) *stub {
	r := rec.stubs()
	for range n + 1 {
		r.next()
	}
	return r.stub(b)
}
