# How a program ends: sys.exit(263).
import sys

print("before")
sys.exit(263)
