// Poll objects and epoll.

package sockets

import (
	"math"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tPoll  = object.AllocTypeID()
	tEpoll = object.AllocTypeID()

	selectTypes = []object.TypeID{tEpoll}
	selectFuncs = []FuncDef{{Name: "poll", Sig: "()", F0: newPoll}}
)

const selectNumbers = `PIPE_BUF=4096 POLLIN=1 POLLPRI=2 POLLOUT=4 POLLERR=8 POLLHUP=16 POLLNVAL=32 POLLRDNORM=64 POLLRDBAND=128 POLLWRNORM=256 POLLWRBAND=512
POLLMSG=1024 POLLRDHUP=8192 EPOLLIN=1 EPOLLOUT=4 EPOLLPRI=2 EPOLLERR=8 EPOLLHUP=16 EPOLLRDHUP=8192 EPOLLET=2147483648 EPOLLONESHOT=1073741824
EPOLLEXCLUSIVE=268435456 EPOLLRDNORM=64 EPOLLRDBAND=128 EPOLLWRNORM=256 EPOLLWRBAND=512 EPOLLMSG=1024 EPOLL_CLOEXEC=524288`

// initSelect fills the module; a world without descriptors has select alone.
func initSelect(t *Thread, d *object.Dict) bool {
	if network(t) == nil {
		return d.Delete(t, object.Intern(t, "poll")) >= 0 && d.Delete(t, object.Intern(t, "epoll")) >= 0
	}
	return setNumbers(t, d, selectNumbers)
}

// pollObject is a select.poll.
type pollObject struct {
	header
	Handle uint64 // of a *pollSet
}

// pollSet are the descriptors of a poll object, in the order of their numbers.
type pollSet struct {
	fds     []unix.PollFd
	polling bool
}

func (p *pollSet) find(fd int) (int, bool) {
	return slices.BinarySearchFunc(p.fds, int32(fd), func(f unix.PollFd, n int32) int { return int(f.Fd) - int(n) })
}

func newPoll(t *Thread, _ Value) Value {
	p := native.Alloc[pollObject](t, t.Type(tPoll))
	if p == nil {
		return null
	}
	p.Handle = uint64(t.RT.Heap.Handles().Put(&pollSet{}))
	return object.Of(p)
}

func pollSetOf(t *Thread, v Value) *pollSet {
	p, _ := t.RT.Heap.Handles().Get(uint32(object.As[pollObject](v).Handle)).(*pollSet)
	return p
}

// maskArg reads events: an unsigned C short.
func maskArg(t *Thread, v Value) (int16, bool) {
	n, ok := object.AsSize(t, v, object.TOverflowError)
	switch {
	case !ok:
		return 0, false
	case n < 0:
		object.Raise(t, object.TValueError, "value must be positive")
		return 0, false
	case n > math.MaxUint16:
		object.Raise(t, object.TOverflowError, "Python int too large for C unsigned short")
		return 0, false
	}
	return int16(n), true
}

func pollRegister(t *Thread, v Value, a []Value) Value {
	fd, ok := descriptorOf(t, a[0])
	if !ok {
		return null
	}
	events := int16(unix.POLLIN | unix.POLLPRI | unix.POLLOUT)
	if len(a) > 1 {
		if events, ok = maskArg(t, a[1]); !ok {
			return null
		}
	}
	if !mayUse(t, fd) {
		return native.RaiseIO(t, syscall.EBADF, null)
	}
	p := pollSetOf(t, v)
	i, found := p.find(fd)
	if !found {
		p.fds = slices.Insert(p.fds, i, unix.PollFd{Fd: int32(fd)})
		if !t.RT.Heap.Handles().Resize(uint32(object.As[pollObject](v).Handle), uint64(cap(p.fds))*8) {
			return t.NoMemory()
		}
	}
	p.fds[i].Events = events
	return none
}

func pollModify(t *Thread, v Value, a []Value) Value {
	fd, ok := descriptorOf(t, a[0])
	if !ok {
		return null
	}
	events, ok := maskArg(t, a[1])
	if !ok {
		return null
	}
	p := pollSetOf(t, v)
	i, found := p.find(fd)
	if !found {
		return native.RaiseIO(t, syscall.ENOENT, null)
	}
	p.fds[i].Events = events
	return none
}

