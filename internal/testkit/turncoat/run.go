// Running: many programs in one process, what each has printed, and making a program that differs small.

package turncoat

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Driver is the Python program that runs others: it reads what Batch gives from its standard input.
//
//go:embed driver.py
var Driver string

// A Case is a program that has a name, which is its seed. Source may also be its compiled code.
type Case struct {
	Seed   uint64
	Source string
}

// Cases are the programs of n seeds.
func Cases(first uint64, n int) []Case {
	list := make([]Case, n)
	for i := range list {
		seed := first + uint64(i)
		list[i] = Case{seed, Generate(seed)}
	}
	return list
}

// Batch is the driver's input.
func Batch(cases []Case) string {
	var b strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&b, "%d %d\n%s", c.Seed, len(c.Source), c.Source)
	}
	return b.String()
}

// Compiled takes apart what the driver has written to the file of its argument "code=FILE".
func Compiled(data string) []Case {
	var list []Case
	for data != "" {
		var c Case
		var n int
		head, rest, _ := strings.Cut(data, "\n")
		if _, err := fmt.Sscan(head, &c.Seed, &n); err != nil || n > len(rest) {
			break
		}
		c.Source, data = rest[:n], rest[n:]
		list = append(list, c)
	}
	return list
}

// Outputs takes the driver's output apart. A program that did not come to its end has none.
func Outputs(stdout string) map[uint64]string {
	out := map[uint64]string{}
	parts := strings.Split("\n"+stdout, "\n=== ")
	for i, part := range parts[1:] {
		head, text, _ := strings.Cut(part, "\n")
		seed, err := strconv.ParseUint(head, 10, 64)
		if err == nil && i+2 < len(parts) { // another mark follows
			out[seed] = text
		}
	}
	return out
}

// Shrink leaves out lines, each with what is indented below it, and takes blocks' contents for the blocks, as long as differs holds.
func Shrink(source string, differs func(string) bool) string {
	lines := strings.Split(strings.TrimRight(source, "\n"), "\n")
	try := func(from, to int, instead []string) bool {
		cut := append(append(append([]string{}, lines[:from]...), instead...), lines[to:]...)
		if !differs(strings.Join(cut, "\n") + "\n") {
			return false
		}
		lines = cut
		return true
	}
	for size := len(lines) / 2; size > 1; size /= 2 { // pieces of the whole
		for at := 0; at < len(lines); {
			if to := blockEnd(lines, min(at+size, len(lines))-1); !try(at, to, nil) {
				at = to
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for at := len(lines) - 1; at >= 0; at-- {
			if at >= len(lines) {
				continue
			}
			end := blockEnd(lines, at)
			switch {
			case try(at, end, nil):
				changed = true
			case end > at+1:
				changed = try(at, end, dedent(lines[at+1:end])) || try(at, end, []string{indentOf(lines[at]) + "pass"}) || changed
			}
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// blockEnd is the line behind line at and what is indented below it, further clauses of a compound statement included.
func blockEnd(lines []string, at int) int {
	indent := len(indentOf(lines[at]))
	end := at + 1
	for ; end < len(lines); end++ {
		rest := strings.TrimLeft(lines[end], " ")
		n := len(lines[end]) - len(rest)
		clause := n == indent && (strings.HasPrefix(rest, "except") || strings.HasPrefix(rest, "else") || strings.HasPrefix(rest, "finally") || strings.HasPrefix(rest, "elif"))
		if n <= indent && !clause {
			break
		}
	}
	return end
}

func dedent(lines []string) []string {
	var out []string
	first := len(indentOf(lines[0]))
	for _, line := range lines {
		if n := len(indentOf(line)); n >= first {
			out = append(out, line[4:])
		}
	}
	return out
}
