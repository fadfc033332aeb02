// Command gensyntax writes everything that is generated from internal/front/syntax/python.asdl and internal/front/syntax/python.gram. go generate
// ./... runs it too.
package main

import (
	"github.com/psyco-go/psy/internal/gen/generated"
	"github.com/psyco-go/psy/internal/gen/pgen"
)

func main() { generated.Main(pgen.Generate) }
