// Reading JSON: the scanner, over the code points of a str as they lie in memory.

package jsonmod

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tScanner = object.AllocTypeID()

// scanner is what make_scanner makes.
type scanner struct {
	header
	ObjectHook, PairsHook               Value
	ParseFloat, ParseInt, ParseConstant Value
	Memo                                *object.Dict // the keys of the objects read by the call that is under way
	Strict                              bool
}

var scanSig = object.ParseSignature("scan_once", "(string, idx)")

var _ = object.DefineType(tScanner, object.TypeDef{
	Name: "_json.Scanner", Size: unsafe.Sizeof(scanner{}), Refs: 63 << 1, NoWeak: true,
	Slots: object.Slots{New: object.BindNew("make_scanner", "(context)", newScanner), Call: callScanner},
	GetSets: []object.GetSetDef{
		{Name: "strict", Member: true, Get: func(t *Thread, v Value) Value { return object.Bool(object.As[scanner](v).Strict) }},
	},
	Members: []object.MemberDef{
		{Name: "object_hook", Word: 1}, {Name: "object_pairs_hook", Word: 2}, {Name: "parse_float", Word: 3}, {Name: "parse_int", Word: 4},
		{Name: "parse_constant", Word: 5},
	},
})

func newScanner(t *Thread, typ *object.Type, a []Value) Value {
	s := native.Alloc[scanner](t, typ)
	if s == nil {
		return null
	}
	if s.Memo = object.NewDict(t); s.Memo == nil {
		return null
	}
	v := object.GetAttr(t, a[0], object.Intern(t, "strict"))
	if v == null {
		return null
	}
	strict := object.Truth(t, v)
	if strict < 0 {
		return null
	}
	s.Strict = strict > 0
	for _, x := range [...]struct {
		name string
		to   *Value
	}{{"object_hook", &s.ObjectHook}, {"object_pairs_hook", &s.PairsHook}, {"parse_float", &s.ParseFloat}, {"parse_int", &s.ParseInt},
		{"parse_constant", &s.ParseConstant}} {
		if *x.to = object.GetAttr(t, a[0], object.Intern(t, x.name)); *x.to == null {
			return null
		}
	}
	return object.Of(s)
}

// callScanner reads the value at an index: it gives the value and the index behind it.
func callScanner(t *Thread, v Value, args []Value, kw Value) Value {
	a := t.PushArgs(2)
	if a == nil {
		return null
	}
	r := null
	if scanSig.Bind(t, args, kw, a) {
		r = object.As[scanner](v).call(t, a[0], a[1])
	}
	t.PopArgs(2)
	return r
}

func (s *scanner) call(t *Thread, text, index Value) Value {
	at, ok := object.ArgSize(t, index)
	if !ok {
		return null
	}
	if !object.IsStr(text) {
		return object.Raise(t, object.TTypeError, "first argument must be a string, not %s", object.TypeName(t, text))
	}
	if at < 0 {
		return object.Raise(t, object.TValueError, "idx cannot be negative")
	}
	r, end := s.scan(t, text, int(at))
	if s.Memo.Used > 0 {
		s.Memo.Clear(t)
	}
	if r == null {
		return null
	}
	return object.Pair(t, r, object.NewInt(t, int64(end)))
}

// scan reads with the code for the width of the str's code points.
func (s *scanner) scan(t *Thread, text Value, at int) (Value, int) {
	x := object.As[object.Str](text)
	switch x.Kind() {
	case 0:
		return scanValue(t, s, text, unitsOf[uint8](x), at)
	case 1:
		return scanValue(t, s, text, unitsOf[uint16](x), at)
	}
	return scanValue(t, s, text, unitsOf[rune](x), at)
}

// unit is a code point of a str.
type unit interface{ uint8 | uint16 | rune }

// unitsOf are the code points of a str, which must stay in a local variable of a caller.
func unitsOf[U unit](s *object.Str) []U { return unsafe.Slice((*U)(s.Data()), int(s.Len)) }

// raiseAt raises the JSONDecodeError for a place in a text.
func raiseAt(t *Thread, text string, v Value, at int) {
	class := object.GetAttr(t, native.ImportModule(t, "json.decoder"), object.Intern(t, "JSONDecodeError"))
	if class == null {
		return
	}
	msg := object.NewStr(t, text)
	if msg == null {
		return
	}
	if e := object.Call3(t, class, msg, v, object.SmallInt(int64(at))); e != null {
		object.SetExc(t, e)
	}
}

// raiseStop says that no value begins at a place.
func raiseStop(t *Thread, at int) (Value, int) {
	object.RaiseStopIteration(t, object.SmallInt(int64(at)))
	return null, 0
}

