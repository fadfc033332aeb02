// Calls of Go functions that Python makes, in a journal.

package psy

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
)

// replayedError is an error of a Go function, in a replay.
type replayedError struct {
	text string
	is   error
}

func (e *replayedError) Error() string { return e.text }
func (e *replayedError) Unwrap() error { return e.is }

// called records the call of a Go function that Python has called, or replays it. f makes the call; types are those of the results.
func (j *journal) called(name string, in []reflect.Value, types []reflect.Type, f func() ([]reflect.Value, error)) ([]reflect.Value, error) {
	key := "call of " + name
	if b, ok := gobs(in); ok {
		key += " with " + sum(b)
	}
	if j.replays() {
		e, ok := j.next(key)
		if !ok {
			return nil, j.err
		}
		out := make([]reflect.Value, len(types))
		d := gob.NewDecoder(bytes.NewReader(e.Value))
		for i, typ := range types {
			p := reflect.New(typ)
			if len(e.Value) > 0 {
				if err := d.DecodeValue(p); err != nil {
					j.broken("%s: %v", key, err)
					return nil, j.err
				}
			}
			out[i] = p.Elem()
		}
		return out, e.goError()
	}
	e := journalEntry{Key: key}
	defer func() {
		if p := recover(); p != nil {
			e.Err = fmt.Sprint("panic: ", p)
			j.put(&e)
			panic(p)
		}
	}()
	out, err := f()
	if err != nil {
		e.noteGo(err)
	} else if len(out) > 0 {
		b, ok := gobs(out)
		if !ok {
			j.broken("%s: its results cannot be recorded", key)
			return nil, j.err
		}
		e.Value = b
	}
	j.put(&e)
	return out, err
}

// gobs encodes values.
func gobs(list []reflect.Value) (b []byte, ok bool) {
	defer func() { recover() }() // what the methods of values do
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	for _, x := range list {
		p := reflect.New(x.Type()) // so that interfaces are encoded as such
		p.Elem().Set(x)
		if enc.EncodeValue(p) != nil {
			return nil, false
		}
	}
	return buf.Bytes(), true
}

// noteGo keeps the error of a Go function in a journal; goError is it again.
func (e *journalEntry) noteGo(err error) {
	e.Err = err.Error()
	var x *Exception
	if errors.As(err, &x) {
		e.Type, e.Err = x.Type, x.Message
		return
	}
	for i, g := range goErrors {
		if errors.Is(err, g.err) {
			e.Kind = i + 1
			return
		}
	}
}

func (e *journalEntry) goError() error {
	switch {
	case e.Type != "":
		return &Exception{Type: e.Type, Message: e.Err}
	case e.Err == "" && e.Kind == 0:
		return nil
	case e.Kind > 0:
		return &replayedError{e.Err, goErrors[e.Kind-1].err}
	}
	return &replayedError{e.Err, nil}
}
