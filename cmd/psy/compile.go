// psy compile: a source becomes a .pyc file, the one that CPython's py_compile writes.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

const compileUsage = "usage: psy compile [-O|-OO] [--json] [-o OUT] FILE.py..."

// compiledFile is the JSON form of what psy compile says of one file.
type compiledFile struct {
	File      string `json:"file"`
	Out       string `json:"out,omitempty"`
	Bytes     int    `json:"bytes,omitempty"`
	Error     string `json:"error,omitempty"` // the class
	Message   string `json:"message,omitempty"`
	Line      int    `json:"line,omitempty"`
	Offset    int    `json:"offset,omitempty"`
	EndLine   int    `json:"end_line,omitempty"`
	EndOffset int    `json:"end_offset,omitempty"`
}

func compileCommand(args []string) int {
	optimize, asJSON, out := 0, false, ""
	var files []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--json":
			asJSON = true
		case a == "-O":
			optimize = max(optimize, 1)
		case a == "-OO":
			optimize = 2
		case a == "-o" && i+1 < len(args):
			i++
			out = args[i]
		case strings.HasPrefix(a, "-"):
			return fail(compileUsage)
		default:
			files = append(files, a)
		}
	}
	if len(files) == 0 || out != "" && len(files) > 1 {
		return fail(compileUsage)
	}
	status := 0
	for _, name := range files {
		status = max(status, compileFile(name, out, optimize, asJSON))
	}
	return status
}

func compileFile(name, out string, optimize int, asJSON bool) int {
	text, status := readProgram("psy", name)
	if status != 0 {
		return status
	}
	if out == "" {
		out = cacheName(name, optimize)
	}
	f := compiledFile{File: name, Out: out}
	code, err := compileSource(name, text, optimize)
	if code != nil {
		f.Bytes, err = writeCompiled(name, out, code, len(text))
		complain(err)
	}
	if err != nil {
		f.Out, f.Error, f.Message = "", "OSError", err.Error()
		status = 1
		var se *syntax.Error
		if errors.As(err, &se) {
			f.Error, f.Message = string(se.Class), se.Msg
			f.Line, f.Offset, f.EndLine, f.EndOffset = se.Line, se.Offset, se.EndLine, se.EndOffset
		}
	}
	if asJSON {
		b, _ := json.Marshal(f)
		fmt.Println(string(b))
	}
	return status
}

// cacheName is where CPython keeps the compiled form of a source.
func cacheName(source string, optimize int) string {
	dir, name := filepath.Split(source)
	name = strings.TrimSuffix(name, filepath.Ext(name)) + ".cpython-313"
	if optimize > 0 {
		name += fmt.Sprintf(".opt-%d", optimize)
	}
	return filepath.Join(dir, "__pycache__", name+".pyc")
}

// writeCompiled writes a .pyc file with the time and size of its source. Who reads at the same time sees the old file or the new one.
func writeCompiled(source, out string, code *pyc.Code, size int) (int, error) {
	st, err := os.Stat(source)
	if err != nil {
		return 0, err
	}
	data, err := pyc.Dump(&pyc.Program{Header: pyc.Header{MTime: uint32(st.ModTime().Unix()), Size: uint32(size)}, Code: code})
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return 0, err
	}
	temp, err := os.CreateTemp(filepath.Dir(out), filepath.Base(out)+".*")
	if err != nil {
		return 0, err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(st.Mode().Perm()&0o666|0o200), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), out)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return len(data), err
}
