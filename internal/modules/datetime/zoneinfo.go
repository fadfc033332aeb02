// ZoneInfo: time zones by their names, of the files of the IANA's database.

package datetime

import (
	"encoding/binary"
	"sort"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/lib/tzrule"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Where a ZoneInfo comes from.
const (
	fromNoCache = iota
	fromCache
	fromFile
)

// zoneInfo is a ZoneInfo. Kinds has three items for each kind of time: what it is ahead of UTC, how much of that is daylight saving time, and a
// name; the last two kinds are those of the rule. Table is bytes: the times of the changes in UTC, as clocks show them with fold 0 and with fold 1,
// eight bytes each, and the kind that begins with each change.
type zoneInfo struct {
	tzinfo
	Key, Repr, Table Value
	Kinds            *object.Tuple
	Changes          int32
	Before           int32 // the kind before the first change
	Rule             tzrule.Rule
	Fixed            bool // the kind never changes: it is the rule's
	Ready            bool // all of it is filled in
	Source           uint8
}

const zoneInfoRefs = 1<<1 | 1<<2 | 1<<3 | 1<<4

var tZoneInfo = object.AllocTypeID()

var zoneParams = &params{names: []string{"key"}, kinds: "O", required: 1, positional: 1}

func infoOf(v Value) *zoneInfo { return object.As[zoneInfo](v) }

var _ = object.DefineType(tZoneInfo, object.TypeDef{
	Name: "zoneinfo.ZoneInfo", Base: tTZInfo, Size: unsafe.Sizeof(zoneInfo{}), Refs: zoneInfoRefs, Flags: object.TypeBase,
	Slots: object.Slots{New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		return zoneParams.call(t, typ.Value(), args, kw, func(t *Thread, cls Value, a []Value) Value {
			return cachedZone(t, object.As[object.Type](cls), a[0])
		})
	}, Repr: zoneInfoRepr, Str: zoneInfoStr},
	Methods: []FuncDef{
		{Name: "clear_cache", Sig: "(*, only_keys=None)", Class: true, Fn: clearCache},
		{Name: "no_cache", Sig: "(key)", Class: true, Fn: func(t *Thread, cls Value, a []Value) Value {
			return readZone(t, object.As[object.Type](cls), a[0])
		}},
		{Name: "from_file", Sig: "(file_obj, /, key=None)", Class: true, Fn: zoneFromFile},
		{Name: "utcoffset", Sig: "(dt, /)", F1: func(t *Thread, v, when Value) Value { return askZone(t, v, when, 0) }},
		{Name: "dst", Sig: "(dt, /)", F1: func(t *Thread, v, when Value) Value { return askZone(t, v, when, 1) }},
		{Name: "tzname", Sig: "(dt, /)", F1: func(t *Thread, v, when Value) Value { return askZone(t, v, when, 2) }},
		{Name: "fromutc", Sig: "(object, /)", F1: zoneInfoFromUTC},
		{Name: "__reduce__", Sig: "()", F0: reduceZone},
		{Name: "_unpickle", Sig: "(key, from_cache, /)", Class: true, MaxArgs: -1, FN: unpickleZone},
		{Name: "__init_subclass__", Class: true, FK: func(t *Thread, cls Value, _ []Value, _ Value) Value {
			cache := newWeakCache(t)
			if cache == null || !object.SetAttr(t, cls, object.Intern(t, "_weak_cache"), cache) {
				return null
			}
			return none
		}},
	},
	Members: []object.MemberDef{{Name: "key", Word: 1}},
})

// ready checks that a ZoneInfo is complete: while a file is read, a program can find it by gc.get_objects().
func (z *zoneInfo) ready(t *Thread) bool {
	if !z.Ready {
		object.Raise(t, object.TSystemError, "ZoneInfo is not initialized")
	}
	return z.Ready
}

// table is one of the lists of a ZoneInfo: 0 in UTC, 1 and 2 as shown.
func (z *zoneInfo) table(list int) []byte {
	n := int(z.Changes) * 8
	return object.BytesOf(z.Table)[list*n:][:n]
}

func timeAt(table []byte, i int) int64 { return int64(binary.LittleEndian.Uint64(table[i*8:])) }

// kindAt is the kind of time that begins with change i.
func (z *zoneInfo) kindAt(i int) int { return int(object.BytesOf(z.Table)[int(z.Changes)*24+i]) }

// ruleKind is the kind of time by the rule.
func (z *zoneInfo) ruleKind(dst bool) int {
	n := z.Kinds.Len()/3 - 2
	if dst {
		return n + 1
	}
	return n
}

func (z *zoneInfo) offset(kind int) *delta { return deltaOf(*z.Kinds.At(3 * kind)) }

