// Module syslog: messages for the system's log, in the form of glibc's syslog.

package unixmod

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	logPID     = 0x01 // the message tells the process's number
	logCons    = 0x02 // to the console, if the log takes nothing
	logNDelay  = 0x08 // connect at once
	logPError  = 0x20 // to the standard error too
	logErr     = 3
	logInfo    = 6
	logUser    = 1 << 3
	logPriMask = 0x07
	logFacMask = 0x3f8
)

var logPath = "/dev/log" // where the log listens; tests have one of their own

// systemLog is the process's connection to the system's log, as C has one: all worlds that may make the system's calls share it.
var systemLog = struct {
	sync.Mutex
	open     bool // openlog was called
	fd       int  // -1: not connected
	stream   bool // fd is a stream, where a NUL ends a message
	ident    string
	options  int
	facility int
	mask     int
}{fd: -1, facility: logUser, mask: 0xff}

var _ = native.Register("syslog", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			{Name: "openlog", Sig: "(ident=<unrepresentable>, logoption=0, facility=LOG_USER)", Fn: func(t *Thread, _ Value, a []Value) Value {
				return openLog(t, a[0], a[1], a[2])
			}},
			{Name: "syslog", MaxArgs: -1, FN: logMessage},
			{Name: "closelog", Sig: "()", F0: closeLog},
			{Name: "setlogmask", Sig: "(maskpri, /)", F1: func(t *Thread, _, v Value) Value {
				mask, ok := object.AsInt64(t, v)
				if !ok || !object.Audit(t, "syslog.setlogmask", v) {
					return null
				}
				l := &systemLog
				l.Lock()
				defer l.Unlock()
				old := l.mask
				if int32(mask) != 0 {
					l.mask = int(int32(mask))
				}
				return object.SmallInt(int64(old))
			}},
			{Name: "LOG_MASK", Sig: "(pri, /)", F1: func(t *Thread, _, v Value) Value {
				pri, ok := object.AsInt64(t, v)
				if !ok {
					return null
				}
				return object.SmallInt(int64(int32(1) << (pri & 31)))
			}},
			{Name: "LOG_UPTO", Sig: "(pri, /)", F1: func(t *Thread, _, v Value) Value {
				pri, ok := object.AsInt64(t, v)
				if !ok {
					return null
				}
				return object.SmallInt(int64(int32(1)<<((pri+1)&31) - 1))
			}},
		}, Init: func(t *Thread, _ Value, d *object.Dict) bool {
			return constants(t, d, map[string]int64{
				"LOG_EMERG": 0, "LOG_ALERT": 1, "LOG_CRIT": 2, "LOG_ERR": logErr, "LOG_WARNING": 4, "LOG_NOTICE": 5, "LOG_INFO": logInfo, "LOG_DEBUG": 7,
				"LOG_PID": logPID, "LOG_CONS": logCons, "LOG_ODELAY": 0x04, "LOG_NDELAY": logNDelay, "LOG_NOWAIT": 0x10, "LOG_PERROR": logPError,
				"LOG_KERN": 0, "LOG_USER": logUser, "LOG_MAIL": 2 << 3, "LOG_DAEMON": 3 << 3, "LOG_AUTH": 4 << 3, "LOG_SYSLOG": 5 << 3, "LOG_LPR": 6 << 3,
				"LOG_NEWS": 7 << 3, "LOG_UUCP": 8 << 3, "LOG_CRON": 9 << 3, "LOG_AUTHPRIV": 10 << 3, "LOG_FTP": 11 << 3, "LOG_LOCAL0": 16 << 3, "LOG_LOCAL1": 17 << 3,
				"LOG_LOCAL2": 18 << 3, "LOG_LOCAL3": 19 << 3, "LOG_LOCAL4": 20 << 3, "LOG_LOCAL5": 21 << 3, "LOG_LOCAL6": 22 << 3, "LOG_LOCAL7": 23 << 3})
		}}
})

// openLog says how messages are told; arguments that are null have C's values. Null: an exception is set.
func openLog(t *Thread, ident, options, facility Value) Value {
	opts, fac := int64(0), int64(logUser)
	ok := true
	if ident != null && !object.IsStr(ident) {
		return object.Raise(t, object.TTypeError, "openlog() argument 'ident' must be str, not %s", native.TypeOrNone(t, ident))
	}
	if options != null {
		opts, ok = object.AsInt64(t, options)
	}
	if ok && facility != null {
		fac, ok = object.AsInt64(t, facility)
	}
	switch {
	case !ok:
		return null
	case native.SubRightsOf(t) != nil:
		return object.Raise(t, object.TRuntimeError, "subinterpreter can't use syslog.openlog()")
	}
	told := none
	name := scriptName(t)
	if ident != null {
		b := object.EncodeStr(t, ident, "utf-8", "strict")
		if b == null {
			return null
		}
		told = ident
		name, _, _ = strings.Cut(string(object.BytesOf(b)), "\x00")
	} else if name != "" {
		if told = native.FSStr(t, name); told == null {
			return null
		}
	}
	if !object.Audit(t, "syslog.openlog", told, object.NewInt(t, opts), object.NewInt(t, fac)) {
		return null
	}
	if name == "" {
		name = filepath.Base(os.Args[0])
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, unix.ENOSYS, null)
	}
	l := &systemLog
	l.Lock()
	defer l.Unlock()
	l.open, l.ident, l.options = true, name, int(int32(opts))
	if fac := int(int32(fac)); fac != 0 && fac&^logFacMask == 0 {
		l.facility = fac
	}
	if l.options&logNDelay != 0 {
		connectLog()
	}
	return none
}

