// The prompt: what is read, and from where.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"github.com/psyco-go/psy/modules"
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// prompting tells whether somebody types on standard input, or -i says so.
func (r *runOptions) prompting() bool { return r.flags.Interactive > 0 || isTerminal(os.Stdin) }

// prompt is the jobs of a prompt that a process begins with: PYTHONSTARTUP, then what is typed.
func (r *runOptions) prompt() []modules.Job {
	if r.flags.Quiet == 0 {
		fmt.Fprintf(os.Stderr, "Python 3.13.0 (psy %s)\nType \"exit\" or press Ctrl-D to leave.\n", Version)
	}
	var jobs []modules.Job
	if name := r.env("PYTHONSTARTUP"); name != "" {
		if data, err := os.ReadFile(name); err == nil {
			jobs = append(jobs, modules.Source(data, name))
		} else {
			fmt.Fprintf(os.Stderr, "Could not open PYTHONSTARTUP\n%v\n", err)
		}
	}
	return append(jobs, modules.Interactive(r.lines()))
}

// lines is an editor on a terminal, else what standard input has.
func (r *runOptions) lines() modules.LineReader {
	if isTerminal(os.Stdin) && isTerminal(os.Stdout) && os.Getenv("TERM") != "dumb" {
		return newEditor(r.historyFile())
	}
	return &plainLines{bufio.NewReader(os.Stdin)}
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
		if whole := strings.TrimSuffix(text, "\n"); p.Whole(whole) {
			return whole, nil
		}
		prompt = p.More
	}
}

// editor reads statements on a terminal, line by line.
type editor struct {
	state   *liner.State
	history string // the file; "": none
	prompt  *modules.Prompt
	before  string // the lines before the one that is edited
}

func newEditor(history string) *editor {
	e := &editor{state: liner.NewLiner(), history: history}
	e.state.SetCtrlCAborts(true)
	e.state.SetMultiLineMode(true)
	e.state.SetTabCompletionStyle(liner.TabPrints)
	e.state.SetWordCompleter(e.complete)
	if f, err := os.Open(history); err == nil {
		e.state.ReadHistory(f)
		f.Close()
	}
	return e
}

func (e *editor) Read(p *modules.Prompt) (string, error) {
	e.prompt, e.before = p, ""
	prompt := p.First
	for {
		line, err := e.state.Prompt(plainPrompt(prompt))
		if err != nil {
			fmt.Println()
			if errors.Is(err, liner.ErrPromptAborted) {
				return "", modules.ErrInterrupt
			}
			e.state.Close()
			return e.before, err
		}
		if strings.TrimSpace(line) != "" {
			e.remember(line)
		}
		if text := e.before + line; p.Whole(text) {
			return text, nil
		}
		e.before += line + "\n"
		prompt = p.More
	}
}

// plainPrompt is the last line of a prompt without colours, which liner does not know; the lines before are printed.
func plainPrompt(prompt string) string {
	if i := strings.LastIndexByte(prompt, '\n'); i >= 0 {
		fmt.Print(prompt[:i+1])
		prompt = prompt[i+1:]
	}
	for {
		i := strings.Index(prompt, "\x1b[")
		n := strings.IndexFunc(prompt[max(i, 0):], unicode.IsLetter)
		if i < 0 || n < 0 {
			return strings.Map(func(r rune) rune {
				if unicode.IsControl(r) {
					return -1
				}
				return r
			}, prompt)
		}
		prompt = prompt[:i] + prompt[i+n+1:]
	}
}

// remember keeps a line for this session and those to come.
func (e *editor) remember(line string) {
	e.state.AppendHistory(line)
	if e.history == "" {
		return
	}
	if f, err := os.OpenFile(e.history, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintln(f, line)
		f.Close()
	}
}

// complete offers what can stand at the cursor; at the beginning of a line a tab indents.
func (e *editor) complete(line string, pos int) (head string, words []string, tail string) {
	runes := []rune(line)
	head, tail = string(runes[:pos]), string(runes[pos:])
	if strings.TrimSpace(head) == "" {
		return head, []string{"    "}, tail
	}
	word, words := e.prompt.Complete(e.before + head)
	return strings.TrimSuffix(head, word), words, tail
}