// space skips white space.
func space[U unit](u []U, i int) int {
	for i < len(u) && (u[i] == ' ' || u[i] == '\n' || u[i] == '\t' || u[i] == '\r') {
		i++
	}
	return i
}

func isDigit[U unit](c U) bool { return '0' <= c && c <= '9' }

// hasWord reports whether a word stands at a place.
func hasWord[U unit](u []U, i int, word string) bool {
	if len(u)-i < len(word) {
		return false
	}
	for j := range len(word) {
		if u[i+j] != U(word[j]) {
			return false
		}
	}
	return true
}

// scanValue reads the value at u[i], u being the code points of text. It returns the index behind the value.
func scanValue[U unit](t *Thread, s *scanner, text Value, u []U, i int) (Value, int) {
	if i >= len(u) {
		return raiseStop(t, i)
	}
	constant := ""
	switch u[i] {
	case '"':
		return scanText(t, text, u, i+1, s.Strict)
	case '{':
		if !t.Enter(" while decoding a JSON object from a unicode string") {
			return null, 0
		}
		v, end := scanObject(t, s, text, u, i+1)
		t.Leave()
		return v, end
	case '[':
		if !t.Enter(" while decoding a JSON array from a unicode string") {
			return null, 0
		}
		v, end := scanArray(t, s, text, u, i+1)
		t.Leave()
		return v, end
	case 'n':
		if hasWord(u, i, "null") {
			return none, i + 4
		}
	case 't':
		if hasWord(u, i, "true") {
			return object.True, i + 4
		}
	case 'f':
		if hasWord(u, i, "false") {
			return object.False, i + 5
		}
	case 'N':
		constant = "NaN"
	case 'I':
		constant = "Infinity"
	case '-':
		if i+1 < len(u) && u[i+1] == 'I' {
			constant = "-Infinity"
		}
	}
	if constant != "" && hasWord(u, i, constant) {
		name := object.NewStr(t, constant)
		if name == null {
			return null, 0
		}
		return object.Call1(t, s.ParseConstant, name), i + len(constant)
	}
	return scanNumber(t, s, text, u, i)
}

// scanArray reads the items of an array in runs: a list grows by copying, so a short one is made when its length is known.
func scanArray[U unit](t *Thread, s *scanner, text Value, u []U, i int) (Value, int) {
	var run [16]Value
	var list *object.List
	n := 0
	i = space(u, i)
	for first := true; !first || i >= len(u) || u[i] != ']'; first = false {
		v, end := scanValue(t, s, text, u, i)
		if v == null || !t.Poll() {
			return null, 0
		}
		if n == len(run) {
			if list == nil {
				if list = object.NewList(t, 0); list == nil {
					return null, 0
				}
			}
			if !list.AppendAll(t, run[:]) {
				return null, 0
			}
			n = 0
		}
		run[n] = v
		n++
		i = space(u, end)
		if i < len(u) && u[i] == ']' {
			break
		}
		if i >= len(u) || u[i] != ',' {
			raiseAt(t, "Expecting ',' delimiter", text, i)
			return null, 0
		}
		comma := i
		i = space(u, i+1)
		if i < len(u) && u[i] == ']' {
			raiseAt(t, "Illegal trailing comma before end of array", text, comma)
			return null, 0
		}
	}
	if list == nil {
		return object.ListOf(t, run[:n]), i + 1
	}
	if !list.AppendAll(t, run[:n]) {
		return null, 0
	}
	return object.Of(list), i + 1
}

func scanObject[U unit](t *Thread, s *scanner, text Value, u []U, i int) (Value, int) {
	var pairs *object.List
	var dict *object.Dict
	if s.PairsHook != none {
		pairs = object.NewList(t, 0)
	} else {
		dict = object.NewDict(t)
	}
	if pairs == nil && dict == nil {
		return null, 0
	}
	i = space(u, i)
	for first := true; !first || i >= len(u) || u[i] != '}'; first = false {
		if i >= len(u) || u[i] != '"' {
			raiseAt(t, "Expecting property name enclosed in double quotes", text, i)
			return null, 0
		}
		key, end := scanKey(t, s, text, u, i+1)
		if key == null {
			return null, 0
		}
		i = space(u, end)
		if i >= len(u) || u[i] != ':' {
			raiseAt(t, "Expecting ':' delimiter", text, i)
			return null, 0
		}
		v, end := scanValue(t, s, text, u, space(u, i+1))
		if v == null || !t.Poll() {
			return null, 0
		}
		if pairs != nil {
			if p := object.Pair(t, key, v); p == null || !pairs.Append(t, p) {
				return null, 0
			}
		} else if !dict.SetHash(t, key, v, object.HashStr(t, object.As[object.Str](key))) {
			return null, 0
		}
		i = space(u, end)
		if i < len(u) && u[i] == '}' {
			break
		}
		if i >= len(u) || u[i] != ',' {
			raiseAt(t, "Expecting ',' delimiter", text, i)
			return null, 0
		}
		comma := i
		i = space(u, i+1)
		if i < len(u) && u[i] == '}' {
			raiseAt(t, "Illegal trailing comma before end of object", text, comma)
			return null, 0
		}
	}
	switch {
	case pairs != nil:
		return object.Call1(t, s.PairsHook, object.Of(pairs)), i + 1
	case s.ObjectHook != none:
		return object.Call1(t, s.ObjectHook, object.Of(dict)), i + 1
	}
	return object.Of(dict), i + 1
}

