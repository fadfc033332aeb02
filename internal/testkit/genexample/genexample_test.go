package genexample

import (
	"context"
	"testing"

	"github.com/psyco-go/psy"
)

func TestShapes(t *testing.T) {
	rt, err := psy.New(psy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	ctx := context.Background()
	m, err := NewShapes(ctx, rt)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := m.Area(ctx, 2, 3); a != 6 || err != nil {
		t.Error(a, err)
	}
	if s, err := m.Describe(ctx, "square", 4); s != "square with 4 sides" || err != nil {
		t.Error(s, err)
	}
	if b, err := m.IsSquare(ctx, 1, 1); b != true || err != nil {
		t.Error(b, err)
	}
	if l, err := m.Points(ctx, 3); len(l) != 3 || err != nil {
		t.Error(l, err)
	}
	seq, err := m.EachSide(ctx, 4)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range seq {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 4 {
		t.Error(n)
	}
	if n, err := m.Type(ctx, 1, 2); n != 3 || err != nil {
		t.Error(n, err)
	}
	if err := m.Count(ctx); err != nil {
		t.Error(err)
	}
}
