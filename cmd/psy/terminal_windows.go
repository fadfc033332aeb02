package main

import (
	"os"

	"golang.org/x/sys/windows"
	"golang.org/x/term"
)

// watchSize: there is no signal; the editor asks for the size when it draws.
func (t *terminal) watchSize() {}

// Suspend: there is no such thing.
func (t *terminal) Suspend() {}

// drawingMode has a console obey escape sequences, and gives the mode that it had.
func drawingMode(f *os.File) *term.State {
	old, err := term.GetState(int(f.Fd()))
	var mode uint32
	if err != nil || windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) != nil {
		return nil
	}
	windows.SetConsoleMode(windows.Handle(f.Fd()), mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	return old
}
