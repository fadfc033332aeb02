// Package inspect shows dumps: as text, as a page, and what got worse from one to another.
// It must not know how a dump is made: it has package dump, and nothing else of psy.
package inspect
