// Package dapclient is a client of the Debug Adapter Protocol for tests: it sends requests one at a time, and keeps events until they are asked for.
package dapclient

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// Limit is how long anything may take.
const Limit = 60 * time.Second

// Client is a client. Whatever goes wrong ends its test.
type Client struct {
	t         testing.TB
	rw        io.ReadWriter
	seq       int
	responses chan dap.Message
	events    chan dap.Message
	Output    string // what the program has written, as far as events were looked at
}

// New makes a client that speaks over rw.
func New(t testing.TB, rw io.ReadWriter) *Client {
	c := &Client{t: t, rw: rw, responses: make(chan dap.Message, 16), events: make(chan dap.Message, 10000)}
	go func() {
		r := bufio.NewReader(rw)
		for {
			m, err := dap.ReadProtocolMessage(r)
			if err != nil {
				close(c.responses)
				close(c.events)
				return
			}
			if _, ok := m.(dap.EventMessage); ok {
				c.events <- m
			} else {
				c.responses <- m
			}
		}
	}()
	return c
}

// Send sends a request without waiting for the answer.
func (c *Client) Send(m dap.RequestMessage, command string) {
	c.t.Helper()
	c.seq++
	r := m.GetRequest()
	r.Seq, r.Type, r.Command = c.seq, "request", command
	if err := dap.WriteProtocolMessage(c.rw, m); err != nil {
		c.t.Fatal(command, ": ", err)
	}
}

// Answer waits for the next answer.
func (c *Client) Answer() dap.Message {
	c.t.Helper()
	select {
	case m, ok := <-c.responses:
		if !ok {
			c.t.Fatal("the adapter is gone")
		}
		return m
	case <-time.After(Limit):
		c.t.Fatal("no answer")
	}
	return nil
}

// Ask sends a request and gives the answer, which must not be an error.
func Ask[R dap.ResponseMessage](c *Client, m dap.RequestMessage, command string) (r R) {
	c.t.Helper()
	c.Send(m, command)
	a := c.Answer()
	r, ok := a.(R)
	if !ok {
		c.t.Fatalf("%s: %s", command, text(a))
	}
	return r
}

// Refused sends a request and gives the error.
func (c *Client) Refused(m dap.RequestMessage, command string) string {
	c.t.Helper()
	c.Send(m, command)
	a := c.Answer()
	e, ok := a.(*dap.ErrorResponse)
	if !ok {
		c.t.Fatalf("%s: %s", command, text(a))
	}
	return e.Message
}

func text(m any) string {
	b, _ := json.Marshal(m)
	return string(b)
}

// Event waits for an event of a type; others are passed over.
func Event[E dap.EventMessage](c *Client) (e E) {
	c.t.Helper()
	for {
		select {
		case m, ok := <-c.events:
			if !ok {
				c.t.Fatalf("the adapter is gone, %T was waited for; output: %s", e, c.Output)
			}
			if out, ok := m.(*dap.OutputEvent); ok {
				c.Output += out.Body.Output
			}
			if e, ok := m.(E); ok {
				return e
			}
		case <-time.After(Limit):
			c.t.Fatalf("no %T; output: %s", e, c.Output)
		}
	}
}

// Start initializes, and launches or attaches: what is a LaunchRequest or an AttachRequest.
func (c *Client) Start(what string, args map[string]any) {
	c.t.Helper()
	Ask[*dap.InitializeResponse](c, &dap.InitializeRequest{Arguments: dap.InitializeRequestArguments{AdapterID: "psy", LinesStartAt1: true}}, "initialize")
	b, _ := json.Marshal(args)
	if what == "launch" {
		Ask[*dap.LaunchResponse](c, &dap.LaunchRequest{Arguments: b}, what)
	} else {
		Ask[*dap.AttachResponse](c, &dap.AttachRequest{Arguments: b}, what)
	}
	Event[*dap.InitializedEvent](c)
}

// Break sets breakpoints in a file.
func (c *Client) Break(file string, set ...dap.SourceBreakpoint) []dap.Breakpoint {
	c.t.Helper()
	if set == nil {
		set = []dap.SourceBreakpoint{}
	}
	return Ask[*dap.SetBreakpointsResponse](c, &dap.SetBreakpointsRequest{Arguments: dap.SetBreakpointsArguments{Source: dap.Source{Path: file}, Breakpoints: set}},
		"setBreakpoints").Body.Breakpoints
}

// Lines are breakpoints at lines.
func Lines(lines ...int) (set []dap.SourceBreakpoint) {
	for _, n := range lines {
		set = append(set, dap.SourceBreakpoint{Line: n})
	}
	return set
}

