// Code objects: laying a pyc.Code out in the heap, and the attributes that Python sees.

package object

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"slices"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// guardUnits is how many zero code units follow the last one, so that reading ahead stays inside.
const guardUnits = 2

// NewCode lays a verified code object, with its constants, out in the heap.
func NewCode(t *Thread, c *pyc.Code) Value {
	l := loader{objects: NewList(t, 0), index: map[pyc.Const]int{}}
	if l.objects == nil {
		return Null
	}
	if c.Strs > 0 {
		if l.names = NewTuple(t, c.Strs+1); l.names == nil {
			return Null
		}
		for i := range l.names.Items() {
			*l.names.At(i) = None
		}
	}
	return l.load(t, c, true)
}

// loader makes values of constants; constants that are one object in the file become one object.
type loader struct {
	objects *List // values made so far; index says whose
	index   map[pyc.Const]int
	names   *Tuple // interned strs by their order, None before they are made; nil: there are none
}

// interned makes an interned str, once for each constant.
func (l *loader) interned(t *Thread, s *pyc.Str) Value {
	if l.names == nil || s.Order == 0 || int(s.Order) >= l.names.Len() {
		return Intern(t, s.S)
	}
	at := l.names.At(int(s.Order))
	if *at == None {
		v := Intern(t, s.S)
		if v == Null {
			return Null
		}
		*at = v
	}
	return *at
}

func (l *loader) load(t *Thread, c pyc.Const, intern bool) Value {
	switch k := c.(type) {
	case pyc.None:
		return None
	case pyc.Ellipsis:
		return Ellipsis
	case pyc.StopIteration:
		return Of(t.Type(TStopIteration))
	case pyc.Bool:
		return Bool(bool(k))
	case pyc.Int:
		return loadInt(t, int64(k))
	case pyc.Float:
		return Float(float64(k))
	}
	if s, ok := c.(*pyc.Str); ok && (s.Interned || intern && pyc.NameLike(s.S)) {
		return l.interned(t, s)
	}
	if i, ok := l.index[c]; ok {
		return *l.objects.At(i)
	}
	if !t.Enter(" while loading a constant") {
		return Null
	}
	v := l.loadObject(t, c, intern)
	t.Leave()
	if v == Null || !l.remember(t, c, v) {
		return Null
	}
	return v
}

// remember notes the value of a constant; containers that may contain themselves do it before they are filled.
func (l *loader) remember(t *Thread, c pyc.Const, v Value) bool {
	if _, ok := l.index[c]; ok {
		return true
	}
	if !l.objects.Append(t, v) {
		return false
	}
	l.index[c] = l.objects.Len() - 1
	return true
}

func loadInt(t *Thread, i int64) Value {
	if FitsSmall(i) {
		return SmallInt(i)
	}
	u := uint64(i)
	if i < 0 {
		u = -u
	}
	return newBigWords(t, i < 0, u)
}

func newBigWords(t *Thread, negative bool, words ...uint64) Value {
	p := t.Alloc(TInt.Shape(), BigData+uintptr(len(words))*8, 0)
	if p == nil {
		return t.NoMemory()
	}
	b := (*BigInt)(p)
	b.Words, b.Sign = int32(len(words)), 1
	if negative {
		b.Sign = -1
	}
	copy(unsafe.Slice((*uint64)(unsafe.Add(p, BigData)), len(words)), words)
	return FromPtr(p)
}

