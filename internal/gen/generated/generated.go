// Package generated writes the files that generators produce. It must not know what is in them.
package generated

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// File is a generated file; Path is relative to the root of the repository.
type File struct {
	Path string
	Text []byte
}

// Main is the whole of a command that writes files; those that are up to date stay as they are. It is run anywhere in the repository.
func Main(generate func(root string) ([]File, error)) { MainTo("", generate) }

// MainTo writes below a folder, which is made if need be; "": in the repository.
func MainTo(dir string, generate func(root string) ([]File, error)) {
	if err := write(dir, generate); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(dir string, generate func(root string) ([]File, error)) error {
	root, err := Root()
	if err != nil {
		return err
	}
	files, err := generate(root)
	if err != nil {
		return err
	}
	if dir == "" {
		dir = root
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Path)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.Text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Text, 0o644); err != nil {
			return err
		}
		fmt.Println("wrote", f.Path)
	}
	return nil
}

// Root is the folder here or above that has go.mod.
func Root() (string, error) {
	for root := "."; ; root = filepath.Join("..", root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root, nil
		}
		if up, err := filepath.Abs(root); err != nil || filepath.Dir(up) == up {
			return "", errors.New("no go.mod here or above")
		}
	}
}
