package psy_test

import (
	"context"
	"fmt"
	"log"
	"runtime"
	"sync"

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

// A pool's worlds work in parallel. Each is set up with the function, and frozen when its code is hot.
func ExamplePool() {
	const source = `
def work(first, size):
    steps = 0
    for n in range(first, first + size):
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
    return steps

work(1, 1000)
`
	ctx := context.Background()
	pool := psy.NewPoolFunc(runtime.NumCPU(), func() (*psy.Runtime, error) {
		rt, err := psy.New(psy.Config{})
		if err == nil {
			_, err = rt.Run(ctx, source, nil)
		}
		return rt, err
	})
	defer pool.Close()
	work := func(part, size int) (int, error) {
		rt, err := pool.Get(ctx)
		if err != nil {
			return 0, err
		}
		defer pool.Put(rt)
		return psy.Into[int](rt.Eval(ctx, "work(first, size)", map[string]any{"first": part*size + 1, "size": size}))
	}
	var results [8]int
	var group sync.WaitGroup
	for part := range results {
		group.Go(func() {
			n, err := work(part, 50)
			if err != nil {
				log.Fatal(err)
			}
			results[part] = n
		})
	}
	group.Wait()
	fmt.Println(results)
	// Output: [1066 2076 2600 2676 2712 3037 2914 3060]
}
