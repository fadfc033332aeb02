// Where descriptors are not the system's, a standard stream is closed for good.

//go:build !unix

package system

func closeStandard(s standard) error { return s.File.Close() }
