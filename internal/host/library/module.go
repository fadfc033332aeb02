// The library as it is in the Go module that carries it.

//go:build !nolibrary && !libraryarchive && ((linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64))

package library

import (
	"embed"
	"io/fs"
	"runtime"
	_ "unsafe" // for the names of the module's data

	_ "github.com/kluctl/go-embed-python/pip"
	_ "github.com/kluctl/go-embed-python/python"
)

const origin = "Go module github.com/kluctl/go-embed-python v0.0.0-3.13.1-20241219-1"

// moduleFiles and modulePip are the module's files. Its packages give them only as something to be unpacked to disk.
//
//go:linkname moduleFiles github.com/kluctl/go-embed-python/python/internal/data._data
var moduleFiles embed.FS

//go:linkname modulePip github.com/kluctl/go-embed-python/pip/internal/data.Data
var modulePip embed.FS

func open() fs.FS {
	folder := runtime.GOOS + "-" + runtime.GOARCH + "/lib/python3.13"
	if runtime.GOOS == "windows" {
		folder = "windows-amd64/Lib"
	}
	lib, err := fs.Sub(moduleFiles, folder)
	if err != nil {
		return nil
	}
	if _, err := fs.Stat(lib, "os.py"); err != nil {
		return nil
	}
	return lib
}

// pipFiles are the files of an installed pip.
func pipFiles() fs.FS { return modulePip }
