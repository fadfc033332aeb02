// The library as an archive, for binaries that are released: `make release` cuts it out of the module, which carries a compiled Python besides.

//go:build libraryarchive && !nolibrary

package library

import (
	"archive/zip"
	_ "embed"
	"io/fs"
	"strings"
)

const origin = "an archive in the program"

//go:embed library.zip
var archive string

func open() fs.FS {
	z, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil
	}
	return z
}

// pipFiles is nil: pip's wheel is in the archive.
func pipFiles() fs.FS { return nil }
