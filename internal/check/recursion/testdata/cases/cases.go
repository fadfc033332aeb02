// Package cases has cycles of every kind, and ways that look like some.
package cases

type Thread struct{ left int }

func (t *Thread) Enter() bool { t.left--; return t.left >= 0 }
func (t *Thread) Leave()      { t.left++ }

type list struct{ next *list }

func direct(l *list) int { // want "direct -> cases.direct"
	if l == nil {
		return 0
	}
	return 1 + direct(l.next)
}

func counted(t *Thread, l *list) {
	if l != nil && t.Enter() {
		counted(t, l.next)
		t.Leave()
	}
}

// bounded goes down by a constant.
//
//psy:bounded n is at most 3
func bounded(n int) {
	if n > 0 {
		bounded(n - 1)
	}
}

//psy:bounded
func reasonless(n int) { // want "reasonless -> cases.reasonless"
	reasonless(n - 1)
}

func even(l *list) bool { return l == nil || odd(l.next) } // want "even -> cases.odd -> cases.even"
func odd(l *list) bool  { return l != nil && even(l.next) }

// A table of functions, as types have.
type slots struct {
	Next, Len func(x any) any
}

var table map[string]*slots

func init() {
	table = map[string]*slots{"map": {Next: mapNext}, "len": {Len: length}}
	ops.neg = proxy(negative)
}

func step(x any) any    { return table["map"].Next(x) } // want "step -> cases.mapNext -> cases.step"
func mapNext(x any) any { return step(x) }

func length(x any) any { return size() } // is in another field than step calls
func size() any        { return table["map"].Len == nil }

// What a function gives back.
func proxy(f func(int) int) func(int) int {
	return func(n int) int { return f(n) } // want "proxy.func.* -> cases.negative -> cases.proxy.func"
}

var ops struct{ neg func(int) int }

func negative(n int) int { return ops.neg(n) }

type tree interface{ walk() }

type branch struct{ under tree }
type leaf struct{}

func (b branch) walk() { b.under.walk() } // want "walk -> .*walk"
func (leaf) walk()     {}

//psy:counts in a way of its own
func deeper() {}

func helped(l *list) {
	deeper()
	helped(l.next)
}

func another(l *list) { go another(l.next) } // on another stack

func each(l *list, do func(*list)) {
	for ; l != nil; l = l.next {
		do(l)
	}
}

func visit(l *list) { each(l, func(x *list) { visit(x) }) } // want-1 "each -> .* -> cases.each"

var _ = []any{direct, counted, bounded, reasonless, even, step, helped, another, visit, leaf{}, branch{}}
