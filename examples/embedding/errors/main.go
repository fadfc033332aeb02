// Command errors shows Python's exceptions in Go, Go's errors in Python, and both at once.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/psyco-go/psy"
)

var errQuota = errors.New("quota used up")

var Refused = psy.NewException("app.Refused", psy.PermissionError)

const source = `
from app import spend, Refused

def convert(text):
    return int(text)

def buy(amount):
    try:
        spend(amount)
    except Refused as e:
        return f"refused: {e.args[0]}"
    except RuntimeError as e:
        raise ValueError("cannot buy") from e
`

func main() {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	if err := rt.DefineException(Refused); err != nil {
		log.Fatal(err)
	}
	err = rt.Bind("app.spend", func(amount int) error {
		if amount > 1000 {
			return Refused.New("too much at once")
		}
		return errQuota
	})
	if err != nil {
		log.Fatal(err)
	}
	mod, err := rt.Run(ctx, source, nil)
	if err != nil {
		log.Fatal(err)
	}

	_, err = mod.Call(ctx, "convert", psy.Args("seven"))
	var e *psy.Exception
	fmt.Println(errors.As(err, &e), e.Type, "|", e.Message, "|", e.Frames[0].Func, e.Frames[0].Line)
	fmt.Println(errors.Is(err, psy.ValueError), errors.Is(err, psy.KeyError))

	said, err := mod.Call(ctx, "buy", psy.Args(5000))
	fmt.Println(said, err)

	_, err = mod.Call(ctx, "buy", psy.Args(5))
	fmt.Println(err, errors.Is(err, errQuota)) // behind the exception that it caused
}

// Output:
// true ValueError | invalid literal for int() with base 10: 'seven' | convert 5
// true false
// refused: too much at once <nil>
// ValueError: cannot buy true
