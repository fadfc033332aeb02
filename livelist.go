// Live lists and dicts: Go slices, arrays and maps that Python reads and changes where they are.

package psy

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tLiveList = object.AllocTypeID()
	tLiveMap  = object.AllocTypeID()
)

func init() {
	d := liveDef("host.list", tLive, object.Slots{
		Repr: reprOfCopy, Str: strOfLive, Compare: compareCopies, Hash: noHash, Len: lenOfLive, Subscript: listItem, SetSubscript: setListItem, Contains: copyContains,
		Concat: func(t *object.Thread, a, b object.Value) object.Value {
			if a = copyOfLive(t, a); a == object.Null {
				return a
			}
			if isLive(t, b) && object.IsInstance(t, b, tLiveList) {
				if b = copyOfLive(t, b); b == object.Null {
					return b
				}
			}
			return object.Add(t, a, b)
		},
		InplaceConcat: func(t *object.Thread, a, b object.Value) object.Value {
			if listExtend(t, a, b) == object.Null {
				return object.Null
			}
			return a
		},
		Iter: func(t *object.Thread, v object.Value) object.Value {
			if !liveOf(t, v).made(t, v) {
				return object.Null
			}
			return object.NewSeqIterator(t, object.TSeqIterator, v)
		},
	})
	d.Flags |= object.TypeSequence
	d.Methods = []object.FuncDef{
		{Name: "append", Sig: "(object, /)", F1: func(t *object.Thread, self, x object.Value) object.Value { return listInsert(t, self, -1, x) }},
		{Name: "insert", Sig: "(index, object, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			i, ok := object.AsSize(t, a[0], object.TIndexError)
			n := lenOfLive(t, self)
			if !ok || n < 0 {
				return object.Null
			}
			if i < 0 {
				i = max(0, i+n)
			}
			return listInsert(t, self, int(min(i, n)), a[1])
		}},
		{Name: "extend", Sig: "(iterable, /)", F1: listExtend},
		{Name: "pop", Sig: "(index=-1, /)", MinArgs: 0, MaxArgs: 1, FN: listPop},
		{Name: "clear", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value {
			return listChange(t, self, func(v reflect.Value) { v.SetZero() })
		}},
		{Name: "reverse", Sig: "()", FK: listByCopy("reverse")},
		{Name: "sort", Sig: "(*, key=None, reverse=False)", FK: listByCopy("sort")},
		{Name: "remove", Sig: "(value, /)", FK: listByCopy("remove")},
		{Name: "index", Sig: "(value, start=0, stop=9223372036854775807, /)", FK: askCopy("index")},
		{Name: "count", Sig: "(value, /)", FK: askCopy("count")},
		{Name: "copy", Sig: "()", F0: copyOfLive},
	}
	object.DefineType(tLiveList, d)

	d = liveDef("host.dict", tLive, object.Slots{
		Repr: reprOfCopy, Str: strOfLive, Compare: compareCopies, Hash: noHash, Len: lenOfLive, Subscript: mapItem, SetSubscript: setMapItem,
		Contains: func(t *object.Thread, v, key object.Value) int {
			x, ok := mapFind(t, v, key)
			switch {
			case !ok:
				return -1
			case x.IsValid():
				return 1
			}
			return 0
		},
		Iter: func(t *object.Thread, v object.Value) object.Value {
			d := copyOfLive(t, v)
			if d == object.Null {
				return d
			}
			return object.Iter(t, d)
		},
	})
	d.Flags |= object.TypeMapping
	d.Methods = []object.FuncDef{
		{Name: "get", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			if v := mapGet(t, self, a[0]); v != object.Null || t.Exc != object.Null {
				return v
			}
			if len(a) > 1 {
				return a[1]
			}
			return object.None
		}},
		{Name: "setdefault", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			if v := mapGet(t, self, a[0]); v != object.Null || t.Exc != object.Null {
				return v
			}
			def := object.None
			if len(a) > 1 {
				def = a[1]
			}
			if !setMapItem(t, self, a[0], def) {
				return object.Null
			}
			return mapItem(t, self, a[0])
		}},
		{Name: "pop", Sig: "(key, default=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			v := mapGet(t, self, a[0])
			switch {
			case v != object.Null:
				if !setMapItem(t, self, a[0], object.Null) {
					return object.Null
				}
				return v
			case t.Exc != object.Null:
				return v
			case len(a) > 1:
				return a[1]
			}
			return object.RaiseKeyError(t, a[0])
		}},
		{Name: "update", Sig: "(iterable=(), /, **kwargs)", FK: func(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
			made := object.Call(t, object.Of(t.Type(object.TDict)), args, kw)
			if made == object.Null {
				return made
			}
			d := object.As[object.Dict](made)
			for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
				if !setMapItem(t, self, e.Key, e.Val) {
					return object.Null
				}
			}
			return object.None
		}},
		{Name: "clear", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value {
			x := liveOf(t, self)
			if !x.made(t, self) {
				return object.Null
			}
			x.elem().Clear()
			runtimeOf(t).shrunk(x)
			return object.None
		}},
		{Name: "keys", Sig: "()", FK: askCopy("keys")},
		{Name: "values", Sig: "()", FK: askCopy("values")},
		{Name: "items", Sig: "()", FK: askCopy("items")},
		{Name: "copy", Sig: "()", F0: copyOfLive},
	}
	object.DefineType(tLiveMap, d)
}

