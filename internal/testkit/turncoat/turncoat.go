// Package turncoat generates programs that change sides: values that change their types in hot loops, methods, globals and functions that are replaced
// while hot, and whatever else code that was made for one case may believe too long. The same seed gives the same program.
// It runs many of them in one process, for each of the interpreters that are compared.
package turncoat
