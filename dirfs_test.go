package psy_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/psyco-go/psy"
)

// TestDirFS: Python cannot leave the folder that it may write in, by names, by symbolic links, or by renaming.
func TestDirFS(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "in", "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "in", "up")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	out := limited(t, psy.Config{Write: psy.DirFS(root)}, `
import os
for name in ("../secret", "/../secret", "link", "up/secret", "/up/../secret"):
    for mode in ("r", "w", "a", "r+"):
        try:
            with open(name, mode) as f:
                if mode.startswith("r"):
                    assert f.read() != "secret", (name, mode)
        except OSError:
            pass
    for f in (os.remove, lambda n: os.rename(n, "mine"), lambda n: os.rename("a", n), os.mkdir, os.listdir):
        try:
            f(name)
        except OSError:
            pass
`)
	if out != "" {
		t.Error(out)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(b) != "secret" {
		t.Errorf("%q %v", b, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Error(list, err)
	}
}
