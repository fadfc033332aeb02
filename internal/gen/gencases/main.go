// Command gencases writes everything that is generated from internal/vm/interp/bytecodes.def. go generate ./... runs it too.
//
// Further definition files, given as arguments, are read after that file. They add instructions, and replace those that they mark as override:
//
//	go run ./internal/gen/gencases -o variant mine.def
package main

import (
	"flag"

	"github.com/psyco-go/psy/internal/gen/cases"
	"github.com/psyco-go/psy/internal/gen/generated"
)

func main() {
	to := flag.String("o", "", "write below this `folder` instead of into the repository")
	flag.Parse()
	generated.MainTo(*to, func(root string) ([]generated.File, error) { return cases.Generate(root, flag.Args()...) })
}
