//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The type Connection: making, closing, attributes, transactions.

package sqlitemod

import (
	"math"
	"strings"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tConnection = object.AllocTypeID()

// connection is a sqlite3.Connection.
type connection struct {
	header
	Handle     uint64       // of a *conn; 0: closed
	RowFactory Value        // or None
	Text       Value        // text_factory
	Isolation  Value        // isolation_level: a str or None
	Callbacks  *object.List // functions, classes and collations by slot; slot 0 is none
	Instances  *object.List // of aggregates
	Trace      Value
	Authorizer Value
	Progress   Value
	Cache      *object.Dict // statements by their texts
	Ident      int64        // the thread that has made it
	CacheSize  int64
	Detect     int64
	Autocommit int64 // 1, 0 or legacy
	AnyThread  bool  // not check_same_thread
	Ready      bool  // initialized
}

const connectionRefs = (1<<9 - 1) << 2

// legacy is LEGACY_TRANSACTION_CONTROL.
const legacy = -1

const connectSig = "(database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, factory=ConnectionType, cached_statements=128, " +
	"uri=False, *, autocommit=sqlite3.LEGACY_TRANSACTION_CONTROL)"

var connectParams = object.ParseSignature("Connection", connectSig)

var _ = object.DefineType(tConnection, object.TypeDef{
	Name: "sqlite3.Connection", Size: unsafe.Sizeof(connection{}), Refs: connectionRefs, LayoutFlags: heap.HasHandle, Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			v := object.AllocInstance(t, typ)
			if v != null && typ.ID == tConnection {
				object.TrackFinalizer(t, v)
			}
			return v
		},
		Init: initConnection,
		Call: callConnection,
		Del:  finalizeConnection,
	},
	Methods: connectionMethods[:],
	GetSets: append(errorAttributes(),
		object.GetSetDef{Name: "__text_signature__", Get: func(t *Thread, _ Value) Value { return object.NewStr(t, "(sql, /)") }},
		object.GetSetDef{Name: "isolation_level", Get: getIsolation, Set: setIsolation},
		object.GetSetDef{Name: "total_changes", Get: func(t *Thread, v Value) Value {
			c := openConn(t, v)
			if c == nil {
				return null
			}
			return object.NewInt(t, int64(c.TotalChanges()))
		}},
		object.GetSetDef{Name: "in_transaction", Get: func(t *Thread, v Value) Value {
			c := openConn(t, v)
			if c == nil {
				return null
			}
			return object.Bool(!c.Autocommit())
		}},
		object.GetSetDef{Name: "autocommit", Get: getAutocommit, Set: setAutocommit},
	),
	Members: []object.MemberDef{{Name: "row_factory", Word: 2, Writable: true, OrNone: true}, {Name: "text_factory", Word: 3, Writable: true, OrNone: true}},
})

// errorAttributes are the module's exceptions as attributes of connections.
func errorAttributes() []object.GetSetDef {
	list := make([]object.GetSetDef, 0, errorCount+8)
	for i, e := range errorDefs {
		list = append(list, object.GetSetDef{Name: e.name, Member: true, Get: func(t *Thread, _ Value) Value { return stateOf(t).Errors[i] }})
	}
	return list
}

func connectionOf(v Value) *connection { return object.As[connection](v) }

func connOf(t *Thread, self *connection) *conn {
	c, _ := t.RT.Heap.Handles().Get(uint32(self.Handle)).(*conn)
	return c
}

// openConn is the Go side of a connection that is open; nil: an exception is set.
func openConn(t *Thread, v Value) *conn {
	self := connectionOf(v)
	if !self.Ready {
		raise(t, eProgrammingError, "Base Connection.__init__ not called.")
		return nil
	}
	c := connOf(t, self)
	if c == nil {
		raise(t, eProgrammingError, "Cannot operate on a closed database.")
	}
	return c
}

// checkThread reports whether the running thread may use the connection; else an exception is set.
func checkThread(t *Thread, self *connection) bool {
	if self.Ready && !self.AnyThread && self.Ident != t.Strand.Ident {
		raise(t, eProgrammingError, "SQLite objects created in a thread can only be used in that same thread. The object was created in thread id "+
			native.Utoa(uint64(self.Ident))+" and this is thread id "+native.Utoa(uint64(t.Strand.Ident))+".")
		return false
	}
	return true
}

// usable is openConn in the right thread.
func usable(t *Thread, v Value) *conn {
	if !checkThread(t, connectionOf(v)) {
		return nil
	}
	return openConn(t, v)
}

// settings are the arguments of connect.
type settings struct {
	name       string
	timeout    float64
	detect     int
	isolation  Value
	anyThread  bool
	cached     int
	uri        bool
	autocommit int64
}

