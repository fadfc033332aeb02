package ownfile

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestProfile: the counts are those of how many processes used each page, in pieces of at most 65,535 pages.
func TestProfile(t *testing.T) {
	const pages = 70_000
	var p profile
	counts := make([]int, pages)
	r := rand.New(rand.NewPCG(1, 2))
	for run := 1; run <= runs; run++ {
		if p.learned() {
			t.Errorf("enough after %d", run-1)
		}
		used := make([]bool, pages)
		for range 20 {
			at := r.IntN(pages - 100)
			for i := at; i < at+r.IntN(100); i++ {
				used[i] = true
			}
		}
		for i, u := range used {
			if u {
				counts[i]++
			}
		}
		if p = p.with(used); int(p[0]) != run || !p.whole(pages) {
			t.Fatalf("after %d: %d processes, whole: %t", run, p[0], p.whole(pages))
		}
	}
	if !p.learned() {
		t.Error("never enough")
	}
	at := 0
	for i := 1; i < len(p); i += 3 {
		for range p.length(i) {
			if int(p[i+2]) != counts[at] {
				t.Fatalf("page %d: %d, not %d", at, p[i+2], counts[at])
			}
			at++
		}
	}
}

// TestKept: pages that lie together come at once, however many processes used each.
func TestKept(t *testing.T) {
	p := profile{runs, 2, 0, enough, 3, 0, enough + 1, 4, 0, 0, 5, 0, enough - 1, 1, 0, runs, 6, 0, 1, 1, 0, enough, 1, 0, enough + 1}
	var got [][2]int
	for from, to := range p.kept {
		got = append(got, [2]int{from, to})
	}
	if want := [][2]int{{0, 5}, {14, 15}, {21, 23}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	for range p.kept {
		break
	}
}

// TestHostile: what is not the profile of so many pages is none.
func TestHostile(t *testing.T) {
	good := profile{runs, 3, 0, 1, 4, 1, 9}
	if n := 3 + 4 + 1<<8; !good.whole(n) || good.whole(n-1) || good.whole(n+1) || good.whole(0) {
		t.Error("another number of pages")
	}
	for n := range good {
		if good[:n].whole(3+4+1<<8) || good[:n].whole(7) {
			t.Errorf("%d bytes are taken", n)
		}
	}
	if profile(nil).whole(0) || profile(nil).learned() {
		t.Error("nothing is taken")
	}
}
