//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// What SQLite asks the program during a statement: its functions, collations and handlers.

package sqlitemod

import (
	"time"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/vm/object"
)

// halts are the bits of the breaker word for which a statement stops to look.
const halts = object.BreakCancel | object.BreakSignal | object.BreakMemory

// inside runs f with the runtime's lock. When nobody uses the connection, a statement that is being dropped ends its aggregates: nobody is asked then.
func (c *conn) inside(f func()) {
	if c.self == nil {
		return
	}
	if !c.outside {
		f()
		return
	}
	c.outside = false
	c.t.Inside(c.strand, f)
	c.outside = true
}

// callable is what a slot stands for; Null: nothing any more.
func (c *conn) callable(slot uint32) Value {
	if l := c.self.Callbacks; int(slot) < l.Len() {
		return *l.At(int(slot))
	}
	return null
}

// show shows the exception of a callback, if the program wants that, and forgets it.
func (c *conn) show(callable Value) {
	if c.t.Exc != null && stateOf(c.t).Tracebacks {
		object.WriteUnraisable(c.t, callable)
	}
	c.t.ClearExc()
}

// failed makes a call of a function fail because of the exception that is set.
func (c *conn) failed(x sqlite.Context, callable Value, text string) {
	switch {
	case c.t.Matches(object.TMemoryError):
		x.FailMemory()
	case c.t.Matches(object.TOverflowError):
		x.FailTooBig()
	default:
		x.Fail(text)
	}
	c.show(callable)
}

// call calls f with the arguments of a call by SQLite.
func (c *conn) call(f Value, x sqlite.Context) Value {
	t, n := c.t, x.NumArgs()
	a := t.PushArgs(n)
	if a == nil && n > 0 {
		return null
	}
	r, ok := null, true
	for i := 0; i < n && ok; i++ {
		a[i] = c.argument(x, i)
		ok = a[i] != null
	}
	if ok {
		r = object.Call(t, f, a, null)
	}
	t.PopArgs(n)
	return r
}

func (c *conn) argument(x sqlite.Context, i int) Value {
	t := c.t
	switch x.Type(i) {
	case sqlite.Int:
		return object.NewInt(t, x.Int(i))
	case sqlite.Float:
		return object.Float(x.Float(i))
	case sqlite.Text:
		b, ok := x.Text(i)
		if !ok {
			return t.NoMemory()
		}
		return decoded(t, b)
	case sqlite.Blob:
		b, ok := x.Blob(i)
		if !ok {
			return t.NoMemory()
		}
		return object.NewBytes(t, b)
	}
	return none
}

// answer gives SQLite the result of a function. False: an exception is set.
func (c *conn) answer(x sqlite.Context, v Value) bool {
	t := c.t
	if object.IsIntLike(v) {
		n, ok := int64Of(t, v)
		if ok {
			x.ResultInt(n)
		}
		return ok
	}
	switch {
	case v == none:
		x.ResultNull()
	case object.IsFloatLike(v):
		f, ok := object.AsFloat64(t, v)
		if !ok {
			return false
		}
		x.ResultFloat(f)
	case object.IsStr(v):
		b := utf8Of(t, v)
		if b == nil {
			return false
		}
		if len(b) > maxBytes {
			object.Raise(t, object.TOverflowError, "string is longer than INT_MAX bytes")
			return false
		}
		x.ResultText(b)
	default:
		b, ok := bytesOf(t, v)
		if !ok && t.Exc != null {
			return false
		}
		if !ok {
			raise(t, eProgrammingError, "User-defined functions cannot return '"+object.TypeName(t, v)+"' values to SQLite")
			return false
		}
		if len(b) > maxBytes {
			object.Raise(t, object.TOverflowError, "BLOB longer than INT_MAX bytes")
			return false
		}
		x.ResultBlob(b)
	}
	return true
}

// OnFunc is of sqlite.Hooks, as are the following.
func (c *conn) OnFunc(slot uint32, x sqlite.Context) {
	if c.outside {
		c.inside(func() { c.function(slot, x) })
		return
	}
	c.function(slot, x)
}

func (c *conn) function(slot uint32, x sqlite.Context) {
	f := c.callable(slot)
	if r := c.call(f, x); r == null || !c.answer(x, r) {
		c.failed(x, f, "user-defined function raised exception")
	}
}

// method calls a method of an aggregate's instance; a failure is told to SQLite.
func (c *conn) method(slot uint32, x sqlite.Context, v Value, name string) Value {
	f := object.GetAttr(c.t, v, object.Intern(c.t, name))
	if f == null {
		c.failed(x, c.callable(slot), "user-defined aggregate's '"+name+"' method not defined")
		return null
	}
	r := c.call(f, x)
	if r == null {
		c.failed(x, c.callable(slot), "user-defined aggregate's '"+name+"' method raised error")
	}
	return r
}

func (c *conn) OnStep(slot uint32, x sqlite.Context) {
	c.inside(func() {
		p := x.Instance(true)
		if p == nil {
			x.FailMemory()
			return
		}
		if *p == 0 {
			f := c.callable(slot)
			v := object.Call0(c.t, f)
			if v == null {
				c.failed(x, f, "user-defined aggregate's '__init__' method raised error")
				return
			}
			if *p = c.keep(v); *p == 0 {
				c.failed(x, f, "")
				return
			}
		}
		c.method(slot, x, *c.self.Instances.At(int(*p - 1)), "step")
	})
}

