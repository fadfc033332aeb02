// What statistics hold, as Python objects.

package native

import (
	"maps"
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
)

// FromJSON makes dicts, ints, floats and strs of what encoding/json would write: of statistics, whose kinds it knows.
//
//psy:bounded the statistics have four levels
func FromJSON(t *Thread, v any) Value {
	switch v := v.(type) {
	case string:
		return object.NewStr(t, v)
	case float64:
		return object.Float(v)
	case uint64:
		return object.NewUint(t, v)
	case map[string]uint64:
		return dictFrom(t, v)
	case map[string]any:
		return dictFrom(t, v)
	case map[string]map[string]uint64:
		return dictFrom(t, v)
	}
	panic("BUG: a kind of statistic without a Python form")
}

func dictFrom[V any](t *Thread, m map[string]V) Value {
	d := object.NewDict(t)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if d == nil {
			return null
		}
		if v := FromJSON(t, m[k]); v == null || !d.SetStr(t, k, v) {
			return null
		}
	}
	if d == nil {
		return null
	}
	return object.Of(d)
}
