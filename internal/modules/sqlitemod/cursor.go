//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The type Cursor.

package sqlitemod

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tCursor = object.AllocTypeID()

// cursor is a sqlite3.Cursor.
type cursor struct {
	header
	Handle      uint64 // of a *use, while Statement has rows
	Conn        Value  // a connection
	Statement   Value  // Null: none, or no rows any more
	Description Value
	LastRowID   Value
	RowFactory  Value
	Converters  *object.List // for the columns, Null for those without
	Ahead       Value        // a row that was read before it was asked for
	ArraySize   int64
	RowCount    int64
	Ready       bool // initialized
	Closed      bool
	Locked      bool // in use
}

const cursorRefs = (1<<7 - 1) << 2

var _ = object.DefineType(tCursor, object.TypeDef{
	Name: "sqlite3.Cursor", Size: unsafe.Sizeof(cursor{}), Refs: cursorRefs, LayoutFlags: heap.HasHandle, Flags: object.TypeBase,
	Slots: object.Slots{
		New:  func(t *Thread, typ *object.Type, args []Value, kw Value) Value { return object.AllocInstance(t, typ) },
		Init: initCursor,
		Iter: object.ReturnSelf,
		Next: nextRow,
	},
	Methods: []FuncDef{
		{Name: "execute", Sig: "(sql, parameters=(), /)", MinArgs: 1, MaxArgs: 2, FN: cursorExecute},
		{Name: "executemany", Sig: "(sql, seq_of_parameters, /)", MinArgs: 2, MaxArgs: 2, FN: cursorExecuteMany},
		{Name: "executescript", Sig: "(sql_script, /)", F1: executeScript},
		{Name: "fetchone", Sig: "()", F0: func(t *Thread, v Value) Value {
			r := nextRow(t, v)
			if r == null && t.Exc == null {
				return none
			}
			return r
		}},
		{Name: "fetchmany", Sig: "(size=1)", Fn: func(t *Thread, v Value, a []Value) Value {
			n := int(object.As[cursor](v).ArraySize)
			if a[0] != null {
				var ok bool
				if n, ok = object.AsInt(t, a[0]); !ok {
					return null
				}
			}
			return fetch(t, v, n)
		}},
		{Name: "fetchall", Sig: "()", F0: func(t *Thread, v Value) Value { return fetch(t, v, -1) }},
		{Name: "close", Sig: "()", F0: closeCursor},
		{Name: "setinputsizes", Sig: "(sizes, /)", F1: func(t *Thread, _, _ Value) Value { return none }},
		{Name: "setoutputsize", Sig: "(size, column=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, _ []Value) Value { return none }},
	},
	GetSets: []object.GetSetDef{
		{Name: "arraysize", Member: true, Get: func(t *Thread, v Value) Value { return object.NewInt(t, object.As[cursor](v).ArraySize) }, Set: setArraySize},
		{Name: "rowcount", Member: true, Get: func(t *Thread, v Value) Value { return object.NewInt(t, object.As[cursor](v).RowCount) }},
	},
	Members: []object.MemberDef{{Name: "connection", Word: 2, OrNone: true}, {Name: "description", Word: 4, OrNone: true},
		{Name: "lastrowid", Word: 5, OrNone: true}, {Name: "row_factory", Word: 6, Writable: true, OrNone: true}},
})

// use is what a cursor with rows has of a statement.
type use struct {
	s      *stmt
	writes bool // it may have written, and what others write is not committed before it is done
}

// over counts that the rows are gone.
func (u *use) over() {
	u.s.c.w.active--
	if u.writes {
		u.s.c.writers--
	}
}

// Close is called by the collector: the statement is done.
func (u *use) Close() error {
	u.over()
	c := u.s.c
	c.idle = append(c.idle, u.s)
	return nil
}

func setArraySize(t *Thread, v, x Value) bool {
	if x == null {
		object.Raise(t, object.TTypeError, "can't delete numeric/char attribute")
		return false
	}
	n, ok := object.AsInt64(t, x)
	if !ok {
		return false
	}
	if n != int64(int32(n)) && !object.Warn(t, object.TRuntimeWarning, "Truncation of value to int") {
		return false
	}
	object.As[cursor](v).ArraySize = int64(int32(n))
	return true
}

func isConnection(t *Thread, v Value) bool {
	return object.TypeOf(t, v).IsSubtype(t.Type(tConnection))
}

func initCursor(t *Thread, v Value, args []Value, kw Value) bool {
	if !object.NoKeywordsFor(t, object.TypeOf(t, v), tCursor, kw) || !object.CheckPositional(t, "Cursor", len(args)-object.KwLen(kw), 1, 1) {
		return false
	}
	if !isConnection(t, args[0]) {
		object.Raise(t, object.TTypeError, "Cursor() argument 1 must be sqlite3.Connection, not %s", object.TypeName(t, args[0]))
		return false
	}
	q := object.As[cursor](v)
	if q.Locked {
		raise(t, eProgrammingError, "Recursive use of cursors not allowed.")
		return false
	}
	q.drop(t)
	q.Conn, q.Description, q.LastRowID, q.RowFactory, q.Converters = args[0], none, none, none, nil
	q.ArraySize, q.RowCount, q.Closed = 1, -1, false
	if !checkThread(t, connectionOf(args[0])) {
		return false
	}
	q.Ready = true
	return true
}

// drop gives the statement up, which is not stepped any more.
func (q *cursor) drop(t *Thread) {
	q.Statement, q.Ahead = null, null
	if q.Handle != 0 {
		u := t.RT.Heap.Handles().Get(uint32(q.Handle)).(*use)
		t.RT.Heap.Handles().Drop(uint32(q.Handle))
		q.Handle = 0
		u.over()
	}
}

// hold notes that the statement has rows.
func (q *cursor) hold(t *Thread, s *stmt) {
	if q.Handle == 0 {
		u := &use{s, !s.c.ReadOnly(s.h)}
		q.Handle = uint64(t.RT.Heap.Handles().Put(u))
		t.RT.Heap.Handles().Own(uint32(q.Handle))
		if s.c.w.active++; u.writes {
			s.c.writers++
			s.c.asked = 0
		}
	}
}

// reset ends the statement.
func (q *cursor) reset(t *Thread, c *conn) {
	if q.Statement != null {
		if s := stmtOf(t, object.As[statement](q.Statement)); s.h != 0 && c.enter(t, connectionOf(q.Conn)) {
			c.Reset(s.h)
			c.leave(t)
		}
	}
	q.drop(t)
}

// usableCursor is a cursor with its connection; nil: an exception is set.
func usableCursor(t *Thread, v Value) (*cursor, *conn) {
	q := object.As[cursor](v)
	switch {
	case !q.Ready:
		raise(t, eProgrammingError, "Base Cursor.__init__ not called.")
	case q.Closed:
		raise(t, eProgrammingError, "Cannot operate on a closed cursor.")
	case q.Locked:
		raise(t, eProgrammingError, "Recursive use of cursors not allowed.")
	default:
		return q, usable(t, q.Conn)
	}
	return q, nil
}

func cursorExecute(t *Thread, v Value, a []Value) Value {
	return execute(t, v, a[0], object.Optional(a, 1, null), false)
}

func cursorExecuteMany(t *Thread, v Value, a []Value) Value { return execute(t, v, a[0], a[1], true) }

// execute is Cursor.execute and executemany.
func execute(t *Thread, v, sql, params Value, many bool) Value {
	if !object.IsStr(sql) {
		name := "execute"
		if many {
			name = "executemany"
		}
		return object.Raise(t, object.TTypeError, "%s() argument 1 must be str, not %s", name, object.TypeName(t, sql))
	}
	q, c := usableCursor(t, v)
	if c == nil {
		return null
	}
	q.Locked = true
	ok := q.run(t, connectionOf(q.Conn), c, sql, params, many)
	q.Locked = false
	if ok && t.Exc == null {
		return v
	}
	if q.Statement != null {
		exc := t.Exc
		q.reset(t, c)
		t.Exc = exc
	}
	q.RowCount = -1
	return null
}

func (q *cursor) run(t *Thread, self *connection, c *conn, sql, params Value, many bool) bool {
	it := null
	if many {
		if it = object.Iter(t, params); it == null {
			return false
		}
	}
	q.Description, q.Ahead = none, null
	if q.Statement != null {
		q.reset(t, c)
	}
	v := cachedStatement(t, self, c, sql)
	if v == null {
		return false
	}
	if c.Conn == nil || !c.w.open[c] {
		raise(t, eProgrammingError, "Cannot operate on a closed database.")
		return false
	}
	s := stmtOf(t, object.As[statement](v))
	if many && s.h != 0 && c.ReadOnly(s.h) || many && s.h == 0 {
		raise(t, eProgrammingError, "executemany() can only execute DML statements.")
		return false
	}
	if s.h != 0 && c.Busy(s.h) {
		if v = newStatement(t, self, c, sql); v == null {
			return false
		}
		s = stmtOf(t, object.As[statement](v))
	}
	q.Statement = v
	o := object.As[statement](v)
	q.RowCount = -1
	if o.DML {
		q.RowCount = 0
	}
	if !c.enter(t, self) {
		return false
	}
	ok := q.steps(t, self, c, o, s, params, it)
	c.leave(t)
	return ok
}

// steps executes a statement, once, or with all parameters that the iterator gives.
func (q *cursor) steps(t *Thread, self *connection, c *conn, o *statement, s *stmt, params, it Value) bool {
	if c.writers > 0 && c.depth == 1 && s.h != 0 && !c.ReadOnly(s.h) && !q.finish(t, self, c, it) {
		return false
	}
	if self.Autocommit == legacy && self.Isolation != none && o.DML && c.Autocommit() && !c.exec(t, beginText(self.Isolation)) {
		return false
	}
	if it == null {
		if params == null && o.Params == 0 {
			return q.first(t, self, c, o, s, it) && q.ended(t, self, c, o, s, true)
		}
		if params == null {
			if params = object.Of(object.NewTuple(t, 0)); params == null {
				return false
			}
		}
		return c.bind(t, o, s.h, params) && q.first(t, self, c, o, s, it) && q.ended(t, self, c, o, s, true)
	}
	for {
		if params = native.Next(t, it); params == null {
			return (t.Exc == null || t.ClearIf(object.TStopIteration)) && q.ended(t, self, c, o, s, false)
		}
		if s.h == 0 { // closed meanwhile
			raise(t, eProgrammingError, "Cannot operate on a closed database.")
			return false
		}
		if !c.bind(t, o, s.h, params) || !q.first(t, self, c, o, s, it) {
			return false
		}
	}
}

func beginText(isolation Value) string { return "BEGIN " + object.GoString(isolation) }

// first steps a statement for the first time.
func (q *cursor) first(t *Thread, self *connection, c *conn, o *statement, s *stmt, it Value) bool {
	rc := int32(sqlite.Done)
	if s.h != 0 {
		rc = c.step(t, s.h)
		for rc != sqlite.Row && rc != sqlite.Done && q.again(t, self, c, rc, it) {
			c.Reset(s.h)
			rc = c.step(t, s.h)
		}
	}
	if rc != sqlite.Row && rc != sqlite.Done {
		if t.Exc != null && !c.halted {
			c.show(q.Conn)
		}
		c.fail(t)
		return false
	}
	if s.h == 0 {
		return true
	}
	if self.Detect != 0 && !q.findConverters(t, self, c, s.h) {
		return false
	}
	if n := c.Columns(s.h); n > 0 && q.Description == none && !q.describe(t, self, c, s.h, n) {
		return false
	}
	if rc == sqlite.Done {
		if o.DML {
			q.RowCount += int64(c.Changes())
		}
		c.Reset(s.h)
	}
	return true
}

// again is conn.again for a statement that is being executed.
func (q *cursor) again(t *Thread, self *connection, c *conn, rc int32, it Value) bool {
	kept, ok := q.keep(c, it)
	ok = ok && c.again(t, rc)
	kept.drop(self)
	return ok
}

// finish ends statements that have written and whose cursors no variable refers to any more: until then SQLite commits nothing. Whether there are such is
// looked at the first time that it matters, and again after twice as many times.
func (q *cursor) finish(t *Thread, self *connection, c *conn, it Value) bool {
	n := c.asked
	c.asked++
	if n&(n-1) != 0 {
		return true
	}
	kept, ok := q.keep(c, it)
	if ok {
		_, ok = object.Collect(t)
	}
	if ok {
		c.w.sweep()
	}
	kept.drop(self)
	return ok
}

// kept is where the connection keeps a cursor and an iterator, 0: nowhere.
type kept [2]uint64

// While a statement is executed, keep holds what these hold.
func init() {
	heap.Transparent("sqlitemod.(*conn).again", "sqlitemod.(*cursor).again", "sqlitemod.(*cursor).finish", "sqlitemod.(*cursor).first",
		"sqlitemod.(*cursor).steps", "sqlitemod.(*cursor).run", "sqlitemod.execute", "sqlitemod.cursorExecute", "sqlitemod.cursorExecuteMany",
		"sqlitemod.connectionExecute", "sqlitemod.connectionExecuteMany", "sqlitemod.deserialize")
}

// keep is for a collection while a statement is being executed. The collection takes what the Go functions in between hold for no reference (those named
// above: no closures), since they also hold words of cursors that were there before. False: an exception is set.
func (q *cursor) keep(c *conn, it Value) (k kept, ok bool) {
	if k[0] = c.keep(object.Of(q)); k[0] == 0 || it == null {
		return k, k[0] != 0
	}
	k[1] = c.keep(it)
	return k, k[1] != 0
}

func (k kept) drop(self *connection) {
	for _, n := range k {
		if n != 0 {
			*self.Instances.At(int(n - 1)) = null
		}
	}
}

// ended is what follows when a statement was executed.
func (q *cursor) ended(t *Thread, self *connection, c *conn, o *statement, s *stmt, one bool) bool {
	if one {
		if q.LastRowID = object.NewInt(t, c.LastRowID()); q.LastRowID == null {
			return false
		}
	}
	ahead := null
	if s.h != 0 && one && !o.DML && c.Busy(s.h) && !c.ReadOnly(s.h) {
		if ahead = q.readAhead(t, self, c, s); t.Exc != null {
			return false
		}
	}
	if s.h == 0 || !c.Busy(s.h) {
		q.drop(t)
	} else {
		q.hold(t, s)
	}
	q.Ahead = ahead
	return true
}

// readAhead reads the first row of a pragma that counts as one that writes, and steps on: most have no other one. SQLite commits nothing before such a
// statement is done, and few programs read that row. Null: there is an exception, or reading the row would call the program.
func (q *cursor) readAhead(t *Thread, self *connection, c *conn, s *stmt) Value {
	if c.Data(s.h) == 0 || self.Detect != 0 || self.Text != t.Type(object.TStr).Value() {
		return null
	}
	row := q.row(t, self, c, s.h)
	if row == null {
		return null
	}
	switch rc := c.step(t, s.h); rc {
	case sqlite.Row:
	case sqlite.Done:
		c.Reset(s.h)
	default:
		if t.Exc != null && !c.halted {
			c.show(q.Conn)
		}
		c.fail(t)
		c.Reset(s.h)
		return null
	}
	return row
}

// describe makes the attribute description.
func (q *cursor) describe(t *Thread, self *connection, c *conn, h sqlite.Stmt, n int) bool {
	all := object.NewTuple(t, n)
	if all == nil {
		return false
	}
	for i := range n {
		*all.At(i) = none
	}
	for i := range n {
		b := c.ColumnName(h, i)
		if b == nil {
			t.NoMemory()
			return false
		}
		if self.Detect&parseColNames != 0 {
			if at := bytes.IndexByte(b, '['); at > 0 && b[at-1] == ' ' {
				b = b[:at-1]
			} else if at >= 0 {
				b = b[:at]
			}
		}
		name, d := decoded(t, b), object.NewTuple(t, 7)
		if name == null || d == nil {
			return false
		}
		*d.At(0) = name
		for j := 1; j < 7; j++ {
			*d.At(j) = none
		}
		*all.At(i) = object.Of(d)
	}
	q.Description = object.Of(all)
	return true
}

// findConverters finds the converters for the columns.
func (q *cursor) findConverters(t *Thread, self *connection, c *conn, h sqlite.Stmt) bool {
	list := object.NewList(t, 0)
	if list == nil {
		return false
	}
	for i := range c.Columns(h) {
		f := null
		if self.Detect&parseColNames != 0 {
			if name := c.ColumnName(h, i); name != nil {
				if at := bytes.IndexByte(name, '['); at >= 0 {
					if end := bytes.IndexByte(name[at:], ']'); end >= 0 {
						start := at + bytes.LastIndexByte(name[at:at+end], '[') + 1
						f = converterOf(t, name[start:at+end])
					}
				}
			}
		}
		if f == null && t.Exc == null && self.Detect&parseDeclTypes != 0 {
			if decl := c.DeclType(h, i); decl != nil {
				if end := bytes.IndexAny(decl, " ("); end >= 0 {
					decl = decl[:end]
				}
				f = converterOf(t, decl)
			}
		}
		if t.Exc != null {
			cause := t.Exc
			t.ClearExc()
			raise(t, eOperationalError, "Error while building row_cast_map")
			object.Blame(t, cause)
			return false
		}
		if !list.Append(t, f) {
			return false
		}
	}
	q.Converters = list
	return true
}

// nextRow is Cursor.__next__.
func nextRow(t *Thread, v Value) Value {
	q, c := usableCursor(t, v)
	if c == nil {
		return null
	}
	if row := q.Ahead; row != null {
		q.Ahead = null
		return q.made(t, v, row)
	}
	if q.Statement == null {
		return null
	}
	o := object.As[statement](q.Statement)
	s := stmtOf(t, o)
	if s.h == 0 || c.Data(s.h) == 0 {
		q.reset(t, c)
		return null
	}
	self := connectionOf(q.Conn)
	if !c.enter(t, self) {
		return null
	}
	q.Locked = true
	row := q.row(t, self, c, s.h)
	q.Locked = false
	if row == null {
		c.leave(t)
		return null
	}
	switch rc := c.step(t, s.h); rc {
	case sqlite.Row:
	case sqlite.Done:
		if o.DML {
			q.RowCount = int64(c.Changes())
		}
		q.reset(t, c)
	default:
		if t.Exc != null && !c.halted {
			c.show(q.Conn)
		}
		c.fail(t)
		exc := t.Exc
		q.reset(t, c)
		t.Exc = exc
		row = null
	}
	c.leave(t)
	if row == null || t.Exc != null {
		return null
	}
	return q.made(t, v, row)
}

// made is what row_factory, of the cursor v, makes of a row.
func (q *cursor) made(t *Thread, v, row Value) Value {
	switch f := q.RowFactory; f {
	case none, null:
		return row
	case t.Type(tRow).Value():
		return newRow(t, t.Type(tRow), q.Description, row)
	default:
		return object.Call2(t, f, v, row)
	}
}

// row is the row that the statement stands at.
func (q *cursor) row(t *Thread, self *connection, c *conn, h sqlite.Stmt) Value {
	n := c.Data(h)
	r := object.NewTuple(t, n)
	if r == nil {
		return null
	}
	convert := self.Detect != 0 && q.Converters != nil
	for i := range n {
		*r.At(i) = none
	}
	for i := range n {
		x := null
		if convert && i < q.Converters.Len() && *q.Converters.At(i) != null {
			x = q.converted(t, c, h, i)
		} else {
			x = c.column(t, self, h, i)
		}
		if x == null {
			return null
		}
		*r.At(i) = x
	}
	return object.Of(r)
}

func (q *cursor) converted(t *Thread, c *conn, h sqlite.Stmt, i int) Value {
	b, ok := c.ColumnBlob(h, i)
	if !ok {
		if c.Code() == sqlite.NoMem {
			return t.NoMemory()
		}
		if c.ColumnType(h, i) == sqlite.Null || len(b) == 0 {
			return none
		}
	}
	v := object.NewBytes(t, b)
	if v == null {
		return null
	}
	return object.Call1(t, *q.Converters.At(i), v)
}

func (c *conn) column(t *Thread, self *connection, h sqlite.Stmt, i int) Value {
	switch c.ColumnType(h, i) {
	case sqlite.Int:
		return object.NewInt(t, c.ColumnInt(h, i))
	case sqlite.Float:
		return object.Float(c.ColumnFloat(h, i))
	case sqlite.Text:
		b, ok := c.ColumnText(h, i)
		if !ok && c.Code() == sqlite.NoMem {
			return t.NoMemory()
		}
		return c.text(t, self, h, i, b)
	case sqlite.Blob:
		b, ok := c.ColumnBlob(h, i)
		if !ok && c.Code() == sqlite.NoMem {
			return t.NoMemory()
		}
		return object.NewBytes(t, b)
	}
	return none
}

// text is a text as text_factory wants it.
func (c *conn) text(t *Thread, self *connection, h sqlite.Stmt, i int, b []byte) Value {
	switch f := self.Text; f {
	case t.Type(object.TStr).Value():
		if v, valid := object.StrIfUTF8(t, b, false); valid {
			return v
		}
		const room = 198
		s := append(append(append([]byte("Could not decode to UTF-8 column '"), c.ColumnName(h, i)...), "' with text '"...), cstring(b)...)
		s = append(s, '\'')
		if len(s) > room {
			s = s[:room]
		}
		text := make([]rune, 0, len(s))
		for _, x := range s {
			if x < utf8.RuneSelf {
				text = append(text, rune(x))
			} else {
				text = append(text, utf8.RuneError)
			}
		}
		return raise(t, eOperationalError, string(text))
	case t.Type(object.TBytes).Value():
		return object.NewBytes(t, b)
	case t.Type(object.TByteArray).Value():
		return object.NewByteArray(t, b)
	default:
		v := object.NewBytes(t, b)
		if v == null {
			return null
		}
		return object.Call1(t, f, v)
	}
}

// cstring is b up to a zero byte.
func cstring(b []byte) []byte {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return b[:i]
	}
	return b
}

