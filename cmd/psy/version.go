// psy version: which psy this is, and which standard library its programs get.

package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/psyco-go/psy/internal/host/library"
)

func versionCommand(args []string) int {
	var verbose, asJSON bool
	for _, a := range args {
		switch a {
		case "-v":
			verbose = true
		case "--json":
			asJSON = true
		default:
			fmt.Fprintln(os.Stderr, "usage: psy version [-v] [--json]")
			return 2
		}
	}
	var in installation
	if verbose {
		r := &runOptions{}
		r.findLibrary(&in)
	}
	if asJSON {
		v := struct {
			Psy     string `json:"psy"`
			Python  string `json:"python"`
			Library string `json:"library,omitempty"`
			Why     string `json:"why,omitempty"`
			Origin  string `json:"origin,omitempty"`
		}{Version, "3.13.0", in.library, in.why, origin(&in)}
		text, _ := json.Marshal(v)
		fmt.Println(string(text))
		return 0
	}
	fmt.Printf("psy %s (Python 3.13.0)\n", Version)
	if verbose {
		where := in.library
		if where == "" {
			where = "none"
		}
		fmt.Printf("library: %s\n  because: %s\n", where, in.why)
		if from := origin(&in); from != "" {
			fmt.Println("  from:", from)
		}
	}
	return 0
}

// origin says what the library that is part of psy is, if that is the one that is used.
func origin(in *installation) string {
	if in.embedded == nil {
		return ""
	}
	return "CPython " + library.Version + ", " + library.Origin()
}
