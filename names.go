// Names of Go's fields and methods in Python.

package psy

import (
	"strings"
	"sync"
	"unicode"
)

// naming gives names in Python to fields without a tag, and to methods. What is known of Go types is kept here.
type naming struct {
	rename  func(string) string
	classes sync.Map // reflect.Type to *goClass
	fields  sync.Map // reflect.Type to []field
}

var usualNames naming

func (n *naming) of(name string) string {
	if n.rename == nil {
		return name
	}
	if s := n.rename(name); s != "" {
		return s
	}
	return name
}

// SnakeCase is a Config.Names: MaxSize becomes max_size, HTTPServer http_server, UserID user_id.
func SnakeCase(name string) string {
	var b strings.Builder
	s := []rune(name)
	for i, c := range s {
		if unicode.IsUpper(c) {
			after := i > 0 && s[i-1] != '_'
			if after && (!unicode.IsUpper(s[i-1]) || i+1 < len(s) && unicode.IsLower(s[i+1])) {
				b.WriteByte('_')
			}
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	}
	return b.String()
}
