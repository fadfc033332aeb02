# needs: stdlib
# _elementtree: elements as sequences, texts, copies, pickles, errors; parsers with builders and with other targets; events.
import copy
import io
import pickle
import warnings
import xml.etree.ElementTree as ET

warnings.simplefilter("ignore")
DOC = "<a x='1'>t<b>u</b>v<!--c--><c xmlns='n' xmlns:p='q' p:z='1'/>w\n x&lt;y<d><e>1</e><e>2</e></d></a>"
e = ET.fromstring(DOC)
print(ET.tostring(e), [(x.tag, x.attrib, x.text, x.tail) for x in e.iter()], list(e.itertext()))
print(e.find("b").text, e.findtext("b"), e.findtext("zz", 5), e.findtext(".//e"), len(e.findall("*")), e.find("{n}c").attrib, [x.text for x in e.iterfind("d/e")])
print([x.tag for x in e.iter("e")], e.get("x"), e.get("y", 3), e.items(), e.keys(), e[0].keys(), bool(e), bool(e[0]), iter(e).__class__)
print(ET.tostring(copy.deepcopy(e)) == ET.tostring(pickle.loads(pickle.dumps(e))) == ET.tostring(e), copy.copy(e).attrib is e.attrib, len(copy.copy(e)))

r = ET.Element("r", {"a": "1"}, b="2")
for i in range(6):
    ET.SubElement(r, "s%d" % i, n=str(i))
print([c.tag for c in r[1:4]], [c.tag for c in r[::-2]], r[-1].tag)
del r[0]
r[1:3] = [ET.Element("x"), ET.Element("y"), ET.Element("z")]
r[::2] = [ET.Element("w") for _ in r[::2]]
del r[::-3]
r.insert(0, ET.Element("first"))
r.insert(-1, ET.Element("late"))
r.extend(ET.Element(c) for c in "pq")
r.remove(r[1])
print([c.tag for c in r], ET.tostring(r))
for bad in (lambda: r.append(1), lambda: r.insert(0, "x"), lambda: r.remove(ET.Element("no")), lambda: r[99], lambda: r["x"], lambda: r.extend([1]), lambda: r.extend(1),
            lambda: r.__setitem__(0, 1), lambda: r.__setitem__(99, ET.Element("x")), lambda: r.__setitem__(slice(0, 2), 3), lambda: r.__delitem__(99),
            lambda: r.__setitem__(slice(0, 4, 2), []), lambda: ET.Element(), lambda: ET.Element("a", 1), lambda: ET.Element("a", attrib=1), lambda: ET.SubElement(1, "x"),
            lambda: ET.SubElement(r, "x", 1), lambda: setattr(r, "attrib", 1), lambda: delattr(r, "text"), lambda: r.__setstate__(1), lambda: r.__setstate__({}),
            lambda: r.__setstate__({"tag": 1, "_children": 1}), lambda: r.__setstate__({"tag": 1, "_children": [1]}), lambda: r.makeelement("x", 1),
            lambda: r.__deepcopy__(1), lambda: r.other, lambda: ET.TreeBuilder().end("x"), lambda: ET.TreeBuilder().start("a", 1), lambda: ET.XMLParser(encoding=1),
            lambda: ET.XMLParser.__new__(ET.XMLParser).feed("x"), lambda: ET.XMLParser(target=1)._setevents([]), lambda: ET.XMLParser()._setevents([], ["no"]),
            lambda: ET.XMLParser()._setevents([], [1]), lambda: ET.XMLParser()._setevents([], 1), lambda: ET.XMLParser().feed(1)):
    try:
        print(bad())
    except Exception as x:
        print(type(x).__name__, x)
for doc in "<a>", "<a></b>", "<a>&u;</a>", "", b"\xff", "<a/><b/>", '<?xml version="1.0" encoding="nope"?><a/>':
    try:
        ET.fromstring(doc)
    except ET.ParseError as x:
        print(x, x.code, x.position)
    except LookupError as x:
        print(x)
for events in (None, ("start", "end", "start-ns", "end-ns", "comment", "pi")):
    for event, what in ET.iterparse(io.BytesIO(b"<a xmlns='q'><b/>x<!--k--><?pi z?></a>"), events):
        print(event, what if not isinstance(what, ET.Element) else (what.tag if isinstance(what.tag, str) else what.tag.__name__, what.text))


class Target:
    def __getattr__(self, name):
        if name in ("start", "end", "data", "comment", "pi", "doctype", "start_ns", "end_ns", "close"):
            return lambda *a: print(name, a)
        raise AttributeError(name)


p = ET.XMLParser(target=Target())
p.entity["known"] = "KNOWN"
for c in "<?x y?><!DOCTYPE a PUBLIC 'pp' 'ss'><a xmlns:k='u'><!--c-->t&known;<k:b z='1'/></a>":
    p.feed(c)
p.flush()
print(p.close(), p.version)


class Failing:
    def start(self, tag, attrs):
        if tag == "b":
            raise ZeroDivisionError(tag)

    def end(self, tag):
        print("end", tag)


p = ET.XMLParser(target=Failing())
try:
    p.feed("<a><x></x><b/>\n<c/>")
except ZeroDivisionError as x:
    print("raised", x)
p.feed("<d/></a>")
print(p.close())
b = ET.TreeBuilder(insert_comments=True, insert_pis=True)
b.start("a", {}), b.data("1"), b.data("2"), b.comment("c"), b.data("tail"), b.pi("p", "q"), b.end("a"), b.data("after")
print(ET.tostring(b.close()), b.close().tail)


class Sub(ET.Element):
    pass


b = ET.TreeBuilder(element_factory=Sub)
p = ET.XMLParser(target=b)
p.feed("<a>x<b>y</b>z</a>")
a = p.close()
print(type(a), type(a[0]), ET.tostring(a))
a.append(a)
a[0].text = a
it = a.iter()
next(it), a.clear(), print(list(it), len(a), repr(ET.Element("q"))[:13])


class Evil:
    def __eq__(self, other):
        r.clear()
        return True


r = ET.Element("r")
r.extend([ET.Element(Evil()), ET.Element("x")])
print(r.find("y").text, r.findall("y"), r.findtext("y"))
deep = ET.Element("d")
top = deep
for _ in range(100000):
    deep = ET.SubElement(deep, "d")
print(sum(1 for _ in top.iter()))

# Elements that get children while one iterates.
r = ET.fromstring("<a><b/><c><d/>t<b>x</b></c><b/></a>")
seen = []
for e in r.iter("b"):
    seen.append(e.text)
    if len(seen) < 6:
        ET.SubElement(e, "b").text = "new%d" % len(seen)
print(seen, [e.tag for e in r.iter()], list(r.itertext()))
