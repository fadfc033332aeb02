// Programs without a library: built with the tag nolibrary, or for a system that there is none for.

//go:build nolibrary || (!libraryarchive && !((linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)))

package library

import "io/fs"

const origin = ""

func open() fs.FS { return nil }

func pipFiles() fs.FS { return nil }
