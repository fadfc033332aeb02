package dump

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
)

func sample() *Dump {
	return &Dump{
		Program:   "a.py",
		Engine:    "psyco",
		Functions: []Function{{Name: "f", File: "a.py", Line: 1, Status: "compiled"}},
		Buffers: []Buffer{{Name: "normal1", Kind: "normal", Size: 2, Code: "90c3", Snapshot: []Slot{{Name: "x, \"}]", Info: &Info{Stage: "virtual", Value: "int",
			Items: []*Info{nil, {Stage: "compile-time", Value: "3", Fixed: true}}}}},
			Parts: []Part{{Purpose: FastPath, Lines: []Line{{Text: "nop"}, {At: 1, Text: "ret"}}}}}},
		Events: []Event{{What: "normal", Buffer: "normal1"}},
		Stats:  map[string]any{"engine": "psyco"},
	}
}

func TestFile(t *testing.T) {
	var b bytes.Buffer
	d := sample()
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	got, err := Read(strings.NewReader(text))
	if err != nil || !reflect.DeepEqual(got, d) {
		t.Fatalf("%v\n%+v\n%+v", err, got, d)
	}
	if n := strings.Count(text, "\n"); n < 10 {
		t.Errorf("%d lines", n)
	}
	for n := range len(text) {
		if _, err := Read(strings.NewReader(text[:n])); err == nil && strings.TrimSpace(text[n:]) != "" {
			t.Errorf("%d bytes were read", n)
		}
	}
	if got := d.Buffers[0].Snapshot[0].String(); got != `x, "}]: virtual int[?, 3!]` {
		t.Error(got)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("gone") }

func TestDamaged(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "the file is empty"},
		{"\x00\x01", "this is no dump, or a damaged one: "},
		{"[]", "damaged: json: cannot unmarshal"},
		{`{"a":1}`, `this is no dump: it has no "psy_dump"`},
		{`{"psy_dump":2}`, "version 2 of the format; this psy reads version 1"},
		{`{"psy_dump":1,"buff`, "it ends too early, after 19 bytes"},
		{`{"psy_dump":1,"buffers":7}`, "damaged: json: cannot unmarshal number"},
		{`{"psy_dump":1,"buffers":[{"function":3}]}`, "buffer 0: there is no function 3"},
		{`{"psy_dump":1,"buffers":[{"function":-1,"size":3,"code":"00"}]}`, "buffer 0: 1 bytes of code, not 3"},
		{`{"psy_dump":1,"buffers":[{"function":-1,"size":-3}]}`, "buffer 0: 0 bytes of code, not -3"},
		{`{"psy_dump":1,"buffers":[{"function":-1,"name":"a"},{"function":-1,"name":"a"}]}`, `buffer 1: there are two of the name "a"`},
		{`{"psy_dump":1,"buffers":[{"function":-1,"parts":[{"at":1}]}]}`, "its parts overlap"},
		{`{"psy_dump":1,"events":[{"function":-2}]}`, "event 0: there is no function -2"},
		{`{"psy_dump":1,"executors":[{"function":1}]}`, "executor 0: there is no function 1"},
		{`{"psy_dump":1,"promotions":[{"function":1}]}`, "promotion 0: there is no function 1"},
		{`{"psy_dump":1,"assumptions":[{"places":[{"function":-1,"call":{"function":1}}]}]}`, "assumption 0: there is no function 1"},
		{`{"psy_dump":1,"memory":{"owners":[{"function":1}]}}`, "owner 0: there is no function 1"},
		{`{"psy_dump":1,"buffers":` + strings.Repeat("[", 20000) + "]}", "exceeded max depth"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := Read(broken{}); err == nil || err.Error() != "dump: gone" {
		t.Error(err)
	}
}

var update = flag.Bool("update", false, "write docs/dump.md")

// TestDocumentation compares docs/dump.md with the comments.
func TestDocumentation(t *testing.T) {
	const name, mark = "../docs/dump.md", "-update`. -->\n"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, got, found := strings.Cut(string(data), mark)
	if !found {
		t.Fatalf("%s has lost its mark", name)
	}
	want, err := Doc()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		err = os.WriteFile(name, []byte(head+mark+want), 0o644)
	} else if got != want {
		t.Errorf("%s is not what go test ./dump -run Documentation -update writes", name)
	}
	if err != nil {
		t.Error(err)
	}
}
