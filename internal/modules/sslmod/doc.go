// Package sslmod is the module _ssl: TLS over package tlsconn, which drives crypto/tls. A _SSLSocket moves bytes between a tlsconn.Conn and a socket or a
// pair of MemoryBIO objects. It takes a record at a time from a socket, as OpenSSL does, so what follows the last record stays there.
package sslmod

import (
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
	header  = heap.Header
)

const (
	null = object.Null
	none = object.None
)
