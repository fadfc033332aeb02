// Starting other processes and waiting for them. A System that has no such methods has no processes: the worlds of Go programs do not.

package system

import "time"

// Processes is a System that can start other processes. Descriptors are numbers here.
type Processes interface {
	// Pipe gives both ends of a pipe, which children do not inherit.
	Pipe() (read, write int, err error)
	// Start starts a program. noDir says that it failed because there is no such folder.
	Start(c *Child) (pid int, noDir bool, err error)
	// Wait waits until told has something, for at most d, and with one of the options of waitpid; the process 0 means that none has ended.
	Wait(pid, options int, told <-chan struct{}, d time.Duration) (ended, status int, err error)
	// Kill sends a signal to a process, or with group to a group of them.
	Kill(pid, signal int, group bool) error
	// Replace runs a program in the process's place: the first of c's, with its arguments, environment and blocked signals.
	Replace(c *Child) error
	// SendTo sends a signal to the process that a descriptor stands for. self says that this is the process that asks: it gets none.
	SendTo(fd, signal, flags int) (self bool, err error)
	// Umask sets the mask of new files' permissions and gives the old one.
	Umask(mask int) int
	// Inheritable tells, and SetInheritable says, whether children have a descriptor.
	Inheritable(fd int) (bool, error)
	SetInheritable(fd int, yes bool) error
	// SetNonblock has calls on a descriptor never wait.
	SetNonblock(fd int) error
	// Descriptors lists those that are open and a program may know of.
	Descriptors() []int
	// Open opens a file for a child, and Shut closes it.
	Open(name string, flags int, perm uint32) (fd int, err error)
	Shut(fd int)
	// Ready waits for at most d until one of the descriptors can be used, and tells which can.
	Ready(fds []Waiting, d time.Duration) error
}

// Child is a process to be started.
type Child struct {
	Programs []string // the first that exists is run
	Args     []string
	Env      []string // nil: the process's own
	Dir      string   // "": the process's own
	Streams  [3]int   // descriptors for its standard streams; -1: the process's own
	Keep     []int    // more descriptors that it has
	Close    bool     // it has no others
	Session  bool     // it begins a session
	Group    int      // its process group, 0 for one of its own, -1 for the process's
	UID, GID int      // -1: the process's own
	Groups   []int    // nil: the process's own
	Umask    int      // -1: the process's own
	Files    []int    // if not nil, in place of Streams, Keep and Close: by the descriptors of the child, those of this process, -1 where the child has none
	Masked   uint64   // signals that it begins with blocked, bit n-1 for signal n
	Mask     bool     // Masked counts
	Restore  bool     // SIGPIPE and SIGXFSZ, which CPython ignores, are not ignored in the child
	Defaults uint64   // ignored signals that are not so in the child
	Schedule bool     // it begins with Policy and Priority
	Policy   int      // -1: the process's own
	Priority int
}

// Waiting is a descriptor that somebody waits for.
type Waiting struct {
	FD          int
	Read, Write bool // what to wait for; Ready leaves what can be done
	Failed      bool // there is no such descriptor
	Except      bool // there is something else about it
}
