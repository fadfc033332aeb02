// Package goheap has Go's heap begin in large pages of memory where small ones are dear. It must not know what is allocated. Only the command psy imports it.
package goheap
