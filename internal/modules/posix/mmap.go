// The module mmap: files as bytes in memory. What is mapped is a copy, which is written to the file when it is flushed or closed; other
// processes see changes then, and changes of theirs are not seen.

package posix

import (
	"io"
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tMmap = object.AllocTypeID()

// mapping is an mmap: a bytearray, and where it comes from.
type mapping struct {
	header
	Data   Value // Null: it is closed
	FD     int64 // a descriptor of its own, -1: no file
	Offset int64
	Pos    int64
	Access int64
}

// Kinds of access.
const (
	accessDefault = iota
	accessRead
	accessWrite
	accessCopy
)

const pageSize = 4096

var _ = native.Register(native.ModuleDef{
	Name:  "mmap",
	Types: []object.TypeID{tMmap},
	Init: func(t *Thread, m Value, d *object.Dict) bool {
		for name, n := range map[string]int64{"ACCESS_DEFAULT": accessDefault, "ACCESS_READ": accessRead, "ACCESS_WRITE": accessWrite, "ACCESS_COPY": accessCopy,
			"MAP_SHARED": 1, "MAP_PRIVATE": mapPrivate, "MAP_ANONYMOUS": 32, "MAP_ANON": 32, "PROT_READ": 1, "PROT_WRITE": 2, "PROT_EXEC": 4,
			"PAGESIZE": pageSize, "ALLOCATIONGRANULARITY": pageSize} {
			if !d.SetStr(t, name, object.SmallInt(n)) {
				return false
			}
		}
		return d.SetStr(t, "error", t.Type(object.TOSError).Value())
	},
})

const mapPrivate = 2

func mmapNew(t *Thread, typ *object.Type, a []Value) Value {
	n := [6]int64{-1, 0, 1, 3, accessDefault, 0} // fileno, length, flags, prot, access, offset
	for i := range n {
		if a[i] == null {
			continue
		}
		x, ok := object.AsSize(t, a[i], object.TOverflowError)
		if !ok {
			return null
		}
		n[i] = x
	}
	fd, length, access, offset := n[0], n[1], n[4], n[5]
	switch {
	case length < 0:
		return object.Raise(t, object.TOverflowError, "memory mapped length must be positive")
	case offset < 0:
		return object.Raise(t, object.TOverflowError, "memory mapped offset must be positive")
	case access != accessDefault && (n[2] != 1 || n[3] != 3):
		return object.Raise(t, object.TValueError, "mmap can't specify both access and flags, prot.")
	case access < 0 || access > accessCopy:
		return object.Raise(t, object.TValueError, "mmap invalid access parameter.")
	case access == accessDefault && n[2]&mapPrivate != 0:
		access = accessCopy
	case access == accessDefault && n[3]&2 == 0:
		access = accessRead
	case offset%pageSize != 0:
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	var data Value
	own := int64(-1)
	if fd >= 0 {
		f, ok := fdArg(t, a[0])
		if !ok {
			return null
		}
		st, err := f.File.Stat()
		if err != nil {
			return native.RaiseIO(t, err, null)
		}
		switch size := st.Size(); {
		case !st.Mode().IsRegular():
			return native.RaiseIO(t, syscall.ENODEV, null)
		case length == 0 && size == 0:
			return object.Raise(t, object.TValueError, "cannot mmap an empty file")
		case length == 0 && offset >= size:
			return object.Raise(t, object.TValueError, "mmap offset is greater than file size")
		case length == 0:
			length = size - offset
		case offset+length > size:
			return object.Raise(t, object.TValueError, "mmap length is greater than file size")
		}
		dup := posixDup(t, null, a[0])
		if dup == null {
			return null
		}
		own, _ = object.Int64(dup)
		data = readAt(t, own, offset, length)
	} else {
		if length == 0 {
			return native.RaiseIO(t, syscall.EINVAL, null)
		}
		data = object.Call1(t, t.Type(object.TByteArray).Value(), object.NewInt(t, length))
	}
	v := object.AllocInstance(t, typ)
	if data == null || v == null {
		return null
	}
	m := object.As[mapping](v)
	m.Data, m.FD, m.Offset, m.Access = data, own, offset, access
	return v
}

// readAt is what a file has at some place, as a bytearray.
func readAt(t *Thread, fd, offset, length int64) Value {
	data := object.Call1(t, t.Type(object.TByteArray).Value(), object.NewInt(t, length))
	f, ok := fdArg(t, object.SmallInt(fd))
	if data == null || !ok {
		return null
	}
	b, _ := object.BufferOf(t, data)
	at, err := f.File.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = f.File.Seek(offset, io.SeekStart)
	}
	for err == nil && len(b) > 0 {
		var n int
		if n, err = f.File.Read(b); n == 0 {
			break
		}
		b = b[n:]
	}
	if _, e := f.File.Seek(at, io.SeekStart); e != nil && err == nil {
		err = e
	}
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return data
}

// openMap is the bytes of a mapping that is not closed.
//
//psy:bounded what a mapping holds is a bytearray
func openMap(t *Thread, v Value) (*mapping, []byte, bool) {
	m := object.As[mapping](v)
	if m.Data == null {
		object.Raise(t, object.TValueError, "mmap closed or invalid")
		return m, nil, false
	}
	b, ok := object.BufferOf(t, m.Data)
	return m, b, ok
}

func (m *mapping) mayWrite(t *Thread) bool {
	if m.Access == accessRead {
		object.Raise(t, object.TTypeError, "mmap can't modify a readonly memory map.")
		return false
	}
	return true
}

// store writes what is mapped to its file.
func (m *mapping) store(t *Thread) bool {
	if m.FD < 0 || m.Access == accessRead || m.Access == accessCopy {
		return true
	}
	f, ok := fdArg(t, object.SmallInt(m.FD))
	if !ok {
		return false
	}
	b, _ := object.BufferOf(t, m.Data)
	at, err := f.File.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = f.File.Seek(m.Offset, io.SeekStart)
	}
	if err == nil {
		_, err = f.File.Write(b)
	}
	if _, e := f.File.Seek(at, io.SeekStart); e != nil && err == nil {
		err = e
	}
	if err != nil {
		native.RaiseIO(t, err, null)
	}
	return err == nil
}

