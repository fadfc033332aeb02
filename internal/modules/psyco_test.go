package modules_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// asked is a compiler that only writes down what it is asked for.
type asked struct {
	list  []string
	log   *stats.Log
	stats *stats.Stats
}

func (a *asked) note(what string, co *object.Code) {
	a.list = append(a.list, what+" "+object.GoString(co.QualName))
}

func (a *asked) Full()                  { a.list = append(a.list, "full") }
func (a *asked) Profile(weight float64) { a.list = append(a.list, fmt.Sprintf("profile %.2g", weight)) }
func (a *asked) Stop()                  { a.list = append(a.list, "stop") }
func (a *asked) Limit(code int64, at time.Time) {
	if code > 0 || !at.IsZero() {
		a.list = append(a.list, fmt.Sprint("limit ", code, !at.IsZero()))
	}
}
func (a *asked) SetFilter(f func(t *object.Thread, co *object.Code) bool) {
	a.list = append(a.list, fmt.Sprint("filter ", f != nil))
}
func (a *asked) Bind(co *object.Code)          { a.note("bind", co) }
func (a *asked) Unbind(co *object.Code)        { a.note("unbind", co) }
func (a *asked) CannotCompile(co *object.Code) { a.note("cannotcompile", co) }
func (a *asked) SetLog(l *stats.Log)           { a.log = l }
func (a *asked) Stats() *stats.Stats           { return a.stats }

// run runs a program of testdata and returns its output; c may be nil.
func run(t *testing.T, name string, args []string, c modules.Compiler) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".pyc"))
	if err != nil {
		t.Fatal(err)
	}
	prog, err := pyc.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	rt, err := modules.NewWorld(modules.Options{System: &system.Process{}, Args: append([]string{name + ".py"}, args...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errOut})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	if c != nil {
		modules.CompilerKey.Set(rt, c)
	}
	if status := modules.RunMain(rt.Main, prog, name+".py"); status != 0 || errOut.Len() > 0 {
		t.Errorf("%s: status %d\n%s", name, status, &errOut)
	}
	return out.String()
}

func TestPsyco(t *testing.T) {
	without := run(t, "psyco", nil, nil)
	c := &asked{stats: stats.New()}
	c.stats.Buffers[stats.Unify] = 5
	c.stats.Totals[stats.CompileNs] = 1e6
	with := run(t, "psyco", nil, c)
	want := strings.NewReplacer("\ntier1 [", "\npsyco [", "'unify': 0", "'unify': 5").Replace(without)
	if with != want || with == without {
		t.Errorf("with a compiler:\n%s\nwithout:\n%s", with, without)
	}
	if !strings.HasPrefix(without, "None None\nNone 6 None 6\n") {
		t.Error(without)
	}
	got := fmt.Sprint(c.list)
	if want := "[full profile 1 bind f unbind f bind C.area bind C.twice unbind C.area unbind C.twice bind C.area " +
		"cannotcompile f cannotcompile f cannotcompile C.area bind f bind counter.<locals>.up bind C.area " +
		"limit 102401 false full profile 0.56 limit 1025 true profile 2 limit 3073 true stop stop filter true filter false " +
		"bind calls bind f bind calls bind f cannotcompile f bind Fast.quick bind Faster.quicker]"; got != want {
		t.Errorf("asked for %s\nwant %s", got, want)
	}
}

func TestPsycoLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "events")
	c := &asked{stats: stats.New()}
	if out := run(t, "psycolog", []string{name}, c); out != "None\nNone\nFileNotFoundError\n" {
		t.Error(out)
	}
	c.log.Event("f:1", "compile", "", 1, "")
	if err := c.log.Close(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(name); !strings.HasSuffix(string(data), "\tf:1\tcompile\t-\t1\t-\n") {
		t.Errorf("%q", data)
	}
}
