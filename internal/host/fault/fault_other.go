// Systems other than Linux give large pages themselves, or know no call for it: nobody asks.

//go:build !linux

package fault

func nanoseconds() int64 { return 0 }
