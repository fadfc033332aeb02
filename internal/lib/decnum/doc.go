// Package decnum computes with decimal numbers by the General Decimal Arithmetic Specification (Mike Cowlishaw, version 1.70), to the flags and
// corner cases of libmpdec 2.5.1, which CPython uses. It must not know Python.
//
// A coefficient is an array of words in base 10**19, least significant first, without leading zero words: so rounding, aligning and
// texts take linear time. Up to four words lie inside a Num, so common numbers take no memory of their own.
package decnum
