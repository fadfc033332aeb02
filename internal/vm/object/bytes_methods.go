// The methods that bytes and bytearray share: searching, joining, padding, letters.

package object

import (
	"bytes"
	"math"
	"unsafe"
)

// byteMethods makes the definitions for each of the two types.
func byteMethods() []FuncDef {
	find := func(name string, f func(b, sub []byte) int, must bool) FuncDef {
		return FuncDef{Name: name, Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
			lo, hi, sub, ok := bytesSearch(t, v, args)
			if !ok {
				return Null
			}
			i := -1
			if lo <= hi {
				if i = f(selfBytes(v)[lo:hi], sub); i >= 0 {
					i += lo
				}
			}
			if i < 0 && must {
				return Raise(t, TValueError, "subsection not found")
			}
			return SmallInt(int64(i))
		}}
	}
	tail := func(name string, f func(b, p []byte) bool) FuncDef {
		return FuncDef{Name: name, Sig: "(prefix[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
			return bytesTail(t, v, args, name, f)
		}}
	}
	defs := []FuncDef{
		find("find", bytes.Index, false),
		find("rfind", lastBytes, false),
		find("index", bytes.Index, true),
		find("rindex", lastBytes, true),
		{Name: "count", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
			lo, hi, sub, ok := bytesSearch(t, v, args)
			switch {
			case !ok:
				return Null
			case lo > hi:
				return SmallInt(0)
			case len(sub) == 0:
				return SmallInt(int64(hi - lo + 1))
			}
			n := countBytes(t, selfBytes(v)[lo:hi], sub)
			if n < 0 {
				return Null
			}
			return SmallInt(int64(n))
		}},
		tail("startswith", bytes.HasPrefix),
		tail("endswith", bytes.HasSuffix),
		{Name: "removeprefix", Sig: "(prefix, /)", F1: func(t *Thread, v, x Value) Value {
			p, ok := bytesLike(t, x)
			if !ok {
				return Null
			}
			b := selfBytes(v)
			if len(p) > 0 && bytes.HasPrefix(b, p) {
				return partOf(t, v, len(p), len(b))
			}
			return likeSelf(t, v)
		}},
		{Name: "removesuffix", Sig: "(suffix, /)", F1: func(t *Thread, v, x Value) Value {
			p, ok := bytesLike(t, x)
			if !ok {
				return Null
			}
			b := selfBytes(v)
			if len(p) > 0 && bytes.HasSuffix(b, p) {
				return partOf(t, v, 0, len(b)-len(p))
			}
			return likeSelf(t, v)
		}},
		{Name: "replace", Sig: "(old, new, count=-1, /)", MinArgs: 2, MaxArgs: 3, FN: bytesReplace},
		{Name: "partition", Sig: "(sep, /)", F1: func(t *Thread, v, sep Value) Value { return bytesPartition(t, v, sep, bytes.Index, false) }},
		{Name: "rpartition", Sig: "(sep, /)", F1: func(t *Thread, v, sep Value) Value { return bytesPartition(t, v, sep, lastBytes, true) }},
		{Name: "join", Sig: "(iterable_of_bytes, /)", F1: bytesJoin},
		{Name: "decode", Sig: "(encoding='utf-8', errors='strict')", Fn: func(t *Thread, v Value, bound []Value) Value {
			if !codecArgs(t, "decode", bound[0], bound[1]) {
				return Null
			}
			return decodeNamed(t, selfBytes(v), v, bound[0], bound[1])
		}},
		{Name: "split", Sig: "(sep=None, maxsplit=-1)", Fn: func(t *Thread, v Value, bound []Value) Value { return bytesSplit(t, v, bound, false) }},
		{Name: "rsplit", Sig: "(sep=None, maxsplit=-1)", Fn: func(t *Thread, v Value, bound []Value) Value { return bytesSplit(t, v, bound, true) }},
		{Name: "splitlines", Sig: "(keepends=False)", Fn: bytesSplitLines},
		{Name: "strip", Sig: "(bytes=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value { return bytesStrip(t, v, args, true, true) }},
		{Name: "lstrip", Sig: "(bytes=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value { return bytesStrip(t, v, args, true, false) }},
		{Name: "rstrip", Sig: "(bytes=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value { return bytesStrip(t, v, args, false, true) }},
		{Name: "center", Sig: "(width, fillchar=b' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			return bytesJustify(t, v, args, "center", func(pad, width int) int { return pad/2 + pad&width&1 })
		}},
		{Name: "ljust", Sig: "(width, fillchar=b' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			return bytesJustify(t, v, args, "ljust", func(pad, width int) int { return 0 })
		}},
		{Name: "rjust", Sig: "(width, fillchar=b' ', /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, args []Value) Value {
			return bytesJustify(t, v, args, "rjust", func(pad, width int) int { return pad })
		}},
		{Name: "zfill", Sig: "(width, /)", F1: bytesZfill},
		{Name: "expandtabs", Sig: "(tabsize=8)", Fn: bytesExpandTabs},
		{Name: "translate", Sig: "(table, /, delete=b'')", Fn: bytesTranslate},
		{Name: "maketrans", Sig: "(frm, to, /)", Static: true, MinArgs: 2, MaxArgs: 2, FN: bytesMakeTrans},
		{Name: "hex", Sig: "(sep=<unrepresentable>, bytes_per_sep=1)", Fn: func(t *Thread, v Value, bound []Value) Value {
			return bytesHex(t, selfBytes(v), bound[0], bound[1])
		}},
		{Name: "fromhex", Sig: "(string, /)", Class: true, F1: bytesFromHex},
		bytesMap("upper", toUpperASCII), bytesMap("lower", toLowerASCII), bytesMap("swapcase", swapASCII),
		bytesMap("title", titleASCII), bytesMap("capitalize", capitalizeASCII),
		bytesIs("isalpha", func(c byte) bool { return asciiIsLower(c | 32) }),
		bytesIs("isalnum", func(c byte) bool { return asciiIsLower(c|32) || c-'0' < 10 }),
		bytesIs("isdigit", func(c byte) bool { return c-'0' < 10 }),
		bytesIs("isspace", isByteSpace),
		{Name: "isascii", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(asciiBytes(selfBytes(v))) }},
		{Name: "islower", Sig: "()", F0: func(t *Thread, v Value) Value {
			upper, lower := bytesCase(selfBytes(v))
			return Bool(lower && !upper)
		}},
		{Name: "isupper", Sig: "()", F0: func(t *Thread, v Value) Value {
			upper, lower := bytesCase(selfBytes(v))
			return Bool(upper && !lower)
		}},
		{Name: "istitle", Sig: "()", F0: bytesIsTitle},
	}
	return defs
}

func isByteSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// bytesSearch reads the arguments of find and its like; lo may exceed hi.
func bytesSearch(t *Thread, v Value, args []Value) (lo, hi int, sub []byte, ok bool) {
	a, b, ok := searchRange(t, args, 1, int64(len(selfBytes(v))))
	if !ok {
		return
	}
	sub, ok = bytesNeedle(t, args[0])
	return int(a), int(min(b, int64(len(selfBytes(v))))), sub, ok
}

func bytesTail(t *Thread, v Value, args []Value, name string, f func(b, p []byte) bool) Value {
	lo, hi, ok := searchRange(t, args, 1, int64(len(selfBytes(v))))
	if !ok {
		return Null
	}
	test := func(p []byte) bool { return lo <= hi && f(selfBytes(v)[lo:hi], p) }
	if IsTuple(args[0]) {
		for _, x := range As[Tuple](args[0]).Items() {
			p, ok := bytesLike(t, x)
			if !ok {
				return Null
			}
			if test(p) {
				return True
			}
		}
		return False
	}
	p, ok := bufferView(t, args[0])
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "%s first arg must be bytes or a tuple of bytes, not %s", name, TypeName(t, args[0]))
	}
	return Bool(test(p))
}

func bytesReplace(t *Thread, v Value, args []Value) Value {
	from, ok := bytesLike(t, args[0])
	if !ok {
		return Null
	}
	to, ok := bytesLike(t, args[1])
	if !ok {
		return Null
	}
	most := int64(-1)
	if len(args) > 2 {
		if most, ok = ArgSize(t, args[2]); !ok {
			return Null
		}
	}
	b := selfBytes(v)
	n := 0
	if len(from) == 0 {
		n = len(b) + 1
	} else {
		n = countBytes(t, b, from)
	}
	if n < 0 {
		return Null
	}
	if most >= 0 && int64(n) > most {
		n = int(most)
	}
	if n == 0 || len(from) == 0 && len(to) == 0 {
		return likeSelf(t, v)
	}
	if grow := len(to) - len(from); grow > 0 && grow > (math.MaxInt64-len(b))/n {
		return Raise(t, TOverflowError, "replace bytes is too long")
	}
	r, out := rawLike(t, v, len(b)+n*(len(to)-len(from)))
	if r == Null {
		return Null
	}
	at := 0
	for ; n > 0; n-- {
		if t.haltedAt(n) {
			return Null
		}
		i := 0
		if len(from) > 0 {
			i = bytes.Index(b, from)
		}
		at += copy(out[at:], b[:i])
		at += copy(out[at:], to)
		b = b[i+len(from):]
		if len(from) == 0 && len(b) > 0 && n > 1 {
			out[at] = b[0]
			at++
			b = b[1:]
		}
	}
	copy(out[at:], b)
	return r
}

