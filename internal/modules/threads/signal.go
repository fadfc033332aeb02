// The module _signal. Handlers are kept and can be called by raise_signal; of the signals that the system sends, SIGINT alone arrives, and
// becomes KeyboardInterrupt.

package threads

import (
	"syscall"

	"github.com/psyco-go/psy/internal/modules/native"
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
)

var _ = native.Register(native.ModuleDef{
	Name: "_signal",
	Funcs: append([]FuncDef{
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
		{Name: "set_wakeup_fd", Sig: "(fd, /, *, warn_on_full_buffer=True)", Fn: func(t *Thread, _ Value, a []Value) Value { return object.SmallInt(-1) }},
		{Name: "siginterrupt", Sig: "(signalnum, flag, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value { return none }},
	}, NoProcesses("alarm", "setitimer", "getitimer", "pause")...),
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
			d.SetStr(t, "ItimerError", t.Type(object.TOSError).Value())
	},
})

// NoProcesses are the functions on other processes: there are none to be had.
func NoProcesses(names ...string) (list []FuncDef) {
	for _, n := range names {
		list = append(list, FuncDef{Name: n, MaxArgs: -1, FN: func(t *Thread, _ Value, a []Value) Value {
			return native.RaiseIO(t, syscall.ENOSYS, null)
		}})
	}
	return
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
	if n == int(syscall.SIGKILL) || n == int(signalNumbers["SIGSTOP"]) {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	old, h := signalHandler(t, n), signalDict(t, true)
	if old == null || h == nil || !h.Set(t, object.SmallInt(int64(n)), a[1]) {
		return null
	}
	return old
}

// Raise is raise_signal: it calls the handler of a signal.
func Raise(t *Thread, _, v Value) Value {
	n, ok := signalArg(t, v)
	if !ok {
		return null
	}
	h := signalHandler(t, n)
	switch {
	case h == null:
		return null
	case object.IsIntLike(h):
		if i, _ := object.Int64(h); i == sigIgnore || n == int(signalNumbers["SIGCHLD"]) {
			return none
		}
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	if !t.IsMain() { // where handlers run
		t.AskMain(func(t *Thread) bool { return Raise(t, null, object.SmallInt(int64(n))) != null })
		return none
	}
	frame := none
	if t.Frame != nil {
		frame = object.Of(object.FrameObjectOf(t, t.Frame))
	}
	if frame == null || object.Call2(t, h, object.SmallInt(int64(n)), frame) == null {
		return null
	}
	return none
}

// Handled tells whether a function of the program handles a signal, or it is ignored. An exception may be set.
func Handled(t *Thread, n int) bool {
	if n < 1 || n >= numSignals {
		return false
	}
	h := signalHandler(t, n)
	if h == null {
		return false
	}
	i, ok := object.Int64(h)
	return !object.IsIntLike(h) || ok && i == sigIgnore
}
