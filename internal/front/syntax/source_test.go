package syntax

import (
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ src, text, err string }{
		{"x = 1\r\ny\rz", "x = 1\ny\nz", ""},
		{"\xef\xbb\xbfx", "x", ""},
		{"\xef\xbb\xbf# coding: utf-8\nx", "# coding: utf-8\nx", ""},
		{"\xef\xbb\xbf# coding: utf8\nx", "", "encoding problem: utf8 with BOM"},
		{"\xef\xbb\xbf# coding: latin-1\nx", "", "encoding problem: iso-8859-1 with BOM"},
		{"# -*- coding: latin-1 -*-\n'\xe9'", "# -*- coding: latin-1 -*-\n'é'", ""},
		{"#!/bin/python\n# vim: set fileencoding=iso8859-15 :\n'\xa4'", "#!/bin/python\n# vim: set fileencoding=iso8859-15 :\n'€'", ""},
		{"x\n# coding: latin-1\n'é'", "x\n# coding: latin-1\n'é'", ""},
		{"# coding: koi8-r\n'\xc1'", "# coding: koi8-r\n'а'", ""},
		{"# coding: windows-1252\n'\x80'", "# coding: windows-1252\n'€'", ""},
		{"# coding: cp1252\nx='\x81'", "", "'charmap' codec can't decode byte 0x81 in position 20: character maps to <undefined>"},
		{"# coding: ascii\nx='\xe9'", "", "'ascii' codec can't decode byte 0xe9 in position 19: ordinal not in range(128)"},
		{"# coding: uft-8\n", "", "unknown encoding: uft-8"},
		{"\xff", "", "(unicode error) 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"},
		{"\xc3", "", "(unicode error) 'utf-8' codec can't decode byte 0xc3 in position 0: unexpected end of data"},
	} {
		text, err := Decode([]byte(c.src))
		msg := ""
		if err != nil {
			msg = err.Msg
		}
		if text != c.text || msg != c.err {
			t.Errorf("%q: %q, %q", c.src, text, msg)
		}
	}
}

// TestInvalidUTF8 looks at sources with bytes that are not UTF-8; the errors are CPython's.
func TestInvalidUTF8(t *testing.T) {
	for _, c := range []struct {
		src, msg                     string
		line, offset, endLine, endAt int
	}{
		{"x\xe9y = 1", "byte 0xe9 in position 1: invalid continuation byte", 1, 2, 1, -1},
		{"a=1\nb=(\xe9)", "byte 0xe9 in position 0: unexpected end of data", 2, 4, 2, -1},
		{"x = 1 + \"ab\xe9\" + 2\ny=2", "byte 0xe9 in position 2: unexpected end of data", 1, 9, 1, 12},
		{"# \xfa\nx=1", "", 0, 0, 0, 0},
		{"\ufeff# \xe9", "", 0, 0, 0, 0},
	} {
		text, err := Decode([]byte(c.src))
		if c.msg == "" {
			if err != nil || !strings.Contains(text, "# \ufffd") {
				t.Errorf("%q: %q, %v", c.src, text, err)
			}
			continue
		}
		if err == nil || err.Msg != "(unicode error) 'utf-8' codec can't decode "+c.msg || err.Line != c.line || err.Offset != c.offset ||
			err.EndLine != c.endLine || err.EndOffset != c.endAt {
			t.Errorf("%q: %+v", c.src, err)
		}
	}
}
