// Programs that make classes for as long as they run: what nothing refers to any more goes, in every engine.

package tests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// classKinds are the functions of classes/classes.py.
const classKinds = "plain namedtuples enums dataclasses_ names abstract modules patterns typed subclasses lambdas properties interned"

// TestClassesGo runs rounds of each kind under a cap on Python objects: 20,000 are some 200 MB of classes, were they kept. PSY_TEST_CLASSES is
// the number of rounds; without it, a few hundred under a cap that they would fill too.
func TestClassesGo(t *testing.T) {
	if oracle.Find() == "" {
		t.Skip("needs CPython's library")
	}
	exe := psy(t)
	rounds, heap := number(t, "PSY_TEST_CLASSES", 0), "64M"
	if rounds == 0 {
		rounds, heap = 400, "16M"
	}
	var all []oracle.Program
	for kind := range strings.FieldsSeq(classKinds) {
		all = append(all, oracle.Program{Name: kind})
	}
	for _, engine := range []string{"psyco", "tier2", "tier1"} {
		t.Run(engine, func(t *testing.T) {
			inParallel(t, all, func(t *testing.T, p oracle.Program) {
				want := fmt.Sprintf("%s %d\n", p.Name, rounds)
				args := []string{exe, "run", "-S", "-X", "psy.engine=" + engine, "-X", "psy.heapcap=" + heap, "classes/classes.py", p.Name, fmt.Sprint(rounds)}
				if r := oracle.Run(".", 20*time.Minute, "", args...); r.Stdout != want || r.Stderr != "" {
					t.Errorf("%s%.1000s\nreproduce: (cd tests; psy %s)", r.Stdout, r.Stderr, strings.Join(args[1:], " "))
				}
			})
		})
	}
}
