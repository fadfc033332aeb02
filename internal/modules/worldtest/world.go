// Package worldtest runs compiled programs of testdata in a world, for the tests of engines. It must not know which engine runs them.
package worldtest

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// World is a world in which a program of testdata has been run as a module.
type World struct {
	testing.TB
	T       *object.Thread
	Globals *object.Dict //psy:root the modules of the world have it
	Out     *bytes.Buffer
}

// New makes one. connect gives the runtime its engine before the program runs; set changes what the world is like.
func New(t testing.TB, program string, connect func(rt *object.Runtime), set ...func(*modules.Options)) *World {
	t.Helper()
	data, err := os.ReadFile("testdata/" + program + ".pyc")
	if err != nil {
		t.Fatal(err)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	out := new(bytes.Buffer)
	o := modules.Options{System: &system.Process{}, Stdin: strings.NewReader(""), Stdout: out, Stderr: out, IntMaxStrDigits: -1}
	for _, f := range set {
		f(&o)
	}
	rt, err := modules.NewWorld(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	connect(rt)
	th := rt.Main
	mod := object.NewModule(th, program)
	d := object.As[object.Dict](mod.Ext)
	if !rt.Modules.SetStr(th, program, object.Of(mod)) || !d.SetStr(th, "__builtins__", object.Of(rt.Builtins)) {
		t.Fatal("no module")
	}
	w := &World{t, th, d, out}
	code := object.NewCode(th, prog.Code)
	if code == object.Null || interp.RunCode(th, object.As[object.Code](code), d, object.Of(d)) == object.Null {
		t.Fatal(w.Exception())
	}
	return w
}

// Exception takes the pending exception away.
func (w *World) Exception() string {
	exc := w.T.Exc
	w.T.Exc = object.Null
	s, _ := object.ReprString(w.T, exc)
	return s
}

// Global is a global of the program.
func (w *World) Global(name string) object.Value {
	v := w.Globals.GetStr(object.Intern(w.T, name))
	if v == object.Null {
		w.Fatalf("testdata has no %s", name)
	}
	return v
}

// Call calls a function of the program and gives the repr of its result or exception. Arguments are Go ints, floats, bools, strings,
// nils, and Values.
func (w *World) Call(name string, args ...any) string {
	vals := make([]object.Value, len(args)) //psy:root small values, or of globals
	for k, a := range args {
		switch a := a.(type) {
		case int:
			vals[k] = object.NewInt(w.T, int64(a))
		case float64:
			vals[k] = object.Float(a)
		case bool:
			vals[k] = object.Bool(a)
		case string:
			vals[k] = object.Intern(w.T, a)
		case nil:
			vals[k] = object.None
		case object.Value:
			vals[k] = a
		}
	}
	v := object.Call(w.T, w.Global(name), vals, object.Null)
	if v == object.Null {
		return w.Exception()
	}
	s, _ := object.ReprString(w.T, v)
	return s
}
