// What the benchmarks are about.

package main

import "slices"

// group names benchmarks that are about the same thing. A program in none of the groups belongs to "other".
type group struct {
	name     string
	programs []string
}

// groups are those that the geometric means are taken over, in the order of the table.
var groups = []group{
	{"numeric", []string{"collatz", "float_loop", "gcd", "int_loop", "mandelbrot", "spectral_norm", "xorshift"}},
	{"call", []string{"ackermann", "closures", "fib", "mutual", "tak", "unpacking"}},
	{"method", []string{"accessors", "attributes", "method_calls", "method_chain", "operators", "particles", "tasks"}},
	{"list", []string{"bytes_scan", "bytes_sieve", "dot", "fannkuch", "heapsort", "levenshtein", "life", "list_build", "matmul", "nbody", "sieve"}},
}

const (
	other   = "other"
	steady  = "steady"
	startUp = "start-up"
)

func groupOf(name string) string {
	for _, g := range groups {
		if slices.Contains(g.programs, name) {
			return g.name
		}
	}
	return other
}
