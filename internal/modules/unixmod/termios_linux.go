// Module termios: the modes of terminals.

package unixmod

import (
	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// onTerminal makes a call that takes a descriptor and n integers.
func onTerminal(name, sig string, n int, f func(fd int, a [2]int) error) FuncDef {
	return FuncDef{Name: name, Sig: sig, MinArgs: 1 + n, MaxArgs: 1 + n, FN: func(t *Thread, _ Value, a []Value) Value {
		fd, ok := descriptor(t, a[0])
		if !ok {
			return null
		}
		var got [2]int
		for i := range n {
			if got[i], ok = object.AsInt(t, a[1+i]); !ok {
				return null
			}
		}
		if err := again(func() error { return f(fd, got) }); err != nil {
			return raiseTermios(t, err)
		}
		return none
	}}
}

func ioctl(request uint) func(int, [2]int) error {
	return func(fd int, a [2]int) error { return unix.IoctlSetInt(fd, request, a[0]) }
}

var _ = native.Register("termios", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "tcgetattr", Sig: "(fd, /)", F1: tcgetattr},
			{Name: "tcsetattr", Sig: "(fd, when, attributes, /)", MinArgs: 3, MaxArgs: 3, FN: tcsetattr},
			onTerminal("tcsendbreak", "(fd, duration, /)", 1, ioctl(unix.TCSBRKP)),
			onTerminal("tcdrain", "(fd, /)", 0, func(fd int, _ [2]int) error { return unix.IoctlSetInt(fd, unix.TCSBRK, 1) }),
			onTerminal("tcflush", "(fd, queue, /)", 1, ioctl(unix.TCFLSH)),
			onTerminal("tcflow", "(fd, action, /)", 1, ioctl(unix.TCXONC)),
			{Name: "tcgetwinsize", Sig: "(fd, /)", F1: func(t *Thread, _, v Value) Value {
				fd, ok := descriptor(t, v)
				if !ok {
					return null
				}
				w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
				if err != nil {
					return raiseTermios(t, err)
				}
				return object.Pair(t, object.SmallInt(int64(w.Row)), object.SmallInt(int64(w.Col)))
			}},
			{Name: "tcsetwinsize", Sig: "(fd, winsize, /)", MinArgs: 2, MaxArgs: 2, FN: tcsetwinsize},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			class := native.NewErrorClass(t, "termios.error", t.Type(object.TException).Value())
			return class != null && d.SetStr(t, "error", class) && constants(t, d, termiosNumbers)
		}}
})

// raiseTermios raises termios.error, whose arguments are those of an OSError.
func raiseTermios(t *Thread, err error) Value {
	native.RaiseIO(t, err, null)
	exc := t.Exc
	args := object.As[object.Exception](exc).Args
	t.ClearExc()
	m := native.ImportModule(t, "termios")
	if m == null {
		return null
	}
	class := object.GetAttr(t, m, object.Intern(t, "error"))
	if class == null {
		return null
	}
	if e := object.CallTuple(t, class, object.As[object.Tuple](args), nil); e != null {
		object.SetExc(t, e)
	}
	return null
}

func tcgetattr(t *Thread, _, v Value) Value {
	fd, ok := descriptor(t, v)
	if !ok {
		return null
	}
	m, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return raiseTermios(t, err)
	}
	const speed = unix.CBAUD
	l, cc := object.NewList(t, 0), object.NewList(t, 0)
	if l == nil || cc == nil {
		return null
	}
	for i := range 32 {
		c := byte(0)
		if i < len(m.Cc) {
			c = m.Cc[i]
		}
		v := object.NewBytes(t, []byte{c})
		if m.Lflag&unix.ICANON == 0 && (i == unix.VMIN || i == unix.VTIME) {
			v = object.SmallInt(int64(c))
		}
		if v == null || !cc.Append(t, v) {
			return null
		}
	}
	in := m.Cflag >> 16 & speed
	if in == 0 {
		in = m.Cflag & speed
	}
	for _, n := range [...]uint32{m.Iflag, m.Oflag, m.Cflag, m.Lflag, in, m.Cflag & speed} {
		if !l.Append(t, object.NewInt(t, int64(n))) {
			return null
		}
	}
	if !l.Append(t, object.Of(cc)) {
		return null
	}
	return object.Of(l)
}

func tcsetattr(t *Thread, _ Value, a []Value) Value {
	fd, ok := descriptor(t, a[0])
	if !ok {
		return null
	}
	when, ok := object.AsInt(t, a[1])
	if !ok {
		return null
	}
	if !a[2].IsExact(object.TList) || object.As[object.List](a[2]).Len() != 7 {
		return object.Raise(t, object.TTypeError, "tcsetattr, arg 3: must be 7 element list")
	}
	m, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return raiseTermios(t, err)
	}
	l := object.As[object.List](a[2])
	var n [6]int64
	for i := range n {
		if n[i], ok = object.AsSize(t, *l.At(i), object.TOverflowError); !ok {
			return null
		}
	}
	m.Iflag, m.Oflag, m.Cflag, m.Lflag = uint32(n[0]), uint32(n[1]), uint32(n[2]), uint32(n[3])
	m.Cflag = m.Cflag&^(unix.CBAUD|unix.CBAUD<<16) | uint32(n[5])&unix.CBAUD
	if n[4] != n[5] {
		m.Cflag |= uint32(n[4]) & unix.CBAUD << 16
	}
	cc := *l.At(6)
	if !cc.IsExact(object.TList) || object.As[object.List](cc).Len() != 32 {
		return object.Raise(t, object.TTypeError, "tcsetattr: attributes[6] must be %d element list", 32)
	}
	for i := range 32 { // as many as the C library has
		var unused uint8
		to := &unused
		if i < len(m.Cc) {
			to = &m.Cc[i]
		}
		v := *object.As[object.List](cc).At(i)
		if object.IsBytes(v) {
			if b, _ := native.BufferOf(t, v); len(b) == 1 {
				*to = b[0]
				continue
			}
		}
		if !native.IsInt(v) {
			return object.Raise(t, object.TTypeError, "tcsetattr: elements of attributes must be characters or integers")
		}
		c, ok := object.AsInt(t, v)
		if !ok {
			return null
		}
		*to = byte(c)
	}
	if when < 0 || when > 2 {
		return raiseTermios(t, unix.EINVAL)
	}
	if err := again(func() error { return unix.IoctlSetTermios(fd, unix.TCSETS+uint(when), m) }); err != nil {
		return raiseTermios(t, err)
	}
	return none
}

func tcsetwinsize(t *Thread, _ Value, a []Value) Value {
	fd, ok := descriptor(t, a[0])
	if !ok {
		return null
	}
	l := object.SequenceFast(t, a[1], "tcsetwinsize, arg 2: must be a two-item sequence", null)
	if l == null {
		return null
	}
	size := object.ListFromIterable(t, l)
	if size == nil {
		return null
	}
	if size.Len() != 2 {
		return object.Raise(t, object.TTypeError, "tcsetwinsize, arg 2: must be a two-item sequence")
	}
	var n [2]int64
	for i := range n {
		if n[i], ok = object.AsSize(t, *size.At(i), object.TOverflowError); !ok {
			return null
		}
		if n[i] != int64(uint16(n[i])) {
			return object.Raise(t, object.TOverflowError, "winsize value(s) out of range.")
		}
	}
	w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err == nil {
		w.Row, w.Col = uint16(n[0]), uint16(n[1])
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, w)
	}
	if err != nil {
		return raiseTermios(t, err)
	}
	return none
}
