package assumption

import (
	"fmt"
	"math/rand/v2"
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

// Each change of what is depended on is told, however many share a group.
func TestCrowd(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	told := map[Dep]int{}
	s := New(rt, func(d Dep, _ map[int]struct{}) { told[d]++ })
	d := object.NewDict(th)
	r := rand.New(rand.NewPCG(1, 2))
	depends := map[Dep]map[int]bool{}
	var all []Dep
	for n := range 4 * crowds {
		key := object.Intern(th, fmt.Sprint("k", n))
		d.Set(th, key, object.None)
		all = append(all, Dict(d, key))
		depends[all[n]] = map[int]bool{}
	}
	for range 20 * crowds {
		dep, x := all[r.IntN(len(all))], r.IntN(3)
		if r.IntN(2) == 0 {
			s.Add(x, []Dep{dep})
			depends[dep][x] = true
		} else {
			s.Remove(x, []Dep{dep})
			delete(depends[dep], x)
		}
	}
	groups := map[int]bool{}
	for _, dep := range all {
		groups[dep.group()] = true
		d.Set(th, dep.key, object.True)
		if (told[dep] == 1) != (len(depends[dep]) > 0) {
			t.Fatalf("told %d times of a change that %d depend on", told[dep], len(depends[dep]))
		}
		for x := range 3 {
			s.Remove(x, []Dep{dep})
		}
	}
	for g, n := range s.crowd {
		if n != 0 {
			t.Errorf("group %d has %d left", g, n)
		}
	}
	if len(groups) < crowds*9/10 {
		t.Errorf("only %d groups are used", len(groups))
	}
}

// What is written without telling is never trusted again, and nothing that somebody depends on is.
func TestWritten(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	var s *Set[string]
	var broken []string
	s = New(rt, func(d Dep, dependents map[string]struct{}) {
		for x := range dependents {
			broken = append(broken, x)
			s.Remove(x, []Dep{d})
		}
	})
	d := object.NewDict(th)
	a, b := Dict(d, object.Intern(th, "a")), Dict(d, object.Intern(th, "b"))
	if s.Write(a) || !s.Trusted(a) {
		t.Error("what is trusted may be written")
	}
	s.Add("code", []Dep{a, b})
	s.Distrust(a)
	if len(broken) != 1 || s.Trusted(a) || !s.Trusted(b) || !s.Write(a) || s.Write(b) {
		t.Errorf("after Distrust: broken %v", broken)
	}
	for n := range maxBroken {
		s.Add("code", []Dep{b})
		d.Set(th, b.key, object.SmallInt(int64(n)))
	}
	s.Add("late", []Dep{b})
	if s.Trusted(b) || s.Write(b) {
		t.Error("what somebody depends on may be written")
	}
	s.Remove("late", []Dep{b})
	if !s.Write(b) || s.Trusted(b) {
		t.Error("what changed often and nobody depends on may not be written")
	}
	clear(s.broken)
	if s.Trusted(a, b) || s.Trusted(b) {
		t.Error("what is written is trusted again")
	}
}
