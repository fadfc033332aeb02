// The module errno.

package posix

import (
	"slices"
	"syscall"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type errnoName struct {
	name string
	n    syscall.Errno
}

var errnoNames = []errnoName{
	{"EPERM", syscall.EPERM}, {"ENOENT", syscall.ENOENT}, {"ESRCH", syscall.ESRCH}, {"EINTR", syscall.EINTR}, {"EIO", syscall.EIO},
	{"ENXIO", syscall.ENXIO}, {"E2BIG", syscall.E2BIG}, {"ENOEXEC", syscall.ENOEXEC}, {"EBADF", syscall.EBADF}, {"ECHILD", syscall.ECHILD},
	{"EWOULDBLOCK", syscall.EWOULDBLOCK}, {"EAGAIN", syscall.EAGAIN}, {"ENOMEM", syscall.ENOMEM}, {"EACCES", syscall.EACCES},
	{"EFAULT", syscall.EFAULT}, {"EBUSY", syscall.EBUSY}, {"EEXIST", syscall.EEXIST}, {"EXDEV", syscall.EXDEV}, {"ENODEV", syscall.ENODEV},
	{"ENOTDIR", syscall.ENOTDIR}, {"EISDIR", syscall.EISDIR}, {"EINVAL", syscall.EINVAL}, {"ENFILE", syscall.ENFILE}, {"EMFILE", syscall.EMFILE},
	{"ENOTTY", syscall.ENOTTY}, {"EFBIG", syscall.EFBIG}, {"ENOSPC", syscall.ENOSPC}, {"ESPIPE", syscall.ESPIPE}, {"EROFS", syscall.EROFS},
	{"EMLINK", syscall.EMLINK}, {"EPIPE", syscall.EPIPE}, {"EDOM", syscall.EDOM}, {"ERANGE", syscall.ERANGE}, {"EDEADLK", syscall.EDEADLK},
	{"ENAMETOOLONG", syscall.ENAMETOOLONG}, {"ENOLCK", syscall.ENOLCK}, {"ENOSYS", syscall.ENOSYS}, {"ENOTEMPTY", syscall.ENOTEMPTY},
	{"ELOOP", syscall.ELOOP}, {"EOVERFLOW", syscall.EOVERFLOW}, {"EILSEQ", syscall.EILSEQ}, {"ENOTSOCK", syscall.ENOTSOCK},
	{"EDESTADDRREQ", syscall.EDESTADDRREQ}, {"EMSGSIZE", syscall.EMSGSIZE}, {"EPROTOTYPE", syscall.EPROTOTYPE},
	{"ENOPROTOOPT", syscall.ENOPROTOOPT}, {"EPROTONOSUPPORT", syscall.EPROTONOSUPPORT}, {"EOPNOTSUPP", syscall.EOPNOTSUPP},
	{"ENOTSUP", syscall.ENOTSUP}, {"EAFNOSUPPORT", syscall.EAFNOSUPPORT}, {"EADDRINUSE", syscall.EADDRINUSE},
	{"EADDRNOTAVAIL", syscall.EADDRNOTAVAIL}, {"ENETDOWN", syscall.ENETDOWN}, {"ENETUNREACH", syscall.ENETUNREACH},
	{"ENETRESET", syscall.ENETRESET}, {"ECONNABORTED", syscall.ECONNABORTED}, {"ECONNRESET", syscall.ECONNRESET}, {"ENOBUFS", syscall.ENOBUFS},
	{"EISCONN", syscall.EISCONN}, {"ENOTCONN", syscall.ENOTCONN}, {"ESHUTDOWN", syscall.ESHUTDOWN}, {"ETIMEDOUT", syscall.ETIMEDOUT},
	{"ECONNREFUSED", syscall.ECONNREFUSED}, {"EHOSTDOWN", syscall.EHOSTDOWN}, {"EHOSTUNREACH", syscall.EHOSTUNREACH},
	{"EALREADY", syscall.EALREADY}, {"EINPROGRESS", syscall.EINPROGRESS}, {"ESTALE", syscall.ESTALE}, {"EDQUOT", syscall.EDQUOT},
	{"ECANCELED", syscall.ECANCELED},
}

var _ = native.Register("errno", func() native.ModuleDef {
	return native.ModuleDef{
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			codes := object.NewDict(t)
			if codes == nil {
				return false
			}
			for _, e := range slices.Concat(errnoNames, moreErrnos()) {
				n, s := object.SmallInt(int64(e.n)), object.Intern(t, e.name)
				if s == null || !d.Set(t, s, n) || !codes.Set(t, n, s) {
					return false
				}
			}
			return d.SetStr(t, "errorcode", object.Of(codes))
		},
	}
})
