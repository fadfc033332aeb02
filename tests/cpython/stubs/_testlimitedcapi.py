"""A stand-in for CPython's module in C: sequences as C programs see them."""

from operator import delitem as sequence_delitem, getitem as sequence_getitem, setitem as sequence_setitem
