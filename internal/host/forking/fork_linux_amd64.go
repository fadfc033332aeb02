//go:build linux && amd64 && !cgo && !race

package forking

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	maxThreads = 4096 // a power of two
	maxPolls   = 64
)

// A thread is one that was stopped, as the handler (stop) notes it.
type thread struct {
	frame   uintptr // of the signal: what the thread's stack pointer was in the handler
	context uintptr // the ucontext of the handler
	tls     uintptr // the base of the segment FS
	id      uintptr
	held    uintptr // the fork for which it waits; written last
	told    uintptr // where Go's runtime has noted the id, or 0
	copied  uintptr // in a child: the id of the thread that was made from this one
}

// What the handler and threads in their beginning share with the thread that forks. No Go code of others runs meanwhile.
var (
	threads [maxThreads]thread
	taken   uint32 // slots given out so far, in a ring
	held    uint32 // the fork for which threads wait, by its number; 0: none
	forks   uint32 // numbers given out
	first   uint32 // the slot from which on the last of them has its own
	never   uint32 // what threads of a child wait for that never go on
)

func call(nr, a, b, c, d, e, f uintptr) (r uintptr)
func begin(t *thread) (r uintptr)
func self() (r uintptr)
func entries() (stop, restore uintptr)
func stop()

// stopSignal is for the handler alone. No program uses it: C's library keeps it for itself, and there is none here. It is one of those that Go's runtime
// blocks in no thread.
const stopSignal = 32

type action struct {
	handler, flags, restorer, mask uintptr
}

const (
	atCWD            = ^uintptr(99) // AT_FDCWD, -100
	futexWakePrivate = 129

	saSigInfo, saOnStack, saRestorer, saRestart = 4, 0x08000000, 0x04000000, 0x10000000

	// of ucontext, where the registers lie
	contextR10, contextDI, contextSI, contextDX, contextAX, contextIP = 56, 104, 112, 136, 144, 168

	futexWaitPrivate = 128

	// of Go's g and m: where a g's m is told, and how far an m is searched for its thread's number
	gM, mSearched = 48, 1024
)

// What the code uses while no other thread runs.
var (
	listed     [32 << 10]byte // of a directory
	said       [16 << 10]byte // of a set of descriptors
	linked     [64]byte
	signalled  [maxThreads]uintptr
	digits     [24]byte
	event      unix.EpollEvent
	shared     [maxPolls]uintptr // of polls, those that this fork copies
	infos      [maxPolls]uintptr // descriptors of what the system says about each
	waker      = ^uintptr(0)     // the counter (eventfd) by which Go's runtime wakes itself
	act        action            // of the signal
	mask       uint64            // of signals that the thread that forks does not take
	allSignals = ^uint64(0)
	processors [16]uint64 // on which the thread that forks may run
	here       [16]uint64 // the one where it runs
	seen       [16]uint64 // what another thread has for processors
	processor  uint32     // the number of here
	together   bool       // see keep

	taskDir   = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 't', 'a', 's', 'k', 0}
	infoDir   = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'f', 'd', 'i', 'n', 'f', 'o', 0}
	noThreads = [...]byte{'f', 'o', 'r', 'k', ':', ' ', 'n', 'o', ' ', 't', 'h', 'r', 'e', 'a', 'd', '\n'}
)

var (
	// procID is where Go's m has the number of its thread.
	procID = sync.OnceValues(findProcID)

	// rawCall is where all system calls of Go programs but the runtime's are made.
	rawCall [2]uintptr
)

// Supported tells why Fork cannot be had, or nil. It is asked at each start of psy, so it does not look at Go's runtime: Fork does.
func Supported() error {
	if refused.Load() {
		return ErrRefused
	}
	return nil
}

// findProcID finds the place of a thread's number in Go's m: the word that holds it in the ms of two threads.
func findProcID() (uintptr, error) {
	var at [2][mSearched / 8]bool
	for i := range at {
		done := make(chan bool)
		go func() {
			defer close(done)
			runtime.LockOSThread() // the thread ends with the goroutine: the next one has another
			m := *(*uintptr)(word(self() + gM))
			for w := range at[i] {
				at[i][w] = *(*uintptr)(word(m + uintptr(w)*8)) == uintptr(unix.Gettid())
			}
		}()
		<-done
	}
	var found []int
	for w := range at[0] {
		if at[0][w] && at[1][w] {
			found = append(found, w)
		}
	}
	if findRawCall(); len(found) != 1 || rawCall[1] == 0 {
		return 0, fmt.Errorf("%w: Go's runtime is not as it was", ErrUnsupported)
	}
	return uintptr(found[0]) * 8, nil
}