func pollUnregister(t *Thread, v, given Value) Value {
	fd, ok := descriptorOf(t, given)
	if !ok {
		return null
	}
	p := pollSetOf(t, v)
	i, found := p.find(fd)
	if !found {
		return object.RaiseKeyError(t, object.SmallInt(int64(fd)))
	}
	p.fds = slices.Delete(p.fds, i, i+1)
	return none
}

func pollWait(t *Thread, v Value, a []Value) Value {
	end := int64(-1)
	if len(a) > 0 && a[0] != none {
		d, ok := millis(t, a[0])
		if !ok {
			return null
		}
		if d >= 0 {
			end = timemod.Deadline(native.SystemOf(t), d)
		}
	}
	p := pollSetOf(t, v)
	if p.polling {
		return object.Raise(t, object.TRuntimeError, "concurrent poll() invocation")
	}
	p.polling = true
	fds := append(make([]unix.PollFd, 0, len(p.fds)+1), p.fds...)
	_, ok := pollFDs(t, fds, end, 0)
	p.polling = false
	if !ok {
		return null
	}
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for _, f := range fds {
		if f.Revents == 0 {
			continue
		}
		pair := object.Pair(t, object.SmallInt(int64(f.Fd)), object.SmallInt(int64(uint16(f.Revents))))
		if pair == null || !list.Append(t, pair) {
			return null
		}
	}
	return object.Of(list)
}

// millis reads a timeout of poll: a number of milliseconds, rounded up; negative: none.
func millis(t *Thread, v Value) (time.Duration, bool) {
	ms := 0.0
	if object.IsFloatLike(v) {
		ms, _ = object.AsFloat64(t, v)
	} else {
		i := object.Index(t, v)
		if i == null {
			if t.ClearIf(object.TTypeError) {
				object.Raise(t, object.TTypeError, "timeout must be an integer or None")
			}
			return 0, false
		}
		n, small := object.Int64(i)
		if !small {
			object.Raise(t, object.TOverflowError, "timestamp too large to convert to C PyTime_t")
			return 0, false
		}
		ms = float64(n)
	}
	switch {
	case math.IsNaN(ms):
		object.Raise(t, object.TValueError, "Invalid value NaN (not a number)")
		return 0, false
	case math.Abs(ms) >= math.MaxInt32:
		object.Raise(t, object.TOverflowError, "timeout is too large")
		return 0, false
	case ms < 0:
		return -1, true
	}
	return time.Duration(math.Ceil(ms)) * time.Millisecond, true
}

var _ = object.DefineType(tPoll, object.TypeDef{
	Name: "select.poll", Size: unsafe.Sizeof(pollObject{}), LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances, NoWeak: true,
	Methods: []FuncDef{
		{Name: "register", Sig: "(fd, eventmask=select.POLLIN | select.POLLPRI | select.POLLOUT, /)", MinArgs: 1, MaxArgs: 2, FN: pollRegister},
		{Name: "modify", Sig: "(fd, eventmask, /)", MinArgs: 2, MaxArgs: 2, FN: pollModify},
		{Name: "unregister", Sig: "(fd, /)", F1: pollUnregister},
		{Name: "poll", Sig: "(timeout=None, /)", MaxArgs: 1, FN: pollWait},
	},
})

// epollObject is a select.epoll.
type epollObject struct {
	header
	Handle uint64 // of a *descriptor
	FD     int64  // -1: closed
}

func epollOf(v Value) *epollObject { return object.As[epollObject](v) }

// epollOpen is the descriptor; -1: it is closed, and an exception is set.
func epollOpen(t *Thread, v Value) int {
	fd := int(epollOf(v).FD)
	if fd < 0 {
		object.Raise(t, object.TValueError, "I/O operation on closed epoll object")
	}
	return fd
}

func epollMake(t *Thread, typ *object.Type, fd int) Value {
	if network(t) == nil {
		return denied(t)
	}
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	e := epollOf(v)
	system.FindOwn()
	if e.FD = -1; fd < 0 && !opened(t, func() (err error) {
		fd, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC)
		return err
	}) {
		return null
	}
	took(t, fd)
	e.Handle, e.FD = uint64(t.RT.Heap.Handles().Put(&descriptor{fd})), int64(fd)
	return v
}

