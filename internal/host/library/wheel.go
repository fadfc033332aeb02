// pip as a wheel, as ensurepip wants it: the module has pip as it is when it is installed.

package library

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"strings"
)

// PipVersion is the version of pip that is part of the library.
const PipVersion = "24.3.1"

const wheelName = "ensurepip/_bundled/pip-" + PipVersion + "-py3-none-any.whl"

// wheel packs the files of an installed pip, but for those that installing made.
func wheel(files fs.FS) ([]byte, error) {
	const info = "pip-" + PipVersion + ".dist-info"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	pack := func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		switch {
		case name == info+"/INSTALLER" || name == info+"/REQUESTED":
			return nil
		case name == info+"/RECORD":
			data = []byte(record(string(data), info))
		case strings.HasSuffix(name, ".gz"): // the module has large files compressed
			name = strings.TrimSuffix(name, ".gz")
			r, err := gzip.NewReader(bytes.NewReader(data))
			if err == nil {
				data, err = io.ReadAll(r)
			}
			if err != nil {
				return err
			}
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Modified: Date})
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	for _, top := range [...]string{"pip", info} {
		if err := fs.WalkDir(files, top, pack); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// record is the list of files without those that installing made.
func record(text, info string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "../") && !strings.HasPrefix(line, info+"/INSTALLER") && !strings.HasPrefix(line, info+"/REQUESTED") && !strings.Contains(line, "__pycache__") {
			b.WriteString(line)
		}
	}
	return b.String()
}
