// A client's session: its requests, and what it is told.

package dap

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/google/go-dap"
)

// Launch is what a client says of a program that is to be started.
type Launch struct {
	Program     string            `json:"program"`
	Module      string            `json:"module"`
	Args        []string          `json:"args"`
	Cwd         string            `json:"cwd"`
	Env         map[string]string `json:"env"`
	StopOnEntry bool              `json:"stopOnEntry"`
	NoDebug     bool              `json:"noDebug"`
	JustMyCode  *bool             `json:"justMyCode"` // stepping does not enter the library; nil: true
}

// Server serves clients.
type Server struct {
	// Launch makes the world of a program, and gives its debugger; nil: there is nothing to be launched. Attach gives that of a program that runs already.
	Launch func(l Launch) (*Debugger, error)
	Attach func() (*Debugger, error)
	// Kill ends a program that was launched, at once.
	Kill func()
}

// session is one client's.
type session struct {
	Server
	in       *bufio.Reader
	d        *Debugger
	mine     bool
	launched bool
	gone     chan struct{}
	leaving  bool

	mu  sync.Mutex
	out io.Writer
	seq int
}

// Serve serves one client until it disconnects.
func (s Server) Serve(rw io.ReadWriter) error {
	c := &session{Server: s, in: bufio.NewReader(rw), out: rw, gone: make(chan struct{}), mine: true}
	err := c.serve()
	close(c.gone)
	if c.d != nil {
		c.d.client.CompareAndSwap(c, nil)
		if c.launched && c.Kill != nil {
			c.Kill()
		}
		c.d.breaking.Store(true)
		go c.d.do(func(t *thread) {
			if c.d.client.Load() == nil {
				c.d.detach(t)
			}
		})
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (c *session) serve() error {
	for !c.leaving {
		m, err := dap.ReadProtocolMessage(c.in)
		var unknown *dap.DecodeProtocolMessageFieldError
		if errors.As(err, &unknown) {
			c.send(&dap.ErrorResponse{Response: c.response(dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: unknown.Seq}, Command: unknown.FieldValue}, false, "not supported")})
			continue
		}
		if err != nil {
			return err
		}
		c.handle(m)
	}
	return nil
}

// send sends a message.
func (c *session) send(m dap.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	switch m := m.(type) {
	case dap.ResponseMessage:
		m.GetResponse().Seq = c.seq
	case dap.EventMessage:
		m.GetEvent().Seq = c.seq
	}
	dap.WriteProtocolMessage(c.out, m) // a client that is gone is noticed by the reader
}

func event(name string) dap.Event {
	return dap.Event{ProtocolMessage: dap.ProtocolMessage{Type: "event"}, Event: name}
}

func (c *session) response(r dap.Request, ok bool, message string) dap.Response {
	return dap.Response{ProtocolMessage: dap.ProtocolMessage{Type: "response"}, RequestSeq: r.Seq, Command: r.Command, Success: ok, Message: message}
}

func (c *session) ok(m dap.RequestMessage) dap.Response { return c.response(*m.GetRequest(), true, "") }

// fail answers a request that cannot be done.
func (c *session) fail(m dap.RequestMessage, err error) {
	c.send(&dap.ErrorResponse{Response: c.response(*m.GetRequest(), false, err.Error()),
		Body: dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: err.Error(), ShowUser: false}}})
}

var errNoProgram = errors.New("there is no program yet: launch or attach comes first")

// capabilities are what the debugger can do.
func capabilities() dap.Capabilities {
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true,
		SupportsHitConditionalBreakpoints: true, SupportsEvaluateForHovers: true, SupportsSetVariable: true, SupportsLogPoints: true,
		SupportsExceptionInfoRequest: true, SupportsTerminateRequest: true, SupportTerminateDebuggee: true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: "raised", Label: "Raised Exceptions"},
			{Filter: "uncaught", Label: "Uncaught Exceptions", Default: true},
		},
	}
}

// handle does what a request asks for.
func (c *session) handle(message dap.Message) {
	m, ok := message.(dap.RequestMessage)
	if !ok {
		return
	}
	switch m := m.(type) {
	case *dap.InitializeRequest:
		c.send(&dap.InitializeResponse{Response: c.ok(m), Body: capabilities()})
		return
	case *dap.LaunchRequest:
		c.launch(m)
		return
	case *dap.AttachRequest:
		c.attach(m)
		return
	case *dap.DisconnectRequest:
		c.disconnect(m)
		return
	}
	if c.d == nil {
		c.fail(m, errNoProgram)
		return
	}
	switch m := m.(type) {
	case *dap.ConfigurationDoneRequest:
		c.send(&dap.ConfigurationDoneResponse{Response: c.ok(m)})
		select {
		case <-c.d.ready:
		default:
			close(c.d.ready)
		}
	case *dap.PauseRequest:
		c.send(&dap.PauseResponse{Response: c.ok(m)})
		c.d.breaking.Store(true)
		c.d.pausing.Store(true)
		c.d.ring()
	case *dap.TerminateRequest:
		c.send(&dap.TerminateResponse{Response: c.ok(m)})
		c.d.quitting.Store(true)
		c.d.pausing.Store(false)
		c.d.breaking.Store(true)
		c.goOn(m, nil)
	case *dap.EvaluateRequest:
		go c.evaluate(m) // which may take its time; pausing ends it
	default:
		c.asked(m)
	}
}

