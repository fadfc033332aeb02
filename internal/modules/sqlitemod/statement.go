//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Statements: compiling them, the cache, binding parameters.

package sqlitemod

import (
	"bytes"
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tStatement = object.AllocTypeID()

// statement is a sqlite3.Statement, which programs see by Connection.__call__ alone.
type statement struct {
	header
	Handle uint64 // of a *stmt
	DML    bool   // it changes rows
	Plain  bool   // its parameters have no names
	Params int32
}

var _ = object.DefineType(tStatement, object.TypeDef{
	Name: "sqlite3.Statement", Size: unsafe.Sizeof(statement{}), LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances, NoWeak: true,
})

// stmt is the Go side of a statement.
type stmt struct {
	c *conn
	h sqlite.Stmt // 0: none, since the text was empty, or the connection is closed
}

// Close is called by the collector.
func (s *stmt) Close() error {
	if s.h != 0 {
		s.c.dead = append(s.c.dead, s)
	}
	return nil
}

func stmtOf(t *Thread, s *statement) *stmt {
	return t.RT.Heap.Handles().Get(uint32(s.Handle)).(*stmt)
}

const maxBytes = math.MaxInt32

// cachedStatement is the statement for a text, of which the cache may have one.
func cachedStatement(t *Thread, self *connection, c *conn, sql Value) Value {
	if sql = object.ExactStr(t, sql); sql == null {
		return null
	}
	cache := self.Cache
	if n := cache.FindKey(t, sql); n >= 0 {
		v := cache.Entries.At(n).Val
		if int64(cache.Used) > self.CacheSize/2 && !cache.MoveToEnd(t, n) {
			return null
		}
		return v
	}
	v := newStatement(t, self, c, sql)
	if v == null || self.CacheSize <= 0 {
		return v
	}
	for cache = self.Cache; int64(cache.Used) >= self.CacheSize; {
		cache.DeleteAt(t, cache.FirstAfter(0))
	}
	if !cache.Set(t, sql, v) {
		return null
	}
	return v
}

// newStatement compiles a statement.
func newStatement(t *Thread, self *connection, c *conn, sql Value) Value {
	b := utf8Of(t, sql)
	switch {
	case b == nil:
		return null
	case len(b) > int(c.Limit(sqlite.LimitSQLLength, -1)):
		return raise(t, eDataError, "query string is too large")
	case bytes.IndexByte(b, 0) >= 0:
		return raise(t, eProgrammingError, "the query contains a null character")
	case !c.enter(t, self):
		return null
	}
	defer c.leave(t)
	var h sqlite.Stmt
	var rest int
	var rc int32
	for {
		c.do(t, func() { h, rest, rc = c.Prepare(b) })
		if rc == sqlite.OK {
			break
		}
		if !c.again(t, rc) {
			return c.fail(t)
		}
	}
	s := &stmt{c, h}
	if h != 0 {
		c.stmts[s] = true
	}
	if t.Exc != null { // of a callback
		c.finalize(s)
		return null
	}
	if len(beginning(b[len(b)-rest:])) > 0 {
		c.finalize(s)
		return raise(t, eProgrammingError, "You can only execute one statement at a time.")
	}
	o := object.New[statement](t, tStatement)
	if o == nil {
		c.finalize(s)
		return null
	}
	o.Handle = uint64(t.RT.Heap.Handles().Put(s))
	t.RT.Heap.Handles().Own(uint32(o.Handle))
	o.Params, o.Plain, o.DML = int32(c.Params(h)), true, isDML(beginning(b))
	for i := 1; i <= int(o.Params); i++ {
		if name := c.ParamName(h, i); name != nil && name[0] != '?' {
			o.Plain = false
		}
	}
	return object.Of(o)
}

// beginning is a text from its first word on, without the comments before.
func beginning(b []byte) []byte {
	for len(b) > 0 {
		switch {
		case b[0] == ' ' || b[0] == '\t' || b[0] == '\f' || b[0] == '\n' || b[0] == '\r':
			b = b[1:]
		case len(b) > 1 && b[0] == '-' && b[1] == '-':
			i := bytes.IndexByte(b, '\n')
			if i < 0 {
				return nil
			}
			b = b[i+1:]
		case len(b) > 1 && b[0] == '/' && b[1] == '*':
			i := bytes.Index(b[2:], []byte("*/"))
			if i < 0 {
				return nil
			}
			b = b[i+4:]
		default:
			return b
		}
	}
	return nil
}

func isDML(b []byte) bool {
	for _, word := range [...]string{"insert", "update", "delete", "replace"} {
		if len(b) >= len(word) && bytes.EqualFold(b[:len(word)], []byte(word)) {
			return true
		}
	}
	return false
}

// bind binds the parameters of a statement. False: an exception is set.
func (c *conn) bind(t *Thread, s *statement, h sqlite.Stmt, params Value) bool {
	switch {
	case params.IsExact(object.TTuple):
		a := object.As[object.Tuple](params)
		if a.Len() != int(s.Params) {
			return c.wrongNumber(t, s, int64(a.Len()))
		}
		for i := range a.Len() {
			if !c.bindAt(t, s, h, i, *a.At(i)) {
				return false
			}
		}
		return true
	case object.IsDict(params) || isMapping(t, params):
		return c.bindNamed(t, s, h, params)
	case !isSequence(t, params):
		raise(t, eProgrammingError, "parameters are of unsupported type")
		return false
	}
	n := object.Len(t, params)
	if n < 0 {
		return false
	}
	if n != int64(s.Params) {
		return c.wrongNumber(t, s, n)
	}
	for i := range int(n) {
		v := null
		if params.IsExact(object.TList) {
			if l := object.As[object.List](params); i < l.Len() {
				v = *l.At(i)
			}
		}
		if v == null {
			v = object.GetItem(t, params, object.SmallInt(int64(i)))
		}
		if v == null || !c.bindAt(t, s, h, i, v) {
			return false
		}
	}
	return true
}

func (c *conn) wrongNumber(t *Thread, s *statement, n int64) bool {
	raise(t, eProgrammingError, "Incorrect number of bindings supplied. The current statement uses "+native.Itoa(int(s.Params))+", and there are "+
		native.Itoa(int(n))+" supplied.")
	return false
}

// isSequence reports whether something other than a dict has items by number.
func isSequence(t *Thread, v Value) bool {
	return object.IsList(v) || object.IsTuple(v) || v.IsPtr() && object.LookupSpecial(t, v, object.Intern(t, "__getitem__")) != null
}

// isMapping reports whether items of v go by key only.
func isMapping(t *Thread, v Value) bool { return v.IsExact(object.TMappingProxy) }

// bindAt binds a parameter by its number, from 0.
func (c *conn) bindAt(t *Thread, s *statement, h sqlite.Stmt, i int, v Value) bool {
	if !s.Plain {
		if name := c.ParamName(h, i+1); name != nil && name[0] != '?' && !object.Warn(t, object.TDeprecationWarning, "Binding "+native.Itoa(i+1)+" ('"+
			validText(name)+"') is a named parameter, but you supplied a sequence which requires nameless (qmark) placeholders. Starting with Python 3.14 an "+
			"sqlite3.ProgrammingError will be raised.") {
			return false
		}
	}
	if v = adapted(t, stateOf(t), v); v == null {
		return false
	}
	return c.bindValue(t, h, i+1, v)
}

func (c *conn) bindNamed(t *Thread, s *statement, h sqlite.Stmt, params Value) bool {
	for i := 1; i <= int(s.Params); i++ {
		b := c.ParamName(h, i)
		if b == nil {
			raise(t, eProgrammingError, "Binding "+native.Itoa(i)+" has no name, but you supplied a dictionary (which has only names).")
			return false
		}
		name := validText(b[1:]) // without the :, $ or @
		key := object.NewStr(t, name)
		if key == null {
			return false
		}
		v := null
		if params.IsExact(object.TDict) {
			v = object.As[object.Dict](params).Get(t, key)
		} else {
			v = object.GetItem(t, params, key)
		}
		if v == null {
			if t.Exc == null || t.ClearIf(object.TLookupError) {
				raise(t, eProgrammingError, "You did not supply a value for binding parameter :"+name+".")
			}
			return false
		}
		if v = adapted(t, stateOf(t), v); v == null || !c.bindValue(t, h, i, v) {
			return false
		}
	}
	return true
}

// bindValue binds the parameter i, from 1.
func (c *conn) bindValue(t *Thread, h sqlite.Stmt, i int, v Value) bool {
	rc := int32(0)
	switch {
	case v == none:
		rc = c.BindNull(h, i)
	case v.IsInt():
		n, _ := object.Int64(v)
		rc = c.BindInt(h, i, n)
	case object.IsStr(v):
		b := c.utf8Of(t, v)
		if b == nil {
			return false
		}
		if len(b) > maxBytes {
			object.Raise(t, object.TOverflowError, "string longer than INT_MAX bytes")
			return false
		}
		rc = c.BindText(h, i, b)
	case object.IsIntLike(v):
		n, ok := int64Of(t, v)
		if !ok {
			return false
		}
		rc = c.BindInt(h, i, n)
	case object.IsFloatLike(v):
		f, ok := object.AsFloat64(t, v)
		if !ok {
			return false
		}
		rc = c.BindFloat(h, i, f)
	default:
		b, ok := bytesOf(t, v)
		if !ok && t.Exc != null {
			return false
		}
		if !ok {
			raise(t, eProgrammingError, "Error binding parameter "+native.Itoa(i)+": type '"+object.TypeName(t, v)+"' is not supported")
			return false
		}
		if len(b) > maxBytes {
			object.Raise(t, object.TOverflowError, "BLOB longer than INT_MAX bytes")
			return false
		}
		rc = c.BindBlob(h, i, b)
	}
	if rc != sqlite.OK {
		c.fail(t)
		return false
	}
	return true
}

// utf8Of is the function utf8Of, for bytes that are used before the next ones: short texts have their place in the connection.
func (c *conn) utf8Of(t *Thread, v Value) []byte {
	s := object.As[object.Str](v)
	if n := int(s.Len); n <= shortText && !s.IsASCII() {
		if b, end := s.AppendValid(c.Room()[:0], 0, n); end == n {
			return b
		}
	}
	return utf8Of(t, v)
}

// int64Of is an int as SQLite has them.
func int64Of(t *Thread, v Value) (int64, bool) {
	n := object.Index(t, v)
	if n == null {
		return 0, false
	}
	i, ok := object.Int64(n)
	if !ok {
		object.Raise(t, object.TOverflowError, "Python int too large to convert to SQLite INTEGER")
	}
	return i, ok
}

// bytesOf is the content of a bytes-like object whose bytes lie one after the other; false without an exception: it is no such object.
func bytesOf(t *Thread, v Value) ([]byte, bool) {
	if v.IsExact(object.TMemoryView) && object.GetAttr(t, v, object.Intern(t, "c_contiguous")) == object.False {
		object.Raise(t, object.TBufferError, "memoryview: underlying buffer is not C-contiguous")
		return nil, false
	}
	return object.BufferOf(t, v)
}

// bytesArg is bytesOf for an argument.
func bytesArg(t *Thread, v Value) ([]byte, bool) {
	b, ok := bytesOf(t, v)
	if !ok && t.Exc == null {
		return native.BytesArg(t, v)
	}
	return b, ok
}
