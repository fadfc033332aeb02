// The module mmap: files as bytes in memory. Where the System lends its calls, the memory is the system's own, and other processes see what is written to it
// (region_linux.go). In other worlds what is mapped is a copy, which is written to the file when it is flushed or closed.

package posix

import (
	"bytes"
	"fmt"
	"io"
	"syscall"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tMmap    = object.AllocTypeID()
	tMapIter = object.AllocTypeID()
)

// mapping is an mmap.
type mapping struct {
	header
	Handle  uint64 // of a *region; 0: what is mapped is a copy, or nothing
	Copy    Value  // a bytearray; Null: it is a region, or closed
	Size    int64
	Offset  int64 // of the file
	FD      int64 // of a copy: its own descriptor
	Pos     int64
	Access  int64
	Flags   int64 // the system's
	HasFile bool
	Tracked bool // its descriptor is kept, if it has one
	Closed  bool
}

// region is memory of the system, and the file that it is a part of.
type region struct {
	memory
	file system.File // with a descriptor of its own; nil: there is none
}

// memory is a *system.Mapping, where there are such.
type memory interface {
	Bytes(n int) []byte
	Lost() bool
	Guarded() bool
	Shrink(n int) error
	Leave() error
	Close() error
	Sync(offset, n int) error
	Advise(offset, n, advice int) error
}

// mapMemory maps memory of the system; nil: psy cannot do that here.
var mapMemory func(fd int, offset int64, size, prot, flags int) (memory, error)

// Close is for a region that nothing refers to any more.
func (r *region) Close() error {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
	return r.memory.Close()
}

// Kinds of access.
const (
	accessDefault = iota
	accessRead
	accessWrite
	accessCopy
)

var accessNames = [...]string{"ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY"}

const (
	pageSize     = 4096
	mapShared    = 1
	mapPrivate   = 2
	mapAnonymous = 32
	protRead     = 1
	protWrite    = 2
)

var mmapNumbers = map[string]int64{"ACCESS_DEFAULT": accessDefault, "ACCESS_READ": accessRead, "ACCESS_WRITE": accessWrite, "ACCESS_COPY": accessCopy,
	"MAP_SHARED": mapShared, "MAP_PRIVATE": mapPrivate, "MAP_ANONYMOUS": mapAnonymous, "MAP_ANON": mapAnonymous, "PROT_READ": protRead, "PROT_WRITE": protWrite,
	"PROT_EXEC": 4, "PAGESIZE": pageSize, "ALLOCATIONGRANULARITY": pageSize}

var _ = native.Register("mmap", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tMmap},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			numbers := []map[string]int64{mmapNumbers}
			if iomod.HasCalls(t) {
				numbers = append(numbers, mmapSystemNumbers)
			}
			for _, table := range numbers {
				for name, n := range table {
					if !d.SetStr(t, name, object.SmallInt(n)) {
						return false
					}
				}
			}
			return d.SetStr(t, "error", t.Type(object.TOSError).Value())
		},
	}
})

// mapRequest is what a program asks for.
type mapRequest struct {
	fd, flags, prot, access int
	length, offset          int64
	track                   bool
}

