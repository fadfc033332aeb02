package editor

import (
	"os"
	"strings"
)

// History is texts that were entered, oldest first. In its file a line is a text; one that ends in a carriage return goes on in the next,
// as in CPython's history.
type History struct {
	file  string
	texts []string
}

const historyMax = 5000 // texts that are read from a file

// OpenHistory reads a file, if there is one; "" is a history that is not kept.
func OpenHistory(file string) *History {
	h := &History{file: file}
	data, err := os.ReadFile(file)
	if err != nil {
		return h
	}
	for line := range strings.Lines(strings.ReplaceAll(string(data), "\r\n", "\r")) {
		if t := strings.TrimRight(plain(line), "\n"); t != "" {
			h.texts = append(h.texts, t)
		}
	}
	h.texts = h.texts[max(0, len(h.texts)-historyMax):]
	return h
}

// Add enters a text, for now and, if the file can be written, for later.
func (h *History) Add(text string) {
	if text = strings.TrimRight(text, " \t\n"); text == "" || len(h.texts) > 0 && h.texts[len(h.texts)-1] == text {
		return
	}
	h.texts = append(h.texts, text)
	if h.file == "" {
		return
	}
	if f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		f.WriteString(strings.ReplaceAll(text, "\n", "\r\n") + "\n")
		f.Close()
	}
}
