// XMLParser: parses a document for a tree builder, or for another target.

package xmlmod

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/expat"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tTreeParser = object.AllocTypeID()

// The methods that a target may have.
const (
	targetStartNS = iota
	targetEndNS
	targetStart
	targetData
	targetEnd
	targetComment
	targetPI
	targetClose
	targetDoctype
	targetCount
)

var targetNames = [targetCount]string{"start_ns", "end_ns", "start", "data", "end", "comment", "pi", "close", "doctype"}

// treeParser is an XMLParser. What does the work is a handle.
type treeParser struct {
	header
	Handle  uint64 // a *treeDriver
	Target  Value  // Null before __init__
	Entity  Value  // a dict: what entities stand for that the document does not declare
	Names   *object.List
	Methods [targetCount]Value // the target's, or Null
}

var _ = object.DefineType(tTreeParser, object.TypeDef{
	Name: "xml.etree.ElementTree.XMLParser", Size: unsafe.Sizeof(treeParser{}), Refs: (1<<(3+targetCount) - 1) << 2, LayoutFlags: heap.HasHandle,
	Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, a []Value, kw Value) Value {
			return object.Of(native.Alloc[treeParser](t, typ))
		},
		Init: native.BindInit("XMLParser", "(*, target=None, encoding=None)",
			func(t *Thread, v Value, a []Value) bool { return object.As[treeParser](v).init(t, a[0], a[1]) }),
	},
	Members: []object.MemberDef{{Name: "entity", Word: 3, OrNone: true}, {Name: "target", Word: 2, OrNone: true}},
	GetSets: []object.GetSetDef{{Name: "version", Get: func(t *Thread, v Value) Value {
		return object.NewStr(t, fmt.Sprintf("Expat %d.%d.%d", expatVersion[0], expatVersion[1], expatVersion[2]))
	}}},
	Methods: []FuncDef{
		{Name: "feed", Sig: "(data, /)", F1: feedTree},
		{Name: "close", Sig: "()", F0: closeTree},
		{Name: "flush", Sig: "()", F0: func(t *Thread, v Value) Value {
			d := treeDriverOf(t, v)
			if d == nil {
				return null
			}
			d.p.Deferral = false
			ok := d.parse(t, object.As[treeParser](v), nil, false)
			d.p.Deferral = true
			return native.DoneIf(ok)
		}},
		{Name: "_parse_whole", Sig: "(file, /)", F1: parseWhole},
		{Name: "_setevents", Sig: "(events_queue, events_to_report=None, /)", MinArgs: 1, MaxArgs: 2, FN: setEvents},
	},
})

// treeDriver is the Go side of an XMLParser: it is the parser's Handler.
type treeDriver struct {
	ignoring
	p      *expat.Parser
	t      *Thread
	self   *treeParser  //psy:root the caller of parse has it
	target *treeBuilder //psy:root self has it; nil: the target is something else
	text   []byte       // character data that the target has not got
	size   int          // memory of the parser
	on     expat.Events
}

// treeDriverOf is the driver of a parser; nil: it was not made with __init__.
func treeDriverOf(t *Thread, v Value) *treeDriver {
	p := object.As[treeParser](v)
	if p.Target == null {
		object.Raise(t, object.TValueError, "XMLParser.__init__() wasn't called")
		return nil
	}
	return t.RT.Heap.Handles().Get(uint32(p.Handle)).(*treeDriver)
}

func (p *treeParser) init(t *Thread, target, encoding Value) bool {
	name := ""
	if encoding != null && encoding != none {
		var ok bool
		if name, ok = strArg(t, encoding, "XMLParser() argument 'encoding'", "str or None"); !ok {
			return false
		}
	}
	entity, names := object.NewDict(t), object.NewList(t, 0)
	if entity == nil || names == nil {
		return false
	}
	if target == null || target == none {
		b := newBuilder(t, t.Type(tTreeBuilder))
		if b == nil {
			return false
		}
		target = object.Of(b)
	}
	for i, m := range targetNames {
		if p.Methods[i] = object.LookupAttr(t, target, object.Intern(t, m)); t.Exc != null {
			return false
		}
	}
	separator := "}"
	d := &treeDriver{}
	d.p = expat.New(d, name, &separator)
	d.p.On = expat.OnStartElement | expat.OnEndElement | expat.OnDefault | expat.OnCharacterData | expat.OnStartDoctype
	has := func(i int, on expat.Events) {
		if p.Methods[i] != null {
			d.p.On |= on
		}
	}
	has(targetStartNS, expat.OnStartNamespace|expat.OnEndNamespace)
	has(targetEndNS, expat.OnStartNamespace|expat.OnEndNamespace)
	has(targetComment, expat.OnComment)
	has(targetPI, expat.OnProcessingInstruction)
	p.Entity, p.Names = object.Of(entity), names
	p.Handle = uint64(t.RT.Heap.Handles().Put(d))
	t.RT.Heap.Handles().Own(uint32(p.Handle))
	p.Target = target
	return true
}

// builder is the target, if it is a plain TreeBuilder.
func (p *treeParser) builder() *treeBuilder {
	if p.Target.IsExact(tTreeBuilder) {
		return object.As[treeBuilder](p.Target)
	}
	return nil
}

