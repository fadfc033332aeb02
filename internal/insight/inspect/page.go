// The page: one HTML file with all that it needs in it.

package inspect

import (
	"bufio"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/psyco-go/psy/dump"
)

var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/style.css
	pageCSS string
	//go:embed page/page.js
	pageJS string
)

// light is a dump whose buffers are taken apart only when they are looked at: their details stand apart, compressed.
type light struct {
	*dump.Dump
	Hot []int         `json:"hot"` // bytes of each buffer that are not off its usual ways
	Ran [][][2]uint64 `json:"ran"` // for each function: offsets, and how often code for them ran
}

// detail is what a buffer has besides.
type detail struct {
	Snapshot []dump.Slot `json:"snapshot"`
	Code     string      `json:"code"`
	Parts    []dump.Part `json:"parts"`
}

// chunk is how many buffers' details are compressed together; the page knows it too.
const chunk = 32

// details writes those of buffers: a line of JSON for each, compressed, in base64.
func details(w io.Writer, list []dump.Buffer) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	z := gzip.NewWriter(text)
	e := json.NewEncoder(z)
	for i := range list {
		b := &list[i]
		if err := e.Encode(detail{b.Snapshot, b.Code, b.Parts}); err != nil {
			return err
		}
	}
	err := z.Close()
	if err == nil {
		err = text.Close()
	}
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

// Page writes the page of a dump. It loads nothing from anywhere.
func Page(w io.Writer, d *dump.Dump) error {
	out := bufio.NewWriter(w)
	head := light{Dump: new(dump.Dump), Ran: ran(d)}
	d.Tidy()
	*head.Dump = *d
	head.Buffers = slices.Clone(d.Buffers)
	for i := range head.Buffers {
		b := &head.Buffers[i]
		head.Hot = append(head.Hot, hotBytes(b))
		b.Snapshot, b.Code, b.Parts, b.Symbols, b.Mentions = nil, "", nil, nil, nil
	}
	rest := pageHTML
	fill := func(mark string, write func() error) error {
		before, after, _ := strings.Cut(rest, mark)
		rest = after
		out.WriteString(before)
		return write()
	}
	text := func(s string) func() error {
		return func() error {
			_, err := out.WriteString(s)
			return err
		}
	}
	// In JSON for a script, nothing looks like its end or like a comment: encoding/json writes < as \u003c.
	err := fill("/*style*/", text(pageCSS))
	if err == nil {
		err = fill("/*dump*/", func() error { return json.NewEncoder(out).Encode(head) })
	}
	if err == nil {
		err = fill("/*details*/", func() error {
			for i := 0; i < len(d.Buffers); i += chunk {
				if err := details(out, d.Buffers[i:min(i+chunk, len(d.Buffers))]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err == nil {
		err = fill("/*script*/", text(pageJS))
	}
	if err == nil {
		out.WriteString(rest)
		err = out.Flush()
	}
	return err
}
