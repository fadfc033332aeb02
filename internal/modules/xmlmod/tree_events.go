// What an XMLParser does with the events of its document.

package xmlmod

import (
	"strings"

	"github.com/psyco-go/psy/internal/lib/expat"
	"github.com/psyco-go/psy/internal/vm/object"
)

// ignoring is an expat.Handler that ignores everything.
type ignoring struct{}

func (ignoring) StartCdata()                                                              {}
func (ignoring) EndCdata()                                                                {}
func (ignoring) EndDoctype()                                                              {}
func (ignoring) UnparsedEntity(name string, base, system, public, notation *string)       {}
func (ignoring) Notation(name string, base, system, public *string)                       {}
func (ignoring) NotStandalone() bool                                                      { return true }
func (ignoring) ExternalEntityRef(context, base, system, public *string) bool             { return true }
func (ignoring) SkippedEntity(name string, param bool)                                    {}
func (ignoring) ElementDecl(name string, model *expat.Model)                              {}
func (ignoring) AttlistDecl(element, attribute, typ string, value *string, required bool) {}
func (ignoring) EntityDecl(string, bool, []byte, *string, *string, *string, *string)      {}
func (ignoring) XMLDecl(version, encoding *string, standalone int)                        {}

// Memory is of expat.Handler, as are the methods below.
func (d *treeDriver) Memory(n int) bool {
	if d.size = n; d.t.RT.Heap.Handles().Resize(uint32(d.self.Handle), uint64(n+cap(d.text))) {
		return true
	}
	d.t.NoMemory()
	return false
}

// after looks whether an exception is set: then the rest of the text is parsed, but nobody is told of it.
func (d *treeDriver) after(ok bool) {
	if ok && !d.t.Halted() {
		return
	}
	if d.on == 0 {
		d.on, d.p.On = d.p.On, 0
	}
	if d.t.Exc == null || d.t.Matches(object.TMemoryError) || d.t.Matches(object.TKeyboardInterrupt) {
		d.p.Stop = true
	}
}

// name is the str of a name: "{namespace}name".
func (d *treeDriver) name(n *expat.Name) Value {
	l := d.self.Names
	for l.Len() <= n.ID {
		if !l.Append(d.t, null) {
			return null
		}
	}
	v := *l.At(n.ID)
	if v == null {
		text := n.Text
		if strings.IndexByte(text, '}') >= 0 {
			text = "{" + text
		}
		v = object.Intern(d.t, text)
		*l.At(n.ID) = v
	}
	return v
}

// flush gives the target the character data so far.
func (d *treeDriver) flush() bool {
	if len(d.text) == 0 {
		return true
	}
	s := object.StrOfBytes(d.t, d.text)
	if d.text = d.text[:0]; s == null {
		return false
	}
	return d.target.data(d.t, s)
}

// most is how much character data is kept as bytes.
const most = 64 << 10

func (d *treeDriver) CharacterData(b []byte) {
	if d.target != nil {
		if len(d.text)+len(b) > most {
			if !d.flush() {
				d.after(false)
				return
			}
			if len(b) > most {
				s := object.StrOfBytes(d.t, b)
				d.after(s != null && d.target.data(d.t, s))
				return
			}
		}
		d.text = append(d.text, b...)
		return
	}
	if h := d.self.Methods[targetData]; h != null {
		d.call1(h, object.StrOfBytes(d.t, b))
	}
}

func (d *treeDriver) call1(h, a Value) { d.after(a != null && object.Call1(d.t, h, a) != null) }

func (d *treeDriver) call2(h, a, b Value) {
	d.after(a != null && b != null && object.Call2(d.t, h, a, b) != null)
}

func (d *treeDriver) StartElement(name *expat.Name, attrs []expat.Attr) {
	t := d.t
	tag, attrib := d.name(name), null
	if tag == null || d.target != nil && !d.flush() {
		d.after(false)
		return
	}
	if len(attrs) > 0 || d.target == nil {
		dict := object.NewDict(t)
		if dict == nil {
			d.after(false)
			return
		}
		for _, a := range attrs {
			k, v := d.name(a.Name), object.StrOfBytes(t, a.Value)
			if k == null || v == null || !dict.Set(t, k, v) {
				d.after(false)
				return
			}
		}
		attrib = object.Of(dict)
	}
	if d.target != nil {
		d.after(d.target.start(t, tag, attrib) != null)
	} else if h := d.self.Methods[targetStart]; h != null {
		d.call2(h, tag, attrib)
	}
}

