// Command worlds runs each request in a world that has seen no other, with its imports done.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/psyco-go/psy"
)

const setUp = `
import dataclasses, datetime, json, re

seen = []

def handle(body):
    seen.append(body)             # would leak to the next request, were the world not reset
    words = re.findall(r"\w+", json.loads(body)["text"])
    return json.dumps({"words": len(words), "seen": len(seen)})
`

func main() {
	prog, err := psy.Compile([]byte(setUp), "handler.py")
	if err != nil {
		log.Fatal(err)
	}
	pool := psy.NewPoolFunc(2, func() (*psy.Runtime, error) {
		rt, err := psy.New(psy.Config{Heap: 64 << 20})
		if err == nil {
			_, err = rt.Exec(context.Background(), prog)
		}
		return rt, err
	})
	defer pool.Close()

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		rt, err := pool.Get(q.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		defer pool.Put(rt) // resets it
		vars := map[string]any{"body": string(body)}
		answer, err := psy.Into[string](rt.Eval(q.Context(), "handle(body)", vars))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		io.WriteString(w, answer)
	}))
	defer server.Close()

	for range 3 {
		answer, err := http.Post(server.URL, "application/json", strings.NewReader(`{"text": "a rose is a rose"}`))
		if err != nil {
			log.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		fmt.Println(string(text))
	}
}

// Output:
// {"words": 5, "seen": 1}
// {"words": 5, "seen": 1}
// {"words": 5, "seen": 1}