func readSettings(t *Thread, a []Value) (s settings, ok bool) {
	s = settings{timeout: 5, cached: 128, autocommit: legacy}
	if s.name, _, ok = native.FSPath(t, a[0]); !ok {
		return
	}
	if a[1] != null {
		if s.timeout, ok = object.AsFloat64(t, a[1]); !ok {
			return
		}
	}
	if a[2] != null {
		if s.detect, ok = object.AsInt(t, a[2]); !ok {
			return
		}
	}
	if s.isolation = t.RT.EmptyStr; a[3] != null {
		if s.isolation, ok = isolationArg(t, a[3]); !ok {
			return
		}
	}
	same, ok := native.OptBool(t, a[4], true)
	if s.anyThread = !same; !ok {
		return
	}
	if a[6] != null {
		if s.cached, ok = object.AsInt(t, a[6]); !ok {
			return
		}
	}
	if s.uri, ok = native.OptBool(t, a[7], false); !ok {
		return
	}
	if a[8] != null {
		s.autocommit, ok = autocommitArg(t, a[8])
	}
	return
}

func isolationArg(t *Thread, v Value) (Value, bool) {
	if v == none {
		return none, true
	}
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "isolation_level must be str or None")
		return null, false
	}
	s, ok := plainText(t, v)
	if !ok {
		return null, false
	}
	switch s = strings.ToUpper(s); s {
	case "", "DEFERRED", "IMMEDIATE", "EXCLUSIVE":
		v = object.Intern(t, s)
		return v, v != null
	}
	object.Raise(t, object.TValueError, "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
	return null, false
}

func autocommitArg(t *Thread, v Value) (int64, bool) {
	switch v {
	case object.True:
		return 1, true
	case object.False:
		return 0, true
	}
	if v.IsInt() {
		if n, _ := object.Int64(v); n == legacy {
			return legacy, true
		}
	}
	object.Raise(t, object.TValueError, "autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")
	return 0, false
}

func initConnection(t *Thread, v Value, args []Value, kw Value) bool {
	if pos, _ := object.SplitKw(args, kw); len(pos) > 1 && !warnPositional(t, "_sqlite3.Connection") {
		return false
	}
	n := len(connectParams.Params)
	a := t.PushArgs(n)
	if a == nil {
		return false
	}
	ok := connectParams.Bind(t, args, kw, a) && object.Audit(t, "sqlite3.connect", a[0])
	var s settings
	if ok {
		s, ok = readSettings(t, a)
	}
	t.PopArgs(n)
	return ok && open(t, v, s) && object.Audit(t, "sqlite3.connect/handle", v)
}

// open opens the database of a connection.
func open(t *Thread, v Value, s settings) bool {
	self := connectionOf(v)
	if self.Ready {
		self.Ready = false
		if c := connOf(t, self); c != nil && !closeConn(t, self, c) {
			return false
		}
	}
	if self.Callbacks = object.NewList(t, 1); self.Callbacks == nil {
		return false
	}
	if self.Instances = object.NewList(t, 0); self.Instances == nil {
		return false
	}
	if self.Cache = object.NewDict(t); self.Cache == nil {
		return false
	}
	w := worldOf(t)
	flags := int32(sqlite.OpenReadWrite | sqlite.OpenCreate)
	switch {
	case w.Files && s.uri:
		flags |= sqlite.OpenURI
	case !w.Files:
		if s.name, s.uri = sealedName(s.name, s.uri); s.name != "" && s.name != ":memory:" {
			raiseCode(t, eOperationalError, "unable to open database file: there are no files in this world, only ':memory:'", sqlite.CantOpen)
			return false
		}
		s.name = ":memory:"
	}
	c := &conn{w: w, t: t, stmts: map[*stmt]bool{}, blobs: map[*blobState]bool{}, wait: time.Duration(s.timeout*1000) * time.Millisecond}
	w.limit(t)
	var rc int32
	var err error
	if c.Conn, rc, err = sqlite.Open(&w.World, s.name, flags, c); err != nil {
		raise(t, eOperationalError, err.Error())
		return false
	}
	w.open[c] = true
	if rc != sqlite.OK {
		if c.fail(t); t.Exc == null {
			t.NoMemory()
		}
		c.shut()
		return false
	}
	self.Handle = uint64(t.RT.Heap.Handles().Put(c))
	t.RT.Heap.Handles().Own(uint32(self.Handle))
	self.RowFactory, self.Text, self.Isolation = none, t.Type(object.TStr).Value(), s.isolation
	self.Trace, self.Authorizer, self.Progress = null, null, null
	self.Ident, self.CacheSize, self.Detect, self.Autocommit = t.Strand.Ident, int64(s.cached), int64(s.detect), s.autocommit
	self.AnyThread, self.Ready = s.anyThread, true
	c.setProgress()
	if ms := c.wait.Milliseconds(); ms > 0 && ms <= math.MaxInt32 {
		c.Waits(int32(ms))
	}
	if !c.enter(t, self) {
		return false
	}
	ok := w.Files || c.exec(t, "PRAGMA temp_store=MEMORY")
	ok = ok && (s.autocommit != 0 || c.exec(t, "BEGIN"))
	c.leave(t)
	return ok
}

