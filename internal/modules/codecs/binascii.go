// The module binascii.

package codecs

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("binascii", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "b2a_base64", Sig: "(data, /, *, newline=True)", Fn: b2aBase64},
			{Name: "a2b_base64", Sig: "(data, /, *, strict_mode=False)", Fn: a2bBase64},
			{Name: "hexlify", Sig: "(data, sep=<unrepresentable>, bytes_per_sep=1)", Fn: hexlify},
			{Name: "b2a_hex", Sig: "(data, sep=<unrepresentable>, bytes_per_sep=1)", Fn: hexlify},
			{Name: "unhexlify", Sig: "(hexstr, /)", F1: unhexlify},
			{Name: "a2b_hex", Sig: "(hexstr, /)", F1: unhexlify},
			{Name: "crc32", Sig: "(data, crc=0, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return native.Checksum(t, a, func(start uint32, b []byte) uint32 { return crc32.Update(start, crc32.IEEETable, b) }, 0)
			}},
			{Name: "crc_hqx", Sig: "(data, crc, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return native.Checksum(t, a, crcHQX, 0)
			}},
			{Name: "b2a_uu", Sig: "(data, /, *, backtick=False)", Fn: b2aUU},
			{Name: "a2b_uu", Sig: "(data, /)", F1: a2bUU},
			{Name: "b2a_qp", Sig: "(data, quotetabs=False, istext=True, header=False)", Fn: b2aQP},
			{Name: "a2b_qp", Sig: "(data, header=False)", Fn: a2bQP},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			e := native.NewErrorClass(t, "binascii.Error", t.Type(object.TValueError).Value())
			inc := native.NewErrorClass(t, "binascii.Incomplete", t.Type(object.TException).Value())
			return e != null && inc != null && d.SetStr(t, "Error", e) && d.SetStr(t, "Incomplete", inc)
		},
	}
})

func badASCII(t *Thread, text string) Value { return native.RaiseFrom(t, "binascii", "Error", text) }

// asciiArg is BytesArg that takes ASCII strs too.
func asciiArg(t *Thread, v Value) ([]byte, bool) {
	if object.IsStr(v) {
		if s := object.As[object.Str](v); s.IsASCII() {
			return s.Bytes(), true
		}
		object.Raise(t, object.TValueError, "string argument should contain only ASCII characters")
		return nil, false
	}
	b, ok := object.BufferOf(t, v)
	if !ok && t.Exc == null {
		object.Raise(t, object.TTypeError, "argument should be bytes, buffer or ASCII string, not '%s'", object.TypeName(t, v))
	}
	return b, ok
}

func crcHQX(crc uint32, b []byte) uint32 {
	crc &= 0xFFFF
	for _, c := range b {
		crc ^= uint32(c) << 8
		for range 8 {
			if crc <<= 1; crc&0x10000 != 0 {
				crc ^= 0x1021
			}
		}
		crc &= 0xFFFF
	}
	return crc
}

