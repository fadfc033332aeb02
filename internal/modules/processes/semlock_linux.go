// _multiprocessing.SemLock: locks and semaphores between processes.

package processes

import (
	"math"
	"syscall"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tSemLock = object.AllocTypeID()

// semLock is a SemLock. What it holds is no descriptor: the memory is mapped as long as the object lives.
type semLock struct {
	heap.Header
	Handle uint64 // of a *semaphore
	Name   Value
	Kind   int64
	Most   int64
	Count  int64 // how often this process holds it
	Owner  int64 // the thread that took it last
}

const (
	recursive = 0 // Kind: a lock that its owner may take again
	counting  = 1
)

// waitStep is how long a thread waits before it looks whether somebody interrupts it.
const waitStep = 50 * time.Millisecond

var _ = native.Register("_multiprocessing", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tSemLock},
		Funcs: []FuncDef{{Name: "sem_unlink", Sig: "(name, /)", F1: semUnlink}},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			flags := object.NewDict(t)
			typ := t.Type(tSemLock)
			typ.Dict.SetStr(t, "SEM_VALUE_MAX", object.SmallInt(semMost))
			return flags != nil && flags.SetStr(t, "HAVE_SEM_OPEN", object.SmallInt(1)) && flags.SetStr(t, "HAVE_SEM_TIMEDWAIT", object.SmallInt(1)) &&
				d.SetStr(t, "flags", object.Of(flags))
		},
	}
})

// may refuses worlds that have no calls of the system.
func may(t *Thread) bool {
	if !iomod.HasCalls(t) {
		native.RaiseIO(t, syscall.ENOSYS, null)
		return false
	}
	return true
}

func nameArg(t *Thread, v Value, what string) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s must be str, not %s", what, object.TypeName(t, v))
		return "", false
	}
	name, _, ok := native.FSPath(t, v)
	return name, ok
}

