package psy_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"

	"github.com/psyco-go/psy"
	"github.com/psyco-go/psy/internal/testkit/dapclient"
)

// TestServeDAP attaches to a runtime that lives: breakpoints hit in calls from Go, contexts end calls that are stopped, and a client that goes leaves nothing
// behind.
func TestServeDAP(t *testing.T) {
	prog, err := psy.Compile([]byte("def f(n):\n    m = n + 1\n    return m\n\ndef fails():\n    return [][1]\n"), "calc.py")
	if err != nil {
		t.Fatal(err)
	}
	rt, err := psy.New(psy.Config{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	mod, err := rt.Exec(ctx, prog)
	if err != nil {
		t.Fatal(err)
	}
	f, err := psy.Func1[int64, int64](mod, "f")
	if err != nil {
		t.Fatal(err)
	}
	here, there := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- rt.ServeDAP(ctx, there) }()
	c := dapclient.New(t, here)
	c.Start("attach", nil)
	c.Break("/home/someone/src/calc.py", dapclient.Lines(3)...)
	dapclient.Ask[*dap.SetExceptionBreakpointsResponse](c, &dap.SetExceptionBreakpointsRequest{
		Arguments: dap.SetExceptionBreakpointsArguments{Filters: []string{"uncaught"}}}, "setExceptionBreakpoints")
	c.Run()
	<-rt.DebugReady()

	result := make(chan int64, 1)
	call := func(ctx context.Context) {
		n, err := f(ctx, 41)
		if err != nil {
			n = -1
		}
		result <- n
	}
	go call(ctx)
	if got, _ := c.Stopped(); got != "breakpoint: f:3" {
		t.Errorf("stopped at %s", got)
	}
	if _, err := f(ctx, 1); err != psy.ErrBusy {
		t.Errorf("another call: %v", err)
	}
	dapclient.Ask[*dap.SetVariableResponse](c, &dap.SetVariableRequest{
		Arguments: dap.SetVariableArguments{VariablesReference: c.Scope(0, "Locals"), Name: "m", Value: "n * 2"}}, "setVariable")
	c.Continue()
	if n := <-result; n != 82 {
		t.Errorf("f(41) is %d", n)
	}

	short, cancel := context.WithCancel(ctx)
	go call(short)
	c.Stopped()
	cancel()
	if n := <-result; n != -1 {
		t.Errorf("a call that was cancelled while it was stopped gave %d", n)
	}

	failed := make(chan error, 1)
	go func() {
		_, err := mod.Call(ctx, "fails", nil)
		failed <- err
	}()
	if got, _ := c.Stopped(); got != "exception: fails:6" {
		t.Errorf("stopped at %s", got)
	}
	c.Continue()
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "IndexError") {
		t.Error(err)
	}

	go call(ctx)
	c.Stopped()
	here.Close() // the program goes on
	if n := <-result; n != 42 {
		t.Errorf("f(41) is %d", n)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for range 100 { // ServeDAP lets go after a while
		if n, err := f(ctx, 1); err != nil || n != 2 {
			t.Fatal(n, err)
		}
		time.Sleep(time.Millisecond)
	}

	bare, err := psy.New(psy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	_, other := net.Pipe()
	if err := bare.ServeDAP(ctx, other); err != psy.ErrNoDebug {
		t.Error(err)
	}
}
