package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func opName(op uint8) string { return fmt.Sprint("OP_", op) }

// Every counter has a name of its own and a meaning.
func TestNames(t *testing.T) {
	groups := append(new(Stats).Groups(), group("totals", "x", totals[:], make([]uint64, NumTotals)))
	for _, g := range groups {
		seen := map[string]bool{}
		for _, c := range g.Counters {
			if c.Name == "" || c.Doc == "" || seen[c.Name] {
				t.Errorf("%s: %q has no name of its own or no meaning", g.Name, c.Name)
			}
			seen[c.Name] = true
		}
	}
	if NullResult.String() != "null_result" || NullResult.Doc() != "the call raised" {
		t.Error(NullResult, NullResult.Doc())
	}
}

func counted() *Stats {
	s := New()
	s.Buffers[Respawned] = 3
	s.Promotions[PromoteSwitch][TypeMiss] += 2
	s.Promotions[PromoteSwitch][NotInt]++
	s.Promotions[PromoteMegamorphic][TypeMiss]++
	s.Respawns[Overflow] = 4
	s.Respawns[NaN]++
	s.Exits[Breaker] = 7
	s.Stages[RunTimeToFixed] = 11
	s.Totals[CompileNs] = 1500000
	s.Totals[CodeBytes] = 99
	s.Helpers[3] = 5
	s.Helpers[200] = 50
	return s
}

func TestJSON(t *testing.T) {
	data, err := json.Marshal(counted().JSON(opName))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"buffers":           map[string]any{"normal": 0., "respawn": 0., "respawned": 3., "unify": 0., "assumption": 0., "pause": 0., "fixed": 0.},
		"promotions":        map[string]any{"value": 0., "switch": 3., "megamorphic": 1.},
		"promotion_reasons": map[string]any{"type_miss": 3., "not_int": 1.},
		"respawns":          5.,
		"respawn_reasons":   map[string]any{"overflow": 4., "nan": 1.},
		"pauses":            map[string]any{"made": 0., "resumed": 0.},
		"dispatcher":        map[string]any{"exact": 0., "partial": 0., "miss": 0., "evicted": 0.},
		"exits":             map[string]any{"breaker": 7.},
		"helpers":           map[string]any{"OP_3": 5., "OP_200": 50.},
		"compile_ms":        1.5,
		"code_bytes":        99.,
		"metadata_bytes":    0.,
		"invalidations":     0.,
		"native_share":      0.,
	} {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s: got %v, want %v", name, got[name], want)
		}
	}
	if stages := got["stages"].(map[string]any); len(stages) != 5 || stages["run-time->fixed"] != 11. {
		t.Error(stages)
	}
}

func TestText(t *testing.T) {
	var b strings.Builder
	counted().WriteText(&b, opName)
	text := b.String()
	last := -1
	for _, want := range []string{"helpers:", "OP_200", "OP_3", "stages:", "run-time->fixed", "exits:", "breaker", "respawn_reasons:", "overflow", "nan"} {
		at := strings.Index(text, want)
		if at <= last {
			t.Fatalf("%s is not where its cost puts it:\n%s", want, text)
		}
		last = at
	}
	if strings.Contains(text, "dispatcher") {
		t.Errorf("a group without counts is shown:\n%s", text)
	}
}

func TestDoc(t *testing.T) {
	doc := Doc()
	for _, want := range []string{"| `overflow` |", "| `virtual->fixed` |", "| `megamorphic` | sites given up", "`exits`: times"} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %s in:\n%s", want, doc)
		}
	}
}