func (l *loader) loadObject(t *Thread, c pyc.Const, intern bool) Value {
	switch k := c.(type) {
	case *pyc.BigInt:
		words := k.Words()
		u := make([]uint64, 0, len(words))
		if unsafe.Sizeof(words[0]) == 8 {
			for _, w := range words {
				u = append(u, uint64(w))
			}
		} else {
			for i := 0; i < len(words); i += 2 {
				w := uint64(words[i])
				if i+1 < len(words) {
					w |= uint64(words[i+1]) << 32
				}
				u = append(u, w)
			}
		}
		return newBigWords(t, k.Sign() < 0, u...)
	case *pyc.Complex:
		z := New[Complex](t, TComplex)
		if z == nil {
			return Null
		}
		z.Re, z.Im = k.Real, k.Imag
		return Of(z)
	case *pyc.Str:
		return l.str(t, k, intern && pyc.NameLike(k.S))
	case *pyc.Bytes:
		return bytesFrom(t, k.S)
	case *pyc.Tuple:
		x := NewTuple(t, len(k.Items))
		if x == nil || !l.remember(t, c, Of(x)) || !l.fill(t, x.Items(), k.Items, intern) {
			return Null
		}
		return Of(x)
	case *pyc.FrozenSet:
		items := l.tuple(t, k.Items, intern)
		if items == Null {
			return Null
		}
		return frozenConst(t, items, k.Copies)
	case *pyc.List:
		x := NewList(t, len(k.Items))
		if x == nil || !l.remember(t, c, Of(x)) || !l.fill(t, x.Slice(), k.Items, intern) {
			return Null
		}
		return Of(x)
	case *pyc.Set:
		items := l.tuple(t, k.Items, intern)
		if items == Null {
			return Null
		}
		return Call1(t, Of(t.Type(TSet)), items)
	case *pyc.Dict:
		d := NewDict(t)
		if d == nil || !l.remember(t, c, Of(d)) {
			return Null
		}
		for i := range k.Keys {
			key := l.load(t, k.Keys[i], intern)
			val := l.load(t, k.Values[i], intern)
			if key == Null || val == Null || !d.Set(t, key, val) {
				return Null
			}
		}
		return Of(d)
	case *pyc.Code:
		return l.code(t, k)
	}
	return Raise(t, TValueError, "bad marshal data (unknown type)")
}

// frozenConst makes a frozenset of the items of a tuple, and copies it as often as CPython's compiler does.
func frozenConst(t *Thread, items Value, copies int) Value {
	set := Call1(t, Of(t.Type(TFrozenSet)), items)
	for range copies {
		if set == Null {
			return Null
		}
		list := ListFromIterable(t, set)
		if list == nil {
			return Null
		}
		set = Call1(t, Of(t.Type(TFrozenSet)), Of(list))
	}
	return set
}

// LoadConst makes the value of a constant that stands for itself (marshal.loads).
func LoadConst(t *Thread, c pyc.Const) Value {
	l := loader{objects: NewList(t, 0), index: map[pyc.Const]int{}}
	if l.objects == nil {
		return Null
	}
	return l.load(t, c, false)
}

func (l *loader) str(t *Thread, s *pyc.Str, intern bool) Value {
	if intern || s.Interned {
		return Intern(t, s.S)
	}
	return NewStr(t, s.S)
}

func (l *loader) tuple(t *Thread, items []pyc.Const, intern bool) Value {
	x := NewTuple(t, len(items))
	if x == nil || !l.fill(t, x.Items(), items, intern) {
		return Null
	}
	return Of(x)
}

// fill stores the values of constants in the storage of a new container.
func (l *loader) fill(t *Thread, to []Value, items []pyc.Const, intern bool) bool {
	for i, c := range items {
		v := l.load(t, c, intern)
		if v == Null || t.haltedAt(i) {
			return false
		}
		to[i] = v
	}
	return true
}

func (l *loader) tupleOf(t *Thread, names []*pyc.Str) *Tuple {
	x := NewTuple(t, len(names))
	if x == nil {
		return nil
	}
	for i, s := range names {
		v := l.interned(t, s)
		if v == Null {
			return nil
		}
		*x.At(i) = v
	}
	return x
}

func (l *loader) code(t *Thread, c *pyc.Code) Value {
	co := New[Code](t, TCode)
	if co == nil {
		return Null
	}
	co.Consts, co.NamesTuple, co.LocalsNames = t.RT.EmptyTuple, t.RT.EmptyTuple, t.RT.EmptyTuple
	consts := l.tuple(t, c.Consts, true)
	names, locals := l.tupleOf(t, c.Names), l.tupleOf(t, c.LocalsPlusNames)
	if consts == Null || names == nil || locals == nil {
		return Null
	}
	co.Consts, co.NamesTuple, co.LocalsNames = As[Tuple](consts), names, locals
	co.Filename = l.load(t, c.Filename, false)
	co.Name, co.QualName = l.interned(t, c.Name), l.interned(t, c.QualName)
	lines := c.LineTable
	if t.RT.NoColumns {
		lines = c.WithoutColumns()
	}
	co.LineTable, co.ExcTable = bytesFrom(t, lines), bytesFrom(t, c.ExceptionTable)
	co.HasTry = c.HasTry()
	co.Kinds, co.OrigUnits = bytesFrom(t, c.LocalsPlusKinds), bytesFrom(t, c.Bytecode)
	co.ArgCount, co.PosOnly, co.KwOnly = int32(c.ArgCount), int32(c.PosOnlyArgCount), int32(c.KwOnlyArgCount)
	co.Flags, co.StackSize, co.FirstLine = uint32(c.Flags), int32(c.StackSize), int32(c.FirstLine)
	if t.Exc != Null || !co.complete(t) {
		return Null
	}
	return co.made(t)
}

