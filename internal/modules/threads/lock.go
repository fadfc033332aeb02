// Locks and RLocks.

package threads

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// lockObject is a lock or an RLock.
type lockObject struct {
	heap.Header
	count int64 // how often it is held
	owner int64 // the thread that took it
	noted bool  // it is among the Locks of that thread
}

const timeoutMax = 9223372036.0

// lockWait reads the arguments of acquire: whether the lock may be waited for, and for how long; negative: for ever.
func lockWait(t *Thread, blocking, timeout Value) (may bool, wait time.Duration, ok bool) {
	const forEver = -1
	if blocking != null {
		switch object.Truth(t, blocking) {
		case -1:
			return false, 0, false
		case 1:
			may = true
		}
	} else {
		may = true
	}
	wait = -time.Second
	if timeout != null {
		if wait, ok = timemod.SecondsOf(t, timeout); !ok {
			return false, 0, false
		}
	}
	switch {
	case !may && wait != -time.Second:
		object.Raise(t, object.TValueError, "can't specify a timeout for a non-blocking call")
		return false, 0, false
	case wait < 0 && wait != -time.Second:
		object.Raise(t, object.TValueError, "timeout value must be a non-negative number")
		return false, 0, false
	case wait < 0:
		wait = forEver
	}
	return may, wait, true
}

// acquire takes a lock. note: the same thread will release it, as a rule, before long.
func acquire(t *Thread, self Value, a []Value, reentrant, note bool) Value {
	may, wait, ok := lockWait(t, a[0], a[1])
	if !ok {
		return null
	}
	l, me := object.As[lockObject](self), t.Strand.Ident
	switch {
	case l.count > 0 && reentrant && l.owner == me:
		l.count++
		return object.True
	case l.count > 0 && !may:
		return object.False
	case l.count > 0:
		is, ok := waitFor(t, self, wait, func() bool { return l.count == 0 })
		if !ok {
			return null
		}
		if !is {
			return object.False
		}
	}
	if l.count, l.owner = 1, me; note {
		l.note(t)
	}
	return object.True
}

func (l *lockObject) note(t *Thread) {
	l.noted = true
	t.Locks++
}

// free has nobody hold a lock any more, and wakes one that waits for it.
func free(t *Thread, self Value) {
	l := object.As[lockObject](self)
	if l.count != 0 { // else there is nothing to write: after a fork, that would copy a page
		l.count = 0
	}
	if l.noted {
		l.noted = false
		if s := t.RT.StrandOf(l.owner); s != nil {
			t.GaveBack(s)
		}
	}
	wake(t, self, false)
}

func lockRelease(t *Thread, self Value) Value {
	l := object.As[lockObject](self)
	if l.count == 0 {
		return object.Raise(t, object.TRuntimeError, "release unlocked lock")
	}
	free(t, self)
	return none
}

func rlockRelease(t *Thread, self Value) Value {
	l := object.As[lockObject](self)
	if l.count == 0 || l.owner != t.Strand.Ident {
		return object.Raise(t, object.TRuntimeError, "cannot release un-acquired lock")
	}
	if l.count--; l.count == 0 {
		free(t, self)
	}
	return none
}

func lockState(l *lockObject) string {
	if l.count > 0 {
		return "locked"
	}
	return "unlocked"
}

func newLock(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if len(args) > 0 {
		return object.Raise(t, object.TTypeError, "%s() takes no arguments", typ.NameString())
	}
	return object.AllocInstance(t, typ)
}

// newRLock ignores its arguments, as CPython does.
func newRLock(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	return object.AllocInstance(t, typ)
}

const acquireSig = "(blocking=True, timeout=-1)"

