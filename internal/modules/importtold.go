// Telling of imports on standard error: -v and -X importtime.

package modules

import (
	"fmt"
	"strings"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// importTimes is the state of -X importtime.
type importTimes struct {
	begun bool
	depth int
	below time.Duration // what imports within the current one took
}

// loadTold loads a module and tells of it, if somebody wants to know.
func loadTold(t *Thread, name, tail string, path Value) Value {
	h := hostOf(t)
	if !h.opts.ImportTime && h.opts.Flags.Verbose == 0 {
		return load(t, name, tail, path)
	}
	times, start := &h.importTimes, native.SystemOf(t).Monotonic()
	outer := times.below
	times.below = 0
	times.depth++
	m := load(t, name, tail, path)
	times.depth--
	took := time.Duration(native.SystemOf(t).Monotonic() - start)
	self := took - times.below
	times.below = outer + took
	exc := t.Exc
	t.ClearExc()
	if h.opts.ImportTime {
		if !times.begun {
			times.begun = true
			tell(t, "import time: self [us] | cumulative | imported package\n")
		}
		tell(t, fmt.Sprintf("import time: %9d | %10d | %s%s\n", self.Microseconds(), took.Microseconds(), strings.Repeat("  ", times.depth), name))
	}
	if h.opts.Flags.Verbose > 0 && m != null {
		tell(t, "import '"+name+"' # "+loaderText(t, m)+"\n")
	}
	if exc != null {
		object.SetExc(t, exc)
	}
	return m
}

// loaderText is the repr of a module's loader.
func loaderText(t *Thread, m Value) string {
	text := "psy"
	if hasImportlib(t) {
		if loader := object.GetAttr(t, m, t.N(object.N_loader_)); loader != null {
			if r := object.Repr(t, loader); r != null {
				text = object.GoString(r)
			}
		}
	}
	t.ClearExc()
	return text
}

// tell writes to sys.stderr, or where there is none yet, to the process's.
func tell(t *Thread, text string) {
	s := object.NewStr(t, text)
	if out := t.RT.SysDict.GetStr(t.N(object.N_stderr)); s == null || out == null || out == none || !native.WriteText(t, out, s) {
		native.SystemOf(t).Complain(text)
	}
	t.ClearExc()
}