func (c *session) begin(d *Debugger, l Launch) {
	c.d = d
	c.mine = l.JustMyCode == nil || *l.JustMyCode
	d.client.Store(c)
	if !l.NoDebug {
		d.do(func(t *thread) {
			if l.StopOnEntry {
				d.program = l.Program
			}
			d.mine = c.mine
			d.attach(t)
			d.changed(t)
		})
	}
	c.send(&dap.InitializedEvent{Event: event("initialized")})
}

func (c *session) launch(m *dap.LaunchRequest) {
	var l Launch
	if err := json.Unmarshal(m.Arguments, &l); err != nil {
		c.fail(m, err)
		return
	}
	if c.Launch == nil || c.d != nil {
		c.fail(m, errors.New("nothing can be launched here"))
		return
	}
	if l.Program == "" && l.Module == "" {
		c.fail(m, errors.New("launch needs program or module"))
		return
	}
	d, err := c.Launch(l)
	if err != nil {
		c.fail(m, err)
		return
	}
	c.launched = true
	c.send(&dap.LaunchResponse{Response: c.ok(m)})
	c.begin(d, l)
}

func (c *session) attach(m *dap.AttachRequest) {
	if c.Attach == nil || c.d != nil {
		c.fail(m, errors.New("there is nothing to attach to"))
		return
	}
	var l Launch
	json.Unmarshal(m.Arguments, &l) // what else it has is not ours
	d, err := c.Attach()
	if err != nil {
		c.fail(m, err)
		return
	}
	c.send(&dap.AttachResponse{Response: c.ok(m)})
	c.begin(d, Launch{JustMyCode: l.JustMyCode})
}

func (c *session) disconnect(m *dap.DisconnectRequest) {
	c.send(&dap.DisconnectResponse{Response: c.ok(m)})
	if a := m.Arguments; c.launched && a != nil && !a.TerminateDebuggee && a.SuspendDebuggee {
		c.launched = false
	}
	c.leaving = true
}

func (c *session) evaluate(m *dap.EvaluateRequest) {
	var x dap.Variable
	var err error
	if !c.d.do(func(t *thread) { x, err = c.d.evaluate(t, m.Arguments) }) {
		err = errors.New("the program has ended")
	}
	if err != nil {
		c.fail(m, err)
		return
	}
	c.send(&dap.EvaluateResponse{Response: c.ok(m), Body: dap.EvaluateResponseBody{Result: x.Value, Type: x.Type, VariablesReference: x.VariablesReference,
		NamedVariables: x.NamedVariables, IndexedVariables: x.IndexedVariables}})
}

// goOn has the program go on; step is what it is to stop for, or nil.
func (c *session) goOn(m dap.RequestMessage, step func(t *thread)) {
	c.d.do(func(t *thread) {
		if c.d.stopped {
			if step != nil {
				step(t)
			}
			c.d.going = true
		}
	})
}

// asked does what needs the objects of the program.
func (c *session) asked(m dap.RequestMessage) {
	var answer dap.Message
	var err error
	d := c.d
	if !d.do(func(t *thread) { answer, err = c.answer(t, m) }) {
		err = errors.New("the program has ended")
		if _, ok := m.(*dap.ThreadsRequest); ok {
			answer, err = &dap.ThreadsResponse{Response: c.ok(m), Body: dap.ThreadsResponseBody{Threads: []dap.Thread{}}}, nil
		}
	}
	if err != nil {
		c.fail(m, err)
		return
	}
	c.send(answer)
	switch m.(type) {
	case *dap.ContinueRequest:
		c.goOn(m, nil)
	case *dap.NextRequest:
		c.goOn(m, func(t *thread) { d.begin(t, stepNext, c.mine) })
	case *dap.StepInRequest:
		c.goOn(m, func(t *thread) { d.begin(t, stepIn, c.mine) })
	case *dap.StepOutRequest:
		c.goOn(m, func(t *thread) { d.begin(t, stepOut, c.mine) })
	}
}