// findRawCall finds the instruction that makes system calls for all but the runtime: in the function that syscall.RawSyscall6 calls.
func findRawCall() {
	from := reflect.ValueOf(syscall.RawSyscall6).Pointer()
	code := unsafe.Slice((*byte)(word(from)), 256)
	for i := 0; i+5 <= len(code); i++ {
		if code[i] != 0xe8 { // CALL
			continue
		}
		to := from + uintptr(i) + 5 + uintptr(int32(binary.LittleEndian.Uint32(code[i+1:])))
		if f := runtime.FuncForPC(to); f == nil || f.Entry() != to || !strings.HasSuffix(f.Name(), ".Syscall6") {
			continue
		}
		body := unsafe.Slice((*byte)(word(to)), 64)
		if n := bytes.Index(body, []byte{0x0f, 0x05}); n >= 0 { // SYSCALL
			rawCall = [2]uintptr{to, to + uintptr(n)}
		}
		return
	}
}

// findRuntimes notes the set of descriptors (epoll) by which Go's runtime waits, and the counter by which the runtime wakes itself: the set has an entry of
// it that does not say its number. Neither changes any more.
var findRuntimes = sync.OnceFunc(func() {
	if r, w, err := os.Pipe(); err == nil { // for the first file that it may have to wait for the runtime makes its set
		r.Close()
		w.Close()
	}
	const self, kind = "/proc/self/fd", "anon_inode:[event"
	open, _ := os.ReadDir(self)
	for _, f := range open {
		if what, _ := os.Readlink(self + "/" + f.Name()); what != kind+"poll]" {
			continue
		}
		info, _ := os.ReadFile(self + "info/" + f.Name())
		for line := range strings.Lines(string(info)) {
			var fd, kinds, says uint64
			if n, _ := fmt.Sscanf(line, "tfd: %d events: %x data: %x", &fd, &kinds, &says); n != 3 || says&0xffffffff == fd {
				continue
			}
			if what, _ := os.Readlink(self + "/" + strconv.FormatUint(fd, 10)); what == kind+"fd]" && !isCounter(uintptr(fd)) {
				set, _ := strconv.Atoi(f.Name())
				waker = uintptr(fd)
				SetPoll(set, true)
			}
		}
	}
})

// inherit has copies of this process begin with the pages of its functions and constants that are in memory. The system leaves them out of a copy, which
// has a page fault for each then, as long as nobody has written to these parts of the process. So a byte of each is written that is there already.
var inherit = sync.OnceFunc(func() {
	memory, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer memory.Close()
	constant := "constant"
	for _, p := range [...]uintptr{reflect.ValueOf(syscall.RawSyscall6).Pointer(), uintptr(unsafe.Pointer(unsafe.StringData(constant)))} {
		memory.WriteAt([]byte{*(*byte)(word(p))}, int64(p))
	}
})

// Fork copies this process. In the child it calls child before it returns 0, and before the parent goes on. In the parent it returns the child's number.
//
// While Fork runs, no other thread of the parent does. What is in the goroutine that calls is the same in both; the other goroutines go on in both,
// but for those that wait in a system call that others answer.
func Fork(child func()) (pid int, err error) {
	if err := Supported(); err != nil {
		return 0, err
	}
	proc, err := procID()
	if err != nil {
		return 0, err
	}
	if findRuntimes(); waker == ^uintptr(0) {
		return 0, fmt.Errorf("%w: what Go's runtime waits by was not found", ErrUnsupported)
	}
	inherit()
	inChild.Lock()
	defer inChild.Unlock()
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
		return 0, err
	}
	for wait := 50 * time.Microsecond; ; wait *= 2 {
		made := goThreads()
		r := fork(proc, uintptr(pipe[0]), uintptr(pipe[1]))
		switch {
		case r == 0:
			for _, f := range inChild.of {
				f()
			}
			child()
			spread(made)
			unix.Close(pipe[1]) // the parent goes on
			return 0, nil
		case r > 0:
			return r, nil // both ends are closed
		case r == -int(unix.EBUSY) && wait < time.Second: // a thread begins or ends, and needs one that is stopped
			time.Sleep(wait)
		default:
			unix.Close(pipe[0])
			unix.Close(pipe[1])
			return 0, unix.Errno(-r)
		}
	}
}

