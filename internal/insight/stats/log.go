// The event log: what the compiler does, as it does it.

package stats

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Log writes one line an event: seconds since the start, function:line, event, reason, bytes, snapshot, with tabs between them.
// A nil Log writes nothing; a caller that has to make a snapshot's text first checks for nil. Each line is written at once:
// what was compiled last is known even when the process dies in it.
type Log struct {
	w     io.Writer
	close func() error
	start time.Time
	err   error
}

// OpenLog makes a log in a file; how says what becomes of one that exists: os.O_TRUNC or os.O_APPEND.
func OpenLog(name string, how int) (*Log, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|how, 0o666)
	if err != nil {
		return nil, err
	}
	return NewLog(f, f.Close), nil
}

// NewLog makes a log that writes to w; close, which may be nil, ends it.
func NewLog(w io.Writer, close func() error) *Log {
	if close == nil {
		close = func() error { return nil }
	}
	return &Log{w: w, close: close, start: time.Now()}
}

var oneLine = strings.NewReplacer("\n", " ", "\t", " ")

// Event logs an event. What is empty or zero shows as "-".
func (l *Log) Event(where string, event, reason string, bytes int, snapshot string) {
	if l == nil || l.err != nil {
		return
	}
	if reason == "" {
		reason = "-"
	}
	if snapshot == "" {
		snapshot = "-"
	}
	_, l.err = fmt.Fprintf(l.w, "%.6f\t%s\t%s\t%s\t%d\t%s\n", time.Since(l.start).Seconds(), oneLine.Replace(where), event, reason, bytes, oneLine.Replace(snapshot))
}

// Close ends the log and returns the first error that writing met.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	if err := l.close(); l.err == nil {
		l.err = err
	}
	return l.err
}
