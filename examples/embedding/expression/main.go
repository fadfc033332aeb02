// Command expression evaluates rules that users write, with Go values.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/psyco-go/psy"
)

func main() {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()

	ctx := context.Background()
	rule := "total > limit and not customer.startswith('test')"
	for _, order := range []map[string]any{
		{"total": 120.0, "limit": 100, "customer": "ada"},
		{"total": 120.0, "limit": 100, "customer": "test-7"},
	} {
		fits, err := psy.Into[bool](rt.Eval(ctx, rule, order))
		fmt.Println(order["customer"], fits, err)
	}

	names, err := psy.Into[[]string](rt.Eval(ctx, "sorted({w.lower() for w in text.split()})", map[string]any{"text": "To be or not to be"}))
	fmt.Println(names, err)
}

// Output:
// ada true <nil>
// test-7 false <nil>
// [be not or to] <nil>
