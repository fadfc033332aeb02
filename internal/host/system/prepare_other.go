//go:build unix && !linux

package system

import "syscall"

// pipe makes a pipe that programs started do not get.
func pipe(p *[2]int) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := syscall.Pipe(p[:]); err != nil {
		return err
	}
	syscall.CloseOnExec(p[0])
	syscall.CloseOnExec(p[1])
	return nil
}

func (c *Child) prepare() error { return syscall.ENOSYS }
