// Keys from passwords: PBKDF2 (RFC 8018) and scrypt (RFC 7914). They are written here, and not taken from a library, since they take as long
// as they are told to: a program that is to be stopped stops them too.

package hashes

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"hash"
	"math"
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/digest"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// pollRounds is how many rounds of a derivation are done between two looks at whether the program is to be stopped.
const pollRounds = 256

// deriveKey fills out with PBKDF2's key. False: the program is to be stopped, and an exception is set.
func deriveKey(t *Thread, f func() hash.Hash, password, salt []byte, rounds int64, out []byte) bool {
	mac := hmac.New(f, password)
	size := mac.Size()
	u, sum := make([]byte, 0, size), make([]byte, size)
	var number [4]byte
	for block := uint32(1); len(out) > 0; block++ {
		binary.BigEndian.PutUint32(number[:], block)
		mac.Reset()
		mac.Write(salt)
		mac.Write(number[:])
		u = mac.Sum(u[:0])
		copy(sum, u)
		for i := int64(1); i < rounds; i++ {
			mac.Reset()
			mac.Write(u)
			u = mac.Sum(u[:0])
			for k, b := range u {
				sum[k] ^= b
			}
			if i%pollRounds == 0 && t.Halted() {
				return false
			}
		}
		if block%pollRounds == 0 && t.Halted() {
			return false
		}
		out = out[copy(out, sum):]
	}
	return true
}

func pbkdf2HMAC(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "pbkdf2_hmac() argument 'hash_name' must be str, not %s", object.TypeName(t, a[0]))
	}
	password, ok := native.BytesArg(t, a[1])
	if !ok {
		return null
	}
	salt, ok := native.BytesArg(t, a[2])
	if !ok {
		return null
	}
	rounds, ok := object.AsSize(t, a[3], object.TOverflowError)
	if !ok {
		return null
	}
	k := kindNamed(t, object.GoString(a[0]))
	if k == nil {
		return null
	}
	switch {
	case rounds < 1:
		return object.Raise(t, object.TValueError, "iteration value must be greater than 0.")
	case rounds > math.MaxInt32:
		return object.Raise(t, object.TOverflowError, "iteration value is too great.")
	}
	f := k.macHash(t)
	if f == nil {
		return null
	}
	n := int64(k.digest)
	if a[4] != null && a[4] != none {
		if n, ok = object.AsSize(t, a[4], object.TOverflowError); !ok {
			return null
		}
	}
	switch {
	case n < 1:
		return object.Raise(t, object.TValueError, "key length must be greater than 0.")
	case n > math.MaxInt32:
		return object.Raise(t, object.TOverflowError, "key length is too great.")
	}
	return newKey(t, n, func(out []byte) bool { return deriveKey(t, f, password, salt, rounds, out) })
}

// newKey is n bytes that fill makes. The password and the salt may be written meanwhile by no one: fill runs no Python code.
func newKey(t *Thread, n int64, fill func(out []byte) bool) Value {
	key := object.NewRaw(t, int(n))
	if key == nil {
		return null
	}
	out := unsafe.Slice((*byte)(key.Data()), n)
	if !fill(out) {
		return null
	}
	return object.NewBytes(t, out)
}

// scryptNumber is one of scrypt's required numbers.
func scryptNumber(t *Thread, v Value, name string) (uint64, bool) {
	if v != null && v != none && !native.IsInt(v) {
		object.Raise(t, object.TTypeError, "scrypt() argument '%s' must be int, not %s", name, object.TypeName(t, v))
		return 0, false
	}
	if v != null && v != none {
		if n, ok := object.Uint64(v); ok {
			return n, true
		}
	}
	object.Raise(t, object.TTypeError, "%s is required and must be an unsigned int", name)
	return 0, false
}

