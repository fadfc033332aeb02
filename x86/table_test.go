// Test of the table of forms in testdata/forms.txt: hex and text of every form, checked by a decoder.

package x86

import (
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/forms.txt")

// plain are the forms that are missing in forms.
var plain = []struct {
	name string
	emit func(a *Asm)
}{
	{"movabs", func(a *Asm) { a.Movabs(RDX, 0x1122334455667788) }},
	{"movabs short value", func(a *Asm) { a.Movabs(R9, 1) }},
	{"mov address", func(a *Asm) { l := a.Here(); a.MovRLabel(R8, l) }},
	{"lea label", func(a *Asm) { l := a.NewLabel(); a.Lea(W64, RCX, At(l)); a.Bind(l) }},
	{"movsd label", func(a *Asm) { l := a.NewLabel(); a.MovsdRM(X9, At(l)); a.Ret(); a.Bind(l) }},
	{"cmp label, imm", func(a *Asm) { l := a.NewLabel(); a.AluMI(CMP, W64, At(l), 7); a.Bind(l) }},
	{"jmp back", func(a *Asm) { l := a.Here(); a.Jmp(l) }},
	{"jmp forth", func(a *Asm) { l := a.NewLabel(); a.Jmp(l); a.Bind(l) }},
	{"jmp short", func(a *Asm) { l := a.NewLabel(); a.JmpShort(l); a.Bind(l) }},
	{"jcc back", func(a *Asm) { l := a.Here(); a.Jcc(NE, l) }},
	{"jcc far back", func(a *Asm) { l := a.Here(); a.Nop(126); a.Nop(1); a.Jcc(NE, l) }},
	{"jcc forth", func(a *Asm) { l := a.NewLabel(); a.Jcc(L, l); a.Bind(l) }},
	{"jcc short", func(a *Asm) { l := a.NewLabel(); a.JccShort(O, l); a.Bind(l) }},
	{"call", func(a *Asm) { l := a.Here(); a.Call(l) }},
	{"jmp to", func(a *Asm) { a.JmpTo(0x1000) }},
	{"jcc to", func(a *Asm) { a.JccTo(P, 0x1000) }},
	{"call to", func(a *Asm) { a.CallTo(0x1000) }},
	{"ret n", func(a *Asm) { a.RetN(24) }},
	{"int3", func(a *Asm) { a.Int3() }},
	{"nop 1", func(a *Asm) { a.Nop(1) }},
	{"nop 2", func(a *Asm) { a.Nop(2) }},
	{"nop 3", func(a *Asm) { a.Nop(3) }},
	{"nop 4", func(a *Asm) { a.Nop(4) }},
	{"nop 5", func(a *Asm) { a.Nop(5) }},
	{"nop 6", func(a *Asm) { a.Nop(6) }},
	{"nop 7", func(a *Asm) { a.Nop(7) }},
	{"nop 8", func(a *Asm) { a.Nop(8) }},
	{"nop 9", func(a *Asm) { a.Nop(9) }},
	{"nop 15", func(a *Asm) { a.Nop(15) }},
	{"site jmp", func(a *Asm) { l := a.NewLabel(); a.JmpSite(l); a.Bind(l) }},
	{"site call", func(a *Asm) { l := a.NewLabel(); a.CallSite(l); a.Bind(l) }},
	{"site jcc", func(a *Asm) { l := a.NewLabel(); a.JccSite(G, l); a.Bind(l) }},
	{"site cmp jcc", func(a *Asm) { l := a.NewLabel(); a.Cmp(RAX, RCX); a.JccSite(G, l); a.Bind(l) }},
	{"site cmp m jcc", func(a *Asm) { l := a.NewLabel(); a.AluMI(CMP, W32, Ptr(R15, -8), 0); a.JccSite(G, l); a.Bind(l) }},
	{"align jmp", func(a *Asm) { l := a.NewLabel(); a.Jcc(L, l); a.AlignJmp(); a.Bind(l); a.JmpSite(l) }},
	{"test zero", func(a *Asm) {
		a.TestZero(RCX)
		a.AndI(RCX, 3)
		a.TestZero(RCX)
		a.TestZero(RDX)
		a.Xor(R9, RCX)
		a.Here()
		a.TestZero(R9)
	}},
	{"site movups jmp", func(a *Asm) { l := a.NewLabel(); a.MovupsMR(Ptr(R13, 8), X9); a.JmpSite(l); a.Bind(l) }},
	{"site movabs", func(a *Asm) { a.MovabsSite(R10, 1) }},
	{"site cmp mi", func(a *Asm) { a.CmpMISite(Ptr(RAX, 4), 100000) }},
	{"site cmp ri", func(a *Asm) { a.CmpRISite(W32, RDX, 5); a.CmpRISite(W64, R13, 5) }},
	{"popcnt", func(a *Asm) { a.Popcnt(W64, RAX, R9) }},
	{"tzcnt", func(a *Asm) { a.Tzcnt(W32, RAX, RCX) }},
	{"lzcnt", func(a *Asm) { a.Lzcnt(W64, R8, RCX) }},
	{"bswap", func(a *Asm) { a.Bswap(W64, R8); a.Bswap(W32, RDX) }},
	{"bt ri", func(a *Asm) { a.BtRI(W64, RDI, 50) }},
	{"bt rr", func(a *Asm) { a.BtRR(W32, RDI, RCX) }},
	{"lock add", func(a *Asm) { a.LockAddMR(W64, Ptr(R15, 8), RCX) }},
	{"lock xadd", func(a *Asm) { a.LockXadd(W32, Ptr(RDI, 8), RCX) }},
	{"lock cmpxchg", func(a *Asm) { a.LockCmpxchg(W64, Ptr(RDI, 0), R12) }},
	{"cvtsd2ss", func(a *Asm) { a.Cvtsd2ss(X1, X10) }},
	{"cvtss2sd", func(a *Asm) { a.Cvtss2sd(X1, X10) }},
	{"movss", func(a *Asm) { a.MovssRM(X3, Ptr(RAX, 4)); a.MovssMR(Ptr(RSP, 4), X13) }},
	{"rdtsc", func(a *Asm) { a.Rdtsc() }},
	{"pause", func(a *Asm) { a.Pause() }},
	{"call helper", func(a *Asm) { a.CallHelper(0x401000) }},
	{"call helper cold", func(a *Asm) { a.CallHelperCold(0x401000) }},
	{"leave", func(a *Asm) { a.EmitLeave() }},
	{"check stack", func(a *Asm) { l := a.NewLabel(); a.CheckStack(l); a.Bind(l) }},
	{"thunks", func(a *Asm) { EmitThunks(a) }},
}

func TestForms(t *testing.T) {
	low := operands{RBX, RSI, X1, X6, Idx(RDI, RCX, 4, 16), 1000, -7, 5, 2}
	high := operands{R12, RAX, X9, X14, Ptr(RSP, 0), -7, 100, 31, 0}
	rows := []string{}
	row := func(name string, a *Asm) {
		code, err := a.Link(0)
		if err != nil {
			t.Fatal(name, err)
		}
		text := strings.ReplaceAll(strings.TrimSpace(Text(code, 0)), "\n", "; ")
		if strings.Contains(text, ".byte") {
			t.Errorf("%s: %x does not decode: %s", name, code, text)
		}
		rows = append(rows, fmt.Sprintf("%-18s | %-24s | %s\n", name, hex.EncodeToString(code), text))
	}
	for _, f := range forms() {
		for _, o := range []operands{low, high} {
			var a Asm
			f.emit(&a, o)
			row(f.name, &a)
		}
	}
	for _, p := range plain {
		var a Asm
		p.emit(&a)
		row(p.name, &a)
	}
	slices.Sort(rows)
	got := strings.Join(rows, "")
	const file = "testdata/forms.txt"
	if *update {
		os.MkdirAll("testdata", 0o755)
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	for i, w := range strings.SplitAfter(string(want), "\n") {
		if i >= len(rows) || rows[i] != w {
			t.Fatalf("line %d of %s differs (go test -update writes it): want\n%s", i+1, file, w)
		}
	}
	t.Fatalf("%s has %d lines, want %d", file, strings.Count(string(want), "\n"), len(rows))
}

// Patchable fields are aligned, whatever the length of the preceding code.
func TestSitesAreAligned(t *testing.T) {
	for n := range 16 {
		for name, emit := range map[string]func(a *Asm, l Label) Site{
			"jmp":    func(a *Asm, l Label) Site { return a.JmpSite(l) },
			"call":   func(a *Asm, l Label) Site { return a.CallSite(l) },
			"jcc":    func(a *Asm, l Label) Site { return a.JccSite(E, l) },
			"movabs": func(a *Asm, l Label) Site { return a.MovabsSite(R11, 7) },
			"cmp m":  func(a *Asm, l Label) Site { return a.CmpMISite(Idx(R8, R9, 8, 1<<20), 7) },
			"cmp r":  func(a *Asm, l Label) Site { return a.CmpRISite(W64, RAX, 7) },
		} {
			var a Asm
			for range n {
				a.Int3()
			}
			l := a.NewLabel()
			s := emit(&a, l)
			if int(s.Off)%s.Size() != 0 || a.Len() != int(s.Off)+s.Size() {
				t.Errorf("%s after %d bytes: field at %d, code ends at %d", name, n, s.Off, a.Len())
			}
			a.Bind(l)
			code, _ := a.Link(0)
			if text := Text(code[n:], 0); strings.Contains(text, ".byte") {
				t.Errorf("%s after %d bytes: %s", name, n, text)
			}
		}
	}
}

// No padding stands between an instruction and a site if prefixes can fill the gap. Fields inside the lengthened instruction move along.
func TestNothingBeforeSite(t *testing.T) {
	for n := range 8 {
		var a Asm
		for range n {
			a.Int3()
		}
		data, out := a.NewLabel(), a.NewLabel()
		a.AluMI(CMP, W32, At(data), 0)
		a.JccSite(E, out)
		a.Cmp(RAX, RCX)
		s := a.JccSite(G, out)
		a.Ret()
		a.Bind(out)
		a.Int3()
		a.Bind(data)
		a.Uint64(0)
		code, err := a.Link(0)
		if err != nil {
			t.Fatal(err)
		}
		lines := Disassemble(code[n:a.Offset(data)], uintptr(n), nil)
		if len(lines) != 6 {
			t.Fatalf("after %d bytes: %v", n, lines)
		}
		if s.Off%4 != 0 || lines[3].PC+2 != uintptr(s.Off) {
			t.Errorf("after %d bytes: jump at %d, field at %d", n, lines[3].PC, s.Off)
		}
		end := int(lines[1].PC) // of the cmp, whose constant follows the distance
		if d := int(int32(binary.LittleEndian.Uint32(code[end-5:]))); end+d != a.Offset(data) {
			t.Errorf("after %d bytes: cmp of %d, want %d", n, end+d, a.Offset(data))
		}
	}
}

// At a bound label, or at an offset that Len returned, the next instruction begins.
func TestLabelsStay(t *testing.T) {
	for n := range 8 {
		for _, pin := range []func(a *Asm) int{func(a *Asm) int { return a.Offset(a.Here()) }, (*Asm).Len} {
			var a Asm
			for range n {
				a.Int3()
			}
			a.Cmp(RAX, RCX)
			at := pin(&a)
			a.JccSite(G, a.Here())
			code, _ := a.Link(0)
			if lines := Disassemble(code[n:], uintptr(n), nil); lines[1].PC != uintptr(at) {
				t.Errorf("after %d bytes: %v", n, lines)
			}
		}
	}
}

func TestTruncate(t *testing.T) {
	var a Asm
	out := a.NewLabel()
	a.Jmp(out)
	n := a.Len()
	inner := a.NewLabel()
	a.Jcc(E, inner)
	a.CallTo(0x2000)
	a.Bind(inner)
	a.Truncate(n)
	if a.Bound(inner) {
		t.Error("label behind the cut is bound")
	}
	a.Bind(out)
	a.Ret()
	code, err := a.Link(0)
	if got, want := Text(code, 0), "jmp .+0x0\nret\n"; err != nil || len(code) != 6 {
		t.Errorf("%q %v, want like %q", got, err, want)
	}
}

func TestOutOfReach(t *testing.T) {
	var a Asm
	a.JmpTo(^uintptr(0) >> 1)
	if _, err := a.Link(0); err == nil {
		t.Error("no error")
	}
}

func BenchmarkEmit(b *testing.B) {
	var a Asm
	for b.Loop() {
		a.Reset()
		l := a.NewLabel()
		a.Load(RAX, Ptr(RBX, 16))
		a.Add(RAX, RCX)
		a.Jcc(O, l)
		a.Store(Idx(RBX, RAX, 8, 1000), RAX)
		a.MovRI(RDX, 100)
		a.CmpI(RDX, 7)
		a.Jcc(E, l)
		a.Addsd(X0, X1)
		a.Bind(l)
		a.Ret()
		a.Link(0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/9, "ns/instruction")
}

func BenchmarkEmitRare(b *testing.B) {
	var a Asm
	for b.Loop() {
		a.Reset()
		a.Popcnt(W64, RAX, RCX)
	}
}

// Several goroutines may use golang-asm.
func TestRareInParallel(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 50 {
				var a Asm
				a.Popcnt(W64, Reg(i%16), R9)
				a.Cvtss2sd(X1, XReg(i%16))
				code, _ := a.Link(0)
				if text, want := Text(code, 0), fmt.Sprintf("popcnt %s, r9\ncvtss2sd xmm1, xmm%d\n", Reg(i%16), i%16); text != want {
					t.Errorf("got %q, want %q", text, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestConditions(t *testing.T) {
	for c := O; c <= G; c++ {
		if c.Not().Not() != c || c.Swapped().Swapped() != c || c.Not() == c {
			t.Error(c)
		}
	}
}
