# TLS on sockets of this machine: blocking, with timeouts, without waiting, by threads, http.client and asyncio; plain text after the end.
# needs: stdlib
# needs: process
import asyncio
import http.client
import http.server
import os
import select
import socket
import ssl
import tempfile
import threading
import urllib.error
import urllib.request

# An authority, a certificate by it for localhost, and its key.
CA = """\
-----BEGIN CERTIFICATE-----
MIIBozCCAUigAwIBAgIUEN8vHBQ8iaIzEQnNpblmjNxgsIEwCgYIKoZIzj0EAwIw
LjELMAkGA1UEBhMCWFgxDTALBgNVBAoMBFRlc3QxEDAOBgNVBAMMB1Rlc3QgQ0Ew
IBcNMjYxMTI1MTk0MjU2WhgPMjEyNTA2MTkxOTQyNTZaMC4xCzAJBgNVBAYTAlhY
MQ0wCwYDVQQKDARUZXN0MRAwDgYDVQQDDAdUZXN0IENBMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEEljNk0Ic+j3aD0a00I5+6pREXHt54U5FbqH0tudlTZ34X11w
vZvljMLDB5RBaqvLeW3xCjcx1g1q84ZgAlKJJqNCMEAwDwYDVR0TAQH/BAUwAwEB
/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFDRgc4h6J7ONeX7DrInPdAy8t9QN
MAoGCCqGSM49BAMCA0kAMEYCIQC+Uq2gyYUa/VjJhmByB2MNEs2+cr0UNt9KpkYn
JdOJXQIhAJiJZx27XQRGtqSYnKDzr5ThpN62kodw4a7GCAyyJtlE
-----END CERTIFICATE-----
"""
LEAF = """\
-----BEGIN CERTIFICATE-----
MIIC8TCCApagAwIBAgICEjQwCgYIKoZIzj0EAwIwLjELMAkGA1UEBhMCWFgxDTAL
BgNVBAoMBFRlc3QxEDAOBgNVBAMMB1Rlc3QgQ0EwIBcNMjYxMTI1MTk0MjU2WhgP
MjEyNTA2MTkxOTQyNTZaMDAxCzAJBgNVBAYTAlhYMQ0wCwYDVQQKDARUZXN0MRIw
EAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASiDYw8
+bAjnMPx3qP182ZoNS8JgII9wcSKeFKynw69h/mAPFn2IEdKI2gYSMfQCKNJryRO
hw5ysX+plyOJ/T9go4IBnjCCAZowDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMC
B4AwHQYDVR0lBBYwFAYIKwYBBQUHAwEGCCsGAQUFBwMCMB0GA1UdDgQWBBRue/ri
ieoZD7Bk0cY959DC1gtTMzAfBgNVHSMEGDAWgBQ0YHOIeiezjXl+w6yJz3QMvLfU
DTCBiwYDVR0RBIGDMIGAgglsb2NhbGhvc3SCDSouZXhhbXBsZS5jb22HBH8AAAGH
EAAAAAAAAAAAAAAAAAAAAAGBDWFAZXhhbXBsZS5jb22GFGh0dHA6Ly9leGFtcGxl
LmNvbS94iAMqAwSkIjAgMQswCQYDVQQGEwJYWDERMA8GA1UEAwwIZGlyIG5hbWUw
XgYIKwYBBQUHAQEEUjBQMCQGCCsGAQUFBzABhhhodHRwOi8vb2NzcC5leGFtcGxl
LmNvbS8wKAYIKwYBBQUHMAKGHGh0dHA6Ly9jYS5leGFtcGxlLmNvbS9jYS5jZXIw
LQYDVR0fBCYwJDAioCCgHoYcaHR0cDovL2NhLmV4YW1wbGUuY29tL2NhLmNybDAK
BggqhkjOPQQDAgNJADBGAiEA61zFvDj2FDriD3nw4tjxEUn+2Ycs/9VJHgURG9Ow
ynMCIQDb/kRkibA+kZiKpdOAw+OlC7AW/4tJ1k5rER+qKr9YKw==
-----END CERTIFICATE-----
"""
KEY = """\
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIONkosaSSHRnG90hk9rqB1av8JDXx+0cqr28rtyF1okeoAoGCCqGSM49
AwEHoUQDQgAEog2MPPmwI5zD8d6j9fNmaDUvCYCCPcHEinhSsp8OvYf5gDxZ9iBH
SiNoGEjH0AijSa8kTocOcrF/qZcjif0/YA==
-----END EC PRIVATE KEY-----
"""

folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "leaf.pem")
with open(path, "w") as f:
    f.write(LEAF + KEY)
server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server_side.load_cert_chain(path)
client_side = ssl.create_default_context(cadata=CA)


def show(what, f, *args):
    try:
        r = f(*args)
    except Exception as e:
        print(what, type(e).__name__, e)
    else:
        print(what, r)


def in_thread(f):
    t = threading.Thread(target=f)
    t.start()
    return t


def pair():
    """Two ends of a connection, their handshakes done."""
    a, b = socket.socketpair()
    ends = []
    t = in_thread(lambda: ends.append(server_side.wrap_socket(b, server_side=True)))
    c = client_side.wrap_socket(a, server_hostname="localhost")
    t.join()
    return c, ends[0]


print("-- blocking")
c, s = pair()
big = os.urandom(1 << 20)
t = in_thread(lambda: s.sendall(big))
got = b""
while len(got) < len(big):
    got += c.recv(50000)
