package syntax

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestIncomplete compares what CPython's compile() says of beginnings of statements in Single mode, with blocks left open, and when
// more may come as well: testdata/incomplete.txt.
func TestIncomplete(t *testing.T) {
	data, err := os.ReadFile("testdata/incomplete.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Split(line, "\t")
		src, err := strconv.Unquote(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range fields[1:] {
			got := "ok"
			if _, _, err := Parse(src, Options{Mode: Single, OpenEnd: true, AllowIncomplete: i == 1}); err != nil {
				got = string(err.Class) + ": " + err.Msg
			}
			if got != want {
				t.Errorf("%q, %v: got %s, want %s", src, i == 1, got, want)
			}
		}
	}
}
