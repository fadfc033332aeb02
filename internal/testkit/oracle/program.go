package oracle

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Program is one program of tests/programs with its recorded behaviour. A source may say in its first lines
// "# args: A B", "# stdin: TEXT" (with Go's escapes), "# needs: stdlib", "# needs: process" and "# needs: fork".
type Program struct {
	Name, Dir    string
	Args         []string
	Stdin        string
	NeedsStdlib  bool
	NeedsProcess bool // it changes what all of a process shares: the working folder, signals, descriptors by number, the environment
	NeedsFork    bool // a psy that can fork: for x86-64, and without the race detector
	Want         Result
}

// Programs reads a folder of programs.
func Programs(dir string) ([]Program, error) {
	sources, err := filepath.Glob(filepath.Join(dir, "*.py"))
	if err != nil {
		return nil, err
	}
	var all []Program
	for _, src := range sources {
		p, err := load(src)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func load(src string) (Program, error) {
	text, err := os.ReadFile(src)
	if err != nil {
		return Program{}, err
	}
	p := Program{Name: strings.TrimSuffix(filepath.Base(src), ".py"), Dir: filepath.Dir(src)}
	for _, line := range strings.SplitN(string(text), "\n", 6) {
		if v, ok := strings.CutPrefix(line, "# args: "); ok {
			p.Args = strings.Fields(v)
		}
		if v, ok := strings.CutPrefix(line, "# stdin: "); ok {
			if p.Stdin, err = strconv.Unquote(`"` + v + `"`); err != nil {
				return p, err
			}
		}
		p.NeedsStdlib = p.NeedsStdlib || line == "# needs: stdlib"
		p.NeedsFork = p.NeedsFork || line == "# needs: fork"
		p.NeedsProcess = p.NeedsProcess || line == "# needs: process"
	}
	p.Want.Stdout = optional(p.path(".out"))
	p.Want.Stderr = optional(p.path(".err"))
	if s := optional(p.path(".status")); s != "" {
		if p.Want.Status, err = strconv.Atoi(strings.TrimSpace(s)); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (p Program) path(ext string) string { return filepath.Join(p.Dir, p.Name+ext) }

// Record writes the observed behaviour as the expected one; files that would be empty are removed.
func (p Program) Record(r Result) error {
	status := ""
	if r.Status != 0 {
		status = strconv.Itoa(r.Status) + "\n"
	}
	for _, f := range []struct{ ext, text string }{{".out", r.Stdout}, {".err", r.Stderr}, {".status", status}} {
		name := p.path(f.ext)
		if f.text == "" && f.ext != ".out" {
			if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
				return err
			}
			continue
		}
		if err := os.WriteFile(name, []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func optional(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
