// resource.struct_rusage: what wait4 and getrusage tell.

package posix

import (
	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/vm/object"
)

// RusageValue is what a process has used, as Python has it.
func RusageValue(t *Thread, u *unix.Rusage) Value {
	n := func(i int64) Value { return object.NewInt(t, i) }
	sec := func(v unix.Timeval) Value { return object.Float(float64(v.Sec) + float64(float64(v.Usec)*1e-6)) }
	return Rusage.Make(t, sec(u.Utime), sec(u.Stime), n(u.Maxrss), n(u.Ixrss), n(u.Idrss), n(u.Isrss), n(u.Minflt), n(u.Majflt), n(u.Nswap), n(u.Inblock),
		n(u.Oublock), n(u.Msgsnd), n(u.Msgrcv), n(u.Nsignals), n(u.Nvcsw), n(u.Nivcsw))
}
