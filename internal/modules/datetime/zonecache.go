// Where ZoneInfos come from: caches, files, pickles. The module _zoneinfo.

package datetime

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// zones is what the module _zoneinfo keeps of a runtime. Strong has the keys and the zones that were used last, the last one first.
type zones struct {
	header
	FindFile, Open, Common, Weak, LoadData Value
	Strong                                 *object.List
	Deltas                                 *object.Dict // timedeltas by their seconds
}

const zonesRefs = 1<<8 - 2

var tZones = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_zoneinfo._state", Size: unsafe.Sizeof(zones{}), Refs: zonesRefs, NoWeak: true, Flags: object.TypeNoInstances,
})

// strongSize is how many zones are kept though nothing else refers to them.
const strongSize = 8

var _ = native.Register("_zoneinfo", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tZoneInfo},
		Init:  func(t *Thread, m Value, dict *object.Dict) bool { return zonesOf(t) != nil },
	}
})

// zonesOf is the state of the module, which is made when it is first asked for; nil: an exception is set.
func zonesOf(t *Thread) *zones {
	if v := t.RT.Extra[native.ExtraZoneInfo]; v != null {
		return object.As[zones](v)
	}
	z := object.New[zones](t, tZones)
	if z == nil {
		return nil
	}
	if z.FindFile = attrOf(t, "zoneinfo._tzpath", "find_tzfile"); z.FindFile == null {
		return nil
	}
	if z.Open = attrOf(t, "io", "open"); z.Open == null {
		return nil
	}
	if z.Common = native.ImportModule(t, "zoneinfo._common"); z.Common == null {
		return nil
	}
	if z.Weak = newWeakCache(t); z.Weak == null {
		return nil
	}
	if z.Strong = object.NewList(t, 0); z.Strong == nil {
		return nil
	}
	if z.Deltas = object.NewDict(t); z.Deltas == nil {
		return nil
	}
	if t.RT.Extra[native.ExtraZoneInfo] == null { // the imports may have made it
		t.RT.Extra[native.ExtraZoneInfo] = object.Of(z)
	}
	return object.As[zones](t.RT.Extra[native.ExtraZoneInfo])
}

// attrOf is an attribute of a module.
func attrOf(t *Thread, module, name string) Value {
	m := native.ImportModule(t, module)
	if m == null {
		return null
	}
	return object.GetAttr(t, m, object.Intern(t, name))
}

func newWeakCache(t *Thread) Value {
	f := attrOf(t, "weakref", "WeakValueDictionary")
	if f == null {
		return null
	}
	return object.Call0(t, f)
}

// weakCache is the dict of a class's zones that something else refers to.
func weakCache(t *Thread, z *zones, typ *object.Type) Value {
	if typ.Is(tZoneInfo) {
		return z.Weak
	}
	return object.GetAttr(t, typ.Value(), object.Intern(t, "_weak_cache"))
}

// strong looks a key up in the zones used last, and takes it out; at is -1 if it is not there.
func (z *zones) strong(t *Thread, key Value) (zone Value, ok bool) {
	for i := 0; i+1 < z.Strong.Len(); i += 2 {
		k, zone := *z.Strong.At(i), *z.Strong.At(i + 1)
		switch object.EqualBool(t, key, k) {
		case -1:
			return null, false
		case 1:
			z.drop(zone)
			return zone, true
		}
	}
	return null, true
}

// drop takes a zone out of those used last; comparing keys may have moved it.
func (z *zones) drop(zone Value) {
	for i := 1; i < z.Strong.Len(); i += 2 {
		if *z.Strong.At(i) == zone {
			items := z.Strong.Slice()
			copy(items[i-1:], items[i+1:])
			z.cut(len(items) - 2)
			return
		}
	}
}

// cut leaves the first n items.
func (z *zones) cut(n int) {
	items := z.Strong.Slice()
	clear(items[n:])
	z.Strong.Size = int64(n)
}

// use makes a zone the one used last.
func (z *zones) use(t *Thread, key, zone Value) bool {
	if !z.Strong.Append(t, null) || !z.Strong.Append(t, null) {
		return false
	}
	items := z.Strong.Slice()
	copy(items[2:], items)
	items[0], items[1] = key, zone
	if len(items) > 2*strongSize {
		z.cut(2 * strongSize)
	}
	return true
}

