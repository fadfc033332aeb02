// How files take part in images of worlds: the standard streams as they are, memory files by their contents, closed ones; no open ones.

package iomod

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	_ = object.Keeps(func(rt *object.Runtime, s *SeenSystem) (object.Back, error) {
		b, err := rt.KeepState(s.System)
		if f := b.Copy; f != nil {
			b.Copy = func(c *object.Copy, into any) (any, error) { return copySeen(c, into, f) }
		}
		return b, err
	})

	_ = object.Keeps(func(_ *object.Runtime, h *OpenFiles) (object.Back, error) {
		h.Settle()
		for f := range h.files {
			f.flush()
		}
		switch {
		case h.opened > 0 || len(h.Owned) > 0:
			return object.Back{}, fmt.Errorf("%d files are open", max(h.opened, len(h.Owned)))
		case len(h.Kept) > 0:
			return object.Back{}, errors.New("descriptors are open")
		}
		files, limit := maps.Clone(h.files), h.openedLimit
		return object.Back{
			Before: h.Settle,
			After: func() { // files that were opened since have been closed as handles
				for _, f := range h.Kept {
					f.Close()
				}
				for _, f := range h.Owned {
					f.close()
				}
				h.files, h.dirty, h.opened, h.openedLimit = maps.Clone(files), nil, 0, limit
				clear(h.Kept)
				clear(h.Owned)
				clear(h.numbered)
			},
			Copy: func(c *object.Copy, into any) (any, error) {
				x := object.Fill(c, h, into)
				x.openedLimit = limit
				for f := range files {
					x.files[f.copied(c)] = true
				}
				return x, nil
			},
		}, nil
	})

	_ = object.Keeps(func(_ *object.Runtime, f *RawFile) (object.Back, error) {
		if !f.Closed && !f.std {
			return object.Back{}, errors.New("a file is open")
		}
		was := *f
		return object.Back{After: func() { *f = was }, Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, f, into)
			*x = was
			x.Host, x.above, x.wait = FilesOf(c.RT), object.Part(c, was.above), nil
			if was.std {
				x.r, x.w = x.Host.std.of(was.stream)
				if x.r == nil && x.w == nil && !was.Closed || was.File != nil {
					return nil, errNotCopied
				}
			}
			return x, nil
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, b *bufFile) (object.Back, error) {
		if err := b.flush(); err != nil && !b.closed {
			return object.Back{}, fmt.Errorf("output cannot be written: %w", err)
		}
		was, unread := *b, slices.Clone(b.unread())
		back := func(b *bufFile) {
			*b = was
			b.rbuf, b.rpos, b.wbuf = slices.Clone(unread), 0, nil
		}
		return object.Back{After: func() { back(b) }, Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, b, into)
			back(x)
			x.raw, x.above, x.host = object.Part(c, was.raw), object.Part(c, was.above), FilesOf(c.RT)
			return x, nil
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, x *textFile) (object.Back, error) {
		if !x.closed {
			x.flush()
			if len(x.pending) > 0 {
				return object.Back{}, errors.New("output cannot be written")
			}
		}
		was := *x
		text, chunk, left := object.KeepSlice(rt, x.text), object.KeepSlice(rt, x.chunk), object.KeepSlice(rt, x.left)
		back := func(x *textFile) {
			*x = was
			x.pending, x.text, x.chunk, x.left = nil, text(), chunk(), left()
		}
		return object.Back{After: func() { back(x) }, Copy: func(c *object.Copy, into any) (any, error) {
			y := object.Fill(c, x, into)
			back(y)
			y.buf, y.host = object.Part(c, was.buf), FilesOf(c.RT)
			y.text, y.chunk, y.left = object.MoveSlice(c, y.text), object.MoveSlice(c, y.chunk), object.MoveSlice(c, y.left)
			return y, nil
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, b *bytesFile) (object.Back, error) {
		was, data := *b, object.KeepSlice(rt, b.data)
		return object.Back{After: func() {
			*b = was
			b.data = data()
		}, Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, b, into)
			*x = was
			x.data = object.MoveSlice(c, data())
			return x, nil
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, s *stringFile) (object.Back, error) {
		was, out, runes := *s, object.KeepSlice(rt, s.out), object.KeepSlice(rt, s.runes)
		return object.Back{After: func() {
			*s = was
			s.out, s.runes = out(), runes()
		}, Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, s, into)
			*x = was
			x.out, x.runes = object.MoveSlice(c, out()), object.MoveSlice(c, runes())
			return x, nil
		}}, nil
	})
)

// copySeen copies what a SeenSystem lies over.
//
//psy:bounded what it lies over is of another type
func copySeen(c *object.Copy, into any, below func(c *object.Copy, into any) (any, error)) (any, error) {
	x, ok := into.(*SeenSystem)
	if !ok {
		return nil, errNotCopied
	}
	_, err := below(c, x.System)
	return x, err
}

var errNotCopied = errors.New("the world's files cannot be copied")

func (b *bufFile) copied(c *object.Copy) flusher  { return object.Part(c, b) }
func (x *textFile) copied(c *object.Copy) flusher { return object.Part(c, x) }

// standard are what the standard streams of a world read and write.
type standard struct {
	in       io.Reader
	out, err io.Writer
}

func (s *standard) of(stream int) (io.Reader, io.Writer) {
	switch stream {
	case 0:
		return s.in, nil
	case 1:
		return nil, s.out
	}
	return nil, s.err
}

// SetStandard says what the standard streams of a copy of an image read and write.
func SetStandard(rt *object.Runtime, in io.Reader, out, err io.Writer) {
	FilesOf(rt).std = standard{in, out, err}
}