func TestLog(t *testing.T) {
	var none *Log
	none.Event("f:1", "compile", "", 0, "")
	if err := none.Close(); err != nil {
		t.Error(err)
	}
	name := filepath.Join(t.TempDir(), "log")
	l, err := OpenLog(name, os.O_TRUNC)
	if err != nil {
		t.Fatal(err)
	}
	l.Event("f:1", "compile", "", 120, "x: int\ny: float")
	l.Event("<lambda>:2", "respawn", Overflow.String(), 0, "")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(name)
	lines := strings.Split(string(data), "\n")
	if len(lines) != 3 || !strings.HasSuffix(lines[0], "\tf:1\tcompile\t-\t120\tx: int y: float") ||
		!strings.HasSuffix(lines[1], "\t<lambda>:2\trespawn\toverflow\t0\t-") {
		t.Errorf("%q", data)
	}
	if l, err = OpenLog(name, os.O_APPEND); err != nil {
		t.Fatal(err)
	}
	l.Event("g:1", "free", "", 0, "")
	l.Close()
	if data, _ := os.ReadFile(name); strings.Count(string(data), "\n") != 3 {
		t.Errorf("%q", data)
	}
	full := NewLog(failing{}, nil)
	full.Event("f:1", "compile", "", 0, "")
	if err := full.Close(); err == nil || err.Error() != "full" {
		t.Error(err)
	}
	if _, err := OpenLog(t.TempDir(), os.O_TRUNC); err == nil {
		t.Error("a folder was opened as a log")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

//go:noinline
func trampoline(turns int) (x int) {
	for n := range turns {
		x = x*3 + n
	}
	return x
}

func TestShare(t *testing.T) {
	if runtime.GOOS == "windows" || testing.Short() {
		t.Skip("needs a profile")
	}
	s := New()
	stop, err := s.Sample("github.com/psyco-go/psy/internal/insight/stats.trampoline")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sample(""); err == nil {
		t.Error("a second profile was started")
	}
	trampoline(1 << 29)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if h := s.Share; h.Native != 0 || h.Helper == 0 || h.Helper < h.Other {
		t.Errorf("%+v", h)
	}
	var h Share
	for _, damaged := range []string{"", "x", "\x1f\x8b"} {
		if err := h.read(bytes.NewReader([]byte(damaged)), ""); err == nil {
			t.Errorf("%q is no profile", damaged)
		}
	}
}

var update = flag.Bool("update", false, "write the generated part of docs/psyco.md")

// The codes of reasons are only added to: which have been given stands in a file that no test rewrites.
func TestCodes(t *testing.T) {
	data, err := os.ReadFile("testdata/reasons.golden")
	if err != nil {
		t.Fatal(err)
	}
	given := strings.Fields(string(data))
	var now []string
	seen := map[string]bool{}
	for r := range NumReasons {
		e := reasons[r]
		if e.code == "" || e.cost == "" || e.change == "" || seen[e.code] {
			t.Errorf("%s %s has no code of its own, no cost or no advice", e.code, e.name)
		}
		seen[e.code] = true
		now = append(now, e.code, e.name)
	}
	if len(now) < len(given) || !slices.Equal(now[:len(given)], given) {
		t.Error("a reason that was given is gone, renamed, renumbered or has changed its place")
	}
	for n := len(given); n < len(now); n += 2 {
		t.Errorf("%s %s is to be added to testdata/reasons.golden", now[n], now[n+1])
	}
}

// TestReasonsDocumentation compares docs/reasons.md with the table.
func TestReasonsDocumentation(t *testing.T) {
	const name, mark = "../../../docs/reasons.md", "-update`. -->\n"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, got, found := strings.Cut(string(data), mark)
	if !found {
		t.Fatalf("%s has lost its mark", name)
	}
	if *update {
		if err := os.WriteFile(name, []byte(head+mark+ReasonsDoc()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != ReasonsDoc() {
		t.Errorf("%s is not what go test ./stats -run Documentation -update writes", name)
	}
}

// TestDocumentation compares the tables in docs/psyco.md with the declarations.
func TestDocumentation(t *testing.T) {
	const name, mark = "../../../docs/psyco.md", "-update`. -->\n"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, got, found := strings.Cut(string(data), mark)
	if !found {
		t.Fatalf("%s has lost its mark", name)
	}
	want := "\n" + Doc()
	if *update {
		err = os.WriteFile(name, []byte(head+mark+want), 0o644)
	} else if got != want {
		t.Errorf("%s is not what go test ./stats -run Documentation -update writes", name)
	}
	if err != nil {
		t.Error(err)
	}
}
