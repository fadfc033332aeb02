// Definitions that the files named beside them are to replace.
package object

// int.go
func Int64(v Value) (int64, bool) { return v.Int(), v.IsInt() }
func IntSign(v Value) int         { return 0 }

// type_slots.go
func (rt *Runtime) addSlotWrappers(t *Thread, typ *Type) {}
func inheritSlots(t *Thread, typ *Type)                  {}
func (typ *Type) binaryFrom(op Nb) *Type                 { return typ } // the class whose slot function this is
func defaultRepr(t *Thread, v Value) Value               { return NewStr(t, "<"+TypeName(t, v)+" object>") }

// descr.go
func newGetSetDescr(t *Thread, typ *Type, i uint32, g *GetSetDef) Value { return None }
func newMemberDescr(t *Thread, typ *Type, name Value, word int, readOnly, orNone bool) Value {
	return None
}

// genericalias.go
func newGenericAlias(t *Thread, origin, args Value) Value { return Null }

// weakref.go
func (rt *Runtime) sweepWeak(live func(uintptr) bool, keep func(uint64)) {}
func (rt *Runtime) trackFinalizer(t *Thread, v Value)                    {}

// mappingproxy.go
func NewMappingProxy(t *Thread, m Value) Value { return m }
