//go:build linux && amd64 && !cgo && !race

package forking

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A child has the goroutines, the collector and the timers of its parent, and the parent keeps them.
func TestFork(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	var keep [4][]*[100]byte
	for i := range 4 { // work for the collector
		go func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				keep[i] = append(keep[i], new([100]byte))
				if len(keep[i]) > 10000 {
					keep[i] = nil
				}
			}
		}()
	}
	for i := range 40 {
		pid, err := Fork(func() {})
		if err != nil {
			t.Fatal(err)
		}
		if pid == 0 {
			runtime.GC()
			c := make(chan int)
			for range 10 {
				go func() { time.Sleep(time.Millisecond); c <- 1 }()
			}
			n := 0
			for range 10 {
				n += <-c
			}
			runtime.GC()
			unix.Exit(n)
		}
		var s unix.WaitStatus
		for {
			if _, err = unix.Wait4(pid, &s, 0, nil); err != unix.EINTR {
				break
			}
		}
		if err != nil || s.ExitStatus() != 10 {
			t.Fatal(i, err, fmt.Sprintf("%x", s))
		}
	}
}

// A child can ask all its threads for something at once: Go's runtime knows their numbers, those of threads too that have not run yet.
func TestEveryThread(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	for range 20 {
		go func() {
			runtime.LockOSThread()
			<-stop
		}()
	}
	for i := range 50 {
		pid, err := Fork(func() {})
		if err != nil {
			t.Fatal(err)
		}
		if pid == 0 {
			if err := syscall.Setreuid(-1, -1); err != nil {
				unix.Exit(1)
			}
			unix.Exit(10)
		}
		var s unix.WaitStatus
		done := 0
		for range 10000 {
			if done, err = unix.Wait4(pid, &s, unix.WNOHANG, nil); done == pid {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if done != pid {
			unix.Kill(pid, unix.SIGKILL)
			unix.Wait4(pid, &s, 0, nil)
			t.Fatal(i, "the child waits for a thread")
		}
		if s.ExitStatus() != 10 {
			t.Fatal(i, fmt.Sprintf("%x", s))
		}
	}
}

// What waits for the network goes on in both, each by itself; what the child has of its own works; the child can fork and start programs.
func TestNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				var b [1]byte
				for {
					if n, _ := c.Read(b[:]); n == 0 {
						c.Close()
						return
					}
					c.Write(b[:])
				}
			}()
		}
	}()
	echo := func() bool {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			return false
		}
		defer c.Close()
		for i := range 50 {
			c.SetDeadline(time.Now().Add(5 * time.Second))
			c.Write([]byte{byte(i)})
			var b [1]byte
			if n, _ := c.Read(b[:]); n != 1 || b[0] != byte(i) {
				return false
			}
		}
		return true
	}
	for i := range 50 {
		pid, err := Fork(func() { l.Close() }) // before the parent goes on: the child would take its clients
		if err != nil {
			t.Fatal(err)
		}
		if pid == 0 {
			l, err = net.Listen("tcp", "127.0.0.1:0")
			go func() {
				c, _ := l.Accept()
				var b [1]byte
				for {
					if n, _ := c.Read(b[:]); n == 0 {
						return
					}
					c.Write(b[:])
				}
			}()
			if err != nil || !echo() {
				unix.Exit(1)
			}
			if out, err := exec.Command("echo", "yes").Output(); err != nil || string(out) != "yes\n" {
				unix.Exit(2)
			}
			pid, err := Fork(func() {})
			if err != nil {
				unix.Exit(3)
			}
			if pid == 0 {
				unix.Exit(7)
			}
			p, _ := os.FindProcess(pid)
			s, err := p.Wait()
			if err != nil || s.ExitCode() != 7 {
				unix.Exit(4)
			}
			unix.Exit(0)
		}
		if !echo() {
			t.Fatal("the parent's sockets do not answer", i)
		}
		p, _ := os.FindProcess(pid)
		s, err := p.Wait()
		if err != nil || s.ExitCode() != 0 {
			t.Fatal(i, err, s)
		}
	}
}

func BenchmarkFork(b *testing.B) {
	time.Sleep(time.Millisecond)
	for range b.N {
		pid, err := Fork(func() {})
		if err != nil {
			b.Fatal(err)
		}
		if pid == 0 {
			unix.Exit(0)
		}
		var s unix.WaitStatus
		for {
			if _, err := unix.Wait4(pid, &s, 0, nil); err != unix.EINTR {
				break
			}
		}
	}
}

// What is called for a child alone is called before the parent goes on; a thread that waits for what the parent is sent gets nothing in the child.
func TestWaiting(t *testing.T) {
	var p [2]int
	if err := unix.Pipe(p[:]); err != nil {
		t.Fatal(err)
	}
	got := make(chan byte, 100)
	go func() {
		var b [1]byte
		for {
			if n, err := unix.Read(p[0], b[:]); n == 1 {
				got <- b[0]
			} else if err != unix.EINTR {
				close(got)
				return
			}
		}
	}()
	shared, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(shared)
	calls := 0
	end := OnChild(func() { calls++ })
	for i := range 30 {
		time.Sleep(100 * time.Microsecond) // so that the thread waits
		shared[0] = 0
		pid, err := Fork(func() { time.Sleep(time.Millisecond); shared[0] = 1 })
		if err != nil {
			t.Fatal(err)
		}
		if pid == 0 {
			time.Sleep(2 * time.Millisecond)
			if len(got) != 0 || calls != 1 {
				unix.Exit(1)
			}
			unix.Exit(0)
		}
		if shared[0] != 1 {
			t.Fatal("the parent went on too early")
		}
		unix.Write(p[1], []byte{byte(i)})
		process, _ := os.FindProcess(pid)
		if s, err := process.Wait(); err != nil || s.ExitCode() != 0 {
			t.Fatal(i, err, s)
		}
		if b := <-got; b != byte(i) {
			t.Fatal(b, i)
		}
	}
	end()
	unix.Close(p[1])
	for range got {
	}
	if calls != 0 {
		t.Error("the parent did what is for children")
	}
}

// After a fork all threads of both processes may run where those of the parent might before.
func TestProcessors(t *testing.T) {
	may := func() (all map[unix.CPUSet]int) {
		all = map[unix.CPUSet]int{}
		threads, _ := os.ReadDir("/proc/self/task")
		for _, f := range threads {
			var set unix.CPUSet
			id, _ := strconv.Atoi(f.Name())
			if unix.SchedGetaffinity(id, &set) == nil {
				all[set]++
			}
		}
		return all
	}
	before := may()
	if len(before) != 1 {
		t.Skip("threads run on different processors:", before)
	}
	more := func() { // has Go make threads, which begin where the one is that forks
		var there sync.WaitGroup
		for range 4 {
			there.Add(1)
			go func() {
				runtime.LockOSThread()
				there.Done()
				select {}
			}()
		}
		there.Wait()
	}
	for i := range 20 {
		pid, err := Fork([]func(){func() {}, more}[i%2])
		if err != nil {
			t.Fatal(err)
		}
		after := may()
		same := len(after) == 1
		for set := range after {
			same = same && before[set] > 0
		}
		if pid == 0 {
			if !same {
				unix.Exit(1)
			}
			unix.Exit(0)
		}
		p, _ := os.FindProcess(pid)
		if s, err := p.Wait(); err != nil || s.ExitCode() != 0 || !same {
			t.Fatal(i, err, s, before, after)
		}
	}
}
