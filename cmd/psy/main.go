// Command psy runs Python 3.13 programs, compiles them, shows their bytecode, and checks it. It must not know how objects are laid out.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/psyco-go/psy/internal/config"
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
		{"version", "[--json]", "print the version", versionCommand},
	}
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: psy COMMAND ...\n  psy alone is psy run: a prompt on a terminal, else it runs standard input")
	for _, c := range commands {
		fmt.Fprintf(w, "  psy %-62s %s\n", c.name+" "+c.args, c.help)
	}
	fmt.Fprintln(w, "psy run -h lists the options of run.")
}

func main() {
	config.TuneGo()
	if len(os.Args) < 2 {
		os.Exit(runCommand(nil))
	}
	name := os.Args[1]
	switch name {
	case "help", "-h", "--help":
		usage(os.Stdout)
		return
	case "-V", "--version":
		name = "version"
	}
	for _, c := range commands {
		if c.name == name {
			os.Exit(c.run(os.Args[2:]))
		}
	}
	fmt.Fprintf(os.Stderr, "psy: unknown command %q\n", name)
	usage(os.Stderr)
	os.Exit(2)
}

func versionCommand(args []string) int {
	if len(args) == 1 && args[0] == "--json" {
		fmt.Printf("{\"psy\": %q, \"python\": \"3.13.0\"}\n", Version)
		return 0
	}
	if len(args) > 0 {
		fmt.Fprintln(os.Stderr, "usage: psy version [--json]")
		return 2
	}
	fmt.Printf("psy %s (Python 3.13.0)\n", Version)
	return 0
}
