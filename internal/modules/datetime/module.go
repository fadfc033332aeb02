// The module _datetime, and what it keeps of a runtime.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// state is what the modules keep of a runtime.
type state struct {
	header
	UTC, Zero, Epoch                   Value
	UTCOffset, DST, TZName, FromUTC    Value // names
	ISOFormat, Strftime, TimeTuple     Value
	FromTimestamp, Fold, Replace, Time Value
	KwFold                             Value // the name alone, in a tuple
}

const stateRefs = 1<<16 - 2

var tState = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_datetime._state", Size: unsafe.Sizeof(state{}), Refs: stateRefs, NoWeak: true, Flags: object.TypeNoInstances,
})

// stateOf is the state, which is made when it is first asked for; nil: an exception is set.
func stateOf(t *Thread) *state {
	if v := t.RT.Extra[native.ExtraDatetime]; v != null {
		return object.As[state](v)
	}
	return newState(t)
}

func newState(t *Thread) *state {
	s := object.New[state](t, tState)
	if s == nil {
		return nil
	}
	for _, n := range []struct {
		at   *Value
		name string
	}{
		{&s.UTCOffset, "utcoffset"}, {&s.DST, "dst"}, {&s.TZName, "tzname"}, {&s.FromUTC, "fromutc"}, {&s.ISOFormat, "isoformat"},
		{&s.Strftime, "strftime"}, {&s.TimeTuple, "timetuple"}, {&s.FromTimestamp, "fromtimestamp"}, {&s.Fold, "fold"}, {&s.Replace, "replace"},
		{&s.Time, "time"},
	} {
		if *n.at = object.Intern(t, n.name); *n.at == null {
			return nil
		}
	}
	if s.KwFold = object.Tuple1(t, s.Fold); s.KwFold == null {
		return nil
	}
	if s.Zero = allocDelta(t, t.Type(tDelta), 0, 0, 0); s.Zero == null {
		return nil
	}
	if s.UTC = newZone(t, s.Zero, null); s.UTC == null {
		return nil
	}
	if s.Epoch = newDatetime(t, packDate(1970, 1, 1), 0, 0, s.UTC); s.Epoch == null {
		return nil
	}
	t.RT.Extra[native.ExtraDatetime] = object.Of(s)
	return s
}

var _ = native.Register("_datetime", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tDate, tDatetime, tTime, tDelta, tTZInfo, tTimezone},
		Init: func(t *Thread, m Value, dict *object.Dict) bool {
			s := stateOf(t)
			return s != nil && setLimits(t, s) &&
				dict.SetStr(t, "MINYEAR", object.SmallInt(calendar.MinYear)) && dict.SetStr(t, "MAXYEAR", object.SmallInt(calendar.MaxYear)) &&
				dict.SetStr(t, "UTC", s.UTC) && native.SetCapsule(t, dict, "datetime", "datetime_CAPI")
		},
	}
})

// setLimits gives the classes min, max and resolution.
func setLimits(t *Thread, s *state) bool {
	const lastSecond = 23<<16 | 59<<8 | 59
	first, last := packDate(calendar.MinYear, 1, 1), packDate(calendar.MaxYear, 12, 31)
	set := func(id object.TypeID, name string, v Value) bool {
		typ := t.Type(id)
		if v == null || !typ.Dict.SetStr(t, name, v) {
			return false
		}
		typ.Modified(t)
		return true
	}
	zone := func(name string, days, seconds int) bool {
		offset := makeDelta(t, days, seconds, 0)
		return offset != null && set(tTimezone, name, newZone(t, offset, null))
	}
	return set(tDelta, "resolution", makeDelta(t, 0, 0, 1)) && set(tDelta, "min", makeDelta(t, -maxDays, 0, 0)) &&
		set(tDelta, "max", makeDelta(t, maxDays, 86399, 999999)) &&
		set(tDate, "min", newDate(t, first)) && set(tDate, "max", newDate(t, last)) && set(tDate, "resolution", makeDelta(t, 1, 0, 0)) &&
		set(tTime, "min", newTime(t, 0, 0, none)) && set(tTime, "max", newTime(t, lastSecond, 999999, none)) &&
		set(tTime, "resolution", makeDelta(t, 0, 0, 1)) &&
		set(tDatetime, "min", newDatetime(t, first, 0, 0, none)) && set(tDatetime, "max", newDatetime(t, last, lastSecond, 999999, none)) &&
		set(tDatetime, "resolution", makeDelta(t, 0, 0, 1)) &&
		set(tTimezone, "utc", s.UTC) && zone("min", -1, 60) && zone("max", 0, 86340)
}
