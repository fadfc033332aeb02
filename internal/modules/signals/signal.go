// The module _signal.

package signals

import (
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// numSignals is how many signals there may be, 0 counted.
const numSignals = 65

var signalNumbers = map[string]int{"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGIOT": 6, "SIGBUS": 7, "SIGFPE": 8,
	"SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15, "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCLD": 17,
	"SIGCONT": 18, "SIGSTOP": 19, "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22, "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27,
	"SIGWINCH": 28, "SIGIO": 29, "SIGPOLL": 29, "SIGPWR": 30, "SIGSYS": 31, "SIGRTMIN": 34, "SIGRTMAX": 64}

const (
	sigDefault = 0
	sigIgnore  = 1
	sigInt     = 2
	sigProf    = 27
	timerProf  = 2
)

var _ = native.Register("_signal", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "default_int_handler", Sig: "(signalnum, frame, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return object.RaiseType(t, object.TKeyboardInterrupt)
			}},
			{Name: "getsignal", Sig: "(signalnum, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := signalArg(t, v)
				if !ok {
					return null
				}
				return signalHandler(t, n)
			}},
			{Name: "signal", Sig: "(signalnum, handler, /)", MinArgs: 2, MaxArgs: 2, FN: setSignal},
			{Name: "raise_signal", Sig: "(signalnum, /)", F1: Raise},
			{Name: "strsignal", Sig: "(signalnum, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := signalArg(t, v)
				if !ok {
					return null
				}
				s := syscall.Signal(n).String()
				if s != "" && s[0]-'a' < 26 {
					s = string(s[0]-'a'+'A') + s[1:]
				}
				return object.NewStr(t, s)
			}},
			{Name: "valid_signals", Sig: "()", F0: func(t *Thread, _ Value) Value {
				s := object.NewSet(t, object.TSet)
				for n := int64(1); s != nil && n < numSignals; n++ {
					if n != 32 && n != 33 && !s.Add(t, object.SmallInt(n)) {
						return null
					}
				}
				return object.Of(s)
			}},
			{Name: "set_wakeup_fd", Sig: "(fd, /, *, warn_on_full_buffer=True)", Fn: setWakeup},
			{Name: "siginterrupt", Sig: "(signalnum, flag, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				_, ok := signalArg(t, a[0])
				return native.DoneIf(ok)
			}},
			{Name: "alarm", Sig: "(seconds, /)", F1: alarm},
			{Name: "setitimer", Sig: "(which, seconds, interval=0.0, /)", MinArgs: 2, MaxArgs: 3, FN: setTimer},
			{Name: "getitimer", Sig: "(which, /)", F1: getTimer},
			{Name: "pause", Sig: "()", F0: pause},
			{Name: "pidfd_send_signal", Sig: "(pidfd, signalnum, siginfo=None, flags=0, /)", Fn: pidfdSend},
			{Name: "pthread_kill", Sig: "(thread_id, signalnum, /)", MinArgs: 2, MaxArgs: 2, FN: threadKill},
			{Name: "pthread_sigmask", Sig: "(how, mask, /)", MinArgs: 2, MaxArgs: 2, FN: setMask},
			{Name: "sigpending", Sig: "()", F0: func(t *Thread, _ Value) Value {
				s := stateKey.Of(t.RT)
				return setOf(t, set(s.arrived.Load())&s.blocked(t))
			}},
			{Name: "sigwait", Sig: "(sigset, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := waitFor(t, v, -1)
				if !ok {
					return null
				}
				return object.SmallInt(int64(n))
			}},
			{Name: "sigwaitinfo", Sig: "(sigset, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := waitFor(t, v, -1)
				if !ok {
					return null
				}
				return infoOf(t, n)
			}},
			{Name: "sigtimedwait", Sig: "(sigset, timeout, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				d, ok := timemod.SecondsOf(t, a[1])
				if !ok {
					return null
				}
				if d < 0 {
					return object.Raise(t, object.TValueError, "timeout must be non-negative")
				}
				n, ok := waitFor(t, a[0], d)
				switch {
				case !ok:
					return null
				case n == 0:
					return none
				}
				return infoOf(t, n)
			}},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			for name, n := range signalNumbers {
				if !d.SetStr(t, name, object.SmallInt(int64(n))) {
					return false
				}
			}
			handlers := object.NewDict(t)
			return handlers != nil && d.SetStr(t, "_handlers", object.Of(handlers)) && d.SetStr(t, "SIG_DFL", object.SmallInt(sigDefault)) &&
				d.SetStr(t, "SIG_IGN", object.SmallInt(sigIgnore)) && d.SetStr(t, "NSIG", object.SmallInt(numSignals)) &&
				d.SetStr(t, "SIG_BLOCK", object.SmallInt(0)) && d.SetStr(t, "SIG_UNBLOCK", object.SmallInt(1)) && d.SetStr(t, "SIG_SETMASK", object.SmallInt(2)) &&
				d.SetStr(t, "ITIMER_REAL", object.SmallInt(0)) && d.SetStr(t, "ITIMER_VIRTUAL", object.SmallInt(1)) && d.SetStr(t, "ITIMER_PROF", object.SmallInt(2)) &&
				setError(t, d) && d.SetStr(t, "struct_siginfo", t.Type(siginfo.ID).Value())
		},
	}
})

