// The modules _md5, _sha1, _sha2, _sha3 and _blake2: hash functions of bytes. BLAKE2 is in blake2.go.

package hashes

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/digest"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// hashObject is a hash being computed; the handle is a hashState. While there is no handle, the hash is that of Data; see short.go.
type hashObject struct {
	header
	Handle uint64
	Kind   uint64 // its place in kinds
	Data   Value  // bytes; null: none
}

const hashRefs = 1 << 3 // Data

// kinds are all hash functions, by the numbers that objects have.
var kinds []*hashKind

// hashState is a hash.Hash, an HMAC too, or a SHAKE, which gives as much as is asked for.
type hashState struct {
	sum   hash.Hash
	shake digest.XOF
	room  [64]byte // for the digest
}

// digest is the digest so far, until the next call.
func (s *hashState) digest() []byte { return s.sum.Sum(s.room[:0]) }

func (s *hashState) clone() (*hashState, error) {
	if s.shake != nil {
		c, err := s.shake.Clone()
		return &hashState{shake: c}, err
	}
	c, err := s.sum.(hash.Cloner).Clone()
	if err != nil {
		return nil, err
	}
	return &hashState{sum: c.(hash.Hash)}, nil
}

func (s *hashState) write(b []byte) {
	if s.shake != nil {
		s.shake.Write(b)
	} else {
		digest.Write(s.sum, b)
	}
}

// hashKind is a hash function.
type hashKind struct {
	module, class, name string
	id                  object.TypeID
	digest, block       int
	make                func() *hashState
	aliases             string // OpenSSL's other names, separated by spaces, in lower case
	short               short
	number              uint64
}

// enlist gives k its number.
func (k *hashKind) enlist() {
	k.number = uint64(len(kinds))
	kinds = append(kinds, k)
}

func kindOfHash(v Value) *hashKind { return kinds[object.As[hashObject](v).Kind] }

func fixed(f func() hash.Hash) func() *hashState {
	return func() *hashState { return &hashState{sum: f()} }
}

func shake(f func() digest.XOF) func() *hashState {
	return func() *hashState { return &hashState{shake: f()} }
}

var hashKinds = []*hashKind{
	{module: "_md5", class: "md5", name: "md5", digest: 16, block: 64, make: fixed(md5.New), short: shortMD5},
	{module: "_sha1", class: "sha1", name: "sha1", digest: 20, block: 64, make: fixed(sha1.New), short: shortSHA1},
	{module: "_sha2", class: "SHA224Type", name: "sha224", digest: 28, block: 64, make: fixed(sha256.New224), short: shortSHA224},
	{module: "_sha2", class: "SHA256Type", name: "sha256", digest: 32, block: 64, make: fixed(sha256.New), short: shortSHA256},
	{module: "_sha2", class: "SHA384Type", name: "sha384", digest: 48, block: 128, make: fixed(sha512.New384), short: shortSHA384},
	{module: "_sha2", class: "SHA512Type", name: "sha512", digest: 64, block: 128, make: fixed(sha512.New), short: shortSHA512},
	{module: "_sha3", class: "sha3_224", name: "sha3_224", digest: 28, block: 144, make: fixed(digest.New224)},
	{module: "_sha3", class: "sha3_256", name: "sha3_256", digest: 32, block: 136, make: fixed(digest.New256)},
	{module: "_sha3", class: "sha3_384", name: "sha3_384", digest: 48, block: 104, make: fixed(digest.New384)},
	{module: "_sha3", class: "sha3_512", name: "sha3_512", digest: 64, block: 72, make: fixed(digest.New512)},
	{module: "_sha3", class: "shake_128", name: "shake_128", block: 168, make: shake(digest.Shake128)},
	{module: "_sha3", class: "shake_256", name: "shake_256", block: 136, make: shake(digest.Shake256)},
	blake2bKind, blake2sKind,
}

// hashOf is the state of a hash; nil: an exception is set.
func hashOf(t *Thread, v Value) *hashState {
	h := object.As[hashObject](v)
	if h.Handle == 0 {
		s := kinds[h.Kind].make()
		if h.Data != null {
			s.write(object.BytesOf(h.Data))
		}
		if !h.hold(t, s) {
			return nil
		}
		h.Data = null
		return s
	}
	return t.RT.Heap.Handles().Get(uint32(h.Handle)).(*hashState)
}

func newHash(t *Thread, id object.TypeID, k *hashKind, s *hashState) Value {
	h := object.New[hashObject](t, id)
	if h == nil {
		return null
	}
	if h.Kind = k.number; !h.hold(t, s) {
		return null
	}
	return object.Of(h)
}

