"""Stands for a package that changes tracebacks by ctypes: here exceptions of workers come without theirs."""
