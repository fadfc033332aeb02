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
