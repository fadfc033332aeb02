package editor

import (
	"fmt"
	"strings"
)

// search is looking for a text of the history while the words to look for are typed.
type search struct {
	term   string
	by     int // the direction
	failed bool
	begun  state // where it began
	entry  int
}

func (s *search) prompt() string {
	failed, name := "", "r-search"
	if s.failed {
		failed = "failed "
	}
	if s.by > 0 {
		name = "f-search"
	}
	return fmt.Sprintf("(%s%s `%s') ", failed, name, s.term)
}

func (r *reading) beginSearch(by int) {
	r.search = &search{by: by, begun: r.state, entry: r.entry}
}

// searchKey does what a key asks for in a search. False: the search has ended, and the key has its usual meaning.
func (r *reading) searchKey(k key) bool {
	s := r.search
	switch {
	case k.name == "\x12" || k.name == "\x13":
		s.by = map[string]int{"\x12": -1, "\x13": 1}[k.name]
		r.find(r.entry + s.by)
	case k.name == "\x7f" || k.name == "\x08":
		if s.term != "" {
			c := []rune(s.term)
			s.term = string(c[:len(c)-1])
			r.find(r.entry)
		}
	case k.name == "\x07" || k.name == "\x03":
		r.recall(s.entry, -1)
		r.state, r.search = s.begun, nil
	case k.name == pasteBegins:
		s.term += strings.ReplaceAll(k.paste, "\n", " ")
		r.find(r.entry)
	case commands()[k.name] == nil && plain(k.name) == k.name:
		s.term += k.name
		r.find(r.entry)
	default:
		r.search = nil
		return false
	}
	return true
}

// find shows the next text, from a given one on, that has the words.
func (r *reading) find(from int) {
	s := r.search
	for i := from; i >= 0 && i < len(r.entries); i += s.by {
		text := r.entries[i]
		if i == r.entry {
			text = r.s
		}
		if at := strings.Index(text, s.term); at >= 0 && s.term != "" {
			s.failed = false
			r.recall(i, at)
			return
		}
	}
	s.failed = s.term != ""
}
