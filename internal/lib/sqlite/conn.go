//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Connections: opening, closing, errors, limits, settings.

package sqlite

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// conns are the connections that are open, by number: callbacks get the number.
var conns struct {
	sync.Mutex
	table atomic.Pointer[[]*Conn]
	free  []uint32
}

func (c *Conn) enlist() {
	conns.Lock()
	defer conns.Unlock()
	if n := len(conns.free); n > 0 {
		c.id = conns.free[n-1]
		conns.free = conns.free[:n-1]
	}
	var table []*Conn
	if p := conns.table.Load(); p != nil {
		table = slices.Clone(*p)
	}
	if c.id == 0 {
		if len(table) == 0 {
			table = append(table, nil)
		}
		c.id = uint32(len(table))
		table = append(table, nil)
	}
	table[c.id] = c
	conns.table.Store(&table)
}

func (c *Conn) delist() {
	conns.Lock()
	defer conns.Unlock()
	table := slices.Clone(*conns.table.Load())
	table[c.id] = nil
	conns.table.Store(&table)
	conns.free = append(conns.free, c.id)
}

// app is what SQLite gives back to a callback: the connection's number and a slot.
func (c *Conn) app(slot uint32) uintptr { return uintptr(uint64(c.id)<<32 | uint64(slot)) }

func connOf(app uintptr) (*Conn, uint32) { return (*conns.table.Load())[uint64(app)>>32], uint32(app) }

// Open opens a database. Where it fails, there may be a connection all the same, which knows the error; it must be closed.
func Open(w *World, name string, flags int32, hooks Hooks) (c *Conn, rc int32, err error) {
	if err := start(); err != nil {
		return nil, lib.SQLITE_ERROR, err
	}
	c = &Conn{Hooks: hooks, tls: newThread(w)}
	c.enlist()
	c.out = libc.Xcalloc(c.tls, 1, words+TextRoom)
	p, vfs := c.cstring(name), uintptr(0)
	defer c.free(p)
	if !w.Files {
		vfs = c.cstring(sealedName)
		defer c.free(vfs)
	}
	// A connection has one thread for SQLite, whichever goroutine uses it, so its mutex would keep nobody out.
	rc = lib.Xsqlite3_open_v2(c.tls, p, c.out, flags|lib.SQLITE_OPEN_NOMUTEX, vfs)
	c.db = *(*uintptr)(at(c.out))
	if c.db != 0 && rc == lib.SQLITE_OK {
		lib.Xsqlite3_busy_handler(c.tls, c.db, pointer(onBusy), c.app(0))
	}
	return c, rc, nil
}

// Close closes the connection; statements, blobs and backups of it must be gone. c is of no use then.
func (c *Conn) Close() {
	if c.db != 0 {
		lib.Xsqlite3_close_v2(c.tls, c.db)
		c.db = 0
	}
	if c.out != 0 {
		c.free(c.out)
		c.out = 0
		c.delist()
		endThread(c.tls)
	}
}

// Code and Extended are the last error's code; Message is its text.
func (c *Conn) Code() int32 {
	if c.db == 0 {
		return lib.SQLITE_NOMEM
	}
	return lib.Xsqlite3_errcode(c.tls, c.db)
}

func (c *Conn) Extended() int32 { return lib.Xsqlite3_extended_errcode(c.tls, c.db) }

func (c *Conn) Message() []byte { return text(lib.Xsqlite3_errmsg(c.tls, c.db)) }

// ErrStr is the text for a code.
func (c *Conn) ErrStr(rc int32) []byte { return text(lib.Xsqlite3_errstr(c.tls, rc)) }

// Autocommit reports whether no transaction is open.
func (c *Conn) Autocommit() bool { return lib.Xsqlite3_get_autocommit(c.tls, c.db) != 0 }

// Changes is how many rows the last statement changed, TotalChanges all statements together.
func (c *Conn) Changes() int32 { return lib.Xsqlite3_changes(c.tls, c.db) }

func (c *Conn) TotalChanges() int32 { return lib.Xsqlite3_total_changes(c.tls, c.db) }

// LastRowID is the number of the row inserted last; SetLastRowID changes that.
func (c *Conn) LastRowID() int64 { return lib.Xsqlite3_last_insert_rowid(c.tls, c.db) }

func (c *Conn) SetLastRowID(n int64) { lib.Xsqlite3_set_last_insert_rowid(c.tls, c.db, n) }

// Interrupt ends the statements that run. Any goroutine may call it.
func (c *Conn) Interrupt() { lib.Xsqlite3_interrupt(c.tls, c.db) }

// Limit gives one of the connection's limits, and sets it unless n is negative.
func (c *Conn) Limit(id, n int32) int32 { return lib.Xsqlite3_limit(c.tls, c.db, id, n) }

