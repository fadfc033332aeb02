// FrameLocalsProxy: f_locals of a function, a mapping that reads and writes the frame's variables.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/heap"
)

type localsProxy struct {
	heap.Header
	Frame Value
}

var _ = DefineType(TFrameLocalsProxy, TypeDef{
	Name:  "FrameLocalsProxy",
	Flags: TypeMapping,
	Size:  unsafe.Sizeof(localsProxy{}),
	Refs:  1 << 1,
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			switch ReprEnter(t, v) {
			case 1:
				return NewStr(t, "{...}")
			case -1:
				return Null
			}
			defer ReprLeave(t, v)
			d := proxyDict(t, v)
			if d == nil {
				return Null
			}
			return Repr(t, Of(d))
		},
		Compare:      proxyCompare,
		Iter:         func(t *Thread, v Value) Value { return iterOrNull(t, proxyList(t, v, proxyKeys)) },
		Len:          func(t *Thread, v Value) int64 { return proxyLen(t, v) },
		Subscript:    proxyGet,
		SetSubscript: proxySet,
		Contains: func(t *Thread, v, k Value) int {
			r, ok := proxyLookup(t, v, k)
			switch {
			case !ok:
				return -1
			case r == Null:
				return 0
			}
			return 1
		},
		Binary: [NbCount]BinaryFunc{NbOr: proxyOr, NbInplace + NbOr: proxyInplaceOr},
		New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
			if !NoKeywords(t, "FrameLocalsProxy", kw) || !CheckPositional(t, "FrameLocalsProxy", len(args), 1, 1) {
				return Null
			}
			if !args[0].IsExact(TFrame) {
				return Raise(t, TTypeError, "expect frame, not %s", TypeName(t, args[0]))
			}
			p := New[localsProxy](t, TFrameLocalsProxy)
			if p == nil {
				return Null
			}
			p.Frame = args[0]
			return Of(p)
		},
	},
	Methods: []FuncDef{
		{Name: "__getitem__", F1: proxyGet},
		{Name: "__contains__", F1: func(t *Thread, v, k Value) Value {
			r, ok := proxyLookup(t, v, k)
			if !ok {
				return Null
			}
			return Bool(r != Null)
		}},
		{Name: "keys", F0: func(t *Thread, v Value) Value { return proxyList(t, v, proxyKeys) }},
		{Name: "values", F0: func(t *Thread, v Value) Value { return proxyList(t, v, proxyValues) }},
		{Name: "items", F0: func(t *Thread, v Value) Value { return proxyList(t, v, proxyItems) }},
		{Name: "copy", F0: proxyCopy},
		{Name: "__reversed__", F0: func(t *Thread, v Value) Value {
			l := proxyList(t, v, proxyKeys)
			if l == Null {
				return Null
			}
			s := As[List](l).Slice()
			for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
				s[i], s[j] = s[j], s[i]
			}
			return l
		}},
		{Name: "get", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			r, ok := proxyLookup(t, v, args[0])
			switch {
			case !ok:
				return Null
			case r != Null:
				return r
			case len(args) == 2:
				return args[1]
			}
			return None
		}},
		{Name: "setdefault", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			r, ok := proxyLookup(t, v, args[0])
			if !ok || r != Null {
				return r
			}
			d := None
			if len(args) == 2 {
				d = args[1]
			}
			if !proxySet(t, v, args[0], d) {
				return Null
			}
			return d
		}},
		{Name: "update", F1: func(t *Thread, v, other Value) Value {
			if !proxyUpdate(t, v, other) {
				return Null
			}
			return None
		}},
	},
})

func proxyFrame(v Value) (*FrameObject, *Frame) {
	fo := As[FrameObject](As[localsProxy](v).Frame)
	return fo, fo.Running()
}

// eachLocal calls visit for every bound variable in order; it stops when visit returns false.
func eachLocal(v Value, visit func(name, val Value) bool) bool {
	fo, f := proxyFrame(v)
	if f != nil {
		for i := range int(f.Code.NLocalsPlus) {
			if hiddenLocal(f, i) {
				continue
			}
			if x := f.localValue(i); x != Null && !visit(*f.Code.LocalsNames.At(i), x) {
				return false
			}
		}
	}
	if fo.Extra != Null {
		d := As[Dict](fo.Extra)
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if !visit(e.Key, e.Val) {
				return false
			}
		}
	}
	return true
}

// hiddenLocal: the variables of inlined comprehensions are not part of f_locals unless in use.
func hiddenLocal(f *Frame, i int) bool {
	return bytesOf(f.Code.Kinds)[i]&pyc.KindHidden != 0 && f.Code.Flags&CoOptimized != 0
}

// proxyDict makes a dict of the variables; nil on error.
func proxyDict(t *Thread, v Value) *Dict {
	d := NewDict(t)
	if d == nil {
		return nil
	}
	if _, f := proxyFrame(v); f != nil && f.Code.Flags&CoOptimized == 0 && f.Locals != Null && IsDict(f.Locals) {
		if d = As[Dict](f.Locals).Copy(t); d == nil {
			return nil
		}
	}
	if !eachLocal(v, func(name, val Value) bool { return d.Set(t, name, val) }) {
		return nil
	}
	return d
}