t.join()
print(got == big, c.version(), s.server_side, c.getpeercert()["serialNumber"])
s.send(b"0123456789")
print(c.recv(4), c.pending(), c.recv(100), c.pending())
c.settimeout(0.01)
show("timeout", c.recv, 1)
show("flags", c.recv, 1, 1)
show("sendto", c.sendto, b"x", 1)
show("sendmsg", c.sendmsg, [b"x"])
show("dup", c.dup)
c.settimeout(None)
t = in_thread(lambda: c.unwrap().sendall(b"in clear text"))
print(s.recv(10))
plain = s.unwrap()
t.join()
print(type(plain).__name__, plain.recv(100), type(s._sslobj).__name__)
show("after", lambda: s.unwrap() if s._sslobj else "in clear text")
c.close()
s.close()

print("-- cut off, closed")
c, s = pair()
raw = socket.socket(fileno=s.detach())
raw.close()
print(c.recv(10))
c.close()
c, s = pair()
c.suppress_ragged_eofs = False
socket.socket(fileno=s.detach()).close()
show("cut off", c.recv, 10)
c.close()
show("closed", c.recv, 10)
a, b = socket.socketpair()
b.close()
show("nobody", client_side.wrap_socket, a)
show("host", lambda: client_side.wrap_socket(a, server_hostname=None))
show("nobody", lambda: client_side.wrap_socket(a, server_hostname="localhost"))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as u:
    show("datagrams", lambda: client_side.wrap_socket(u, server_hostname="localhost"))

print("-- without waiting")
a, b = socket.socketpair()
a.setblocking(False)
b.setblocking(False)
c = client_side.wrap_socket(a, server_hostname="localhost", do_handshake_on_connect=False)
s = server_side.wrap_socket(b, server_side=True, do_handshake_on_connect=False)
show("first", c.do_handshake)
todo = [c, s]
while todo:
    for x in list(todo):
        try:
            x.do_handshake()
            todo.remove(x)
        except ssl.SSLWantReadError:
            pass
print(c.version() == s.version())
show("nothing", c.recv, 10)
sent, received, text, full = 0, 0, b"x" * 1000000, False
while sent < len(text):
    try:
        sent += s.send(text[sent:])
    except ssl.SSLWantWriteError as e:
        full = True
        while True:
            try:
                received += len(c.recv(100000))
            except ssl.SSLWantReadError:
                break
while received < sent:
    select.select([c], [], [], 0 if c.pending() else None)
    received += len(c.recv(100000))
print(sent, received, full)
show("end", s.unwrap)
print(c.recv(10))
print(c.unwrap() is not None, s.unwrap() is not None)
c.close()
s.close()

print("-- two threads read and write")
c, s = pair()


def echo():
    while True:
        b = s.recv(1000)
        if not b:
            break
        s.sendall(b)


t = in_thread(echo)
for i in range(300):  # one thread to an end: CPython 3.13.0's connections are not made for two at once
    c.sendall(bytes([i % 256]) * 1000)
    b = b""
    while len(b) < 1000:
        b += c.recv(70000)
    if b != bytes([i % 256]) * 1000:
        print("turn", i, len(b))
print("all the same")
c.shutdown(socket.SHUT_WR)
t.join()
c.close()
s.close()

print("-- a server")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        text = self.path.encode() * 1000
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, request, address):
        pass


with Server(("127.0.0.1", 0), Handler) as server:
    server.socket = server_side.wrap_socket(server.socket, server_side=True)
    port = server.server_port
    t = in_thread(server.serve_forever)
    h = http.client.HTTPSConnection("localhost", port, context=client_side)
    for name in "/a", "/long/name":
        h.request("GET", name)
        r = h.getresponse()
        print(r.status, len(r.read()))
    h.close()
    with urllib.request.urlopen(f"https://127.0.0.1:{port}/urllib", context=client_side) as r:
        print(r.status, len(r.read()))
    for context, host in (ssl.create_default_context(cadata=CA), "localhost"), (ssl.create_default_context(), "localhost"):
        if context.cert_store_stats()["x509"] != 1:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            with urllib.request.urlopen(f"https://{host}:{port}/", context=context) as r:
                print(r.status)
        except urllib.error.URLError as e:
            print(type(e.reason).__name__, e.reason.verify_code, e.reason.verify_message)
    print(ssl.get_server_certificate(("127.0.0.1", port)) == LEAF)
    server.shutdown()
    t.join()

print("-- asyncio")


async def answer(reader, writer):
    while line := await reader.readline():
        writer.write(line.upper() * 1000)
        await writer.drain()
    writer.close()
    await writer.wait_closed()


async def ask(port, word):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_side, server_hostname="localhost")
    total = 0
    for _ in range(3):
        writer.write(word + b"\n")
        total += len(await reader.readexactly(1000 * (len(word) + 1)))
    name = writer.get_extra_info("peercert")["subject"][-1][0][1]
    writer.close()
    await writer.wait_closed()
    return word, total, name


async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=server_side)
    port = server.sockets[0].getsockname()[1]
    async with server:
        for r in await asyncio.gather(*(ask(port, b"w" * n) for n in range(5))):
            print(r)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await writer.start_tls(client_side, server_hostname="localhost")
        writer.write(b"later\n")
        print(len(await reader.readexactly(6000)), writer.get_extra_info("ssl_object").version() is not None)
        writer.close()
        await writer.wait_closed()
        try:
            await asyncio.open_connection("127.0.0.1", port, ssl=client_side, server_hostname="example.org")
        except ssl.SSLCertVerificationError as e:
            print(e.verify_code, e.verify_message)


asyncio.run(main())
folder.cleanup()
