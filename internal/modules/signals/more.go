// Timers, masks, and waiting for signals.

package signals

import (
	"math"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

var siginfo = native.NewStructSeq("signal.struct_siginfo", []string{"si_signo", "si_code", "si_errno", "si_pid", "si_uid", "si_status", "si_band"}, 7)

// infoOf says of a signal what is known: its number. Go does not tell who sent it.
func infoOf(t *Thread, n int) Value {
	zero := object.SmallInt(0)
	return siginfo.Make(t, object.SmallInt(int64(n)), zero, zero, zero, zero, zero, zero)
}

// alarm is setitimer of the real timer in whole seconds; it gives those that were left of the last one, rounded up.
func alarm(t *Thread, _, v Value) Value {
	n, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	real := realOf(t)
	if real == nil {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	left, _, err := real.SetTimer(0, time.Duration(uint32(n))*time.Second, 0)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.SmallInt(int64(math.Ceil(left.Seconds())))
}

func setTimer(t *Thread, _ Value, a []Value) Value {
	which, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	var times [2]time.Duration
	for k, v := range a[1:] {
		if times[k], ok = timemod.SecondsOf(t, v); !ok {
			return null
		}
	}
	real := realOf(t)
	if real == nil {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	if times[0] < 0 || times[1] < 0 || which < 0 || which > 2 {
		return timerError(t, syscall.EINVAL)
	}
	micro := func(d time.Duration) time.Duration { return (d + time.Microsecond - 1).Truncate(time.Microsecond) }
	set := real.SetTimer
	if which == timerProf {
		set = func(_ int, first, every time.Duration) (left, interval time.Duration, err error) {
			return stateKey.Of(t.RT).setProf(t, first, every)
		}
	}
	left, interval, err := set(which, micro(times[0]), micro(times[1]))
	return timerPair(t, left, interval, err)
}

func getTimer(t *Thread, _, v Value) Value {
	which, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	real := realOf(t)
	switch {
	case real == nil:
		return native.RaiseIO(t, syscall.ENOSYS, null)
	case which < 0 || which > 2:
		return timerError(t, syscall.EINVAL)
	}
	if which == timerProf {
		left, interval, err := stateKey.Of(t.RT).profLeft(t)
		return timerPair(t, left, interval, err)
	}
	left, interval, err := real.Timer(which)
	return timerPair(t, left, interval, err)
}

func timerPair(t *Thread, left, interval time.Duration, err error) Value {
	if err != nil {
		return timerError(t, err)
	}
	return object.Pair(t, object.Float(left.Seconds()), object.Float(interval.Seconds()))
}

func timerError(t *Thread, err error) Value {
	n, _ := err.(syscall.Errno)
	d := signalDict(t, false)
	if d == nil {
		return null
	}
	class := d.GetStr(object.Intern(t, "ItimerError"))
	text := object.NewStr(t, syscall.Errno.Error(n))
	if class == null || text == null {
		return null
	}
	if n == syscall.EINVAL {
		text = object.NewStr(t, "Invalid argument")
	}
	if exc := object.Call2(t, class, object.SmallInt(int64(n)), text); exc != null {
		object.SetExc(t, exc)
	}
	return null
}

// pause waits until a handler has run.
func pause(t *Thread, _ Value) Value {
	s := stateKey.Of(t.RT)
	if realOf(t) == nil {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	before := s.served
	_, ok := s.wait(t, -1, func() bool { return s.served != before })
	return native.DoneIf(ok)
}

// threadKill sends a signal to a thread: the handler runs in the main one all the same.
func threadKill(t *Thread, _ Value, a []Value) Value {
	index := object.Index(t, a[0])
	if index == null {
		return null
	}
	id, _ := object.Int64(index)
	n, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	if n < 0 || n >= numSignals {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	switch {
	case t.RT.StrandOf(id) == nil:
		return native.RaiseIO(t, syscall.ESRCH, null)
	case n == 0:
		return none
	}
	return Raise(t, null, a[1])
}

// pidfdSend is pidfd_send_signal. A signal to the process itself has been handled when it returns, as one of kill.
func pidfdSend(t *Thread, _ Value, a []Value) Value {
	var n [3]int
	for i, v := range []Value{a[0], a[1], a[3]} {
		var ok bool
		if v == null {
			continue
		}
		if n[i], ok = object.AsInt(t, v); !ok {
			return null
		}
	}
	if a[2] != null && a[2] != none {
		return object.Raise(t, object.TTypeError, "siginfo must be None")
	}
	p := system.ProcessesOf(iomod.BareSystem(t))
	if p == nil {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	self, err := p.SendTo(n[0], n[1], n[2])
	switch {
	case err != nil:
		return native.RaiseIO(t, err, null)
	case self:
		return Raise(t, null, a[1])
	}
	return none
}

// setArg reads a set of signals from an iterable.
func setArg(t *Thread, v Value) (set, bool) {
	list := object.ListFromIterable(t, v)
	if list == nil {
		return 0, false
	}
	var s set
	for i := range int(list.Size) {
		index := object.Index(t, *list.At(i))
		if index == null {
			return 0, false
		}
		n, ok := object.Int64(index)
		if !ok || n < 1 || n >= numSignals {
			if !ok {
				n = -1
			}
			object.Raise(t, object.TValueError, "signal number %d out of range [1; %d]", n, numSignals-1)
			return 0, false
		}
		s |= one(int(n))
	}
	return s, true
}

// SetArg reads a set of signals, bit n-1 for signal n.
func SetArg(t *Thread, v Value) (uint64, bool) {
	s, ok := setArg(t, v)
	return uint64(s), ok
}

func setOf(t *Thread, s set) Value {
	all := object.NewSet(t, object.TSet)
	for n := 1; all != nil && n < numSignals; n++ {
		if s.has(n) && !all.Add(t, object.SmallInt(int64(n))) {
			return null
		}
	}
	return object.Of(all)
}

// never are the signals that cannot be blocked.
var never = one(int(syscall.SIGKILL)) | one(signalNumbers["SIGSTOP"])

// setMask is pthread_sigmask. A signal that is blocked comes here, and waits here.
func setMask(t *Thread, _ Value, a []Value) Value {
	how, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	mask, ok := setArg(t, a[1])
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	old := set(t.Strand.Masked)
	now := mask
	switch how {
	case 0:
		now = old | mask
	case 1:
		now = old &^ mask
	case 2:
	default:
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	before := s.blocked(t)
	t.Strand.Masked = uint64(now &^ never)
	after := s.blocked(t)
	for n := 1; n < numSignals; n++ {
		if after.has(n) && !before.has(n) {
			s.listen(t, n)
		}
	}
	for n := 1; n < numSignals; n++ {
		if !after.has(n) && before.has(n) {
			h := signalHandler(t, n)
			if h == null {
				return null
			}
			s.act(t, n, h)
		}
	}
	if s.arrived.Load() != 0 {
		t.Breaker.Or(object.BreakSignal)
		if t.IsMain() && !s.deliver(t) {
			return null
		}
	}
	return setOf(t, old)
}

// waitFor is sigwait: it takes a signal of a set, for which it waits at most d (negative: for ever; then the result is 0).
func waitFor(t *Thread, v Value, d time.Duration) (n int, ok bool) {
	of, ok := setArg(t, v)
	if !ok {
		return 0, false
	}
	if realOf(t) == nil {
		native.RaiseIO(t, syscall.ENOSYS, null)
		return 0, false
	}
	s := stateKey.Of(t.RT)
	for n := 1; n < numSignals; n++ {
		if of.has(n) {
			s.listen(t, n)
		}
	}
	s.awaited |= of
	defer func() { s.awaited &^= of }()
	_, ok = s.wait(t, d, func() bool {
		n = s.take(of)
		return n != 0
	})
	return n, ok
}

// setWakeup is set_wakeup_fd.
func setWakeup(t *Thread, _ Value, a []Value) Value {
	fd, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	warn := true
	if a[1] != null {
		b := object.Truth(t, a[1])
		if b < 0 {
			return null
		}
		warn = b > 0
	}
	if !mayHandle(t) {
		return object.Raise(t, object.TValueError, "set_wakeup_fd only works in main thread of the main interpreter")
	}
	if fd != -1 {
		posix := native.ImportModule(t, "posix")
		if posix == null {
			return null
		}
		blocking := object.CallMethod1(t, posix, object.Intern(t, "get_blocking"), a[0])
		switch {
		case blocking == null:
			return null
		case blocking == object.True:
			return object.Raise(t, object.TValueError, "the fd %d must be in non-blocking mode", fd)
		}
	}
	s := stateKey.Of(t.RT)
	old := s.wakeup
	s.wakeup, s.warn = fd, warn
	return object.SmallInt(int64(old))
}