func epollClose(t *Thread, v Value) Value {
	e, h := epollOf(v), t.RT.Heap.Handles()
	if e.FD < 0 {
		return none
	}
	fd := int(e.FD)
	h.Drop(uint32(e.Handle))
	e.Handle, e.FD = 0, -1
	return outcome(t, closeNumber(t, fd))
}

// control changes what an epoll waits for.
func control(t *Thread, v Value, op int, given, mask Value) Value {
	epfd := epollOpen(t, v)
	if epfd < 0 {
		return null
	}
	fd, ok := descriptorOf(t, given)
	if !ok {
		return null
	}
	ev := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLPRI | unix.EPOLLOUT, Fd: int32(fd)}
	if mask != null {
		n, ok := object.AsSize(t, mask, object.TOverflowError)
		if !ok {
			return null
		}
		if n < 0 || n > math.MaxUint32 {
			return object.Raise(t, object.TOverflowError, "can't convert negative value to unsigned int")
		}
		ev.Events = uint32(n)
	}
	if !mayUse(t, fd) {
		return native.RaiseIO(t, syscall.EBADF, null)
	}
	_, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_CTL, uintptr(epfd), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(&ev)), 0, 0)
	if errno != 0 {
		return native.RaiseIO(t, errno, null)
	}
	return none
}

// fewEvents is how many events fit on the stack.
const fewEvents = 64

// firstWait is how long an epoll is waited for in one call of the system, before whoever may interrupt is waited for too.
const firstWait = 2 * time.Millisecond

// What these wait with lies on the VM stack, or the frame that called has it.
func init() {
	heap.Transparent("sockets.pollFDs", "sockets.pollWait", "sockets.epollPoll", "sockets.epollEvents", "sockets.epollWait")
}

func epollPoll(t *Thread, v Value, a []Value) Value {
	kept := t.PushArgs(1) // a collection does not look into what waits
	if kept == nil {
		return null
	}
	kept[0] = v
	events := epollEvents(t, v, a)
	t.PopArgs(1)
	return events
}

func epollEvents(t *Thread, v Value, a []Value) Value {
	end := int64(-1)
	s := native.SystemOf(t)
	if a[0] != null && a[0] != none {
		d, ok := timemod.SecondsOf(t, a[0])
		if !ok {
			if t.ClearIf(object.TTypeError) {
				return object.Raise(t, object.TTypeError, "timeout must be an integer or None")
			}
			return null
		}
		if d >= 0 {
			if d > math.MaxInt32*time.Millisecond {
				return object.Raise(t, object.TOverflowError, "timeout is too large")
			}
			end = timemod.Deadline(s, (d+time.Millisecond-1)/time.Millisecond*time.Millisecond)
			if d == 0 {
				end = 0
			}
		}
	}
	most := -1
	if a[1] != null {
		var ok bool
		if most, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	epfd := epollOpen(t, v)
	switch {
	case epfd < 0:
		return null
	case most == -1:
		most = maxSelected - 1
	case most < 1:
		return object.Raise(t, object.TValueError, "maxevents must be greater than 0, got %d", most)
	}
	var few [fewEvents]unix.EpollEvent
	events := few[:]
	if most > fewEvents && most != maxSelected-1 {
		if most > 1<<20 {
			most = 1 << 20
		}
		events = make([]unix.EpollEvent, most)
	}
	events = events[:min(most, len(events))]
	for ran := t.RT.FinalizersRun(); ; {
		n, ok := epollWait(t, v, events, end)
		switch {
		case !ok:
			return null
		case n > 0 || t.EventLoop != null && t.RT.FinalizersRun() != ran || end >= 0 && (end == 0 || s.Monotonic() >= end):
			return eventList(t, events[:n])
		}
	}
}

// epollWait waits for events until end, or less, and gives how many there are. False: an exception is set.
func epollWait(t *Thread, v Value, events []unix.EpollEvent, end int64) (n int, ok bool) {
	epfd := epollOpen(t, v)
	if epfd < 0 {
		return 0, false
	}
	wait := firstWait
	if end >= 0 {
		wait = min(wait, max(time.Duration(end-native.SystemOf(t).Monotonic()), 0))
	}
	errno := syscall.Errno(0)
	if wait == 0 || !t.Alone() {
		n, errno = rawEpollWait(epfd, events)
	} else {
		k, _, e := syscall.Syscall6(unix.SYS_EPOLL_PWAIT, uintptr(epfd), uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)),
			uintptr((wait+time.Millisecond-1)/time.Millisecond), 0, 0)
		n, errno = int(k), e
	}
	switch {
	case errno == syscall.EINTR:
		return 0, t.Poll()
	case errno != 0:
		native.RaiseIO(t, errno, null)
		return 0, false
	case n > 0 || wait == 0:
		return n, t.Poll()
	}
	p := [2]unix.PollFd{{Fd: int32(epfd), Events: unix.POLLIN}}
	how := 0
	if t.EventLoop != null { // which waits here
		how = untilFinalizers
	}
	if _, ok = pollFDs(t, p[:1], end, how); !ok {
		return 0, false
	}
	if n, errno = rawEpollWait(epfd, events); errno != 0 {
		n = 0
	}
	return n, true
}

