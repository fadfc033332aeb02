// Package locales finds the locales of the C library on a machine: which of them there are, and what their categories say of numbers,
// money, times and answers. It reads the files that glibc's localedef makes. The locales C, POSIX and C.UTF-8 are known without files.
package locales

import (
	"encoding/binary"
	"strings"
)

// A Category is one of C's, by its number on Linux.
type Category int

const (
	Ctype Category = iota
	Numeric
	Time
	Collate
	Monetary
	Messages
	All
	Paper
	Name
	Address
	Telephone
	Measurement
	Identification
	Categories // how many there are, with All
)

var categoryNames = [Categories]string{"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL", "LC_PAPER", "LC_NAME",
	"LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"}

func (c Category) String() string { return categoryNames[c] }

// Codesets of the locales that are known without files.
const (
	ASCII = "ANSI_X3.4-1968"
	UTF8  = "UTF-8"
)

// Data is what a locale says in one category. It never changes.
type Data struct {
	Codeset string // the encoding of its texts
	items   []string
}

// Text is an item up to the first NUL byte.
func (d *Data) Text(i int) string {
	s := d.Raw(i)
	if n := strings.IndexByte(s, 0); n >= 0 {
		s = s[:n]
	}
	return s
}

// Raw is an item with what follows it in the file, up to the next item.
func (d *Data) Raw(i int) string {
	if i >= len(d.items) {
		return ""
	}
	return d.items[i]
}

// Items is all of them, up to their first NUL bytes.
func (d *Data) Items() []string {
	s := make([]string, len(d.items))
	for i := range s {
		s[i] = d.Text(i)
	}
	return s
}

// Items of categories, as nl_langinfo numbers them.
const (
	DecimalPoint = 0 // Numeric
	ThousandsSep = 1
	Grouping     = 2

	ShortDays   = 0 // Time: from Sunday
	Days        = 7
	ShortMonths = 14
	Months      = 26
	AM          = 38
	PM          = 39
	DateTime    = 40
	Date        = 41
	Clock       = 42
	Clock12     = 43
	AltDigits   = 47
	UnixDate    = 108

	IntCurrency = 0 // Monetary: what struct lconv has, in this order
	CurrencyLC  = 15

	Yes = 0 // Messages
	No  = 1

	codesetItem = 14 // Ctype
)

// C is the category of the locale C, with texts in codeset.
func C(c Category, codeset string) *Data {
	d := &Data{Codeset: codeset}
	switch c {
	case Numeric:
		d.items = []string{".", "", ""}
	case Monetary:
		d.items = []string{"", "", "", "", "", "", "", "\x7f", "\x7f", "\x7f", "\x7f", "\x7f", "\x7f", "\x7f", "\x7f", "-"}
	case Messages:
		d.items = []string{"^[yY]", "^[nN]"}
	case Time:
		d.items = make([]string, UnixDate+1)
		days := []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
		months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
		for i, s := range days {
			d.items[ShortDays+i], d.items[Days+i] = s[:3], s
		}
		for i, s := range months {
			d.items[ShortMonths+i], d.items[Months+i] = s[:3], s
		}
		d.items[AM], d.items[PM] = "AM", "PM"
		d.items[DateTime], d.items[Date], d.items[Clock], d.items[Clock12] = "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"
		d.items[UnixDate] = "%a %b %e %H:%M:%S %Z %Y"
	}
	return d
}

// Files is how locales are read: n bytes of a file from off on, fewer at its end; nil: there is no such file.
type Files func(path string, off int64, n int) []byte

// A Locale is one that was found.
type Locale struct {
	builtin string // the codeset of a locale that is known without files
	files   Files  // of others:
	dir     string // the folder with a file for each category
	records []byte // or its records in the archive
	codeset string // what the name asks for, normalized; "": anything
}

// IsC tells that a locale compares and translates as C does.
func (l *Locale) IsC() bool { return l.builtin != "" }

const (
	archive   = "/usr/lib/locale/locale-archive"
	folder    = "/usr/lib/locale"
	maxFile   = 1 << 20
	maxString = 8 << 20
)

// Find looks for a locale by its name. paths are the folders of LOCPATH, in place of the system's.
func Find(files Files, paths []string, name string) *Locale {
	if name == "C" || name == "POSIX" {
		return &Locale{builtin: ASCII}
	}
	if name == "" || len(name) > 255 || strings.ContainsAny(name, "/;=\x00") || name == "." || name == ".." {
		return nil
	}
	language, territory, codeset, modifier := explode(name)
	normal := Normal(codeset)
	if language == "C" && territory == "" && normal == "utf8" {
		return &Locale{builtin: UTF8}
	}
	if files == nil {
		return nil
	}
	l := &Locale{files: files, codeset: normal}
	if len(paths) == 0 {
		whole := language + territory
		if normal != "" {
			whole += "." + normal
		}
		if l.records = inArchive(files, whole+modifier); l.records != nil {
			return l
		}
		paths = []string{folder}
	}
	sets := []string{""}
	if codeset != "" {
		sets = []string{"." + codeset, "." + normal, ""}
	}
	for _, p := range paths {
		for _, m := range unique(modifier) {
			for _, t := range unique(territory) {
				for _, s := range sets {
					l.dir = p + "/" + language + t + s + m
					if d := l.Data(Identification); d != nil {
						return l
					}
				}
			}
		}
	}
	return nil
}