// cachedZone is ZoneInfo(key).
func cachedZone(t *Thread, typ *object.Type, key Value) Value {
	z := zonesOf(t)
	if z == nil {
		return null
	}
	base := typ.Is(tZoneInfo)
	if base {
		if z.Strong.Len() > 0 && *z.Strong.At(0) == key {
			return *z.Strong.At(1)
		}
		zone, ok := z.strong(t, key)
		if !ok {
			return null
		}
		if zone != null {
			return orNull(zone, z.use(t, key, zone))
		}
	}
	weak := weakCache(t, z, typ)
	if weak == null {
		return null
	}
	zone := native.Call2(t, weak, "get", key, none)
	if zone == none {
		made := readZone(t, typ, key)
		if made == null {
			return null
		}
		if zone = native.Call2(t, weak, "setdefault", key, made); zone != null && is(t, zone, tZoneInfo) {
			infoOf(zone).Source = fromCache
		}
	}
	if zone == null || !base {
		return zone
	}
	return orNull(zone, z.use(t, key, zone))
}

func orNull(v Value, ok bool) Value {
	if !ok {
		return null
	}
	return v
}

// readZone makes a ZoneInfo of the file for a key.
func readZone(t *Thread, typ *object.Type, key Value) Value {
	z := zonesOf(t)
	if z == nil {
		return null
	}
	path := object.Call1(t, z.FindFile, key)
	if path == null {
		return null
	}
	file := null
	if path == none {
		file = native.Call1(t, z.Common, "load_tzdata", key)
	} else {
		file = object.Call2(t, z.Open, path, object.NewStr(t, "rb"))
	}
	if file == null {
		return null
	}
	v := loadZone(t, z, typ, file)
	exc := t.Exc
	t.Exc = null
	if native.Call0(t, file, "close") == null {
		if exc == null {
			return null
		}
		t.ClearExc()
	}
	if v == null {
		t.Exc = exc
		return null
	}
	infoOf(v).Key = key
	return v
}

func zoneFromFile(t *Thread, cls Value, a []Value) Value {
	z := zonesOf(t)
	if z == nil {
		return null
	}
	text := object.Repr(t, a[0])
	if text == null {
		return null
	}
	v := loadZone(t, z, object.As[object.Type](cls), a[0])
	if v == null {
		return null
	}
	i := infoOf(v)
	i.Source, i.Repr, i.Key = fromFile, text, native.OrNone(a[1])
	return v
}

func clearCache(t *Thread, cls Value, a []Value) Value {
	z := zonesOf(t)
	if z == nil {
		return null
	}
	typ := object.As[object.Type](cls)
	weak := weakCache(t, z, typ)
	if weak == null {
		return null
	}
	if a[0] == null || a[0] == none {
		if native.Call0(t, weak, "clear") == null {
			return null
		}
		if typ.Is(tZoneInfo) {
			z.cut(0)
		}
		return none
	}
	it := object.Iter(t, a[0])
	if it == null {
		return null
	}
	for key := object.Next(t, it); key != null; key = object.Next(t, it) {
		if typ.Is(tZoneInfo) {
			if _, ok := z.strong(t, key); !ok {
				return null
			}
		}
		if native.Call2(t, weak, "pop", key, none) == null {
			return null
		}
	}
	return native.DoneIf(t.Exc == null)
}

func reduceZone(t *Thread, v Value) Value {
	i := infoOf(v)
	if i.Source == fromFile {
		e := attrOf(t, "pickle", "PicklingError")
		if e == null {
			return null
		}
		if e = object.Call1(t, e, object.NewStr(t, "Cannot pickle a ZoneInfo file from a file stream.")); e != null {
			object.SetExc(t, e)
		}
		return null
	}
	f := object.GetAttr(t, v, object.Intern(t, "_unpickle"))
	if f == null {
		return null
	}
	args := object.Pair(t, native.OrNone(i.Key), object.SmallInt(int64(i.Source)))
	if args == null {
		return null
	}
	return object.Pair(t, f, args)
}

func unpickleZone(t *Thread, cls Value, a []Value) Value {
	if len(a) != 2 {
		return object.Raise(t, object.TTypeError, "_unpickle() takes exactly 2 positional arguments (%d given)", len(a))
	}
	n := object.Index(t, a[1])
	if n == null {
		return null
	}
	if n = object.IntAnd(t, n, object.SmallInt(0xff)); n == null {
		return null
	}
	typ := object.As[object.Type](cls)
	if n.Int() != 0 {
		return cachedZone(t, typ, a[0])
	}
	return readZone(t, typ, a[0])
}
