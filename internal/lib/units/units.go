// Package units works on many code points at once: units of 1, 2 and 4 bytes, and UTF-8.
//
// Each function does what the processor's vectors can do and says how far that went; the caller does the rest, and all of it where there are no vectors.
package units

import "unsafe"

// Unit is what code points of a text are stored in.
type Unit interface{ uint8 | uint16 | uint32 | rune }

// block is how many units, or bytes of UTF-8, are done at once.
const block = 16

func size[U Unit]() uintptr { var u U; return unsafe.Sizeof(u) }

func at[T any](s []T, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), uintptr(i)*unsafe.Sizeof(s[0]))
}

// Scan counts the code points of data and says what its highest byte is, and whether it is UTF-8; surrogates may be allowed in it. Not done: there are no
// vectors.
func Scan(data []byte, surrogates bool) (n int, top byte, valid, done bool) {
	if !quick {
		return 0, 0, false, false
	}
	errors := uint32(0xFFFFFFFF)
	if surrogates {
		errors = 0xEFEFEFEF
	}
	var tail [2 * block]byte
	whole := len(data) &^ (2*block - 1)
	copy(tail[:], data[whole:])
	later, top, wrong := scan(unsafe.Pointer(unsafe.SliceData(data)), whole, &tail, errors)
	return len(data) - later, top, !wrong, true
}

// short is how many bytes are decoded by way of a buffer, with room before and behind them.
const short = 4 * block

// Decode writes the code points of data, valid UTF-8 of exactly len(out) of them, which fit. False: there are no vectors.
func Decode[U Unit](out []U, data []byte) bool {
	if !quick {
		return false
	}
	ready()
	n, i := 0, 0
	if len(data) > short { // in front of the first bytes there may be no memory
		var head [4 + 2*block]byte
		copy(head[4:], data[:block+1])
		n, i = decode(out, &head[4], 1), block
		for {
			blocks := min(len(data)-i-1, len(out)-n) / block
			if blocks <= 0 {
				break
			}
			n += decode(out[n:], (*byte)(at(data, i)), blocks)
			i += blocks * block
		}
	}
	var rest [4 + short + block]byte // what is behind the text becomes characters, too
	var last [short + block]U
	before := min(i, 4)
	copy(rest[4-before:], data[i-before:])
	if blocks := min((len(data)-i+block-1)/block, short/block); blocks > 0 { // if data has changed meanwhile, there may be more
		decode(last[:], &rest[4], blocks)
	}
	copy(out[n:], last[:])
	return true
}

// decode writes the code points whose last bytes are in the blocks from p on, and returns their number. out has room for a block more than they may be.
func decode[U Unit](out []U, p *byte, blocks int) int {
	to := unsafe.Pointer(unsafe.SliceData(out))
	switch size[U]() {
	case 1:
		return decode1(to, unsafe.Pointer(p), blocks)
	case 2:
		return decode2(to, unsafe.Pointer(p), blocks)
	}
	return decode4(to, unsafe.Pointer(p), blocks)
}

// Encode writes the first n units in UTF-8, and returns how many bytes that is. It ends before surrogates, and near the end of out.
func Encode[U Unit](out []byte, units []U) (bytes, n int) {
	if !quick || len(units) < block || len(out) < 2*block {
		return 0, 0
	}
	ready()
	to, from, blocks := unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(units)), len(units)/block
	switch size[U]() {
	case 1:
		n, bytes = encode1(to, len(out), from, blocks)
	case 2:
		n, bytes = encode2(to, len(out), from, blocks)
	default:
		n, bytes = encode4(to, len(out), from, blocks)
	}
	return bytes, n
}

// Beyond is how many bytes the first n units take in UTF-8 beyond one each.
func Beyond[U Unit](units []U) (extra, n int) {
	if !quick || len(units) < block {
		return 0, 0
	}
	p, blocks := unsafe.Pointer(unsafe.SliceData(units)), len(units)/block
	switch size[U]() {
	case 1:
		extra = beyond1(p, blocks)
	case 2:
		extra = beyond2(p, blocks)
	default:
		extra = beyond4(p, blocks)
	}
	return extra, blocks * block
}

