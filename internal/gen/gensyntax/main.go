// Command gensyntax writes everything that follows from internal/front/syntax/python.asdl and internal/front/syntax/python.gram, also by go generate ./...
package main

import (
	"github.com/psyco-go/psy/internal/gen/generated"
	"github.com/psyco-go/psy/internal/gen/pgen"
)

func main() { generated.Main(pgen.Generate) }
