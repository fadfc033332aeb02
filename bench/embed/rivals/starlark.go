// starlark-go.

package main

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

func newStarlark() *engine {
	host := starlark.NewBuiltin("host", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
		var n int
		if err := starlark.UnpackPositionalArgs("host", args, kw, 1, &n); err != nil {
			return nil, err
		}
		return starlark.MakeInt(n + 1), nil
	})
	given := starlark.StringDict{"host": host}
	options := &syntax.FileOptions{Recursion: true, TopLevelControl: true, GlobalReassign: true}
	_, prog, err := starlark.SourceProgramOptions(options, "rivals.star", pythonProgram, given.Has)
	if err != nil {
		panic(err)
	}
	world := func() (*starlark.Thread, starlark.StringDict, error) {
		thread := &starlark.Thread{Name: "rivals"}
		globals, err := prog.Init(thread, given)
		return thread, globals, err
	}
	thread, globals, err := world()
	if err != nil {
		panic(err)
	}
	call := func(name string, args ...starlark.Value) (starlark.Value, error) {
		return starlark.Call(thread, globals[name], args, nil)
	}
	number := func(v starlark.Value, err error) (int64, error) {
		if err != nil {
			return 0, err
		}
		n, ok := v.(starlark.Int)
		if !ok {
			return 0, fmt.Errorf("%s is no int", v.Type())
		}
		i, _ := n.Int64()
		return i, nil
	}
	counted := func(name string, n int, want int64) func() error {
		return func() error { return check(name, want)(number(call(name, starlark.MakeInt(n)))) }
	}
	e := &engine{name: "starlark"}
	e.do[rowAdd] = func() error {
		return check("add", int64(5))(number(call("add", starlark.MakeInt(2), starlark.MakeInt(3))))
	}
	e.do[rowHost] = counted("calls", batch, wantHost)
	e.do[rowGive] = func() error {
		items := make([]starlark.Value, len(goInts))
		for i, n := range goInts {
			items[i] = starlark.MakeInt(n)
		}
		return check("total", int64(wantSum))(number(call("total", starlark.NewList(items))))
	}
	e.do[rowTake] = func() error {
		v, err := call("take")
		if err != nil {
			return err
		}
		list := v.(*starlark.List)
		s := make([]int, list.Len())
		for i := range s {
			n, _ := list.Index(i).(starlark.Int).Int64()
			s[i] = int(n)
		}
		taken = s
		return expect("take", len(s), batch)
	}
	e.do[rowMap] = func() error {
		d := starlark.NewDict(len(goMap))
		for k, n := range goMap {
			if err := d.SetKey(starlark.String(k), starlark.MakeInt(n)); err != nil {
				return err
			}
		}
		return check("count", int64(100))(number(call("count", d)))
	}
	e.do[rowIterate] = func() error {
		t := int64(0)
		for v := range starlark.Elements(globals["numbers"].(starlark.Iterable)) {
			n, _ := v.(starlark.Int).Int64()
			t += n
		}
		return expect("iterate", t, wantSum)
	}
	e.do[rowWorld] = func() error { _, _, err := world(); return err }
	e.do[rowFib] = counted("fib", 22, wantFib)
	e.do[rowInts] = counted("ints", loopTurns, wantInts)
	e.do[rowFloats] = func() error {
		v, err := call("floats", starlark.MakeInt(loopTurns))
		if err != nil {
			return err
		}
		return expect("floats", float64(v.(starlark.Float)), wantFloats)
	}
	e.do[rowDict] = counted("dicts", workTurns, wantDict)
	e.do[rowText] = counted("text", workTurns, wantText)
	return e
}
