// Programs that grow whatever a program can make grow, each in a process of its own under a small heap cap: what the
// process takes of the system's memory stays within the cap and a little.

//go:build linux

package tests

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tlsHandshakes is a program with a function that begins a handshake.
const tlsHandshakes = `import ssl
c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
def begin():
    x = c.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="a")
    try:
        x.do_handshake()
    except ssl.SSLWantReadError:
        return x
`

// growers are the programs: a name, and what is run. X is a text of 1 MB, B bytes of 1 MB, both made before.
var growers = []struct{ name, code string }{
	{"list", "a=[]\nwhile 1: a.append(1.5)"},
	{"nested lists", "a=[]\nwhile 1: a=[a]"},
	{"dict", "a={}\nfor i in range(10**9): a[i]=i"},
	{"set", "a=set()\nfor i in range(10**9): a.add(i)"},
	{"str repeat", "'x'*10**10"},
	{"str append", "s=''\nwhile 1: s+=X"},
	{"str join", "''.join([X]*1000)"},
	{"str replace", "X.replace('x', X)"},
	{"str center", "'x'.center(10**10)"},
	{"str zfill", "'1'.zfill(10**9)"},
	{"str expandtabs", "('\\t'*1000).expandtabs(10**7)"},
	{"str translate", "X.translate({ord('x'): 'y'*1000})"},
	{"str upper", "a=[('\\u0149'*10**6)]\nwhile 1: a.append(a[0].upper())"},
	{"str upper once", "('\\u0149'*7*10**6).upper()"},
	{"str casefold", "('\\xdf'*9*10**6).casefold()"},
	{"str title", "('\\u0149 '*3*10**6).title()"},
	{"str split", "('x '*10**7).split()"},
	{"str splitlines", "('x\\n'*10**7).splitlines()"},
	{"str encode", "[('\\u20ac'*4*10**6).encode() for i in range(9)]"},
	{"str encode utf-32", "(X*7).encode('utf-32')"},
	{"str encode utf-7", "('\\u20ac'*10**6*5).encode('utf-7')"},
	{"str encode backslash", "('\\u20ac'*10**6*5).encode('ascii','backslashreplace')"},
	{"str encode names", "('\\u20ac'*10**6*2).encode('ascii','namereplace')"},
	{"str encode latin-1", "(X*20).encode('latin-1')"},
	{"str encode handler", "import codecs\ncodecs.register_error('h', lambda e: ('y'*100000, e.end))\n('\\u20ac'*10**5).encode('ascii','h')"},
	{"str encode idna", "(X*7).encode('idna')"},
	{"str encode escape", "('\\u20ac'*10**6*5).encode('unicode_escape')"},
	{"str repr", "repr('\\x01'*8*10**6)"},
	{"ascii", "ascii('\\u20ac'*4*10**6)"},
	{"bytes repr", "repr(b'\\x01'*8*10**6)"},
	{"str percent", "'%1000000000d' % 1"},
	{"str percent star", "'%*d' % (10**9, 1)"},
	{"str percent precision", "'%.1000000000d' % 1"},
	{"str percent float", "'%.100000000f' % 1.5"},
	{"str format", "'{:1000000000}'.format(1)"},
	{"str format many", "('{0}'*1000).format(X)"},
	{"f-string", "f'{1:>1000000000}'"},
	{"float format", "format(1.5, '.100000000f')"},
	{"float format comma", "format(1e300, ',.100000000f')"},
	{"int format", "format(1, '0100000000,d')"},
	{"normalize", "import unicodedata\nunicodedata.normalize('NFKD', '\\ufdfa'*10**6)"},
	{"normalize NFC", "import unicodedata\nunicodedata.normalize('NFC', '\\u0344'*5*10**6)"},
	{"shift", "1 << 10**9"},
	{"power", "10**10**8"},
	{"power loop", "x=3\nwhile 1: x=x*x"},
	{"int of str", "import sys\nsys.set_int_max_str_digits(0)\nint('9'*10**7)"},
	{"int of hex", "int('f'*2*10**7, 16)"},
	{"str of int", "import sys\nsys.set_int_max_str_digits(0)\nstr((1 << 10**7)-1)"},
	{"hex of int", "hex(1 << 10**8)"},
	{"int to_bytes", "(1).to_bytes(10**9, 'big')"},
	{"int from_bytes", "int.from_bytes(B*20, 'big')"},
	{"factorial", "import math\nmath.factorial(10**7)"},
	{"comb", "import math\nmath.comb(10**7, 5*10**6)"},
	{"divmod", "a = 1 << 8*10**7\nb = (1 << 4*10**7)-1\ndivmod(a, b)"},
	{"isqrt", "import math\nmath.isqrt(1 << 8*10**7)"},
	{"gcd", "import math\nmath.gcd((1 << 10**7)-1, (1 << 10**7)-12345)"},
	{"pow mod", "pow((1 << 10**6)-1, (1 << 10**6)-1, (1 << 10**6)-3)"},
	{"bytes repeat", "b'x'*10**10"},
	{"bytes join", "b''.join([B]*1000)"},
	{"bytes replace", "B.replace(b'x', B)"},
	{"bytes translate", "[(B*7).translate(None, b'y') for i in range(9)]"},
	{"bytes hex", "(B*12).hex(':')"},
	{"bytes fromhex", "bytes.fromhex('00'*8*10**6)"},
	{"bytes percent", "b'%1000000000d' % 1"},
	{"bytes decode utf-16", "(B*8).decode('utf-16','replace')"},
	{"bytes decode replace", "(b'\\xff'*8*10**6).decode('utf-8','replace')"},
	{"bytes decode backslash", "(b'\\xff'*4*10**6).decode('utf-8','backslashreplace')"},
	{"bytes decode", "('\\u20ac'*8*10**6).encode().decode()"},
	{"bytes decode latin-1", "[(B*7).decode('latin-1') for i in range(9)]"},
	{"bytes decode cp1252", "(B*7).decode('cp1252')"},
	{"bytes decode utf-7", "(B*9).decode('utf-7')"},
	{"bytes decode escape", "(B*9).decode('unicode_escape')"},
	{"bytes expandtabs", "(b'\\t'*1000).expandtabs(10**7)"},
	{"bytearray", "a=bytearray()\nwhile 1: a+=B"},
	{"bytearray insert", "a=bytearray(B*12)\nwhile 1: a[5:5]=B"},
	{"memoryview tobytes", "a=memoryview(bytearray(B*12))\n[a[::2].tobytes() for i in range(99)]"},
	{"memoryview tolist", "memoryview(B*9).tolist()"},
	{"array", "import array\na=array.array('d')\nwhile 1: a.append(1.5)"},
	{"array repeat", "import array\narray.array('d',[1])*10**9"},
	{"array frombytes", "import array\na=array.array('b')\nwhile 1: a.frombytes(B)"},
	{"array tobytes", "import array\na=array.array('b', B*12)\n[a.tobytes() for i in range(9)]"},
	{"StringIO", "import io\ns=io.StringIO()\nwhile 1: s.write(X)"},
	{"StringIO small", "import io\ns=io.StringIO()\nwhile 1: s.write('abcdefgh')"},
	{"StringIO many", "import io\na=[]\nwhile 1:\n s=io.StringIO('x'*1000)\n s.write('y'); a.append(s)"},
	{"StringIO wide", "import io\ns=io.StringIO()\nwhile 1: s.write('\\U0001f600'*1000); s.seek(0, 2)"},
	{"StringIO getvalue", "import io\ns=io.StringIO()\ns.write(X*6)\n[s.getvalue() for i in range(9)]"},
	{"StringIO readline", "import io\ns=io.StringIO(X*6)\ns.seek(1)\nwhile s.readline(): pass"},
	{"BytesIO", "import io\ns=io.BytesIO()\nwhile 1: s.write(B)"},
	{"BytesIO small", "import io\ns=io.BytesIO()\nwhile 1: s.write(b'abcdefgh')"},
	{"BytesIO seek", "import io\ns=io.BytesIO()\ns.seek(10**9)\ns.write(b'x')"},
	{"BytesIO many", "import io\na=[]\nwhile 1:\n s=io.BytesIO(b'x'*1000)\n s.write(b'y'); a.append(s)"},
	{"BytesIO getvalue", "import io\ns=io.BytesIO()\ns.write(B*12)\n[s.getvalue() for i in range(9)]"},
	{"TextIOWrapper", "import io\ns=io.TextIOWrapper(io.BytesIO(), write_through=False)\nwhile 1: s.write(X)"},
	{"TextIOWrapper raw", "import io\nclass R(io.RawIOBase):\n def writable(self): return True\n def write(self, b): return len(b)\ns=io.TextIOWrapper(io.BufferedWriter(R(), 10**9))\nwhile 1: s.write(X)"},
	{"TextIOWrapper read", "import io\nio.TextIOWrapper(io.BytesIO(B*9)).read()"},
	{"TextIOWrapper readline", "import io\nio.TextIOWrapper(io.BytesIO(B*9)).readline()"},
	{"TextIOWrapper zeros", "open('/dev/zero').read()"},
	{"TextIOWrapper zero line", "open('/dev/zero').readline()"},
	{"BufferedReader zeros", "open('/dev/zero','rb').read()"},
	{"BufferedReader zero line", "open('/dev/zero','rb').readline()"},
	{"BufferedReader size", "open('/dev/zero','rb',buffering=10**9).peek()"},
	{"BufferedReader big size", "open('/dev/zero','rb').read(10**9)"},
	{"FileIO zeros", "open('/dev/zero','rb',buffering=0).read()"},
	{"FileIO zero line", "open('/dev/zero','rb',buffering=0).readline()"},
	{"os.read", "import os\nf=os.open('/dev/zero', 0)\nos.read(f, 10**9)"},
	{"readlines", "open('/dev/zero').readlines()"},
	{"open files", "a=[]\nwhile 1: a.append(open('/dev/null'))"},
	{"BufferedWriters", "import io\na=[]\nwhile 1:\n a.append(io.BufferedWriter(io.BytesIO(), 100000)); a[-1].write(b'x')"},
	{"BufferedReaders", "import io\na=[]\nwhile 1:\n a.append(io.BufferedReader(io.BytesIO(B), 100000)); a[-1].peek()"},
	{"pipe", "import os\na=[]\nwhile 1: a.append(os.pipe())"},
	{"sockets", "import socket\na=[]\nwhile 1: a.append(socket.socketpair())"},
	{"compile list", "compile('['+'1,'*10**6+']', 'x', 'exec')"},
	{"compile long str", "compile('\"'+X*6+'\"', 'x', 'exec')"},
	{"compile many lines", "compile('a=b+c*d\\n'*10**6, 'x', 'exec')"},
	{"compile names", "compile(','.join('a%d'%i for i in range(200000)), 'x', 'exec')"},
	{"compile functions", "compile('def f(a,b): return a+b\\n'*200000, 'x', 'exec')"},
	{"compile ints", "compile('1'*4000+'+'+'+'.join(['9'*4000]*2000), 'x', 'exec')"},
	{"compile f-strings", "compile('f\"'+'{a}'*400000+'\"', 'x', 'exec')"},
	{"compile comments", "compile('#x\\n'*3*10**6, 'x', 'exec')"},
	{"compile parens", "compile('('*150+'1'+')'*150+'\\n'*10**7, 'x', 'exec')"},
	{"compile error", "compile('a b\\n'*2*10**6, 'x', 'exec')"},
	{"compile late error", "compile('a=b+c*d\\n'*5*10**5+'a b', 'x', 'exec')"},
	{"ast.parse", "import ast\nast.parse('['+'1,'*10**6+']')"},
	{"symtable", "import symtable\nsymtable.symtable('a=b+c*d\\n'*5*10**5, 'x', 'exec')"},
	{"tokenize", "import tokenize,io\na=list(tokenize.generate_tokens(io.StringIO('a=b+c*d\\n'*10**6).readline))"},
	{"tokenize long line", "import tokenize,io\na=list(tokenize.generate_tokens(io.StringIO('('+'a+\\n'*10**6).readline))"},
	{"exec code objects", "a=[]\nwhile 1: a.append(compile('def f(a): return a+1', 'x', 'exec'))"},
	{"literal_eval", "import ast\nast.literal_eval('['+'1,'*10**6+']')"},
	{"eval", "eval('['+'1,'*10**6+']')"},
	{"lambda objects", "a=[]\nwhile 1: a.append(lambda: a)"},
	{"classes", "a=[]\nwhile 1: a.append(type('x', (), {}))"},
	{"interned names", "import sys\ni=0\na=[]\nwhile 1:\n i+=1; a.append(sys.intern('name%d'%i))"},
	{"attributes", "class C: pass\ni=0\nwhile 1:\n i+=1; setattr(C, 'n%d'%i, i)"},
	{"attributes read", "class C: pass\nc=C()\ni=0\nwhile i<10**6:\n i+=1; getattr(c, 'n%d'%i, i)"},
	{"modules", "import sys,types\ni=0\nwhile 1:\n i+=1; sys.modules['n%d'%i]=types.ModuleType('n%d'%i)"},
	{"marshal dumps", "import marshal\nmarshal.dumps([X]*1000)"},
	{"marshal dumps ints", "import marshal\nmarshal.dumps(list(range(10**9//1000)))"},
	{"marshal loads", "import marshal\nmarshal.loads(b'['+(10**6).to_bytes(4,'little')+b'i\\x01\\x00\\x00\\x00'*10**6)"},
	{"marshal loads str", "import marshal\nmarshal.loads(b'u'+(9*10**6).to_bytes(4,'little')+B*9)"},
	{"marshal loads size", "import marshal\nmarshal.loads(b'['+(10**9).to_bytes(4,'little')+b'N')"},
	{"marshal loads nested", "import marshal\nmarshal.loads(b'['+b'\\x01\\0\\0\\0['*1900+b'\\0\\0\\0\\0')"},
	{"pickle dumps", "import pickle\npickle.dumps([X[:i] for i in range(9000)])"},
	{"pickle memo", "import pickle\npickle.dumps([[i] for i in range(10**6)])"},
	{"json dumps", "import json\njson.dumps(['\\u20ac'*1000]*9000)"},
	{"json loads", "import json\njson.loads('['+'1,'*10**6+'1]')"},
	{"json loads str", "import json\njson.loads('\"'+'\\\\u20ac'*10**6+'\"')"},
	{"csv", "import csv,io\ncsv.field_size_limit(10**9)\nlist(csv.reader([X]*40))"},
	{"csv field", "import csv\ncsv.field_size_limit(10**9)\nlist(csv.reader(['\"'+X]+[X]*60))"},
	{"csv writer", "import csv,io\nclass W:\n def write(s, x): pass\ncsv.writer(W()).writerow([X]*100)"},
	{"struct pack", "import struct\nstruct.pack('1000000000x')"},
	{"struct many", "import struct\nstruct.unpack('9000000B', B*9)"},
	{"struct formats", "import struct\na=[]\nfor i in range(10**9): a.append(struct.Struct('i'*1000))"},
	{"struct long format", "import struct\nstruct.calcsize('bi'*5*10**6)"},
	{"binascii hexlify", "import binascii\n[binascii.hexlify(B*9) for i in range(9)]"},
	{"binascii b2a", "import binascii\n[binascii.b2a_base64(B*9) for i in range(9)]"},
	{"binascii qp", "import binascii\nbinascii.b2a_qp(b'\\xff'*9*10**6)"},
	{"base64", "import base64\nbase64.b85encode(B*4)"},
	{"zlib bomb", "import zlib\nd=zlib.compress(bytes(10**7))\nd=[zlib.decompress(d) for i in range(9)]"},
	{"zlib bomb big", "import zlib\nc=zlib.compressobj()\nd=b''.join(c.compress(B) for i in range(300))+c.flush()\nzlib.decompress(d)"},
	{"zlib bufsize", "import zlib\nzlib.decompress(zlib.compress(b'x'), bufsize=10**9)"},
	{"zlib decompressobj", "import zlib\nc=zlib.compressobj()\nd=b''.join(c.compress(B) for i in range(300))+c.flush()\nzlib.decompressobj().decompress(d)"},
	{"zlib unconsumed", "import zlib\nd=zlib.decompressobj()\nd.decompress(zlib.compress(B)+B*9, 1)"},
	{"zlib objects", "import zlib\na=[]\nwhile 1: a.append(zlib.compressobj())"},
	{"zlib decompress objects", "import zlib\na=[]\nd=zlib.compress(B)\nwhile 1:\n x=zlib.decompressobj(); x.decompress(d[:500], 1); a.append(x)"},
	{"bz2 bomb", "import bz2\nd=bz2.compress(bytes(10**7))\nd=[bz2.decompress(d) for i in range(9)]"},
	{"bz2 objects", "import bz2\na=[]\nwhile 1: c=bz2.BZ2Compressor(); c.compress(B[:200000]); a.append(c)"},
	{"bz2 decompress objects", "import bz2\na=[]\nd=bz2.compress(B)\nwhile 1:\n x=bz2.BZ2Decompressor(); x.decompress(d[:500], 1); a.append(x)"},
	{"bz2 unconsumed", "import bz2\nd=bz2.BZ2Decompressor()\nd.decompress(bz2.compress(B)+B*9, 1)"},
	{"lzma bomb", "import lzma\nd=lzma.compress(bytes(10**7))\nd=[lzma.decompress(d) for i in range(9)]"},
	{"lzma objects", "import lzma\na=[]\nwhile 1: c=lzma.LZMACompressor(); c.compress(B[:9000]); a.append(c)"},
	{"lzma preset", "import lzma,random\nc=lzma.LZMACompressor(preset=9)\nwhile 1: c.compress(random.randbytes(100000))"},
	{"lzma dictionary", "import lzma\nf=[{'id':lzma.FILTER_LZMA2,'dict_size':1<<30}]\nz=lzma.compress(bytes(10**7),lzma.FORMAT_RAW,filters=f)[:-1]\n" +
		"d=lzma.LZMADecompressor(lzma.FORMAT_RAW,filters=f)\nwhile 1: d.decompress(z)"},
	{"lzma decompress objects", "import lzma\na=[]\nd=lzma.compress(B)\nwhile 1:\n x=lzma.LZMADecompressor(); x.decompress(d[:500], 1); a.append(x)"},
	{"zlib copies", "import zlib\na=zlib.compressobj()\na.compress(B)\nb=[]\nwhile 1: b.append(a.copy())"},
	{"gzip", "import gzip\ngzip.decompress(gzip.compress(bytes(9*10**6))*9)"},
	{"TLS bytes", "import ssl\nb=ssl.MemoryBIO()\nwhile 1: b.write(b'x'*10**5)"},
	{"TLS contexts", "import ssl\na=[]\nwhile 1: a.append(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))"},
	{"TLS handshakes", tlsHandshakes + "a=[]\nwhile 1: a.append(begin())"},
	{"TLS handshakes dropped", tlsHandshakes + "for i in range(5000): begin()"},
	{"hash objects", "import hashlib\na=[]\nwhile 1: a.append(hashlib.sha256())"},
	{"blake2 objects", "import hashlib\na=[]\nwhile 1: a.append(hashlib.blake2b())"},
	{"sha3 objects", "import hashlib\na=[]\nwhile 1: a.append(hashlib.sha3_256())"},
	{"hash copies dropped", "import hashlib\na=hashlib.md5()\nfor i in range(10**6): a.copy()"},
	{"shake digest", "import hashlib\nhashlib.shake_128().digest(5*10**8)"},
	{"pbkdf2", "import hashlib\nhashlib.pbkdf2_hmac('sha256', b'a', b'b', 1, 10**9)"},
	{"re backtracking", "import re\nre.match('(?:x|(?:xx))*y', X)"},
	{"re groups", "import re\nre.match('(?:(x)|(y))*z', X)"},
	{"re lazy", "import re\nre.match('(?:.)*?(?:.)*?y', X[:9000])"},
	{"re findall", "import re\nre.findall('x', X*9)"},
	{"re sub", "import re\nre.sub('x', 'y'*1000, X)"},
	{"re sub template", "import re\nre.sub('(x)', r'\\1\\1\\1\\1\\1\\1', X*9)"},
	{"re split", "import re\nre.split('(x)', X*9)"},
	{"re patterns", "import re\na=[]\nfor i in range(10**9): a.append(re.compile('(a|b)*%d' % i))"},
	{"re long pattern", "import re\nre.compile('a?'*200000)"},
	{"re big repeat", "import re\nre.compile('(?:a{1000}){1000}').match(X)"},
	{"re charset", "import re\nre.compile('['+''.join(chr(i) for i in range(256, 60000, 2))+']')"},
	{"recursion", "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n+1)\nf(0)"},
	{"recursion many locals", "import sys\nsys.setrecursionlimit(10**9)\ndef f(n):\n " + strings.Repeat("a=b=c=d=e=n;", 30) + "return f(n+1)\nf(0)"},
	{"recursion through C", "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return max([n], key=f)\nf(0)"},
	{"recursion in repr", "import sys\nsys.setrecursionlimit(10**9)\nclass A:\n def __repr__(s): return repr([s])\nrepr(A())"},
	{"recursion in eq", "import sys\nsys.setrecursionlimit(10**9)\na=[]\nb=[]\nfor i in range(200000): a=[a]; b=[b]\na==b"},
	{"recursion with held builders", "import sys\nsys.setrecursionlimit(10**9)\nclass A:\n def __repr__(s): return repr([X, s])\nrepr(A())"},
	{"recursion in getattr", "import sys\nsys.setrecursionlimit(10**9)\nclass A:\n def __getattr__(s, n): return getattr(s, n+'x')\nA().x"},
	{"recursion of generators", "import sys\nsys.setrecursionlimit(10**9)\ndef g(n): yield from g(n+1)\nlist(g(0))"},
	{"recursion of exec", "import sys\nsys.setrecursionlimit(10**9)\ns='exec(s)'\nexec(s)"},
	{"recursion hot", "import sys\nsys.setrecursionlimit(10**9)\ndef f(n):\n if n<10**9: return 1+f(n+1)\n return 0\nfor i in range(3000): f(10**9)\nf(0)"},
	{"recursion star", "import sys\nsys.setrecursionlimit(10**9)\ndef f(*a): return f(*a, 1)\nf()"},
	{"star call", "def f(*a): return a\nf(*range(10**8))"},
	{"star call max", "max(*[1]*3*10**6)"},
	{"keywords", "def f(**k): return k\nf(**{'a%d'%i: i for i in range(10**6)})"},
	{"generators", "def g(): yield\na=[]\nwhile 1:\n x=g(); next(x); a.append(x)"},
	{"coroutines", "import warnings\nwarnings.simplefilter('ignore')\nasync def g(): pass\na=[]\nwhile 1: a.append(g())"},
	{"permutations", "import itertools\nlist(itertools.permutations(range(12)))"},
	{"permutations pool", "import itertools\nitertools.permutations(range(10**8))"},
	{"product", "import itertools\nlist(itertools.product('ab', repeat=30))"},
	{"product repeat", "import itertools\nitertools.product('ab', repeat=10**9)"},
	{"combinations", "import itertools\nlist(itertools.combinations(range(100), 50))"},
	{"combinations pool", "import itertools\nitertools.combinations_with_replacement(range(10), 10**9)"},
	{"tee", "import itertools\na,b=itertools.tee(itertools.count())\nfor x in a: pass"},
	{"groupby", "import itertools\n[list(g) for k,g in itertools.groupby(itertools.count(), lambda x: 0)]"},
	{"cycle", "import itertools\nfor x in itertools.cycle(itertools.count()): pass"},
	{"batched", "import itertools\nlist(itertools.batched(itertools.count(), 10**9))"},
	{"chain nest", "import itertools\na=iter(())\nwhile 1: a=itertools.chain(a)"},
	{"deque", "import collections\na=collections.deque()\nwhile 1: a.append(1)"},
	{"deque repeat", "import collections\ncollections.deque([1])*10**9"},
	{"lru_cache", "import functools\n@functools.lru_cache(None)\ndef f(x): return x\nfor i in range(10**9): f(i)"},
	{"partial", "import functools\nf=print\nwhile 1: f=functools.partial(f, 1, k=2)"},
	{"heapq", "import heapq\na=[]\nfor i in range(10**9): heapq.heappush(a, i)"},
	{"sort", "a=[str(i) for i in range(200000)]\na.sort()\na=list(range(10**6))[::-1]\na.sort(key=lambda x: -x)"},
	{"sort floats", "a=[(i*7919)%1000003+.5 for i in range(10**6)]\na.sort(); sorted(a, key=lambda x: -x)"},
	{"sorted", "sorted(range(10**9))"},
	{"list repeat", "[1]*10**10"},
	{"list of range", "list(range(10**9))"},
	{"tuple of range", "tuple(range(10**9))"},
	{"bytes of range", "bytes(x&1 for x in range(10**9))"},
	{"str of list", "str([X]*100)"},
	{"str of dict", "str({i: X for i in range(100)})"},
	{"str of nested", "a=[]\nfor i in range(900): a=[a,a]\nimport sys\nsys.setrecursionlimit(10**6)\nstr(a)"},
	{"zip", "list(zip(range(10**9), range(10**9)))"},
	{"print", "print(X*25, file=open('/dev/null','w'))"},
	{"stdout", "import sys\nfor i in range(50): sys.stdout.write(X[:100000])"},
	{"warnings", "import warnings\ndef warn(i): warnings.warn_explicit('w%d'%i, UserWarning, 'f', i, registry=r)\nwarnings.simplefilter('once')\nr={}\nimport sys,os\nsys.stderr=open(os.devnull,'w')\nfor i in range(10**9): warn(i)"},
	{"tracebacks", "def f(n):\n if n: f(n-1)\n raise ValueError\na=[]\nwhile 1:\n try: f(50)\n except ValueError as e: a.append(e)"},
	{"exception chain", "e=None\nwhile 1:\n try: raise ValueError from e\n except ValueError as x: e=x"},
	{"exception text", "raise ValueError(X*6)"},
	{"exception group text", "raise ExceptionGroup('g', [ValueError(X[:100000])]*90)"},
	{"traceback format", "import traceback\ntry: exec('1/0'+' '*5*10**6)\nexcept Exception: traceback.format_exc()"},
	{"syntax error text", "exec('x '+'y'*5*10**6)"},
	{"name suggestion", "for i in range(10**5): globals()['nnnn%d'%i]=i\nnnnn"},
	{"weakrefs", "import weakref\nclass C: pass\nc=C()\na=[]\nwhile 1: a.append(weakref.ref(c, lambda r: 0))"},
	{"weak dict", "import weakref\nclass C: pass\nd=weakref.WeakKeyDictionary()\na=[]\nwhile 1:\n c=C(); a.append(c); d[c]=1"},
	{"finalizers", "class C:\n def __del__(s): a.append(C())\na=[]\nwhile 1: C()"},
	{"contextvars", "import contextvars\na=[]\nwhile 1:\n v=contextvars.ContextVar('v'); v.set(1); a.append(v)"},
	{"contexts", "import contextvars\nc=contextvars.copy_context()\nvs=[contextvars.ContextVar('v%d'%i) for i in range(1000)]\nfor v in vs: c.run(v.set, 1)\na=[]\nwhile 1:\n c=c.copy(); c.run(vs[0].set, 2); a.append(c)"},
	{"threads", "import _thread\na=[]\nwhile 1: a.append(_thread.allocate_lock())"},
	{"thread starts", "import _thread,time\nwhile 1: _thread.start_new_thread(time.sleep, (99,))"},
	{"random bytes", "import random\nrandom.randbytes(10**9)"},
	{"getrandbits", "import random\nrandom.getrandbits(8*10**9)"},
	{"urandom", "import os\nos.urandom(10**9)"},
	{"random objects", "import random\na=[]\nwhile 1: a.append(random.Random(1))"},
	{"random seed", "import random\nrandom.seed((1<<7*10**7))"},
	{"strftime", "import time\ntime.strftime('%c'*10**6)"},
	{"environ", "import os\nfor i in range(10**9): os.environ['a%d'%i]=X[:9999]"},
	{"gc get_objects", "import gc\na=[]\nwhile 1: a.append(gc.get_objects())"},
	{"gc get_referrers", "import gc\nx=[]\na=[[x] for i in range(100000)]\nb=[gc.get_referrers(x) for i in range(9)]"},
	{"frame objects", "import sys\na=[]\ndef f(): a.append(sys._getframe())\nwhile 1: f()"},
	{"f_locals", "import sys\ndef f(): return sys._getframe().f_locals\na=[]\nwhile 1: a.append(f())"},
	{"code positions", "c=compile('a=b+c*d\\n'*50000, 'x', 'exec')\nlist(c.co_positions())"},
	{"code replace", "c=compile('a=b', 'x', 'exec')\na=[]\nwhile 1: a.append(c.replace(co_code=c.co_code))"},
	{"dis", "import dis,io\ndis.dis(compile('a=b+c*d\\n'*20000, 'x', 'exec'), file=io.StringIO())"},
	{"settrace", "import sys\nsys.settrace(lambda *a: None)\ndef f(): pass\nfor i in range(10**4): exec('def f(): pass\\nf()')"},
	{"template strings", "import string\nstring.Template('$a'*10**6).substitute(a='x'*1000)"},
	{"textwrap", "import textwrap\ntextwrap.fill('x '*2*10**6)"},
	{"difflib", "import difflib\nlist(difflib.ndiff(['x']*3000, ['y']*3000))"},
	{"decimal", "import decimal\ndecimal.getcontext().prec=10**9\ndecimal.Decimal(1)/3"},
	{"fractions", "import fractions\nx=fractions.Fraction(1,3)\nwhile 1: x=x*x"},
	{"import source", "import sys,os,tempfile\nd=tempfile.mkdtemp()\nsys.path.insert(0,d)\nopen(d+'/m.py','w').write('a=b\\n'*10**6)\ntry:\n import m\nfinally:\n import shutil; shutil.rmtree(d)"},
	{"import data", "import sys,os,tempfile\nd=tempfile.mkdtemp()\nsys.path.insert(0,d)\nf=open(d+'/m.py','w')\nf.write('a='+repr(X)+'\\n'); [f.write('b='+repr(X)+'\\n') for i in range(30)]; f.close()\ntry:\n import m\nfinally:\n import shutil; shutil.rmtree(d)"},
	{"mmap-like buffers", "a=[]\nwhile 1: a.append(memoryview(bytearray(1000)))"},
	{"slices", "a=[]\nwhile 1: a.append(slice(1,2,3))"},
	{"complex", "a=[]\nwhile 1: a.append(1j)"},
	{"format spec nest", "class A:\n def __format__(s, f): return X\n'{:{}}'.format(1, 'x')\n(','.join(['{0}']*100)).format(A())"},
	{"input", "import sys\nsys.stdin=open('/dev/zero')\ninput()"},
	{"getline", "import linecache\nlinecache.getlines('/dev/zero')"},
	{"codecs incremental", "import codecs\nd=codecs.getincrementaldecoder('utf-16')()\nd.decode(B*9)\nwhile 1: d.decode(b'x')"},
	{"codecs reader", "import codecs\ncodecs.open('/dev/zero', encoding='utf-8').read()"},
	{"charmap build", "import codecs\nfor i in range(9): codecs.charmap_encode(X*9, 'strict', {ord('x'): b'y'*100})"},
	{"charmap decode", "import codecs\nfor i in range(9): codecs.charmap_decode(B*9, 'strict', {ord('x'): 'y'*100})"},
	{"statistics", "import statistics\nstatistics.mean(range(10**6))"},
	{"typing unions", "import typing\na=int\nfor i in range(10**5): a=a|type('x',(),{})"},
	{"generic alias", "a=list\nwhile 1: a=list[a]"},
	{"module attrs", "import sys\nm=sys.modules['__main__']\ni=0\nwhile 1:\n i+=1; setattr(m, 'v%d'%i, i)"},
	{"large format of ints", "'{:,}'.format(1<<10**5)*10**3"},
	{"sum of lists", "sum([[1]*1000]*10**6, [])"},
	{"uuids", "import itertools\na={}\nfor i in itertools.count(): a[str(i)]=(i,)"},
}

