// Loops of many kinds: their results equal the interpreter's, and after some calls nothing more is compiled.

package pycompiler

import (
	"fmt"
	"testing"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/vm/object"
)

func TestSteadyKinds(t *testing.T) {
	plain := newMachine(t, "steady")
	plain.e.setThreshold(1 << 30)
	list := func(m *machine) (names []string) {
		l := object.As[object.List](m.global("all"))
		for k := range l.Len() {
			names = append(names, object.GoString(object.As[object.Function](*l.At(k)).Name))
		}
		return names
	}
	for _, most := range []int64{8, 1, 0} {
		t.Run(fmt.Sprint("maxversions=", most), func(t *testing.T) {
			m := newMachine(t, "steady", func(c *config.Config) { c.MaxVersions = most })
			for _, name := range list(m) {
				for n := range 8 {
					if got, want := m.call(name, 20+10*n), plain.call(name, 20+10*n); got != want {
						t.Errorf("%s(%d) is %s, want %s", name, 20+10*n, got, want)
					}
				}
				_, c := m.counted(name, 64)
				for _, g := range append(codeGroups, "exits") {
					if s := c.text(g); s != "" {
						t.Errorf("%s is not steady: %s: %s", name, g, s)
					}
				}
				t.Logf("%s: %d instructions; helpers: %s", name, c["other"]["instructions"], c.text("helpers"))
			}
		})
	}
}
