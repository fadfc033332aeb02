// The module select: waiting for time to pass, for the program's own sockets and for descriptors.

package sockets

import (
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
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
	w := waitedFor{t: t}
	for i := range 3 {
		list := object.ListFromIterable(t, a[i])
		if list == nil {
			return null
		}
		*r.At(i) = object.Of(list)
		if !w.add(list, i) {
			return null
		}
	}
	for first := true; ; first = false {
		left := int64(0)
		if !first {
			left = int64(time.Hour)
			if end >= 0 {
				left = max(end-s.Monotonic(), 0)
			}
		}
		ready, ok := w.ready(r, time.Duration(left))
		if !ok {
			return null
		}
		if ready != nil || !first && end >= 0 && s.Monotonic() >= end {
			if ready == nil {
				ready, _ = w.result(r)
			}
			if ready == nil {
				return null
			}
			return object.Of(ready)
		}
		if !t.Poll() {
			return null
		}
	}
}

// pollTime is how long the system waits for descriptors before the program looks whether somebody interrupts it.
const pollTime = 50 * time.Millisecond

// maxSelected is what descriptors that select takes are below.
const maxSelected = 1024

// waitedFor is what select waits for: the objects of three lists, by their numbers.
type waitedFor struct {
	t     *Thread
	fds   [3][]int
	could [3][]bool // which of them are ready
	files bool      // some are the system's descriptors
}

func (w *waitedFor) add(list *object.List, what int) bool {
	for i := 0; i < list.Len(); i++ {
		fd := *list.At(i)
		if !object.IsIntLike(fd) {
			if fd = native.Call0(w.t, fd, "fileno"); fd == null {
				return false
			}
		}
		n, ok := object.AsInt(w.t, fd)
		if !ok {
			return false
		}
		if n < 0 {
			object.Raise(w.t, object.TValueError, "file descriptor cannot be a negative integer (%d)", n)
			return false
		}
		if socketsKey.Of(w.t.RT).ends[n] == nil {
			if n >= maxSelected {
				object.Raise(w.t, object.TValueError, "filedescriptor out of range in select()")
				return false
			}
			w.files = true
		}
		w.fds[what], w.could[what] = append(w.fds[what], n), append(w.could[what], false)
	}
	return true
}

// ready waits for d, or less, and gives the lists of what is ready, nil if nothing is.
func (w *waitedFor) ready(lists *object.Tuple, d time.Duration) (ready *object.Tuple, ok bool) {
	any := false
	for what := range w.fds {
		for i, fd := range w.fds[what] {
			if end := socketsKey.Of(w.t.RT).ends[fd]; end != nil {
				w.could[what][i] = what == 0 && (len(end.in) > 0 || end.peer.closed) || what == 1 && len(end.peer.in) < maxSocketData
				any = any || w.could[what][i]
			}
		}
	}
	if any {
		d = 0
	}
	switch {
	case w.files:
		some, err := false, error(nil)
		w.t.Outside(func() { some, err = w.poll(min(d, pollTime)) })
		if err != nil {
			native.RaiseIO(w.t, err, null)
			return nil, false
		}
		any = any || some
	case !any && d > 0:
		s := native.SystemOf(w.t)
		w.t.Outside(func() { s.Sleep(d) })
	}
	if !any {
		return nil, true
	}
	return w.result(lists)
}

// result makes the lists of what is ready.
func (w *waitedFor) result(lists *object.Tuple) (*object.Tuple, bool) {
	r := object.NewTuple(w.t, 3)
	if r == nil {
		return nil, false
	}
	for what := range w.fds {
		in, out := object.As[object.List](*lists.At(what)), object.NewList(w.t, 0)
		if out == nil {
			return nil, false
		}
		for i := range w.fds[what] {
			if w.could[what][i] && !out.Append(w.t, *in.At(i)) {
				return nil, false
			}
		}
		*r.At(what) = object.Of(out)
	}
	return r, true
}

// poll asks the system which descriptors are ready.
func (w *waitedFor) poll(d time.Duration) (any bool, err error) {
	p, ok := iomod.BareSystem(w.t).(system.Processes)
	if !ok {
		return false, syscall.EBADF
	}
	var list []system.Waiting
	for what := range w.fds {
		for _, fd := range w.fds[what] {
			if socketsKey.Of(w.t.RT).ends[fd] == nil {
				list = append(list, system.Waiting{FD: fd, Read: what != 1, Write: what == 1})
			}
		}
	}
	if err := p.Ready(list, d); err != nil {
		return false, err
	}
	at := 0
	for what := range w.fds {
		for i, fd := range w.fds[what] {
			if socketsKey.Of(w.t.RT).ends[fd] != nil {
				continue
			}
			f := list[at]
			at++
			if f.Failed {
				return false, syscall.EBADF
			}
			w.could[what][i] = what == 0 && f.Read || what == 1 && f.Write || what == 2 && f.Except
			any = any || w.could[what][i]
		}
	}
	return any, nil
}
