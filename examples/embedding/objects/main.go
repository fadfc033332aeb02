// Command objects shows Go values that live in Python, and Python objects in Go.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/psyco-go/psy"
)

type Server struct {
	Name  string         `py:"name"`
	Hosts []string       `py:"hosts"`
	Hits  map[string]int `py:"hits"`
}

func (s *Server) URL(path string) string { return "https://" + s.Name + "/" + path }

const source = `
server.hosts.append("b.example")
server.hits["index"] = server.hits.get("index", 0) + 1
url = server.URL("index")

class Account:
    def __init__(self, owner):
        self.owner, self.balance = owner, 0
    def deposit(self, amount):
        self.balance += amount
        return self

account = Account("ada")
`

func main() {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()

	server := &Server{Name: "a.example", Hosts: []string{"a.example"}}
	mod, err := rt.Run(ctx, source, map[string]any{"server": server}) // a pointer: nothing is copied
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(server.Hosts, server.Hits)
	url, err := psy.Into[string](mod.Get("url"))
	fmt.Println(url, err)

	account, err := mod.Get("account")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := account.CallMethod(ctx, "deposit", psy.Args(50)); err != nil {
		log.Fatal(err)
	}
	balance, err := psy.Into[int](account.Attr(ctx, "balance"))
	fmt.Println(balance, err, account.TypeName())
	for v, err := range mustGet(mod, "server").Iter(ctx) {
		fmt.Println(v, err)
	}
}

func mustGet(mod *psy.Module, name string) psy.Value {
	v, err := mod.Get(name)
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// Output:
// [a.example b.example] map[index:1]
// https://a.example/index <nil>
// 50 <nil> Account
// None TypeError: 'Server' object is not iterable
