// Command function compiles a Python program once; its functions are Go functions.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/psyco-go/psy"
)

const source = `
RATES = {"book": 0.07, "food": 0.05}

def gross(net: float, kind: str = "other") -> float:
    return round(net * (1 + RATES.get(kind, 0.19)), 2)

def histogram(numbers):
    counts = {}
    for n in numbers:
        counts[n % 10] = counts.get(n % 10, 0) + 1
    return counts
`

func main() {
	prog, err := psy.Compile([]byte(source), "prices.py") // shared by any number of runtimes
	if err != nil {
		log.Fatal(err)
	}
	rt, err := psy.New(psy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	mod, err := rt.Exec(ctx, prog)
	if err != nil {
		log.Fatal(err)
	}

	gross, err := psy.Func2[float64, string, float64](mod, "gross")
	if err != nil {
		log.Fatal(err)
	}
	price, err := gross(ctx, 100, "book")
	fmt.Println(price, err)

	histogram := psy.MustFunc[func(context.Context, []int) (map[int]int, error)](mod, "histogram")
	counts, err := histogram(ctx, []int{1, 11, 21, 5})
	fmt.Println(counts, err)

	_, err = psy.Func1[string, float64](mod, "gross") // the signature is checked when the function is taken
	fmt.Println(err)
}

// Output:
// 107 <nil>
// map[1:3 5:1] <nil>
// psy: gross: parameter net: it is annotated as float, and Go gives string
