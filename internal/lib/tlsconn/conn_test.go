// Tests of connections in steps, without sockets.

package tlsconn

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"runtime"
	"testing"
	"time"
)

var testTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// certificate makes a certificate that signs itself.
func certificate(t *testing.T, name string) (*tls.Certificate, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{
		SerialNumber: big.NewInt(0xabc), Subject: pkix.Name{CommonName: name, Organization: []string{"An  Org"}}, DNSNames: []string{name},
		NotBefore: testTime, NotAfter: testTime.AddDate(1, 0, 0), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}, EmailAddresses: []string{"a@b"},
		OCSPServer: []string{"http://ocsp"}, IssuingCertificateURL: []string{"http://ca"}, CRLDistributionPoints: []string{"http://crl"},
	}
	der, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := Pair([]*x509.Certificate{leaf}, key)
	if err != nil {
		t.Fatal(err)
	}
	return pair, leaf
}

func settings(certs ...*tls.Certificate) *Settings {
	return &Settings{
		Min: tls.VersionTLS12, Max: tls.VersionTLS13, Ciphers: ChooseCiphers("ECDHE+AESGCM"), Certs: certs, Store: &Store{}, Now: testTime.AddDate(0, 1, 0),
	}
}

// carry brings what one side sends to the other, at most size bytes at a time.
func carry(from, to *Conn, size int) {
	for len(from.Out()) > 0 && to.Need() > 0 {
		n := min(len(from.Out()), to.Need(), size)
		to.Feed(from.Out()[:n])
		from.Sent(n)
	}
}

// shake does both handshakes.
func shake(t *testing.T, client, server *Conn, size int) (clientErr, serverErr error) {
	t.Helper()
	for range 200_000 {
		e, f := client.Step(nil), server.Step(nil)
		carry(client, server, size)
		carry(server, client, size)
		d, done := e.(Done)
		g, too := f.(Done)
		if done && too {
			return d.Err, g.Err
		}
	}
	t.Fatal("the handshake does not end")
	return nil, nil
}

func TestSteps(t *testing.T) {
	pair, leaf := certificate(t, "localhost")
	for _, size := range []int{1, 7, 1 << 20} {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			c, s := settings(), settings(pair)
			c.Max, c.Mode, c.CheckHost = version, VerifyRequired, true
			c.Store.Add(leaf)
			client, server := New(c, false, "localhost", nil), New(s, true, "", nil)
			if a, b := shake(t, client, server, size); a != nil || b != nil {
				t.Fatal(a, b)
			}
			if client.State().Version != version || len(client.Verified()) != 1 {
				t.Error(client.State().Version, len(client.Verified()))
			}
			text := bytes.Repeat([]byte("text "), 10_000)
			if err := server.Write(text); err != nil {
				t.Fatal(err)
			}
			var got []byte
			for b := make([]byte, 777); len(got) < len(text); {
				n, err := client.Read(b)
				if got = append(got, b[:n]...); err == ErrWant {
					carry(server, client, size)
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, text) {
				t.Error("another text")
			}
			if err := server.SendClose(); err != nil {
				t.Fatal(err)
			}
			server.pipe.out = append(server.pipe.out, "clear"...)
			var err error
			for err = ErrWant; err == ErrWant; _, err = client.Read(got) {
				carry(server, client, size)
			}
			if err != io.EOF || !client.GotClose() || client.Ended() || string(server.Out()) != "clear" {
				t.Errorf("%v %v %v %q", err, client.GotClose(), client.Ended(), server.Out())
			}
		}
	}
}

func TestRefused(t *testing.T) {
	pair, leaf := certificate(t, "localhost")
	for _, test := range []struct {
		host  string
		trust bool
		now   time.Time
		code  int
	}{
		{"localhost", false, testTime.AddDate(0, 1, 0), 18}, {"example.org", true, testTime.AddDate(0, 1, 0), 62}, {"127.0.0.2", true, testTime.AddDate(0, 1, 0), 64},
		{"localhost", true, testTime.AddDate(2, 0, 0), 10}, {"localhost", true, testTime.AddDate(-1, 0, 0), 9}, {"127.0.0.1", true, testTime.AddDate(0, 1, 0), 0},
	} {
		c := settings()
		c.Mode, c.CheckHost, c.Now = VerifyRequired, true, test.now
		if test.trust {
			c.Store.Add(leaf)
		}
		err, serverErr := shake(t, New(c, false, test.host, nil), New(settings(pair), true, "", nil), 1<<20)
		var wrong *VerifyError
		switch {
		case test.code == 0 && err != nil:
			t.Error(test.host, err)
		case test.code != 0 && (!errors.As(err, &wrong) || wrong.Code != test.code || serverErr == nil):
			t.Error(test.host, err, serverErr)
		}
	}
}

// TestGoroutinesEnd closes connections that wait in their handshakes.
func TestGoroutinesEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		c := New(settings(), false, "localhost", nil)
		if _, ok := c.Step(nil).(WantInput); !ok {
			t.Fatal("no question for bytes")
		}
		c.Close()
		if d, ok := c.Step(nil).(Done); !ok || d.Err == nil {
			t.Error("the handshake goes on")
		}
	}
	for i := 0; runtime.NumGoroutine() > before && i < 1000; i++ {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before %d", n, before)
	}
}

func TestDescribe(t *testing.T) {
	_, leaf := certificate(t, "localhost")
	d, err := Describe(leaf.Raw)
	if err != nil {
		t.Fatal(err)
	}
	if d.Version != 3 || d.Serial != "0ABC" || d.NotBefore != "Jan  1 00:00:00 2026 GMT" || len(d.AltNames) != 4 || d.OCSP[0] != "http://ocsp" ||
		d.Issuers[0] != "http://ca" || d.CRLs[0] != "http://crl" {
		t.Errorf("%+v", d)
	}
	for i := range leaf.Raw { // damaged ones are refused, or read
		b := bytes.Clone(leaf.Raw)
		for _, x := range []byte{0, 0xff, b[i] ^ 1, b[i] + 1} {
			b[i] = x
			Describe(b)
			SubjectHash(b)
		}
		Describe(leaf.Raw[:i])
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		pattern, host string
		want          bool
	}{
		{"a.example", "A.Example", true}, {"*.a.example", "b.a.example", true}, {"*.a.example", "c.b.a.example", false}, {"*.example", "a.example", false},
		{"*", "a", false}, {"a*.b.example", "ab.b.example", false}, {"*.a.example", ".a.example", false}, {"", "", false},
	} {
		if got := matchHost(test.pattern, test.host); got != test.want {
			t.Error(test.pattern, test.host, got)
		}
	}
}

func TestCiphers(t *testing.T) {
	for text, want := range map[string]int{
		"ALL": 17, "ECDHE": 12, "ECDHE:!ECDSA": 6, "AES256-SHA": 1, "ECDHE+AESGCM": 4, "ALL:!ALL": 0, "nonsense": 0, "": 0, "kRSA:-AES128": 2, "@SECLEVEL=2:CHACHA20": 2,
	} {
		if got := len(ChooseCiphers(text)); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
	}
	if c := ChooseCiphers("AES128-SHA:AES256-SHA:+AES128-SHA"); c[0].Name != "AES256-SHA" {
		t.Error(c[0].Name)
	}
}