// made tells of a code object, which is complete but for what Ready does.
func (co *Code) made(t *Thread) Value {
	if t.RT.OnCode != nil {
		t.RT.OnCode(co)
	}
	return Of(co)
}

// complete fills in what follows from the other fields: the code units to execute, counts, sizes.
func (co *Code) complete(t *Thread) bool {
	co.Hot = t.RT.HotThreshold
	co.NLocalsPlus = int32(co.LocalsNames.Len())
	co.NLocals, co.NCells, co.NFree = 0, 0, 0
	for _, k := range bytesOf(co.Kinds) {
		if k&pyc.KindLocal != 0 {
			co.NLocals++
		}
		if k&pyc.KindCell != 0 {
			co.NCells++
		}
		if k&pyc.KindFree != 0 {
			co.NFree++
		}
	}
	co.FrameSize = int32(FrameHeader) + (co.NLocalsPlus+co.StackSize)*8
	return co.makeUnits(t)
}

// makeUnits makes the code units to execute.
func (co *Code) makeUnits(t *Thread) bool {
	code := bytesOf(co.OrigUnits)
	units := NewRaw(t, len(code)+2*guardUnits)
	if units == nil {
		return false
	}
	copy(unsafe.Slice((*byte)(units.Data()), len(code)), code)
	co.Units, co.First = unsafe.Pointer(units), units.Data()
	co.NUnits = int32(len(code) / 2)
	co.FirstTraceable = 0
	for i := 0; i+1 < len(code); {
		if code[i] == opcode.RESUME {
			co.FirstTraceable = int32(i / 2)
			break
		}
		i += 2 + 2*int(opcode.Caches[code[i]])
	}
	return true
}

// bytesOf views the contents of a bytes object; the view is valid while the object is reachable from a local variable.
func bytesOf(v Value) []byte {
	b := As[Bytes](v)
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(b), BytesData)), b.Len)
}

// At is the byte at index i, which is not checked.
func (b *Bytes) At(i int) byte { return *(*byte)(unsafe.Add(unsafe.Pointer(b), BytesData+uintptr(i))) }

