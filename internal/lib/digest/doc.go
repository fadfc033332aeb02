// Package digest computes BLAKE2 and SHA-3 where that of Go's libraries is slow on long data, and the blocks of scrypt. Without the instructions it needs, it
// leaves SHA-3 to crypto/sha3. It must not know Python objects.
package digest
