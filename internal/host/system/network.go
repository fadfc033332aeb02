// Who may reach the network.

package system

// Network is a System that has the network. A System without these methods has none.
type Network interface {
	// Reach says whether a program may do what it asks for: nil is yes. network is one of Go's names ("tcp", "udp4", "unix", "ip"), address what package
	// net would take, and for a name that is to be resolved the name alone.
	Reach(use NetUse, network, address string) error
}

// NetUse is what a program does with an address.
type NetUse int

const (
	NetDial    NetUse = iota // it connects, or sends datagrams
	NetListen                // it binds, so that others can connect
	NetResolve               // it asks for addresses of a name, or for the name of an address
)

// Reach allows everything: the network is the process's own.
func (*Process) Reach(use NetUse, network, address string) error { return nil }
