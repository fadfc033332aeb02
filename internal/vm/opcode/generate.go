package opcode

//go:generate go run ../cmd/gencases
