// Systems whose memory psy does not map for programs.

//go:build !linux

package posix

var mmapSystemNumbers map[string]int64
