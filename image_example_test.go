package psy_test

import (
	"context"
	"fmt"
	"log"

	"github.com/psyco-go/psy"
)

// A world is set up once, and goes back to that state behind each script.
func ExampleRuntime_Reset() {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	setUp, err := psy.Compile([]byte("import json\ncount = 0\ndef bump():\n    global count\n    count += 1\n    return count\n"), "setup.py")
	if err != nil {
		log.Fatal(err)
	}
	mod, err := rt.Exec(ctx, setUp)
	if err != nil {
		log.Fatal(err)
	}
	bump, err := psy.Func0[int64](mod, "bump")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := rt.Freeze(); err != nil {
		log.Fatal(err)
	}
	for range 2 {
		bump(ctx)
		n, err := bump(ctx)
		fmt.Println(n, err, rt.Reset())
	}
	// Output:
	// 2 <nil> <nil>
	// 2 <nil> <nil>
}
