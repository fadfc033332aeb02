//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Binding parameters. SQLite's own functions free the memory of the text that a parameter had, and take new memory for the next one.

package sqlite

import (
	"unsafe"

	lib "modernc.org/sqlite/lib"
)

// kept is how much memory of its own a parameter may keep for its next value.
const kept = 4 << 10

// slot is where the value of a parameter, counted from 1, stands, if it may simply be written there: the statement does not run, no value decides about
// its plan, and the last value does not have to be given up. nil: only SQLite can bind it.
func (s Stmt) slot(i int) *lib.TMem {
	program := (*lib.TVdbe)(at(uintptr(s)))
	if s == 0 || program.Fdb == 0 || program.FeVdbeState != lib.VDBE_READY_STATE || program.Fexpmask != 0 || uint(i-1) >= uint(program.FnVar) {
		return nil
	}
	v := (*lib.TMem)(at(program.FaVar + uintptr(i-1)*unsafe.Sizeof(lib.TMem{})))
	if v.Fflags&(lib.MEM_Agg|lib.MEM_Dyn) != 0 || v.FszMalloc > kept {
		return nil
	}
	return v
}

func (c *Conn) bound() int32 {
	(*lib.Tsqlite3)(at(c.db)).FerrCode = lib.SQLITE_OK
	return lib.SQLITE_OK
}

func (c *Conn) BindNull(s Stmt, i int) int32 {
	v := s.slot(i)
	if v == nil {
		return lib.Xsqlite3_bind_null(c.tls, uintptr(s), int32(i))
	}
	v.Fflags = lib.MEM_Null
	return c.bound()
}

func (c *Conn) BindInt(s Stmt, i int, n int64) int32 {
	v := s.slot(i)
	if v == nil {
		return lib.Xsqlite3_bind_int64(c.tls, uintptr(s), int32(i), n)
	}
	*(*int64)(unsafe.Pointer(&v.Fu)) = n
	v.Fflags = lib.MEM_Int
	return c.bound()
}

// BindFloat binds a float; NaN becomes NULL.
func (c *Conn) BindFloat(s Stmt, i int, f float64) int32 {
	v := s.slot(i)
	if v == nil || f != f {
		return lib.Xsqlite3_bind_double(c.tls, uintptr(s), int32(i), f)
	}
	*(*float64)(unsafe.Pointer(&v.Fu)) = f
	v.Fflags = lib.MEM_Real
	return c.bound()
}

// BindText binds a text, and BindBlob bytes, that do not lie in Go's memory: SQLite copies them.
func (c *Conn) BindText(s Stmt, i int, b []byte) int32 {
	v, db := s.slot(i), (*lib.Tsqlite3)(at(c.db))
	if v == nil || len(b) >= int(v.FszMalloc) || v.FzMalloc == 0 || db.Fenc != lib.SQLITE_UTF8 || len(b) > int(db.FaLimit[lib.SQLITE_LIMIT_LENGTH]) {
		return lib.Xsqlite3_bind_text(c.tls, uintptr(s), int32(i), data(b), int32(len(b)), transient)
	}
	v.Fz = v.FzMalloc
	into := unsafe.Slice((*byte)(at(v.Fz)), len(b)+1)
	into[copy(into, b)] = 0
	v.Fflags, v.Fn, v.Fenc = lib.MEM_Str, int32(len(b)), lib.SQLITE_UTF8
	return c.bound()
}

func (c *Conn) BindBlob(s Stmt, i int, b []byte) int32 {
	return lib.Xsqlite3_bind_blob(c.tls, uintptr(s), int32(i), data(b), int32(len(b)), transient)
}
