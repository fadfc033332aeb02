# How a program ends: sys.exit(2**40).
import sys

print("before")
sys.exit(2**40)
