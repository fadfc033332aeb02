// Whose files of the cache are, on Unix.

//go:build unix

package codecache

import (
	"io"
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

// openOwned opens a file if it is the user's alone; below 0: there is none. The system's own calls are fewer than Go's files make.
func openOwned(name string, flags int) (fd int, size int64) {
	fd, err := syscall.Open(name, flags|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return -1, 0
	}
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG || st.Mode&0o022 != 0 || int(st.Uid) != os.Geteuid() {
		syscall.Close(fd)
		return -1, 0
	}
	return fd, st.Size
}

// readOwned reads size bytes, or at most as many, of a file that is the user's alone; nil: there is no such file, or it does not have so many.
func readOwned(name string, at int64, size int, atMost bool, room *Room) []byte {
	fd, has := openOwned(name, syscall.O_RDONLY)
	if fd < 0 {
		return nil
	}
	defer syscall.Close(fd)
	if atMost {
		size = int(min(int64(size), has))
	}
	if at > has || int64(size) > has-at {
		return nil
	}
	data := room.Take(size)
	for rest := data; len(rest) > 0; {
		n, err := syscall.Pread(fd, rest, at)
		switch {
		case err == syscall.EINTR:
		case err != nil || n <= 0:
			return nil
		default:
			rest, at = rest[n:], at+int64(n)
		}
	}
	return data
}

// appendOwned writes data to the end of a file that is the user's alone, and gives where it ends then; below 0: not all was written in one piece.
func appendOwned(name string, data []byte) int64 {
	fd, _ := openOwned(name, syscall.O_WRONLY|syscall.O_APPEND|syscall.O_CREAT)
	if fd < 0 {
		return -1
	}
	defer syscall.Close(fd)
	n, err := syscall.Write(fd, data)
	for err == syscall.EINTR {
		n, err = syscall.Write(fd, data)
	}
	if err != nil || n != len(data) {
		return -1
	}
	end, err := syscall.Seek(fd, 0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return end
}
