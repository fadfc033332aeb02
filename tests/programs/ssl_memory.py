# ssl over MemoryBIO objects: handshakes, certificates, names, protocols, sessions, the end of connections, errors.
# needs: stdlib
import os
import ssl
import tempfile
import warnings

# An authority, a certificate by it for localhost, one that signs itself, and their keys, the second also encrypted ("secret").
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
LOCKED = """\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAgU2a6rmQm2qQIBZDAM
BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQbqHNnrxdlpCqibtjdCwMjQSBkPgy
ZqJDbqrOSDXmVPKHfNT9P25OVD8C+Sw4DEEuYfkvciWJi5xU//MTcrNqPI0nG9Ep
+8UJuGg/MgQhgcs9QIqCUSxc96lW+ffzrSXhuCP0ul0mMMdVTLpCGMKEfu0A7VeT
5VmUh3ESm79nWB0GnmzJRyIvrisk7lYmEbi49sGqSuk8ag1RYMEQfaRCNhRSaw==
-----END ENCRYPTED PRIVATE KEY-----
"""
SELF = """\
-----BEGIN CERTIFICATE-----
MIIBjDCCATOgAwIBAgIUbVaQS6Q9yK6W9MvvV9DoZGV7WXUwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc2VsZi5leGFtcGxlLm9yZzAgFw0yNjExMjUxOTQyNTZaGA8y
MTI1MDYxOTE5NDI1NlowGzEZMBcGA1UEAwwQc2VsZi5leGFtcGxlLm9yZzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABM//KRAGeYKjOs0g+9jeT91pnyn8zi71EKt5
CvfY+U56ocbT343MHFczY+Hs+G+70V2VpUEJyYm8wUDIUdw1BZOjUzBRMB0GA1Ud
DgQWBBQsoXVy+E+62vl1F4iL77l7YSTpyDAfBgNVHSMEGDAWgBQsoXVy+E+62vl1
F4iL77l7YSTpyDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFTu
KqBL8T1RtOMPYdlL9pyZyWDhoJczjINNBYfmFmyZAiBylx8bSi8Pwrb3wIh2CGZy
fk7XAMUibqbzBu/Q5aHKbQ==
-----END CERTIFICATE-----
"""
SELFKEY = """\
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIAISVbAy/T0ne/+d2pj9emLo94Uc3Gt8ZleTn9bHgBj9oAoGCCqGSM49
AwEHoUQDQgAEz/8pEAZ5gqM6zSD72N5P3WmfKfzOLvUQq3kK99j5TnqhxtPfjcwc
VzNj4ez4b7vRXZWlQQnJibzBQMhR3DUFkw==
-----END EC PRIVATE KEY-----
"""

folder = tempfile.TemporaryDirectory()


def file(name, *parts):
    path = os.path.join(folder.name, name)
    with open(path, "w") as f:
        f.write("".join(parts))
    return path


leaf, alone, trusted = file("leaf", LEAF, KEY), file("alone", SELF, SELFKEY), file("ca", CA)


def show(what, f, *args, **kw):
    try:
        r = f(*args, **kw)
    except Exception as e:
        print(what, type(e).__name__, str(e).replace(folder.name, "DIR"), *(getattr(e, n, "-") for n in ("reason", "library", "verify_code", "verify_message")))
    else:
        print(what, r)


class Link:
    """A client and a server, and what is between them."""

    def __init__(self, client, server, host="localhost", session=None):
        self.wires = [ssl.MemoryBIO() for _ in range(4)]
        a, b, c, d = self.wires
        self.client = client.wrap_bio(a, b, server_hostname=host, session=session)
        self.server = server.wrap_bio(c, d, server_side=True)

    def move(self):
        a, b, c, d = self.wires
        c.write(b.read())
        a.write(d.read())

    def shake(self):
        """Both handshakes; gives the errors."""
        errors = {}
        todo = {"client": self.client, "server": self.server}
        for _ in range(6):
            for name, x in list(todo.items()):
                try:
                    x.do_handshake()
                    del todo[name]
                except ssl.SSLWantReadError:
                    pass
                except ssl.SSLError as e:
                    errors[name] = e
                    del todo[name]
                self.move()
        return errors

    def step(self, f, *args):
        """Calls f until it needs no bytes of the other side."""
        for _ in range(6):
            try:
                return f(*args)
            except ssl.SSLWantReadError:
                self.move()


def server_context(cert=leaf):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.load_cert_chain(cert)
    return c


def client_context():
    return ssl.create_default_context(cafile=trusted)


