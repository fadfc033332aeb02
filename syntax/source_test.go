package syntax

import "testing"

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
