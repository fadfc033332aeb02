// What is particular to Linux.

package heap

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// discard makes committed memory zero and gives it back to the system until it is used again.
func discard(addr, size uintptr) error { return unix.Madvise(bytesAt(addr, size), unix.MADV_DONTNEED) }

func physicalMemory() uint64 {
	var s unix.Sysinfo_t
	if unix.Sysinfo(&s) != nil {
		return defaultMemory
	}
	return uint64(s.Totalram) * uint64(s.Unit)
}

const noReserve = unix.MAP_NORESERVE

// useHugePages tells the system that it may map memory in huge pages: one page fault in place of 512, and fewer misses in the
// processor's tables of pages. The system need not do that.
func useHugePages(addr, size uintptr) { unix.Madvise(bytesAt(addr, size), unix.MADV_HUGEPAGE) }

// mapImage puts what lies in used into a file, which is mapped privately in place of mapped, where used lies. The file is mapped once more, from the
// region's base on, to be read, and once more to be copied from, privately.
func mapImage(base uintptr, used, mapped []mapping) (shadow, view mapping, file int, err error) {
	fd, err := unix.MemfdCreate("psy-image", unix.MFD_CLOEXEC)
	if err != nil {
		return shadow, view, -1, errors.ErrUnsupported
	}
	defer func() {
		if err != nil {
			unix.Close(fd)
			release(shadow.addr, shadow.size)
			release(view.addr, view.size)
			shadow, view, file = mapping{}, mapping{}, -1
		}
	}()
	last := mapped[len(mapped)-1]
	size := last.addr + last.size - base
	if unix.Ftruncate(fd, int64(size)) != nil {
		return shadow, view, fd, errors.ErrUnsupported
	}
	for _, s := range used {
		for data, at := bytesAt(s.addr, s.size), int64(s.addr-base); len(data) > 0; {
			n, err := unix.Pwrite(fd, data, at)
			if err != nil {
				return shadow, view, fd, err
			}
			data, at = data[n:], at+int64(n)
		}
	}
	for _, m := range [...]*mapping{&shadow, &view} {
		prot, flags := unix.PROT_READ, unix.MAP_SHARED
		if m == &view {
			prot, flags = unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE
		}
		p, err := unix.MmapPtr(fd, 0, nil, size, prot, flags)
		if err != nil {
			return shadow, view, fd, err
		}
		*m = mapping{uintptr(p), size}
	}
	for _, s := range mapped {
		if err := mapFile(fd, s.addr-base, s.addr, s.size); err != nil {
			return shadow, view, fd, err
		}
	}
	return shadow, view, fd, nil
}

// mapFile maps a part of a file privately in place of what is mapped at addr.
func mapFile(fd int, from, addr, size uintptr) error {
	_, err := unix.MmapPtr(fd, int64(from), at(addr), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|noReserve)
	return err
}

func closeFile(fd int) { unix.Close(fd) }

// populate has the system give memory that is about to be written: one call in place of a page fault for each page. Where it cannot, faults do.
func populate(addr, size uintptr) { unix.Madvise(bytesAt(addr, size), unix.MADV_POPULATE_WRITE) }

// OwnFile is set by a package above: it is told which descriptors no program may close, or no longer.
var OwnFile = func(fd int, is bool) {}

// memoryFile is a file that is about the memory of the process which opened it: a copy of the process has to open its own.
type memoryFile struct {
	sync.Mutex
	open    func() (fd int, err error)
	process int
	fd      int // -1: there is none
}

// get returns the descriptor for this process, or -1.
func (f *memoryFile) get() int {
	f.Lock()
	defer f.Unlock()
	if pid := unix.Getpid(); f.process != pid {
		if f.process != 0 && f.fd >= 0 {
			OwnFile(f.fd, false)
			unix.Close(f.fd)
		}
		f.process = pid
		var err error
		if f.fd, err = f.open(); err != nil {
			f.fd = -1
			return -1
		}
		const low = 60 // programs reckon with low numbers; for one above 63 the system makes a larger table
		if high, err := unix.FcntlInt(uintptr(f.fd), unix.F_DUPFD_CLOEXEC, low); err == nil {
			unix.Close(f.fd)
			f.fd = high
		}
		OwnFile(f.fd, true)
	}
	return f.fd
}

// pagemap is the file that tells of the process's pages.
var pagemap = memoryFile{open: func() (int, error) { return unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0) }}

// openUserfault opens a userfaultfd.
func openUserfault(features uint64) (int, error) {
	const userModeOnly = 1 // UFFD_USER_MODE_ONLY
	fd, _, errno := unix.Syscall(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|unix.O_NONBLOCK|userModeOnly, 0, 0)
	if errno != 0 {
		return -1, errno
	}
	api := [3]uint64{0xAA, features}
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, 0xc018aa3f, uintptr(unsafe.Pointer(&api))); errno != 0 { // UFFDIO_API
		unix.Close(int(fd))
		return -1, errno
	}
	return int(fd), nil
}

