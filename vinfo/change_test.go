package vinfo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestChanges checks which values may become which.
func TestChanges(t *testing.T) {
	makers := map[string]func() *Info{
		"virtual":      func() *Info { return NewVirtual(1) },
		"compile-time": func() *Info { return NewKnown(Boxed, 1) },
		"fixed":        func() *Info { return NewFixed(Boxed, 1) },
		"run-time":     func() *Info { return NewRun(Boxed, Reg(1)) },
		"unboxed":      func() *Info { return NewVirtual(1, nil, NewRun(Int, Reg(1))) },
	}
	allowed := map[[2]string]Change{
		{"virtual", "compile-time"}: VirtualToCompileTime, {"virtual", "run-time"}: VirtualToRunTime, {"virtual", "fixed"}: VirtualToFixed,
		{"unboxed", "compile-time"}: VirtualToCompileTime, {"unboxed", "run-time"}: VirtualToRunTime, {"unboxed", "fixed"}: VirtualToFixed,
		{"compile-time", "run-time"}: CompileTimeToRunTime, {"compile-time", "unboxed"}: CompileTimeToRunTime,
		{"run-time", "fixed"}:  RunTimeToFixed,
		{"virtual", "unboxed"}: SameStage, {"unboxed", "virtual"}: SameStage,
	}
	for from, f := range makers {
		for to, x := range makers {
			want, ok := allowed[[2]string{from, to}]
			if from == to {
				ok = true
			}
			func() {
				defer func() {
					if r := recover(); (r == nil) != ok {
						t.Errorf("%s -> %s: %v", from, to, r)
					}
				}()
				i := f()
				i.Mark, i.Used = 7, 8
				y := x()
				if got := i.Becomes(y); got != want {
					t.Errorf("%s -> %s: %v, want %v", from, to, got, want)
				}
				if i.Time != y.Time || i.Mark != 7 || i.Used != 8 {
					t.Errorf("%s -> %s: %v", from, to, i)
				}
			}()
		}
	}
}

// TestOnlyBecomesChanges checks that no package of the compiler assigns a stage itself.
func TestOnlyBecomesChanges(t *testing.T) {
	seen := 0
	for _, dir := range []string{"dispatcher", "promotion", "pycompiler", "respawn", "staging"} {
		names, _ := filepath.Glob(filepath.Join("..", dir, "*.go"))
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "staging/snapshot.go") { // snapshots hold stages, and make vinfos
				continue
			}
			seen++
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if a, ok := n.(*ast.AssignStmt); ok {
					for _, l := range a.Lhs {
						if s, ok := l.(*ast.SelectorExpr); ok && s.Sel.Name == "Time" {
							t.Errorf("%s: a stage is assigned: vinfos change by Becomes", fset.Position(a.Pos()))
						}
					}
				}
				return true
			})
		}
	}
	if seen < 40 {
		t.Errorf("only %d files seen", seen)
	}
}