func bytesView(v Value) string {
	b := bytesOf(v)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// tables views the code object's tables through package pyc; the result is valid while co is reachable from a local variable.
// Takes reports whether a call with n positional arguments fills exactly the parameters.
func (co *Code) Takes(n int) bool {
	return int(co.ArgCount) == n && co.KwOnly == 0 && co.Flags&(CoVarArgs|CoVarKeywords) == 0
}

func (co *Code) tables() pyc.Code {
	return pyc.Code{LineTable: bytesView(co.LineTable), ExceptionTable: bytesView(co.ExcTable), FirstLine: int(co.FirstLine)}
}

// Positions returns the source position of the instruction at a byte offset.
func (co *Code) Positions(lasti int) pyc.Position {
	c := co.tables()
	p := c.Positions(lasti)
	runtime.KeepAlive(co)
	return p
}

// Line returns the line of the instruction at a byte offset, or -1.
func (co *Code) Line(lasti int) int {
	if lasti < 0 {
		return int(co.FirstLine)
	}
	c := co.tables()
	line := c.Line(lasti)
	runtime.KeepAlive(co)
	return line
}

// Lines gives the line of every code unit, -1 where there is none.
func (co *Code) Lines() []int {
	lines := make([]int, co.NUnits)
	for i := range lines {
		lines[i] = -1
	}
	c := co.tables()
	for _, loc := range c.Locations() {
		for i := loc.Start / 2; i < loc.End/2 && i < len(lines); i++ {
			lines[i] = loc.Pos.Line
		}
	}
	runtime.KeepAlive(co)
	return lines
}

// LineStarts gives the line of every code unit at which the location table goes on to another line, -1 elsewhere.
func (co *Code) LineStarts() []int {
	lines := make([]int, co.NUnits)
	for i := range lines {
		lines[i] = -1
	}
	c := co.tables()
	last := -1
	for _, loc := range c.Locations() {
		if i := loc.Start / 2; i < len(lines) && loc.Pos.Line >= 0 && loc.Pos.Line != last {
			lines[i], last = loc.Pos.Line, loc.Pos.Line
		}
	}
	runtime.KeepAlive(co)
	return lines
}

// Handlers gives the exception table.
func (co *Code) Handlers() []pyc.ExceptionEntry {
	c := co.tables()
	h := c.ExceptionEntries()
	runtime.KeepAlive(co)
	return h
}

// Handler finds the exception handler for a byte offset.
func (co *Code) Handler(lasti int) (pyc.ExceptionEntry, bool) {
	c := co.tables()
	e, ok := c.Handler(lasti)
	runtime.KeepAlive(co)
	return e, ok
}

var codeReplaceSig = ParseSignature("replace", "(*, co_argcount=None, co_posonlyargcount=None, co_kwonlyargcount=None, co_nlocals=None, "+
	"co_stacksize=None, co_flags=None, co_firstlineno=None, co_code=None, co_consts=None, co_names=None, co_varnames=None, co_freevars=None, "+
	"co_cellvars=None, co_filename=None, co_name=None, co_qualname=None, co_linetable=None, co_exceptiontable=None)")

func intField(f func(co *Code) int32) UnaryFunc {
	return func(t *Thread, v Value) Value { return SmallInt(int64(f(As[Code](v)))) }
}

var _ = DefineType(TCode, TypeDef{
	Name: "code",
	Size: unsafe.Sizeof(Code{}),
	Refs: 1<<16 - 2,
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			c := As[Code](v)
			return NewStr(t, "<code object "+GoString(c.Name)+" at "+address(v)+", file \""+GoString(c.Filename)+"\", line "+itoa(int(c.FirstLine))+">")
		},
		Hash:    codeHash,
		Compare: codeCompare,
		New:     codeNew,
	},
	GetSets: []GetSetDef{
		{Name: "co_code", Get: bodyField(func(t *Thread, c *Code) Value { return c.OrigUnits })},
		{Name: "co_argcount", Member: true, Get: intField(func(c *Code) int32 { return c.ArgCount })},
		{Name: "co_posonlyargcount", Member: true, Get: intField(func(c *Code) int32 { return c.PosOnly })},
		{Name: "co_kwonlyargcount", Member: true, Get: intField(func(c *Code) int32 { return c.KwOnly })},
		{Name: "co_nlocals", Member: true, Get: intField(func(c *Code) int32 { return c.NLocals })},
		{Name: "co_stacksize", Member: true, Get: intField(func(c *Code) int32 { return c.StackSize })},
		{Name: "co_flags", Member: true, Get: intField(func(c *Code) int32 { return int32(c.Flags) })},
		{Name: "co_firstlineno", Member: true, Get: intField(func(c *Code) int32 { return c.FirstLine })},
		{Name: "co_varnames", Get: bodyField(func(t *Thread, c *Code) Value { return c.namesOf(t, pyc.KindLocal) })},
		{Name: "co_cellvars", Get: bodyField(func(t *Thread, c *Code) Value { return c.namesOf(t, pyc.KindCell) })},
		{Name: "co_freevars", Get: bodyField(func(t *Thread, c *Code) Value { return c.namesOf(t, pyc.KindFree) })},
		{Name: "_co_code_adaptive", Get: bodyField(func(t *Thread, c *Code) Value {
			return bytesFrom(t, c.seenUnits())
		})},
		{Name: "co_lnotab", Get: codeLnotab},
		{Name: "co_consts", Member: true, Get: bodyField(func(t *Thread, c *Code) Value { return Of(c.Consts) })},
		{Name: "co_names", Member: true, Get: bodyField(func(t *Thread, c *Code) Value { return Of(c.NamesTuple) })},
		{Name: "co_linetable", Member: true, Get: bodyField(func(t *Thread, c *Code) Value { return c.LineTable })},
		{Name: "co_exceptiontable", Member: true, Get: bodyField(func(t *Thread, c *Code) Value { return c.ExcTable })},
	},
	Members: []MemberDef{
		{Name: "co_filename", Word: 4}, {Name: "co_name", Word: 5}, {Name: "co_qualname", Word: 6},
	},
	Methods: []FuncDef{
		{Name: "co_lines", F0: codeLines},
		{Name: "co_positions", F0: codePositions},
		{Name: "replace", FK: codeReplace},
		{Name: "__replace__", FK: codeReplace},
		{Name: "_varname_from_oparg", Sig: "(oparg)", Fn: func(t *Thread, self Value, b []Value) Value {
			n, ok := AsSize(t, b[0], TOverflowError)
			if !ok {
				return Null
			}
			if !As[Code](self).Ready(t) {
				return Null
			}
			names := As[Code](self).LocalsNames
			if n < 0 || n >= int64(names.Len()) {
				return Raise(t, TIndexError, "tuple index out of range")
			}
			return *names.At(int(n))
		}},
	},
})

