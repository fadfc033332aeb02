// Command gensyntax writes everything that follows from syntax/python.asdl and syntax/python.gram, also by go generate ./...
package main

import (
	"github.com/psyco-go/psy/internal/gen/generated"
	"github.com/psyco-go/psy/internal/gen/pgen"
)

func main() { generated.Main(pgen.Generate) }
