// The prompt: what is read, and from where.

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/psyco-go/psy/internal/host/editor"
	"github.com/psyco-go/psy/internal/modules"
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// prompting tells whether somebody types on standard input, or -i says so.
func (r *runOptions) prompting() bool { return r.flags.Interactive > 0 || isTerminal(os.Stdin) }

// prompt is the jobs of a prompt that a process begins with: PYTHONSTARTUP, then what is typed.
func (r *runOptions) prompt() []modules.Job {
	if r.flags.Quiet == 0 {
		fmt.Fprintf(os.Stderr, "Python 3.13.0 (psy %s)\nType \"help\", \"copyright\", \"credits\" or \"license\" for more information.\n", Version)
	}
	var jobs []modules.Job
	if name := r.env("PYTHONSTARTUP"); name != "" {
		jobs = append(jobs, modules.Startup(name))
	}
	return append(jobs, r.interactive())
}

// interactive is a prompt: an editor on a terminal, else what standard input has.
func (r *runOptions) interactive() modules.Job {
	if isTerminal(os.Stdin) && isTerminal(os.Stdout) && os.Getenv("TERM") != "dumb" && r.env("PYTHON_BASIC_REPL") == "" {
		return modules.Interactive(newTyped(r.historyFile()), true)
	}
	return modules.Interactive(&plainLines{bufio.NewReader(os.Stdin)}, false)
}

// basicPrompt is the prompt without an editor, nil if nobody types.
func (r *runOptions) basicPrompt() modules.Job {
	if !isTerminal(os.Stdin) {
		return nil
	}
	return modules.Interactive(&plainLines{bufio.NewReader(os.Stdin)}, false)
}

// inspect is the prompt that a program asks for when it sets PYTHONINSPECT itself.
func (r *runOptions) inspect() modules.Job {
	if r.flags.Inspect > 0 || r.env("PYTHONINSPECT") == "" || !isTerminal(os.Stdin) {
		return nil
	}
	return r.interactive()
}

// historyFile is where lines are kept; "": nowhere.
func (r *runOptions) historyFile() string {
	if name := r.env("PYTHON_HISTORY"); name != "" {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil || r.flags.Isolated > 0 {
		return ""
	}
	return filepath.Join(home, ".psy_history")
}

// plainLines reads lines without an editor; the prompts go to standard error.
type plainLines struct{ in *bufio.Reader }

func (l *plainLines) Read(p *modules.Prompt) (string, error) {
	text, prompt := "", p.First
	for {
		fmt.Fprint(os.Stderr, prompt)
		line, err := l.in.ReadString('\n')
		text += line
		if err != nil && line == "" {
			fmt.Fprintln(os.Stderr)
			if text == "" {
				return "", io.EOF
			}
			return text, nil
		}
		if whole := strings.TrimSuffix(text, "\n"); p.Judge(whole) != modules.Partial {
			return whole, nil
		}
		prompt = p.More
	}
}

// typed reads statements on a terminal.
type typed struct {
	terminal *terminal
	editor   *editor.Editor
	history  *editor.History
}

func newTyped(history string) *typed {
	t, h := newTerminal(), editor.OpenHistory(history)
	return &typed{t, editor.New(t, h), h}
}

// Read reads a statement in raw mode, which ends with it.
func (e *typed) Read(p *modules.Prompt) (string, error) {
	if err := e.terminal.enter(); err != nil {
		return "", err
	}
	defer e.terminal.leave()
	text, err := e.editor.Read(editor.Text{
		First: p.First, More: p.More, Indent: indent,
		Whole: func(text string) bool { return ended(text, p.Judge(text)) },
		Complete: func(before string) (string, []string) {
			if line := before[strings.LastIndexByte(before, '\n')+1:]; strings.TrimSpace(line) == "" {
				return "", []string{strings.Repeat(" ", len(step)-len(line)%len(step))}
			}
			return p.Complete(before)
		},
	})
	switch err {
	case nil:
		e.history.Add(text)
	case editor.ErrInterrupt:
		err = modules.ErrInterrupt
	}
	return text, err
}

// ended tells whether Enter ends a text. One of several lines that is wrong as a statement may be several, until an empty line ends it.
func ended(text string, is modules.Judgement) bool {
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return is == modules.Statement || is == modules.Wrong && (len(last) == len(text) || last == "")
}

const step = "    " // of indentation

// indent is what the line after a text begins with: as much as its last line, and more behind a colon.
func indent(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	margin := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if code, _, _ := strings.Cut(line, "#"); strings.HasSuffix(strings.TrimRight(code, " \t"), ":") {
		margin += step
	}
	return margin
}