// namesOf returns the tuple of the names of one kind of localsplus.
func (co *Code) namesOf(t *Thread, kind byte) Value {
	n := 0
	for _, k := range bytesOf(co.Kinds) {
		if k&kind != 0 {
			n++
		}
	}
	x := NewTuple(t, n)
	if x == nil {
		return Null
	}
	n = 0
	for i, k := range bytesOf(co.Kinds) {
		if k&kind != 0 {
			*x.At(n) = *co.LocalsNames.At(i)
			n++
		}
	}
	return Of(x)
}

func intOrNone(n int) Value {
	if n < 0 {
		return None
	}
	return SmallInt(int64(n))
}

// Iterators of co_lines and co_positions, over lists that nobody else sees.
var (
	_ = DefineType(TLineIterator, seqIterDef("line_iterator", TypeBase, listIterNext, nil, nil))
	_ = DefineType(TPositionsIterator, seqIterDef("positions_iterator", TypeBase, listIterNext, nil, nil))
)

func codeLines(t *Thread, self Value) Value {
	if !As[Code](self).Ready(t) {
		return Null
	}
	c := As[Code](self).tables()
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for _, r := range c.Lines() {
		x := NewTuple(t, 3)
		if x == nil || !l.Append(t, Of(x)) {
			return Null
		}
		*x.At(0), *x.At(1), *x.At(2) = SmallInt(int64(r.Start)), SmallInt(int64(r.End)), intOrNone(r.Line)
	}
	runtime.KeepAlive(self)
	return NewSeqIterator(t, TLineIterator, Of(l))
}

func codePositions(t *Thread, self Value) Value {
	if !As[Code](self).Ready(t) {
		return Null
	}
	c := As[Code](self).tables()
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for _, loc := range c.Locations() {
		x := NewTuple(t, 4)
		if x == nil {
			return Null
		}
		p := loc.Pos
		*x.At(0), *x.At(1), *x.At(2), *x.At(3) = intOrNone(p.Line), intOrNone(p.EndLine), intOrNone(p.Col), intOrNone(p.EndCol)
		for off := loc.Start; off < loc.End; off += 2 {
			if !l.Append(t, Of(x)) {
				return Null
			}
		}
	}
	runtime.KeepAlive(self)
	return NewSeqIterator(t, TPositionsIterator, Of(l))
}

// codeLnotab gives the line table in the form used before 3.10: pairs of offset and line increments.
func codeLnotab(t *Thread, self Value) Value {
	if !Warn(t, TDeprecationWarning, "co_lnotab is deprecated, use co_lines instead.") {
		return Null
	}
	co := As[Code](self)
	if !co.Ready(t) {
		return Null
	}
	c := co.tables()
	var out []byte
	line, at := int(co.FirstLine), 0
	for _, r := range c.Lines() {
		if r.Line < 0 || r.Line == line {
			continue
		}
		d, n := r.Line-line, r.Start-at
		for ; n > 254; n -= 254 {
			out = append(out, 254, 0)
		}
		for ; d > 127; d -= 127 {
			out = append(out, byte(n), 127)
			n = 0
		}
		for ; d < -128; d += 128 {
			out = append(out, byte(n), 0x80)
			n = 0
		}
		out = append(out, byte(n), byte(int8(d)))
		line, at = r.Line, r.Start
	}
	runtime.KeepAlive(self)
	return bytesFrom(t, string(out))
}

func codeHash(t *Thread, v Value) (int64, bool) {
	c := As[Code](v)
	if !c.Ready(t) {
		return 0, false
	}
	h := int64(len(bytesOf(c.OrigUnits)))<<8 ^ int64(c.FirstLine) ^ HashStr(t, As[Str](c.Name)) ^ int64(t.RT.HashSeed.hash(bytesOf(c.OrigUnits)))
	if h == -1 {
		h = -2
	}
	return h, true
}

func codeCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TCode) || !b.IsExact(TCode) {
		return NotImplemented
	}
	eq := codeEqual(t, As[Code](a), As[Code](b))
	if t.Exc != Null {
		return Null
	}
	return Bool(eq == (op == EQ))
}