// parse parses more of the document; false: an exception is set.
func (d *treeDriver) parse(t *Thread, p *treeParser, data []byte, final bool) bool {
	oldThread, oldSelf, oldTarget := d.t, d.self, d.target
	d.t, d.self, d.target = t, p, p.builder()
	code := d.p.Parse(data, final)
	if t.Exc == null {
		d.flush()
	}
	d.t, d.self, d.target = oldThread, oldSelf, oldTarget
	d.text = d.text[:0]
	if d.on != 0 && oldThread == nil {
		d.p.On, d.on = d.on, 0
	}
	if t.Exc != null || !t.Poll() {
		return false
	}
	if code != expat.OK {
		raiseParseError(t, code, d.p, code.Text())
		return false
	}
	return true
}

// raiseParseError raises a ParseError for the place where a parser is.
func raiseParseError(t *Thread, code expat.Code, p *expat.Parser, message string) {
	line, column := p.Line(), p.Column()
	text, class := object.NewStr(t, fmt.Sprintf("%s: line %d, column %d", message, line, column)), kept(t, keptError)
	if text == null || class == null {
		return
	}
	e := object.Call1(t, class, text)
	if e == null || !object.SetAttr(t, e, object.Intern(t, "code"), object.SmallInt(int64(code))) {
		return
	}
	if pos := object.Pair(t, object.SmallInt(int64(line)), object.SmallInt(int64(column))); pos != null && object.SetAttr(t, e, object.Intern(t, "position"), pos) {
		object.SetExc(t, e)
	}
}

func feedTree(t *Thread, v, data Value) Value {
	d := treeDriverOf(t, v)
	if d == nil {
		return null
	}
	var b []byte
	if object.IsStr(data) {
		if b = utf8Of(t, data); b == nil {
			return null
		}
		d.p.SetEncoding("utf-8")
	} else {
		var ok bool
		if b, ok = native.BytesArg(t, data); !ok {
			return null
		}
	}
	return native.DoneIf(d.parse(t, object.As[treeParser](v), b, false))
}

func closeTree(t *Thread, v Value) Value {
	d := treeDriverOf(t, v)
	p := object.As[treeParser](v)
	if d == nil || !d.parse(t, p, nil, true) {
		return null
	}
	if b := p.builder(); b != nil {
		return native.OrNone(b.Root)
	}
	if h := p.Methods[targetClose]; h != null {
		return object.Call0(t, h)
	}
	return none
}

// parseWhole parses a file to its end.
func parseWhole(t *Thread, v, file Value) Value {
	d := treeDriverOf(t, v)
	if d == nil {
		return null
	}
	p := object.As[treeParser](v)
	read := object.GetAttr(t, file, object.Intern(t, "read"))
	if read == null {
		return null
	}
	for {
		chunk := object.Call1(t, read, object.SmallInt(64<<10))
		if chunk == null {
			return null
		}
		if chunk.IsExact(object.TStr) {
			if object.As[object.Str](chunk).Len == 0 {
				break
			}
			if chunk = native.Call2(t, chunk, "encode", object.Intern(t, "utf-8"), object.Intern(t, "surrogatepass")); chunk == null {
				return null
			}
		} else if !chunk.IsExact(object.TBytes) || len(object.BytesOf(chunk)) == 0 {
			break
		}
		if !d.parse(t, p, object.BytesOf(chunk), false) {
			return null
		}
	}
	if !d.parse(t, p, nil, true) {
		return null
	}
	if b := p.builder(); b != nil {
		return native.OrNone(b.Root)
	}
	return none
}

// setEvents is the method _setevents: the target tells a queue of events.
func setEvents(t *Thread, v Value, a []Value) Value {
	d := treeDriverOf(t, v)
	if d == nil {
		return null
	}
	b := object.As[treeParser](v).builder()
	if b == nil {
		return object.Raise(t, object.TTypeError, "event handling only supported for ElementTree.TreeBuilder targets")
	}
	add := object.GetAttr(t, a[0], object.Intern(t, "append"))
	if add == null {
		return null
	}
	b.Append = add
	b.Events = [eventCount]Value{}
	if len(a) < 2 || a[1] == none {
		b.Events[onEnd] = object.Intern(t, "end")
		return none
	}
	seq := object.SequenceFast(t, a[1], "events must be a sequence", null)
	if seq == null {
		return null
	}
	for i := 0; i < len(object.FastItems(seq)); i++ {
		name, event := object.FastItems(seq)[i], -1
		for j, s := range eventNames {
			if isText(name, s) {
				event = j
			}
		}
		switch {
		case !object.IsStr(name) && !object.IsBytes(name):
			return object.Raise(t, object.TValueError, "invalid events sequence")
		case event < 0 && object.IsStr(name):
			return object.Raise(t, object.TValueError, "unknown event '%s'", object.GoString(name))
		case event < 0:
			return object.Raise(t, object.TValueError, "unknown event '%s'", string(object.BytesOf(name)))
		}
		b.Events[event] = name
		d.p.On |= [eventCount]expat.Events{onStartNS: expat.OnStartNamespace | expat.OnEndNamespace, onEndNS: expat.OnStartNamespace | expat.OnEndNamespace,
			onComment: expat.OnComment, onPI: expat.OnProcessingInstruction}[event]
	}
	return none
}
