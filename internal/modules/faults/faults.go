// Package faults is the module faulthandler, which shows where a program is: on demand, after a timeout, or at a signal. It must not know the
// start of programs.
//
// Under psy Python programs cannot cause faults of the process: what the handler shows are the signals of faults that somebody sends. A timeout or a
// signal takes effect at a thread's next poll, where frames can be inspected.
package faults

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Value   = object.Value
	Thread  = object.Thread
	FuncDef = object.FuncDef
)

const (
	null = object.Null
	none = object.None
)

// state is what a runtime's handler is set to.
type state struct {
	enabled bool
	hooked  bool           // the thread's samples come by here
	late    atomic.Bool    // the timeout's request waits for a poll
	later   *time.Timer    // what asks at a timeout
	serial  atomic.Uint64  // of the timeout; one that was cancelled has another
	header  string         // what the timeout's dump begins with
	out     *iomod.RawFile // where it goes
	exit    bool           // the process ends then
	signals uint64         // that register was called for: bit n-1 for signal n
}

// fatal are the signals of faults, in CPython's words.
var fatal = []struct {
	n    syscall.Signal
	name string
}{
	{syscall.SIGBUS, "Bus error"}, {syscall.SIGILL, "Illegal instruction"}, {syscall.SIGFPE, "Floating-point exception"}, {syscall.SIGABRT, "Aborted"},
	{syscall.SIGSEGV, "Segmentation fault"},
}

var stateKey = object.NewHostKey(func(*object.Runtime) *state { return &state{} })

var _ = native.Register("faulthandler", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "enable", Sig: "(file=sys.stderr, all_threads=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				out, ok := fileArg(t, a[0])
				if !ok {
					return null
				}
				all, ok := native.OptBool(t, a[1], true)
				return native.DoneIf(ok && enable(t, out, all))
			}},
			{Name: "disable", Sig: "()", F0: disable},
			{Name: "is_enabled", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(stateKey.Of(t.RT).enabled) }},
			{Name: "dump_traceback", Sig: "(file=sys.stderr, all_threads=True)", Fn: func(t *Thread, _ Value, a []Value) Value {
				out, ok := fileArg(t, a[0])
				if !ok {
					return null
				}
				all, ok := native.OptBool(t, a[1], true)
				if !ok {
					return null
				}
				dump(t, out, "", all)
				return none
			}},
			{Name: "dump_traceback_later", Sig: "(timeout, repeat=False, file=sys.stderr, exit=False)", Fn: dumpLater},
			{Name: "cancel_dump_traceback_later", Sig: "()", F0: func(t *Thread, _ Value) Value {
				stateKey.Of(t.RT).cancel()
				return none
			}},
			{Name: "_sigsegv", Sig: "(release_gil=False, /)", Fn: func(t *Thread, _ Value, _ []Value) Value {
				return signals.Raise(t, null, object.SmallInt(int64(syscall.SIGSEGV)))
			}},
			{Name: "_sigfpe", Sig: "()", F0: func(t *Thread, _ Value) Value {
				return signals.Raise(t, null, object.SmallInt(int64(syscall.SIGFPE)))
			}},
			{Name: "_sigabrt", Sig: "()", F0: func(t *Thread, _ Value) Value {
				return signals.Raise(t, null, object.SmallInt(int64(syscall.SIGABRT)))
			}},
			{Name: "register", Sig: "(signum, file=sys.stderr, all_threads=True, chain=False)", Fn: register},
			{Name: "unregister", Sig: "(signum, /)", F1: func(t *Thread, _, v Value) Value {
				n, ok := signalArg(t, v)
				if !ok {
					return null
				}
				s, bit := stateKey.Of(t.RT), uint64(1)<<(n-1)
				was := s.signals&bit != 0
				if s.signals &^= bit; was && !observe(t, n, nil) {
					return null
				}
				return object.Bool(was)
			}},
		}}
})

// Enable is the function enable, with descriptor 2: what -X faulthandler and -X dev do when a program starts.
func Enable(t *Thread) bool {
	out, ok := open(t, 2)
	return ok && enable(t, out, true)
}

// enable has the signals of faults show where the program is, before they are handled. False: an exception is set.
func enable(t *Thread, out *iomod.RawFile, all bool) bool {
	stateKey.Of(t.RT).enabled = true
	for _, f := range fatal {
		ok := observe(t, int(f.n), func(t *Thread, n int) bool {
			dump(t, out, "Fatal Python error: "+f.name+"\n\n", all)
			if !observe(t, n, nil) { // another one is not shown
				t.ClearExc()
			}
			return true
		})
		if !ok {
			return false
		}
	}
	return true
}

