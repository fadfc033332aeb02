// Steps of loops over files: a line that lies in memory is given without code of a program. See Slots.Step.

package iomod

import (
	"bytes"

	"github.com/psyco-go/psy/internal/vm/object"
)

func stepText(t *Thread, v Value, _ int) (line Value, why object.Stepped) {
	x := held[textFile](t, v)
	if x == nil || !x.isOpen(v) || !x.buf.readable || !x.newlines.translate && x.newlines.end != "\n" {
		return null, object.StepUnknown
	}
	rest := x.text[x.pos:]
	n := bytes.IndexByte(rest, '\n') + 1
	if n == 0 {
		return null, object.StepUnknown
	}
	if line = object.OrNothing(t, object.StrOfUTF8(t, rest[:n])); line != null {
		x.telling = false
		x.pos += n
	}
	return line, object.StepUnknown
}

func stepBuffered(t *Thread, v Value, _ int) (line Value, why object.Stepped) {
	b := held[bufFile](t, v)
	if b == nil || !b.isOpen() {
		return null, object.StepUnknown
	}
	rest := b.unread()
	n := bytes.IndexByte(rest, '\n') + 1
	if n == 0 {
		return null, object.StepUnknown
	}
	if line = object.OrNothing(t, object.NewBytes(t, rest[:n])); line != null {
		b.take(n)
	}
	return line, object.StepUnknown
}

func stepBytes(t *Thread, v Value, _ int) (line Value, why object.Stepped) {
	b := held[bytesFile](t, v)
	if b == nil || b.closed || b.pos >= int64(len(b.data)) {
		return null, object.StepUnknown
	}
	rest := b.data[b.pos:]
	n := bytes.IndexByte(rest, '\n') + 1
	if n == 0 {
		n = len(rest)
	}
	if line = object.OrNothing(t, object.NewBytes(t, rest[:n])); line != null {
		b.take(int64(n))
	}
	return line, object.StepUnknown
}

func stepString(t *Thread, v Value, _ int) (line Value, why object.Stepped) {
	s := held[stringFile](t, v)
	switch {
	case s == nil || s.closed || s.random:
	case s.given && s.pos < s.count:
		line = s.lineGiven(t, v, -1)
	case !s.given && s.off < len(s.out):
		line = s.takeBytes(t, s.off+s.lineLen(s.out[s.off:]))
	}
	return object.OrNothing(t, line), object.StepUnknown
}
