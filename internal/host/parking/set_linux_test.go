package parking

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

type numbers struct{}

func (numbers) Keep(fd int) int {
	fd, err := unix.Dup(fd)
	if err != nil {
		return -1
	}
	return fd
}

func (numbers) Drop(fd int) { unix.Close(fd) }

func newSet(t *testing.T) *Set {
	s := NewSet(numbers{})
	if s == nil {
		t.Fatal("no set")
	}
	t.Cleanup(s.Close)
	return s
}

func newPair(t *testing.T) [2]int {
	p, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(p[0]); unix.Close(p[1]) })
	return p
}

// A descriptor is ready once for each time that it is added.
func TestOnce(t *testing.T) {
	s, p := newSet(t), newPair(t)
	if !s.Add(p[0], unix.POLLIN, 1) || s.Now() != 0 {
		t.Fatal("ready before anything has come")
	}
	unix.Write(p[1], []byte("x"))
	if n := s.Wait(-1); n != 1 {
		t.Fatalf("%d are ready", n)
	}
	if fd, mark, events := s.Ready(0); fd != p[0] || mark != 1 || events != unix.POLLIN {
		t.Fatalf("ready: %d, %d, %d", fd, mark, events)
	}
	if n := s.Now(); n != 0 {
		t.Fatal("ready again")
	}
	if !s.Add(p[0], unix.POLLIN, 1) || s.Now() != 1 {
		t.Fatal("not ready when it was added again")
	}
	if !s.Add(p[0], unix.POLLIN, 1) {
		t.Fatal("cannot be added")
	}
	if s.Remove(p[0]); s.Now() != 0 {
		t.Fatal("ready though it was removed")
	}
}

// A number that stands for another file than before is added anew; one that stands for none, or for a file that is always ready, is not.
func TestReused(t *testing.T) {
	s, p, q := newSet(t), newPair(t), newPair(t)
	s.Add(p[0], unix.POLLIN, 1)
	if err := unix.Dup2(q[0], p[0]); err != nil {
		t.Fatal(err)
	}
	unix.Write(q[1], []byte("x"))
	if !s.Add(p[0], unix.POLLIN, 1) || s.Now() != 1 {
		t.Fatal("the file that the number stands for now is not waited for")
	}
	fd, err := unix.Open("/proc/self/maps", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if unix.Close(fd); s.Add(fd, unix.POLLIN, 1) {
		t.Error("what is closed is waited for")
	}
}

// Wake ends a wait; what has been told once is told once.
func TestWake(t *testing.T) {
	s := newSet(t)
	woken := make(chan struct{})
	go func() {
		time.Sleep(10 * time.Millisecond)
		s.Wake()
		close(woken)
	}()
	if n := s.Wait(-1); n != 1 {
		t.Fatalf("%d are ready", n)
	}
	<-woken
	if fd, _, _ := s.Ready(0); fd != -1 {
		t.Fatalf("ready: %d", fd)
	}
	if n := s.Wait(time.Millisecond); n != 0 {
		t.Fatal("woken twice")
	}
}

// A file that a number stood for before is told apart by its mark.
func TestMarks(t *testing.T) {
	s, p, q := newSet(t), newPair(t), newPair(t)
	kept, err := unix.Dup(p[0])
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(kept)
	s.Add(p[0], unix.POLLIN, 1)
	if err := unix.Dup2(q[0], p[0]); err != nil {
		t.Fatal(err)
	}
	s.Add(p[0], unix.POLLIN, 2)
	for mark, end := range map[int32]int{1: p[1], 2: q[1]} {
		unix.Write(end, []byte("x"))
		if n := s.Now(); n != 1 {
			t.Fatalf("%d are ready", n)
		}
		if fd, got, _ := s.Ready(0); fd != p[0] || got != mark {
			t.Errorf("ready: %d with mark %d instead of %d", fd, got, mark)
		}
	}
}
