//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// Copying databases while they are in use.

package sqlitemod

import (
	"time"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/vm/object"
)

// backup is Connection.backup.
func backup(t *Thread, v Value, a []Value) Value {
	if !isConnection(t, a[0]) {
		return object.Raise(t, object.TTypeError, "backup() argument 'target' must be sqlite3.Connection, not %s", object.TypeName(t, a[0]))
	}
	pages, pause := -1, 0.25
	ok := true
	if a[1] != null {
		if pages, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	name, ok := nameArg(t, a[3], "backup")
	if !ok {
		return null
	}
	if a[4] != null {
		if pause, ok = object.AsFloat64(t, a[4]); !ok {
			return null
		}
	}
	from := usable(t, v)
	if from == nil {
		return null
	}
	to := usable(t, a[0])
	progress := a[2]
	switch {
	case to == nil:
		return null
	case a[0] == v:
		return object.Raise(t, object.TValueError, "target cannot be the same connection instance")
	case progress != null && progress != none && !callable(t, progress):
		return object.Raise(t, object.TTypeError, "progress argument must be a callable")
	case progress == none:
		progress = null
	}
	if pages == 0 {
		pages = -1
	}
	if !from.enter(t, connectionOf(v)) {
		return null
	}
	defer from.leave(t)
	if !to.enter(t, connectionOf(a[0])) {
		return null
	}
	defer to.leave(t)
	b := from.Backup(name, to.Conn)
	if b == nil {
		return to.fail(t)
	}
	ok = copyPages(t, to, b, int32(pages), progress, time.Duration(pause*1000)*time.Millisecond)
	rc := b.Finish()
	if !ok {
		return null
	}
	if rc != sqlite.OK {
		return to.fail(t)
	}
	return none
}

// copyPages copies all pages. False: an exception is set.
func copyPages(t *Thread, to *conn, b *sqlite.Backup, pages int32, progress Value, pause time.Duration) bool {
	for {
		var rc int32
		to.do(t, func() { rc = b.Step(pages) })
		if progress != null {
			if object.Call3(t, progress, object.SmallInt(int64(rc)), object.SmallInt(int64(b.Remaining())), object.SmallInt(int64(b.Pages()))) == null {
				return false
			}
		}
		switch {
		case rc != sqlite.OK && rc != sqlite.Busy && rc != sqlite.Locked:
			return true
		case !t.Poll():
			return false
		case rc != sqlite.OK && !to.again(t, rc):
			end := time.Now().Add(pause)
			for left := pause; left > 0; left = time.Until(end) {
				t.Outside(func() { time.Sleep(min(left, 50*time.Millisecond)) })
				if !t.Poll() {
					return false
				}
			}
		}
	}
}