func scrypt(t *Thread, _ Value, a []Value) Value {
	password, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	var salt []byte
	if a[1] != null && a[1] != none {
		if salt, ok = native.BytesArg(t, a[1]); !ok {
			return null
		}
	}
	for i, name := range []string{"n", "r", "p"} {
		if v := a[2+i]; v != null && v != none && !native.IsInt(v) {
			return object.Raise(t, object.TTypeError, "scrypt() argument '%s' must be int, not %s", name, object.TypeName(t, v))
		}
	}
	most, size := int64(0), int64(64)
	if a[5] != null {
		if most, ok = object.AsSize(t, a[5], object.TOverflowError); !ok {
			return null
		}
	}
	if a[6] != null {
		if size, ok = object.AsSize(t, a[6], object.TOverflowError); !ok {
			return null
		}
	}
	if a[1] == null || a[1] == none {
		return object.Raise(t, object.TTypeError, "salt is required")
	}
	n, ok := scryptNumber(t, a[2], "n")
	if !ok {
		return null
	}
	if n < 2 || n&(n-1) != 0 {
		return object.Raise(t, object.TValueError, "n must be a power of 2.")
	}
	r, ok := scryptNumber(t, a[3], "r")
	if !ok {
		return null
	}
	p, ok := scryptNumber(t, a[4], "p")
	if !ok {
		return null
	}
	switch {
	case most < 0 || most > math.MaxInt32:
		return object.Raise(t, object.TValueError, "maxmem must be positive and smaller than 2147483647")
	case size < 1 || size > math.MaxInt32:
		return object.Raise(t, object.TValueError, "dklen must be greater than 0 and smaller than 2147483647")
	case r == 0 || p == 0:
		return object.Raise(t, object.TValueError, "Invalid parameter combination for n, r, p, maxmem.")
	case !scryptFits(n, r, p, uint64(most)):
		return object.Raise(t, object.TValueError, "[digital envelope routines] memory limit exceeded")
	}
	blocks, table := object.NewRaw(t, int(128*r*p)), object.NewRaw(t, int(128*r*(n+2)))
	if blocks == nil || table == nil {
		return null
	}
	b := unsafe.Slice((*byte)(blocks.Data()), 128*r*p)
	words := unsafe.Slice((*uint32)(table.Data()), 32*r*(n+2))
	if !deriveKey(t, sha256.New, password, salt, 1, b) {
		return null
	}
	for i := range p {
		if !mixBlock(t, b[128*r*i:128*r*(i+1)], words, int(n), int(r)) {
			return null
		}
	}
	return newKey(t, size, func(out []byte) bool { return deriveKey(t, sha256.New, password, b, 1, out) })
}

// scryptFits applies OpenSSL's limits; most is the memory in bytes, 0 for 32 MiB.
func scryptFits(n, r, p, most uint64) bool {
	if most == 0 {
		most = 32 << 20
	}
	if p > (1<<30-1)/r || 16*r < 64 && n >= 1<<(16*r) {
		return false
	}
	hi, v := bits.Mul64(128*r, n+2)
	return hi == 0 && v <= most && 128*r*p <= most-v
}

// mixBlock is ROMix of RFC 7914 on the block b of 128*r bytes. words has room for n+2 blocks. False: an exception is set.
func mixBlock(t *Thread, b []byte, words []uint32, n, r int) bool {
	size := 32 * r
	table, x, y := words[:n*size], words[n*size:(n+1)*size], words[(n+1)*size:]
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	for i := range n {
		copy(table[i*size:], x)
		digest.MixSalsa(y, x)
		x, y = y, x
		if i%pollRounds == 0 && t.Halted() {
			return false
		}
	}
	for i := range n {
		j := int(uint64(x[size-16])|uint64(x[size-15])<<32) & (n - 1)
		subtle.XORBytes(bytesOf(x), bytesOf(x), bytesOf(table[j*size:(j+1)*size]))
		digest.MixSalsa(y, x)
		x, y = y, x
		if i%pollRounds == 0 && t.Halted() {
			return false
		}
	}
	for i, w := range x {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
	return true
}

func bytesOf(words []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
}
