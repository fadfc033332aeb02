// Command psy runs CPython 3.13 bytecode, shows it, and checks it. It must not know how objects are laid out.
package main

import (
	"fmt"
	"io"
	"os"
)

// Version is psy's own version.
const Version = "0.1.0"

// A command of psy. It returns the exit status.
type command struct {
	name, args, help string
	run              func(args []string) int
}

var commands []command

func init() {
	commands = []command{
		{"run", "[options] FILE.pyc [args...]", "run a compiled program as python3.13 would", runCommand},
		{"dis", "[--json] FILE.pyc [QUALNAME]", "disassemble it; with --native, run it and show machine code", disCommand},
		{"verify", "[--json] FILE.pyc...", "check that it is sound", verifyCommand},
		{"gen", "[-o FILE.go] [-package NAME] FILE.pyc", "write a Go file with its functions, typed", genCommand},
		{"version", "[--json]", "print the version", versionCommand},
	}
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: psy COMMAND ...")
	for _, c := range commands {
		fmt.Fprintf(w, "  psy %-40s %s\n", c.name+" "+c.args, c.help)
	}
	fmt.Fprintln(w, "psy run -h lists the options of run.")
}

func main() {
	if len(os.Args) < 2 {
		usage(os.Stderr)
		os.Exit(2)
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
