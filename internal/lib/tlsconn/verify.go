// Verifying the other side's certificate: crypto/x509 decides, and OpenSSL's numbers and words tell of what is wrong.

package tlsconn

import (
	"bytes"
	"crypto/x509"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Flags are OpenSSL's for verification.
type Flags uint64

const (
	CRLLeaf      Flags = 0x4
	CRLAll       Flags = 0x8
	Strict       Flags = 0x20
	PartialChain Flags = 0x80000
)

// VerifyError is why a certificate is not accepted.
type VerifyError struct {
	Code int
	Text string
}

func (e *VerifyError) Error() string { return e.Text }

// alert is what the other side is told.
func (e *VerifyError) alert() Alert {
	switch e.Code {
	case 2, 18, 19, 20, 21, 79:
		return alertUnknownCA
	case 9, 10:
		return alertCertificateExpired
	case 23:
		return alertCertificateRevoked
	case 26, 34:
		return alertUnsupportedCertificate
	}
	return alertBadCertificate
}

// Store is the certificates that are trusted, and lists of revoked ones.
type Store struct {
	mu    sync.Mutex
	certs []*x509.Certificate
	known map[string]bool
	crls  []*x509.RevocationList
	pools [2]*x509.CertPool // for Flags without and with PartialChain; nil: not made yet
	names *x509.CertPool
}

// Add trusts a certificate, and reports whether it is new.
func (s *Store) Add(x *x509.Certificate) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[string(x.Raw)] {
		return false
	}
	if s.known == nil {
		s.known = map[string]bool{}
	}
	s.known[string(x.Raw)] = true
	s.certs = append(s.certs, x)
	s.pools, s.names = [2]*x509.CertPool{}, nil
	return true
}

// AddRevocations adds a list.
func (s *Store) AddRevocations(x *x509.RevocationList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crls = append(s.crls, x)
}

// Certs are the certificates, which the caller does not change.
func (s *Store) Certs() []*x509.Certificate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.certs[:len(s.certs):len(s.certs)]
}

// Revocations is how many lists there are.
func (s *Store) Revocations() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.crls)
}

// pool is the trusted certificates that may end a chain.
func (s *Store) pool(partial bool) *x509.CertPool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := 0
	if partial {
		i = 1
	}
	if s.pools[i] == nil {
		p := x509.NewCertPool()
		for _, x := range s.certs {
			if partial || selfIssued(x) {
				p.AddCert(x)
			}
		}
		s.pools[i] = p
	}
	return s.pools[i]
}

// subjects is a pool for the names that a server tells its clients.
func (s *Store) subjects() *x509.CertPool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names == nil && len(s.certs) > 0 && len(s.certs) <= 1000 {
		s.names = x509.NewCertPool()
		for _, x := range s.certs {
			s.names.AddCert(x)
		}
	}
	return s.names
}

func selfIssued(x *x509.Certificate) bool { return bytes.Equal(x.RawSubject, x.RawIssuer) }

// IsCA reports whether a certificate may sign others.
func IsCA(x *x509.Certificate) bool {
	return x.IsCA && x.BasicConstraintsValid || x.Version == 1 && selfIssued(x)
}

// query is what is to be verified.
type query struct {
	certs      []*x509.Certificate
	server     bool // it is a server's
	host       string
	commonName bool
	flags      Flags
	now        time.Time
	ask        func(subject []byte) []*x509.Certificate // for certificates that are trusted, and not in the store yet
}

// verify gives the chain, or as much as there is of it, and what is wrong; nil: nothing.
func (s *Store) verify(q *query) ([]*x509.Certificate, *VerifyError) {
	s.fetch(q)
	usage := x509.ExtKeyUsageClientAuth
	if q.server {
		usage = x509.ExtKeyUsageServerAuth
	}
	partial := q.flags&PartialChain != 0
	opts := x509.VerifyOptions{Roots: s.pool(partial), Intermediates: x509.NewCertPool(), CurrentTime: q.now, KeyUsages: []x509.ExtKeyUsage{usage}}
	for _, x := range q.certs[1:] {
		opts.Intermediates.AddCert(x)
	}
	if !partial {
		for _, x := range s.Certs() {
			if !selfIssued(x) {
				opts.Intermediates.AddCert(x)
			}
		}
	}
	chains, err := q.certs[0].Verify(opts)
	chain := q.certs
	if err == nil {
		chain = chains[0]
	}
	wrong := s.explain(q, err)
	if wrong == nil || wrong.Code == 10 || wrong.Code == 9 {
		if e := q.checkChain(chain); e != nil && err == nil {
			return chain, e
		}
		if e := q.checkHost(); e != nil {
			return chain, e
		}
	}
	if wrong == nil && q.flags&CRLLeaf != 0 {
		wrong = s.checkRevoked(q, chain)
	}
	return chain, wrong
}

// fetch asks for issuers that are not at hand.
func (s *Store) fetch(q *query) {
	x := q.certs[0]
	for range len(q.certs) + 8 {
		if s.find(x.RawIssuer) == nil {
			for _, found := range q.ask(x.RawIssuer) {
				s.Add(found)
			}
		}
		next := s.find(x.RawIssuer)
		for _, c := range q.certs[1:] {
			if next == nil && bytes.Equal(c.RawSubject, x.RawIssuer) {
				next = c
			}
		}
		if next == nil || next == x || selfIssued(x) {
			return
		}
		x = next
	}
}

