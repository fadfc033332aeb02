// The module marshal. What it loads is checked like a .pyc file: code objects are verified before anybody can run them.

package binary

import (
	"errors"
	"runtime"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const marshalVersion = 4

var _ = native.Register("marshal", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "dumps", Sig: "(value, version=4, /, *, allow_code=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return marshalValue(t, a[0], a[1], a[2])
			}},
			{Name: "dump", Sig: "(value, file, version=4, /, *, allow_code=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				b := marshalValue(t, a[0], a[2], a[3])
				if b == null {
					return null
				}
				return object.CallMethod1(t, a[1], t.N(object.N_write), b)
			}},
			{Name: "loads", Sig: "(bytes, /, *, allow_code=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				data, ok := native.BufferOf(t, a[0])
				if !ok {
					return null
				}
				allow, ok := native.OptBool(t, a[1], true)
				if !ok {
					return null
				}
				if file := behindHeader(a[0]); file != nil && allow {
					if k, ok := t.RT.Host.(fileKeeper); ok {
						if v := k.CompiledFile(t, file); v != null || t.Exc != null {
							return v
						}
					}
				}
				v, _ := unmarshalValue(t, data, allow)
				runtime.KeepAlive(a[0])
				return v
			}},
			{Name: "load", Sig: "(file, /, *, allow_code=True)", Fn: marshalLoad},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "version", object.SmallInt(marshalVersion))
		},
	}
})

// fileKeeper is a host that keeps what was verified of compiled files. Null without an exception: it does not have that of the file.
type fileKeeper interface {
	CompiledFile(t *Thread, file []byte) Value
}

// behindHeader returns the compiled file of which v views all but the header, as importlib gives it to loads; nil: v is something else.
func behindHeader(v Value) []byte {
	if !v.IsExact(object.TMemoryView) {
		return nil
	}
	const header = 16
	m := object.As[object.MemoryView](v)
	if m.Released || !m.Obj.IsExact(object.TBytes) || m.Off != header || m.NDim != 1 || m.Stride != 1 || m.ItemSize != 1 {
		return nil
	}
	if file := object.BytesOf(m.Obj); int64(len(file)) == m.Off+m.Size {
		return file
	}
	return nil
}

func marshalValue(t *Thread, v, version, allowCode Value) Value {
	n := int64(marshalVersion)
	if version != null {
		x, ok := object.AsSize(t, version, object.TOverflowError)
		if !ok {
			return null
		}
		n = x
	}
	allow, ok := native.OptBool(t, allowCode, true)
	if !ok {
		return null
	}
	m := object.NewMeter(t)
	defer m.End()
	c, err := object.ConstOf(t, v, allow, m)
	if err == nil {
		var out []byte
		stop := func(bytes int) bool { return t.Halted() || !m.Add(bytes) }
		if out, err = pyc.MarshalVersion(c, int(max(0, min(n, marshalVersion))), stop); err == nil {
			return object.NewBytes(t, out)
		}
	}
	if err == pyc.ErrStopped {
		return null
	}
	t.ClearExc()
	return object.Raise(t, object.TValueError, "%s", err.Error())
}

// unmarshalValue makes the value of the first object in data and says how many bytes it took.
func unmarshalValue(t *Thread, data []byte, allowCode bool) (Value, int) {
	m := object.NewMeter(t)
	defer m.End()
	c, n, err := pyc.UnmarshalPrefix(data, func(bytes int) bool { return t.Halted() || !m.Add(bytes) })
	var me *pyc.MarshalError
	switch {
	case err == pyc.ErrStopped:
		return null, n
	case errors.As(err, &me):
		id := object.TValueError
		switch me.Exc {
		case "EOFError":
			id = object.TEOFError
		case "TypeError":
			id = object.TTypeError
		}
		return object.Raise(t, id, "%s", me.Msg), n
	case err != nil:
		return object.Raise(t, object.TValueError, "%s", err.Error()), n
	}
	s := codeSearch{seen: map[pyc.Const]bool{}, t: t}
	if s.visit(c); s.halted {
		return null, n
	}
	if s.found && !allowCode {
		return object.Raise(t, object.TValueError, "unmarshalling code objects is disallowed"), n
	}
	if s.err != nil {
		return object.Raise(t, object.TValueError, "bad marshal data (%s)", s.err.Error()), n
	}
	return object.LoadConst(t, c), n
}

// codeSearch verifies the code objects of a constant.
type codeSearch struct {
	seen  map[pyc.Const]bool
	found bool
	err   error

	t      *Thread
	n      int // how many were visited
	halted bool
}

//psy:bounded constants are made to a depth of maxConstDepth
func (s *codeSearch) visit(c pyc.Const) {
	if s.n++; s.n&4095 == 0 && s.t.Halted() {
		s.halted = true
	}
	var items []pyc.Const
	switch k := c.(type) {
	case *pyc.Code:
		s.found = true
		if err := k.Verify(); err != nil && s.err == nil {
			s.err = err
		}
		return
	case *pyc.Tuple:
		items = k.Items
	case *pyc.List:
		items = k.Items
	case *pyc.Set:
		items = k.Items
	case *pyc.FrozenSet:
		items = k.Items
	case *pyc.Dict:
		if !s.seen[c] {
			s.seen[c] = true
			for i := range k.Keys {
				if s.visit(k.Keys[i]); s.halted {
					return
				}
				s.visit(k.Values[i])
			}
		}
		return
	default:
		return
	}
	if s.seen[c] {
		return
	}
	s.seen[c] = true
	for _, x := range items {
		if s.visit(x); s.halted {
			return
		}
	}
}

// marshalLoad reads one object from a file, no byte more.
func marshalLoad(t *Thread, _ Value, a []Value) Value {
	allow, ok := native.OptBool(t, a[1], true)
	if !ok {
		return null
	}
	all := object.CallMethod0(t, a[0], t.N(object.N_read))
	if all == null {
		return null
	}
	if !object.IsBytes(all) {
		return object.Raise(t, object.TTypeError, "file.read() returned not bytes but %s", object.TypeName(t, all))
	}
	size := len(object.BytesOf(all))
	v, n := unmarshalValue(t, object.BytesOf(all), allow)
	if v != null && n < size {
		if native.Call2(t, a[0], "seek", object.NewInt(t, int64(n-size)), object.SmallInt(1)) == null {
			return null
		}
	}
	return v
}