// scanKey reads a key; equal keys are one str.
func scanKey[U unit](t *Thread, s *scanner, text Value, u []U, i int) (Value, int) {
	if unsafe.Sizeof(u[0]) == 1 && object.As[object.Str](text).IsASCII() {
		// Most keys are known: look them up before a str is made of them.
		j := i
		for j < len(u) && plain[uint8(u[j])] {
			j++
		}
		if j < len(u) && u[j] == '"' {
			part := unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(u)), i)), j-i)
			if k := s.Memo.GetGoString(t, part); k != null {
				return k, j + 1
			}
		}
	}
	key, end := scanText(t, text, u, i, s.Strict)
	if key == null {
		return null, 0
	}
	return s.Memo.SetDefault(t, key, key), end
}

// plain are the characters of ASCII that stand for themselves in a text.
var plain = func() (is [256]bool) {
	for c := ' '; c < 0x80; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// scanText reads a text whose opening quote stands before u[i].
func scanText[U unit](t *Thread, text Value, u []U, i int, strict bool) (Value, int) {
	j := i
	if unsafe.Sizeof(U(0)) == 1 {
		for j < len(u) && plain[uint8(u[j])] {
			j++
		}
	}
	for j < len(u) && u[j] != '"' && u[j] != '\\' {
		if u[j] < ' ' && strict {
			raiseAt(t, "Invalid control character at", text, j)
			return null, 0
		}
		j++
	}
	switch {
	case j >= len(u):
		raiseAt(t, "Unterminated string starting at", text, i-1)
		return null, 0
	case u[j] == '"':
		return object.StrPart(t, text, i, j), j + 1
	}
	return scanEscaped(t, text, u, i, j, strict)
}

// scanEscaped is scanText of a text whose first backslash is u[j].
func scanEscaped[U unit](t *Thread, text Value, u []U, i, j int, strict bool) (Value, int) {
	begin := i - 1
	out := object.Scratch[rune](t, 2*(j-i)+32)
	if out == nil {
		return null, 0
	}
	for {
		var ok bool
		if out, ok = object.Grow(t, out, j-i+1); !ok {
			return null, 0
		}
		for _, c := range u[i:j] {
			out = append(out, rune(c))
		}
		if j >= len(u) {
			raiseAt(t, "Unterminated string starting at", text, begin)
			return null, 0
		}
		if u[j] == '"' {
			return object.NewStrRunes(t, out), j + 1
		}
		j++
		if j == len(u) {
			raiseAt(t, "Unterminated string starting at", text, begin)
			return null, 0
		}
		c, end := escape(t, text, u, j)
		if end < 0 {
			return null, 0
		}
		out = append(out, c)
		i, j = end, end
		for j < len(u) && u[j] != '"' && u[j] != '\\' {
			if u[j] < ' ' && strict {
				raiseAt(t, "Invalid control character at", text, j)
				return null, 0
			}
			j++
		}
		if t.Halted() {
			return null, 0
		}
	}
}

// escape reads what stands behind a backslash, from u[j] on. It returns the character and the index behind it; -1: an exception is set.
func escape[U unit](t *Thread, text Value, u []U, j int) (rune, int) {
	switch u[j] {
	case '"', '\\', '/':
		return rune(u[j]), j + 1
	case 'b':
		return '\b', j + 1
	case 'f':
		return '\f', j + 1
	case 'n':
		return '\n', j + 1
	case 'r':
		return '\r', j + 1
	case 't':
		return '\t', j + 1
	case 'u':
	default:
		raiseAt(t, "Invalid \\escape", text, j-1)
		return 0, -1
	}
	end := j + 5
	if end >= len(u) {
		raiseAt(t, "Invalid \\uXXXX escape", text, j)
		return 0, -1
	}
	c := hex4(u[j+1 : end])
	if c < 0 {
		raiseAt(t, "Invalid \\uXXXX escape", text, end-5)
		return 0, -1
	}
	if c>>10 == 0xD800>>10 && end+6 < len(u) && u[end] == '\\' && u[end+1] == 'u' {
		low := hex4(u[end+2 : end+6])
		if low < 0 {
			raiseAt(t, "Invalid \\uXXXX escape", text, end+1)
			return 0, -1
		}
		if low>>10 == 0xDC00>>10 {
			return 0x10000 + (c&0x3FF)<<10 + low&0x3FF, end + 6
		}
	}
	return c, end
}

// hex4 is the number that four hexadecimal digits are, or -1.
func hex4[U unit](u []U) rune {
	n := rune(0)
	for _, c := range u {
		switch {
		case isDigit(c):
			n = n<<4 + rune(c-'0')
		case 'a' <= c && c <= 'f':
			n = n<<4 + rune(c-'a') + 10
		case 'A' <= c && c <= 'F':
			n = n<<4 + rune(c-'A') + 10
		default:
			return -1
		}
	}
	return n
}

func scanNumber[U unit](t *Thread, s *scanner, text Value, u []U, start int) (Value, int) {
	i := start
	if u[i] == '-' {
		i++
	}
	switch {
	case i >= len(u) || !isDigit(u[i]):
		return raiseStop(t, start)
	case u[i] == '0':
		i++
	default:
		for i < len(u) && isDigit(u[i]) {
			i++
		}
	}
	float := false
	if i+1 < len(u) && u[i] == '.' && isDigit(u[i+1]) {
		float = true
		for i += 2; i < len(u) && isDigit(u[i]); {
			i++
		}
	}
	if i+1 < len(u) && (u[i] == 'e' || u[i] == 'E') {
		j := i + 1
		if j+1 < len(u) && (u[j] == '-' || u[j] == '+') {
			j++
		}
		for j < len(u) && isDigit(u[j]) {
			j++
		}
		if isDigit(u[j-1]) {
			float, i = true, j
		}
	}
	if float {
		return scanFloat(t, s, text, u, start, i), i
	}
	if s.ParseInt == t.Type(object.TInt).Value() {
		if i-start <= 18 {
			return object.NewInt(t, smallNumber(u[start:i])), i
		}
		part := object.StrPart(t, text, start, i)
		if part == null {
			return null, 0
		}
		return object.IntFromStr(t, part, 10), i
	}
	return callPart(t, s.ParseInt, text, start, i), i
}

// smallNumber is an integer of at most 18 characters.
func smallNumber[U unit](u []U) int64 {
	n, negative := int64(0), u[0] == '-'
	if negative {
		u = u[1:]
	}
	for _, c := range u {
		n = n*10 + int64(c-'0')
	}
	if negative {
		return -n
	}
	return n
}

func scanFloat[U unit](t *Thread, s *scanner, text Value, u []U, start, end int) Value {
	if s.ParseFloat != t.Type(object.TFloat).Value() {
		return callPart(t, s.ParseFloat, text, start, end)
	}
	var few [64]byte
	b := few[:0]
	if end-start > len(few) {
		if b = object.Scratch[byte](t, end-start); b == nil {
			return null
		}
	}
	for _, c := range u[start:end] {
		b = append(b, byte(c))
	}
	f, ok := numfmt.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)))
	if !ok {
		f = math.NaN() // never: the text is a number
	}
	return object.Float(f)
}

