// Where the system does not tell whose a file is, none is believed.

//go:build !unix

package codecache

const canOwn = false

func ownedFolder(string) bool { return false }

func readOwned(string, int64, int, bool, *Room) []byte { return nil }

func appendOwned(string, []byte) int64 { return -1 }