// What a userfaultfd is to be told of: UFFDIO_REGISTER_MODE_MISSING, UFFDIO_REGISTER_MODE_WP.
const faultMissing, faultWritten = 1, 2

// registerPages has a userfaultfd be told of faults of one kind in so many bytes, and reports whether the system does so.
func registerPages(fd int, addr, size uintptr, kind uint64) bool {
	r := [4]uint64{uint64(addr), uint64(size), kind}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), 0xc020aa00, uintptr(unsafe.Pointer(&r))) // UFFDIO_REGISTER
	return errno == 0
}

// writtenPages asks for the state of the pages from addr on.
func writtenPages(addr uintptr, pages []uint64) bool {
	fd := pagemap.get()
	if fd < 0 {
		return false
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(pages))), len(pages)*8)
	n, err := unix.Pread(fd, b, int64(addr)/int64(pageSize)*8)
	return err == nil && n == len(b)
}

// Kinds of pages that pagesOf finds: those that are in memory or swapped out, of them those that are no file's, but the process's own, and those that were written
// to since they were asked for last, in registered ranges.
const (
	pagesMade = iota
	pagesOwn
	pagesWritten // only by scanPages
)

// pagesOf appends the pages of a kind in so many bytes, in ascending order. False: the system does not tell.
func pagesOf(list []mapping, addr, size uintptr, kind int) ([]mapping, bool) {
	if list, ok := scanPages(list, addr, size, kind); ok || !scanless.Load() {
		return list, ok
	}
	page := uintptr(pageSize)
	p := pageLists.Get().(*[]uint64)
	defer pageLists.Put(p)
	n := int((size + page - 1) / page)
	*p = slices.Grow((*p)[:0], n)
	pages := (*p)[:n]
	if !writtenPages(addr, pages) {
		return list, false
	}
	began := len(list)
	for i, e := range pages {
		if e>>62 == 0 || kind == pagesOwn && e>>61&1 != 0 {
			continue
		}
		lo := addr + uintptr(i)*page
		if n := len(list); n > began && list[n-1].addr+list[n-1].size == lo {
			list[n-1].size += page
		} else {
			list = append(list, mapping{lo, page})
		}
	}
	return list, true
}

// pageLists are slices for the states of pages.
var pageLists = sync.Pool{New: func() any { return new([]uint64) }}

// scanless says that the system cannot scan: Linux can since 6.7.
var scanless atomic.Bool

// scan is the system's struct pm_scan_arg, region its struct page_region.
type (
	scan struct {
		size, flags, start, end, walkEnd, vec, vecLen, most, inverted, all, any, give uint64
	}
	region struct{ start, end, categories uint64 }
)

// scanPages is pagesOf by one call of the system.
func scanPages(list []mapping, addr, size uintptr, kind int) ([]mapping, bool) {
	const written, file, present, swapped = 1 << 1, 1 << 2, 1 << 3, 1 << 4 // PAGE_IS_WRITTEN and so on
	const watchAgain, registeredOnly = 1 << 0, 1 << 1                      // PM_SCAN_WP_MATCHING, PM_SCAN_CHECK_WPASYNC
	fd := pagemap.get()
	if fd < 0 || scanless.Load() {
		return list, false
	}
	end := (addr + size + uintptr(pageSize) - 1) &^ (uintptr(pageSize) - 1)
	x := scanning.Get().(*scanned)
	defer scanning.Put(x)
	x.scan = scan{size: uint64(unsafe.Sizeof(scan{})), start: uint64(addr), end: uint64(end), vec: uint64(uintptr(unsafe.Pointer(&x.found))),
		vecLen: uint64(len(x.found)), any: present | swapped, give: present | swapped}
	switch kind {
	case pagesOwn:
		x.inverted, x.all = file, file
	case pagesWritten:
		x.flags, x.any, x.give = watchAgain|registeredOnly, written, written
	}
	for began := len(list); x.start < x.end; x.start = x.walkEnd {
		n, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), 0xc0606610, uintptr(unsafe.Pointer(&x.scan))) // PAGEMAP_SCAN
		if errno != 0 {
			if kind != pagesWritten { // which may fail because pages are not registered
				scanless.Store(true)
			}
			return list[:began], false
		}
		for _, r := range x.found[:n] { // what is in memory and what is swapped out are ranges of their own
			if k := len(list); k > began && list[k-1].addr+list[k-1].size == uintptr(r.start) {
				list[k-1].size += uintptr(r.end - r.start)
			} else {
				list = append(list, mapping{uintptr(r.start), uintptr(r.end - r.start)})
			}
		}
	}
	return list, true
}

// scanned is what a scan needs: the system is told where it lies, so it is not on the stack.
type scanned struct {
	scan
	found [128]region
}

var scanning = sync.Pool{New: func() any { return new(scanned) }}
