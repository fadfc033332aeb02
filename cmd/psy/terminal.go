// The terminal that the prompt's editor works on.

package main

import (
	"os"
	"sync/atomic"

	"golang.org/x/term"
)

// terminal is standard input and output.
type terminal struct {
	cooked, drawn *term.State // what leave restores: the modes of input and, if it has one, of output
	resized       chan struct{}
	interrupted   chan struct{}
}

// atPrompt is the terminal in raw mode: SIGINT interrupts what is edited on it, and no program. nil: there is none.
var atPrompt atomic.Pointer[terminal]

func newTerminal() *terminal {
	t := &terminal{resized: make(chan struct{}, 1), interrupted: make(chan struct{}, 1)}
	t.watchSize()
	return t
}

func (t *terminal) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (t *terminal) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (t *terminal) Resized() <-chan struct{}    { return t.resized }

func (t *terminal) Interrupted() <-chan struct{} { return t.interrupted }

// tell sends to a channel unless somebody has done so already.
func tell(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (t *terminal) Size() (columns, lines int) {
	columns, lines, _ = term.GetSize(int(os.Stdout.Fd()))
	return columns, lines
}

// enter begins raw mode: the terminal sends each key as it is typed.
func (t *terminal) enter() (err error) {
	t.drawn = drawingMode(os.Stdout)
	t.cooked, err = term.MakeRaw(int(os.Stdin.Fd()))
	if err == nil {
		atPrompt.Store(t)
	}
	return err
}

// leave ends it.
func (t *terminal) leave() {
	atPrompt.Store(nil)
	term.Restore(int(os.Stdin.Fd()), t.cooked)
	if t.drawn != nil {
		term.Restore(int(os.Stdout.Fd()), t.drawn)
	}
}
