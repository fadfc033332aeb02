// psy inspect: what a dump tells.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/inspect"
)

const inspectUsage = `usage: psy inspect [--json] DUMP [FUNCTION[:LINE][@OFFSET] | BUFFER]
       psy inspect --html FILE DUMP
       psy inspect [--json] --diff DUMP DUMP

Without more, the functions by processor time; a function with its bytecode and buffers; at an offset, how the versions of that merge point differ;
or a buffer. --html writes a page. --diff says what got worse or better from the first to the second, and exits with 1 if something did get worse.
psy run -X psy.dump=FILE writes dumps.`

func inspectCommand(args []string) int {
	asJSON, diff, html := false, false, ""
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch {
		case args[0] == "--json":
			asJSON = true
		case args[0] == "--diff":
			diff = true
		case args[0] == "--html" && len(args) > 1:
			html = args[1]
			args = args[1:]
		case args[0] == "-h" || args[0] == "--help":
			fmt.Println(inspectUsage)
			return 0
		default:
			return fail("%s", inspectUsage)
		}
		args = args[1:]
	}
	switch n := len(args); {
	case diff && (n != 2 || html != ""), !diff && (n < 1 || n > 2), html != "" && (n != 1 || asJSON):
		return fail("%s", inspectUsage)
	}
	d, err := readDump(args[0])
	if err != nil {
		return fail("psy: %v", err)
	}
	switch {
	case diff:
		e, err := readDump(args[1])
		if err != nil {
			return fail("psy: %v", err)
		}
		return inspectDiff(d, e, asJSON)
	case html != "":
		return inspectPage(html, d)
	case len(args) == 1:
		return output(asJSON, inspect.Rows(d), func(w *bufio.Writer) { inspect.List(w, d) })
	}
	t, err := inspect.Find(d, args[1])
	if err != nil {
		return fail("psy: %v", err)
	}
	return output(asJSON, part(d, t), func(w *bufio.Writer) { inspect.Show(w, d, t) })
}

// part is what --json shows of a target: a buffer, or a function with its buffers or those that begin at an offset.
func part(d *dump.Dump, t inspect.Target) any {
	if t.Buffer >= 0 {
		return d.Buffers[t.Buffer]
	}
	out := struct {
		Function dump.Function `json:"function"`
		Buffers  []dump.Buffer `json:"buffers"`
	}{d.Functions[t.Function], []dump.Buffer{}}
	for _, b := range d.Buffers {
		if b.Function == t.Function && (t.Offset < 0 || b.Offset == t.Offset && b.Merge) {
			out.Buffers = append(out.Buffers, b)
		}
	}
	return out
}

func inspectDiff(a, b *dump.Dump, asJSON bool) int {
	changes := inspect.Diff(a, b)
	if changes == nil {
		changes = []inspect.Change{}
	}
	status := output(asJSON, changes, func(w *bufio.Writer) {
		for _, c := range changes {
			verdict := "better"
			if c.Lost {
				verdict = "WORSE "
			}
			fmt.Fprintf(w, "%s  %s: %s\n", verdict, c.Function, c.What)
		}
	})
	if status == 0 && len(changes) > 0 && changes[0].Lost {
		return 1
	}
	return status
}

// inspectPage writes the page to a file.
func inspectPage(name string, d *dump.Dump) int {
	f, err := os.Create(name)
	if err != nil {
		return fail("psy: %v", err)
	}
	err = inspect.Page(f, d)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err != nil {
		return fail("psy: %v", err)
	}
	return 0
}

// output writes data as JSON or as text to stdout.
func output(asJSON bool, data any, text func(w *bufio.Writer)) int {
	w := bufio.NewWriter(os.Stdout)
	var err error
	if asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		err = e.Encode(data)
	} else {
		text(w)
	}
	if err2 := w.Flush(); err == nil {
		err = err2
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
		return 1
	}
	return 0
}

func readDump(name string) (*dump.Dump, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := dump.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}
