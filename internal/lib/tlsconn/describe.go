// What a certificate says, for programs to read: also of certificates that crypto/x509 refuses.

package tlsconn

import (
	"encoding/asn1"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/crypto/cryptobyte"
	tag "golang.org/x/crypto/cryptobyte/asn1"
)

// Description is what a certificate says.
type Description struct {
	Version             int
	Serial              string
	Subject, Issuer     Name
	NotBefore, NotAfter string
	AltNames            []AltName
	OCSP, Issuers, CRLs []string
}

// Name is a distinguished name: parts, each of which is some pairs.
type Name [][]Attribute

// Attribute is a type, as dotted numbers, and a value.
type Attribute struct{ Type, Value string }

// AltName is another name of a subject: a text, or of kind DirName a name; of kind Registered ID dotted numbers.
type AltName struct {
	Kind, Text string
	Dir        Name
}

var errDER = errors.New("malformed certificate")

const (
	classContext = tag.Tag(0x80)
	constructed  = tag.Tag(0x20)
)

// Describe reads a certificate.
func Describe(der []byte) (*Description, error) {
	d := &Description{Version: 1}
	all := cryptobyte.String(der)
	var cert, body, sub cryptobyte.String
	if !all.ReadASN1(&cert, tag.SEQUENCE) || !cert.ReadASN1(&body, tag.SEQUENCE) {
		return nil, errDER
	}
	var has bool
	if !body.ReadOptionalASN1(&sub, &has, classContext|constructed) {
		return nil, errDER
	}
	if has && (!sub.ReadASN1Integer(&d.Version) || d.Version < 0 || d.Version > 1<<20) {
		return nil, errDER
	}
	if has {
		d.Version++
	}
	serial := new(big.Int)
	var issuer, validity, subject cryptobyte.String
	if !body.ReadASN1Integer(serial) || !body.SkipASN1(tag.SEQUENCE) || !body.ReadASN1(&issuer, tag.SEQUENCE) || !body.ReadASN1(&validity, tag.SEQUENCE) ||
		!body.ReadASN1(&subject, tag.SEQUENCE) || !body.SkipASN1(tag.SEQUENCE) {
		return nil, errDER
	}
	d.Serial = hexNumber(serial)
	var ok [4]bool
	d.Issuer, ok[0] = readName(issuer)
	d.Subject, ok[1] = readName(subject)
	d.NotBefore, ok[2] = readTime(&validity)
	d.NotAfter, ok[3] = readTime(&validity)
	if ok != [4]bool{true, true, true, true} {
		return nil, errDER
	}
	body.SkipOptionalASN1(classContext | 1)
	body.SkipOptionalASN1(classContext | 2)
	var list, exts cryptobyte.String
	if body.ReadOptionalASN1(&list, &has, classContext|constructed|3) && has && list.ReadASN1(&exts, tag.SEQUENCE) {
		for !exts.Empty() {
			if !d.readExtension(&exts) {
				return nil, errDER
			}
		}
	}
	return d, nil
}

func hexNumber(n *big.Int) string {
	s := strings.ToUpper(new(big.Int).Abs(n).Text(16))
	if len(s)%2 == 1 {
		s = "0" + s
	}
	if n.Sign() < 0 {
		s = "-" + s
	}
	return s
}

func readTime(s *cryptobyte.String) (string, bool) {
	var t time.Time
	var ok bool
	if s.PeekASN1Tag(tag.UTCTime) {
		ok = s.ReadASN1UTCTime(&t)
	} else {
		ok = s.ReadASN1GeneralizedTime(&t)
	}
	return t.Format("Jan _2 15:04:05 2006 GMT"), ok
}

// readName reads what stands in a Name's SEQUENCE.
func readName(s cryptobyte.String) (n Name, ok bool) {
	for !s.Empty() {
		var set, pair, value cryptobyte.String
		if !s.ReadASN1(&set, tag.SET) {
			return nil, false
		}
		var part []Attribute
		for !set.Empty() {
			var oid asn1.ObjectIdentifier
			var kind tag.Tag
			if !set.ReadASN1(&pair, tag.SEQUENCE) || !pair.ReadASN1ObjectIdentifier(&oid) || !pair.ReadAnyASN1(&value, &kind) {
				return nil, false
			}
			part = append(part, Attribute{oid.String(), text(value, kind)})
		}
		n = append(n, part)
	}
	return n, true
}

// text is a string of ASN.1 as UTF-8.
func text(b []byte, kind tag.Tag) string {
	switch kind {
	case 30: // BMPString
		var u []uint16
		for ; len(b) >= 2; b = b[2:] {
			u = append(u, binary.BigEndian.Uint16(b))
		}
		return string(utf16.Decode(u))
	case 28: // UniversalString
		var r []rune
		for ; len(b) >= 4; b = b[4:] {
			r = append(r, rune(binary.BigEndian.Uint32(b)))
		}
		return string(r)
	case tag.T61String, tag.PrintableString, tag.IA5String, 18, 26: // bytes are characters
		r := make([]rune, len(b))
		for i, c := range b {
			r[i] = rune(c)
		}
		return string(r)
	}
	return string(b)
}

