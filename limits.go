// Limits beside memory and steps: how much Python may write, which modules may be imported.

package psy

import (
	"io"
	"strings"
	"sync/atomic"
	"syscall"
)

// budget is what is left of Config.Output.
type budget struct{ left atomic.Int64 }

func newBudget(n int64) *budget {
	if n <= 0 {
		return nil
	}
	b := &budget{}
	b.left.Store(n)
	return b
}

// take takes n bytes, or as many as are left. The error is that of a file that may not grow any more.
func (b *budget) take(n int) (int, error) {
	left := b.left.Add(-int64(n)) + int64(n)
	if left >= int64(n) {
		return n, nil
	}
	b.left.Store(0)
	return int(max(left, 0)), syscall.EFBIG
}

// limitedWriter is a stream that counts.
type limitedWriter struct {
	w io.Writer
	b *budget
}

func limitWriter(w io.Writer, b *budget) io.Writer {
	if w == nil || b == nil {
		return w
	}
	return limitedWriter{w, b}
}

func (l limitedWriter) Write(p []byte) (int, error) {
	n, full := l.b.take(len(p))
	if n > 0 {
		if k, err := l.w.Write(p[:n]); err != nil {
			return k, err
		}
	}
	return n, full
}

// mayImport is Config.Modules as a question.
func mayImport(names []string) func(name string) bool {
	if names == nil {
		return nil
	}
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return func(name string) bool {
		for {
			if set[name] {
				return true
			}
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				return false
			}
			name = name[:dot]
		}
	}
}
