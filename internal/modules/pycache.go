// Compiled files of sources: __pycache__, read and written as CPython does.

package modules

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/psyco-go/psy/internal/front/codecache"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// cacheTag is sys.implementation.cache_tag.
const cacheTag = "cpython-313"

// cacheName is the name of a source's compiled file.
func cacheName(t *Thread, source string) string {
	dir, name := filepath.Split(source)
	name = strings.TrimSuffix(name, ".py") + "." + cacheTag
	if level := hostOf(t).opts.Flags.Optimize; level > 0 {
		name += fmt.Sprintf(".opt-%d", level)
	}
	name += ".pyc"
	if prefix := t.RT.SysDict.GetStr(object.Intern(t, "pycache_prefix")); prefix != null && object.IsStr(prefix) {
		return filepath.Join(object.GoString(prefix), strings.TrimLeft(dir, "/"), name)
	}
	return dir + "__pycache__/" + name
}

// rooms are for compiled files and for images. Of both nothing is left in Go's memory once there are objects: as garbage they were half of what importing
// takes there.
var rooms = make(chan *codecache.Room, 2)

func takeRoom() *codecache.Room {
	select {
	case r := <-rooms:
		return r
	default:
		return new(codecache.Room)
	}
}

func giveRoom(r *codecache.Room) {
	select {
	case rooms <- r:
	default:
	}
}

// load makes the code object of a module's file; Null: an exception is set.
func (f *moduleFile) load(t *Thread, name string) Value {
	if code := f.loadLibrary(t); code != null || t.Exc != null {
		return code
	}
	s := filesOf(t)
	if f.source == "" {
		if t.RT.OnAudit != nil && !auditOpen(t, f.cached) {
			return null
		}
		room := takeRoom()
		defer giveRoom(room)
		data, err := s.ReadInto(f.cached, room.Take)
		if err != nil {
			return raiseFileError(t, f.cached, err)
		}
		return compiledCode(t, name, f.cached, data, room)
	}
	h := pyc.Header{}
	st, missing := s.Stat(f.source)
	var src []byte
	if missing == nil && f.cached != "" {
		h.MTime, h.Size = uint32(st.ModTime().Unix()), uint32(st.Size())
		if t.RT.OnAudit != nil && !auditOpen(t, f.cached) {
			return null
		}
		room := takeRoom()
		defer giveRoom(room)
		if data, err := s.ReadInto(f.cached, room.Take); err == nil {
			switch fresh, found := f.fresh(t, data, &h, &src); {
			case t.Exc != null:
				return null
			case fresh:
				code := compiledCode(t, name, f.cached, data, room)
				if code == null || found.Flags&pyc.HashBased != 0 || f.named(code) {
					return code
				}
			case found.Flags&pyc.HashBased != 0:
				h.Flags, h.Hash = found.Flags, sourceHash(src)
			}
		}
	}
	if src == nil && !f.read(t, &src) {
		return null
	}
	c := compilation{filename: native.FSText(f.source), mode: syntax.Exec, optimize: -1}
	if t.RT.OnAudit != nil && !c.auditText(t, src) {
		return null
	}
	code := c.codeOf(t, src)
	if code == nil {
		return null
	}
	if dont := t.RT.SysDict.GetStr(object.Intern(t, "dont_write_bytecode")); missing == nil && f.cached != "" && (dont == null || object.Truth(t, dont) == 0) {
		h.Size = uint32(len(src))
		if data, err := pyc.Dump(&pyc.Program{Header: h, Code: code}); err == nil {
			writeCache(s, f.cached, data, st.Mode().Perm()|0o200)
		}
	}
	return object.NewCode(t, code)
}

// named reports whether code says that it comes from this source: a file may have been moved together with its __pycache__.
func (f *moduleFile) named(code Value) bool {
	return object.GoString(object.As[object.Code](code).Filename) == native.FSText(f.source)
}

// read reads the source.
func (f *moduleFile) read(t *Thread, src *[]byte) bool {
	if t.RT.OnAudit != nil && !auditOpen(t, f.source) {
		return false
	}
	data, err := filesOf(t).ReadFile(f.source)
	if err != nil {
		raiseFileError(t, f.source, err)
		return false
	}
	if data == nil {
		data = []byte{}
	}
	*src = data
	return true
}

// fresh tells whether a compiled file stands for the source as it is now, by its time and size in h, or by its text, which is then read.
func (f *moduleFile) fresh(t *Thread, data []byte, now *pyc.Header, src *[]byte) (bool, pyc.Header) {
	h, err := pyc.ParseHeader(data)
	if err != nil {
		return false, pyc.Header{}
	}
	if h.Flags&pyc.HashBased == 0 {
		return h == *now, h
	}
	check := hostOf(t).opts.CheckHashPycs
	if check == "never" || h.Flags&pyc.CheckSource == 0 && check != "always" {
		return true, h
	}
	return f.read(t, src) && sourceHash(*src) == h.Hash, h
}

