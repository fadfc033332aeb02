// The ciphers that crypto/tls has, by OpenSSL's names, and OpenSSL's language for choosing among them.

package tlsconn

import (
	"crypto/tls"
	"slices"
	"strings"
)

// Cipher is a cipher suite.
type Cipher struct {
	ID       uint16
	Name     string // OpenSSL's
	Protocol string // the first version that has it
	Kex      string // how keys are exchanged: ECDH, RSA, any
	Auth     string // who signs: ECDSA, RSA, any
	Enc      string // AESGCM, CHACHA20/POLY1305, AES
	Bits     int
	Mac      string // AEAD, SHA256, SHA1
}

func suite(id uint16, name, protocol, kex, auth, enc string, bits int, mac string) *Cipher {
	return &Cipher{id, name, protocol, kex, auth, enc, bits, mac}
}

// ciphers13 are those of TLS 1.3, which cannot be chosen.
var ciphers13 = []*Cipher{
	suite(tls.TLS_AES_256_GCM_SHA384, "TLS_AES_256_GCM_SHA384", "TLSv1.3", "any", "any", "AESGCM", 256, "AEAD"),
	suite(tls.TLS_CHACHA20_POLY1305_SHA256, "TLS_CHACHA20_POLY1305_SHA256", "TLSv1.3", "any", "any", "CHACHA20/POLY1305", 256, "AEAD"),
	suite(tls.TLS_AES_128_GCM_SHA256, "TLS_AES_128_GCM_SHA256", "TLSv1.3", "any", "any", "AESGCM", 128, "AEAD"),
}

// ciphers12 are those of older versions, in OpenSSL's order. RC4 and 3DES are left out, as OpenSSL 3 does.
var ciphers12 = []*Cipher{
	suite(tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, "ECDHE-ECDSA-AES256-GCM-SHA384", "TLSv1.2", "ECDH", "ECDSA", "AESGCM", 256, "AEAD"),
	suite(tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, "ECDHE-RSA-AES256-GCM-SHA384", "TLSv1.2", "ECDH", "RSA", "AESGCM", 256, "AEAD"),
	suite(tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, "ECDHE-ECDSA-CHACHA20-POLY1305", "TLSv1.2", "ECDH", "ECDSA", "CHACHA20/POLY1305", 256, "AEAD"),
	suite(tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, "ECDHE-RSA-CHACHA20-POLY1305", "TLSv1.2", "ECDH", "RSA", "CHACHA20/POLY1305", 256, "AEAD"),
	suite(tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, "ECDHE-ECDSA-AES128-GCM-SHA256", "TLSv1.2", "ECDH", "ECDSA", "AESGCM", 128, "AEAD"),
	suite(tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, "ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2", "ECDH", "RSA", "AESGCM", 128, "AEAD"),
	suite(tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, "ECDHE-ECDSA-AES128-SHA256", "TLSv1.2", "ECDH", "ECDSA", "AES", 128, "SHA256"),
	suite(tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, "ECDHE-RSA-AES128-SHA256", "TLSv1.2", "ECDH", "RSA", "AES", 128, "SHA256"),
	suite(tls.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, "ECDHE-ECDSA-AES256-SHA", "TLSv1.0", "ECDH", "ECDSA", "AES", 256, "SHA1"),
	suite(tls.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA, "ECDHE-RSA-AES256-SHA", "TLSv1.0", "ECDH", "RSA", "AES", 256, "SHA1"),
	suite(tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, "ECDHE-ECDSA-AES128-SHA", "TLSv1.0", "ECDH", "ECDSA", "AES", 128, "SHA1"),
	suite(tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, "ECDHE-RSA-AES128-SHA", "TLSv1.0", "ECDH", "RSA", "AES", 128, "SHA1"),
	suite(tls.TLS_RSA_WITH_AES_256_GCM_SHA384, "AES256-GCM-SHA384", "TLSv1.2", "RSA", "RSA", "AESGCM", 256, "AEAD"),
	suite(tls.TLS_RSA_WITH_AES_128_GCM_SHA256, "AES128-GCM-SHA256", "TLSv1.2", "RSA", "RSA", "AESGCM", 128, "AEAD"),
	suite(tls.TLS_RSA_WITH_AES_128_CBC_SHA256, "AES128-SHA256", "TLSv1.2", "RSA", "RSA", "AES", 128, "SHA256"),
	suite(tls.TLS_RSA_WITH_AES_256_CBC_SHA, "AES256-SHA", "SSLv3", "RSA", "RSA", "AES", 256, "SHA1"),
	suite(tls.TLS_RSA_WITH_AES_128_CBC_SHA, "AES128-SHA", "SSLv3", "RSA", "RSA", "AES", 128, "SHA1"),
}

// CipherOf is the cipher with a number; nil: there is none.
func CipherOf(id uint16) *Cipher {
	for _, list := range [...][]*Cipher{ciphers13, ciphers12} {
		for _, x := range list {
			if x.ID == id {
				return x
			}
		}
	}
	return nil
}

// All puts the ciphers of TLS 1.3 before chosen ones.
func All(chosen []*Cipher) []*Cipher { return append(slices.Clone(ciphers13), chosen...) }

// has reports whether a word of the language stands for the cipher.
func (x *Cipher) has(word string) bool {
	aes := strings.HasPrefix(x.Enc, "AES")
	switch word {
	case "ALL", "DEFAULT", "COMPLEMENTOFDEFAULT":
		return word != "COMPLEMENTOFDEFAULT"
	case "HIGH":
		return true
	case "ECDH", "ECDHE", "EECDH", "kECDHE", "kEECDH":
		return x.Kex == "ECDH"
	case "RSA":
		return x.Kex == "RSA" || x.Auth == "RSA"
	case "kRSA":
		return x.Kex == "RSA"
	case "aRSA":
		return x.Auth == "RSA"
	case "ECDSA", "aECDSA":
		return x.Auth == "ECDSA"
	case "AES":
		return aes
	case "AES128", "AES256":
		return aes && x.Bits == map[string]int{"AES128": 128, "AES256": 256}[word]
	case "AESGCM":
		return x.Enc == word
	case "CHACHA20":
		return x.Enc == "CHACHA20/POLY1305"
	case "SHA", "SHA1":
		return x.Mac == "SHA1"
	case "SHA256":
		return x.Mac == word
	case "TLSv1", "TLSv1.0":
		return x.Protocol == "TLSv1.0" || x.Protocol == "SSLv3"
	case "TLSv1.2", "SSLv3":
		return x.Protocol == word
	}
	return x.Name == word
}

// ChooseCiphers reads OpenSSL's language. What names nothing that there is chooses nothing.
func ChooseCiphers(text string) []*Cipher {
	var chosen []*Cipher
	dead := map[*Cipher]bool{}
	for _, item := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(":,; ", r) }) {
		op := byte(0)
		if strings.IndexByte("!-+@", item[0]) >= 0 {
			op, item = item[0], item[1:]
		}
		if op == '@' { // the strength is the order as it is; levels of security are Go's
			continue
		}
		words := strings.Split(item, "+")
		matches := func(x *Cipher) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !x.has(w) })
		}
		for _, x := range ciphers12 {
			if !matches(x) {
				continue
			}
			i := slices.Index(chosen, x)
			switch op {
			case '!':
				dead[x] = true
			case 0:
				if i < 0 && !dead[x] {
					chosen = append(chosen, x)
				}
				continue
			}
			if i >= 0 {
				if chosen = slices.Delete(chosen, i, i+1); op == '+' {
					chosen = append(chosen, x)
				}
			}
		}
	}
	return chosen
}
