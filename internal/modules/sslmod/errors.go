// The exceptions of ssl.

package sslmod

import (
	"errors"
	"strconv"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The numbers of errors that Python's module ssl has.
const (
	errSSL        = 1
	errWantRead   = 2
	errWantWrite  = 3
	errZeroReturn = 6
	errEOF        = 8
)

// Where CPython's _ssl.c raises errors: their texts end with it.
const (
	atHandshake = 1020
	atWrite     = 2427
	atRead      = 2580
	atShutdown  = 2706
	atLoad      = 4035
)

var tSSLError = object.AllocTypeID()

var _ = object.DefineType(tSSLError, object.TypeDef{
	Name: "ssl.SSLError", Base: object.TOSError, Flags: object.TypeBase,
	Slots: object.Slots{Str: func(t *Thread, v Value) Value {
		e := object.As[object.OSErrorObject](v)
		if e.Strerror != null && object.IsStr(e.Strerror) {
			return e.Strerror
		}
		return object.ToStr(t, e.Args)
	}},
})

// initErrors makes the classes.
func initErrors(t *Thread, d *object.Dict) bool {
	base := t.Type(tSSLError).Value()
	if !d.SetStr(t, "SSLError", base) {
		return false
	}
	for _, c := range [...]struct{ name, doc string }{
		{"SSLZeroReturnError", "The other side has ended the connection."},
		{"SSLWantReadError", "Bytes have to arrive before the call can be done."},
		{"SSLWantWriteError", "Bytes have to be sent before the call can be done."},
		{"SSLSyscallError", "A call of the system has failed."},
		{"SSLEOFError", "The connection has ended without a word."},
		{"SSLCertVerificationError", "A certificate is not accepted."},
	} {
		bases := object.Tuple1(t, base)
		if c.name == "SSLCertVerificationError" {
			bases = object.Pair(t, base, t.Type(object.TValueError).Value())
		}
		ns := object.NewDict(t)
		name, doc, mod := object.NewStr(t, c.name), object.NewStr(t, c.doc), object.NewStr(t, "ssl")
		if bases == null || ns == nil || name == null || doc == null || mod == null || !ns.SetStr(t, "__module__", mod) || !ns.SetStr(t, "__doc__", doc) {
			return false
		}
		e := object.Call3(t, t.Type(object.TType).Value(), name, bases, object.Of(ns))
		if e == null || !d.SetStr(t, c.name, e) {
			return false
		}
	}
	return true
}

// raise raises a class of the module's with a number, if it is not negative, and a text. With a reason it has the attributes reason and library.
func raise(t *Thread, class string, number int, reason, text string) bool {
	e := exception(t, class, number, text)
	if e == null {
		return false
	}
	if number < 0 {
		object.SetExc(t, e)
		return false
	}
	lib, r := none, none
	if reason != "" {
		name := "SSL"
		if text[0] == '[' {
			name, _, _ = strings.Cut(text[1:], ":")
		}
		if lib, r = object.NewStr(t, name), object.NewStr(t, reason); lib == null || r == null {
			return false
		}
	}
	if !object.SetAttr(t, e, object.Intern(t, "reason"), r) || !object.SetAttr(t, e, object.Intern(t, "library"), lib) {
		return false
	}
	object.SetExc(t, e)
	return false
}

// exception makes an instance of a class of the module's.
func exception(t *Thread, class string, number int, text string) Value {
	m := native.ImportModule(t, "_ssl")
	if m == null {
		return null
	}
	c := object.GetAttr(t, m, object.Intern(t, class))
	s := object.NewStr(t, text)
	if c == null || s == null {
		return null
	}
	if number < 0 {
		return object.Call1(t, c, s)
	}
	return object.Call2(t, c, object.SmallInt(int64(number)), s)
}

func at(line int) string { return " (_ssl.c:" + strconv.Itoa(line) + ")" }

// raiseText raises SSLError with a text alone.
func raiseText(t *Thread, text string) Value {
	raise(t, "SSLError", -1, "", text)
	return null
}

// raiseReason raises SSLError with one of OpenSSL's reasons.
func raiseReason(t *Thread, line int, reason string) bool {
	return raise(t, "SSLError", errSSL, reason, "[SSL: "+reason+"] "+reasonText(reason)+at(line))
}

// reasonText is OpenSSL's text of a reason.
func reasonText(reason string) string { return strings.ToLower(strings.ReplaceAll(reason, "_", " ")) }

func raiseWantRead(t *Thread, line int) bool {
	return raise(t, "SSLWantReadError", errWantRead, "", "The operation did not complete (read)"+at(line))
}

func raiseWantWrite(t *Thread, line int) bool {
	return raise(t, "SSLWantWriteError", errWantWrite, "", "The operation did not complete (write)"+at(line))
}

// raiseEOF raises SSLEOFError; again: not for the first time.
func raiseEOF(t *Thread, line int, again bool) bool {
	if again {
		return raise(t, "SSLEOFError", errEOF, "", "EOF occurred in violation of protocol"+at(line))
	}
	return raise(t, "SSLEOFError", errEOF, "UNEXPECTED_EOF_WHILE_READING",
		"[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol"+at(line))
}

func raiseZeroReturn(t *Thread, line int) bool {
	return raise(t, "SSLZeroReturnError", errZeroReturn, "", "TLS/SSL connection has been closed (EOF)"+at(line))
}

// raise raises what an error of a connection is.
func (c *call) raise(t *Thread, err error) bool {
	line, ended := c.line, c.l.Ended()
	var wrong *tlsconn.VerifyError
	var errno syscall.Errno
	switch {
	case errors.As(err, &wrong):
		return raiseVerify(t, line, wrong)
	case errors.As(err, &errno):
		native.RaiseIO(t, errno, null)
		return false
	case ended && tlsconn.Cut(err):
		again := c.l.cut
		c.l.cut = true
		return raiseEOF(t, line, again)
	case tlsconn.Cut(err):
		return raiseZeroReturn(t, line)
	}
	return raiseReason(t, line, tlsconn.Reason(err))
}

// raiseVerify raises SSLCertVerificationError.
func raiseVerify(t *Thread, line int, w *tlsconn.VerifyError) bool {
	const reason = "CERTIFICATE_VERIFY_FAILED"
	e := exception(t, "SSLCertVerificationError", errSSL, "[SSL: "+reason+"] certificate verify failed: "+w.Text+at(line))
	if e == null {
		return false
	}
	r, lib, text := object.NewStr(t, reason), object.NewStr(t, "SSL"), object.NewStr(t, w.Text)
	if r == null || lib == null || text == null || !object.SetAttr(t, e, object.Intern(t, "reason"), r) || !object.SetAttr(t, e, object.Intern(t, "library"), lib) ||
		!object.SetAttr(t, e, object.Intern(t, "verify_code"), object.SmallInt(int64(w.Code))) || !object.SetAttr(t, e, object.Intern(t, "verify_message"), text) {
		return false
	}
	object.SetExc(t, e)
	return false
}