func lockMethods(reentrant bool, release object.UnaryFunc, names ...string) []FuncDef {
	enter := func(t *Thread, self Value, a []Value) Value { return acquire(t, self, a, reentrant, true) }
	take := func(t *Thread, self Value, a []Value) Value { return acquire(t, self, a, reentrant, reentrant) }
	exit := func(t *Thread, self Value, a []Value) Value { return release(t, self) }
	defs := []FuncDef{
		{Name: "__enter__", Sig: acquireSig, Fn: enter},
		{Name: "__exit__", FN: exit, MaxArgs: -1},
		{Name: "_at_fork_reinit", F0: func(t *Thread, self Value) Value {
			free(t, self)
			return none
		}},
	}
	for _, n := range names {
		if n == "acquire" || n == "acquire_lock" {
			defs = append(defs, FuncDef{Name: n, Sig: acquireSig, Fn: take})
		} else {
			defs = append(defs, FuncDef{Name: n, F0: release})
		}
	}
	return defs
}

func lockLocked(t *Thread, self Value) Value {
	return object.Bool(object.As[lockObject](self).count > 0)
}

// owns reports whether the running thread holds an RLock.
func (l *lockObject) owns(t *Thread) bool { return l.count > 0 && l.owner == t.Strand.Ident }

var tLock = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread.lock", Size: unsafe.Sizeof(lockObject{}),
	Slots: object.Slots{New: newLock, Repr: func(t *Thread, v Value) Value {
		return object.NewStr(t, fmt.Sprintf("<%s _thread.lock object at 0x%x>", lockState(object.As[lockObject](v)), t.RT.ID(v)))
	}},
	Methods: append(lockMethods(false, lockRelease, "acquire", "acquire_lock", "release", "release_lock"),
		FuncDef{Name: "locked", F0: lockLocked}, FuncDef{Name: "locked_lock", F0: lockLocked}),
})

var tRLock = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_thread.RLock", Size: unsafe.Sizeof(lockObject{}), Flags: object.TypeBase,
	Slots: object.Slots{New: newRLock, Repr: func(t *Thread, v Value) Value {
		l, owner := object.As[lockObject](v), int64(0)
		if l.count > 0 {
			owner = l.owner
		}
		return object.NewStr(t, fmt.Sprintf("<%s %s object owner=%d count=%d at 0x%x>", lockState(l), object.TypeName(t, v), owner, l.count, t.RT.ID(v)))
	}},
	Methods: append(lockMethods(true, rlockRelease, "acquire", "release"),
		FuncDef{Name: "_is_owned", F0: func(t *Thread, self Value) Value { return object.Bool(object.As[lockObject](self).owns(t)) }},
		FuncDef{Name: "_recursion_count", F0: func(t *Thread, self Value) Value {
			if l := object.As[lockObject](self); l.owns(t) {
				return object.SmallInt(l.count)
			}
			return object.SmallInt(0)
		}},
		FuncDef{Name: "_release_save", F0: func(t *Thread, self Value) Value {
			l := object.As[lockObject](self)
			if l.count == 0 {
				return object.Raise(t, object.TRuntimeError, "cannot release un-acquired lock")
			}
			state := object.Pair(t, object.SmallInt(l.count), object.SmallInt(l.owner))
			if state != null {
				free(t, self)
				l.owner = 0
			}
			return state
		}},
		FuncDef{Name: "_acquire_restore", F1: func(t *Thread, self, state Value) Value {
			if !state.IsExact(object.TTuple) || object.As[object.Tuple](state).Len() != 2 || !object.As[object.Tuple](state).At(0).IsInt() ||
				!object.As[object.Tuple](state).At(1).IsInt() {
				return object.Raise(t, object.TTypeError, "_acquire_restore() argument 1 must be tuple, not %s", object.TypeName(t, state))
			}
			x, l := object.As[object.Tuple](state), object.As[lockObject](self)
			for l.count > 0 { // it must be taken, whatever interrupts the wait
				if _, ok := waitFor(t, self, -1, func() bool { return l.count == 0 }); !ok {
					if t.Doomed {
						return null
					}
					t.ClearExc()
				}
			}
			l.count, l.owner = x.At(0).Int(), x.At(1).Int()
			l.note(t)
			return none
		}}),
})
