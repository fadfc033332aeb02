// The module _interpchannels.

package interps

import (
	"slices"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// channel belongs to the group's lock.
type channel struct {
	id      int64
	op      int
	closing bool // it is closed once it is empty
	closed  bool
	creator *interpreter
	ends    [2][]channelUse // who has used it: to receive, to send
	items   []boxItem
}

// channelUse is that an interpreter has used an end of a channel; open: it has not given that up.
type channelUse struct {
	id   int64
	open bool
}

const recvEnds, sendEnds = 0, 1

func (c *channel) number() int64 { return c.id }

func (c *channel) forget(id int64) {
	c.items = forgetItems(c.items, id)
	unbind(c.items, id)
	had := c.used()
	for e := range c.ends {
		for i := range c.ends[e] {
			if c.ends[e][i].id == id {
				c.ends[e][i].open = false
			}
		}
	}
	if had && !c.used() {
		c.close()
	}
}

func (c *channel) clear() {
	c.close()
	c.creator.released.Add(boxCharge)
}

// close ends the channel; nothing that is in it will be received.
func (c *channel) close() {
	for i := range c.items {
		c.items[i].release(false)
	}
	c.items, c.closing, c.closed, c.ends = nil, false, true, [2][]channelUse{}
}

// use notes that an interpreter uses an end; false: it has given that up.
func (c *channel) use(end int, id int64) bool {
	for _, u := range c.ends[end] {
		if u.id == id {
			return u.open
		}
	}
	c.ends[end] = append(c.ends[end], channelUse{id, true})
	return true
}

// release gives an end up. When nobody has one any more, the channel is closed.
func (c *channel) release(end int, id int64) {
	c.use(end, id)
	for i := range c.ends[end] {
		if u := &c.ends[end][i]; u.id == id {
			u.open = false
		}
	}
}

func (c *channel) used() bool {
	for _, e := range c.ends {
		if slices.ContainsFunc(e, func(u channelUse) bool { return u.open }) {
			return true
		}
	}
	return false
}

// channelFault is what is wrong with an operation on a channel.
type channelFault struct {
	class int // of keep
	text  string
}

var (
	channelMissing  = &channelFault{channelNotFoundError, "channel %d not found"}
	channelIsClosed = &channelFault{channelClosedError, "channel %d is closed"}
	channelHas      = &channelFault{channelClosedError, "channel %d has closed"}
	channelIsEmpty  = &channelFault{channelEmptyError, "channel %d is empty"}
	channelNotEmpty = &channelFault{channelNotEmptyError, "channel %d may not be closed if not empty (try force=True)"}
)

// withChannel calls f with a channel under the lock; f must not touch objects. ended: also with one that is closed. False: an exception is set.
func withChannel(t *Thread, n int64, ended bool, f func(g *group, c *channel) *channelFault) bool {
	g := self(t).g
	fault := channelMissing
	g.mu.Lock()
	if c, ok := g.channels.find(n); ok && (ended || !c.closed) {
		fault = f(g, c)
	} else if ok {
		fault = channelIsClosed
	}
	g.unlock()
	tidy(t)
	if fault != nil {
		raise(t, fault.class, fault.text, n)
	}
	return fault == nil
}

func createChannel(t *Thread, a []Value) Value {
	op, ok := boxOp(t, a[0])
	if !ok {
		return null
	}
	tidy(t)
	if !t.RT.Heap.Charge(boxCharge) {
		return t.NoMemory()
	}
	me := self(t)
	me.g.mu.Lock()
	c := &channel{id: me.g.channels.last, op: op, creator: me}
	me.g.channels.last++
	me.g.channels.all = append(me.g.channels.all, c)
	me.g.unlock()
	return newChannelID(t, c.id, endBoth)
}

func destroyChannel(t *Thread, a []Value) Value {
	n, ok := channelNumberOf(t, a[0])
	return native.DoneIf(ok && withChannel(t, n, true, func(g *group, c *channel) *channelFault {
		g.channels.remove(c)
		return nil
	}))
}

func listChannels(t *Thread, _ Value) Value {
	g := self(t).g
	g.mu.Lock()
	list := slices.Clone(g.channels.all)
	g.unlock()
	l := object.NewList(t, 0)
	for _, c := range slices.Backward(list) {
		if l == nil {
			return null
		}
		id := newChannelID(t, c.id, endBoth)
		if id == null {
			return null
		}
		if p := object.Pair(t, id, object.SmallInt(int64(c.op))); p == null || !l.Append(t, p) {
			return null
		}
	}
	return listOrNull(l)
}

// sendChannel is send and send_buffer: a has a channel, a value, what becomes of it when this interpreter ends, blocking and timeout.
func sendChannel(t *Thread, a []Value, buffer bool) Value {
	op := 0
	if a[2] != null {
		var ok bool
		if op, ok = object.AsInt(t, a[2]); !ok {
			return null
		}
		if op >= 0 {
			if op, ok = boxOp(t, a[2]); !ok {
				return null
			}
		}
	}
	blocking, ok := native.OptBool(t, a[3], true)
	if !ok {
		return null
	}
	wait := time.Duration(-1)
	if a[4] != null && a[4] != none {
		switch wait, ok = timemod.SecondsOf(t, a[4]); {
		case !ok:
			return null
		case !blocking:
			return object.Raise(t, object.TValueError, "can't specify a timeout for a non-blocking call")
		case wait < 0:
			return object.Raise(t, object.TValueError, "timeout value must be a non-negative number")
		}
	}
	n, ok := channelNumberOf(t, a[0])
	if !ok {
		return null
	}
	v := a[1]
	if buffer && !isExact(v, object.TMemoryView) {
		if v = object.NewMemoryView(t, v); v == null {
			return null
		}
	}
	if !withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		if c.closing {
			return channelIsClosed
		}
		return nil
	}) {
		return null
	}
	item, ok := put(t, v, op)
	if !ok {
		return null
	}
	var w *waiter
	if blocking {
		w = &waiter{done: make(chan struct{})}
		item.sent = w
	}
	me := self(t)
	ok = withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		if c.closing || !c.use(sendEnds, me.id) {
			return channelIsClosed
		}
		if item.op <= 0 {
			item.op = c.op
		}
		c.items = append(c.items, item)
		return nil
	})
	switch {
	case !ok:
		item.sent = nil
		item.cancel(t)
		return null
	case w == nil:
		return none
	}
	return awaitReceipt(t, n, w, wait)
}

