// The module select: waiting for time to pass, and for the program's own sockets. Descriptors cannot be waited for.

package sockets

import (
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register(native.ModuleDef{
	Name:  "select",
	Funcs: []FuncDef{{Name: "select", Sig: "(rlist, wlist, xlist, timeout=None, /)", MinArgs: 3, MaxArgs: 4, FN: selectFunc}},
	Init: func(t *Thread, m Value, d *object.Dict) bool {
		return d.SetStr(t, "error", t.Type(object.TOSError).Value())
	},
})

func selectFunc(t *Thread, _ Value, a []Value) Value {
	end := int64(-1) // when to give up; -1: never
	s := native.SystemOf(t)
	if len(a) > 3 && a[3] != none {
		x, ok := timemod.SecondsOf(t, a[3])
		if !ok {
			if t.ClearIf(object.TTypeError) {
				return object.Raise(t, object.TTypeError, "timeout must be a float or None")
			}
			return null
		}
		if x < 0 {
			return object.Raise(t, object.TValueError, "timeout must be non-negative")
		}
		end = timemod.Deadline(s, x)
	}
	r := object.NewTuple(t, 3)
	if r == nil {
		return null
	}
	for {
		ready := 0
		for i := range 3 {
			l := readyIn(t, a[i], i)
			if l == nil {
				return null
			}
			*r.At(i) = object.Of(l)
			ready += l.Len()
		}
		if ready > 0 {
			return object.Of(r)
		}
		left := int64(time.Hour)
		if end >= 0 {
			if left = end - s.Monotonic(); left <= 0 {
				return object.Of(r)
			}
		}
		if s.Sleep(time.Duration(left)); !t.Poll() {
			return null
		}
	}
}

// readyIn is a list of those sockets that can be read (what 0) or written (what 1); nil: an exception is set.
func readyIn(t *Thread, list Value, what int) *object.List {
	in, out := object.ListFromIterable(t, list), object.NewList(t, 0)
	if in == nil || out == nil {
		return nil
	}
	for i := 0; i < in.Len(); i++ {
		v := *in.At(i)
		fd := v
		if !object.IsIntLike(fd) {
			if fd = native.Call0(t, v, "fileno"); fd == null {
				return nil
			}
		}
		n, ok := object.AsInt(t, fd)
		if !ok {
			return nil
		}
		end := socketsKey.Of(t.RT).ends[n]
		if end == nil {
			native.RaiseIO(t, syscall.EBADF, null)
			return nil
		}
		if what == 0 && (len(end.in) > 0 || end.peer.closed) || what == 1 && len(end.peer.in) < maxSocketData {
			if !out.Append(t, v) {
				return nil
			}
		}
	}
	return out
}
