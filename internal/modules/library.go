// The standard library as a part of the program: a folder that programs see like any other, but that is on no disk.
//
// Everything that looks for files of the library finds them there by the ordinary calls: imports, importlib's loaders, linecache and inspect, pkgutil,
// importlib.resources, venv, which copies files of its own package. So nothing of these has to know of it. The name of the folder stands in
// code objects, which runtimes share, so it is always the same one.

package modules

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/vm/object"
)

// LibraryPrefix is sys.base_prefix of a program whose library is part of psy, and LibraryFolder the library's folder below it. Nothing on a disk is
// called so.
const (
	LibraryPrefix = "/<psy>"
	LibraryFolder = LibraryPrefix + "/lib/python3.13"
)

// loadLibrary makes the code object of a module of the library that is on no disk, from the cache if it is there; Null without an exception: the
// module is none of them.
func (f *moduleFile) loadLibrary(t *Thread) Value {
	room := takeRoom()
	defer giveRoom(room)
	kept := f.ofLibrary(t, nil, room)
	if kept.None() {
		return null
	}
	return f.codeObject(t, kept)
}

// compileLibrary is loadLibrary for a module whose text importlib has read and compiles, as it does once a program has finders of its own.
func (c *compilation) compileLibrary(t *Thread, src []byte) Value {
	if c.mode != syntax.Exec || c.flags != 0 || c.feature != 0 || c.optimize != -1 || !strings.HasPrefix(c.filename, LibraryFolder) {
		return null
	}
	if own, err := hostOf(t).library.Read(c.filename); err != nil || !bytes.Equal(own, src) {
		return null
	}
	f := moduleFile{source: c.filename, cached: cacheName(t, c.filename)}
	room := takeRoom()
	defer giveRoom(room)
	kept := f.ofLibrary(t, src, room)
	if kept.None() {
		return null
	}
	return keptCode(t, kept)
}

// ofLibrary gives the code of a module of the library that is on no disk; none without an exception: the module is none of them. src is its text, or nil.
// An image may lie in room.
func (f *moduleFile) ofLibrary(t *Thread, src []byte, room *codecache.Room) (kept codecache.Kept) {
	h := hostOf(t)
	inner, ok := h.library.Inner(f.source)
	if !ok {
		return kept
	}
	c := compilation{filename: f.source, mode: syntax.Exec, optimize: -1}
	level := strconv.Itoa(c.options(t).Optimize)
	name := ""
	if h.opts.LibraryID != "" {
		name = strings.ReplaceAll(strings.TrimSuffix(inner, ".py"), "/", ".")
	} else {
		if src == nil && !f.text(t, &src) {
			return kept
		}
		name = codecache.Text(f.source, src)
	}
	name += "." + level
	var key codecache.Key
	if h.opts.Share {
		key = codecache.KeyOf("library "+h.opts.LibraryID, []byte(name))
		if kept = codecache.Shared(key); !kept.None() {
			return kept
		}
		room = nil // it stays
	}
	kept = h.opts.Cache.Read(name, room)
	if kept.None() && h.opts.LibraryID != "" {
		if data, err := h.library.Read(f.cached); err == nil { // an archive has it
			if kept = codecache.Packed(data); kept.Code != nil {
				kept = h.opts.Cache.Write(name, kept.Code)
			}
		}
	}
	if kept.None() {
		if src == nil && !f.text(t, &src) {
			return kept
		}
		if kept.Code = c.codeOf(t, src); kept.Code == nil {
			return kept
		}
		kept = h.opts.Cache.Write(name, kept.Code) // dont_write_bytecode is about files beside sources
	}
	if h.opts.Share {
		st, err := h.library.Stat(f.source)
		if err == nil {
			codecache.Share(key, kept, int(st.Size()))
		}
	}
	return kept
}

// text reads the source of a module of the library.
func (f *moduleFile) text(t *Thread, src *[]byte) bool {
	data, err := filesOf(t).ReadFile(f.source)
	if err != nil {
		raiseFileError(t, f.source, err)
	}
	*src = data
	return err == nil
}

// imageCode makes an object of the code of a module that is kept as an image.
func imageCode(t *Thread, image *pyc.Image) Value {
	code := object.NewCodeImage(t, image)
	if code != null && image.NamesSpecs() && !specsNamed(t) {
		return null
	}
	return code
}

// keptCode makes an object of code that is kept.
func keptCode(t *Thread, kept codecache.Kept) Value {
	if kept.Image == nil {
		return object.NewCode(t, kept.Code)
	}
	return imageCode(t, kept.Image)
}

// codeObject makes an object of the code of a module of the library, and tells of it as if it came from a compiled file, always.
func (f *moduleFile) codeObject(t *Thread, kept codecache.Kept) Value {
	code := keptCode(t, kept)
	if code != null && t.RT.OnAudit != nil {
		c, err := object.ConstOf(t, code, true, nil)
		var body []byte
		if err == nil {
			body, err = pyc.Marshal(c)
		}
		if err != nil {
			return object.Raise(t, object.TSystemError, "code that cannot be written: %s", err.Error())
		}
		if !auditOpen(t, f.cached) || !object.Audit(t, "marshal.loads", object.NewBytes(t, body)) {
			return null
		}
	}
	return code
}
