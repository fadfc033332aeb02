// print and input.
package modules

import "github.com/psyco-go/psy/object"

// builtinPrint is print(*args, sep=' ', end='\n', file=None, flush=False).
func builtinPrint(t *Thread, _ Value, a []Value) Value {
	file := a[3]
	if file == null || file == none {
		file = t.RT.SysDict.GetStr(t.N(object.N_stdout))
		if file == null {
			return object.Raise(t, object.TRuntimeError, "lost sys.stdout")
		}
		if file == none {
			return none
		}
	}
	sep, ok := separator(t, a[1], "sep")
	if !ok {
		return null
	}
	end, ok := separator(t, a[2], "end")
	if !ok {
		return null
	}
	args := object.As[object.Tuple](a[0])
	for i := 0; i < args.Len(); i++ {
		if i > 0 {
			if sep == null {
				ok = writeText(t, file, object.NewStr(t, " "))
			} else {
				ok = writeText(t, file, sep)
			}
			if !ok {
				return null
			}
		}
		s := object.ToStr(t, *args.At(i))
		if s == null || !writeText(t, file, s) {
			return null
		}
	}
	if end == null {
		ok = writeText(t, file, object.NewStr(t, "\n"))
	} else {
		ok = writeText(t, file, end)
	}
	if !ok {
		return null
	}
	if a[4] != null {
		switch object.Truth(t, a[4]) {
		case -1:
			return null
		case 1:
			if object.CallMethod0(t, file, t.N(object.N_flush)) == null {
				return null
			}
		}
	}
	return none
}

// separator checks sep or end; Null stands for the default.
func separator(t *Thread, v Value, name string) (Value, bool) {
	if v == null || v == none {
		return null, true
	}
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s must be None or a string, not %s", name, object.TypeName(t, v))
		return null, false
	}
	return v, true
}

// writeText writes a str to a file-like object.
func writeText(t *Thread, file, s Value) bool {
	return s != null && object.CallMethod1(t, file, t.N(object.N_write), s) != null
}

// builtinInput is input(prompt=”).
func builtinInput(t *Thread, _ Value, a []Value) Value {
	in := t.RT.SysDict.GetStr(t.N(object.N_stdin))
	out := t.RT.SysDict.GetStr(t.N(object.N_stdout))
	if in == null || in == none {
		return object.Raise(t, object.TRuntimeError, "input(): lost sys.stdin")
	}
	if out == null || out == none {
		return object.Raise(t, object.TRuntimeError, "input(): lost sys.stdout")
	}
	if len(a) > 0 {
		s := object.ToStr(t, a[0])
		if s == null || !writeText(t, out, s) {
			return null
		}
	}
	if object.CallMethod0(t, out, t.N(object.N_flush)) == null {
		return null
	}
	line := object.CallMethod0(t, in, t.N(object.N_readline))
	if line == null {
		return null
	}
	if !object.IsStr(line) {
		return object.Raise(t, object.TTypeError, "object.readline() returned non-string")
	}
	s := object.GoString(line)
	if s == "" {
		return object.Raise(t, object.TEOFError, "EOF when reading a line")
	}
	if s[len(s)-1] == '\n' {
		s = s[:len(s)-1]
	}
	return object.NewStr(t, s)
}
