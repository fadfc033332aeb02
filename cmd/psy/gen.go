// psy gen: a Go file with a typed function for each function of a compiled program.

package main

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/psyco-go/psy/internal/front/pyc"
)

const genUsage = "usage: psy gen [-o FILE.go] [-package NAME] FILE"

func genCommand(args []string) int {
	out, pkg, file := "", "", ""
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case (a == "-o" || a == "-package") && i+1 < len(args):
			if i++; a == "-o" {
				out = args[i]
			} else {
				pkg = args[i]
			}
		case strings.HasPrefix(a, "-") || file != "":
			return fail(genUsage)
		default:
			file = a
		}
	}
	if file == "" {
		return fail(genUsage)
	}
	data, status := readProgram("psy", file)
	if status != 0 {
		return status
	}
	prog, status := loadProgram(file)
	if prog == nil {
		return status
	}
	if pkg == "" {
		pkg = "main"
	}
	if out != "" && absolute(filepath.Dir(out)) != absolute(filepath.Dir(file)) {
		fmt.Fprintf(os.Stderr, "psy: %s must stand beside %s, which it embeds\n", out, file)
		return 1
	}
	text, left, err := generate(prog, filepath.Base(file), pkg, !isCompiled(file, data))
	for _, l := range left {
		fmt.Fprintln(os.Stderr, "psy:", l)
	}
	if err == nil && out == "" {
		_, err = os.Stdout.Write(text)
	} else if err == nil {
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
		return 1
	}
	return 0
}

// pyFunction is a function that a module's body defines.
type pyFunction struct {
	code     *pyc.Code
	hints    map[string]string // annotations that are plain names
	kwFilled bool              // keyword-only parameters have defaults
}

// functionsOf finds the functions that a module's body makes and gives their own names. It follows the few instructions with which the compiler makes a
// function, and forgets what it does not know.
func functionsOf(module *pyc.Code) []pyFunction {
	type item struct {
		text  string // a constant str or the name of a variable
		items []item // of a tuple
		konst any
		fn    *pyFunction
	}
	var stack []item
	var list []pyFunction
	pop := func(n int) []item {
		if n > len(stack) {
			n = len(stack)
		}
		top := append([]item(nil), stack[len(stack)-n:]...)
		stack = stack[:len(stack)-n]
		return top
	}
	for _, in := range pyc.Listings(module)[0].Instructions {
		arg := 0
		if in.Arg != nil {
			arg = *in.Arg
		}
		switch in.Opcode {
		case "RESUME", "NOP", "EXTENDED_ARG", "CACHE":
		case "LOAD_CONST":
			it := item{text: constText(module.Consts[arg]), konst: module.Consts[arg]}
			if t, ok := module.Consts[arg].(*pyc.Tuple); ok {
				for _, c := range t.Items {
					it.items = append(it.items, item{text: constText(c)})
				}
			}
			stack = append(stack, it)
		case "LOAD_NAME", "LOAD_GLOBAL":
			stack = append(stack, item{text: in.Text})
		case "BUILD_TUPLE":
			stack = append(stack, item{items: pop(arg)})
		case "BUILD_MAP", "BUILD_CONST_KEY_MAP":
			stack = append(stack, item{})
		case "MAKE_FUNCTION":
			it := item{}
			if top := pop(1); len(top) == 1 {
				if c, ok := top[0].konst.(*pyc.Code); ok {
					it.fn = &pyFunction{code: c, hints: map[string]string{}}
				}
			}
			stack = append(stack, it)
		case "SET_FUNCTION_ATTRIBUTE":
			top := pop(2) // the value, the function
			if len(top) == 2 && top[1].fn != nil {
				fn, v := top[1].fn, top[0]
				switch arg {
				case 2:
					fn.kwFilled = true
				case 4:
					for i := 0; i+1 < len(v.items); i += 2 {
						fn.hints[v.items[i].text] = v.items[i+1].text
					}
				}
				stack = append(stack, top[1])
			}
		case "STORE_NAME":
			if top := pop(1); len(top) == 1 && top[0].fn != nil && top[0].fn.code.Name.S == in.Text {
				list = append(list, *top[0].fn)
			}
		default:
			stack = stack[:0]
		}
	}
	return list
}

// constText is the text of a str, or None.
func constText(c pyc.Const) string {
	switch c := c.(type) {
	case *pyc.Str:
		return c.S
	case pyc.None:
		return "None"
	}
	return ""
}

// goTypes are the Go types for annotations; what is not here is any.
var goTypes = map[string]string{
	"int": "int64", "float": "float64", "bool": "bool", "str": "string", "bytes": "[]byte", "list": "[]any", "tuple": "[]any", "dict": "map[string]any",
}

func goType(hint string) string {
	if t, ok := goTypes[hint]; ok {
		return t
	}
	return "any"
}

