// Package readline is the module readline: lines that input() reads are edited, over package editor.
//
// readline.py has what programs set: the history, completers, hooks, bindings; and it reads keys and the terminal's modes by posix and
// termios. A _Line is the line while it is edited. It draws into memory.
package readline

import (
	"bytes"
	_ "embed"
	"io"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/editor"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
)

const (
	null = object.Null
	none = object.None
)

var tLine = object.AllocTypeID()

// line is a _Line.
type line struct {
	heap.Header
	Handle uint64
}

// edited is a line's Go side.
type edited struct {
	line *editor.Line
	out  bytes.Buffer
}

func of(t *Thread, v Value) *edited {
	e, ok := t.RT.Heap.Handles().Get(uint32(object.As[line](v).Handle)).(*edited)
	if !ok {
		object.Raise(t, object.TValueError, "no line is edited")
		return nil
	}
	return e
}

// texts reads a list of strs.
func texts(t *Thread, v Value) ([]string, bool) {
	if !object.IsList(v) {
		object.Raise(t, object.TTypeError, "a list of strs is needed")
		return nil, false
	}
	l := object.As[object.List](v)
	if !t.Room(uint64(l.Len()) * 64) {
		return nil, false
	}
	var out []string
	for _, s := range l.Slice() {
		if !object.IsStr(s) {
			object.Raise(t, object.TTypeError, "a list of strs is needed")
			return nil, false
		}
		out = append(out, object.GoString(s))
	}
	return out, true
}

func text(t *Thread, v Value) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "a str is needed, not %s", object.TypeName(t, v))
		return "", false
	}
	return object.GoString(v), true
}

var newSig = object.ParseSignature("_Line", "(columns, lines, prompt, history, bindings, /)")

func newLine(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	a := t.PushArgs(5)
	if a == nil {
		return null
	}
	defer t.PopArgs(5)
	if !newSig.Bind(t, args, kw, a) {
		return null
	}
	columns, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	lines, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	prompt, ok := text(t, a[2])
	if !ok {
		return null
	}
	history, ok := texts(t, a[3])
	if !ok {
		return null
	}
	pairs, ok := texts(t, a[4]) // keys, and what stands for them
	if !ok {
		return null
	}
	bindings := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		bindings[pairs[i]] = pairs[i+1]
	}
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	e := &edited{}
	e.line = editor.NewLine(&e.out, min(max(columns, 4), 1000), min(max(lines, 1), 1000), prompt, history, bindings)
	object.As[line](v).Handle = uint64(t.RT.Heap.Handles().Put(e))
	t.RT.Heap.Handles().Own(uint32(object.As[line](v).Handle))
	return v
}

// feed gives (key, done, ended): the key among those named that was typed, whether the line is whole, and whether Ctrl-D or Ctrl-C has ended it.
func feed(t *Thread, self Value, a []Value) Value {
	e := of(t, self)
	if e == nil {
		return null
	}
	b, ok := native.BytesArg(t, a[0])
	if !ok {
		return null
	}
	named, ok := texts(t, a[1])
	if !ok {
		return null
	}
	asked, done, err := e.line.Feed(bytes.Clone(b), func(key string) bool {
		for _, n := range named {
			if n == key {
				return true
			}
		}
		return false
	})
	s, _ := e.line.Text()
	if !t.RT.Heap.Handles().Resize(uint32(object.As[line](self).Handle), uint64(4*len(s)+e.out.Cap())) {
		return t.NoMemory()
	}
	how := ""
	switch err {
	case io.EOF:
		how = "end"
	case editor.ErrInterrupt:
		how = "interrupt"
	}
	key, ended := object.NewStr(t, asked), object.NewStr(t, how)
	if key == null || ended == null {
		return null
	}
	return object.Triple(t, key, object.Bool(done), ended)
}

// with makes a method of one argument that gives None.
func with(f func(e *edited, t *Thread, v Value) bool) func(t *Thread, self, v Value) Value {
	return func(t *Thread, self, v Value) Value {
		e := of(t, self)
		if e == nil || !f(e, t, v) {
			return null
		}
		return none
	}
}

var _ = object.DefineType(tLine, object.TypeDef{
	Name: "readline._Line", Size: unsafe.Sizeof(line{}), LayoutFlags: heap.HasHandle,
	Slots: object.Slots{New: newLine},
	Methods: []FuncDef{
		{Name: "feed", Sig: "(data, keys, /)", MinArgs: 2, MaxArgs: 2, FN: feed},
		{Name: "insert", Sig: "(text, /)", F1: with(func(e *edited, t *Thread, v Value) bool {
			s, ok := text(t, v)
			if ok {
				e.line.Insert(s)
			}
			return ok
		})},
		{Name: "draw", Sig: "(anew, /)", F1: with(func(e *edited, t *Thread, v Value) bool {
			e.line.Draw(v == object.True)
			return true
		})},
		{Name: "list", Sig: "(words, /)", F1: with(func(e *edited, t *Thread, v Value) bool {
			words, ok := texts(t, v)
			if ok {
				e.line.List(words)
			}
			return ok
		})},
		{Name: "finish", Sig: "()", F0: func(t *Thread, self Value) Value {
			e := of(t, self)
			if e == nil {
				return null
			}
			e.line.Finish()
			return none
		}},
		{Name: "resize", Sig: "(columns, lines, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, a []Value) Value {
			e := of(t, self)
			columns, ok := object.AsInt(t, a[0])
			lines, ok2 := object.AsInt(t, a[1])
			if e == nil || !ok || !ok2 {
				return null
			}
			e.line.Resize(min(max(columns, 4), 1000), min(max(lines, 1), 1000))
			return none
		}},
		{Name: "complete", Sig: "(word, words, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, a []Value) Value {
			e := of(t, self)
			if e == nil {
				return null
			}
			word, ok := text(t, a[0])
			if !ok {
				return null
			}
			words, ok := texts(t, a[1])
			if !ok {
				return null
			}
			if s, at := e.line.Text(); at > len(s) || len(word) > at || s[at-len(word):at] != word {
				return object.False
			}
			return object.Bool(e.line.Complete(word, words))
		}},
		{Name: "text", Sig: "()", F0: func(t *Thread, self Value) Value {
			e := of(t, self)
			if e == nil {
				return null
			}
			s, at := e.line.Text()
			before, after := object.NewStr(t, s[:at]), object.NewStr(t, s[at:])
			if before == null || after == null {
				return null
			}
			return object.Pair(t, before, after)
		}},
		{Name: "drawn", Sig: "()", F0: func(t *Thread, self Value) Value {
			e := of(t, self)
			if e == nil {
				return null
			}
			b := object.NewBytes(t, e.out.Bytes())
			e.out.Reset()
			return b
		}},
	},
})

//go:embed readline.py
var source string

var _ = native.Register("readline", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tLine},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			if !native.PythonSource("<readline>", source)(t, m, d) {
				return false
			}
			f := d.GetStr(object.Intern(t, "_read"))
			if f == null {
				return false
			}
			iomod.SetLineReader(t.RT, f)
			return true
		},
	}
})
