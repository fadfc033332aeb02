// The prompt: statements are read, compiled and run one at a time, as by CPython's interactive loop.
package modules

import (
	"errors"
	"fmt"
	"strings"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/syntax"
)

// Prompt is what a LineReader needs to know.
type Prompt struct {
	First, More string // before the first line and those that continue it
	// Whole tells whether a text is a statement, or wrong whatever may follow.
	Whole func(text string) bool
	// Complete lists the words that can take the place of the one that text ends in.
	Complete func(text string) (word string, words []string)
}

// LineReader reads statements for a prompt: lines, until the text is whole, without a newline at its end. The error is ErrInterrupt for
// Ctrl-C, or else ends the loop.
type LineReader interface {
	Read(p *Prompt) (text string, err error)
}

// ErrInterrupt is a LineReader's error for Ctrl-C.
var ErrInterrupt = errors.New("interrupted")

// Interactive is a prompt's loop.
func Interactive(in LineReader) Job {
	return func(t *Thread, main *object.Dict) Value {
		p := prompter{t: t, in: in, main: main}
		for _, ps := range [...][2]string{{"ps1", ">>> "}, {"ps2", "... "}} {
			if s := object.NewStr(t, ps[1]); t.RT.SysDict.GetStr(object.Intern(t, ps[0])) == null && (s == null || !t.RT.SysDict.SetStr(t, ps[0], s)) {
				return null
			}
		}
		for p.statement() {
		}
		if t.Exc != null {
			return null
		}
		return none
	}
}

type prompter struct {
	t     *Thread
	in    LineReader
	main  *object.Dict //psy:root the module __main__ has it
	count int
	flags int // what statements before have taken from __future__
}

// statement reads a statement and runs it. False: that was the last, or SystemExit is raised.
func (p *prompter) statement() bool {
	t := p.t
	Flush(t)
	text, err := p.in.Read(&Prompt{p.prompt("ps1"), p.prompt("ps2"), whole, p.complete})
	switch {
	case err == ErrInterrupt:
		object.RaiseType(t, object.TKeyboardInterrupt)
		return p.report()
	case err != nil:
		return false
	}
	return blank(text) || p.run(text)
}

// prompt is the text of sys.ps1 or sys.ps2.
func (p *prompter) prompt(name string) string {
	v := p.t.RT.SysDict.GetStr(object.Intern(p.t, name))
	if v == null {
		return ""
	}
	s := object.ToStr(p.t, v)
	p.t.ClearExc()
	if s == null {
		return ""
	}
	return object.GoString(s)
}

func blank(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimLeft(line, " \t\f"); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// whole tells whether a text is a statement, or wrong whatever may follow: the rules of CPython's codeop.
func whole(text string) bool {
	if blank(text) || parse(text) == nil {
		return true
	}
	err := parse(text + "\n")
	return err != nil && err.Class != syntax.IncompleteInput
}

func parse(text string) *syntax.Error {
	_, _, err := syntax.Parse(syntax.Newlines(text), syntax.Options{Mode: syntax.Single, OpenEnd: true, AllowIncomplete: true})
	return err
}

// run compiles and runs a statement.
func (p *prompter) run(text string) bool {
	t := p.t
	name := fmt.Sprintf("<stdin>-%d", p.count)
	AddSource(t, name, []byte(text))
	c := compilation{filename: name, typed: "<stdin>", mode: syntax.Single, flags: flagIgnoreCookie | p.flags, optimize: -1}
	code := c.compile(t, []byte(text+"\n"))
	if code != null || c.err != nil && c.err.Stage > syntax.Tokenizing {
		p.count++
	}
	if code != null {
		p.flags |= int(object.As[object.Code](code).Flags) & flagsFuture
		if runIn(t, code, p.main) != null {
			return true
		}
	}
	return p.report()
}

// report prints the exception that ended a statement. False: it is SystemExit.
func (p *prompter) report() bool {
	t := p.t
	if t.Matches(object.TSystemExit) {
		return false
	}
	exc := t.Exc
	t.ClearExc()
	Flush(t)
	reportUncaught(t, exc)
	Flush(t)
	return true
}