// Convert copies the first n units into units of another width, which have them. dst is as long as src at least.
func Convert[D, S Unit](dst []D, src []S) (n int) {
	if !quick || len(src) < block {
		return 0
	}
	to, from, blocks := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), len(src)/block
	switch size[S]()<<4 | size[D]() {
	case 0x12:
		widen12(to, from, blocks)
	case 0x14:
		widen14(to, from, blocks)
	case 0x24:
		widen24(to, from, blocks)
	case 0x21:
		narrow21(to, from, blocks)
	case 0x41:
		narrow41(to, from, blocks)
	case 0x42:
		narrow42(to, from, blocks)
	default:
		return 0
	}
	return blocks * block
}

// Swap copies the first n units with their bytes in the other order. out is as long as in at least, and may be the same.
func Swap(out, in []uint16) (n int) {
	if !quick || len(in) < block {
		return 0
	}
	blocks := len(in) / block
	swap2(unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(in)), blocks)
	return blocks * block
}

// Union are the bits that any of the first n units has.
func Union[U Unit](units []U) (all U, n int) {
	blocks := len(units) * int(size[U]()) / 32
	if !quick || blocks == 0 {
		return 0, 0
	}
	w := union(unsafe.Pointer(unsafe.SliceData(units)), blocks)
	switch size[U]() {
	case 1:
		w |= w >> 16
		w |= w >> 8
	case 2:
		w |= w >> 16
	}
	return U(w), blocks * 32 / int(size[U]())
}

// Surrogate is a number of units before which there is no surrogate: where the first one is, or near the end.
func Surrogate(units []uint16) (n int) {
	if !quick || len(units) < block {
		return 0
	}
	return surrogate2(unsafe.Pointer(unsafe.SliceData(units)), len(units)/block)
}

// Index is a number of units before which there is no c: where the first one is, or near the end.
func Index[U Unit](units []U, c U) (n int) {
	if !quick || len(units) < block {
		return 0
	}
	p, blocks := unsafe.Pointer(unsafe.SliceData(units)), len(units)/block
	switch size[U]() {
	case 2:
		return index2(p, blocks, uint32(c))
	case 4:
		return index4(p, blocks, uint32(c))
	}
	return 0
}

// Count is how many of the first n units are c.
func Count[U Unit](units []U, c U) (count, n int) {
	if !quick || len(units) < block {
		return 0, 0
	}
	p, blocks := unsafe.Pointer(unsafe.SliceData(units)), len(units)/block
	switch size[U]() {
	case 2:
		return count2(p, blocks, uint32(c)), blocks * block
	case 4:
		return count4(p, blocks, uint32(c)), blocks * block
	}
	return 0, 0
}

// Replace copies the first n units, with another one for each c. out is as long as in at least.
func Replace[U Unit](out, in []U, c, by U) (n int) {
	blocks := len(in) * int(size[U]()) / 32
	if !quick || blocks == 0 {
		return 0
	}
	to, from := unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(in))
	switch size[U]() {
	case 1:
		replace1(to, from, blocks, uint32(c), uint32(by))
	case 2:
		replace2(to, from, blocks, uint32(c), uint32(by))
	default:
		replace4(to, from, blocks, uint32(c), uint32(by))
	}
	return blocks * 32 / int(size[U]())
}

// Special is a number of units before which none is below 0x20, a, b, or one of pair, an odd number, and the one before it: where the first one is, or
// near the end.
func Special[U Unit](units []U, a, b, pair U) (n int) {
	blocks := len(units) * int(size[U]()) / 32
	if !quick || blocks == 0 {
		return 0
	}
	p := unsafe.Pointer(unsafe.SliceData(units))
	switch size[U]() {
	case 1:
		return special1(p, blocks, uint32(a), uint32(b), uint32(pair))
	case 2:
		return special2(p, blocks, uint32(a), uint32(b), uint32(pair))
	}
	return special4(p, blocks, uint32(a), uint32(b), uint32(pair))
}
