// open, and the modules _io and io.

package iomod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/warnings"
	"github.com/psyco-go/psy/internal/vm/object"
)

const openSig = "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)"

var ioTypes = []object.TypeID{tFileIO, tBytesIO, tStringIO, tBufReader, tBufWriter, tBufRandom, tBufPair, tText, tNewlines}

var ioFuncs = []FuncDef{
	{Name: "open", Sig: openSig, Fn: builtinOpen},
	{Name: "open_code", Sig: "(path)", Fn: func(t *Thread, _ Value, a []Value) Value {
		return openFileAs(t, a[0], "rb", -1, null, null, null, null, null)
	}},
	{Name: "text_encoding", Sig: "(encoding, stacklevel=2, /)", FN: textEncoding, MinArgs: 1, MaxArgs: 2},
}

var _ = native.Register("_io", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: ioFuncs, Types: append([]object.TypeID{tIOBase, tRawIOBase, tBufferedBase, tTextBase}, ioTypes...), Init: initIO,
	}
})

var _ = native.Register("io", func() native.ModuleDef {
	return native.ModuleDef{
		Types: ioTypes,
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			if !ioBases(t, d) || !sharedFuncs(t, d) {
				return false
			}
			for i, name := range [...]string{"SEEK_SET", "SEEK_CUR", "SEEK_END"} {
				if !d.SetStr(t, name, object.SmallInt(int64(i))) {
					return false
				}
			}
			all := native.StrList(t, []string{"BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO", "BufferedIOBase", "BufferedReader",
				"BufferedWriter", "BufferedRWPair", "BufferedRandom", "TextIOBase", "TextIOWrapper", "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END",
				"DEFAULT_BUFFER_SIZE", "text_encoding", "IncrementalNewlineDecoder"})
			return all != nil && d.SetStr(t, "__all__", object.Of(all)) && initIO(t, m, d)
		},
	}
})

// sharedFuncs enters the functions of _io, which are io's too.
func sharedFuncs(t *Thread, d *object.Dict) bool {
	own := native.ImportModule(t, "_io")
	if own == null {
		return false
	}
	for i := range ioFuncs {
		name := object.Intern(t, ioFuncs[i].Name)
		if f := object.GetAttr(t, own, name); f == null || !d.Set(t, name, f) {
			return false
		}
	}
	return true
}

// noEncoding is what EncodingWarning says.
const noEncoding = "'encoding' argument not specified"

// textEncoding is io.text_encoding(encoding, stacklevel): what a caller of open is to pass on.
func textEncoding(t *Thread, _ Value, a []Value) Value {
	level := int64(2)
	if len(a) > 1 {
		n, ok := object.AsSize(t, a[1], object.TOverflowError)
		if !ok {
			return null
		}
		level = n
	}
	if a[0] != none {
		return a[0]
	}
	o := native.WorldIn(t.RT)
	if o.WarnDefaultEncoding {
		msg := object.NewStr(t, noEncoding)
		if msg == null || !warnings.Here(t, msg, t.Type(object.TEncodingWarning).Value(), level, none) {
			return null
		}
	}
	if o.UTF8Mode {
		return object.NewStr(t, "utf-8")
	}
	return object.NewStr(t, "locale")
}

// ioBases makes io's base classes: abstract ones over those of _io, as the library's io does. A world without the library has no class of
// abstract classes; there they are those of _io.
func ioBases(t *Thread, d *object.Dict) bool {
	meta := null
	if abc := native.ImportModule(t, "abc"); abc != null {
		if meta = object.LookupAttr(t, abc, object.Intern(t, "ABCMeta")); meta == null && t.Exc != null {
			return false
		}
	} else if !t.ClearIf(object.TModuleNotFoundError) {
		return false
	}
	top := null
	for _, c := range [...]struct {
		name string
		base object.TypeID
		kin  []object.TypeID // the classes of _io that count as this one's subclasses
	}{
		{"IOBase", tIOBase, nil}, {"RawIOBase", tRawIOBase, []object.TypeID{tFileIO}},
		{"BufferedIOBase", tBufferedBase, []object.TypeID{tBytesIO, tBufReader, tBufWriter, tBufRandom, tBufPair}},
		{"TextIOBase", tTextBase, []object.TypeID{tStringIO, tText}},
	} {
		class := t.Type(c.base).Value()
		if meta != null {
			if class = abstractBase(t, meta, c.name, class, top); class == null {
				return false
			}
			if top == null {
				top = class
			}
			for _, kin := range c.kin {
				if native.Call1(t, class, "register", t.Type(kin).Value()) == null {
					return false
				}
			}
		}
		if !d.SetStr(t, c.name, class) {
			return false
		}
	}
	return true
}

// abstractBase makes a class of module io over one of _io and, if there is one, another.
func abstractBase(t *Thread, meta Value, name string, base, top Value) Value {
	bases, ns := object.NewList(t, 0), object.NewDict(t)
	n, m, doc := object.NewStr(t, name), object.NewStr(t, "io"), object.GetAttr(t, base, object.Intern(t, "__doc__"))
	if bases == nil || ns == nil || n == null || m == null || doc == null || !bases.Append(t, base) || top != null && !bases.Append(t, top) ||
		!ns.SetStr(t, "__module__", m) || !ns.SetStr(t, "__qualname__", n) || !ns.SetStr(t, "__doc__", doc) {
		return null
	}
	return object.Call3(t, meta, n, object.TupleOf(t, bases.Slice()), object.Of(ns))
}

