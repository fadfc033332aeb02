// The standard library in runtimes: embedded, none, one's own.

package psy

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// evaluator gives a function that evaluates an expression in a runtime, to a text.
func evaluator(t *testing.T, r *Runtime) func(source string) (string, error) {
	t.Helper()
	prog, err := Compile([]byte("def probe(source):\n    return str(eval(source))\n"), "probe.py")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(nil, prog)
	if err != nil {
		t.Fatal(err)
	}
	return func(source string) (string, error) {
		v, err := m.Call(nil, "probe", Args(source))
		if err != nil {
			return "", err
		}
		return As[string](v)
	}
}

// TestLibraryInside: a world that may see no file has the standard library all the same, and can do no more with it than read it.
func TestLibraryInside(t *testing.T) {
	r, err := New(Config{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	eval := evaluator(t, r)
	for source, want := range map[string]string{
		`__import__("json").dumps({"a": [1, None]})`:                                                  `{"a": [1, null]}`,
		`__import__("re").sub("b+", "-", "abbc")`:                                                     "a-c",
		`__import__("dataclasses").make_dataclass("C", ["x"])(3).x`:                                   "3",
		`__import__("json").__file__`:                                                                 "/<psy>/lib/python3.13/json/__init__.py",
		`__import__("os").__file__`:                                                                   "/<psy>/lib/python3.13/os.py",
		`__import__("importlib").import_module("json").__spec__.loader.get_source("json")[:3]`:        `r""`,
		`__import__("linecache").getline(__import__("json.decoder").decoder.__file__, 1)`:             "\"\"\"Implementation of JSONDecoder\n",
		`__import__("inspect").getsource(__import__("textwrap").dedent)[:17]`:                         "def dedent(text):",
		`[m.name for m in __import__("pkgutil").iter_modules(__import__("json").__path__)]`:           "['decoder', 'encoder', 'scanner', 'tool']",
		`__import__("importlib.resources").resources.files("email").joinpath("charset.py").is_file()`: "True",
		`__import__("os").listdir("/<psy>")`:                                                          "['lib']",
		`__import__("os").path.isdir("/<psy>/lib/python3.13/json/")`:                                  "True",
		`__import__("os").path.exists("/<psy>/lib/python3.13/json.py/x")`:                             "False",
		`__import__("os").access("/<psy>/lib/python3.13/os.py", 2)`:                                   "False",
		`__import__("sysconfig").get_path("stdlib")`:                                                  "/<psy>/lib/python3.13",
	} {
		if got, err := eval(source); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", source, got, err, want)
		}
	}
	for source, want := range map[string]string{
		`open("/<psy>/lib/python3.13/os.py", "w")`:                     "OSError",
		`open("/<psy>/lib/python3.13/new.py", "x")`:                    "OSError",
		`open("/<psy>/lib/python3.13/new.py")`:                         "FileNotFoundError",
		`open("/<psy>/lib/python3.13/../../../etc/passwd")`:            "FileNotFoundError",
		`open("/<psy>/lib/python3.13")`:                                "IsADirectoryError",
		`__import__("os").remove("/<psy>/lib/python3.13/os.py")`:       "OSError",
		`__import__("os").rename("/<psy>/lib/python3.13/os.py", "/x")`: "OSError",
		`__import__("os").mkdir("/<psy>/lib/python3.13/json")`:         "FileExistsError",
		`__import__("os").mkdir("/<psy>/lib/python3.13/made")`:         "OSError",
		`__import__("json.nothing")`:                                   "ModuleNotFoundError",
		`__import__("json").loads("{")`:                                "json.decoder.JSONDecodeError",
		`__import__("os").listdir("/<psy>/lib/python3.13/os.py")`:      "NotADirectoryError",
	} {
		var e *Exception
		if _, err := eval(source); !errors.As(err, &e) || e.Type != want {
			t.Errorf("%s: %v; want %s", source, err, want)
		} else if want == "json.decoder.JSONDecodeError" && !strings.Contains(e.Format(), "    obj, end = self.scan_once(s, idx)\n") {
			t.Errorf("a traceback without the library's lines:\n%s", e.Format())
		}
	}
}

// panicFS panics when it is read.
type panicFS struct{ fs.FS }

func (panicFS) Open(string) (fs.File, error) { panic("in a file system") }

// TestLibraryConfig: Config.Library can be nothing, or anything.
func TestLibraryConfig(t *testing.T) {
	own := fstest.MapFS{"os.py": {Data: []byte("name = 'mine'\n")}, "pkg/__init__.py": {Data: []byte("x = 1\n")}, "bad.py": {Data: []byte("1 +\n")}}
	for _, c := range []struct {
		lib    fs.FS
		source string
		want   string // a text, or an exception's type
	}{
		{NoLibrary, `__import__("sys").path`, "[]"},
		{NoLibrary, `__import__("json")`, "ModuleNotFoundError"},
		{own, `__import__("os").name`, "mine"},
		{own, `__import__("os").__file__`, "/<psy>/lib/python3.13/os.py"},
		{own, `__import__("pkg").x`, "1"},
		{own, `__import__("json")`, "ModuleNotFoundError"},
		{own, `__import__("bad")`, "SyntaxError"},
		{panicFS{}, `__import__("json")`, "ModuleNotFoundError"},
	} {
		r, err := New(Config{Library: c.lib, Cache: NoCache})
		if err != nil {
			t.Fatal(err)
		}
		got, err := evaluator(t, r)(c.source)
		var e *Exception
		switch {
		case errors.As(err, &e):
			if e.Type != c.want {
				t.Errorf("%s: %v; want %s", c.source, err, c.want)
			}
		case err != nil || got != c.want:
			t.Errorf("%s: %s, %v; want %s", c.source, got, err, c.want)
		}
		r.Close()
	}
}

// BenchmarkSecondRuntime is what import json costs in a runtime of a process that has had one before.
func BenchmarkSecondRuntime(b *testing.B) {
	prog, err := Compile([]byte("import json\n"), "probe.py")
	if err != nil {
		b.Fatal(err)
	}
	for i := -1; i < b.N; i++ {
		if i == 0 {
			b.ResetTimer()
		}
		r, err := New(Config{Cache: NoCache})
		if err == nil {
			_, err = r.Exec(nil, prog)
		}
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

// TestLibraryCompiled: what importlib compiles of the library is kept like what psy imports itself; another text by the same name is not taken for it.
func TestLibraryCompiled(t *testing.T) {
	dir := t.TempDir()
	r, err := New(Config{Cache: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	eval := evaluator(t, r)
	const text, call = `open("/<psy>/lib/python3.13/antigravity.py", "rb").read()`, `, "/<psy>/lib/python3.13/antigravity.py", "exec", dont_inherit=True)`
	files := func() (n int) {
		filepath.WalkDir(dir, func(_ string, e fs.DirEntry, _ error) error {
			if !e.IsDir() {
				n++
			}
			return nil
		})
		return n
	}
	if _, err := eval(text); err != nil {
		t.Fatal(err)
	}
	before := files()
	if _, err := eval(`compile(` + text + `, "antigravity.py", "exec", dont_inherit=True)`); err != nil {
		t.Fatal(err)
	}
	if n := files(); n != before {
		t.Errorf("%d files more for a text that is not the library's", n-before)
	}
	for range 2 { // made, and taken from the cache
		for source, want := range map[string]string{
			`compile(` + text + call + ` == compile(` + text + ` + b"#"` + call:                                         "True",
			`compile(` + text + call + ` == compile(` + text + `.replace(b"geohash", b"hashgeo")` + call:                "False",
			`compile(` + text + `.replace(b"geohash", b"hashgeo")` + call + `.co_names.count("hashgeo")`:                "1",
			`compile(` + text + call + `.co_filename`:                                                                   "/<psy>/lib/python3.13/antigravity.py",
			`type(compile(` + text + call[:len(call)-1] + `, flags=__import__("ast").PyCF_ONLY_AST)).__name__`:          "Module",
			`compile(` + text + call[:len(call)-1] + `, optimize=2).co_consts == compile(` + text + call + `.co_consts`: "False",
		} {
			if got, err := eval(source); got != want || err != nil {
				t.Errorf("%s: %s, %v; want %s", source, got, err, want)
			}
		}
	}
	if n := files(); n <= before {
		t.Error("what was compiled of the library is not kept")
	}
}
