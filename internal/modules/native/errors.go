// Exceptions: classes of modules, and those for Go's errors.

package native

import (
	"errors"
	"os"
	"syscall"

	"github.com/psyco-go/psy/internal/vm/object"
)

// NewErrorClass makes an exception class with a qualified name.
func NewErrorClass(t *Thread, name string, base Value) Value {
	mod, short, _ := cutLast(name)
	d := object.NewDict(t)
	n, m := object.NewStr(t, short), object.NewStr(t, mod)
	bases := object.Tuple1(t, base)
	if d == nil || n == null || m == null || bases == null || !d.SetStr(t, "__module__", m) {
		return null
	}
	return object.Call3(t, t.Type(object.TType).Value(), n, bases, object.Of(d))
}

func cutLast(name string) (before, after string, found bool) {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[:i], name[i+1:], true
		}
	}
	return "", name, false
}

// RaiseFrom raises the exception class that a module has under a name.
func RaiseFrom(t *Thread, module, class, text string) Value {
	m := ImportModule(t, module)
	if m == null {
		return null
	}
	c := object.GetAttr(t, m, object.Intern(t, class))
	s := object.NewStr(t, text)
	if c == null || s == null {
		return null
	}
	if e := object.Call1(t, c, s); e != null {
		object.SetExc(t, e)
	}
	return null
}

// RaiseIO raises the OSError for a Go error.
func RaiseIO(t *Thread, err error, filename Value) Value {
	if (err == ErrInterrupted || err == ErrRaised) && t.Exc != null {
		return null
	}
	return object.RaiseOSError(t, ErrnoOf(err), filename, null)
}

// ErrRaised stands for an exception that is already set: there was no memory.
var ErrRaised = errors.New("no memory")

// ErrnoOf is the error number behind a Go error.
func ErrnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		return errno
	case errors.Is(err, os.ErrClosed):
		return syscall.EBADF
	}
	return syscall.EIO
}

// ErrInterrupted says that waiting ended with an exception, which is set.
var ErrInterrupted = errors.New("interrupted")

// ErrnoOrNil is the error number behind a Go error, nil for none.
func ErrnoOrNil(err error) error {
	if err == nil {
		return nil
	}
	return ErrnoOf(err)
}
