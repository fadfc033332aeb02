package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestInstallation: packages are found where CPython's site module looks for them, and site runs when there is code for it.
func TestInstallation(t *testing.T) {
	dir := unixFolder(t)
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("base/bin/python3.13", "")
	for _, base := range []string{"base", "code"} {
		for _, name := range landmarks {
			write(base+"/lib/python3.13/"+name, "")
		}
	}
	write("minimal/bin/python3.13", "")
	write("minimal/lib/python3.13/os.py", "")
	write("base/lib/python3.13/site.py", "print('site')")
	write("base/lib/python3.13/site-packages/a.pth", "# here\n\nmore\nmissing\nmore\n")
	write("base/lib/python3.13/site-packages/.hidden.pth", "../hidden\n")
	write("base/lib/python3.13/site-packages/more/x.py", "")
	write("base/lib/python3.13/hidden/x.py", "")
	write("home/.local/lib/python3.13/site-packages/x.py", "")
	write("venv/pyvenv.cfg", "home = /somewhere\n")
	write("venv/lib/python3.13/site-packages/x.py", "")
	write("both/pyvenv.cfg", "Include-System-Site-Packages = TRUE\n")
	write("both/lib/python3.13/site-packages/x.py", "")
	write("code/bin/python3.13", "")
	write("code/lib/python3.13/site.py", "print('site')")
	write("code/lib/python3.13/site-packages/b.pth", "import x\n")
	write("custom/sitecustomize.py", "")
	for _, env := range []string{"venv", "both"} {
		if err := os.Mkdir(filepath.Join(dir, env, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(dir, "base/bin/python3.13"), filepath.Join(dir, env, "bin/python3.13")); err != nil {
			t.Fatal(err)
		}
	}
	const (
		lib   = " base/lib/python3.13"
		own   = " base/lib/python3.13/site-packages base/lib/python3.13/site-packages/more"
		home  = " home/.local/lib/python3.13/site-packages"
		print = "import sys; print(sys.prefix, sys.base_prefix, *sys.path[1:])"
	)
	for _, c := range []struct {
		bin, option, env, want string
	}{
		{bin: "base", want: "base base" + lib + home + own},
		{bin: "base", option: "-s", want: "base base" + lib + own},
		{bin: "base", option: "-S", want: "base base" + lib},
		{bin: "base", option: "-PE", env: "PYTHONPATH=elsewhere", want: "base base" + home + own},
		{bin: "base", env: "PYTHONNOUSERSITE=1", want: "base base" + lib + own},
		{bin: "base", env: "PYTHONUSERBASE=home/none", want: "base base" + lib + own},
		{bin: "venv", want: "venv base" + lib + " venv/lib/python3.13/site-packages"},
		{bin: "both", want: "both base" + lib + " both/lib/python3.13/site-packages" + home + own},
		{bin: "code", option: "-s", want: "site\ncode code code/lib/python3.13 code/lib/python3.13/site-packages"},
		{bin: "base", option: "-s", env: "PYTHONPATH=" + dir + "/custom", want: "site\nbase base custom" + lib + own},
	} {
		args := []string{"run", "-B"}
		if c.option != "" {
			args = append(args, c.option)
		}
		cmd := psyCommand(append(args, "-c", print)...)
		cmd.Env = append(cmd.Environ(), "PATH="+filepath.Join(dir, c.bin, "bin"), "HOME="+filepath.Join(dir, "home"), "PYTHONHOME=", c.env)
		r := finish(t, cmd, "")
		if got := strings.TrimSpace(strings.ReplaceAll(r.out, dir+"/", "")); got != c.want || r.errOut != "" {
			t.Errorf("%s %s %s:\ngot  %s\nwant %s\n%s", c.bin, c.option, c.env, got, c.want, r.errOut)
		}
	}
}

// TestWhichLibrary: psy version -v tells which library is used and why, in the order of what could name one.
func TestWhichLibrary(t *testing.T) {
	dir := unixFolder(t)
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, base := range []string{"whole", "home"} {
		for _, name := range landmarks {
			write(base+"/lib/python3.13/"+name, "")
		}
	}
	write("whole/bin/python3.13", "")
	write("part/bin/python3.13", "")
	write("part/lib/python3.13/os.py", "")
	write("of/pyvenv.cfg", "home = "+dir+"/whole/bin\n")
	write("own/pyvenv.cfg", "home = "+dir+"/nowhere\n")
	write("says/pyvenv.cfg", "home = "+dir+"/nowhere\nlibrary = "+dir+"/home/lib/python3.13\n")
	write("lost/pyvenv.cfg", "home = "+dir+"/nowhere\nlibrary = "+dir+"/part/lib/python3.13\n")
	for _, env := range []string{"of", "own", "says", "lost"} {
		if err := os.Mkdir(filepath.Join(dir, env, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(exe, filepath.Join(dir, env, "bin/psy")); err != nil {
			t.Fatal(err)
		}
	}
	const embedded = "library: /<psy>/lib/python3.13\n  because: "
	for _, c := range []struct{ exe, path, home, want string }{
		{"", "nowhere", "", embedded + "there is no python3.13 on PATH\n  from: CPython 3.13.1, "},
		{"", "part/bin", "", embedded + "part/bin/python3.13 is on PATH, but its library lacks json/__init__.py\n"},
		{"", "whole/bin", "", "library: whole/lib/python3.13\n  because: whole/bin/python3.13 is on PATH, and its library is complete\n"},
		{"of/bin/psy", "nowhere", "", "library: whole/lib/python3.13\n  because: the virtual environment of was made with it\n"},
		{"own/bin/psy", "whole/bin", "", embedded + "the virtual environment own has no other\n"},
		{"says/bin/psy", "whole/bin", "", "library: home/lib/python3.13\n  because: the virtual environment says was made with it\n"},
		{"lost/bin/psy", "whole/bin", "", embedded + "the virtual environment lost was made with part/lib/python3.13, which lacks json/__init__.py\n"},
		{"own/bin/psy", "whole/bin", "home", "library: home/lib/python3.13\n  because: PYTHONHOME names it\n"},
	} {
		cmd := psyCommand("version", "-v")
		if c.exe != "" {
			cmd.Path = filepath.Join(dir, c.exe)
			cmd.Args[0] = cmd.Path
		}
		home := c.home
		if home != "" {
			home = filepath.Join(dir, home)
		}
		cmd.Env = append(cmd.Environ(), "PATH="+filepath.Join(dir, c.path), "PYTHONHOME="+home)
		r := finish(t, cmd, "")
		_, got, _ := strings.Cut(strings.ReplaceAll(r.out, dir+"/", ""), "\n")
		if !strings.HasPrefix(got, c.want) || r.errOut != "" {
			t.Errorf("%+v:\ngot  %s%s", c, got, r.errOut)
		}
	}
}

// TestVerifiedOnce: what psy has verified of a compiled file is kept, used at the next start, and written again when it is damaged.
func TestVerifiedOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system does not tell whose a file is")
	}
	dir := t.TempDir()
	cache := filepath.Join(dir, "cache")
	if err := os.WriteFile(filepath.Join(dir, "greet.py"), []byte("def hello(n):\n    return n / 0\nclass C:\n    x = 2.5, 'é'\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func() {
		t.Helper()
		cmd := psyCommand("-S", "-X", "psy.stdlib=embedded", "-X", "psy.cache="+cache, "-c", "import greet\nprint(greet.C.x)\ngreet.hello(1)")
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		for _, part := range []string{"(2.5, 'é')\n", "greet.py\", line 2, in hello\n    return n / 0\n", "ZeroDivisionError: division by zero\n"} {
			if !strings.Contains(string(out), part) {
				t.Errorf("%q is not part of %q", part, out)
			}
		}
	}
	kept := func() string {
		files, _ := filepath.Glob(filepath.Join(cache, "build-*", "own-*.data"))
		return strings.Join(files, " ")
	}
	run() // compiles it
	if file := kept(); file != "" {
		t.Errorf("%s holds what was not read", file)
	}
	run() // reads and verifies what is compiled
	file := kept()
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	run()
	if now, _ := os.ReadFile(file); string(now) != string(good) {
		t.Error("it was verified again")
	}
	for _, bad := range [][]byte{nil, good[:len(good)/2], append([]byte("x"), good[1:]...), append(good[:len(good)-1:len(good)-1], good[len(good)-1]^1)} {
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			run()
			if now, _ := os.ReadFile(file); string(now) != string(bad)+string(good) {
				t.Errorf("after damage there are %d bytes, not %d and %d", len(now), len(bad), len(good))
			}
		}
	}
	run()
}