func disable(t *Thread, _ Value) Value {
	s := stateKey.Of(t.RT)
	was := s.enabled
	s.enabled = false
	for _, f := range fatal {
		if was && !observe(t, int(f.n), nil) {
			return null
		}
	}
	return object.Bool(was)
}

// observe is signals.Observe, which does nothing where the system has no signals. False: an exception is set.
func observe(t *Thread, n int, f signals.Observer) bool {
	return signals.Observe(t, n, f) || t.Exc == null
}

// dump writes where threads are, the last one that was started first: the running one or all.
func dump(t *Thread, out *iomod.RawFile, header string, all bool) {
	if !all {
		out.WriteOnce([]byte(header + "Stack (most recent call first):\n" + stack(t.Frame)))
		return
	}
	out.WriteOnce([]byte(header + everywhere(t, "Current thread")))
}

// everywhere is where all threads are; who is what the running one is called.
func everywhere(t *Thread, who string) string {
	const most = 100
	var b strings.Builder
	for i, s := range slices.Backward(t.RT.Strands()) {
		switch n := len(t.RT.Strands()) - 1 - i; n {
		case 0:
		case most:
			return b.String() + "\n...\n"
		default:
			b.WriteByte('\n')
		}
		name := "Thread"
		if s == t.Strand {
			name = who
		}
		fmt.Fprintf(&b, "%s 0x%016x (most recent call first):\n%s", name, s.Ident, stack(s.Now(t).Frame))
	}
	return b.String()
}

// stack is where a thread is, in CPython's words: at most 100 frames, in ASCII.
func stack(fr *object.Frame) string {
	const most = 100
	var b strings.Builder
	n := 0
	for ; fr != nil; fr = fr.Prev {
		if n++; n > most {
			break
		}
		at := int(uintptr(fr.PC)-uintptr(fr.Code.First)) - 2 // PC stands behind the instruction
		line := "???"
		if l := fr.Code.Line(at); l >= 0 {
			line = fmt.Sprint(l)
		}
		fmt.Fprintf(&b, "  File \"%s\", line %s in %s\n", ascii(fr.Code.Filename), line, ascii(fr.Code.Name))
	}
	if n == 0 {
		b.WriteString("  <no Python frame>\n")
	}
	return b.String()
}

// ascii writes a name with escapes for what is not plain; a long one is cut.
func ascii(v Value) string {
	const most = 500
	var b strings.Builder
	n := 0
	for _, r := range object.GoString(v) {
		if n++; n > most {
			return b.String() + "..."
		}
		switch {
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, "\\x%02x", r)
		case r <= 0xffff:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			fmt.Fprintf(&b, "\\U%08x", r)
		}
	}
	return b.String()
}

// fileArg reads where a dump goes: a descriptor or a file, without one sys.stderr.
func fileArg(t *Thread, v Value) (*iomod.RawFile, bool) {
	if v == null || v == none {
		m := native.ImportModule(t, "sys")
		if m == null {
			return nil, false
		}
		if v = object.GetAttr(t, m, object.Intern(t, "stderr")); v == null {
			t.ClearExc()
			object.Raise(t, object.TRuntimeError, "unable to get sys.stderr")
			return nil, false
		}
		if v == none {
			object.Raise(t, object.TRuntimeError, "sys.stderr is None")
			return nil, false
		}
	}
	if native.IsInt(v) {
		fd, ok := object.AsInt(t, v)
		if ok && fd < 0 {
			object.Raise(t, object.TValueError, "file is not a valid file descriptor")
			ok = false
		}
		if !ok {
			return nil, false
		}
		return open(t, fd)
	}
	n := native.Call0(t, v, "fileno")
	if n == null {
		return nil, false
	}
	fd := -1
	if native.IsInt(n) {
		if i, small := object.Int64(n); small && i == int64(int32(i)) {
			fd = int(i)
		}
	}
	if fd < 0 {
		object.Raise(t, object.TRuntimeError, "file.fileno() is not a valid file descriptor")
		return nil, false
	}
	if native.Call0(t, v, "flush") == null {
		t.ClearExc()
	}
	return open(t, fd)
}

func open(t *Thread, fd int) (*iomod.RawFile, bool) {
	f := &iomod.RawFile{Host: iomod.FilesOf(t.RT), Writable: true}
	f.Adopt(t, fd, "") // nobody is told of one that is not open
	return f, true
}

