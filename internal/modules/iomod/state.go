// Pickling and copying of files in memory: their states. Other files cannot be pickled.

package iomod

import (
	"bytes"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// cannotPickle makes a method of the files that stand for something outside.
func cannotPickle(name string) FuncDef {
	return FuncDef{Name: name, MaxArgs: 1, FN: func(t *Thread, v Value, _ []Value) Value {
		return object.Raise(t, object.TTypeError, "cannot pickle '%s' instances", object.TypeOf(t, v).NameString())
	}}
}

// dictCopy is a copy of an instance's attributes, or None.
func dictCopy(t *Thread, v Value) Value {
	d := object.InstanceDict(t, v, object.TypeOf(t, v).Flags&object.TypeHeap != 0)
	if t.Exc != null {
		return null
	}
	if d == nil || d.Used == 0 {
		return none
	}
	c := d.Copy(t)
	if c == nil {
		return null
	}
	return object.Of(c)
}

// setDict adds the attributes of a state.
func setDict(t *Thread, v, dict Value, which string) bool {
	if dict == none {
		return true
	}
	if !object.IsDict(dict) {
		object.Raise(t, object.TTypeError, "%s item of state should be a dict, got a %s", which, object.TypeName(t, dict))
		return false
	}
	d := object.InstanceDict(t, v, true)
	return d != nil && native.Call1(t, object.Of(d), "update", dict) != null
}

// statePos reads the position of a state; wrong begins the error text.
func statePos(t *Thread, v Value, wrong string) (int64, bool) {
	if !object.IsIntLike(v) {
		object.Raise(t, object.TTypeError, "%s %s", wrong, object.TypeName(t, v))
		return 0, false
	}
	n, ok := object.ArgSize(t, v)
	if ok && n < 0 {
		object.Raise(t, object.TValueError, "position value cannot be negative")
		return 0, false
	}
	return n, ok
}

// stateTuple checks that a state is a tuple of n items, or more.
func stateTuple(t *Thread, v, state Value, n int) *object.Tuple {
	if !object.IsTuple(state) || object.As[object.Tuple](state).Len() < n {
		object.Raise(t, object.TTypeError, "%s.__setstate__ argument should be %d-tuple, got %s", object.TypeName(t, v), n, object.TypeName(t, state))
		return nil
	}
	return object.As[object.Tuple](state)
}

func bytesGetState(t *Thread, v Value) Value {
	b := openBytes(t, v)
	if b == nil {
		return null
	}
	pos := b.pos
	value, dict := native.Call0(t, v, "getvalue"), dictCopy(t, v)
	if value == null || dict == null {
		return null
	}
	n := object.NewInt(t, pos)
	if n == null {
		return null
	}
	return object.Triple(t, value, n, dict)
}

func bytesSetState(t *Thread, v, state Value) Value {
	x := stateTuple(t, v, state, 3)
	if x == nil {
		return null
	}
	b := openToChange(t, v)
	if b == nil {
		return null
	}
	data, ok := native.BufferOf(t, *x.At(0))
	if !ok {
		return null
	}
	b.data, b.pos = bytes.Clone(data), int64(len(data))
	pos, ok := statePos(t, *x.At(1), "second item of state must be an integer, not")
	if !ok {
		return null
	}
	b.pos = pos
	return native.DoneIf(setDict(t, v, *x.At(2), "third"))
}

func stringGetState(t *Thread, v Value) Value {
	s := openString(t, v)
	if s == nil {
		return null
	}
	pos, newline := int64(s.pos), none
	if s.named {
		if newline = object.NewStr(t, s.newline); newline == null {
			return null
		}
	}
	value, dict := native.Call0(t, v, "getvalue"), dictCopy(t, v)
	if value == null || dict == null {
		return null
	}
	r := object.NewTuple(t, 4)
	if r == nil {
		return null
	}
	*r.At(0), *r.At(1), *r.At(2), *r.At(3) = value, newline, object.SmallInt(pos), dict
	return object.Of(r)
}

// stringSetState puts the text in as it is: its line ends were translated when it was written.
func stringSetState(t *Thread, v, state Value) Value {
	if object.As[ioObject](v).Handle != 0 && openString(t, v) == nil { // it is closed
		return null
	}
	x := stateTuple(t, v, state, 4)
	if x == nil {
		return null
	}
	a := t.PushArgs(2)
	if a == nil {
		return null
	}
	a[0], a[1] = *x.At(0), *x.At(1)
	ok := stringInit(t, v, a)
	t.PopArgs(2)
	if !ok {
		return null
	}
	s := openString(t, v)
	if s == nil {
		return null
	}
	if text := *x.At(0); object.IsStr(text) {
		s.setText(text)
	}
	pos, ok := statePos(t, *x.At(2), "third item of state must be an integer, got")
	if !ok {
		return null
	}
	if !s.seek(t, v, int(pos)) {
		return null
	}
	return native.DoneIf(setDict(t, v, *x.At(3), "fourth"))
}

// setText makes a str the whole contents.
func (s *stringFile) setText(v Value) {
	s.out, s.runes, s.random, s.count, s.pos, s.off = object.AppendStr(nil, v), nil, false, int(object.As[object.Str](v).Len), 0, 0
}
