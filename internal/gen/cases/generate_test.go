package cases

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeneratedFilesUpToDate makes every output again and compares; it also finds files that claim to be generated and are not.
func TestGeneratedFilesUpToDate(t *testing.T) {
	const root = "../../.."
	out, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, o := range out {
		made[o.Path] = true
		old, err := os.ReadFile(filepath.Join(root, o.Path))
		if err != nil || !bytes.Equal(old, o.Text) {
			t.Errorf("%s is not what %s gives; run go generate ./...", o.Path, Definition)
		}
	}
	claim := strings.TrimSpace(Header)
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n != ".." && strings.HasPrefix(n, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		rel, _ := filepath.Rel(root, path)
		if ext := filepath.Ext(path); ext != ".go" && ext != ".md" || made[filepath.ToSlash(rel)] {
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		head := make([]byte, len(claim)+8)
		n, _ := f.Read(head)
		if bytes.Contains(head[:n], []byte(strings.TrimPrefix(claim, "// "))) {
			t.Errorf("%s claims to be generated but is no output of gencases", rel)
		}
		return nil
	})
}
