// Encoding and decoding by package cjk, with error handlers.

package codecs

import (
	"github.com/psyco-go/psy/internal/lib/cjk"
	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	illegalSequence    = "illegal multibyte sequence"
	incompleteSequence = "incomplete multibyte sequence"
)

// How much is converted between two looks at whether to stop.
const (
	runesAtOnce = 1024
	bytesAtOnce = 4096
)

// multi is a use of a codec: its state, and the handler of errors.
type multi struct {
	codec  *cjk.Codec
	state  *cjk.State
	errors string
	cut    bool // the data ended within a character
}

// problemAt tells of a part of v that is no character, or none of the encoding's. The error that it was told with before is used again.
func (m *multi) problemAt(t *Thread, id object.TypeID, first, v Value, start, end int, reason string) Value {
	object.RaiseUnicodeError(t, id, m.codec.Name, v, start, end, reason)
	if !t.Matches(id) {
		return null
	}
	exc := t.Exc
	t.ClearExc()
	return oneError(first, exc, start, end)
}

// ask calls the error handler: what stands in for the part, and where to go on.
func (m *multi) ask(t *Thread, exc Value, n int, encoding bool) (repl Value, pos int, ok bool) {
	f := lookupHandler(t, m.errors)
	if f == null {
		return null, 0, false
	}
	r := object.Call1(t, f, exc)
	if r == null {
		return null, 0, false
	}
	verb := "decoding"
	if encoding {
		verb = "encoding"
	}
	if object.IsTuple(r) && object.As[object.Tuple](r).Len() == 2 {
		x := object.As[object.Tuple](r)
		repl = *x.At(0)
		if at := *x.At(1); object.IsIntLike(at) && (object.IsStr(repl) || encoding && object.IsBytes(repl)) {
			i, ok := object.Int64(at)
			if !ok {
				i = -1
			} else if i < 0 {
				i += int64(n)
			}
			if i < 0 || i > int64(n) {
				object.Raise(t, object.TIndexError, "position %d from error handler out of bounds", i)
				return null, 0, false
			}
			return repl, int(i), true
		}
	}
	object.Raise(t, object.TTypeError, "%s error handler must return (str, int) tuple", verb)
	return null, 0, false
}

func internalError(t *Thread) { object.Raise(t, object.TRuntimeError, "internal codec error") }

// encode appends the encoding of the str v. flush: nothing follows, else what could be part of a pair at the end is left: used is how many
// characters were encoded.
func (m *multi) encode(t *Thread, dst []byte, v Value, flush bool) (out []byte, used int, ok bool) {
	n := int(object.As[object.Str](v).Len)
	piece := make([]rune, min(n, runesAtOnce))
	lo, hi := 0, 0 // where in v the piece is from
	first := null
	out = dst
	for used < n {
		if used < lo || used >= hi {
			lo, hi = used, min(used+runesAtOnce, n)
			object.As[object.Str](v).CopyRunes(piece[:hi-lo], lo)
		}
		part, last := piece[used-lo:hi-lo], hi == n
		if out, ok = object.Grow(t, out, len(part)*cjk.Most); !ok || t.Halted() {
			return nil, used, false
		}
		b, done, stop := m.codec.Encode(m.state, out, part, flush && last)
		out = b
		used += done
		switch {
		case stop == cjk.Internal:
			internalError(t)
			return nil, used, false
		case stop == cjk.TooFew && last:
			return out, used, true
		case stop == cjk.TooFew:
			hi = used // the next piece begins with what could be part of a pair
		case stop > 0:
			if out, used, first, ok = m.badText(t, out, v, used, used+stop, first); !ok {
				return nil, used, false
			}
		}
	}
	return out, used, true
}

// badText puts in what stands for characters that the encoding lacks.
//
//psy:bounded a replacement is encoded strictly, and that calls no handler
func (m *multi) badText(t *Thread, out []byte, v Value, start, end int, first Value) ([]byte, int, Value, bool) {
	switch m.errors {
	case "ignore":
		return out, end, first, true
	case "replace":
		b, _, stop := m.codec.Encode(m.state, out, []rune{'?'}, true)
		if stop != cjk.Done {
			b = append(out, '?')
		}
		return b, end, first, true
	}
	exc := m.problemAt(t, object.TUnicodeEncodeError, first, v, start, end, illegalSequence)
	if exc == null {
		return nil, start, null, false
	}
	if m.errors == "strict" {
		object.SetExc(t, exc)
		return nil, start, null, false
	}
	repl, pos, ok := m.ask(t, exc, int(object.As[object.Str](v).Len), true)
	if !ok {
		return nil, start, null, false
	}
	if object.IsBytes(repl) {
		if out, ok = object.Grow(t, out, len(object.BytesOf(repl))); ok {
			out = append(out, object.BytesOf(repl)...)
		}
		return out, pos, exc, ok
	}
	strict := multi{codec: m.codec, state: m.state, errors: "strict"}
	out, _, ok = strict.encode(t, out, repl, true)
	return out, pos, exc, ok
}

