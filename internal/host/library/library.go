// Package library provides the sources of Python's standard library as a file system inside the program.
// It must not know Python objects, nor what the sources mean.
//
// The sources are CPython's, and no part of this repository. They come from the Go module github.com/kluctl/go-embed-python (module.go), or, in
// release binaries, from an archive that is made from that module (archive.go, `go run ./internal/gen/genlibrary archive`). Files that the module
// lacks are psy's own (extra.go).
package library

import (
	"io/fs"
	"sync"
)

// Version is the version of CPython whose library it is.
const Version = "3.13.1"

// embedded is the library and what psy adds to it.
var embedded = sync.OnceValue(func() fs.FS {
	base := open()
	if base == nil {
		return nil
	}
	return Complete(base)
})

// Embedded is the library that is part of the program, with os.py at its root; nil if the program was built without.
func Embedded() fs.FS { return embedded() }

// Origin says where Embedded comes from; "" if there is none.
func Origin() string {
	if Embedded() == nil {
		return ""
	}
	return origin
}
