// psy explain: a program is run, and then it is said of a function whether it was compiled, what stands in the way, and what to change.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/insight/explain"
	"github.com/psyco-go/psy/internal/world"
)

const explainUsage = "usage: psy explain [--json] [options of run] FILE QUALNAME[:LINE] [args...]"

func explainCommand(args []string) int {
	asJSON, args := flag("--json", args)
	r, err := parseRun(args)
	if err != nil {
		return fail("%v\n%s", err, explainUsage)
	}
	if len(r.args) < 2 {
		return fail(explainUsage)
	}
	name, line, err := functionAndLine(r.args[1])
	if err != nil {
		return fail("%v\n%s", err, explainUsage)
	}
	r.args = append(r.args[:1], r.args[2:]...)
	if err := r.settle(); err != nil {
		return fail("%v", err)
	}
	job, status := r.job()
	if job == nil {
		return status
	}
	r.Listing, r.sampled, r.stdout = true, true, os.Stderr
	var reports []explain.Report
	r.atEnd = func(w *world.World) { reports = explain.Functions(w.Dump(r.dumpOptions()), name, line) }
	r.run(job)
	if len(reports) == 0 {
		return fail("psy: no function named %q in %s, nor in what it imports", name, r.file)
	}
	w := bufio.NewWriter(os.Stdout)
	if asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		err = e.Encode(reports)
	} else {
		for i := range reports {
			if i > 0 {
				fmt.Fprintln(w)
			}
			reports[i].WriteText(w)
		}
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
		return 1
	}
	for _, r := range reports {
		if len(r.Findings) > 0 {
			return 1
		}
	}
	return 0
}

// functionAndLine takes QUALNAME[:LINE] apart.
func functionAndLine(arg string) (name string, line int, err error) {
	name, number, given := strings.Cut(arg, ":")
	if !given {
		return name, 0, nil
	}
	if line, err = strconv.Atoi(number); err != nil || line <= 0 {
		return "", 0, fmt.Errorf("%q is no line", number)
	}
	return name, line, nil
}
