// Whose files of the cache are, on Unix.

//go:build unix

package codecache

import (
	"io/fs"
	"os"
	"syscall"
)

// canOwn says that the system tells whose a file is.
const canOwn = true

// usersAlone tells whether a file is the user's, and nobody else's to write.
func usersAlone(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid() && st.Mode().Perm()&0o022 == 0
}

func ownedFolder(dir string) bool {
	st, err := os.Lstat(dir)
	return err == nil && st.IsDir() && usersAlone(st)
}

// readOwned reads a file that is the user's alone; nil: there is none. The system's own calls are fewer than Go's files make.
func readOwned(name string) []byte {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG || st.Mode&0o022 != 0 || int(st.Uid) != os.Geteuid() {
		return nil
	}
	data := make([]byte, st.Size)
	for rest := data; len(rest) > 0; {
		n, err := syscall.Read(fd, rest)
		switch {
		case err == syscall.EINTR:
		case err != nil || n <= 0:
			return nil
		default:
			rest = rest[n:]
		}
	}
	return data
}
