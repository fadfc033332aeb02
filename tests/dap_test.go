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
	for _, options := range [][]string{nil, {"-X", "psy.engine=tier1"}, {"-X", "psy.threshold=0"}, {"-X", "psy.engine=tier2"}} {
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

var _ = net.Dial
var _ = regexp.MustCompile
