// What names values have in dumps.

package observe

import (
	"testing"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// What is known of values has a name that needs no object.
func TestNamesOfKnownValues(t *testing.T) {
	o := &Observer{lang: &Language{Rules: map[vinfo.Rule]string{staging.FirstRule: "pair"}}}
	for _, c := range []struct {
		what *Info
		want string
	}{
		{vinfo.NewKnown(vinfo.Int, 7), "7"},
		{vinfo.NewKnown(vinfo.Int, ^uint64(0)), "-1"},
		{vinfo.NewKnown(vinfo.Raw, staging.ClassFloat), "float"},
		{vinfo.NewFixed(vinfo.Raw, staging.ClassInt), "int"},
		{vinfo.NewKnown(vinfo.Raw, 12345), ""},
		{vinfo.NewKnown(vinfo.Boxed, uint64(object.SmallInt(-3))), "-3"},
		{vinfo.NewKnown(vinfo.Boxed, uint64(object.Null)), "Null"},
		{vinfo.NewVirtual(staging.RuleInt), "int"},
		{vinfo.NewVirtual(staging.FirstRule), "pair"},
	} {
		if got := o.infoName(c.what); got != c.want {
			t.Errorf("%+v: %q, want %q", c.what, got, c.want)
		}
	}
}

// unit is inlined in outer, or in nothing.
type unit struct {
	Unit
	outer Unit
}

func (u unit) Outer() Unit { return u.outer }

// The unit with the frame is the one that the others are inlined in.
func TestRoot(t *testing.T) {
	var caller Unit = &unit{}
	if root(caller) != caller || root(&unit{outer: caller}) != caller {
		t.Error("root does not give the unit that has the frame")
	}
}
