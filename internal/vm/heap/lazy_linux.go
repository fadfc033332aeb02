// Linux's userfaultfd, which tells of missing pages.

package heap

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// faults is a userfaultfd whose ranges raise SIGBUS where a page is missing; -1: the system has none for us.
var faults = sync.OnceValue(func() int {
	const userModeOnly, features = 1, 1 << 7 // UFFD_USER_MODE_ONLY, UFFD_FEATURE_SIGBUS
	if pageSize != 4096 {
		return -1
	}
	fd, _, errno := unix.Syscall(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|unix.O_NONBLOCK|userModeOnly, 0, 0)
	if errno != 0 {
		return -1
	}
	api := [3]uint64{0xAA, features}
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, 0xc018aa3f, uintptr(unsafe.Pointer(&api))); errno != 0 {
		unix.Close(int(fd))
		return -1
	}
	return int(fd)
})

// makeLazy has the pages of h, a copy of the image, made when they are touched. False: this cannot be done.
func (im *Image) makeLazy(h *Heap) bool {
	s := im.source
	if GuardLazy == nil || s.parts == nil || len(s.blocks) > lazyMost {
		return false
	}
	fd := faults()
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
		r := [4]uint64{uint64(m.addr + l.delta), uint64(m.size), 1} // UFFDIO_REGISTER_MODE_MISSING
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), 0xc020aa00, uintptr(unsafe.Pointer(&r))); errno != 0 {
			for _, m := range s.blocks[:i] {
				r := [2]uint64{uint64(m.addr + l.delta), uint64(m.size)}
				unix.Syscall(unix.SYS_IOCTL, uintptr(fd), 0x8010aa01, uintptr(unsafe.Pointer(&r))) // UFFDIO_UNREGISTER
			}
			release()
			return false
		}
	}
	h.lazy, h.release, h.from, h.imaged = l, release, im, im.top
	for _, n := range x.now {
		h.touched += touch(h.base + uintptr(n)*4096)
	}
	for _, off := range x.cross {
		p := h.base + uintptr(off)
		h.touched += touch(p) + touch(p+7)
		*(*uint64)(at(p)) += uint64(l.delta)
	}
	return true
}

// lazyMost is how many ranges a copy has at most: a process may have some 65,000 mappings.
const lazyMost = 24

func addressOf[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