// Run says that all is configured.
func (c *Client) Run() {
	c.t.Helper()
	Ask[*dap.ConfigurationDoneResponse](c, &dap.ConfigurationDoneRequest{}, "configurationDone")
}

// Stopped waits until the program has stopped and gives where: "reason: function:line < function:line ...", and the thread.
func (c *Client) Stopped() (where string, thread int) {
	c.t.Helper()
	e := Event[*dap.StoppedEvent](c)
	where = e.Body.Reason + ":"
	for i, f := range c.Stack(e.Body.ThreadId) {
		if i > 0 {
			where += " <"
		}
		where += fmt.Sprintf(" %s:%d", f.Name, f.Line)
	}
	return where, e.Body.ThreadId
}

// Stack gives the calls of a thread.
func (c *Client) Stack(thread int) []dap.StackFrame {
	c.t.Helper()
	return Ask[*dap.StackTraceResponse](c, &dap.StackTraceRequest{Arguments: dap.StackTraceArguments{ThreadId: thread}}, "stackTrace").Body.StackFrames
}

// Continue has the program go on.
func (c *Client) Continue() {
	c.t.Helper()
	Ask[*dap.ContinueResponse](c, &dap.ContinueRequest{Arguments: dap.ContinueArguments{ThreadId: 1}}, "continue")
}

// Step makes a step: "next", "stepIn" or "stepOut".
func (c *Client) Step(kind string) {
	c.t.Helper()
	switch kind {
	case "next":
		Ask[*dap.NextResponse](c, &dap.NextRequest{Arguments: dap.NextArguments{ThreadId: 1}}, kind)
	case "stepIn":
		Ask[*dap.StepInResponse](c, &dap.StepInRequest{Arguments: dap.StepInArguments{ThreadId: 1}}, kind)
	case "stepOut":
		Ask[*dap.StepOutResponse](c, &dap.StepOutRequest{Arguments: dap.StepOutArguments{ThreadId: 1}}, kind)
	default:
		c.t.Fatal(kind)
	}
}

// Evaluate gives an expression's value as a text, in a frame of those of the thread that was stopped: 0 is the innermost.
func (c *Client) Evaluate(frame int, expr, context string) string {
	c.t.Helper()
	c.Send(&dap.EvaluateRequest{Arguments: dap.EvaluateArguments{Expression: expr, FrameId: frame + 1, Context: context}}, "evaluate")
	switch a := c.Answer().(type) {
	case *dap.EvaluateResponse:
		return a.Body.Result
	case *dap.ErrorResponse:
		return "error: " + a.Message
	default:
		c.t.Fatalf("evaluate: %s", text(a))
	}
	return ""
}

// Scope gives the number of a frame's variables: "Locals" or "Globals".
func (c *Client) Scope(frame int, name string) int {
	c.t.Helper()
	for _, s := range Ask[*dap.ScopesResponse](c, &dap.ScopesRequest{Arguments: dap.ScopesArguments{FrameId: frame + 1}}, "scopes").Body.Scopes {
		if s.Name == name {
			return s.VariablesReference
		}
	}
	c.t.Fatalf("no scope %s", name)
	return 0
}

// Variables gives what is behind a number.
func (c *Client) Variables(ref, start, count int) []dap.Variable {
	c.t.Helper()
	return Ask[*dap.VariablesResponse](c, &dap.VariablesRequest{Arguments: dap.VariablesArguments{VariablesReference: ref, Start: start, Count: count}},
		"variables").Body.Variables
}

// Variable finds one by its name.
func (c *Client) Variable(ref int, name string) dap.Variable {
	c.t.Helper()
	for _, v := range c.Variables(ref, 0, 0) {
		if v.Name == name {
			return v
		}
	}
	c.t.Fatalf("no variable %s", name)
	return dap.Variable{}
}

// Ended waits for the end of the program, gives its status, and disconnects.
func (c *Client) Ended() int {
	c.t.Helper()
	status := Event[*dap.ExitedEvent](c).Body.ExitCode
	Event[*dap.TerminatedEvent](c)
	Ask[*dap.DisconnectResponse](c, &dap.DisconnectRequest{}, "disconnect")
	return status
}

// Gone waits until the adapter has closed its end.
func (c *Client) Gone() {
	c.t.Helper()
	for {
		select {
		case _, ok := <-c.events:
			if !ok {
				return
			}
		case <-time.After(Limit):
			c.t.Fatal("the adapter stays")
		}
	}
}