// setError makes ItimerError.
func setError(t *Thread, d *object.Dict) bool {
	e := native.NewErrorClass(t, "signal.itimer_error", t.Type(object.TOSError).Value())
	return e != null && d.SetStr(t, "ItimerError", e)
}

func signalArg(t *Thread, v Value) (int, bool) {
	n, ok := object.AsInt(t, v)
	if ok && (n < 1 || n >= numSignals) {
		object.Raise(t, object.TValueError, "signal number out of range")
		return 0, false
	}
	return n, ok
}

// signalDict is a dict of the module: its own, or that of the handlers.
func signalDict(t *Thread, handlers bool) *object.Dict {
	m := native.ImportModule(t, "_signal")
	if m == null {
		return nil
	}
	d := object.As[object.Dict](object.As[object.Module](m).Ext)
	if !handlers {
		return d
	}
	h := d.GetStr(object.Intern(t, "_handlers"))
	if h == null || !object.IsDict(h) {
		object.Raise(t, object.TRuntimeError, "_signal._handlers is no dict")
		return nil
	}
	return object.As[object.Dict](h)
}

func signalHandler(t *Thread, n int) Value {
	h := signalDict(t, true)
	if h == nil {
		return null
	}
	if v := h.Get(t, object.SmallInt(int64(n))); v != null || t.Exc != null {
		return v
	}
	if stateKey.Of(t.RT).ended {
		return none
	}
	if real := realOf(t); real != nil && (real.Ignored(syscall.Signal(n)) || stateKey.Of(t.RT).ignored.has(n)) {
		return object.SmallInt(sigIgnore)
	}
	switch n {
	case sigInt:
		d := signalDict(t, false)
		return native.OrNone(d.GetStr(object.Intern(t, "default_int_handler")))
	case signalNumbers["SIGPIPE"], signalNumbers["SIGXFSZ"]:
		return object.SmallInt(sigIgnore)
	}
	return object.SmallInt(sigDefault)
}

