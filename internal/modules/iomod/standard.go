// The standard streams: text files over what a world has for them.

package iomod

import (
	"io"
	"os"

	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Standard says what standard streams are like.
type Standard struct {
	Unbuffered, LineBuffer bool
	Encoding, Errors       string // "": utf-8, strict
}

// NewStream makes a standard stream over a reader or a writer.
func NewStream(t *Thread, o *Standard, name, mode, errs string, fd int, r io.Reader, w io.Writer) Value {
	h := FilesOf(t.RT)
	f := &RawFile{std: true, stream: fd, r: r, w: w, fd: -1, Readable: r != nil, Writable: w != nil, Host: h}
	if file, ok := r.(*os.File); ok {
		f.File, f.fd = file, int(file.Fd())
	}
	if file, ok := w.(*os.File); ok {
		f.File, f.fd = file, int(file.Fd())
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
	} else if buffer = initBuffer(t, unclosed(t, id), id, raw, int64(f.blockSize())); buffer == null {
		return null
	}
	if text = unclosed(t, tText); text == null {
		return null
	}
	x := &textFile{codec: codecs.UTF8, encoding: "utf-8", errors: errs, host: h, chunkSize: textChunk}
	if c, ok := codecs.Find(o.Encoding); ok {
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
	x.lineBuffering = !x.writeThrough && (name == "stderr" || o.LineBuffer || f.IsTerminal())
	if !x.attach(t, text, buffer) || !object.SetAttr(t, text, t.N(object.N_mode), object.NewStr(t, mode)) {
		return null
	}
	return text
}

// unclosed makes a file that no finalizer closes.
func unclosed(t *Thread, id object.TypeID) Value {
	v := object.AllocInstance(t, t.Type(id))
	if v != null {
		object.As[ioObject](v).Flags |= ioTracked
	}
	return v
}

// FlushFiles writes out what open files still hold back when the program ends.
func FlushFiles(t *Thread) {
	files := FilesOf(t.RT).files
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
