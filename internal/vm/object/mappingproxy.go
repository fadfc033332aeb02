// mappingproxy: a read-only view of a mapping, such as type.__dict__.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// MappingProxy is a mappingproxy.
type MappingProxy struct {
	heap.Header
	Map Value
}

// NewMappingProxy makes a read-only view of a mapping.
func NewMappingProxy(t *Thread, m Value) Value {
	p := New[MappingProxy](t, TMappingProxy)
	if p == nil {
		return Null
	}
	p.Map = m
	return Of(p)
}

func proxied(v Value) Value { return As[MappingProxy](v).Map }

func init() {
	forward := func(name string) func(t *Thread, self Value) Value {
		return func(t *Thread, self Value) Value { return CallMethod0(t, proxied(self), Intern(t, name)) }
	}
	DefineType(TMappingProxy, TypeDef{
		Name: "mappingproxy", Flags: TypeMapping, Size: unsafe.Sizeof(MappingProxy{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{
			New:       mappingProxyNew,
			Len:       func(t *Thread, v Value) int64 { return Len(t, proxied(v)) },
			Subscript: func(t *Thread, v, k Value) Value { return GetItem(t, proxied(v), k) },
			Contains:  func(t *Thread, v, x Value) int { return Contains(t, proxied(v), x) },
			Iter:      func(t *Thread, v Value) Value { return Iter(t, proxied(v)) },
			Str:       func(t *Thread, v Value) Value { return ToStr(t, proxied(v)) },
			Hash:      func(t *Thread, v Value) (int64, bool) { return Hash(t, proxied(v)) },
			Compare:   func(t *Thread, a, b Value, op CompareOp) Value { return Compare(t, proxied(a), b, op) },
			Repr: func(t *Thread, v Value) Value {
				s, ok := ReprString(t, proxied(v))
				if !ok {
					return Null
				}
				return NewStr(t, "mappingproxy("+s+")")
			},
			Binary: [NbCount]BinaryFunc{NbOr: mappingProxyOr, NbInplace + NbOr: mappingProxyIor},
		},
		Methods: []FuncDef{
			{Name: "get", Sig: "(key, default=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
				return CallMethod(t, proxied(self), t.N(N_get), args)
			}},
			{Name: "keys", Sig: "()", F0: forward("keys")},
			{Name: "values", Sig: "()", F0: forward("values")},
			{Name: "items", Sig: "()", F0: forward("items")},
			{Name: "copy", Sig: "()", F0: forward("copy")},
			{Name: "__reversed__", Sig: "()", F0: forward("__reversed__")},
			{Name: "__class_getitem__", Class: true, F1: func(t *Thread, self, arg Value) Value { return newGenericAlias(t, self, arg) }},
		},
	})
}

func mappingProxyNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if len(args) != 1 {
		return Raise(t, TTypeError, "mappingproxy() missing required argument 'mapping' (pos 1)")
	}
	m := args[0]
	if TypeOf(t, m).Slots.Subscript == nil || IsList(m) || IsTuple(m) {
		return Raise(t, TTypeError, "mappingproxy() argument must be a mapping, not %s", TypeName(t, m))
	}
	return NewMappingProxy(t, m)
}

func mappingProxyOr(t *Thread, a, b Value) Value {
	if a.IsExact(TMappingProxy) {
		a = proxied(a)
	}
	if b.IsExact(TMappingProxy) {
		b = proxied(b)
	}
	return BinaryOp(t, NbOr, a, b)
}

func mappingProxyIor(t *Thread, a, b Value) Value {
	return Raise(t, TTypeError, "'|=' is not supported by mappingproxy; use '|' instead")
}
