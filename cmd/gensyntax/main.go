// Command gensyntax writes everything that follows from syntax/python.asdl and syntax/python.gram. Run it at the root of the repository,
// or by go generate ./...
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/psyco-go/psy/syntax/pgen"
)

func main() {
	root := "."
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if up, err := filepath.Abs(root); err != nil || up == "/" {
			fail(fmt.Errorf("no go.mod here or above"))
		}
		root = filepath.Join("..", root)
	}
	out, err := pgen.Generate(root)
	if err != nil {
		fail(err)
	}
	for _, o := range out {
		path := filepath.Join(root, o.Path)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, o.Text) {
			continue
		}
		if err := os.WriteFile(path, o.Text, 0o644); err != nil {
			fail(err)
		}
		fmt.Println("wrote", o.Path)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
