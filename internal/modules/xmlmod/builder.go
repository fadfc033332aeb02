// TreeBuilder: makes a tree of the events of a document.

package xmlmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tTreeBuilder = object.AllocTypeID()

// The events that a builder can tell of.
const (
	onStart = iota
	onEnd
	onStartNS
	onEndNS
	onComment
	onPI
	eventCount
)

var eventNames = [eventCount]string{"start", "end", "start-ns", "end-ns", "comment", "pi"}

// treeBuilder is a TreeBuilder.
type treeBuilder struct {
	header
	Root, This, Last        Value // the first element, the one that is open, the one made or ended last; Null in a half-made object
	LastForTail             Value // the element behind which text is; Null: it is in Last
	Data                    Value // text that belongs to no element yet: a piece, a list of pieces, or Null
	Stack                   *object.List
	Element, Comment, PI    Value // factories, or Null
	Append                  Value // of the queue of events, or Null
	Events                  [eventCount]Value
	InsertComments, InsertP bool
}

var _ = object.DefineType(tTreeBuilder, object.TypeDef{
	Name: "xml.etree.ElementTree.TreeBuilder", Size: unsafe.Sizeof(treeBuilder{}), Refs: (1<<(10+eventCount) - 1) << 1, Flags: object.TypeBase, NoWeak: true,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, a []Value, kw Value) Value { return object.Of(newBuilder(t, typ)) },
		Init: native.BindInit("TreeBuilder", "(element_factory=None, *, comment_factory=None, pi_factory=None, insert_comments=False, insert_pis=False)",
			func(t *Thread, v Value, a []Value) bool { return object.As[treeBuilder](v).init(t, a) }),
	},
	Methods: []FuncDef{
		{Name: "data", Sig: "(data, /)", F1: func(t *Thread, v, data Value) Value { return native.DoneIf(object.As[treeBuilder](v).data(t, data)) }},
		{Name: "start", Sig: "(tag, attrs, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			if !object.IsDict(a[1]) {
				return object.Raise(t, object.TTypeError, "start() argument 2 must be dict, not %s", object.TypeName(t, a[1]))
			}
			return object.As[treeBuilder](v).start(t, a[0], a[1])
		}},
		{Name: "end", Sig: "(tag, /)", F1: func(t *Thread, v, _ Value) Value { return object.As[treeBuilder](v).end(t) }},
		{Name: "comment", Sig: "(text, /)", F1: func(t *Thread, v, text Value) Value { return object.As[treeBuilder](v).comment(t, text) }},
		{Name: "pi", Sig: "(target, text=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			text := none
			if len(a) > 1 {
				text = a[1]
			}
			return object.As[treeBuilder](v).pi(t, a[0], text)
		}},
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value { return native.OrNone(object.As[treeBuilder](v).Root) }},
	},
})

func newBuilder(t *Thread, typ *object.Type) *treeBuilder {
	stack := object.NewList(t, 0)
	if stack == nil {
		return nil
	}
	b := native.Alloc[treeBuilder](t, typ)
	if b != nil {
		b.This, b.Last, b.Stack = none, none, stack
	}
	return b
}

func (b *treeBuilder) init(t *Thread, a []Value) bool {
	given := func(v Value, otherwise int) Value {
		if v == null || v == none {
			if otherwise == keptError {
				return null
			}
			return factory(t, otherwise)
		}
		return v
	}
	b.Element = given(a[0], keptError)
	b.Comment, b.PI = given(a[1], keptComment), given(a[2], keptPI)
	for i, to := range [...]*bool{&b.InsertComments, &b.InsertP} {
		yes := 0
		if a[3+i] != null {
			if yes = object.Truth(t, a[3+i]); yes < 0 {
				return false
			}
		}
		*to = yes > 0 && [...]Value{b.Comment, b.PI}[i] != null
	}
	return t.Exc == null
}