func codeEqual(t *Thread, x, y *Code) bool {
	if x == y {
		return true
	}
	if !x.Ready(t) || !y.Ready(t) {
		return false
	}
	same := x.ArgCount == y.ArgCount && x.PosOnly == y.PosOnly && x.KwOnly == y.KwOnly && x.Flags == y.Flags && x.FirstLine == y.FirstLine &&
		StrEqual(As[Str](x.Name), As[Str](y.Name)) &&
		bytes.Equal(bytesOf(x.OrigUnits), bytesOf(y.OrigUnits)) && bytes.Equal(bytesOf(x.Kinds), bytesOf(y.Kinds)) &&
		bytes.Equal(bytesOf(x.LineTable), bytesOf(y.LineTable)) && bytes.Equal(bytesOf(x.ExcTable), bytesOf(y.ExcTable))
	return same && constEqual(t, Of(x.NamesTuple), Of(y.NamesTuple)) && constEqual(t, Of(x.LocalsNames), Of(y.LocalsNames)) &&
		constEqual(t, Of(x.Consts), Of(y.Consts))
}

// constEqual is equality of constants: of the same type all the way down, and floats by their bits.
func constEqual(t *Thread, a, b Value) bool {
	if a == b {
		return true
	}
	if a.IsFloat() || b.IsFloat() || TypeOf(t, a) != TypeOf(t, b) {
		return false
	}
	if a.IsExact(TTuple) {
		if !t.Enter(" in comparison") {
			return false
		}
		defer t.Leave()
		return slices.EqualFunc(As[Tuple](a).Items(), As[Tuple](b).Items(), func(x, y Value) bool { return constEqual(t, x, y) })
	}
	return EqualBool(t, a, b) == 1
}

// codeReplace makes a copy with some attributes changed.
func codeReplace(t *Thread, self Value, args []Value, kw Value) Value {
	n := len(codeReplaceSig.Params)
	b := t.PushArgs(n)
	if b == nil {
		return Null
	}
	r := Null
	if codeReplaceSig.Bind(t, args, kw, b) {
		r = codeCopy(t, As[Code](self), b)
	}
	t.PopArgs(n)
	return r
}

// auditCode tells of a code object that a program puts together.
func auditCode(t *Thread, v Value) bool {
	a := NewTuple(t, 9)
	if a == nil {
		return false
	}
	for i, name := range [...]string{"co_code", "co_filename", "co_name", "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_stacksize", "co_flags"} {
		x := GetAttr(t, v, Intern(t, name))
		if x == Null {
			return false
		}
		*a.At(i) = x
	}
	return t.RT.OnAudit(t, "code.__new__", Of(a))
}

func codeCopy(t *Thread, old *Code, b []Value) Value {
	if !old.Ready(t) {
		return Null
	}
	co := New[Code](t, TCode)
	if co == nil {
		return Null
	}
	h := co.Header
	*co = *old
	co.Header = h
	co.Compiled, co.Monitoring, co.Jumps, co.Version, co.InstrVersion = Null, Null, Null, 0, 0
	co.Bound = false
	if !co.change(t, b) || !co.complete(t) {
		return Null
	}
	for i, v := range b {
		name := codeReplaceSig.Params[i].Name
		if v != Null && name != "co_name" && name != "co_qualname" && name != "co_filename" && name != "co_firstlineno" {
			if !co.verify(t) {
				return Null
			}
			break
		}
	}
	if t.RT.OnAudit != nil && !auditCode(t, Of(co)) {
		return Null
	}
	return co.made(t)
}

// change stores the new attributes, in the order of codeReplaceSig; Null ones stay.
func (co *Code) change(t *Thread, b []Value) bool {
	nlocals := int64(-1)
	for i, v := range b {
		if v == Null {
			continue
		}
		name := codeReplaceSig.Params[i].Name
		want, ok := "", true
		switch {
		case i < 7:
			n, fits := AsSize(t, v, TOverflowError)
			if !fits {
				return false
			}
			if n < 0 && i < 5 || n != int64(int32(n)) {
				Raise(t, TValueError, "%s must be a positive integer", name)
				return false
			}
			switch i {
			case 0:
				co.ArgCount = int32(n)
			case 1:
				co.PosOnly = int32(n)
			case 2:
				co.KwOnly = int32(n)
			case 3:
				nlocals = n
			case 4:
				co.StackSize = int32(n)
			case 5:
				co.Flags = uint32(n)
			case 6:
				co.FirstLine = int32(n)
			}
			continue
		case name == "co_code" || name == "co_linetable" || name == "co_exceptiontable":
			want, ok = "bytes", IsBytes(v)
		case name == "co_filename" || name == "co_name" || name == "co_qualname":
			want, ok = "str", IsStr(v)
		default:
			want, ok = "tuple", IsTuple(v)
		}
		if !ok {
			Raise(t, TTypeError, "replace() argument '%s' must be %s, not %s", name, want, TypeName(t, v))
			return false
		}
		switch name {
		case "co_code":
			co.OrigUnits = v
		case "co_linetable":
			co.LineTable = v
		case "co_exceptiontable":
			co.ExcTable = v
		case "co_filename":
			co.Filename = v
		case "co_name":
			co.Name = v
		case "co_qualname":
			co.QualName = v
		case "co_consts":
			co.Consts = As[Tuple](v)
		case "co_names":
			if !internNames(t, As[Tuple](v)) {
				return false
			}
			co.NamesTuple = As[Tuple](v)
		}
	}
	// co_varnames, co_freevars and co_cellvars together make localsplus.
	if b[10] != Null || b[11] != Null || b[12] != Null {
		if !co.setLocals(t, b[10], b[12], b[11]) {
			return false
		}
	}
	if nlocals >= 0 {
		n := int64(0)
		for _, k := range bytesOf(co.Kinds) {
			if k&pyc.KindLocal != 0 {
				n++
			}
		}
		if n != nlocals {
			Raise(t, TValueError, "code: co_nlocals != len(co_varnames)")
			return false
		}
	}
	return true
}