func (d *treeDriver) EndElement(name *expat.Name) {
	if d.target != nil {
		d.after(d.flush() && d.target.end(d.t) != null)
	} else if h := d.self.Methods[targetEnd]; h != null {
		d.call1(h, d.name(name))
	}
}

func (d *treeDriver) Comment(b []byte) {
	s := object.StrOfBytes(d.t, b)
	if d.target != nil {
		d.after(s != null && d.flush() && d.target.comment(d.t, s) != null)
	} else if h := d.self.Methods[targetComment]; h != null {
		d.call1(h, s)
	}
}

func (d *treeDriver) ProcessingInstruction(target, data []byte) {
	if b := d.target; b != nil && b.Events[onPI] == null && !b.InsertP {
		return
	}
	a, s := object.StrOfBytes(d.t, target), object.StrOfBytes(d.t, data)
	if d.target != nil {
		d.after(a != null && s != null && d.flush() && d.target.pi(d.t, a, s) != null)
	} else if h := d.self.Methods[targetPI]; h != null {
		d.call2(h, a, s)
	}
}

func (d *treeDriver) str(s *string) Value {
	if s == nil {
		return d.t.RT.EmptyStr
	}
	return object.NewStr(d.t, *s)
}

func (d *treeDriver) StartNamespace(prefix, uri *string) {
	if b := d.target; b != nil {
		if b.Events[onStartNS] != null {
			p, u := d.str(prefix), d.str(uri)
			if p == null || u == null || !d.flush() {
				d.after(false)
				return
			}
			pair := object.Pair(d.t, p, u)
			d.after(pair != null && b.tell(d.t, onStartNS, pair))
		}
	} else if h := d.self.Methods[targetStartNS]; h != null {
		d.call2(h, d.str(prefix), d.str(uri))
	}
}

func (d *treeDriver) EndNamespace(prefix *string) {
	if b := d.target; b != nil {
		if b.Events[onEndNS] != null {
			d.after(d.flush() && b.tell(d.t, onEndNS, none))
		}
	} else if h := d.self.Methods[targetEndNS]; h != null {
		d.call1(h, d.str(prefix))
	}
}

func (d *treeDriver) StartDoctype(name string, system, public *string, internal bool) {
	t := d.t
	if h := d.self.Methods[targetDoctype]; h != null {
		n, s, p := object.NewStr(t, name), orNone(t, system), orNone(t, public)
		d.after(n != null && s != null && p != null && object.Call3(t, h, n, p, s) != null)
		return
	}
	if object.LookupAttr(t, object.Of(d.self), object.Intern(t, "doctype")) != null {
		d.after(object.Warn(t, object.TRuntimeWarning,
			"The doctype() method of XMLParser is ignored.  Define doctype() method on the TreeBuilder target."))
	} else {
		d.after(t.Exc == null)
	}
}

// Default looks for references to entities that the document does not declare.
func (d *treeDriver) Default(b []byte) {
	if len(b) < 2 || b[0] != '&' {
		return
	}
	t := d.t
	key := object.StrOfBytes(t, b[1:len(b)-1])
	if key == null {
		d.after(false)
		return
	}
	value := object.As[object.Dict](d.self.Entity).Get(t, key)
	switch {
	case t.Exc != null:
		d.after(false)
	case value == null:
		raiseParseError(t, expat.UndefinedEntity, d.p, "undefined entity "+string(b[:min(len(b), 100)]))
		d.after(false)
	case d.target != nil:
		d.after(d.flush() && d.target.data(t, value))
	default:
		if h := d.self.Methods[targetData]; h != null {
			d.call1(h, value)
		}
	}
}

func (d *treeDriver) UnknownEncoding(name string) *[256]rune {
	table := unknownEncoding(d.t, name)
	d.after(d.t.Exc == null)
	return table
}
