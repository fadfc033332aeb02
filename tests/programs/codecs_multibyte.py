# The encodings of Chinese, Japanese and Korean: characters, errors, pieces, streams, files.
# needs: stdlib
import _multibytecodec as m, _codecs_jp as j, codecs
c=j.getcodec('shift_jis')
print(type(c), type(c).__module__, type(c).__qualname__)
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
t(lambda: j.getcodec(3)); t(lambda: j.getcodec('x')); t(lambda: m.__create_codec(3)); t(lambda: type(c)())
t(lambda: c.encode(3)); t(lambda: c.encode(b'a')); t(lambda: c.encode()); t(lambda:c.decode('a')); t(lambda:c.decode(b'\xff')); t(lambda: c.encode('a',3));t(lambda: c.encode('\uac00','zzz')); t(lambda: c.encode('a','zzz'));t(lambda: c.decode(b'a','zzz'))
E=codecs.getincrementalencoder('iso2022_jp'); D=codecs.getincrementaldecoder('iso2022_jp')
e=E(); t(lambda:e.getstate()); e.encode('あ'); t(lambda:e.getstate()); t(lambda:e.errors); 
def seterr(v): e.errors=v
t(lambda: seterr(3)); t(lambda: seterr('ignore')); t(lambda:e.errors); 
def d(): del e.errors
t(d)
t(lambda: e.encode(3)); t(lambda: e.encode(b'a')); t(lambda: e.reset()); t(lambda: e.setstate('a')); t(lambda:e.setstate(2**200)); t(lambda:e.setstate(-1)); t(lambda: e.setstate(3)); t(lambda:e.setstate(9)); 
e=codecs.getincrementalencoder('euc_jis_2004')(); t(lambda:e.encode('か')); t(lambda:e.getstate()); t(lambda:e.encode('', True)); t(lambda:e.getstate())
t(lambda:e.encode('か\u309a',final=0)); t(lambda:e.encode(input='か')); t(lambda:e.reset());t(lambda:e.getstate())
for v in [0x010203, 0x8101, 0xfff00ff<<8|3, 1<<8, (0xd800<<8)|2]: t(lambda: e.setstate(v)); t(lambda:e.getstate())
d=D(); t(lambda:d.decode(b'\x1b$B$')); t(lambda:d.getstate()); t(lambda:d.decode(b'',True)); t(lambda:d.getstate()); t(lambda:d.setstate((b'123456789',3))); t(lambda: d.setstate((3,3))); t(lambda: d.setstate((b'',b''))); t(lambda: d.setstate(3)); t(lambda:d.setstate((b'',-1)));t(lambda:d.setstate((b'',1<<64)))
t(lambda:d.decode('a')); t(lambda:d.decode(b'\x1b$B'*1+b'$',final=1)); t(lambda:d.errors); t(lambda:E('strict',2)); t(lambda:E(errors=3)); t(lambda:E(None)); 
t(lambda: d.getstate())
class X(m.MultibyteIncrementalDecoder): codec=None
d=codecs.getincrementaldecoder('shift_jis')()
t(lambda:d.decode(b'\x82'));t(lambda:d.getstate());t(lambda:d.decode(b''));t(lambda:d.decode(b'',True))
t(lambda:d.getstate());t(lambda:d.reset());t(lambda:d.getstate())
import io
R=codecs.getreader('euc_kr'); W=codecs.getwriter('iso2022_jp')
r=R(io.BytesIO('가나\n다라\n'.encode('euc_kr')))
t(lambda:r.read(3)); t(lambda:r.read(1)); t(lambda:r.readline());t(lambda:r.readlines());t(lambda:r.read(-5)); t(lambda:type(r.stream)); t(lambda:r.errors); t(lambda:r.read('a')); t(lambda: type(R(3))); t(lambda:R(3).read()); t(lambda:R(io.StringIO('a')).read()); t(lambda:r.reset())
w=W(io.BytesIO()); t(lambda:w.write('あ')); t(lambda:w.stream.getvalue()); t(lambda:w.writelines(['a','い'])); t(lambda:w.stream.getvalue()); t(lambda:w.reset()); t(lambda:w.stream.getvalue()); t(lambda:w.write(3)); t(lambda:w.writelines(3)); t(lambda: W()); t(lambda:W(3,4)); t(lambda: w.writelines({'a':1}))
t(lambda:r.read(None)); t(lambda:r.read(1.5))
codecs.register_error('cb', lambda e: ('<%d-%d>' % (e.start, e.end), e.end))
codecs.register_error('bb', lambda e: (b'\xff', e.end))
codecs.register_error('bad', lambda e: 3)
codecs.register_error('far', lambda e: ('x', 1<<70))
codecs.register_error('neg', lambda e: ('x', -100))
for er in ('cb','bb','bad','far','neg','xmlcharrefreplace','backslashreplace','namereplace','surrogateescape', 'replace','ignore'):
    for enc in 'iso2022_jp','hz','gb18030','euc_kr','big5hkscs':
        t(lambda: 'a中ꯁ\udc80\ud800あ가か\u309a'.encode(enc, er))
        t(lambda: b'a\xa4\xff\x81\x30\x81\x1b$B$\x80~{\x88\x62\x82'.decode(enc, er))
TEXT = 'aä~\n愛か\u309aÊ\u0304한글똠がカ゚ｱ中文鎮\U0002000b€㐀z'
for enc in ('gb2312 gbk gb18030 hz big5hkscs iso2022_kr iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext '
            'shift_jis cp932 euc_jp shift_jis_2004 euc_jis_2004 euc_jisx0213 shift_jisx0213 euc_kr cp949 johab big5 cp950').split():
    b = TEXT.encode(enc, 'ignore')
    print(enc, b, ascii(b.decode(enc)))
    e, d = codecs.getincrementalencoder(enc)('ignore'), codecs.getincrementaldecoder(enc)()
    pieces = b''.join([e.encode(c) for c in TEXT] + [e.encode('', True)])
    assert pieces == b, pieces
    assert ''.join([d.decode(bytes([c])) for c in b] + [d.decode(b'', True)]) == b.decode(enc)
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding=enc, errors='ignore', newline='') as f:
        f.write(TEXT[:12])
        f.write(TEXT[12:])
        f.flush()
        data = raw.getvalue()
    print(data == b, io.TextIOWrapper(io.BytesIO(data), encoding=enc).readlines() == b.decode(enc).splitlines(True))