func internNames(t *Thread, names *Tuple) bool {
	for i := range names.Len() {
		v := *names.At(i)
		if !IsStr(v) {
			Raise(t, TTypeError, "name tuples must contain only strings, not '%s'", TypeName(t, v))
			return false
		}
		s := ExactStr(t, v)
		if s = InternValue(t, s); s == Null {
			return false
		}
		*names.At(i) = s
	}
	return true
}

// setLocals rebuilds localsplus of the names of locals, cells and free variables; Null: as they are.
func (co *Code) setLocals(t *Thread, vars, cells, free Value) bool {
	for _, p := range [...]struct {
		v    *Value
		kind byte
	}{{&vars, pyc.KindLocal}, {&cells, pyc.KindCell}, {&free, pyc.KindFree}} {
		if *p.v == Null {
			*p.v = co.namesOf(t, p.kind)
		}
		if *p.v == Null || !internNames(t, As[Tuple](*p.v)) {
			return false
		}
	}
	names := NewList(t, 0)
	if names == nil {
		return false
	}
	var kinds []byte
	add := func(list Value, kind byte) bool {
		for _, name := range As[Tuple](list).Items() {
			if i := slices.Index(names.Slice(), name); kind == pyc.KindCell && i >= 0 {
				kinds[i] |= kind
				continue
			}
			if !names.Append(t, name) {
				return false
			}
			kinds = append(kinds, kind)
		}
		return true
	}
	if !add(vars, pyc.KindLocal) || !add(cells, pyc.KindCell) || !add(free, pyc.KindFree) {
		return false
	}
	x := TupleOf(t, names.Slice())
	k := bytesFrom(t, string(kinds))
	if x == Null || k == Null {
		return false
	}
	co.LocalsNames, co.Kinds = As[Tuple](x), k
	total := co.ArgCount + co.KwOnly
	if co.Flags&CoVarArgs != 0 {
		total++
	}
	if co.Flags&CoVarKeywords != 0 {
		total++
	}
	if int(total) > As[Tuple](vars).Len() {
		Raise(t, TValueError, "code: co_varnames is too small")
		return false
	}
	return true
}

// verify checks a code object that Python code has put together as those of files are.
func (co *Code) verify(t *Thread) bool {
	c := co.verified()
	err := c.Verify()
	runtime.KeepAlive(co)
	if err != nil {
		Raise(t, TValueError, "code: %s", err)
		return false
	}
	return true
}

// CanJump reports whether a frame of co may be moved between instructions, given by their first units: code that runs there
// must find values of the kinds that it counts on. It remembers a jump that lets code meet values of other kinds than before. have and keep say how deep the stack is before and after.
func (co *Code) CanJump(t *Thread, from, to int) (have, keep int, ok bool) {
	var old []byte
	if co.Jumps != Null {
		old = bytesOf(co.Jumps)
	}
	var jumps []pyc.Jump
	for i := 0; i < len(old); i += 8 {
		jumps = append(jumps, pyc.Jump{From: int(binary.LittleEndian.Uint32(old[i:])), To: int(binary.LittleEndian.Uint32(old[i+4:]))})
	}
	jumps = append(jumps, pyc.Jump{From: 2 * from, To: 2 * to})
	c := co.verified()
	have, keep, ok, news := c.CanJump(jumps)
	runtime.KeepAlive(co)
	if !ok || !news {
		return have, keep, ok
	}
	more := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(slices.Clone(old), uint32(2*from)), uint32(2*to))
	v := bytesFrom(t, string(more))
	if v != Null {
		co.Jumps = v
	}
	return have, keep, v != Null
}

