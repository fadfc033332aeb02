# How a program ends: raise SystemExit(7).
import sys

print("before")
raise SystemExit(7)
