// posix_spawn: a process is started with its descriptors, signals and scheduling in order. What it would do with its descriptors before it runs the program is
// worked out here, since nothing forks: a table says which of this process's descriptors it has, by its own numbers.

package posix

import (
	"slices"
	"strings"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/vm/object"
)

const spawnSig = "(path, argv, env, /, *, file_actions=(), setpgroup=<unrepresentable>, resetids=False, setsid=False, setsigmask=(), setsigdef=(), " +
	"scheduler=<unrepresentable>)"

// Actions on descriptors.
const (
	spawnOpen = iota
	spawnClose
	spawnDup
	spawnCloseFrom
)

func posixSpawn(t *Thread, name string, a []Value) Value {
	p := processesOf(t)
	if p == nil {
		return null
	}
	path, _, _, ok := pathArg(t, name, "path", a[0], 0)
	if !ok {
		return null
	}
	if !object.IsList(a[1]) && !object.IsTuple(a[1]) {
		return object.Raise(t, object.TTypeError, "%s: argv must be a tuple or list", name)
	}
	c := &system.Child{UID: -1, GID: -1, Group: -1, Umask: -1}
	if c.Args, ok = systemTexts(t, a[1]); !ok {
		return null
	}
	switch {
	case len(c.Args) == 0:
		return object.Raise(t, object.TValueError, "%s: argv must not be empty", name)
	case c.Args[0] == "":
		return object.Raise(t, object.TValueError, "%s: argv first element cannot be empty", name)
	case a[2] == none:
	case object.TypeOf(t, a[2]).Slots.Subscript == nil:
		return object.Raise(t, object.TTypeError, "%s: environment must be a mapping object or None", name)
	default:
		if c.Env, ok = environmentOf(t, a[2]); !ok {
			return null
		}
	}
	if !spawnAttributes(t, name, a, c) {
		return null
	}
	if !object.Audit(t, "os.posix_spawn", a[0], a[1], a[2]) {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	table := openTable(p)
	defer table.end()
	if err := table.follow(t, a[3]); err != nil {
		return native.RaiseIO(t, err, a[0])
	}
	if t.Exc != null {
		return null
	}
	c.Files = table.files()
	signals.Hand(t, c)
	c.Programs = []string{path}
	if name == "posix_spawnp" && !strings.Contains(path, "/") {
		c.Programs = inPath(t, path)
	}
	pid, _, err := p.Start(c)
	if err != nil {
		return native.RaiseIO(t, err, a[0])
	}
	return object.SmallInt(int64(pid))
}

// spawnFuncs are those of CPython's os that fork. With functions of these names in the module posix, os makes the others of them.
var spawnFuncs = []FuncDef{
	{Name: "spawnv", Sig: "(mode, path, argv, /)", Fn: func(t *Thread, _ Value, a []Value) Value { return spawn(t, a, null, false) }},
	{Name: "spawnve", Sig: "(mode, path, argv, env, /)", Fn: func(t *Thread, _ Value, a []Value) Value { return spawn(t, a, a[3], false) }},
	{Name: "spawnvp", Sig: "(mode, path, argv, /)", Fn: func(t *Thread, _ Value, a []Value) Value { return spawn(t, a, null, true) }},
	{Name: "spawnvpe", Sig: "(mode, path, argv, env, /)", Fn: func(t *Thread, _ Value, a []Value) Value { return spawn(t, a, a[3], true) }},
}

const (
	spawnWait   = 0
	spawnNoWait = 1
)

// spawn runs a program in another process. One that cannot be run is a process that ends with status 127, as after a fork.
func spawn(t *Thread, a []Value, env Value, search bool) Value {
	if !object.IsList(a[2]) && !object.IsTuple(a[2]) {
		return object.Raise(t, object.TTypeError, "argv must be a tuple or a list")
	}
	c := &system.Child{UID: -1, GID: -1, Group: -1, Umask: -1, Streams: [3]int{-1, -1, -1}}
	var ok bool
	if c.Args, ok = systemTexts(t, a[2]); !ok {
		return null
	}
	if len(c.Args) == 0 || c.Args[0] == "" {
		return object.Raise(t, object.TValueError, "argv first element cannot be empty")
	}
	mode, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	path, ok := systemText(t, a[1])
	if !ok {
		return null
	}
	if env != null && env != none {
		if c.Env, ok = environmentOf(t, env); !ok {
			return null
		}
	}
	p := processesOf(t)
	if p == nil {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	signals.Hand(t, c)
	c.Programs = []string{path}
	if search && !strings.Contains(path, "/") {
		c.Programs = inPath(t, path)
	}
	pid, _, err := p.Start(c)
	if err != nil {
		c.Programs, c.Args = []string{"/bin/sh"}, []string{"sh", "-c", "exit 127"}
		if pid, _, err = p.Start(c); err != nil {
			return native.RaiseIO(t, err, null)
		}
	}
	if mode == spawnNoWait {
		return object.SmallInt(int64(pid))
	}
	for {
		r := waitChild(t, pid, 0)
		if r == null {
			return null
		}
		status, _ := object.Int64(*object.As[object.Tuple](r).At(1))
		switch signal := status & 0x7f; signal {
		case 0:
			return object.SmallInt(status >> 8 & 0xff)
		case 0x7f: // it is stopped
		default:
			return object.SmallInt(-signal)
		}
	}
}

// inPath are the files that a program's name may stand for.
func inPath(t *Thread, program string) (list []string) {
	path := "/bin:/usr/bin"
	for _, v := range native.SystemOf(t).Environ() {
		if p, ok := strings.CutPrefix(v, "PATH="); ok {
			path = p
		}
	}
	for dir := range strings.SplitSeq(path, ":") {
		if dir == "" {
			dir = "."
		}
		list = append(list, dir+"/"+program)
	}
	return list
}

// spawnAttributes reads what is not about descriptors.
func spawnAttributes(t *Thread, name string, a []Value, c *system.Child) (ok bool) {
	if a[4] != null {
		if c.Group, ok = object.AsInt(t, a[4]); !ok {
			return false
		}
		if c.Group < 0 {
			native.RaiseIO(t, syscall.EINVAL, a[0])
			return false
		}
	}
	reset, ok := native.OptBool(t, a[5], false)
	if !ok {
		return false
	}
	if reset {
		s := native.SystemOf(t)
		c.UID, c.GID = s.ID(system.UID), s.ID(system.GID)
	}
	if c.Session, ok = native.OptBool(t, a[6], false); !ok {
		return false
	}
	if a[7] != null {
		c.Mask = true
		if c.Masked, ok = signals.SetArg(t, a[7]); !ok {
			return false
		}
	}
	if a[8] != null {
		if c.Defaults, ok = signals.SetArg(t, a[8]); !ok {
			return false
		}
	}
	if a[9] == null {
		return true
	}
	if !object.IsTuple(a[9]) {
		object.Raise(t, object.TTypeError, "%s: scheduler must be a tuple or None", name)
		return false
	}
	s := object.As[object.Tuple](a[9])
	if s.Len() != 2 {
		object.Raise(t, object.TTypeError, "A scheduler tuple must have two elements")
		return false
	}
	c.Schedule, c.Policy = true, -1
	if *s.At(0) != none {
		if c.Policy, ok = object.AsInt(t, *s.At(0)); !ok {
			return false
		}
	}
	if c.Policy > 2 { // others than SCHED_OTHER, SCHED_FIFO and SCHED_RR the C library does not take
		native.RaiseIO(t, syscall.EINVAL, null)
		return false
	}
	if object.TypeOf(t, *s.At(1)).ID != schedParam.ID {
		object.Raise(t, object.TTypeError, "must have a sched_param object")
		return false
	}
	c.Priority, ok = object.AsInt(t, *object.As[object.Tuple](*s.At(1)).At(0))
	return ok
}

// fileTable are the descriptors of a child.
type fileTable struct {
	p      system.Processes
	of     map[int]childFile
	opened []int // for the child alone
}

// childFile is a descriptor of this process; without keeps the child has it until it runs the program.
type childFile struct {
	fd    int
	keeps bool
}

// openTable has what the process has open.
func openTable(p system.Processes) *fileTable {
	table := &fileTable{p: p, of: map[int]childFile{}}
	for _, fd := range p.Descriptors() {
		if keeps, err := p.Inheritable(fd); err == nil {
			table.of[fd] = childFile{fd, keeps}
		}
	}
	return table
}

// follow does what file_actions say. An exception may be set instead of an error.
func (x *fileTable) follow(t *Thread, actions Value) error {
	if actions == null || actions == none {
		return nil
	}
	if object.IsStr(actions) || object.TypeOf(t, actions).Slots.Subscript == nil || object.IsDict(actions) {
		object.Raise(t, object.TTypeError, "file_actions must be a sequence or None")
		return nil
	}
	l := object.ListFromIterable(t, actions)
	for i := 0; l != nil && i < l.Len(); i++ {
		v := *l.At(i)
		if !object.IsTuple(v) || object.As[object.Tuple](v).Len() == 0 {
			object.Raise(t, object.TTypeError, "Each file_actions element must be a non-empty tuple")
			return nil
		}
		if err := x.act(t, object.As[object.Tuple](v)); err != nil || t.Exc != null {
			return err
		}
	}
	return nil
}

func (x *fileTable) act(t *Thread, a *object.Tuple) error {
	what, ok := object.AsInt(t, *a.At(0))
	if !ok {
		return nil
	}
	kinds := [...]struct {
		name string
		n    int
	}{{"open", 5}, {"close", 2}, {"dup2", 3}, {"closefrom", 2}}
	if what < 0 || what >= len(kinds) {
		object.Raise(t, object.TTypeError, "Unknown file_actions identifier")
		return nil
	}
	if k := kinds[what]; a.Len() != k.n {
		object.Raise(t, object.TTypeError, "A %s file_action tuple must have %d elements", k.name, k.n)
		return nil
	}
	fd, ok := object.AsInt(t, *a.At(1))
	if !ok {
		return nil
	}
	if fd < 0 || fd > 1<<20 {
		return syscall.EBADF
	}
	switch what {
	case spawnOpen:
		path, ok := systemText(t, *a.At(2))
		args := argsOf(t)
		args.ok = ok
		flags, mode := args.int(*a.At(3), 0), args.int(*a.At(4), 0)
		if !args.ok {
			return nil
		}
		own, err := x.p.Open(path, flags, uint32(mode))
		if err != nil {
			return err
		}
		x.opened = append(x.opened, own)
		x.of[fd] = childFile{own, true}
	case spawnClose:
		delete(x.of, fd)
	case spawnDup:
		to, ok := object.AsInt(t, *a.At(2))
		if !ok {
			return nil
		}
		f, ok := x.of[fd]
		if !ok || to < 0 || to > 1<<20 {
			return syscall.EBADF
		}
		x.of[to] = childFile{f.fd, true}
	case spawnCloseFrom:
		for n := range x.of {
			if n >= fd {
				delete(x.of, n)
			}
		}
	}
	return nil
}

// files are the descriptors that the child has when it runs the program.
func (x *fileTable) files() []int {
	last := 2
	for n, f := range x.of {
		if f.keeps {
			last = max(last, n)
		}
	}
	list := slices.Repeat([]int{-1}, last+1)
	for n, f := range x.of {
		if f.keeps {
			list[n] = f.fd
		}
	}
	return list
}

func (x *fileTable) end() {
	for _, fd := range x.opened {
		x.p.Shut(fd)
	}
}
