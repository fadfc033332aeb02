// Which modules a program may import: Options.May.

package modules

import (
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
)

// refused raises ModuleNotFoundError for a module that must not be loaded. What a module that may be loaded imports, and what psy itself needs, may be
// loaded; codecs are looked for by imports.
func refused(t *Thread, name string) bool {
	h := hostOf(t)
	if h.opts.May == nil || h.granting[t.Strand.Ident] > 0 || name == "encodings" || strings.HasPrefix(name, "encodings.") || h.opts.May(name) {
		return false
	}
	moduleNotFound(t, name, "import of "+name+" is not allowed here")
	return true
}

// grant lets the thread load all modules, until ungrant is called as often.
func grant(t *Thread) {
	h := hostOf(t)
	if h.opts.May == nil {
		return
	}
	if h.granting == nil {
		h.granting = map[int64]int{}
	}
	h.granting[t.Strand.Ident]++
}

func ungrant(t *Thread) {
	h := hostOf(t)
	if h.opts.May == nil {
		return
	}
	if h.granting[t.Strand.Ident]--; h.granting[t.Strand.Ident] == 0 {
		delete(h.granting, t.Strand.Ident)
	}
}

// importForPsy imports a module that psy itself needs.
func importForPsy(t *Thread, name string) Value {
	grant(t)
	m := ImportModule(t, name)
	ungrant(t)
	return m
}

// createBuiltin makes a module that is part of psy, for importlib.
func createBuiltin(t *Thread, name string) Value {
	if native.IsBuiltin(name) && refused(t, name) {
		return null
	}
	return Create(t, name)
}
