// psy dap, with a client: each test debugs a program in a process of its own.

package tests

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"

	"github.com/psyco-go/psy/internal/testkit/dapclient"
)

type pipes struct {
	io.Reader
	io.Writer
}

// debugged starts psy dap for a program that is given as a source, and launches it; more are options, args what launch gets besides.
func debugged(t *testing.T, source string, args map[string]any, more ...string) (c *dapclient.Client, file string) {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	file = filepath.Join(dir, "prog.py")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(psy(t), append([]string{"dap"}, more...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	c = dapclient.New(t, pipes{out, in})
	all := map[string]any{"program": file, "cwd": dir}
	for k, v := range args {
		all[k] = v
	}
	c.Start("launch", all)
	return c, file
}

// stopsAt waits until the program stops, and compares where.
func stopsAt(t *testing.T, c *dapclient.Client, want string) int {
	t.Helper()
	got, thread := c.Stopped()
	if got != want {
		t.Errorf("stopped at\n%s\nnot\n%s", got, want)
	}
	return thread
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

const recursion = `import sys

def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)

class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

def main(name):
    p = Point(1, [2, 3])
    data = {"a": 1, "b": list(range(1000))}
    r = fact(3)
    print("result", r, p.x, data["a"], name)
    return r

main(sys.argv[1])
`

// TestDAPBreakpoints stops at breakpoints, looks around, changes variables and goes on.
func TestDAPBreakpoints(t *testing.T) {
	for _, options := range [][]string{nil, {"-X", "psy.engine=tier1"}, {"-X", "psy.threshold=0"}, {"-X", "psy.engine=tier2"}, {"-S", "-X", "psy.gc=3"}} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			c, file := debugged(t, recursion, map[string]any{"args": []string{"you"}}, options...)
			set := c.Break(file, dapclient.Lines(5, 16, 7, 100)...)
			if !set[0].Verified || set[0].Line != 5 || set[2].Line != 8 || set[3].Verified {
				t.Errorf("breakpoints: %+v", set)
			}
			c.Run()
			stopsAt(t, c, "breakpoint: <module>:8")
			c.Break(file, dapclient.Lines(5, 16)...)
			c.Continue()
			stopsAt(t, c, "breakpoint: fact:5 < fact:6 < fact:6 < main:15 < <module>:19")
			same(t, c.Variable(c.Scope(1, "Locals"), "n").Value, "2")
			same(t, c.Evaluate(2, "n * 10", "watch"), "30")
			same(t, c.Evaluate(3, "[k for k in data if k != p.x]", "hover"), "['a', 'b']")
			same(t, c.Evaluate(3, "p.z", "watch"), "error: AttributeError: 'Point' object has no attribute 'z'")
			p := c.Variable(c.Scope(3, "Locals"), "p")
			same(t, p.Type, "Point")
			y := c.Variable(p.VariablesReference, "y")
			same(t, y.Value+" "+y.EvaluateName, "[2, 3] p.y")
			same(t, c.Variable(y.VariablesReference, "1").Value, "3")
			data := c.Variable(c.Scope(3, "Locals"), "data")
			b := c.Variable(data.VariablesReference, "'b'")
			same(t, b.Value, "<list of 1000 items>")
			page := c.Variables(b.VariablesReference, 500, 2)
			if len(page) != 2 || page[0].Name != "500" || page[1].Value != "501" {
				t.Errorf("a page of a long list: %+v", page)
			}
			r := dapclient.Ask[*dap.SetVariableResponse](c, &dap.SetVariableRequest{
				Arguments: dap.SetVariableArguments{VariablesReference: c.Scope(1, "Locals"), Name: "n", Value: "20 + 2"}}, "setVariable")
			same(t, r.Body.Value, "22")
			same(t, c.Evaluate(3, "p.x = 77", "repl"), "")
			c.Continue()
			stopsAt(t, c, "breakpoint: main:16 < <module>:19")
			c.Step("next")
			stopsAt(t, c, "step: main:17 < <module>:19")
			c.Continue()
			if status := c.Ended(); status != 0 {
				t.Errorf("status %d", status)
			}
			same(t, c.Output, "result 6 77 1 you\n")
		})
	}
}