func (d *Description) readExtension(s *cryptobyte.String) bool {
	var ext, value cryptobyte.String
	var oid asn1.ObjectIdentifier
	if !s.ReadASN1(&ext, tag.SEQUENCE) || !ext.ReadASN1ObjectIdentifier(&oid) || !ext.SkipOptionalASN1(tag.BOOLEAN) || !ext.ReadASN1(&value, tag.OCTET_STRING) {
		return false
	}
	switch oid.String() {
	case "2.5.29.17":
		var names cryptobyte.String
		if !value.ReadASN1(&names, tag.SEQUENCE) {
			return false
		}
		for !names.Empty() {
			n, ok := readGeneral(&names)
			if !ok {
				return false
			}
			d.AltNames = append(d.AltNames, n)
		}
	case "1.3.6.1.5.5.7.1.1":
		return d.readAccess(value)
	case "2.5.29.31":
		return d.readPoints(value)
	}
	return true
}

// readGeneral reads a GeneralName.
func readGeneral(s *cryptobyte.String) (n AltName, ok bool) {
	var v cryptobyte.String
	var kind tag.Tag
	if !s.ReadAnyASN1(&v, &kind) {
		return n, false
	}
	switch kind &^ constructed {
	case classContext | 1:
		return AltName{Kind: "email", Text: string(v)}, true
	case classContext | 2:
		return AltName{Kind: "DNS", Text: string(v)}, true
	case classContext | 3:
		return AltName{Kind: "X400Name", Text: "<unsupported>"}, true
	case classContext | 4:
		var inner cryptobyte.String
		if ok = v.ReadASN1(&inner, tag.SEQUENCE); ok {
			n.Kind = "DirName"
			n.Dir, ok = readName(inner)
		}
		return n, ok
	case classContext | 5:
		return AltName{Kind: "EdiPartyName", Text: "<unsupported>"}, true
	case classContext | 6:
		return AltName{Kind: "URI", Text: string(v)}, true
	case classContext | 7:
		return AltName{Kind: "IP Address", Text: addressText(v)}, true
	case classContext | 8:
		return AltName{Kind: "Registered ID", Text: objectID(v)}, true
	}
	return AltName{Kind: "othername", Text: "<unsupported>"}, true
}

func addressText(b []byte) string {
	switch len(b) {
	case 4:
		return fmt.Sprintf("%d.%d.%d.%d", b[0], b[1], b[2], b[3])
	case 16:
		var parts []string
		for ; len(b) > 0; b = b[2:] {
			parts = append(parts, fmt.Sprintf("%X", binary.BigEndian.Uint16(b)))
		}
		return strings.Join(parts, ":")
	}
	return "<invalid>"
}

// objectID is dotted numbers.
func objectID(b []byte) string {
	var x cryptobyte.Builder
	x.AddASN1(tag.OBJECT_IDENTIFIER, func(c *cryptobyte.Builder) { c.AddBytes(b) })
	der, err := x.Bytes()
	s := cryptobyte.String(der)
	var oid asn1.ObjectIdentifier
	if err != nil || !s.ReadASN1ObjectIdentifier(&oid) {
		return ""
	}
	return oid.String()
}

// readAccess reads AuthorityInfoAccess.
func (d *Description) readAccess(s cryptobyte.String) bool {
	var list, item cryptobyte.String
	if !s.ReadASN1(&list, tag.SEQUENCE) {
		return false
	}
	for !list.Empty() {
		var oid asn1.ObjectIdentifier
		if !list.ReadASN1(&item, tag.SEQUENCE) || !item.ReadASN1ObjectIdentifier(&oid) {
			return false
		}
		n, ok := readGeneral(&item)
		switch {
		case !ok:
			return false
		case n.Kind != "URI":
		case oid.String() == "1.3.6.1.5.5.7.48.1":
			d.OCSP = append(d.OCSP, n.Text)
		case oid.String() == "1.3.6.1.5.5.7.48.2":
			d.Issuers = append(d.Issuers, n.Text)
		}
	}
	return true
}

// readPoints reads CRLDistributionPoints.
func (d *Description) readPoints(s cryptobyte.String) bool {
	var list, point, name, full cryptobyte.String
	if !s.ReadASN1(&list, tag.SEQUENCE) {
		return false
	}
	for !list.Empty() {
		if !list.ReadASN1(&point, tag.SEQUENCE) {
			return false
		}
		if !point.ReadASN1(&name, classContext|constructed) || !name.ReadASN1(&full, classContext|constructed) {
			continue
		}
		for !full.Empty() {
			n, ok := readGeneral(&full)
			if !ok {
				return false
			}
			if n.Kind == "URI" {
				d.CRLs = append(d.CRLs, n.Text)
			}
		}
	}
	return true
}