func mmapNew(t *Thread, typ *object.Type, a []Value) Value {
	if a[1] == none || a[5] == none {
		return object.Raise(t, object.TTypeError, "'NoneType' object cannot be interpreted as an integer")
	}
	x := argsOf(t)
	r := mapRequest{fd: x.int(a[0], -1), length: x.size(a[1], 0), flags: x.int(a[2], mapShared), prot: x.int(a[3], protRead|protWrite), access: x.int(a[4], accessDefault),
		offset: x.size(a[5], 0), track: true}
	if x.ok {
		r.track, x.ok = native.OptBool(t, a[6], true)
	}
	if !x.ok {
		return null
	}
	switch {
	case r.length < 0:
		return object.Raise(t, object.TOverflowError, "memory mapped length must be positive")
	case r.offset < 0:
		return object.Raise(t, object.TOverflowError, "memory mapped offset must be positive")
	case r.access != accessDefault && (r.flags != mapShared || r.prot != protRead|protWrite):
		return object.Raise(t, object.TValueError, "mmap can't specify both access and flags, prot.")
	}
	given := r.access
	switch r.access {
	case accessRead:
		r.prot = protRead
	case accessWrite:
	case accessCopy:
		r.flags = mapPrivate
	case accessDefault:
		switch {
		case r.prot&(protRead|protWrite) == protRead|protWrite:
		case r.prot&protWrite != 0:
			r.access = accessWrite
		default:
			r.access = accessRead
		}
	default:
		return object.Raise(t, object.TValueError, "mmap invalid access parameter.")
	}
	if !object.Audit(t, "mmap.__new__", object.SmallInt(int64(r.fd)), object.NewInt(t, r.length), object.SmallInt(int64(given)), object.NewInt(t, r.offset)) {
		return null
	}
	iomod.FilesOf(t.RT).Settle()
	v := object.AllocInstance(t, typ)
	if v == null || !r.measure(t) {
		return null
	}
	m := object.As[mapping](v)
	m.Closed, m.HasFile, m.Tracked = true, r.fd >= 0, r.track
	m.Size, m.Offset, m.Access, m.Flags = r.length, r.offset, int64(r.access), int64(r.flags)
	ok := false
	if mapMemory != nil && iomod.HasCalls(t) {
		ok = r.mapRegion(t, m)
	} else {
		ok = r.mapCopy(t, m)
	}
	if !ok {
		return null
	}
	m.Closed = false
	return v
}

// measure holds what is asked for against the file, and finds the length if none was given.
func (r *mapRequest) measure(t *Thread) bool {
	if r.fd == -1 {
		r.flags |= mapAnonymous
		return true
	}
	f, ok := fdArg(t, object.SmallInt(int64(r.fd)))
	if !ok {
		return false
	}
	st, err := f.File.Stat()
	if err != nil || !st.Mode().IsRegular() { // the system says what it thinks of it
		return true
	}
	wrong := ""
	switch size := st.Size(); {
	case r.length == 0 && size == 0:
		wrong = "cannot mmap an empty file"
	case r.length == 0 && r.offset >= size:
		wrong = "mmap offset is greater than file size"
	case r.length == 0:
		r.length = size - r.offset
	case r.offset > size || size-r.offset < r.length:
		wrong = "mmap length is greater than file size"
	}
	if wrong != "" {
		object.Raise(t, object.TValueError, "%s", wrong)
	}
	return wrong == ""
}

// unfitFlags ask for addresses and pages that the program does not choose: MAP_FIXED, MAP_GROWSDOWN, MAP_HUGETLB, MAP_FIXED_NOREPLACE.
const unfitFlags = 0x10 | 0x100 | 0x40000 | 0x100000

func (r *mapRequest) mapRegion(t *Thread, m *mapping) bool {
	if r.flags&unfitFlags != 0 {
		native.RaiseIO(t, syscall.EINVAL, null)
		return false
	}
	g := &region{}
	if r.fd >= 0 && r.track {
		f, err := descriptorsOf(t).Dup(r.fd)
		if err != nil {
			native.RaiseIO(t, err, null)
			return false
		}
		g.file = f
	}
	m.Handle = uint64(t.RT.Heap.Handles().Put(g))
	if err := g.make(t, r.fd, r.offset, r.length, r.prot, r.flags); err != nil {
		native.RaiseIO(t, err, null)
	} else if m.charge(t, r.length) {
		return true
	}
	g.discard()
	return false
}

// discard closes what no object has.
func (g *region) discard() {
	if g.memory == nil {
		g.memory = noMemory{}
	}
	g.Close()
	g.memory = noMemory{}
}

// make maps the memory. When the process has too many mappings, objects that are garbage may have them.
func (g *region) make(t *Thread, fd int, offset, length int64, prot, flags int) error {
	mem, err := mapMemory(fd, offset, int(length), prot|protRead, flags)
	if err == syscall.ENOMEM {
		t.RT.Heap.Collect()
		mem, err = mapMemory(fd, offset, int(length), prot|protRead, flags)
	}
	if err == nil {
		g.memory = mem
	}
	return err
}

// charge counts memory that is the program's alone.
func (m *mapping) charge(t *Thread, n int64) bool {
	if m.HasFile && (m.Flags&mapPrivate == 0 || m.Access == accessRead) {
		n = 0
	}
	if !t.RT.Heap.Handles().Resize(uint32(m.Handle), uint64(n)) {
		t.NoMemory()
		return false
	}
	return true
}

