//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// ownFolder refuses a folder that is not the user's alone: others could have put it there.
func ownFolder(dir string) error {
	st, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if s, ok := st.Sys().(*syscall.Stat_t); !st.IsDir() || !ok || int(s.Uid) != os.Getuid() || st.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a folder of yours that nobody else may enter", dir)
	}
	return nil
}
