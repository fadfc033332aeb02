// What files need of other systems.

//go:build !unix

package modules

import (
	"io/fs"
)

// osLineEnd is what \n is written as in text files.
const osLineEnd = "\n"

const syscallCloexec = 0

func statBlockSize(st fs.FileInfo) int { return 0 }
