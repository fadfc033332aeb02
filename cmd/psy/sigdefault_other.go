//go:build unix && !linux

package main

import "syscall"

// defaultAction gives a signal back its default action, as far as Go can.
func defaultAction(syscall.Signal) {}
