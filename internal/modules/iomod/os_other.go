// What files need of other systems.

//go:build !unix

package iomod

import (
	"io/fs"
)

// osLineEnd is what \n is written as in text files.
const osLineEnd = "\n"

// Cloexec is the flag O_CLOEXEC of the system.
const Cloexec = 0

func statBlockSize(st fs.FileInfo) int { return 0 }

func isCounter(fs.FileInfo) bool { return false }
