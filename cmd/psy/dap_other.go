//go:build !linux

// The standard streams of psy dap where descriptors cannot be led elsewhere: the variables of package os are.

package main

import (
	"io"
	"os"
)

type inAndOut struct {
	io.Reader
	io.WriteCloser
}

func ownStreams() (io.ReadWriteCloser, error) { return inAndOut{os.Stdin, os.Stdout}, nil }

// redirect has the program's standard streams be pipes. nil: it cannot.
func redirect() *outputs {
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	os.Stdin = nothing
	s := &outputs{}
	var ends []*os.File
	for _, to := range []**os.File{&os.Stdout, &os.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil
		}
		*to = w
		s.read, ends = append(s.read, r), append(ends, w)
	}
	s.stop = func() {
		os.Stdout, os.Stderr = nothing, nothing
		for _, w := range ends {
			w.Close()
		}
	}
	return s
}
