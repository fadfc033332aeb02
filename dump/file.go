// Writing and reading dumps.

package dump

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Write writes d: the document on lines of its larger parts, so that two dumps can be compared by diff.
func (d *Dump) Write(w io.Writer) error {
	d.Version = Version
	d.Tidy()
	out := bufio.NewWriter(w)
	var whole bytes.Buffer
	e := json.NewEncoder(&whole)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		return err
	}
	breakLines(out, whole.Bytes())
	return out.Flush()
}

// Tidy makes empty lists of those that are nil.
func (d *Dump) Tidy() {
	empty(&d.Options)
	empty(&d.Sources)
	empty(&d.Functions)
	empty(&d.Buffers)
	empty(&d.Executors)
	empty(&d.Promotes)
	empty(&d.Assumed)
	empty(&d.Events)
	empty(&d.Memory.Owners)
	if d.Times != nil {
		empty(&d.Times.Functions)
		for i := range d.Times.Functions {
			empty(&d.Times.Functions[i].Lines)
		}
	}
	for i := range d.Functions {
		empty(&d.Functions[i].Bytecode)
		empty(&d.Functions[i].Sites)
	}
}

func empty[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// breakLines writes JSON with a line for each element of the arrays that are the document's fields.
func breakLines(w *bufio.Writer, doc []byte) {
	depth, inString := 0, false
	for i := 0; i < len(doc); i++ {
		c := doc[i]
		w.WriteByte(c)
		switch {
		case inString && c == '\\':
			i++
			w.WriteByte(doc[i])
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			if c == '[' && depth == 2 && doc[i+1] != ']' {
				w.WriteByte('\n')
			}
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth <= 2:
			w.WriteByte('\n')
		}
	}
}

// maxBytes is how long a dump may be that Read takes.
const maxBytes = 1 << 30

// Read reads a dump, and checks that what it refers to is there: the numbers of a dump from Read can be followed.
func Read(r io.Reader) (*Dump, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	if len(data) > maxBytes {
		return nil, errors.New("dump: larger than 1 GiB")
	}
	var head struct {
		Version *int `json:"psy_dump"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, describe(data, err)
	}
	switch {
	case head.Version == nil:
		return nil, errors.New("dump: this is no dump: it has no \"psy_dump\"")
	case *head.Version != Version:
		return nil, fmt.Errorf("dump: version %d of the format; this psy reads version %d", *head.Version, Version)
	}
	d := new(Dump)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, describe(data, err)
	}
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	return d, nil
}

// describe says where a document is wrong.
func describe(data []byte, err error) error {
	var syntax *json.SyntaxError
	if len(bytes.TrimSpace(data)) == 0 {
		return errors.New("dump: the file is empty")
	}
	if errors.As(err, &syntax) {
		if syntax.Offset >= int64(len(data)) {
			return fmt.Errorf("dump: it ends too early, after %d bytes", len(data))
		}
		return fmt.Errorf("dump: this is no dump, or a damaged one: %v (byte %d)", err, syntax.Offset)
	}
	return fmt.Errorf("dump: damaged: %w", err)
}

// check verifies the references between the parts.
func (d *Dump) check() error {
	names := map[string]bool{}
	function := func(n int, what string, i int) error {
		if n < -1 || n >= len(d.Functions) {
			return fmt.Errorf("%s %d: there is no function %d", what, i, n)
		}
		return nil
	}
	for i := range d.Buffers {
		b := &d.Buffers[i]
		if names[b.Name] {
			return fmt.Errorf("buffer %d: there are two of the name %q", i, b.Name)
		}
		names[b.Name] = true
		if err := function(b.Function, "buffer", i); err != nil {
			return err
		}
		if b.Size < 0 || 2*b.Size != len(b.Code) && b.Code != "" {
			return fmt.Errorf("buffer %d: %d bytes of code, not %d", i, len(b.Code)/2, b.Size)
		}
		at := 0
		for _, p := range b.Parts {
			if p.At < at || p.At > b.Size {
				return fmt.Errorf("buffer %d: its parts overlap", i)
			}
			at = p.At
		}
	}
	for i := range d.Executors {
		if err := function(d.Executors[i].Function, "executor", i); err != nil {
			return err
		}
	}
	for i := range d.Promotes {
		if err := function(d.Promotes[i].Function, "promotion", i); err != nil {
			return err
		}
	}
	for i := range d.Assumed {
		for _, p := range d.Assumed[i].Places {
			for at := &p; at != nil; at = at.Call {
				if err := function(at.Function, "assumption", i); err != nil {
					return err
				}
			}
		}
	}
	for i := range d.Events {
		if err := function(d.Events[i].Function, "event", i); err != nil {
			return err
		}
	}
	if d.Times != nil {
		for i, x := range d.Times.Functions {
			if x.Function < 0 || x.Function >= len(d.Functions) {
				return fmt.Errorf("time %d: there is no function %d", i, x.Function)
			}
			if x.Own < 0 || x.Whole < x.Own || d.Times.Total < x.Whole {
				return fmt.Errorf("time %d: %d of %d of %d", i, x.Own, x.Whole, d.Times.Total)
			}
		}
	}
	for i := range d.Memory.Owners {
		if err := function(d.Memory.Owners[i].Function, "owner", i); err != nil {
			return err
		}
	}
	return nil
}