func b2aBase64(t *Thread, _ Value, a []Value) Value {
	b, ok := native.BytesArg(t, a[0])
	newline, ok2 := native.OptBool(t, a[1], true)
	if !ok || !ok2 {
		return null
	}
	n := base64.StdEncoding.EncodedLen(len(b))
	size := n
	if newline {
		size++
	}
	v, out := object.MakeBytes(t, size)
	if v == null {
		return null
	}
	base64.StdEncoding.Encode(out, b)
	if newline {
		out[n] = '\n'
	}
	return v
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// sextets has the value of each character of base64 less one, 0 for none.
var sextets = func() (t [256]byte) {
	for i, c := range base64Digits {
		t[c] = byte(i) + 1
	}
	return
}()

// quads has, for each of the four characters of a group, its bits in the three bytes that the group stands for; noSextet: it is none of base64's.
var quads = func() (t [4][256]uint32) {
	for i, c := range sextets {
		for at := range t {
			if t[at][i] = noSextet; c > 0 {
				t[at][i] = uint32(c-1) << (18 - 6*at)
			}
		}
	}
	return
}()

const noSextet = 1 << 24

// decodeQuads decodes what comes first in b in groups of four characters of base64: out gets n bytes, from done characters.
func decodeQuads(out, b []byte) (n, done int) {
	for len(b)-done >= 4 && len(out)-n >= 3 {
		c := b[done : done+4 : done+4]
		x := quads[0][c[0]] | quads[1][c[1]] | quads[2][c[2]] | quads[3][c[3]]
		if x >= noSextet {
			break
		}
		o := out[n : n+3 : n+3]
		o[0], o[1], o[2] = byte(x>>16), byte(x>>8), byte(x)
		n, done = n+3, done+4
	}
	return n, done
}

func a2bBase64(t *Thread, _ Value, a []Value) Value {
	b, ok := asciiArg(t, a[0])
	strict, ok2 := native.OptBool(t, a[1], false)
	if !ok || !ok2 {
		return null
	}
	if strict && len(b) > 0 && b[0] == '=' {
		return badASCII(t, "Leading padding not allowed")
	}
	out := object.Scratch[byte](t, (len(b)+3)/4*3)
	if out == nil {
		return null
	}
	pos, pads, left := 0, 0, byte(0)
	for i := 0; i < len(b); i++ {
		if pos == 0 && pads == 0 {
			n, done := decodeQuads(out[len(out):cap(out)], b[i:])
			if out, i = out[:len(out)+n], i+done; i == len(b) {
				break
			}
		}
		c := b[i]
		if c == '=' {
			pads++
			if pos >= 2 && pos+pads >= 4 {
				if strict && i+1 < len(b) {
					return badASCII(t, "Excess data after padding")
				}
				return object.NewBytes(t, out)
			}
			if strict && pos == 0 {
				return badASCII(t, "Excess padding not allowed")
			}
			continue
		}
		v := sextets[c]
		if v == 0 {
			if strict {
				return badASCII(t, "Only base64 data is allowed")
			}
			continue
		}
		if strict && pads > 0 {
			return badASCII(t, "Discontinuous padding not allowed")
		}
		v--
		pads = 0
		switch pos {
		case 0:
			pos, left = 1, v
		case 1:
			pos = 2
			out = append(out, left<<2|v>>4)
			left = v & 0x0F
		case 2:
			pos = 3
			out = append(out, left<<4|v>>2)
			left = v & 0x03
		case 3:
			pos = 0
			out = append(out, left<<6|v)
			left = 0
		}
	}
	switch pos {
	case 0:
		return object.NewBytes(t, out)
	case 1:
		return badASCII(t, "Invalid base64-encoded string: number of data characters ("+object.GoString(object.ToStr(t, object.SmallInt(int64(len(out)/3*4+1))))+
			") cannot be 1 more than a multiple of 4")
	}
	return badASCII(t, "Incorrect padding")
}

// hexPiece is how many bytes are worked on between two looks at whether the thread is to stop.
const hexPiece = 1 << 17

func hexlify(t *Thread, _ Value, a []Value) Value {
	b, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	if a[1] == null {
		v, out := object.RawBytes(t, 2*len(b))
		if v == null {
			return null
		}
		for out = out[:0]; len(b) > hexPiece; b = b[hexPiece:] {
			if out = numfmt.AppendHex(out, b[:hexPiece]); t.Halted() {
				return null
			}
		}
		numfmt.AppendHex(out, b)
		return v
	}
	v := object.NewBytes(t, b)
	if v == null {
		return null
	}
	args := a[1:]
	for len(args) > 0 && args[len(args)-1] == null {
		args = args[:len(args)-1]
	}
	s := object.CallMethod(t, v, object.Intern(t, "hex"), args)
	if s == null {
		return null
	}
	return object.NewBytes(t, object.As[object.Str](s).Bytes())
}

func unhexlify(t *Thread, _, v Value) Value {
	b, ok := asciiArg(t, v)
	if !ok {
		return null
	}
	if len(b)%2 != 0 {
		return badASCII(t, "Odd-length string")
	}
	r, out := object.RawBytes(t, len(b)/2)
	if r == null {
		return null
	}
	for out = out[:0]; len(b) > 0; {
		piece, n := b[:min(len(b), hexPiece)], 0
		if out, n = numfmt.AppendUnhex(out, piece); n < len(piece) {
			return badASCII(t, "Non-hexadecimal digit found")
		}
		if b = b[n:]; len(b) > 0 && t.Halted() {
			return null
		}
	}
	return r
}

func b2aUU(t *Thread, _ Value, a []Value) Value {
	b, ok := native.BytesArg(t, a[0])
	backtick, ok2 := native.OptBool(t, a[1], false)
	if !ok || !ok2 {
		return null
	}
	if len(b) > 45 {
		return badASCII(t, "At most 45 bytes at once")
	}
	char := func(c byte) byte {
		if c &= 0x3f; c == 0 && backtick {
			return '`'
		}
		return c + ' '
	}
	out := []byte{char(byte(len(b)))}
	for len(b) > 0 {
		var g [3]byte
		n := copy(g[:], b)
		out = append(out, char(g[0]>>2), char(g[0]<<4|g[1]>>4), char(g[1]<<2|g[2]>>6), char(g[2]))
		b = b[n:]
	}
	return object.NewBytes(t, append(out, '\n'))
}

func a2bUU(t *Thread, _, v Value) Value {
	b, ok := asciiArg(t, v)
	if !ok {
		return null
	}
	length := byte(0) // of nothing, CPython reads the NUL behind it
	if len(b) > 0 {
		length, b = b[0], b[1:]
	}
	n := int(length-' ') & 0x3f
	out := make([]byte, 0, n)
	for bits, have := uint32(0), 0; len(out) < n; {
		var c byte // past the end, as at the end of a line, some spaces were eaten
		if len(b) > 0 {
			c, b = b[0], b[1:]
			if c == '\n' || c == '\r' {
				c = 0
			} else if c < ' ' || c > ' '+64 {
				return badASCII(t, "Illegal char")
			} else {
				c = (c - ' ') & 0x3f
			}
		}
		bits = bits<<6 | uint32(c)
		if have += 6; have >= 8 {
			have -= 8
			out = append(out, byte(bits>>have))
		}
	}
	for _, c := range b {
		if c != ' ' && c != ' '+64 && c != '\n' && c != '\r' {
			return badASCII(t, "Trailing garbage")
		}
	}
	return object.NewBytes(t, out)
}

func a2bQP(t *Thread, _ Value, a []Value) Value {
	b, ok := asciiArg(t, a[0])
	header, ok2 := native.OptBool(t, a[1], false)
	if !ok || !ok2 {
		return null
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '=':
			i++
			if i >= len(b) {
				break
			}
			if b[i] == '\n' || b[i] == '\r' { // a soft line end
				if b[i] != '\n' {
					for i < len(b) && b[i] != '\n' {
						i++
					}
				}
				i = min(i+1, len(b))
			} else if b[i] == '=' {
				out = append(out, '=')
				i++
			} else if x, err := hex.DecodeString(string(b[i:min(i+2, len(b))])); err == nil && len(x) == 1 {
				out = append(out, x[0])
				i += 2
			} else {
				out = append(out, '=')
			}
		case header && c == '_':
			out = append(out, ' ')
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return object.NewBytes(t, out)
}

func b2aQP(t *Thread, _ Value, a []Value) Value {
	const most = 76
	b, ok := native.BytesArg(t, a[0])
	quoteTabs, ok2 := native.OptBool(t, a[1], false)
	text, ok3 := native.OptBool(t, a[2], true)
	header, ok4 := native.OptBool(t, a[3], false)
	if !ok || !ok2 || !ok3 || !ok4 {
		return null
	}
	crlf := false
	if i := bytes.IndexByte(b, '\n'); i > 0 && b[i-1] == '\r' {
		crlf = true
	}
	var out []byte
	column := 0
	soft := func() {
		out = append(out, '=')
		if crlf {
			out = append(out, '\r')
		}
		out = append(out, '\n')
		column = 0
	}
	for i := 0; i < len(b); {
		if out, ok = object.Grow(t, out, 8); !ok {
			return null
		}
		c := b[i]
		last := i+1 == len(b)
		lineEnd := !last && b[i+1] == '\n'
		if c > 126 || c == '=' || header && c == '_' || c == '.' && column == 0 && (last || b[i+1] == '\n' || b[i+1] == '\r' || b[i+1] == 0) ||
			!text && (c == '\r' || c == '\n') || (c == '\t' || c == ' ') && last || c < 33 && c != '\r' && c != '\n' && c != '\t' && c != ' ' ||
			c < 33 && c != '\r' && c != '\n' && (quoteTabs || !quoteTabs && c != '\t' && c != ' ') {
			if column+3 >= most {
				soft()
			}
			out = append(out, '=', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
			column += 3
			i++
			continue
		}
		if text && (c == '\n' || c == '\r' && lineEnd) {
			if n := len(out); n > 0 && (out[n-1] == ' ' || out[n-1] == '\t') { // no white space at the end of a line
				x := out[n-1]
				out = append(out[:n-1], '=', "0123456789ABCDEF"[x>>4], "0123456789ABCDEF"[x&15])
			}
			if crlf {
				out = append(out, '\r')
			}
			out = append(out, '\n')
			if c == '\r' {
				i++
			}
			i++
			column = 0
			continue
		}
		if !last && b[i+1] != '\n' && column+1 >= most {
			soft()
		}
		if header && c == ' ' {
			c = '_'
		}
		out = append(out, c)
		column++
		i++
	}
	return object.NewBytes(t, out)
}
