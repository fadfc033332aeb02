// Command types makes a class from Go, with operators and properties, from which Python derives another.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/psyco-go/psy"
)

type Money struct {
	Cents    int64  `py:"cents"`
	Currency string `py:"currency"`
}

func (m *Money) String() string {
	return fmt.Sprintf("%d.%02d %s", m.Cents/100, m.Cents%100, m.Currency)
}

const source = `
from bank import Money

class Price(Money):
    def times(self, n):
        return sum([self] * n, Money(0, self.currency))

p = Price(1999, "EUR")
print(p, "|", p.times(3), "|", p + Money(1, "EUR"), p == Money(1999, "EUR"), p.euros)
try:
    p + Money(1, "USD")
except ValueError as e:
    print(e)
`

func main() {
	rt, err := psy.New(psy.Config{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	_, err = psy.NewType[Money](rt, "bank.Money",
		psy.TypeDoc("An amount of money."),
		psy.Method("__add__", func(a, b *Money) (*Money, error) {
			if a.Currency != b.Currency {
				return nil, psy.Raise("ValueError", a.Currency+" and "+b.Currency)
			}
			return &Money{a.Cents + b.Cents, a.Currency}, nil
		}),
		psy.Method("__eq__", func(a, b *Money) bool { return *a == *b }),
		psy.Property("euros", func(m *Money) float64 { return float64(m.Cents) / 100 }, nil),
	)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := rt.Run(context.Background(), source, nil); err != nil {
		log.Fatal(err)
	}
}

// Output:
// 19.99 EUR | 59.97 EUR | 20.00 EUR True 19.99
// EUR and USD