print("-- a connection")
for version in ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3:
    server, client = server_context(), client_context()
    client.maximum_version = version
    link = Link(client, server)
    show("before", link.client.getpeercert)
    print(link.client.version(), link.client.cipher(), link.client.session, link.client.selected_alpn_protocol())
    show("early", link.client.unwrap)
    print(link.shake())
    print(link.client.version(), link.server.version(), link.client.cipher()[1:2], link.client.compression(), link.client.session_reused)
    print(link.client.getpeercert())
    print(link.client.getpeercert(True) == ssl.PEM_cert_to_DER_cert(LEAF), link.server.getpeercert())
    chain = link.client._sslobj.get_verified_chain()
    print(len(chain), chain[0].get_info()["subject"], chain[1].public_bytes() == CA, chain[0] == chain[0], chain[0] == chain[1])
    print(link.client.server_side, link.client.server_hostname, link.client.context is client, link.client.pending())
    print(link.client.write(b"hello, " * 5000))
    link.move()
    print(len(link.server.read(10)), link.server.pending() > 0)
    got = 10
    while got < 35000:
        got += len(link.server.read(100000))
    print(got, link.server.pending())
    show("nothing", link.server.read)
    buf = bytearray(8)
    link.server.write(b"0123456789")
    link.move()
    print(link.client.read(100, buf), buf, link.client.read(0), link.client.read(5))
    print(version is ssl.TLSVersion.TLSv1_3 or link.client.get_channel_binding() is None, link.client.get_channel_binding() == link.server.get_channel_binding())
    show("binding", link.client.get_channel_binding, "other")
    show("end", link.client.unwrap)
    link.move()
    print(link.server.read())
    print(link.server.unwrap())
    link.move()
    print(link.client.unwrap())
    show("after", link.client.write, b"x")
    show("after", link.client.read)

print("-- who is trusted")
for what, cert, host, setup in [
    ("host", leaf, "example.org", None),
    ("star", leaf, "www.example.com", None),
    ("star of two", leaf, "a.b.example.com", None),
    ("address", leaf, "127.0.0.1", None),
    ("address", leaf, "::1", None),
    ("wrong address", leaf, "127.0.0.2", None),
    ("self-signed", alone, "self.example.org", None),
    ("no host", leaf, "example.org", lambda c: setattr(c, "check_hostname", False)),
    ("nobody", leaf, "localhost", lambda c: c.__init__()),
]:
    client = client_context()
    if what == "nobody":
        client = ssl.create_default_context(cadata=SELF)
    elif setup:
        setup(client)
    errors = Link(client, server_context(cert), host).shake()
    e = errors.get("client")
    print(what, type(e).__name__, e, *(getattr(e, n, None) for n in ("errno", "reason", "library", "verify_code", "verify_message")))
    print(type(errors.get("server")).__name__)
client = ssl.create_default_context(cadata=SELF)
client.check_hostname = False
print(Link(client, server_context(alone), "x").shake())

print("-- clients with certificates")
for mode, cert in [(ssl.CERT_OPTIONAL, None), (ssl.CERT_OPTIONAL, leaf), (ssl.CERT_REQUIRED, leaf), (ssl.CERT_REQUIRED, None), (ssl.CERT_REQUIRED, alone)]:
    server, client = server_context(), client_context()
    server.verify_mode = mode
    server.load_verify_locations(cadata=CA)
    client.maximum_version = ssl.TLSVersion.TLSv1_2
    if cert:
        client.load_cert_chain(cert)
    link = Link(client, server)
    errors = link.shake()
    e = errors.get("server")
    print(mode.name, cert is not None, type(e).__name__, getattr(e, "reason", None), getattr(e, "verify_message", None), type(errors.get("client")).__name__)
    if not errors:
        print((link.server.getpeercert() or {}).get("serialNumber"))

print("-- protocols and names")
for client_has, server_has in [(["h2", "http/1.1"], ["http/1.1"]), (["h2"], ["spdy"]), ([], ["h2"])]:
    server, client = server_context(), client_context()
    server.set_alpn_protocols(server_has)
    if client_has:
        client.set_alpn_protocols(client_has)
    link = Link(client, server)
    print(link.shake(), link.client.selected_alpn_protocol(), link.server.selected_alpn_protocol())
names = []
server, other = server_context(alone), server_context()


def by_name(sock, name, context):
    names.append((type(sock).__name__, name, context is server))
    if name == "bad.example.com":
        return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
    sock.context = other


server.sni_callback = by_name
for host in "localhost", "www.example.com", "bad.example.com", None:
    client = client_context()
    if host is None:
        client.check_hostname = False
    link = Link(client, server, host)
    errors = link.shake()
    print(host, [(k, e.reason) for k, e in sorted(errors.items())], names, link.server.context is other)
    names.clear()
server.sni_callback = None
show("callback", setattr, server, "sni_callback", 3)
show("callback", setattr, client, "sni_callback", None)

print("-- sessions")
server, client = server_context(), client_context()
client.maximum_version = ssl.TLSVersion.TLSv1_2
first = Link(client, server)
print(first.shake(), first.client.session_reused)
session = first.client.session
print(session.has_ticket, len(session.id), session.time > 0, session.timeout > 0, session == first.client.session)
again = Link(client, server, session=session)
print(again.shake(), again.client.session_reused, again.server.session_reused, again.client.session == session, again.client.getpeercert() == first.client.getpeercert())
stats = server.session_stats()
print(stats["accept"], stats["accept_good"], stats["hits"])
show("other", Link, client_context(), server, session=session)
show("late", setattr, again.client, "session", session)
show("wrong", setattr, again.client, "session", 1)