// answer is the answer to a request. It runs where objects may be used.
func (c *session) answer(t *thread, message dap.RequestMessage) (dap.Message, error) {
	d := c.d
	switch m := message.(type) {
	case *dap.SetBreakpointsRequest:
		return &dap.SetBreakpointsResponse{Response: c.ok(m), Body: dap.SetBreakpointsResponseBody{Breakpoints: d.setBreakpoints(t, m.Arguments)}}, nil
	case *dap.SetFunctionBreakpointsRequest:
		return &dap.SetFunctionBreakpointsResponse{Response: c.ok(m),
			Body: dap.SetFunctionBreakpointsResponseBody{Breakpoints: d.setFunctions(t, m.Arguments.Breakpoints)}}, nil
	case *dap.SetExceptionBreakpointsRequest:
		d.breaks.raised, d.breaks.uncaught = slices.Contains(m.Arguments.Filters, "raised"), slices.Contains(m.Arguments.Filters, "uncaught")
		d.listen(t)
		return &dap.SetExceptionBreakpointsResponse{Response: c.ok(m)}, nil
	case *dap.ThreadsRequest:
		return &dap.ThreadsResponse{Response: c.ok(m), Body: dap.ThreadsResponseBody{Threads: d.threads(t)}}, nil
	case *dap.StackTraceRequest:
		return &dap.StackTraceResponse{Response: c.ok(m), Body: d.stack(t, m.Arguments)}, nil
	case *dap.ScopesRequest:
		return &dap.ScopesResponse{Response: c.ok(m), Body: dap.ScopesResponseBody{Scopes: d.scopes(t, m.Arguments.FrameId)}}, nil
	case *dap.VariablesRequest:
		return &dap.VariablesResponse{Response: c.ok(m), Body: dap.VariablesResponseBody{Variables: d.variables(t, m.Arguments)}}, nil
	case *dap.SetVariableRequest:
		x, err := d.set(t, m.Arguments)
		return &dap.SetVariableResponse{Response: c.ok(m), Body: dap.SetVariableResponseBody{Value: x.Value, Type: x.Type,
			VariablesReference: x.VariablesReference, NamedVariables: x.NamedVariables, IndexedVariables: x.IndexedVariables}}, err
	case *dap.ExceptionInfoRequest:
		body, err := d.exception(t)
		return &dap.ExceptionInfoResponse{Response: c.ok(m), Body: body}, err
	case *dap.SourceRequest:
		text, err := d.text(t, m.Arguments)
		return &dap.SourceResponse{Response: c.ok(m), Body: dap.SourceResponseBody{Content: text, MimeType: "text/x-python"}}, err
	case *dap.ContinueRequest:
		return &dap.ContinueResponse{Response: c.ok(m), Body: dap.ContinueResponseBody{AllThreadsContinued: true}}, nil
	case *dap.NextRequest:
		return &dap.NextResponse{Response: c.ok(m)}, nil
	case *dap.StepInRequest:
		return &dap.StepInResponse{Response: c.ok(m)}, nil
	case *dap.StepOutRequest:
		return &dap.StepOutResponse{Response: c.ok(m)}, nil
	}
	return nil, fmt.Errorf("%s is not supported", message.GetRequest().Command)
}

// setBreakpoints sets those of one file in place of the ones before.
func (d *Debugger) setBreakpoints(t *thread, a dap.SetBreakpointsArguments) []dap.Breakpoint {
	file := a.Source.Path
	if n := a.Source.SourceReference - 1; n >= 0 && n < len(d.sources) {
		file = d.sources[n]
	}
	var lines []int
	text, err := t.RT.Host.ReadSource(file)
	if err == nil {
		lines = codeLines(text)
	}
	set := map[int]*breakpoint{}
	list := []dap.Breakpoint{}
	for _, b := range a.Breakpoints {
		line := b.Line
		if n, _ := slices.BinarySearch(lines, line); n < len(lines) {
			line = lines[n] // where the next code is
		} else if lines != nil {
			list = append(list, dap.Breakpoint{Message: "there is no code at this line, nor behind it", Line: b.Line})
			continue
		}
		d.breaks.last++
		bp := &breakpoint{id: d.breaks.last, line: line, condition: b.Condition, hit: b.HitCondition, log: b.LogMessage}
		set[line] = bp
		list = append(list, dap.Breakpoint{Id: bp.id, Verified: true, Line: line, Source: &a.Source})
	}
	if d.breaks.files == nil {
		d.breaks.files = map[string]map[int]*breakpoint{}
	}
	if d.breaks.files[file] = set; len(set) == 0 {
		delete(d.breaks.files, file)
	}
	d.changed(t)
	return list
}

func (d *Debugger) setFunctions(t *thread, set []dap.FunctionBreakpoint) []dap.Breakpoint {
	d.breaks.functions = map[string]*breakpoint{}
	list := []dap.Breakpoint{}
	for _, b := range set {
		d.breaks.last++
		d.breaks.functions[b.Name] = &breakpoint{id: d.breaks.last, condition: b.Condition, hit: b.HitCondition}
		list = append(list, dap.Breakpoint{Id: d.breaks.last, Verified: true})
	}
	d.changed(t)
	return list
}
