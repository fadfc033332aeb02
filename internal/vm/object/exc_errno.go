// Texts of error numbers as the C library gives them.

package object

import (
	"strconv"
	"strings"
	"syscall"
)

var errnoTexts = map[syscall.Errno]string{
	syscall.EPERM:           "Operation not permitted",
	syscall.ENOENT:          "No such file or directory",
	syscall.ESRCH:           "No such process",
	syscall.EINTR:           "Interrupted system call",
	syscall.EIO:             "Input/output error",
	syscall.ENXIO:           "No such device or address",
	syscall.E2BIG:           "Argument list too long",
	syscall.ENOEXEC:         "Exec format error",
	syscall.EBADF:           "Bad file descriptor",
	syscall.ECHILD:          "No child processes",
	syscall.EAGAIN:          "Resource temporarily unavailable",
	syscall.ENOMEM:          "Cannot allocate memory",
	syscall.EACCES:          "Permission denied",
	syscall.EFAULT:          "Bad address",
	syscall.EBUSY:           "Device or resource busy",
	syscall.EEXIST:          "File exists",
	syscall.EXDEV:           "Invalid cross-device link",
	syscall.ENODEV:          "No such device",
	syscall.ENOTDIR:         "Not a directory",
	syscall.EISDIR:          "Is a directory",
	syscall.EINVAL:          "Invalid argument",
	syscall.ENFILE:          "Too many open files in system",
	syscall.EMFILE:          "Too many open files",
	syscall.ENOTTY:          "Inappropriate ioctl for device",
	syscall.EFBIG:           "File too large",
	syscall.ENOSPC:          "No space left on device",
	syscall.ESPIPE:          "Illegal seek",
	syscall.EROFS:           "Read-only file system",
	syscall.EMLINK:          "Too many links",
	syscall.EPIPE:           "Broken pipe",
	syscall.EDOM:            "Numerical argument out of domain",
	syscall.ERANGE:          "Numerical result out of range",
	syscall.EDEADLK:         "Resource deadlock avoided",
	syscall.ENAMETOOLONG:    "File name too long",
	syscall.ENOLCK:          "No locks available",
	syscall.ENOSYS:          "Function not implemented",
	syscall.ENOTEMPTY:       "Directory not empty",
	syscall.ELOOP:           "Too many levels of symbolic links",
	syscall.EOVERFLOW:       "Value too large for defined data type",
	syscall.EILSEQ:          "Invalid or incomplete multibyte or wide character",
	syscall.ENOTSOCK:        "Socket operation on non-socket",
	syscall.EDESTADDRREQ:    "Destination address required",
	syscall.EMSGSIZE:        "Message too long",
	syscall.EPROTOTYPE:      "Protocol wrong type for socket",
	syscall.ENOPROTOOPT:     "Protocol not available",
	syscall.EPROTONOSUPPORT: "Protocol not supported",
	syscall.EOPNOTSUPP:      "Operation not supported",
	syscall.EAFNOSUPPORT:    "Address family not supported by protocol",
	syscall.EADDRINUSE:      "Address already in use",
	syscall.EADDRNOTAVAIL:   "Cannot assign requested address",
	syscall.ENETDOWN:        "Network is down",
	syscall.ENETUNREACH:     "Network is unreachable",
	syscall.ENETRESET:       "Network dropped connection on reset",
	syscall.ECONNABORTED:    "Software caused connection abort",
	syscall.ECONNRESET:      "Connection reset by peer",
	syscall.ENOBUFS:         "No buffer space available",
	syscall.EISCONN:         "Transport endpoint is already connected",
	syscall.ENOTCONN:        "Transport endpoint is not connected",
	syscall.ESHUTDOWN:       "Cannot send after transport endpoint shutdown",
	syscall.ETIMEDOUT:       "Connection timed out",
	syscall.ECONNREFUSED:    "Connection refused",
	syscall.EHOSTDOWN:       "Host is down",
	syscall.EHOSTUNREACH:    "No route to host",
	syscall.EALREADY:        "Operation already in progress",
	syscall.EINPROGRESS:     "Operation now in progress",
	syscall.ESTALE:          "Stale file handle",
	syscall.EDQUOT:          "Disk quota exceeded",
	syscall.ECANCELED:       "Operation canceled",
}

// Strerror returns the text of an error number.
func Strerror(n syscall.Errno) string {
	if s, ok := errnoTexts[n]; ok {
		return s
	}
	if s := n.Error(); s != "" && !strings.HasPrefix(s, "errno ") {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return "Unknown error " + strconv.Itoa(int(n))
}