const stepping = `def inner(n):
    a = n + 1
    return a

def gen():
    yield 1
    yield 2

def fails():
    raise ValueError("x")

def outer():
    x = inner(1)
    y = sorted([2, 1], key=lambda v: -v)
    for v in gen():
        x += v
    try:
        fails()
    except ValueError:
        x += 1
    return x

r = outer()
print(r)
`

// TestDAPSteps steps over, into and out of calls, generators, exceptions and functions that Go calls.
func TestDAPSteps(t *testing.T) {
	for _, options := range [][]string{nil, {"-X", "psy.threshold=0"}, {"-S", "-X", "psy.gc=11"}} {
		c, file := debugged(t, stepping, map[string]any{"stopOnEntry": true}, options...)
		c.Run()
		stopsAt(t, c, "entry: <module>:1")
		c.Break(file, dapclient.Lines(13)...)
		c.Continue()
		stopsAt(t, c, "breakpoint: outer:13 < <module>:23")
		for _, step := range []struct{ kind, want string }{
			{"stepIn", "inner:2 < outer:13 < <module>:23"},
			{"next", "inner:3 < outer:13 < <module>:23"},
			{"next", "outer:13 < <module>:23"},
			{"next", "outer:14 < <module>:23"},
			{"stepIn", "outer.<locals>.<lambda>:14 < outer:14 < <module>:23"},
			{"stepOut", "outer:14 < <module>:23"},
			{"next", "outer:15 < <module>:23"},
			{"stepIn", "gen:6 < outer:15 < <module>:23"},
			{"next", "outer:15 < <module>:23"},
			{"next", "outer:16 < <module>:23"},
			{"next", "outer:15 < <module>:23"},
			{"next", "outer:16 < <module>:23"},
			{"next", "outer:15 < <module>:23"},
			{"next", "outer:17 < <module>:23"},
			{"next", "outer:18 < <module>:23"},
			{"stepIn", "fails:10 < outer:18 < <module>:23"},
			{"next", "outer:19 < <module>:23"},
			{"next", "outer:20 < <module>:23"},
			{"stepOut", "<module>:23"},
			{"next", "<module>:24"},
		} {
			c.Step(step.kind)
			if got, _ := c.Stopped(); got != "step: "+step.want {
				t.Errorf("%s: %s, not %s", step.kind, got, step.want)
			}
		}
		c.Continue()
		c.Ended()
		same(t, c.Output, "6\n")
	}
}

// TestDAPHot stops in loops that machine code runs: by a breakpoint that is set while they run, and by pausing.
func TestDAPHot(t *testing.T) {
	const source = `def work(go):
    n = 0
    while go[0]:
        n += 1
        n -= 0
    return n

def helper(x):
    y = x * 2
    return y

def calls(go):
    n = 0
    while go[0]:
        n = helper(n) - n + 1
    return n

print("ready", flush=True)
go = [1]
work(go)
go = [1]
calls(go)
print("done")
`
	for _, options := range [][]string{nil, {"-X", "psy.threshold=0"}, {"-X", "psy.engine=tier2"}, {"-X", "psy.engine=tier1"}} {
		c, file := debugged(t, source, nil, options...)
		c.Run()
		dapclient.Event[*dap.OutputEvent](c)
		dapclient.Ask[*dap.PauseResponse](c, &dap.PauseRequest{Arguments: dap.PauseArguments{ThreadId: 1}}, "pause")
		if got, _ := c.Stopped(); !regexp.MustCompile(`^pause: (work:\d < )?<module>:\d+$`).MatchString(got) {
			t.Errorf("%v: paused at %s", options, got)
		}
		c.Continue()
		c.Break(file, dapclient.Lines(5)...)
		stopsAt(t, c, "breakpoint: work:5 < <module>:20")
		c.Continue()
		stopsAt(t, c, "breakpoint: work:5 < <module>:20")
		c.Break(file)
		same(t, c.Evaluate(0, "go[:] = [0]", "repl"), "")
		c.Continue()
		c.Break(file, dapclient.Lines(10)...) // in what is inlined
		stopsAt(t, c, "breakpoint: helper:10 < calls:15 < <module>:22")
		same(t, c.Evaluate(1, "go[:] = [0]", "repl"), "")
		c.Break(file)
		c.Continue()
		c.Ended()
		if !strings.HasSuffix(c.Output, "done\n") {
			t.Errorf("output %q", c.Output)
		}
	}
}

