// Command callback shows Go functions that Python calls.
package main

import (
	"context"
	"fmt"
	"io/fs"
	"log"
	"os"

	"github.com/psyco-go/psy"
)

const source = `
from shop import stock, area

for item in "apple", "pear":
    try:
        print(item, stock(item))
    except FileNotFoundError as e:
        print("no such item:", e)

help(area)
print(area(3), area(width=2, height=5))
`

func main() {
	rt, err := psy.New(psy.Config{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()

	stock := map[string]int{"apple": 12}
	err = rt.Bind("shop.stock", func(ctx context.Context, item string) (int, error) {
		n, ok := stock[item]
		if !ok {
			return 0, fmt.Errorf("%s: %w", item, fs.ErrNotExist)
		}
		return n, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	area := func(width, height float64) float64 { return width * height }
	if err := rt.Bind("shop.area", psy.NewFunc(area, psy.Sig("(width, height=1)"), psy.Doc("The area in square metres."))); err != nil {
		log.Fatal(err)
	}
	if _, err := rt.Run(context.Background(), source, nil); err != nil {
		log.Fatal(err)
	}
}

// Output:
// apple 12
// no such item: pear: file does not exist
// Help on built-in function area in module shop:
//
// area(width, height=1)
//     The area in square metres.
//
// 3.0 10.0