// hook makes the thread's samples come by here, once in a runtime's life.
//
//psy:bounded the hook that was there before is not this one
func (s *state) hook(t *Thread) {
	if s.hooked {
		return
	}
	s.hooked = true
	old := t.RT.OnSample
	t.RT.OnSample = func(t *Thread) {
		if s.late.Load() {
			s.serve(t)
		}
		if old != nil {
			old(t)
		}
	}
}

// RuntimeCloses stops what would ask a thread that is no more.
func (s *state) RuntimeCloses() { s.cancel() }

// serve writes what the timeout has asked for.
func (s *state) serve(t *Thread) {
	if t.Frame == nil || !s.late.Swap(false) || s.later == nil {
		return
	}
	s.out.WriteOnce([]byte(s.header + everywhere(t, "Thread")))
	if s.exit {
		native.SystemOf(t).Exit(1)
	}
}

func (s *state) cancel() {
	s.serial.Add(1)
	s.late.Store(false)
	if s.later != nil {
		s.later.Stop()
		s.later = nil
	}
}

func dumpLater(t *Thread, _ Value, a []Value) Value {
	wait, ok := timemod.SecondsOf(t, a[0])
	if !ok {
		return null
	}
	if wait <= 0 {
		return object.Raise(t, object.TValueError, "timeout must be greater than 0")
	}
	repeat, ok := native.OptBool(t, a[1], false)
	if !ok {
		return null
	}
	out, ok := fileArg(t, a[2])
	if !ok {
		return null
	}
	exit, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	s := stateKey.Of(t.RT)
	s.cancel()
	s.hook(t)
	s.header, s.out, s.exit = "Timeout ("+clock(wait)+")!\n", out, exit
	serial := s.serial.Load()
	main := t
	var later *time.Timer
	later = time.AfterFunc(time.Duration(math.MaxInt64), func() {
		if s.serial.Load() != serial {
			return
		}
		s.late.Store(true)
		main.Interrupt(object.BreakSample)
		if repeat {
			later.Reset(wait)
		}
	})
	s.later = later
	later.Reset(wait)
	return none
}

// clock writes a time as hours, minutes and seconds.
func clock(d time.Duration) string {
	us := d.Microseconds()
	sec := us / 1e6
	s := fmt.Sprintf("%d:%02d:%02d", sec/3600, sec/60%60, sec%60)
	if us %= 1e6; us != 0 {
		s += fmt.Sprintf(".%06d", us)
	}
	return s
}

// signalArg reads the number of a signal that can be registered.
func signalArg(t *Thread, v Value) (int, bool) {
	n, ok := object.AsInt(t, v)
	if !ok {
		return 0, false
	}
	switch syscall.Signal(n) {
	case syscall.SIGBUS, syscall.SIGILL, syscall.SIGFPE, syscall.SIGABRT, syscall.SIGSEGV:
		object.Raise(t, object.TRuntimeError, "signal %d cannot be registered, use enable() instead", n)
		return 0, false
	}
	if n < 1 || n > 64 {
		object.Raise(t, object.TValueError, "signal number out of range")
		return 0, false
	}
	return n, true
}

func register(t *Thread, _ Value, a []Value) Value {
	n, ok := signalArg(t, a[0])
	if !ok {
		return null
	}
	out, ok := fileArg(t, a[1])
	if !ok {
		return null
	}
	all, ok := native.OptBool(t, a[2], true)
	if !ok {
		return null
	}
	chain, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, syscall.ENOSYS, null)
	}
	if signals.Reserved(n) {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	stateKey.Of(t.RT).signals |= 1 << (n - 1)
	return native.DoneIf(observe(t, n, func(t *Thread, _ int) bool {
		dump(t, out, "", all)
		return chain
	}))
}

var _ = object.Keeps(func(_ *object.Runtime, s *state) (object.Back, error) {
	if s.later != nil || s.signals != 0 {
		return object.Back{}, errors.New("faulthandler waits for a time or a signal")
	}
	enabled, hooked := s.enabled, s.hooked
	return object.Back{Before: func() {
		s.cancel()
		s.header, s.out, s.exit, s.signals = "", nil, false, 0
		s.enabled, s.hooked = enabled, hooked
	}, Copy: func(c *object.Copy, into any) (any, error) {
		x := object.Fill(c, s, into)
		x.enabled = enabled
		return x, nil
	}}, nil
})
