# Logs of the compiler.
import sys

import psyco

print(psyco.log(sys.argv[1]))
print(psyco.log(logfile=sys.argv[1], mode="a", top=3))
try:
    psyco.log("/nonexistent/log")
except OSError as e:
    print(type(e).__name__)
