// All of Linux's error numbers.

package posix

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// moreErrnos gives the numbers in their order. The last name of a number is the one that errorcode has.
func moreErrnos() (all []errnoName) {
	for n := syscall.Errno(1); n <= syscall.ERFKILL; n++ {
		name := unix.ErrnoName(n)
		if n == syscall.EUCLEAN {
			name = "EUCLEAN"
		}
		if name != "" {
			all = append(all, errnoName{name, n})
		}
	}
	return append(all, errnoName{"EDEADLOCK", syscall.EDEADLOCK})
}
