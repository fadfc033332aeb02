//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Functions of SQL that are psy's instead of SQLite's own.

package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// sqlFunction is a function of SQL.
type sqlFunction = func(tls *libc.TLS, x uintptr, argc int32, argv uintptr)

// usualLike and usualExtract are SQLite's own functions.
var usualLike, usualExtract sqlFunction

// replaceFunctions puts psy's functions in the place of SQLite's, if that is where a statement that calls them says. An application's function of the same
// name would lose what the query planner knows of it. `PRAGMA case_sensitive_like` still takes SQLite's own LIKE, for its connection.
func replaceFunctions(tls *libc.TLS) {
	c := &Conn{tls: tls, out: libc.Xcalloc(tls, 2, 8)}
	defer c.free(c.out)
	name := c.cstring(":memory:")
	defer c.free(name)
	rc := lib.Xsqlite3_open_v2(tls, name, c.out, lib.SQLITE_OPEN_READWRITE, 0)
	c.db = *(*uintptr)(at(c.out))
	defer lib.Xsqlite3_close_v2(tls, c.db)
	if rc != lib.SQLITE_OK {
		return
	}
	s, _, rc := c.Prepare([]byte("SELECT ?1 LIKE ?2, json_extract(?1, ?2), ?1 -> ?2, ?1 ->> ?2"))
	defer c.Finalize(s)
	if rc != lib.SQLITE_OK {
		return
	}
	program := (*lib.TVdbe)(at(uintptr(s)))
	for _, op := range unsafe.Slice((*lib.TVdbeOp)(at(program.FaOp)), program.FnOp) {
		if op.Fp4type != lib.P4_FUNCCTX {
			continue
		}
		context := *(**lib.Tsqlite3_context)(unsafe.Pointer(&op.Fp4))
		f := (*lib.TFuncDef)(at(context.FpFunc))
		switch string(text(f.FzName)) {
		case "like":
			usualLike = functionAt(f.FxSFunc)
			f.FxSFunc = pointer(onLike)
		case "json_extract", "->", "->>":
			usualExtract = functionAt(f.FxSFunc)
			f.FxSFunc = pointer(onExtract)
		}
	}
}

func functionAt(p uintptr) sqlFunction {
	return *(*sqlFunction)(unsafe.Pointer(&struct{ p uintptr }{p}))
}