func proxyCopy(t *Thread, v Value) Value {
	d := proxyDict(t, v)
	if d == nil {
		return Null
	}
	return Of(d)
}

func proxyKeys(t *Thread, l *List, name, val Value) bool   { return l.Append(t, name) }
func proxyValues(t *Thread, l *List, name, val Value) bool { return l.Append(t, val) }
func proxyItems(t *Thread, l *List, name, val Value) bool {
	p := Pair(t, name, val)
	return p != Null && l.Append(t, p)
}

func proxyList(t *Thread, v Value, add func(t *Thread, l *List, name, val Value) bool) Value {
	l := NewList(t, 0)
	if l == nil || !eachLocal(v, func(name, val Value) bool { return add(t, l, name, val) }) {
		return Null
	}
	return Of(l)
}

func iterOrNull(t *Thread, v Value) Value {
	if v == Null {
		return Null
	}
	return Iter(t, v)
}

func proxyLen(t *Thread, v Value) int64 {
	n := int64(0)
	eachLocal(v, func(name, val Value) bool {
		n++
		return true
	})
	return n
}

// localIndex finds the variable with a name, or with what has a name's hash and is equal to it: its index, -1, or -2 on error.
func localIndex(t *Thread, f *Frame, key Value) int {
	hash, ok := Hash(t, key)
	if !ok {
		return -2
	}
	if f == nil {
		return -1
	}
	exact := key.IsExact(TStr)
	for i := range int(f.Code.NLocalsPlus) {
		if hiddenLocal(f, i) {
			continue
		}
		name := *f.Code.LocalsNames.At(i)
		if exact {
			if StrEqual(As[Str](name), As[Str](key)) {
				return i
			}
			continue
		}
		if h, _ := Hash(t, name); h != hash {
			continue
		}
		switch EqualBool(t, name, key) {
		case -1:
			return -2
		case 1:
			return i
		}
	}
	return -1
}

// proxyLookup returns the value of a name, Null when it has none; ok is false on error.
func proxyLookup(t *Thread, v, key Value) (r Value, ok bool) {
	fo, f := proxyFrame(v)
	switch i := localIndex(t, f, key); {
	case i == -2:
		return Null, false
	case i >= 0:
		if r = f.localValue(i); r != Null {
			return r, true
		}
	}
	if fo.Extra != Null {
		r = As[Dict](fo.Extra).Get(t, key)
		if t.Exc != Null {
			return Null, false
		}
	}
	return r, true
}

func proxyGet(t *Thread, v, key Value) Value {
	r, ok := proxyLookup(t, v, key)
	if !ok || r != Null {
		return r
	}
	s, ok := ReprString(t, key)
	if !ok {
		return Null
	}
	return Raise(t, TKeyError, "local variable '%s' is not defined", s)
}

func proxySet(t *Thread, v, key, val Value) bool {
	if val == Null {
		Raise(t, TTypeError, "cannot remove variables from FrameLocalsProxy")
		return false
	}
	fo, f := proxyFrame(v)
	switch i := localIndex(t, f, key); {
	case i == -2:
		return false
	case i >= 0:
		f.setLocalValue(t, i, val)
		return true
	}
	if fo.Extra == Null {
		d := NewDict(t)
		if d == nil {
			return false
		}
		fo.Extra = Of(d)
	}
	return As[Dict](fo.Extra).Set(t, key, val)
}

func proxyCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TFrameLocalsProxy) {
		return NotImplemented
	}
	if b.IsExact(TFrameLocalsProxy) {
		return Bool((As[localsProxy](a).Frame == As[localsProxy](b).Frame) == (op == EQ))
	}
	if !IsDict(b) {
		return NotImplemented
	}
	d := proxyDict(t, a)
	if d == nil {
		return Null
	}
	return Compare(t, Of(d), b, op)
}

func proxyOr(t *Thread, a, b Value) Value {
	d := NewDict(t)
	if d == nil {
		return Null
	}
	for _, side := range [...]Value{a, b} {
		if side.IsExact(TFrameLocalsProxy) {
			if !eachLocal(side, func(name, val Value) bool { return d.Set(t, name, val) }) {
				return Null
			}
			continue
		}
		if !IsDict(side) {
			return NotImplemented
		}
		x := As[Dict](side)
		for e, i := x.Next(0); e != nil; e, i = x.Next(i) {
			if !d.Set(t, e.Key, e.Val) {
				return Null
			}
		}
	}
	return Of(d)
}

func proxyInplaceOr(t *Thread, a, b Value) Value {
	if !proxyUpdate(t, a, b) {
		return Null
	}
	return a
}

func proxyUpdate(t *Thread, v, other Value) bool {
	if other.IsExact(TFrameLocalsProxy) {
		d := proxyDict(t, other)
		if d == nil {
			return false
		}
		other = Of(d)
	}
	if !IsDict(other) {
		Raise(t, TTypeError, "update() argument must be dict or another FrameLocalsProxy")
		return false
	}
	d := As[Dict](other)
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !proxySet(t, v, e.Key, e.Val) {
			return false
		}
	}
	return true
}
