package main

import (
	"bytes"
	"os"
	"runtime"
	"testing"

	"github.com/psyco-go/psy/internal/host/library"
)

// TestKnown: the sums of the library's compiled modules are those that psy knows. After a change of the compiler: go generate ./internal/front/codecache.
func TestKnown(t *testing.T) {
	switch lib := library.Embedded(); {
	case testing.Short():
		t.Skip("compiles the whole library")
	case lib == nil || runtime.GOOS != "linux" || runtime.GOARCH != "amd64":
		t.Skip("the sums are those of the library of linux/amd64")
	default:
		want, err := known(lib)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../front/codecache/generated_known.txt")
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("the sums are stale: run go generate ./internal/front/codecache (%v)", err)
		}
	}
}