// hold gives the object its state; false: there is no memory, and an exception is set.
func (h *hashObject) hold(t *Thread, s *hashState) bool {
	handles := t.RT.Heap.Handles()
	id := handles.Put(s)
	if !handles.Resize(id, hashBytes) {
		handles.Drop(id)
		t.NoMemory()
		return false
	}
	h.Handle = uint64(id)
	return true
}

// hashBytes is what the state of a hash takes at most, besides what each handle counts for.
const hashBytes = 512

// hashData is the bytes to be hashed.
func hashData(t *Thread, v Value) ([]byte, bool) {
	if object.IsStr(v) {
		object.Raise(t, object.TTypeError, "Strings must be encoded before hashing")
		return nil, false
	}
	b, ok := object.BufferOf(t, v)
	if !ok && t.Exc == null {
		object.Raise(t, object.TTypeError, "object supporting the buffer API required")
	}
	return b, ok
}

// squeeze is n bytes of a SHAKE.
func (s *hashState) squeeze(t *Thread, n int64) ([]byte, bool) {
	if !t.RT.Heap.CanAlloc(uint64(n)) {
		t.NoMemory()
		return nil, false
	}
	c, err := s.clone()
	if err != nil {
		object.Raise(t, object.TRuntimeError, "%s", err)
		return nil, false
	}
	out := make([]byte, n)
	c.shake.Read(out)
	return out, true
}

func (k *hashKind) define() {
	k.enlist()
	k.id = object.AllocTypeID()
	m := hashMethods(FuncDef{Name: "update", Sig: "(obj, /)"})
	if k.digest == 0 {
		m = append(m[:2], shakeMethods("(length, /)", "value must be positive", object.TValueError)...)
	}
	object.DefineType(k.id, object.TypeDef{
		Name: k.module + "." + k.class, Size: unsafe.Sizeof(hashObject{}), Refs: hashRefs, LayoutFlags: heap.HasHandle, NoWeak: true, Slots: k.slots(),
		Flags: k.flags(), Methods: m, GetSets: append(hashGetSets(""), k.spongeGetSets()...), Init: k.init,
	})
}

// hashMethods are update, copy, digest and hexdigest; update has its name and its signature.
func hashMethods(update FuncDef) []FuncDef {
	update.F1 = func(t *Thread, v, data Value) Value {
		if object.As[hashObject](v).begin(data) {
			return none
		}
		b, ok := hashData(t, data)
		if !ok {
			return null
		}
		s := hashOf(t, v)
		if s == nil {
			return null
		}
		s.write(b)
		return none
	}
	return []FuncDef{update,
		{Name: "copy", Sig: "()", F0: func(t *Thread, v Value) Value {
			id, k := object.TypeOf(t, v).ID, kindOfHash(v)
			if h := object.As[hashObject](v); h.Handle == 0 {
				return newShort(t, id, k, h.Data)
			}
			c, err := hashOf(t, v).clone()
			if err != nil {
				return object.Raise(t, object.TRuntimeError, "%s", err)
			}
			return newHash(t, id, k, c)
		}},
		{Name: "digest", Sig: "()", F0: func(t *Thread, v Value) Value {
			var room [64]byte
			return object.NewBytes(t, digestOf(t, v, &room))
		}},
		{Name: "hexdigest", Sig: "()", F0: func(t *Thread, v Value) Value {
			var room [64]byte
			return object.HexStr(t, digestOf(t, v, &room))
		}},
	}
}

// shakeMethods are digest and hexdigest of SHAKEs; lengths that are none raise an exception with a text.
func shakeMethods(sig, text string, bad object.TypeID) []FuncDef {
	method := func(name string, made func(t *Thread, b []byte) Value) FuncDef {
		return FuncDef{Name: name, Sig: sig, Fn: func(t *Thread, v Value, a []Value) Value {
			n, ok := object.ArgSize(t, a[0])
			if !ok {
				return null
			}
			if n < 0 || n >= 1<<29 && bad == object.TValueError {
				return object.Raise(t, bad, "%s", text)
			}
			b, ok := hashOf(t, v).squeeze(t, n)
			if !ok {
				return null
			}
			return made(t, b)
		}}
	}
	return []FuncDef{method("digest", object.NewBytes), method("hexdigest", object.HexStr)}
}

