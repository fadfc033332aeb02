// posix.DirEntry: a file as a folder tells of it. The system is asked only for what the folder does not tell.

package posix

import (
	"encoding/binary"
	"io/fs"
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tDirEntry = object.AllocTypeID()

type dirEntry struct {
	header
	Name, Path Value
	Stat       [2]Value // of what it is, and of what it leads to
	FD         int64    // of its folder, or noFD
	Ino        uint64   // 0: not known
	Kind       int64    // as a mode of the system; 0: not known
}

// toldSize is the size of what a folder told of a file: its number and its kind.
const toldSize = 12

func tell(b []byte, e system.Entry) {
	kind := uint32(0)
	if e.Kind != system.KindUnknown {
		kind = posixMode(e.Kind)
	}
	binary.NativeEndian.PutUint64(b, e.Ino)
	binary.NativeEndian.PutUint32(b[8:], kind)
}

func (e *dirEntry) told(b []byte) {
	e.Ino, e.Kind = binary.NativeEndian.Uint64(b), int64(binary.NativeEndian.Uint32(b[8:]))
}

const (
	kindMask = 0o170000
	kindDir  = 0o40000
	kindLink = 0o120000
	kindFile = 0o100000
)

// What dirEntry.Stat has the status of.
const (
	itself = iota
	leadsTo
)

// fetch is the status; the system is asked once. Without a value and an error an exception is set.
func (e *dirEntry) fetch(t *Thread, of int) (Value, error) {
	if e.Stat[of] != null {
		return e.Stat[of], nil
	}
	path, _, ok := native.FSPath(t, e.Path)
	if !ok {
		return null, nil
	}
	path, err := inDir(t, int(e.FD), path)
	if err != nil {
		return null, err
	}
	var st fs.FileInfo
	if of == itself {
		st, err = native.SystemOf(t).Lstat(path)
	} else {
		st, err = native.SystemOf(t).Stat(path)
	}
	if err != nil {
		return null, err
	}
	e.Stat[of] = statValue(t, st)
	return e.Stat[of], nil
}

// kind is what the file itself is, and whether that could be found out.
func (e *dirEntry) kind(t *Thread) (int64, bool, error) {
	if e.Kind != 0 {
		return e.Kind, true, nil
	}
	v, err := e.fetch(t, itself)
	return kindIn(v), v != null, err
}

// kindIn is the kind that a status tells.
func kindIn(stat Value) int64 {
	if stat == null {
		return 0
	}
	mode, _ := object.Int64(*object.As[object.Tuple](stat).At(0))
	return mode & kindMask
}

// stat is the status of the file, or of what it leads to.
func (e *dirEntry) stat(t *Thread, follow bool) (Value, error) {
	if !follow {
		return e.fetch(t, itself)
	}
	kind, ok, err := e.kind(t)
	switch {
	case e.Stat[leadsTo] != null:
		return e.Stat[leadsTo], nil
	case !ok:
		return null, err
	case kind == kindLink:
		return e.fetch(t, leadsTo)
	}
	return e.fetch(t, itself)
}

// is reports whether the file is of a kind: one that is not there is of none.
func (e *dirEntry) is(t *Thread, want int64, follow bool) Value {
	kind, ok, err := e.kind(t)
	if ok && follow && kind == kindLink {
		var v Value
		v, err = e.fetch(t, leadsTo)
		kind, ok = kindIn(v), v != null
	}
	switch {
	case ok:
		return object.Bool(kind == want)
	case t.Exc != null:
		return null
	case native.ErrnoOf(err) == syscall.ENOENT:
		return object.False
	}
	return native.RaiseIO(t, err, e.Path)
}

// entryIs makes is_dir and is_file.
func entryIs(name string, kind int64) FuncDef {
	return FuncDef{Name: name, Sig: "(*, follow_symlinks=True)", Fn: func(t *Thread, v Value, b []Value) Value {
		follow, ok := native.OptBool(t, b[0], true)
		if !ok {
			return null
		}
		return object.As[dirEntry](v).is(t, kind, follow)
	}}
}

var _ = object.DefineType(tDirEntry, object.TypeDef{
	Name: "posix.DirEntry", Size: unsafe.Sizeof(dirEntry{}), Refs: 15 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Repr: func(t *Thread, v Value) Value {
		text, ok := object.AppendRepr(t, []byte("<DirEntry "), object.As[dirEntry](v).Name)
		if !ok {
			return null
		}
		return object.StrOfBytes(t, append(text, '>'))
	}},
	Methods: []FuncDef{
		entryIs("is_dir", kindDir), entryIs("is_file", kindFile),
		{Name: "is_symlink", Sig: "()", F0: func(t *Thread, v Value) Value {
			return object.As[dirEntry](v).is(t, kindLink, false)
		}},
		{Name: "is_junction", Sig: "()", F0: func(t *Thread, v Value) Value { return object.False }},
		{Name: "stat", Sig: "(*, follow_symlinks=True)", Fn: func(t *Thread, v Value, b []Value) Value {
			follow, ok := native.OptBool(t, b[0], true)
			if !ok {
				return null
			}
			st, err := object.As[dirEntry](v).stat(t, follow)
			if err != nil {
				return raisePath(t, err, object.As[dirEntry](v).Path)
			}
			return st
		}},
		{Name: "inode", Sig: "()", F0: func(t *Thread, v Value) Value {
			e := object.As[dirEntry](v)
			if e.Ino != 0 {
				return object.NewInt(t, int64(e.Ino))
			}
			st, err := e.stat(t, false)
			if err != nil {
				return raisePath(t, err, e.Path)
			}
			if st == null {
				return null
			}
			return *object.As[object.Tuple](st).At(1)
		}},
		{Name: "__fspath__", Sig: "()", F0: func(t *Thread, v Value) Value { return object.As[dirEntry](v).Path }},
		object.ClassGetItemDef(),
	},
	Members: []object.MemberDef{{Name: "name", Word: 1}, {Name: "path", Word: 2}},
})
