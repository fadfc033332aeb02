// Definitions that the files named beside them are to replace.
package object

// int.go
func Int64(v Value) (int64, bool) { return v.Int(), v.IsInt() }
func IntSign(v Value) int         { return 0 }
func NewInt(t *Thread, i int64) Value {
	return SmallInt(i)
}

// genericalias.go
func newGenericAlias(t *Thread, origin, args Value) Value { return Null }

// weakref.go
func (rt *Runtime) sweepWeak(live func(uintptr) bool, keep func(uint64)) {}
func (rt *Runtime) trackFinalizer(t *Thread, v Value)                    {}

// mappingproxy.go
func NewMappingProxy(t *Thread, m Value) Value { return m }