// fork is Fork while no other thread runs, from its first look at them. So neither it nor what it calls may need one: they do not allocate, and they
// are nosplit, since growing the stack and being preempted do need others. It returns 0 in the child, with one end of the pipe; the number of the child
// in the parent, with none; or a negative error.
//
//go:nosplit
func fork(proc, reading, writing uintptr) int {
	call(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&allSignals)), uintptr(unsafe.Pointer(&mask)), 8, 0, 0)
	act.handler, act.restorer = entries()
	act.flags, act.mask = saSigInfo|saOnStack|saRestorer|saRestart, ^uintptr(0)
	call(unix.SYS_RT_SIGACTION, stopSignal, uintptr(unsafe.Pointer(&act)), 0, 8, 0, 0) // for good: a signal may come late

	r := -int(unix.EBUSY)
	if forks++; forks == 0 {
		forks = 1
	}
	first = atomic.LoadUint32(&taken)
	atomic.StoreUint32(&held, forks)
	n := uintptr(0) // of polls
	if stopOthers(proc) {
		n = openPolls()
		keep()
		r = int(call(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0))
	}
	switch {
	case r == 0:
		call(unix.SYS_CLOSE, reading, 0, 0, 0, 0, 0)
		*(*uintptr)(word(*(*uintptr)(word(self() + gM)) + proc)) = call(unix.SYS_GETTID, 0, 0, 0, 0, 0, 0)
		ownCounters()
		for ; n > 0; n-- {
			ownPoll(shared[(n-1)%maxPolls], infos[(n-1)%maxPolls])
		}
		for i := first; i != taken; i++ {
			if t := &threads[i%maxThreads]; t.held == uintptr(forks) {
				if waits(t) {
					waitForEver(t)
				}
				startAgain(t)
			}
		}
		release()
	case r > 0:
		call(unix.SYS_CLOSE, writing, 0, 0, 0, 0, 0)
		for call(unix.SYS_READ, reading, uintptr(unsafe.Pointer(&said)), 1, 0, 0, 0) == ^uintptr(unix.EINTR)+1 { // until the child has closed its end, or died
		}
		call(unix.SYS_CLOSE, reading, 0, 0, 0, 0, 0)
		fallthrough
	default:
		if together { // before they go on: what one of them starts may run where it may
			together = false
			for i := first; i != taken; i++ {
				if t := &threads[i%maxThreads]; t.held == uintptr(forks) {
					letGo(t.id)
				}
			}
			letGo(0)
		}
		release()
		for ; n > 0; n-- {
			call(unix.SYS_CLOSE, infos[(n-1)%maxPolls], 0, 0, 0, 0, 0)
		}
	}
	call(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&mask)), 0, 8, 0, 0)
	return r
}

// release lets the threads go on that wait.
//
//go:nosplit
func release() {
	atomic.StoreUint32(&held, 0)
	call(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&held)), futexWakePrivate, 1<<30, 0, 0, 0)
}

// stopOthers stops all other threads. False: some do not stop soon, or Go's runtime has other numbers for them.
//
//go:nosplit
func stopOthers(proc uintptr) bool {
	own, process := call(unix.SYS_GETTID, 0, 0, 0, 0, 0, 0), call(unix.SYS_GETPID, 0, 0, 0, 0, 0, 0)
	dir := openDir(&taskDir[0])
	if int(dir) < 0 {
		return false
	}
	all := false // whether all that are listed have stopped
	for asked, round := uintptr(0), 0; !all && round < 500; round++ {
		all = true
		call(unix.SYS_LSEEK, dir, 0, 0, 0, 0, 0)
		for {
			n := call(unix.SYS_GETDENTS64, dir, uintptr(unsafe.Pointer(&listed)), unsafe.Sizeof(listed), 0, 0, 0)
			if int(n) <= 0 {
				break
			}
			for at := uintptr(0); at < n; at += uintptr(*(*uint16)(unsafe.Pointer(byteOf(&listed[0], at+16)))) {
				id := decimal(byteOf(&listed[0], at+19))
				if id == 0 || id == own || stoppedIs(id) {
					continue
				}
				all = false
				i := uintptr(0)
				for i < asked && signalled[i%maxThreads] != id {
					i++
				}
				if i == asked && asked < maxThreads {
					signalled[i%maxThreads] = id
					asked++
					call(unix.SYS_TGKILL, process, id, stopSignal, 0, 0, 0)
				}
			}
		}
		for i, turns := uintptr(0), 0; i < asked && turns < 100; turns++ { // one that has ended never stops
			if stoppedIs(signalled[i%maxThreads]) {
				i++
			} else {
				call(unix.SYS_SCHED_YIELD, 0, 0, 0, 0, 0, 0)
			}
		}
	}
	call(unix.SYS_CLOSE, dir, 0, 0, 0, 0, 0)
	for i := first; i != atomic.LoadUint32(&taken); i++ {
		t := &threads[i%maxThreads]
		if t.told = 0; t.held != uintptr(forks) {
			continue
		}
		if g := *(*uintptr)(word(t.tls - 8)); g != 0 {
			if told := *(*uintptr)(word(g + gM)) + proc; *(*uintptr)(word(told)) == t.id {
				t.told = told
			} else if *(*uintptr)(word(told)) != 0 { // 0: the thread has not told yet
				return false
			}
		}
	}
	return all
}