func listExtend(t *object.Thread, self, x object.Value) object.Value {
	list := object.ListFromIterable(t, x)
	if list == nil {
		return object.Null
	}
	for i := 0; i < list.Len(); i++ {
		if listInsert(t, self, -1, *list.At(i)) == object.Null {
			return object.Null
		}
	}
	return object.None
}

func noHash(t *object.Thread, v object.Value) (int64, bool) {
	object.Raise(t, object.TTypeError, "unhashable type: '%s'", object.TypeName(t, v))
	return 0, false
}

func lenOfLive(t *object.Thread, v object.Value) int64 {
	x := liveOf(t, v)
	if !x.made(t, v) {
		return -1
	}
	return int64(x.elem().Len())
}

// copyOfLive makes a list or a dict of what is there now. Members that can stay where they are do.
func copyOfLive(t *object.Thread, v object.Value) object.Value {
	r, x := runtimeOf(t), liveOf(t, v)
	if !x.made(t, v) {
		return object.Null
	}
	if x.class.typ.Kind() == reflect.Map {
		d := object.NewDict(t)
		if d == nil || !t.Room(uint64(x.elem().Len())*uint64(unsafe.Sizeof(entry{}))) {
			return object.Null
		}
		for _, e := range sortedEntries(x.elem()) {
			key, err := r.reflected(e.key, x.class.name, 0)
			if err != nil {
				return r.raise(err)
			}
			val, err := r.mapMember(e.value, x.class.name)
			if err != nil {
				return r.raise(err)
			}
			if !d.Set(t, key, val) || !t.Poll() {
				return object.Null
			}
		}
		return object.Of(d)
	}
	list := object.NewList(t, 0)
	if list == nil {
		return object.Null
	}
	for i := 0; i < x.elem().Len(); i++ {
		m, err := r.listMember(x, i)
		if err != nil {
			return r.raise(err)
		}
		if !list.Append(t, m) || !t.Poll() {
			return object.Null
		}
	}
	return object.Of(list)
}

func reprOfCopy(t *object.Thread, v object.Value) object.Value {
	switch object.ReprEnter(t, v) {
	case 1:
		return object.NewStr(t, "...")
	case -1:
		return object.Null
	}
	defer object.ReprLeave(t, v)
	c := copyOfLive(t, v)
	if c == object.Null {
		return c
	}
	return object.Repr(t, c)
}

// compareCopies compares as lists and dicts do.
func compareCopies(t *object.Thread, a, b object.Value, op object.CompareOp) object.Value {
	if !isLive(t, b) && !object.IsList(b) && !object.IsDict(b) {
		return object.NotImplemented
	}
	if a = copyOfLive(t, a); a == object.Null {
		return a
	}
	if isLive(t, b) {
		if k := liveOf(t, b).class; k == nil || k.typ.Kind() == reflect.Struct || k.typ.Kind() == reflect.Chan {
			return object.NotImplemented
		}
		if b = copyOfLive(t, b); b == object.Null {
			return b
		}
	}
	return object.Compare(t, a, b, op)
}

func copyContains(t *object.Thread, v, x object.Value) int {
	c := copyOfLive(t, v)
	if c == object.Null {
		return -1
	}
	return object.Contains(t, c, x)
}

// askCopy is a method that list or dict has and that changes nothing.
func askCopy(name string) func(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
	return func(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
		c := copyOfLive(t, self)
		return callNamed(t, c, name, args, kw)
	}
}

func callNamed(t *object.Thread, v object.Value, name string, args []object.Value, kw object.Value) object.Value {
	n := object.Intern(t, name)
	if v == object.Null || n == object.Null {
		return object.Null
	}
	f := object.GetAttr(t, v, n)
	if f == object.Null {
		return f
	}
	return object.Call(t, f, args, kw)
}

