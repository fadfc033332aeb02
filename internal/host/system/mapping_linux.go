// Memory that is mapped: files, and memory that processes share. Who reads beyond the end of a file that has become shorter gets SIGBUS from the system, of
// which Go's runtime dies; see bus_linux_amd64.go.

package system

import (
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Mapping is a piece of memory of the system. Its addresses stay its own until it is closed: Go code may still have a slice of them.
type Mapping struct {
	base unsafe.Pointer
	size int // bytes that are mapped, whole pages
	gone bool
	bus  *busRange // nil: nothing can be lost of it
}

const noPlace = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE

// Map maps a part of a file, or with the descriptor -1 memory alone.
func Map(fd int, offset int64, size, prot, flags int) (*Mapping, error) {
	if size <= 0 {
		return nil, syscall.EINVAL
	}
	p, err := unix.MmapPtr(fd, offset, nil, uintptr(size), prot, flags)
	if err != nil {
		return nil, err
	}
	m := &Mapping{base: p, size: wholePages(size)}
	if fd >= 0 {
		m.bus = guardBus(uintptr(p), uintptr(m.size))
	}
	return m, nil
}

func wholePages(n int) int {
	page := unix.Getpagesize()
	return (n + page - 1) / page * page
}

// Bytes views the first n bytes.
func (m *Mapping) Bytes(n int) []byte {
	if m.gone {
		return nil
	}
	return unsafe.Slice((*byte)(m.base), min(n, m.size))
}

// Guarded reports whether Lost can tell: else who uses the mapping looks how long the file is.
func (m *Mapping) Guarded() bool { return m.bus != nil }

// Lost reports whether somebody reached for what is no longer in the file: from there on the memory is none of the file's.
func (m *Mapping) Lost() bool { return m.bus != nil && m.bus.hit() }

// Shrink gives back what lies beyond the first n bytes. The addresses stay the mapping's.
func (m *Mapping) Shrink(n int) error {
	n = wholePages(n)
	if n >= m.size {
		return nil
	}
	_, err := unix.MmapPtr(-1, 0, unsafe.Add(m.base, n), uintptr(m.size-n), unix.PROT_READ|unix.PROT_WRITE, noPlace|unix.MAP_FIXED)
	return err
}

// Leave gives the file and the memory back. Whoever still has a slice of it sees zeros.
func (m *Mapping) Leave() error {
	if m.gone {
		return nil
	}
	m.gone = true
	_, err := unix.MmapPtr(-1, 0, m.base, uintptr(m.size), unix.PROT_READ|unix.PROT_WRITE, noPlace|unix.MAP_FIXED)
	return err
}

// Close gives the addresses back. Nothing may refer to them.
func (m *Mapping) Close() error {
	if m.base == nil {
		return nil
	}
	if m.bus != nil {
		m.bus.release()
	}
	err := unix.MunmapPtr(m.base, uintptr(m.size))
	m.base, m.gone = nil, true
	return err
}

// Sync waits until a part has been written to the file.
func (m *Mapping) Sync(offset, n int) error {
	return m.call(unix.SYS_MSYNC, offset, n, unix.MS_SYNC)
}

// Advise tells the system how a part will be used.
func (m *Mapping) Advise(offset, n, advice int) error {
	return m.call(unix.SYS_MADVISE, offset, n, advice)
}

func (m *Mapping) call(number uintptr, offset, n, arg int) error {
	if m.gone || offset < 0 || n < 0 || offset > m.size || n > m.size-offset {
		return syscall.EINVAL
	}
	_, _, errno := syscall.Syscall(number, uintptr(m.base)+uintptr(offset), uintptr(n), uintptr(arg))
	if errno != 0 {
		return errno
	}
	return nil
}

// busRange is a place where SIGBUS may come from; an item of a table that the handler of the signal reads. It lies outside of Go's heap.
type busRange struct {
	low, high uintptr // low is all ones: it is free
	lost      uintptr // not 0: the signal has come
	lazy      uintptr // address of what tells how pages are made there, see GuardLazy; 0: the range is a Mapping's
}

const (
	busRanges = 1 << 16 // more than a process may have mappings
	noRange   = ^uintptr(0)
)

var bus struct {
	sync.Mutex
	free []*busRange
}

// The table and how much of it is used, for the handler.
var busTable, busCount uintptr

var busItems unsafe.Pointer

// guardBus makes an item of the table; nil: the table is full, or there is no handler here.
func guardBus(low, size uintptr) *busRange { return guardRange(low, size, 0) }

// GuardLazy has the pages of a range made when they are first touched: the range is one whose missing pages raise SIGBUS (userfaultfd). lazy is where a
// heap.Lazy lies, which the handler reads, as long as the range is not released. Nil: there is no handler here.
func GuardLazy(lazy unsafe.Pointer, low, size uintptr) (release func()) {
	r := guardRange(low, size, uintptr(lazy))
	if r == nil {
		return nil
	}
	return r.release
}

func guardRange(low, size, lazy uintptr) *busRange {
	bus.Lock()
	defer bus.Unlock()
	if !armBus() {
		return nil
	}
	if busItems == nil {
		p, err := unix.MmapPtr(-1, 0, nil, busRanges*unsafe.Sizeof(busRange{}), unix.PROT_READ|unix.PROT_WRITE, noPlace)
		if err != nil {
			return nil
		}
		busItems, busTable = p, uintptr(p)
	}
	var r *busRange
	switch n := len(bus.free); {
	case n > 0:
		r = bus.free[n-1]
		bus.free = bus.free[:n-1]
	case busCount == busRanges:
		return nil
	default:
		r = (*busRange)(unsafe.Add(busItems, busCount*unsafe.Sizeof(busRange{})))
		r.low = noRange
		busCount++
	}
	r.lost, r.lazy, r.high = 0, lazy, low+size
	r.low = low
	return r
}

func (r *busRange) hit() bool { return r.lost != 0 }

func (r *busRange) release() {
	bus.Lock()
	defer bus.Unlock()
	r.low = noRange
	bus.free = append(bus.free, r)
}

// rearmBus has the handler of mappings come first again, after Go's library has set its own.
func rearmBus(n syscall.Signal) {
	if n != syscall.SIGBUS {
		return
	}
	bus.Lock()
	defer bus.Unlock()
	if busItems != nil {
		armBus()
	}
}
