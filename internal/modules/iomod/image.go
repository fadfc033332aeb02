// How files take part in images of worlds: the standard streams as they are, memory files by their contents, closed ones; no open ones.

package iomod

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	_ = object.Keeps(func(rt *object.Runtime, s *SeenSystem) (object.Back, error) { return rt.KeepState(s.System) })

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
			},
		}, nil
	})

	_ = object.Keeps(func(_ *object.Runtime, f *RawFile) (object.Back, error) {
		if !f.Closed && !f.std {
			return object.Back{}, errors.New("a file is open")
		}
		was := *f
		return object.Back{After: func() { *f = was }}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, b *bufFile) (object.Back, error) {
		if err := b.flush(); err != nil && !b.closed {
			return object.Back{}, fmt.Errorf("output cannot be written: %w", err)
		}
		was, unread := *b, slices.Clone(b.unread())
		return object.Back{After: func() {
			*b = was
			b.rbuf, b.rpos, b.wbuf = slices.Clone(unread), 0, nil
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
		return object.Back{After: func() {
			*x = was
			x.pending, x.text, x.chunk, x.left = nil, text(), chunk(), left()
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, b *bytesFile) (object.Back, error) {
		was, data := *b, object.KeepSlice(rt, b.data)
		return object.Back{After: func() {
			*b = was
			b.data = data()
		}}, nil
	})

	_ = object.Keeps(func(rt *object.Runtime, s *stringFile) (object.Back, error) {
		was, out, runes := *s, object.KeepSlice(rt, s.out), object.KeepSlice(rt, s.runes)
		return object.Back{After: func() {
			*s = was
			s.out, s.runes = out(), runes()
		}}, nil
	})
)
