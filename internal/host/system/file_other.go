// Opening files where Go's files are as good as any.

//go:build !linux

package system

import (
	"io/fs"
	"os"
)

func openFile(name string, flag int, perm fs.FileMode) (File, error) {
	return goFile(os.OpenFile(name, flag, perm))
}

func rename(from, to string) error { return os.Rename(from, to) }

// Done takes back what Stat or Lstat gave to a caller that is not going to look at it again.
func Done(fs.FileInfo) {}

func status(name string, follow bool) (fs.FileInfo, error) {
	if follow {
		return os.Stat(name)
	}
	return os.Lstat(name)
}
