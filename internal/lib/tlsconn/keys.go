// Certificates and private keys as files have them: PEM, also encrypted.

package tlsconn

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/pbkdf2"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"hash"
	"strings"
)

var (
	// ErrNoPEM says that a file has nothing of what is searched.
	ErrNoPEM = errors.New("no start line")
	// ErrBadPEM says that a file has it, but not whole.
	ErrBadPEM = errors.New("PEM lib")
	// ErrPassword says that a password is wrong.
	ErrPassword = errors.New("bad decrypt")
	// ErrMismatch says that a key is not that of the certificate.
	ErrMismatch = errors.New("key values mismatch")
	// ErrTooMuch says that a key asks for more work than a key should.
	ErrTooMuch = errors.New("unsupported")
)

// maxRounds is how often a hash may be repeated to make a key of a password.
const maxRounds = 10_000_000

// blocks gives the parts of a PEM file one after the other.
func blocks(b []byte, each func(*pem.Block) (more bool)) error {
	want, found := bytes.Count(b, []byte("-----BEGIN ")), 0
	for {
		p, rest := pem.Decode(b)
		if p == nil {
			break
		}
		if found++; !each(p) {
			return nil
		}
		b = rest
	}
	if found < want { // pem.Decode passes over what is damaged
		return ErrBadPEM
	}
	return nil
}

// Certificates reads all certificates of a PEM file.
func Certificates(b []byte) (list []*x509.Certificate, err error) {
	var bad error
	err = blocks(b, func(p *pem.Block) bool {
		if strings.HasSuffix(p.Type, "CERTIFICATE") {
			x, err := x509.ParseCertificate(p.Bytes)
			if err != nil {
				bad = ErrBadPEM
				return false
			}
			list = append(list, x)
		}
		return true
	})
	if bad != nil {
		return nil, bad
	}
	return list, err
}

// Revocations reads all lists of revoked certificates of a PEM file.
func Revocations(b []byte) (list []*x509.RevocationList) {
	blocks(b, func(p *pem.Block) bool {
		if p.Type == "X509 CRL" {
			if x, err := x509.ParseRevocationList(p.Bytes); err == nil {
				list = append(list, x)
			}
		}
		return true
	})
	return list
}

// KeyBlock finds the private key of a PEM file; encrypted: it needs a password.
func KeyBlock(b []byte) (key *pem.Block, encrypted bool, err error) {
	err = blocks(b, func(p *pem.Block) bool {
		if strings.HasSuffix(p.Type, "PRIVATE KEY") {
			key = p
		}
		return key == nil
	})
	switch {
	case err != nil:
		return nil, false, err
	case key == nil:
		return nil, false, ErrNoPEM
	}
	return key, key.Type == "ENCRYPTED PRIVATE KEY" || key.Headers["DEK-Info"] != "", nil
}

// Key reads a private key, with a password if it is encrypted.
func Key(p *pem.Block, password []byte) (crypto.Signer, error) {
	der := p.Bytes
	var err error
	switch {
	case p.Type == "ENCRYPTED PRIVATE KEY":
		if der, err = decrypt(der, password); err != nil {
			return nil, err
		}
	case p.Headers["DEK-Info"] != "":
		//lint:ignore SA1019 old files are encrypted like this
		if der, err = x509.DecryptPEMBlock(p, password); err != nil {
			return nil, ErrPassword
		}
	}
	if k, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if s, ok := k.(crypto.Signer); ok {
			return s, nil
		}
	}
	if k, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return k, nil
	}
	if k, err := x509.ParseECPrivateKey(der); err == nil {
		return k, nil
	}
	return nil, ErrBadPEM
}

// Pair puts certificates, the first of which is the own one, and its key together.
func Pair(chain []*x509.Certificate, key crypto.Signer) (*tls.Certificate, error) {
	same := false
	switch pub := chain[0].PublicKey.(type) {
	case *rsa.PublicKey:
		same = pub.Equal(key.Public())
	case *ecdsa.PublicKey:
		same = pub.Equal(key.Public())
	case ed25519.PublicKey:
		same = pub.Equal(key.Public())
	}
	if !same {
		return nil, ErrMismatch
	}
	c := &tls.Certificate{PrivateKey: key, Leaf: chain[0]}
	for _, x := range chain {
		c.Certificate = append(c.Certificate, x.Raw)
	}
	return c, nil
}

// decrypt decrypts a key by PBES2 (RFC 8018).
func decrypt(der, password []byte) ([]byte, error) {
	var file struct {
		Algorithm pkix.AlgorithmIdentifier
		Data      []byte
	}
	var scheme struct{ Derive, Cipher pkix.AlgorithmIdentifier }
	var derive struct {
		Salt   []byte
		Rounds int
		Len    int                      `asn1:"optional"`
		Hash   pkix.AlgorithmIdentifier `asn1:"optional"`
	}
	var iv []byte
	for _, part := range []struct {
		from func() []byte
		to   any
	}{
		{func() []byte { return der }, &file},
		{func() []byte { return file.Algorithm.Parameters.FullBytes }, &scheme},
		{func() []byte { return scheme.Derive.Parameters.FullBytes }, &derive},
		{func() []byte { return scheme.Cipher.Parameters.FullBytes }, &iv},
	} {
		if _, err := asn1.Unmarshal(part.from(), part.to); err != nil {
			return nil, ErrBadPEM
		}
	}
	sum := map[string]func() hash.Hash{
		"": sha1.New, "1.2.840.113549.2.7": sha1.New, "1.2.840.113549.2.9": sha256.New, "1.2.840.113549.2.10": sha512.New384, "1.2.840.113549.2.11": sha512.New,
	}[derive.Hash.Algorithm.String()]
	size := map[string]int{"2.16.840.1.101.3.4.1.2": 16, "2.16.840.1.101.3.4.1.22": 24, "2.16.840.1.101.3.4.1.42": 32, "1.2.840.113549.3.7": 24}
	n := size[scheme.Cipher.Algorithm.String()]
	if file.Algorithm.Algorithm.String() != "1.2.840.113549.1.5.13" || sum == nil || n == 0 || derive.Rounds < 1 || derive.Rounds > maxRounds {
		return nil, ErrTooMuch
	}
	key, err := pbkdf2.Key(sum, string(password), derive.Salt, derive.Rounds, n)
	if err != nil {
		return nil, ErrTooMuch
	}
	var block cipher.Block
	if scheme.Cipher.Algorithm.String() == "1.2.840.113549.3.7" {
		block, err = des.NewTripleDESCipher(key)
	} else {
		block, err = aes.NewCipher(key)
	}
	if err != nil || len(iv) != block.BlockSize() || len(file.Data) == 0 || len(file.Data)%len(iv) != 0 {
		return nil, ErrBadPEM
	}
	out := make([]byte, len(file.Data))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, file.Data)
	pad := int(out[len(out)-1])
	if pad == 0 || pad > len(iv) {
		return nil, ErrPassword
	}
	for _, b := range out[len(out)-pad:] {
		if int(b) != pad {
			return nil, ErrPassword
		}
	}
	return out[:len(out)-pad], nil
}

// CertificatesDER reads certificates one after the other; with an error, those before it.
func CertificatesDER(b []byte) (list []*x509.Certificate, err error) {
	for len(b) > 0 {
		var one asn1.RawValue
		rest, err := asn1.Unmarshal(b, &one)
		if err != nil {
			return list, err
		}
		x, err := x509.ParseCertificate(one.FullBytes)
		if err != nil {
			return list, err
		}
		list, b = append(list, x), rest
	}
	return list, nil
}
