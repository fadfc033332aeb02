//go:build !linux

package iomod

import "time"

// awaitInput is for who has read at once, which is not possible here.
func awaitInput(t *Thread, _ int, _ bool) time.Duration {
	t.Outside(func() { time.Sleep(waitPoll) })
	return waitPoll
}