// TestDAPConditions: conditions, hit counts, log points, breakpoints on functions.
func TestDAPConditions(t *testing.T) {
	const source = `def f(i):
    return i

class C:
    def method(self):
        return 1

for i in range(10):
    f(i)
    f(-i)
C().method()
`
	c, file := debugged(t, source, nil)
	c.Break(file, dap.SourceBreakpoint{Line: 2, Condition: "i == 3 or i == -7"}, dap.SourceBreakpoint{Line: 9, HitCondition: "6"},
		dap.SourceBreakpoint{Line: 10, LogMessage: "i is {i} of {type(i).__name__}", HitCondition: ">= 10"})
	dapclient.Ask[*dap.SetFunctionBreakpointsResponse](c, &dap.SetFunctionBreakpointsRequest{
		Arguments: dap.SetFunctionBreakpointsArguments{Breakpoints: []dap.FunctionBreakpoint{{Name: "C.method"}}}}, "setFunctionBreakpoints")
	c.Run()
	for _, want := range []string{"breakpoint: f:2 < <module>:9", "breakpoint: <module>:9", "breakpoint: f:2 < <module>:10", "function breakpoint: C.method:5 < <module>:11"} {
		stopsAt(t, c, want)
		c.Continue()
	}
	c.Ended()
	same(t, c.Output, "i is 9 of int\n")
}

// TestDAPExceptions: those that are raised, in the library too, and those that nobody catches.
func TestDAPExceptions(t *testing.T) {
	const source = `import json

def parse(text):
    try:
        return json.loads(text)
    except ValueError as e:
        return None

def last():
    left = [1]
    return left[5]

parse("{bad")
last()
`
	filters := func(c *dapclient.Client, names ...string) {
		dapclient.Ask[*dap.SetExceptionBreakpointsResponse](c, &dap.SetExceptionBreakpointsRequest{
			Arguments: dap.SetExceptionBreakpointsArguments{Filters: names}}, "setExceptionBreakpoints")
	}
	c, _ := debugged(t, source, nil)
	filters(c, "uncaught", "raised")
	c.Run()
	got, thread := c.Stopped()
	if !regexp.MustCompile(`^exception: JSONDecoder.raw_decode:\d+ < JSONDecoder.decode:\d+ < loads:\d+ < parse:5 < <module>:13$`).MatchString(got) {
		t.Errorf("raised at %s", got)
	}
	src := c.Stack(thread)[0].Source
	text := dapclient.Ask[*dap.SourceResponse](c, &dap.SourceRequest{Arguments: dap.SourceArguments{Source: src, SourceReference: src.SourceReference}}, "source")
	if !strings.Contains(text.Body.Content, "def raw_decode") {
		t.Errorf("source of %+v: %.100s", src, text.Body.Content)
	}
	info := dapclient.Ask[*dap.ExceptionInfoResponse](c, &dap.ExceptionInfoRequest{Arguments: dap.ExceptionInfoArguments{ThreadId: thread}}, "exceptionInfo").Body
	if info.BreakMode != "always" {
		t.Errorf("mode %s", info.BreakMode)
	}
	filters(c, "uncaught")
	c.Continue()
	stopsAt(t, c, "exception: last:11 < <module>:14")
	same(t, c.Evaluate(0, "left", "hover"), "[1]")
	info = dapclient.Ask[*dap.ExceptionInfoResponse](c, &dap.ExceptionInfoRequest{Arguments: dap.ExceptionInfoArguments{ThreadId: thread}}, "exceptionInfo").Body
	same(t, info.ExceptionId+"|"+info.Description+"|"+string(info.BreakMode), "IndexError|IndexError: list index out of range|unhandled")
	c.Continue()
	if status := c.Ended(); status != 1 {
		t.Errorf("status %d", status)
	}
	if !strings.Contains(c.Output, "IndexError: list index out of range") {
		t.Errorf("output %q", c.Output)
	}
}

