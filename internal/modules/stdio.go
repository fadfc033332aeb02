// The standard streams: text files over what the options give.

package modules

import (
	"io"
	"os"

	"github.com/psyco-go/psy/internal/vm/object"
)

func initStreams(t *Thread, d *object.Dict, opts *Options) bool {
	o := &Standard{Unbuffered: opts.Unbuffered, LineBuffer: opts.LineBuffer, Encoding: opts.IOEncoding, Errors: opts.IOErrors}
	if makeUnsupported(t) == null {
		return false
	}
	for _, s := range [...]struct {
		name, mode, errors string
		fd                 int
		r                  io.Reader
		w                  io.Writer
	}{
		{"stdin", "r", "strict", 0, opts.Stdin, nil},
		{"stdout", "w", "strict", 1, nil, opts.Stdout},
		{"stderr", "w", "backslashreplace", 2, nil, opts.Stderr},
	} {
		v := none
		if s.r != nil || s.w != nil {
			if v = newStream(t, o, s.name, s.mode, s.errors, s.fd, s.r, s.w); v == null {
				return false
			}
		}
		if !d.SetStr(t, s.name, v) || !d.SetStr(t, "__"+s.name+"__", v) {
			return false
		}
	}
	return true
}

// Standard says what standard streams are like.
type Standard struct {
	Unbuffered, LineBuffer bool
	Encoding, Errors       string // "": utf-8, strict
}

func newStream(t *Thread, o *Standard, name, mode, errs string, fd int, r io.Reader, w io.Writer) Value {
	h := filesOfRuntime(t.RT)
	f := &rawFile{std: true, r: r, w: w, fd: -1, readable: r != nil, writable: w != nil, host: h}
	if file, ok := r.(*os.File); ok {
		f.f, f.fd = file, int(file.Fd())
	}
	if file, ok := w.(*os.File); ok {
		f.f, f.fd = file, int(file.Fd())
	}
	raw, buffer, text := object.AllocInstance(t, t.Type(tFileIO)), null, null
	shown := object.NewStr(t, "<"+name+">")
	if raw == null || shown == null {
		return null
	}
	setState(t, raw, f)
	if !object.SetAttr(t, raw, t.N(object.N_name), shown) {
		return null
	}
	id := tBufWriter
	if r != nil {
		id = tBufReader
	}
	unbuffered := o.Unbuffered && w != nil
	if unbuffered {
		buffer = raw
	} else if buffer = newBuffer(t, id, raw, int64(f.blockSize())); buffer == null {
		return null
	}
	if text = object.AllocInstance(t, t.Type(tText)); text == null {
		return null
	}
	x := &textFile{codec: utf8Codec, encoding: "utf-8", errors: errs, host: h}
	if c, ok := findCodec(o.Encoding); ok {
		x.codec, x.encoding = c, o.Encoding
	}
	if o.Errors != "" && name != "stderr" {
		x.errors = o.Errors
	}
	x.newlines.set("\n", true)
	if r != nil && osLineEnd != "\n" {
		x.newlines.set("", false)
	}
	x.writeThrough = unbuffered
	x.lineBuffering = !x.writeThrough && (name == "stderr" || o.LineBuffer || f.isatty())
	if !x.attach(t, text, buffer) || !object.SetAttr(t, text, t.N(object.N_mode), object.NewStr(t, mode)) {
		return null
	}
	return text
}

// Flush flushes sys.stderr and sys.stdout; errors are ignored.
func Flush(t *Thread) {
	for _, n := range [...]object.Name{object.N_stderr, object.N_stdout} {
		if s := t.RT.SysDict.GetStr(t.N(n)); s != null && s != none {
			object.CallMethod0(t, s, t.N(object.N_flush))
			t.ClearExc()
		}
	}
}

// flushFiles writes out what open files still hold back when the program ends.
func flushFiles(t *Thread) {
	files := filesOfRuntime(t.RT).files
	for f := range files {
		if x, ok := f.(*textFile); ok {
			x.flush()
		}
	}
	for f := range files {
		f.flush()
	}
}

// Stream is the Go side of a standard stream that is written to.
type Stream struct{ x *textFile }

// Streams are sys.__stdout__ and sys.__stderr__, where the options gave them something to write to.
func Streams(rt *object.Runtime) (list []Stream) {
	for _, name := range [...]string{"__stdout__", "__stderr__"} {
		v := rt.SysDict.GetStr(object.Intern(rt.Main, name))
		if v != null && v != none {
			if x := stateOf[textFile](rt.Main, v); x != nil {
				list = append(list, Stream{x})
			}
		}
	}
	return list
}

// Flush writes out what the stream holds back, an unfinished line for instance.
func (s Stream) Flush() error {
	if x := s.x; !x.closed && (len(x.pending) > 0 || x.buf != nil && len(x.buf.wbuf) > 0) {
		return x.flush()
	}
	return nil
}
