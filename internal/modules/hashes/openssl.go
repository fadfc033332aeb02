// The module _hashlib: hashes by name, HMAC and key derivation, as CPython has them from OpenSSL.

package hashes

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha512"
	"fmt"
	"hash"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/digest"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tHash    = object.AllocTypeID()
	tHashXOF = object.AllocTypeID()
	tHMAC    = object.AllocTypeID()
)

// digestKinds are the hash functions by OpenSSL's names. Their objects are of HASH, HASHXOF and HMAC.
var digestKinds = func() (kinds []*hashKind) {
	aliases := map[string]string{
		"sha1": "sha-1 ssl3-sha1", "sha224": "sha2-224 sha-224", "sha256": "sha2-256 sha-256", "sha384": "sha2-384 sha-384", "sha512": "sha2-512 sha-512",
		"md5": "ssl3-md5", "sha3_224": "sha3-224", "sha3_256": "sha3-256", "sha3_384": "sha3-384", "sha3_512": "sha3-512",
		"shake_128": "shake-128 shake128", "shake_256": "shake-256 shake256", "blake2b": "blake2b512 blake2b-512", "blake2s": "blake2s256 blake2s-256",
	}
	for _, k := range hashKinds {
		c := *k
		c.aliases = aliases[k.name]
		if k.make == nil {
			c.make = fixed(func() hash.Hash { return plainBlake2(k == blake2bKind, k.digest) })
		}
		if c.id = tHash; k.digest == 0 {
			c.id = tHashXOF
		}
		kinds = append(kinds, &c)
	}
	return append(kinds,
		&hashKind{name: "sha512_224", id: tHash, digest: 28, block: 128, make: fixed(sha512.New512_224), aliases: "sha512-224 sha2-512/224 sha-512/224"},
		&hashKind{name: "sha512_256", id: tHash, digest: 32, block: 128, make: fixed(sha512.New512_256), aliases: "sha512-256 sha2-512/256 sha-512/256"},
		&hashKind{name: "ripemd160", id: tHash, digest: 20, block: 64, make: fixed(digest.NewRIPEMD160), aliases: "ripemd ripemd-160 rmd160"},
		&hashKind{name: "sm3", id: tHash, digest: 32, block: 64, make: fixed(digest.NewSM3)},
		&hashKind{name: "md5-sha1", id: tHash, digest: 36, block: 64, make: fixed(func() hash.Hash { return &both{md5.New(), sha1.New()} })})
}()

// both is the digests of two hash functions, one after the other.
type both struct{ a, b hash.Hash }

//psy:bounded its parts are no pairs
func (x *both) Write(p []byte) (int, error) { x.a.Write(p); digest.Write(x.b, p); return len(p), nil }

//psy:bounded its parts are no pairs
func (x *both) Sum(p []byte) []byte { return x.b.Sum(x.a.Sum(p)) }

//psy:bounded its parts are no pairs
func (x *both) Reset() { x.a.Reset(); x.b.Reset() }

//psy:bounded its parts are no pairs
func (x *both) Size() int { return x.a.Size() + x.b.Size() }

//psy:bounded its parts are no pairs
func (x *both) BlockSize() int { return x.a.BlockSize() }

//psy:bounded its parts are no pairs
func (x *both) Clone() (hash.Cloner, error) {
	a, errA := x.a.(hash.Cloner).Clone()
	b, errB := x.b.(hash.Cloner).Clone()
	if errA != nil || errB != nil {
		return nil, fmt.Errorf("no copy of a hash: %v, %v", errA, errB)
	}
	return &both{a.(hash.Hash), b.(hash.Hash)}, nil
}

// kindNamed is the hash function of a name; nil: an exception is set.
func kindNamed(t *Thread, name string) *hashKind {
	lower := strings.ToLower(name)
	for _, k := range digestKinds {
		if name == k.name || !strings.Contains(k.name, "_") && lower == k.name {
			return k
		}
		for alias := range strings.FieldsSeq(k.aliases) {
			if lower == alias {
				return k
			}
		}
	}
	native.RaiseFrom(t, "_hashlib", "UnsupportedDigestmodError", "[digital envelope routines] unsupported")
	return nil
}

// kindOf is the hash function of a digestmod argument: a name, or one of the module's constructors; nil: an exception is set.
func kindOf(t *Thread, mod Value) *hashKind {
	if object.IsStr(mod) {
		return kindNamed(t, object.GoString(mod))
	}
	if mod.IsExact(object.TBuiltin) {
		if k := constructors[object.As[object.Builtin](mod).DefOf().Name]; k != nil {
			return k
		}
	}
	native.RaiseFrom(t, "_hashlib", "UnsupportedDigestmodError", "Unsupported digestmod "+native.StrOrRepr(t, mod))
	return nil
}

// constructors are the hash functions with a function of their own, by its name.
var constructors = map[string]*hashKind{}

// macHash is a function that makes k's hash for an HMAC; nil: an exception is set, since there is no HMAC of a SHAKE.
func (k *hashKind) macHash(t *Thread) func() hash.Hash {
	if k.digest == 0 {
		object.Raise(t, object.TValueError, "no reason supplied")
		return nil
	}
	return func() hash.Hash { return k.make().sum }
}

func newByName(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) {
		return object.Raise(t, object.TTypeError, "name must be a string")
	}
	k := kindNamed(t, object.GoString(a[0]))
	if k == nil {
		return null
	}
	return k.start(t, a[1])
}