// callPart calls a function with a part of the text.
func callPart(t *Thread, f, text Value, start, end int) Value {
	part := object.StrPart(t, text, start, end)
	if part == null {
		return null
	}
	return object.Call1(t, f, part)
}

// scanString is the function scanstring(string, end, strict=True).
func scanString(t *Thread, _ Value, a []Value) Value {
	switch {
	case len(a) < 2:
		return object.Raise(t, object.TTypeError, "scanstring() takes at least 2 arguments (%d given)", len(a))
	case len(a) > 3:
		return object.Raise(t, object.TTypeError, "scanstring() takes at most 3 arguments (%d given)", len(a))
	}
	end, ok := object.ArgSize(t, a[1])
	if !ok {
		return null
	}
	strict := 1
	if len(a) > 2 {
		if strict = object.Truth(t, a[2]); strict < 0 {
			return null
		}
	}
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "first argument must be a string, not %s", object.TypeName(t, a[0]))
	}
	s := object.As[object.Str](a[0])
	if end < 0 || end > s.Len {
		return object.Raise(t, object.TValueError, "end is out of bounds")
	}
	var v Value
	var next int
	switch s.Kind() {
	case 0:
		v, next = scanText(t, a[0], unitsOf[uint8](s), int(end), strict > 0)
	case 1:
		v, next = scanText(t, a[0], unitsOf[uint16](s), int(end), strict > 0)
	default:
		v, next = scanText(t, a[0], unitsOf[rune](s), int(end), strict > 0)
	}
	if v == null {
		return null
	}
	return object.Pair(t, v, object.NewInt(t, int64(next)))
}
