// Module _sre: Pattern, which package sre matches. Match is in sre_match.go, replacing in sre_sub.go.

package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sre"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tPattern     = object.AllocTypeID()
	tMatch       = object.AllocTypeID()
	tSREScanner  = object.AllocTypeID()
	tSRETemplate = object.AllocTypeID()
)

var _ = native.Register("_sre", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "compile", Sig: "(pattern, flags, code, groups, groupindex, indexgroup)", Fn: sreCompile},
			{Name: "template", Sig: "(pattern, template, /)", MinArgs: 2, MaxArgs: 2, FN: sreTemplate},
			{Name: "getcodesize", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(sre.CodeSize) }},
			charFunc("ascii_iscased", func(c uint32) Value { return object.Bool(c < 128 && (c|0x20)-'a' < 26) }),
			charFunc("unicode_iscased", func(c uint32) Value { return object.Bool(sre.Lower(c) != c || sre.Upper(c) != c) }),
			charFunc("ascii_tolower", func(c uint32) Value {
				if c-'A' < 26 {
					c += 'a' - 'A'
				}
				return object.SmallInt(int64(c))
			}),
			charFunc("unicode_tolower", func(c uint32) Value { return object.SmallInt(int64(sre.Lower(c))) }),
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "MAGIC", object.SmallInt(sre.Magic)) && d.SetStr(t, "CODESIZE", object.SmallInt(sre.CodeSize)) &&
				d.SetStr(t, "MAXREPEAT", object.SmallInt(sre.MaxRepeat)) && d.SetStr(t, "MAXGROUPS", object.SmallInt(sre.MaxGroups))
		},
	}
})

func charFunc(name string, f func(c uint32) Value) FuncDef {
	return FuncDef{Name: name, Sig: "(character, /)", F1: func(t *Thread, _, v Value) Value {
		c, ok := object.AsInt(t, v)
		if !ok {
			return null
		}
		return f(uint32(c))
	}}
}

// pattern is a re.Pattern. The program is a handle.
type pattern struct {
	header
	Handle     uint64
	Source     Value // str, bytes-like or None
	GroupIndex Value // dict: names to numbers
	IndexGroup Value // tuple: numbers to names
	Code       Value // bytes: the code words, as they lie in memory
	Flags      int64
	Groups     int64
	Kind       patternKind
}

type patternKind int64

const (
	anyPattern patternKind = iota
	strPattern
	bytesPattern
)

func (p *pattern) program(t *Thread) *sre.Program {
	return t.RT.Heap.Handles().Get(uint32(p.Handle)).(*sre.Program)
}

func sreCompile(t *Thread, _ Value, b []Value) Value {
	source, list, names, numbers := b[0], b[2], b[4], b[5]
	flags, ok := object.AsInt(t, b[1])
	if !ok {
		return null
	}
	for _, x := range [...]struct {
		name, want string
		v          Value
		id         object.TypeID
	}{{"code", "list", list, object.TList}, {"groupindex", "dict", names, object.TDict}, {"indexgroup", "tuple", numbers, object.TTuple}} {
		if !object.IsInstance(t, x.v, x.id) {
			return object.BadArgument(t, "compile", "argument '"+x.name+"'", x.want, x.v)
		}
	}
	groups, ok := object.ArgSize(t, b[3])
	if !ok {
		return null
	}
	kind := anyPattern
	if source != none {
		_, isStr, ok := textOf(t, source)
		if !ok {
			return null
		}
		if kind = bytesPattern; isStr {
			kind = strPattern
		}
	}
	words := make([]uint32, 0, object.As[object.List](list).Len())
	for i := 0; i < object.As[object.List](list).Len(); i++ {
		v := *object.As[object.List](list).At(i)
		if !object.IsIntLike(v) {
			return object.Raise(t, object.TTypeError, "an integer is required")
		}
		u, fits := object.Uint64(v)
		if !fits {
			if object.IntSign(v) < 0 {
				return object.Raise(t, object.TOverflowError, "can't convert negative value to unsigned int")
			}
			return object.Raise(t, object.TOverflowError, "Python int too large to convert to C unsigned long")
		}
		if u > 1<<32-1 {
			return object.Raise(t, object.TOverflowError, "regular expression code size limit exceeded")
		}
		words = append(words, uint32(u))
	}
	prog, err := sre.Compile(words, int(groups))
	if err != nil {
		return object.Raise(t, object.TRuntimeError, "%s", err)
	}
	code := object.NewBytes(t, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), sre.CodeSize*len(words)))
	p := object.New[pattern](t, tPattern)
	if code == null || p == nil {
		return null
	}
	p.Handle = uint64(t.RT.Heap.Handles().Put(prog))
	p.Source, p.GroupIndex, p.IndexGroup, p.Code = source, names, numbers, code
	p.Flags, p.Groups, p.Kind = int64(flags), groups, kind
	return object.Of(p)
}

