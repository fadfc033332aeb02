// Tests of running machine code: the trampoline, helpers, polls.

//go:build linux && amd64

package x86_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/psyco-go/psy/codebuf"
	. "github.com/psyco-go/psy/x86"
)

// machine is a thread's context, followed by arguments and results.
type machine struct {
	Context
	Args  [4]uint64
	Float [4]float64
	Count uint64
	names string
	mem   *codebuf.Memory
	stack *codebuf.Stack
}

func arg(i int) Mem   { return Ptr(CtxReg, CtxSize+int32(8*i)) }
func float(i int) Mem { return Ptr(CtxReg, CtxSize+32+int32(8*i)) }

func newMachine(t testing.TB) *machine {
	t.Helper()
	if err := codebuf.Supported(); err != nil {
		t.Skip(err)
	}
	mem, err := codebuf.New(1 << 20)
	if err != nil {
		t.Skip(err)
	}
	stack, err := codebuf.NewStack(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{mem: mem, stack: stack}
	mem.InitContext(&m.Context, stack)
	t.Cleanup(func() {
		mem.Close()
		stack.Close()
	})
	return m
}

// load places code and returns its address.
func (m *machine) load(t testing.TB, emit func(a *Asm)) uintptr {
	t.Helper()
	var a Asm
	emit(&a)
	b, err := m.mem.Place(codebuf.Normal, &a)
	if err != nil {
		t.Fatal(err)
	}
	return b.Addr()
}

func TestEnter(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		a.Load(RAX, arg(0))
		a.Add(RAX, RAX)
		a.Ret()
	})
	sp := m.SP
	for _, v := range []uint64{0, 1, 21, math.MaxInt64} {
		m.Args[0] = v
		if got := Enter(&m.Context, code); got != 2*v {
			t.Errorf("%d: got %d", v, got)
		}
	}
	if m.SP != sp {
		t.Errorf("stack pointer moved by %d", int64(sp-m.SP))
	}
}

func nineHelper(a, b, c, d, e, f, g, h, i uint64, x, y float64) (uint64, uint64, float64) {
	runtime.Gosched()
	return a + 2*b + 3*c + 4*d + 5*e + 6*f + 7*g + 8*h + 9*i, i - a, x - y
}

func TestHelper(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		for i, r := range ArgRegs {
			a.MovRI(r, uint64(i+1))
		}
		a.MovsdRM(X0, float(0))
		a.MovsdRM(X1, float(1))
		a.MovqXR(X15, RAX) // the trampoline must clear it
		a.CallHelper(FuncPC(nineHelper))
		a.MovsdMR(float(2), X0)
		a.Store(arg(1), RBX)
		a.Ret()
	})
	m.Float[0], m.Float[1] = 2.5, 0.25
	if got := Enter(&m.Context, code); got != 285 || m.Args[1] != 8 || m.Float[2] != 2.25 {
		t.Errorf("got %d %d %g", got, m.Args[1], m.Float[2])
	}
}

//go:noinline
func growStack(n int, c *uint64) int {
	var pad [128]byte
	if n == 0 {
		*c++
		return 0
	}
	pad[n%128] = byte(n)
	return growStack(n-1, c) + int(pad[n%128]) - int(byte(n)) + 1
}

// hammerHelper does everything that Go code may do to a stack: it grows the stack, collects, yields.
func hammerHelper(m *machine, n uint64) uint64 {
	switch n % 64 {
	case 1:
		growStack(int(n%3000), &m.Count)
	case 2:
		_ = make([]byte, 1<<12+n%100)
	case 3:
		runtime.Gosched()
	case 4:
		if n%512 == 4 {
			runtime.GC()
		}
	case 5:
		if n%1024 == 5 {
			runtime.Stack(make([]byte, 1<<12), false)
		}
	default:
		m.Count++
	}
	return n * 3
}

// reenterHelper enters machine code from a helper.
func reenterHelper(m *machine, code uintptr, n uint64) uint64 {
	if n == 0 {
		return 0
	}
	growStack(int(n*10), &m.Count)
	m.Args[0] = n - 1
	return Enter(&m.Context, code) + 1
}

func TestReenter(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		self := a.Here()
		a.Push(RBX)
		a.Mov(RAX, CtxReg)
		a.MovRLabel(RBX, self)
		a.Load(RCX, arg(0))
		a.CallHelper(FuncPC(reenterHelper))
		a.Pop(RBX)
		a.Ret()
	})
	sp := m.SP
	m.Args[0] = 200
	if got := Enter(&m.Context, code); got != 200 {
		t.Errorf("got %d", got)
	}
	if m.SP != sp {
		t.Error("stack pointer moved")
	}
}