func sourceHash(src []byte) uint64 { return object.KeyedHash(pyc.Magic, src) }

// compiledCode loads what a compiled file holds, which lies in room.
func compiledCode(t *Thread, name, file string, data []byte, room *codecache.Room) Value {
	const header = 16
	if t.RT.OnAudit != nil && !object.Audit(t, "marshal.loads", object.NewBytes(t, data[min(header, len(data)):])) {
		return null
	}
	var key codecache.Key
	if hostOf(t).opts.Share {
		key = codecache.KeyOf("pyc", data)
		if kept := codecache.Shared(key); kept.Code != nil {
			return object.NewCode(t, kept.Code)
		}
	}
	o := hostOf(t).opts
	isOwn := o.Believe && o.Cache != nil && len(data) > header
	var own codecache.Sum
	if isOwn {
		own = codecache.Verified(data)
		if code, ok := readOwn(t, own); ok {
			return code
		}
	}
	room.Leave() // code refers to the file's texts
	prog, err := pyc.Load(data)
	if err != nil {
		quoted, magic := object.Repr(t, object.NewStr(t, name)), object.Repr(t, object.NewBytes(t, data[:min(4, len(data))]))
		if quoted == null || magic == null {
			return null
		}
		switch { // as importlib says it
		case errors.Is(err, pyc.ErrMagic) || len(data) < 4:
			err = errors.New("bad magic number in " + object.GoString(quoted) + ": " + object.GoString(magic))
		case len(data) < header:
			return object.Raise(t, object.TEOFError, "reached EOF while reading pyc header of %s", object.GoString(quoted))
		}
		s, n, p := object.NewStr(t, badPyc(file, err)), object.NewStr(t, name), object.NewStr(t, file)
		if s == null || n == null || p == null {
			return null
		}
		return object.RaiseImportError(t, object.TImportError, s, n, p, null)
	}
	if hostOf(t).opts.Share {
		codecache.Share(key, codecache.Kept{Code: prog.Code}, len(data))
	}
	if isOwn {
		return ownCode(t, own, prog.Code)
	}
	return object.NewCode(t, prog.Code)
}

// ownCode keeps an image of verified code, and makes an object of the image: functions that are never called have no bodies then.
func ownCode(t *Thread, own codecache.Sum, code *pyc.Code) Value {
	return keptCode(t, hostOf(t).opts.Cache.WriteOwn(own, code))
}

// readOwn makes an object of what is kept of a compiled file; false: nothing is.
func readOwn(t *Thread, own codecache.Sum) (Value, bool) {
	room := takeRoom()
	defer giveRoom(room)
	kept := hostOf(t).opts.Cache.ReadOwn(own, room)
	if kept.Image == nil {
		return null, false
	}
	return imageCode(t, kept.Image), true
}

// CompiledFile makes an object of the code of a compiled file that importlib loads, if it is kept or can be.
func (h hosting) CompiledFile(t *Thread, file []byte) Value {
	o := hostOf(t).opts
	if !o.Believe || o.Cache == nil {
		return null
	}
	own := codecache.Verified(file)
	if code, ok := readOwn(t, own); ok {
		return code
	}
	const perByte = 16 // of memory for what a file is decoded to
	if !t.Room(perByte * uint64(len(file))) {
		return null
	}
	prog, err := pyc.Load(file)
	if err != nil {
		return null // marshal says it
	}
	return ownCode(t, own, prog.Code)
}

func badPyc(file string, err error) string {
	var e *pyc.Error
	if errors.As(err, &e) {
		return e.Error() + ": " + file + " (" + e.Where() + ")"
	}
	return err.Error()
}

// writeCache writes a compiled file if that is possible. A reader at the same time sees the old file or the new one.
func writeCache(s system.System, name string, data []byte, perm fs.FileMode) {
	if !makeFolder(s, filepath.Dir(name)) {
		return
	}
	temp := fmt.Sprintf("%s.%d", name, s.ID(system.PID))
	file, err := s.OpenFile(temp, os.O_EXCL|os.O_CREATE|os.O_WRONLY, perm&0o666)
	if err != nil {
		return
	}
	n, err := file.Write(data)
	if closed := file.Close(); err != nil || closed != nil || n < len(data) || s.Rename(temp, name) != nil {
		s.Remove(temp)
	}
}

// maxPath is more than any system takes for a path, in bytes.
const maxPath = 64 << 10

// makeFolder makes a folder and those above it.
//
//psy:bounded by what a path may be long
func makeFolder(s system.System, name string) bool {
	if len(name) > maxPath {
		return false
	}
	if st, err := s.Stat(name); err == nil {
		return st.IsDir()
	}
	if parent := filepath.Dir(name); parent != name && !makeFolder(s, parent) {
		return false
	}
	err := s.Mkdir(name, 0o777)
	return err == nil || errors.Is(err, fs.ErrExist)
}
