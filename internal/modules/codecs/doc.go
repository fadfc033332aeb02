// Package codecs is the modules _codecs and binascii: encodings of text, and of bytes as text.
package codecs

import "github.com/psyco-go/psy/internal/vm/object"

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
)

const (
	null = object.Null
	none = object.None
)
