// Package turncoat generates programs that break what compiled code relies on: values change their types in hot loops, and methods, globals and
// functions are replaced while hot. So code that was made for one case shows whether it relies on that case for too long. The same seed gives the
// same program. The package runs many programs in one process, for each of the interpreters that are compared.
package turncoat