func bytesPartition(t *Thread, v, sep Value, f func(b, sub []byte) int, right bool) Value {
	p, ok := bytesLike(t, sep)
	if !ok {
		return Null
	}
	if len(p) == 0 {
		return Raise(t, TValueError, "empty separator")
	}
	r := NewTuple(t, 3)
	if r == nil {
		return Null
	}
	b := selfBytes(v)
	i := f(b, p)
	switch {
	case i >= 0:
		*r.At(0) = newLike(t, v, b[:i])
		if IsBytes(v) {
			*r.At(1) = sep // whatever it is
		} else {
			*r.At(1) = newLike(t, v, p)
		}
		*r.At(2) = newLike(t, v, b[i+len(p):])
	case right:
		*r.At(0), *r.At(1), *r.At(2) = newLike(t, v, nil), newLike(t, v, nil), likeSelf(t, v)
	default:
		*r.At(0), *r.At(1), *r.At(2) = likeSelf(t, v), newLike(t, v, nil), newLike(t, v, nil)
	}
	if t.Exc != Null {
		return Null
	}
	return Of(r)
}

// joinItems is the sequence of what is to be joined by v, whose size stays meanwhile.
func joinItems(t *Thread, v, iterable Value) Value {
	if IsByteArray(v) {
		b := As[ByteArray](v)
		b.Exports.Busy++
		defer func() { b.Exports.Busy-- }()
	}
	return SequenceFast(t, iterable, "can only join an iterable", Null)
}

func bytesJoin(t *Thread, v, iterable Value) Value {
	seq := joinItems(t, v, iterable)
	if seq == Null {
		return Null
	}
	for _, x := range FastItems(seq) {
		if !x.IsExact(TBytes) && givesBuffer(&TypeOf(t, x).Slots) {
			if seq = plainItems(t, seq); seq == Null {
				return Null
			}
			break
		}
	}
	sep := selfBytes(v)
	n := 0
	for i, x := range FastItems(seq) {
		b, ok := bufferView(t, x)
		if !ok {
			return noBytesItem(t, i, x)
		}
		if i > 0 {
			n += len(sep)
		}
		n += len(b)
		if n > maxStrLen {
			return t.NoMemory()
		}
		if t.haltedAt(i) {
			return Null
		}
	}
	if items := FastItems(seq); len(items) == 1 && items[0].IsExact(TBytes) && IsBytes(v) {
		return items[0]
	}
	r, out := rawLike(t, v, n)
	if r == Null {
		return Null
	}
	at := 0
	for i, x := range FastItems(seq) {
		if i > 0 {
			at += copy(out[at:], sep)
		}
		b, _ := bufferView(t, x)
		short := x.IsExact(TBytes) && putShort(out[at:], unsafe.Pointer(unsafe.SliceData(b)), len(b))
		if !short && !blitNew(t, out[at:], b) || t.haltedAt(i) {
			return Null
		}
		at += len(b)
	}
	return r
}

func noBytesItem(t *Thread, i int, x Value) Value {
	t.ClearIf(TException)
	if t.Exc != Null {
		return Null
	}
	return Raise(t, TTypeError, "sequence item %d: expected a bytes-like object, %s found", i, TypeName(t, x))
}

// plainItems is a list of the items with bytes in place of what has its bytes from Python code, which is asked once.
func plainItems(t *Thread, seq Value) Value {
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for i := 0; i < len(FastItems(seq)); i++ {
		x := FastItems(seq)[i]
		if givesBuffer(&TypeOf(t, x).Slots) {
			b, ok := bufferView(t, x)
			if !ok {
				return noBytesItem(t, i, x)
			}
			if x = NewBytes(t, b); x == Null {
				return Null
			}
		}
		if !l.Append(t, x) {
			return Null
		}
	}
	return Of(l)
}

func bytesMap(name string, f func(dst, src []byte)) FuncDef {
	return FuncDef{Name: name, Sig: "()", F0: func(t *Thread, v Value) Value {
		b := selfBytes(v)
		r, out := rawLike(t, v, len(b))
		if r != Null {
			f(out, b)
		}
		return r
	}}
}

