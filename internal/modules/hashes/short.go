// Hashes of short data that was given at once: most hashes are made, asked for their digest and forgotten. So an object refers to the data, and has no state of
// Go's until more data comes.

package hashes

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"

	"github.com/psyco-go/psy/internal/vm/object"
)

// shortMost is how many bytes are short. The digest is computed anew whenever it is asked for.
const shortMost = 512

// isShort reports whether an object can refer to data, bytes or none (null).
func isShort(data Value) bool {
	return data == null || data.IsExact(object.TBytes) && object.As[object.Bytes](data).Len <= shortMost
}

func newShort(t *Thread, id object.TypeID, k *hashKind, data Value) Value {
	h := object.New[hashObject](t, id)
	if h != nil {
		h.Kind, h.Data = k.number, data
	}
	return object.Of(h)
}

// begin gives short data to a hash that has none; it reports whether that was done.
func (h *hashObject) begin(data Value) bool {
	if h.Handle != 0 || h.Data != null && object.As[object.Bytes](h.Data).Len > 0 || !isShort(data) {
		return false
	}
	h.Data = data
	return true
}

// short says which function gives the digest of short data without memory of Go's.
type short uint8

const (
	notShort short = iota
	shortMD5
	shortSHA1
	shortSHA224
	shortSHA256
	shortSHA384
	shortSHA512
)

// digestOf is the digest so far, in room or until the next call.
func digestOf(t *Thread, v Value, room *[64]byte) []byte {
	h := object.As[hashObject](v)
	if h.Handle != 0 {
		return hashOf(t, v).digest()
	}
	var b []byte
	if h.Data != null {
		b = object.BytesOf(h.Data)
	}
	k := kinds[h.Kind]
	switch k.short {
	case shortMD5:
		*(*[md5.Size]byte)(room[:]) = md5.Sum(b)
	case shortSHA1:
		*(*[sha1.Size]byte)(room[:]) = sha1.Sum(b)
	case shortSHA224:
		*(*[sha256.Size224]byte)(room[:]) = sha256.Sum224(b)
	case shortSHA256:
		*(*[sha256.Size]byte)(room[:]) = sha256.Sum256(b)
	case shortSHA384:
		*(*[sha512.Size384]byte)(room[:]) = sha512.Sum384(b)
	case shortSHA512:
		*room = sha512.Sum512(b)
	}
	return room[:k.digest]
}
