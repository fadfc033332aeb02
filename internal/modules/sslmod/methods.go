// Methods of _SSLContext: certificates, keys, ciphers, protocols, the log of keys.

package sslmod

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"syscall"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var contextMethods = []FuncDef{
	{Name: "_set_alpn_protocols", Sig: "(protos, /)", F1: setProtocols},
	{Name: "_wrap_bio", Sig: "(incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None)", Fn: wrapBIO},
	{Name: "_wrap_socket", Sig: "(sock, server_side, server_hostname=None, *, owner=None, session=None)", Fn: wrapSocket},
	{Name: "cert_store_stats", Sig: "()", F0: storeStats},
	{Name: "get_ca_certs", Sig: "(binary_form=False)", Fn: caCerts},
	{Name: "get_ciphers", Sig: "()", F0: func(t *Thread, v Value) Value { return cipherDicts(t, tlsconn.All(contextOf(t, v).set.Ciphers)) }},
	{Name: "load_cert_chain", Sig: "(certfile, keyfile=None, password=None)", Fn: loadChain},
	{Name: "load_dh_params", Sig: "(path, /)", F1: loadDH},
	{Name: "load_verify_locations", Sig: "(cafile=None, capath=None, cadata=None)", Fn: loadTrusted},
	{Name: "session_stats", Sig: "()", F0: sessionStats},
	{Name: "set_ciphers", Sig: "(cipherlist, /)", F1: setCiphers},
	{Name: "set_default_verify_paths", Sig: "()", F0: setDefaultPaths},
	{Name: "set_ecdh_curve", Sig: "(name, /)", F1: setCurve},
	{Name: "set_psk_client_callback", Sig: "(callback)", Fn: noPSK},
	{Name: "set_psk_server_callback", Sig: "(callback, identity_hint=None)", Fn: noPSK},
}

func noPSK(t *Thread, _ Value, _ []Value) Value {
	return object.Raise(t, object.TNotImplementedError, "TLS-PSK is not supported by your OpenSSL version.")
}

// setProtocols reads names of protocols, each of which has its length before it.
func setProtocols(t *Thread, v, data Value) Value {
	b, ok := native.BytesArg(t, data)
	if !ok {
		return null
	}
	var names []string
	for len(b) > 0 {
		n := int(b[0])
		if n == 0 || n >= len(b) {
			return object.Raise(t, object.TValueError, "invalid list of protocols")
		}
		names = append(names, string(b[1:1+n]))
		b = b[1+n:]
	}
	contextOf(t, v).set.Protocols = names
	return none
}

func setCiphers(t *Thread, v, text Value) Value {
	if !object.IsStr(text) {
		return object.Raise(t, object.TTypeError, "set_ciphers() argument must be str, not %s", native.TypeOrNone(t, text))
	}
	list := tlsconn.ChooseCiphers(object.GoString(text))
	if len(list) == 0 {
		return raiseText(t, "No cipher can be selected.")
	}
	contextOf(t, v).set.Ciphers = list
	return none
}

// cipherDicts describes ciphers as OpenSSL does.
func cipherDicts(t *Thread, list []*tlsconn.Cipher) Value {
	l := object.NewList(t, 0)
	for _, x := range list {
		d := object.NewDict(t)
		if l == nil || d == nil {
			return null
		}
		bits := strconv.Itoa(x.Bits)
		shown := map[string]string{"TLSv1.0": "TLSv1"}[x.Protocol]
		if shown == "" {
			shown = x.Protocol
		}
		symmetric := map[string]string{"AESGCM": "aes-" + bits + "-gcm", "AES": "aes-" + bits + "-cbc", "CHACHA20/POLY1305": "chacha20-poly1305"}[x.Enc]
		digest := map[string]string{"SHA1": "sha1", "SHA256": "sha256"}[x.Mac]
		kea := map[string]string{"ECDH": "kx-ecdhe", "RSA": "kx-rsa", "any": "kx-any"}[x.Kex]
		auth := map[string]string{"ECDSA": "auth-ecdsa", "RSA": "auth-rsa", "any": "auth-any"}[x.Auth]
		ok := d.SetStr(t, "id", object.SmallInt(0x3000000|int64(x.ID))) && d.SetStr(t, "name", object.NewStr(t, x.Name)) &&
			d.SetStr(t, "protocol", object.NewStr(t, x.Protocol)) &&
			d.SetStr(t, "description", object.NewStr(t, fmt.Sprintf("%-30s %-7s Kx=%-8s Au=%-5s Enc=%-22s Mac=%-4s", x.Name, shown, x.Kex, x.Auth, x.Enc+"("+bits+")", x.Mac))) &&
			d.SetStr(t, "strength_bits", object.SmallInt(int64(x.Bits))) && d.SetStr(t, "alg_bits", object.SmallInt(int64(x.Bits))) &&
			d.SetStr(t, "aead", object.Bool(x.Mac == "AEAD")) && d.SetStr(t, "symmetric", object.NewStr(t, symmetric))
		if ok && digest == "" {
			ok = d.SetStr(t, "digest", none)
		} else if ok {
			ok = d.SetStr(t, "digest", object.NewStr(t, digest))
		}
		if !ok || !d.SetStr(t, "kea", object.NewStr(t, kea)) || !d.SetStr(t, "auth", object.NewStr(t, auth)) || t.Exc != null || !l.Append(t, object.Of(d)) {
			return null
		}
	}
	return object.Of(l)
}

