// The rest of a file's status.

package posix

import (
	"io/fs"
	"syscall"
	"time"
)

func sysStat(st fs.FileInfo) fileStat {
	s, ok := st.Sys().(*syscall.Stat_t)
	if !ok {
		return fileStat{atime: st.ModTime(), ctime: st.ModTime()}
	}
	return fileStat{mode: s.Mode, rdev: uint64(s.Rdev), blksize: int64(s.Blksize), blocks: s.Blocks, ino: s.Ino, dev: uint64(s.Dev), nlink: uint64(s.Nlink), uid: s.Uid, gid: s.Gid,
		atime: time.Unix(s.Atim.Unix()), ctime: time.Unix(s.Ctim.Unix())}
}