// sealedName is the name of a database where there are no files: what URIs may say of databases in memory is left out.
func sealedName(name string, uri bool) (string, bool) {
	if !uri || !strings.HasPrefix(name, "file:") {
		return name, false
	}
	path, query, _ := strings.Cut(name[len("file:"):], "?")
	if path == ":memory:" || strings.Contains("&"+query+"&", "&mode=memory&") {
		return ":memory:", false
	}
	return name, false
}

// usualProgress is how many steps of SQLite's machine there are between two polls.
const usualProgress = 2000

func (c *conn) setProgress() {
	if c.every > 0 {
		c.SetProgress(c.every)
	} else {
		c.SetProgress(usualProgress)
	}
}

// closeConn closes the database. False: an exception is set.
func closeConn(t *Thread, self *connection, c *conn) bool {
	ok := true
	if self.Autocommit == 0 && !c.Autocommit() {
		if !c.enter(t, self) {
			return false
		}
		ok = c.exec(t, "ROLLBACK")
		c.leave(t)
	}
	t.RT.Heap.Handles().Drop(uint32(self.Handle))
	self.Handle = 0
	c.shut()
	self.Cache.Clear(t)
	self.Callbacks, self.Instances = nil, nil
	self.Trace, self.Authorizer, self.Progress = null, null, null
	c.w.settle(t)
	return ok
}

// finalizeConnection closes a connection that nobody closed, and says so.
func finalizeConnection(t *Thread, v Value) Value {
	self := connectionOf(v)
	c := connOf(t, self)
	if !self.Ready || c == nil || c.depth > 0 {
		return none
	}
	exc := t.Exc
	t.ClearExc()
	warnings.Unclosed(t, "unclosed database in", v, v)
	t.ClearExc()
	closeConn(t, self, c)
	t.Exc = exc
	return none
}

// What SQLite holds for the program CPython's collector does not see.
var _ = object.Hides(tConnection, func(v Value) *object.List { return connectionOf(v).Callbacks })

// callConnection is Connection.__call__: it makes a statement.
func callConnection(t *Thread, v Value, args []Value, kw Value) Value {
	c := usable(t, v)
	if c == nil || !object.NoKeywords(t, "sqlite3.Connection", kw) {
		return null
	}
	if len(args) != 1 {
		return object.Raise(t, object.TTypeError, "function takes exactly 1 argument (%d given)", len(args))
	}
	if !object.IsStr(args[0]) {
		return object.Raise(t, object.TTypeError, "argument 1 must be str, not %s", object.TypeName(t, args[0]))
	}
	return newStatement(t, connectionOf(v), c, args[0])
}

func getIsolation(t *Thread, v Value) Value {
	if openConn(t, v) == nil {
		return null
	}
	return connectionOf(v).Isolation
}

func setIsolation(t *Thread, v, x Value) bool {
	if x == null {
		object.Raise(t, object.TAttributeError, "cannot delete attribute")
		return false
	}
	x, ok := isolationArg(t, x)
	if !ok {
		return false
	}
	if x == none {
		// Nothing is to be open any more, as in the versions before.
		connectionOf(v).Isolation = none
		c := usable(t, v)
		return c != nil && commit(t, connectionOf(v), c)
	}
	connectionOf(v).Isolation = x
	return true
}

func getAutocommit(t *Thread, v Value) Value {
	if usable(t, v) == nil {
		return null
	}
	switch connectionOf(v).Autocommit {
	case 1:
		return object.True
	case 0:
		return object.False
	}
	return object.SmallInt(legacy)
}

func setAutocommit(t *Thread, v, x Value) bool {
	c := usable(t, v)
	if c == nil {
		return false
	}
	if x == null {
		object.Raise(t, object.TAttributeError, "cannot delete attribute")
		return false
	}
	n, ok := autocommitArg(t, x)
	if !ok {
		return false
	}
	self := connectionOf(v)
	if !c.enter(t, self) {
		return false
	}
	switch {
	case n == 1 && !c.Autocommit():
		ok = c.exec(t, "COMMIT")
	case n == 0 && c.Autocommit():
		ok = c.exec(t, "BEGIN")
	}
	c.leave(t)
	if ok {
		self.Autocommit = n
	}
	return ok
}

func commit(t *Thread, self *connection, c *conn) bool { return endTransaction(t, self, c, "COMMIT") }

func rollback(t *Thread, self *connection, c *conn) bool {
	return endTransaction(t, self, c, "ROLLBACK")
}

func endTransaction(t *Thread, self *connection, c *conn, how string) bool {
	if !c.enter(t, self) {
		return false
	}
	ok := true
	switch {
	case self.Autocommit == legacy && !c.Autocommit():
		ok = c.exec(t, how)
	case self.Autocommit == 0:
		ok = c.exec(t, how) && c.exec(t, "BEGIN")
	}
	c.leave(t)
	return ok
}
