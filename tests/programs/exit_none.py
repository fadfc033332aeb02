# How a program ends: sys.exit(None).
import sys

print("before")
sys.exit(None)
