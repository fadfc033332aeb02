# Messages for the system's log: what is put together, and what is refused. The program sees what goes to its standard error as well.
# needs: stdlib
# needs: process
import os
import sys
import syslog

for a in [
    "syslog.syslog()", "syslog.syslog(1)", "syslog.syslog('a', 'b')", "syslog.syslog(1, 2)", "syslog.syslog(1, 2, 3)", "syslog.syslog('a\\0b')",
    "syslog.openlog(1)", "syslog.openlog('x', 'y')", "syslog.openlog(None)", "syslog.openlog(facility=1.5)", "syslog.openlog(foo=1)",
    "syslog.openlog('a', 1, 2, 3)", "syslog.openlog('\\ud800')", "syslog.syslog('\\ud800')", "syslog.syslog(1.5, 'a')", "syslog.syslog(2**40, 'x')",
    "syslog.syslog(None)", "syslog.closelog(1)", "syslog.setlogmask('a')", "syslog.setlogmask(2**40)", "syslog.setlogmask(2**70)",
    "syslog.LOG_MASK(40)", "syslog.LOG_MASK(-1)", "syslog.LOG_MASK(31)", "syslog.LOG_UPTO(40)", "syslog.LOG_UPTO(2**40)", "syslog.LOG_UPTO(31)",
    "syslog.LOG_UPTO(30)", "syslog.LOG_UPTO(63)", "syslog.LOG_UPTO(-1)", "syslog.LOG_UPTO(2**70)", "syslog.setlogmask(0)",
]:
    try:
        print(a, eval(a))
    except Exception as e:
        print(a, type(e).__name__, e)
print(sorted((n, v) for n, v in vars(syslog).items() if n.startswith("LOG_") and isinstance(v, int)))

heard = []
sys.addaudithook(lambda event, args: heard.append((event, args)) if event.startswith("syslog.") else None)
r, w = os.pipe()
stderr = os.dup(2)
os.dup2(w, 2)
try:
    syslog.openlog("me\0dropped", syslog.LOG_PERROR, syslog.LOG_LOCAL3)
    syslog.syslog("hello")
    syslog.syslog(syslog.LOG_ERR | syslog.LOG_MAIL, "häh\nof two lines\n")
    old = syslog.setlogmask(syslog.LOG_UPTO(syslog.LOG_ERR))
    syslog.syslog("not told")
    syslog.syslog(syslog.LOG_CRIT, "told")
    print(old, syslog.setlogmask(old))
    syslog.syslog(0x10000 | syslog.LOG_ERR, "bits")
    syslog.openlog(logoption=syslog.LOG_PERROR | syslog.LOG_PID)
    syslog.syslog("of the script")
    syslog.closelog()
    syslog.closelog()
    syslog.openlog("again", syslog.LOG_PERROR)
    syslog.syslog("")
finally:
    os.dup2(stderr, 2)
    os.close(w)
text = os.read(r, 10000).decode().replace(str(os.getpid()), "PID").replace(os.path.basename(sys.argv[0]), "SCRIPT")
print(text)
syslog.closelog()
syslog.syslog("opened by itself")
for event, args in heard:
    print(event, [os.path.basename(a) == os.path.basename(sys.argv[0]) and "SCRIPT" or a if isinstance(a, str) else a for a in args])
