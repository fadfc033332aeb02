// What a System may have beside files and clocks: the network, other processes, signals. A System that a Go program puts together has what it was granted.

package system

// Granting is a System that says itself which of these parts it has.
type Granting interface{ Granted() Granted }

// Granted are the parts; nil: it has none.
type Granted struct {
	Network   Network
	Processes Processes
	Signals   Signals
}

// NetworkOf, ProcessesOf and SignalsOf are the parts of a System; nil: it has none.
func NetworkOf(s System) Network {
	if g, ok := s.(Granting); ok {
		return g.Granted().Network
	}
	n, _ := s.(Network)
	return n
}

func ProcessesOf(s System) Processes {
	if g, ok := s.(Granting); ok {
		return g.Granted().Processes
	}
	p, _ := s.(Processes)
	return p
}

func SignalsOf(s System) Signals {
	if g, ok := s.(Granting); ok {
		return g.Granted().Signals
	}
	x, _ := s.(Signals)
	return x
}
