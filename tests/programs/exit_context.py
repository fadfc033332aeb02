# SystemExit raised while another exception is handled: no traceback.
import sys

try:
    1 / 0
except ZeroDivisionError:
    print("cleaning up")
    sys.exit("failed: division")
