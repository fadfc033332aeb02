# How a program ends: sys.exit("goodbye, é").
import sys

print("before")
sys.exit("goodbye, é")
