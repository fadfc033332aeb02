# How a program ends: sys.exit(True).
import sys

print("before")
sys.exit(True)
