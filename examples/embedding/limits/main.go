// Command limits runs programs that would not end, or would take all memory: each ends with an error, and the runtime goes on.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/psyco-go/psy"
)

func main() {
	rt, err := psy.New(psy.Config{Heap: 32 << 20, Recursion: 500, Threads: -1})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = rt.Run(ctx, "n = 0\nwhile True:\n    n += 1\n", nil)
	fmt.Println("a loop:", errors.Is(err, context.DeadlineExceeded))

	for what, source := range map[string]string{
		"memory":    "kept = []\nwhile True:\n    kept.append('x' * 100000)\n",
		"recursion": "def f(n):\n    return f(n + 1)\nf(0)\n",
		"threads":   "import threading\nthreading.Thread(target=print).start()\n",
	} {
		_, err := rt.Run(context.Background(), source, nil)
		var e *psy.Exception
		if errors.As(err, &e) {
			defer fmt.Println(what+":", e.Type)
		}
	}

	counted, err := psy.New(psy.Config{Steps: 10_000}) // exactly so many in every run
	if err != nil {
		log.Fatal(err)
	}
	defer counted.Close()
	_, err = counted.Run(context.Background(), "for i in range(1000000):\n    pass\n", nil)
	fmt.Println("steps:", errors.Is(err, psy.ErrSteps))

	two, err := psy.Into[int](rt.Eval(context.Background(), "1 + 1", nil))
	fmt.Println("and then:", two, err)
}

// Output in any order:
// a loop: true
// steps: true
// and then: 2 <nil>
// memory: MemoryError
// recursion: RecursionError
// threads: RuntimeError
