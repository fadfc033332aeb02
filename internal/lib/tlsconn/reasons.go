// OpenSSL's names for what goes wrong.

package tlsconn

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
)

const (
	alertHandshakeFailure       Alert = 40
	alertBadCertificate         Alert = 42
	alertUnsupportedCertificate Alert = 43
	alertCertificateRevoked     Alert = 44
	alertCertificateExpired     Alert = 45
	alertUnknownCA              Alert = 48
)

var (
	errRefused  = errors.New("callback failed")
	errNoCipher = errors.New("no shared cipher")
)

// alertNames are the reasons that alerts of the other side are.
var alertNames = map[tls.AlertError]string{
	10: "SSLV3_ALERT_UNEXPECTED_MESSAGE", 20: "SSLV3_ALERT_BAD_RECORD_MAC", 21: "TLSV1_ALERT_DECRYPTION_FAILED", 22: "TLSV1_ALERT_RECORD_OVERFLOW",
	30: "SSLV3_ALERT_DECOMPRESSION_FAILURE", 40: "SSLV3_ALERT_HANDSHAKE_FAILURE", 41: "SSLV3_ALERT_NO_CERTIFICATE", 42: "SSLV3_ALERT_BAD_CERTIFICATE",
	43: "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE", 44: "SSLV3_ALERT_CERTIFICATE_REVOKED", 45: "SSLV3_ALERT_CERTIFICATE_EXPIRED",
	46: "SSLV3_ALERT_CERTIFICATE_UNKNOWN", 47: "SSLV3_ALERT_ILLEGAL_PARAMETER", 48: "TLSV1_ALERT_UNKNOWN_CA", 49: "TLSV1_ALERT_ACCESS_DENIED",
	50: "TLSV1_ALERT_DECODE_ERROR", 51: "TLSV1_ALERT_DECRYPT_ERROR", 60: "TLSV1_ALERT_EXPORT_RESTRICTION", 70: "TLSV1_ALERT_PROTOCOL_VERSION",
	71: "TLSV1_ALERT_INSUFFICIENT_SECURITY", 80: "TLSV1_ALERT_INTERNAL_ERROR", 86: "TLSV1_ALERT_INAPPROPRIATE_FALLBACK", 90: "TLSV1_ALERT_USER_CANCELLED",
	100: "TLSV1_ALERT_NO_RENEGOTIATION", 109: "TLSV13_ALERT_MISSING_EXTENSION", 110: "TLSV1_UNSUPPORTED_EXTENSION", 112: "TLSV1_UNRECOGNIZED_NAME",
	113: "TLSV1_BAD_CERTIFICATE_STATUS_RESPONSE", 115: "TLSV1_ALERT_UNKNOWN_PSK_IDENTITY", 116: "TLSV13_ALERT_CERTIFICATE_REQUIRED",
	120: "TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
}

// reasons are pieces of crypto/tls's texts, and what OpenSSL calls that.
var reasons = []struct{ text, reason string }{
	{"offered only unsupported versions", "UNSUPPORTED_PROTOCOL"},
	{"selected unsupported protocol version", "UNSUPPORTED_PROTOCOL"},
	{"no supported versions satisfy", "NO_PROTOCOLS_AVAILABLE"},
	{"no cipher suite supported", "NO_SHARED_CIPHER"},
	{"no certificates configured", "NO_SHARED_CIPHER"},
	{"no key exchanges supported", "NO_SUITABLE_KEY_SHARE"},
	{"no supported elliptic curves", "NO_SHARED_GROUPS"},
	{"signature algorithms", "NO_SUITABLE_SIGNATURE_ALGORITHM"},
	{"didn't provide a certificate", "PEER_DID_NOT_RETURN_A_CERTIFICATE"},
	{"inappropriate protocol fallback", "INAPPROPRIATE_FALLBACK"},
	{"no application protocol", "NO_APPLICATION_PROTOCOL"},
	{"failed to parse", "BAD_CERTIFICATE"},
	{"invalid signature by the", "BAD_SIGNATURE"},
	{"finished hash", "DIGEST_CHECK_FAILED"},
	{"Finished message is incorrect", "DIGEST_CHECK_FAILED"},
	{"bad record MAC", "DECRYPTION_FAILED_OR_BAD_RECORD_MAC"},
	{"unexpected message", "UNEXPECTED_MESSAGE"},
	{"unexpected handshake message", "UNEXPECTED_MESSAGE"},
	{"protocol is shutdown", "PROTOCOL_IS_SHUTDOWN"},
	{"oversized record", "ENCRYPTED_LENGTH_TOO_LONG"},
	{"record overflow", "ENCRYPTED_LENGTH_TOO_LONG"},
	{"server chose an unconfigured cipher suite", "WRONG_CIPHER_RETURNED"},
	{"protocol version", "WRONG_VERSION_NUMBER"},
	{"internal error", "INTERNAL_ERROR"},
	{"no renegotiation", "NO_RENEGOTIATION"},
	{"excessive message size", "EXCESSIVE_MESSAGE_SIZE"},
	{"error decoding message", "LENGTH_MISMATCH"},
	{"illegal parameter", "BAD_EXTENSION"},
}

// Reason is OpenSSL's name for an error of a connection.
func Reason(err error) string {
	var header tls.RecordHeaderError
	var op *net.OpError
	var alert tls.AlertError
	switch {
	case errors.Is(err, errRefused):
		return "CALLBACK_FAILED"
	case errors.Is(err, errNoCipher):
		return "NO_SHARED_CIPHER"
	case errors.As(err, &header):
		switch h := string(header.RecordHeader[:]); {
		case strings.HasPrefix(h, "GET ") || strings.HasPrefix(h, "POST") || strings.HasPrefix(h, "HEAD") || strings.HasPrefix(h, "PUT "):
			return "HTTP_REQUEST"
		case strings.HasPrefix(h, "CONNE"):
			return "HTTPS_PROXY_REQUEST"
		}
		return "WRONG_VERSION_NUMBER"
	case errors.As(err, &op) && op.Op == "remote error":
		if errors.As(err, &alert) {
			if name := alertNames[alert]; name != "" {
				return name
			}
		}
		for n, name := range alertNames { // crypto/tls's own type
			if n.Error() == op.Err.Error() {
				return name
			}
		}
		return "TLSV1_ALERT_INTERNAL_ERROR"
	}
	for _, r := range reasons {
		if strings.Contains(err.Error(), r.text) {
			return r.reason
		}
	}
	return "BAD_PROTOCOL"
}

// Cut reports whether an error means that the other side is gone without a word.
func Cut(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
