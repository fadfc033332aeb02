// Command replay runs a run that failed again, with the clock, the random numbers, the files and the Go functions it had.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

	"github.com/psyco-go/psy"
)

const source = `
import random, time
from host import price

def order():
    n = random.randrange(1, 1000)
    if price(n) % 2:
        raise ValueError(f"order {n} at {time.time_ns()}: odd price {price(n)}")

while True:
    order()
`

func main() {
	prog, err := psy.Compile([]byte(source), "orders.py")
	if err != nil {
		log.Fatal(err)
	}
	run := func(c psy.Config, price func(int) int) error {
		rt, err := psy.New(c)
		if err != nil {
			return err
		}
		defer rt.Close()
		if err := rt.Bind("host.price", price); err != nil {
			return err
		}
		_, err = rt.Exec(context.Background(), prog)
		return err
	}
	var journal bytes.Buffer
	recorded := psy.Config{Record: &journal, Clock: time.Now, Random: psy.SystemRandom}
	first := run(recorded, func(n int) int { return n * 7 % 10 })
	again := run(psy.Config{Replay: &journal}, func(n int) int { panic("it is not called") })
	fmt.Println(first != nil, first.Error() == again.Error())
}

// Output:
// true true
