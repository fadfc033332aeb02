// One entry of a traceback: the place, the source lines, and the marks under them.

package traceback

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/vm/object"
)

// shownFrame is one entry of a traceback.
type shownFrame struct {
	file, name string
	line       int // -1: unknown
	pos        pyc.Position
	again      int // how many more such frames follow, which are not shown
}

func (f *shownFrame) same(g *shownFrame) bool {
	return f.line == g.line && f.line >= 0 && f.file == g.file && f.name == g.name
}

// frames reads a traceback.
func (b *exceptionBuilder) frames(tb Value) []shownFrame {
	var list []shownFrame
	skip := framesBeyond(b.t, tb)
	last := object.Null // the code object of the frame before
	alike := 0          // how many frames like it there were
	for v := tb; v != object.Null; v = object.As[object.Traceback](v).Next {
		e := object.As[object.Traceback](v)
		co := object.As[object.FrameObject](e.Frame).Code()
		if co == nil {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		f := shownFrame{pos: pyc.Position{Line: -1, EndLine: -1, Col: -1, EndCol: -1}}
		n := len(list) - 1
		if object.Of(co) == last && n >= 0 {
			f.file, f.name = list[n].file, list[n].name
		} else {
			f.file, f.name = object.GoString(co.Filename), object.GoString(co.Name)
		}
		last = object.Of(co)
		if e.Lasti >= 0 {
			f.pos = co.Positions(int(e.Lasti))
		}
		if f.line = f.pos.Line; f.line < 0 {
			f.line = e.LineNumber()
		}
		if f.pos.EndLine < 0 {
			f.pos.EndLine = f.line
		}
		if n >= 0 && list[n].same(&f) {
			if alike++; alike > recursiveCutoff {
				list[n].again++
				continue
			}
		} else {
			alike = 1
		}
		if !b.room(2*int(unsafe.Sizeof(f)) + len(f.file) + len(f.name)) {
			break
		}
		list = append(list, f)
	}
	return list
}

// framesBeyond is how many of the first entries are not shown because of sys.tracebacklimit.
func framesBeyond(t *Thread, tb Value) int64 {
	if t.RT.SysDict == nil {
		return 0
	}
	v := t.RT.SysDict.GetGoString(t, "tracebacklimit")
	if v == object.Null || !object.IsIntLike(v) {
		return 0
	}
	most, small := object.Int64(v)
	switch {
	case !small && object.IntSign(v) > 0:
		return 0
	case most < 0 || !small:
		most = 0
	}
	n := int64(0)
	for ; tb != object.Null; tb = object.As[object.Traceback](tb).Next {
		if object.As[object.FrameObject](object.As[object.Traceback](tb).Frame).Code() != nil {
			n++
		}
	}
	return n - most
}

// sourceReader reads source files, each once.
type sourceReader struct {
	decode   func(data []byte, encoding string) (string, error) // for encodings that the front end does not know
	readFile func(name string) ([]byte, error)
	files    map[string][]string
	path     []string // sys.path, for relative names
}

func newSourceReader(t *Thread) *sourceReader {
	r := &sourceReader{readFile: t.RT.System.ReadFile, files: map[string][]string{}, decode: func(data []byte, encoding string) (string, error) {
		return decodeBy(t, data, encoding)
	}}
	if t.RT.Host != nil {
		r.readFile = t.RT.Host.ReadSource
	}
	if t.RT.SysDict != nil {
		if p := t.RT.SysDict.GetStr(t.N(object.N_path)); p != object.Null && object.IsList(p) {
			for _, d := range object.As[object.List](p).Slice() {
				if object.IsStr(d) {
					r.path = append(r.path, object.GoString(d))
				}
			}
		}
	}
	return r
}

// line returns a line of a file without white space at its end, "" when there is none.
func (r *sourceReader) line(file string, n int) string {
	lines, ok := r.files[file]
	if !ok {
		lines = r.read(file)
		r.files[file] = lines
	}
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimRightFunc(lines[n-1], unidata.IsSpace)
}

func (r *sourceReader) read(file string) []string {
	if file == "" {
		return nil
	}
	data, err := r.readFile(file)
	if err != nil && !filepath.IsAbs(file) {
		for _, dir := range r.path {
			if data, err = r.readFile(filepath.Join(dir, file)); err == nil {
				break
			}
		}
	}
	if err != nil {
		return nil
	}
	text, bad := syntax.Decode(data)
	if bad != nil {
		if text, err = r.decode(data, bad.Encoding); err != nil {
			return nil
		}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

var errUndecodable = errors.New("undecodable source")

// decodeBy decodes a source by a codec of the library's, which may run Python code.
func decodeBy(t *Thread, data []byte, encoding string) (string, error) {
	if encoding == "" || t.Exc != object.Null {
		return "", errUndecodable
	}
	v := object.DecodeBytes(t, data, encoding, "strict")
	if v == object.Null || !object.IsStr(v) {
		t.ClearExc()
		return "", errUndecodable
	}
	return syntax.Newlines(object.GoString(v)), nil
}

// dedent removes the white space that all lines which are not blank begin with; blank lines become empty.
func dedent(lines []string) []string {
	margin, first := "", true
	for _, l := range lines {
		rest := strings.TrimLeft(l, " \t")
		if rest == "" {
			continue
		}
		ws := l[:len(l)-len(rest)]
		if first {
			margin, first = ws, false
			continue
		}
		n := 0
		for n < len(margin) && n < len(ws) && margin[n] == ws[n] {
			n++
		}
		margin = margin[:n]
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if strings.Trim(l, " \t") != "" {
			out[i] = strings.TrimPrefix(l, margin)
		}
	}
	return out
}

// charOffset turns an offset in bytes into one in characters.
func charOffset(line string, bytes int) int {
	return utf8.RuneCountInString(line[:min(max(bytes, 0), len(line))])
}

// displayWidth is the number of columns that the first n characters take.
func displayWidth(line []rune, n int) int {
	if !slices.ContainsFunc(line, func(r rune) bool { return r >= 0x80 }) {
		return n
	}
	w := 0
	for _, r := range line[:min(n, len(line))] {
		w++
		if unidata.IsWide(r) {
			w++
		}
	}
	return w
}

func (f *shownFrame) format(source *sourceReader, colour bool) string {
	file, line, name := f.file, "None", f.name
	if f.line >= 0 {
		line = strconv.Itoa(f.line)
	}
	if strings.HasPrefix(file, "<stdin>-") {
		file = "<stdin>"
	}
	if colour {
		return "  File " + ansiMagenta + `"` + file + `"` + ansiReset + ", line " + ansiMagenta + line + ansiReset + ", in " + ansiMagenta + name +
			ansiReset + "\n" + f.lines(source, colour)
	}
	return `  File "` + file + `", line ` + line + ", in " + name + "\n" + f.lines(source, colour)
}

// lines returns the source lines and the marks under them.
func (f *shownFrame) lines(source *sourceReader, colour bool) string {
	if f.line < 0 || f.pos.EndLine < f.line || f.pos.EndLine-f.line > 1<<20 {
		return ""
	}
	var original []string
	any := false
	for n := f.line; n <= f.pos.EndLine; n++ {
		l := source.line(f.file, n)
		any = any || strings.TrimSpace(l) != ""
		original = append(original, l)
	}
	if !any {
		return ""
	}
	if f.pos.Col < 0 || f.pos.EndCol < 0 {
		if first := strings.TrimFunc(original[0], unidata.IsSpace); first != "" {
			return "    " + first + "\n"
		}
		return "\n"
	}
	dedented := dedent(original)
	m := marker{colour: colour}
	for _, l := range dedented {
		m.lines = append(m.lines, []rune(l))
	}
	last := len(original) - 1
	removed := utf8.RuneCountInString(original[0]) - len(m.lines[0])
	m.start = max(0, charOffset(original[0], f.pos.Col)-removed)
	m.end = max(0, charOffset(original[last], f.pos.EndCol)-removed)
	return m.format()
}

// marker draws marks under source lines: the range from start in the first line to end in the last.
type marker struct {
	lines      [][]rune
	start, end int
	colour     bool

	anchored    bool
	left, right srcPos // in columns
	startCol    int
	endCol      int
	show        bool
	out         strings.Builder
}

func (m *marker) format() string {
	last := len(m.lines) - 1
	m.startCol = displayWidth(m.lines[0], m.start)
	m.endCol = displayWidth(m.lines[last], m.end)

	segment := slices.Clone(m.lines)
	segment[last] = segment[last][:min(m.end, len(segment[last]))]
	if last == 0 && m.start > len(segment[0]) {
		segment[0] = nil
	} else {
		segment[0] = segment[0][min(m.start, len(segment[0])):]
	}
	a, ok := findAnchors(segment)
	m.anchored = ok
	m.show = !saysNothing(m.lines, m.start, m.end) && (ok ||
		strings.TrimSpace(string(m.lines[0][:min(m.start, len(m.lines[0]))])) != "" ||
		strings.TrimSpace(string(m.lines[last][min(m.end, len(m.lines[last])):])) != "")

	significant := []int{0, last}
	if ok {
		if a.left.line == 0 {
			a.left.col += m.start
		}
		if a.right.line == 0 {
			a.right.col += m.start
		}
		m.left = srcPos{a.left.line, displayWidth(m.lines[a.left.line], a.left.col)}
		m.right = srcPos{a.right.line, displayWidth(m.lines[a.right.line], a.right.col)}
		for d := -1; d <= 1; d++ {
			significant = append(significant, a.left.line+d, a.right.line+d)
		}
	}
	slices.Sort(significant)
	significant = slices.Compact(significant)
	significant = slices.DeleteFunc(significant, func(n int) bool { return n < 0 || n > last })
	for i, n := range significant {
		if i > 0 {
			switch gap := n - significant[i-1]; {
			case gap == 2:
				m.line(n - 1)
			case gap > 2:
				m.out.WriteString("...<" + strconv.Itoa(gap-1) + " lines>...\n")
			}
		}
		m.line(n)
	}
	var b strings.Builder
	for _, l := range dedent(strings.Split(strings.TrimSuffix(m.out.String(), "\n"), "\n")) {
		b.WriteString("    ")
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// line writes one source line and its marks.
func (m *marker) line(n int) {
	text := m.lines[n]
	if !m.show {
		m.out.WriteString(string(text) + "\n")
		return
	}
	spaces := 0
	for spaces < len(text) && unidata.IsSpace(text[spaces]) {
		spaces++
	}
	count := displayWidth(text, len(text))
	if n == len(m.lines)-1 {
		count = m.endCol
	}
	marks := make([]byte, count)
	for col := range marks {
		at := srcPos{n, col}
		switch {
		case col < spaces || n == 0 && col < m.startCol:
			marks[col] = ' '
		case !m.anchored:
			marks[col] = '^'
		case !at.before(m.left) && at.before(m.right):
			marks[col] = '^'
		default:
			marks[col] = '~'
		}
	}
	if !m.colour {
		m.out.WriteString(string(text) + "\n" + string(marks) + "\n")
		return
	}
	text = append(slices.Clip(text), '\n')
	var line, under strings.Builder
	for i := 0; i < max(len(text), len(marks)); {
		mark := byte(0)
		if i < len(marks) {
			mark = marks[i]
		}
		j := i
		for j < max(len(text), len(marks)) && (j < len(marks) && marks[j] == mark || j >= len(marks) && mark == 0) {
			j++
		}
		chars := string(text[min(i, len(text)):min(j, len(text))])
		below := string(marks[min(i, len(marks)):min(j, len(marks))])
		switch mark {
		case '^':
			chars, below = ansiBoldRed+chars+ansiReset, ansiBoldRed+below+ansiReset
		case '~':
			chars, below = ansiRed+chars+ansiReset, ansiRed+below+ansiReset
		}
		line.WriteString(chars)
		under.WriteString(below)
		i = j
	}
	m.out.WriteString(line.String() + under.String() + "\n")
}

// SourceLine returns a line of a source file, found as tracebacks find files; "" when there is none.
func SourceLine(t *Thread, file string, n int) string {
	return newSourceReader(t).line(file, n)
}
