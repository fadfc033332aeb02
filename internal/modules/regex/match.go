// re.Match.

package regex

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// match is a re.Match. Its spans follow: begin and end of the whole and of each group, -1 where nothing was matched.
type match struct {
	header
	Str, Pattern, Regs Value
	Pos, EndPos        int64
	LastGroup          int64 // 0: none
	Count              int64 // spans
}

func (m *match) span(i int) (lo, hi int) {
	p := (*[2]int64)(unsafe.Add(unsafe.Pointer(m), unsafe.Sizeof(match{})+uintptr(i)*16))
	return int(p[0]), int(p[1])
}

func (m *match) setSpan(i, lo, hi int) {
	*(*[2]int64)(unsafe.Add(unsafe.Pointer(m), unsafe.Sizeof(match{})+uintptr(i)*16)) = [2]int64{int64(lo), int64(hi)}
}

// result makes the Match of what find has found, or None.
func (s *searcher) result(t *Thread, found int) Value {
	if found <= 0 {
		if found < 0 {
			return null
		}
		return none
	}
	n := len(s.Marks)/2 + 1
	v := object.AllocVar(t, t.Type(tMatch), uintptr(n)*16)
	if v == null {
		return null
	}
	m := object.As[match](v)
	m.Str, m.Pattern, m.Pos, m.EndPos = s.str, object.Of(s.p), int64(s.pos), int64(s.endpos)
	m.Count, m.LastGroup = int64(n), int64(s.LastGroup)
	m.setSpan(0, s.Start, s.End)
	for i := 1; i < n; i++ {
		lo, hi := s.Marks[2*i-2], s.Marks[2*i-1]
		if lo < 0 || hi < lo {
			lo, hi = -1, -1
		}
		m.setSpan(i, lo, hi)
	}
	return v
}

// text is the text of group i, or def.
func (m *match) text(t *Thread, i int, def Value) Value {
	lo, hi := m.span(i)
	if lo < 0 {
		return def
	}
	return partOf(t, m.Str, lo, hi)
}

// index finds a group by its number or name; -1: an exception is set.
func (m *match) index(t *Thread, v Value) int {
	i := int64(-1)
	if object.IsIndex(t, v) {
		n, ok := object.AsSize(t, v, 0)
		if !ok {
			return -1
		}
		i = n
	} else {
		x := object.As[object.Dict](object.As[pattern](m.Pattern).GroupIndex).Get(t, v)
		if x == null && t.Exc != null {
			return -1
		}
		if x != null && object.IsIntLike(x) {
			i, _ = object.Int64(x)
		}
	}
	if i < 0 || i >= m.Count {
		object.Raise(t, object.TIndexError, "no such group")
		return -1
	}
	return int(i)
}

// optIndex is index of an argument that may be missing: the whole match.
func (m *match) optIndex(t *Thread, args []Value) int {
	if len(args) == 0 {
		return 0
	}
	return m.index(t, args[0])
}

func (m *match) item(t *Thread, k Value) Value {
	i := m.index(t, k)
	if i < 0 {
		return null
	}
	return m.text(t, i, none)
}

func matchGroup(t *Thread, self Value, args []Value) Value {
	m := object.As[match](self)
	switch len(args) {
	case 0:
		return m.text(t, 0, none)
	case 1:
		return m.item(t, args[0])
	}
	return native.GetAll(t, self, len(args), func(i int) Value { return m.item(t, args[i]) })
}

func matchGroups(t *Thread, self Value, b []Value) Value {
	m, def := object.As[match](self), b[0]
	if def == null {
		def = none
	}
	r := object.NewTuple(t, int(m.Count)-1)
	if r == nil {
		return null
	}
	for i := range r.Len() {
		if *r.At(i) = m.text(t, i+1, def); *r.At(i) == null {
			return null
		}
	}
	return object.Of(r)
}

func matchGroupDict(t *Thread, self Value, b []Value) Value {
	m, def := object.As[match](self), b[0]
	if def == null {
		def = none
	}
	r := object.NewDict(t)
	if r == nil {
		return null
	}
	names := object.As[object.Dict](object.As[pattern](m.Pattern).GroupIndex)
	for e, i := names.Next(0); e != nil; e, i = names.Next(i) {
		key := e.Key
		g := m.index(t, key)
		if g < 0 {
			return null
		}
		if x := m.text(t, g, def); x == null || !r.Set(t, key, x) {
			return null
		}
	}
	return object.Of(r)
}

