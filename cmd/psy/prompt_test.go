//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/term"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestInteractive: with -i and no terminal the prompts, the output and the errors of a session are CPython's.
func TestInteractive(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	session := read(t, "testdata/session.txt")
	prog := write(t, "prog.py", []byte("x = 5\nprint(x)\nraise SystemExit(4)\n"))
	for _, c := range []struct {
		args  []string
		stdin string
	}{
		{[]string{"-qi"}, session}, {[]string{"-i", prog, "a"}, "x\n1/0\nif x:\n  x"}, {[]string{"-i", "-c", "y = 1; 1/0"}, "y\n__name__\n"},
		{[]string{"-qi"}, ""}, {[]string{"-qi"}, "x = ("}, {[]string{"-qi"}, "def f(x):\n    return x\n\nf(\n3)\nexit(9)\n1\n"},
	} {
		theirs := exec.Command(python, c.args...)
		theirs.Env = psyCommand().Env
		want, got := finish(t, theirs, c.stdin), finish(t, psyCommand(append([]string{"run"}, c.args...)...), c.stdin)
		if got != want {
			t.Errorf("%v with %.50q:\ngot  %d %q\n%s\nwant %d %q\n%s", c.args, c.stdin, got.status, got.out, got.errOut, want.status, want.out, want.errOut)
		}
	}
}

// screen is a terminal with psy on it.
type screen struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	term vt10x.Terminal
}

func newScreen(t *testing.T, env []string, args ...string) *screen {
	cmd := psyCommand(args...)
	cmd.Env = append(append(cmd.Env, "TERM=xterm", "PYTHON_HISTORY="+filepath.Join(t.TempDir(), "history"), "INPUTRC=/dev/null"), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t, cmd, tty, vt10x.New(vt10x.WithWriter(tty), vt10x.WithSize(80, 24))}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			if err != nil {
				return
			}
			s.term.Write(buf[:n])
		}
	}()
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait(); tty.Close() })
	return s
}

