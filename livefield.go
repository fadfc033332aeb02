// Fields of live objects: reading Go's memory, and writing to it.

package psy

import (
	"fmt"
	"reflect"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// fieldOwner is the live object of which f is a field; nil: an exception is set.
func fieldOwner(t *object.Thread, f *goField, obj object.Value) *live {
	if isLive(t, obj) {
		switch x := liveOf(t, obj); {
		case x.class == f.class && x.at != nil:
			return x
		case x.class == f.class:
			x.made(t, obj)
			return nil
		}
	}
	object.Raise(t, object.TTypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", f.name, f.class.name, object.TypeName(t, obj))
	return nil
}

func getField(t *object.Thread, d, obj, typ object.Value) object.Value {
	if obj == object.Null || obj == object.None && typ != object.Null {
		return d
	}
	f := hostOf[*goField](t, d)
	x := fieldOwner(t, f, obj)
	if x == nil {
		return object.Null
	}
	if !f.far {
		p := unsafe.Add(x.at, f.offset)
		switch f.kind {
		case reflect.Int:
			if n := int64(*(*int)(p)); object.FitsSmall(n) {
				return object.SmallInt(n)
			}
		case reflect.Int64:
			if n := *(*int64)(p); object.FitsSmall(n) {
				return object.SmallInt(n)
			}
		case reflect.Float64:
			return object.Float(*(*float64)(p))
		case reflect.Bool:
			return object.Bool(*(*bool)(p))
		case reflect.String:
			if s := *(*string)(p); utf8.ValidString(s) {
				return object.NewStr(t, s)
			}
		}
	}
	r := runtimeOf(t)
	v, err := r.fieldOf(x, f)
	if err != nil {
		return r.raise(err)
	}
	return v
}

// fieldOf reads a field.
func (r *Runtime) fieldOf(x *live, f *goField) (object.Value, error) {
	p, err := f.of(x)
	if err != nil {
		return object.Null, err
	}
	if f.inside {
		return r.liveObject(p, x.fixed)
	}
	return r.member(p, f.where(), x.fixed)
}

// of is a pointer to the field.
func (f *goField) of(x *live) (reflect.Value, error) {
	if !f.far {
		return reflect.NewAt(f.typ, unsafe.Add(x.at, f.offset)), nil
	}
	v, err := x.elem().FieldByIndexErr(f.index)
	if err != nil {
		return v, &Exception{Type: "AttributeError", Message: fmt.Sprintf("%s: an embedded pointer on the way to it is nil", f.where())}
	}
	return reflect.NewAt(f.typ, v.Addr().UnsafePointer()), nil
}

// member is the object for the Go value at p, which is part of a live object: structs, slices, maps and arrays stay where they are.
func (r *Runtime) member(p reflect.Value, where, fixed string) (object.Value, error) {
	v := p.Elem()
	if typ := v.Type(); isLiveKind(typ) {
		return r.liveObject(p, fixed)
	}
	return r.reflected(v, where, 0)
}

// isLiveKind reports whether members of a type are live objects.
func isLiveKind(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Struct:
		return typ != bigType && typ != valueType && typ.NumField() > 0 && specialOf(typ) == nil
	case reflect.Slice:
		return typ.Elem().Kind() != reflect.Uint8 && specialOf(typ) == nil
	case reflect.Array, reflect.Map:
		return specialOf(typ) == nil
	}
	return false
}

func setField(t *object.Thread, d, obj, val object.Value) bool {
	f := hostOf[*goField](t, d)
	x := fieldOwner(t, f, obj)
	if x == nil {
		return false
	}
	if val == object.Null {
		object.Raise(t, object.TAttributeError, "%s is a field of a Go struct: it cannot be deleted", f.where())
		return false
	}
	if x.fixed != "" {
		object.Raise(t, object.TTypeError, "%s cannot be set: %s", f.where(), x.fixed)
		return false
	}
	if !f.far {
		p := unsafe.Add(x.at, f.offset)
		switch {
		case f.kind == reflect.Int && val.IsInt():
			*(*int)(p) = int(val.Int())
			return true
		case f.kind == reflect.Int64 && val.IsInt():
			*(*int64)(p) = val.Int()
			return true
		case f.kind == reflect.Float64 && val.IsFloat():
			*(*float64)(p) = val.Float()
			return true
		case f.kind == reflect.Bool && val.IsBool():
			*(*bool)(p) = val == object.True
			return true
		}
	}
	r := runtimeOf(t)
	p, err := f.of(x)
	if err == nil {
		err = r.store(val, p, f.where())
	}
	if err != nil {
		r.raise(err)
		return false
	}
	return true
}

// store converts an object and puts it at p, as a whole or not at all.
func (r *Runtime) store(v object.Value, p reflect.Value, where string) error {
	x := reflect.New(p.Type().Elem()).Elem()
	if err := toGo(r, v, x, where, 0); err != nil {
		return err
	}
	p.Elem().Set(x)
	return nil
}
