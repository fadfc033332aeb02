// What a command line can ask for: a compiled program, a source, a command, standard input.

package modules

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Compiled runs a program; file is what __file__ says.
func Compiled(prog *pyc.Program, file string) Job {
	return func(t *Thread, main *object.Dict) Value {
		return withFile(t, main, file, "SourcelessFileLoader", func() Value { return object.NewCode(t, prog.Code) })
	}
}

// Begin makes a module __main__ and does jobs in it. False: an exception is set.
func Begin(t *Thread, jobs []Job) bool {
	main := newMain(t)
	for _, job := range jobs {
		if main == nil || job(t, main) == null {
			return false
		}
	}
	return main != nil
}

// Site runs what CPython's site module runs at start: sitecustomize and the code in .pth files. Then first is put before sys.path: site
// would make a relative folder absolute.
func Site(first []string) Job {
	return func(t *Thread, _ *object.Dict) Value {
		hostOf(t).siteRuns = true
		site := ImportModule(t, "site")
		exc := t.Exc
		t.ClearExc()
		if path := t.RT.SysDict.GetStr(object.Intern(t, "path")); path != null {
			for _, dir := range first {
				insert, s := object.GetAttr(t, path, object.Intern(t, "insert")), object.NewStr(t, dir)
				if insert != null && s != null {
					object.Call2(t, insert, object.SmallInt(0), s)
				}
				t.ClearExc()
			}
		}
		if site == null {
			object.SetExc(t, exc)
		}
		return site
	}
}

// Source runs a source text; file is what __file__ and tracebacks say.
func Source(text []byte, file string) Job {
	return func(t *Thread, main *object.Dict) Value {
		loader := "SourceFileLoader"
		if file == "<stdin>" {
			loader = ""
		}
		return withFile(t, main, file, loader, func() Value {
			if at := bytes.IndexByte(text, 0); at >= 0 {
				return nullByte(t, text, at, file)
			}
			if msg := notUTF8(text, file); msg != "" {
				return object.Raise(t, object.TSyntaxError, "%s", msg)
			}
			c := compilation{filename: native.FSText(file), mode: syntax.Exec, optimize: -1, program: true}
			return c.compile(t, text)
		})
	}
}

// Command runs a text given with -c.
func Command(text string) Job {
	return func(t *Thread, main *object.Dict) Value {
		if !utf8.ValidString(text) {
			tell(t, "Unable to decode the command from the command line:\n")
			s := native.FSStr(t, text)
			if s == null {
				return null
			}
			return codecs.Recode(t, s, "utf-8", "strict", codecs.Encoder)
		}
		code := CompileSource(t, []byte(text), "<string>", syntax.Exec, flagIgnoreCookie, -1)
		if code == null {
			return null
		}
		AddSource(t, "<string>", []byte(text)) // the compiler's warnings show no line of it
		return runIn(t, code, main)
	}
}

// Startup runs the file that PYTHONSTARTUP names. __main__ keeps nothing that says so.
func Startup(name string) Job {
	return func(t *Thread, main *object.Dict) Value {
		text, err := filesOf(t).ReadFile(name)
		if err != nil {
			tell(t, "Could not open PYTHONSTARTUP\n")
			return raiseFileError(t, name, err)
		}
		done := Source(text, name)(t, main)
		for _, k := range [...]string{"__file__", "__cached__"} {
			if v := object.NewStr(t, k); done != null && v != null && main.Delete(t, v) < 0 {
				return null
			}
		}
		return done
	}
}

// StandardInput runs all that standard input holds.
func StandardInput(in io.Reader) Job {
	return func(t *Thread, main *object.Dict) Value {
		text, err := io.ReadAll(in)
		if err != nil {
			return raiseFileError(t, "<stdin>", err)
		}
		return Source(text, "<stdin>")(t, main)
	}
}

// withFile runs code while __main__ has the attributes of a file. loader is the class of its loader.
func withFile(t *Thread, main *object.Dict, file, loader string, compile func() Value) Value {
	name := native.FSStr(t, file)
	hostOf(t).mainLoader = loader
	if name == null || !main.SetStr(t, "__file__", name) || !main.SetStr(t, "__cached__", none) {
		return null
	}
	code := compile()
	return runIn(t, code, main)
}

func runIn(t *Thread, code Value, main *object.Dict) Value {
	if code == null {
		return null
	}
	t.RT.Extra[native.ExtraMainCode] = code
	if !specsAsNamed(t, code) || !tellMain(t) {
		return null
	}
	return interp.RunCode(t, object.As[object.Code](code), main, object.Of(main))
}

// nullByte raises the SyntaxError for a program with a null byte at some place.
func nullByte(t *Thread, text []byte, at int, file string) Value {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	where := object.NewTuple(t, 4)
	msg, name, shown := object.NewStr(t, "source code cannot contain null bytes"), native.FSStr(t, file), object.NewStr(t, strings.ToValidUTF8(string(line), "\ufffd"))
	if where == nil || msg == null || name == null || shown == null {
		return null
	}
	*where.At(0), *where.At(1), *where.At(2), *where.At(3) = name, object.SmallInt(int64(bytes.Count(text[:at], []byte("\n"))+1)), object.SmallInt(0), shown
	e := object.Call2(t, t.Type(object.TSyntaxError).Value(), msg, object.Of(where))
	if e != null {
		object.SetExc(t, e)
	}
	return null
}

// notUTF8 says what CPython says of a program that is not UTF-8 and declares no encoding; elsewhere it says it in other words.
func notUTF8(text []byte, file string) string {
	if utf8.Valid(text) || bytes.HasPrefix(text, []byte("\ufeff")) {
		return ""
	}
	if lines := bytes.SplitN(text, []byte("\n"), 3); bytes.Contains(bytes.Join(lines[:min(len(lines), 2)], nil), []byte("coding")) {
		return ""
	}
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return fmt.Sprintf("Non-UTF-8 code starting with '\\x%02x' in file %s on line %d, but no encoding declared; see https://peps.python.org/pep-0263/ for details",
		text[at], file, bytes.Count(text[:at], []byte("\n"))+1)
}

// WithoutFirstLine is a source whose first line is empty, for -x: the others keep their numbers.
func WithoutFirstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[i:]
	}
	return nil
}

// Warnings imports the module warnings, which shows warnings in more detail than psy does without it. A world without the library goes without.
func Warnings(t *Thread, _ *object.Dict) Value {
	if native.ImportModule(t, "warnings") == null && !t.ClearIf(object.TModuleNotFoundError) {
		return null
	}
	return none
}
