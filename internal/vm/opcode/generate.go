package opcode

//go:generate go run ../../gen/gencases
