// Package digest computes BLAKE2, SHA-1, SHA-3 and SHA-512 where that of Go's libraries is slow on long data, the blocks of scrypt, RIPEMD-160, and SM3,
// which Go's libraries lack. Without the instructions they need, it leaves SHA-1, SHA-3 and SHA-512 to Go's libraries. It must not know Python objects.
package digest
