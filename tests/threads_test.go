// Threads of one program that disturb each other, in every engine.

package tests

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// threadRows are the settings that threads/hammer.py runs under: the first for seconds by each run of the tests, all of them where time is given.
var threadRows = [][]string{
	{"psy.engine=auto"},
	{"psy.engine=tier1"},
	{"psy.engine=tier2", "psy.threshold=0"},
	{"psy.threshold=0", "psy.check"},
	{"psy.threshold=0", "psy.codecap=28K"},
	{"psy.engine=tier1", "psy.gc=1"},
	{"psy.engine=auto", "psy.gc=37"},
	{"psy.engine=tier1", "psy.gc=37"},
	{"psy.threshold=0", "psy.gc=1"},
	{"psy.engine=tier2", "psy.threshold=0", "psy.gc=1"},
	{"psy.threshold=0", "psy.gc=37", "psy.check"},
	{"psy.engine=tier2", "psy.threshold=0", "psy.gc=37"},
}

// TestThreads runs threads/hammer.py under each row for an equal part of PSY_TEST_HAMMER (1m; a few seconds otherwise, by some). PSY_TEST_SEED decides what its
// threads do; with PSY_TEST_RACE the race detector watches.
func TestThreads(t *testing.T) {
	length, rows := 4*time.Second, threadRows[:4]
	if s := os.Getenv("PSY_TEST_HAMMER"); s != "" {
		var err error
		if length, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
		rows = threadRows
	} else if testing.Short() {
		t.Skip("takes seconds")
	}
	exe := psy(t)
	seed := strconv.Itoa(number(t, "PSY_TEST_SEED", 1))
	each := strconv.FormatFloat((length / time.Duration(len(rows))).Seconds(), 'f', 1, 64)
	for _, row := range rows {
		t.Run(strings.Join(row, ","), func(t *testing.T) {
			by := exe
			if os.Getenv("PSY_TEST_RACE") != "" && slices.Contains(row, "psy.gc=1") {
				by = psyBy(t, buildLight)
			}
			args, small := []string{"run", "-I", "-S"}, "1"
			if strings.Contains(strings.Join(row, " "), "psy.gc") {
				small = "10"
			}
			for _, x := range row {
				args = append(args, "-X", x)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 10*length+5*time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, by, append(args, "threads/hammer.py", each, seed, small)...).CombinedOutput()
			t.Logf("%s", out)
			if err != nil || !strings.HasSuffix(string(out), "right\n") {
				t.Errorf("%v\nagain: psy run -I -S -X %s tests/threads/hammer.py %s %s %s", err, strings.Join(row, " -X "), each, seed, small)
			}
		})
	}
}
