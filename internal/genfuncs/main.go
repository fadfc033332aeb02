// Command genfuncs writes func_generated.go.
//
//	go run ./internal/genfuncs
package main

import (
	"log"
	"os"

	"github.com/psyco-go/psy/internal/genfuncs/gen"
)

func main() {
	text, err := gen.Generate()
	if err == nil {
		err = os.WriteFile("func_generated.go", text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
