// Running a program as __main__, and what its end means for the process.

package modules

import (
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/signals"
	"github.com/psyco-go/psy/internal/modules/threads"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// DieByInterrupt is RunMain's result for a program that Ctrl-C ended: the process is to die by SIGINT.
const DieByInterrupt = -1

// Job is a part of what a process does, in the namespace of the module __main__. Null: an exception is set.
type Job func(t *Thread, main *object.Dict) Value

// RunMain runs a program as the module __main__ and returns the exit status; file is what __file__ says.
func RunMain(t *Thread, prog *pyc.Program, file string) int { return Run(t, nil, Compiled(prog, file)) }

// Run does jobs, each whether or not those before have failed, and returns the exit status, which is the last one's. When they are done, and
// the last has not exited, then may give one more; then may be nil.
func Run(t *Thread, then func() Job, jobs ...Job) int {
	status := 1
	main := newMain(t)
	if main == nil {
		status = handleExit(t, false)
		jobs = nil
	}
	for i := 0; i < len(jobs); i++ {
		last, exits := i == len(jobs)-1, false
		if status = 0; jobs[i](t, main) == null {
			exits = last && t.Matches(object.TSystemExit)
			status = handleExit(t, !last)
		} else {
			Flush(t)
		}
		if last && !exits && then != nil {
			if job := then(); job != nil {
				jobs, then = append(jobs, job), nil
			}
		}
	}
	if !finish(t) && status != DieByInterrupt {
		status = 120
	}
	return status
}

// ExecMain runs a program as the module __main__, for a host, and returns the module; Null: an exception is set.
func ExecMain(t *Thread, prog *pyc.Program) Value {
	main := NewMain(t)
	if main == null || Compiled(prog, prog.Code.Filename.S)(t, object.As[object.Dict](object.As[object.Module](main).Ext)) == null {
		return null
	}
	return main
}

// Finish does what is left at a program's end: exit functions, finalizers, flushing.
func Finish(t *Thread) { finish(t) }

// newMain makes the module __main__ and gives its namespace.
func newMain(t *Thread) *object.Dict {
	m := NewMain(t)
	if m == null {
		return nil
	}
	return object.As[object.Dict](object.As[object.Module](m).Ext)
}

func moduleNamed(t *Thread, name string) Value { return t.RT.Modules.GetStr(object.Intern(t, name)) }

// NewMain makes a module __main__, in the place of one that there is.
func NewMain(t *Thread) Value {
	m := object.NewModule(t, "__main__")
	notes := object.NewDict(t)
	if m == nil || notes == nil || !t.RT.Modules.SetStr(t, "__main__", object.Of(m)) {
		return null
	}
	d := object.As[object.Dict](m.Ext)
	if !d.SetStr(t, "__annotations__", object.Of(notes)) || !d.SetStr(t, "__builtins__", moduleNamed(t, "builtins")) {
		return null
	}
	return object.Of(m)
}

// Main is the module __main__, which is made if there is none.
func Main(t *Thread) Value {
	if m := t.RT.Modules.GetGoString(t, "__main__"); m.IsExact(object.TModule) && object.As[object.Module](m).Ext != null {
		return m
	}
	return NewMain(t)
}

// ExecIn runs the code of a module's body in a namespace; main: that of a __main__ which NewMain made.
func ExecIn(t *Thread, code *pyc.Code, d *object.Dict, main bool) Value {
	c := object.NewCode(t, code)
	if main || c == null {
		return runIn(t, c, d)
	}
	return interp.RunCode(t, object.As[object.Code](c), d, object.Of(d))
}

// handleExit deals with the exception that ended a job. SystemExit is like others if more is to be done.
func handleExit(t *Thread, more bool) int {
	exc := t.Exc
	if t.Matches(object.TSystemExit) && !more {
		t.ClearExc()
		return exitStatus(t, exc)
	}
	t.ClearExc()
	Flush(t)
	status := reportUncaught(t, exc)
	if exc.IsExact(object.TKeyboardInterrupt) {
		return DieByInterrupt
	}
	return status
}

// exitStatus is what SystemExit's code means: None 0, an int itself, anything else is printed and means 1.
func exitStatus(t *Thread, exc Value) int {
	code := object.GetAttr(t, exc, object.Intern(t, "code"))
	switch {
	case code == null:
		t.ClearExc()
		return 1
	case code == none:
		return 0
	case native.IsInt(code):
		n, ok := object.Int64(code)
		if !ok {
			n = -1
		}
		return int(n & 0xFF)
	}
	Flush(t)
	s := object.ToStr(t, code)
	t.ClearExc()
	if s != null {
		errOut := t.RT.SysDict.GetStr(t.N(object.N_stderr))
		text := object.GoString(s) + "\n"
		if errOut == null || errOut == none || !native.WriteText(t, errOut, object.NewStr(t, text)) {
			native.SystemOf(t).Complain(text)
		}
		t.ClearExc()
	}
	return 1
}

// reportUncaught calls sys.excepthook and returns the exit status.
func reportUncaught(t *Thread, exc Value) int {
	hook := t.RT.SysDict.GetStr(t.N(object.N_excepthook))
	for _, k := range [...]string{"last_exc", "last_value"} {
		t.RT.SysDict.SetStr(t, k, exc)
	}
	tb := native.OrNone(object.As[object.Exception](exc).Traceback)
	t.RT.SysDict.SetStr(t, "last_type", object.Of(object.TypeOf(t, exc)))
	t.RT.SysDict.SetStr(t, "last_traceback", tb)
	t.ClearExc()
	if t.RT.OnUncaught != nil {
		t.RT.OnUncaught(t, exc)
	}
	if hook == null {
		native.SystemOf(t).Complain("sys.excepthook is missing\n")
	}
	if hook == null || hook.IsExact(object.TBuiltin) {
		traceback.PrintException(t, exc)
		return 1
	}
	if object.Call3(t, hook, object.Of(object.TypeOf(t, exc)), exc, tb) == null {
		second := t.Exc
		if t.Matches(object.TSystemExit) {
			t.ClearExc()
			return exitStatus(t, second)
		}
		t.ClearExc()
		native.SystemOf(t).Complain("Error in sys.excepthook:\n")
		traceback.PrintException(t, second)
		native.SystemOf(t).Complain("\nOriginal exception was:\n")
		traceback.PrintException(t, exc)
	}
	return 1
}

// finish does what is left at the process's end: exit functions, finalizers, flushing. False: a standard stream could not be flushed.
func finish(t *Thread) bool {
	joinThreads(t)
	runExitFunctions(t)
	ok := flushStandard(t, false)
	if f := t.RT.OnFinish; f != nil {
		f()
	}
	t.RT.Finalizing = true
	t.StopStrands(threadsEnd)
	if end := native.NestOf(t.RT).End; end != nil {
		end(t)
	}
	restoreStandard(t)
	signals.End(t)
	held := object.FinalizeAll(t, threads.ContextValues(t))
	iomod.FlushFiles(t)
	ok = ok && flushStandard(t, true)
	if held != nil {
		for _, name := range [...]string{"stdout", "stderr"} {
			t.RT.SysDict.SetStr(t, name, none)
		}
		t.ClearExc()
		object.FinalizeHeld(t, held)
	}
	return ok
}

// threadsEnd is how long daemon threads have to end when the program has.
const threadsEnd = 100 * time.Millisecond

// joinThreads waits for the threads of the program that are no daemons, if it has used the module threading.
func joinThreads(t *Thread) {
	m := moduleNamed(t, "threading")
	if m == null || m == none {
		return
	}
	if f := object.GetAttr(t, m, object.Intern(t, "_shutdown")); f == null || object.Call0(t, f) == null {
		object.WriteUnraisableIn(t, "Exception ignored on threading shutdown", m)
	}
}

// restoreStandard makes the standard streams those that the process began with, as the last finalizers find them. What is dead already
// would have been finalized before.
func restoreStandard(t *Thread) {
	d, collected := t.RT.SysDict, false
	for _, name := range [...]string{"stdin", "stdout", "stderr"} {
		now, first := d.GetGoString(t, name), d.GetGoString(t, "__"+name+"__")
		if first == null {
			first = none
		}
		if now == first {
			continue
		}
		if !collected {
			collected = true
			object.Collect(t)
			t.ClearExc()
		}
		d.SetStr(t, name, first)
		t.ClearExc()
	}
}

// flushStandard flushes sys.stdout and sys.stderr, if they are open. When they have been put back, those that lost their buffers to others, which the
// program flushed by their own names, are passed over.
func flushStandard(t *Thread, back bool) bool {
	ok := true
	for _, n := range [...]object.Name{object.N_stdout, object.N_stderr} {
		s := t.RT.SysDict.GetStr(t.N(n))
		if s == null || s == none {
			continue
		}
		switch iomod.IsClosed(t, s) {
		case 1:
			continue
		case -1:
			if t.ClearExc(); back {
				continue
			}
		}
		if object.CallMethod0(t, s, t.N(object.N_flush)) == null {
			if n == object.N_stdout {
				exc := t.Exc
				t.ClearExc()
				printUnraisable(t, exc, object.NewStr(t, "Exception ignored on flushing sys.stdout"), none)
			}
			t.ClearExc()
			ok = false
		}
	}
	return ok
}
