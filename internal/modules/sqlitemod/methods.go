//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The methods of connections.

package sqlitemod

import (
	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var connectionMethods = [...]FuncDef{
	{Name: "cursor", Sig: "(factory=<unrepresentable>)", Fn: func(t *Thread, v Value, a []Value) Value { return newCursor(t, v, a[0]) }},
	{Name: "execute", Sig: "(sql, parameters=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: connectionExecute},
	{Name: "executemany", Sig: "(sql, parameters, /)", MinArgs: 2, MaxArgs: 2, FN: connectionExecuteMany},
	{Name: "executescript", Sig: "(sql_script, /)", F1: func(t *Thread, v, script Value) Value {
		q := newCursor(t, v, null)
		if q == null {
			return null
		}
		return executeScript(t, q, script)
	}},
	{Name: "commit", Sig: "()", F0: func(t *Thread, v Value) Value {
		c := usable(t, v)
		return native.DoneIf(c != nil && commit(t, connectionOf(v), c))
	}},
	{Name: "rollback", Sig: "()", F0: func(t *Thread, v Value) Value {
		c := usable(t, v)
		return native.DoneIf(c != nil && rollback(t, connectionOf(v), c))
	}},
	{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
		self := connectionOf(v)
		switch c := connOf(t, self); {
		case !checkThread(t, self):
			return null
		case !self.Ready:
			return raise(t, eProgrammingError, "Base Connection.__init__ not called.")
		case c == nil:
			return none
		case c.depth > 0:
			return raise(t, eProgrammingError, "Recursive use of cursors not allowed.")
		default:
			return native.DoneIf(closeConn(t, self, c))
		}
	}},
	{Name: "__enter__", Sig: "()", F0: func(t *Thread, v Value) Value {
		if usable(t, v) == nil {
			return null
		}
		return v
	}},
	{Name: "__exit__", Sig: "(type, value, traceback, /)", MinArgs: 3, MaxArgs: 3, FN: leaveConnection},
	{Name: "create_function", Sig: "(name, narg, func, *, deterministic=False)", FK: createFunction},
	{Name: "create_aggregate", Sig: "(name, n_arg, aggregate_class)", FK: createAggregate},
	{Name: "create_window_function", Sig: "(name, num_params, aggregate_class, /)", MinArgs: 3, MaxArgs: 3, FN: createWindowFunction},
	{Name: "create_collation", Sig: "(name, callback, /)", MinArgs: 2, MaxArgs: 2, FN: createCollation},
	{Name: "set_authorizer", Sig: "(authorizer_callback)", FK: setAuthorizer},
	{Name: "set_progress_handler", Sig: "(progress_handler, n)", FK: setProgressHandler},
	{Name: "set_trace_callback", Sig: "(trace_callback)", FK: setTraceCallback},
	{Name: "interrupt", Sig: "()", F0: func(t *Thread, v Value) Value {
		c := openConn(t, v)
		if c == nil {
			return null
		}
		c.Interrupt()
		return none
	}},
	{Name: "iterdump", Sig: "(*, filter=None)", Fn: iterdump},
	{Name: "backup", Sig: "(target, *, pages=-1, progress=None, name='main', sleep=0.25)", Fn: backup},
	{Name: "serialize", Sig: "(*, name='main')", Fn: serialize},
	{Name: "deserialize", Sig: "(data, /, *, name='main')", Fn: deserialize},
	{Name: "blobopen", Sig: "(table, column, row, /, *, readonly=False, name='main')", Fn: openBlob},
	{Name: "getlimit", Sig: "(category, /)", F1: func(t *Thread, v, category Value) Value { return limit(t, v, category, object.SmallInt(-1)) }},
	{Name: "setlimit", Sig: "(category, limit, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value { return limit(t, v, a[0], a[1]) }},
	{Name: "getconfig", Sig: "(op, /)", F1: func(t *Thread, v, op Value) Value { return config(t, v, op, -1) }},
	{Name: "setconfig", Sig: "(op, enable=True, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
		on := 1
		if len(a) > 1 {
			if on = object.Truth(t, a[1]); on < 0 {
				return null
			}
		}
		return config(t, v, a[0], int32(on))
	}},
}

// newCursor is Connection.cursor.
func newCursor(t *Thread, v, factory Value) Value {
	if usable(t, v) == nil {
		return null
	}
	q := null
	if factory == null || factory == t.Type(tCursor).Value() {
		if q = object.AllocInstance(t, t.Type(tCursor)); q == null {
			return null
		}
		o := object.As[cursor](q)
		o.Conn, o.Description, o.LastRowID, o.RowFactory, o.ArraySize, o.RowCount, o.Ready = v, none, none, none, 1, -1, true
	} else if q = object.Call1(t, factory, v); q == null {
		return null
	}
	if !object.TypeOf(t, q).IsSubtype(t.Type(tCursor)) {
		return object.Raise(t, object.TTypeError, "factory must return a cursor, not %s", object.TypeName(t, q))
	}
	if f := connectionOf(v).RowFactory; f != none && f != null {
		object.As[cursor](q).RowFactory = f
	}
	return q
}

// connectionExecute and connectionExecuteMany execute with a new cursor: not one that the method cursor of a derived class would give.
func connectionExecute(t *Thread, v Value, a []Value) Value {
	q := newCursor(t, v, null)
	if q == null {
		return null
	}
	return execute(t, q, a[0], object.Optional(a, 1, null), false)
}

func connectionExecuteMany(t *Thread, v Value, a []Value) Value {
	q := newCursor(t, v, null)
	if q == null {
		return null
	}
	return execute(t, q, a[0], a[1], true)
}

func leaveConnection(t *Thread, v Value, a []Value) Value {
	c, self := usable(t, v), connectionOf(v)
	if c == nil {
		return null
	}
	if a[0] != none || a[1] != none || a[2] != none {
		if !rollback(t, self, c) {
			return null
		}
		return object.False
	}
	if commit(t, self, c) {
		return object.False
	}
	exc := t.Exc
	t.ClearExc()
	if !rollback(t, self, c) && t.Exc != null { // what has failed first is the second one's context
		object.As[object.Exception](t.Exc).Context = exc
		return null
	}
	t.Exc = exc
	return null
}

// bound is the arguments of a method whose parameters will lose their names in later versions: those names are warned of, then f is called.
func bound(t *Thread, sig *object.Signature, method, names string, old int, args []Value, kw Value, f func(a []Value) Value) Value {
	if n := len(args) - object.KwLen(kw); n < old {
		for i := range object.KwLen(kw) {
			name := object.GoString(*object.As[object.Tuple](kw).At(i))
			named := false
			for _, p := range sig.Params[:old] {
				named = named || p.Name == name
			}
			if named {
				s, p := "s", "Parameters "
				if old == 1 {
					s, p = "", "Parameter "
				}
				if !object.Warn(t, object.TDeprecationWarning, "Passing keyword argument"+s+" "+names+" to _sqlite3.Connection."+method+
					"() is deprecated. "+p+names+" will become positional-only in Python 3.15.") {
					return null
				}
				break
			}
		}
	}
	a := t.PushArgs(len(sig.Params))
	if a == nil {
		return null
	}
	r := null
	if sig.Bind(t, args, kw, a) {
		r = f(a)
	}
	t.PopArgs(len(sig.Params))
	return r
}

var (
	createFunctionSig  = object.ParseSignature("create_function", "(name, narg, func, *, deterministic=False)")
	createAggregateSig = object.ParseSignature("create_aggregate", "(name, n_arg, aggregate_class)")
	setAuthorizerSig   = object.ParseSignature("set_authorizer", "(authorizer_callback)")
	setProgressSig     = object.ParseSignature("set_progress_handler", "(progress_handler, n)")
	setTraceSig        = object.ParseSignature("set_trace_callback", "(trace_callback)")
)

// slot is a place for a callable.
func (c *conn) slot(t *Thread, self *connection, f Value) (uint32, bool) {
	l := self.Callbacks
	for i := 1; i < l.Len(); i++ {
		if *l.At(i) == null {
			*l.At(i) = f
			return uint32(i), true
		}
	}
	return uint32(l.Len()), l.Append(t, f)
}

// misuse says that the text of a problem is SQLite's.
const misuse = "misuse"

// register has SQLite take a callable under a name; f tells SQLite.
func register(t *Thread, v, name Value, what string, callable Value, f func(c *conn, name string, slot uint32) int32, problem string) Value {
	text, ok := textArg(t, name, what)
	c := (*conn)(nil)
	if ok {
		c = usable(t, v)
	}
	if c == nil {
		return null
	}
	self := connectionOf(v)
	if !c.enter(t, self) {
		return null
	}
	defer c.leave(t)
	slot := uint32(0)
	if callable != null {
		if slot, ok = c.slot(t, self, callable); !ok {
			return null
		}
	}
	rc := f(c, text, slot)
	if rc == sqlite.OK {
		return none
	}
	switch problem {
	case "":
		return c.fail(t)
	case misuse:
		return raise(t, eProgrammingError, validText(c.ErrStr(rc)))
	}
	return raise(t, eOperationalError, problem)
}

func createFunction(t *Thread, v Value, args []Value, kw Value) Value {
	return bound(t, createFunctionSig, "create_function", "'name', 'narg' and 'func'", 3, args, kw, func(a []Value) Value {
		if _, ok := textArg(t, a[0], "create_function() argument 'name'"); !ok {
			return null
		}
		n, ok := object.AsInt(t, a[1])
		if !ok {
			return null
		}
		det, ok := native.OptBool(t, a[3], false)
		if !ok {
			return null
		}
		return register(t, v, a[0], "create_function() argument 'name'", a[2], func(c *conn, name string, slot uint32) int32 {
			flags := int32(0)
			if det {
				flags = sqlite.Deterministic
			}
			return c.CreateFunction(name, int32(n), flags, slot)
		}, "Error creating function")
	})
}

func createAggregate(t *Thread, v Value, args []Value, kw Value) Value {
	const names = "'name', 'n_arg' and 'aggregate_class'"
	return bound(t, createAggregateSig, "create_aggregate", names, 3, args, kw, func(a []Value) Value {
		if _, ok := textArg(t, a[0], "create_aggregate() argument 'name'"); !ok {
			return null
		}
		n, ok := object.AsInt(t, a[1])
		if !ok {
			return null
		}
		return register(t, v, a[0], "create_aggregate() argument 'name'", a[2], func(c *conn, name string, slot uint32) int32 {
			return c.CreateAggregate(name, int32(n), slot, false)
		}, "Error creating aggregate")
	})
}

func createWindowFunction(t *Thread, v Value, a []Value) Value {
	const what = "create_window_function() argument 1"
	if _, ok := textArg(t, a[0], what); !ok {
		return null
	}
	n, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	class := a[2]
	if class == none {
		class = null
	}
	return register(t, v, a[0], what, class, func(c *conn, name string, slot uint32) int32 {
		return c.CreateAggregate(name, int32(n), slot, true)
	}, misuse)
}

func createCollation(t *Thread, v Value, a []Value) Value {
	const what = "create_collation() argument 1"
	if _, ok := textArg(t, a[0], what); !ok || usable(t, v) == nil {
		return null
	}
	f := a[1]
	if f == none {
		f = null
	} else if !callable(t, f) {
		return object.Raise(t, object.TTypeError, "parameter must be callable")
	}
	return register(t, v, a[0], what, f, func(c *conn, name string, slot uint32) int32 { return c.CreateCollation(name, slot) }, "")
}

func callable(t *Thread, v Value) bool { return object.TypeOf(t, v).Slots.Call != nil }

func setAuthorizer(t *Thread, v Value, args []Value, kw Value) Value {
	const name = "'authorizer_callback'"
	return bound(t, setAuthorizerSig, "set_authorizer", name, 1, args, kw, func(a []Value) Value {
		c, self := usable(t, v), connectionOf(v)
		if c == nil || !c.enter(t, self) {
			return null
		}
		defer c.leave(t)
		self.Authorizer = null
		if a[0] != none {
			self.Authorizer = a[0]
		}
		if c.SetAuthorizer(a[0] != none) != sqlite.OK {
			self.Authorizer = null
			return raise(t, eOperationalError, "Error setting authorizer callback")
		}
		return none
	})
}

func setProgressHandler(t *Thread, v Value, args []Value, kw Value) Value {
	const name = "'progress_handler'"
	return bound(t, setProgressSig, "set_progress_handler", name, 1, args, kw, func(a []Value) Value {
		n, ok := object.AsInt(t, a[1])
		if !ok {
			return null
		}
		c, self := usable(t, v), connectionOf(v)
		if c == nil || !c.enter(t, self) {
			return null
		}
		defer c.leave(t)
		self.Progress, c.every = null, 0
		if a[0] != none && n > 0 {
			self.Progress, c.every = a[0], int32(n)
		}
		c.setProgress()
		return none
	})
}

func setTraceCallback(t *Thread, v Value, args []Value, kw Value) Value {
	const name = "'trace_callback'"
	return bound(t, setTraceSig, "set_trace_callback", name, 1, args, kw, func(a []Value) Value {
		c, self := usable(t, v), connectionOf(v)
		if c == nil || !c.enter(t, self) {
			return null
		}
		defer c.leave(t)
		self.Trace = null
		if a[0] != none {
			self.Trace = a[0]
		}
		c.SetTrace(a[0] != none)
		return none
	})
}

func iterdump(t *Thread, v Value, a []Value) Value {
	if openConn(t, v) == nil {
		return null
	}
	m := native.ImportModule(t, "sqlite3.dump")
	if m == null {
		return null
	}
	f := object.LookupAttr(t, m, object.Intern(t, "_iterdump"))
	if f == null {
		if t.Exc == null {
			raise(t, eOperationalError, "Failed to obtain _iterdump() reference")
		}
		return null
	}
	kw := object.NewDict(t)
	if kw == nil || !kw.SetStr(t, "filter", native.OrNone(a[0])) {
		return null
	}
	pos := object.Tuple1(t, v)
	if pos == null {
		return null
	}
	return object.CallTuple(t, f, object.As[object.Tuple](pos), kw)
}

func limit(t *Thread, v, category, n Value) Value {
	id, ok := object.AsInt(t, category)
	if !ok {
		return null
	}
	to, ok := object.AsInt(t, n)
	if !ok {
		return null
	}
	c := usable(t, v)
	if c == nil {
		return null
	}
	r := c.Limit(int32(id), int32(to))
	if r < 0 {
		return raise(t, eProgrammingError, "'category' is out of bounds")
	}
	return object.SmallInt(int64(r))
}

func config(t *Thread, v, op Value, on int32) Value {
	n, ok := object.AsInt(t, op)
	if !ok {
		return null
	}
	c := usable(t, v)
	if c == nil {
		return null
	}
	const first, last = sqlite.ConfigFirst, sqlite.ConfigLast
	if n < first || n > last {
		return object.Raise(t, object.TValueError, "unknown config 'op': %d", n)
	}
	now, rc := c.Config(int32(n), on)
	switch {
	case rc != sqlite.OK:
		return c.failAs(t, rc)
	case on < 0:
		return object.Bool(now != 0)
	case now != on:
		return raise(t, eOperationalError, "Unable to set config")
	}
	return none
}

// nameArg is the argument name, the name of a database.
func nameArg(t *Thread, v Value, method string) (string, bool) {
	if v == null {
		return "main", true
	}
	return textArg(t, v, method+"() argument 'name'")
}

func serialize(t *Thread, v Value, a []Value) Value {
	name, ok := nameArg(t, a[0], "serialize")
	if !ok {
		return null
	}
	c, self := usable(t, v), connectionOf(v)
	if c == nil || !c.enter(t, self) {
		return null
	}
	defer c.leave(t)
	r := null
	if !c.Serialize(name, func(b []byte) { r = object.NewBytes(t, b) }) && t.Exc == null {
		return raise(t, eOperationalError, "unable to serialize '"+name+"'")
	}
	return r
}

func deserialize(t *Thread, v Value, a []Value) Value {
	var b []byte
	if object.IsStr(a[0]) {
		if b = utf8Of(t, a[0]); b == nil {
			return null
		}
	} else {
		var ok bool
		if b, ok = bytesArg(t, a[0]); !ok {
			return null
		}
	}
	name, ok := nameArg(t, a[1], "deserialize")
	if !ok {
		return null
	}
	c, self := usable(t, v), connectionOf(v)
	if c == nil || !c.enter(t, self) {
		return null
	}
	defer c.leave(t)
	rc := c.Deserialize(name, b)
	for rc != sqlite.OK && c.again(t, rc) {
		rc = c.Deserialize(name, b)
	}
	if rc != sqlite.OK {
		return c.fail(t)
	}
	return none
}
