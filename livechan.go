// Channels: Python receives from them, sends to them and iterates over them. Who waits gives the lock up, and watches the context of the call.

package psy

import (
	"context"
	"reflect"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

var tLiveChannel = object.AllocTypeID()

func init() {
	d := liveDef("host.channel", tLive, object.Slots{
		Repr: func(t *object.Thread, v object.Value) object.Value {
			x := liveOf(t, v)
			if x.at == nil {
				return object.NewStr(t, "<channel>")
			}
			return object.NewStr(t, "<"+x.class.typ.String()+" at "+object.AddressText(v)+">")
		},
		Iter: func(t *object.Thread, v object.Value) object.Value { return v },
		Next: func(t *object.Thread, v object.Value) object.Value {
			m, more := receive(t, v, -1)
			if !more {
				return object.Null
			}
			return m
		},
	})
	d.Methods = []object.FuncDef{
		{Name: "receive", Sig: "(timeout=None)", Fn: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			wait, ok := timeout(t, a[0])
			if !ok {
				return object.Null
			}
			m, more := receive(t, self, wait)
			if !more && t.Exc == object.Null {
				return object.Raise(t, object.TEOFError, "the channel is closed")
			}
			return m
		}},
		{Name: "send", Sig: "(value, timeout=None)", Fn: func(t *object.Thread, self object.Value, a []object.Value) object.Value {
			wait, ok := timeout(t, a[1])
			if !ok {
				return object.Null
			}
			return send(t, self, a[0], wait)
		}},
		{Name: "close", Sig: "()", F0: func(t *object.Thread, self object.Value) object.Value {
			r, x := runtimeOf(t), liveOf(t, self)
			if !x.made(t, self) {
				return object.Null
			}
			if x.class.typ.ChanDir() == reflect.RecvDir {
				return object.Raise(t, object.TTypeError, "a receive-only channel cannot be closed")
			}
			if r.guarded(func() error { x.elem().Close(); return nil }) != nil {
				return object.Raise(t, object.TValueError, "the channel is closed, or nil")
			}
			return object.None
		}},
	}
	d.GetSets = []object.GetSetDef{
		{Name: "length", Get: func(t *object.Thread, v object.Value) object.Value {
			x := liveOf(t, v)
			if !x.made(t, v) {
				return object.Null
			}
			return object.NewInt(t, int64(x.elem().Len()))
		}},
		{Name: "capacity", Get: func(t *object.Thread, v object.Value) object.Value {
			x := liveOf(t, v)
			if !x.made(t, v) {
				return object.Null
			}
			return object.NewInt(t, int64(x.elem().Cap()))
		}},
	}
	object.DefineType(tLiveChannel, d)
}

// channel is the object of a channel. The same channel gives the same object while that lives.
func (r *Runtime) channel(v reflect.Value) (object.Value, error) {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return r.objectOf(p, v.UnsafePointer(), r.classFor(v.Type()), "")
}

// timeout reads seconds; -1: for ever.
func timeout(t *object.Thread, v object.Value) (time.Duration, bool) {
	if v == object.Null || v == object.None {
		return -1, true
	}
	s, ok := object.AsFloat64(t, v)
	if !ok {
		return 0, false
	}
	if s < 0 || s != s {
		object.Raise(t, object.TValueError, "'timeout' must be a non-negative number")
		return 0, false
	}
	if s > 1e9 {
		return -1, true
	}
	return time.Duration(s * float64(time.Second)), true
}

// chanWait is how long a thread waits before it looks whether it is to end.
const chanWait = 50 * time.Millisecond

// selected waits for an operation on a channel, for the end of the call's context, or for wait. done false: an exception is set.
func (r *Runtime) selected(op reflect.SelectCase, wait time.Duration) (v reflect.Value, ok, done bool) {
	t := r.t
	chosen := 0
	err := r.guarded(func() error { // most often it need not wait
		if op.Dir == reflect.SelectRecv {
			if v, ok = op.Chan.TryRecv(); !v.IsValid() {
				chosen = 1
			}
		} else if !op.Chan.TrySend(op.Send) {
			chosen = 1
		}
		return nil
	})
	var end time.Time
	if wait >= 0 {
		end = time.Now().Add(wait)
	}
	for err == nil && chosen != 0 {
		if !t.Poll() {
			return v, false, false
		}
		nap := chanWait
		if wait >= 0 {
			if nap = min(nap, time.Until(end)); nap <= 0 {
				object.Raise(t, object.TTimeoutError, "the channel was not ready in time")
				return v, false, false
			}
		}
		ctx := r.cancel.context()
		r.outside(func() {
			timer := time.NewTimer(nap)
			defer timer.Stop()
			cases := []reflect.SelectCase{op, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(timer.C)}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(doneChannel(ctx))}}
			chosen, err = choosing(cases, &v, &ok)
		})
	}
	if err != nil {
		object.Raise(t, object.TValueError, "the channel is closed")
		return v, false, false
	}
	return v, ok, true
}

func doneChannel(ctx context.Context) <-chan struct{} { return ctx.Done() }

// choosing is reflect.Select that gives an error where it would panic: for a send to a closed channel.
func choosing(cases []reflect.SelectCase, v *reflect.Value, ok *bool) (chosen int, err error) {
	defer guard(&err)
	chosen, *v, *ok = reflect.Select(cases)
	return chosen, nil
}

// outside calls f, which waits for something of Go's, without the lock. What it calls may not use the runtime.
func (r *Runtime) outside(f func()) {
	outer := r.t.Owner.Swap(0)
	defer r.t.Owner.Store(outer)
	r.t.Outside(f)
}

// receive takes a value. more false: the channel is closed, or an exception is set.
func receive(t *object.Thread, self object.Value, wait time.Duration) (m object.Value, more bool) {
	r, x := runtimeOf(t), liveOf(t, self)
	if !x.made(t, self) {
		return object.Null, false
	}
	if x.class.typ.ChanDir() == reflect.SendDir {
		return object.Raise(t, object.TTypeError, "this channel is only to be sent to"), false
	}
	v, ok, done := r.selected(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: x.elem()}, wait)
	if !done || !ok {
		return object.Null, false
	}
	m, err := r.reflected(v, "value of the channel", 0)
	if err != nil {
		return r.raise(err), false
	}
	return m, true
}

func send(t *object.Thread, self, val object.Value, wait time.Duration) object.Value {
	r, x := runtimeOf(t), liveOf(t, self)
	if !x.made(t, self) {
		return object.Null
	}
	if x.class.typ.ChanDir() == reflect.RecvDir {
		return object.Raise(t, object.TTypeError, "this channel is only to be received from")
	}
	y := reflect.New(x.class.typ.Elem()).Elem()
	if err := toGo(r, val, y, "value for the channel", 0); err != nil {
		return r.raise(err)
	}
	if _, _, done := r.selected(reflect.SelectCase{Dir: reflect.SelectSend, Chan: x.elem(), Send: y}, wait); !done {
		return object.Null
	}
	return object.None
}