// decoded is a text of SQLite as a str.
func decoded(t *Thread, b []byte) Value {
	if v, valid := object.StrIfUTF8(t, b, false); valid {
		return v
	}
	return object.DecodeBytes(t, b, "utf-8", "strict")
}

// fetch gives the next n rows, or all if n is negative.
func fetch(t *Thread, v Value, n int) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for i := 0; ; {
		row := nextRow(t, v)
		if row == null {
			break
		}
		if !list.Append(t, row) {
			return null
		}
		if i++; i == n {
			break
		}
		if !t.Poll() {
			return null
		}
	}
	if t.Exc != null {
		return null
	}
	return object.Of(list)
}

func closeCursor(t *Thread, v Value) Value {
	q := object.As[cursor](v)
	if q.Locked {
		return raise(t, eProgrammingError, "Recursive use of cursors not allowed.")
	}
	if q.Conn == null {
		return raise(t, eProgrammingError, "Base Cursor.__init__ not called.")
	}
	c := usable(t, q.Conn)
	if c == nil {
		return null
	}
	q.reset(t, c)
	q.Closed = true
	return none
}

// executeScript runs statements one after the other.
func executeScript(t *Thread, v, script Value) Value {
	if !object.IsStr(script) {
		return object.Raise(t, object.TTypeError, "executescript() argument must be str, not %s", object.TypeName(t, script))
	}
	text, ok := plainText(t, script)
	if !ok {
		return null
	}
	q, c := usableCursor(t, v)
	if c == nil {
		return null
	}
	if len(text) > int(c.Limit(sqlite.LimitSQLLength, -1)) {
		return raise(t, eDataError, "query string is too large")
	}
	self := connectionOf(q.Conn)
	if !c.enter(t, self) {
		return null
	}
	defer c.leave(t)
	if self.Autocommit == legacy && !c.Autocommit() && !c.exec(t, "COMMIT") {
		return null
	}
	for sql := []byte(text); ; {
		var h sqlite.Stmt
		var rest int
		var rc int32
		for {
			c.do(t, func() {
				if h, rest, rc = c.Prepare(sql); rc != sqlite.OK {
					return
				}
				if h == 0 {
					return
				}
				for rc = sqlite.Row; rc == sqlite.Row; {
					rc = c.Step(h)
				}
				rc = c.Finalize(h)
			})
			if rc == sqlite.OK || !c.again(t, rc) {
				break
			}
		}
		if rc != sqlite.OK {
			if t.Exc != null && !c.halted {
				c.show(q.Conn)
			}
			return c.fail(t)
		}
		if t.Exc != null || !t.Poll() {
			return null
		}
		if rest == 0 {
			return v
		}
		sql = sql[len(sql)-rest:]
	}
}