// flush gives the text so far to its element.
func (b *treeBuilder) flush(t *Thread) bool {
	if b.Data == null {
		return true
	}
	target, name := b.Last, "text"
	if b.LastForTail != null {
		target, name = b.LastForTail, "tail"
	}
	if target.IsExact(tElement) {
		e := object.As[element](target)
		to, join := &e.Text, &e.JoinText
		if name == "tail" {
			to, join = &e.Tail, &e.JoinTail
		}
		if *to == none {
			*to, *join = b.Data, b.Data.IsExact(object.TList)
			b.Data = null
			return true
		}
		if *join {
			l := object.As[object.List](*to)
			ok := false
			if b.Data.IsExact(object.TList) {
				ok = l.Extend(t, b.Data)
			} else {
				ok = l.Append(t, b.Data)
			}
			if ok {
				b.Data = null
			}
			return ok
		}
	}
	before := object.GetAttr(t, target, object.Intern(t, name))
	if before == null {
		return false
	}
	text := native.Call1(t, t.RT.EmptyStr, "join", b.Data)
	if text != null && before != none {
		text = object.Add(t, before, text)
	}
	if text == null || !object.SetAttr(t, target, object.Intern(t, name), text) {
		return false
	}
	b.Data = null
	return true
}

// data adds a piece of text.
func (b *treeBuilder) data(t *Thread, piece Value) bool {
	switch {
	case b.Data == null:
		if b.Last != none {
			b.Data = piece
		}
		return true
	case b.Data.IsExact(object.TList):
		return object.As[object.List](b.Data).Append(t, piece)
	}
	l := object.NewList(t, 2)
	if l == nil {
		return false
	}
	*l.At(0), *l.At(1) = b.Data, piece
	b.Data = object.Of(l)
	return true
}

// addTo appends a child to an element, which may be of any type.
func addTo(t *Thread, parent, child Value) bool {
	if !parent.IsExact(tElement) {
		return object.CallMethod1(t, parent, object.Intern(t, "append"), child) != null
	}
	if !isElement(t, child) {
		notElement(t, child)
		return false
	}
	return object.As[element](parent).add(t, child)
}

// tell appends an event to the queue, if somebody asked for it.
func (b *treeBuilder) tell(t *Thread, event int, what Value) bool {
	name := b.Events[event]
	if name == null || b.Append == null {
		return true
	}
	p := object.Pair(t, name, what)
	return p != null && object.Call1(t, b.Append, p) != null
}

// start opens an element. attrib is a dict or Null.
func (b *treeBuilder) start(t *Thread, tag, attrib Value) Value {
	if !b.flush(t) {
		return null
	}
	var node Value
	if b.Element == null {
		node = object.Of(newElement(t, tag, attrib))
	} else {
		if attrib == null {
			d := object.NewDict(t)
			if d == nil {
				return null
			}
			attrib = object.Of(d)
		}
		node = object.Call2(t, b.Element, tag, attrib)
	}
	if node == null {
		return null
	}
	parent := b.This
	b.LastForTail = null
	if parent != none {
		if !addTo(t, parent, node) {
			return null
		}
	} else {
		if b.Root != null {
			if class, text := kept(t, keptError), object.NewStr(t, "multiple elements on top level"); class != null && text != null {
				if e := object.Call1(t, class, text); e != null {
					object.SetExc(t, e)
				}
			}
			return null
		}
		b.Root = node
	}
	if !b.Stack.Append(t, parent) {
		return null
	}
	b.This, b.Last = node, node
	if !b.tell(t, onStart, node) {
		return null
	}
	return node
}

// end closes the element that is open.
func (b *treeBuilder) end(t *Thread) Value {
	if !b.flush(t) {
		return null
	}
	if b.Stack.Len() == 0 {
		return object.Raise(t, object.TIndexError, "pop from empty stack")
	}
	b.Last = b.This
	b.LastForTail = b.Last
	b.This = object.ListPop(t, b.Stack)
	last := b.Last
	if !b.tell(t, onEnd, last) {
		return null
	}
	return last
}

// insert puts a comment or a processing instruction into the element that is open.
func (b *treeBuilder) insert(t *Thread, node Value) bool {
	if b.This == none {
		return true
	}
	if !addTo(t, b.This, node) {
		return false
	}
	b.LastForTail = node
	return true
}

func (b *treeBuilder) comment(t *Thread, text Value) Value {
	if !b.flush(t) {
		return null
	}
	if b.Comment != null {
		if text = object.Call1(t, b.Comment, text); text == null || b.InsertComments && !b.insert(t, text) {
			return null
		}
	}
	if !b.tell(t, onComment, text) {
		return null
	}
	return text
}

func (b *treeBuilder) pi(t *Thread, target, text Value) Value {
	if !b.flush(t) {
		return null
	}
	var node Value
	if b.PI != null {
		if node = object.Call2(t, b.PI, target, text); node == null || b.InsertP && !b.insert(t, node) {
			return null
		}
	} else if node = object.Pair(t, target, text); node == null {
		return null
	}
	if !b.tell(t, onPI, node) {
		return null
	}
	return node
}