// noMemory stands for memory that could not be mapped, or is given back.
type noMemory struct{}

func (noMemory) Bytes(int) []byte           { return nil }
func (noMemory) Lost() bool                 { return false }
func (noMemory) Guarded() bool              { return true }
func (noMemory) Shrink(int) error           { return nil }
func (noMemory) Leave() error               { return nil }
func (noMemory) Close() error               { return nil }
func (noMemory) Sync(int, int) error        { return nil }
func (noMemory) Advise(int, int, int) error { return nil }

// mapCopy reads a copy.
func (r *mapRequest) mapCopy(t *Thread, m *mapping) bool {
	var err error
	switch {
	case r.offset%pageSize != 0 || r.length == 0:
		err = syscall.EINVAL
	case r.fd >= 0:
		var f *iomod.RawFile
		var ok bool
		if f, ok = fdArg(t, object.SmallInt(int64(r.fd))); !ok {
			return false
		}
		if st, e := f.File.Stat(); e != nil || !st.Mode().IsRegular() {
			err = syscall.ENODEV
		}
	}
	if err != nil {
		native.RaiseIO(t, err, null)
		return false
	}
	if r.flags&mapPrivate != 0 && r.access == accessDefault {
		m.Access = accessCopy
	}
	if m.Copy = object.Call1(t, t.Type(object.TByteArray).Value(), object.NewInt(t, r.length)); m.Copy == null || r.fd < 0 {
		return m.Copy != null
	}
	dup := null
	if descriptorsOf(t) != nil {
		if dup = posixDup(t, null, object.SmallInt(int64(r.fd))); dup == null {
			return false
		}
	} else {
		native.RaiseIO(t, syscall.EBADF, null)
		return false
	}
	fd, _ := object.Int64(dup)
	m.FD = fd
	b, _ := object.BufferOf(t, m.Copy)
	return m.transfer(t, func(f system.File) error {
		n, err := io.ReadFull(f, b)
		clear(b[n:])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		return err
	})
}

// transfer does something at the copy's place in the file, and puts the file back to where it was.
func (m *mapping) transfer(t *Thread, f func(system.File) error) bool {
	x, ok := fdArg(t, object.SmallInt(m.FD))
	if !ok {
		return false
	}
	at, err := x.File.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = x.File.Seek(m.Offset, io.SeekStart)
	}
	if err == nil {
		err = f(x.File)
	}
	if _, e := x.File.Seek(at, io.SeekStart); e != nil && err == nil {
		err = e
	}
	if err != nil {
		native.RaiseIO(t, err, null)
	}
	return err == nil
}

func (m *mapping) region(t *Thread) *region {
	if m.Copy != null {
		return nil
	}
	r, _ := t.RT.Heap.Handles().Get(uint32(m.Handle)).(*region)
	return r
}

// openMap is the bytes of a mapping that is not closed.
//
//psy:bounded what a copy holds is a bytearray
func openMap(t *Thread, v Value) (*mapping, []byte, bool) {
	m := object.As[mapping](v)
	if m.Closed {
		object.Raise(t, object.TValueError, "mmap closed or invalid")
		return m, nil, false
	}
	if m.Copy != null {
		b, ok := object.BufferOf(t, m.Copy)
		return m, b, ok
	}
	r := m.region(t)
	if r.Lost() || r.file != nil && !r.Guarded() && m.beyond(r.file) {
		native.RaiseIO(t, syscall.EFAULT, null)
		return m, nil, false
	}
	return m, r.Bytes(int(m.Size)), true
}

// beyond reports whether the mapping reaches beyond the pages of its file.
func (m *mapping) beyond(f system.File) bool {
	st, err := f.Stat()
	return err != nil || st.Mode().IsRegular() && (m.Offset+m.Size+pageSize-1)/pageSize > (st.Size()+pageSize-1)/pageSize
}

func (m *mapping) mayWrite(t *Thread) bool {
	if m.Access == accessRead {
		object.Raise(t, object.TTypeError, "mmap can't modify a readonly memory map.")
		return false
	}
	return true
}

