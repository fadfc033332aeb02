// The system's calls on sockets. None of them waits but those that say so: Go's scheduler is not told of them.

package sockets

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sockaddr is an address as the system has it.
type sockaddr struct {
	data [128]byte
	len  uint32
}

func (a *sockaddr) family() int { return int(*(*uint16)(unsafe.Pointer(&a.data))) }

func (a *sockaddr) setFamily(n int) { *(*uint16)(unsafe.Pointer(&a.data)) = uint16(n) }

func pointer(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

func rawRead(fd int, b []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(unix.SYS_READ, uintptr(fd), pointer(b), uintptr(len(b)))
	return int(n), errno
}

func rawRecv(fd int, b []byte, flags int, from *sockaddr) (int, syscall.Errno) {
	var a, n uintptr
	if from != nil {
		from.len = uint32(len(from.data))
		a, n = uintptr(unsafe.Pointer(&from.data)), uintptr(unsafe.Pointer(&from.len))
	}
	k, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd), pointer(b), uintptr(len(b)), uintptr(flags|unix.MSG_DONTWAIT), a, n)
	return int(k), errno
}

// rawWaiting is how many bytes wait to be received; 0 if the system does not tell.
func rawWaiting(fd int) int {
	n := int32(0)
	if _, _, errno := syscall.RawSyscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCINQ, uintptr(unsafe.Pointer(&n))); errno != 0 {
		return 0
	}
	return int(n)
}

func rawSend(fd int, b []byte, flags int, to *sockaddr) (int, syscall.Errno) {
	var a, n uintptr
	if to != nil {
		a, n = uintptr(unsafe.Pointer(&to.data)), uintptr(to.len)
	}
	k, _, errno := syscall.RawSyscall6(unix.SYS_SENDTO, uintptr(fd), pointer(b), uintptr(len(b)), uintptr(flags|unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL), a, n)
	return int(k), errno
}

// onAddress makes one of the calls that take a descriptor and an address.
func onAddress(trap uintptr, fd int, a *sockaddr) syscall.Errno {
	_, _, errno := syscall.RawSyscall(trap, uintptr(fd), uintptr(unsafe.Pointer(&a.data)), uintptr(a.len))
	return errno
}

// addressFrom makes one of the calls that give an address.
func addressFrom(trap uintptr, fd int, a *sockaddr) syscall.Errno {
	a.len = uint32(len(a.data))
	_, _, errno := syscall.RawSyscall(trap, uintptr(fd), uintptr(unsafe.Pointer(&a.data)), uintptr(unsafe.Pointer(&a.len)))
	return errno
}

// rawAccept waits if the descriptor is a blocking one, and another has taken what was there.
func rawAccept(fd int, a *sockaddr) (int, syscall.Errno) {
	a.len = uint32(len(a.data))
	n, _, errno := syscall.Syscall6(unix.SYS_ACCEPT4, uintptr(fd), uintptr(unsafe.Pointer(&a.data)), uintptr(unsafe.Pointer(&a.len)), unix.SOCK_CLOEXEC, 0, 0)
	return int(n), errno
}

func rawMessage(trap uintptr, fd int, m *unix.Msghdr, flags int) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(trap, uintptr(fd), uintptr(unsafe.Pointer(m)), uintptr(flags|unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL))
	return int(n), errno
}

func rawGetOption(fd, level, name int, b []byte) (int, syscall.Errno) {
	n := uint32(len(b))
	_, _, errno := syscall.RawSyscall6(unix.SYS_GETSOCKOPT, uintptr(fd), uintptr(level), uintptr(name), pointer(b), uintptr(unsafe.Pointer(&n)), 0)
	return int(n), errno
}

func rawSetOption(fd, level, name int, p, n uintptr) syscall.Errno {
	_, _, errno := syscall.RawSyscall6(unix.SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(name), p, n, 0)
	return errno
}

func rawFcntl(fd, cmd, arg int) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(unix.SYS_FCNTL, uintptr(fd), uintptr(cmd), uintptr(arg))
	return int(n), errno
}