func hmacNew(t *Thread, _ Value, a []Value) Value {
	key, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	if a[2] == null {
		return object.Raise(t, object.TTypeError, "Missing required parameter 'digestmod'.")
	}
	k := kindOf(t, a[2])
	if k == nil {
		return null
	}
	f := k.macHash(t)
	if f == nil {
		return null
	}
	s := &hashState{sum: hmac.New(f, key)}
	if a[1] != null && a[1] != none {
		msg, ok := hashData(t, a[1])
		if !ok {
			return null
		}
		s.write(msg)
	}
	return newHash(t, tHMAC, k, s)
}

func hmacDigest(t *Thread, _ Value, a []Value) Value {
	k := kindOf(t, a[2])
	if k == nil {
		return null
	}
	key, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	msg, ok := native.BytesArg(t, a[1])
	if !ok {
		return null
	}
	f := k.macHash(t)
	if f == nil {
		return null
	}
	m := hmac.New(f, key)
	m.Write(msg)
	return object.NewBytes(t, m.Sum(nil))
}

// compareDigest is _operator's, with other words about what has no bytes.
func compareDigest(t *Thread, _ Value, a []Value) Value {
	if !object.IsStr(a[0]) || !object.IsStr(a[1]) {
		for _, v := range a {
			if _, ok := native.BytesArg(t, v); !ok {
				return null
			}
		}
	}
	m := native.ImportModule(t, "_operator")
	if m == null {
		return null
	}
	return native.Call2(t, m, "_compare_digest", a[0], a[1])
}

func digestRepr(what string) func(t *Thread, v Value) Value {
	return func(t *Thread, v Value) Value {
		return object.NewStr(t, fmt.Sprintf("<%s %s object @ 0x%x>", kindOfHash(v).name, what, t.RT.ID(v)))
	}
}

func init() {
	size := unsafe.Sizeof(hashObject{})
	object.DefineType(tHash, object.TypeDef{
		Name: "_hashlib.HASH", Size: size, Refs: hashRefs, LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances | object.TypeBase,
		Slots: object.Slots{Repr: digestRepr("_hashlib.HASH")}, GetSets: hashGetSets(""),
		Methods: hashMethods(FuncDef{Name: "update", Sig: "(obj, /)"}),
	})
	object.DefineType(tHashXOF, object.TypeDef{
		Name: "_hashlib.HASHXOF", Base: tHash, Size: size, Refs: hashRefs, LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances | object.TypeBase,
		Methods: shakeMethods("(length)", "Negative size passed to PyBytes_FromStringAndSize", object.TSystemError),
	})
	object.DefineType(tHMAC, object.TypeDef{
		Name: "_hashlib.HMAC", Size: size, Refs: hashRefs, LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances,
		Slots: object.Slots{Repr: digestRepr("HMAC")}, GetSets: hashGetSets("hmac-"),
		Methods: hashMethods(FuncDef{Name: "update", Sig: "(msg)"}),
	})
	funcs := []FuncDef{
		{Name: "new", Sig: "(name, string=b'', *, usedforsecurity=True)", Fn: newByName},
		{Name: "hmac_new", Sig: "(key, msg=b'', digestmod=None)", Fn: hmacNew},
		{Name: "hmac_digest", Sig: "(key, msg, digest)", Fn: hmacDigest},
		{Name: "pbkdf2_hmac", Sig: "(hash_name, password, salt, iterations, dklen=None)", Fn: pbkdf2HMAC},
		{Name: "scrypt", Sig: "(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)", Fn: scrypt},
		{Name: "get_fips_mode", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(0) }},
		{Name: "compare_digest", Sig: "(a, b, /)", MinArgs: 2, MaxArgs: 2, FN: compareDigest},
	}
	for _, k := range digestKinds {
		k.enlist()
		if strings.Contains(k.name, "blake") || k.module == "" {
			continue
		}
		name := "openssl_" + k.name
		constructors[name] = k
		funcs = append(funcs, FuncDef{Name: name, Sig: hashSig, Fn: func(t *Thread, _ Value, a []Value) Value { return k.start(t, a[0]) }})
	}
	native.Register("_hashlib", func() native.ModuleDef {
		return native.ModuleDef{Funcs: funcs, Types: []object.TypeID{tHash, tHashXOF, tHMAC}, Init: initOpenSSL}
	})
}

// initOpenSSL makes the sets of names and constructors, and the exception.
func initOpenSSL(t *Thread, m Value, d *object.Dict) bool {
	names := object.NewSet(t, object.TFrozenSet)
	byFunc := object.NewDict(t)
	if names == nil || byFunc == nil {
		return false
	}
	for _, k := range digestKinds {
		name := object.NewStr(t, k.name)
		if name == null || !object.SetAdd(t, object.Of(names), name) {
			return false
		}
		if f := "openssl_" + k.name; constructors[f] != nil && !byFunc.Set(t, d.GetStr(object.Intern(t, f)), name) {
			return false
		}
	}
	proxy := object.NewMappingProxy(t, object.Of(byFunc))
	e := native.NewErrorClass(t, "_hashlib.UnsupportedDigestmodError", t.Type(object.TValueError).Value())
	return proxy != null && e != null && d.SetStr(t, "openssl_md_meth_names", object.Of(names)) && d.SetStr(t, "_constructors", proxy) &&
		d.SetStr(t, "UnsupportedDigestmodError", e)
}
