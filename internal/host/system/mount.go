// A folder that programs see like any other, but that is on no disk.

package system

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"
)

// Mount is a file system that programs see as a folder, read-only. Its folder's name is absolute and clean. A nil Mount is none.
type Mount struct {
	At string
	FS fs.FS
}

// Inner is the name in the mounted file system of a file that programs call name.
func (m *Mount) Inner(name string) (string, bool) {
	if m == nil {
		return "", false
	}
	rest, ok := strings.CutPrefix(name, m.At)
	switch {
	case ok && rest == "":
		return ".", true
	case ok && rest[0] == '/':
		if rest = path.Clean(rest)[1:]; rest == "" {
			rest = "."
		}
		if !fs.ValidPath(rest) {
			return "", false
		}
		return rest, true
	}
	return "", false
}

// below is what stands in a folder that leads to the mounted one; "": name is none of them.
func (m *Mount) below(name string) string {
	if m == nil || len(name) < 2 || name[:2] != m.At[:2] {
		return ""
	}
	rest, ok := strings.CutPrefix(m.At, path.Clean(name)+"/")
	if !ok {
		return ""
	}
	first, _, _ := strings.Cut(rest, "/")
	return first
}

// Owns tells whether a name belongs to the mounted file system, be there such a file or not: nothing can be made or changed there.
func (m *Mount) Owns(name string) bool {
	if m.below(name) != "" {
		return true
	}
	_, ok := m.Inner(name)
	return ok
}

// Stat tells about a file or folder.
func (m *Mount) Stat(name string) (fs.FileInfo, error) {
	if m.below(name) != "" {
		return mountFolder(path.Base(path.Clean(name))), nil
	}
	inner, _ := m.Inner(name)
	st, err := fs.Stat(m.FS, inner)
	if err == nil && !st.IsDir() && strings.HasSuffix(name, "/") {
		return nil, syscall.ENOTDIR
	}
	return st, mountError(err)
}

// Names are the names in a folder.
func (m *Mount) Names(name string) ([]string, error) {
	if only := m.below(name); only != "" {
		return []string{only}, nil
	}
	inner, _ := m.Inner(name)
	list, err := fs.ReadDir(m.FS, inner)
	if err != nil {
		if st, bad := fs.Stat(m.FS, inner); bad == nil && !st.IsDir() {
			return nil, syscall.ENOTDIR
		}
		return nil, mountError(err)
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names, nil
}

// Open opens a file for reading; flag is as in os.OpenFile.
func (m *Mount) Open(name string, flag int) (File, error) {
	st, err := m.Stat(name)
	const changes = os.O_WRONLY | os.O_RDWR | os.O_TRUNC | os.O_APPEND
	switch {
	case err != nil && flag&os.O_CREATE != 0, err == nil && flag&changes != 0:
		return nil, syscall.EROFS
	case err != nil:
		return nil, err
	case st.IsDir():
		return mountFile{Reader: strings.NewReader(""), info: st}, nil
	}
	data, err := m.Read(name)
	if err != nil {
		return nil, err
	}
	return mountFile{Reader: strings.NewReader(string(data)), info: st}, nil
}

// Read reads a file as a whole.
func (m *Mount) Read(name string) ([]byte, error) {
	inner, ok := m.Inner(name)
	if !ok {
		return nil, syscall.EISDIR
	}
	data, err := fs.ReadFile(m.FS, inner)
	if err != nil {
		if st, bad := fs.Stat(m.FS, inner); bad == nil && st.IsDir() {
			return nil, syscall.EISDIR
		}
	}
	return data, mountError(err)
}

// mountError is the number that Python knows an error by.
func mountError(err error) error {
	var n syscall.Errno
	switch {
	case err == nil || errors.As(err, &n):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES
	}
	return syscall.EIO
}

// mountFile is an open file of a Mount.
type mountFile struct {
	*strings.Reader
	info fs.FileInfo
}

func (mountFile) Write([]byte) (int, error)    { return 0, syscall.EBADF }
func (mountFile) Truncate(int64) error         { return syscall.EINVAL }
func (f mountFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (mountFile) Close() error                 { return nil }
func (f mountFile) Seek(offset int64, whence int) (int64, error) {
	n, err := f.Reader.Seek(offset, whence)
	if err != nil {
		err = syscall.EINVAL
	}
	return n, err
}

func (f mountFile) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = syscall.EIO
	}
	return n, err
}

// mountFolder tells about a folder that leads to a Mount.
type mountFolder string

func (f mountFolder) Name() string     { return string(f) }
func (mountFolder) Size() int64        { return 0 }
func (mountFolder) Mode() fs.FileMode  { return fs.ModeDir | 0o555 }
func (mountFolder) ModTime() time.Time { return time.Unix(0, 0) }
func (mountFolder) IsDir() bool        { return true }
func (mountFolder) Sys() any           { return nil }