// Config gives one of the connection's settings, and sets it unless n is negative.
func (c *Conn) Config(op, n int32) (now, rc int32) {
	list := libc.NewVaList(n, c.out)
	defer libc.Xfree(c.tls, list)
	rc = lib.Xsqlite3_db_config(c.tls, c.db, op, list)
	return *(*int32)(at(c.out)), rc
}

// Waits has PRAGMA busy_timeout tell for how many milliseconds Hooks.OnBusy waits.
func (c *Conn) Waits(ms int32) { (*lib.Tsqlite3)(at(c.db)).FbusyTimeout = ms }

// Exec runs statements without results.
func (c *Conn) Exec(sql string) int32 {
	p := c.cstring(sql)
	defer c.free(p)
	return lib.Xsqlite3_exec(c.tls, c.db, p, 0, 0, 0)
}

// Serialize copies a database: take is given its bytes, which are SQLite's.
func (c *Conn) Serialize(schema string, take func(b []byte)) (found bool) {
	p := c.cstring(schema)
	defer c.free(p)
	const noCopy = 1
	if b := lib.Xsqlite3_serialize(c.tls, c.db, p, c.out, noCopy); b != 0 {
		take(view(b, int(*(*int64)(at(c.out)))))
		return true
	}
	b := lib.Xsqlite3_serialize(c.tls, c.db, p, c.out, 0)
	if b == 0 {
		return false
	}
	take(view(b, int(*(*int64)(at(c.out)))))
	lib.Xsqlite3_free(c.tls, b)
	return true
}

// Deserialize has a database in memory take the place of one that is open.
func (c *Conn) Deserialize(schema string, b []byte) int32 {
	p := c.cstring(schema)
	defer c.free(p)
	size := int64(len(b))
	mem := lib.Xsqlite3_malloc64(c.tls, uint64(max(size, 1)))
	if mem == 0 {
		return lib.SQLITE_NOMEM
	}
	copy(unsafe.Slice((*byte)(at(mem)), len(b)), b)
	const freeOnClose, resizeable = 1, 2
	return lib.Xsqlite3_deserialize(c.tls, c.db, p, mem, size, size, freeOnClose|resizeable)
}

// Complete reports whether a text ends with a whole statement.
func Complete(s string) bool {
	c := Conn{tls: libc.NewTLS()}
	defer c.tls.Close()
	p := c.cstring(s)
	defer c.free(p)
	return lib.Xsqlite3_complete(c.tls, p) != 0
}

// Version is SQLite's version.
const Version = lib.SQLITE_VERSION

// Results of SQLite's functions.
const (
	OK          = lib.SQLITE_OK
	Error       = lib.SQLITE_ERROR
	Internal    = lib.SQLITE_INTERNAL
	Perm        = lib.SQLITE_PERM
	Abort       = lib.SQLITE_ABORT
	Busy        = lib.SQLITE_BUSY
	Locked      = lib.SQLITE_LOCKED
	NoMem       = lib.SQLITE_NOMEM
	ReadOnly    = lib.SQLITE_READONLY
	Interrupted = lib.SQLITE_INTERRUPT
	IOErr       = lib.SQLITE_IOERR
	Corrupt     = lib.SQLITE_CORRUPT
	NotFound    = lib.SQLITE_NOTFOUND
	Full        = lib.SQLITE_FULL
	CantOpen    = lib.SQLITE_CANTOPEN
	Protocol    = lib.SQLITE_PROTOCOL
	Empty       = lib.SQLITE_EMPTY
	Schema      = lib.SQLITE_SCHEMA
	TooBig      = lib.SQLITE_TOOBIG
	Constraint  = lib.SQLITE_CONSTRAINT
	Mismatch    = lib.SQLITE_MISMATCH
	Misuse      = lib.SQLITE_MISUSE
	Range       = lib.SQLITE_RANGE
	Row         = lib.SQLITE_ROW
	Done        = lib.SQLITE_DONE
)

// Flags of Open and of CreateFunction, and numbers of limits.
const (
	OpenReadWrite = lib.SQLITE_OPEN_READWRITE
	OpenCreate    = lib.SQLITE_OPEN_CREATE
	OpenURI       = lib.SQLITE_OPEN_URI

	Deterministic  = lib.SQLITE_DETERMINISTIC
	LimitSQLLength = lib.SQLITE_LIMIT_SQL_LENGTH
)

// ConfigFirst and ConfigLast are the settings of Config that are switches and known to programs.
const (
	ConfigFirst = lib.SQLITE_DBCONFIG_ENABLE_FKEY
	ConfigLast  = lib.SQLITE_DBCONFIG_TRUSTED_SCHEMA
)