const (
	growCap = 32 << 20 // the heap's cap
	growth  = 8 << 20  // what a process may take more than the cap and what one takes that fails at once
)

// beyond are the growers that may take more, in MiB above the cap, and why. The list may only shrink.
var beyond = map[string]struct {
	mib int
	why string
}{}

// quickGrowers are those that run always.
const quickGrowers = "^(list|str append|str upper once|str encode names|normalize|bytes repr|divmod|StringIO|BytesIO many|TextIOWrapper|" +
	"BufferedReader zeros|compile long str|tokenize long line|struct long format|marshal loads|csv field|charmap decode|zlib bomb|hash objects|" +
	"re groups|recursion of generators|weak dict|finalizers|exception chain|environ)$"

// TestMemoryCap runs programs that grow. PSY_TEST_GROWERS is a pattern that chooses some ("." for all, which takes two minutes), and
// PSY_TEST_SECONDS says how long each may take.
func TestMemoryCap(t *testing.T) {
	pattern := os.Getenv("PSY_TEST_GROWERS")
	if pattern == "" {
		pattern = quickGrowers
	}
	only := regexp.MustCompile(pattern)
	seconds, _ := strconv.ParseFloat(os.Getenv("PSY_TEST_SECONDS"), 64)
	if seconds == 0 {
		seconds = 1
	}
	exe := psy(t)
	base := grow(t, exe, "'x' * 10**10", seconds).peak
	t.Logf("a program that fails at once takes %d KiB", base>>10)
	for _, g := range growers {
		if !only.MatchString(g.name) {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			most := base + growCap + growth
			if b, ok := beyond[g.name]; ok {
				most = base + growCap + b.mib<<20
				t.Logf("may take %d MiB more: %s", b.mib, b.why)
			}
			r := grow(t, exe, g.code, seconds)
			for try := 1; try < 3 && r.peak > most; try++ { // Go's collector comes late where the machine is busy
				r = grow(t, exe, g.code, seconds)
			}
			line := r.last
			t.Logf("%4d KiB above the cap and the base, %v: %.100s", (r.peak-base-growCap)>>10, r.took.Round(10*time.Millisecond), line)
			if r.peak > most {
				t.Errorf("the process took %d MiB under a cap of %d MiB", r.peak>>20, growCap>>20)
			}
			if r.killed && !r.late || strings.Contains(line, "goroutine") || strings.Contains(r.all, "fatal error") || strings.Contains(r.all, "BUG") {
				t.Errorf("the process died: %.2000s", r.all)
			}
		})
	}
}

type grown struct {
	peak         int
	took         time.Duration
	last, all    string
	killed, late bool
}

// grow runs a program and returns the most memory that its process had, and how it ended.
func grow(t *testing.T, exe, code string, seconds float64) (r grown) {
	cmd := exec.Command(exe, "run", "-X", fmt.Sprintf("psy.heapcap=%d", growCap), "-c", "X='x'*10**6\nB=b'x'*10**6\n"+code)
	var out bytes.Buffer
	cmd.Stderr = &out
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	timer := time.AfterFunc(time.Duration(seconds*float64(time.Second)), func() { r.late = true; cmd.Process.Kill() })
	cmd.Wait()
	timer.Stop()
	r.took = time.Since(begin)
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	r.peak = int(usage.Maxrss) << 10
	r.killed = !cmd.ProcessState.Exited()
	r.all = out.String()
	lines := strings.Split(strings.TrimSpace(r.all), "\n")
	r.last = lines[len(lines)-1]
	if r.late {
		r.last = "stopped"
	}
	return r
}
