package locales

import (
	"encoding/binary"
	"strings"
	"testing"
)

// file is a category as localedef writes it.
func file(c Category, items ...string) []byte {
	magic := uint32(0x20031115)
	if c == Ctype {
		magic = 0x20090720
	}
	b := order.AppendUint32(nil, magic^uint32(c))
	b = order.AppendUint32(b, uint32(len(items)))
	at := len(b) + 4*len(items)
	text := ""
	for _, s := range items {
		b = order.AppendUint32(b, uint32(at+len(text)))
		text += s + "\x00"
	}
	return append(b, text...)
}

// german is two categories and what tells that there are some.
func german() map[Category][]byte {
	ctype := make([]string, codesetItem+1)
	ctype[codesetItem] = "UTF-8"
	id := make([]string, 16)
	id[15] = "UTF-8"
	return map[Category][]byte{Ctype: file(Ctype, ctype...), Numeric: file(Numeric, ",", ".", "\x03\x03", "", "", "UTF-8"), Identification: file(Identification, id...)}
}

func reader(files map[string][]byte) Files {
	return func(path string, off int64, n int) []byte {
		b := files[path]
		if int64(len(b)) <= off {
			return nil
		}
		return b[off:min(int64(len(b)), off+int64(n))]
	}
}

func check(t *testing.T, l *Locale) {
	t.Helper()
	if l == nil {
		t.Fatal("not found")
	}
	d := l.Data(Numeric)
	if d == nil || d.Text(DecimalPoint) != "," || d.Text(ThousandsSep) != "." || d.Text(Grouping) != "\x03\x03" || d.Codeset != "UTF-8" {
		t.Errorf("numbers: %+v", d)
	}
	if d := l.Data(Ctype); d == nil || d.Codeset != "UTF-8" {
		t.Errorf("kinds of characters: %+v", d)
	}
	if d := l.Data(Time); d != nil {
		t.Errorf("times that are not there: %+v", d)
	}
}

func TestFolders(t *testing.T) {
	files := map[string][]byte{}
	for c, b := range german() {
		files["/l/de_DE.utf8/"+c.String()] = b
	}
	for _, name := range []string{"de_DE.UTF-8", "de_DE.utf8", "de_DE.UTF-8@euro"} {
		check(t, Find(reader(files), []string{"/none", "/l"}, name))
	}
	for _, name := range []string{"de_DE", "de", "de_DE.UTF-7", "de_DE.ISO-8859-1", "DE_de.UTF-8", "../l/de_DE.utf8", "", strings.Repeat("x", 300)} {
		if l := Find(reader(files), []string{"/l"}, name); l != nil {
			t.Errorf("%q is found", name)
		}
	}
	if l := Find(reader(files), nil, "de_DE.UTF-8"); l != nil {
		t.Error("found where nobody looks")
	}
}

func TestArchive(t *testing.T) {
	var body []byte
	record := make([]byte, 4+8*int(Categories))
	const start = 1024
	for c, b := range german() {
		order.PutUint32(record[4+8*c:], uint32(start+len(body)))
		order.PutUint32(record[8+8*c:], uint32(len(b)))
		body = append(body, b...)
	}
	const hash, texts, records = 56, 80, 100
	head := make([]byte, start)
	for i, w := range []uint32{0xde020109, 0, hash, 1, 2, texts, 11, 11, records} {
		binary.LittleEndian.PutUint32(head[4*i:], w)
	}
	order.PutUint32(head[hash+12+4:], texts)
	order.PutUint32(head[hash+12+8:], records)
	copy(head[texts:], "de_DE.utf8\x00")
	copy(head[records:], record[:4])
	head = append(head[:records], record...)
	head = append(head, make([]byte, start-len(head))...)
	whole := append(head, body...)
	read := reader(map[string][]byte{archive: whole})
	check(t, Find(read, nil, "de_DE.UTF-8"))
	if Find(read, nil, "de_DE") != nil || Find(read, []string{"/l"}, "de_DE.UTF-8") != nil {
		t.Error("found under another name, or where nobody looks")
	}
	for i := range len(whole) { // damaged files are refused or read, without a crash
		for _, x := range []byte{0, 0xff, whole[i] + 1} {
			w := append([]byte(nil), whole...)
			w[i] = x
			if l := Find(reader(map[string][]byte{archive: w}), nil, "de_DE.UTF-8"); l != nil {
				for c := range Categories {
					if d := l.Data(c); d != nil {
						d.Items()
					}
				}
			}
		}
	}
}

func TestBuiltIn(t *testing.T) {
	for name, codeset := range map[string]string{"C": ASCII, "POSIX": ASCII, "C.UTF-8": UTF8, "C.utf8@any": UTF8} {
		l := Find(nil, nil, name)
		if l == nil || l.Data(Ctype).Codeset != codeset || l.Data(Time).Text(Days+6) != "Saturday" || l.Data(Paper) == nil {
			t.Errorf("%s: %+v", name, l)
		}
	}
}