// listByCopy is a method that list has, whose effect on a copy becomes that on the Go value.
func listByCopy(name string) func(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
	return func(t *object.Thread, self object.Value, args []object.Value, kw object.Value) object.Value {
		c := copyOfLive(t, self)
		if res := callNamed(t, c, name, args, kw); res == object.Null || !setList(t, self, c) {
			return object.Null
		}
		return object.None
	}
}

// setList replaces the items.
func setList(t *object.Thread, self, list object.Value) bool {
	r, x := runtimeOf(t), liveOf(t, self)
	to := reflect.New(x.class.typ)
	if err := toGo(r, list, to.Elem(), x.class.name, 0); err != nil {
		r.raise(err)
		return false
	}
	n := x.elem().Len()
	switch {
	case to.Elem().Len() == n:
		reflect.Copy(x.elem(), to.Elem())
		return true
	case !x.resizable(t):
		return false
	case !r.grown(x, sizeOf(to.Elem(), 0), sizeOf(x.elem(), 0)):
		return false
	}
	x.elem().Set(to.Elem())
	return true
}

// resizable reports whether the length may be changed; else an exception is set.
func (x *live) resizable(t *object.Thread) bool {
	why := x.fixed
	if x.class.typ.Kind() == reflect.Array {
		why = "it is a Go array"
	}
	if why != "" {
		object.Raise(t, object.TTypeError, "the length of this list cannot be changed: %s", why)
		return false
	}
	return true
}

func (r *Runtime) listMember(x *live, i int) (object.Value, error) {
	v, fixed := x.elem(), ""
	if v.Kind() == reflect.Array {
		fixed = x.fixed
	}
	e := v.Index(i)
	switch typ := e.Type(); {
	case typ.PkgPath() != "" && specialOf(typ) != nil:
	case e.Kind() == reflect.Int || e.Kind() == reflect.Int64:
		return r.made(object.NewInt(r.t, e.Int()))
	case e.Kind() == reflect.Float64:
		return object.Float(e.Float()), nil
	}
	return r.member(e.Addr(), element(x.class.name, i), fixed)
}

// listIndex is an index within the list; -1: an exception is set.
func listIndex(t *object.Thread, x *live, key object.Value) int {
	i, ok := object.AsSize(t, key, object.TIndexError)
	n := int64(x.elem().Len())
	if i < 0 {
		i += n
	}
	switch {
	case !ok:
		return -1
	case i < 0 || i >= n:
		object.Raise(t, object.TIndexError, "list index out of range")
		return -1
	}
	return int(i)
}

func listItem(t *object.Thread, v, key object.Value) object.Value {
	r, x := runtimeOf(t), liveOf(t, v)
	if !x.made(t, v) {
		return object.Null
	}
	if key.IsExact(object.TSlice) {
		c := copyOfLive(t, v)
		if c == object.Null {
			return c
		}
		return object.GetItem(t, c, key)
	}
	i := listIndex(t, x, key)
	if i < 0 {
		return object.Null
	}
	m, err := r.listMember(x, i)
	if err != nil {
		return r.raise(err)
	}
	return m
}

func setListItem(t *object.Thread, v, key, val object.Value) bool {
	r, x := runtimeOf(t), liveOf(t, v)
	if !x.made(t, v) {
		return false
	}
	if key.IsExact(object.TSlice) {
		c := copyOfLive(t, v)
		if c == object.Null {
			return false
		}
		if val != object.Null {
			if !object.SetItem(t, c, key, val) {
				return false
			}
		} else if !object.SetItem(t, c, key, object.Null) {
			return false
		}
		return setList(t, v, c)
	}
	i := listIndex(t, x, key)
	switch {
	case i < 0:
		return false
	case val == object.Null:
		return listDelete(t, x, i)
	case x.fixed != "" && x.class.typ.Kind() == reflect.Array:
		object.Raise(t, object.TTypeError, "the items of this list cannot be set: %s", x.fixed)
		return false
	}
	e := x.elem().Index(i)
	if !r.dynamic(x, e.Type()) {
		if err := r.store(val, e.Addr(), element(x.class.name, i)); err != nil {
			r.raise(err)
			return false
		}
		return true
	}
	y := reflect.New(e.Type())
	if err := r.store(val, y, element(x.class.name, i)); err != nil {
		r.raise(err)
		return false
	}
	if i >= x.elem().Len() { // converting may have run Python code
		object.Raise(t, object.TIndexError, "list index out of range")
		return false
	}
	if e = x.elem().Index(i); !r.grown(x, sizeOf(y.Elem(), 0), sizeOf(e, 0)) {
		return false
	}
	e.Set(y.Elem())
	return true
}