// keep keeps all threads on the processor of the one that forks, the parent's until they go on, a child's until spread; so are those that a child begins with. After a fork the first write to a page
// is a fault, and each processor where a thread of the process runs is told that the page is another: on virtual machines that takes longer than to copy it.
// A thread that may run elsewhere than the one that forks stays as it is; where one may run here only, all do.
//
//go:nosplit
func keep() {
	n := call(unix.SYS_SCHED_GETAFFINITY, 0, unsafe.Sizeof(processors), uintptr(unsafe.Pointer(&processors)), 0, 0, 0)
	call(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&processor)), 0, 0, 0, 0, 0)
	for i := range here {
		here[i] = 0
	}
	here[processor>>6%uint32(len(here))] = 1 << (processor & 63)
	if together = int(n) > 0 && processor>>6 < uint32(len(here)) && here != processors; !together {
		return
	}
	for i := first; i != taken; i++ {
		if t := &threads[i%maxThreads]; t.held == uintptr(forks) && mayRun(t.id) == &here {
			together = false
			return
		}
	}
	for i := first; i != taken; i++ {
		if t := &threads[i%maxThreads]; t.held == uintptr(forks) && mayRun(t.id) == &processors {
			call(unix.SYS_SCHED_SETAFFINITY, t.id, unsafe.Sizeof(here), uintptr(unsafe.Pointer(&here)), 0, 0, 0)
		}
	}
	call(unix.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(here), uintptr(unsafe.Pointer(&here)), 0, 0, 0)
}

// mayRun is processors or here, if a thread may run on these, or nil.
//
//go:nosplit
func mayRun(id uintptr) *[16]uint64 {
	for i := range seen {
		seen[i] = 0
	}
	call(unix.SYS_SCHED_GETAFFINITY, id, unsafe.Sizeof(seen), uintptr(unsafe.Pointer(&seen)), 0, 0, 0)
	switch seen {
	case here:
		return &here
	case processors:
		return &processors
	}
	return nil
}

// letGo lets a thread run where the one that forks might; 0: the one that calls. It reports whether keep has kept it.
//
//go:nosplit
func letGo(id uintptr) bool {
	return mayRun(id) == &here && call(unix.SYS_SCHED_SETAFFINITY, id, unsafe.Sizeof(processors), uintptr(unsafe.Pointer(&processors)), 0, 0, 0) == 0
}

// spread ends in a child what keep has begun. Threads that Go has made meanwhile, more than made, are where those are that made them: they are looked for in
// the system's list, which takes as long as many threads do, since what /proc says of a new process has to be made first.
func spread(made int) {
	if !together {
		return
	}
	for i := first; i != taken; i++ {
		if t := &threads[i%maxThreads]; t.held == uintptr(forks) {
			letGo(t.copied)
		}
	}
	letGo(0)
	for found := goThreads() > made; found; {
		found = false
		dir := openDir(&taskDir[0])
		for int(dir) >= 0 {
			n := call(unix.SYS_GETDENTS64, dir, uintptr(unsafe.Pointer(&listed)), unsafe.Sizeof(listed), 0, 0, 0)
			if int(n) <= 0 {
				break
			}
			for at := uintptr(0); at < n; at += uintptr(*(*uint16)(unsafe.Pointer(byteOf(&listed[0], at+16)))) {
				if id := decimal(byteOf(&listed[0], at+19)); id != 0 && letGo(id) {
					found = true
				}
			}
		}
		call(unix.SYS_CLOSE, dir, 0, 0, 0, 0, 0)
	}
	together = false
}

