// What is generated is up to date.

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesUpToDate(t *testing.T) {
	for name, want := range files() {
		if got, err := os.ReadFile(filepath.Join("..", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./internal/lib/digest (%v)", name, err)
		}
	}
}