// TestDAPThreads stops in one of several threads, and looks at the others.
func TestDAPThreads(t *testing.T) {
	const source = `import threading

def work(n, start):
    start.wait()
    m = n * 2
    return m

start = threading.Event()
all = [threading.Thread(target=work, args=(n, start), name="worker%d" % n) for n in range(3)]
for t in all:
    t.start()
start.set()
for t in all:
    t.join()
print("end")
`
	c, file := debugged(t, source, nil)
	c.Break(file, dapclient.Lines(6)...)
	c.Run()
	for range 3 {
		got, thread := c.Stopped()
		if !strings.HasPrefix(got, "breakpoint: work:6 < ") || thread == 1 {
			t.Errorf("stopped at %s", got)
		}
		names := ""
		for _, x := range dapclient.Ask[*dap.ThreadsResponse](c, &dap.ThreadsRequest{}, "threads").Body.Threads {
			if names += x.Name + " "; x.Id == 1 {
				stack := c.Stack(1)
				if f := stack[len(stack)-1]; f.Name != "<module>" || f.Line < 10 || f.Line > 14 {
					t.Errorf("the main thread is at %s:%d", f.Name, f.Line)
				} else {
					v := dapclient.Ask[*dap.EvaluateResponse](c, &dap.EvaluateRequest{Arguments: dap.EvaluateArguments{Expression: "len(all)", FrameId: f.Id}}, "evaluate")
					same(t, v.Body.Result, "3")
				}
			}
		}
		if !strings.HasPrefix(names, "MainThread ") || !strings.Contains(names, "worker") {
			t.Errorf("threads %s", names)
		}
		c.Continue()
	}
	c.Ended()
	same(t, c.Output, "end\n")
}

// TestDAPEndless: an expression that does not end is given up when the client pauses; a program that does not end goes with the client's wish, or with it.
func TestDAPEndless(t *testing.T) {
	const source = `def spin():
    while True:
        pass

try:
    x = 1
    spin()
finally:
    print("finally")
`
	c, file := debugged(t, source, nil)
	c.Break(file, dapclient.Lines(7)...)
	c.Run()
	stopsAt(t, c, "breakpoint: <module>:7")
	c.Send(&dap.EvaluateRequest{Arguments: dap.EvaluateArguments{Expression: "spin()", FrameId: 1}}, "evaluate")
	for waiting, done := 1, false; waiting > 0; { // the first may come before the expression is begun
		if !done {
			c.Send(&dap.PauseRequest{}, "pause")
			waiting++
		}
		if e, ok := c.Answer().(*dap.ErrorResponse); ok {
			same(t, e.Message, "KeyboardInterrupt")
			done = true
		}
		waiting--
		time.Sleep(time.Millisecond)
	}
	dapclient.Ask[*dap.TerminateResponse](c, &dap.TerminateRequest{}, "terminate")
	if status := c.Ended(); status != 0 {
		t.Errorf("status %d", status)
	}
	same(t, c.Output, "finally\n")
}

