// Superblocks before and after optimization: random functions are run by tier 1, by executors of superblocks as they were projected, and by those of
// optimized ones, on the same random values. What they return or raise, where, and what becomes of the values must be equal.
//
// PSY_TEST_SEED is the first function's seed, PSY_TEST_TRACES how many functions there are.

package tier2

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/worldtest"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// notMet names ops of optimizer.def that no random function's superblock has, each with its reason. This table may only shrink.
var notMet = map[string]string{
	"_END_FOR": "the end of a loop over a generator, which tier 1 comes to: the generator's return is its",
}

const (
	never  = 1 << 30 // a threshold
	enough = 600     // functions to meet all ops
)

func TestSoundness(t *testing.T) {
	number := func(name string, n int) int {
		if s := os.Getenv(name); s != "" {
			n, _ = strconv.Atoi(s)
		}
		return n
	}
	usual := enough
	if testing.Short() {
		usual = perWorld
	}
	first, count := number("PSY_TEST_SEED", 1), number("PSY_TEST_TRACES", usual)
	met := map[string]bool{}
	var total counts
	for seed := first; seed < first+count; seed += perWorld {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { checkTraces(t, seed, min(perWorld, first+count-seed), met, &total) }) {
			return
		}
	}
	t.Logf("%d functions, %d calls, %d executors, entered %d times, %d bytecodes in them", count, total.calls, total.made, total.entered, total.retired)
	if count < enough {
		return
	}
	def, err := os.ReadFile("optimizer.def")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^op\((\w+),`).FindAllStringSubmatch(string(def), -1) {
		switch name := m[1]; {
		case !met[name] && notMet[name] == "":
			t.Errorf("no superblock has %s", name)
		case met[name] && notMet[name] != "":
			t.Errorf("%s is listed as not met (%s), but it is", name, notMet[name])
		}
	}
}

var addresses = regexp.MustCompile(` at 0x[0-9a-f]+`)

// manyInts are, for an iterable of testdata, those of a range.
const manyInts = "7:143 "

// nearCap is the length of a result that may have come close to a world's cap: strs that double in a loop are a part of it. The function may have handled
// a MemoryError, and says nothing of it.
const nearCap = 100_000

// perWorld is how many functions share a world.
const perWorld = 100

type counts struct{ calls, made, entered, retired uint64 }

// version is a function of the same code as others.
type version struct {
	name string
	fn   object.Value //psy:root a global of the world
	code *object.Code //psy:root the function has it
}

func checkTraces(t *testing.T, first, count int, met map[string]bool, total *counts) {
	c := config.Default()
	c.Threshold, c.Listing = 3, true
	var e *Engine
	w := worldtest.New(t, "soundness", func(rt *object.Runtime) { e = New(rt, c); rt.HotThreshold = never }, func(o *modules.Options) { o.HeapCap = 24 << 20 })
	for seed := first; seed < first+count; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		source := randomFunction(r)
		if err := source.Verify(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var versions []version
		for _, name := range []string{"tier 1", "projected", "optimized"} {
			code := object.As[object.Code](object.NewCode(w.T, source))
			fn := object.Of(object.NewFunction(w.T, code, w.Globals))
			w.Globals.SetStr(w.T, name, fn)
			code.Hot = never
			versions = append(versions, version{name, fn, code})
		}
		run := func(v version, spec string) string {
			total.calls++
			text := object.Call(w.T, w.Global("run"), []object.Value{v.fn, object.Intern(w.T, spec)}, object.Null)
			switch {
			case text != object.Null:
			case w.T.Exc.IsExact(object.TMemoryError):
				w.T.Exc = object.Null
				return "MemoryError"
			default:
				t.Fatalf("seed %d: run(%s, %q): %s", seed, v.name, spec, w.Exception())
			}
			return addresses.ReplaceAllString(object.GoString(text), "")
		}
		for k := range 5 {
			spec := randomValues(r, 98)
			if k < 3 { // at first many turns over ints
				_, rest, _ := strings.Cut(spec, " ")
				spec = manyInts + rest
			}
			for _, v := range versions {
				run(v, spec)
			}
		}
		for range 10 {
			spec := randomValues(r, 90)
			want := run(versions[0], spec)
			if strings.Contains(want, "MemoryError") || len(want) > nearCap { // who runs out of memory, and where, depends on who has collected when
				break
			}
			for i, v := range versions[1:] {
				v.code.Hot = min(v.code.Hot, int32(r.IntN(4)))
				e.plain = i == 0
				if got := run(v, spec); got != want {
					t.Errorf("seed %d, %s: run(f, %q)\ngot  %s\nwant %s\nreproduce: PSY_TEST_SEED=%d PSY_TEST_TRACES=%d go test ./internal/vm/tier2 -run TestSoundness", seed, v.name, spec, got, want, first, seed-first+1)
					pyc.Disassemble(os.Stderr, source, pyc.DisOptions{})
					for _, l := range e.Listings("f") {
						t.Log(strings.Join(l.Optimized, "\n"))
					}
					return
				}
			}
		}
		for _, ex := range e.all {
			for _, line := range append(ex.projected, e.text(ex.block)...) {
				if op, _, _ := strings.Cut(strings.TrimSpace(line), " "); op != "" {
					met[op] = true
				}
			}
		}
		n := e.Counts()
		total.made, total.entered, total.retired = total.made+n.Made, total.entered+n.Entered, total.retired+n.Retired
		e.Forget()
		e.counts = interp.Tier2Counts{}
	}
}

// randomValues tells testdata's run what to make; percent of the values are of the kind that the function expects most.
func randomValues(r *rand.Rand, percent int) string {
	var words []string
	for _, k := range variables[:arguments] {
		if r.IntN(100) >= percent && k != iterables {
			k = anything
		}
		words = append(words, fmt.Sprintf("%d:%d", k, r.IntN(1<<20)))
	}
	return strings.Join(words, " ")
}
