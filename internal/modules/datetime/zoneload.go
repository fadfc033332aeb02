// Making a ZoneInfo of what zoneinfo._common reads in a file.

package datetime

import (
	"encoding/binary"
	"slices"

	"github.com/psyco-go/psy/internal/lib/tzrule"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// loadZone makes a ZoneInfo of a file object.
func loadZone(t *Thread, z *zones, typ *object.Type, file Value) Value {
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	data := native.Call1(t, z.Common, "load_data", file)
	if data == null {
		return null
	}
	if !data.IsExact(object.TTuple) {
		text, ok := object.ReprString(t, data)
		if !ok {
			return null
		}
		return object.Raise(t, object.TTypeError, "Invalid data result type: %s", text)
	}
	x := object.As[object.Tuple](data)
	if x.Len() < 6 {
		return object.Raise(t, object.TIndexError, "tuple index out of range")
	}
	for i := range 5 {
		if !object.IsTuple(*x.At(i)) {
			return object.Raise(t, object.TSystemError, "bad argument to internal function")
		}
	}
	if !fillZone(t, z, infoOf(v), x) {
		return null
	}
	return v
}

// numbers are the items of a tuple of ints; there have to be n.
func numbers(t *Thread, v Value, n int) ([]int64, bool) {
	x := object.As[object.Tuple](v)
	if x.Len() < n {
		object.Raise(t, object.TIndexError, "tuple index out of range")
		return nil, false
	}
	list := make([]int64, n)
	for i := range list {
		var ok bool
		if list[i], ok = object.AsInt64(t, *x.At(i)); !ok {
			return nil, false
		}
	}
	return list, true
}

// fillZone takes what was read: kinds of the changes, their times in UTC, and of each kind its offset, whether it is daylight saving time, and its
// name; and a rule for what comes after the changes, or None.
func fillZone(t *Thread, z *zones, info *zoneInfo, x *object.Tuple) bool {
	changes, kinds := object.As[object.Tuple](*x.At(1)).Len(), object.As[object.Tuple](*x.At(2)).Len()
	if !t.Room(uint64(changes+kinds) * 64) {
		return false
	}
	utc, ok := numbers(t, *x.At(1), changes)
	if !ok {
		return false
	}
	begins, ok := numbers(t, *x.At(0), changes)
	if !ok {
		return false
	}
	index := make([]uint8, changes)
	for i, k := range begins {
		if k < 0 || k >= int64(min(kinds, 256)) {
			object.Raise(t, object.TValueError, "Invalid transition index found while reading TZif: %d", k)
			return false
		}
		index[i] = uint8(k)
	}
	offsets, ok := numbers(t, *x.At(2), kinds)
	if !ok {
		return false
	}
	isDST, names := make([]bool, kinds), object.As[object.Tuple](*x.At(4))
	for i := range isDST {
		if i >= object.As[object.Tuple](*x.At(3)).Len() || i >= names.Len() {
			object.Raise(t, object.TIndexError, "tuple index out of range")
			return false
		}
		b := object.Truth(t, *object.As[object.Tuple](*x.At(3)).At(i))
		if b < 0 {
			return false
		}
		isDST[i] = b > 0
	}
	dst := tzrule.DSTOffsets(index, offsets, isDST)
	if info.Kinds = object.NewTuple(t, 3*(kinds+2)); info.Kinds == nil {
		return false
	}
	for i := range kinds {
		if !info.setKind(t, z, i, offsets[i], dst[i], *names.At(i)) {
			return false
		}
	}
	info.Before = int32(max(0, slices.Index(isDST, false)))
	if !info.setTable(t, utc, index, offsets) {
		return false
	}
	info.Ready = info.setRule(t, z, *x.At(5), kinds) && info.setFixed(t, kinds)
	return info.Ready
}

// setKind fills in a kind of time.
func (info *zoneInfo) setKind(t *Thread, z *zones, kind int, offset, dst int64, name Value) bool {
	d := z.delta(t, offset)
	if d == null {
		return false
	}
	e := z.delta(t, dst)
	if e == null {
		return false
	}
	*info.Kinds.At(3 * kind), *info.Kinds.At(3*kind + 1), *info.Kinds.At(3*kind + 2) = d, e, name
	return true
}

// delta is the timedelta of so many seconds; there is one for each number.
func (z *zones) delta(t *Thread, seconds int64) Value {
	key := object.NewInt(t, seconds)
	if key == null {
		return null
	}
	if d := z.Deltas.Get(t, key); d != null || t.Exc != null {
		return d
	}
	d := makeDelta(t, 0, int(seconds), 0)
	if d == null || !z.Deltas.Set(t, key, d) {
		return null
	}
	return d
}

// setTable makes the lists of changes.
func (info *zoneInfo) setTable(t *Thread, utc []int64, index []uint8, offsets []int64) bool {
	n := len(utc)
	v, b := object.MakeBytes(t, n*25)
	if v == null {
		return false
	}
	info.Table, info.Changes = v, int32(n)
	for i, when := range utc {
		before, now := offsets[0], offsets[index[i]]
		if i > 0 {
			before = offsets[index[i-1]]
		}
		binary.LittleEndian.PutUint64(b[i*8:], uint64(when))
		binary.LittleEndian.PutUint64(b[(n+i)*8:], uint64(when+max(before, now)))
		binary.LittleEndian.PutUint64(b[(2*n+i)*8:], uint64(when+min(before, now)))
		b[3*8*n+i] = index[i]
	}
	return true
}

// setRule reads the rule for what comes after the changes. Without one, the last kind goes on.
func (info *zoneInfo) setRule(t *Thread, z *zones, text Value, kinds int) bool {
	given := object.Truth(t, text)
	if given < 0 {
		return false
	}
	if given == 0 {
		if kinds == 0 {
			object.Raise(t, object.TValueError, "No time zone information found.")
			return false
		}
		last := kinds - 1
		if n := int(info.Changes); n > 0 {
			last = info.kindAt(n - 1)
		}
		copy(info.Kinds.Items()[3*kinds:], info.Kinds.Items()[3*last:3*last+3])
		return true
	}
	if !object.IsBytes(text) {
		object.Raise(t, object.TTypeError, "expected bytes, %s found", object.TypeName(t, text))
		return false
	}
	rule, std, dst, problem := tzrule.Parse(string(object.BytesOf(text)))
	if problem != "" {
		shown, ok := object.ReprString(t, text)
		if ok {
			object.Raise(t, object.TValueError, "%s%s", problem, shown)
		}
		return false
	}
	info.Rule = rule
	name := object.NewStr(t, std)
	if name == null || !info.setKind(t, z, kinds, int64(rule.Std), 0, name) {
		return false
	}
	if !rule.Changes {
		return true
	}
	name = object.NewStr(t, dst)
	return name != null && info.setKind(t, z, kinds+1, int64(rule.Dst), int64(rule.Dst-rule.Std), name)
}

// setFixed notes whether the zone has one kind of time.
func (info *zoneInfo) setFixed(t *Thread, kinds int) bool {
	switch {
	case kinds > 1 || info.Rule.Changes:
	case kinds == 0:
		info.Fixed = true
	default:
		for i := range 3 {
			switch object.EqualBool(t, *info.Kinds.At(i), *info.Kinds.At(3 + i)) {
			case -1:
				return false
			case 0:
				return true
			}
		}
		info.Fixed = true
	}
	return true
}
