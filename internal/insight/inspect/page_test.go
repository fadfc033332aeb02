package inspect

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/dump"
)

// real is the dump of a run, kept in testdata so that this package needs no compiler.
func real(t *testing.T) *dump.Dump {
	t.Helper()
	f, err := os.Open("testdata/dumped.dump")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := dump.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// page writes a page, and gives its address.
func page(t *testing.T, d *dump.Dump) string {
	t.Helper()
	var b bytes.Buffer
	if err := Page(&b, d); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + name
}

// shoot keeps a picture if PSY_TEST_PICTURES names a folder.
func shoot(t *testing.T, b *browser, name string) {
	t.Helper()
	png := b.screenshot()
	if !bytes.HasPrefix(png, []byte("\x89PNG")) || len(png) < 10_000 {
		t.Errorf("%s: a picture of %d bytes", name, len(png))
	}
	if dir := os.Getenv("PSY_TEST_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// want waits until a script gives a text that has another in it.
func (b *browser) want(script, want string) {
	b.t.Helper()
	got := ""
	for range 250 {
		if got = b.text(script); strings.Contains(got, want) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Errorf("%s is %q, want %q", script, got, want)
}

// TestPage goes through the page of a real dump.
func TestPage(t *testing.T) {
	b := newBrowser(t)
	url := page(t, real(t))
	b.open(url)
	b.want("document.title", "dumped.py - psy inspect")
	b.want("document.querySelector('#list .name').textContent", "total")
	b.want("document.querySelector('#source').textContent", "Promotes the classes")
	b.want("document.querySelector('#bytecode').textContent", "FOR_ITER")
	b.want("document.querySelector('#machine').textContent", "mov")
	b.want("document.querySelector('#vinfo').textContent", "items")

	// From source to bytecode to machine code to vinfos, and back.
	b.eval(`[...document.querySelectorAll("#source .row")].find(r => r.textContent.includes("s += scaled(x)")).click()`, nil)
	b.want("document.querySelector('#bytecode .row.at').textContent", "LOAD_FAST")
	b.eval(`[...document.querySelectorAll("#bytecode .row")].find(r => r.textContent.includes("CALL")).click()`, nil)
	b.want("document.querySelector('#source .row.at').textContent", "s += scaled(x)")
	b.want("document.querySelector('#machine .row.near').textContent", "CALL")
	b.want("document.querySelector('#vinfo-title').textContent", "CALL")
	b.want("document.querySelector('#vinfo').textContent", "function scaled")
	b.want("document.querySelector('#vinfo').textContent", "assumption")
	b.want("document.querySelector('#vinfo').textContent", "class: promotion")
	shoot(t, b, "code")
	anchor := b.text("location.hash")
	b.eval(`[...document.querySelectorAll("#machine .row")].find(r => r.textContent.includes("FOR_ITER") || r.textContent.includes("imul")).click()`, nil)
	b.eval(`document.querySelector("#about .chip.link").click()`, nil) // where it is entered from
	b.want("location.hash !== '"+anchor+"'", "true")

	// An anchor leads to the same place in a new page, and history goes back.
	b.open("about:blank")
	b.open(url + anchor)
	b.want("document.querySelector('#vinfo-title').textContent", "CALL")
	b.keys("]")
	b.want("location.hash !== '"+anchor+"'", "true")
	b.eval("history.back()", nil)
	b.want("location.hash", anchor)
	b.want("document.querySelector('#vinfo-title').textContent", "CALL")

	// Keys: search, the list, the panes, the views, dark and light.
	b.keys("/")
	b.want("document.activeElement.id", "search")
	b.keys(strings.Split("megamorphic", "")...)
	b.keys(enter)
	b.keys("/", escape)
	b.keys("/")
	b.keys(strings.Split("imul", "")...)
	b.want("document.querySelector('#list .sub').textContent", "imul")
	b.keys(enter)
	b.want("document.activeElement.id", "list")
	b.want("document.querySelector('#machine .row.at').textContent", "imul")
	b.keys("j")
	b.want("document.querySelectorAll('#list .row')[1].className", "at")
	b.keys("/", escape)
	b.keys("m", "j", "j")
	b.want("document.activeElement.id", "machine")
	b.want("document.querySelectorAll('#machine .row.at').length + document.querySelectorAll('#machine .row.near').length > 0", "true")
	was := b.text("document.documentElement.className + getComputedStyle(document.body).backgroundColor")
	b.keys("d")
	b.want("document.documentElement.className + getComputedStyle(document.body).backgroundColor !== '"+was+"'", "true")
	b.open(url + anchor)
	shoot(t, b, "dark")
	b.keys("2")
	b.want("document.querySelectorAll('#graph .node').length > 5", "true")
	b.want("document.querySelectorAll('#graph .edge').length > 5", "true")
	shoot(t, b, "graph")
	b.keys("3")
	b.want("document.querySelector('#memory').textContent", "the engine itself")
	shoot(t, b, "memory")
	b.keys("4")
	b.want("document.querySelectorAll('#timeline .dot').length > 10", "true")
	b.want("document.querySelector('#timeline').textContent", "megamorphic")
	b.want("document.querySelector('#events').textContent", "promotion")
	shoot(t, b, "timeline")
	b.click("#timeline .dot")
	b.want("document.querySelector('#view-code').className", "shown")
	b.keys("?")
	b.want("document.querySelector('#help').open", "true")
	b.keys(escape)
	if c := b.complaints(); c != nil {
		t.Errorf("%q", c)
	}
}

// WebDriver's codes of keys.
const enter, escape = "\uE007", "\uE00C"

// many is a dump with so many buffers.
func many(n int) *dump.Dump {
	d := &dump.Dump{Program: "many.py", Engine: "psyco", Detailed: true, Stats: map[string]any{}}
	for i := range n/20 + 1 {
		f := dump.Function{Name: fmt.Sprintf("function_%d", i), File: "many.py", Line: 10*i + 1, Status: "compiled"}
		for k := range 30 {
			f.Bytecode = append(f.Bytecode, dump.Instruction{Offset: 2 * k, Line: 10*i + 1 + k/3, Opcode: "LOAD_FAST", Arg: "0", Text: "x"})
		}
		d.Functions = append(d.Functions, f)
	}
	for i := range n {
		name := func(i int) string { return fmt.Sprintf("normal%d", i+1) }
		b := dump.Buffer{Name: name(i), Kind: "normal", Function: i / 20, Offset: 2 * (i % 30), Entered: uint64(i * i % 1_000_003), Size: 400, Code: strings.Repeat("90", 400),
			Snapshot: []dump.Slot{{Name: "x", Info: &dump.Info{Stage: "run-time", Kind: "value", Place: "rax", Type: "int"}}}}
		if i%20 < 19 {
			b.Jumps = []dump.Jump{{At: 396, To: name((i + 1) % n), What: "pause"}}
		}
		for k := range 10 {
			p := dump.Part{Purpose: dump.FastPath, At: 40 * k, Offset: 2 * k}
			for l := range 5 {
				p.Lines = append(p.Lines, dump.Line{At: 40*k + 8*l, Text: "mov qword ptr [rsp+0x100], r13"})
			}
			b.Parts = append(b.Parts, p)
		}
		d.Buffers = append(d.Buffers, b)
		d.Events = append(d.Events, dump.Event{What: "normal", Function: i / 20, Buffer: name(i), Used: 1000 * i})
	}
	return d
}

// TestManyBuffers opens a page with 10,000 buffers. It takes half a second; what is quadratic would take minutes, a loaded machine takes seconds.
func TestManyBuffers(t *testing.T) {
	b := newBrowser(t)
	url := page(t, many(10_000))
	began := time.Now()
	b.open(url + "#code/function_77")
	b.want("document.querySelectorAll('#machine .row').length > 10", "true")
	took := time.Since(began)
	ms, _ := strconv.ParseFloat(b.text("window.psyReady"), 64)
	t.Logf("open in %v, of these %.0f ms in the page's script", took, ms)
	if took > 20*time.Second {
		t.Errorf("a page of 10,000 buffers opens in %v", took)
	}
	b.want("document.querySelectorAll('.row').length < 300", "true")
	began = time.Now()
	b.keys("/")
	b.keys(strings.Split("normal9999", "")...)
	b.want("document.querySelector('#list .name').textContent", "normal9999")
	t.Logf("found in %v", time.Since(began))
}

// TestPageOthers opens pages of dumps that have little in them.
func TestPageOthers(t *testing.T) {
	b := newBrowser(t)
	f := dump.Function{Name: "</script><b>f", File: "a.py", Line: 1, Status: "traced", Bytecode: []dump.Instruction{{Opcode: "RESUME"}}}
	x := dump.Executor{Function: 0, Entered: 7, Executed: []string{"  0 _LOAD <!-- x"}}
	for name, d := range map[string]*dump.Dump{
		"none of this function": {Program: "a.py", Functions: []dump.Function{{Name: "f"}}},
		"tier 2: 1 executor":    {Program: "a.py", Engine: "tier2", Functions: []dump.Function{f}, Executors: []dump.Executor{x}},
		"none":                  {},
	} {
		b.open(page(t, d))
		b.want("document.querySelector('#about').textContent", name)
		b.keys("2", "3", "4", "1")
		b.want("document.querySelector('#view-code').className", "shown")
		if c := b.complaints(); c != nil {
			t.Errorf("%s: %q", name, c)
		}
	}
}