func mmapClose(t *Thread, v Value) Value {
	m := object.As[mapping](v)
	if m.Data == null {
		return none
	}
	if !m.store(t) {
		return null
	}
	fd := m.FD
	m.Data, m.FD = null, -1
	if fd >= 0 {
		args := t.PushArgs(1)
		if args == nil {
			return null
		}
		args[0] = object.SmallInt(fd)
		r := posixClose(t, null, args)
		t.PopArgs(1)
		return r
	}
	return none
}

// mapTaken are n bytes from the position on, which moves behind them.
func mapTaken(t *Thread, v Value, upTo func(rest []byte) int) Value {
	m, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	rest := b[min(m.Pos, int64(len(b))):]
	n := upTo(rest)
	r := object.NewBytes(t, rest[:n])
	if r != null {
		m.Pos += int64(n)
	}
	return r
}

func mmapFind(name string) FuncDef {
	return FuncDef{Name: name, MinArgs: 0, MaxArgs: 3, FN: func(t *Thread, v Value, a []Value) Value {
		m, _, ok := openMap(t, v)
		if !ok {
			return null
		}
		f := object.GetAttr(t, m.Data, object.Intern(t, name))
		args := object.NewTuple(t, max(len(a), 2))
		if f == null || args == nil {
			return null
		}
		*args.At(1) = object.SmallInt(m.Pos)
		copy(args.Items(), a)
		return object.CallTuple(t, f, args, nil)
	}}
}

