# _socket, select and asyncio on sockets of the system: TCP, UDP and UNIX sockets on this machine, waiting, options, ancillary data, errors.
# needs: stdlib
# needs: process
import asyncio
import os
import select
import selectors
import socket
import threading


def show(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        print(type(e).__name__, e)
    else:
        print(r)


def tcp():
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        c, _ = server.accept()
        while data := c.recv(1 << 20):
            c.sendall(data.upper())
        c.close()

    thread = threading.Thread(target=serve)
    thread.start()
    c = socket.create_connection(server.getsockname())
    print(c.family, c.type, c.proto, c.getpeername() == server.getsockname(), c.getsockname()[0])
    c.sendall(b"hello")
    print(c.recv(100))
    buf = bytearray(10)
    c.sendall(b"into")
    print(c.recv_into(buf), buf)
    c.settimeout(0.05)
    show(c.recv, 1)
    print(c.gettimeout(), c.getblocking())
    c.setblocking(False)
    show(c.recv, 1)
    c.settimeout(None)
    big = b"x" * 3_000_000
    writer = threading.Thread(target=lambda: (c.sendall(big), c.shutdown(socket.SHUT_WR)))
    writer.start()
    n = 0
    while data := c.recv(65536):
        n += len(data)
    print(n)
    writer.join()
    thread.join()
    c.close()
    server.close()
    show(c.recv, 1)
    print(c.fileno(), "closed" in repr(c))


def datagrams():
    a = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    a.bind(("127.0.0.1", 0))
    b = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    print(b.sendto(b"datagram", a.getsockname()))
    data, address = a.recvfrom(4)
    print(data, address[0])
    print(b.sendto(b"more", 0, a.getsockname()), a.recvmsg(100)[:3])
    print(b.sendmsg([b"one", b"two"], [], 0, a.getsockname()), a.recv(100))
    a.close()
    b.close()


def options():
    with socket.socket() as s:
        print(s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR))
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        print(s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR), s.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE, 4))
        show(s.setsockopt, 1, 2, None)
        show(s.getsockopt, 1, 2, 5000)
        show(s.bind, ("127.0.0.1", 70000))
        show(s.bind, "text")
        show(s.bind, ("127.0.0.1",))
        show(s.connect, (1, 2))
        show(s.sendto, b"x")
        show(s.recv, -1)
        show(s.settimeout, -1)
        fd = s.detach()
        print(s.fileno(), fd > 2)
    socket.close(fd)
    show(socket.close, fd)
    show(socket.socket, -2, 1)


def unix():
    server = socket.socket(socket.AF_UNIX)
    name = "\0psy-%d" % os.getpid()
    server.bind(name)
    server.listen()
    print(server.getsockname() == name.encode())
    c = socket.socket(socket.AF_UNIX)
    c.connect(name)
    d, address = server.accept()
    print(repr(address))
    r, w = os.pipe()
    socket.send_fds(c, [b"with it"], [w])
    data, fds, flags, _ = socket.recv_fds(d, 100, 4)
    print(data, len(fds), flags)
    os.write(fds[0], b"through the pipe")
    print(os.read(r, 100))
    for fd in (r, w, *fds):
        os.close(fd)
    for s in (server, c, d):
        s.close()


def waiting():
    a, b = socket.socketpair()
    print(select.select([a], [b], [], 0) == ([], [b], []))
    p = select.poll()
    p.register(a)
    p.register(b, select.POLLIN)
    print(p.poll(0) == [(a.fileno(), select.POLLOUT)])
    e = select.epoll()
    e.register(b, select.EPOLLIN)
    print(e.poll(0.01), e.closed)
    threading.Timer(0.05, a.send, [b"x"]).start()
    print(e.poll() == [(b.fileno(), select.EPOLLIN)], select.select([b], [], [], 1) == ([b], [], []))
    e.modify(b, select.EPOLLOUT)
    print(e.poll(1) == [(b.fileno(), select.EPOLLOUT)])
    e.unregister(b)
    show(e.unregister, b)
    e.close()
    show(e.poll)
    p.unregister(a)
    show(p.modify, a, 1)
    with selectors.DefaultSelector() as s:
        print(type(s).__name__)
        s.register(b, selectors.EVENT_READ, "data")
        print([(k.data, m) for k, m in s.select(1)])
    a.close()
    b.close()
    show(select.select, [-1], [], [])


def names():
    print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))
    print(socket.getaddrinfo("::1", "7", proto=socket.IPPROTO_UDP))
    show(socket.getaddrinfo, None, None)
    show(socket.getaddrinfo, "127.0.0.1", 80, socket.AF_INET6)
    show(socket.getaddrinfo, 5, 80)
    print(socket.inet_aton("127.1"), socket.inet_ntoa(b"\1\2\3\4"), socket.inet_pton(socket.AF_INET6, "::1"), socket.inet_ntop(socket.AF_INET6, bytes(16)))
    print(socket.htons(1), socket.ntohl(1), socket.getnameinfo(("127.0.0.1", 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
    show(socket.inet_aton, "1.2.3.4.5")
    show(socket.htons, 1 << 20)
    show(socket.CMSG_LEN, -1)
    print(socket.CMSG_LEN(4), socket.CMSG_SPACE(4))


async def loop():
    async def handle(r, w):
        while line := await r.readline():
            w.write(line)
            await w.drain()
        w.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def client(i):
        r, w = await asyncio.open_connection("127.0.0.1", port)
        for k in range(20):
            w.write(b"%d\n" % (i * k))
            assert await r.readline() == b"%d\n" % (i * k)
        w.close()
        await w.wait_closed()
        return i

    print(sum(await asyncio.gather(*map(client, range(20)))))
    server.close()
    await server.wait_closed()
    p = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    print(await p.communicate(b"through cat"), p.returncode)
    print(await asyncio.get_running_loop().run_in_executor(None, lambda: 42))


tcp()
datagrams()
options()
unix()
waiting()
names()
asyncio.run(loop())