// hashGetSets tell the name, with a prefix, and the sizes.
func hashGetSets(prefix string) []object.GetSetDef {
	return []object.GetSetDef{
		{Name: "name", Get: func(t *Thread, v Value) Value { return object.NewStr(t, prefix+kindOfHash(v).name) }},
		{Name: "block_size", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(kindOfHash(v).block)) }},
		{Name: "digest_size", Get: func(t *Thread, v Value) Value {
			if object.As[hashObject](v).Handle == 0 {
				return object.SmallInt(int64(kindOfHash(v).digest))
			}
			if s := hashOf(t, v); s.shake == nil {
				return object.SmallInt(int64(s.sum.Size()))
			}
			return object.SmallInt(0)
		}},
	}
}

// spongeGetSets tell the sizes of a SHA-3's state in bits and what its data ends with (FIPS 202).
func (k *hashKind) spongeGetSets() []object.GetSetDef {
	if k.module != "_sha3" {
		return nil
	}
	const state = 1600
	suffix := "\x06"
	if k.digest == 0 {
		suffix = "\x1f"
	}
	return []object.GetSetDef{
		{Name: "_capacity_bits", Get: func(*Thread, Value) Value { return object.SmallInt(int64(state - 8*k.block)) }},
		{Name: "_rate_bits", Get: func(*Thread, Value) Value { return object.SmallInt(int64(8 * k.block)) }},
		{Name: "_suffix", Get: func(t *Thread, _ Value) Value { return object.NewBytes(t, []byte(suffix)) }},
	}
}

// Types of _sha3 and _blake2 are called to make hashes, the others are made by a function of the module.
func (k *hashKind) isClass() bool { return k.module == "_sha3" || k.module == "_blake2" }

func (k *hashKind) flags() uint32 {
	if k.isClass() {
		return 0
	}
	return object.TypeNoInstances
}

const hashSig = "(string=b'', *, usedforsecurity=True)"

// start makes a hash of some data, or none (null).
func (k *hashKind) start(t *Thread, data Value) Value {
	if k.short != notShort && isShort(data) {
		return newShort(t, k.id, k, data)
	}
	return k.startWith(t, k.make(), data)
}

func (k *hashKind) startWith(t *Thread, s *hashState, data Value) Value {
	if data != null {
		b, ok := hashData(t, data)
		if !ok {
			return null
		}
		s.write(b)
	}
	return newHash(t, k.id, k, s)
}

func (k *hashKind) slots() object.Slots {
	if k.module == "_blake2" {
		return object.Slots{New: object.BindNew(k.name, blake2Sig, func(t *Thread, typ *object.Type, b []Value) Value { return newBlake2(t, k, b) })}
	}
	if k.isClass() {
		return object.Slots{New: object.BindNew(k.name, "(data=b'', /, *, usedforsecurity=True)", func(t *Thread, typ *object.Type, b []Value) Value {
			return k.start(t, b[0])
		})}
	}
	return object.Slots{}
}

func (k *hashKind) init(t *Thread, typ *object.Type) {
	if k.module == "_blake2" {
		n := k.maxBlake2()
		for name, x := range map[string]int{"SALT_SIZE": n.salt, "PERSON_SIZE": n.salt, "MAX_KEY_SIZE": k.digest, "MAX_DIGEST_SIZE": k.digest} {
			typ.Dict.SetStr(t, name, object.SmallInt(int64(x)))
		}
	}
}

func init() {
	modules := map[string]*native.ModuleDef{}
	for _, k := range hashKinds {
		k.define()
		m := modules[k.module]
		if m == nil {
			m = &native.ModuleDef{Name: k.module}
			modules[k.module] = m
		}
		if k.isClass() {
			m.Types = append(m.Types, k.id)
			continue
		}
		if k.module == "_md5" || k.module == "_sha1" {
			class := map[string]string{"_md5": "MD5Type", "_sha1": "SHA1Type"}[k.module]
			m.Init = func(t *Thread, _ Value, d *object.Dict) bool { return d.SetStr(t, class, t.Type(k.id).Value()) }
		} else {
			m.Types = append(m.Types, k.id)
		}
		m.Funcs = append(m.Funcs, FuncDef{Name: k.name, Sig: hashSig, Fn: func(t *Thread, _ Value, b []Value) Value { return k.start(t, b[0]) }})
	}
	for _, m := range modules {
		if m.Name == "_sha3" {
			m.Init = func(t *Thread, _ Value, d *object.Dict) bool {
				return d.SetStr(t, "implementation", object.NewStr(t, "generic"))
			}
		}
		native.Register(m.Name, func() native.ModuleDef { return *m })
	}
}

var _ = object.Keeps(func(_ *object.Runtime, s *hashState) (object.Back, error) {
	was, err := s.clone()
	return object.Back{After: func() {
		if c, err := was.clone(); err == nil {
			*s = *c
		}
	}, Copy: func(*object.Copy, any) (any, error) { return was.clone() }}, err
})
