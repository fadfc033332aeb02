// Package helptext holds the texts that help shows for psy's built-in modules, types and functions: signatures, which are CPython's,
// and docstrings, which are psy's own. It must not know Python objects.
//
// The table is text inside the program. Nothing is read from it before a program asks for a docstring or a signature.
package helptext

import (
	_ "embed"
	"strings"
)

// A table has one entry a thing, sorted by name: a line "NAME SIGNATURE", the signature left out where there is none and going
// on in lines that begin with a tab where it has several, then the docstring in lines that begin with four blanks. A docstring
// of "~" alone is that of the entry "*.LAST PART OF NAME". Such entries also serve the things of that name without an entry. A
// name that ends with () is that of a function where a type has the same name. Lines with # are comments. The generator writes
// the names and the signatures, people write the docstrings.
//
// Modules get their docstrings when they are made, so these stand together, where few pages of memory are touched.
//
//go:generate go run ../../../tests/genhelp

//go:embed modules.txt
var modules string

//go:embed things.txt
var things string

const indent = "    "

// Find returns what is known of a thing by its full name ("builtins.str.join"); empty where there is nothing to say.
func Find(name string) (signature, doc string, found bool) {
	rest := "*." + name[strings.LastIndexByte(name, '.')+1:]
	e, found := find(name)
	if !found {
		if e, found = find(rest); !found {
			return "", "", false
		}
	}
	signature, doc = split(e)
	if doc == "~" {
		e, _ = find(rest)
		_, doc = split(e)
	}
	return signature, doc, true
}

// find returns the entry of the name, by bisection.
func find(name string) (entry string, found bool) {
	table := things
	if strings.IndexByte(name, '.') < 0 {
		table = modules
	}
	low, high := 0, len(table) // entries begin in [low, high)
	for low < high {
		start := entryStart(table, low+(high-low)/2)
		end := entryEnd(table, start)
		switch c := strings.Compare(name, keyOf(table[start:end])); {
		case c == 0:
			return table[start:end], true
		case c < 0:
			high = start
		default:
			low = end
		}
	}
	return "", false
}

// entryStart finds where the entry that holds byte i begins; entryEnd, where the one that begins at i ends.
func entryStart(table string, i int) int {
	for i > 0 && (table[i-1] != '\n' || goesOn(table[i])) {
		i--
	}
	return i
}

func entryEnd(table string, i int) int {
	for i++; i < len(table) && (table[i-1] != '\n' || goesOn(table[i])); i++ {
	}
	return i
}

// goesOn reports whether a line that begins with c belongs to the entry above it.
func goesOn(c byte) bool { return c == ' ' || c == '\t' }

func keyOf(entry string) string { return entry[:strings.IndexAny(entry, " \n")] }

// split takes an entry apart.
func split(entry string) (signature, doc string) {
	first, doc, found := strings.Cut(strings.TrimSuffix(entry, "\n"), "\n"+indent)
	if found {
		doc = strings.ReplaceAll(doc, "\n"+indent, "\n")
	}
	_, signature, _ = strings.Cut(first, " ")
	return strings.ReplaceAll(signature, "\n\t", "\n"), doc
}

// Entry is one entry as it stands in its table.
type Entry struct{ Name, Signature, Doc string }

// Entries lists the tables, for the generator and the tests.
func Entries() []Entry {
	var list []Entry
	for _, table := range []string{modules, things} {
		for i := 0; i < len(table); {
			end := entryEnd(table, i)
			if table[i] != '#' {
				signature, doc := split(table[i:end])
				list = append(list, Entry{keyOf(table[i:end]), signature, doc})
			}
			i = end
		}
	}
	return list
}