func (m *match) pair(t *Thread, i int) Value {
	lo, hi := m.span(i)
	return object.Pair(t, object.SmallInt(int64(lo)), object.SmallInt(int64(hi)))
}

func matchRegs(t *Thread, v Value) Value {
	m := object.As[match](v)
	if m.Regs == null {
		r := object.NewTuple(t, int(m.Count))
		if r == nil {
			return null
		}
		for i := range r.Len() {
			if *r.At(i) = m.pair(t, i); *r.At(i) == null {
				return null
			}
		}
		m.Regs = object.Of(r)
	}
	return m.Regs
}

// place is start, end and span.
func place(name string, f func(t *Thread, m *match, i int) Value) FuncDef {
	return FuncDef{Name: name, Sig: "(group=0, /)", MaxArgs: 1, FN: func(t *Thread, self Value, args []Value) Value {
		m := object.As[match](self)
		i := m.optIndex(t, args)
		if i < 0 {
			return null
		}
		return f(t, m, i)
	}}
}

// firstChars cuts b behind so many characters from a place on.
func firstChars(b []byte, from, n int) []byte {
	for i := from; i < len(b); i++ {
		if b[i]&0xC0 == 0x80 { // a character goes on
			continue
		}
		if n == 0 {
			return b[:i]
		}
		n--
	}
	return b
}

var _ = object.DefineType(tMatch, object.TypeDef{
	Name: "re.Match",
	Size: unsafe.Sizeof(match{}), Refs: 7 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Subscript: func(t *Thread, v, k Value) Value { return object.As[match](v).item(t, k) },
		Repr: func(t *Thread, v Value) Value {
			m := object.As[match](v)
			text := m.text(t, 0, none)
			if text == null {
				return null
			}
			lo, hi := m.span(0)
			head := fmt.Appendf(nil, "<re.Match object; span=(%d, %d), match=", lo, hi)
			r, ok := object.AppendRepr(t, head, text)
			if !ok {
				return null
			}
			return object.StrOfBytes(t, append(firstChars(r, len(head), 50), '>'))
		},
	},
	Methods: []FuncDef{
		{Name: "group", MaxArgs: -1, FN: matchGroup},
		place("start", func(t *Thread, m *match, i int) Value {
			lo, _ := m.span(i)
			return object.SmallInt(int64(lo))
		}),
		place("end", func(t *Thread, m *match, i int) Value {
			_, hi := m.span(i)
			return object.SmallInt(int64(hi))
		}),
		place("span", func(t *Thread, m *match, i int) Value { return m.pair(t, i) }),
		{Name: "groups", Sig: "(default=None)", Fn: matchGroups},
		{Name: "groupdict", Sig: "(default=None)", Fn: matchGroupDict},
		{Name: "expand", Sig: "(template)", Fn: func(t *Thread, self Value, b []Value) Value {
			m := object.As[match](self)
			x := compileTemplate(t, m.Pattern, b[0])
			if x == null {
				return null
			}
			return object.As[template](x).expand(t, m)
		}},
		{Name: "__copy__", F0: object.ReturnSelf},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: func(t *Thread, v, memo Value) Value { return v }},
		object.ClassGetItemDef(),
	},
	Members: []object.MemberDef{
		{Name: "string", Word: 1},
		{Name: "re", Word: 2},
	},
	GetSets: []object.GetSetDef{
		{Name: "pos", Member: true, Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[match](v).Pos) }},
		{Name: "endpos", Member: true, Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[match](v).EndPos) }},
		{Name: "lastindex", Get: func(t *Thread, v Value) Value {
			if m := object.As[match](v); m.LastGroup > 0 {
				return object.SmallInt(m.LastGroup)
			}
			return none
		}},
		{Name: "lastgroup", Get: func(t *Thread, v Value) Value {
			m := object.As[match](v)
			if names := object.As[object.Tuple](object.As[pattern](m.Pattern).IndexGroup); m.LastGroup > 0 && int(m.LastGroup) < names.Len() {
				return *names.At(int(m.LastGroup))
			}
			return none
		}},
		{Name: "regs", Get: matchRegs},
	},
})
