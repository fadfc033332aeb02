// Command library compares interpreters by the native modules of the library: rows.py has the rows. The interpreters take turns, and times are processor
// times. For each row it prints how many times as fast as the first interpreter each other one is: "warm" by the best turn of a process that goes on for a
// while, "process" by a whole process, start and the making of data included, whose turns take the first interpreter 0.15 s.
//
//	go run ./bench/library -rounds 3 python3.13 "psy run"
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

//go:embed rows.py
var rows []byte

var (
	only    = flag.String("only", "", "rows, or beginnings of their names, separated by commas; default: all")
	rounds  = flag.Int("rounds", 3, "how many processes of each kind there are; the best one counts")
	seconds = flag.Float64("seconds", 1, "how long a warm process goes on")
)

// share is what the turns of a whole process take the first interpreter, in seconds.
const share = 0.15

// result is the best of an interpreter in a row.
type result struct {
	warm, process float64
	check         string
}

func main() {
	flag.Parse()
	log.SetFlags(0)
	if err := run(flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(interpreters []string) error {
	if len(interpreters) < 2 {
		return errors.New("which interpreters? The others are compared to the first")
	}
	dir, err := os.MkdirTemp("", "library")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "rows.py")
	if err := os.WriteFile(program, rows, 0o600); err != nil {
		return err
	}
	names, _, err := start(interpreters[0], program)
	if err != nil {
		return err
	}
	fmt.Println("| row | first, ms |" + strings.Repeat(" warm | process |", len(interpreters)-1))
	fmt.Println("|---|---:|" + strings.Repeat("---:|---:|", len(interpreters)-1))
	logs := make([][2]float64, len(interpreters))
	done := 0.0
	var weak []string
	for _, name := range strings.Fields(names) {
		if !chosen(name) {
			continue
		}
		best, err := measure(program, name, interpreters)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		done++
		fmt.Printf("| %s | %.1f |", name, best[0].warm*1e3)
		for i, b := range best[1:] {
			warm, process := best[0].warm/b.warm, best[0].process/b.process
			fmt.Printf(" %.2f | %.2f |", warm, process)
			logs[i+1][0] += math.Log(warm)
			logs[i+1][1] += math.Log(process)
			if warm < 1 {
				weak = append(weak, name)
			}
		}
		fmt.Println()
	}
	fmt.Print("| **geometric mean** | |")
	for _, l := range logs[1:] {
		fmt.Printf(" **%.2f** | **%.2f** |", math.Exp(l[0]/done), math.Exp(l[1]/done))
	}
	fmt.Println("\n\nSlower than the first when warm:", strings.Join(weak, ", "))
	return nil
}

func chosen(name string) bool {
	return *only == "" || slices.ContainsFunc(strings.Split(*only, ","), func(s string) bool { return strings.HasPrefix(name, s) })
}

// measure runs a row under all interpreters and checks that its results agree.
func measure(program, name string, interpreters []string) ([]result, error) {
	best := make([]result, len(interpreters))
	turns := "1"
	for round := range *rounds {
		for i, interpreter := range interpreters {
			out, _, err := start(interpreter, program, name, strconv.FormatFloat(*seconds, 'f', 3, 64))
			if err != nil {
				return nil, err
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			warm, err := strconv.ParseFloat(lines[len(lines)-1], 64)
			if err != nil {
				return nil, fmt.Errorf("%s printed %q", interpreter, out)
			}
			check := strings.Join(lines[:len(lines)-1], "\n")
			if i == 0 && round == 0 {
				turns = strconv.Itoa(int(math.Ceil(share / warm)))
			}
			_, process, err := start(interpreter, program, name, turns)
			if err != nil {
				return nil, err
			}
			if round == 0 {
				best[i] = result{warm, process, check}
			}
			best[i].warm, best[i].process = min(best[i].warm, warm), min(best[i].process, process)
		}
	}
	for i, b := range best {
		if b.check != best[0].check && !strings.Contains(name, "compress") {
			return nil, fmt.Errorf("%s gives %.200s, %s gives %.200s", interpreters[0], best[0].check, interpreters[i], b.check)
		}
	}
	return best, nil
}

// start runs the program to its end and returns what it has printed, and its processor time in seconds.
func start(interpreter string, args ...string) (string, float64, error) {
	command := append(strings.Fields(interpreter), args...)
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), "PYTHONHASHSEED=0", "LC_ALL=C.UTF-8")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w\n%s", interpreter, err, stderr.Bytes())
	}
	return string(out), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil
}
