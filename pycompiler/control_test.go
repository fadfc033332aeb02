package pycompiler

import (
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
)

// The counters of buffers are indexed by codebuf's kinds.
func TestBufferKinds(t *testing.T) {
	kinds := stats.New().Groups()[0]
	if kinds.Name != "buffers" || len(kinds.Counters) != codebuf.Kinds {
		t.Fatalf("%+v", kinds)
	}
	for k, c := range kinds.Counters {
		if c.Name != codebuf.Kind(k).String() {
			t.Errorf("kind %d is %s in stats and %s in codebuf", k, c.Name, codebuf.Kind(k))
		}
	}
}
