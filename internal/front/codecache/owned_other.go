// Where the system does not tell whose a file is, none is believed.

//go:build !unix

package codecache

const canOwn = false

func ownedFolder(string) bool { return false }

func readOwned(string) []byte { return nil }
