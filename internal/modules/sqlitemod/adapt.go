//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Adapters and converters: which values stand for objects in databases.

package sqlitemod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tPrepareProtocol = object.AllocTypeID()

type prepareProtocol struct{ header }

var _ = object.DefineType(tPrepareProtocol, object.TypeDef{
	Name: "sqlite3.PrepareProtocol", Size: unsafe.Sizeof(prepareProtocol{}), Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New:  func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return object.AllocInstance(t, typ) },
		Init: func(t *Thread, self Value, args []Value, kw Value) bool { return true },
	},
})

func registerAdapter(t *Thread, _ Value, a []Value) Value {
	s := stateOf(t)
	switch a[0] {
	case t.Type(object.TInt).Value(), t.Type(object.TFloat).Value(), t.Type(object.TStr).Value(), t.Type(object.TByteArray).Value():
		s.BaseAdapted = true
	case t.Type(object.TNoneType).Value(), t.Type(object.TBytes).Value():
		s.PlainAdapted = true
	}
	key := object.Pair(t, a[0], t.Type(tPrepareProtocol).Value())
	if key == null || !s.Adapters.Set(t, key, a[1]) {
		return null
	}
	s.Registered = int64(s.Adapters.Used)
	return none
}

func registerConverter(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "register_converter() argument 1 must be str, not %s", object.TypeName(t, a[0]))
	}
	name := object.CallMethod0(t, a[0], object.Intern(t, "upper"))
	if name == null || !stateOf(t).Converters.Set(t, name, a[1]) {
		return null
	}
	return none
}

func adaptFunc(t *Thread, _ Value, a []Value) Value {
	proto, alt := t.Type(tPrepareProtocol).Value(), null
	if len(a) > 1 {
		proto = a[1]
	}
	if len(a) > 2 {
		alt = a[2]
	}
	return adapt(t, a[0], proto, alt)
}

// adapt asks the adapters, the protocol and the object itself for a value that stands for the object; alt is what there is otherwise.
func adapt(t *Thread, v, proto, alt Value) Value {
	s := stateOf(t)
	key := object.Pair(t, object.TypeOf(t, v).Value(), proto)
	if key == null {
		return null
	}
	if f := s.Adapters.Get(t, key); f != null {
		return object.Call1(t, f, v)
	} else if t.Exc != null {
		return null
	}
	for _, ask := range [...]struct {
		of, with Value
		name     string
	}{{proto, v, "__adapt__"}, {v, proto, "__conform__"}} {
		f := object.LookupAttr(t, ask.of, object.Intern(t, ask.name))
		if f == null {
			if t.Exc != null {
				return null
			}
			continue
		}
		r := object.Call1(t, f, ask.with)
		switch {
		case r == null && !t.ClearIf(object.TTypeError):
			return null
		case r != null && r != none:
			return r
		}
	}
	if alt != null {
		return alt
	}
	return raise(t, eProgrammingError, "can't adapt")
}

// adapted is what is bound for a parameter.
func adapted(t *Thread, s *state, v Value) Value {
	switch {
	case v.IsInt() || v.IsFloat() || v.IsExact(object.TStr) || v.IsExact(object.TInt) || v.IsExact(object.TFloat) || v.IsExact(object.TByteArray):
		if !s.BaseAdapted {
			return v
		}
	case v == none || v.IsExact(object.TBytes):
		if !s.PlainAdapted && s.Registered == int64(s.Adapters.Used) {
			return v
		}
	}
	return adapt(t, v, t.Type(tPrepareProtocol).Value(), v)
}

// converterOf is the converter for a type's name; Null: none, or an exception is set.
func converterOf(t *Thread, name []byte) Value {
	v := object.NewStr(t, native.FSText(string(name)))
	if v == null {
		return null
	}
	if v = object.CallMethod0(t, v, object.Intern(t, "upper")); v == null {
		return null
	}
	return stateOf(t).Converters.Get(t, v)
}
