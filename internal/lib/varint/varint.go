// Package varint reads numbers that binary.AppendUvarint and its like have appended to bytes. It must not know what the numbers mean.
package varint

import (
	"encoding/binary"
	"unsafe"
)

// Bytes are those that are not read yet. They are never written to.
type Bytes []byte

// Of are the bytes of s, without a copy.
func Of(s string) Bytes { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Uint reads what binary.AppendUvarint has appended. The bytes must begin with that, as for the other functions; else they panic.
func (b *Bytes) Uint() uint64 {
	v, n := binary.Uvarint(*b)
	*b = (*b)[n:]
	return v
}

// Int reads what binary.AppendVarint has appended.
func (b *Bytes) Int() int64 {
	v, n := binary.Varint(*b)
	*b = (*b)[n:]
	return v
}

// Byte reads a byte.
func (b *Bytes) Byte() byte { return b.Take(1)[0] }

// Take gives the next n bytes.
func (b *Bytes) Take(n int) Bytes {
	next := (*b)[:n:n]
	*b = (*b)[n:]
	return next
}
