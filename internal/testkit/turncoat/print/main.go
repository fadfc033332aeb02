// Command print prints the program of a seed.
//
//	go run ./internal/testkit/turncoat/print SEED
package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/psyco-go/psy/internal/testkit/turncoat"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "-n" {
		n, _ := strconv.ParseUint(os.Args[2], 10, 64)
		for s := range n {
			src := turncoat.Generate(s)
			fmt.Printf("%d %d\n%s", s, len(src), src)
		}
		return
	}
	seed, err := strconv.ParseUint(os.Args[1], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Print(turncoat.Generate(seed))
}
