// What files need of a Unix system.

//go:build unix

package iomod

import (
	"io/fs"
	"syscall"
)

// osLineEnd is what \n is written as in text files.
const osLineEnd = "\n"

// Cloexec is the flag O_CLOEXEC of the system.
const Cloexec = syscall.O_CLOEXEC

func statBlockSize(st fs.FileInfo) int {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return int(s.Blksize)
	}
	return 0
}

// isCounter reports whether a file is none that has a name: an eventfd and its like.
func isCounter(st fs.FileInfo) bool {
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && s.Mode&syscall.S_IFMT == 0
}
