// Package goheap has Go's heap begin in large pages of memory. It must not know what is allocated. Only the command psy imports it.
package goheap
