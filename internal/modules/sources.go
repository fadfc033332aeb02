// The lines that tracebacks show of sources that are no files: commands, what was typed at a prompt.

package modules

import (
	"io/fs"
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
)

// AddSource keeps a text under the name that its code has for a file.
func AddSource(t *Thread, name string, text []byte) {
	h := hostOf(t)
	if h.sources == nil {
		h.sources = map[string][]byte{}
	}
	h.sources[name] = text
	if m := t.RT.Modules.GetStr(object.Intern(t, "linecache")); m != null {
		tellLinecache(t, m, name)
	}
}

// tellLinecache gives the module linecache the lines of a source, as CPython does, for tracebacks that Python code makes.
func tellLinecache(t *Thread, m Value, name string) {
	register := object.LookupAttr(t, m, object.Intern(t, "_register_code"))
	n, text := object.NewStr(t, name), object.NewStr(t, strings.ToValidUTF8(string(hostOf(t).sources[name]), "\ufffd"))
	if register != null && n != null && text != null {
		object.Call3(t, register, n, text, n)
	}
	t.ClearExc()
}

func readSource(t *Thread, name string) ([]byte, error) {
	if text, ok := hostOf(t).sources[name]; ok {
		return text, nil
	}
	if strings.HasPrefix(name, "<") && strings.HasSuffix(name, ">") {
		return nil, fs.ErrNotExist
	}
	data, err := filesOf(t).ReadFile(name)
	if err != nil {
		if text, found := filesOf(t).sourceIn(name); found == nil {
			return text, nil
		}
	}
	return data, err
}
