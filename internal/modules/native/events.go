// Which functions of modules tell audit hooks of what they are about to do, and what they tell.

package native

import (
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// event is what a function tells before it works. Its arguments are a list of words, each a letter for the kind, the number of the function's
// own argument, and perhaps =N for one that was left out:
//
//	o as it is, or None     p a path     b a path as bytes     i a number     f flags of open     u a user or group, without sign
//	y a bytes-like object, as bytes      d a dir_fd, -1 for none             n None              t all arguments as a tuple
type event struct{ name, args string }

// events are by module and function.
var events = map[string]map[string]event{
	"posix": {
		"listdir": {"os.listdir", "p0"}, "scandir": {"os.scandir", "p0"}, "mkdir": {"os.mkdir", "p0 i1=511 d2"}, "rmdir": {"os.rmdir", "p0 d1"},
		"rename": {"os.rename", "p0 p1 d2 d3"}, "replace": {"os.rename", "p0 p1 d2 d3"}, "remove": {"os.remove", "p0 d1"}, "unlink": {"os.remove", "p0 d1"},
		"chmod": {"os.chmod", "p0 i1 d2"}, "link": {"os.link", "p0 p1 d2 d3"}, "symlink": {"os.symlink", "p0 p1 d3"}, "utime": {"os.utime", "p0 o1 o2 d3"},
		"fchmod": {"os.chmod", "i0 i1 d9"}, "lchmod": {"os.chmod", "p0 i1 d9"}, "chown": {"os.chown", "p0 u1 u2 d3"}, "fchown": {"os.chown", "i0 u1 u2 d9"},
		"lchown": {"os.chown", "p0 u1 u2 d9"}, "truncate": {"os.truncate", "p0 i1"}, "ftruncate": {"os.truncate", "i0 i1"}, "chdir": {"os.chdir", "p0"},
		"fchdir": {"os.chdir", "i0"}, "putenv": {"os.putenv", "b0 b1"}, "unsetenv": {"os.unsetenv", "b0"}, "open": {"open", "p0 n f1"},
		"kill": {"os.kill", "i0 i1"}, "killpg": {"os.killpg", "i0 i1"},
	},
	"time":    {"sleep": {"time.sleep", "o0"}},
	"gc":      {"get_objects": {"gc.get_objects", "i0=-1"}, "get_referrers": {"gc.get_referrers", "t"}, "get_referents": {"gc.get_referents", "t"}},
	"marshal": {"dumps": {"marshal.dumps", "o0 i1=4"}, "dump": {"marshal.dumps", "o0 i2=4"}, "loads": {"marshal.loads", "y0"}, "load": {"marshal.load", ""}},
	"sys": {
		"_getframemodulename": {"sys._getframemodulename", "i0=0"}, "_current_frames": {"sys._current_frames", ""},
		"_current_exceptions": {"sys._current_exceptions", ""}, "settrace": {"sys.settrace", ""}, "setprofile": {"sys.setprofile", ""},
		"_settraceallthreads": {"sys.settrace", ""}, "_setprofileallthreads": {"sys.setprofile", ""},
	},
	"sys.monitoring": {"register_callback": {"sys.monitoring.register_callback", "o2"}},
	"_socket":        {"gethostname": {"socket.gethostname", ""}},
	"_thread": {
		"start_new_thread": {"_thread.start_new_thread", "o0 o1 o2"}, "start_new": {"_thread.start_new_thread", "o0 o1 o2"},
	},
}

// Audited gives the functions of a module that tell of events their telling.
func Audited(module string, funcs []FuncDef) {
	all := events[module]
	if all == nil {
		return
	}
	for i := range funcs {
		if e, ok := all[funcs[i].Name]; ok {
			e.wrap(&funcs[i])
		}
	}
}

func (e event) wrap(f *FuncDef) {
	switch {
	case f.F0 != nil:
		g := f.F0
		//psy:bounded what is wrapped is the declared function
		f.F0 = func(t *Thread, self Value) Value {
			if t.RT.OnAudit != nil && !e.tell(t, nil) {
				return null
			}
			return g(t, self)
		}
	case f.F1 != nil:
		g := f.F1
		//psy:bounded what is wrapped is the declared function
		f.F1 = func(t *Thread, self, v Value) Value {
			if t.RT.OnAudit != nil && !e.tell(t, []Value{v}) {
				return null
			}
			return g(t, self, v)
		}
	case f.FN != nil:
		g := f.FN
		//psy:bounded what is wrapped is the declared function
		f.FN = func(t *Thread, self Value, a []Value) Value {
			if t.RT.OnAudit != nil && !e.tell(t, a) {
				return null
			}
			return g(t, self, a)
		}
	case f.Fn != nil:
		g := f.Fn
		//psy:bounded what is wrapped is the declared function
		f.Fn = func(t *Thread, self Value, a []Value) Value {
			if t.RT.OnAudit != nil && !e.tell(t, a) {
				return null
			}
			return g(t, self, a)
		}
	default:
		panic("BUG: no event for " + f.Name)
	}
}

// tell tells of the event, unless the arguments are such that the function will refuse them.
func (e event) tell(t *Thread, a []Value) bool {
	words := strings.Fields(e.args)
	if e.args == "t" {
		all := object.TupleOf(t, a)
		return all != null && Audit(t, e.name, object.Tuple1(t, all))
	}
	args := object.NewTuple(t, len(words))
	if args == nil {
		return false
	}
	for i, w := range words {
		v := eventArg(t, w, a)
		if v == null {
			t.ClearExc() // the function itself will complain
			return true
		}
		*args.At(i) = v
	}
	return Audit(t, e.name, object.Of(args))
}

func eventArg(t *Thread, word string, a []Value) Value {
	kind, rest := word[0], word[1:]
	which, def, given := strings.Cut(rest, "=")
	v := null
	if n, err := strconv.Atoi(which); err == nil && n < len(a) {
		v = a[n]
	}
	if v == null && given {
		n, _ := strconv.Atoi(def)
		return object.SmallInt(int64(n))
	}
	switch kind {
	case 'p':
		if v == null || v == none || IsInt(v) {
			return OrNone(v)
		}
		_, name, ok := FSPath(t, v)
		if !ok {
			return null
		}
		return name
	case 'b':
		s, _, ok := FSPath(t, v)
		if !ok {
			return null
		}
		return object.NewBytes(t, []byte(s))
	case 'i', 'f', 'u':
		if v == none && given {
			n, _ := strconv.Atoi(def)
			return object.SmallInt(int64(n))
		}
		n, ok := object.AsInt(t, v)
		switch {
		case !ok:
			return null
		case kind == 'f':
			n |= CloseOnExec
		case kind == 'u':
			n = int(uint32(n))
		}
		return object.SmallInt(int64(n))
	case 'd':
		if v == null || v == none {
			return object.SmallInt(-1)
		}
		return v
	case 'y':
		b, ok := BufferOf(t, v)
		if !ok {
			return null
		}
		return object.NewBytes(t, b)
	}
	return OrNone(v)
}

// Auditing tells whether the program has audit hooks, so that the arguments of an event are worth making.
func Auditing(t *Thread) bool { return t.RT.OnAudit != nil }

// Audit tells the program's audit hooks of an event; args is a tuple, or Null if an exception is set. false: one of the hooks has raised.
func Audit(t *Thread, event string, args Value) bool {
	name := object.Intern(t, event)
	return name != null && args != null && TellHooks(t, t.RT.Extra[ExtraAuditHooks], name, args)
}

// TellHooks calls audit hooks, a list; false: one has raised.
func TellHooks(t *Thread, hooks, event, args Value) bool {
	list := object.As[object.List](hooks)
	for i := 0; i < list.Len(); i++ {
		if object.Call2(t, *list.At(i), event, args) == null {
			return false
		}
	}
	return true
}

// CloseOnExec is the flag O_CLOEXEC of Linux.
const CloseOnExec = 0o2000000
