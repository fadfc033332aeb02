package modules_test

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

// world is a runtime in which testdata/watch.pyc has run.
type world struct {
	*testing.T
	t       *object.Thread
	globals func() *object.Dict
}

func newWatchWorld(t *testing.T) world {
	data, err := os.ReadFile("testdata/watch.pyc")
	if err != nil {
		t.Fatal(err)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	rt, err := modules.NewWorld(modules.Options{System: &system.Process{}, Stdin: strings.NewReader(""), Stdout: &errOut, Stderr: &errOut})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	th := rt.Main
	w := world{t, th, func() *object.Dict {
		return object.As[object.Dict](object.As[object.Module](rt.Modules.GetStr(object.Intern(th, "watched"))).Ext)
	}}
	m := object.NewModule(th, "watched")
	if m == nil || !rt.Modules.SetStr(th, "watched", object.Of(m)) ||
		!w.globals().SetStr(th, "__builtins__", object.Of(rt.Builtins)) {
		t.Fatal("no module")
	}
	code := object.NewCode(th, prog.Code)
	if code == object.Null || interp.RunCode(th, object.As[object.Code](code), w.globals(), object.Of(w.globals())) == object.Null {
		t.Fatal(w.exception())
	}
	return w
}

func (w world) exception() string {
	exc := w.t.Exc
	w.t.Exc = object.Null
	if exc == object.Null {
		return ""
	}
	s, _ := object.ReprString(w.t, exc)
	return s
}

// each calls do for every function in a list of the program.
func (w world) each(list string, do func(name string, f object.Value)) {
	l := object.As[object.List](w.globals().GetStr(object.Intern(w.t, list)))
	for i := range l.Len() {
		f := *l.At(i)
		do(list+"."+object.GoString(object.As[object.Function](f).Name), f)
	}
}

func (w world) call(name string, f object.Value, args ...object.Value) object.Value {
	v := object.Call(w.t, f, args, object.Null)
	if v == object.Null {
		w.Errorf("%s: %s", name, w.exception())
	}
	return v
}

// watcher watches with what it has.
type watcher struct {
	dict func(t *object.Thread, d *object.Dict, key object.Value)
	typ  func(t *object.Thread, typ *object.Type, name object.Value)
	fn   func(t *object.Thread, fn *object.Function)
}

func (w watcher) ClassAssigned(*object.Thread, object.Value) {}

func (w watcher) DictChanged(t *object.Thread, d *object.Dict, key object.Value) {
	if w.dict != nil {
		w.dict(t, d, key)
	}
}

func (w watcher) TypeChanged(t *object.Thread, typ *object.Type, name object.Value) {
	if w.typ != nil {
		w.typ(t, typ, name)
	}
}

func (w watcher) FunctionChanged(t *object.Thread, fn *object.Function) {
	if w.fn != nil {
		w.fn(t, fn)
	}
}

// A watched dict tells of every change of a value.
func TestWatchedDicts(t *testing.T) {
	w := newWatchWorld(t)
	told := 0
	x := object.Intern(w.t, "x")
	w.t.RT.Watcher = watcher{dict: func(t *object.Thread, d *object.Dict, key object.Value) {
		if key == object.Null || object.EqualBool(t, key, x) == 1 {
			told++
		}
	}}
	check := func(name string, f object.Value, d *object.Dict, args ...object.Value) {
		d.Kind |= object.DictWatched
		told = 0
		before := d.GetStr(x)
		w.call(name, f, args...)
		if told == 0 || d.GetStr(x) == before {
			t.Errorf("%s: told %d times", name, told)
		}
		if d.Kind&object.DictWatched == 0 {
			t.Errorf("%s: no longer watched", name)
		}
	}
	w.each("fill", func(name string, f object.Value) {
		d := object.NewDict(w.t)
		check(name, f, d, object.Of(d))
	})
	w.each("change", func(name string, f object.Value) {
		d := object.NewDict(w.t)
		d.Set(w.t, x, object.SmallInt(0))
		check(name, f, d, object.Of(d))
	})
	w.each("module", func(name string, f object.Value) {
		w.globals().Set(w.t, x, object.SmallInt(0))
		check(name, f, w.globals())
	})
}

// A watched class tells of every change of its attributes and those that it inherits.
func TestWatchedTypes(t *testing.T) {
	w := newWatchWorld(t)
	told := 0
	w.t.RT.Watcher = watcher{typ: func(t *object.Thread, typ *object.Type, name object.Value) {
		if typ.NameString() == "C" {
			told++
		}
	}}
	for _, maker := range []string{"classes", "tired"} {
		w.each("cls", func(name string, f object.Value) {
			made := object.As[object.Tuple](w.call(maker, w.globals().GetStr(object.Intern(w.t, maker))))
			object.As[object.Type](*made.At(3)).Watch = object.True
			told = 0
			w.call(name, f, made.Items()...)
			if told == 0 {
				t.Errorf("%s, %s: not told", maker, name)
			}
		})
	}
}

// A watched function tells when what a call depends on is assigned.
func TestWatchedFunctions(t *testing.T) {
	w := newWatchWorld(t)
	told := 0
	w.t.RT.Watcher = watcher{fn: func(t *object.Thread, fn *object.Function) { told++ }}
	w.each("functions", func(name string, f object.Value) {
		fn := w.call("function", w.globals().GetStr(object.Intern(w.t, "function")))
		told = 0
		w.call(name, f, fn)
		if told != 0 {
			t.Errorf("%s: told although nobody asked", name)
		}
		fn = w.call("function", w.globals().GetStr(object.Intern(w.t, "function")))
		object.As[object.Function](fn).Watched = true
		w.call(name, f, fn)
		if told != 1 || object.As[object.Function](fn).Version != 0 {
			t.Errorf("%s: told %d times", name, told)
		}
	})
}

// Whatever makes inline attributes lie elsewhere, or another class's, changes the shape.
func TestShapesChange(t *testing.T) {
	w := newWatchWorld(t)
	w.each("shapes", func(name string, f object.Value) {
		pair := object.As[object.Tuple](w.call(name, f))
		before := pair.At(0).ShapeID()
		w.call(name, *pair.At(1))
		if pair.At(0).ShapeID() == before {
			t.Errorf("%s: the shape is the same", name)
		}
	})
}
