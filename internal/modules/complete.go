// What can stand where the cursor is at a prompt: names, attributes, modules.

package modules

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	wordBefore  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL_][\pL\pN_]*(\.[\pL\pN_]*)*$`) })
	moduleWords = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(import|from)\s+([\pL\pN_.]+\s*,\s*)*([\pL\pN_.]*)$`)
	})
)

// complete lists the words that can take the place of the one that text ends in.
func (p *prompter) complete(text string) (word string, words []string) {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	found := map[string]bool{}
	if m := moduleWords().FindStringSubmatch(line); m != nil {
		word = m[3]
		p.modules(word, found)
	} else if word = wordBefore().FindString(line); strings.Contains(word, ".") {
		p.attributes(word, found)
	} else {
		p.names(found)
	}
	p.t.ClearExc()
	for w := range found {
		if !strings.HasPrefix(w, word) {
			delete(found, w)
		}
	}
	return word, slices.Sorted(maps.Keys(found))
}

// names are keywords, builtins, and what the namespace has.
func (p *prompter) names(found map[string]bool) {
	for _, k := range syntax.Keywords() {
		found[k] = true
	}
	for _, d := range [...]*object.Dict{p.t.RT.Builtins, p.main} {
		p.addAll(object.Of(d), found)
	}
}

// addAll adds the strings that an iterable has.
func (p *prompter) addAll(iterable Value, found map[string]bool) {
	list := object.ListFromIterable(p.t, iterable)
	if list == nil {
		return
	}
	for i := range list.Len() {
		if v := *list.At(i); object.IsStr(v) {
			found[object.GoString(v)] = true
		}
	}
}

// attributes are those of the object that dotted names stand for; private ones are only listed when an underscore was typed.
func (p *prompter) attributes(word string, found map[string]bool) {
	t := p.t
	parts := strings.Split(word, ".")
	v := p.main.GetStr(object.Intern(t, parts[0]))
	if v == null {
		v = t.RT.Builtins.GetStr(object.Intern(t, parts[0]))
	}
	for _, name := range parts[1 : len(parts)-1] {
		if v == null {
			return
		}
		v = object.LookupAttr(t, v, object.Intern(t, name))
	}
	if v == null {
		return
	}
	names := builtinDir(t, null, []Value{v})
	if names == null {
		return
	}
	all := map[string]bool{}
	p.addAll(names, all)
	last := parts[len(parts)-1]
	for name := range all {
		if strings.HasPrefix(last, "_") || !strings.HasPrefix(name, "_") {
			found[strings.TrimSuffix(word, last)+name] = true
		}
	}
}

// modules are the built-in ones and those along sys.path, or in a package that is imported already.
func (p *prompter) modules(word string, found map[string]bool) {
	t := p.t
	path, prefix := t.RT.SysDict.GetStr(object.Intern(t, "path")), ""
	if i := strings.LastIndexByte(word, '.'); i >= 0 {
		prefix = word[:i+1]
		m := t.RT.Modules.GetStr(object.Intern(t, word[:i]))
		if m == null {
			return
		}
		path = object.LookupAttr(t, m, t.N(object.N_path_))
	} else {
		for _, name := range native.BuiltinNames() {
			found[name] = true
		}
	}
	if path == null {
		return
	}
	list := object.ListFromIterable(t, path)
	if list == nil {
		return
	}
	s := native.SystemOf(t)
	for i := range list.Len() {
		v := *list.At(i)
		if !object.IsStr(v) {
			continue
		}
		folder := object.GoString(v)
		if folder == "" {
			folder = "."
		}
		names, err := s.ReadDirNames(folder)
		if err != nil {
			continue
		}
		for _, name := range names {
			base, isSource := strings.CutSuffix(name, ".py")
			if isSource || isFile(s, filepath.Join(folder, name, "__init__.py")) {
				if base != "__init__" {
					found[prefix+base] = true
				}
			}
		}
	}
}
