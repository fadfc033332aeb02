// Package jsonmod is the module _json: reading and writing JSON, for package json.
package jsonmod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Thread = object.Thread
	Value  = object.Value
	header = heap.Header
)

const (
	null = object.Null
	none = object.None
)

var _ = native.Register("_json", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []object.FuncDef{
			{Name: "encode_basestring", F1: func(t *Thread, _, v Value) Value { return encodeText(t, v, false) }},
			{Name: "encode_basestring_ascii", F1: func(t *Thread, _, v Value) Value { return encodeText(t, v, true) }},
			{Name: "scanstring", MaxArgs: -1, FN: scanString},
		},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return d.SetStr(t, "make_scanner", t.Type(tScanner).Value()) && d.SetStr(t, "make_encoder", t.Type(tEncoder).Value())
		},
	}
})
