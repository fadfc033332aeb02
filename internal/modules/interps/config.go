// What an interpreter may do: its configuration, as programs see it.

package interps

import (
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// config is a PyInterpreterConfig. The memory, the lock and the check of extensions make no difference here: each interpreter has its own memory and lock.
type config struct {
	mainMemory, fork, exec, threads, daemons, multi bool
	gil                                             string
}

var isolated = config{threads: true, multi: true, gil: "own"}

var configs = map[string]config{
	"": isolated, "default": isolated, "isolated": isolated,
	"legacy": {mainMemory: true, fork: true, exec: true, threads: true, daemons: true, gil: "shared"},
	"empty":  {gil: "default"},
}

// configNames are the fields' names, the last one that of a str.
var configNames = [...]string{"use_main_obmalloc", "allow_fork", "allow_exec", "allow_threads", "allow_daemon_threads", "check_multi_interp_extensions", "gil"}

// flags are the fields that are bools.
func (c *config) flags() [6]*bool {
	return [...]*bool{&c.mainMemory, &c.fork, &c.exec, &c.threads, &c.daemons, &c.multi}
}

// namespace is the configuration as programs see it.
func (c *config) namespace(t *Thread) Value {
	n := object.NewSimpleNamespace(t)
	if n == null {
		return null
	}
	for i, f := range c.flags() {
		if !object.SetAttr(t, n, object.Intern(t, configNames[i]), object.Bool(*f)) {
			return null
		}
	}
	gil := object.NewStr(t, c.gil)
	if gil == null || !object.SetAttr(t, n, object.Intern(t, "gil"), gil) {
		return null
	}
	return n
}

// update takes fields from d; all: it must have each of them. It must have no other.
func (c *config) update(t *Thread, d *object.Dict, all bool) bool {
	found := 0
	for i, name := range configNames {
		v := d.GetGoString(t, name)
		if v == null {
			if all {
				object.Raise(t, object.TValueError, "missing config key: %s", name)
				return false
			}
			continue
		}
		found++
		if i < len(configNames)-1 {
			if !v.IsBool() {
				object.Raise(t, object.TTypeError, "invalid config type: %s", name)
				return false
			}
			*c.flags()[i] = v == object.True
			continue
		}
		if !object.IsStr(v) {
			object.Raise(t, object.TTypeError, "invalid config type: %s", name)
			return false
		}
		switch s := object.GoString(v); s {
		case "default", "shared", "own":
			c.gil = s
		default:
			object.Raise(t, object.TValueError, "unsupported interpreter config .gil value '%s'", s)
			return false
		}
	}
	if n := int(d.Used) - found; n > 0 {
		rest := object.NewDict(t)
		for e, i := d.Next(0); e != nil && rest != nil; e, i = d.Next(i) {
			if known := object.IsStr(e.Key) && isConfigName(object.GoString(e.Key)); !known && !rest.Set(t, e.Key, e.Val) {
				return false
			}
		}
		if rest == nil {
			return false
		}
		object.Raise(t, object.TValueError, "config dict has %d extra item%s (%s)", n, object.Plural(n), native.ReprOf(t, object.Of(rest)))
		return false
	}
	return true
}

func isConfigName(name string) bool {
	for _, n := range configNames {
		if n == name {
			return true
		}
	}
	return false
}

// named is the configuration of a name.
func named(t *Thread, name string) (c config, ok bool) {
	if strings.IndexByte(name, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return c, false
	}
	c, ok = configs[name]
	if !ok {
		object.Raise(t, object.TValueError, "unsupported config name '%s'", name)
	}
	return c, ok
}

// configOf is the configuration that create was given: a name, or a namespace.
func configOf(t *Thread, v Value) (c config, ok bool) {
	switch {
	case v == null || v == none:
		return isolated, true
	case object.IsStr(v):
		return named(t, object.GoString(v))
	}
	var d *object.Dict
	if a := object.LookupAttr(t, v, object.Intern(t, "__dict__")); a != null && object.IsDict(a) {
		d = object.As[object.Dict](a)
	}
	if t.Exc != null {
		return c, false
	}
	if d == nil {
		object.Raise(t, object.TTypeError, "bad config %s", native.ReprOf(t, v))
		return c, false
	}
	return c, c.update(t, d, true)
}

// newConfig is new_config: the first argument is a name, the others are fields.
func newConfig(t *Thread, _ Value, args []Value, kw Value) Value {
	n := len(args) - object.KwLen(kw)
	if n > 1 {
		return object.Raise(t, object.TTypeError, "_interpreters.new_config() takes at most 1 argument (%d given)", n)
	}
	c := isolated
	if n == 1 {
		if !object.IsStr(args[0]) {
			return object.Raise(t, object.TTypeError, "_interpreters.new_config() argument 1 must be str, not %s", native.TypeOrNone(t, args[0]))
		}
		var ok bool
		if c, ok = named(t, object.GoString(args[0])); !ok {
			return null
		}
	}
	d := object.NewDict(t)
	if d == nil {
		return null
	}
	for i := n; i < len(args); i++ {
		if !d.Set(t, *object.As[object.Tuple](kw).At(i - n), args[i]) {
			return null
		}
	}
	if !c.update(t, d, false) {
		return null
	}
	return c.namespace(t)
}
