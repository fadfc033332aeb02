// Systems where a world gets no processes.

//go:build !unix

package system

import "syscall"

// Children are the processes of one world: none.
type Children struct {
	Ask func(program string, c *Child) (string, error)
	Processes
}

func (*Children) Has(fd int) bool                              { return false }
func (*Children) Descriptor(fd int, name string) (File, error) { return nil, syscall.EBADF }
func (*Children) Close() error                                 { return nil }
func (*Children) Busy() bool                                   { return false }
