// Package interps is the modules _interpreters, _interpqueues and _interpchannels: interpreters within a program.
//
// Each is a world of its own, with a heap of its own. No value of one heap is ever seen by another: what crosses (crossing.go) is data of Go's on its way, and
// counts against the cap of the world that sent it. Code runs in another interpreter on a goroutine of its own, for which the caller's thread waits
// (visit.go).
package interps
