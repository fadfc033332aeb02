// The locale of a runtime, as far as modules other than _locale have to know it.

package native

import (
	"github.com/psyco-go/psy/internal/lib/locales"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Locale is what setlocale has changed.
type Locale struct {
	Codeset string    // the encoding of the category LC_CTYPE; "": UTF-8
	Time    *TimeText // how times are written; nil: as C does
}

// TimeText is the category LC_TIME, in UTF-8.
type TimeText struct {
	Items     []string // by the numbers of package locales
	AltDigits []string // numbers from 0 on in the locale's own digits; none: it has no others
}

// Text is one of the items.
func (x *TimeText) Text(i int) string {
	if i < len(x.Items) {
		return x.Items[i]
	}
	return ""
}

var localeKey = object.NewHostKey(func(*object.Runtime) *Locale { return new(Locale) })

// LocaleOf is the locale of a runtime.
func LocaleOf(rt *object.Runtime) *Locale { return localeKey.Of(rt) }

// LocaleEncoding is the encoding of files for which none is named.
func LocaleEncoding(rt *object.Runtime) string {
	if WorldIn(rt).UTF8Mode {
		return "utf-8"
	}
	if s := LocaleOf(rt).Codeset; s != "" {
		return s
	}
	return locales.UTF8
}

var _ = object.Plain[Locale]()
