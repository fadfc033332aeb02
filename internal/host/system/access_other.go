//go:build !unix

package system

import "os"

func access(name string, mode uint32) bool {
	_, err := os.Stat(name)
	return err == nil
}