// Code may leave from any depth, and leaving a nested Enter ends only that Enter.
func TestLeave(t *testing.T) {
	m := newMachine(t)
	deep := m.load(t, func(a *Asm) {
		a.MovRI(RCX, 100)
		rec := a.Here()
		done := a.NewLabel()
		a.SubI(RCX, 1)
		a.Jcc(E, done)
		a.Call(rec)
		a.Int3()
		a.Bind(done)
		a.MovRI(RAX, 77)
		a.EmitLeave()
	})
	outer := m.load(t, func(a *Asm) {
		a.Mov(RAX, CtxReg)
		a.MovRI(RBX, uint64(deep))
		a.MovRI(RCX, 1)
		a.CallHelper(FuncPC(reenterHelper))
		a.AddI(RAX, 1000)
		a.Ret()
	})
	sp := m.SP
	for range 3 {
		if got := Enter(&m.Context, outer); got != 1078 {
			t.Errorf("got %d", got)
		}
	}
	if m.SP != sp {
		t.Error("stack pointer moved")
	}
}

func panicHelper(n uint64) uint64 {
	var x []uint64
	return x[n]
}

func TestPanicInHelper(t *testing.T) {
	m := newMachine(t)
	inner := m.load(t, func(a *Asm) {
		a.Push(RAX)
		a.CallHelper(FuncPC(panicHelper))
		a.Pop(RAX)
		a.Ret()
	})
	outer := m.load(t, func(a *Asm) {
		a.Push(RAX)
		a.Mov(RAX, CtxReg)
		a.MovRI(RBX, uint64(inner))
		a.MovRI(RCX, 1)
		a.CallHelper(FuncPC(reenterHelper))
		a.Pop(RAX)
		a.Ret()
	})
	sp := m.SP
	for range 100 {
		func() {
			mark := m.SP
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
				m.Unwind(mark)
			}()
			Enter(&m.Context, outer)
		}()
		if m.SP != sp {
			t.Fatal("stack pointer moved")
		}
	}
}

func overflowHelper(m *machine) uint64 { return 0xdead }

func TestStackCheck(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		slow := a.NewLabel()
		rec := a.Here()
		a.CheckStack(slow)
		a.Call(rec)
		a.Int3()
		a.Bind(slow)
		a.Mov(RAX, CtxReg)
		a.CallHelper(FuncPC(overflowHelper))
		a.EmitLeave()
	})
	if got := Enter(&m.Context, code); got != 0xdead {
		t.Errorf("got %#x", got)
	}
}

// loop emits a loop of arg(0) iterations around body, with a poll at its end. RBX is the counter.
func loop(a *Asm, body func()) {
	top, slow, next := a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Load(RBX, arg(0))
	a.Bind(top)
	body()
	a.Poll(NoBreaker, slow)
	a.Bind(next)
	a.SubI(RBX, 1)
	a.Jcc(NE, top)
	a.MovRI(RAX, 0)
	a.Ret()
	a.Bind(slow)
	a.Push(RBX)
	a.Mov(RAX, CtxReg)
	a.CallHelper(YieldPC())
	a.Pop(RBX)
	a.Jmp(next)
}

// A goroutine in machine code must not make others wait for long.
func TestPollLetsTheCollectorRun(t *testing.T) {
	m := newMachine(t)
	breaker := Ptr(CtxReg, CtxSize+64)
	code := m.load(t, func(a *Asm) {
		slow, out := a.NewLabel(), a.NewLabel()
		top := a.Here()
		a.Poll(breaker, slow)
		a.Jmp(top)
		a.Bind(slow)
		a.AluMI(CMP, W32, breaker, 0)
		a.Jcc(NE, out)
		a.Mov(RAX, CtxReg)
		a.CallHelper(YieldPC())
		a.Jmp(top)
		a.Bind(out)
		a.Ret()
	})
	var wg sync.WaitGroup
	wg.Go(func() { Enter(&m.Context, code) })
	time.Sleep(5 * time.Millisecond)
	var worst time.Duration
	for range 5 {
		start := time.Now()
		runtime.GC()
		worst = max(worst, time.Since(start))
	}
	atomic.StoreUint64(&m.Count, 1)
	wg.Wait()
	t.Logf("longest collection %v", worst)
	if worst > time.Minute {
		t.Errorf("a collection took %v", worst)
	}
}

