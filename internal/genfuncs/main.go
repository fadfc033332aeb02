// Command genfuncs writes func_generated.go, also by go generate ./...
package main

import (
	"github.com/psyco-go/psy/internal/generated"
	"github.com/psyco-go/psy/internal/genfuncs/gen"
)

func main() {
	generated.Main(func(string) ([]generated.File, error) {
		text, err := gen.Generate()
		return []generated.File{{Path: "func_generated.go", Text: text}}, err
	})
}
