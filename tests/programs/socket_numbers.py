# needs: stdlib
# needs: process
# Services and hosts that are numbers, or have to be: getaddrinfo and getnameinfo.
from socket import *


def show(f, *args):
    try:
        print(f.__name__, args, f(*args))
    except OSError as e:
        print(f.__name__, args, type(e).__name__, e.args)


for port in ("foo", "80", b"foo", None, 80, "-1", "99999", "", "0x10", " 80"):
    for flags in (0, AI_NUMERICSERV, AI_NUMERICHOST, AI_NUMERICHOST | AI_NUMERICSERV):
        for kind in (0, SOCK_STREAM, SOCK_RAW):
            show(getaddrinfo, "127.0.0.1", port, 0, kind, 0, flags)
    show(getaddrinfo, "host", port, 0, 0, 0, AI_NUMERICHOST | AI_NUMERICSERV)
    show(getaddrinfo, "host", port, 0, 0, 0, AI_NUMERICHOST)
for host in ("localhost", "127.1", "0x7f.1", "2130706433", "::1", "127.0.0.1"):
    show(getnameinfo, (host, 4242), NI_NUMERICHOST | NI_NUMERICSERV)
    show(getnameinfo, (host, 4242, 0, 0), NI_NUMERICHOST | NI_NUMERICSERV)
