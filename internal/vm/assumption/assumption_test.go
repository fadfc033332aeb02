package assumption

import (
	"testing"

	"github.com/psyco-go/psy/internal/vm/object"
)

func TestDict(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	var broken []string
	s := New(rt, func(_ Dep, dependents map[string]struct{}) {
		for x := range dependents {
			broken = append(broken, x)
		}
	})
	d := object.NewDict(th)
	a, b := object.Intern(th, "a"), object.Intern(th, "b")
	d.Set(th, a, object.SmallInt(1))
	deps := []Dep{Dict(d, a), Dict(d, b)}
	s.Add("code", deps)
	for n := range maxBroken {
		if !s.Trusted(deps...) {
			t.Errorf("not trusted after %d changes", n)
		}
		d.Set(th, a, object.SmallInt(int64(n)+2))
	}
	if s.Trusted(deps[0]) || !s.Trusted(deps[1]) || len(broken) != maxBroken {
		t.Errorf("broken: %v, trusted: %v, %v", broken, s.Trusted(deps[0]), s.Trusted(deps[1]))
	}
	d.Set(th, b, object.None) // a key that was not there
	s.Remove("code", deps)
	d.Set(th, a, object.None)
	if len(broken) != maxBroken+1 || s.Len() != 0 {
		t.Errorf("broken: %v, %d left", broken, s.Len())
	}
}
