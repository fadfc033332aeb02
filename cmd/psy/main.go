// Command psy runs Python 3.13 programs, compiles them, shows their bytecode, and checks it. It must not know how objects are laid out.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/psyco-go/psy/internal/config"
	_ "github.com/psyco-go/psy/internal/host/first"  // which has an initializer
	_ "github.com/psyco-go/psy/internal/host/goheap" // likewise
)

// Version is psy's own version.
const Version = "0.2.0"

// A command of psy. It returns the exit status.
type command struct {
	name, args, help string
	run              func(args []string) int
}

var commands []command

func init() {
	commands = []command{
		{"run", "[options] [-c CODE | -m MODULE | FILE | -] [args...]", "run a program, source or compiled, as python3.13 would", runCommand},
		{"compile", "[-O|-OO] [--json] [-o OUT] FILE.py...", "compile sources to .pyc files", compileCommand},
		{"dis", "[--json] FILE [QUALNAME]", "disassemble it; with --native, run it and show machine code", disCommand},
		{"explain", "[--json] [options] FILE QUALNAME[:LINE] [args...]", "run it, and say why a function is slow", explainCommand},
		{"verify", "[--json] FILE...", "check that it is sound", verifyCommand},
		{"gen", "[-o FILE.go] [-package NAME] FILE", "write a Go file with its functions, typed", genCommand},
		{"inspect", "[--json] DUMP [FUNCTION | BUFFER]", "show what -X psy.dump wrote; --html FILE, --diff", inspectCommand},
		{"dap", "[--listen HOST:PORT] [options]", "debug a program, for a client of the Debug Adapter Protocol", dapCommand},
		{"top", "[--json] [--profile FILE] [--seconds N] PID", "show what a process that runs with -X psy.serve does", topCommand},
		{"version", "[-v] [--json]", "print the version; -v: and which library is used, and why", versionCommand},
	}
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: psy [options] [-c CODE | -m MODULE | FILE | -] [args...]\n  runs a program as python3.13 does; psy -h lists the options\nOther commands (a file with such a name is ./NAME):")
	for _, c := range commands {
		fmt.Fprintf(w, "  psy %-62s %s\n", c.name+" "+c.args, c.help)
	}
}

func main() {
	config.TuneGo()
	os.Exit(start(os.Args))
}

// start does what a command line asks for: one of psy's commands, or else what Python's means. Called as python, psy has no commands.
func start(argv []string) int {
	if len(argv) > 1 && !calledPython(argv[0]) {
		if argv[1] == "help" {
			usage(os.Stdout)
			return 0
		}
		for _, c := range commands {
			if c.name == argv[1] {
				return c.run(argv[2:])
			}
		}
	}
	if len(argv) == 0 {
		argv = []string{"psy"}
	}
	return python(argv[0], argv[1:])
}

// calledPython tells whether a program's name is one that Python's goes by: python, python3, python3.13.
func calledPython(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(filepath.Base(name)), ".exe")
	return strings.HasPrefix(name, "python")
}
