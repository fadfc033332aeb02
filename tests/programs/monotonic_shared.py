# needs: stdlib
# needs: process
# Processes share the monotonic clock.
import subprocess, sys, time

for name in "monotonic_ns", "perf_counter_ns":
    code = "import time; print(time.%s())" % name
    before = getattr(time, name)()
    there = int(subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True).stdout)
    print(name, before < there < getattr(time, name)())
print(time.clock_gettime_ns(time.CLOCK_MONOTONIC) <= time.monotonic_ns() <= time.clock_gettime_ns(time.CLOCK_MONOTONIC))