// text is what is to be seen, without empty lines at its end.
func (s *screen) text() string {
	lines := strings.Split(s.term.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \x00")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// keys types something; then the screen must end as given.
func (s *screen) keys(keys, want string) {
	s.t.Helper()
	s.tty.WriteString(keys)
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if strings.HasSuffix(s.text(), want) {
			return
		}
	}
	s.t.Fatalf("after %q the screen is\n%s\n\nit should end in\n%s", keys, s.text(), want)
}

// status waits for the end.
func (s *screen) status() int {
	done := make(chan int, 1)
	go func() { s.cmd.Wait(); done <- s.cmd.ProcessState.ExitCode() }()
	select {
	case n := <-done:
		return n
	case <-time.After(20 * time.Second):
		s.t.Fatalf("does not end; the screen is\n%s", s.text())
		return 0
	}
}

// TestTerminal holds a session with the prompt on a terminal.
func TestTerminal(t *testing.T) {
	s := newScreen(t, nil, "run", "-q")
	s.keys("", ">>>")
	s.keys("1 + 1\r", ">>> 1 + 1\n2\n>>>")
	s.keys("_ * 21\r", "42\n>>>")
	s.keys("def double(x):\r", ">>> def double(x):\n...")
	s.keys("return 2 * x\r", "...     return 2 * x\n...") // indented by itself
	s.keys("\r", "\n>>>")
	s.keys("double(\r", ">>> double(\n...")
	s.keys("4)\r", "... 4)\n8\n>>>")
	s.keys("import sys\r", ">>> import sys\n>>>")
	s.keys("sys.byteord\t", ">>> sys.byteorder")
	s.keys(" == 1\r", ">>> sys.byteorder == 1\nFalse\n>>>")
	s.keys("doub\t", ">>> double")
	s.keys("(1)\r", "\n2\n>>>")
	s.keys("\x1b[A", ">>> double(1)")
	s.keys("\x1b[A", ">>> sys.byteorder == 1")
	s.keys("\x03", "KeyboardInterrupt\n>>>")
	s.keys("1/0\r", "  File \"<stdin>\", line 1, in <module>\n    1/0\n    ~^~\nZeroDivisionError: division by zero\n>>>")
	s.keys("def f(:\r", "    def f(:\n          ^\nSyntaxError: invalid syntax\n>>>")
	s.keys("class Count:\r", ">>> class Count:\n...")
	s.keys("n = 0\r", "...     n = 0\n...")
	s.keys("def __str__(self):\r", "...     def __str__(self):\n...")
	s.keys("Count.n += 1; return f'\\x1b[32min {Count.n}> \\x1b[0m'\r", "[0m'\n...")
	s.keys("\r", "\n>>>")
	s.keys("sys.ps1 = Count()\r", "\nin 1>")
	s.keys("None\r", "\nin 2>")
	s.keys("sys.ps1 = 'in> '\r", "\nin>")
	s.keys("if 1:\r", "\n...")
	s.keys("print('looping')\r", "\n...")
	s.keys("while 1: pass\r", "\n...")
	s.keys("\r", "\nlooping")
	s.keys("\x03", "KeyboardInterrupt\nin>")
	s.keys("exit(3)\r", "")
	if status := s.status(); status != 3 {
		t.Error("status", status)
	}
}

// TestTerminalBlocks: a statement of several lines is edited, remembered and pasted as one text.
func TestTerminalBlocks(t *testing.T) {
	s := newScreen(t, nil, "run", "-q")
	s.keys("", ">>>")
	s.keys("for i in 1, 2:\r", "\n...")
	s.keys("print(i)\r", "...     print(i)\n...")
	s.keys("\x1b[A\x1b[A\x05\x1b[D, 3", ">>> for i in 1, 2, 3:\n...     print(i)\n...")
	s.keys("\x1b>\r", "...     print(i)\n...\n1\n2\n3\n>>>")
	s.keys("\x1b[A", "3\n>>> for i in 1, 2, 3:\n...     print(i)")
	s.keys("\x1b[A\x05\x1b[D\x7f4", "3\n>>> for i in 1, 2, 4:\n...     print(i)")
	s.keys("\x1b>\r", "\n...")
	s.keys("\r", "\n1\n2\n4\n>>>")
	// Blocks with empty lines, and several statements.
	s.keys("\x1b[200~def f(x):\r    y = x\r\r    return y\r\rf(5)\rx = f(6)\rx\x1b[201~", "...     return y\n...\n... f(5)\n... x = f(6)\n... x")
	s.keys("\r", "... x\n...")
	s.keys("\r", "... x\n...\n5\n6\n>>>")
	s.keys("\x1b[200~print('a')\n1/0\nprint('b')\n\x1b[201~\r", "\n    1/0\n    ~^~\nZeroDivisionError: division by zero\n>>>")
	if strings.Contains(s.text(), "\nb\n") {
		t.Error("statements after one that failed were run")
	}
	// A terminal that does not mark what is pasted.
	s.keys("class C:\r    def m(self):\r        return 7\r    def n(self):\r        return 8\r\r[C().m(), C().n()]\r", "\n[7, 8]\n>>>")
	s.keys("exit\r", "")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
}

// TestTerminalModes: programs find the terminal as they expect it, and what they print stays.
func TestTerminalModes(t *testing.T) {
	s := newScreen(t, nil, "run", "-q")
	s.keys("", ">>>")
	s.keys("name = input('name? ')\r", "\nname?")
	s.keys("Heinz\r", "name? Heinz\n>>>")
	s.keys("name\r", "\n'Heinz'\n>>>")
	s.keys("print('no newline', end='')\r", "end='')\nno newline\n>>>")
	s.keys("print('日本語' * 2)\r", ">>> print('日本語' * 2)\n日本語日本語\n>>>")
	s.keys("'"+strings.Repeat("x", 80)+"'.count('x')\r", "\\\nxxxxxx'.count('x')\n80\n>>>")
	pty.Setsize(s.tty, &pty.Winsize{Rows: 24, Cols: 40})
	s.term.Resize(40, 24)
	s.keys("'"+strings.Repeat("y", 40)+"'\r", ">>> '"+strings.Repeat("y", 34)+"\\\nyyyyyy'\n'"+strings.Repeat("y", 39)+"\ny'\n>>>")
	s.keys("abc", ">>> abc")
	s.cmd.Process.Signal(os.Interrupt)
	s.keys("", ">>> abc\nKeyboardInterrupt\n>>>")
	s.keys("1 + 1\r", "\n2\n>>>")
	s.keys("\x1a", ">>>") // there is no shell that could continue it
	s.keys("help\r", "help>")
	s.keys("quit\r", "\n>>>")
	s.keys("copyright\r", "\nCopyright (c) 2026 the psy authors.\n>>>")
	s.keys("quit = 5\r", ">>>")
	s.keys("quit\r", "\n5\n>>>")
	s.keys("raise SystemExit('bye')\r", "bye")
	if status := s.status(); status != 1 {
		t.Error("status", status)
	}
	_, fresh, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	want, _ := term.GetState(int(fresh.Fd()))
	if got, err := term.GetState(int(s.tty.Fd())); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the terminal is left as %v, not %v: %v", got, want, err)
	}
}

