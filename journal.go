// Recording what comes to a world from outside, and replaying it.

package psy

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
)

// JournalError says that a recording cannot be made, or that a program does not do in a replay what was recorded. Calls give it within an *Interrupted.
type JournalError struct {
	Entry int    // which entry of the journal, from 1
	Why   string // what was recorded and what is asked for, or what is wrong
}

func (e *JournalError) Error() string {
	return fmt.Sprintf("psy: journal, entry %d: %s", e.Entry, e.Why)
}

// journalHead begins a journal: the parts of Config that programs see.
type journalHead struct {
	Magic             string
	Random, Stdin, FS bool
	Env, Args         []string
}

const journalMagic = "psy journal 1"

// journalEntry is one thing that a program has asked for, with the answer.
type journalEntry struct {
	Key   string
	Value []byte // a gob
	Errno uint   // 0: no error, or one with a text
	Err   string
	Kind  int    // which of goErrors the error is, from 1; 0: none of them
	Type  string // of an *Exception
}

// journal is a recording that is made, or replayed.
type journal struct {
	to   *gob.Encoder
	from *gob.Decoder
	head journalHead
	n    int
	err  error
	fail func() // has the program end
}

// broken notes what is wrong, and has the program end.
func (j *journal) broken(format string, args ...any) {
	if j.err == nil {
		j.err = &JournalError{j.n, fmt.Sprintf(format, args...)}
	}
	if j.fail != nil {
		j.fail()
	}
}

// replays reports whether answers come from the journal.
func (j *journal) replays() bool { return j.from != nil }

// next is the entry that answers a question.
func (j *journal) next(key string) (e journalEntry, ok bool) {
	if j.err != nil {
		return e, false
	}
	j.n++
	if err := j.from.Decode(&e); err != nil {
		j.broken("the journal ends, and the program asks for %s", key)
		return e, false
	}
	if e.Key != key {
		j.broken("%s was recorded, and the program asks for %s", e.Key, key)
		return e, false
	}
	return e, true
}

// put writes an entry.
func (j *journal) put(e *journalEntry) {
	if j.err != nil {
		return
	}
	j.n++
	if err := j.to.Encode(e); err != nil {
		j.broken("it cannot be written: %v", err)
	}
}

// asked gets the answer to a question about the system: of f, recorded, or from the journal.
func asked[T any](j *journal, key string, f func() (T, error)) (x T, err error) {
	if j.replays() {
		e, ok := j.next(key)
		if !ok {
			return x, syscall.EIO
		}
		if err := gob.NewDecoder(bytes.NewReader(e.Value)).Decode(&x); err != nil && len(e.Value) > 0 {
			j.broken("%s: %v", key, err)
		}
		return x, e.failure()
	}
	x, err = f()
	e := journalEntry{Key: key}
	e.note(err)
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(&x) == nil {
		e.Value = b.Bytes()
	}
	j.put(&e)
	return x, err
}

// note keeps an error.
func (e *journalEntry) note(err error) {
	var n syscall.Errno
	switch {
	case err == nil:
	case errors.As(err, &n):
		e.Errno = uint(n)
	default:
		e.Err = err.Error()
		if err == io.EOF {
			e.Kind = -1
		}
	}
}

func (e *journalEntry) failure() error {
	switch {
	case e.Errno != 0:
		return syscall.Errno(e.Errno)
	case e.Kind == -1:
		return io.EOF
	case e.Err != "":
		return errors.New(e.Err)
	}
	return nil
}

type nothing struct{ Done bool }

// did is asked for what has no answer but an error.
func did(j *journal, key string, f func() error) error {
	_, err := asked(j, key, func() (nothing, error) { return nothing{true}, f() })
	return err
}

// sum stands for bytes in a key.
func sum(b []byte) string {
	h := fnv.New64a()
	h.Write(b)
	return fmt.Sprintf("%d bytes, %x", len(b), h.Sum64())
}

// journaledReader is Config.Random or Config.Stdin.
type journaledReader struct {
	j    *journal
	name string
	r    io.Reader
}

// reader is r, recorded or replayed; given: there was one when the journal was made.
func (j *journal) reader(name string, r io.Reader, given bool) io.Reader {
	if !given {
		return nil
	}
	return journaledReader{j, name, r}
}

func (r journaledReader) Read(p []byte) (int, error) {
	b, err := asked(r.j, fmt.Sprintf("%s, at most %d bytes", r.name, len(p)), func() ([]byte, error) {
		n, err := r.r.Read(p)
		return p[:n:n], err
	})
	return copy(p, b), err
}

// journaled is a System of which everything is recorded, or which is replayed.
type journaled struct {
	system.System
	j     *journal
	files int
}

// fileInfo is what is recorded of a file.
type fileInfo struct {
	N string
	S int64
	M fs.FileMode
	T time.Time
}

func infoOf(st fs.FileInfo, err error) (fileInfo, error) {
	if err != nil {
		return fileInfo{}, err
	}
	return fileInfo{st.Name(), st.Size(), st.Mode(), st.ModTime()}, nil
}

func (f fileInfo) Name() string       { return f.N }
func (f fileInfo) Size() int64        { return f.S }
func (f fileInfo) Mode() fs.FileMode  { return f.M }
func (f fileInfo) ModTime() time.Time { return f.T }
func (f fileInfo) IsDir() bool        { return f.M.IsDir() }
func (f fileInfo) Sys() any           { return nil }

