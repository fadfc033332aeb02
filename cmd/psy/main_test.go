// The command as a process: exit statuses, messages, options, interrupts, memory caps. The programs' sources and .pyc files
// are in testdata (go run ./tests/gen -dir cmd/psy/testdata -compile).

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
)

var exe string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "psy-cmd-")
	if err != nil {
		panic(err)
	}
	exe = filepath.Join(dir, "psy.exe")
	build := exec.Command("go", "build", "-o", exe, ".")
	build.Env = append(build.Environ(), "CGO_ENABLED=0") // as it is released; some tests leave it no memory for a C library
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// workFolder is a new empty folder, by the name that os.Getwd gives.
func workFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// unixFolder is workFolder for tests whose installations, links and processes are as on Unix.
func unixFolder(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("installations are laid out as on Unix")
	}
	return workFolder(t)
}

type result struct {
	status      int
	out, errOut string
}

func psyCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(exe, args...)
	cmd.Env = []string{"PYTHONHASHSEED=0", "NO_COLOR=1"}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PYTHON") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	return cmd
}

// psy runs the command in a minute at most.
func psy(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return finish(t, psyCommand(args...), stdin)
}

func finish(t *testing.T, cmd *exec.Cmd, stdin string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Wait()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	noPanic(t, errOut.String())
	return result{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

func noPanic(t *testing.T, errOut string) {
	t.Helper()
	if strings.Contains(errOut, "goroutine ") || strings.Contains(errOut, "fatal error:") {
		t.Errorf("Go panic:\n%.2000s", errOut)
	}
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestUsage(t *testing.T) {
	good, err := os.ReadFile("testdata/argv.pyc")
	if err != nil {
		t.Fatal(err)
	}
	badMagic := write(t, "magic.pyc", append([]byte{1, 2, 3, 4}, good[4:]...))
	truncated := write(t, "short.pyc", good[:len(good)/2])
	for _, c := range []struct {
		args     []string
		status   int
		out, err string // what they begin with
	}{
		{[]string{"frobnicate"}, 2, "", exe + ": can't open file '"},
		{[]string{"help"}, 0, "usage: psy [options]", ""},
		{[]string{"-c", "print(1)"}, 0, "1\n", ""},
		{[]string{"-Bm", "nothing.here"}, 1, "", exe + ": Error while finding module specification for 'nothing.here' (ModuleNotFoundError: No module named 'nothing')\n"},
		{[]string{"testdata/argv.pyc", "run"}, 0, "['run'] 0 0 [] [] True\n", ""},
		{[]string{"-VV"}, 0, "Python 3.13.0 (psy) [Go]\n", ""},
		{[]string{"-h"}, 0, "usage: " + exe + " [option] ... [-c cmd | -m mod | file | -] [arg] ...\n", ""},
		{[]string{"--help-env"}, 0, "Variables of the environment:\nPYTHONSTARTUP", ""},
		{[]string{"--help-xoptions"}, 0, "Options of this implementation:\n-X cpu_count=N", ""},
		{[]string{"version"}, 0, "psy " + Version + " (Python 3.13.0)\n", ""},
		{[]string{"-V"}, 0, "Python 3.13.0\n", ""},
		{[]string{"version", "--json"}, 0, `{"psy":"` + Version + `","python":"3.13.0"}`, ""},
		{[]string{"version", "x"}, 2, "", "usage: psy version"},
		{[]string{"run"}, 0, "", ""}, // standard input is empty
		{[]string{"run", "-h"}, 0, "usage: psy run", ""},
		{[]string{"run", "-V"}, 0, "Python 3.13.0\n", ""},
		{[]string{"run", "-Z"}, 2, "", "Unknown option: -Z\n"},
		{[]string{"run", "-BuZ", "x.pyc"}, 2, "", "Unknown option: -Z\n"},
		{[]string{"run", "-X"}, 2, "", "Argument expected for the -X option\n"},
		{[]string{"run", "-W"}, 2, "", "Argument expected for the -W option\n"},
		{[]string{"run", "-X", "psy.nonsense", "x.pyc"}, 2, "", "unknown option -X psy.nonsense\n"},
		{[]string{"run", "-Xpsy.heapcap=lots", "x.pyc"}, 2, "", "-X psy.heapcap needs a size in bytes"},
		{[]string{"run", "-Xpsy.heapcap", "x.pyc"}, 2, "", "-X psy.heapcap needs a size in bytes"},
		{[]string{"run", "-Xpsy.engine=warp", "x.pyc"}, 2, "", "-X psy.engine "},
		{[]string{"run", "-Xpsy.threshold=-1", "x.pyc"}, 2, "", "-X psy.threshold needs a number of at least 0\n"},
		{[]string{"run", "-Xpsy.maxversions=x", "x.pyc"}, 2, "", "-X psy.maxversions needs a number of at least 0\n"},
		{[]string{"run", "-Xpsy.codecap=0", "x.pyc"}, 2, "", "-X psy.codecap needs a size in bytes"},
		{[]string{"run", "-Xpsy.check=1", "x.pyc"}, 2, "", "-X psy.check takes no value\n"},
		{[]string{"run", "-Xpsy.seed", "x.pyc"}, 2, "", "-X psy.seed needs a number of at least 0\n"},
		{[]string{"run", "-Xpsy.log=", "x.pyc"}, 2, "", "-X psy.log needs a value\n"},
		{[]string{"run", "-Xpsy.engine=psyco", "-Xpsy.log=testdata", "testdata/argv.pyc"}, 2, "", "psy: -X psy.log: open testdata: "},
		{[]string{"run", "-Xpsy.gc=0", "x.pyc"}, 2, "", "-X psy.gc needs a number of at least 1\n"},
		{[]string{"run", "/nonexistent.pyc"}, 2, "", "psy: can't open file '/nonexistent.pyc': [Errno 2] No such file or directory\n"},
		{[]string{"/nonexistent.pyc"}, 2, "", exe + ": can't open file '/nonexistent.pyc': [Errno 2] No such file or directory\n"},
		{[]string{"run", "/nonexistent.pyc/x"}, 2, "", "psy: can't open file '/nonexistent.pyc/x': [Errno "},
		{[]string{"run", "testdata"}, 1, "", exe + ": can't find '__main__' module in '"},
		{[]string{"run", badMagic}, 1, "", "RuntimeError: Bad magic number in .pyc file\n"},
		{[]string{"run", os.DevNull}, 0, "", ""},
		{[]string{"run", write(t, "empty.pyc", nil)}, 1, "", "RuntimeError: Bad code object in .pyc file\n"},
		{[]string{"compile"}, 2, "", "usage: psy compile"},
		{[]string{"compile", "nowhere.py"}, 2, "", "psy: can't open file '"},
		{[]string{"run", truncated}, 1, "", "RuntimeError: Bad code object in .pyc file\n"},
		{[]string{"dis"}, 2, "", "usage: psy dis"},
		{[]string{"dis", "testdata/busy.pyc", "nowhere"}, 1, "", "psy: no code object named \"nowhere\" in testdata/busy.pyc\n"},
		{[]string{"verify"}, 2, "", "usage: psy verify"},
		{[]string{"verify", "testdata/argv.pyc"}, 0, "testdata/argv.pyc: sound\n", ""},
		{[]string{"verify", "testdata/argv.py"}, 0, "testdata/argv.py: sound\n", ""},
		{[]string{"dis", "testdata/busy.py", "nowhere"}, 1, "", "psy: no code object named \"nowhere\" in testdata/busy.py\n"},
		{[]string{"verify", truncated}, 1, truncated + ": ", ""},
		{[]string{"verify", "nowhere.pyc"}, 1, "nowhere.pyc: ", ""},
	} {
		r := psy(t, "", c.args...)
		if r.status != c.status || !strings.HasPrefix(r.out, c.out) || !strings.HasPrefix(r.errOut, c.err) || c.err == "" && r.errOut != "" || c.out == "" && r.out != "" {
			t.Errorf("psy %v: status %d, want %d\nstdout %q\nwant   %q\nstderr %q\nwant   %q", c.args, r.status, c.status, r.out, c.out, r.errOut, c.err)
		}
	}
	r := psy(t, "", "verify", "--json", "testdata/argv.pyc", truncated)
	var first, second finding
	d := json.NewDecoder(strings.NewReader(r.out))
	if err := errors.Join(d.Decode(&first), d.Decode(&second)); err != nil || !first.Sound || second.Sound || second.Error == "" || r.status != 1 {
		t.Errorf("verify --json: %v %q %d", err, r.out, r.status)
	}
}

// TestCalledPython: under a name of Python's there are no commands of psy's.
func TestCalledPython(t *testing.T) {
	link := filepath.Join(t.TempDir(), "python3")
	if err := os.Symlink(exe, link); err != nil {
		t.Skip(err)
	}
	r := finish(t, exec.Command(link, "version"), "")
	if r.status != 2 || !strings.HasPrefix(r.errOut, link+": can't open file '") {
		t.Errorf("%+v", r)
	}
	r = finish(t, exec.Command(link, "-c", "import sys; print(sys.executable, sys.orig_argv[0])"), "")
	if r.out != link+" "+link+"\n" {
		t.Errorf("%+v", r)
	}
}

// TestOptionTable: each option can be said in one way only, and each variable of the environment that the command asks for is in the table.
func TestOptionTable(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range options {
		for _, name := range []string{string(rune(o.letter)), "--" + o.long, "-X " + o.x, o.env} {
			if len(name) > 3 || len(name) == 1 && o.letter != 0 {
				if seen[name] {
					t.Errorf("%s is declared twice", name)
				}
				seen[name] = true
			}
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, file := range files {
		for _, m := range regexp.MustCompile(`r\.env\("(\w+)"\)`).FindAllStringSubmatch(read(t, file), -1) {
			if asked++; !seen[m[1]] {
				t.Errorf("%s asks for %s, which is not in the table", file, m[1])
			}
		}
	}
	if asked == 0 {
		t.Error("no variable is asked for")
	}
}

// TestDisJSON looks up in the JSON what the text says.
func TestDisJSON(t *testing.T) {
	text := psy(t, "", "dis", "testdata/busy.pyc", "cleanup")
	r := psy(t, "", "dis", "--json", "testdata/busy.pyc", "cleanup")
	var list []pyc.Listing
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || r.status != 0 || len(list) != 1 {
		t.Fatalf("status %d, %v, %d code objects", r.status, err, len(list))
	}
	lines := strings.Split(text.out, "\n")
	if l := list[0]; l.QualName != "cleanup" || len(l.Instructions) == 0 || l.Instructions[0].Opcode != "RESUME" || len(l.Exceptions) == 0 {
		t.Errorf("%+v", l)
	}
	for _, in := range list[0].Instructions {
		for len(lines) > 0 && lines[0] == "" {
			lines = lines[1:]
		}
		for _, want := range []string{in.Opcode, in.Label, in.Text} {
			if len(lines) == 0 || !strings.Contains(lines[0], want) {
				t.Fatalf("%+v does not stand in %q", in, lines[0])
			}
		}
		lines = lines[1:]
	}
	if all := psy(t, "", "dis", "--json", "testdata/busy.pyc"); strings.Count(all.out, `"qualname"`) < 2 {
		t.Error(all.out)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		args []string
		env  string
		want string
	}{
		{[]string{"argv.pyc", "a", "-B", "--", "-X"}, "", "['a', '-B', '--', '-X'] 0 0 [] [] True"},
		{[]string{"-q", "argv.pyc"}, "", "[] 1 0 [] [] True"},
		{[]string{"-qOO", "argv.pyc", "-q"}, "", "['-q'] 1 2 [] [] True"},
		{[]string{"-Wignore", "-Bu", "argv.pyc"}, "", "[] 0 0 ['ignore'] [] True"},
		{[]string{"-BuW", "error", "-W", "once", "argv.pyc"}, "", "[] 0 0 ['error', 'once'] [] True"},
		{[]string{"-Xabc", "-X", "d=e", "argv.pyc"}, "", "[] 0 0 [] ['abc', 'd'] True"},
		{[]string{"--", "argv.pyc"}, "", "[] 0 0 [] [] True"},
		{[]string{"argv.pyc"}, "PYTHONOPTIMIZE=2", "[] 0 2 [] [] True"},
		{[]string{"argv.pyc"}, "PYTHONOPTIMIZE=x", "[] 0 1 [] [] True"},
		{[]string{"-E", "argv.pyc"}, "PYTHONOPTIMIZE=2", "[] 0 0 [] [] True"},
		{[]string{"-I", "argv.pyc"}, "PYTHONOPTIMIZE=2", "[] 0 0 [] [] True"},
		{[]string{"-Xdev", "-bWonce", "-b", "argv.pyc"}, "PYTHONWARNINGS=ignore", "[] 0 0 ['default', 'ignore', 'once', 'error::BytesWarning'] ['dev'] True"},
		{[]string{"-Wonce", "argv.pyc"}, "PYTHONWARNINGS=ignore,error", "[] 0 0 ['ignore', 'error', 'once'] [] True"},
	} {
		cmd := psyCommand(append([]string{"run"}, c.args...)...)
		cmd.Dir = "testdata"
		if c.env != "" {
			cmd.Env = append(cmd.Env, c.env)
		}
		if r := finish(t, cmd, ""); r.status != 0 || r.out != c.want+"\n" || r.errOut != "" {
			t.Errorf("psy run %v (%s): status %d\n got %s want %s\n%s", c.args, c.env, r.status, r.out, c.want, r.errOut)
		}
	}
}

// TestInterrupt sends SIGINT to programs in the middle of something long.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	for _, name := range []string{"spin", "loop", "deep", "caught", "cleanup", "sleep", "sum", "pow", "modpow", "any", "in", "in_range", "max", "dict",
		"deque", "chain", "filter", "reduce", "fsum", "comb", "factorial", "sort", "list", "join", "stdin"} {
		t.Run(name, func(t *testing.T) {
			cmd := psyCommand("run", "testdata/busy.pyc", name)
			var errOut bytes.Buffer
			cmd.Stderr = &errOut
			in, _ := cmd.StdinPipe() // never written to
			defer in.Close()
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
			defer timer.Stop()
			buf := make([]byte, 100)
			if n, err := out.Read(buf); string(buf[:n]) != "ready\n" {
				t.Fatalf("%q %v", buf[:n], err)
			}
			time.Sleep(100 * time.Millisecond)
			start := time.Now()
			cmd.Process.Signal(os.Interrupt)
			n, _ := out.Read(buf)
			cmd.Wait()
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("ended after %v", d)
			}
			noPanic(t, errOut.String())
			got, text := cmd.ProcessState.String(), errOut.String()
			switch {
			case name == "caught":
				if got != "exit status 3" || string(buf[:n]) != "caught\n" || text != "" {
					t.Errorf("%s, %q, %s", got, buf[:n], text)
				}
			case got != "signal: interrupt" || !strings.HasPrefix(text, "Traceback (most recent call last):\n") || !strings.HasSuffix(text, "\nKeyboardInterrupt\n"):
				t.Errorf("%s\n%s", got, text)
			case name == "cleanup" && string(buf[:n]) != "cleanup\n":
				t.Errorf("output %q", buf[:n])
			}
		})
	}
}

// TestHeapCap lets programs run into the cap: MemoryError, and they go on.
func TestHeapCap(t *testing.T) {
	for _, threshold := range []string{"0", "10", "1000"} {
		for _, name := range []string{"lists", "dicts", "sets", "text", "strings", "nested", "nodes", "generators", "recursion", "classes",
			"attributes", "exceptions", "deques", "comprehension", "repeat"} {
			r := psy(t, "", "run", "-Xpsy.heapcap=16M", "-Xpsy.threshold="+threshold, "testdata/hog.pyc", name)
			if r.status != 0 || r.out != "MemoryError\nMemoryError\nwent on 1000\n" || r.errOut != "" {
				t.Errorf("%s, threshold %s: status %d, %q, %q", name, threshold, r.status, r.out, r.errOut)
			}
		}
	}
	r := psy(t, "", "run", "-Xpsy.heapcap=16M", "testdata/hog.pyc", "uncaught")
	if r.status != 1 || !strings.HasSuffix(r.errOut, "\nMemoryError\n") {
		t.Errorf("uncaught: status %d, %q", r.status, r.errOut)
	}
}

func TestEndlessRecursion(t *testing.T) {
	r := psy(t, "", "run", "testdata/endless.pyc")
	if r.status != 0 || r.errOut != "" {
		t.Errorf("status %d, %s", r.status, r.errOut)
	}
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if len(lines) < 25 {
		t.Errorf("only %d cases", len(lines))
	}
	for _, line := range lines {
		if !strings.HasSuffix(line, " RecursionError") {
			t.Error(line)
		}
	}
}

// TestFullDisk writes to a device that is always full.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full")
	}
	defer full.Close()
	cmd := psyCommand("run", "testdata/argv.pyc")
	var errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = full, &errOut
	cmd.Run()
	want := "Exception ignored on flushing sys.stdout:\nOSError: [Errno 28] No space left on device\n"
	if status := cmd.ProcessState.ExitCode(); status != 120 || errOut.String() != want {
		t.Errorf("status %d, stderr %q", status, errOut.String())
	}
}

// TestGen: what psy gen writes is what stands in internal/testkit/genexample, which is used there.
func TestGen(t *testing.T) {
	for _, c := range []struct{ file, out, left string }{
		{"shapes.pyc", "shapes_psy.go", "[shapes.pyc: needs is left out: it has keyword-only parameters shapes.pyc: later is left out: it is async " +
			"shapes.pyc: decorated is left out: it is decorated]"},
		{"loose.py", "loose_psy.go", "[loose.py: strict is left out: it has keyword-only parameters]"},
	} {
		prog, status := loadProgram("../../internal/testkit/genexample/" + c.file)
		if prog == nil {
			t.Fatal(status)
		}
		got, left, err := generate(prog, c.file, "genexample", c.file == "loose.py")
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(left) != c.left {
			t.Errorf("%s: left out %s, want %s", c.file, left, c.left)
		}
		want, err := os.ReadFile("../../internal/testkit/genexample/" + c.out)
		if err != nil || string(got) != string(want) {
			t.Errorf("internal/testkit/genexample/%s is stale (%v): psy gen -package genexample -o %s %s", c.out, err, c.out, c.file)
		}
	}
	if status := genCommand([]string{"a", "b"}); status != 2 {
		t.Error(status)
	}
}
