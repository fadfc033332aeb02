// Command gencases writes everything that follows from internal/vm/interp/bytecodes.def, also by go generate ./...
package main

import (
	"github.com/psyco-go/psy/internal/gen/cases"
	"github.com/psyco-go/psy/internal/gen/generated"
)

func main() { generated.Main(cases.Generate) }