// goThreads is the number of threads that Go has made.
func goThreads() int {
	n, _ := runtime.ThreadCreateProfile(nil)
	return n
}

// stoppedIs tells whether the thread of a number has stopped.
//
//go:nosplit
func stoppedIs(id uintptr) bool {
	for i := first; i != atomic.LoadUint32(&taken); i++ {
		if t := &threads[i%maxThreads]; t.id == id && atomic.LoadUintptr(&t.held) == uintptr(forks) {
			return true
		}
	}
	return false
}

// Copied is the number that a thread has in this process, a child that has just begun, which had the number id in the parent. 0: there is none.
func Copied(id int) int {
	for i := first; i != taken; i++ {
		if t := &threads[i%maxThreads]; t.held == uintptr(forks) && t.id == uintptr(id) {
			return int(t.copied)
		}
	}
	return 0
}

// waits tells whether a thread stopped in a system call that others answer, or before it. (A call that the signal interrupted has failed, or is
// about to be made again: then the thread's next instruction is that of the call.)
//
//go:nosplit
func waits(t *thread) bool {
	if ip := *(*uintptr)(word(t.context + contextIP)); ip < rawCall[0] || ip > rawCall[1] {
		return false
	}
	switch *(*uintptr)(word(t.context + contextAX)) {
	case unix.SYS_READ, unix.SYS_WRITE:
		return !isCounter(*(*uintptr)(word(t.context + contextDI)))
	case unix.SYS_READV, unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_RECVMMSG, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
		unix.SYS_WRITEV, unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_SENDFILE, unix.SYS_SPLICE, unix.SYS_CONNECT,
		unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_FLOCK, unix.SYS_OPEN, unix.SYS_OPENAT, unix.SYS_MSGRCV, unix.SYS_MSGSND, unix.SYS_SEMOP:
		return true
	}
	return false
}

// waitForEver has a thread of the child wait for what never comes, in place of its system call. Signals are handled meanwhile.
//
//go:nosplit
func waitForEver(t *thread) {
	*(*uintptr)(word(t.context + contextAX)) = unix.SYS_FUTEX
	*(*uintptr)(word(t.context + contextDI)) = uintptr(unsafe.Pointer(&never))
	*(*uintptr)(word(t.context + contextSI)) = futexWaitPrivate
	*(*uintptr)(word(t.context + contextDX)) = 0 // what never is
	*(*uintptr)(word(t.context + contextR10)) = 0
	*(*uintptr)(word(t.context + contextIP)) = rawCall[1]
}

// startAgain makes a thread of the child from one of the parent. If the system refuses, the child ends.
//
//go:nosplit
func startAgain(t *thread) {
	for range 1000 {
		if t.copied = begin(t); int(t.copied) > 0 {
			if t.told != 0 { // before anyone can ask for it: the thread itself may be late
				*(*uintptr)(word(t.told)) = t.copied
			}
			return
		}
		call(unix.SYS_SCHED_YIELD, 0, 0, 0, 0, 0, 0)
	}
	call(unix.SYS_WRITE, 2, uintptr(unsafe.Pointer(&noThreads[0])), unsafe.Sizeof(noThreads), 0, 0, 0)
	call(unix.SYS_EXIT_GROUP, 71, 0, 0, 0, 0, 0) // EX_OSERR
}

// openPolls opens what the system says about each of polls, and returns how many there are. The parent does that: a new process is slow to ask about.
//
//go:nosplit
func openPolls() (n uintptr) {
	about := openDir(&infoDir[0])
	for i := range uintptr(len(polls)) {
		for left, bit := polls[i%uintptr(len(polls))].Load(), uintptr(0); left>>bit != 0; bit++ {
			if left>>bit&1 == 0 || n == maxPolls {
				continue
			}
			info := call(unix.SYS_OPENAT, about, uintptr(unsafe.Pointer(text(i*64+bit))), unix.O_RDONLY|unix.O_CLOEXEC, 0, 0, 0)
			if int(info) >= 0 {
				shared[n%maxPolls], infos[n%maxPolls] = i*64+bit, info
				n++
			}
		}
	}
	call(unix.SYS_CLOSE, about, 0, 0, 0, 0, 0)
	return n
}

// isCounter tells whether SetCounter was called for a descriptor.
//
//go:nosplit
func isCounter(fd uintptr) bool {
	return fd < uintptr(len(counters))*64 && counters[fd>>6%uintptr(len(counters))].Load()>>(fd&63)&1 != 0
}