// infoAsked is asked for a fileInfo.
func infoAsked(j *journal, key string, f func() (fs.FileInfo, error)) (fs.FileInfo, error) {
	st, err := asked(j, key, func() (fileInfo, error) { return infoOf(f()) })
	if err != nil {
		return nil, err
	}
	return st, nil
}

func (s *journaled) OpenFile(name string, flag int, perm fs.FileMode) (system.File, error) {
	var f system.File
	s.files++
	id := s.files
	err := did(s.j, fmt.Sprintf("open %s %#x %#o", name, flag, perm), func() (err error) {
		f, err = s.System.OpenFile(name, flag, perm)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &journaledFile{f, s.j, fmt.Sprintf("file %d ", id)}, nil
}

func (s *journaled) ReadFile(name string) ([]byte, error) {
	return asked(s.j, "contents of "+name, func() ([]byte, error) { return s.System.ReadFile(name) })
}

func (s *journaled) ReadDirNames(name string) ([]string, error) {
	return asked(s.j, "names in "+name, func() ([]string, error) { return s.System.ReadDirNames(name) })
}

func (s *journaled) Stat(name string) (fs.FileInfo, error) {
	return infoAsked(s.j, "stat "+name, func() (fs.FileInfo, error) { return s.System.Stat(name) })
}

func (s *journaled) Lstat(name string) (fs.FileInfo, error) {
	return infoAsked(s.j, "lstat "+name, func() (fs.FileInfo, error) { return s.System.Lstat(name) })
}

func (s *journaled) Access(name string, mode uint32) bool {
	ok, _ := asked(s.j, fmt.Sprintf("access %s %d", name, mode), func() (bool, error) { return s.System.Access(name, mode), nil })
	return ok
}

func (s *journaled) Remove(name string) error {
	return did(s.j, "remove "+name, func() error { return s.System.Remove(name) })
}

func (s *journaled) Rmdir(name string) error {
	return did(s.j, "rmdir "+name, func() error { return s.System.Rmdir(name) })
}

func (s *journaled) Mkdir(name string, perm fs.FileMode) error {
	return did(s.j, "mkdir "+name, func() error { return s.System.Mkdir(name, perm) })
}

func (s *journaled) Chmod(name string, perm fs.FileMode) error {
	return did(s.j, "chmod "+name, func() error { return s.System.Chmod(name, perm) })
}

func (s *journaled) Rename(from, to string) error {
	return did(s.j, "rename "+from+" "+to, func() error { return s.System.Rename(from, to) })
}

func (s *journaled) Link(from, to string) error {
	return did(s.j, "link "+from+" "+to, func() error { return s.System.Link(from, to) })
}

func (s *journaled) Symlink(to, name string) error {
	return did(s.j, "symlink "+to+" "+name, func() error { return s.System.Symlink(to, name) })
}

func (s *journaled) Readlink(name string) (string, error) {
	return asked(s.j, "readlink "+name, func() (string, error) { return s.System.Readlink(name) })
}

func (s *journaled) Chdir(name string) error {
	return did(s.j, "chdir "+name, func() error { return s.System.Chdir(name) })
}

func (s *journaled) Getwd() (string, error) {
	return asked(s.j, "getwd", func() (string, error) { return s.System.Getwd() })
}

func (s *journaled) Environ() []string { return s.j.head.Env }

func (s *journaled) Now() time.Time {
	now, _ := asked(s.j, "now", func() (time.Time, error) { return s.System.Now(), nil })
	return now
}

func (s *journaled) Monotonic() int64 {
	n, _ := asked(s.j, "monotonic time", func() (int64, error) { return s.System.Monotonic(), nil })
	return n
}

func (s *journaled) CPU() int64 {
	n, _ := asked(s.j, "processor time", func() (int64, error) { return s.System.CPU(), nil })
	return n
}

// Sleep does not wait in a replay.
func (s *journaled) Sleep(d time.Duration) {
	did(s.j, fmt.Sprintf("sleep %d", d), func() error { s.System.Sleep(d); return nil })
}

func (s *journaled) Random(b []byte) error {
	got, err := asked(s.j, fmt.Sprintf("%d random bytes", len(b)), func() ([]byte, error) {
		err := s.System.Random(b)
		return b, err
	})
	copy(b, got)
	return err
}

// journaledFile is an open file.
type journaledFile struct {
	f  system.File // nil in a replay
	j  *journal
	id string
}

func (f *journaledFile) Read(p []byte) (int, error) {
	b, err := asked(f.j, fmt.Sprintf("%sread %d", f.id, len(p)), func() ([]byte, error) {
		n, err := f.f.Read(p)
		return p[:max(n, 0)], err
	})
	return copy(p, b), err
}

func (f *journaledFile) Write(p []byte) (int, error) {
	return asked(f.j, f.id+"write "+sum(p), func() (int, error) { return f.f.Write(p) })
}

func (f *journaledFile) Seek(off int64, whence int) (int64, error) {
	return asked(f.j, fmt.Sprintf("%sseek %d %d", f.id, off, whence), func() (int64, error) { return f.f.Seek(off, whence) })
}

func (f *journaledFile) Close() error {
	return did(f.j, f.id+"close", func() error { return f.f.Close() })
}

func (f *journaledFile) Stat() (fs.FileInfo, error) {
	return infoAsked(f.j, f.id+"stat", func() (fs.FileInfo, error) { return f.f.Stat() })
}

func (f *journaledFile) Truncate(size int64) error {
	return did(f.j, fmt.Sprintf("%struncate %d", f.id, size), func() error { return f.f.Truncate(size) })
}
