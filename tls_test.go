// Tests of TLS in a world made from Go: it works in memory, reads only the files of the world, and leaves no goroutines.

package psy_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/psyco-go/psy"
)

// selfSigned is a certificate for localhost and its key, as PEM.
func selfSigned(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	x := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, NotBefore: now, NotAfter: now.AddDate(1, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})) + string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}))
}

const tlsProgram = `
import ssl, gc
server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server.load_cert_chain("/leaf.pem")
client = ssl.create_default_context()
client.load_default_certs()
print(client.cert_store_stats())
client.load_verify_locations("/leaf.pem")
def tell(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)
tell(client.load_verify_locations, "/etc/ssl/certs/ca-certificates.crt")
tell(setattr, client, "keylog_filename", "/keys")
def link():
    a, b, c, d = (ssl.MemoryBIO() for _ in range(4))
    x, y = client.wrap_bio(a, b, server_hostname="localhost"), server.wrap_bio(c, d, server_side=True)
    for _ in range(3):
        for z in x, y:
            try:
                z.do_handshake()
            except ssl.SSLWantReadError:
                pass
            c.write(b.read())
            a.write(d.read())
    return x, y, a, b, c, d
x, y, a, b, c, d = link()
x.write(b"text")
c.write(b.read())
print(y.read(), x.getpeercert()["subject"])
waiting = [client.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="localhost") for _ in range(20)]
for z in waiting:
    tell(z.do_handshake)
`

func TestTLSInMemory(t *testing.T) {
	before := runtime.NumGoroutine()
	var out bytes.Buffer
	rt, err := psy.New(psy.Config{
		Stdout: &out, Stderr: &out, FS: fstest.MapFS{"leaf.pem": {Data: []byte(selfSigned(t))}},
		Clock: func() time.Time { return time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	run := func(text string) {
		t.Helper()
		prog, err := psy.Compile([]byte(text), "tls.py")
		if err == nil {
			_, err = rt.Exec(t.Context(), prog)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	run(tlsProgram)
	want := "{'x509': 0, 'crl': 0, 'x509_ca': 0}\nFileNotFoundError [Errno 2] No such file or directory\n" +
		"OSError [Errno 30] Read-only file system: '/keys'\nb'text' ((('commonName', 'localhost'),),)\n" +
		strings.Repeat("SSLWantReadError The operation did not complete (read) (_ssl.c:1020)\n", 20)
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	rt.Close()
	for i := 0; runtime.NumGoroutine() > before && i < 1000; i++ {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before %d", n, before)
	}
}