func setCurve(t *Thread, v, name Value) Value {
	s, _, ok := native.FSPath(t, name)
	if !ok {
		return null
	}
	curve, ok := map[string]tls.CurveID{
		"prime256v1": tls.CurveP256, "P-256": tls.CurveP256, "secp384r1": tls.CurveP384, "P-384": tls.CurveP384, "secp521r1": tls.CurveP521, "P-521": tls.CurveP521,
		"X25519": tls.X25519, "x25519": tls.X25519,
	}[s]
	if !ok {
		return object.Raise(t, object.TValueError, "unknown elliptic curve name '%s'", s)
	}
	contextOf(t, v).set.Curves = []tls.CurveID{curve}
	return none
}

// loadDH reads parameters of a key exchange that crypto/tls has not: it is enough that they are there.
func loadDH(t *Thread, v, file Value) Value {
	name, _, ok := native.FSPath(t, file)
	if !ok {
		return null
	}
	b, err := native.SystemOf(t).ReadFile(name)
	switch {
	case err != nil:
		return native.RaiseIO(t, err, file)
	case !bytes.Contains(b, []byte("-----BEGIN DH PARAMETERS-----")):
		raise(t, "SSLError", errSSL, "NO_START_LINE", "[PEM: NO_START_LINE] no start line"+at(atLoad))
		return null
	}
	return none
}

// raisePEM raises what is wrong with a file.
func raisePEM(t *Thread, err error) Value {
	switch err {
	case tlsconn.ErrMismatch:
		raise(t, "SSLError", 116, "KEY_VALUES_MISMATCH", "[X509: KEY_VALUES_MISMATCH] key values mismatch"+at(atLoad))
	case tlsconn.ErrPassword:
		raise(t, "SSLError", errSSL, "BAD_DECRYPT", "[PROVIDER: BAD_DECRYPT] bad decrypt"+at(atLoad))
	case tlsconn.ErrNoPEM:
		raise(t, "SSLError", 9, "", "[SSL] PEM lib"+at(atLoad))
	default:
		raise(t, "SSLError", 9, "", "[SSL] PEM lib"+at(atLoad))
	}
	return null
}

// maxPassword is how long a password may be.
const maxPassword = 1024

// passwordOf is the password that an argument stands for: a str, a bytes-like object, or a callable that gives one.
func passwordOf(t *Thread, v Value) ([]byte, bool) {
	what := "password should be a string or callable"
	if object.TypeOf(t, v).Slots.Call != nil {
		what = "password callback must return a string"
		if v = object.Call0(t, v); v == null {
			return nil, false
		}
	}
	switch {
	case object.IsStr(v):
		if v = object.EncodeStr(t, v, "utf-8", "strict"); v == null {
			return nil, false
		}
	case !object.IsBytes(v) && !object.IsInstance(t, v, object.TByteArray):
		object.Raise(t, object.TTypeError, "%s", what)
		return nil, false
	}
	b, ok := native.BytesArg(t, v)
	if ok && len(b) > maxPassword {
		object.Raise(t, object.TValueError, "password cannot be longer than %d bytes", maxPassword)
		ok = false
	}
	return bytes.Clone(b), ok
}

// readFile reads a file named by an argument. nil: an exception is set.
func readFile(t *Thread, v Value, what string) []byte {
	name, _, ok := native.FSPath(t, v)
	if !ok {
		if t.ClearIf(object.TTypeError) {
			object.Raise(t, object.TTypeError, "%s should be a valid filesystem path", what)
		}
		return nil
	}
	b, err := native.SystemOf(t).ReadFile(name)
	if err != nil {
		native.RaiseIO(t, err, null)
		return nil
	}
	if b == nil {
		b = []byte{}
	}
	return b
}