// textOf gives the characters of a str or bytes-like object. They are valid until Python code runs.
func textOf(t *Thread, v Value) (text sre.Text, isStr, ok bool) {
	if object.IsStr(v) {
		s := object.As[object.Str](v)
		return sre.Text{Data: s.Data(), Len: int(s.Len), Kind: s.Kind()}, true, true
	}
	if b, ok := object.BufferOf(t, v); ok {
		return sre.Text{Data: unsafe.Pointer(unsafe.SliceData(b)), Len: len(b)}, false, true
	}
	if t.Exc == null {
		object.Raise(t, object.TTypeError, "expected string or bytes-like object, got '%s'", object.TypeName(t, v))
	}
	return sre.Text{}, false, false
}

// partOf is v[lo:hi] of a str, or as bytes of a bytes-like object.
func partOf(t *Thread, v Value, lo, hi int) Value {
	if object.IsStr(v) {
		n := int(object.As[object.Str](v).Len)
		return object.StrPart(t, v, min(lo, n), min(hi, n))
	}
	b, ok := object.BufferOf(t, v)
	if !ok {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "expected string or bytes-like object, got '%s'", object.TypeName(t, v))
		}
		return null
	}
	lo, hi = min(lo, len(b)), min(hi, len(b))
	if v.IsExact(object.TBytes) && lo == 0 && hi == len(b) {
		return v
	}
	return object.NewBytes(t, b[lo:hi])
}

// searcher finds one match after the other in a string.
type searcher struct {
	*sre.Machine
	p           *pattern
	prog        *sre.Program
	str         Value
	pos, endpos int
	start       int // where to search on
	mode        sre.Mode
}

// begin prepares searching in v; false: an exception is set.
func (s *searcher) begin(t *Thread, p *pattern, v Value, pos, endpos int64) bool {
	text, isStr, ok := textOf(t, v)
	if !ok {
		return false
	}
	switch {
	case isStr && p.Kind == bytesPattern:
		object.Raise(t, object.TTypeError, "cannot use a bytes pattern on a string-like object")
		return false
	case !isStr && p.Kind == strPattern:
		object.Raise(t, object.TTypeError, "cannot use a string pattern on a bytes-like object")
		return false
	}
	n := int64(text.Len)
	s.p, s.prog, s.str = p, p.program(t), v
	s.pos, s.endpos = int(min(max(pos, 0), n)), int(min(max(endpos, 0), n))
	s.start = s.pos
	return true
}

// how says which of the machine's ways to match is meant.
type how uint8

const (
	bySearch how = iota
	byMatch
	byFullMatch
)

// find looks for the next match; -1: an exception is set.
func (s *searcher) find(t *Thread, by how) int {
	text, _, ok := textOf(t, s.str)
	if !ok {
		return -1
	}
	text.Len = min(text.Len, s.endpos)
	mode := s.mode
	mode.All = by == byFullMatch
	if s.start > text.Len {
		if by != byMatch || s.start > s.endpos && s.start != s.pos {
			return 0
		}
		text.Len = s.start // CPython matches the empty text there
	}
	m := matcherKey.Of(t.RT)
	m.t = t
	s.Machine = &m.Machine
	var st sre.Status
	if by == bySearch {
		st = s.Search(s.prog, text, s.start, mode)
	} else {
		st = s.Match(s.prog, text, s.start, mode)
	}
	switch st {
	case sre.Stopped:
		return -1
	case sre.NoMemory:
		t.NoMemory()
		return -1
	case sre.Yes:
		s.mode.Move = s.End == s.Start
		s.start = s.End
		return 1
	}
	return 0
}

// matcher is the machine of a runtime.
type matcher struct {
	sre.Machine
	t *Thread
}

var matcherKey = object.NewHostKey(newMatcher)

func newMatcher(*object.Runtime) *matcher {
	m := &matcher{}
	m.Halted = func() bool { return m.t.Halted() }
	m.Grow = func(n uint64) bool { return m.t.RT.Heap.CanAlloc(n) }
	return m
}

// bounds reads the arguments pos and endpos.
func bounds(t *Thread, b []Value) (pos, endpos int64, ok bool) {
	endpos = 1<<63 - 1
	if b[0] != null {
		if pos, ok = object.ArgSize(t, b[0]); !ok {
			return
		}
	}
	if b[1] != null {
		if endpos, ok = object.ArgSize(t, b[1]); !ok {
			return
		}
	}
	return pos, endpos, true
}

