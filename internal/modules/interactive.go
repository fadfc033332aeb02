// The prompt: statements are read, compiled and run one at a time, as by CPython's interactive loop.

package modules

import (
	"errors"
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Prompt is what a LineReader needs to know.
type Prompt struct {
	First, More string // before the first line and those that continue it
	Judge       func(text string) Judgement
	// Complete lists the words that can take the place of the one that text ends in.
	Complete func(text string) (word string, words []string)
}

// Judgement says what a text is.
type Judgement int

const (
	Partial   Judgement = iota // the beginning of a statement
	Statement                  // a statement, or nothing
	Wrong                      // no statement, whatever may follow
)

// LineReader reads statements for a prompt: lines, until they are no longer partial, without a newline at the end. The error is ErrInterrupt
// for Ctrl-C, or else ends the loop.
type LineReader interface {
	Read(p *Prompt) (text string, err error)
}

// ErrInterrupt is a LineReader's error for Ctrl-C.
var ErrInterrupt = errors.New("interrupted")

// Interactive is a prompt's loop. From an editor come texts that may be several statements, and the words exit, quit and help alone are commands, as in
// CPython's prompt on a terminal.
func Interactive(in LineReader, editor bool) Job {
	return func(t *Thread, main *object.Dict) Value {
		p := prompter{t: t, in: in, editor: editor, main: main}
		for name, text := range prompts {
			if s := object.NewStr(t, text); t.RT.SysDict.GetStr(object.Intern(t, name)) == null && (s == null || !t.RT.SysDict.SetStr(t, name, s)) {
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

var prompts = map[string]string{"ps1": ">>> ", "ps2": "... "}

type prompter struct {
	t      *Thread
	in     LineReader
	editor bool
	main   *object.Dict //psy:root the module __main__ has it
	count  int
	flags  int // what statements before have taken from __future__
}

// statement reads a statement and runs it. False: that was the last, or SystemExit is raised.
func (p *prompter) statement() bool {
	t := p.t
	Flush(t)
	text, err := p.in.Read(&Prompt{p.prompt("ps1"), p.prompt("ps2"), judge, p.complete})
	switch {
	case err == ErrInterrupt:
		object.RaiseType(t, object.TKeyboardInterrupt)
		return p.report()
	case err != nil:
		return false
	}
	if p.editor && p.isCommand(strings.TrimSpace(text)) {
		text = strings.TrimSpace(text) + "()"
	}
	return blank(text) || p.run(text)
}

// isCommand tells whether a text is one of these words, and means what it usually means.
func (p *prompter) isCommand(text string) bool {
	switch text {
	case "exit", "quit", "help":
		return p.main.GetStr(object.Intern(p.t, text)) == null && p.t.RT.Builtins.GetStr(object.Intern(p.t, text)) != null
	}
	return false
}

// prompt is the text of sys.ps1 or sys.ps2.
func (p *prompter) prompt(name string) string {
	text := ""
	if v := p.t.RT.SysDict.GetStr(object.Intern(p.t, name)); v != null {
		if s := object.ToStr(p.t, v); s != null {
			text = object.GoString(s)
		}
		p.t.ClearExc()
	} else if p.editor {
		text = prompts[name]
	}
	if p.editor && native.SystemOf(p.t).Colour() {
		text = "\x1b[1;35m" + text + "\x1b[0m"
	}
	return text
}

func blank(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimLeft(line, " \t\f"); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// judge follows CPython's codeop.
func judge(text string) Judgement {
	if blank(text) || parse(text) == nil {
		return Statement
	}
	if err := parse(text + "\n"); err != nil && err.Class != syntax.IncompleteInput {
		return Wrong
	}
	return Partial
}

func parse(text string) *syntax.Error {
	_, _, err := syntax.Parse(syntax.Newlines(text), syntax.Options{Mode: syntax.Single, OpenEnd: true, AllowIncomplete: true})
	return err
}

// run compiles and runs a statement, or several.
func (p *prompter) run(text string) bool {
	t := p.t
	name := fmt.Sprintf("<stdin>-%d", p.count)
	c := compilation{filename: name, typed: "<stdin>", lines: []byte(text), mode: syntax.Single, flags: flagIgnoreCookie | p.flags, optimize: -1}
	if p.editor && judge(text) == Wrong {
		c.mode = syntax.Exec
	}
	defer c.release(t)
	root := c.parse(t, []byte(text+"\n"))
	if root != nil || c.err != nil && c.err.Stage > syntax.Tokenizing {
		p.count++
	}
	if root == nil {
		return p.report()
	}
	statements := []syntax.Root{root}
	if module, several := root.(*syntax.Module); several {
		statements = nil
		for _, s := range module.Body {
			statements = append(statements, &syntax.Interactive{Body: []syntax.Stmt{s}})
		}
	}
	for _, s := range statements {
		made := c.assemble(t, s)
		if made == nil {
			return p.report()
		}
		code := object.NewCode(t, made)
		if code == null {
			return p.report()
		}
		p.flags |= int(made.Flags) & flagsFuture
		c.flags |= p.flags
		AddSource(t, name, c.lines) // the compiler's warnings show no line of it
		if runIn(t, code, p.main) == null {
			return p.report()
		}
	}
	return true
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
