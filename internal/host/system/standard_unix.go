// Closing descriptors by their numbers.

//go:build unix

package system

import (
	"os"
	"syscall"
)

func closeStandard(s standard) error {
	if err := syscall.Close(s.fd); err != nil {
		return &os.PathError{Op: "close", Path: s.Name(), Err: err}
	}
	return nil
}

// CloseNumber closes a descriptor. For one that nobody has a file of, none is made.
func (p *Process) CloseNumber(fd int) error {
	descriptors.Lock()
	made := fd <= 2 || descriptors.open[fd] != nil
	descriptors.Unlock()
	switch {
	case !made && Own(fd):
		return syscall.EBADF
	case !made:
		return syscall.Close(fd)
	}
	f, err := p.Descriptor(fd, "")
	if err != nil {
		return err
	}
	return f.Close()
}

// directoryFlag has only folders opened.
const directoryFlag = syscall.O_DIRECTORY

// Instant reports whether calls on a descriptor never wait.
func Instant(fd int) bool {
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFL, 0)
	return errno == 0 && flags&syscall.O_NONBLOCK != 0
}

// ReadNow and WriteNow make one call.
func ReadNow(fd int, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Read(fd, p) })
}

func WriteNow(fd int, p []byte) (int, error) {
	return again(func() (int, error) { return syscall.Write(fd, p) })
}

func again(f func() (int, error)) (n int, err error) {
	for {
		if n, err = f(); err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}
