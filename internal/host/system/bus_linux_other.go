// Processors for which psy has no handler of SIGBUS.

//go:build linux && !amd64

package system

func armBus() bool { return false }
