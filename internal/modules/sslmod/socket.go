// The type _SSLSocket: a connection over a socket or over MemoryBIO objects.

package sslmod

import (
	"crypto/rand"
	"crypto/tls"
	"io"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/sockets"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSSL = object.AllocTypeID()

type sslObject struct {
	header
	Handle  uint64 // of a *link
	Sock    Value  // null: In and Out
	Context Value
	Owner   Value // null: none
	In, Out Value
	Host    Value // a str, or None
}

func wrapSocket(t *Thread, v Value, a []Value) Value {
	if !sockets.IsSocket(t, a[0]) {
		return object.Raise(t, object.TTypeError, "_wrap_socket() argument 'sock' must be _socket.socket, not %s", native.TypeOrNone(t, a[0]))
	}
	return wrap(t, v, sslObject{Sock: a[0]}, a[1:])
}

func wrapBIO(t *Thread, v Value, a []Value) Value {
	for i, name := range [...]string{"incoming", "outgoing"} {
		if !object.IsInstance(t, a[i], tBIO) {
			return object.Raise(t, object.TTypeError, "_wrap_bio() argument '%s' must be _ssl.MemoryBIO, not %s", name, native.TypeOrNone(t, a[i]))
		}
	}
	return wrap(t, v, sslObject{In: a[0], Out: a[1]}, a[2:])
}

// wrap makes a _SSLSocket of what x has, and server_side, server_hostname, owner and session.
func wrap(t *Thread, ctx Value, x sslObject, a []Value) Value {
	server := object.Truth(t, a[0])
	if server < 0 {
		return null
	}
	host, value, ok := hostArg(t, a[1])
	if !ok {
		return null
	}
	c := contextOf(t, ctx)
	switch {
	case server == 1 && c.protocol == protocolClient:
		raise(t, "SSLError", 0, "", "Cannot create a server socket with a PROTOCOL_TLS_CLIENT context"+at(812))
		return null
	case server == 0 && c.protocol == protocolServer:
		raise(t, "SSLError", 0, "", "Cannot create a client socket with a PROTOCOL_TLS_SERVER context"+at(819))
		return null
	}
	v := object.AllocInstance(t, t.Type(tSSL))
	if v == null {
		return null
	}
	o := object.As[sslObject](v)
	o.Sock, o.In, o.Out, o.Context, o.Host = x.Sock, x.In, x.Out, ctx, value
	if a[2] != null && a[2] != none {
		o.Owner = a[2]
	}
	h := t.RT.Heap.Handles()
	id := h.Put(&link{host: linksKey.Of(t.RT), Conn: tlsconn.New(c.settings(t, ctx, server == 1), server == 1, host, nil)})
	o.Handle = uint64(id)
	if !h.Resize(id, linkSize) {
		t.NoMemory()
		return null
	}
	if a[3] != null && a[3] != none && !setSession(t, v, a[3]) {
		return null
	}
	return v
}

// hostArg reads server_hostname: the name, and the str or None that the attribute is.
func hostArg(t *Thread, v Value) (string, Value, bool) {
	if v == null || v == none {
		return "", none, true
	}
	b := v
	switch {
	case object.IsStr(v):
		if b = object.EncodeStr(t, v, "ascii", "strict"); b == null {
			return "", null, false
		}
	case !object.IsBytes(v):
		object.Raise(t, object.TTypeError, "argument must be encoded string without null bytes, not %s", object.TypeName(t, v))
		return "", null, false
	}
	host := string(object.BytesOf(b))
	switch {
	case strings.IndexByte(host, 0) >= 0:
		object.Raise(t, object.TTypeError, "argument must be encoded string without null bytes, not %s", object.TypeName(t, v))
		return "", null, false
	case host == "" || host[0] == '.':
		return "", null, refuse(t, "server_hostname cannot be an empty string or start with a leading dot.")
	}
	text := object.NewStr(t, host)
	return host, text, text != null
}

func doHandshake(t *Thread, v Value) Value {
	c := begin(t, v, atHandshake, "_ssl.c:1003: The handshake")
	if !c.open(t) || !c.handshake(t) {
		return null
	}
	return none
}

// read is read(size[, buffer]).
func read(t *Thread, v Value, a []Value) Value {
	n, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	into := len(a) > 1
	if into {
		b, ok := native.WritableBuffer(t, a[1], "read() argument 2")
		if !ok {
			return null
		}
		if n <= 0 || n > int64(len(b)) {
			n = int64(len(b))
		}
	}
	switch {
	case n < 0:
		return object.Raise(t, object.TValueError, "size should not be negative")
	case n == 0 && into:
		return object.SmallInt(0)
	case n == 0:
		return t.RT.EmptyBytes
	}
	c := begin(t, v, atRead, "The read")
	if !c.open(t) || !c.ready(t) {
		return null
	}
	for {
		var b []byte
		if into { // while the thread waited it may have been changed
			if b, ok = native.WritableBuffer(t, a[1], "read() argument 2"); !ok {
				return null
			}
			if b = b[:min(n, int64(len(b)))]; len(b) == 0 {
				return object.SmallInt(0)
			}
		}
		k, text, err := 0, t.RT.EmptyBytes, error(nil)
		if into {
			k, err = c.l.Read(b)
		} else {
			if b, err = c.l.Peek(int(min(n, tlsconn.MaxPlain))); err == nil {
				if text = object.NewBytes(t, b); text == null {
					return null
				}
				k = len(b)
				c.l.Skip(k)
			}
		}
		c.flushSome(t)
		switch {
		case err == tlsconn.ErrWant:
			if !c.pull(t) {
				return null
			}
			continue
		case k > 0:
		case err == io.EOF && !c.l.Ended():
			if c.l.SentClose() {
				raiseZeroReturn(t, c.line)
				return null
			}
		case err != nil && c.l.Ended() && tlsconn.Cut(err) && contextOf(t, object.As[sslObject](v).Context).options&opIgnoreEOF != 0:
		case err != nil:
			c.raise(t, err)
			return null
		}
		if into {
			return object.SmallInt(int64(k))
		}
		return text
	}
}

func write(t *Thread, v, data Value) Value {
	if _, ok := native.BytesArg(t, data); !ok {
		return null
	}
	c := begin(t, v, atWrite, "The write")
	if !c.open(t) || !c.ready(t) {
		return null
	}
	for total := 0; ; {
		if !c.flush(t) {
			if total > 0 && t.Exc != null && isWant(t) { // the caller goes on behind it; what was encrypted comes first then
				t.ClearExc()
				return object.SmallInt(int64(total))
			}
			return null
		}
		total += c.l.written
		c.l.written = 0
		b, ok := native.BytesArg(t, data)
		if !ok {
			return null
		}
		switch {
		case total > len(b):
			raiseReason(t, c.line, "BAD_WRITE_RETRY")
			return null
		case total == len(b):
			return object.NewInt(t, int64(total))
		case total > 0 && !t.Poll():
			return null
		}
		b = b[total:min(len(b), total+tlsconn.MaxPlain)]
		if err := c.l.Write(b); err != nil {
			c.flushSome(t)
			c.raise(t, err)
			return null
		}
		c.l.written = len(b)
	}
}

// isWant reports whether the exception is SSLWantWriteError.
func isWant(t *Thread) bool {
	m := native.ImportModule(t, "_ssl")
	if m == null {
		return false
	}
	class := object.GetAttr(t, m, object.Intern(t, "SSLWantWriteError"))
	return class != null && object.TypeOf(t, t.Exc).Value() == class
}

// shutdown is the method: it says that nothing more will be sent, and waits until the other side has said the same.
func shutdown(t *Thread, v Value) Value {
	c := begin(t, v, atShutdown, "The read")
	if !c.open(t) {
		return null
	}
	if !c.l.Established() {
		raiseReason(t, c.line, "SHUTDOWN_WHILE_IN_INIT")
		return null
	}
	if !c.l.SentClose() {
		if err := c.l.SendClose(); err != nil {
			c.raise(t, err)
			return null
		}
	}
	if !c.flush(t) {
		return null
	}
	var one [1]byte
	for !c.l.GotClose() {
		n, err := c.l.Read(one[:])
		switch {
		case n > 0:
			raiseReason(t, c.line, "APPLICATION_DATA_AFTER_CLOSE_NOTIFY")
			return null
		case err == tlsconn.ErrWant:
			if !c.pull(t) {
				return null
			}
		case err != nil && !c.l.GotClose():
			c.raise(t, err)
			return null
		}
	}
	return native.OrNone(c.sock())
}

// setSession is the setter of the attribute session.
func setSession(t *Thread, v, s Value) bool {
	l := linkOf(t, v)
	switch {
	case s == null || !s.IsExact(tSession):
		object.Raise(t, object.TTypeError, "Value is not a SSLSession.")
		return false
	case object.As[sessionObject](s).Context != object.As[sslObject](v).Context:
		return refuse(t, "Session refers to a different SSLContext.")
	case l.Server():
		return refuse(t, "Cannot set session for server-side SSLSocket.")
	case l.Begun():
		return refuse(t, "Cannot set session after handshake.")
	}
	l.SetSession(sessionOf(t, s))
	return true
}

func getSession(t *Thread, v Value) Value {
	l := linkOf(t, v)
	ctx := object.As[sslObject](v).Context
	if l.Server() {
		if !l.Established() {
			return none
		}
		if l.server.Time == 0 {
			rand.Read(l.server.ID[:])
			l.server.Time = native.SystemOf(t).Now().Unix()
		}
		return newSession(t, &l.server, ctx)
	}
	s := l.Session()
	if s == nil {
		return none
	}
	return newSession(t, s, ctx)
}

// state is a description of an established connection; nil: it is not established.
func state(t *Thread, v Value) *tls.ConnectionState {
	l := linkOf(t, v)
	if !l.Established() {
		return nil
	}
	s := l.State()
	return &s
}

func versionText(n uint16) string {
	switch n {
	case tls.VersionTLS10:
		return "TLSv1"
	case tls.VersionTLS11:
		return "TLSv1.1"
	case tls.VersionTLS12:
		return "TLSv1.2"
	}
	return "TLSv1.3"
}

func cipherValue(t *Thread, x *tlsconn.Cipher) Value {
	name, protocol := object.NewStr(t, x.Name), object.NewStr(t, x.Protocol)
	if name == null || protocol == null {
		return null
	}
	return object.Triple(t, name, protocol, object.SmallInt(int64(x.Bits)))
}

func currentCipher(t *Thread, v Value) Value {
	s := state(t, v)
	if s == nil {
		return none
	}
	x := tlsconn.CipherOf(s.CipherSuite)
	if x == nil {
		return none
	}
	return cipherValue(t, x)
}

func sharedCiphers(t *Thread, v Value) Value {
	l := linkOf(t, v)
	if !l.Server() || len(l.Shared()) == 0 {
		return none
	}
	list := object.NewList(t, 0)
	for _, x := range l.Shared() {
		if list == nil {
			return null
		}
		if c := cipherValue(t, x); c == null || !list.Append(t, c) {
			return null
		}
	}
	return object.Of(list)
}

func peerCert(t *Thread, v Value, a []Value) Value {
	der, ok := native.BoolAt(t, a, 0, false)
	if !ok {
		return null
	}
	s := state(t, v)
	switch {
	case s == nil:
		return object.Raise(t, object.TValueError, "handshake not done yet")
	case len(s.PeerCertificates) == 0:
		return none
	case der:
		return object.NewBytes(t, s.PeerCertificates[0].Raw)
	case contextOf(t, object.As[sslObject](v).Context).set.Mode == tlsconn.VerifyNone:
		d := object.NewDict(t)
		if d == nil {
			return null
		}
		return object.Of(d)
	}
	return describe(t, s.PeerCertificates[0].Raw)
}

func channelBinding(t *Thread, v Value, a []Value) Value {
	if a[0] != null {
		if !object.IsStr(a[0]) {
			return object.Raise(t, object.TTypeError, "get_channel_binding() argument 'cb_type' must be str, not %s", native.TypeOrNone(t, a[0]))
		}
		if name := object.GoString(a[0]); name != "tls-unique" {
			return object.Raise(t, object.TValueError, "'%s' channel binding type not implemented", name)
		}
	}
	s := state(t, v)
	if s == nil || len(s.TLSUnique) == 0 {
		return none
	}
	return object.NewBytes(t, s.TLSUnique)
}

var sslMethods = []FuncDef{
	{Name: "do_handshake", Sig: "()", F0: doHandshake},
	{Name: "read", MinArgs: 1, MaxArgs: 2, FN: read},
	{Name: "write", Sig: "(b, /)", F1: write},
	{Name: "shutdown", Sig: "()", F0: shutdown},
	{Name: "pending", Sig: "()", F0: func(t *Thread, v Value) Value { return object.SmallInt(int64(linkOf(t, v).Pending())) }},
	{Name: "cipher", Sig: "()", F0: currentCipher},
	{Name: "shared_ciphers", Sig: "()", F0: sharedCiphers},
	{Name: "compression", Sig: "()", F0: func(t *Thread, v Value) Value { return none }},
	{Name: "version", Sig: "()", F0: func(t *Thread, v Value) Value {
		s := state(t, v)
		if s == nil {
			return none
		}
		return object.NewStr(t, versionText(s.Version))
	}},
	{Name: "selected_alpn_protocol", Sig: "()", F0: func(t *Thread, v Value) Value {
		s := state(t, v)
		if s == nil || s.NegotiatedProtocol == "" {
			return none
		}
		return object.NewStr(t, s.NegotiatedProtocol)
	}},
	{Name: "getpeercert", Sig: "(der=False, /)", MaxArgs: 1, FN: peerCert},
	{Name: "get_channel_binding", Sig: "(cb_type='tls-unique')", Fn: channelBinding},
	{Name: "get_verified_chain", Sig: "()", F0: func(t *Thread, v Value) Value {
		l := linkOf(t, v)
		if chain := l.Verified(); len(chain) > 0 {
			return certList(t, chain)
		}
		if s := state(t, v); s != nil {
			return certList(t, s.PeerCertificates)
		}
		return none
	}},
	{Name: "get_unverified_chain", Sig: "()", F0: func(t *Thread, v Value) Value {
		if s := state(t, v); s != nil {
			return certList(t, s.PeerCertificates)
		}
		return none
	}},
	{Name: "verify_client_post_handshake", Sig: "()", F0: func(t *Thread, v Value) Value {
		reason := "EXTENSION_NOT_RECEIVED" // which crypto/tls never asks for, nor sends
		switch s := state(t, v); {
		case !linkOf(t, v).Server():
			reason = "NOT_SERVER"
		case s == nil || s.Version < tls.VersionTLS13:
			reason = "WRONG_SSL_VERSION"
		}
		raiseReason(t, 2850, reason)
		return null
	}},
}

var sslGetSets = []object.GetSetDef{
	{Name: "context", Get: func(t *Thread, v Value) Value { return object.As[sslObject](v).Context }, Set: func(t *Thread, v, c Value) bool {
		if c == null || !object.IsInstance(t, c, tContext) {
			object.Raise(t, object.TTypeError, "The value must be a SSLContext")
			return false
		}
		object.As[sslObject](v).Context = c
		return true
	}},
	{Name: "owner", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[sslObject](v).Owner) }, Set: func(t *Thread, v, o Value) bool {
		if o == none {
			o = null
		}
		object.As[sslObject](v).Owner = o
		return true
	}},
	{Name: "server_side", Get: func(t *Thread, v Value) Value { return object.Bool(linkOf(t, v).Server()) }},
	{Name: "server_hostname", Get: func(t *Thread, v Value) Value { return object.As[sslObject](v).Host }},
	{Name: "session", Get: getSession, Set: setSession},
	{Name: "session_reused", Get: func(t *Thread, v Value) Value { s := state(t, v); return object.Bool(s != nil && s.DidResume) }},
}

func init() {
	object.DefineType(tSSL, object.TypeDef{
		Name: "_ssl._SSLSocket", Size: unsafe.Sizeof(sslObject{}), Refs: 0b1111110 << 1, LayoutFlags: heap.HasHandle, NoWeak: true,
		Flags: object.TypeNoInstances, Methods: sslMethods, GetSets: sslGetSets,
	})
}