func (s *Store) find(subject []byte) *x509.Certificate {
	for _, x := range s.Certs() {
		if bytes.Equal(x.RawSubject, subject) {
			return x
		}
	}
	return nil
}

// explain says in OpenSSL's words what crypto/x509 found.
func (s *Store) explain(q *query, err error) *VerifyError {
	if err == nil {
		return nil
	}
	var invalid x509.CertificateInvalidError
	var authority x509.UnknownAuthorityError
	var critical x509.UnhandledCriticalExtension
	switch {
	case errors.As(err, &invalid):
		switch invalid.Reason {
		case x509.Expired:
			if invalid.Cert != nil && q.now.Before(invalid.Cert.NotBefore) {
				return &VerifyError{9, "certificate is not yet valid"}
			}
			return &VerifyError{10, "certificate has expired"}
		case x509.NotAuthorizedToSign:
			return &VerifyError{79, "invalid CA certificate"}
		case x509.TooManyIntermediates:
			return &VerifyError{25, "path length constraint exceeded"}
		case x509.IncompatibleUsage:
			return &VerifyError{26, "unsuitable certificate purpose"}
		case x509.CANotAuthorizedForThisName, x509.NameConstraintsWithoutSANs, x509.CANotAuthorizedForExtKeyUsage:
			return &VerifyError{47, "permitted subtree violation"}
		}
	case errors.As(err, &critical):
		return &VerifyError{34, "unhandled critical extension"}
	case errors.As(err, &authority):
		return q.incomplete()
	}
	return &VerifyError{1, "unspecified certificate verification error"}
}

// incomplete says how a chain ends that does not end with a certificate that is trusted.
func (q *query) incomplete() *VerifyError {
	x, depth := q.certs[0], 0
	for !selfIssued(x) {
		var next *x509.Certificate
		for _, c := range q.certs {
			if bytes.Equal(c.RawSubject, x.RawIssuer) && c != x {
				next = c
			}
		}
		if depth++; next == nil || depth > len(q.certs) {
			return &VerifyError{20, "unable to get local issuer certificate"}
		}
		x = next
	}
	if depth == 0 {
		return &VerifyError{18, "self-signed certificate"}
	}
	return &VerifyError{19, "self-signed certificate in certificate chain"}
}

// checkChain is what Strict asks for beyond the rest.
func (q *query) checkChain(chain []*x509.Certificate) *VerifyError {
	if q.flags&Strict == 0 {
		return nil
	}
	for _, x := range chain {
		switch {
		case x.IsCA && x.KeyUsage == 0 && x.Version == 3 && !selfIssued(x):
			return &VerifyError{92, "CA cert does not include key usage extension"}
		case x.IsCA && len(x.SubjectKeyId) == 0:
			return &VerifyError{86, "Missing Subject Key Identifier"}
		case !selfIssued(x) && len(x.AuthorityKeyId) == 0:
			return &VerifyError{85, "Missing Authority Key Identifier"}
		}
	}
	return nil
}

// checkHost compares the name that was asked for with those of the certificate.
func (q *query) checkHost() *VerifyError {
	if q.host == "" {
		return nil
	}
	x := q.certs[0]
	if ip, err := netip.ParseAddr(q.host); err == nil {
		for _, a := range x.IPAddresses {
			if b, ok := netip.AddrFromSlice(a); ok && b.Unmap() == ip.Unmap() {
				return nil
			}
		}
		return &VerifyError{64, "IP address mismatch, certificate is not valid for '" + q.host + "'."}
	}
	names := x.DNSNames
	if len(names) == 0 && q.commonName {
		names = []string{x.Subject.CommonName}
	}
	for _, name := range names {
		if matchHost(name, q.host) {
			return nil
		}
	}
	return &VerifyError{62, "Hostname mismatch, certificate is not valid for '" + q.host + "'."}
}

// matchHost compares a name of a certificate, the first label of which may be a star, with a host's.
func matchHost(pattern, host string) bool {
	pattern, host = strings.ToLower(pattern), strings.ToLower(host)
	if pattern == host {
		return pattern != ""
	}
	rest, ok := strings.CutPrefix(pattern, "*.")
	first, tail, found := strings.Cut(host, ".")
	return ok && found && first != "" && strings.Contains(rest, ".") && tail == rest
}

// checkRevoked looks the chain up in the lists.
func (s *Store) checkRevoked(q *query, chain []*x509.Certificate) *VerifyError {
	last := 1
	if q.flags&CRLAll != 0 {
		last = len(chain)
	}
	s.mu.Lock()
	crls := s.crls
	s.mu.Unlock()
	for i, x := range chain[:last] {
		issuer := chain[min(i+1, len(chain)-1)]
		found := false
		for _, l := range crls {
			if !bytes.Equal(l.RawIssuer, x.RawIssuer) {
				continue
			}
			if l.CheckSignatureFrom(issuer) != nil {
				return &VerifyError{8, "CRL signature failure"}
			}
			if !l.NextUpdate.IsZero() && q.now.After(l.NextUpdate) {
				return &VerifyError{12, "CRL has expired"}
			}
			found = true
			for _, r := range l.RevokedCertificateEntries {
				if r.SerialNumber.Cmp(x.SerialNumber) == 0 {
					return &VerifyError{23, "certificate revoked"}
				}
			}
		}
		if !found {
			return &VerifyError{3, "unable to get certificate CRL"}
		}
	}
	return nil
}
