// Package inspect shows dumps as text and as a page, and lists what got worse between two dumps.
// It must not know how a dump is made: of psy's packages it imports only dump.
package inspect
