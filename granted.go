// What Config grants a world of the system beside files: the network, programs, signals.

package psy

import (
	"errors"
	"os"
	"slices"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
)

// Net says which addresses of the network Python may use. What a function gives an error for is refused with PermissionError, and so is what has no function.
// They are called on goroutines that run Python, and must not use the runtime.
type Net struct {
	// Dial is asked before a socket connects, or sends a datagram. network is one of "tcp", "udp", "unix", "unixgram"; address is "host:port", with a number
	// for the host ("127.0.0.1:80", "[::1]:80"), or a path.
	Dial func(network, address string) error
	// Listen is asked before a socket binds.
	Listen func(network, address string) error
	// Resolve is asked before a name is looked up, in the files and by the servers that the system has for it. "localhost" is a name, too.
	Resolve func(name string) error
}

// Command is a program that Python wants to start.
type Command struct {
	Path string   // the file
	Args []string // with the program's name first
	Env  []string // as "NAME=VALUE"
	Dir  string   // where it is started; "": where the process is
}

// Granted is what Config grants.
func (w *worldSystem) Granted() system.Granted { return w.granted }

// HasFD reports whether a descriptor is one of the world's pipes.
func (w *worldSystem) HasFD(fd int) bool { return w.children != nil && w.children.Has(fd) }

// Descriptor is the file of a pipe's descriptor.
func (w *worldSystem) Descriptor(fd int, name string) (system.File, error) {
	if w.children == nil {
		return nil, syscall.EBADF
	}
	return w.children.Descriptor(fd, name)
}

func (w *worldSystem) grant(net *Net, exec func(*Command) error, signals []os.Signal) {
	if net != nil {
		w.granted.Network = network{net}
	}
	if exec != nil {
		w.children = &system.Children{Ask: func(program string, child *system.Child) (string, error) { return w.ask(exec, program, child) }}
		w.granted.Processes = w.children
	}
	if signals != nil {
		may := slices.Clone(signals)
		w.signals = &system.SomeSignals{May: func(n syscall.Signal) bool { return slices.Contains(may, os.Signal(n)) }}
		w.granted.Signals = w.signals
	}
}

// ask has Config.Exec say whether a program may be started, and how.
func (w *worldSystem) ask(exec func(*Command) error, program string, child *system.Child) (string, error) {
	cmd := &Command{Path: program, Args: slices.Clone(child.Args), Env: slices.Clone(child.Env), Dir: child.Dir}
	if child.Env == nil {
		cmd.Env = slices.Clone(w.env)
	}
	if err := guardedDo(func() error { return exec(cmd) }); err != nil {
		return "", err
	}
	if child.Args, child.Env, child.Dir = cmd.Args, cmd.Env, cmd.Dir; child.Env == nil {
		child.Env = []string{}
	}
	return cmd.Path, nil
}

// end is for a runtime that is closed.
func (w *worldSystem) end() {
	if w == nil {
		return
	}
	if w.children != nil {
		w.children.Close()
	}
	if w.signals != nil {
		w.signals.Close()
	}
}

// network is Config.Net.
type network struct{ *Net }

var errNotGranted = errors.New("Config.Net does not grant it")

func (n network) Reach(use system.NetUse, network, address string) error {
	ask := n.Dial
	switch use {
	case system.NetListen:
		ask = n.Listen
	case system.NetResolve:
		ask = nil
		if n.Resolve != nil {
			ask = func(_, name string) error { return n.Resolve(name) }
		}
	}
	if ask == nil {
		return errNotGranted
	}
	return guardedDo(func() error { return ask(network, address) })
}
