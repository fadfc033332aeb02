// Thread-local data: _thread._local.

package threads

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// localObject has the attributes that the thread Owner knows as its dict, like any object; those of the other threads wait in Others.
type localObject struct {
	header
	Owner  Value // the thread's number, or Null
	Others Value // a dict: by the threads' numbers
	Args   Value // of __init__, which is called for each thread
	Kw     Value // their names, as calls give them
}

// switchLocal makes the dict of the running thread the object's.
func switchLocal(t *Thread, v Value) bool {
	l, me := object.As[localObject](v), object.SmallInt(t.Strand.Ident)
	if l.Owner == me {
		return true
	}
	d := object.InstanceDict(t, v, true)
	if d == nil {
		return false
	}
	if l.Owner != null {
		if l.Others == null {
			if l.Others = object.Of(object.NewDict(t)); l.Others == null {
				return false
			}
		}
		if !object.As[object.Dict](l.Others).Set(t, l.Owner, object.Of(d)) {
			return false
		}
	}
	mine := null
	if l.Others != null {
		if mine = object.As[object.Dict](l.Others).Get(t, me); mine == null && t.Exc != null {
			return false
		}
	}
	if mine != null {
		object.As[object.Dict](l.Others).Delete(t, me)
		l.Owner = me
		return object.SetInstanceDict(t, v, mine)
	}
	fresh := object.NewDict(t)
	if fresh == nil || !noteLocal(t, v) || !object.SetInstanceDict(t, v, object.Of(fresh)) {
		return false
	}
	l.Owner = me
	init := object.TypeOf(t, v).Slots.Init
	if init == nil || l.Args == null {
		return true
	}
	args := object.As[object.Tuple](l.Args)
	at := t.PushArgs(args.Len())
	if at == nil && args.Len() > 0 {
		l.Owner = null
		return false
	}
	for i := range at {
		at[i] = *args.At(i)
	}
	ok := init(t, v, at, l.Kw)
	t.PopArgs(args.Len())
	if !ok && l.Owner == me { // as if the thread had never asked
		l.Owner = null
	}
	return ok
}

// noteLocal has the running thread's end drop its data of v.
func noteLocal(t *Thread, v Value) bool {
	if t.Strand.Local == nil {
		if t.Strand.Local = object.NewList(t, 0); t.Strand.Local == nil {
			return false
		}
	}
	r := object.NewWeakRef(t, v)
	if r == null {
		return false
	}
	if l := t.Strand.Local; l.Len() >= 64 && l.Len()&(l.Len()-1) == 0 { // the dead go
		n := 0
		for i := range l.Len() {
			if object.WeakTarget(*l.At(i)) != null {
				*l.At(n) = *l.At(i)
				n++
			}
		}
		for i := n; i < l.Len(); i++ {
			*l.At(i) = null
		}
		l.Size = int64(n)
	}
	return t.Strand.Local.Append(t, r)
}

// dropLocals drops what the thread s, which ends, has of all local objects.
func dropLocals(t *Thread, s *object.Strand) {
	list, me := s.Local, object.SmallInt(s.Ident)
	if list == nil {
		return
	}
	s.Local = nil
	for i := 0; i < list.Len(); i++ {
		v := object.WeakTarget(*list.At(i))
		if v == null {
			continue
		}
		if l := object.As[localObject](v); l.Owner == me {
			if d := object.NewDict(t); d == nil || !object.SetInstanceDict(t, v, object.Of(d)) {
				t.ClearExc() // then it stays until another thread uses the object
			}
			l.Owner = null
		} else if l.Others != null && object.As[object.Dict](l.Others).Delete(t, me) < 0 {
			t.ClearExc()
		}
	}
}

var tThreadLocal = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread._local", Size: unsafe.Sizeof(localObject{}), Refs: 0b11110, Dict: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			init := typ.Lookup(t, t.N(object.N_init_)) != t.Type(object.TObject).Lookup(t, t.N(object.N_init_))
			if (len(args) > 0 || kw != null) && !init {
				return object.Raise(t, object.TTypeError, "Initialization arguments are not supported")
			}
			v := object.AllocInstance(t, typ)
			if v == null {
				return null
			}
			l := object.As[localObject](v)
			if init {
				if l.Args, l.Kw = object.TupleOf(t, args), kw; l.Args == null {
					return null
				}
			}
			if l.Owner = object.SmallInt(t.Strand.Ident); !noteLocal(t, v) {
				return null
			}
			return v
		},
		GetAttr: func(t *Thread, v, name Value) Value {
			if !switchLocal(t, v) {
				return null
			}
			return object.GenericGetAttr(t, v, name)
		},
		SetAttr: func(t *Thread, v, name, x Value) bool {
			if object.IsStr(name) && object.GoString(name) == "__dict__" {
				object.Raise(t, object.TAttributeError, "'%s' object attribute '__dict__' is read-only", object.TypeName(t, v))
				return false
			}
			return switchLocal(t, v) && object.GenericSetAttr(t, v, name, x)
		},
	},
	GetSets: []object.GetSetDef{{Name: "__dict__", Get: func(t *Thread, v Value) Value {
		if d := object.InstanceDict(t, v, true); d != nil {
			return object.Of(d)
		}
		return null
	}}},
})
