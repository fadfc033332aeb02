# args: one two
# sys.exit with a number, from inside try/finally.
import sys

print(sys.argv[1:], len(sys.argv))
try:
    try:
        sys.exit(3)
    except Exception:
        print("not reached")
    finally:
        print("finally")
except SystemExit as e:
    print("caught", e.code)
    raise