// TestDAPListen debugs over a socket; a second launch, an unknown program and unknown requests are errors.
func TestDAPListen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.py")
	if err := os.WriteFile(file, []byte("import os\nos.write(1, b'hello')\nos._exit\nimport sys\nsys.exit(7)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(psy(t), "dap", "--listen", "127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	buf := make([]byte, 200)
	n, err := stderr.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(buf[:n]))
	conn, err := net.Dial("tcp", fields[len(fields)-1])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := dapclient.New(t, conn)
	if got := c.Refused(&dap.ThreadsRequest{}, "threads"); !strings.Contains(got, "no program yet") {
		t.Errorf("threads before launch: %s", got)
	}
	if got := c.Refused(&dap.LaunchRequest{Arguments: []byte(`{"program":"/no/such.py"}`)}, "launch"); !strings.Contains(got, "no such file") {
		t.Errorf("launch of nothing: %s", got)
	}
	c.Start("launch", map[string]any{"program": file, "env": map[string]string{"A": "b"}})
	c.Refused(&dap.RestartFrameRequest{}, "restartFrame")
	c.Run()
	if status := c.Ended(); status != 7 {
		t.Errorf("status %d", status)
	}
	same(t, c.Output, "hello")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestDAPWalk steps into everything, the library too, and what the program writes is the same.
func TestDAPWalk(t *testing.T) {
	const source = `import asyncio, contextlib, dataclasses, re

@dataclasses.dataclass(order=True)
class P:
    x: int
    y: str = "y"

@contextlib.contextmanager
def cm(log):
    log.append("in")
    try:
        yield log
    finally:
        log.append("out")

def gen(n):
    got = yield n
    yield from (k * got for k in range(n))

async def work(n):
    await asyncio.sleep(0)
    return n

async def main():
    return await asyncio.gather(*[work(n) for n in range(3)])

log = []
with cm(log) as l, contextlib.suppress(KeyError):
    {}[1]
g = gen(3)
next(g)
print(g.send(2), list(g), log, sorted([P(2), P(1)]))
print(re.sub(r"(\w+)", lambda m: m.group(1).upper(), "some words"))
print(asyncio.run(main()))
class Late:
    def __getattr__(self, name):
        raise AttributeError(name)
print(getattr(Late(), "x", "none"))
`
	for _, mine := range []bool{true, false} {
		c, file := debugged(t, source, map[string]any{"justMyCode": mine}, "-X", "psy.threshold=0")
		c.Break(file, dapclient.Lines(27)...)
		c.Run()
		stopsAt(t, c, "breakpoint: <module>:27")
		steps := 0
		for ; steps < 150; steps++ {
			c.Step("stepIn")
			got, _ := c.Stopped()
			if got == "step: <module>:38" {
				break
			}
			c.Variables(c.Scope(0, "Globals"), 0, 0)
		}
		if mine != (steps < 60) {
			t.Errorf("%d steps", steps)
		}
		c.Continue()
		if status := c.Ended(); status != 0 {
			t.Errorf("status %d", status)
		}
		same(t, c.Output, "0 [2, 4] ['in', 'out'] [P(x=1, y='y'), P(x=2, y='y')]\nSOME WORDS\n[0, 1, 2]\nnone\n")
	}
}

// TestDAPCall stops at breakpoint(), and steps from there.
func TestDAPCall(t *testing.T) {
	c, _ := debugged(t, "def f():\n    x = 1\n    breakpoint()\n    return x\n\nfor n in range(3):\n    f()\n", nil, "-X", "psy.threshold=0")
	c.Run()
	for range 3 {
		stopsAt(t, c, "breakpoint: f:3 < <module>:7")
		c.Step("next")
		stopsAt(t, c, "step: f:4 < <module>:7")
		c.Continue()
	}
	c.Ended()
}

// A child of a debugged program would answer the client too, so there is no fork.
func TestDAPFork(t *testing.T) {
	c, _ := debugged(t, "import os\nprint(hasattr(os, 'fork'))\n", nil)
	c.Run()
	c.Ended()
	same(t, c.Output, "False\n")
}

// TestDAPTerminate ends programs that run: by the client's wish, and because the client has gone.
func TestDAPTerminate(t *testing.T) {
	const source = "import os\ntry:\n    print(os.getpid(), flush=True)\n    while True:\n        pass\nfinally:\n    print('finally')\n"
	c, _ := debugged(t, source, nil)
	c.Run()
	dapclient.Event[*dap.OutputEvent](c)
	dapclient.Ask[*dap.TerminateResponse](c, &dap.TerminateRequest{}, "terminate")
	if status := c.Ended(); status != 0 {
		t.Errorf("status %d", status)
	}
	if !strings.HasSuffix(c.Output, "finally\n") {
		t.Errorf("output %q", c.Output)
	}

	c, _ = debugged(t, source, nil)
	c.Run()
	pid := dapclient.Event[*dap.OutputEvent](c).Body.Output
	dapclient.Ask[*dap.DisconnectResponse](c, &dap.DisconnectRequest{}, "disconnect")
	c.Gone()
	if pid == "" {
		t.Error("no output")
	}
}