// awaitReceipt waits until what was sent is received, at most for a time (negative: for ever).
func awaitReceipt(t *Thread, n int64, w *waiter, most time.Duration) Value {
	s := native.SystemOf(t)
	begun := s.Monotonic()
	for over := false; ; {
		left := most - time.Duration(s.Monotonic()-begun)
		if most < 0 {
			left = lookEach
		}
		t.Outside(func() {
			timer := time.NewTimer(max(0, min(left, lookEach)))
			defer timer.Stop()
			select {
			case <-w.done:
				over = true
			case <-timer.C:
			}
		})
		late := most >= 0 && left <= lookEach
		switch {
		case over && w.received:
			return none
		case over:
			return raise(t, channelHas.class, channelHas.text, n)
		case !late && t.Poll():
			continue
		}
		if w.withdraw(t, n) { // it was received in the last moment
			return native.DoneIf(t.Exc == null)
		}
		if t.Exc == null {
			object.Raise(t, object.TTimeoutError, "timed out")
		}
		return null
	}
}

// withdraw takes what was sent out of the channel again; true: it has been received.
func (w *waiter) withdraw(t *Thread, n int64) bool {
	g := self(t).g
	g.mu.Lock()
	defer g.unlock()
	c, ok := g.channels.find(n)
	if !ok {
		return false
	}
	i := slices.IndexFunc(c.items, func(i boxItem) bool { return i.sent == w })
	if i < 0 {
		return w.received
	}
	c.items[i].release(false)
	c.items = slices.Delete(c.items, i, i+1)
	return false
}

