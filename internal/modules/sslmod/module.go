// The module _ssl: its functions and constants.

package sslmod

import (
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// What programs see as the version of OpenSSL: the one that the module behaves like.
const (
	versionText3 = "OpenSSL 3.0.0 (Go crypto/tls)"
	versionNum   = 0x30000000
)

const numbers = `ALERT_DESCRIPTION_ACCESS_DENIED=49 ALERT_DESCRIPTION_BAD_CERTIFICATE=42 ALERT_DESCRIPTION_BAD_CERTIFICATE_HASH_VALUE=114
ALERT_DESCRIPTION_BAD_CERTIFICATE_STATUS_RESPONSE=113 ALERT_DESCRIPTION_BAD_RECORD_MAC=20 ALERT_DESCRIPTION_CERTIFICATE_EXPIRED=45
ALERT_DESCRIPTION_CERTIFICATE_REVOKED=44 ALERT_DESCRIPTION_CERTIFICATE_UNKNOWN=46 ALERT_DESCRIPTION_CERTIFICATE_UNOBTAINABLE=111
ALERT_DESCRIPTION_CLOSE_NOTIFY=0 ALERT_DESCRIPTION_DECODE_ERROR=50 ALERT_DESCRIPTION_DECOMPRESSION_FAILURE=30 ALERT_DESCRIPTION_DECRYPT_ERROR=51
ALERT_DESCRIPTION_HANDSHAKE_FAILURE=40 ALERT_DESCRIPTION_ILLEGAL_PARAMETER=47 ALERT_DESCRIPTION_INSUFFICIENT_SECURITY=71
ALERT_DESCRIPTION_INTERNAL_ERROR=80 ALERT_DESCRIPTION_NO_RENEGOTIATION=100 ALERT_DESCRIPTION_PROTOCOL_VERSION=70 ALERT_DESCRIPTION_RECORD_OVERFLOW=22
ALERT_DESCRIPTION_UNEXPECTED_MESSAGE=10 ALERT_DESCRIPTION_UNKNOWN_CA=48 ALERT_DESCRIPTION_UNKNOWN_PSK_IDENTITY=115
ALERT_DESCRIPTION_UNRECOGNIZED_NAME=112 ALERT_DESCRIPTION_UNSUPPORTED_CERTIFICATE=43 ALERT_DESCRIPTION_UNSUPPORTED_EXTENSION=110
ALERT_DESCRIPTION_USER_CANCELLED=90 CERT_NONE=0 CERT_OPTIONAL=1 CERT_REQUIRED=2 ENCODING_DER=2 ENCODING_PEM=1 HOSTFLAG_ALWAYS_CHECK_SUBJECT=1
HOSTFLAG_MULTI_LABEL_WILDCARDS=8 HOSTFLAG_NEVER_CHECK_SUBJECT=32 HOSTFLAG_NO_PARTIAL_WILDCARDS=4 HOSTFLAG_NO_WILDCARDS=2
HOSTFLAG_SINGLE_LABEL_SUBDOMAINS=16 OP_ALL=2147483728 OP_CIPHER_SERVER_PREFERENCE=4194304 OP_ENABLE_KTLS=8 OP_ENABLE_MIDDLEBOX_COMPAT=1048576
OP_IGNORE_UNEXPECTED_EOF=128 OP_LEGACY_SERVER_CONNECT=4 OP_NO_COMPRESSION=131072 OP_NO_RENEGOTIATION=1073741824 OP_NO_SSLv2=0 OP_NO_SSLv3=33554432
OP_NO_TICKET=16384 OP_NO_TLSv1=67108864 OP_NO_TLSv1_1=268435456 OP_NO_TLSv1_2=134217728 OP_NO_TLSv1_3=536870912 OP_SINGLE_DH_USE=0 OP_SINGLE_ECDH_USE=0
PROTOCOL_SSLv23=2 PROTOCOL_TLS=2 PROTOCOL_TLS_CLIENT=16 PROTOCOL_TLS_SERVER=17 PROTOCOL_TLSv1=3 PROTOCOL_TLSv1_1=4 PROTOCOL_TLSv1_2=5
PROTO_MAXIMUM_SUPPORTED=-1 PROTO_MINIMUM_SUPPORTED=-2 PROTO_SSLv3=768 PROTO_TLSv1=769 PROTO_TLSv1_1=770 PROTO_TLSv1_2=771 PROTO_TLSv1_3=772
SSL_ERROR_EOF=8 SSL_ERROR_INVALID_ERROR_CODE=10 SSL_ERROR_SSL=1 SSL_ERROR_SYSCALL=5 SSL_ERROR_WANT_CONNECT=7 SSL_ERROR_WANT_READ=2
SSL_ERROR_WANT_WRITE=3 SSL_ERROR_WANT_X509_LOOKUP=4 SSL_ERROR_ZERO_RETURN=6 VERIFY_ALLOW_PROXY_CERTS=64 VERIFY_CRL_CHECK_CHAIN=12
VERIFY_CRL_CHECK_LEAF=4 VERIFY_DEFAULT=0 VERIFY_X509_PARTIAL_CHAIN=524288 VERIFY_X509_STRICT=32 VERIFY_X509_TRUSTED_FIRST=32768`

func randBytes(t *Thread, _, v Value) Value {
	n, ok := object.AsInt(t, v)
	switch {
	case !ok:
		return null
	case n < 0:
		return object.Raise(t, object.TValueError, "num must be positive")
	}
	b := object.Scratch[byte](t, n)
	if b == nil {
		return null
	}
	b = b[:n]
	if err := native.SystemOf(t).Random(b); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewBytes(t, b)
}

var _ = native.Register("_ssl", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tContext, tSSL, tBIO, tSession, tCert},
		Funcs: []FuncDef{
			{Name: "RAND_add", Sig: "(string, entropy, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				if !object.IsStr(a[0]) {
					if _, ok := native.BytesArg(t, a[0]); !ok {
						return null
					}
				}
				if _, ok := object.AsFloat64(t, a[1]); !ok {
					return null
				}
				return none // the system needs no help
			}},
			{Name: "RAND_bytes", Sig: "(n, /)", F1: randBytes},
			{Name: "RAND_status", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.True }},
			{Name: "_test_decode_cert", Sig: "(path, /)", F1: testDecode},
			{Name: "get_default_verify_paths", Sig: "()", F0: func(t *Thread, _ Value) Value {
				return native.StrTuple(t, []string{fileVariable, defaultFile, folderVariable, defaultFolder})
			}},
			{Name: "nid2obj", Sig: "(nid, /)", F1: nid2obj},
			{Name: "txt2obj", Sig: "(txt, name=False)", Fn: txt2obj},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			if !initErrors(t, d) {
				return false
			}
			for _, f := range strings.Fields(numbers) {
				name, digits, _ := strings.Cut(f, "=")
				n, err := strconv.ParseInt(digits, 10, 64)
				if err != nil || !d.SetStr(t, name, object.NewInt(t, n)) {
					return false
				}
			}
			for _, f := range [...]struct {
				name string
				on   bool
			}{
				{"HAS_ALPN", true}, {"HAS_ECDH", true}, {"HAS_NPN", false}, {"HAS_PSK", false}, {"HAS_SNI", true}, {"HAS_SSLv2", false}, {"HAS_SSLv3", false},
				{"HAS_TLS_UNIQUE", true}, {"HAS_TLSv1", true}, {"HAS_TLSv1_1", true}, {"HAS_TLSv1_2", true}, {"HAS_TLSv1_3", true},
			} {
				if !d.SetStr(t, f.name, object.Bool(f.on)) {
					return false
				}
			}
			info := object.NewTuple(t, 5)
			if info == nil {
				return false
			}
			for i, n := range [...]int64{3, 0, 0, 0, 0} {
				*info.At(i) = object.SmallInt(n)
			}
			version, ciphers := object.NewStr(t, versionText3), object.NewStr(t, defaultCiphers)
			return version != null && ciphers != null && d.SetStr(t, "OPENSSL_VERSION", version) && d.SetStr(t, "OPENSSL_VERSION_INFO", object.Of(info)) &&
				d.SetStr(t, "_OPENSSL_API_VERSION", object.Of(info)) && d.SetStr(t, "OPENSSL_VERSION_NUMBER", object.SmallInt(versionNum)) &&
				d.SetStr(t, "_DEFAULT_CIPHERS", ciphers)
		},
	}
})
