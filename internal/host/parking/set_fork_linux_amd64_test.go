//go:build linux && amd64 && !cgo && !race

package parking

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/forking"
)

// A child's set has what its parent's had, and neither acts on the other's; a counter of others is not the set's, and stays shared.
func TestForked(t *testing.T) {
	s, p, q := newSet(t), newPair(t), newPair(t)
	count, err := unix.Eventfd(0, unix.EFD_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(count)
	if !s.Add(p[0], unix.POLLIN, 1) || !s.Add(q[0], unix.POLLIN, 2) || !s.Add(count, unix.POLLIN, 3) {
		t.Fatal("not added")
	}
	pid, err := forking.Fork(func() {})
	if err != nil {
		t.Fatal(err)
	}
	if pid == 0 {
		for range s.Now() { // the waker
			s.Ready(0)
		}
		s.Remove(q[0])
		unix.Write(p[1], []byte("x"))
		if n := s.Wait(5 * time.Second); n != 1 {
			unix.Exit(1)
		}
		if fd, mark, _ := s.Ready(0); fd != p[0] || mark != 1 {
			unix.Exit(2)
		}
		s.Wake()
		unix.Write(count, []byte{1, 0, 0, 0, 0, 0, 0, 0})
		unix.Exit(0)
	}
	var status unix.WaitStatus
	for {
		if _, err = unix.Wait4(pid, &status, 0, nil); err != unix.EINTR {
			break
		}
	}
	if err != nil || status.ExitStatus() != 0 {
		t.Fatalf("%v, %x", err, status)
	}
	unix.Write(q[1], []byte("x"))
	got := map[int]int32{}
	for n := s.Now(); n > 0; n = s.Now() {
		for i := range n {
			fd, mark, _ := s.Ready(i)
			got[fd] = mark
		}
	}
	if len(got) != 3 || got[p[0]] != 1 || got[q[0]] != 2 || got[count] != 3 {
		t.Fatalf("ready in the parent: %v", got)
	}
}