// after is how many changes come no later than a time.
func after(table []byte, when int64) int {
	return sort.Search(len(table)/8, func(i int) bool { return timeAt(table, i) > when })
}

// shownAt is the time that a datetime shows, in seconds since 1970, its year and its fold. Other objects are asked for what datetimes have.
func shownAt(t *Thread, v Value) (shown int64, year, fold int, ok bool) {
	if v.IsExact(tDatetime) {
		d := dateOf(v)
		return int64(d.ordinal()-calendar.Epoch)*secondsDay + int64(d.seconds()), d.year(), d.fold(), true
	}
	r := object.CallMethod0(t, v, object.Intern(t, "toordinal"))
	if r == null {
		return 0, 0, 0, false
	}
	n, ok := object.AsInt(t, r)
	if !ok {
		return 0, 0, 0, false
	}
	seconds := 0
	for _, name := range [...]string{"hour", "minute", "second"} {
		if r = object.GetAttr(t, v, object.Intern(t, name)); r == null {
			return 0, 0, 0, false
		}
		x, ok := object.AsInt(t, r)
		if !ok {
			return 0, 0, 0, false
		}
		seconds = seconds*60 + x
	}
	if is(t, v, tDatetime) {
		year, fold = dateOf(v).year(), dateOf(v).fold()
	} else {
		year, _, _ = calendar.Date(min(max(n, 1), calendar.MaxOrdinal))
	}
	return int64(n-calendar.Epoch)*secondsDay + int64(seconds), year, fold, true
}

// askZone is what a ZoneInfo says of a time: item what of its kind.
func askZone(t *Thread, v, when Value, what int) Value {
	z := infoOf(v)
	if !z.ready(t) {
		return null
	}
	if when == none {
		if z.Fixed {
			return *z.Kinds.At(3*z.ruleKind(false) + what)
		}
		return none
	}
	shown, year, fold, ok := shownAt(t, when)
	if !ok {
		return null
	}
	kind, n := 0, int(z.Changes)
	switch table := z.table(1 + fold&1); {
	case n > 0 && shown < timeAt(table, 0):
		kind = int(z.Before)
	case n == 0 || shown > timeAt(table, n-1):
		kind = z.ruleKind(z.Rule.Shown(shown, fold, year))
	default:
		kind = z.kindAt(after(table, shown) - 1)
	}
	return *z.Kinds.At(3*kind + what)
}

func zoneInfoFromUTC(t *Thread, v, when Value) Value {
	if !needOwn(t, v, when) {
		return null
	}
	z := infoOf(v)
	if !z.ready(t) {
		return null
	}
	seconds, year, _, ok := shownAt(t, when)
	if !ok {
		return null
	}
	kind, n, fold := 0, int(z.Changes), false
	// since is whether a change to kind from what was before lies so short ago that clocks show the time the second time
	since := func(change int) bool {
		before := int(z.Before)
		if change > 0 {
			before = z.kindAt(change - 1)
		}
		lost := int64(z.offset(before).seconds() - z.offset(kind).seconds())
		return lost > seconds-timeAt(z.table(0), change)
	}
	switch table := z.table(0); {
	case n > 0 && seconds < timeAt(table, 0):
		kind = int(z.Before)
	case n == 0 || seconds > timeAt(table, n-1):
		dst := false
		dst, fold = z.Rule.At(seconds, year)
		kind = z.ruleKind(dst)
		fold = fold || n > 0 && since(n-1)
	default:
		i := after(table, seconds) - 1
		kind = z.kindAt(i)
		fold = since(i)
	}
	r := object.BinaryOp(t, object.NbAdd, when, *z.Kinds.At(3 * kind))
	if r == null || !fold {
		return r
	}
	if r.IsExact(tDatetime) {
		datetimeOf(r).HMS |= foldBit
		return r
	}
	s := stateOf(t)
	if s == nil {
		return null
	}
	replace := object.GetAttr(t, r, s.Replace)
	args := t.PushArgs(1)
	if replace == null || args == nil {
		return null
	}
	args[0] = object.SmallInt(1)
	r = object.Call(t, replace, args, s.KwFold)
	t.PopArgs(1)
	return r
}

func zoneInfoRepr(t *Thread, v Value) Value {
	z := infoOf(v)
	b, ok := []byte(object.TypeName(t, v)), true
	switch {
	case z.Key != none && z.Key != null:
		b, ok = object.AppendRepr(t, append(b, "(key="...), z.Key)
	case z.Repr != null:
		b = object.AppendStr(append(b, ".from_file("...), z.Repr)
	}
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(b, ')'))
}

func zoneInfoStr(t *Thread, v Value) Value {
	if key := infoOf(v).Key; key != none && key != null {
		return key
	}
	return zoneInfoRepr(t, v)
}
