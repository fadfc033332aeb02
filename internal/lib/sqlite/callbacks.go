//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// What SQLite calls: functions of programs, collations, the authorizer, the handlers of progress and of locks, tracing.

package sqlite

import (
	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A Context is one call of a function by SQLite.
type Context struct {
	c         *Conn
	x         uintptr
	argc      int32
	arguments uintptr
}

// NumArgs is how many arguments there are.
func (x Context) NumArgs() int { return int(x.argc) }

func (x Context) value(i int) uintptr { return *(*uintptr)(at(x.arguments + uintptr(i)*8)) }

func (x Context) Type(i int) int32 { return lib.Xsqlite3_value_type(x.c.tls, x.value(i)) }

func (x Context) Int(i int) int64 { return lib.Xsqlite3_value_int64(x.c.tls, x.value(i)) }

func (x Context) Float(i int) float64 { return lib.Xsqlite3_value_double(x.c.tls, x.value(i)) }

// Text and Blob are SQLite's memory during the call; ok is false without memory.
func (x Context) Text(i int) (b []byte, ok bool) {
	p := lib.Xsqlite3_value_text(x.c.tls, x.value(i))
	return view(p, int(lib.Xsqlite3_value_bytes(x.c.tls, x.value(i)))), p != 0
}

func (x Context) Blob(i int) (b []byte, ok bool) {
	p := lib.Xsqlite3_value_blob(x.c.tls, x.value(i))
	n := int(lib.Xsqlite3_value_bytes(x.c.tls, x.value(i)))
	return view(p, n), p != 0 || n == 0 && lib.Xsqlite3_errcode(x.c.tls, x.c.db) != lib.SQLITE_NOMEM
}

func (x Context) ResultNull() { lib.Xsqlite3_result_null(x.c.tls, x.x) }

func (x Context) ResultInt(n int64) { lib.Xsqlite3_result_int64(x.c.tls, x.x, n) }

func (x Context) ResultFloat(f float64) { lib.Xsqlite3_result_double(x.c.tls, x.x, f) }

// ResultText and ResultBlob take bytes that do not lie on a goroutine's stack.
func (x Context) ResultText(b []byte) {
	lib.Xsqlite3_result_text(x.c.tls, x.x, data(b), int32(len(b)), transient)
}

func (x Context) ResultBlob(b []byte) {
	lib.Xsqlite3_result_blob(x.c.tls, x.x, data(b), int32(len(b)), transient)
}

// Fail makes the call fail with a text; FailMemory and FailTooBig do without one.
func (x Context) Fail(msg string) {
	p := x.c.cstring(msg)
	lib.Xsqlite3_result_error(x.c.tls, x.x, p, int32(len(msg)))
	x.c.free(p)
}

func (x Context) FailMemory() { lib.Xsqlite3_result_error_nomem(x.c.tls, x.x) }

func (x Context) FailTooBig() { lib.Xsqlite3_result_error_toobig(x.c.tls, x.x) }

// Instance is the word that an aggregate's calls share, at first 0; nil: no memory, or when asked without make, no call before.
func (x Context) Instance(make bool) *uint64 {
	n := int32(0)
	if make {
		n = 8
	}
	return (*uint64)(at(lib.Xsqlite3_aggregate_context(x.c.tls, x.x, n)))
}

func contextOf(tls *libc.TLS, x uintptr, argc int32, argv uintptr) (*Conn, uint32, Context) {
	c, slot := connOf(lib.Xsqlite3_user_data(tls, x))
	return c, slot, Context{c, x, argc, argv}
}

func onFunc(tls *libc.TLS, x uintptr, argc int32, argv uintptr) {
	c, slot, context := contextOf(tls, x, argc, argv)
	c.Hooks.OnFunc(slot, context)
}

func onStep(tls *libc.TLS, x uintptr, argc int32, argv uintptr) {
	c, slot, context := contextOf(tls, x, argc, argv)
	c.Hooks.OnStep(slot, context)
}

func onInverse(tls *libc.TLS, x uintptr, argc int32, argv uintptr) {
	c, slot, context := contextOf(tls, x, argc, argv)
	c.Hooks.OnInverse(slot, context)
}

func onValue(tls *libc.TLS, x uintptr) {
	c, slot, context := contextOf(tls, x, 0, 0)
	c.Hooks.OnValue(slot, context, false)
}

func onFinal(tls *libc.TLS, x uintptr) {
	c, slot, context := contextOf(tls, x, 0, 0)
	c.Hooks.OnValue(slot, context, true)
}

func onDestroy(_ *libc.TLS, app uintptr) {
	if c, slot := connOf(app); c != nil {
		c.Hooks.OnDestroy(slot)
	}
}

func onCompare(_ *libc.TLS, app uintptr, n int32, a uintptr, m int32, b uintptr) int32 {
	c, slot := connOf(app)
	return int32(c.Hooks.OnCompare(slot, view(a, int(n)), view(b, int(m))))
}

func onAuthorize(_ *libc.TLS, app uintptr, action int32, a, b, d, e uintptr) int32 {
	c, _ := connOf(app)
	var args [4]*string
	for i, p := range [4]uintptr{a, b, d, e} {
		if p != 0 {
			s := string(text(p))
			args[i] = &s
		}
	}
	return c.Hooks.OnAuthorize(action, args)
}

func onProgress(_ *libc.TLS, app uintptr) int32 {
	if c, _ := connOf(app); c.Hooks.OnProgress() {
		return 1
	}
	return 0
}

func onBusy(_ *libc.TLS, app uintptr, count int32) int32 {
	if c, _ := connOf(app); c.Hooks.OnBusy(count) {
		return 1
	}
	return 0
}

func onTrace(_ *libc.TLS, _ uint32, app, stmt, sql uintptr) int32 {
	c, _ := connOf(app)
	c.Hooks.OnTrace(Stmt(stmt), text(sql))
	return 0
}

// CreateFunction makes a function, or takes one away without a slot.
func (c *Conn) CreateFunction(name string, args int32, flags int32, slot uint32) int32 {
	p := c.cstring(name)
	defer c.free(p)
	return lib.Xsqlite3_create_function_v2(c.tls, c.db, p, args, lib.SQLITE_UTF8|flags, c.app(slot), pointer(onFunc), 0, 0, pointer(onDestroy))
}

// CreateAggregate makes an aggregate, or with window an aggregate window function; slot 0 takes the function away.
func (c *Conn) CreateAggregate(name string, args int32, slot uint32, window bool) int32 {
	p := c.cstring(name)
	defer c.free(p)
	switch {
	case slot == 0:
		return lib.Xsqlite3_create_window_function(c.tls, c.db, p, args, lib.SQLITE_UTF8, 0, 0, 0, 0, 0, 0)
	case window:
		return lib.Xsqlite3_create_window_function(c.tls, c.db, p, args, lib.SQLITE_UTF8, c.app(slot), pointer(onStep), pointer(onFinal), pointer(onValue),
			pointer(onInverse), pointer(onDestroy))
	}
	return lib.Xsqlite3_create_function_v2(c.tls, c.db, p, args, lib.SQLITE_UTF8, c.app(slot), 0, pointer(onStep), pointer(onFinal), pointer(onDestroy))
}

// CreateCollation makes an order of texts; slot 0 takes it away.
func (c *Conn) CreateCollation(name string, slot uint32) int32 {
	p := c.cstring(name)
	defer c.free(p)
	if slot == 0 {
		return lib.Xsqlite3_create_collation_v2(c.tls, c.db, p, lib.SQLITE_UTF8, 0, 0, 0)
	}
	rc := lib.Xsqlite3_create_collation_v2(c.tls, c.db, p, lib.SQLITE_UTF8, c.app(slot), pointer(onCompare), pointer(onDestroy))
	if rc != lib.SQLITE_OK {
		c.Hooks.OnDestroy(slot) // unlike for functions, SQLite does not
	}
	return rc
}

// SetAuthorizer, SetProgress and SetTrace have the hooks called, or no longer.
func (c *Conn) SetAuthorizer(on bool) int32 {
	if !on {
		return lib.Xsqlite3_set_authorizer(c.tls, c.db, 0, 0)
	}
	return lib.Xsqlite3_set_authorizer(c.tls, c.db, pointer(onAuthorize), c.app(0))
}

// SetProgress has Hooks.OnProgress called every so many steps of SQLite's machine.
func (c *Conn) SetProgress(every int32) {
	lib.Xsqlite3_progress_handler(c.tls, c.db, every, pointer(onProgress), c.app(0))
}

func (c *Conn) SetTrace(on bool) int32 {
	if !on {
		return lib.Xsqlite3_trace_v2(c.tls, c.db, lib.SQLITE_TRACE_STMT, 0, 0)
	}
	return lib.Xsqlite3_trace_v2(c.tls, c.db, lib.SQLITE_TRACE_STMT, pointer(onTrace), c.app(0))
}

// A BlobHandle is an open value of a column; 0 is none.
type BlobHandle uintptr

// OpenBlob opens the value of a column in a row.
func (c *Conn) OpenBlob(schema, table, column string, row int64, write bool) (h BlobHandle, rc int32) {
	s, t, k := c.cstring(schema), c.cstring(table), c.cstring(column)
	defer c.free(s)
	defer c.free(t)
	defer c.free(k)
	flag := int32(0)
	if write {
		flag = 1
	}
	rc = lib.Xsqlite3_blob_open(c.tls, c.db, s, t, k, row, flag, c.out)
	return BlobHandle(*(*uintptr)(at(c.out))), rc
}

func (c *Conn) BlobSize(h BlobHandle) int { return int(lib.Xsqlite3_blob_bytes(c.tls, uintptr(h))) }

// ReadBlob and WriteBlob copy bytes that do not lie on a goroutine's stack.
func (c *Conn) ReadBlob(h BlobHandle, b []byte, at int) int32 {
	return lib.Xsqlite3_blob_read(c.tls, uintptr(h), data(b), int32(len(b)), int32(at))
}

func (c *Conn) WriteBlob(h BlobHandle, b []byte, at int) int32 {
	return lib.Xsqlite3_blob_write(c.tls, uintptr(h), data(b), int32(len(b)), int32(at))
}

func (c *Conn) CloseBlob(h BlobHandle) { lib.Xsqlite3_blob_close(c.tls, uintptr(h)) }

// A Backup copies a database to another connection.
type Backup struct {
	to *Conn
	h  uintptr
}

// Backup begins to copy; nil: the target knows the error.
func (c *Conn) Backup(schema string, to *Conn) *Backup {
	from, name := c.cstring(schema), to.cstring("main")
	defer c.free(from)
	defer to.free(name)
	h := lib.Xsqlite3_backup_init(to.tls, to.db, name, c.db, from)
	if h == 0 {
		return nil
	}
	return &Backup{to, h}
}

func (b *Backup) Step(pages int32) int32 { return lib.Xsqlite3_backup_step(b.to.tls, b.h, pages) }

func (b *Backup) Remaining() int32 { return lib.Xsqlite3_backup_remaining(b.to.tls, b.h) }

func (b *Backup) Pages() int32 { return lib.Xsqlite3_backup_pagecount(b.to.tls, b.h) }

func (b *Backup) Finish() int32 { return lib.Xsqlite3_backup_finish(b.to.tls, b.h) }