func recvChannel(t *Thread, a []Value) Value {
	n, ok := channelNumberOf(t, a[0])
	if !ok {
		return null
	}
	me := self(t)
	var item boxItem
	empty := false
	if !withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		if !c.use(recvEnds, me.id) {
			return channelIsClosed
		}
		if len(c.items) == 0 {
			empty = true
			if a[1] == null {
				return channelIsEmpty
			}
			return nil
		}
		item = c.items[0]
		c.items = slices.Delete(c.items, 0, 1)
		if len(c.items) == 0 && c.closing {
			c.close()
		}
		return nil
	}) {
		return null
	}
	if empty {
		return object.Pair(t, a[1], none)
	}
	v, op := receive(t, &item)
	if v == null {
		return null
	}
	return object.Pair(t, v, op)
}

// endArgs are the arguments send and recv of close and release: which end is meant; neither, or both, is both.
func endArgs(t *Thread, send, recv Value) (end int64, ok bool) {
	s, ok := native.OptBool(t, noneIsNull(send), false)
	if !ok {
		return 0, false
	}
	r, ok := native.OptBool(t, noneIsNull(recv), false)
	switch {
	case s && !r:
		end = endSend
	case r && !s:
		end = endRecv
	}
	return end, ok
}

func noneIsNull(v Value) Value {
	if v == none {
		return null
	}
	return v
}

func closeChannel(t *Thread, a []Value) Value {
	end, ok := endArgs(t, a[1], a[2])
	if !ok {
		return null
	}
	force, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	n, ok := channelNumberOf(t, a[0])
	return native.DoneIf(ok && withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		switch {
		case !force && end == endSend && c.closing:
			return channelIsClosed
		case force || len(c.items) == 0:
			c.close()
		case end == endSend:
			c.closing = true
		default:
			return channelNotEmpty
		}
		return nil
	}))
}

func releaseChannel(t *Thread, a []Value) Value {
	end, ok := endArgs(t, a[1], a[2])
	if !ok {
		return null
	}
	if _, ok = native.OptBool(t, a[3], false); !ok {
		return null
	}
	n, ok := channelNumberOf(t, a[0])
	me := self(t)
	return native.DoneIf(ok && withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		if end >= 0 {
			c.release(sendEnds, me.id)
		}
		if end <= 0 {
			c.release(recvEnds, me.id)
		}
		if !c.used() {
			c.close()
		}
		return nil
	}))
}

func channelCount(t *Thread, a []Value) Value {
	n, ok := channelNumberOf(t, a[0])
	count := 0
	if !ok || !withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		count = len(c.items)
		return nil
	}) {
		return null
	}
	return object.SmallInt(int64(count))
}

func channelDefaults(t *Thread, a []Value) Value {
	n, ok := channelNumberOf(t, a[0])
	op := 0
	if !ok || !withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		op = c.op
		return nil
	}) {
		return null
	}
	return object.SmallInt(int64(op))
}

func channelInterpreters(t *Thread, a []Value) Value {
	send := object.Truth(t, a[1])
	if send < 0 {
		return null
	}
	n, ok := channelNumberOf(t, a[0])
	var uses []channelUse
	if !ok || !withChannel(t, n, false, func(_ *group, c *channel) *channelFault {
		if send == sendEnds && c.closing {
			return channelIsClosed
		}
		uses = slices.Clone(c.ends[send])
		return nil
	}) {
		return null
	}
	l := object.NewList(t, 0)
	for _, u := range uses {
		if l == nil || u.open && !l.Append(t, object.SmallInt(u.id)) {
			return null
		}
	}
	return listOrNull(l)
}

// channelInfo is what get_info tells.
var channelInfo = native.NewStructSeq("_interpchannels.ChannelInfo", []string{
	"open", "closing", "closed", "count", "num_interp_send", "num_interp_send_released", "num_interp_recv", "num_interp_recv_released",
	"num_interp_both", "num_interp_both_released", "num_interp_both_send_released", "num_interp_both_recv_released",
	"send_associated", "send_released", "recv_associated", "recv_released",
}, 8)

