// The module select.

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

var _ = native.Register("select", func() native.ModuleDef {
	return native.ModuleDef{
		Types: selectTypes,
		Funcs: append([]FuncDef{{Name: "select", Sig: "(rlist, wlist, xlist, timeout=None, /)", MinArgs: 3, MaxArgs: 4, FN: selectFunc}}, selectFuncs...),
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "error", t.Type(object.TOSError).Value()) && initSelect(t, d)
		},
	}
})

// maxSelected is what descriptors that select takes are below.
const maxSelected = 1024

// selection is what select waits for: the objects of three lists, by their numbers.
type selection struct {
	t      *Thread
	what   []system.Waiting
	counts [3]int
	ends   bool // some are ends of pairs within the program
}

func selectFunc(t *Thread, _ Value, a []Value) Value {
	wait := time.Duration(-1)
	if len(a) > 3 && a[3] != none {
		d, ok := timemod.SecondsOf(t, a[3])
		if !ok {
			if t.ClearIf(object.TTypeError) {
				return object.Raise(t, object.TTypeError, "timeout must be a float or None")
			}
			return null
		}
		if d < 0 {
			return object.Raise(t, object.TValueError, "timeout must be non-negative")
		}
		wait = d
	}
	lists := object.NewTuple(t, 3)
	if lists == nil {
		return null
	}
	w := selection{t: t}
	for i := range 3 {
		from := object.SequenceFast(t, a[i], "arguments 1-3 must be sequences", null)
		list := object.NewList(t, 0)
		if from == null || list == nil {
			return null
		}
		if *lists.At(i) = object.Of(list); !w.add(from, list, i) {
			return null
		}
	}
	if w.ends {
		if !w.waitForEnds(wait) {
			return null
		}
	} else if !ready(t, w.what, wait) {
		return null
	}
	for _, f := range w.what {
		if f.Failed {
			return native.RaiseIO(t, syscall.EBADF, null)
		}
	}
	return w.result(lists)
}

// add takes the descriptors of a sequence, which fileno methods may change meanwhile, and puts their objects into list.
func (w *selection) add(from Value, list *object.List, what int) bool {
	for i := 0; i < len(object.FastItems(from)); i++ {
		x := object.FastItems(from)[i]
		if !list.Append(w.t, x) {
			return false
		}
		n, ok := descriptorOf(w.t, x)
		if !ok {
			return false
		}
		if socketsKey.Of(w.t.RT).ends[n] != nil {
			w.ends = true
		} else if n >= maxSelected {
			object.Raise(w.t, object.TValueError, "filedescriptor out of range in select()")
			return false
		} else if !mayUse(w.t, n) {
			native.RaiseIO(w.t, syscall.EBADF, null)
			return false
		}
		w.what = append(w.what, system.Waiting{FD: n, Read: what == 0, Write: what == 1, Except: what == 2})
		w.counts[what]++
	}
	return true
}

// lookPoll is how often threads look whether something is asked of them, if there is no descriptor to tell them.
const lookPoll = 50 * time.Millisecond

// endStep is how long a program with ends of pairs sleeps before it looks at them again: only another thread can make them ready.
const endStep = 5 * time.Millisecond

// waitForEnds waits where ends of pairs are among the descriptors.
func (w *selection) waitForEnds(wait time.Duration) bool {
	t, s, ends := w.t, native.SystemOf(w.t), socketsKey.Of(w.t.RT).ends
	last := int64(-1)
	if wait >= 0 {
		last = timemod.Deadline(s, wait)
	}
	want := append([]system.Waiting(nil), w.what...)
	for {
		any := false
		var others []system.Waiting
		for i, f := range want {
			e := ends[f.FD]
			if e == nil {
				others = append(others, f)
				continue
			}
			w.what[i] = system.Waiting{FD: f.FD, Read: f.Read && e.readable(), Write: f.Write && e.writable()}
			any = any || w.what[i].Read || w.what[i].Write
		}
		if len(others) > 0 {
			if !ready(t, others, 0) {
				return false
			}
			for i, f := range want {
				if ends[f.FD] == nil {
					w.what[i], others = others[0], others[1:]
					any = any || w.what[i].Read || w.what[i].Write || w.what[i].Except || w.what[i].Failed
				}
			}
		}
		if any || !t.Poll() {
			return any
		}
		left := time.Duration(time.Hour)
		if last >= 0 {
			if left = time.Duration(last - s.Monotonic()); left <= 0 {
				return true
			}
		}
		if len(others) > 0 || !t.Alone() {
			left = min(left, endStep)
		}
		t.Outside(func() { s.Sleep(left) })
	}
}

// result makes the lists of what is ready.
func (w *selection) result(lists *object.Tuple) Value {
	r := object.NewTuple(w.t, 3)
	if r == nil {
		return null
	}
	at := 0
	for what, n := range w.counts {
		in, out := object.As[object.List](*lists.At(what)), object.NewList(w.t, 0)
		if out == nil {
			return null
		}
		for i := range n {
			f := w.what[at+i]
			if (f.Read || f.Write || f.Except) && !out.Append(w.t, *in.At(i)) {
				return null
			}
		}
		at += n
		*r.At(what) = object.Of(out)
	}
	return object.Of(r)
}

// descriptorOf is the number of a descriptor, or of an object with fileno().
func descriptorOf(t *Thread, v Value) (int, bool) {
	return iomod.Fileno(t, v)
}
