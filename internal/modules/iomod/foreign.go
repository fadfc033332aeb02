// Text files whose encoding or error handler only the program knows: the codec's incremental decoder and encoder do the work.

package iomod

import (
	"bytes"

	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// foreignText is what a textFile knows of text that a decoder of the program's has made of its chunk.
type foreignText struct {
	before int  // so many bytes of the text came from chunks before
	heldCR bool // a \r at the end of the chunk before waits
}

func (x *textFile) foreign() bool { return x.codec.Kind == codecs.KindForeign }

// decoder is the incremental decoder, made when it is needed first; null: an exception is set.
func (x *textFile) decoder(t *Thread, v Value) Value {
	return x.coder(t, v, &object.As[ioObject](v).Decoder, "incrementaldecoder")
}

func (x *textFile) encoder(t *Thread, v Value) Value {
	made := object.As[ioObject](v).Encoder != null
	e := x.coder(t, v, &object.As[ioObject](v).Encoder, "incrementalencoder")
	if e != null && !made && x.seekable {
		pos := native.Call0(t, object.As[ioObject](v).Ref, "tell")
		if pos == null || pos != object.SmallInt(0) && native.Call1(t, e, "setstate", object.SmallInt(0)) == null {
			return null
		}
	}
	return e
}

func (x *textFile) coder(t *Thread, v Value, place *Value, class string) Value {
	if *place != null {
		return *place
	}
	info := codecs.Lookup(t, x.encoding)
	errs := object.NewStr(t, x.errors)
	if info == null || errs == null {
		return null
	}
	f := object.GetAttr(t, info, object.Intern(t, class))
	if f == null {
		return null
	}
	c := object.Call1(t, f, errs)
	if c != null {
		*place = c
	}
	return c
}

// fillForeign takes a chunk's bytes. What is left of the text before stays in front of the new text.
func (x *textFile) fillForeign(t *Thread, v Value, raw []byte, final bool) bool {
	d := x.decoder(t, v)
	if d == null {
		return false
	}
	if x.seekable {
		start := native.Call0(t, d, "getstate")
		if start == null {
			return false
		}
		object.As[ioObject](v).State = start
	}
	s := x.decodeForeign(t, d, raw, final)
	if s == null {
		return false
	}
	handle, ok := object.As[ioObject](v).Handle, false
	if x.chunk, ok = object.Held(t, handle, heldChunk, x.chunk[:0], len(raw)); !ok {
		return false
	}
	x.chunk = append(x.chunk, raw...)
	x.text, x.pos = append(x.text[:0], x.text[x.pos:]...), 0
	x.foreignText = foreignText{len(x.text), x.newlines.heldCR}
	text := object.GoString(s)
	if x.text, ok = object.Held(t, handle, heldText, x.text, len(text)+1); !ok {
		return false
	}
	x.text = append(x.text, x.newlines.translated([]byte(text), final)...)
	return true
}

func (x *textFile) decodeForeign(t *Thread, decoder Value, raw []byte, final bool) Value {
	b := object.NewBytes(t, raw)
	if b == null {
		return null
	}
	s := native.Call2(t, decoder, "decode", b, object.Bool(final))
	if s != null && !object.IsStr(s) {
		return object.Raise(t, object.TTypeError, "decoder should return a string result, not '%s'", object.TypeName(t, s))
	}
	return s
}

// encodeForeign appends a str, whose line ends are as the file writes them, to what is pending.
func (x *textFile) encodeForeign(t *Thread, v, s Value) bool {
	e := x.encoder(t, v)
	if e == null {
		return false
	}
	b := native.Call1(t, e, "encode", s)
	if b == null {
		return false
	}
	if !object.IsBytes(b) {
		object.Raise(t, object.TTypeError, "encoder should return a bytes object, not '%s'", object.TypeName(t, b))
		return false
	}
	data := object.BytesOf(b)
	pending, ok := object.Held(t, object.As[ioObject](v).Handle, heldPending, x.pending, len(data))
	if ok {
		x.pending = append(pending, data...)
	}
	return ok
}

// rawForeign is rawLen: the chunk is decoded again up to where the reader is, in pieces that are halved where they lead too far.
func (x *textFile) rawForeign(t *Thread, v Value) (n int, ok bool) {
	want := x.pos - x.before
	if x.pos == len(x.text) && !x.newlines.heldCR {
		return len(x.chunk), true
	}
	if want <= 0 {
		return 0, true
	}
	d := x.decoder(t, v)
	if d == null {
		return 0, false
	}
	now := native.Call0(t, d, "getstate")
	if now == null || native.Call1(t, d, "setstate", object.As[ioObject](v).State) == null {
		return 0, false
	}
	m := x.newlines
	m.heldCR = x.foreignText.heldCR
	chunk := bytes.Clone(x.chunk)
	for got, step := 0, len(chunk); n < len(chunk) && got < want; {
		step = min(step, len(chunk)-n)
		here := native.Call0(t, d, "getstate")
		if here == null {
			return 0, false
		}
		s := x.decodeForeign(t, d, chunk[n:n+step], false)
		if s == null {
			return 0, false
		}
		after := m
		read := len(after.translated([]byte(object.GoString(s)), false))
		if step > 1 && (got+read >= want || after.heldCR && got+read+1 == want) {
			if native.Call1(t, d, "setstate", here) == null {
				return 0, false
			}
			step /= 2
			continue
		}
		n, got, m = n+step, got+read, after
		if m.heldCR && got+1 == want { // the \r is what was read last; what follows would come with it
			if m.translate {
				lf, ok := x.lineFeed(t, d, chunk[n:])
				if !ok {
					return 0, false
				}
				n += lf
			}
			break
		}
	}
	return n, native.Call1(t, d, "setstate", now) != null
}

// lineFeed is how long the \n at the beginning of raw is; 0: something else stands there.
func (x *textFile) lineFeed(t *Thread, decoder Value, raw []byte) (n int, ok bool) {
	for n < len(raw) {
		s := x.decodeForeign(t, decoder, raw[n:n+1], false)
		if s == null {
			return 0, false
		}
		n++
		if text := object.GoString(s); text != "" {
			if text[0] == '\n' {
				return n, true
			}
			break
		}
	}
	return 0, true
}

// restartForeign is for a seek: what is read and written next stands at the start of the file, or elsewhere.
func restartForeign(t *Thread, v Value, start bool) bool {
	o := object.As[ioObject](v)
	if o.Decoder != null && native.Call0(t, o.Decoder, "reset") == null {
		return false
	}
	switch e := o.Encoder; {
	case e == null:
		return true
	case start:
		return native.Call0(t, e, "reset") != null
	default:
		return native.Call1(t, e, "setstate", object.SmallInt(0)) != null
	}
}
