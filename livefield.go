// Fields of live objects: reading Go's memory, and writing to it.

package psy

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// fieldKinds are the kinds of fields that are read and written without the Go API.
var fieldKinds = [...]object.FieldKind{
	reflect.Int: object.FieldInt64, reflect.Int8: object.FieldInt8, reflect.Int16: object.FieldInt16, reflect.Int32: object.FieldInt32, reflect.Int64: object.FieldInt64,
	reflect.Uint: object.FieldUint64, reflect.Uint8: object.FieldUint8, reflect.Uint16: object.FieldUint16, reflect.Uint32: object.FieldUint32,
	reflect.Uint64: object.FieldUint64, reflect.Uintptr: object.FieldUint64,
	reflect.Float32: object.FieldFloat32, reflect.Float64: object.FieldFloat64, reflect.Bool: object.FieldBool, reflect.String: object.FieldStr,
}

// newField makes the descriptor of a field.
func newField(t *object.Thread, f *goField) object.Value {
	v := newHostObject(t, tLiveField, f)
	if v != object.Null && !f.far && f.offset <= math.MaxInt32 && int(f.kind) < len(fieldKinds) {
		d := object.As[object.FieldDescr](v)
		d.Offset, d.Type, d.Kind = uint32(f.offset), f.class.number, fieldKinds[f.kind]
	}
	return v
}

// show tells the object where the struct is that it stands for.
func (x *live) show(v object.Value) {
	if x.class.typ.Kind() != reflect.Struct {
		return
	}
	o := object.As[object.Outside](v)
	o.At, o.Read = uintptr(x.at), x.class.number
	if x.fixed == "" {
		o.Write = x.class.number
	}
}

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
	if object.FieldOf(t, d, object.TypeOf(t, obj)) != nil {
		if v := object.ReadField(t, object.As[object.FieldDescr](d), obj); v != object.Null || t.Exc != object.Null {
			return v
		}
	}
	f := hostOf[*goField](t, d)
	x := fieldOwner(t, f, obj)
	if x == nil {
		return object.Null
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
	if at := object.FieldOf(t, d, object.TypeOf(t, obj)); at != nil && val != object.Null && object.WriteField(at, obj, val) {
		return true
	}
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
