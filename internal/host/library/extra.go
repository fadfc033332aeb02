// What the module lacks of the library, and what of it is left out.

package library

import (
	"embed"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// ownFiles are files that the module lacks, in psy's own words.
//
//go:embed all:files
var ownFiles embed.FS

// extras are all files that the module lacks, with what makes their contents.
var extras = sync.OnceValue(func() map[string]func() ([]byte, error) {
	m := map[string]func() ([]byte, error){}
	fs.WalkDir(ownFiles, "files", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			m[strings.TrimPrefix(name, "files/")] = func() ([]byte, error) { return ownFiles.ReadFile(name) }
		}
		return err
	})
	if pip := pipFiles(); pip != nil {
		m[wheelName] = sync.OnceValues(func() ([]byte, error) { return wheel(pip) })
	}
	return m
})

// sysconfigData is what psy has in place of the module's files of that name, which tell how and where a CPython was built.
//
//go:embed sysconfigdata.py
var sysconfigData []byte

// extra gives what makes a file that is psy's own; nil: it is the module's.
func (x *extended) extra(name string) func() ([]byte, error) {
	if strings.HasPrefix(name, "_sysconfigdata_") && path.Ext(name) == ".py" {
		if _, err := fs.Stat(x.FS, name); err == nil {
			return func() ([]byte, error) { return sysconfigData, nil }
		}
	}
	return extras()[name]
}

// leftOut tells which folders and files of the module are no part of the library: compiled things, and what is for building extension modules.
func leftOut(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return top == "lib-dynload" || top == "site-packages" || strings.HasPrefix(top, "config-") || strings.HasSuffix(name, ".gz")
}

// extended is a file system with some files more, and some fewer.
type extended struct {
	fs.FS
	folders map[string][]fs.DirEntry // of extras, by folder; folders that the other has not are among them
}

// Complete is the library of the module with what it lacks.
func Complete(base fs.FS) fs.FS {
	x := &extended{base, map[string][]fs.DirEntry{}}
	for name := range extras() {
		x.add(info{name: name})
	}
	return x
}

// add enters a file or folder in its folder, and that in the one above.
func (x *extended) add(i info) {
	for {
		dir := path.Dir(i.name)
		_, known := x.folders[dir]
		entry := fs.FileInfoToDirEntry(i)
		if !slices.ContainsFunc(x.folders[dir], func(e fs.DirEntry) bool { return e.Name() == entry.Name() }) {
			x.folders[dir] = append(x.folders[dir], entry)
		}
		if known || dir == "." {
			return
		}
		if _, err := fs.Stat(x.FS, dir); err == nil {
			return
		}
		i = info{name: dir, dir: true}
	}
}

func (x *extended) Open(name string) (fs.File, error) {
	missing := &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	if !fs.ValidPath(name) || leftOut(name) {
		return nil, missing
	}
	if make := x.extra(name); make != nil {
		data, err := make()
		if err != nil {
			return nil, missing
		}
		return &file{info: info{name: name, size: int64(len(data))}, Reader: *strings.NewReader(string(data))}, nil
	}
	f, err := x.FS.Open(name)
	more, known := x.folders[name]
	if err != nil && !known {
		return nil, err
	}
	if err == nil {
		st, bad := f.Stat()
		if bad != nil || !st.IsDir() {
			return dated{f}, bad
		}
		f.Close()
	}
	entries, err := fs.ReadDir(x.FS, name)
	if err != nil && !known {
		return nil, err
	}
	for _, e := range more {
		if make := extras()[path.Join(name, e.Name())]; make != nil {
			data, _ := make()
			e = fs.FileInfoToDirEntry(info{name: e.Name(), size: int64(len(data))})
		}
		entries = append(entries, e)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return leftOut(path.Join(name, e.Name())) })
	for i, e := range entries {
		if strings.HasPrefix(e.Name(), "_sysconfigdata_") {
			entries[i] = fs.FileInfoToDirEntry(info{name: e.Name(), size: int64(len(sysconfigData))})
		} else if st, err := e.Info(); err == nil {
			entries[i] = fs.FileInfoToDirEntry(info{name: e.Name(), size: st.Size(), dir: e.IsDir()}) // dated
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return &folder{info: info{name: name, dir: true}, entries: entries}, nil
}

// Stat tells about a file or folder without opening it: imports ask for many that are not there.
func (x *extended) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) || leftOut(name) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	if x.extra(name) == nil {
		if st, err := fs.Stat(x.FS, name); err == nil {
			return info{name: name, size: st.Size(), dir: st.IsDir()}, nil
		}
	}
	f, err := x.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// ReadFile reads a file as a whole.
func (x *extended) ReadFile(name string) ([]byte, error) {
	if !leftOut(name) && x.extra(name) == nil {
		return fs.ReadFile(x.FS, name)
	}
	f, err := x.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Date is what all files of the library have as the time of their last change: when CPython 3.13.1 came out.
var Date = time.Date(2024, 12, 3, 0, 0, 0, 0, time.UTC)

// info tells about a file or folder.
type info struct {
	name string
	size int64
	dir  bool
}

func (i info) Name() string { return path.Base(i.name) }
func (i info) Size() int64  { return i.size }
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644 // what copies of them have, as those of venv
}
func (i info) ModTime() time.Time { return Date }
func (i info) IsDir() bool        { return i.dir }
func (i info) Sys() any           { return nil }

// file is an open file.
type file struct {
	info
	strings.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.info.size }

// dated is an open file of the module, where files have no dates.
type dated struct{ fs.File }

func (f dated) Stat() (fs.FileInfo, error) {
	st, err := f.File.Stat()
	if err != nil {
		return nil, err
	}
	return info{name: st.Name(), size: st.Size(), dir: st.IsDir()}, nil
}

func (f dated) Seek(offset int64, whence int) (int64, error) {
	if s, ok := f.File.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, fs.ErrInvalid
}

// folder is an open folder.
type folder struct {
	info
	entries []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Read([]byte) (int, error)   { return 0, fs.ErrInvalid }
func (f *folder) Close() error               { return nil }

func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(f.entries) {
		if n > 0 && len(f.entries) == 0 {
			return nil, io.EOF
		}
		n = len(f.entries)
	}
	some := f.entries[:n:n]
	f.entries = f.entries[n:]
	return some, nil
}