// scriptName is what the program's messages are told of unless it names itself: the last part of sys.argv[0], "" if there is none.
func scriptName(t *Thread) string {
	argv := t.RT.SysDict.GetStr(object.Intern(t, "argv"))
	if argv == null || !object.IsList(argv) || object.As[object.List](argv).Len() == 0 {
		return ""
	}
	first := *object.As[object.List](argv).At(0)
	if !object.IsStr(first) {
		return ""
	}
	name := object.GoString(first)
	if i := strings.LastIndexByte(name, '/'); i+1 < len(name) {
		name = name[i+1:]
	}
	return name
}

func closeLog(t *Thread, _ Value) Value {
	if native.SubRightsOf(t) != nil {
		return object.Raise(t, object.TRuntimeError, "sunbinterpreter can't use syslog.closelog()") // CPython's text
	}
	if !object.Audit(t, "syslog.closelog") {
		return null
	}
	l := &systemLog
	l.Lock()
	defer l.Unlock()
	if l.open {
		disconnectLog()
		l.open, l.ident = false, ""
	}
	return none
}

func logMessage(t *Thread, _ Value, a []Value) Value {
	if len(a) < 1 || len(a) > 2 {
		return object.Raise(t, object.TTypeError, "syslog.syslog requires 1 to 2 arguments")
	}
	priority, ok := logInfo, true
	if len(a) == 2 {
		if priority, ok = native.CInt(t, a[0]); !ok {
			return null
		}
	}
	v := a[len(a)-1]
	text, ok := native.CText(t, fmt.Sprintf("syslog() argument %d must be str", len(a)), v)
	if !ok {
		return null
	}
	if !object.Audit(t, "syslog.syslog", object.SmallInt(int64(priority)), v) {
		return null
	}
	l := &systemLog
	l.Lock()
	open := l.open
	l.Unlock()
	if !open {
		if native.SubRightsOf(t) != nil {
			return object.Raise(t, object.TRuntimeError, "subinterpreter can't use syslog.syslog() until the syslog is opened by the main interpreter")
		}
		if openLog(t, null, null, null) == null {
			return null
		}
	}
	if !iomod.HasCalls(t) {
		return native.RaiseIO(t, unix.ENOSYS, null)
	}
	if wrong := priority &^ (logPriMask | logFacMask); wrong != 0 {
		// glibc means options by all but the first of these bits, but gives them as a priority
		if !tell(t, logErr|logCons|logPError|logPID, fmt.Sprintf("syslog: unknown facility/priority: %x", uint32(priority))) {
			return null
		}
		priority &= logPriMask | logFacMask
	}
	if !tell(t, priority, text) {
		return null
	}
	return none
}

// tell gives the log a message. A log that cannot be reached is no error, as in C. False: an exception is set.
func tell(t *Thread, priority int, text string) bool {
	l := &systemLog
	l.Lock()
	if l.mask&(1<<(priority&logPriMask)) == 0 {
		l.Unlock()
		return true
	}
	options := l.options
	if priority&logFacMask == 0 {
		priority |= l.facility
	}
	from := l.ident
	l.Unlock()
	if options&logPID != 0 {
		from = fmt.Sprintf("%s[%d]", from, os.Getpid())
	}
	text = from + ": " + text
	if options&logPError != 0 {
		iomod.FilesOf(t.RT).Settle()
		unix.Write(2, []byte(strings.TrimSuffix(text, "\n")+"\n"))
	}
	now := native.SystemOf(t).Now().In(timemod.Local(t))
	line := fmt.Appendf(nil, "<%d>%s %s", priority, now.Format("Jan _2 15:04:05"), text)
	sent, again := 0, false // again: a connection that was lost is made once more
	err := iomod.Retry(t, func() error {
		l.Lock()
		defer l.Unlock()
		err := send(line, &sent)
		if err != nil && err != unix.EAGAIN && err != unix.EINTR {
			disconnectLog()
			if sent = 0; !again {
				again = true
				err = send(line, &sent)
			}
		}
		if err == unix.EACCES {
			err = unix.EPERM // Retry waits on the other
		}
		return err
	})
	if err == native.ErrInterrupted {
		return false
	}
	if err != nil && options&logCons != 0 {
		if fd, err := unix.Open("/dev/console", unix.O_WRONLY|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0); err == nil {
			unix.Write(fd, []byte(text+"\r\n"))
			unix.Close(fd)
		}
	}
	return true
}

// send gives a line to the log, whose lock the caller holds, and does not wait. sent is how much of the line is gone: a stream may take a part.
func send(line []byte, sent *int) error {
	l := &systemLog
	if err := connectLog(); err != nil {
		return err
	}
	if l.stream {
		line = append(line[:len(line):len(line)], 0)
	}
	for *sent < len(line) {
		n, err := unix.SendmsgN(l.fd, line[*sent:], nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
		if err != nil {
			return err
		}
		*sent += n
	}
	return nil
}

// connectLog connects to the log, whose lock the caller holds, if it is not connected.
func connectLog() error {
	l := &systemLog
	if l.fd >= 0 {
		return nil
	}
	err := error(unix.EPROTOTYPE)
	for _, kind := range [...]int{unix.SOCK_DGRAM, unix.SOCK_STREAM} {
		if err != unix.EPROTOTYPE {
			break
		}
		var fd int
		if fd, err = unix.Socket(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0); err != nil {
			break
		}
		if err = unix.Connect(fd, &unix.SockaddrUnix{Name: logPath}); err != nil {
			unix.Close(fd)
			continue
		}
		l.fd, l.stream = fd, kind == unix.SOCK_STREAM
	}
	return err
}

func disconnectLog() {
	if l := &systemLog; l.fd >= 0 {
		unix.Close(l.fd)
		l.fd = -1
	}
}
