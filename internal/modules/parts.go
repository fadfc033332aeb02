// Code of native modules that are written in Python.

package modules

import (
	"strconv"

	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
)

var _ = native.SetCompiler(partCode)

// partCode is the code of a source that is part of psy, from the cache if it is there.
func partCode(t *Thread, file, source string) Value {
	h := hostOf(t)
	c := compilation{filename: file, mode: syntax.Exec, optimize: -1}
	name := codecache.Text(file, []byte(source)) + "." + strconv.Itoa(c.options(t).Optimize)
	var key codecache.Key
	var kept codecache.Kept
	if h.opts.Share {
		key = codecache.KeyOf("part", []byte(name))
		kept = codecache.Shared(key)
	}
	if kept.None() {
		if kept = h.opts.Cache.Read(name, nil); kept.None() {
			if kept.Code = c.codeOf(t, []byte(source)); kept.Code == nil {
				return null
			}
			kept = h.opts.Cache.Write(name, kept.Code)
		}
		if h.opts.Share {
			codecache.Share(key, kept, len(source))
		}
	}
	return keptCode(t, kept)
}
