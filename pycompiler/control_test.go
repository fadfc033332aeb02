package pycompiler

import (
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
)

// The counters of buffers are named after codebuf's kinds.
func TestBufferKinds(t *testing.T) {
	kinds := stats.New().Groups()[0]
	if kinds.Name != "buffers" {
		t.Fatalf("%+v", kinds)
	}
	for k, n := range bufferKinds {
		if name := kinds.Counters[n].Name; name != codebuf.Kind(k).String() {
			t.Errorf("kind %d is %s in stats and %s in codebuf", k, name, codebuf.Kind(k))
		}
	}
}