// lastBytes is bytes.LastIndex, quicker where b is long.
func lastBytes(b, sub []byte) int {
	if len(sub) == 0 {
		return len(b)
	}
	return lastIndexIn(b, sub)
}

// bytesCase tells whether there are upper- and lowercase letters.
func bytesCase(b []byte) (upper, lower bool) {
	for len(b) >= 8 && !(upper && lower) {
		w := *(*uint64)(unsafe.Pointer(&b[0]))
		upper = upper || caseBits(w, 'A') != 0
		lower = lower || caseBits(w, 'a') != 0
		b = b[8:]
	}
	for _, c := range b {
		upper = upper || asciiIsUpper(c)
		lower = lower || asciiIsLower(c)
	}
	return upper, lower
}

func bytesIs(name string, f func(c byte) bool) FuncDef {
	return FuncDef{Name: name, Sig: "()", F0: func(t *Thread, v Value) Value {
		b := selfBytes(v)
		for _, c := range b {
			if !f(c) {
				return False
			}
		}
		return Bool(len(b) > 0)
	}}
}

func bytesIsTitle(_ *Thread, v Value) Value {
	any, prev := false, false
	for _, c := range selfBytes(v) {
		switch {
		case asciiIsUpper(c):
			if prev {
				return False
			}
			any, prev = true, true
		case asciiIsLower(c):
			if !prev {
				return False
			}
		default:
			prev = false
		}
	}
	return Bool(any)
}

func bytesJustify(t *Thread, v Value, args []Value, name string, leftOf func(pad, width int) int) Value {
	width, ok := ArgSize(t, args[0])
	if !ok {
		return Null
	}
	fill := byte(' ')
	if len(args) > 1 {
		b, ok := byteString(t, args[1])
		if !ok || len(b) != 1 {
			return BadArgument(t, name, "argument 2", "a byte string of length 1", args[1])
		}
		fill = b[0]
	}
	b := selfBytes(v)
	if int(width) <= len(b) {
		return likeSelf(t, v)
	}
	pad := int(width) - len(b)
	return bytesPadded(t, v, leftOf(pad, int(width)), pad, fill)
}

// bytesPadded puts left of pad fill bytes before self, the others behind.
func bytesPadded(t *Thread, v Value, left, pad int, fill byte) Value {
	b := selfBytes(v)
	r, out := allocLike(t, v, len(b)+pad)
	if r == Null {
		return Null
	}
	if !fillBytes(t, out[:left], fill) || !blitNew(t, out[left:], b) || !fillBytes(t, out[left+len(b):], fill) {
		return Null
	}
	return r
}

func fillBytes(t *Thread, b []byte, c byte) bool {
	if len(b) == 0 {
		return true
	}
	b[0] = c
	return repeatBytes(t, b, 1)
}

func bytesZfill(t *Thread, v, w Value) Value {
	width, ok := ArgSize(t, w)
	if !ok {
		return Null
	}
	b := selfBytes(v)
	if int(width) <= len(b) {
		return likeSelf(t, v)
	}
	pad := int(width) - len(b)
	r := bytesPadded(t, v, pad, pad, '0')
	if r != Null && len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		out := selfBytes(r)
		out[0], out[pad] = b[0], '0'
	}
	return r
}

func bytesExpandTabs(t *Thread, v Value, bound []Value) Value {
	tab := int64(8)
	if bound[0] != Null {
		var ok bool
		if tab, ok = asCInt(t, bound[0]); !ok {
			return Null
		}
	}
	size, col := int64(0), int64(0)
	for _, c := range selfBytes(v) {
		add := int64(1)
		switch c {
		case '\t':
			add = 0
			if tab > 0 {
				add = tab - col%tab
			}
			col += add
		case '\n', '\r':
			col = 0
		default:
			col++
		}
		if size > math.MaxInt64-add {
			return Raise(t, TOverflowError, "result too long")
		}
		size += add
	}
	r, out := rawLike(t, v, int(size))
	if r == Null {
		return Null
	}
	at := int64(0)
	col = 0
	for _, c := range selfBytes(v) {
		if c == '\t' {
			if tab > 0 {
				k := tab - col%tab
				if !fillBytes(t, out[at:at+k], ' ') {
					return Null
				}
				at += k
				col += k
			}
			continue
		}
		col++
		if c == '\n' || c == '\r' {
			col = 0
		}
		out[at] = c
		at++
	}
	return r
}