// The hammer: many goroutines in machine code whose helpers grow stacks and collect, under profiling and SIGURG storms.
func TestHammer(t *testing.T) {
	const goroutines = 8
	iterations := uint64(20000)
	if testing.Short() {
		iterations = 2000
	}
	if f, err := os.CreateTemp(t.TempDir(), "profile"); err == nil {
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err == nil {
			defer pprof.StopCPUProfile()
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var storm sync.WaitGroup
	storm.Go(func() {
		pid := os.Getpid()
		for ctx.Err() == nil {
			syscall.Kill(pid, syscall.SIGURG)
			time.Sleep(50 * time.Microsecond)
		}
	})
	var wg sync.WaitGroup
	errs := make(chan error, goroutines)
	for range goroutines {
		m := newMachine(t)
		code := m.load(t, func(a *Asm) {
			loop(a, func() {
				a.Push(RBX)
				a.Mov(RAX, CtxReg)
				a.CallHelper(FuncPC(hammerHelper))
				a.Pop(RBX)
				a.AluMR(ADD, W64, arg(1), RAX)
				a.Lea(W64, RCX, Idx(RBX, RBX, 2, 0))
				ok := a.NewLabel()
				a.Cmp(RAX, RCX)
				a.JccShort(E, ok)
				a.Ud2()
				a.Bind(ok)
			})
		})
		panics := m.load(t, func(a *Asm) {
			a.Push(RAX)
			a.CallHelper(FuncPC(panicHelper))
			a.Ud2()
		})
		wg.Go(func() {
			for range 4 {
				m.Args[0], m.Args[1] = iterations, 0
				Enter(&m.Context, code)
				if want := 3 * iterations * (iterations + 1) / 2; m.Args[1] != want {
					errs <- fmt.Errorf("sum %d, want %d", m.Args[1], want)
				}
				mark := m.SP
				func() {
					defer func() { recover() }()
					Enter(&m.Context, panics)
				}()
				m.Unwind(mark)
			}
		})
	}
	wg.Wait()
	cancel()
	storm.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}

// callersHelper records the names of its callers.
func callersHelper(m *machine) uint64 {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	seen := ""
	for {
		f, more := frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '.')+1:]
		seen += name + " "
		if !more {
			break
		}
	}
	m.names = seen
	return 0
}

// Go's tracebacks show the Go frames on both sides of machine code, and none of machine code.
func TestTraceback(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		a.Push(RAX)
		a.Mov(RAX, CtxReg)
		a.CallHelper(FuncPC(callersHelper))
		a.Pop(RAX)
		a.Ret()
	})
	Enter(&m.Context, code)
	if want := "callersHelper enter Enter TestTraceback tRunner goexit "; m.names != want {
		t.Errorf("got %s, want %s", m.names, want)
	}
}

// Go's execution tracer, which unwinds by frame pointers, works through machine code.
func TestExecutionTrace(t *testing.T) {
	m := newMachine(t)
	code := m.load(t, func(a *Asm) {
		loop(a, func() {
			a.Push(RBX)
			a.MovRI(RAX, 3)
			for range 8 {
				a.Push(RAX)
			}
			a.Mov(RAX, CtxReg)
			a.Load(RBX, Ptr(RSP, 64))
			a.CallHelper(FuncPC(hammerHelper))
			a.AddI(RSP, 64)
			a.Pop(RBX)
		})
	})
	if err := trace.Start(io.Discard); err != nil {
		t.Skip(err)
	}
	defer trace.Stop()
	m.Args[0] = 5000
	Enter(&m.Context, code)
}

func TestContextLayout(t *testing.T) {
	// Emitted code relies on these properties.
	if CtxSize%16 != 0 {
		t.Errorf("size of Context is %d: fields that follow are not aligned", CtxSize)
	}
	for _, off := range []int32{CtxSP, CtxCallout, CtxLeave, CtxStackLo, CtxFuel} {
		if off > 127 {
			t.Errorf("offset %d needs a long displacement", off)
		}
	}
}

func BenchmarkEnter(b *testing.B) {
	m := newMachine(b)
	code := m.load(b, func(a *Asm) { a.Ret() })
	for b.Loop() {
		Enter(&m.Context, code)
	}
}

//go:noinline
func emptyHelper(a, b uint64) uint64 { return a }

func BenchmarkHelper(b *testing.B) {
	m := newMachine(b)
	code := m.load(b, func(a *Asm) {
		loop(a, func() {
			a.Push(RBX)
			a.CallHelper(FuncPC(emptyHelper))
			a.Pop(RBX)
		})
	})
	m.Args[0] = uint64(b.N)
	b.ResetTimer()
	Enter(&m.Context, code)
}

func BenchmarkPoll(b *testing.B) {
	m := newMachine(b)
	code := m.load(b, func(a *Asm) { loop(a, func() {}) })
	m.Args[0] = uint64(b.N)
	b.ResetTimer()
	Enter(&m.Context, code)
}

func BenchmarkGoCall(b *testing.B) {
	var s uint64
	for b.Loop() {
		s = emptyHelper(s, 1)
	}
}
