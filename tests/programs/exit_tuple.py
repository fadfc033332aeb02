# How a program ends: sys.exit((1, "x")).
import sys

print("before")
sys.exit((1, "x"))
