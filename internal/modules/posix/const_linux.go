// Flags of posix.open whose numbers are the system's.

package posix

import "syscall"

var openFlags = map[string]int{
	"O_ACCMODE": syscall.O_ACCMODE, "O_ASYNC": syscall.O_ASYNC, "O_DIRECT": syscall.O_DIRECT, "O_DIRECTORY": syscall.O_DIRECTORY, "O_DSYNC": syscall.O_DSYNC,
	"O_FSYNC": syscall.O_FSYNC, "O_LARGEFILE": syscall.O_LARGEFILE, "O_NDELAY": syscall.O_NDELAY, "O_NOATIME": syscall.O_NOATIME, "O_NOCTTY": syscall.O_NOCTTY,
	"O_NOFOLLOW": syscall.O_NOFOLLOW, "O_NONBLOCK": syscall.O_NONBLOCK, "O_PATH": 0o10000000, "O_RSYNC": syscall.O_RSYNC,
	"O_TMPFILE": 0o20000000 | syscall.O_DIRECTORY,
}
