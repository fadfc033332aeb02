package psy_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"os"
	"strings"
	"testing/fstest"
	"time"

	"github.com/psyco-go/psy"
)

// script runs source in a runtime with Go values bound, which prints to stdout.
func script(bind map[string]any, source string) {
	rt, err := psy.New(psy.Config{Stdout: os.Stdout})
	if err != nil {
		panic(err)
	}
	defer rt.Close()
	for name, x := range bind {
		if err := rt.Bind(name, x); err != nil {
			panic(err)
		}
	}
	run(rt, source)
}

func run(rt *psy.Runtime, source string) {
	prog, err := psy.Compile([]byte(source), "example.py")
	if err != nil {
		panic(err)
	}
	if _, err := rt.Exec(context.Background(), prog); err != nil {
		fmt.Println(err)
	}
}

type Limits struct {
	Burst int           `py:"burst"`
	Idle  time.Duration `py:"idle"`
}

type Service struct {
	Name   string            `py:"name"`
	Port   uint16            `py:"port"`
	Limits Limits            `py:"limits"`
	Hosts  []string          `py:"hosts"`
	Env    map[string]string `py:"env"`
}

func (s *Service) URL(path string) string {
	return fmt.Sprintf("http://%s:%d/%s", s.Name, s.Port, path)
}

// A struct that Python sees where it is: fields, nested structs, slices, maps and methods.
func Example_liveStruct() {
	s := &Service{Name: "shop", Port: 80, Hosts: []string{"a"}}
	script(map[string]any{"host.service": s}, `
from host import service
service.port += 8000
service.limits.burst = 5
service.hosts.append("b")
service.env["MODE"] = "test"
print(service.URL("cart"), service.limits.idle)
try:
    service.port = 70000
except OverflowError as e:
    print(e)
`)
	fmt.Println(s.Port, s.Limits.Burst, s.Hosts, s.Env)
	// Output:
	// http://shop:8080/cart 0:00:00
	// psy: Service.port: 70000 does not fit uint16
	// 8080 5 [a b] map[MODE:test]
}

// A Go function with names, a default and a docstring.
func ExampleNewFunc() {
	area := psy.NewFunc(func(w, h, scale float64) float64 { return w * h * scale }, psy.Sig("(width, height=1, *, scale=1.0)"), psy.Doc("The area."))
	script(map[string]any{"host.area": area}, `
import inspect
from host import area
print(area(2), area(2, height=3), area(2, 3, scale=10), inspect.signature(area), area.__doc__)
try:
    area(scale=2)
except TypeError as e:
    print(e)
`)
	// Output:
	// 2.0 6.0 60.0 (width, height=1, *, scale=1.0) The area.
	// area() missing required argument 'width' (pos 1)
}

type Vector struct {
	X float64 `py:"x"`
	Y float64 `py:"y"`
}

// A class made from Go, from which Python derives another one.
func ExampleNewType() {
	rt, err := psy.New(psy.Config{Stdout: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rt.Close()
	_, err = psy.NewType[Vector](rt, "geo.Vector",
		psy.Constructor(psy.NewFunc(func(x, y float64) *Vector { return &Vector{x, y} }, psy.Sig("(x, y=0)"))),
		psy.Method("__add__", func(a, b *Vector) *Vector { return &Vector{a.X + b.X, a.Y + b.Y} }),
		psy.Method("__iter__", func(v *Vector) iter.Seq[float64] {
			return func(yield func(float64) bool) { _ = yield(v.X) && yield(v.Y) }
		}),
		psy.Property("norm", func(v *Vector) float64 { return math.Hypot(v.X, v.Y) }, nil),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	run(rt, `
from geo import Vector
class Named(Vector):
    def __init__(self, name, x, y):
        super().__init__(x, y)
        self.name = name
v = Named("v", 3, 4)
print(v.norm, list(v), v + Vector(1), v.name)
`)
	// Output:
	// 5.0 [3.0, 4.0] Vector(x=4.0, y=4.0) v
}

// Channels: Python takes work from one and puts results into another.
func Example_liveChannels() {
	jobs, results := make(chan int), make(chan string, 3)
	go func() {
		defer close(jobs)
		for i := range 3 {
			jobs <- i
		}
	}()
	script(map[string]any{"host.jobs": jobs, "host.results": results}, `
from host import jobs, results
for n in jobs:
    results.send(f"job {n} done")
results.close()
`)
	for s := range results {
		fmt.Println(s)
	}
	// Output:
	// job 0 done
	// job 1 done
	// job 2 done
}

// Readers, writers and file systems are file objects.
func Example_liveFiles() {
	var out strings.Builder
	script(map[string]any{
		"host.src":  strings.NewReader("one\ntwo\n"),
		"host.dst":  &out,
		"host.tree": fstest.MapFS{"conf/a.ini": {Data: []byte("[x]\ny = 1\n")}},
	}, `
import configparser
from host import src, dst, tree
for line in src:
    dst.write(line.upper())
c = configparser.ConfigParser()
c.read_string(tree.read_text("conf/a.ini"))
print("y is", c["x"]["y"], file=dst)
`)
	fmt.Print(out.String())
	// Output:
	// ONE
	// TWO
	// y is 1
}

// Times are aware datetimes; what a datetime cannot hold is an error.
func Example_times() {
	script(map[string]any{
		"host.start": time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC),
		"host.step":  90 * time.Second,
		"host.tick":  func() time.Duration { return time.Nanosecond },
	}, `
import host
print(host.start + host.step)
try:
    host.tick()
except TypeError as e:
    print(e)
`)
	// Output:
	// 2026-11-25 12:01:30+00:00
	// psy: host.tick() result: cannot make datetime.timedelta of time.Duration: it has nanoseconds, which a timedelta has not: round it by Truncate(time.Microsecond)
}
