// Linux's userfaultfd, which tells of missing pages.

package heap

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// faults is a userfaultfd whose ranges raise SIGBUS where a page is missing.
var faults = memoryFile{open: func() (int, error) {
	const signal = 1 << 7 // UFFD_FEATURE_SIGBUS
	if pageSize != 4096 {
		return -1, unix.ENOTSUP
	}
	return openUserfault(signal)
}}

// makeLazy has the pages of h, a copy of the image, made when they are touched. False: this cannot be done.
func (im *Image) makeLazy(h *Heap) bool {
	s := im.source
	if GuardLazy == nil || s.parts == nil || len(s.blocks) > lazyMost {
		return false
	}
	fd := faults.get()
	if fd < 0 {
		return false
	}
	x := s.parts
	l := &Lazy{uintptr(fd), h.base, h.base - s.base, s.view.addr, addressOf(im.words.plain), addressOf(x.start), addressOf(x.odd), addressOf(x.chain)}
	release := GuardLazy(l, h.base+BlockSize, im.words.end-BlockSize)
	if release == nil {
		return false
	}
	for i, m := range s.blocks {
		if !registerPages(fd, m.addr+l.delta, m.size, faultMissing) {
			for _, m := range s.blocks[:i] {
				r := [2]uint64{uint64(m.addr + l.delta), uint64(m.size)}
				unix.Syscall(unix.SYS_IOCTL, uintptr(fd), 0x8010aa01, uintptr(unsafe.Pointer(&r))) // UFFDIO_UNREGISTER
			}
			release()
			return false
		}
	}
	h.lazy, h.release, h.from, h.imaged = l, release, im, im.top
	pages := x.now
	if p := x.learned.Load(); p != nil {
		pages = *p
	}
	h.touched += l.make(im, pages)
	for _, off := range x.cross {
		p := h.base + uintptr(off)
		h.touched += touch(p) + touch(p+7)
		*(*uint64)(at(p)) += uint64(l.delta)
	}
	return true
}

// make makes pages, whose numbers rise, as the handler does, but many in one call.
func (l *Lazy) make(im *Image, pages []uint32) (touched byte) {
	run := runs.Get().(*[runPages * 512]uint64)
	defer runs.Put(run)
	for len(pages) > 0 {
		n := 1
		for n < min(len(pages), runPages) && pages[n] == pages[0]+uint32(n) {
			n++
		}
		from := uintptr(pages[0]) * 4096
		words := run[:n*512]
		for i, page := range pages[:n] {
			l.fill(im, words[i*512:][:512], page)
		}
		r := [5]uint64{uint64(l.base + from), uint64(uintptr(unsafe.Pointer(&words[0]))), uint64(len(words) * 8)}
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, l.fd, 0xc028aa03, uintptr(unsafe.Pointer(&r))); errno != 0 { // UFFDIO_COPY
			for _, page := range pages[:n] { // some of them have been made
				touched += touch(l.base + uintptr(page)*4096)
			}
		}
		pages = pages[n:]
	}
	return touched
}

// runPages is how many pages make makes in one call at most.
const runPages = 16

var runs = sync.Pool{New: func() any { return new([runPages * 512]uint64) }}

// Made says that the heap's user is set up. If it is the first copy of an image, the pages that have been made so far are made at once in further ones.
func (h *Heap) Made() {
	im := h.from
	if im == nil || im.source.parts.learned.Load() != nil {
		return
	}
	if list := h.pages(true); list != nil {
		im.source.parts.learned.Store(&list)
	}
}

// pages are those pages of the image that have been made, or those that have not; nil: the system does not tell.
func (h *Heap) pages(made bool) []uint32 {
	page := uintptr(pageSize)
	all := make([]uint64, h.from.words.end/page)
	if !writtenPages(h.base, all) {
		return nil
	}
	list := []uint32{}
	for _, m := range h.from.source.blocks {
		lo := (m.addr - h.from.source.base) / page
		for i, e := range all[lo:][:m.size/page] {
			if e>>62 != 0 == made {
				list = append(list, uint32(lo)+uint32(i))
			}
		}
	}
	return list
}

// lazyMost is how many ranges a copy has at most: a process may have some 65,000 mappings.
const lazyMost = 24

func addressOf[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
