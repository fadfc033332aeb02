package inspect

import (
	"bytes"
	"strings"
	"testing"

	"github.com/psyco-go/psy/dump"
)

func shown(t *testing.T, d *dump.Dump, name string) string {
	t.Helper()
	target, err := Find(d, name)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	Show(&b, d, target)
	return b.String()
}

func TestText(t *testing.T) {
	d := real(t)
	var b bytes.Buffer
	List(&b, d)
	merge := ""
	for _, x := range d.Buffers {
		if x.Merge && !x.General && x.Function >= 0 && d.Functions[x.Function].Name == "total" {
			merge = x.Name
		}
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{b.String(), []string{"dumped.py, run by psyco: 16 functions, ", "compiled     total (dumped.py:25)", "interpreted  never_called (dumped.py:77)"}},
		{shown(t, d, "total"), []string{"total (dumped.py:25): compiled", "28      for x in items:", "FOR_ITER", "promotion switch ×1", "thrown away: the global RATE of __main__ changed", "asked 1, normal"}},
		{shown(t, d, "kinds:34"), []string{"too many came: given up"}},
		{shown(t, d, "never_called"), []string{"never_called (dumped.py:77): interpreted"}},
		{shown(t, d, "total@10"), []string{"total at 10 FOR_ITER", "the same in all\n  items: ", "different\n", "virtual int[int in ", "virtual float[float in "}},
		{shown(t, d, merge), []string{merge + ": total at ", "snapshot\n", "fast path", "guard", "stub", "made because", "result at "}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.text, want) {
				t.Errorf("no %q in\n%s", want, c.text)
			}
		}
	}
	for _, bad := range []string{"nobody", "total@x", "total@-1", "normal0"} {
		if _, err := Find(d, bad); err == nil {
			t.Errorf("%s was found", bad)
		}
	}
}

func TestDiff(t *testing.T) {
	a, b := real(t), real(t)
	if got := Diff(a, b); got != nil {
		t.Errorf("%v", got)
	}
	for i := range b.Functions {
		switch f := &b.Functions[i]; f.Name {
		case "total":
			f.Status = "dropped"
		case "walk":
			f.Sites = append(f.Sites, dump.Site{Offset: 8, What: dump.Megamorphic, Count: 1}, dump.Site{Offset: 4, What: dump.Exits, Count: 9})
		case "never_called":
			f.Status = "compiled"
		}
	}
	var got []string
	for _, c := range Diff(a, b) {
		verdict := "better"
		if c.Lost {
			verdict = "worse"
		}
		got = append(got, verdict+" "+c.Function+" "+c.What)
	}
	want := `worse total was compiled, is dropped
worse walk instructions where machine code is left: 1, were 0
worse walk places where too many values came, and nothing is promoted: 1, were 0
better never_called was interpreted, is compiled`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%s", s)
	}
	if back := Diff(b, a); len(back) != 4 || back[0].Function != "never_called" || !back[0].Lost {
		t.Errorf("%v", back)
	}
}