func loadChain(t *Thread, v Value, a []Value) Value {
	pem := readFile(t, a[0], "certfile")
	if pem == nil {
		return null
	}
	keyPEM := pem
	if a[1] != null && a[1] != none {
		if keyPEM = readFile(t, a[1], "keyfile"); keyPEM == nil {
			return null
		}
	}
	chain, err := tlsconn.Certificates(pem)
	if err == nil && len(chain) == 0 {
		err = tlsconn.ErrNoPEM
	}
	if err != nil {
		return raisePEM(t, err)
	}
	block, encrypted, err := tlsconn.KeyBlock(keyPEM)
	if err != nil {
		return raisePEM(t, err)
	}
	var password []byte
	if given := a[2] != null && a[2] != none; given && (encrypted || object.TypeOf(t, a[2]).Slots.Call == nil) {
		var ok bool
		if password, ok = passwordOf(t, a[2]); !ok {
			return null
		}
	} else if encrypted && !given {
		return raisePEM(t, tlsconn.ErrBadPEM)
	}
	var pair *tls.Certificate
	t.Outside(func() {
		key, e := tlsconn.Key(block, password)
		if err = e; err == nil {
			pair, err = tlsconn.Pair(chain, key)
		}
	})
	if err != nil {
		return raisePEM(t, err)
	}
	c := contextOf(t, v)
	old := c.set.Certs
	c.set.Certs = []*tls.Certificate{pair}
	for _, x := range old { // one of each kind of key
		if x.Leaf.PublicKeyAlgorithm != pair.Leaf.PublicKeyAlgorithm {
			c.set.Certs = append(c.set.Certs, x)
		}
	}
	return native.DoneIf(c.grow(t, v, len(pem)+4096))
}

func loadTrusted(t *Thread, v Value, a []Value) Value {
	given := func(i int) bool { return a[i] != null && a[i] != none }
	if !given(0) && !given(1) && !given(2) {
		return object.Raise(t, object.TTypeError, "cafile, capath and cadata cannot be all omitted")
	}
	for i, what := range [...]string{"cafile", "capath"} {
		if given(i) {
			if _, _, ok := native.FSPath(t, a[i]); !ok {
				if t.ClearIf(object.TTypeError) {
					object.Raise(t, object.TTypeError, "%s should be a valid filesystem path", what)
				}
				return null
			}
		}
	}
	if given(2) && !loadData(t, v, a[2]) {
		return null
	}
	c := contextOf(t, v)
	if given(0) {
		b := readFile(t, a[0], "cafile")
		if b == nil || !addTrusted(t, v, b) {
			return null
		}
	}
	if given(1) {
		name, _, ok := native.FSPath(t, a[1])
		if !ok {
			return null
		}
		c.folders = append(c.folders, name)
	}
	return none
}

// addTrusted trusts the certificates of a PEM file. False: an exception is set.
func addTrusted(t *Thread, v Value, b []byte) bool {
	list, err := tlsconn.Certificates(b)
	crls := tlsconn.Revocations(b)
	if err == nil && len(list)+len(crls) == 0 {
		raise(t, "SSLError", 136, "NO_CERTIFICATE_OR_CRL_FOUND", "[X509: NO_CERTIFICATE_OR_CRL_FOUND] no certificate or crl found"+at(atLoad))
		return false
	}
	if err != nil {
		raise(t, "SSLError", 9, "", "[X509] PEM lib"+at(atLoad))
		return false
	}
	c := contextOf(t, v)
	for _, x := range crls {
		c.set.Store.AddRevocations(x)
	}
	return c.trust(t, v, list) && c.grow(t, v, 2*len(b))
}

// trust adds certificates. False: an exception is set.
func (c *context) trust(t *Thread, v Value, list []*x509.Certificate) bool {
	n := 0
	for _, x := range list {
		if c.set.Store.Add(x) {
			n += len(x.Raw)
		}
	}
	return c.grow(t, v, 3*n)
}

// loadData trusts certificates that are given as text (PEM) or as bytes (DER).
func loadData(t *Thread, v, data Value) bool {
	what := "not enough data: cadata does not contain a certificate"
	var b []byte
	text := object.IsStr(data)
	if text {
		what = "no start line: cadata does not contain a certificate"
		s := object.GoString(data)
		for i := range len(s) {
			if s[i] >= 0x80 {
				object.Raise(t, object.TTypeError, "cadata should be an ASCII string or a bytes-like object")
				return false
			}
		}
		b = []byte(s)
	} else {
		var ok bool
		if b, ok = object.BufferOf(t, data); !ok {
			t.ClearExc()
			object.Raise(t, object.TTypeError, "cadata should be an ASCII string or a bytes-like object")
			return false
		}
	}
	if len(b) == 0 {
		return refuse(t, "Empty certificate data")
	}
	var list []*x509.Certificate
	var err error
	if text {
		list, err = tlsconn.Certificates(b)
	} else {
		list, err = tlsconn.CertificatesDER(b)
	}
	if err != nil && len(list) > 0 && !text {
		raise(t, "SSLError", 9, "NOT_ENOUGH_DATA", "[ASN1: NOT_ENOUGH_DATA] not enough data"+at(atLoad))
		return false
	}
	if err != nil || len(list) == 0 {
		raise(t, "SSLError", 0, "", what+at(atLoad))
		return false
	}
	return contextOf(t, v).trust(t, v, list)
}