// ownCounters gives the child counters of its own.
//
//go:nosplit
func ownCounters() {
	for i := range uintptr(len(counters)) {
		for left, n := counters[i%uintptr(len(counters))].Load(), uintptr(0); left>>n != 0; n++ {
			if left>>n&1 != 0 {
				replace(call(unix.SYS_EVENTFD2, 0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK, 0, 0, 0, 0), i*64+n)
			}
		}
	}
}

// ownPoll gives the child a set of its own in place of one by which the parent waits. info is what the system says about that one; it is closed.
//
//go:nosplit
func ownPoll(fd, info uintptr) {
	own := call(unix.SYS_EPOLL_CREATE1, unix.EPOLL_CLOEXEC, 0, 0, 0, 0, 0)
	for from := uintptr(0); ; {
		n := call(unix.SYS_PREAD64, info, uintptr(unsafe.Pointer(&said)), unsafe.Sizeof(said), from, 0, 0)
		if int(n) <= 0 {
			break
		}
		whole := uintptr(0) // lines
		for i := uintptr(0); i < n; i++ {
			if *byteOf(&said[0], i) != '\n' {
				continue
			}
			if *byteOf(&said[0], whole) == 't' { // tfd: 5 events: 8000201d data: 7f00aa  pos: ...
				at := whole
				watched := number(&at, 10)
				kinds := number(&at, 16)
				watch(own, watched, kinds, number(&at, 16))
			}
			whole = i + 1
		}
		if whole == 0 {
			break
		}
		from += whole
	}
	call(unix.SYS_CLOSE, info, 0, 0, 0, 0, 0)
	replace(own, fd)
}

// watch adds to a set what the parent's set has. A descriptor by which the set's user wakes itself is replaced first; the new one is ready, since the
// old one may have been. It is a counter whose number the entry does not say.
//
//go:nosplit
func watch(set, fd, kinds, what uintptr) {
	if fd == waker || what&0xffffffff != fd && isCounter(fd) {
		replace(call(unix.SYS_EVENTFD2, 1, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK, 0, 0, 0, 0), fd)
	}
	event.Events, event.Fd, event.Pad = uint32(kinds), int32(what), int32(what>>32)
	call(unix.SYS_EPOLL_CTL, set, unix.EPOLL_CTL_ADD, fd, uintptr(unsafe.Pointer(&event)), 0, 0)
}

// replace gives the descriptor by the number of another, which is closed.
//
//go:nosplit
func replace(fd, number uintptr) {
	call(unix.SYS_DUP3, fd, number, unix.O_CLOEXEC, 0, 0, 0)
	call(unix.SYS_CLOSE, fd, 0, 0, 0, 0, 0)
}

// number reads the next number of said from *at on, behind a colon and spaces.
//
//go:nosplit
func number(at *uintptr, base uintptr) (n uintptr) {
	i := *at
	for *byteOf(&said[0], i) != ':' {
		i++
	}
	for i++; *byteOf(&said[0], i) == ' ' || *byteOf(&said[0], i) == '\t'; i++ {
	}
	for ; ; i++ {
		switch c := uintptr(*byteOf(&said[0], i)); {
		case '0' <= c && c <= '9':
			n = n*base + c - '0'
		case base == 16 && 'a' <= c && c <= 'f':
			n = n*base + c - 'a' + 10
		default:
			*at = i
			return n
		}
	}
}

// decimal is the number that a text says which ends with a zero byte, or 0.
//
//go:nosplit
func decimal(text *byte) (n uintptr) {
	for ; *text != 0; text = byteOf(text, 1) {
		if *text < '0' || *text > '9' {
			return 0
		}
		n = n*10 + uintptr(*text-'0')
	}
	return n
}

// text is the number as text that ends with a zero byte.
//
//go:nosplit
func text(n uintptr) *byte {
	at := unsafe.Sizeof(digits) - 1
	for {
		at--
		*byteOf(&digits[0], at) = byte('0' + n%10)
		if n /= 10; n == 0 {
			return byteOf(&digits[0], at)
		}
	}
}

// byteOf is a byte of an array, and of no other memory: a check of bounds would need stack.
//
//go:nosplit
func byteOf(first *byte, i uintptr) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(first), i)) }

//go:nosplit
func openDir(name *byte) uintptr {
	return call(unix.SYS_OPENAT, atCWD, uintptr(unsafe.Pointer(name)), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0, 0, 0)
}

//go:nosplit
func word(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
