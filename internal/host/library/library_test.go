package library

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// TestEmbedded: the library is a file system as package fs wants it, and complete.
func TestEmbedded(t *testing.T) {
	lib := Embedded()
	if lib == nil {
		t.Skip("built without a library")
	}
	if err := fstest.TestFS(lib, "os.py", "json/__init__.py", "collections/abc.py", "ensurepip/__init__.py", wheelName); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"lib-dynload", "site-packages", "../os.py", "nothing.py"} {
		if _, err := fs.Stat(lib, name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	if names, err := fs.Glob(lib, "_sysconfigdata_*.py"); err != nil || len(names) > 1 {
		t.Error(names, err)
	} else if len(names) == 1 {
		if data, err := fs.ReadFile(lib, names[0]); err != nil || !bytes.Equal(data, sysconfigData) {
			t.Errorf("%s is not psy's own: %v", names[0], err)
		}
	}
	n := 0
	fs.WalkDir(lib, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			t.Error(err)
		}
		if strings.HasSuffix(name, ".py") {
			n++
		}
		if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".so") {
			t.Errorf("%s is there", name)
		}
		return nil
	})
	if n < 500 {
		t.Errorf("only %d modules", n)
	}
}

// TestWheel: the list of files in pip's wheel is true.
func TestWheel(t *testing.T) {
	lib := Embedded()
	if lib == nil {
		t.Skip("built without a library")
	}
	data, err := fs.ReadFile(lib, wheelName)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(z, "pip-"+PipVersion+".dist-info/RECORD")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		data, err := fs.ReadFile(z, row[0])
		if err != nil {
			t.Error(err)
			continue
		}
		sum := sha256.Sum256(data)
		if row[1] != "" && row[1] != "sha256="+base64.RawURLEncoding.EncodeToString(sum[:]) {
			t.Errorf("%s is another than its sum says", row[0])
		}
	}
	if len(rows) != len(z.File) {
		t.Errorf("%d files, %d of them listed", len(z.File), len(rows))
	}
}