// decode appends the text of data. final: nothing follows, else what is incomplete at the end is left: used is how many bytes were decoded.
func (m *multi) decode(t *Thread, dst, data []byte, final bool) (out []byte, used int, ok bool) {
	switch m.errors {
	case "strict", "ignore", "replace":
	default: // handlers run Python code
		own, ok := object.Grow(t, []byte(nil), len(data))
		if !ok {
			return nil, 0, false
		}
		data = append(own, data...)
	}
	first := null
	out = dst
	for used < len(data) {
		end := min(used+bytesAtOnce, len(data))
		if out, ok = object.Grow(t, out, (end-used)*cjk.MostDecoded); !ok || t.Halted() {
			return nil, used, false
		}
		b, done, stop := m.codec.Decode(m.state, out, data[used:end])
		out = b
		used += done
		reason := illegalSequence
		switch {
		case stop == cjk.Internal:
			internalError(t)
			return nil, used, false
		case stop == cjk.TooFew && end < len(data) || stop == cjk.Done:
			continue
		case stop == cjk.TooFew:
			if !final {
				return out, used, true
			}
			m.cut, reason, stop = true, incompleteSequence, len(data)-used
		}
		if out, used, first, ok = m.badBytes(t, out, data, used, used+stop, first, reason); !ok {
			return nil, used, false
		}
	}
	return out, used, true
}

// str makes a str of what was decoded. Only handlers of errors put surrogates in.
func (m *multi) str(t *Thread, out []byte) Value {
	switch m.errors {
	case "strict", "ignore", "replace":
		return object.StrOfUTF8(t, out)
	}
	return object.StrOfBytes(t, out)
}

// badBytes puts in what stands for bytes that are no character.
func (m *multi) badBytes(t *Thread, out, data []byte, start, end int, first Value, reason string) ([]byte, int, Value, bool) {
	ok := true
	switch m.errors {
	case "ignore":
		return out, end, first, true
	case "replace":
		if out, ok = object.Grow(t, out, 3); ok {
			out = append(out, "\uFFFD"...)
		}
		return out, end, first, ok
	}
	exc := first
	if first == null {
		b := object.NewBytes(t, data)
		if b == null {
			return nil, start, null, false
		}
		exc = m.problemAt(t, object.TUnicodeDecodeError, null, b, start, end, reason)
	} else {
		exc = m.problemAt(t, object.TUnicodeDecodeError, first, object.As[object.UnicodeErrorObject](first).Object, start, end, reason)
	}
	if exc == null {
		return nil, start, null, false
	}
	if m.errors == "strict" {
		object.SetExc(t, exc)
		return nil, start, null, false
	}
	repl, pos, ok := m.ask(t, exc, len(data), false)
	if !ok {
		return nil, start, null, false
	}
	out, ok = object.GrowStr(t, out, repl)
	return out, pos, exc, ok
}

// Text files.

// multiOf is the codec of package cjk whose method a CodecInfo has for encoding, nil for none.
func multiOf(info Value) *cjk.Codec {
	f := *object.As[object.Tuple](info).At(Encoder)
	if !f.IsExact(object.TBuiltin) {
		return nil
	}
	self := object.As[object.Builtin](f).Self
	if self == null || !self.IsExact(tMultibyteCodec) {
		return nil
	}
	return object.As[multibyteCodec](self).codec()
}

// multiCodec is the encoding of a text file.
func multiCodec(c *cjk.Codec) Codec {
	x := Codec{name: c.Name, Kind: codecMulti, multi: c}
	c.Begin(&x.writing, false)
	c.Begin(&x.reading, true)
	return x
}

func (c *Codec) decodeMulti(t *Thread, dst, data []byte, errors string, final bool) ([]byte, int, bool) {
	m := multi{codec: c.multi, state: &c.reading, errors: errors}
	out, used, ok := m.decode(t, nil, data, final)
	if !ok {
		return dst, used, false
	}
	return append(dst, out...), used, true
}

func (c *Codec) encodeMulti(t *Thread, dst []byte, v Value, errors string) ([]byte, bool) {
	m := multi{codec: c.multi, state: &c.writing, errors: errors}
	out, _, ok := m.encode(t, nil, v, true)
	if !ok {
		return dst, false
	}
	return append(dst, out...), true
}

// fitsMulti reports whether the encoding has the character.
func (c *Codec) fitsMulti(r rune) bool {
	var st cjk.State
	c.multi.Begin(&st, false)
	_, _, stop := c.multi.Encode(&st, nil, []rune{r}, true)
	return stop == cjk.Done
}

// widthMulti is how many bytes the first character takes.
func (c *Codec) widthMulti(data []byte) int {
	var st cjk.State
	c.multi.Begin(&st, true)
	for n := 1; n < len(data); n++ {
		if out, used, stop := c.multi.Decode(&st, nil, data[:n]); stop > 0 || used > 0 && len(out) > 0 {
			return n
		}
	}
	return len(data)
}

// Widest is how many bytes a character takes at most.
func (c *Codec) Widest() int {
	if c.Kind == codecMulti {
		return cjk.Most
	}
	return c.Unit()
}