func initIO(t *Thread, m Value, d *object.Dict) bool {
	u := MakeUnsupported(t)
	return u != null && d.SetStr(t, "UnsupportedOperation", u) && d.SetStr(t, "DEFAULT_BUFFER_SIZE", object.SmallInt(defaultBuffer)) &&
		d.SetStr(t, "BlockingIOError", t.Type(object.TBlockingIOError).Value())
}

// builtinOpen is open(file, mode, ...).
func builtinOpen(t *Thread, _ Value, a []Value) Value {
	mode := "r"
	if a[1] != null {
		if !object.IsStr(a[1]) {
			return object.Raise(t, object.TTypeError, "open() argument 'mode' must be str, not %s", object.TypeName(t, a[1]))
		}
		mode = object.GoString(a[1])
	}
	buffering := int64(-1)
	if a[2] != null {
		n, ok := object.AsSize(t, a[2], object.TOverflowError)
		if !ok {
			return null
		}
		buffering = n
	}
	for i, name := range [...]string{"encoding", "errors", "newline"} {
		if _, _, ok := native.OptString(t, a[3+i], "open", name); !ok {
			return null
		}
		if a[3+i] == none {
			a[3+i] = null
		}
	}
	return openFileAs(t, a[0], mode, buffering, a[3], a[4], a[5], a[6], a[7])
}

// openFileAs is open with its arguments checked; those left out are Null.
func openFileAs(t *Thread, file Value, mode string, buffering int64, encoding, errors, newline, closefd, opener Value) Value {
	var has [256]bool
	rawMode, kinds, bad := "", 0, false
	for _, c := range []byte(mode) {
		bad = bad || has[c]
		has[c] = true
		switch c {
		case 'r', 'w', 'a', 'x':
			kinds++
			rawMode += string(rune(c))
		case '+':
			rawMode += "+"
		case 'b', 't':
		default:
			bad = true
		}
	}
	binary := has['b']
	switch {
	case bad:
		s, ok := object.ReprString(t, object.NewStr(t, mode))
		if !ok {
			return null
		}
		return object.Raise(t, object.TValueError, "invalid mode: %s", s)
	case binary && has['t']:
		return object.Raise(t, object.TValueError, "can't have text and binary mode at once")
	case kinds != 1:
		return object.Raise(t, object.TValueError, "must have exactly one of create/read/write/append mode")
	case binary && encoding != null:
		return object.Raise(t, object.TValueError, "binary mode doesn't take an encoding argument")
	case binary && errors != null:
		return object.Raise(t, object.TValueError, "binary mode doesn't take an errors argument")
	case binary && newline != null:
		return object.Raise(t, object.TValueError, "binary mode doesn't take a newline argument")
	}
	if !object.IsStr(file) && !object.IsBytes(file) && !native.IsInt(file) && object.TypeOf(t, file).Slots.Index == nil {
		_, name, ok := native.FSPath(t, file) // by which the file is known; a FileIO would keep the object
		if !ok {
			return null
		}
		file = name
	}
	raw := object.AllocInstance(t, t.Type(tFileIO))
	if raw == null {
		return null
	}
	args := t.PushArgs(4)
	if args == nil {
		return null
	}
	args[0], args[1], args[2], args[3] = file, object.NewStr(t, rawMode), closefd, opener
	ok := args[1] != null && fileInit(t, raw, args)
	t.PopArgs(4)
	if !ok {
		return null
	}
	f := stateOf[RawFile](t, raw)
	fail := func() Value {
		f.close()
		return null
	}
	tty := !f.regular && f.IsTerminal()
	line := buffering == 1 && !binary
	if buffering == 1 && binary && !object.Warn(t, object.TRuntimeWarning, "line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be used") {
		return fail()
	}
	if tty && buffering < 0 {
		line = true
	}
	switch {
	case buffering < 0 || buffering == 1:
		buffering = int64(f.blockSize())
	case buffering == 0:
		if !binary {
			object.Raise(t, object.TValueError, "can't have unbuffered text I/O")
			return fail()
		}
		return raw
	}
	id := tBufReader
	switch {
	case has['+']:
		id = tBufRandom
	case !has['r']:
		id = tBufWriter
	}
	buffer := newBuffer(t, id, raw, buffering)
	if buffer == null {
		return fail()
	}
	if binary {
		return buffer
	}
	text := object.AllocInstance(t, t.Type(tText))
	args = t.PushArgs(6)
	if text == null || args == nil {
		return fail()
	}
	args[0], args[1], args[2], args[3], args[4] = buffer, encoding, errors, newline, object.Bool(line)
	ok = textInit(t, text, args)
	t.PopArgs(6)
	if !ok || !object.SetAttr(t, text, t.N(object.N_mode), object.NewStr(t, mode)) {
		return fail()
	}
	return text
}

// newBuffer makes a buffered file over a raw one.
func newBuffer(t *Thread, id object.TypeID, raw Value, size int64) Value {
	return initBuffer(t, object.AllocInstance(t, t.Type(id)), id, raw, size)
}

func initBuffer(t *Thread, v Value, id object.TypeID, raw Value, size int64) Value {
	args := t.PushArgs(2)
	if v == null || args == nil {
		return null
	}
	args[0], args[1] = raw, object.SmallInt(size)
	ok := bufInit(t, v, args, id != tBufWriter, id != tBufReader)
	t.PopArgs(2)
	if !ok {
		return null
	}
	return v
}
