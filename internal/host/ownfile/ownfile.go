// Package ownfile keeps few pages of the program's own file in the process: of 13 MB of functions and 70 of constants few are used, and those lie
// far apart. It must not know what the program does. Only the command psy imports it: what a process is said to have is not for a library to decide.
//
// It imports next to nothing, so that Go initializes it before nearly all other packages.
package ownfile

// runs is how many processes make a profile, and enough how many of them must have used a page for it to be kept.
const (
	runs   = 8
	enough = 3
)

// A profile says of each page of the functions, and then of the constants, how many processes used it: the number of processes, and then pieces of
// three bytes, a number of pages, little-endian, and a count.
type profile []byte

// whole tells whether a profile is one of n pages.
func (p profile) whole(n int) bool {
	for at := 1; at+3 <= len(p); at += 3 {
		n -= p.length(at)
	}
	return n == 0 && len(p)%3 == 1
}

func (p profile) length(at int) int { return int(p[at]) | int(p[at+1])<<8 }

// kept gives the pages that enough processes used, those that lie together at a time: from the first up to another one.
func (p profile) kept(yield func(from, to int) bool) {
	from, at := 0, 0
	for i := 1; i < len(p); i += 3 {
		n := p.length(i)
		if p[i+2] < enough {
			if from < at && !yield(from, at) {
				return
			}
			from = at + n
		}
		at += n
	}
	if from < at {
		yield(from, at)
	}
}

// learned tells whether no more processes are asked.
func (p profile) learned() bool { return len(p) > 0 && p[0] >= runs }

// with gives the profile of one more process, from which pages it used. Without a profile that process is the first one.
func (p profile) with(used []bool) profile {
	next := profile{1}
	if len(p) > 0 {
		next[0] += p[0]
	}
	counts := make([]byte, len(used))
	at := 0
	for i := 1; i < len(p); i += 3 {
		for range p.length(i) {
			counts[at] = p[i+2]
			at++
		}
	}
	for i, u := range used {
		if u {
			counts[i]++
		}
	}
	const most = 1<<16 - 1
	for i := 0; i < len(counts); {
		j := i + 1
		for j < len(counts) && counts[j] == counts[i] && j-i < most {
			j++
		}
		next = append(next, byte(j-i), byte((j-i)>>8), counts[i])
		i = j
	}
	return next
}
