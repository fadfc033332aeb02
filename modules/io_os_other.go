// What files need of other systems.

//go:build !unix

package modules

import (
	"io/fs"
	"os"
)

// osLineEnd is what \n is written as in text files.
const osLineEnd = "\n"

const syscallCloexec = 0

func statBlockSize(st fs.FileInfo) int { return 0 }

func canAccess(path string, mode uint32) bool {
	_, err := os.Stat(path)
	return err == nil
}
