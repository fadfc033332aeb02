//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Statements: preparing, stepping, columns.

package sqlite

import (
	"unsafe"

	lib "modernc.org/sqlite/lib"
)

// Prepare compiles the first statement of a text that is followed by a zero byte in its memory or has none within; rest is how many bytes follow the
// statement.
func (c *Conn) Prepare(sql []byte) (s Stmt, rest int, rc int32) {
	p := lib.Xsqlite3_malloc64(c.tls, uint64(len(sql)+1))
	if p == 0 {
		return 0, 0, lib.SQLITE_NOMEM
	}
	b := unsafe.Slice((*byte)(at(p)), len(sql)+1)
	b[copy(b, sql)] = 0
	rc = lib.Xsqlite3_prepare_v2(c.tls, c.db, p, int32(len(sql)+1), c.out, c.out+8)
	s = Stmt(*(*uintptr)(at(c.out)))
	if rc == lib.SQLITE_OK {
		rest = len(sql) - int(*(*uintptr)(at(c.out + 8))-p)
		if s != 0 {
			c.hookSorts(s)
			c.hookSeeks(s)
		}
	}
	lib.Xsqlite3_free(c.tls, p)
	return s, max(rest, 0), rc
}

func (c *Conn) Finalize(s Stmt) int32 { return lib.Xsqlite3_finalize(c.tls, uintptr(s)) }

func (c *Conn) Step(s Stmt) int32 { return lib.Xsqlite3_step(c.tls, uintptr(s)) }

func (c *Conn) Reset(s Stmt) int32 { return lib.Xsqlite3_reset(c.tls, uintptr(s)) }

// Busy reports whether a statement has been stepped, and neither ended nor been reset.
func (c *Conn) Busy(s Stmt) bool { return lib.Xsqlite3_stmt_busy(c.tls, uintptr(s)) != 0 }

func (c *Conn) ReadOnly(s Stmt) bool { return lib.Xsqlite3_stmt_readonly(c.tls, uintptr(s)) != 0 }

// Params is how many parameters a statement has; ParamName is the name of one, counted from 1, nil for none.
func (c *Conn) Params(s Stmt) int { return int(lib.Xsqlite3_bind_parameter_count(c.tls, uintptr(s))) }

func (c *Conn) ParamName(s Stmt, i int) []byte {
	return text(lib.Xsqlite3_bind_parameter_name(c.tls, uintptr(s), int32(i)))
}

// Columns is how many columns a statement has, Data how many there are in the row that it stands at.
func (c *Conn) Columns(s Stmt) int { return int(lib.Xsqlite3_column_count(c.tls, uintptr(s))) }

func (c *Conn) Data(s Stmt) int { return int(lib.Xsqlite3_data_count(c.tls, uintptr(s))) }

// ColumnName is nil without memory, DeclType for what has no declared type.
func (c *Conn) ColumnName(s Stmt, i int) []byte {
	return text(lib.Xsqlite3_column_name(c.tls, uintptr(s), int32(i)))
}

func (c *Conn) DeclType(s Stmt, i int) []byte {
	return text(lib.Xsqlite3_column_decltype(c.tls, uintptr(s), int32(i)))
}

// The types of values.
const (
	Int   = lib.SQLITE_INTEGER
	Float = lib.SQLITE_FLOAT
	Text  = lib.SQLITE_TEXT
	Blob  = lib.SQLITE_BLOB
	Null  = lib.SQLITE_NULL
)

func (c *Conn) ColumnType(s Stmt, i int) int32 {
	return lib.Xsqlite3_column_type(c.tls, uintptr(s), int32(i))
}

func (c *Conn) ColumnInt(s Stmt, i int) int64 {
	return lib.Xsqlite3_column_int64(c.tls, uintptr(s), int32(i))
}

func (c *Conn) ColumnFloat(s Stmt, i int) float64 {
	return lib.Xsqlite3_column_double(c.tls, uintptr(s), int32(i))
}

// ColumnText and ColumnBlob are SQLite's memory until the next step; ok is false for NULL, and without memory.
func (c *Conn) ColumnText(s Stmt, i int) (b []byte, ok bool) {
	p := lib.Xsqlite3_column_text(c.tls, uintptr(s), int32(i))
	return view(p, int(lib.Xsqlite3_column_bytes(c.tls, uintptr(s), int32(i)))), p != 0
}

func (c *Conn) ColumnBlob(s Stmt, i int) (b []byte, ok bool) {
	p := lib.Xsqlite3_column_blob(c.tls, uintptr(s), int32(i))
	return view(p, int(lib.Xsqlite3_column_bytes(c.tls, uintptr(s), int32(i)))), p != 0
}

// Expanded is a statement's text with the values that are bound; nil: it would be too long, or there is no memory.
func (c *Conn) Expanded(s Stmt, take func(sql []byte)) {
	p := lib.Xsqlite3_expanded_sql(c.tls, uintptr(s))
	take(text(p))
	if p != 0 {
		lib.Xsqlite3_free(c.tls, p)
	}
}
