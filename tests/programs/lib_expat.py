# XML: the parser behind plistlib, minidom, sax and ElementTree.
# needs: stdlib
import plistlib, io
d = {"a": 1, "b": [True, 2.5, "x&<é", b"bytes"], "c": {"d": "e"}}
b = plistlib.dumps(d); print(plistlib.loads(b) == d)
import xml.dom.minidom as m, xml.sax, xml.etree.ElementTree as E
print(m.parseString("<a x='1'><b>t</b><!-- c --></a>").toxml())
r = E.fromstring("<a xmlns='u' xmlns:p='v' p:x='1'><p:b>t&amp;</p:b>tail</a>"); print(E.tostring(r), r.tag, r[0].tag, r.attrib)
class H(xml.sax.ContentHandler):
    def startElement(self, n, a): print("start", n, dict(a))
    def endElement(self, n): print("end", n)
    def characters(self, c): print("text", repr(c))
xml.sax.parseString(b"<?xml version='1.0' encoding='iso-8859-1'?><a><b c='d'>x\xe9</b></a>", H())
from xml.parsers.expat import ParserCreate, ExpatError
for bad in ["", "<a>", "<a></b>", "<a>&x;</a>", "<a/><b/>", "<a", "x"]:
    try: ParserCreate().Parse(bad, True); print("ok?", bad)
    except ExpatError as e: print(bad, e, e.code, e.lineno, e.offset)