// store writes a copy to its file.
func (m *mapping) store(t *Thread) bool {
	if !m.HasFile || m.Access == accessRead || m.Access == accessCopy {
		return true
	}
	b, _ := object.BufferOf(t, m.Copy)
	return m.transfer(t, func(f system.File) error {
		_, err := f.Write(b)
		return err
	})
}

// viewed reports whether somebody has a view of a mapping, and raises BufferError then.
func viewed(t *Thread, v Value, wrong string) bool {
	if !object.Viewed(t, func(obj Value) bool { return obj == v }) {
		return false
	}
	object.Raise(t, object.TBufferError, "%s", wrong)
	return true
}

func mmapClose(t *Thread, v Value) Value {
	m := object.As[mapping](v)
	if m.Closed {
		return none
	}
	if viewed(t, v, "cannot close exported pointers exist") {
		return null
	}
	if m.Copy == null {
		m.Closed = true
		r := m.region(t)
		if r.file != nil {
			r.file.Close()
			r.file = nil
		}
		r.Leave() // the addresses stay until nothing refers to the object
		t.RT.Heap.Handles().Resize(uint32(m.Handle), 0)
		return none
	}
	if !m.store(t) {
		return null
	}
	m.Closed, m.Copy = true, null
	if m.HasFile {
		args := t.PushArgs(1)
		if args == nil {
			return null
		}
		args[0] = object.SmallInt(m.FD)
		r := posixClose(t, null, args)
		t.PopArgs(1)
		return r
	}
	return none
}

// mmapResize gives the mapping another size, and its file too. Memory of the system is mapped once more: the old addresses may still be in use.
func mmapResize(t *Thread, v, size Value) Value {
	n, ok := object.AsSize(t, size, object.TOverflowError)
	if !ok {
		return null
	}
	m, old, ok := openMap(t, v)
	switch {
	case !ok:
		return null
	case viewed(t, v, "mmap can't resize with extant buffers exported."):
		return null
	case !m.Tracked:
		return object.Raise(t, object.TValueError, "mmap can't resize with trackfd=False.")
	case m.Access != accessWrite && m.Access != accessDefault:
		return object.Raise(t, object.TTypeError, "mmap can't resize a readonly or copy-on-write memory map.")
	case n < 0 || n > 1<<63-1-m.Offset:
		return object.Raise(t, object.TValueError, "new size out of range")
	}
	r := m.region(t)
	if r == nil {
		return object.Raise(t, object.TSystemError, "mmap: resizing not available--no mremap()")
	}
	if m.HasFile {
		if err := r.file.Truncate(m.Offset + n); err != nil {
			return native.RaiseIO(t, err, null)
		}
	}
	if n == 0 {
		return native.RaiseIO(t, syscall.EINVAL, null)
	}
	if n < m.Size {
		if err := r.Shrink(int(n)); err != nil {
			return native.RaiseIO(t, err, null)
		}
		m.Size = n
		m.charge(t, n)
		return none
	}
	return m.grow(t, r, old, n)
}

func (m *mapping) grow(t *Thread, r *region, old []byte, n int64) Value {
	next := &region{file: r.file}
	id := t.RT.Heap.Handles().Put(next)
	fd := -1
	if f, ok := r.file.(numbered); ok {
		fd = int(f.Fd())
	}
	next.memory = noMemory{}
	if err := next.make(t, fd, m.Offset, n, protRead|protWrite, int(m.Flags)); err != nil {
		next.file = nil
		return native.RaiseIO(t, err, null)
	}
	before := m.Handle
	m.Handle = uint64(id)
	if !m.charge(t, n) {
		m.Handle, next.file = before, nil
		return null
	}
	if m.Flags&mapPrivate != 0 || !m.HasFile {
		copy(next.Bytes(int(n)), old)
	}
	r.file = nil
	r.Leave()
	m.Size = n
	return none
}

func mmapFlush(t *Thread, v Value, a []Value) Value {
	m, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	x := argsOf(t)
	offset, n := int64(0), int64(len(b))
	if len(a) > 0 {
		offset = x.size(a[0], 0)
	}
	if len(a) > 1 {
		n = x.size(a[1], 0)
	}
	switch {
	case !x.ok:
		return null
	case uint64(offset)+uint64(n) > uint64(len(b)):
		return object.Raise(t, object.TValueError, "flush values out of range")
	case m.Access == accessRead || m.Access == accessCopy:
		return none
	case m.Copy != null:
		return native.DoneIf(m.store(t))
	}
	var err error
	r := m.region(t)
	t.Outside(func() { err = r.Sync(int(offset), int(n)) })
	return outcome(t, err)
}

