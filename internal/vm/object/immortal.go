// What lives as long as the runtime and never changes: half of what is alive in a small program.

package object

// immortal tells which objects refer to the same others for ever: the names of built-in types and their attributes, the tuples that say what types derive
// from, and descriptors.
func (rt *Runtime) immortal(is func(p uintptr)) {
	add := func(v Value) {
		switch {
		case !v.IsPtr():
		case v.IsExact(TStr) && uint8(As[Str](v).Meta)&StrShared == 0,
			v.IsExact(TMethodDescr), v.IsExact(TClassMethodDescr), v.IsExact(TWrapperDescr), v.IsExact(TGetSetDescr), v.IsExact(TMemberDescr):
			is(uintptr(v))
		}
	}
	for _, v := range rt.Names {
		add(v)
	}
	for _, v := range rt.latin1.Items() {
		add(v)
	}
	is(uintptr(Of(rt.latin1)))
	for _, typ := range rt.Types {
		if typ == nil || typ.Dict == nil {
			continue
		}
		add(typ.Name)
		add(typ.Module)
		is(uintptr(Of(typ.Bases)))
		is(uintptr(Of(typ.MRO)))
		for e, i := typ.Dict.Next(0); e != nil; e, i = typ.Dict.Next(i) {
			add(e.Key)
			add(e.Val)
		}
	}
}
