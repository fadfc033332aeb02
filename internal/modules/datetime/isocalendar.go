// What isocalendar gives: a tuple whose items have names.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/calendar"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tISOCalendar = object.AllocTypeID()

var _ = object.DefineType(tISOCalendar, object.TypeDef{
	Name: "datetime.IsoCalendarDate", Base: object.TTuple,
	Slots: object.Slots{
		New: object.BindNew("IsoCalendarDate", "(year, week, weekday)", func(t *Thread, typ *object.Type, a []Value) Value {
			var n [3]int
			for i := range n {
				var ok bool
				if n[i], ok = object.AsInt(t, a[i]); !ok {
					return null
				}
			}
			return newISOCalendar(t, n)
		}),
		Repr: func(t *Thread, v Value) Value {
			x := object.As[object.Tuple](v)
			b := append([]byte(object.TypeName(t, v)), "(year="...)
			b = appendList(b, int(x.At(0).Int()))
			b = appendList(append(b, ", week="...), int(x.At(1).Int()))
			b = appendList(append(b, ", weekday="...), int(x.At(2).Int()))
			return object.StrOfBytes(t, append(b, ')'))
		},
	},
	Methods: []FuncDef{{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
		items := object.TupleOf(t, object.As[object.Tuple](v).Items())
		if items == null {
			return null
		}
		if items = object.Tuple1(t, items); items == null {
			return null
		}
		return object.Pair(t, t.Type(object.TTuple).Value(), items)
	}}},
	GetSets: []object.GetSetDef{
		{Name: "year", Get: func(t *Thread, v Value) Value { return *object.As[object.Tuple](v).At(0) }},
		{Name: "week", Get: func(t *Thread, v Value) Value { return *object.As[object.Tuple](v).At(1) }},
		{Name: "weekday", Get: func(t *Thread, v Value) Value { return *object.As[object.Tuple](v).At(2) }},
	},
})

func newISOCalendar(t *Thread, parts [3]int) Value {
	v := object.AllocVar(t, t.Type(tISOCalendar), 3*unsafe.Sizeof(null))
	if v == null {
		return null
	}
	x := object.As[object.Tuple](v)
	x.Size = 3
	for i, n := range parts {
		*x.At(i) = object.SmallInt(int64(n))
	}
	return v
}

func isoCalendar(t *Thread, v Value) Value {
	d := dateOf(v)
	year, week, weekday := calendar.ISOWeek(d.year(), d.month(), d.day())
	return newISOCalendar(t, [3]int{year, week, weekday})
}
