package opcode

//go:generate go run ../../gen/gencases
//go:generate go run ../../../tests/withpython -out testdata/facts.json testdata/facts.py