// once is match, fullmatch and search.
func once(name string, by how) FuncDef {
	return FuncDef{Name: name, Sig: "(string, pos=0, endpos=sys.maxsize)", Fn: func(t *Thread, self Value, b []Value) Value {
		var s searcher
		pos, endpos, ok := bounds(t, b[1:])
		if !ok || !s.begin(t, object.As[pattern](self), b[0], pos, endpos) {
			return null
		}
		return s.result(t, s.find(t, by))
	}}
}

func patternFindAll(t *Thread, self Value, b []Value) Value {
	var s searcher
	pos, endpos, ok := bounds(t, b[1:])
	if !ok || !s.begin(t, object.As[pattern](self), b[0], pos, endpos) {
		return null
	}
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for {
		switch s.find(t, bySearch) {
		case -1:
			return null
		case 0:
			return object.Of(list)
		}
		item := null
		switch s.p.Groups {
		case 0:
			item = partOf(t, s.str, s.Start, s.End)
		case 1:
			item = s.group(t, 0, true)
		default:
			x := object.NewTuple(t, int(s.p.Groups))
			if x == nil {
				return null
			}
			for i := range x.Len() {
				if *x.At(i) = s.group(t, i, true); *x.At(i) == null {
					return null
				}
			}
			item = object.Of(x)
		}
		if item == null || !list.Append(t, item) {
			return null
		}
	}
}

// group is the text of group i+1; of one that was not matched None, or an empty text.
func (s *searcher) group(t *Thread, i int, empty bool) Value {
	lo, hi := s.Marks[2*i], s.Marks[2*i+1]
	if lo < 0 || hi < lo {
		if !empty {
			return none
		}
		lo, hi = 0, 0
	}
	return partOf(t, s.str, lo, hi)
}

func patternSplit(t *Thread, self Value, b []Value) Value {
	var s searcher
	most := int64(0)
	if b[1] != null {
		var ok bool
		if most, ok = object.ArgSize(t, b[1]); !ok {
			return null
		}
	}
	if !s.begin(t, object.As[pattern](self), b[0], 0, 1<<63-1) {
		return null
	}
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	last := 0
	for n := int64(0); most == 0 || n < most; n++ {
		found := s.find(t, bySearch)
		if found < 0 {
			return null
		}
		if found == 0 {
			break
		}
		start, end := s.Start, s.End
		if x := partOf(t, s.str, last, start); x == null || !list.Append(t, x) {
			return null
		}
		for i := range int(s.p.Groups) {
			if x := s.group(t, i, false); x == null || !list.Append(t, x) {
				return null
			}
		}
		last = end
	}
	if x := partOf(t, s.str, last, s.endpos); x == null || !list.Append(t, x) {
		return null
	}
	return object.Of(list)
}

// scanner is what Pattern.scanner and finditer search with.
type scanner struct {
	header
	Pattern, Str Value
	Start        int64 // -1: at its end
	Pos, EndPos  int64
	Move         bool
	Busy         bool
}

func newScanner(t *Thread, self Value, b []Value) Value {
	var s searcher
	pos, endpos, ok := bounds(t, b[1:])
	if !ok || !s.begin(t, object.As[pattern](self), b[0], pos, endpos) {
		return null
	}
	x := object.New[scanner](t, tSREScanner)
	if x == nil {
		return null
	}
	x.Pattern, x.Str = self, b[0]
	x.Start, x.Pos, x.EndPos = int64(s.start), int64(s.pos), int64(s.endpos)
	return object.Of(x)
}

func scan(name string, by how) FuncDef {
	return FuncDef{Name: name, Sig: "()", F0: func(t *Thread, self Value) Value {
		x := object.As[scanner](self)
		if x.Start < 0 {
			return none
		}
		s := searcher{p: object.As[pattern](x.Pattern), str: x.Str, pos: int(x.Pos), endpos: int(x.EndPos), start: int(x.Start), mode: sre.Mode{Move: x.Move}}
		s.prog = s.p.program(t)
		found := s.find(t, by)
		x.Start, x.Move = int64(s.start), s.mode.Move
		if found == 0 {
			x.Start = -1
		}
		return s.result(t, found)
	}}
}

var _ = object.DefineType(tSREScanner, object.TypeDef{
	Name: "_sre.SRE_Scanner", Size: unsafe.Sizeof(scanner{}), Refs: 1<<1 | 1<<2, NoWeak: true, Flags: object.TypeNoInstances,
	Methods: []FuncDef{scan("match", byMatch), scan("search", bySearch)},
	Members: []object.MemberDef{{Name: "pattern", Word: 1}},
})

