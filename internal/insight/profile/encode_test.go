// Profiles as pprof's own package reads them.

package profile

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

func TestEncode(t *testing.T) {
	p := New(nil)
	p.begun = time.Unix(1000, 5)
	f, g := Frame{"f", "a.py", 3, 4}, Frame{"<module>", "a.py", 0, -1}
	p.add([]Frame{f, g}, 300)
	p.add([]Frame{g}, 1<<40)
	mark := p.Mark()
	f.Line = 70000
	p.add([]Frame{g}, 20)
	p.add([]Frame{f, f, g}, 7)
	type sample struct {
		stack     string
		times, ns int64
	}
	for _, c := range []struct {
		since *Mark
		want  []sample
		lines int
	}{
		{nil, []sample{{"f:3:4 <module>:0:0 ", 1, 300}, {"<module>:0:0 ", 2, 1<<40 + 20}, {"f:3:70000 f:3:70000 <module>:0:0 ", 1, 7}}, 3},
		{mark, []sample{{"<module>:0:0 ", 1, 20}, {"f:3:70000 f:3:70000 <module>:0:0 ", 1, 7}}, 2},
	} {
		var out bytes.Buffer
		if err := p.WriteSince(&out, c.since); err != nil {
			t.Fatal(err)
		}
		got, err := profile.Parse(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.CheckValid(); err != nil {
			t.Error(err)
		}
		var samples []sample
		for _, s := range got.Sample {
			x := sample{times: s.Value[0], ns: s.Value[1]}
			for _, l := range s.Location {
				fn := l.Line[0].Function
				x.stack += fmt.Sprintf("%s:%d:%d ", fn.Name, fn.StartLine, l.Line[0].Line)
				if fn.SystemName != "py::"+fn.Name+":a.py" || fn.Filename != "a.py" {
					t.Errorf("%+v", fn)
				}
			}
			samples = append(samples, x)
		}
		if !slices.Equal(samples, c.want) || len(got.Location) != c.lines || len(got.Function) != 2 {
			t.Errorf("%v\n%v", samples, got)
		}
		if got.DefaultSampleType != "cpu" || got.Period != int64(period) || *got.PeriodType != *got.SampleType[1] || got.SampleType[0].Type != "samples" ||
			got.SampleType[0].Unit != "count" || got.PeriodType.Unit != "nanoseconds" || c.since == nil && got.TimeNanos != p.begun.UnixNano() || got.DurationNanos <= 0 {
			t.Errorf("%v", got)
		}
	}
}