// listChange changes the slice as a whole.
func listChange(t *object.Thread, self object.Value, f func(v reflect.Value)) object.Value {
	x := liveOf(t, self)
	if !x.made(t, self) || !x.resizable(t) {
		return object.Null
	}
	f(x.elem())
	if x.elem().Len() == 0 {
		runtimeOf(t).shrunk(x)
	}
	return object.None
}

func listDelete(t *object.Thread, x *live, i int) bool {
	if !x.resizable(t) {
		return false
	}
	v := x.elem()
	if i >= v.Len() {
		return true
	}
	runtimeOf(t).grown(x, 0, itemSize(v.Index(i)))
	reflect.Copy(v.Slice(i, v.Len()), v.Slice(i+1, v.Len()))
	v.Index(v.Len() - 1).SetZero()
	v.SetLen(v.Len() - 1)
	if v.Len() == 0 {
		runtimeOf(t).shrunk(x)
	}
	return true
}

// listInsert puts an item before item at; -1: at the end.
func listInsert(t *object.Thread, self object.Value, at int, val object.Value) object.Value {
	r, x := runtimeOf(t), liveOf(t, self)
	if !x.made(t, self) || !x.resizable(t) {
		return object.Null
	}
	v := x.elem()
	y := reflect.New(x.class.typ.Elem())
	if err := r.store(val, y, element(x.class.name, v.Len())); err != nil {
		return r.raise(err)
	}
	if !r.grown(x, itemSize(y.Elem()), 0) {
		return object.Null
	}
	n := v.Len()
	v.Set(reflect.Append(v, y.Elem()))
	if at >= 0 && at < n {
		reflect.Copy(v.Slice(at+1, n+1), v.Slice(at, n))
		v.Index(at).Set(y.Elem())
	}
	return object.None
}

func listPop(t *object.Thread, self object.Value, a []object.Value) object.Value {
	r, x := runtimeOf(t), liveOf(t, self)
	if !x.made(t, self) || !x.resizable(t) {
		return object.Null
	}
	key := object.SmallInt(-1)
	if len(a) > 0 {
		key = a[0]
	}
	if x.elem().Len() == 0 {
		return object.Raise(t, object.TIndexError, "pop from empty list")
	}
	i := listIndex(t, x, key)
	if i < 0 {
		return object.Null
	}
	y := reflect.New(x.class.typ.Elem()) // what is taken out stays what it was
	y.Elem().Set(x.elem().Index(i))
	m, err := r.member(y, element(x.class.name, i), "")
	if err != nil {
		return r.raise(err)
	}
	if !listDelete(t, x, i) {
		return object.Null
	}
	return m
}

// mapKey converts a key. ok false without exception: no key of the map is like it.
func (r *Runtime) mapKey(x *live, key object.Value) (k reflect.Value, ok bool, err error) {
	k = reflect.New(x.class.typ.Key()).Elem()
	if err = toGo(r, key, k, x.class.name+" key", 0); err != nil {
		return k, false, err
	}
	return k, k.Comparable(), nil
}

// mapFind looks a key up. The result is not valid where there is none; ok false: an exception is set.
func mapFind(t *object.Thread, v, key object.Value) (found reflect.Value, ok bool) {
	r, x := runtimeOf(t), liveOf(t, v)
	if !x.made(t, v) {
		return found, false
	}
	if _, ok := object.Hash(t, key); !ok {
		return found, false
	}
	k, ok, err := r.mapKey(x, key)
	switch err.(type) {
	case nil:
	case *ConversionError, *OverflowError:
		return found, true
	default:
		r.raise(err)
		return found, false
	}
	if !ok {
		return found, true
	}
	return x.elem().MapIndex(k), true
}

// mapGet is the value of a key, or Null.
func mapGet(t *object.Thread, v, key object.Value) object.Value {
	e, ok := mapFind(t, v, key)
	if !ok || !e.IsValid() {
		return object.Null
	}
	r := runtimeOf(t)
	m, err := r.mapMember(e, liveOf(t, v).class.name)
	if err != nil {
		return r.raise(err)
	}
	return m
}

// mapMember is the object for a value of a map, which lies nowhere: structs, arrays and slices are copies that cannot be changed.
func (r *Runtime) mapMember(e reflect.Value, where string) (object.Value, error) {
	if typ := e.Type(); isLiveKind(typ) {
		p := reflect.New(typ)
		p.Elem().Set(e)
		fixed := ""
		if typ.Kind() != reflect.Map || e.IsNil() {
			fixed = "it is a value of a Go map; assign a new one to its key"
		}
		return r.liveObject(p, fixed)
	}
	return r.reflected(e, where, 0)
}