func mmapAdvise(t *Thread, v Value, a []Value) Value {
	x := argsOf(t)
	option, start, n := x.int(a[0], 0), int64(0), object.As[mapping](v).Size
	if len(a) > 1 {
		start = x.size(a[1], 0)
	}
	if len(a) > 2 {
		n = x.size(a[2], 0)
	}
	if !x.ok {
		return null
	}
	m, b, ok := openMap(t, v)
	switch {
	case !ok:
		return null
	case start < 0 || start >= int64(len(b)):
		return object.Raise(t, object.TValueError, "madvise start out of bounds")
	case n < 0:
		return object.Raise(t, object.TValueError, "madvise length invalid")
	case n > 1<<63-1-start:
		return object.Raise(t, object.TOverflowError, "madvise length too large")
	case m.Copy != null:
		return none
	}
	return outcome(t, m.region(t).Advise(int(start), int(min(n, int64(len(b))-start)), option))
}

func mmapMove(t *Thread, v Value, a []Value) Value {
	x := argsOf(t)
	to, from, n := x.size(a[0], 0), x.size(a[1], 0), x.size(a[2], 0)
	if !x.ok {
		return null
	}
	m, b, ok := openMap(t, v)
	if !ok || !m.mayWrite(t) {
		return null
	}
	if size := int64(len(b)); to < 0 || from < 0 || n < 0 || size-to < n || size-from < n {
		return object.Raise(t, object.TValueError, "source, destination, or count out of range")
	}
	copy(b[to:to+n], b[from:from+n])
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

func mmapFind(name string, find func(s, sep []byte) int) FuncDef {
	return FuncDef{Name: name, MinArgs: 0, MaxArgs: 3, FN: func(t *Thread, v Value, a []Value) Value {
		if len(a) == 0 {
			return object.Raise(t, object.TTypeError, "%s() takes at least 1 argument (0 given)", name)
		}
		m, b, ok := openMap(t, v)
		if !ok {
			return null
		}
		x := argsOf(t)
		from, to := m.Pos, int64(len(b))
		if len(a) > 1 {
			from = x.size(a[1], 0)
		}
		if len(a) > 2 {
			to = x.size(a[2], 0)
		}
		if !x.ok {
			return null
		}
		what, ok := native.BytesArg(t, a[0])
		if !ok {
			return null
		}
		if _, b, ok = openMap(t, v); !ok { // a method of an argument may have closed it
			return null
		}
		size := int64(len(b))
		for _, p := range [...]*int64{&from, &to} {
			if *p < 0 {
				*p += size
			}
			*p = min(max(*p, 0), size)
		}
		at := -1
		if from <= to {
			if at = find(b[from:to], what); at >= 0 {
				at += int(from)
			}
		}
		return object.SmallInt(int64(at))
	}}
}

func mmapSeek(t *Thread, v Value, a []Value) Value {
	m, _, ok := openMap(t, v)
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
	from := int64(0)
	switch how {
	case 0:
	case 1:
		from = m.Pos
	case 2:
		from = m.Size
	default:
		return object.Raise(t, object.TValueError, "unknown seek type")
	}
	if to < -from || to > m.Size-from {
		return object.Raise(t, object.TValueError, "seek out of range")
	}
	m.Pos = from + to
	return object.NewInt(t, m.Pos)
}

func mmapWrite(t *Thread, v, data Value) Value {
	in, ok := native.BytesArg(t, data)
	if !ok {
		return null
	}
	m, b, ok := openMap(t, v)
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

func mmapReadByte(t *Thread, v Value) Value {
	m, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	if m.Pos >= int64(len(b)) {
		return object.Raise(t, object.TValueError, "read byte out of range")
	}
	m.Pos++
	return object.SmallInt(int64(b[m.Pos-1]))
}

func mmapWriteByte(t *Thread, v, x Value) Value {
	n, ok := object.AsSize(t, x, object.TOverflowError)
	switch {
	case !ok:
		return null
	case n < 0:
		return object.Raise(t, object.TOverflowError, "unsigned byte integer is less than minimum")
	case n > 255:
		return object.Raise(t, object.TOverflowError, "unsigned byte integer is greater than maximum")
	}
	m, b, ok := openMap(t, v)
	if !ok || !m.mayWrite(t) {
		return null
	}
	if m.Pos >= int64(len(b)) {
		return object.Raise(t, object.TValueError, "write byte out of range")
	}
	b[m.Pos] = byte(n)
	m.Pos++
	return none
}

// mmapSize is the size of the file.
func mmapSize(t *Thread, v Value) Value {
	m, _, ok := openMap(t, v)
	if !ok {
		return null
	}
	if !m.HasFile || !m.Tracked {
		return native.RaiseIO(t, syscall.EBADF, null)
	}
	var f system.File
	if m.Copy != null {
		x, ok := fdArg(t, object.SmallInt(m.FD))
		if !ok {
			return null
		}
		f = x.File
	} else {
		f = m.region(t).file
	}
	st, err := f.Stat()
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.NewInt(t, st.Size())
}

func mmapRepr(t *Thread, v Value) Value {
	m := object.As[mapping](v)
	name := "mmap.mmap"
	if typ := object.TypeOf(t, v); typ.ID != tMmap {
		name = typ.NameString()
	}
	if m.Closed {
		return object.NewStr(t, "<"+name+" closed=True>")
	}
	return object.NewStr(t, fmt.Sprintf("<%s closed=False, access=%s, length=%d, pos=%d, offset=%d>", name, accessNames[m.Access], m.Size, m.Pos, m.Offset))
}

// itemIndex resolves an index of an item.
func itemIndex(t *Thread, v, i Value) (b []byte, at int64, ok bool) {
	if at, ok = object.AsSize(t, i, object.TIndexError); !ok {
		return
	}
	if _, b, ok = openMap(t, v); !ok {
		return
	}
	if at < 0 {
		at += int64(len(b))
	}
	if at < 0 || at >= int64(len(b)) {
		object.Raise(t, object.TIndexError, "mmap index out of range")
		return b, at, false
	}
	return b, at, true
}

func mmapGet(t *Thread, v, i Value) Value {
	if object.IsIndex(t, i) {
		b, at, ok := itemIndex(t, v, i)
		if !ok {
			return null
		}
		return object.SmallInt(int64(b[at]))
	}
	if _, _, ok := openMap(t, v); !ok {
		return null
	}
	if !i.IsExact(object.TSlice) {
		return object.Raise(t, object.TTypeError, "mmap indices must be integers")
	}
	start, _, step, n, ok := object.SliceIndices(t, i, object.As[mapping](v).Size)
	if !ok {
		return null
	}
	_, b, ok := openMap(t, v)
	if !ok {
		return null
	}
	if n == 0 {
		return object.NewBytes(t, nil)
	}
	if step == 1 {
		return object.NewBytes(t, b[start:start+n])
	}
	r, out := object.MakeBytes(t, int(n))
	if r == null {
		return null
	}
	for k := range out {
		out[k] = b[start+int64(k)*step]
	}
	return r
}

func mmapSet(t *Thread, v, i, x Value) bool {
	m, _, ok := openMap(t, v)
	if !ok || !m.mayWrite(t) {
		return false
	}
	wrong := func(typ object.TypeID, text string) bool {
		object.Raise(t, typ, "%s", text)
		return false
	}
	switch {
	case object.IsIndex(t, i):
		if _, _, ok := itemIndex(t, v, i); !ok {
			return false
		}
		if x == null {
			return wrong(object.TTypeError, "mmap doesn't support item deletion")
		}
		if !object.IsIndex(t, x) {
			return wrong(object.TTypeError, "mmap item value must be an int")
		}
		n, ok := object.AsSize(t, x, object.TTypeError)
		if !ok {
			return false
		}
		if n < 0 || n > 255 {
			return wrong(object.TValueError, "mmap item value must be in range(0, 256)")
		}
		b, at, ok := itemIndex(t, v, i) // asked again: the methods of the value may have closed it
		if !ok {
			return false
		}
		b[at] = byte(n)
		return true
	case !i.IsExact(object.TSlice):
		return wrong(object.TTypeError, "mmap indices must be integer")
	}
	start, _, step, n, ok := object.SliceIndices(t, i, m.Size)
	if !ok {
		return false
	}
	if x == null {
		return wrong(object.TTypeError, "mmap object doesn't support slice deletion")
	}
	in, ok := native.BytesArg(t, x)
	if !ok {
		return false
	}
	if int64(len(in)) != n {
		return wrong(object.TIndexError, "mmap slice assignment is wrong size")
	}
	_, b, ok := openMap(t, v)
	if !ok {
		return false
	}
	if step == 1 {
		copy(b[start:start+n], in)
		return true
	}
	for k := range in {
		b[start+int64(k)*step] = in[k]
	}
	return true
}

// mapIter gives the bytes of a mapping one by one, as bytes objects: so CPython's sequence protocol has it, while an index gives a number.
type mapIter struct {
	header
	Map Value // Null at the end
	At  int64
}

func mmapIter(t *Thread, v Value) Value {
	x := native.Alloc[mapIter](t, t.Type(tMapIter))
	if x == nil {
		return null
	}
	x.Map = v
	return object.Of(x)
}

func mmapNext(t *Thread, v Value) Value {
	x := object.As[mapIter](v)
	if x.Map == null {
		return null
	}
	_, b, ok := openMap(t, x.Map)
	if !ok {
		return null
	}
	if x.At >= int64(len(b)) {
		x.Map = null
		return null
	}
	x.At++
	return object.NewBytes(t, b[x.At-1:x.At])
}

var _ = object.DefineType(tMapIter, object.TypeDef{
	Name: "iterator", Size: unsafe.Sizeof(mapIter{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: mmapNext},
})

var mmapMethods = append([]FuncDef{
	{Name: "close", Sig: "()", F0: mmapClose},
	{Name: "flush", MinArgs: 0, MaxArgs: 2, FN: mmapFlush},
	mmapFind("find", bytes.Index), mmapFind("rfind", bytes.LastIndex),
	{Name: "madvise", MinArgs: 1, MaxArgs: 3, FN: mmapAdvise},
	{Name: "move", MinArgs: 3, MaxArgs: 3, FN: mmapMove},
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
	{Name: "read_byte", Sig: "()", F0: mmapReadByte},
	{Name: "readline", Sig: "()", F0: func(t *Thread, v Value) Value {
		return mapTaken(t, v, func(rest []byte) int {
			if i := bytes.IndexByte(rest, '\n'); i >= 0 {
				return i + 1
			}
			return len(rest)
		})
	}},
	{Name: "resize", F1: mmapResize},
	{Name: "seek", MinArgs: 1, MaxArgs: 2, FN: mmapSeek},
	{Name: "seekable", Sig: "()", F0: func(*Thread, Value) Value { return object.True }},
	{Name: "size", Sig: "()", F0: mmapSize},
	{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
		m, _, ok := openMap(t, v)
		if !ok {
			return null
		}
		return object.NewInt(t, m.Pos)
	}},
	{Name: "write", F1: mmapWrite},
	{Name: "write_byte", F1: mmapWriteByte},
	{Name: "__enter__", F0: func(t *Thread, v Value) Value {
		if _, _, ok := openMap(t, v); !ok {
			return null
		}
		return v
	}},
	{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, _ []Value) Value { return mmapClose(t, v) }},
}, object.BufferMethods[:]...)

var _ = object.DefineType(tMmap, object.TypeDef{
	Name: "mmap.mmap", Size: unsafe.Sizeof(mapping{}), Refs: 1 << 2, LayoutFlags: heap.HasHandle, Flags: object.TypeBase,
	Slots: object.Slots{
		New:  object.BindNew("mmap", "(fileno, length, flags=1, prot=3, access=0, offset=0, *, trackfd=True)", mmapNew),
		Repr: mmapRepr,
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
		Iter:         mmapIter,
		Subscript:    mmapGet,
		SetSubscript: mmapSet,
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: func(t *Thread, v Value) Value { return object.Bool(object.As[mapping](v).Closed) }}},
	Methods: mmapMethods,
})
