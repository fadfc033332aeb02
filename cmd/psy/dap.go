// psy dap: a debug adapter. A client has it start a program, and debugs that.

package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/psyco-go/psy/internal/dap"
	"github.com/psyco-go/psy/internal/host/forking"
	"github.com/psyco-go/psy/internal/world"
)

const dapUsage = "usage: psy dap [--listen HOST:PORT] [options of run]\n" +
	"speaks the Debug Adapter Protocol on standard input and output, or with one client that connects; the client says which program to run"

// dapCommand serves one client. Options are those of the program's run.
func dapCommand(args []string) int {
	address := ""
	if listen, rest := flag("--listen", args); listen {
		if len(rest) == 0 {
			return fail(dapUsage)
		}
		address, args = rest[0], rest[1:]
	}
	if r, err := parseRun(append(args[:len(args):len(args)], "program")); err != nil || len(r.args) != 1 {
		return fail(dapUsage)
	}
	conn, err := dapConnection(address)
	if err != nil {
		return fail("psy: dap: %v", err)
	}
	forking.Refuse() // a child of the program's would answer the client too
	a := &adapter{options: args, launches: make(chan launch), killed: make(chan struct{}), gone: make(chan struct{})}
	a.streams = redirect()
	go func() {
		defer close(a.gone)
		a.err = dap.Server{Launch: a.launch, Kill: a.kill}.Serve(conn)
		conn.Close()
	}()
	return a.serve()
}

// dapConnection is where the client is: on the standard streams, or the first that connects.
func dapConnection(address string) (io.ReadWriteCloser, error) {
	if address == "" {
		return ownStreams()
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	fmt.Fprintln(os.Stderr, "psy: dap: listening on", l.Addr())
	return l.Accept()
}

// adapter is the process of psy dap: the client's session on one goroutine, the program on the main one.
type adapter struct {
	options  []string
	launches chan launch
	killed   chan struct{}
	kills    sync.Once
	gone     chan struct{} // the client's session has ended,
	err      error         // with this
	streams  *outputs
}

// launch is a client's wish, and where to say what became of it.
type launch struct {
	dap.Launch
	begun chan<- begun
}

type begun struct {
	d   *dap.Debugger
	err error
}

// launch is called by the session.
func (a *adapter) launch(l dap.Launch) (*dap.Debugger, error) {
	c := make(chan begun, 1)
	select {
	case a.launches <- launch{l, c}:
	case <-time.After(time.Second):
		return nil, errors.New("a program runs already")
	}
	b := <-c
	return b.d, b.err
}

// kill ends the program as soon as the client is gone; the process goes with it.
func (a *adapter) kill() {
	a.kills.Do(func() { close(a.killed) })
	time.AfterFunc(100*time.Millisecond, func() { os.Exit(0) })
}

// serve runs the program that is launched.
func (a *adapter) serve() int {
	for {
		select {
		case <-a.gone:
			complain(a.err)
			return 0
		case l := <-a.launches:
			if a.run(l) {
				select {
				case <-a.gone:
				case <-time.After(10 * time.Second): // the client ought to disconnect
				}
				return 0
			}
		}
	}
}

// run runs a program. False: there was none.
func (a *adapter) run(l launch) bool {
	if l.Cwd != "" {
		if err := os.Chdir(l.Cwd); err != nil {
			l.begun <- begun{nil, err}
			return false
		}
	}
	for name, value := range l.Env {
		os.Setenv(name, value)
	}
	args := a.options[:len(a.options):len(a.options)]
	if l.Module != "" {
		args = append(args, "-m", l.Module)
	} else {
		args = append(args, l.Program)
	}
	r, err := parseRun(append(args, l.Args...))
	if err == nil {
		err = r.settle()
	}
	if err == nil && r.module == "" {
		_, err = os.Stat(r.file)
	}
	if err != nil {
		l.begun <- begun{nil, err}
		return false
	}
	job, status := r.job()
	if job == nil {
		l.begun <- begun{nil, fmt.Errorf("%s cannot be run: status %d", l.Program, status)}
		return false
	}
	var d *dap.Debugger
	r.atStart = func(w *world.World) bool {
		d = dap.New(w.Runtime, nil)
		a.streams.to(d.Output)
		l.begun <- begun{d: d}
		return d.Work(a.gone)
	}
	status = r.run(job)
	if d == nil {
		l.begun <- begun{nil, errors.New("the program's world cannot be made")}
		return false
	}
	a.streams.end()
	d.Exited(max(status, 0))
	return true
}

// outputs carry what the program writes to the client.
type outputs struct {
	read []*os.File // of standard output, and standard error
	done sync.WaitGroup
	stop func() // nothing is written any more
}

// to has output called with what is written.
func (s *outputs) to(output func(category, text string)) {
	if s == nil {
		return
	}
	for n, f := range s.read {
		s.done.Go(func() {
			buf := make([]byte, 16<<10)
			for {
				k, err := f.Read(buf)
				if k > 0 {
					output([...]string{"stdout", "stderr"}[n], string(buf[:k]))
				}
				if err != nil {
					return
				}
			}
		})
	}
}

// end waits until all is read; a program that the program has started may still hold the streams.
func (s *outputs) end() {
	if s == nil {
		return
	}
	s.stop()
	done := make(chan struct{})
	go func() { s.done.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}
