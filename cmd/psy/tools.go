// psy dis and psy verify.

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// flag takes a leading flag away.
func flag(name string, args []string) (given bool, rest []string) {
	if len(args) > 0 && args[0] == name {
		return true, args[1:]
	}
	return false, args
}

func disCommand(args []string) int {
	native, args := flag("--native", args)
	uops, args := flag("--uops", args)
	asJSON, args := flag("--json", args)
	if native {
		return disNative(args, asJSON)
	}
	if uops {
		return disUops(args, asJSON)
	}
	if len(args) < 1 || len(args) > 2 {
		return fail("usage: psy dis [--json] FILE [QUALNAME]\n       psy dis --native|--uops [--json] [options of run] FILE QUALNAME [args...]")
	}
	prog, status := loadProgram(args[0])
	if prog == nil {
		return status
	}
	code := prog.Code
	if len(args) == 2 {
		if code = prog.Find(args[1]); code == nil {
			fmt.Fprintf(os.Stderr, "psy: no code object named %q in %s\n", args[1], args[0])
			return 1
		}
	}
	w := bufio.NewWriter(os.Stdout)
	var err error
	if asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		err = e.Encode(pyc.Listings(code))
	} else {
		err = pyc.Disassemble(w, code, pyc.DisOptions{})
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

// finding is the JSON form of what psy verify says of one file.
type finding struct {
	File   string `json:"file"`
	Sound  bool   `json:"sound"`
	Error  string `json:"error,omitempty"`
	Rule   string `json:"rule,omitempty"`
	Func   string `json:"func,omitempty"`
	Offset int    `json:"offset,omitempty"`
}

func verifyCommand(args []string) int {
	asJSON, args := flag("--json", args)
	if len(args) == 0 {
		return fail("usage: psy verify [--json] FILE...")
	}
	status := 0
	for _, name := range args {
		f := finding{File: name, Sound: true}
		data, err := os.ReadFile(name)
		if err == nil && !isCompiled(name, data) {
			_, err = compileSource(name, data, 0) // which verifies
		} else if err == nil {
			_, err = pyc.Load(data)
		}
		if err != nil {
			status = 1
			f.Sound, f.Error = false, err.Error()
			var e *pyc.Error
			if errors.As(err, &e) {
				f.Rule, f.Func, f.Offset = e.Rule, e.Func, e.Offset
			}
		}
		switch {
		case asJSON:
			b, _ := json.Marshal(f)
			fmt.Println(string(b))
		case f.Sound:
			fmt.Printf("%s: sound\n", name)
		default:
			fmt.Printf("%s: %s\n", name, f.Error)
		}
	}
	return status
}
