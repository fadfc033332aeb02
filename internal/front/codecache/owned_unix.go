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

// readOwned reads a file that is the user's alone; nil: there is none.
func readOwned(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() || !usersAlone(st) {
		return nil
	}
	data := make([]byte, st.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil
	}
	return data
}