func mapItem(t *object.Thread, v, key object.Value) object.Value {
	m := mapGet(t, v, key)
	if m == object.Null && t.Exc == object.Null {
		return object.RaiseKeyError(t, key)
	}
	return m
}

func setMapItem(t *object.Thread, v, key, val object.Value) bool {
	r, x := runtimeOf(t), liveOf(t, v)
	if val == object.Null {
		e, ok := mapFind(t, v, key)
		if ok && !e.IsValid() {
			object.RaiseKeyError(t, key)
		}
		if !ok || !e.IsValid() {
			return false
		}
		k, _, _ := r.mapKey(x, key)
		r.grown(x, 0, sizeOf(k, 0)+sizeOf(e, 0)+8)
		x.elem().SetMapIndex(k, reflect.Value{})
		if x.elem().Len() == 0 {
			r.shrunk(x)
		}
		return true
	}
	if !x.made(t, v) {
		return false
	}
	k, ok, err := r.mapKey(x, key)
	if err != nil {
		r.raise(err)
		return false
	}
	if !ok {
		object.Raise(t, object.TTypeError, "unhashable in Go: '%s'", object.TypeName(t, key))
		return false
	}
	e := reflect.New(x.class.typ.Elem())
	if err := r.store(val, e, element(x.class.name, k)); err != nil {
		r.raise(err)
		return false
	}
	m := x.elem()
	if m.IsNil() {
		if x.fixed != "" {
			object.Raise(t, object.TTypeError, "this dict cannot be changed: %s", x.fixed)
			return false
		}
		m.Set(reflect.MakeMap(m.Type()))
	}
	more, less := sizeOf(k, 0)+sizeOf(e.Elem(), 0)+8, uint64(0)
	if old := m.MapIndex(k); old.IsValid() {
		less = sizeOf(k, 0) + sizeOf(old, 0) + 8
	}
	if !r.grown(x, more, less) {
		return false
	}
	m.SetMapIndex(k, e.Elem())
	return true
}

// container is what a live slice or map counts its growth under.
func (x *live) container() unsafe.Pointer {
	if x.class.typ.Kind() == reflect.Map {
		return x.elem().UnsafePointer()
	}
	return x.at
}

// itemSize is what an item of a slice counts for: slices grow by more than what is put in.
func itemSize(v reflect.Value) uint64 { return sizeOf(v, 0) + uint64(v.Type().Size()) }

// grown counts bytes that Python adds to a slice or a map, less those that it takes away; false: they do not fit, and MemoryError is set.
func (r *Runtime) grown(x *live, more, less uint64) bool {
	at := x.container()
	if x.elem().Len() == 0 {
		r.shrunk(x)
	}
	key := uintptr(at)
	g := r.growths[key]
	if more <= less {
		if g != nil {
			n := min(less-more, g.bytes) // what Go has put there was not counted
			r.rt.Heap.Release(n)
			g.bytes -= n
		}
		return true
	}
	bytes := more - less
	if !r.rt.Heap.Charge(bytes) {
		r.t.NoMemory()
		return false
	}
	if g == nil {
		if r.growths == nil {
			r.growths = map[uintptr]*growth{}
		}
		g = &growth{gone: runtime.AddCleanup((*byte)(at), r.freed, key)}
		r.growths[key] = g
	}
	g.bytes += bytes
	return true
}

// shrunk is for a slice or a map that is empty: nothing that Python has put there is left.
func (r *Runtime) shrunk(x *live) {
	if g := r.growths[uintptr(x.container())]; g != nil {
		r.rt.Heap.Release(g.bytes)
		g.bytes = 0
	}
}

// dynamic reports whether values of a type hold memory of their own.
func (r *Runtime) dynamic(x *live, typ reflect.Type) bool {
	k := typ.Kind()
	return k >= reflect.Array && k != reflect.Pointer
}

// sizeOf estimates how many bytes a value takes, with what it refers to.
func sizeOf(v reflect.Value, depth int) uint64 {
	n := uint64(v.Type().Size())
	if depth > 4 {
		return n
	}
	switch v.Kind() {
	case reflect.String:
		n += uint64(v.Len())
	case reflect.Slice:
		n += uint64(v.Cap()) * uint64(v.Type().Elem().Size())
		if v.Type().Elem().Kind() >= reflect.Array {
			for i := range v.Len() {
				n += sizeOf(v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			n += sizeOf(it.Key(), depth+1) + sizeOf(it.Value(), depth+1) + 8
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() >= reflect.Array {
				n += sizeOf(f, depth+1)
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			n += sizeOf(v.Elem(), depth+1)
		}
	}
	return n
}
