// Import of sources and their compiled files.

package modules_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/traceback"
)

// runText runs a source in a new world, with a folder as sys.path, and returns what it prints, and its exception.
func runText(t *testing.T, dir, src string, set ...func(*modules.Options)) string {
	t.Helper()
	out := new(bytes.Buffer)
	o := modules.Options{System: &system.Process{}, Stdin: strings.NewReader(""), Stdout: out, Stderr: out, IntMaxStrDigits: -1, Path: []string{dir}}
	for _, f := range set {
		f(&o)
	}
	rt, err := modules.NewWorld(o)
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	code := modules.CompileSource(th, []byte(src), "<test>", syntax.Exec, 0, -1)
	mod := object.NewModule(th, "__main__")
	d := object.As[object.Dict](mod.Ext)
	rt.Modules.SetStr(th, "__main__", object.Of(mod))
	d.SetStr(th, "__builtins__", object.Of(rt.Builtins))
	if code == object.Null || interp.RunCode(th, object.As[object.Code](code), d, object.Of(d)) == object.Null {
		exc := th.Exc
		th.ClearExc()
		out.WriteString(traceback.FormatException(th, exc, traceback.FormatOptions{}))
	}
	modules.Finish(th)
	return out.String()
}

func write(t *testing.T, name, text string, age time.Duration) {
	t.Helper()
	os.MkdirAll(filepath.Dir(name), 0o777)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-age)
	os.Chtimes(name, at, at)
}

func TestImportSource(t *testing.T) {
	dir := t.TempDir()
	cache := filepath.Join(dir, "__pycache__", "m.cpython-313.pyc")
	source := filepath.Join(dir, "m.py")
	expect := func(what, want string, set ...func(*modules.Options)) {
		t.Helper()
		if got := runText(t, dir, "import m\nprint(m.x, m.__cached__[-7:], m.__spec__.name)", set...); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	exists := func(name string, want bool) {
		t.Helper()
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	write(t, source, "x = 1\n", time.Hour)
	expect("-B", "1 313.pyc m\n", func(o *modules.Options) { o.Flags.DontWriteBytecode = 1 })
	exists(cache, false)
	expect("first", "1 313.pyc m\n")
	exists(cache, true)
	prefix := t.TempDir()
	expect("prefix and -O", "1 t-1.pyc m\n", func(o *modules.Options) { o.PycachePrefix = prefix; o.Flags.Optimize = 1 })
	exists(filepath.Join(prefix, dir, "m.cpython-313.opt-1.pyc"), true)

	// The compiled file stands for the source until its time or size change.
	old, _ := os.Stat(source)
	write(t, source, "x = 2\n", 0)
	os.Chtimes(source, old.ModTime(), old.ModTime())
	expect("same time and size", "1 313.pyc m\n")
	write(t, source, "x = 2\n", 2*time.Hour)
	expect("other time", "2 313.pyc m\n")
	write(t, source, "x =  3\n", 2*time.Hour)
	expect("other size", "3 313.pyc m\n")

	// One with the source's hash is compared if it wants that, or if the options do.
	data, _ := os.ReadFile(cache)
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags uint32
		check string
		want  string
	}{{1, "", "3"}, {3, "never", "3"}, {3, "", "4"}, {1, "always", "4"}} {
		prog.Header = pyc.Header{Flags: c.flags, Hash: object.KeyedHash(pyc.Magic, []byte("x =  3\n"))}
		data, _ := pyc.Dump(prog)
		os.WriteFile(cache, data, 0o666)
		write(t, source, "x =  3\n", 0)
		expect("same hash", "3 313.pyc m\n")
		write(t, source, "x =  4\n", 0)
		expect("other hash", c.want+" 313.pyc m\n", func(o *modules.Options) { o.CheckHashPycs = c.check })
	}
	data, _ = os.ReadFile(cache)
	if h, _ := pyc.ParseHeader(data); h.Flags != 1 || h.Hash != object.KeyedHash(pyc.Magic, []byte("x =  4\n")) {
		t.Errorf("a compiled file with a hash was replaced by one with %+v", h)
	}

	// What cannot be used is ignored; what cannot be written is not.
	os.WriteFile(cache, []byte("no"), 0o666)
	expect("bad header", "4 313.pyc m\n")
	os.RemoveAll(filepath.Dir(cache))
	os.WriteFile(filepath.Dir(cache), nil, 0o666)
	expect("no folder", "4 313.pyc m\n")
	os.Remove(filepath.Dir(cache))

	os.WriteFile(filepath.Join(dir, "only.pyc"), data, 0o666)
	if got, want := runText(t, dir, "import only\nprint(only.x, only.__file__[-8:], only.__cached__[-8:])"), "4 only.pyc only.pyc\n"; got != want {
		t.Errorf("without a source: %q", got)
	}
	write(t, source, "x = (\n", 0)
	if got := runText(t, dir, "import m"); !strings.HasSuffix(got, "SyntaxError: '(' was never closed\n") || !strings.Contains(got, source) {
		t.Errorf("wrong source: %s", got)
	}
}

// TestSharedCache lets psy load what CPython has compiled and the other way round.
func TestSharedCache(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "m.py")
	write(t, source, "class A:\n    def f(self, *a, k=(1, 2.5, 'é', b'x', ...)): return k\nx = A().f()\n", time.Minute)
	const want = "(1, 2.5, 'é', b'x', Ellipsis)\n"
	ask := func() string {
		cmd := exec.Command(python, "-S", "-v", "-c", "import m\nprint(m.x)")
		cmd.Env = []string{"PYTHONPATH=" + dir, "PYTHONIOENCODING=utf-8"}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if got := runText(t, dir, "import m\nprint(m.x)"); got != want {
		t.Fatal(got)
	}
	if got := ask(); !strings.Contains(got, want) || !strings.Contains(got, "m.cpython-313.pyc matches") {
		t.Errorf("CPython does not load psy's file: %s", got)
	}
	cache := filepath.Join(dir, "__pycache__", "m.cpython-313.pyc")
	os.Remove(cache)
	ask()
	old, _ := os.Stat(cache)
	if got := runText(t, dir, "import m\nprint(m.x)"); got != want {
		t.Error(got)
	}
	if now, _ := os.Stat(cache); old == nil || !now.ModTime().Equal(old.ModTime()) {
		t.Error("psy does not load CPython's file")
	}
}

// TestImportlib runs testdata/finders.py here and in CPython.
func TestImportlib(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	script := filepath.Join("testdata", "finders.py")
	src, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	first, second := t.TempDir(), t.TempDir()
	cmd := exec.Command(python, "-S", "-E", script, first)
	out, _ := cmd.CombinedOutput()
	want := strings.ReplaceAll(string(out), first, second)
	got := runText(t, library(t, python), string(src), func(o *modules.Options) {
		o.Args = []string{script, second}
		o.Flags.DontWriteBytecode = 1
	})
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
