# needs: stdlib
# pyexpat: events, positions and errors of documents that come in pieces, handlers that change the parser, external entities.
import pyexpat

NAMES = """StartElementHandler EndElementHandler ProcessingInstructionHandler CharacterDataHandler UnparsedEntityDeclHandler NotationDeclHandler
StartNamespaceDeclHandler EndNamespaceDeclHandler CommentHandler StartCdataSectionHandler EndCdataSectionHandler DefaultHandlerExpand StartDoctypeDeclHandler
EndDoctypeDeclHandler EntityDeclHandler XmlDeclHandler ElementDeclHandler AttlistDeclHandler SkippedEntityHandler""".split()


def events(doc, step=None, names=NAMES, **options):
    out = []
    p = pyexpat.ParserCreate(**options)
    p.SetReparseDeferralEnabled(False)
    for n in names:
        setattr(p, n, lambda *a, n=n: out.append((n, a, p.CurrentLineNumber, p.CurrentColumnNumber, p.CurrentByteIndex)))
    try:
        if step:
            for i in range(0, len(doc), step):
                p.Parse(doc[i:i + step])
            p.Parse(doc[:0], True)
        else:
            p.Parse(doc, True)
    except pyexpat.ExpatError as e:
        out.append((str(e), e.code, e.lineno, e.offset, p.ErrorByteIndex))
    return out


DOCS = [
    b'<a b="1" c="x&amp;y &#65;">t &lt; <b/>\n\r\n<!-- c --><?pi  data ?><![CDATA[x]]y]]></a>\n<!--e-->',
    b'<?xml version="1.0" encoding="iso-8859-1"?>\n<!DOCTYPE a SYSTEM "x.dtd" [<!ENTITY e "<b>&#38;lt;</b>"><!ELEMENT a (b|(c,d?)*|e+)*>'
    b'<?q r?><!ATTLIST a x (p|q) "p" y CDATA #REQUIRED z NMTOKENS " a  b "><!NOTATION n PUBLIC "pp"><!ENTITY u SYSTEM "s" NDATA n>%pe;\n]>'
    b'<a y="\xe9  ">\xe9&e;&unk;</a>',
    b'\xff\xfe' + "<?xml version='1.0'?><a\u00e9>x\U00010000<b/>]]></a\u00e9>".encode('utf-16-le'),
    b'<a xmlns="u" xmlns:p="v"><p:b p:x="1" y="2"/></a>', b'<a><b></a>', b'<a b="1" b="2"/>', b'', b'<a', b'\xef\xbb\xbf<a>\xff</a>',
    b'<a/><b/>', b'x', b'<a>&foo;</a>', b'<p:a/>', b'<a xmlns:p="u" xmlns:q="u" p:x="" q:x=""/>', b'<a xmlns:xml="u"/>',
    b"<!DOCTYPE a [<!ENTITY % p '<!ELEMENT a ANY>'> %p; <!ENTITY x 'y%p;'>]><a/>", b"<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><a>&a;</a>",
    b"<!DOCTYPE a PUBLIC 'a\n b' 'c'><a>\xc3", b'<?xml version="1.0" encoding="koi8-r"?><a>\xc1\xc2</a>',
    b'<?xml version="1.0" encoding="utf-16"?><a/>', b'<?xml version="1.0" encoding="nope"?><a/>',
]
for doc in DOCS:
    for options in {}, {"namespace_separator": " "}:
        whole = events(doc, **options) if b"nope" not in doc else "?"
        if whole == "?":
            try:
                events(doc)
            except LookupError as e:
                print(e)
            continue
        print(doc)
        for e in whole:
            print("   ", e)
        for e in events(doc, 1, **options):
            if e not in whole:
                print("    in pieces", e)

print(events(b"<a>&amp;x<![CDATA[y]]></a>", names=["DefaultHandler"]))
p = pyexpat.ParserCreate()
p.CharacterDataHandler = lambda s: (print("text", repr(s)), setattr(p, "CharacterDataHandler", None))
p.DefaultHandler = lambda s: print("default", repr(s))
p.Parse(b"<a>1\n2<b/>3</a>", True)

p = pyexpat.ParserCreate()
p.buffer_text = True
p.buffer_size = 5
p.CharacterDataHandler = lambda s: print(repr(s), p.buffer_used)
p.StartElementHandler = lambda n, a: print(n, a)
p.ordered_attributes = p.specified_attributes = True
p.Parse("<!DOCTYPE a [<!ATTLIST a x CDATA 'd'>]><a y='1'>ab&lt;cdefgh\u20ac<b>\n\n</b></a>", True)


def external(p):
    def ref(context, base, system, public):
        print("external", context, base, system, public)
        q = p.ExternalEntityParserCreate(context)
        q.Parse({"d": b"<!ENTITY x '<i>in d</i>'><![INCLUDE[<!ENTITY y 'yy'>]]><![IGNORE[ <![ x ]]> ]]>", "g": b"<?xml encoding='utf-8'?>gg<j/>"}[system], True)
        return 1
    return ref


for mode in range(3):
    p = pyexpat.ParserCreate()
    print(p.SetParamEntityParsing(mode))
    p.SetBase("/base")
    p.ExternalEntityRefHandler = external(p)
    p.NotStandaloneHandler = lambda: print("not standalone") or 1
    p.CharacterDataHandler = p.SkippedEntityHandler = lambda *a: print(a)
    p.StartElementHandler = lambda *a: print(a)
    try:
        p.Parse(b"<!DOCTYPE a SYSTEM 'd' [<!ENTITY g SYSTEM 'g'>]><a>&x;&y;&g;</a>", True)
    except pyexpat.ExpatError as e:
        print(e)

laughs = "<!DOCTYPE a [<!ENTITY a0 '%s'>%s]><a>&a7;</a>" % ("x" * 100, "".join("<!ENTITY a%d '%s'>" % (i, "&a%d;" % (i - 1) * 10) for i in range(1, 8)))
print(events(laughs.encode(), names=[]))


def boom(*a):
    1 / 0


for n in NAMES:
    p = pyexpat.ParserCreate()
    setattr(p, n, boom)
    try:
        print(n, p.Parse(DOCS[1], True))
    except ZeroDivisionError:
        print(n, getattr(p, n))
    try:
        p.Parse(b"", True)
    except pyexpat.ExpatError as e:
        print(e.code)
for bad in (lambda: pyexpat.ParserCreate(1), lambda: pyexpat.ParserCreate(None, "ab"), lambda: pyexpat.ParserCreate(intern=3), lambda: p.Parse(1), lambda: p.ParseFile(1),
            lambda: setattr(p, "buffer_size", 0), lambda: setattr(p, "buffer_size", "x"), lambda: delattr(p, "intern"), lambda: delattr(p, "buffer_text"),
            lambda: delattr(p, "StartElementHandler"), lambda: setattr(p, "other", 1), lambda: p.UseForeignDTD(), lambda: type(p)()):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
