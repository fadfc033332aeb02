// The type _SSLContext: settings of connections.

package sslmod

import (
	"crypto/rand"
	"crypto/tls"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Protocols, as Python numbers them.
const (
	protocolTLS    = 2
	protocolTLS10  = 3
	protocolTLS11  = 4
	protocolTLS12  = 5
	protocolClient = 16
	protocolServer = 17
)

// Options that mean something here.
const (
	opIgnoreEOF = 0x80
	opNoTicket  = 0x4000
	opNoSSL3    = 0x2000000
	opNoTLS10   = 0x4000000
	opNoTLS12   = 0x8000000
	opNoTLS11   = 0x10000000
	opNoTLS13   = 0x20000000
	opDefault   = 0x82520050
)

const (
	lowest  = -2 // of versions: whatever there is
	highest = -1
)

const (
	neverCommonName = 0x20
	trustedFirst    = 0x8000
	defaultCiphers  = "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM"
)

var tContext = object.AllocTypeID()

type contextObject struct {
	header
	Handle   uint64 // of a *context
	SNI      Value  // sni_callback; null: none
	KeyLog   Value  // keylog_filename; null: none
	Messages Value  // _msg_callback; null: none
}

// context is the Go side.
type context struct {
	protocol   int
	options    uint64
	flags      uint64 // of verification
	hostFlags  int
	min, max   int
	set        tlsconn.Settings
	folders    []string // where certificates are searched by hash
	keyLog     string   // the system's name of the file; empty: none
	tickets    int
	afterwards bool // post_handshake_auth
	certBytes  uint64
	stats      stats
}

// stats are session_stats.
type stats struct{ connect, connectGood, accept, acceptGood, hits, misses atomic.Int64 }

func contextOf(t *Thread, v Value) *context {
	c, _ := t.RT.Heap.Handles().Get(uint32(object.As[contextObject](v).Handle)).(*context)
	return c
}

// grow counts bytes of Go's memory that a context has. False: MemoryError is set.
func (c *context) grow(t *Thread, v Value, n int) bool {
	c.certBytes += uint64(n)
	if !t.RT.Heap.Handles().Resize(uint32(object.As[contextObject](v).Handle), c.certBytes) {
		t.NoMemory()
		return false
	}
	return true
}

func newContext(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if len(args) != 1 || object.KwLen(kw) > 0 {
		return object.Raise(t, object.TTypeError, "_SSLContext expected 1 argument, got %d", len(args))
	}
	p, ok := object.AsInt(t, args[0])
	if !ok {
		return null
	}
	c := &context{protocol: p, options: opDefault, flags: trustedFirst, hostFlags: 4, min: 0x303, max: highest, tickets: 2}
	switch name := map[int]string{protocolTLS: "TLS", protocolTLS10: "TLSv1", protocolTLS11: "TLSv1_1", protocolTLS12: "TLSv1_2"}[p]; {
	case name != "":
		if !deprecated(t, "ssl.PROTOCOL_"+name+" is") {
			return null
		}
		if p != protocolTLS {
			c.min = lowest
		}
	case p != protocolClient && p != protocolServer:
		return object.Raise(t, object.TValueError, "invalid or unsupported protocol version %d", p)
	}
	c.set = tlsconn.Settings{Store: &tlsconn.Store{}, Ciphers: tlsconn.ChooseCiphers(defaultCiphers)}
	rand.Read(c.set.TicketKey[:]) // keys are random in every world, or they would not be keys
	if p == protocolClient {
		c.set.Mode, c.set.CheckHost = tlsconn.VerifyRequired, true
	}
	v := object.AllocInstance(t, typ)
	if v != null {
		object.As[contextObject](v).Handle = uint64(t.RT.Heap.Handles().Put(c))
		if !c.grow(t, v, 4096) {
			return null
		}
	}
	return v
}

// versions are the lowest and highest version that are allowed. crypto/tls takes no gaps: of those below a gap none is.
func (c *context) versions() (low, high uint16, ok bool) {
	off := [...]uint64{opNoTLS10, opNoTLS11, opNoTLS12, opNoTLS13}
	from, to := 0x301, 0x304
	switch c.protocol {
	case protocolTLS10, protocolTLS11, protocolTLS12:
		from = 0x301 + c.protocol - protocolTLS10
		to = from
	}
	if c.min > 0 {
		from = max(from, c.min)
	}
	if c.max > 0 {
		to = min(to, c.max)
	}
	for v := to; v >= from; v-- {
		if c.options&off[v-0x301] != 0 {
			if ok {
				break
			}
			continue
		}
		if !ok {
			high = uint16(v)
		}
		low, ok = uint16(v), true
	}
	return low, high, ok
}

// settings are those of a new connection.
func (c *context) settings(t *Thread, v Value, asks bool) *tlsconn.Settings {
	s := c.set
	s.Now = native.SystemOf(t).Now()
	s.Min, s.Max, _ = c.versions()
	if s.Min == 0 {
		s.Min, s.Max = tls.VersionTLS13, tls.VersionTLS10 // none
	}
	s.Flags = tlsconn.Flags(c.flags)
	s.CommonName = c.hostFlags&neverCommonName == 0
	s.NoTickets = c.options&opNoTicket != 0
	s.AskName = asks && object.As[contextObject](v).SNI != null
	s.LogKeys = c.keyLog != ""
	return &s
}

// attribute makes an attribute that reads a number of the Go side.
func attribute(name string, get func(c *context) int64, set func(t *Thread, v Value, c *context, n Value) bool) object.GetSetDef {
	return object.GetSetDef{Name: name, Get: func(t *Thread, v Value) Value { return object.NewInt(t, get(contextOf(t, v))) },
		Set: func(t *Thread, v, n Value) bool {
			if n == null {
				object.Raise(t, object.TAttributeError, "cannot delete attribute")
				return false
			}
			return set(t, v, contextOf(t, v), n)
		}}
}

// deprecated warns whoever called the function of module ssl that calls the setter or constructor. False: the warning was made an exception.
func deprecated(t *Thread, what string) bool {
	m, text := native.ImportModule(t, "_warnings"), object.NewStr(t, what+" deprecated")
	if m == null || text == null {
		return false
	}
	warn := object.GetAttr(t, m, object.Intern(t, "warn"))
	return warn != null && object.Call3(t, warn, text, t.Type(object.TDeprecationWarning).Value(), object.SmallInt(2)) != null
}

// refuse raises a ValueError.
func refuse(t *Thread, text string) bool {
	object.Raise(t, object.TValueError, "%s", text)
	return false
}

func setOptions(t *Thread, v Value, c *context, n Value) bool {
	x, ok := object.AsSize(t, n, object.TOverflowError)
	if !ok {
		return false
	}
	if x < 0 {
		object.Raise(t, object.TOverflowError, "can't convert negative int to unsigned")
		return false
	}
	for _, off := range [...]uint64{opNoSSL3, opNoTLS10, opNoTLS11, opNoTLS12, opNoTLS13} {
		if uint64(x)&^c.options&off != 0 {
			if !deprecated(t, "ssl.OP_NO_SSL*/ssl.OP_NO_TLS* options are") {
				return false
			}
			break
		}
	}
	c.options = uint64(x)
	return true
}

func setFlags(t *Thread, v Value, c *context, n Value) bool {
	x, ok := object.AsSize(t, n, object.TOverflowError)
	if ok {
		c.flags = uint64(x)
	}
	return ok
}

func setMode(t *Thread, v Value, c *context, n Value) bool {
	x, ok := object.AsInt(t, n)
	switch {
	case !ok:
		return false
	case x < 0 || x > 2:
		return refuse(t, "invalid value for verify_mode")
	case x == 0 && c.set.CheckHost:
		return refuse(t, "Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
	}
	c.set.Mode = tlsconn.Mode(x)
	return true
}

// setVersion makes the setter of minimum_version or maximum_version.
func setVersion(place func(c *context) *int) func(t *Thread, v Value, c *context, n Value) bool {
	return func(t *Thread, v Value, c *context, n Value) bool {
		x, ok := object.AsInt(t, n)
		if !ok {
			return false
		}
		switch p := place(c); {
		case x == highest && p == &c.min:
			x = tls.VersionTLS13
		case x == lowest && p == &c.max:
			x = tls.VersionTLS10
		}
		if c.protocol < protocolClient && c.protocol != protocolTLS {
			return refuse(t, "The context's protocol doesn't support modification of highest and lowest version.")
		}
		switch x {
		case lowest, highest, 0x304, 0x303:
		case 0x300, 0x301, 0x302:
			if !deprecated(t, "ssl.TLSVersion."+map[int]string{0x300: "SSLv3", 0x301: "TLSv1", 0x302: "TLSv1_1"}[x]+" is") {
				return false
			}
		default:
			object.Raise(t, object.TValueError, "Unsupported TLS/SSL version 0x%x", x)
			return false
		}
		*place(c) = x
		return true
	}
}

// truth makes the setter of a truth value.
func truth(set func(t *Thread, c *context, on bool) bool) func(t *Thread, v, n Value) bool {
	return func(t *Thread, v, n Value) bool {
		if n == null {
			object.Raise(t, object.TAttributeError, "cannot delete attribute")
			return false
		}
		x := object.Truth(t, n)
		return x >= 0 && set(t, contextOf(t, v), x == 1)
	}
}

// callback makes an attribute that is a callable or None.
func callback(name string, place func(c *contextObject) *Value, check func(t *Thread, c *context) bool) object.GetSetDef {
	return object.GetSetDef{
		Name: name,
		Get:  func(t *Thread, v Value) Value { return native.OrNone(*place(object.As[contextObject](v))) },
		Set: func(t *Thread, v, f Value) bool {
			if check != nil && !check(t, contextOf(t, v)) {
				return false
			}
			x := object.As[contextObject](v)
			switch {
			case f == null || f == none:
				*place(x) = null
			case object.TypeOf(t, f).Slots.Call == nil:
				*place(x) = null
				object.Raise(t, object.TTypeError, "not a callable object")
				return false
			default:
				*place(x) = f
			}
			return true
		},
	}
}

var contextGetSets = []object.GetSetDef{
	attribute("options", func(c *context) int64 { return int64(c.options) }, setOptions),
	attribute("verify_flags", func(c *context) int64 { return int64(c.flags) }, setFlags),
	attribute("verify_mode", func(c *context) int64 { return int64(c.set.Mode) }, setMode),
	attribute("minimum_version", func(c *context) int64 { return int64(c.min) }, setVersion(func(c *context) *int { return &c.min })),
	attribute("maximum_version", func(c *context) int64 { return int64(c.max) }, setVersion(func(c *context) *int { return &c.max })),
	attribute("_host_flags", func(c *context) int64 { return int64(c.hostFlags) }, func(t *Thread, v Value, c *context, n Value) bool {
		x, ok := object.AsInt(t, n)
		if ok {
			c.hostFlags = x
		}
		return ok
	}),
	attribute("num_tickets", func(c *context) int64 { return int64(c.tickets) }, func(t *Thread, v Value, c *context, n Value) bool {
		x, ok := object.AsInt(t, n)
		switch {
		case !ok:
			return false
		case x < 0:
			return refuse(t, "value must be non-negative")
		case c.protocol != protocolServer:
			return refuse(t, "SSLContext is not a server context.")
		}
		c.tickets = x
		return true
	}),
	{Name: "protocol", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(contextOf(t, v).protocol)) }},
	{Name: "security_level", Get: func(t *Thread, v Value) Value { return object.SmallInt(2) }},
	{Name: "check_hostname", Get: func(t *Thread, v Value) Value { return object.Bool(contextOf(t, v).set.CheckHost) },
		Set: truth(func(t *Thread, c *context, on bool) bool {
			if on && c.set.Mode == tlsconn.VerifyNone {
				c.set.Mode = tlsconn.VerifyRequired
			}
			c.set.CheckHost = on
			return true
		})},
	{Name: "post_handshake_auth", Get: func(t *Thread, v Value) Value { return object.Bool(contextOf(t, v).afterwards) },
		Set: truth(func(t *Thread, c *context, on bool) bool {
			c.afterwards = on
			return true
		})},
	callback("sni_callback", func(c *contextObject) *Value { return &c.SNI }, func(t *Thread, c *context) bool {
		if c.protocol == protocolClient {
			return refuse(t, "sni_callback cannot be set on TLS_CLIENT context")
		}
		return true
	}),
	callback("_msg_callback", func(c *contextObject) *Value { return &c.Messages }, nil),
	{Name: "keylog_filename", Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[contextObject](v).KeyLog) }, Set: setKeyLog},
}

func init() {
	object.DefineType(tContext, object.TypeDef{
		Name: "_ssl._SSLContext", Size: unsafe.Sizeof(contextObject{}), Refs: 1<<2 | 1<<3 | 1<<4, LayoutFlags: heap.HasHandle, NoWeak: true,
		Flags: object.TypeBase, Slots: object.Slots{New: newContext}, Methods: contextMethods, GetSets: contextGetSets,
	})
}
