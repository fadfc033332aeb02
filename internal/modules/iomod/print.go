// print and input.

package iomod

import (
	"strconv"

	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Print is print(*args, sep=' ', end='\n', file=None, flush=False).
func Print(t *Thread, _ Value, args []Value, kw Value) Value {
	file, sep, end, flush := null, null, null, null
	if kw != null {
		names := object.As[object.Tuple](kw)
		n := len(args) - names.Len()
		for i := 0; i < names.Len(); i++ {
			v := args[n+i]
			switch object.GoString(*names.At(i)) {
			case "sep":
				sep = v
			case "end":
				end = v
			case "file":
				file = v
			case "flush":
				flush = v
			default:
				return object.Raise(t, object.TTypeError, "print() got an unexpected keyword argument '%s'", object.GoString(*names.At(i)))
			}
		}
		args = args[:n]
	}
	if file == null || file == none {
		file = t.RT.SysDict.GetStr(t.N(object.N_stdout))
		if file == null {
			return object.Raise(t, object.TRuntimeError, "lost sys.stdout")
		}
		if file == none {
			return none
		}
	}
	if !separator(t, &sep, "sep") || !separator(t, &end, "end") {
		return null
	}
	if file.IsExact(tText) {
		if !printText(t, file, args, sep, end) {
			return null
		}
	} else if !printAny(t, file, args, sep, end) {
		return null
	}
	if flush != null {
		switch object.Truth(t, flush) {
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

// separator checks sep or end; None and Null stand for the default.
func separator(t *Thread, v *Value, name string) bool {
	switch {
	case *v == none:
		*v = null
	case *v != null && !object.IsStr(*v):
		object.Raise(t, object.TTypeError, "%s must be None or a string, not %s", name, object.TypeName(t, *v))
		return false
	}
	return true
}

// printText prints to a text file: what is printed goes straight to its pending bytes.
func printText(t *Thread, file Value, args []Value, sep, end Value) bool {
	x := openText(t, file)
	if x == nil || !x.canWrite(t) {
		return false
	}
	x.beginWrite()
	plain := x.codec.Kind == codecs.KindUTF8 && !x.codec.Bom && x.newlines.write == ""
	for i, v := range args {
		if i > 0 {
			if plain && sep == null {
				x.pending = append(x.pending, ' ')
			} else if !x.putSeparator(t, file, sep, " ") {
				return false
			}
		}
		n := len(x.pending)
		switch {
		case plain && v.IsInt():
			x.pending = strconv.AppendInt(x.pending, v.Int(), 10)
		case v.IsExact(object.TStr):
			if !x.encode(t, file, v) {
				return false
			}
		default:
			s := object.ToStr(t, v)
			if s == null {
				return false
			}
			if x = openText(t, file); x == nil {
				return false
			}
			n = len(x.pending)
			if !x.encode(t, file, s) {
				return false
			}
		}
		if !x.settle(t, file, n) {
			return false
		}
	}
	if plain && end == null {
		x.pending = append(x.pending, '\n')
		return x.settle(t, file, len(x.pending)-1)
	}
	return x.putSeparator(t, file, end, "\n")
}

func (x *textFile) putSeparator(t *Thread, file, v Value, def string) bool {
	if v == null {
		if v = object.NewStr(t, def); v == null {
			return false
		}
	}
	return x.putText(t, file, v)
}

// printAny prints to anything that has a write method.
func printAny(t *Thread, file Value, args []Value, sep, end Value) bool {
	if sep == null {
		if sep = object.NewStr(t, " "); sep == null {
			return false
		}
	}
	if end == null {
		if end = object.NewStr(t, "\n"); end == null {
			return false
		}
	}
	for i, v := range args {
		if i > 0 && !native.WriteText(t, file, sep) {
			return false
		}
		if s := object.ToStr(t, v); s == null || !native.WriteText(t, file, s) {
			return false
		}
	}
	return native.WriteText(t, file, end)
}

// Input is input(prompt=”).
func Input(t *Thread, _ Value, a []Value) Value {
	in := t.RT.SysDict.GetStr(t.N(object.N_stdin))
	out := t.RT.SysDict.GetStr(t.N(object.N_stdout))
	errOut := t.RT.SysDict.GetStr(t.N(object.N_stderr))
	for _, s := range [...]struct {
		v    Value
		name string
	}{{in, "stdin"}, {out, "stdout"}, {errOut, "stderr"}} {
		if s.v == null || s.v == none {
			return object.Raise(t, object.TRuntimeError, "input(): lost sys.%s", s.name)
		}
	}
	if t.RT.OnAudit != nil && !auditInput(t, a) {
		return null
	}
	if object.CallMethod0(t, errOut, t.N(object.N_flush)) == null {
		t.ClearExc()
	}
	if reader := lineReaderKey.Of(t.RT).read; reader != null {
		if of := edits(t, in, out); of < 0 {
			return null
		} else if of > 0 {
			return editedInput(t, reader, out, a)
		}
	}
	if len(a) > 0 {
		s := object.ToStr(t, a[0])
		if s == null || !native.WriteText(t, out, s) {
			return null
		}
	}
	if object.CallMethod0(t, out, t.N(object.N_flush)) == null {
		t.ClearExc()
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

// auditInput tells of input(prompt).
func auditInput(t *Thread, a []Value) bool {
	prompt := none
	if len(a) > 0 {
		prompt = a[0]
	}
	return object.Audit(t, "builtins.input", prompt)
}
