// Test of the error when the system refuses memory for code.

//go:build linux && amd64

package codebuf

import (
	"syscall"
	"testing"
)

func TestRefused(t *testing.T) {
	if err := Supported(); err != nil {
		t.Skip(err)
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Skip(err)
	}
	none := old
	none.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none); err != nil {
		t.Skip(err)
	}
	m, err := New(1 << 20)
	syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
	if err == nil {
		m.Close()
		t.Fatal("no error")
	}
	if got, want := err.Error(), "codebuf: the system refuses memory for code: memfd_create: too many open files"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if m, err = New(1 << 20); err != nil {
		t.Skip(err)
	}
	m.Close()
}
