# How a program ends: sys.exit(-1).
import sys

print("before")
sys.exit(-1)