func semUnlink(t *Thread, _, v Value) Value {
	name, ok := nameArg(t, v, "sem_unlink() argument")
	if !ok || !may(t) {
		return null
	}
	if err := unlinkSemaphore(name); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

func semNew(t *Thread, typ *object.Type, a []Value) Value {
	var n [3]int
	for i := range n {
		var ok bool
		if n[i], ok = object.AsInt(t, a[i]); !ok {
			return null
		}
	}
	name, ok := nameArg(t, a[3], "SemLock() argument 'name'")
	if !ok {
		return null
	}
	unlink, ok := native.OptBool(t, a[4], false)
	if !ok || !may(t) {
		return null
	}
	if n[0] != recursive && n[0] != counting {
		return object.Raise(t, object.TValueError, "unrecognized kind")
	}
	if n[1] < 0 {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	s, err := createSemaphore(name, uint32(n[1]))
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	nameValue := a[3]
	if unlink {
		unlinkSemaphore(name)
		nameValue = none
	}
	return newSemLock(t, typ, s, n[0], n[2], nameValue)
}

func newSemLock(t *Thread, typ *object.Type, s *semaphore, kind, most int, name Value) Value {
	l := native.Alloc[semLock](t, typ)
	if l == nil {
		s.Close()
		return null
	}
	l.Handle = uint64(t.RT.Heap.Handles().Put(s))
	l.Name, l.Kind, l.Most = name, int64(kind), int64(most)
	return object.Of(l)
}

// semRebuild opens a semaphore of another process by its name. Handles mean nothing there.
func semRebuild(t *Thread, self Value, a []Value) Value {
	if !object.IsType(self) {
		return object.Raise(t, object.TTypeError, "a class is needed")
	}
	var n [2]int
	for i := range n {
		var ok bool
		if n[i], ok = object.AsInt(t, a[1+i]); !ok {
			return null
		}
	}
	name, ok := nameArg(t, a[3], "_rebuild() argument 4")
	if !ok || !may(t) {
		return null
	}
	s, err := openSemaphore(name)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return newSemLock(t, object.As[object.Type](self), s, n[0], n[1], a[3])
}

func semOf(t *Thread, v Value) (*semLock, *semaphore) {
	l := object.As[semLock](v)
	s, _ := t.RT.Heap.Handles().Get(uint32(l.Handle)).(*semaphore)
	return l, s
}

func (l *semLock) mine(t *Thread) bool { return l.Count > 0 && l.Owner == t.Strand.Ident }

func semAcquire(t *Thread, v Value, a []Value) Value {
	block, ok := native.OptBool(t, a[0], true)
	if !ok {
		return null
	}
	wait := time.Duration(math.MaxInt64)
	if a[1] != null && a[1] != none {
		if wait, ok = timemod.SecondsOf(t, a[1]); !ok {
			return null
		}
		wait = max(wait, 0)
	}
	l, s := semOf(t, v)
	if l.Kind == recursive && l.mine(t) {
		l.Count++
		return object.True
	}
	if !s.try() {
		if !block {
			return object.False
		}
		is, ok := awaitSem(t, s, wait)
		if !ok {
			return null
		}
		if !is {
			return object.False
		}
	}
	l.Count++
	l.Owner = t.Strand.Ident
	return object.True
}

// awaitSem waits for a place. If ok is false, an exception is set.
func awaitSem(t *Thread, s *semaphore, wait time.Duration) (is, ok bool) {
	sys := native.SystemOf(t)
	end := int64(math.MaxInt64)
	if wait != math.MaxInt64 {
		end = timemod.Deadline(sys, wait)
	}
	s.waits(1)
	defer s.waits(-1)
	for waited := time.Duration(0); ; {
		if s.try() {
			return true, true
		}
		left := time.Duration(end - sys.Monotonic())
		if left <= 0 {
			return false, true
		}
		t.Outside(func() { s.await(min(left, waitStep)) })
		if t.Waited(&waited, waitStep); !t.Poll() {
			return false, false
		}
	}
}

func semRelease(t *Thread, v Value) Value {
	l, s := semOf(t, v)
	switch {
	case l.Kind == recursive && !l.mine(t):
		return object.Raise(t, object.TAssertionError, "attempt to release recursive lock not owned by thread")
	case l.Kind == recursive && l.Count > 1:
		l.Count--
		return none
	case l.Kind == counting && int64(s.value()) >= l.Most:
		return object.Raise(t, object.TValueError, "semaphore or lock released too many times")
	}
	if err := s.post(); err != nil {
		return native.RaiseIO(t, err, null)
	}
	l.Count--
	return none
}

func semGet(f func(t *Thread, l *semLock, s *semaphore) Value) func(*Thread, Value) Value {
	return func(t *Thread, v Value) Value {
		l, s := semOf(t, v)
		return f(t, l, s)
	}
}

func semMember(name string, f func(t *Thread, l *semLock) Value) object.GetSetDef {
	return object.GetSetDef{Name: name, Member: true, Get: func(t *Thread, v Value) Value { return f(t, object.As[semLock](v)) }}
}

var _ = object.DefineType(tSemLock, object.TypeDef{
	Name: "_multiprocessing.SemLock", Size: unsafe.Sizeof(semLock{}), Refs: 1 << 2, LayoutFlags: heap.HasHandle, Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{New: object.BindNew("SemLock", "(kind, value, maxvalue, name, unlink)", semNew)},
	Methods: []FuncDef{
		{Name: "acquire", Sig: "(block=True, timeout=None)", Fn: semAcquire},
		{Name: "release", Sig: "()", F0: semRelease},
		{Name: "__enter__", Sig: "()", F0: func(t *Thread, v Value) Value { return semAcquire(t, v, []Value{null, null}) }},
		{Name: "__exit__", Sig: "(exc_type=None, exc_value=None, exc_tb=None, /)", MaxArgs: 3, FN: func(t *Thread, v Value, _ []Value) Value { return semRelease(t, v) }},
		{Name: "_count", Sig: "()", F0: semGet(func(t *Thread, l *semLock, s *semaphore) Value { return object.NewInt(t, l.Count) })},
		{Name: "_is_mine", Sig: "()", F0: semGet(func(t *Thread, l *semLock, s *semaphore) Value { return object.Bool(l.mine(t)) })},
		{Name: "_get_value", Sig: "()", F0: semGet(func(t *Thread, l *semLock, s *semaphore) Value { return object.SmallInt(int64(s.value())) })},
		{Name: "_is_zero", Sig: "()", F0: semGet(func(t *Thread, l *semLock, s *semaphore) Value { return object.Bool(s.value() == 0) })},
		{Name: "_after_fork", Sig: "()", F0: semGet(func(t *Thread, l *semLock, s *semaphore) Value {
			if l.Count != 0 { // a page that is not written stays the parent's
				l.Count = 0
			}
			return none
		})},
		{Name: "_rebuild", Sig: "(handle, kind, maxvalue, name, /)", MinArgs: 4, MaxArgs: 4, Class: true, FN: semRebuild},
	},
	GetSets: []object.GetSetDef{
		semMember("handle", func(t *Thread, l *semLock) Value { return object.NewInt(t, int64(l.Handle)) }),
		semMember("kind", func(t *Thread, l *semLock) Value { return object.SmallInt(l.Kind) }),
		semMember("maxvalue", func(t *Thread, l *semLock) Value { return object.SmallInt(l.Most) }),
		semMember("name", func(t *Thread, l *semLock) Value { return l.Name }),
	},
})
