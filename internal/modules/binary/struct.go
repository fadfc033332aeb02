// The module _struct: values packed in bytes. How formats are read is in struct_format.go.

package binary

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tStruct       = object.AllocTypeID()
	tUnpackerIter = object.AllocTypeID()
)

var _ = native.Register("_struct", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tStruct},
		Funcs: []FuncDef{
			{Name: "_clearcache", Sig: "()", F0: func(t *Thread, _ Value) Value { return none }},
			{Name: "calcsize", Sig: "(format, /)", F1: func(t *Thread, _, v Value) Value {
				f := structFormat(t, v)
				if f == nil {
					return null
				}
				return object.NewInt(t, int64(f.size))
			}},
			{Name: "pack", MinArgs: 1, MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value {
				f := structFormat(t, a[0])
				if f == nil {
					return null
				}
				return structPack(t, f, a[1:])
			}},
			{Name: "pack_into", MinArgs: 3, MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value {
				f := structFormat(t, a[0])
				if f == nil {
					return null
				}
				return structPackInto(t, f, a[1:])
			}},
			{Name: "unpack", Sig: "(format, buffer, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				f := structFormat(t, a[0])
				if f == nil {
					return null
				}
				return structUnpack(t, f, a[1])
			}},
			{Name: "unpack_from", Sig: "(format, /, buffer, offset=0)", Fn: func(t *Thread, _ Value, b []Value) Value {
				f := structFormat(t, b[0])
				if f == nil {
					return null
				}
				return structUnpackFrom(t, f, b[1:])
			}},
			{Name: "iter_unpack", Sig: "(format, buffer, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				s := object.Call1(t, t.Type(tStruct).Value(), a[0])
				if s == null {
					return null
				}
				return structIterUnpack(t, s, a[1])
			}},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			e := native.NewErrorClass(t, "struct.error", t.Type(object.TException).Value())
			return e != null && d.SetStr(t, "error", e)
		},
	}
})

func structError(t *Thread, text string) Value { return native.RaiseFrom(t, "_struct", "error", text) }

// structObject is a Struct: its format, parsed again where it is used, from a cache.
type structObject struct {
	header
	Format Value // str
}

func (s *structObject) parsed(t *Thread) *structLayout {
	if s.Format == null {
		object.Raise(t, object.TRuntimeError, "Struct object is not initialized")
		return nil
	}
	return structFormat(t, s.Format)
}

// onStruct makes a method of a function of a format.
func onStruct(f func(t *Thread, l *structLayout, args []Value) Value) func(t *Thread, v Value, args []Value) Value {
	return func(t *Thread, v Value, args []Value) Value {
		l := object.As[structObject](v).parsed(t)
		if l == nil {
			return null
		}
		return f(t, l, args)
	}
}

var _ = object.DefineType(tStruct, object.TypeDef{
	Name: "_struct.Struct", Size: unsafe.Sizeof(structObject{}), Refs: 1 << 1, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return object.AllocInstance(t, typ) },
		Init: native.BindInit("Struct", "(format)", func(t *Thread, v Value, b []Value) bool {
			f := structFormat(t, b[0])
			if f == nil {
				return false
			}
			object.As[structObject](v).Format = object.NewStr(t, f.text)
			return object.As[structObject](v).Format != null
		}),
		Repr: func(t *Thread, v Value) Value {
			name := object.TypeOf(t, v).NameString()
			text, ok := object.AppendRepr(t, []byte(name+"("), object.As[structObject](v).Format)
			if !ok {
				return null
			}
			return object.StrOfBytes(t, append(text, ')'))
		},
	},
	Methods: []FuncDef{
		{Name: "pack", MaxArgs: -1, FN: onStruct(structPack)},
		{Name: "pack_into", MinArgs: 2, MaxArgs: -1, FN: onStruct(structPackInto)},
		{Name: "unpack", Sig: "(buffer, /)", MinArgs: 1, MaxArgs: 1, FN: onStruct(func(t *Thread, l *structLayout, a []Value) Value { return structUnpack(t, l, a[0]) })},
		{Name: "unpack_from", Sig: "(buffer, offset=0)", Fn: onStruct(structUnpackFrom)},
		{Name: "iter_unpack", Sig: "(buffer, /)", F1: structIterUnpack},
	},
	GetSets: []object.GetSetDef{
		{Name: "format", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[structObject](v).Format) }},
		{Name: "size", Get: func(t *Thread, v Value) Value {
			l := object.As[structObject](v).parsed(t)
			if l == nil {
				return null
			}
			return object.NewInt(t, int64(l.size))
		}},
	},
})

// unpacker runs over the structs in a buffer.
type unpacker struct {
	header
	Struct, Buffer Value
	At             int64
}