func setSignal(t *Thread, _ Value, a []Value) Value {
	n, ok := signalArg(t, a[0])
	if !ok {
		return null
	}
	if object.TypeOf(t, a[1]).Slots.Call == nil {
		i, fits := int64(-1), false
		if object.IsIntLike(a[1]) {
			i, fits = object.Int64(a[1])
		}
		if !fits || i != sigDefault && i != sigIgnore {
			return object.Raise(t, object.TTypeError, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
		}
	}
	if !mayHandle(t) {
		return object.Raise(t, object.TValueError, "signal only works in main thread of the main interpreter")
	}
	if n == int(syscall.SIGKILL) || n == int(signalNumbers["SIGSTOP"]) {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	if !t.Poll() { // what has come is for the old handler
		return null
	}
	old, h := signalHandler(t, n), signalDict(t, true)
	if old == null || h == nil || !h.Set(t, object.SmallInt(int64(n)), a[1]) {
		return null
	}
	s := stateKey.Of(t.RT)
	s.apart &^= one(n)
	s.observers[n] = nil
	s.act(t, n, a[1])
	if s.stops[n] == nil || a[1] == object.SmallInt(sigIgnore) { // what has come since then has no handler, and the system's action is too late
		s.arrived.And(^uint64(one(n)))
	}
	return old
}

// mayHandle reports whether the running thread is the one that handlers are set by and run in.
func mayHandle(t *Thread) bool { return t.IsMain() && native.SubRightsOf(t) == nil }

// Raise is raise_signal: it calls the handler of a signal, or does what the system does.
func Raise(t *Thread, _, v Value) Value {
	n, ok := signalArg(t, v)
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	if s.blocked(t).has(n) {
		s.arrive(t, n)
		return none
	}
	if f := s.observers[n]; f != nil && !f(t, n) {
		return none
	}
	h := signalHandler(t, n)
	if is, ok := Action(t, n); ok && s.apart.has(n) {
		h = object.SmallInt(int64(is))
	}
	switch {
	case h == null:
		return null
	case h == none:
		real := realOf(t)
		return native.DoneIf(real != nil && real.Ignored(syscall.Signal(n)) || s.strike(t, n))
	case object.IsIntLike(h):
		i, _ := object.Int64(h)
		return native.DoneIf(i == sigIgnore || s.strike(t, n))
	}
	if !t.IsMain() { // where handlers run
		t.AskMain(func(t *Thread) bool { return Raise(t, null, object.SmallInt(int64(n))) != null })
		return none
	}
	if s.wakeup >= 0 && !s.tell(t, n) {
		return null
	}
	frame := none
	if t.Frame != nil {
		frame = object.Of(object.FrameObjectOf(t, t.Frame))
	}
	s.served++
	if frame == null || object.Call2(t, h, object.SmallInt(int64(n)), frame) == null {
		return null
	}
	return none
}

// strike does to the process what the system does by a signal that nobody handles.
func (s *state) strike(t *Thread, n int) bool {
	switch syscall.Signal(n) {
	case syscall.Signal(signalNumbers["SIGCHLD"]), syscall.Signal(signalNumbers["SIGCONT"]), syscall.Signal(signalNumbers["SIGURG"]),
		syscall.Signal(signalNumbers["SIGWINCH"]):
		return true
	}
	if f := s.observers[n]; f != nil { // the signal would arrive here once more
		s.observers[n] = nil
		s.act(t, n, object.SmallInt(sigDefault))
		defer func() {
			s.observers[n] = f
			s.listen(t, n)
		}()
	}
	p, real := system.ProcessesOf(iomod.BareSystem(t)), realOf(t)
	switch {
	case p == nil:
		native.RaiseIO(t, syscall.ENOSYS, null)
		return false
	case real == nil: // a world that may run programs, and is none itself
		native.RaiseIO(t, syscall.EPERM, null)
		return false
	case !system.Listened(syscall.Signal(n)): // another interpreter of the process may
		real.Default(syscall.Signal(n))
		if _, own := real.Blocked(); own { // and none of Go's runtime either, which keeps some for itself
			system.DefaultAction(syscall.Signal(n))
		}
	}
	if err := p.Kill(native.SystemOf(t).ID(system.PID), n, false); err != nil {
		native.RaiseIO(t, err, null)
		return false
	}
	return true
}

// Known tells whether there is a signal with that number.
func Known(n int) bool { return n >= 1 && n < numSignals }

// Interrupt is _thread.interrupt_main: it does as if the signal v (Null: SIGINT) had come, if a function handles it.
func Interrupt(t *Thread, v Value) Value {
	if v == null {
		v = object.SmallInt(sigInt)
	}
	n, ok := signalArg(t, v)
	if !ok {
		return null
	}
	h := signalHandler(t, n)
	switch {
	case h == null || object.IsIntLike(h):
		return native.DoneIf(h != null)
	case h == none:
		object.Raise(t, object.TOSError, "Signal %d ignored due to race condition", n)
		object.TraceHere(t)
		object.WriteUnraisable(t, null)
		return none
	}
	return Raise(t, null, v)
}