// unique is a part of a name and its absence.
func unique(part string) []string {
	if part == "" {
		return []string{""}
	}
	return []string{part, ""}
}

// explode cuts language_TERRITORY.codeset@modifier; territory and modifier keep what introduces them.
func explode(name string) (language, territory, codeset, modifier string) {
	if i := strings.IndexByte(name, '@'); i >= 0 {
		name, modifier = name[:i], name[i:]
	}
	name, codeset, _ = strings.Cut(name, ".")
	if i := strings.IndexByte(name, '_'); i >= 0 {
		name, territory = name[:i], name[i:]
	}
	return name, territory, codeset, modifier
}

// Normal is the name of a codeset as folders have it: letters and digits, small; iso in front of digits alone.
func Normal(codeset string) string {
	var b []byte
	letters := false
	for i := 0; i < len(codeset); i++ {
		switch c := codeset[i]; {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
			b, letters = append(b, c|0x20), true
		case c >= '0' && c <= '9':
			b = append(b, c)
		}
	}
	if len(b) > 0 && !letters {
		return "iso" + string(b)
	}
	return string(b)
}

var order = binary.LittleEndian

// inArchive is the record of a locale in the archive: where each category stands, and how long it is.
func inArchive(files Files, name string) []byte {
	head := files(archive, 0, 56)
	if len(head) < 56 || order.Uint32(head) != 0xde020109 {
		return nil
	}
	word := func(i int) int { return int(order.Uint32(head[4*i:])) }
	hash, size := word(2), word(4)
	if size > maxFile/12 || word(7) > maxString {
		return nil
	}
	table, texts := files(archive, int64(hash), 12*size), files(archive, int64(word(5)), word(7))
	for ; len(table) >= 12; table = table[12:] {
		at, rec := int(order.Uint32(table[4:]))-word(5), order.Uint32(table[8:])
		if rec == 0 || at < 0 || at > len(texts) || !strings.HasPrefix(string(texts[at:min(len(texts), at+len(name)+1)]), name+"\x00") {
			continue
		}
		if r := files(archive, int64(rec), 4+8*int(Categories)); len(r) == 4+8*int(Categories) {
			return r[4:]
		}
	}
	return nil
}

// Data is what a locale says in a category; nil: it says nothing, or its codeset is not the one that was asked for.
func (l *Locale) Data(c Category) *Data {
	if l.builtin != "" {
		return C(c, l.builtin)
	}
	d := l.read(c)
	if d == nil || l.codeset != "" && d.Codeset != "" && Normal(d.Codeset) != l.codeset {
		return nil
	}
	return d
}

// open is how the file of a category is read.
func (l *Locale) open(c Category) func(off, n int) []byte {
	if l.records != nil {
		off, size := int64(order.Uint32(l.records[8*c:])), int(order.Uint32(l.records[8*c+4:]))
		return func(at, n int) []byte { return l.files(archive, off+int64(at), max(min(n, size-at), 0)) }
	}
	path := l.dir + "/" + c.String()
	if c == Messages {
		path += "/SYS_LC_MESSAGES"
	}
	return func(at, n int) []byte { return l.files(path, int64(at), n) }
}

// read reads the file of a category. Of the kinds of characters and of collation there is much; only their codesets are read.
func (l *Locale) read(c Category) *Data {
	get := l.open(c)
	magic := uint32(0x20031115)
	switch c {
	case Ctype:
		magic = 0x20090720
	case Collate:
		magic = 0x20051014
	}
	head := get(0, 8)
	if len(head) < 8 || order.Uint32(head) != magic^uint32(c) {
		return nil
	}
	n := int(order.Uint32(head[4:]))
	if n > 1024 {
		return nil
	}
	offsets := get(8, 4*n)
	if len(offsets) < 4*n {
		return nil
	}
	at := func(i int) int { return int(order.Uint32(offsets[4*i:])) }
	d := new(Data)
	switch c {
	case Ctype:
		if codesetItem < n {
			d.Codeset, _, _ = strings.Cut(string(get(at(codesetItem), 64)), "\x00")
		}
		return d
	case Collate:
		return d
	}
	whole := string(get(0, maxFile))
	d.items = make([]string, n)
	for i := range d.items {
		from, to := at(i), len(whole)
		if i+1 < n {
			to = min(to, at(i+1))
		}
		if from < to {
			d.items[i] = whole[from:to]
		}
	}
	if i, known := codesetItems[c]; known {
		d.Codeset = d.Text(i)
	}
	return d
}

// codesetItems is where a category has its codeset.
var codesetItems = map[Category]int{Numeric: 5, Monetary: 45, Messages: 4, Time: 110, Identification: 15}