print("-- versions that do not meet")
server, client = server_context(), client_context()
server.minimum_version = ssl.TLSVersion.TLSv1_3
client.maximum_version = ssl.TLSVersion.TLSv1_2
print([(k, e.reason, e.library) for k, e in sorted(Link(client, server).shake().items())])

print("-- not TLS, cut off")
for text in b"GET / HTTP/1.0\r\n\r\n", b"nonsense that is long enough":
    a, b = ssl.MemoryBIO(), ssl.MemoryBIO()
    s = server_context().wrap_bio(a, b, server_side=True)
    a.write(text)
    show(text[:3], s.do_handshake)
link = Link(client_context(), server_context())
link.shake()
link.wires[0].write_eof()
while True:
    try:
        print(link.client.read())
    except ssl.SSLError as e:
        print(type(e).__name__, e, e.errno, e.reason)
        break

print("-- keys")
c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
locked = file("locked", LEAF, LOCKED)
for password in "secret", b"secret", bytearray(b"secret"), lambda: "secret":
    show("password", c.load_cert_chain, locked, password=password)
show("number", c.load_cert_chain, locked, password=lambda: 3)
show("number", c.load_cert_chain, locked, password=3)
show("long", c.load_cert_chain, locked, password="x" * 2000)
show("none", c.load_cert_chain, file("certonly", LEAF), file("keyonly", KEY))
for what, args in ("missing", ("/nonexistent",)), ("mixed", (file("mixed", LEAF, SELFKEY),)), ("wrong", (locked, None, "wrong")), ("nothing", (file("nothing", "text"),)):
    try:
        c.load_cert_chain(*args)
    except (OSError, ssl.SSLError) as e:
        print(what, type(e).__name__)

print("-- contexts")
c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
print(c.protocol, c.verify_mode, c.check_hostname, c.minimum_version, c.maximum_version, c.options & ssl.OP_NO_SSLv3 != 0, c.sni_callback, c.keylog_filename)
print(c.cert_store_stats(), c.get_ca_certs())
c.load_verify_locations(cadata=CA + SELF)
c.load_verify_locations(trusted)
print(c.cert_store_stats(), len(c.get_ca_certs()), ssl.PEM_cert_to_DER_cert(CA) in c.get_ca_certs(True))
show("none", c.load_verify_locations)
show("missing", c.load_verify_locations, "/nonexistent")
show("data", c.load_verify_locations, cadata="")
show("data", c.load_verify_locations, cadata="text")
show("data", c.load_verify_locations, cadata=b"\x30\x05")
show("data", c.load_verify_locations, cadata=5)
show("mode", setattr, c, "verify_mode", ssl.CERT_NONE)
show("mode", setattr, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), "verify_mode", 7)
show("ciphers", c.set_ciphers, "nonsense")
c.set_ciphers("ECDHE+AESGCM:!ECDSA")
print([x["name"] for x in c.get_ciphers() if x["protocol"] == "TLSv1.2"])
print(c.get_ciphers()[-1])
show("curve", c.set_ecdh_curve, "prime256v1")
show("curve", c.set_ecdh_curve, "nonsense")
log = os.path.join(folder.name, "keys")
c.keylog_filename = log
print(open(log).read(), end="")
show("alpn", c.set_alpn_protocols, ["x" * 256])
show("host", c.wrap_bio, ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="")
show("host", c.wrap_bio, ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname=".a")
show("side", lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO()))

print("-- the rest")
print(ssl._ASN1Object("1.3.6.1.5.5.7.3.1"), ssl.Purpose.CLIENT_AUTH)
show("oid", ssl._ASN1Object, "1.2.3.4.5.6")
show("oid", ssl._ASN1Object.fromname, "nonsense")
show("oid", ssl._ASN1Object.fromnid, -1)
print(len(ssl.RAND_bytes(5)), ssl.RAND_status(), ssl.RAND_add(b"x", 1.0))
show("random", ssl.RAND_bytes, -1)
bio = ssl.MemoryBIO()
print(bio.write(b"abcdef"), bio.pending, bio.eof, bio.read(2), bio.read(), bio.read())
bio.write_eof()
print(bio.eof, bio.pending)
show("bio", bio.write, b"x")
show("bio", bio.write, "x")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    ssl.SSLContext(ssl.PROTOCOL_TLSv1_2)
    c.options |= ssl.OP_NO_TLSv1
    c.minimum_version = ssl.TLSVersion.TLSv1_1
print([(str(w.message), w.filename == show.__code__.co_filename) for w in told])
e = ssl.SSLError(3, "text")
print(repr(e), str(e), e.errno, str(ssl.SSLError("alone")), ssl.SSLCertVerificationError.__mro__[1:4], ssl.SSLWantReadError.__module__)
folder.cleanup()