func rawEpollWait(epfd int, events []unix.EpollEvent) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(epfd), uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)), 0, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

func eventList(t *Thread, events []unix.EpollEvent) Value {
	list := object.NewList(t, 0)
	if list == nil {
		return null
	}
	for _, e := range events {
		pair := object.Pair(t, object.SmallInt(int64(e.Fd)), object.SmallInt(int64(e.Events)))
		if pair == null || !list.Append(t, pair) {
			return null
		}
	}
	return object.Of(list)
}

var _ = object.DefineType(tEpoll, object.TypeDef{
	Name: "select.epoll", Size: unsafe.Sizeof(epollObject{}), LayoutFlags: heap.HasHandle, NoWeak: true,
	Slots: object.Slots{
		New: object.BindNew("epoll", "(sizehint=-1, flags=0)", func(t *Thread, typ *object.Type, b []Value) Value {
			size, flags := -1, 0
			var ok bool
			if b[0] != null {
				if size, ok = object.AsInt(t, b[0]); !ok {
					return null
				}
			}
			if b[1] != null {
				if flags, ok = object.AsInt(t, b[1]); !ok {
					return null
				}
			}
			switch {
			case size != -1 && size <= 0:
				return object.Raise(t, object.TValueError, "sizehint must be positive or -1")
			case flags&^unix.EPOLL_CLOEXEC != 0:
				return object.Raise(t, object.TOSError, "invalid flags")
			}
			return epollMake(t, typ, -1)
		}),
	},
	Methods: []FuncDef{
		{Name: "close", Sig: "()", F0: epollClose},
		{Name: "fileno", Sig: "()", F0: func(t *Thread, v Value) Value {
			fd := epollOpen(t, v)
			if fd < 0 {
				return null
			}
			return object.SmallInt(int64(fd))
		}},
		{Name: "fromfd", Sig: "(fd, /)", Class: true, F1: func(t *Thread, cls, v Value) Value {
			fd, ok := object.AsInt(t, v)
			if !ok {
				return null
			}
			if !mayUse(t, fd) || fd < 0 {
				return native.RaiseIO(t, syscall.EBADF, null)
			}
			return epollMake(t, object.As[object.Type](cls), fd)
		}},
		{Name: "register", Sig: "(fd, eventmask=select.EPOLLIN | select.EPOLLPRI | select.EPOLLOUT)", Fn: func(t *Thread, v Value, a []Value) Value {
			return control(t, v, unix.EPOLL_CTL_ADD, a[0], a[1])
		}},
		{Name: "modify", Sig: "(fd, eventmask)", Fn: func(t *Thread, v Value, a []Value) Value {
			return control(t, v, unix.EPOLL_CTL_MOD, a[0], a[1])
		}},
		{Name: "unregister", Sig: "(fd)", Fn: func(t *Thread, v Value, a []Value) Value { return control(t, v, unix.EPOLL_CTL_DEL, a[0], null) }},
		{Name: "poll", Sig: "(timeout=None, maxevents=-1)", Fn: epollPoll},
		{Name: "__enter__", Sig: "()", F0: func(t *Thread, v Value) Value {
			if epollOpen(t, v) < 0 {
				return null
			}
			return v
		}},
		{Name: "__exit__", Sig: "(exc_type=None, exc_value=None, exc_tb=None, /)", MaxArgs: 3, FN: func(t *Thread, v Value, a []Value) Value {
			return native.Call0(t, v, "close")
		}},
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: func(t *Thread, v Value) Value { return object.Bool(epollOf(v).FD < 0) }}},
})
