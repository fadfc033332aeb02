package object

import "testing"

func TestExceptionTexts(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{GCStress: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	check := func(what, want string) {
		t.Helper()
		exc := th.Exc
		th.ClearExc()
		if exc == Null {
			t.Errorf("%s: no exception", what)
			return
		}
		if got := FormatException(th, exc, FormatOptions{}); got != want {
			t.Errorf("%s: got\n%swant\n%s", what, got, want)
		}
	}
	RaiseUnicodeError(th, TUnicodeEncodeError, "ascii", NewStr(th, "aé"), 1, 2, "ordinal not in range(128)")
	check("encode", "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 1: ordinal not in range(128)\n")
	RaiseUnicodeError(th, TUnicodeDecodeError, "utf-8", NewBytes(th, []byte("a\xff")), 1, 2, "invalid start byte")
	check("decode", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 1: invalid start byte\n")
	RaiseType(th, TStopIteration)
	check("empty", "StopIteration\n")

	MakeRaise(th, SmallInt(1), Null)
	check("raise 1", "TypeError: exceptions must derive from BaseException\n")
	MakeRaise(th, Null, Null)
	check("raise", "RuntimeError: No active exception to reraise\n")
	a := NewException(th, rt.Types[TValueError], NewStr(th, "a"))
	b := NewException(th, rt.Types[TTypeError], NewStr(th, "b"))
	MakeRaise(th, a, b)
	check("raise a from b", "TypeError: b\n\nThe above exception was the direct cause of the following exception:\n\nValueError: a\n")
	if n := ExceptionMatches(th, a, SmallInt(3)); n != -1 {
		t.Error("except 3")
	}
	check("except 3", "TypeError: catching classes that do not inherit from BaseException is not allowed\n")
	if ExceptionMatches(th, a, Pair(th, Of(rt.Types[TKeyError]), Of(rt.Types[TException]))) != 1 {
		t.Error("except (KeyError, Exception)")
	}

	c := NewException(th, rt.Types[TIndexError], NewStr(th, "c"))
	inner := Call2(th, rt.Types[TBaseExceptionGroup].Value(), NewStr(th, "in"), Pair(th, b, c))
	CallMethod1(th, inner, Intern(th, "add_note"), NewStr(th, "note\nmore"))
	g := Call2(th, rt.Types[TBaseExceptionGroup].Value(), NewStr(th, "out"), Pair(th, a, inner))
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