func getChannelInfo(t *Thread, a []Value) Value {
	n, ok := channelNumberOf(t, a[0])
	if !ok {
		return null
	}
	me := self(t)
	var flags [3]bool
	var counts [9]int64
	var mine [4]bool
	if !withChannel(t, n, true, func(_ *group, c *channel) *channelFault {
		flags = [...]bool{!c.closed && !c.closing, c.closing, c.closed}
		counts[0] = int64(len(c.items))
		c.countUses(&counts, &mine, me.id)
		return nil
	}) {
		return null
	}
	b, i, m := object.Bool, object.SmallInt, mine
	return channelInfo.Make(t, b(flags[0]), b(flags[1]), b(flags[2]), i(counts[0]), i(counts[1]), i(counts[2]), i(counts[3]), i(counts[4]), i(counts[5]),
		i(counts[6]), i(counts[7]), i(counts[8]), b(m[0]), b(m[1]), b(m[2]), b(m[3]))
}

// countUses counts, from 1 on: who sends alone, has given that up; who receives alone, has given that up; who does both, has given up both, sending,
// receiving. mine says the same of one interpreter.
func (c *channel) countUses(n *[9]int64, mine *[4]bool, me int64) {
	for e, uses := range c.ends {
		for _, u := range uses {
			if u.id == me {
				mine[2*(1-e)], mine[2*(1-e)+1] = true, !u.open
			}
		}
	}
	for _, s := range c.ends[sendEnds] {
		i := slices.IndexFunc(c.ends[recvEnds], func(r channelUse) bool { return r.id == s.id })
		switch {
		case i < 0 && s.open:
			n[1]++
		case i < 0:
			n[2]++
		case s.open && c.ends[recvEnds][i].open:
			n[5]++
		case s.open:
			n[8]++
		case c.ends[recvEnds][i].open:
			n[7]++
		default:
			n[6]++
		}
	}
	for _, r := range c.ends[recvEnds] {
		if !slices.ContainsFunc(c.ends[sendEnds], func(s channelUse) bool { return s.id == r.id }) {
			if r.open {
				n[3]++
			} else {
				n[4]++
			}
		}
	}
}

func registerEndTypes(t *Thread, a []Value) Value {
	for i, name := range [...]string{"send", "recv"} {
		if !object.IsType(a[i]) {
			return object.Raise(t, object.TTypeError, "expected a type for '%s'", name)
		}
	}
	k := keepKey.Of(t.RT)
	k.classes[sendClass], k.classes[recvClass] = a[0], a[1]
	return none
}

const sendSig = "(cid, obj, unboundop=-1, *, blocking=True, timeout=None)"

var _ = native.Register("_interpchannels", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tChannelID, channelInfo.ID},
		Funcs: []FuncDef{
			bind("create", "create", "(unboundop)", createChannel),
			bind("destroy", "channel_destroy", "(cid)", destroyChannel),
			{Name: "list_all", Sig: "()", F0: listChannels},
			bind("list_interpreters", "channel_list_interpreters", "(cid, send)", channelInterpreters),
			bind("send", "channel_send", sendSig, func(t *Thread, a []Value) Value { return sendChannel(t, a, false) }),
			bind("send_buffer", "channel_send_buffer", sendSig, func(t *Thread, a []Value) Value { return sendChannel(t, a, true) }),
			bind("recv", "channel_recv", "(cid, default=None)", recvChannel),
			bind("close", "channel_close", "(cid, *, send=None, recv=None, force=False)", closeChannel),
			bind("release", "channel_release", "(cid, *, send=None, recv=None, force=True)", releaseChannel),
			bind("get_count", "get_count", "(cid)", channelCount),
			bind("get_info", "_get_info", "(cid)", getChannelInfo),
			bind("get_channel_defaults", "get_channel_defaults", "(cid)", channelDefaults),
			bind("_channel_id", "ChannelID.__new__", "(id, *, send=None, recv=None, force=False, _resolve=False)", makeChannelID),
			bind("_register_end_types", "_register_end_types", "(send, recv)", registerEndTypes),
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return showClasses(t, d, channelError, channelNotFoundError, channelClosedError, channelEmptyError, channelNotEmptyError)
		},
	}
})
