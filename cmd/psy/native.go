// psy dis --native: a program is run, and then the machine code that was made of a function is shown, bytecode and vinfos beside it.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/world"
)

// disNative is psy dis --native.
func disNative(args []string, asJSON bool) int {
	var list []dump.Buffer
	return disMade(&made{
		flag: "--native", engine: "psyco", what: "machine code",
		list: func(w *world.World, name string) (any, int) {
			if w.Compiler != nil {
				list = w.Compiler.Listings(name)
			}
			return list, len(list)
		},
		write: func(w *bufio.Writer, name string, code *pyc.Code) { writeNative(w, name, list, code) },
	}, args, asJSON)
}

// made is what an engine has made of a function.
type made struct {
	flag, engine, what string
	threshold          int64 // unless psy.threshold is given
	list               func(w *world.World, name string) (list any, n int)
	write              func(w *bufio.Writer, name string, code *pyc.Code)
}

// disMade takes the options of psy run, FILE, QUALNAME, and the program's arguments, runs the program by an engine, and shows what the engine has
// made of the function. The program's output goes to stderr.
func disMade(m *made, args []string, asJSON bool) int {
	r, err := parseRun(args)
	if err != nil {
		return fail("%v", err)
	}
	if len(r.args) < 2 {
		return fail("usage: psy dis %s [--json] [options of run] FILE QUALNAME [args...]", m.flag)
	}
	name := r.args[1]
	r.args = append(r.args[:1], r.args[2:]...)
	prog, status := loadProgram(r.file)
	if prog == nil {
		return status
	}
	r.engine, r.Listing, r.stdout = m.engine, true, os.Stderr
	if _, _, found := r.xoptions.get("psy.threshold"); !found {
		r.Threshold = m.threshold
	}
	var list any
	n := 0
	r.atEnd = func(w *world.World) { list, n = m.list(w, name) }
	if err := r.settle(); err != nil {
		return fail("%v", err)
	}
	r.run(modules.Compiled(prog, mainFile(r.file)))
	if n == 0 {
		fmt.Fprintf(os.Stderr, "psy: no %s of %q\n", m.what, name)
		return 1
	}
	w := bufio.NewWriter(os.Stdout)
	if asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		err = e.Encode(list)
	} else {
		m.write(w, name, prog.Find(name))
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
		return 1
	}
	return 0
}

// writeNative shows the buffers: name and snapshot, then instruction by instruction. code, which may be nil, is the function's.
func writeNative(w *bufio.Writer, name string, list []dump.Buffer, code *pyc.Code) {
	var bytecode []pyc.Instruction
	if code != nil {
		bytecode = pyc.Listings(code)[0].Instructions
	}
	for n, l := range list {
		if n > 0 {
			fmt.Fprintln(w)
		}
		var from []string
		for _, r := range l.From {
			from = append(from, fmt.Sprintf("%s+%#x", r.Buffer, r.At))
		}
		title := fmt.Sprintf("%s: %s", l.Name, name)
		if l.Inlined != "" {
			title += ", " + l.Inlined
		}
		title += fmt.Sprintf(" at %d, %d bytes", l.Offset, l.Size)
		if from != nil {
			title += ", from " + strings.Join(from, ", ")
		}
		fmt.Fprintln(w, title)
		for i := range l.Snapshot {
			fmt.Fprintf(w, "    ; %s\n", &l.Snapshot[i])
		}
		for _, p := range l.Parts {
			if p.Offset < 0 {
				fmt.Fprintf(w, "  %s\n", p.Purpose)
			} else if p.Inlined != "" {
				fmt.Fprintf(w, "  %s at %d\n", p.Inlined, p.Offset)
			} else if !writeBytecode(w, bytecode, p.Offset) {
				fmt.Fprintf(w, "  at %d\n", p.Offset)
			}
			for i := range p.Changed {
				fmt.Fprintf(w, "    ; %s\n", &p.Changed[i])
			}
			for _, line := range p.Lines {
				fmt.Fprintf(w, "        %4x  %s\n", line.At, line.Text)
			}
		}
	}
}

// writeBytecode shows the instruction at an offset, with its prefixes.
func writeBytecode(w *bufio.Writer, bytecode []pyc.Instruction, offset int) (found bool) {
	for _, in := range bytecode {
		if in.Offset < offset {
			continue
		}
		if in.Offset > offset && !found {
			return false
		}
		line, label, arg := "", "", ""
		if in.Line != nil {
			line = fmt.Sprint("line ", *in.Line)
		}
		if in.Label != "" {
			label = in.Label + ":"
		}
		if in.Arg != nil {
			arg = fmt.Sprint(*in.Arg)
		}
		if in.Text != "" {
			arg += " (" + in.Text + ")"
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-5s %4d  %-22s %-24s %s", label, in.Offset, in.Opcode, arg, line), " "))
		found = true
		if in.Opcode != "EXTENDED_ARG" {
			break
		}
	}
	return found
}
