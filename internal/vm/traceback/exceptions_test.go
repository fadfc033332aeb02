// Texts of exceptions.

package traceback

import (
	"testing"

	"github.com/psyco-go/psy/internal/vm/object"
)

func TestExceptionTexts(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{GCStress: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	check := func(what, want string) {
		t.Helper()
		exc := th.Exc
		th.ClearExc()
		if exc == object.Null {
			t.Errorf("%s: no exception", what)
			return
		}
		if got := FormatException(th, exc, FormatOptions{}); got != want {
			t.Errorf("%s: got\n%swant\n%s", what, got, want)
		}
	}
	object.RaiseUnicodeError(th, object.TUnicodeEncodeError, "ascii", object.NewStr(th, "aé"), 1, 2, "ordinal not in range(128)")
	check("encode", "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 1: ordinal not in range(128)\n")
	object.RaiseUnicodeError(th, object.TUnicodeDecodeError, "utf-8", object.NewBytes(th, []byte("a\xff")), 1, 2, "invalid start byte")
	check("decode", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 1: invalid start byte\n")
	object.RaiseType(th, object.TStopIteration)
	check("empty", "StopIteration\n")

	object.MakeRaise(th, object.SmallInt(1), object.Null)
	check("raise 1", "TypeError: exceptions must derive from BaseException\n")
	object.MakeRaise(th, object.Null, object.Null)
	check("raise", "RuntimeError: No active exception to reraise\n")
	a := object.NewException(th, rt.Types[object.TValueError], object.NewStr(th, "a"))
	b := object.NewException(th, rt.Types[object.TTypeError], object.NewStr(th, "b"))
	object.MakeRaise(th, a, b)
	check("raise a from b", "TypeError: b\n\nThe above exception was the direct cause of the following exception:\n\nValueError: a\n")
	if n := object.ExceptionMatches(th, a, object.SmallInt(3)); n != -1 {
		t.Error("except 3")
	}
	check("except 3", "TypeError: catching classes that do not inherit from BaseException is not allowed\n")
	if object.ExceptionMatches(th, a, object.Pair(th, object.Of(rt.Types[object.TKeyError]), object.Of(rt.Types[object.TException]))) != 1 {
		t.Error("except (KeyError, Exception)")
	}

	c := object.NewException(th, rt.Types[object.TIndexError], object.NewStr(th, "c"))
	inner := object.Call2(th, rt.Types[object.TBaseExceptionGroup].Value(), object.NewStr(th, "in"), object.Pair(th, b, c))
	object.CallMethod1(th, inner, object.Intern(th, "add_note"), object.NewStr(th, "note\nmore"))
	g := object.Call2(th, rt.Types[object.TBaseExceptionGroup].Value(), object.NewStr(th, "out"), object.Pair(th, a, inner))
	th.Exc = g
	check("group", `  | ExceptionGroup: out (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: a
    +---------------- 2 ----------------
    | ExceptionGroup: in (2 sub-exceptions)
    | note
    | more
    +-+---------------- 1 ----------------
      | TypeError: b
      +---------------- 2 ----------------
      | IndexError: c
      +------------------------------------
`)
}