// TestTerminalColours: tracebacks are coloured on a terminal, and PYTHONSTARTUP runs before the first prompt.
func TestTerminalColours(t *testing.T) {
	startup := write(t, "startup.py", []byte("started = 42\n1 / 0\n"))
	s := newScreen(t, []string{"PYTHON_COLORS=1", "PYTHONSTARTUP=" + startup}, "run", "-q")
	s.keys("", "ZeroDivisionError: division by zero\n>>>")
	s.keys("started\r", "42\n>>>")
	s.keys("x y\r", "SyntaxError: invalid syntax\n>>>")
	s.term.Lock()
	defer s.term.Unlock()
	for y := range 24 {
		if s.term.Cell(0, y).Char == 'S' {
			if c := s.term.Cell(0, y); c.FG == vt10x.DefaultFG {
				t.Error("the error's class has no colour")
			}
			return
		}
	}
	t.Error("no error to be seen")
}

// TestInspectAfter: a program that sets PYTHONINSPECT gets a prompt, unless it exits.
func TestInspectAfter(t *testing.T) {
	prog := write(t, "prog.py", []byte("import os\nos.environ['PYTHONINSPECT'] = '1'\nx = 6\n1 / 0\n"))
	s := newScreen(t, nil, "run", prog)
	s.keys("", "ZeroDivisionError: division by zero\n>>>")
	s.keys("x * 7\r", "\n42\n>>>")
	s.keys("\x04", "")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
	s = newScreen(t, nil, "run", "-c", "import os; os.environ['PYTHONINSPECT'] = '1'; raise SystemExit(7)")
	if status := s.status(); status != 7 {
		t.Error("status", status)
	}
	s = newScreen(t, nil, "run", "-E", "-c", "import os; os.environ['PYTHONINSPECT'] = '1'")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
}

// TestAlone: psy without arguments and without a terminal runs standard input, as python3 does.
func TestAlone(t *testing.T) {
	if got := finish(t, psyCommand(), "import sys\nprint(sys.argv, __name__)\nsys.exit(3)\n"); got.out != "[''] __main__\n" || got.status != 3 {
		t.Errorf("%+v", got)
	}
}

// TestTerminalEnd: Ctrl-D ends a prompt, whether psy is alone or comes after a program, and what was typed is remembered.
func TestTerminalEnd(t *testing.T) {
	history := filepath.Join(t.TempDir(), "history")
	env := []string{"PYTHON_HISTORY=" + history}
	s := newScreen(t, env)
	s.keys("", ">>>")
	if !strings.HasPrefix(s.text(), "Python 3.13.0 (psy ") {
		t.Errorf("the screen begins with\n%s", s.text())
	}
	s.keys("if 1:\r", "\n...")
	s.keys("'and me'\r", "\n...")
	s.keys("\r", "'and me'\n>>>")
	s.keys("'remember me'\r", "'remember me'\n>>>")
	s.keys("\x04", "")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
	prog := write(t, "prog.py", []byte("x = 5\n1 / 0\n"))
	s = newScreen(t, env, "run", "-i", prog)
	s.keys("", "ZeroDivisionError: division by zero\n>>>")
	s.keys("x\r", "\n5\n>>>")
	s.keys("\x1b[A\x1b[A", ">>> 'remember me'")
	s.keys("\x1b[A", ">>> if 1:\n...     'and me'")
	s.keys("\x03", "\n>>>")
	s.keys("\x04", "")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
}

// TestTerminalReadline: input() edits lines once readline is loaded, completes, remembers, and ends as it does in CPython.
func TestTerminalReadline(t *testing.T) {
	prog := filepath.Join(t.TempDir(), "p.py")
	source := `import readline
def complete(word, n):
    words = [w for w in ("alpha", "alps", "beta") if w.startswith(word)]
    return words[n] if n < len(words) else None
readline.set_completer(complete)
readline.parse_and_bind("tab: complete")
readline.parse_and_bind(r'"\C-x\C-m": "macro"')
readline.set_startup_hook(lambda: readline.insert_text("<"))
print([input("first> ")])
readline.set_startup_hook()
while True:
    try:
        print([input("> ")], readline.get_current_history_length())
    except KeyboardInterrupt:
        print("interrupted")
    except EOFError:
        print("end")
        break
`
	if err := os.WriteFile(prog, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, nil, "run", prog)
	s.keys("", "first> <")
	s.keys("xyz\x1b[D\x7fé\r", "first> <xéz\n['<xéz']\n>")
	s.keys("be\t", "> beta")
	s.keys(" al\t", "> beta alp")
	s.keys("\t\t", "> beta alp\nalpha  alps")
	s.keys("h\t\x01\x18\x0d", "> macrobeta alpha")
	s.keys("\r", "\n['macrobeta alpha'] 2\n>")
	s.keys("\x1b[A\x1b[A", "\n> <xéz")
	s.keys("\x15one", "\n> one")
	s.keys("\x03", "\n> one^C\ninterrupted\n>")
	s.keys("two\r", "\n['two'] 3\n>")
	s.keys("\x04", "\nend")
	if status := s.status(); status != 0 {
		t.Error("status", status)
	}
}
