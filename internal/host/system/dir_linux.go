// Reading folders by the system's own calls, which tell the kinds of files too.

package system

import (
	"encoding/binary"
	"io/fs"
	"strings"
	"sync"
	"syscall"
)

// A dirBuffer is what is read of a folder at once.
type dirBuffer [32 << 10]byte

var dirBuffers = sync.Pool{New: func() any { return new(dirBuffer) }}

// ReadDir is what is in a folder.
func (*Process) ReadDir(name string) (list []Entry, err error) {
	fd := 0
	err = ignoring(func() (err error) {
		fd, err = syscall.Open(name, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0) // a pipe would wait for its other end
		return err
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buf := dirBuffers.Get().(*dirBuffer)
	defer dirBuffers.Put(buf)
	for {
		n := 0
		err = ignoring(func() (err error) {
			n, err = syscall.ReadDirent(fd, buf[:])
			return err
		})
		if err != nil || n <= 0 {
			return list, err
		}
		list = appendEntries(list, buf[:n])
	}
}

// appendEntries reads records of the system's: a number, a place, the record's length, the kind and the name. The names are parts of one string.
func appendEntries(list []Entry, b []byte) []Entry {
	const length, kind, name = 16, 18, 19
	for all := string(b); len(b) > name; {
		size := int(binary.NativeEndian.Uint16(b[length:]))
		if size <= name || size > len(b) {
			break
		}
		text, _, _ := strings.Cut(all[len(all)-len(b)+name:][:size-name], "\x00")
		if text != "." && text != ".." {
			list = append(list, Entry{Name: text, Ino: binary.NativeEndian.Uint64(b), Kind: kinds[b[kind]&15]})
		}
		b = b[size:]
	}
	return list
}

// kinds are the kinds of files by the system's numbers for them in folders.
var kinds = [16]fs.FileMode{
	0: KindUnknown, 3: KindUnknown, 5: KindUnknown, 7: KindUnknown, 9: KindUnknown, 11: KindUnknown, 13: KindUnknown, 14: KindUnknown, 15: KindUnknown,
	syscall.DT_FIFO: fs.ModeNamedPipe, syscall.DT_CHR: fs.ModeDevice | fs.ModeCharDevice, syscall.DT_DIR: fs.ModeDir, syscall.DT_BLK: fs.ModeDevice,
	syscall.DT_REG: 0, syscall.DT_LNK: fs.ModeSymlink, syscall.DT_SOCK: fs.ModeSocket,
}

func (p *Process) ReadDirNames(name string) ([]string, error) {
	list, err := p.ReadDir(name)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return names, nil
}
