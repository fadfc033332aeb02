// Command genfuncs writes func_generated.go and bind_generated.go. go generate ./... runs it too.
package main

import (
	"github.com/psyco-go/psy/internal/gen/generated"
	"github.com/psyco-go/psy/internal/gen/genfuncs/gen"
)

func main() {
	generated.Main(func(string) ([]generated.File, error) {
		text, err := gen.Generate()
		if err != nil {
			return nil, err
		}
		bound, err := gen.GenerateBound()
		return []generated.File{{Path: "func_generated.go", Text: text}, {Path: "bind_generated.go", Text: bound}}, err
	})
}
