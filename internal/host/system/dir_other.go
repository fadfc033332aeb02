// Reading folders where the system does not tell the kinds of files with their names.

//go:build !linux

package system

import (
	"io"
	"os"
)

func (*Process) ReadDirNames(name string) ([]string, error) {
	dir, err := os.OpenFile(name, os.O_RDONLY|directoryFlag, 0) // a pipe would wait for its other end
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err == io.EOF {
		err = nil
	}
	return names, err
}
