"""A stand-in for CPython's module in C, which tests import before they test something else."""
