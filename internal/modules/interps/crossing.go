// What crosses between interpreters: values that cannot change, by value, and what names something that all interpreters share. On its way it is data of
// Go's.

package interps

import (
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// crossed is a value on its way. It is one of these: a constant; a tuple; the contents of a buffer; the number of a queue or channel.
type crossed struct {
	c     pyc.Const // None, a bool, int, float, str or bytes
	items []crossed
	view  *crossedView
	queue *int64
	end   *channelEnd
	size  int // bytes that it takes, about, with what it refers to
}

// crossedView is what a memoryview crosses as: a copy of its bytes. The interpreter that sent it gets the view itself back.
type crossedView struct {
	data          []byte
	format, shape crossed
	readOnly      bool
	from          *interpreter
	number        int64 // in its keep
}

// crossedSize is what a value without contents counts.
const crossedSize = 96

// maxCrossedDepth is how deep tuples may be nested.
const maxCrossedDepth = 500

// crosses reports whether values of v's class can cross, as is_shareable says: what is in a tuple does not matter.
func crosses(t *Thread, v Value) bool {
	switch {
	case v == none, v.IsBool(), v.IsInt(), v.IsFloat():
		return true
	case !v.IsPtr():
		return false
	}
	for _, id := range [...]object.TypeID{object.TInt, object.TStr, object.TBytes, object.TTuple, object.TMemoryView, tChannelID} {
		if v.IsExact(id) {
			return true
		}
	}
	k := keepKey.Of(t.RT)
	c := object.Of(object.TypeOf(t, v))
	return c == k.classes[queueClass] || c == k.classes[sendClass] || c == k.classes[recvClass]
}

// pack makes of v what crosses. The meter counts what that takes. False: an exception is set.
func pack(t *Thread, v Value, m *object.Meter) (x crossed, ok bool) { return packAt(t, v, m, 0) }

//psy:bounded depth is compared with maxCrossedDepth
func packAt(t *Thread, v Value, m *object.Meter, depth int) (x crossed, ok bool) {
	x.size = crossedSize
	if !crosses(t, v) {
		s := object.ToStr(t, v)
		if s == null {
			return x, false
		}
		raise(t, notShareableError, "%s does not support cross-interpreter data", object.GoString(s))
		return x, false
	}
	k := keepKey.Of(t.RT)
	switch {
	case v.IsPtr() && v.IsExact(object.TTuple):
		if depth > maxCrossedDepth {
			t.RecursionError(" while sharing a tuple")
			return x, false
		}
		items := object.As[object.Tuple](v).Items()
		if !m.Add(len(items) * crossedSize) {
			return x, false
		}
		x.items, ok = make([]crossed, len(items)), false
		for i, item := range items {
			if !t.Halted() {
				x.items[i], ok = packAt(t, item, m, depth+1)
			}
			if !ok {
				drop(self(t).g, &x)
				return x, false
			}
			x.size += x.items[i].size
		}
		return x, true
	case v.IsPtr() && v.IsExact(object.TMemoryView):
		return packView(t, v, m)
	case v.IsPtr() && v.IsExact(tChannelID):
		e := object.As[channelID](v)
		x.end = &channelEnd{id: e.ID, end: e.End}
		return x, true
	case !v.IsPtr() || v.IsExact(object.TStr) || v.IsExact(object.TBytes):
	case v.IsExact(object.TInt):
		if _, fits := object.Int64(v); !fits {
			object.Raise(t, object.TOverflowError, "try sending as bytes")
			return x, false
		}
	case object.Of(object.TypeOf(t, v)) == k.classes[queueClass]:
		id, ok := idAttr(t, v, "_id")
		x.queue = &id
		return x, ok && holdQueue(t, id)
	default:
		return packEnd(t, v)
	}
	c, err := object.ConstOf(t, v, false, m)
	switch k := c.(type) {
	case *pyc.Str:
		x.size += len(k.S)
	case *pyc.Bytes:
		x.size += len(k.S)
	}
	if err != nil {
		if t.Exc == null {
			object.Raise(t, object.TValueError, "%s", err.Error())
		}
		return x, false
	}
	x.c = c
	return x, true
}

// idAttr is an attribute that is an int.
func idAttr(t *Thread, v Value, name string) (int64, bool) {
	a := object.GetAttr(t, v, object.Intern(t, name))
	if a == null {
		return 0, false
	}
	return object.AsInt64(t, a)
}

// packView is pack for a memoryview.
func packView(t *Thread, v Value, m *object.Meter) (x crossed, ok bool) {
	x.size = crossedSize
	b := native.Call0(t, v, "tobytes")
	format, shape := null, null
	if b != null {
		format, shape = object.GetAttr(t, v, object.Intern(t, "format")), object.GetAttr(t, v, object.Intern(t, "shape"))
	}
	if format == null || shape == null {
		return x, false
	}
	data := object.BytesOf(b)
	if !m.Add(len(data)) {
		return x, false
	}
	w := &crossedView{from: self(t), data: append([]byte(nil), data...), readOnly: object.As[object.MemoryView](v).ReadOnly}
	x.size += len(data)
	if w.format, ok = pack(t, format, m); !ok {
		return x, false
	}
	if w.shape, ok = pack(t, shape, m); !ok {
		return x, false
	}
	k := w.from.keep
	if k.views == nil {
		if k.views = object.NewDict(t); k.views == nil {
			return x, false
		}
	}
	k.last++
	w.number = k.last
	if !k.views.Set(t, object.SmallInt(w.number), v) {
		return x, false
	}
	x.view = w
	return x, true
}

// unpack makes the value in this interpreter. Null: an exception is set.
//
//psy:bounded pack has made it to a depth of maxCrossedDepth
func (x *crossed) unpack(t *Thread) Value {
	switch {
	case x.view != nil:
		return x.view.unpack(t)
	case x.queue != nil:
		return unpackQueue(t, *x.queue)
	case x.end != nil:
		return x.end.unpack(t)
	case x.c != nil:
		return object.LoadConst(t, x.c)
	}
	r := object.NewTuple(t, len(x.items))
	if r == nil {
		return null
	}
	for i := range x.items {
		v := x.items[i].unpack(t)
		if v == null {
			return null
		}
		*r.At(i) = v
	}
	return object.Of(r)
}

func (w *crossedView) unpack(t *Thread) Value {
	if me := self(t); me == w.from && me.keep.views != nil {
		if v := me.keep.views.Get(t, object.SmallInt(w.number)); v != null {
			return v
		}
	}
	v := object.NewBytes(t, w.data)
	if v != null && !w.readOnly {
		v = object.Call1(t, t.Type(object.TByteArray).Value(), v)
	}
	if v != null {
		v = object.NewMemoryView(t, v)
	}
	format, shape := null, null
	if v != null {
		format, shape = w.format.unpack(t), w.shape.unpack(t)
	}
	if format == null || shape == null {
		return null
	}
	if object.GoString(format) == "B" && object.As[object.Tuple](shape).Len() == 1 {
		return v
	}
	return native.Call2(t, v, "cast", format, shape)
}

// gone is told that nobody will receive the value any more: the interpreter that sent it need not keep what it stands for. Any goroutine may call it. The
// group's lock is held.
//
//psy:bounded pack has made it to a depth of maxCrossedDepth
func (x *crossed) gone(g *group) {
	if w := x.view; w != nil {
		w.from.unwanted = append(w.from.unwanted, w.number)
	}
	if x.queue != nil {
		if q, ok := g.queues.find(*x.queue); ok {
			q.release(g)
		}
	}
	for i := range x.items {
		x.items[i].gone(g)
	}
}

// tidy lets go of views that nobody will receive.
func tidy(t *Thread) {
	me := self(t)
	me.take()
	me.g.mu.Lock()
	list := me.unwanted
	me.unwanted = nil
	me.g.unlock()
	for _, n := range list {
		me.keep.views.Delete(t, object.SmallInt(n))
	}
}

// isExact reports whether v is an object of exactly that built-in type.
func isExact(v Value, id object.TypeID) bool { return v.IsPtr() && v.IsExact(id) }

// listOrNull is a list that was made, or Null.
func listOrNull(l *object.List) Value {
	if l == nil {
		return null
	}
	return object.Of(l)
}