func mmapSeek(t *Thread, v Value, a []Value) Value {
	m, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	to, ok := object.AsSize(t, a[0], object.TOverflowError)
	if !ok {
		return null
	}
	how := 0
	if len(a) > 1 {
		if how, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	switch how {
	case 0:
	case 1:
		to += m.Pos
	case 2:
		to += int64(len(b))
	default:
		return object.Raise(t, object.TValueError, "unknown seek type")
	}
	if to < 0 || to > int64(len(b)) {
		return object.Raise(t, object.TValueError, "seek out of range")
	}
	m.Pos = to
	return object.NewInt(t, to)
}

func mmapWrite(t *Thread, v, data Value) Value {
	m, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	in, ok := native.BytesArg(t, data)
	if !ok || !m.mayWrite(t) {
		return null
	}
	if m.Pos > int64(len(b)) || int64(len(in)) > int64(len(b))-m.Pos {
		return object.Raise(t, object.TValueError, "data out of range")
	}
	copy(b[m.Pos:], in)
	m.Pos += int64(len(in))
	return object.NewInt(t, int64(len(in)))
}

var _ = object.DefineType(tMmap, object.TypeDef{
	Name: "mmap.mmap", Size: unsafe.Sizeof(mapping{}), Refs: 1 << 1, Flags: object.TypeBase,
	Slots: object.Slots{
		New: object.BindNew("mmap", "(fileno, length, flags=1, prot=3, access=0, offset=0)", mmapNew),
		Len: func(t *Thread, v Value) int64 {
			_, b, ok := openMap(t, v)
			if !ok {
				return -1
			}
			return int64(len(b))
		},
		Buffer: func(t *Thread, v Value) ([]byte, bool) {
			_, b, ok := openMap(t, v)
			return b, ok
		},
		BufferItems: func(v Value) object.BufferItems {
			return object.BufferItems{Format: 'B', Size: 1, Writable: object.As[mapping](v).Access != accessRead}
		},
		Subscript: func(t *Thread, v, i Value) Value {
			m, _, ok := openMap(t, v)
			if !ok {
				return null
			}
			r := object.GetItem(t, m.Data, i)
			if r != null && r.IsExact(object.TByteArray) {
				return object.Call1(t, t.Type(object.TBytes).Value(), r)
			}
			return r
		},
		SetSubscript: func(t *Thread, v, i, x Value) bool {
			m, b, ok := openMap(t, v)
			if !ok || !m.mayWrite(t) {
				return false
			}
			n := len(b)
			view := object.Call1(t, t.Type(object.TMemoryView).Value(), m.Data)
			if x == null || n == 0 || view == null {
				if x == null {
					object.Raise(t, object.TTypeError, "mmap object doesn't support item deletion")
				}
				return false
			}
			return object.SetItem(t, view, i, x)
		},
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: func(t *Thread, v Value) Value { return object.Bool(object.As[mapping](v).Data == null) }}},
	Methods: []FuncDef{
		{Name: "close", Sig: "()", F0: mmapClose},
		{Name: "flush", MinArgs: 0, MaxArgs: 2, FN: func(t *Thread, v Value, _ []Value) Value {
			m, _, ok := openMap(t, v)
			if !ok || !m.store(t) {
				return null
			}
			return none
		}},
		mmapFind("find"), mmapFind("rfind"),
		{Name: "read", MinArgs: 0, MaxArgs: 1, FN: func(t *Thread, v Value, a []Value) Value {
			n := int64(-1)
			if len(a) > 0 && a[0] != none {
				var ok bool
				if n, ok = object.AsSize(t, a[0], object.TOverflowError); !ok {
					return null
				}
			}
			return mapTaken(t, v, func(rest []byte) int {
				if n < 0 {
					return len(rest)
				}
				return int(min(n, int64(len(rest))))
			})
		}},
		{Name: "readline", Sig: "()", F0: func(t *Thread, v Value) Value {
			return mapTaken(t, v, func(rest []byte) int {
				for i, c := range rest {
					if c == '\n' {
						return i + 1
					}
				}
				return len(rest)
			})
		}},
		{Name: "seek", MinArgs: 1, MaxArgs: 2, FN: mmapSeek},
		{Name: "seekable", Sig: "()", F0: func(*Thread, Value) Value { return object.True }},
		{Name: "size", Sig: "()", F0: func(t *Thread, v Value) Value {
			m, b, ok := openMap(t, v)
			if !ok {
				return null
			}
			if m.FD < 0 {
				return object.NewInt(t, int64(len(b)))
			}
			f, ok := fdArg(t, object.SmallInt(m.FD))
			if !ok {
				return null
			}
			st, err := f.File.Stat()
			if err != nil {
				return native.RaiseIO(t, err, null)
			}
			return object.NewInt(t, st.Size())
		}},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			m, _, ok := openMap(t, v)
			if !ok {
				return null
			}
			return object.NewInt(t, m.Pos)
		}},
		{Name: "write", F1: mmapWrite},
		{Name: "__enter__", F0: func(t *Thread, v Value) Value {
			if _, _, ok := openMap(t, v); !ok {
				return null
			}
			return v
		}},
		{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, _ []Value) Value { return mmapClose(t, v) }},
	},
})
