package randprog

import (
	"os"
	"strconv"
	"testing"
)

func TestDump(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	for i := 1; i <= n; i++ {
		os.WriteFile("/tmp/rp/r"+strconv.Itoa(i)+".py", []byte(Generate(uint64(i)).Source()), 0o644)
	}
}
