// Package curses is the modules _curses and _curses_panel: windows on a terminal that terminfo describes.
//
// They are written in Python (curses.py, panel.py). Windows are rows of cells; refreshing writes where the rows of the screen differ from
// what the terminal shows. The terminal is reached by posix and termios, so only where the world grants that.
package curses

import (
	_ "embed"

	"github.com/psyco-go/psy/internal/modules/native"
)

var (
	//go:embed curses.py
	source string
	//go:embed panel.py
	panel string

	_ = native.Register("_curses", func() native.ModuleDef { return native.ModuleDef{Init: native.PythonSource("<_curses>", source)} })
	_ = native.Register("_curses_panel", func() native.ModuleDef { return native.ModuleDef{Init: native.PythonSource("<_curses_panel>", panel)} })
)
