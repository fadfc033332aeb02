// Lines that input() reads by an editor, once the module readline is loaded.

package iomod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// lineReader is what reads a line behind a prompt, in a runtime that has an editor.
type lineReader struct {
	read Value //psy:root visited by visitRoots
}

func (l *lineReader) visitRoots(visit func(uint64)) { visit(uint64(l.read)) }

func (l *lineReader) Move(c *object.Copy) { l.read = c.Move(l.read) }

var lineReaderKey = object.NewHostKey(func(rt *object.Runtime) *lineReader {
	l := &lineReader{}
	rt.Heap.AddRoots(l.visitRoots)
	return l
})

// SetLineReader has input() read from terminals by a function that takes the prompt and gives a line, or None at the end.
func SetLineReader(rt *object.Runtime, read Value) { lineReaderKey.Of(rt).read = read }

// edits reports whether input and output are the process's own, and terminals: 1 or 0, -1 on errors.
func edits(t *Thread, in, out Value) int {
	os := native.ImportModule(t, "posix")
	if os == null {
		t.ClearExc()
		return 0
	}
	for fd, f := range [...]Value{in, out} {
		n := native.Call0(t, f, "fileno")
		if n == null {
			if !t.ClearIf(object.TException) {
				return -1
			}
			return 0
		}
		if n != object.SmallInt(int64(fd)) {
			return 0
		}
		is := native.Call1(t, os, "isatty", n)
		if is == null {
			return -1
		}
		if is != object.True {
			return 0
		}
	}
	return 1
}

// editedInput is input() by an editor.
func editedInput(t *Thread, reader, out Value, a []Value) Value {
	prompt := t.RT.EmptyStr
	if len(a) > 0 {
		if prompt = object.ToStr(t, a[0]); prompt == null {
			return null
		}
	}
	if object.CallMethod0(t, out, t.N(object.N_flush)) == null {
		return null
	}
	line := object.Call1(t, reader, prompt)
	if line == none {
		return object.Raise(t, object.TEOFError, "")
	}
	return line
}

var _ = object.Plain[lineReader]()
