// The type Certificate, and what certificates say as dicts.

package sslmod

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	encodingPEM = 1
	encodingDER = 2
)

var tCert = object.AllocTypeID()

type certObject struct {
	header
	Handle uint64 // of the bytes, DER
}

func newCert(t *Thread, x *x509.Certificate) Value {
	v := object.AllocInstance(t, t.Type(tCert))
	if v != null {
		h := t.RT.Heap.Handles()
		id := h.Put(x.Raw)
		object.As[certObject](v).Handle = uint64(id)
		if !h.Resize(id, uint64(len(x.Raw))) {
			t.NoMemory()
			return null
		}
	}
	return v
}

func certOf(t *Thread, v Value) []byte {
	b, _ := t.RT.Heap.Handles().Get(uint32(object.As[certObject](v).Handle)).([]byte)
	return b
}

// certList makes a list of Certificates; None for none.
func certList(t *Thread, chain []*x509.Certificate) Value {
	if len(chain) == 0 {
		return none
	}
	l := object.NewList(t, 0)
	for _, x := range chain {
		if l == nil {
			return null
		}
		if c := newCert(t, x); c == null || !l.Append(t, c) {
			return null
		}
	}
	return object.Of(l)
}

// describe makes the dict of a certificate.
func describe(t *Thread, der []byte) Value {
	x, err := tlsconn.Describe(der)
	if err != nil {
		return raiseText(t, "malformed certificate")
	}
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	set := func(name string, v Value) bool { return v != null && d.SetStr(t, name, v) }
	if !set("subject", nameValue(t, x.Subject)) || !set("issuer", nameValue(t, x.Issuer)) || !set("version", object.SmallInt(int64(x.Version))) ||
		!set("serialNumber", object.NewStr(t, x.Serial)) || !set("notBefore", object.NewStr(t, x.NotBefore)) || !set("notAfter", object.NewStr(t, x.NotAfter)) {
		return null
	}
	if len(x.AltNames) > 0 && !set("subjectAltName", altNames(t, x.AltNames)) {
		return null
	}
	for _, f := range [...]struct {
		name  string
		items []string
	}{{"OCSP", x.OCSP}, {"caIssuers", x.Issuers}, {"crlDistributionPoints", x.CRLs}} {
		if len(f.items) > 0 && !set(f.name, utf8Tuple(t, f.items)) {
			return null
		}
	}
	return object.Of(d)
}

func utf8Tuple(t *Thread, items []string) Value {
	l := object.NewList(t, 0)
	for _, s := range items {
		if l == nil {
			return null
		}
		if v := utf8Str(t, s); v == null || !l.Append(t, v) {
			return null
		}
	}
	return object.TupleOf(t, l.Slice())
}

// utf8Str makes a str of bytes that should be UTF-8.
func utf8Str(t *Thread, s string) Value {
	return object.DecodeBytes(t, []byte(s), "utf-8", "strict")
}

// nameValue makes the tuples of a distinguished name.
func nameValue(t *Thread, n tlsconn.Name) Value {
	all := object.NewList(t, 0)
	for _, part := range n {
		some := object.NewList(t, 0)
		for _, a := range part {
			if some == nil {
				return null
			}
			kind, text := object.NewStr(t, longName(a.Type)), utf8Str(t, a.Value)
			if kind == null || text == null {
				return null
			}
			if p := object.Pair(t, kind, text); p == null || !some.Append(t, p) {
				return null
			}
		}
		if all == nil || some == nil {
			return null
		}
		if p := object.TupleOf(t, some.Slice()); p == null || !all.Append(t, p) {
			return null
		}
	}
	if all == nil {
		return null
	}
	return object.TupleOf(t, all.Slice())
}

func altNames(t *Thread, names []tlsconn.AltName) Value {
	l := object.NewList(t, 0)
	for _, n := range names {
		kind, v := object.NewStr(t, n.Kind), null
		switch n.Kind {
		case "DirName":
			v = nameValue(t, n.Dir)
		case "Registered ID":
			v = object.NewStr(t, longName(n.Text))
		default:
			v = utf8Str(t, n.Text)
		}
		if l == nil || kind == null || v == null {
			return null
		}
		if p := object.Pair(t, kind, v); p == null || !l.Append(t, p) {
			return null
		}
	}
	return object.TupleOf(t, l.Slice())
}

func publicBytes(t *Thread, v Value, a []Value) Value {
	format := encodingPEM
	if a[0] != null {
		var ok bool
		if format, ok = object.AsInt(t, a[0]); !ok {
			return null
		}
	}
	switch format {
	case encodingPEM:
		return object.NewStr(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certOf(t, v)})))
	case encodingDER:
		return object.NewBytes(t, certOf(t, v))
	}
	return object.Raise(t, object.TValueError, "Unsupported format")
}

// certRepr names the subject.
func certRepr(t *Thread, v Value) Value {
	x, err := tlsconn.Describe(certOf(t, v))
	if err != nil {
		return object.NewStr(t, "<_ssl.Certificate>")
	}
	var parts []string
	for i := len(x.Subject) - 1; i >= 0; i-- {
		for _, a := range x.Subject[i] {
			parts = append(parts, shortName(a.Type)+"="+a.Value)
		}
	}
	return object.NewStr(t, "<_ssl.Certificate '"+strings.Join(parts, ",")+"'>")
}

var _ = object.DefineType(tCert, object.TypeDef{
	Name: "_ssl.Certificate", Size: unsafe.Sizeof(certObject{}), LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Repr: certRepr,
		Hash: func(t *Thread, v Value) (int64, bool) { return object.HashBytes(t, certOf(t, v)), true },
		Compare: func(t *Thread, a, b Value, op object.CompareOp) Value {
			if op != object.EQ && op != object.NE || !b.IsExact(tCert) {
				return object.NotImplemented
			}
			return object.Bool(bytes.Equal(certOf(t, a), certOf(t, b)) == (op == object.EQ))
		},
	},
	Methods: []FuncDef{
		{Name: "public_bytes", Sig: "(format=1)", Fn: publicBytes},
		{Name: "get_info", Sig: "()", F0: func(t *Thread, v Value) Value { return describe(t, certOf(t, v)) }},
	},
})

// testDecode is _test_decode_cert.
func testDecode(t *Thread, _, path Value) Value {
	name, _, ok := native.FSPath(t, path)
	if !ok {
		return null
	}
	b, err := native.SystemOf(t).ReadFile(name)
	if err != nil {
		return raiseText(t, "Can't open file")
	}
	p, b := pem.Decode(b)
	for p != nil && p.Type != "CERTIFICATE" {
		p, b = pem.Decode(b)
	}
	if p == nil {
		return raiseText(t, "Error decoding PEM-encoded file")
	}
	return describe(t, p.Bytes)
}