// keep keeps an aggregate's instance; 0: an exception is set.
func (c *conn) keep(v Value) uint64 {
	l := c.self.Instances
	for i := 0; i < l.Len(); i++ {
		if *l.At(i) == null {
			*l.At(i) = v
			return uint64(i + 1)
		}
	}
	if !l.Append(c.t, v) {
		return 0
	}
	return uint64(l.Len())
}

func (c *conn) OnInverse(slot uint32, x sqlite.Context) {
	c.inside(func() {
		if p := x.Instance(true); p != nil && *p != 0 {
			c.method(slot, x, *c.self.Instances.At(int(*p - 1)), "inverse")
		}
	})
}

func (c *conn) OnValue(slot uint32, x sqlite.Context, final bool) {
	c.inside(func() {
		p := x.Instance(!final)
		if p == nil || *p == 0 {
			return // no row was there, or __init__ has failed
		}
		place := c.self.Instances.At(int(*p - 1))
		v := *place
		name := "value"
		if final {
			*place = null
			name = "finalize"
		}
		exc := c.t.Exc
		c.t.ClearExc()
		if r := c.method(slot, x, v, name); r != null && !c.answer(x, r) {
			c.failed(x, c.callable(slot), "user-defined aggregate's '"+name+"' method raised error")
		}
		if final {
			c.t.Exc = exc
		}
	})
}

func (c *conn) OnCompare(slot uint32, a, b []byte) (result int) {
	c.inside(func() {
		t := c.t
		if t.Exc != null { // an earlier comparison has failed
			return
		}
		x, y := decoded(t, a), null
		if x != null {
			y = decoded(t, b)
		}
		if y == null {
			return
		}
		r := object.Call2(t, c.callable(slot), x, y)
		if r == null {
			return
		}
		if !object.IsIntLike(r) {
			if r = object.Index(t, r); r == null {
				t.ClearExc()
				return
			}
		}
		result = object.IntSign(r)
	})
	return
}

// Destroy forgets a callable. SQLite also says so when the connection is being closed.
func (c *conn) OnDestroy(slot uint32) {
	if c.self == nil {
		return
	}
	c.inside(func() {
		if l := c.self.Callbacks; int(slot) < l.Len() {
			*l.At(int(slot)) = null
		}
	})
}

func (c *conn) OnAuthorize(action int32, args [4]*string) (answer int32) {
	const deny = 1
	answer = deny
	c.inside(func() {
		t, f := c.t, c.self.Authorizer
		a := t.PushArgs(5)
		if a == nil {
			c.show(f)
			return
		}
		a[0] = object.SmallInt(int64(action))
		r, ok := null, true
		for i, s := range args {
			if a[i+1] = none; s != nil {
				a[i+1] = decoded(t, []byte(*s))
				ok = ok && a[i+1] != null
			}
		}
		if ok {
			r = object.Call(t, f, a, null)
		}
		t.PopArgs(5)
		if r != null && object.IsIntLike(r) {
			if n, ok := object.AsInt(t, r); ok {
				answer = int32(n)
			}
		}
		c.show(f)
	})
	return
}

func (c *conn) OnProgress() (stop bool) {
	if c.every == 0 && c.t.Breaker.Load()&halts == 0 {
		return false
	}
	c.inside(func() {
		t := c.t
		if t.Exc == null && t.Halted() {
			c.halted, stop = true, true
			return
		}
		if f := c.self.Progress; c.every > 0 && f != null {
			r := object.Call0(t, f)
			n := -1
			if r != null {
				n = object.Truth(t, r)
			}
			if n < 0 {
				c.show(f)
			}
			stop = n != 0
		}
	})
	return
}

// pauses are how long a statement waits for a lock, one time after the other.
var pauses = [...]time.Duration{1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100}

func (c *conn) OnBusy(count int32) (wait bool) {
	if c.w.active > 0 && !c.patient && c.depth == 1 {
		return false // see again
	}
	spent, pause := time.Duration(0), pauses[min(int(count), len(pauses)-1)]
	for i := range count {
		spent += pauses[min(int(i), len(pauses)-1)]
	}
	if pause = min(pause*time.Millisecond, c.wait-spent*time.Millisecond); pause <= 0 {
		return false
	}
	if c.outside {
		time.Sleep(pause)
	} else {
		c.t.Outside(func() { time.Sleep(pause) })
	}
	wait = true
	if c.t.Breaker.Load()&halts != 0 {
		c.inside(func() {
			if c.t.Exc == null && c.t.Halted() {
				c.halted, wait = true, false
			}
		})
	}
	return
}

func (c *conn) OnTrace(s sqlite.Stmt, sql []byte) {
	c.inside(func() {
		t, f := c.t, c.self.Trace
		text := null
		c.Expanded(s, func(b []byte) {
			switch {
			case b != nil:
				text = decoded(t, b)
			case c.Code() == sqlite.NoMem:
				t.NoMemory()
			default:
				raise(t, eDataError, "Expanded SQL string exceeds the maximum string length")
				c.show(f)
				text = decoded(t, sql)
			}
		})
		if text != null {
			object.Call1(t, f, text)
		}
		c.show(f)
	})
}
