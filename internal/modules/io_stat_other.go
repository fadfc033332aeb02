// The rest of a file's status, elsewhere.

//go:build !linux

package modules

import "io/fs"

func sysStat(st fs.FileInfo) fileStat { return fileStat{atime: st.ModTime(), ctime: st.ModTime()} }
