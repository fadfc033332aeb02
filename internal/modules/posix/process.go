// Other processes: _posixsubprocess, pipes, waiting, signals, exec. A world whose System has none refuses.

package posix

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var posixProcessFuncs = []FuncDef{
	{Name: "pipe", Sig: "()", F0: func(t *Thread, _ Value) Value { return posixPipe(t, false, true) }},
	{Name: "pipe2", Sig: "(flags, /)", F1: posixPipe2},
	{Name: "waitpid", Sig: "(pid, options, /)", MinArgs: 2, MaxArgs: 2, FN: posixWaitpid},
	{Name: "wait", Sig: "()", F0: func(t *Thread, _ Value) Value { return waitChild(t, -1, 0) }},
	{Name: "kill", Sig: "(pid, signal, /)", MinArgs: 2, MaxArgs: 2, FN: posixKill},
	{Name: "killpg", Sig: "(pgid, signal, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value { return sendSignal(t, a, true) }},
	{Name: "execv", Sig: "(path, argv, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value { return posixExec(t, "execv", a[0], a[1], null) }},
	{Name: "execve", Sig: "(path, argv, env)", Fn: func(t *Thread, _ Value, a []Value) Value { return posixExec(t, "execve", a[0], a[1], a[2]) }},
	{Name: "posix_spawn", Sig: spawnSig, Fn: func(t *Thread, _ Value, a []Value) Value { return posixSpawn(t, "posix_spawn", a) }},
	{Name: "posix_spawnp", Sig: spawnSig, Fn: func(t *Thread, _ Value, a []Value) Value { return posixSpawn(t, "posix_spawnp", a) }},
	{Name: "system", Sig: "(command)", Fn: posixSystem},
	{Name: "umask", Sig: "(mask, /)", F1: posixUmask},
	{Name: "get_inheritable", Sig: "(fd, /)", F1: posixGetInheritable},
	{Name: "set_inheritable", Sig: "(fd, inheritable, /)", MinArgs: 2, MaxArgs: 2, FN: posixSetInheritable},
}

var _ = native.Register("_posixsubprocess", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{{
			Name: "fork_exec",
			Sig: "(args, executable_list, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, errpipe_read, errpipe_write, " +
				"restore_signals, call_setsid, pgid_to_set, gid, extra_groups, uid, child_umask, preexec_fn, allow_vfork, /)",
			MinArgs: 23, MaxArgs: 23, FN: forkExec,
		}}}
})

// processesOf is the System's processes; nil: it has none, and an exception is set.
func processesOf(t *Thread) system.Processes {
	p := system.ProcessesOf(iomod.BareSystem(t))
	if p == nil {
		native.RaiseIO(t, syscall.ENOSYS, null)
	}
	return p
}

func intPair(t *Thread, a, b int) Value {
	return object.Pair(t, object.SmallInt(int64(a)), object.SmallInt(int64(b)))
}

