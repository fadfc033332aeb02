// Zip files along sys.path where there is no library whose zipimport would read them: modules are read from them as if they were folders.

package modules

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
)

// archives is the system with its zip files opened.
type archives struct {
	system.System
	folders map[string]bool // what stood on sys.path and was a folder
	looked  map[string]bool
	open    map[string]*zip.Reader // by their names
}

// filesOf is where modules are read from.
func filesOf(t *Thread) *archives {
	h := hostOf(t)
	if h.archives == nil {
		h.archives = &archives{System: native.SystemOf(t), folders: map[string]bool{}, looked: map[string]bool{}, open: map[string]*zip.Reader{}}
	}
	return h.archives
}

// IsArchive tells whether the contents of a file are those of a zip file.
func IsArchive(data []byte) bool {
	_, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	return err == nil
}

// isFolder tells whether a name is that of a folder. It remembers folders, since imports go through the same ones again and again.
func (a *archives) isFolder(name string) bool {
	if name == "" || a.folders[name] {
		return true
	}
	if st, err := a.System.Stat(name); err != nil || !st.IsDir() {
		return false
	}
	if path.IsAbs(name) {
		a.folders[name] = true
	}
	return true
}

// inFile tells whether a name is that of a file, or would be that of something in a file: perhaps an archive.
func (a *archives) inFile(name string) bool {
	for ; len(name) > 1; name = path.Dir(name) {
		if st, err := a.System.Stat(name); err == nil {
			return st.Mode().IsRegular()
		}
	}
	return false
}

// look opens what stands on sys.path, if it is a zip file or a folder in one.
func (a *archives) look(name string) {
	if a.looked[name] {
		return
	}
	a.looked[name] = true
	for file := name; len(file) > 1; file = path.Dir(file) {
		st, err := a.System.Stat(file)
		if err != nil {
			continue
		}
		if !st.Mode().IsRegular() {
			return
		}
		data, err := a.System.ReadFile(file)
		if err != nil {
			return
		}
		if r, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
			a.open[file] = r
		}
		return
	}
}

// sourceIn reads a source from an archive as it is now, for tracebacks.
func (a *archives) sourceIn(name string) ([]byte, error) {
	for file := path.Dir(name); len(file) > 1; file = path.Dir(file) {
		if st, err := a.System.Stat(file); err != nil {
			continue
		} else if !st.Mode().IsRegular() {
			break
		}
		data, err := a.System.ReadFile(file)
		if err != nil {
			return nil, err
		}
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		return fs.ReadFile(r, strings.TrimPrefix(name, file+"/"))
	}
	return nil, fs.ErrNotExist
}

// within finds the archive that a file is in, and its name there.
func (a *archives) within(name string) (*zip.Reader, string) {
	for file, r := range a.open {
		if rest, ok := strings.CutPrefix(name, file+"/"); ok {
			return r, rest
		}
	}
	return nil, ""
}

// Stat tells about a file or folder, perhaps in an archive.
//
//psy:bounded the system behind the archives is another
func (a *archives) Stat(name string) (fs.FileInfo, error) {
	if r, inner := a.within(name); r != nil {
		return fs.Stat(r, inner)
	}
	return a.System.Stat(name)
}

// ReadFile reads a file, perhaps in an archive.
//
//psy:bounded the system behind the archives is another
func (a *archives) ReadFile(name string) ([]byte, error) {
	if r, inner := a.within(name); r != nil {
		return fs.ReadFile(r, inner)
	}
	return a.System.ReadFile(name)
}

// ReadInto is ReadFile into memory that take gives, where it can be.
//
//psy:bounded the system behind the archives is another
func (a *archives) ReadInto(name string, take func(n int) []byte) ([]byte, error) {
	if s, ok := a.System.(interface {
		ReadInto(name string, take func(n int) []byte) ([]byte, error)
	}); ok {
		if r, _ := a.within(name); r == nil {
			return s.ReadInto(name, take)
		}
	}
	return a.ReadFile(name)
}
