package psy

import (
	"fmt"
	"strings"
	"testing"
)

type liveBase struct {
	ID int `py:"id"`
}

type liveServer struct {
	Host string `py:"host"`
	Port uint16 `py:"port"`
}

func (s *liveServer) Addr() string { return fmt.Sprintf("%s:%d", s.Host, s.Port) }

type liveConfig struct {
	liveBase
	Name   string            `py:"name"`
	Level  int               `py:"level"`
	Ratio  float64           `py:"ratio"`
	On     bool              `py:"on"`
	Server liveServer        `py:"server"`
	Next   *liveConfig       `py:"next"`
	Tags   []string          `py:"tags"`
	Env    map[string]string `py:"env"`
	Small  int8
	hidden int
	Skip   int `py:"-"`
}

func (c *liveConfig) Raise(by int) (int, error) {
	if by < 0 {
		return 0, errBoom
	}
	c.Level += by
	return c.Level, nil
}

func (c *liveConfig) Explode() { panic("boom") }

// liveWorld runs source in a runtime where host.x is bound, and gives the module.
func liveWorld(t *testing.T, bind map[string]any, source string) *Module {
	t.Helper()
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for name, x := range bind {
		if err := r.Bind(name, x); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := Compile([]byte(source), "live.py")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(nil, prog)
	if err != nil {
		if e, ok := err.(*Exception); ok {
			t.Fatal(e.Format())
		}
		t.Fatal(err)
	}
	return m
}

const catcher = `
def caught(f, *args):
    try:
        return repr(f(*args))
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
`

func TestLiveStruct(t *testing.T) {
	cfg := &liveConfig{Name: "a", Level: 3, Server: liveServer{"h", 80}}
	cfg.ID = 7
	m := liveWorld(t, map[string]any{"host.cfg": cfg, "host.same": func(c *liveConfig) *liveConfig { return c }}, catcher+`
from host import cfg, same
assert cfg.name == "a" and cfg.level == 3 and cfg.ratio == 0.0 and cfg.on is False and cfg.id == 7
assert cfg.server.host == "h" and cfg.server.port == 80 and cfg.server.Addr() == "h:80"
assert cfg.server is cfg.server and cfg.next is None
cfg.name, cfg.level, cfg.ratio, cfg.on, cfg.id = "b", 4, 1, True, 8
cfg.server.port = 81
cfg.tags.append("x"); cfg.tags.extend(["y", "z"]); cfg.env["k"] = "v"
assert cfg.tags == ["x", "y", "z"] and cfg.env == {"k": "v"} and len(cfg.tags) == 3, cfg.tags
assert cfg.Raise(2) == 6 and cfg.level == 6
assert same(cfg) is cfg
cfg.next = cfg
assert cfg.next is cfg
def setter(name):
    def f(v): setattr(cfg, name, v)
    return f
errors = [caught(setter("level"), "x"), caught(setter("Small"), 300), caught(setter("name"), 1), caught(setter("nope"), 1), caught(cfg.Raise, -1), caught(cfg.Explode),
    caught(cfg.Raise), caught(lambda: cfg.hidden), caught(lambda: cfg.Skip), caught(type(cfg)), caught(delattr, cfg, "name"), caught(type(cfg).name.__get__ if False else lambda: 1)]
name = type(cfg).__name__, type(cfg).__module__
class Sub(type(cfg)): pass
errors.append(caught(Sub))
errors.append(caught(setattr, type(cfg), "x", 1))
text = repr(cfg)
`)
	if cfg.Name != "b" || cfg.Level != 6 || cfg.Ratio != 1 || !cfg.On || cfg.ID != 8 || cfg.Server.Port != 81 || strings.Join(cfg.Tags, "") != "xyz" || cfg.Env["k"] != "v" || cfg.Next != cfg {
		t.Errorf("%+v", cfg)
	}
	for _, name := range []string{"errors", "name", "text"} {
		v, err := m.Get(name)
		t.Log(v, err)
	}
	v, err := m.Get("cfg")
	if p, err2 := As[*liveConfig](v); err != nil || err2 != nil || p != cfg {
		t.Error(p, err, err2)
	}
}
