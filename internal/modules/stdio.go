// The standard streams: text files over what the options give.

package modules

import (
	"io"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func initStreams(t *Thread, d *object.Dict, opts *Options) bool {
	o := &iomod.Standard{Unbuffered: opts.Unbuffered, LineBuffer: opts.LineBuffer, Encoding: opts.IOEncoding, Errors: opts.IOErrors}
	if iomod.MakeUnsupported(t) == null {
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
			if v = iomod.NewStream(t, o, s.name, s.mode, s.errors, s.fd, s.r, s.w); v == null {
				return false
			}
		}
		if !d.SetStr(t, s.name, v) || !d.SetStr(t, "__"+s.name+"__", v) {
			return false
		}
	}
	return true
}

// NameStreams gives the standard streams an encoding, by the name that its codec has. False: there is none.
func NameStreams(t *Thread, encoding string) bool {
	lookup, enc := importForPsy(t, "codecs"), object.NewStr(t, encoding)
	if lookup == null { // no library to look it up in
		t.ClearExc()
		return true
	}
	name := null
	if info := native.Call1(t, lookup, "lookup", enc); info != null {
		name = object.GetAttr(t, info, object.Intern(t, "name"))
	}
	for _, n := range [...]object.Name{object.N_stdin, object.N_stdout, object.N_stderr} {
		s, kw := t.RT.SysDict.GetStr(t.N(n)), object.NewDict(t)
		if s == null || s == none || kw == nil || name == null {
			continue
		}
		errs, change := object.GetAttr(t, s, object.Intern(t, "errors")), object.GetAttr(t, s, object.Intern(t, "reconfigure"))
		if errs != null && change != null && kw.SetStr(t, "encoding", name) && kw.SetStr(t, "errors", errs) {
			object.CallTuple(t, change, t.RT.EmptyTuple, kw)
		}
	}
	ok := t.Exc == null
	t.ClearExc()
	return ok
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
