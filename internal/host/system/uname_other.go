//go:build !unix

package system

import (
	"os"
	"runtime"
)

func uname() Uname {
	node, _ := os.Hostname()
	return Uname{System: runtime.GOOS, Node: node, Machine: runtime.GOARCH}
}