var sreFlagNames = [...]struct {
	name string
	bit  int64
}{{"re.IGNORECASE", 2}, {"re.LOCALE", 4}, {"re.MULTILINE", 8}, {"re.DOTALL", 16}, {"re.UNICODE", 32}, {"re.VERBOSE", 64}, {"re.DEBUG", 128}, {"re.ASCII", 256}}

func patternRepr(t *Thread, v Value) Value {
	const unicode, kinds = 32, 4 | 32 | 256
	p := object.As[pattern](v)
	flags := p.Flags
	if p.Kind != bytesPattern && flags&kinds == unicode {
		flags &^= unicode
	}
	var names []string
	for _, f := range sreFlagNames {
		if flags&f.bit != 0 {
			names = append(names, f.name)
			flags &^= f.bit
		}
	}
	if flags != 0 {
		names = append(names, fmt.Sprintf("0x%x", uint32(flags)))
	}
	text, ok := object.ReprString(t, p.Source)
	if !ok {
		return null
	}
	const most = 200 // characters
	for i, n := 0, 0; i < len(text); n++ {
		if n == most {
			text = text[:i]
			break
		}
		_, w := utf8.DecodeRuneInString(text[i:])
		i += w
	}
	text = "re.compile(" + text
	if len(names) > 0 {
		text += ", " + strings.Join(names, "|")
	}
	return object.NewStr(t, text+")")
}

var _ = object.DefineType(tPattern, object.TypeDef{
	Name: "re.Pattern", Size: unsafe.Sizeof(pattern{}), Refs: 15 << 2, LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Repr: patternRepr,
		Hash: func(t *Thread, v Value) (int64, bool) {
			p := object.As[pattern](v)
			a, ok := object.Hash(t, p.Code)
			if !ok {
				return 0, false
			}
			b, ok := object.Hash(t, p.Source)
			h := a ^ b ^ p.Flags ^ int64(p.Kind) ^ p.Groups
			if h == -1 {
				h = -2
			}
			return h, ok
		},
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !b.IsExact(tPattern) {
				return object.NotImplemented
			}
			x, y := object.As[pattern](a), object.As[pattern](b)
			same := x == y || x.Flags == y.Flags && x.Kind == y.Kind && string(object.BytesOf(x.Code)) == string(object.BytesOf(y.Code))
			if same && x != y {
				switch object.EqualBool(t, x.Source, y.Source) {
				case -1:
					return null
				case 0:
					same = false
				}
			}
			return object.Bool(same == (op == object.EQ))
		},
	},
	Methods: []FuncDef{
		once("match", byMatch),
		once("fullmatch", byFullMatch),
		once("search", bySearch),
		{Name: "sub", Sig: "(repl, string, count=0)", Fn: func(t *Thread, self Value, b []Value) Value { return patternSub(t, self, b, false) }},
		{Name: "subn", Sig: "(repl, string, count=0)", Fn: func(t *Thread, self Value, b []Value) Value { return patternSub(t, self, b, true) }},
		{Name: "findall", Sig: "(string, pos=0, endpos=sys.maxsize)", Fn: patternFindAll},
		{Name: "split", Sig: "(string, maxsplit=0)", Fn: patternSplit},
		{Name: "finditer", Sig: "(string, pos=0, endpos=sys.maxsize)", Fn: func(t *Thread, self Value, b []Value) Value {
			s := newScanner(t, self, b)
			if s == null {
				return null
			}
			search := object.GetAttr(t, s, object.Intern(t, "search"))
			if search == null {
				return null
			}
			return object.NewCallableIterator(t, search, none)
		}},
		{Name: "scanner", Sig: "(string, pos=0, endpos=sys.maxsize)", Fn: newScanner},
		{Name: "__copy__", F0: object.ReturnSelf},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: func(t *Thread, v, memo Value) Value { return v }},
		object.ClassGetItemDef(),
	},
	Members: []object.MemberDef{{Name: "pattern", Word: 2}},
	GetSets: []object.GetSetDef{
		{Name: "flags", Member: true, Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[pattern](v).Flags) }},
		{Name: "groups", Member: true, Get: func(t *Thread, v Value) Value { return object.SmallInt(object.As[pattern](v).Groups) }},
		{Name: "groupindex", Get: func(t *Thread, v Value) Value { return object.NewMappingProxy(t, object.As[pattern](v).GroupIndex) }},
	},
})

// The machine has nothing that lasts from one match to the next, and programs do not change.
var (
	_ = object.Keeps(func(*object.Runtime, *matcher) (object.Back, error) { return object.Back{Copy: object.Into}, nil })
	_ = object.Fixed[*sre.Program]()
)
