// Calling the handlers of parsers.

package xmlmod

import (
	"github.com/psyco-go/psy/internal/lib/expat"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Memory is of expat.Handler.
func (d *driver) Memory(n int) bool {
	if d.parser = n; d.t.RT.Heap.Handles().Resize(uint32(d.self.Handle), uint64(n+cap(d.buffer))) {
		return true
	}
	d.t.NoMemory()
	return false
}

// handler is what is to be called for an event, after the text that is buffered; Null: nothing.
func (d *driver) handler(i int) Value {
	h := d.self.Handlers[i]
	if h == null || d.t.Exc != null || !d.flush(d.t, d.self) {
		return null
	}
	return h
}

// called looks at what a handler returned, and whether an argument could not be made.
func (d *driver) called(r Value) bool {
	if r != null && d.t.Halted() {
		r = null
	}
	if r == null {
		d.failed()
	}
	return r != null
}

// failed ends the parsing: an exception is set.
func (d *driver) failed() {
	d.p.Stop, d.p.On = true, 0
	if d.self != nil {
		d.self.Handlers = [handlerCount]Value{}
	}
}

// call1 calls a handler with an argument, which may be Null, if it could not be made.
func (d *driver) call1(h, a Value) bool {
	if a == null {
		d.failed()
		return false
	}
	d.self.InCallback = true
	r := object.Call1(d.t, h, a)
	d.self.InCallback = false
	return d.called(r)
}

func (d *driver) call2(h, a, b Value) bool {
	if a == null || b == null {
		d.failed()
		return false
	}
	d.self.InCallback = true
	r := object.Call2(d.t, h, a, b)
	d.self.InCallback = false
	return d.called(r)
}

// callTuple calls a handler, and gives what it returned.
func (d *driver) callTuple(h Value, args *object.Tuple) Value {
	if args == nil {
		d.failed()
		return null
	}
	for i := range args.Len() {
		if *args.At(i) == null {
			d.failed()
			return null
		}
	}
	d.self.InCallback = true
	r := object.CallTuple(d.t, h, args, nil)
	d.self.InCallback = false
	d.called(r)
	return r
}

func (d *driver) text(b []byte) Value { return object.StrOfBytes(d.t, b) }

func (d *driver) opt(s *string) Value { return orNone(d.t, s) }

// interned is a text as the program's dict has it.
func (d *driver) interned(s string) Value {
	v := object.NewStr(d.t, s)
	if v == null || d.self.Intern == none {
		return v
	}
	return object.As[object.Dict](d.self.Intern).SetDefault(d.t, v, v)
}

func (d *driver) internedOr(s *string) Value {
	if s == nil {
		return none
	}
	return d.interned(*s)
}

// name is the str of a name.
func (d *driver) name(n *expat.Name) Value {
	l := d.self.Names
	for l.Len() <= n.ID {
		if !l.Append(d.t, null) {
			return null
		}
	}
	v := *l.At(n.ID)
	if v == null {
		v = d.interned(n.Text)
		*l.At(n.ID) = v
	}
	return v
}

// flush gives the text that is buffered to its handler.
func (d *driver) flush(t *Thread, p *xmlParser) bool {
	if len(d.buffer) == 0 || d.flushing {
		return true
	}
	h := p.Handlers[hCharacterData]
	if h == null {
		d.buffer = d.buffer[:0]
		return true
	}
	oldThread, oldSelf := d.t, d.self
	d.t, d.self, d.flushing = t, p, true
	ok := d.call1(h, object.StrOfBytes(t, d.buffer))
	d.t, d.self, d.flushing = oldThread, oldSelf, false
	d.buffer = d.buffer[:0]
	return ok
}

// CharacterData is of expat.Handler, as are the following.
func (d *driver) CharacterData(b []byte) {
	if d.t.Exc != null {
		return
	}
	p := d.self
	if p.Buffered {
		if len(d.buffer)+len(b) > int(p.BufferSize) {
			if !d.flush(d.t, p) || p.Handlers[hCharacterData] == null {
				return
			}
		}
		if len(b) <= int(p.BufferSize) {
			if need := len(d.buffer) + len(b); need > cap(d.buffer) && need > 4096 && !d.Memory(d.parser+need) {
				d.failed()
				return
			}
			d.buffer = append(d.buffer, b...)
			return
		}
		d.buffer = d.buffer[:0]
	}
	if h := p.Handlers[hCharacterData]; h != null {
		d.call1(h, d.text(b))
	}
}

func (d *driver) StartElement(name *expat.Name, attrs []expat.Attr) {
	h := d.handler(hStartElement)
	if h == null {
		return
	}
	t, p := d.t, d.self
	if p.Specified {
		attrs = attrs[:d.p.Specified()]
	}
	var given Value
	if p.Ordered {
		l := object.NewList(t, 2*len(attrs))
		if l == nil {
			d.failed()
			return
		}
		given = object.Of(l)
		for i, a := range attrs {
			k, v := d.name(a.Name), d.text(a.Value)
			if k == null || v == null {
				d.failed()
				return
			}
			*l.At(2 * i), *l.At(2*i + 1) = k, v
		}
	} else {
		dict := object.NewDict(t)
		if dict == nil {
			d.failed()
			return
		}
		given = object.Of(dict)
		for _, a := range attrs {
			k, v := d.name(a.Name), d.text(a.Value)
			if k == null || v == null || !dict.Set(t, k, v) {
				d.failed()
				return
			}
		}
	}
	d.call2(h, d.name(name), given)
}

func (d *driver) EndElement(name *expat.Name) {
	if h := d.handler(hEndElement); h != null {
		d.call1(h, d.name(name))
	}
}

func (d *driver) ProcessingInstruction(target, data []byte) {
	if h := d.handler(hProcessingInstruction); h != null {
		d.call2(h, d.interned(string(target)), d.text(data))
	}
}

func (d *driver) Comment(b []byte) {
	if h := d.handler(hComment); h != null {
		d.call1(h, d.text(b))
	}
}

func (d *driver) call0(i int) {
	if h := d.handler(i); h != null {
		d.self.InCallback = true
		r := object.Call0(d.t, h)
		d.self.InCallback = false
		d.called(r)
	}
}

func (d *driver) StartCdata() { d.call0(hStartCdata) }
func (d *driver) EndCdata()   { d.call0(hEndCdata) }
func (d *driver) EndDoctype() { d.call0(hEndDoctype) }

func (d *driver) Default(b []byte) {
	i := hDefault
	if d.self.Expand {
		i = hDefaultExpand
	}
	if h := d.handler(i); h != null {
		d.call1(h, d.text(b))
	}
}

// tuple is a tuple of so many items for arguments.
func (d *driver) tuple(n int) *object.Tuple { return object.NewTuple(d.t, n) }

func (d *driver) StartDoctype(name string, system, public *string, internal bool) {
	h := d.handler(hStartDoctype)
	if h == null {
		return
	}
	if a := d.tuple(4); a == nil {
		d.failed()
	} else {
		*a.At(0), *a.At(1), *a.At(2), *a.At(3) = d.interned(name), d.internedOr(system), d.internedOr(public), intOf(internal)
		d.callTuple(h, a)
	}
}

func intOf(yes bool) Value {
	if yes {
		return object.SmallInt(1)
	}
	return object.SmallInt(0)
}

func (d *driver) UnparsedEntity(name string, base, system, public, notation *string) {
	h := d.handler(hUnparsedEntity)
	if h == null {
		return
	}
	if a := d.tuple(5); a == nil {
		d.failed()
	} else {
		*a.At(0), *a.At(1), *a.At(2), *a.At(3), *a.At(4) = d.interned(name), d.internedOr(base), d.internedOr(system), d.internedOr(public), d.internedOr(notation)
		d.callTuple(h, a)
	}
}

func (d *driver) Notation(name string, base, system, public *string) {
	h := d.handler(hNotation)
	if h == null {
		return
	}
	if a := d.tuple(4); a == nil {
		d.failed()
	} else {
		*a.At(0), *a.At(1), *a.At(2), *a.At(3) = d.interned(name), d.internedOr(base), d.internedOr(system), d.internedOr(public)
		d.callTuple(h, a)
	}
}

func (d *driver) StartNamespace(prefix, uri *string) {
	if h := d.handler(hStartNamespace); h != null {
		d.call2(h, d.internedOr(prefix), d.internedOr(uri))
	}
}

func (d *driver) EndNamespace(prefix *string) {
	if h := d.handler(hEndNamespace); h != null {
		d.call1(h, d.internedOr(prefix))
	}
}

// answer is what a handler said, as a C int.
func (d *driver) answer(r Value) bool {
	if r == null {
		return false
	}
	n, ok := object.AsInt64(d.t, r)
	if !ok {
		d.failed()
	}
	return ok && n != 0
}

func (d *driver) NotStandalone() bool {
	h := d.handler(hNotStandalone)
	if h == null {
		return false
	}
	d.self.InCallback = true
	r := object.Call0(d.t, h)
	d.self.InCallback = false
	d.called(r)
	return d.answer(r)
}

func (d *driver) ExternalEntityRef(context, base, system, public *string) bool {
	h := d.handler(hExternalEntityRef)
	if h == null {
		return false
	}
	a := d.tuple(4)
	if a == nil {
		d.failed()
		return false
	}
	*a.At(0), *a.At(1), *a.At(2), *a.At(3) = d.opt(context), d.internedOr(base), d.internedOr(system), d.internedOr(public)
	return d.answer(d.callTuple(h, a))
}

func (d *driver) SkippedEntity(name string, param bool) {
	if h := d.handler(hSkippedEntity); h != null {
		d.call2(h, d.interned(name), intOf(param))
	}
}

func (d *driver) ElementDecl(name string, m *expat.Model) {
	if h := d.handler(hElementDecl); h != null {
		d.call2(h, d.interned(name), d.model(m))
	}
}

// model makes a tuple of a content model.
func (d *driver) model(m *expat.Model) Value {
	if !d.t.Enter(" in conv_content_model") {
		return null
	}
	defer d.t.Leave()
	children, a := d.tuple(len(m.Children)), d.tuple(4)
	if children == nil || a == nil {
		return null
	}
	for i, c := range m.Children {
		v := d.model(c)
		if v == null {
			return null
		}
		*children.At(i) = v
	}
	name := none
	if m.Type == expat.ModelName {
		if name = d.interned(m.Name); name == null {
			return null
		}
	}
	*a.At(0), *a.At(1), *a.At(2), *a.At(3) = object.SmallInt(int64(m.Type)), object.SmallInt(int64(m.Quant)), name, object.Of(children)
	return object.Of(a)
}

func (d *driver) AttlistDecl(element, attribute, typ string, value *string, required bool) {
	h := d.handler(hAttlistDecl)
	if h == null {
		return
	}
	if a := d.tuple(5); a == nil {
		d.failed()
	} else {
		*a.At(0), *a.At(1), *a.At(2), *a.At(3), *a.At(4) = d.interned(element), d.interned(attribute), object.NewStr(d.t, typ), d.opt(value), intOf(required)
		d.callTuple(h, a)
	}
}

func (d *driver) EntityDecl(name string, param bool, value []byte, base, system, public, notation *string) {
	h := d.handler(hEntityDecl)
	if h == null {
		return
	}
	a := d.tuple(7)
	if a == nil {
		d.failed()
		return
	}
	*a.At(0), *a.At(1), *a.At(2), *a.At(3) = d.interned(name), intOf(param), none, d.internedOr(base)
	if value != nil {
		*a.At(2) = d.text(value)
	}
	*a.At(4), *a.At(5), *a.At(6) = d.internedOr(system), d.internedOr(public), d.internedOr(notation)
	d.callTuple(h, a)
}

func (d *driver) XMLDecl(version, encoding *string, standalone int) {
	h := d.handler(hXMLDecl)
	if h == null {
		return
	}
	if a := d.tuple(3); a == nil {
		d.failed()
	} else {
		*a.At(0), *a.At(1), *a.At(2) = d.opt(version), d.opt(encoding), object.SmallInt(int64(standalone))
		d.callTuple(h, a)
	}
}

func (d *driver) UnknownEncoding(name string) *[256]rune {
	table := unknownEncoding(d.t, name)
	if d.t.Exc != null {
		d.failed()
	}
	return table
}

// unknownEncoding asks Python's codecs for an encoding of one byte a character.
func unknownEncoding(t *Thread, name string) *[256]rune {
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	b, n := object.NewBytes(t, all[:]), object.NewStr(t, name)
	if b == null || n == null {
		return nil
	}
	s := native.Call2(t, b, "decode", n, object.Intern(t, "replace"))
	if s == null {
		return nil
	}
	if !object.IsStr(s) || object.As[object.Str](s).Len != 256 {
		object.Raise(t, object.TValueError, "multi-byte encodings are not supported")
		return nil
	}
	table := new([256]rune)
	for i := range table {
		if table[i] = object.As[object.Str](s).At(i); table[i] == 0xFFFD {
			table[i] = -1
		}
	}
	return table
}
