// The module _blake2: BLAKE2b and BLAKE2s, with keys, salts, persons and trees.

package hashes

import (
	"bytes"
	"encoding/binary"
	"hash"

	"github.com/psyco-go/psy/internal/lib/digest"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	blake2bKind = &hashKind{module: "_blake2", class: "blake2b", name: "blake2b", digest: 64, block: 128}
	blake2sKind = &hashKind{module: "_blake2", class: "blake2s", name: "blake2s", digest: 32, block: 64}
)

const blake2Sig = "(data=b'', /, *, digest_size=64, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, " +
	"last_node=False, usedforsecurity=True)"

type blake2Limits struct {
	salt   int
	offset uint64
}

func (k *hashKind) maxBlake2() blake2Limits {
	if k.name == "blake2b" {
		return blake2Limits{16, 1<<64 - 1}
	}
	return blake2Limits{8, 1<<48 - 1}
}

// plainBlake2 is a hash with no parameters but its size.
func plainBlake2(wide bool, size int) hash.Hash {
	return digest.NewBlake2(wide, size, []byte{byte(size), 0, 1, 1}, nil, false)
}

func newBlake2(t *Thread, k *hashKind, a []Value) Value {
	limits, wide := k.maxBlake2(), k.name == "blake2b"
	number := func(i int, def, least, most uint64, text string) (uint64, bool) {
		if a[i] == null {
			return def, true
		}
		v := object.Index(t, a[i])
		if v == null {
			return 0, false
		}
		n, fits := object.Uint64(v)
		id := object.TValueError
		if i == 7 || i == 8 { // leaf_size and node_offset
			id = object.TOverflowError
			switch {
			case object.IntSign(v) < 0:
				id, text = object.TValueError, "value must be positive"
			case !fits && i == 7:
				text = "Python int too large to convert to C unsigned long"
			case !fits:
				text = "int too big to convert"
			}
		}
		if !fits || n < least || n > most {
			object.Raise(t, id, "%s", text)
			return 0, false
		}
		return n, true
	}
	data := func(i, most int, text string) ([]byte, bool) {
		if a[i] == null {
			return nil, true
		}
		b, ok := native.BytesArg(t, a[i])
		if ok && len(b) > most {
			object.Raise(t, object.TValueError, "%s", text)
			return nil, false
		}
		return b, ok
	}
	size, ok := number(1, uint64(k.digest), 1, uint64(k.digest), "digest_size must be between 1 and "+native.Itoa(k.digest)+" bytes")
	if !ok {
		return null
	}
	key, ok := data(2, k.digest, "maximum key length is "+native.Itoa(k.digest)+" bytes")
	if !ok {
		return null
	}
	salt, ok := data(3, limits.salt, "maximum salt length is "+native.Itoa(limits.salt)+" bytes")
	if !ok {
		return null
	}
	person, ok := data(4, limits.salt, "maximum person length is "+native.Itoa(limits.salt)+" bytes")
	if !ok {
		return null
	}
	fanout, ok := number(5, 1, 0, 255, "fanout must be between 0 and 255")
	if !ok {
		return null
	}
	depth, ok := number(6, 1, 1, 255, "depth must be between 1 and 255")
	if !ok {
		return null
	}
	leaf, ok := number(7, 0, 0, 1<<32-1, "leaf_size is too large")
	if !ok {
		return null
	}
	offset, ok := number(8, 0, 0, limits.offset, "node_offset is too large")
	if !ok {
		return null
	}
	nodeDepth, ok := number(9, 0, 0, 255, "node_depth must be between 0 and 255")
	if !ok {
		return null
	}
	inner, ok := number(10, 0, 0, uint64(k.digest), "inner_size must be between 0 and is "+native.Itoa(k.digest))
	if !ok {
		return null
	}
	lastNode, ok := native.OptBool(t, a[11], false)
	if !ok {
		return null
	}
	var p [64]byte // the parameter block
	p[0], p[1], p[2], p[3] = byte(size), byte(len(key)), byte(fanout), byte(depth)
	binary.LittleEndian.PutUint32(p[4:], uint32(leaf))
	binary.LittleEndian.PutUint64(p[8:], offset)
	if wide {
		p[16], p[17] = byte(nodeDepth), byte(inner)
		copy(p[32:48], salt)
		copy(p[48:], person)
	} else {
		p[14], p[15] = byte(nodeDepth), byte(inner)
		copy(p[16:24], salt)
		copy(p[24:32], person)
	}
	h := digest.NewBlake2(wide, int(size), p[:], bytes.Clone(key), lastNode)
	return k.startWith(t, &hashState{sum: h}, a[0])
}
