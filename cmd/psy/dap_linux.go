// The standard streams of psy dap: those of the process belong to the client; the program gets others.

package main

import (
	"io"
	"os"

	"github.com/psyco-go/psy/internal/host/system"
)

type inAndOut struct {
	io.Reader
	io.WriteCloser
}

// ownStreams are the process's standard streams, by other descriptors.
func ownStreams() (io.ReadWriteCloser, error) {
	p := &system.Process{}
	in, err := p.Dup(0)
	if err != nil {
		return nil, err
	}
	out, err := p.Dup(1)
	if err != nil {
		return nil, err
	}
	return inAndOut{in, out}, nil
}

// redirect leads descriptors 1 and 2 to pipes, and 0 to nothing. nil: it cannot.
func redirect() *outputs {
	p := &system.Process{}
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	p.DupTo(int(nothing.Fd()), 0, true)
	s := &outputs{}
	for fd := 1; fd <= 2; fd++ {
		r, w, err := os.Pipe()
		if err != nil {
			return nil
		}
		p.DupTo(int(w.Fd()), fd, true)
		w.Close()
		s.read = append(s.read, r)
	}
	s.stop = func() {
		p.DupTo(int(nothing.Fd()), 1, true)
		p.DupTo(int(nothing.Fd()), 2, true)
	}
	return s
}
