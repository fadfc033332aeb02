// What a connection goes by, and the configuration of crypto/tls that is made of it.

package tlsconn

import (
	"crypto/tls"
	"crypto/x509"
	"slices"
	"time"
)

// Mode is whether the other side's certificate is asked for and verified, by OpenSSL's numbers in Python.
type Mode int

const (
	VerifyNone Mode = iota
	VerifyOptional
	VerifyRequired
)

// Settings are what a connection goes by. A connection has its own copy; what slices hold is not changed.
type Settings struct {
	Min, Max   uint16 // versions
	Ciphers    []*Cipher
	Certs      []*tls.Certificate // the last one first
	Protocols  []string           // of ALPN
	Store      *Store
	Mode       Mode
	Flags      Flags
	CheckHost  bool
	CommonName bool // names may stand in the common name
	NoTickets  bool
	TicketKey  [32]byte
	Curves     []tls.CurveID
	AskName    bool // servers ask for settings by name
	LogKeys    bool
	Now        time.Time // during the handshake
}

// config is what holds for both sides.
func (c *Conn) config(s *Settings) *tls.Config {
	f := &tls.Config{
		MinVersion: s.Min, MaxVersion: s.Max, NextProtos: s.Protocols, CurvePreferences: s.Curves, Time: func() time.Time { return s.Now },
		InsecureSkipVerify: true, ServerName: c.host, SessionTicketsDisabled: s.NoTickets && c.server, VerifyPeerCertificate: c.verify,
	}
	for _, x := range s.Ciphers {
		f.CipherSuites = append(f.CipherSuites, x.ID)
	}
	if s.LogKeys {
		f.KeyLogWriter = keyLog{c}
	}
	if c.server {
		f.SetSessionTicketKeys([][32]byte{s.TicketKey})
		f.GetCertificate = c.serverCert
		switch s.Mode {
		case VerifyOptional:
			f.ClientAuth = tls.RequestClientCert
		case VerifyRequired:
			f.ClientAuth = tls.RequireAnyClientCert
		}
		f.ClientCAs = s.Store.subjects()
		return f
	}
	f.ClientSessionCache = &c.sessions
	f.GetClientCertificate = func(q *tls.CertificateRequestInfo) (*tls.Certificate, error) {
		for _, x := range s.Certs {
			q.AcceptableCAs = nil
			if q.SupportsCertificate(x) == nil {
				return x, nil
			}
		}
		return &tls.Certificate{}, nil
	}
	return f
}

// serverConfig is what a server's handshake begins with.
func (c *Conn) serverConfig() *tls.Config {
	f := c.config(c.settings)
	f.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) {
		c.noteHello(h)
		if c.settings.AskName {
			switch a := c.ask(AskName{h.ServerName}).(type) {
			case *Settings:
				c.settings = a
			case Alert:
				c.pipe.alert = a
				return nil, errRefused
			default:
				return nil, errStopped
			}
		}
		g := c.config(c.settings)
		if !slices.ContainsFunc(g.NextProtos, func(p string) bool { return slices.Contains(h.SupportedProtos, p) }) {
			g.NextProtos = nil // OpenSSL goes on without a protocol then
		}
		return g, nil
	}
	return f
}

// noteHello remembers what a client said.
func (c *Conn) noteHello(h *tls.ClientHelloInfo) {
	all := append(slices.Clone(ciphers13), c.settings.Ciphers...)
	for _, id := range h.CipherSuites {
		if i := slices.IndexFunc(all, func(x *Cipher) bool { return x.ID == id }); i >= 0 {
			c.shared = append(c.shared, all[i])
		}
	}
}

// serverCert chooses a server's certificate by what the client can verify, whatever the name.
func (c *Conn) serverCert(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
	q := *h
	q.ServerName = ""
	for _, x := range c.settings.Certs {
		if q.SupportsCertificate(x) == nil {
			return x, nil
		}
	}
	c.pipe.alert = alertHandshakeFailure
	return nil, errNoCipher
}

// verify is called with what the other side sent.
func (c *Conn) verify(raw [][]byte, _ [][]*x509.Certificate) error {
	s := c.settings
	if len(raw) == 0 {
		return nil
	}
	var certs []*x509.Certificate
	for _, b := range raw {
		x, err := x509.ParseCertificate(b)
		if err != nil {
			return err
		}
		certs = append(certs, x)
	}
	q := query{certs: certs, server: !c.server, flags: s.Flags, now: s.Now, ask: func(subject []byte) []*x509.Certificate {
		found, _ := c.ask(AskIssuer{subject}).([]*x509.Certificate)
		return found
	}}
	if s.CheckHost && !c.server {
		q.host, q.commonName = c.host, s.CommonName
	}
	chain, err := s.Store.verify(&q)
	c.verified = chain
	if s.Mode == VerifyNone || err == nil {
		return nil
	}
	c.pipe.alert = err.alert()
	return err
}