// verified gives what the verifier looks at. It refers to the memory of co.
func (co *Code) verified() pyc.Code {
	c := co.tables()
	c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount = int(co.ArgCount), int(co.PosOnly), int(co.KwOnly)
	c.StackSize, c.Flags = int(co.StackSize), int(co.Flags)
	c.Bytecode, c.LocalsPlusKinds = bytesView(co.OrigUnits), bytesView(co.Kinds)
	for i := range co.Consts.Len() {
		c.Consts = append(c.Consts, verifiedConst(*co.Consts.At(i), 8))
	}
	for i := range co.NamesTuple.Len() {
		c.Names = append(c.Names, &pyc.Str{S: GoString(*co.NamesTuple.At(i))})
	}
	for i := range co.LocalsNames.Len() {
		c.LocalsPlusNames = append(c.LocalsPlusNames, &pyc.Str{S: GoString(*co.LocalsNames.At(i))})
	}
	c.Filename, c.Name, c.QualName = &pyc.Str{}, &pyc.Str{}, &pyc.Str{}
	return c
}

// verifiedConst stands for a constant when code is verified: only its type matters there, and those of what is in it down to a depth that
// no instruction asks for.
//
//psy:bounded depth counts down
func verifiedConst(v Value, depth int) pyc.Const {
	switch {
	case v.IsExact(TTuple) && depth == 0:
		return &pyc.Tuple{}
	case v.IsExact(TTuple):
		x := &pyc.Tuple{}
		for _, i := range As[Tuple](v).Items() {
			x.Items = append(x.Items, verifiedConst(i, depth-1))
		}
		return x
	case v.IsExact(TStr):
		return &pyc.Str{S: GoString(v)}
	case v.IsExact(TCode):
		// Verified when it was made; its free variables count.
		return &pyc.Code{LocalsPlusKinds: bytesView(As[Code](v).Kinds), Facts: &pyc.Facts{}}
	case v == None:
		return pyc.None{}
	case v == True, v == False:
		return pyc.Bool(v == True)
	case v.IsInt() || v.IsExact(TInt):
		return pyc.Int(0)
	}
	return pyc.Ellipsis{}
}

// codeNew is types.CodeType(argcount, posonlyargcount, kwonlyargcount, nlocals, stacksize, flags, codestring, constants, names,
// varnames, filename, name, qualname, firstlineno, linetable, exceptiontable[, freevars[, cellvars]]).
func codeNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if !NoKeywords(t, "code", kw) || !CheckPositional(t, "code", len(args), 16, 18) {
		return Null
	}
	n := len(codeReplaceSig.Params)
	b := t.PushArgs(n)
	if b == nil {
		return Null
	}
	for i, j := range [...]int{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 13, 14, 15, 6, 16, 17, 11, 12} {
		b[j] = Of(t.RT.EmptyTuple)
		if i < len(args) {
			b[j] = args[i]
		}
	}
	old := New[Code](t, TCode)
	r := Null
	if old != nil {
		old.Consts, old.NamesTuple, old.LocalsNames = t.RT.EmptyTuple, t.RT.EmptyTuple, t.RT.EmptyTuple
		old.Kinds, old.OrigUnits, old.LineTable, old.ExcTable = t.RT.EmptyBytes, t.RT.EmptyBytes, t.RT.EmptyBytes, t.RT.EmptyBytes
		old.Name, old.QualName, old.Filename = t.RT.EmptyStr, t.RT.EmptyStr, t.RT.EmptyStr
		r = codeCopy(t, old, b)
	}
	t.PopArgs(n)
	return r
}

func itoa(n int) string { return strconv.Itoa(n) }

// seenUnits are the code units as they stand, with CPython's instructions in place of forms that only psy has.
func (c *Code) seenUnits() string {
	units := []byte(unsafe.String((*byte)(c.First), int(c.NUnits)*2))
	loaded := bytesOf(c.OrigUnits) // instrumented forms and ENTER_EXECUTOR do not tell how long an instruction is
	for i := 0; i < len(units); i += 2 + 2*int(opcode.Caches[loaded[i]]) {
		units[i] = opcode.Seen(units[i])
	}
	return string(units)
}
