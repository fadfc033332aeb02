# How a program ends: raise SystemExit(2.5).
import sys

print("before")
raise SystemExit(2.5)