// Where OpenSSL of Debian has its certificates.
const (
	defaultFile, fileVariable     = "/usr/lib/ssl/cert.pem", "SSL_CERT_FILE"
	defaultFolder, folderVariable = "/usr/lib/ssl/certs", "SSL_CERT_DIR"
)

// getenv is a variable of the world's environment, or otherwise.
func getenv(t *Thread, name, otherwise string) string {
	for _, kv := range native.SystemOf(t).Environ() {
		if len(kv) > len(name) && kv[:len(name)] == name && kv[len(name)] == '=' {
			return kv[len(name)+1:]
		}
	}
	return otherwise
}

func setDefaultPaths(t *Thread, v Value) Value {
	c := contextOf(t, v)
	if b, err := native.SystemOf(t).ReadFile(getenv(t, fileVariable, defaultFile)); err == nil && !addTrusted(t, v, b) {
		t.ClearExc() // as OpenSSL does
	}
	c.folders = append(c.folders, getenv(t, folderVariable, defaultFolder))
	return none
}

// byHash reads the certificates of a subject from the context's folders.
func (c *context) byHash(t *Thread, subject []byte) (list []*x509.Certificate) {
	hash := tlsconn.SubjectHash(subject)
	const most = 16
	for _, folder := range c.folders {
		for i := range most {
			b, err := native.SystemOf(t).ReadFile(path.Join(folder, hash+"."+strconv.Itoa(i)))
			if err != nil {
				break
			}
			found, _ := tlsconn.Certificates(b)
			for _, x := range found {
				if bytes.Equal(x.RawSubject, subject) {
					list = append(list, x)
				}
			}
		}
	}
	return list
}

func storeStats(t *Thread, v Value) Value {
	s := contextOf(t, v).set.Store
	certs, cas := s.Certs(), 0
	for _, x := range certs {
		if tlsconn.IsCA(x) {
			cas++
		}
	}
	d := object.NewDict(t)
	if d == nil || !d.SetStr(t, "x509", object.SmallInt(int64(len(certs)))) || !d.SetStr(t, "crl", object.SmallInt(int64(s.Revocations()))) ||
		!d.SetStr(t, "x509_ca", object.SmallInt(int64(cas))) {
		return null
	}
	return object.Of(d)
}

func caCerts(t *Thread, v Value, a []Value) Value {
	binary, ok := native.OptBool(t, a[0], false)
	if !ok {
		return null
	}
	l := object.NewList(t, 0)
	for _, x := range contextOf(t, v).set.Store.Certs() {
		if !tlsconn.IsCA(x) {
			continue
		}
		var item Value
		if binary {
			item = object.NewBytes(t, x.Raw)
		} else {
			item = describe(t, x.Raw)
		}
		if l == nil || item == null || !l.Append(t, item) {
			return null
		}
	}
	if l == nil {
		return null
	}
	return object.Of(l)
}

func sessionStats(t *Thread, v Value) Value {
	s := &contextOf(t, v).stats
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	for _, f := range [...]struct {
		name string
		n    int64
	}{
		{"number", 0}, {"connect", s.connect.Load()}, {"connect_good", s.connectGood.Load()}, {"connect_renegotiate", 0}, {"accept", s.accept.Load()},
		{"accept_good", s.acceptGood.Load()}, {"accept_renegotiate", 0}, {"hits", s.hits.Load()}, {"misses", s.misses.Load()}, {"timeouts", 0}, {"cache_full", 0},
	} {
		if !d.SetStr(t, f.name, object.NewInt(t, f.n)) {
			return null
		}
	}
	return object.Of(d)
}

// setKeyLog is the setter of keylog_filename.
func setKeyLog(t *Thread, v, file Value) bool {
	c, x := contextOf(t, v), object.As[contextObject](v)
	c.keyLog, x.KeyLog = "", null
	if file == null || file == none {
		return true
	}
	name, _, ok := native.FSPath(t, file)
	if !ok {
		return false
	}
	if err := appendTo(t, name, nil); err != nil {
		native.RaiseIO(t, err, file)
		return false
	}
	c.keyLog, x.KeyLog = name, file
	return true
}

// appendTo appends lines to a log of keys.
func appendTo(t *Thread, name string, lines []byte) error {
	f, err := native.SystemOf(t).OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		lines = append([]byte("# TLS secrets log file, generated by OpenSSL / Python\n"), lines...)
	}
	_, err = f.Write(lines)
	var p *fs.PathError
	if errors.As(err, &p) && p.Err == syscall.EINTR {
		err = nil
	}
	return err
}
