// That the room is there, and belongs to nobody.

package goheap

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestRoom(t *testing.T) {
	begin()
	var m runtime.MemStats
	for began := time.Now(); ; time.Sleep(time.Millisecond) { // the goroutine may have sent its answer and not yet ended
		if runtime.ReadMemStats(&m); m.HeapIdle >= 12<<20 && m.StackInuse <= 8<<20 {
			break
		}
		if time.Since(began) > 10*time.Second {
			t.Fatalf("the heap has %d bytes free, stacks take %d", m.HeapIdle, m.StackInuse)
		}
	}
	maps, _ := os.ReadFile("/proc/self/smaps")
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err == nil && len(maps) > 0 && !strings.Contains(string(maps), " hg") {
		t.Error("no memory is to be huge pages")
	}
}
