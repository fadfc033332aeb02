// Command sandbox runs a program that sees the files, modules, clock and streams that Config gives, and nothing else.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing/fstest"
	"time"

	"github.com/psyco-go/psy"
)

const source = `
import datetime, json, sys
from plugin import greet            # a source in FS

print(greet("ada"))
print(json.load(open("/data/settings.json"))["colour"])
print(datetime.datetime.now(datetime.UTC).isoformat())

def attempt(what, f, *args):
    try:
        print(what, f(*args))
    except Exception as e:
        print(what, "->", type(e).__name__)

attempt("write", open, "/data/new", "w")
attempt("passwords", open, "/etc/passwd")
attempt("import", __import__, "socket")
attempt("environment", lambda: __import__("os").environ["HOME"])
`

func main() {
	files := fstest.MapFS{
		"lib/plugin.py":      {Data: []byte("def greet(name):\n    return f'hello, {name}'\n")},
		"data/settings.json": {Data: []byte(`{"colour": "green"}`)},
	}
	rt, err := psy.New(psy.Config{
		FS: files, Path: []string{"/lib"},
		Modules: []string{"datetime", "json", "plugin", "os"},
		Clock:   func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		Stdout:  os.Stdout, Output: 10_000,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close()
	if _, err := rt.Run(context.Background(), source, nil); err != nil {
		fmt.Println(err)
	}
}

// Output:
// hello, ada
// green
// 2026-01-02T03:04:05+00:00
// write -> OSError
// passwords -> FileNotFoundError
// import -> ModuleNotFoundError
// environment -> KeyError
