package psy_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"github.com/psyco-go/psy"
)

// open runs a compiled program of testdata/examples in a runtime of its own.
func open(name string, bind map[string]any) (*psy.Runtime, *psy.Module) {
	data, err := os.ReadFile("testdata/examples/" + name + ".pyc")
	if err != nil {
		panic(err)
	}
	prog, err := psy.Load(data)
	if err != nil {
		panic(err)
	}
	rt, err := psy.New(psy.Config{Heap: 64 << 20})
	if err != nil {
		panic(err)
	}
	for name, f := range bind {
		if err := rt.Bind(name, f); err != nil {
			panic(err)
		}
	}
	mod, err := rt.Exec(context.Background(), prog)
	if err != nil {
		panic(err)
	}
	return rt, mod
}

// A rules engine: Go structs are objects with attributes in Python.
func Example_rules() {
	type order struct {
		Customer string              `py:"customer"`
		Total    float64             `py:"total"`
		Items    []map[string]string `py:"items"`
	}
	rt, mod := open("rules", nil)
	defer rt.Close()
	judge, err := psy.Func[func(context.Context, order) ([]string, error)](mod, "judge")
	if err != nil {
		fmt.Println(err)
		return
	}
	said, err := judge(context.Background(), order{"emmy", 1200, []map[string]string{{"kind": "glass"}}})
	fmt.Println(said, err)
	said, err = judge(context.Background(), order{"ada", 10, nil})
	fmt.Println(said, err)
	// Output:
	// [check the address pack with care welcome emmy] <nil>
	// [] <nil>
}

// A function over a million rows: numbers go in and out of machine code without boxing.
func Example_pricing() {
	rt, mod := open("pricing", nil)
	defer rt.Close()
	price, err := psy.Func3[float64, int64, bool, float64](mod, "price")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, sum := context.Background(), 0.0
	for i := range int64(1_000_000) {
		p, err := price(ctx, float64(i%100)+0.5, i%20, i%3 == 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		sum += p
	}
	fmt.Printf("%.2f\n", sum)
	// Output: 463506733.90
}

// A text plug-in, and what becomes of its mistakes.
func Example_textPlugin() {
	rt, mod := open("shout", nil)
	defer rt.Close()
	transform := psy.MustFunc[func(string) (string, error)](mod, "transform")
	fmt.Println(transform("the quick brown fox"))
	_, err := mod.Call(context.Background(), "transform", psy.Args(3))
	var e *psy.Exception
	if errors.As(err, &e) {
		fmt.Println(e.Type, "in", e.Frames[0].Func, "line", e.Frames[0].Line)
		fmt.Print(e.Format())
	}
	// Output:
	// THE kciuq BROWN xof! <nil>
	// AttributeError in transform line 5
	// Traceback (most recent call last):
	//   File "shout.py", line 5, in transform
	// AttributeError: 'int' object has no attribute 'split'
}

// Python calls Go.
func Example_hostCallbacks() {
	stock := map[string]int{"apples": 3}
	rt, mod := open("orders", map[string]any{
		"host.log": func(s string) { fmt.Println("log:", s) },
		"host.stock": func(ctx context.Context, name string) (int, error) {
			n, ok := stock[name]
			if !ok {
				return 0, fmt.Errorf("no %s: %w", name, os.ErrNotExist)
			}
			return n, nil
		},
	})
	defer rt.Close()
	order := psy.MustFunc[func(string, int) (int, error)](mod, "order")
	fmt.Println(order("apples", 2))
	fmt.Println(order("apples", 5))
	_, err := order("pears", 1)
	fmt.Println(err, errors.Is(err, os.ErrNotExist))
	// Output:
	// 2 <nil>
	// log: only 3 of apples
	// 3 <nil>
	// FileNotFoundError: no pears: file does not exist true
}

// A time limit; finally blocks run, and the runtime can be used again.
func Example_timeout() {
	rt, mod := open("endless", nil)
	defer rt.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := mod.Call(ctx, "wait", psy.Args(func(s string) { fmt.Println(s) }))
	var i *psy.Interrupted
	fmt.Println(errors.As(err, &i), errors.Is(err, context.DeadlineExceeded), i.Exception.Frames[0].Func)
	// Output:
	// cleaned up
	// true true wait
}

// Runtimes run in parallel: each goroutine has its own.
func Example_parallel() {
	prog, err := psy.Compile([]byte(`
def work(first, size):
    steps = 0
    for n in range(first, first + size):
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
    return steps
`), "work.py")
	if err != nil {
		log.Fatal(err)
	}
	const parts, size = 4, 50
	var results [parts]int64
	var group sync.WaitGroup
	for part := range results {
		group.Go(func() {
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
			work := psy.MustFunc[func(context.Context, int64, int64) (int64, error)](mod, "work")
			if results[part], err = work(ctx, int64(part)*size+1, size); err != nil {
				log.Fatal(err)
			}
		})
	}
	group.Wait()
	total := int64(0)
	for _, n := range results {
		total += n
	}
	fmt.Println(total)
	// Output: 8418
}
