package oracle

import (
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Library lists the sources of CPython's own library and test suite, below the folder lib.
func Library() (lib string, files []string, err error) {
	l, err := library()
	return l.dir, l.files, err
}

type folder struct {
	dir   string
	files []string
}

var library = sync.OnceValues(func() (l folder, err error) {
	python := Find()
	if python == "" {
		return l, errors.New("no CPython 3.13 found")
	}
	out, err := exec.Command(python, "-I", "-c", "import os; print(os.path.dirname(os.__file__), end='')").Output()
	if err != nil {
		return l, err
	}
	l.dir = string(out)
	err = filepath.WalkDir(l.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "site-packages":
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".py"):
			l.files = append(l.files, path)
		}
		return nil
	})
	return l, err
})
