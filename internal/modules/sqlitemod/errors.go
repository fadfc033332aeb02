//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Exceptions: those of the module, and those that SQLite's errors become.

package sqlitemod

import (
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/vm/object"
)

// raise raises one of the module's exceptions.
func raise(t *Thread, which int, text string) Value { return raiseCode(t, which, text, -1) }

// raiseCode does so with an error's code, unless that is negative.
func raiseCode(t *Thread, which int, text string, code int32) Value {
	s := object.NewStr(t, text)
	if s == null {
		return null
	}
	e := object.Call1(t, stateOf(t).Errors[which], s)
	if e == null {
		return null
	}
	if code >= 0 {
		name := object.NewStr(t, codeName(code))
		if name == null || !object.SetAttr(t, e, object.Intern(t, "sqlite_errorcode"), object.SmallInt(int64(code))) ||
			!object.SetAttr(t, e, object.Intern(t, "sqlite_errorname"), name) {
			return null
		}
	}
	object.SetExc(t, e)
	return null
}

// errorClass is the exception for a code of SQLite; -1: MemoryError.
func errorClass(code int32) int {
	switch code {
	case sqlite.Internal, sqlite.NotFound:
		return eInternalError
	case sqlite.NoMem:
		return -1
	case sqlite.Error, sqlite.Perm, sqlite.Abort, sqlite.Busy, sqlite.Locked, sqlite.ReadOnly, sqlite.Interrupted, sqlite.IOErr, sqlite.Full, sqlite.CantOpen,
		sqlite.Protocol, sqlite.Empty, sqlite.Schema:
		return eOperationalError
	case sqlite.Corrupt:
		return eDatabaseError
	case sqlite.TooBig:
		return eDataError
	case sqlite.Constraint, sqlite.Mismatch:
		return eIntegrityError
	case sqlite.Misuse, sqlite.Range:
		return eInterfaceError
	}
	return eDatabaseError
}

// fail raises what the last error of a connection is; what has halted a statement comes before. An exception that a callback has left is replaced.
func (c *conn) fail(t *Thread) Value {
	if c.halted {
		if c.halted = false; t.Exc != null {
			return null
		}
	}
	code := c.Code()
	if code == sqlite.OK {
		return null
	}
	t.ClearExc()
	which := errorClass(code)
	if which < 0 {
		return t.NoMemory()
	}
	return raiseCode(t, which, validText(c.Message()), c.Extended())
}

// failAs raises an error that the connection need not know.
func (c *conn) failAs(t *Thread, rc int32) Value {
	which := errorClass(rc & 0xff)
	if which < 0 {
		return t.NoMemory()
	}
	return raiseCode(t, which, validText(c.ErrStr(rc)), rc)
}

// validText is a text of SQLite, which may quote anything, as UTF-8.
func validText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}