func posixPipe(t *Thread, inherited, wait bool) Value {
	p := processesOf(t)
	if p == nil {
		return null
	}
	r, w, err := p.Pipe()
	for _, fd := range [...]int{r, w} {
		if err == nil && inherited {
			err = p.SetInheritable(fd, true)
		}
		if err == nil && !wait {
			err = p.SetNonblock(fd)
		}
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return intPair(t, r, w)
}

// posixPipe2 takes the flags O_CLOEXEC, without which children inherit the pipe, and O_NONBLOCK.
func posixPipe2(t *Thread, _, v Value) Value {
	flags, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	if flags&^(iomod.Cloexec|openFlags["O_NONBLOCK"]) != 0 {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	return posixPipe(t, flags&iomod.Cloexec == 0, flags&openFlags["O_NONBLOCK"] == 0)
}

func init() { heap.Transparent("posix.posixWaitpid", "posix.waitChild") } // they have numbers

func posixWaitpid(t *Thread, _ Value, a []Value) Value {
	pid, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	options, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	return waitChild(t, pid, options)
}

// waitChild is a process that has ended, and its status.
func waitChild(t *Thread, pid, options int) Value {
	const noHang = 1
	p := processesOf(t)
	if p == nil {
		return null
	}
	if n := unborn.Of(t.RT); *n > 0 && pid == native.SystemOf(t).ID(system.PID) {
		*n--
		return intPair(t, pid, 255<<8)
	}
	for waited := time.Duration(0); ; {
		var ended, status int
		var err error
		step, told := iomod.Step(t), t.RT.Told()
		t.Outside(func() { ended, status, err = p.Wait(pid, options, told, step) })
		switch {
		case err != nil:
			return native.RaiseIO(t, err, null)
		case ended != 0:
			return intPair(t, ended, status)
		case options&noHang != 0:
			return intPair(t, 0, 0)
		}
		if t.Waited(&waited, step); !t.Poll() {
			return null
		}
	}
}

// posixKill does with a signal to the process itself what the program, or the system, does with one that has arrived.
func posixKill(t *Thread, self Value, a []Value) Value {
	pid, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	if pid == native.SystemOf(t).ID(system.PID) {
		n, ok := object.AsInt(t, a[1])
		if !ok {
			return null
		}
		if signals.Known(n) || system.ProcessesOf(iomod.BareSystem(t)) == nil {
			return signals.Raise(t, self, a[1])
		}
	}
	return sendSignal(t, a, false)
}

func sendSignal(t *Thread, a []Value, group bool) Value {
	pid, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	n, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	if err := p.Kill(pid, n, group); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// systemTexts are the texts of a sequence of str, bytes or paths.
func systemTexts(t *Thread, v Value) ([]string, bool) {
	l := object.ListFromIterable(t, v)
	if l == nil {
		return nil, false
	}
	texts := make([]string, 0, l.Len())
	for i := 0; i < l.Len(); i++ {
		s, ok := systemText(t, *l.At(i))
		if !ok {
			return nil, false
		}
		texts = append(texts, s)
	}
	return texts, true
}

func systemText(t *Thread, v Value) (string, bool) {
	s, _, ok := native.FSPath(t, v)
	if ok && strings.IndexByte(s, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null byte")
		return "", false
	}
	return s, ok
}

func numbers(t *Thread, v Value, wrong string) ([]int, bool) {
	l := object.ListFromIterable(t, v)
	if l == nil {
		return nil, false
	}
	list := make([]int, 0, l.Len())
	for i := 0; i < l.Len(); i++ {
		n, ok := object.AsInt(t, *l.At(i))
		if !ok || int(int32(n)) != n && int(uint32(n)) != n {
			t.ClearExc()
			object.Raise(t, object.TValueError, "%s", wrong)
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// AroundFork does before a fork what must be done by packages above this one, and tells what to do after it. False: an exception is set.
var AroundFork func(t *Thread) (after func(child bool), ok bool)

// forkExec starts a process for the module subprocess. What goes wrong is told through a pipe, as the child would tell it; the number returned is
// then no child's.
func forkExec(t *Thread, _ Value, a []Value) Value {
	p := processesOf(t)
	if p == nil {
		return null
	}
	if a[21] != none {
		if t.RT.Finalizing {
			return object.Raise(t, object.TPythonFinalizationError, "preexec_fn not supported at interpreter shutdown")
		}
		if native.SubRightsOf(t) != nil {
			return object.Raise(t, object.TRuntimeError, "preexec_fn not supported within subinterpreters")
		}
		if !CanFork(t) {
			return object.Raise(t, object.TRuntimeError, "preexec_fn is not supported: this process cannot be forked")
		}
	}
	c, errPipe := &system.Child{UID: -1, GID: -1}, 0
	if !childOf(t, a, c, &errPipe) {
		return null
	}
	if a[21] != none {
		return forkCalling(t, c, a[21], errPipe)
	}
	signals.Hand(t, c)
	iomod.FilesOf(t.RT).Settle()
	pid, noDir, err := p.Start(c)
	if err == nil {
		return object.SmallInt(int64(pid))
	}
	what := ""
	if noDir {
		what = "noexec:chdir"
	}
	w, opened := native.SystemOf(t).Descriptor(errPipe, "")
	if opened != nil {
		return native.RaiseIO(t, err, null)
	}
	if _, e := fmt.Fprintf(w, "OSError:%X:%s", int(native.ErrnoOf(err)), what); e != nil {
		return native.RaiseIO(t, e, null)
	}
	*unborn.Of(t.RT)++
	return object.SmallInt(int64(native.SystemOf(t).ID(system.PID)))
}

// unborn is how many processes could not be started, and have not been waited for.
var unborn = object.NewHostKey(func(*object.Runtime) *int { return new(int) })

// childOf reads the arguments of fork_exec.
func childOf(t *Thread, a []Value, c *system.Child, errPipe *int) (ok bool) {
	if c.Args, ok = systemTexts(t, a[0]); !ok {
		return false
	}
	if c.Programs, ok = systemTexts(t, a[1]); !ok {
		return false
	}
	if c.Close, ok = native.OptBool(t, a[2], true); !ok {
		return false
	}
	if c.Keep, ok = numbers(t, a[3], "bad value(s) in fds_to_keep"); !ok {
		return false
	}
	for i, fd := range c.Keep {
		if fd < 0 || i > 0 && fd <= c.Keep[i-1] {
			object.Raise(t, object.TValueError, "bad value(s) in fds_to_keep")
			return false
		}
	}
	if a[4] != none {
		if c.Dir, ok = systemText(t, a[4]); !ok {
			return false
		}
	}
	if a[5] != none {
		if c.Env, ok = systemTexts(t, a[5]); !ok {
			return false
		}
		if c.Env == nil {
			c.Env = []string{}
		}
	}
	for arg, n := range map[int]*int{6: &c.Streams[0], 9: &c.Streams[1], 11: &c.Streams[2], 13: errPipe, 16: &c.Group, 20: &c.Umask} {
		if *n, ok = object.AsInt(t, a[arg]); !ok {
			return false
		}
	}
	if c.Restore, ok = native.OptBool(t, a[14], true); !ok {
		return false
	}
	if c.Session, ok = native.OptBool(t, a[15], false); !ok {
		return false
	}
	for arg, n := range map[int]*int{17: &c.GID, 19: &c.UID} {
		if a[arg] == none {
			continue
		}
		ids := intReader{t: t, ok: true}
		if *n = ids.id(a[arg], map[int]string{17: "gid", 19: "uid"}[arg]); !ids.ok {
			return false
		}
	}
	if a[18] != none {
		if c.Groups, ok = numbers(t, a[18], "invalid group id"); !ok {
			return false
		}
	}
	for i, fd := range c.Keep { // the pipe for errors is the parent's business here
		if fd == *errPipe {
			c.Keep = append(c.Keep[:i:i], c.Keep[i+1:]...)
			break
		}
	}
	return true
}

func posixExec(t *Thread, name string, path, argv, env Value) Value {
	if r := native.SubRightsOf(t); r != nil && !r.Exec {
		return object.Raise(t, object.TRuntimeError, "exec not supported for isolated subinterpreters")
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	if !argv.IsExact(object.TList) && !argv.IsExact(object.TTuple) {
		return object.Raise(t, object.TTypeError, "%s() arg 2 must be a tuple or list", name)
	}
	program, ok := systemText(t, path)
	if !ok {
		return null
	}
	args, ok := systemTexts(t, argv)
	if !ok {
		return null
	}
	if len(args) == 0 || args[0] == "" {
		if len(args) == 0 {
			return object.Raise(t, object.TValueError, "%s() arg 2 must not be empty", name)
		}
		return object.Raise(t, object.TValueError, "%s() arg 2 first element cannot be empty", name)
	}
	var vars []string
	if env != null {
		if vars, ok = environmentOf(t, env); !ok {
			return null
		}
	}
	if !object.Audit(t, "os.exec", path, argv, native.OrNone(env)) {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	c := &system.Child{Programs: []string{program}, Args: args, Env: vars}
	signals.Hand(t, c)
	return native.RaiseIO(t, p.Replace(c), path)
}

// environmentOf is a mapping's items, as the environment has them.
func environmentOf(t *Thread, env Value) ([]string, bool) {
	items := native.Call0(t, env, "items")
	if items == null {
		return nil, false
	}
	l := object.ListFromIterable(t, items)
	if l == nil {
		return nil, false
	}
	vars := []string{}
	for i := 0; i < l.Len(); i++ {
		kv, ok := systemTexts(t, *l.At(i))
		if !ok {
			return nil, false
		}
		if len(kv) != 2 || strings.Contains(kv[0], "=") {
			object.Raise(t, object.TValueError, "illegal environment variable name")
			return nil, false
		}
		vars = append(vars, kv[0]+"="+kv[1])
	}
	return vars, true
}

// posixSystem has a shell run a command, and gives its status.
func posixSystem(t *Thread, _ Value, a []Value) Value {
	command, ok := systemText(t, a[0])
	if !ok || !object.Audit(t, "os.system", a[0]) {
		return null
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	c := &system.Child{Programs: []string{"/bin/sh"}, Args: []string{"sh", "-c", command}, Streams: [3]int{-1, -1, -1}, Group: -1, UID: -1, GID: -1, Umask: -1}
	signals.Hand(t, c)
	pid, _, err := p.Start(c)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	r := waitChild(t, pid, 0)
	if r == null {
		return null
	}
	return *object.As[object.Tuple](r).At(1)
}

func posixUmask(t *Thread, _, v Value) Value {
	mask, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	return object.SmallInt(int64(p.Umask(mask)))
}

func posixGetInheritable(t *Thread, _, v Value) Value {
	fd, ok := object.AsInt(t, v)
	if !ok {
		return null
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	yes, err := p.Inheritable(fd)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.Bool(yes)
}

func posixSetInheritable(t *Thread, _ Value, a []Value) Value {
	fd, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	yes, ok := native.OptBool(t, a[1], false)
	if !ok {
		return null
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	if err := p.SetInheritable(fd, yes); err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}