func structIterUnpack(t *Thread, s, buffer Value) Value {
	l := object.As[structObject](s).parsed(t)
	if l == nil {
		return null
	}
	b, ok := native.BytesArg(t, buffer)
	if !ok {
		return null
	}
	if l.size == 0 {
		return structError(t, "cannot iteratively unpack with a struct of length 0")
	}
	if len(b)%l.size != 0 {
		return structError(t, "iterative unpacking requires a buffer of a multiple of "+native.Itoa(l.size)+" bytes")
	}
	u := object.New[unpacker](t, tUnpackerIter)
	if u != nil {
		u.Struct, u.Buffer = s, buffer
	}
	return object.Of(u)
}

var _ = object.DefineType(tUnpackerIter, object.TypeDef{
	Name: "_struct.unpack_iterator", Size: unsafe.Sizeof(unpacker{}), Refs: 3 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: func(t *Thread, v Value) Value {
		u := object.As[unpacker](v)
		l := object.As[structObject](u.Struct).parsed(t)
		if l == nil {
			return null
		}
		b, ok := native.BytesArg(t, u.Buffer)
		if !ok || int(u.At)+l.size > len(b) {
			return null
		}
		at := int(u.At)
		u.At += int64(l.size)
		return l.unpack(t, b[at:])
	}},
	Methods: []FuncDef{{Name: "__length_hint__", F0: func(t *Thread, v Value) Value {
		u := object.As[unpacker](v)
		l := object.As[structObject](u.Struct).parsed(t)
		b, ok := native.BytesArg(t, u.Buffer)
		if l == nil || !ok {
			return null
		}
		return object.SmallInt(int64((len(b) - int(u.At)) / l.size))
	}}},
})

func structPack(t *Thread, l *structLayout, args []Value) Value {
	if !l.count(t, "pack", args) {
		return null
	}
	v, out := object.MakeBytes(t, l.size)
	if v == null || !l.pack(t, out, args) {
		return null
	}
	return v
}

func (l *structLayout) count(t *Thread, name string, args []Value) bool {
	if len(args) == l.values {
		return true
	}
	structError(t, name+" expected "+native.Itoa(l.values)+" items for packing (got "+native.Itoa(len(args))+")")
	return false
}

// offsetIn checks an offset, which may count from the end, and that size bytes follow it.
func offsetIn(t *Thread, v Value, size, length int, name, verb string) (int, bool) {
	off, ok := object.AsSize(t, v, object.TIndexError)
	if !ok {
		return 0, false
	}
	n := int(off)
	if n < 0 {
		if n+size > 0 {
			structError(t, "not enough data to "+verb+" "+native.Itoa(size)+" bytes at offset "+native.Itoa(n))
			if name == "pack_into" {
				t.ClearExc()
				structError(t, "no space to pack "+native.Itoa(size)+" bytes at offset "+native.Itoa(n))
			}
			return 0, false
		}
		if n+length < 0 {
			structError(t, "offset "+native.Itoa(n)+" out of range for "+native.Itoa(length)+"-byte buffer")
			return 0, false
		}
		n += length
	}
	if length-n < size {
		structError(t, name+" requires a buffer of at least "+native.Utoa(uint64(size)+uint64(n))+" bytes for "+verb+"ing "+native.Itoa(size)+" bytes at offset "+
			native.Itoa(n)+" (actual buffer size is "+native.Itoa(length)+")")
		return 0, false
	}
	return n, true
}

func structPackInto(t *Thread, l *structLayout, args []Value) Value {
	b, ok := native.WritableBuffer(t, args[0], "argument")
	if !ok || !l.count(t, "pack_into", args[2:]) {
		return null
	}
	at, ok := offsetIn(t, args[1], l.size, len(b), "pack_into", "pack")
	if !ok {
		return null
	}
	out := make([]byte, l.size)
	copy(out, b[at:])
	if !l.pack(t, out, args[2:]) {
		return null
	}
	if b, ok = native.WritableBuffer(t, args[0], "argument"); !ok || at+l.size > len(b) { // packing may have run Python code
		return null
	}
	copy(b[at:], out)
	return none
}

func structUnpack(t *Thread, l *structLayout, buffer Value) Value {
	b, ok := native.BytesArg(t, buffer)
	if !ok {
		return null
	}
	if len(b) != l.size {
		return structError(t, "unpack requires a buffer of "+native.Itoa(l.size)+" bytes")
	}
	return l.unpack(t, b)
}

func structUnpackFrom(t *Thread, l *structLayout, b []Value) Value {
	data, ok := native.BytesArg(t, b[0])
	if !ok {
		return null
	}
	off := object.SmallInt(0)
	if b[1] != null {
		off = b[1]
	}
	at, ok := offsetIn(t, off, l.size, len(data), "unpack_from", "unpack")
	if !ok {
		return null
	}
	return l.unpack(t, data[at:])
}