// goName makes an exported name of a Python name: make_it becomes MakeIt.
func goName(s string) string {
	var b strings.Builder
	for _, part := range strings.Split(s, "_") {
		for i, c := range part {
			if i == 0 {
				c = unicode.ToUpper(c)
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}

// paramName is a Python name that Go accepts for a parameter.
func paramName(s string) string {
	switch s {
	case "_", "ctx", "m", "v", "err", "zero", "psy", "context", "iter", "append", "error", "any", "string", "int64", "float64", "bool", "byte":
		return s + "_" // what the file itself means by these
	}
	if token.IsKeyword(s) {
		return s + "_"
	}
	return s
}

// decorated lists the functions of a module's body that do not get their own names, since something else is made of them.
func decorated(module *pyc.Code, named []pyFunction) (names []string) {
	own := map[*pyc.Code]bool{}
	for _, fn := range named {
		own[fn.code] = true
	}
	for _, k := range module.Consts {
		c, ok := k.(*pyc.Code)
		if ok && c.Flags&pyc.FlagOptimized != 0 && !own[c] && token.IsIdentifier(c.Name.S) && !strings.HasPrefix(c.Name.S, "_") {
			names = append(names, c.Name.S)
		}
	}
	return names
}

// variadic is a field's value for a function with *args, which psy.Func has no form for.
func variadic(typ, name, result string, params []string) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = strings.Fields(p)[0]
	}
	last := len(list) - 1
	text := typ + "{\nv, err := m.Module.Call(ctx, " + fmt.Sprintf("%q", name) + ", append(psy.Args(" + strings.Join(list[1:last], ", ") + "), " + list[last] + "...))\n"
	if result == "error" {
		return strings.Replace(text, "v, err :=", "_, err :=", 1) + "return err\n}"
	}
	goResult := strings.TrimSuffix(strings.TrimPrefix(result, "("), ", error)")
	return text + "if err != nil {\nvar zero " + goResult + "\nreturn zero, err\n}\nreturn psy.As[" + goResult + "](v)\n}"
}

// generate writes the Go file for a program, which stands beside it, a source or a .pyc file. What is left out is told with the reason.
func generate(prog *pyc.Program, file, pkg string, source bool) (text []byte, left []string, err error) {
	base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(file, ".pyc"), ".cpython-313"), ".py")
	name := goName(strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '_'
	}, base))
	if name == "" || !unicode.IsUpper([]rune(name)[0]) {
		return nil, nil, fmt.Errorf("%s: no Go name can be made of it", file)
	}
	data, load := strings.ToLower(name[:1])+name[1:]+"Pyc", "psy.Load(%s)"
	if source {
		data, load = strings.ToLower(name[:1])+name[1:]+"Source", fmt.Sprintf("psy.Compile(%%s, %q)", file)
	}
	load = fmt.Sprintf(load, data)
	var b, fields, makes bytes.Buffer
	taken := map[string]bool{"Module": true}
	functions := functionsOf(prog.Code)
	leave := func(name, why string) {
		fmt.Fprintf(&fields, "// %s is left out: %s.\n", name, why)
		left = append(left, fmt.Sprintf("%s: %s is left out: %s", file, name, why))
	}
	for _, fn := range functions {
		c, what := fn.code, ""
		field := goName(c.Name.S)
		switch {
		case !token.IsIdentifier(field) || !token.IsExported(field) || strings.HasPrefix(c.Name.S, "_"):
			continue // private
		case taken[field]:
			what = "another has this name"
		case c.KwOnlyArgCount > 0 && !fn.kwFilled:
			what = "it has keyword-only parameters"
		case c.Flags&(pyc.FlagCoroutine|pyc.FlagAsyncGenerator) != 0:
			what = "it is async"
		}
		if what != "" {
			leave(c.Name.S, what)
			continue
		}
		taken[field] = true
		params := []string{"ctx context.Context"}
		for i := range c.ArgCount {
			p := c.LocalsPlusNames[i].S
			params = append(params, paramName(p)+" "+goType(fn.hints[p]))
		}
		result := "(" + goType(fn.hints["return"]) + ", error)"
		switch {
		case c.Flags&pyc.FlagGenerator != 0:
			result = "(iter.Seq2[any, error], error)"
		case fn.hints["return"] == "None":
			result = "error"
		}
		if c.Flags&pyc.FlagVarArgs != 0 {
			params = append(params, paramName(c.LocalsPlusNames[int(c.ArgCount)+int(c.KwOnlyArgCount)].S)+" ...any")
		}
		typ := "func(" + strings.Join(params, ", ") + ") " + result
		fmt.Fprintf(&fields, "%s %s\n", field, typ)
		if c.Flags&pyc.FlagVarArgs != 0 {
			fmt.Fprintf(&makes, "m.%s = %s\n", field, variadic(typ, c.Name.S, result, params))
			continue
		}
		fmt.Fprintf(&makes, "if m.%s, err = psy.Func[%s](mod, %q); err != nil {\nreturn nil, err\n}\n", field, typ, c.Name.S)
	}
	for _, name := range decorated(prog.Code, functions) {
		leave(name, "it is decorated")
	}
	iterImport := ""
	if bytes.Contains(fields.Bytes(), []byte("iter.Seq2")) {
		iterImport = "\"iter\"\n"
	}
	fmt.Fprintf(&b, `// Code generated by psy gen %[1]s. DO NOT EDIT.

package %[2]s

import (
	"context"
	_ "embed"
	%[7]s
	"github.com/psyco-go/psy"
)

//go:embed %[1]s
var %[3]s []byte

// %[4]s has the functions of %[5]s.
type %[4]s struct {
	Module *psy.Module
	%[6]s
}

// New%[4]s runs %[5]s in rt.
func New%[4]s(ctx context.Context, rt *psy.Runtime) (*%[4]s, error) {
	prog, err := %[9]s
	if err != nil {
		return nil, err
	}
	mod, err := rt.Exec(ctx, prog)
	if err != nil {
		return nil, err
	}
	m := &%[4]s{Module: mod}
	%[8]s
	return m, nil
}
`, file, pkg, data, name, filepath.Base(prog.Code.Filename.S), fields.String(), iterImport, makes.String(), load)
	text, err = format.Source(b.Bytes())
	return text, left, err
}
