// The file that psy gen writes for a source, and functions with any number of arguments.

package genexample

import (
	"context"
	"fmt"
	"testing"

	"github.com/psyco-go/psy"
)

func TestLoose(t *testing.T) {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	m, err := NewLoose(ctx, rt)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := m.Total(ctx, 1, 2, 3); n != 6 || err != nil {
		t.Error(n, err)
	}
	if n, err := m.Total(ctx, 1); n != 1 || err != nil {
		t.Error(n, err)
	}
	if _, err := m.Total(ctx, 1, "x"); err == nil {
		t.Error("a str was added to an int")
	}
	if s, err := m.Joined(ctx, "a", "b"); s != "a b" || err != nil {
		t.Error(s, err)
	}
	if err := m.Remember(ctx, 1, 2); err != nil {
		t.Error(err)
	}
	if kept, err := m.Module.Get("kept"); err != nil || kept.String() != "[1, 2]" {
		t.Error(kept, err)
	}
	if o, err := m.Options(ctx, 1, 2, 3); fmt.Sprint(o) != "[1 [2 3] 1]" || err != nil {
		t.Error(o, err)
	}
	seq, err := m.Each(ctx, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range seq {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 2 {
		t.Error(n)
	}
}
