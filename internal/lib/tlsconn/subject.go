// The hash of a subject, by which OpenSSL finds certificates in a folder.

package tlsconn

import (
	"crypto/sha1"
	"encoding/asn1"
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/crypto/cryptobyte"
	tag "golang.org/x/crypto/cryptobyte/asn1"
)

// SubjectHash is the name of the files, without their ending, that a folder has certificates of a subject in. It is empty for what is no name.
func SubjectHash(der []byte) string {
	s := cryptobyte.String(der)
	var seq cryptobyte.String
	if !s.ReadASN1(&seq, tag.SEQUENCE) {
		return ""
	}
	var out cryptobyte.Builder
	for !seq.Empty() {
		var set cryptobyte.String
		if !seq.ReadASN1(&set, tag.SET) {
			return ""
		}
		ok := true
		out.AddASN1(tag.SET, func(b *cryptobyte.Builder) { ok = canonical(b, set) })
		if !ok {
			return ""
		}
	}
	b, err := out.Bytes()
	if err != nil {
		return ""
	}
	sum := sha1.Sum(b)
	return fmt.Sprintf("%08x", binary.LittleEndian.Uint32(sum[:]))
}

// canonical writes the pairs of a part of a name: strings in UTF-8 and lower case, without needless blanks.
func canonical(b *cryptobyte.Builder, set cryptobyte.String) bool {
	for !set.Empty() {
		var pair, value cryptobyte.String
		var oid asn1.ObjectIdentifier
		var kind tag.Tag
		if !set.ReadASN1(&pair, tag.SEQUENCE) || !pair.ReadASN1ObjectIdentifier(&oid) || !pair.ReadAnyASN1(&value, &kind) {
			return false
		}
		b.AddASN1(tag.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1ObjectIdentifier(oid)
			switch kind {
			case tag.UTF8String, tag.PrintableString, tag.T61String, tag.IA5String, 26, 28, 30:
				v := strings.Join(strings.FieldsFunc(text(value, kind), func(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }), " ")
				b.AddASN1(tag.UTF8String, func(b *cryptobyte.Builder) { b.AddBytes([]byte(lowerASCII(v))) })
			default:
				b.AddASN1(kind, func(b *cryptobyte.Builder) { b.AddBytes(value) })
			}
		})
	}
	return true
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
