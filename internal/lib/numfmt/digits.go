// Bytes as hexadecimal digits, and back.

package numfmt

import "encoding/binary"

const hexDigits = "0123456789abcdef"

// AppendHex appends the digits of b, for which out has room.
func AppendHex(out, b []byte) []byte {
	to := out[len(out) : len(out)+2*len(b)]
	out = out[:len(out)+2*len(b)]
	if quickHex && len(b) >= hexBlock {
		n := len(b) &^ (hexBlock - 1)
		encodeHex(&to[0], &b[0], n)
		b, to = b[n:], to[2*n:]
	}
	for ; len(b) >= 8; b, to = b[8:], to[16:] {
		x := binary.LittleEndian.Uint64(b)
		binary.LittleEndian.PutUint64(to, hexDigitsOf(uint32(x)))
		binary.LittleEndian.PutUint64(to[8:], hexDigitsOf(uint32(x>>32)))
	}
	for i, c := range b {
		to[2*i], to[2*i+1] = hexDigits[c>>4], hexDigits[c&15]
	}
	return out
}

// hexDigitsOf is the eight digits of four bytes; the first byte, and its first digit, is the lowest one.
func hexDigitsOf(x uint32) uint64 {
	const ones = 0x0101010101010101
	w := uint64(x)
	w = (w | w<<16) & 0x0000ffff0000ffff
	w = (w | w<<8) & 0x00ff00ff00ff00ff
	w = w>>4&0x000f000f000f000f | w<<8&0x0f000f000f000f00
	letters := (w + 6*ones) >> 4 & ones // 1 where the digit is a letter
	return w + '0'*ones + letters*('a'-'0'-10)
}

// AppendUnhex appends the bytes whose digits text has, for which out has room, up to what is no pair of digits; it returns how many digits it used.
func AppendUnhex(out, text []byte) ([]byte, int) {
	n := len(text) / 2
	to, i := out[len(out):len(out)+n], 0
	if quickHex && n >= hexBlock {
		i = decodeHex(&to[0], &text[0], n&^(hexBlock-1))
	}
	for ; i+4 <= n; i += 4 { // eight digits at once
		const ones, tops = 0x0101010101010101, 0x8080808080808080
		x := binary.LittleEndian.Uint64(text[2*i:])
		digit, letter := x^'0'*ones, (x|0x20*ones)^0x60*ones // below 10, and from 1 to 6
		bad := (digit + (0x80-10)*ones) & ((letter + (0x80-7)*ones) | ^(letter + (0x80-1)*ones))
		if (x|bad)&tops != 0 {
			break
		}
		v := x&(0x0f*ones) + 9*(x>>6&ones)
		v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
		v = (v | v>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(to[i:], uint32(v|v>>16))
	}
	for ; i < n; i++ {
		hi, lo := hexValues[text[2*i]], hexValues[text[2*i+1]]
		if hi|lo > 15 {
			break
		}
		to[i] = hi<<4 | lo
	}
	return out[:len(out)+i], 2 * i
}

// hexValues are the values of digits, 16 for what is none.
var hexValues = func() (table [256]byte) {
	for c := range table {
		table[c] = 16
	}
	for i, c := range []byte(hexDigits) {
		table[c] = byte(i)
		if c >= 'a' {
			table[c-'a'+'A'] = byte(i)
		}
	}
	return table
}()
