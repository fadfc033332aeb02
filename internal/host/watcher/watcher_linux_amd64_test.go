//go:build !cgo

package watcher

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// slackOf is what the system has noted of a thread; only root may read it of another.
func slackOf(t *testing.T, id int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/timerslack_ns", id))
	if err != nil {
		t.Skip(err)
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	return n
}

// TestCalm: the thread that watches wakes late, until Alert, and no other does.
func TestCalm(t *testing.T) {
	was := slackOf(t, os.Getpid())
	wait := func(want int) {
		var got int
		for range 1000 {
			if got = slackOf(t, id); got == want {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Fatalf("the thread that watches may wake %d ns late, want %d", got, want)
	}
	Calm()
	wait(calm)
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		if other, _ := strconv.Atoi(task.Name()); other != id && slackOf(t, other) != was {
			t.Errorf("thread %d of %d may wake late", other, os.Getpid())
		}
	}
	Alert()
	wait(was)
	Forked(func(id int) int { return id })
	wait(calm)
	Alert()
	wait(was)
}

// TestThread: the thread is found by the list, too.
func TestThread(t *testing.T) {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skip(err)
	}
	ids := make([]int, len(tasks))
	for i, task := range tasks {
		ids[i], _ = strconv.Atoi(task.Name())
	}
	if next := slices.Index(ids, os.Getpid()+1); next >= 0 && listed() != first() {
		t.Errorf("the list has %d, want %d of %v", listed(), first(), ids)
	}
}
