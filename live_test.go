package psy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math/big"
	"net/netip"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
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

// stress is at how many allocations liveWorld collects and poisons.
var stress, _ = strconv.Atoi(os.Getenv("PSY_TEST_STRESS"))

// liveEngine is the Config of liveWorld.
var liveEngine Config

// liveWorld runs source in a runtime where host.x is bound, and gives the module.
func liveWorld(t *testing.T, bind map[string]any, source string) *Module {
	t.Helper()
	r, err := New(liveEngine)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	r.rt.Heap.SetStress(stress)
	defer r.rt.Heap.SetStress(0)
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
    caught(cfg.Raise), caught(lambda: cfg.hidden), caught(lambda: cfg.Skip), caught(type(cfg)), caught(delattr, cfg, "name")]
class Sub(type(cfg)): pass
errors.append(caught(Sub))
errors.append(caught(setattr, type(cfg), "x", 1))
errors.append(repr(cfg))
`)
	if cfg.Name != "b" || cfg.Level != 6 || cfg.Ratio != 1 || !cfg.On || cfg.ID != 8 || cfg.Server.Port != 81 || strings.Join(cfg.Tags, "") != "xyz" || cfg.Env["k"] != "v" || cfg.Next != cfg {
		t.Errorf("%+v", cfg)
	}
	compare(t, m, "errors", `
TypeError: psy: liveConfig.level: cannot make int of str
OverflowError: psy: liveConfig.Small: 300 does not fit int8
TypeError: psy: liveConfig.name: cannot make string of int
AttributeError: 'liveConfig' object has no attribute 'nope' and no __dict__ for setting new attributes
RuntimeError: boom
RuntimeError: panic: boom
TypeError: liveConfig.Raise() takes 1 arguments (0 given)
AttributeError: 'liveConfig' object has no attribute 'hidden'
AttributeError: 'liveConfig' object has no attribute 'Skip'
TypeError: cannot create 'liveConfig' instances
AttributeError: liveConfig.name is a field of a Go struct: it cannot be deleted
TypeError: cannot create 'Sub' instances
TypeError: cannot set 'x' attribute of immutable type 'liveConfig'
liveConfig(name='b', level=6, ratio=1.0, on=True, server=liveServer(host='h', port=81), next=liveConfig(...), tags=['x', 'y', 'z'], env={'k': 'v'}, Small=0)
`)
	v, err := m.Get("cfg")
	if p, err2 := As[*liveConfig](v); err != nil || err2 != nil || p != cfg {
		t.Error(p, err, err2)
	}
}

// compare compares a list of strings of the module with lines.
func compare(t *testing.T, m *Module, name, want string) {
	t.Helper()
	v, err := m.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := As[[]string](v)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(strings.Trim(want, "\n"), "\n")
	for i, l := range lines {
		if i >= len(wanted) || wanted[i] != l {
			t.Errorf("%d: %s", i, l)
		}
	}
	if len(lines) < len(wanted) {
		t.Errorf("%d lines, want %d", len(lines), len(wanted))
	}
}

// TestLiveContainers: slices, maps and arrays are changed where they are; what would be lost is an error.
func TestLiveContainers(t *testing.T) {
	type part struct {
		N  int
		In []int
	}
	type all struct {
		Ints  []int
		Parts []part
		Ptrs  []*part
		Grid  [2][2]int
		Map   map[string]int
		Nest  map[string][]int
		Rec   map[int]part
		Set   map[string]struct{}
		Any   any
		Data  []byte
	}
	x := &all{Ints: []int{3, 1, 2}, Parts: []part{{N: 1}, {N: 2}}, Nest: map[string][]int{"a": {1}}, Rec: map[int]part{1: {N: 5}}}
	shared, loose := map[string]int{"a": 1}, []int{1, 2}
	m := liveWorld(t, map[string]any{"host.x": x, "host.shared": Live(shared), "host.loose": Live(loose), "host.ints": &x.Ints, "host.copied": map[string]int{"a": 1}}, catcher+`
import gc
from host import x, shared, loose, ints, copied
assert ints is x.Ints and type(copied) is dict
x.Ints.sort(); assert list(x.Ints) == [1, 2, 3] and x.Ints[-1] == 3 and x.Ints[1:] == [2, 3] and 2 in x.Ints
x.Ints[0] = 10; x.Ints[1:2] = [7, 8, 9]; del x.Ints[-1]; x.Ints.insert(0, 5); x.Ints.reverse()
assert x.Ints == [9, 8, 7, 10, 5] and x.Ints.pop() == 5 and x.Ints.pop(0) == 9 and x.Ints.index(7) == 1 and x.Ints.count(7) == 1
x.Ints.remove(8); x.Ints += [1]; assert x.Ints + [2] == [7, 10, 1, 2]; x.Ints.pop()
x.Parts[0].N = 11; x.Parts[1].In.append(4); x.Parts.append({"N": 3, "In": [1]})
assert [p.N for p in x.Parts] == [11, 2, 3] and x.Parts[0] is x.Parts[0]
x.Parts.sort(key=lambda p: p.N); assert [p.N for p in x.Parts] == [2, 3, 11]
x.Ptrs.append(x.Parts[2]); x.Ptrs[0].N = 12
x.Grid[1][0] = 6; assert x.Grid == [[0, 0], [6, 0]]
x.Map["k"] = 1; x.Map.update(j=2); x.Map.setdefault("l", 3); assert x.Map == {"j": 2, "k": 1, "l": 3} and x.Map.pop("l") == 3 and x.Map.get("l") is None and "l" not in x.Map and 3 not in x.Map
assert sorted(x.Map) == ["j", "k"] and list(x.Map.items()) == [("j", 2), ("k", 1)]
x.Set = {"b", "a"}; assert x.Set == {"a", "b"}
x.Any = [1, "a"]; x.Data = b"ab"; assert x.Data == b"ab" and x.Any == [1, "a"]
shared["b"] = 2; loose[0] = 9
def setter(o, name):
    def f(v): setattr(o, name, v)
    return f
errors = [caught(lambda: x.Ints[9]), caught(lambda: x.Map["no"]), caught(x.Ints.append, "s"), caught(loose.append, 1), caught(x.Grid.append, [1, 2]), caught(lambda: x.Map.__setitem__("k", "v")),
    caught(x.Nest["a"].append, 2), caught(setter(x.Rec[1], "N"), 2), caught(hash, x.Ints), caught(x.Map.pop, "no"), caught(lambda: [][x]), caught(setter(x, "Any"), object), caught(lambda: x.Ints["a"])]
x.Nest["a"] = [*x.Nest["a"], 2]
del x.Map["j"]
kept = x.Parts[0]; gc.collect(); assert kept.N == 2 and x.Parts[0] is kept
`)
	compare(t, m, "errors", `
IndexError: list index out of range
KeyError: 'no'
TypeError: psy: slice[2]: cannot make int of str
TypeError: the length of this list cannot be changed: it was given by value, not by pointer, and so its length is fixed
TypeError: the length of this list cannot be changed: it is a Go array
TypeError: psy: map[k]: cannot make int of str
TypeError: the length of this list cannot be changed: it is a value of a Go map; assign a new one to its key
TypeError: part.N cannot be set: it is a value of a Go map; assign a new one to its key
TypeError: unhashable type: 'host.list'
KeyError: 'no'
TypeError: list indices must be integers or slices, not all
None
TypeError: 'str' object cannot be interpreted as an integer
`)
	if fmt.Sprintln(x.Ints, x.Parts, x.Grid, x.Map, x.Nest, len(x.Set), string(x.Data), shared, loose) != "[7 10] [{2 [4]} {3 [1]} {12 []}] [[0 0] [6 0]] map[k:1] map[a:[1 2]] 2 ab map[a:1 b:2] [9 2]\n" {
		t.Error(x.Ints, x.Parts, x.Grid, x.Map, x.Nest, len(x.Set), string(x.Data), shared, loose)
	}
}

// TestLiveSpecials: Go types that have a form of their own, both ways.
func TestLiveSpecials(t *testing.T) {
	zone := time.FixedZone("CEST", 7200)
	when := time.Date(2026, 7, 1, 12, 30, 15, 123456000, zone)
	var got time.Time
	var lasted time.Duration
	var rat *big.Rat
	var addr netip.Addr
	var prefix netip.Prefix
	var failed error
	ctx, cancel := context.WithDeadlineCause(context.Background(), when, errBoom)
	defer cancel()
	m := liveWorld(t, map[string]any{
		"host.when": when, "host.utc": time.Unix(0, 0).UTC(), "host.lasts": 90*time.Second + 5*time.Microsecond, "host.rat": big.NewRat(3, 4), "host.addr": netip.MustParseAddr("10.0.0.1"),
		"host.net": netip.MustParsePrefix("10.0.0.0/8"), "host.iface": netip.MustParsePrefix("10.0.0.1/8"), "host.err": errBoom, "host.ctx": ctx,
		"host.missing": fs.ErrNotExist, "host.noerr": func() any { var e error; return e }, "host.set": map[int]struct{}{1: {}, 2: {}},
		"host.taketime": func(x time.Time) { got = x }, "host.takedelta": func(d time.Duration) { lasted = d }, "host.takerat": func(x *big.Rat) { rat = x },
		"host.takeaddr": func(a netip.Addr, p netip.Prefix) { addr, prefix = a, p }, "host.takeerr": func(e error) { failed = e }, "host.takectx": func(c, d context.Context) bool { return d == ctx },
		"host.nanos": func() time.Time { return time.Unix(0, 1) }, "host.nanod": func() time.Duration { return 1 }, "host.far": func() time.Time { return time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"host.takeset": func(m map[string]struct{}) int { return len(m) },
		"host.pairs":   func() iter.Seq2[string, int] { return maps.All(map[string]int{"a": 1}) },
		"host.takeseq2": func(s iter.Seq2[string, int]) (n int) {
			for k, v := range s {
				n += len(k) * v
			}
			return n
		},
	}, catcher+`
import datetime as d, fractions, ipaddress, zoneinfo
import host
assert host.when == d.datetime(2026, 7, 1, 10, 30, 15, 123456, d.timezone.utc) and host.when.utcoffset() == d.timedelta(hours=2) and host.when.tzname() == "CEST"
assert host.utc == d.datetime(1970, 1, 1, tzinfo=d.timezone.utc) and host.utc.tzinfo is d.timezone.utc
assert host.lasts == d.timedelta(seconds=90, microseconds=5) and host.rat == fractions.Fraction(3, 4) and host.addr == ipaddress.ip_address("10.0.0.1")
assert host.net == ipaddress.ip_network("10.0.0.0/8") and host.iface == ipaddress.ip_interface("10.0.0.1/8")
assert type(host.err) is RuntimeError and str(host.err) == "boom" and type(host.missing) is FileNotFoundError and host.noerr() is None and host.set == {1, 2}
host.taketime(host.when); host.takedelta(-host.lasts); host.takerat(fractions.Fraction(-1, 3)); host.takeaddr(host.addr, host.iface); host.takeerr(host.err)
assert host.ctx.deadline() == host.when and host.takectx(host.ctx) is True and host.ctx.remaining() != None
assert host.takeset({"a", "b"}) == 2 and list(host.pairs()) == [("a", 1)] and host.takeseq2([("ab", 2), ("c", 3)]) == 7 and host.takeseq2({"a": 5}.items()) == 5
errors = [caught(host.taketime, d.datetime(2026, 1, 1)), caught(host.taketime, 3), caught(host.nanos), caught(host.nanod), caught(host.far), caught(host.takedelta, 1), caught(host.takedelta, d.timedelta.max),
    caught(host.takerat, 0.5), caught(host.takeaddr, "10.0.0.1", None), caught(host.takeerr, "x"), caught(host.takeseq2, 3)]
`)
	compare(t, m, "errors", `
TypeError: psy: host.taketime() argument 1: cannot make time.Time of datetime.datetime: it is naive: it has no time zone
TypeError: psy: host.taketime() argument 1: cannot make time.Time of int
TypeError: psy: host.nanos() result: cannot make datetime.datetime of time.Time: it has nanoseconds, which a datetime has not: round it by Truncate(time.Microsecond)
TypeError: psy: host.nanod() result: cannot make datetime.timedelta of time.Duration: it has nanoseconds, which a timedelta has not: round it by Truncate(time.Microsecond)
OverflowError: psy: host.far() result: 10000-01-01 00:00:00 +0000 UTC does not fit datetime.datetime
TypeError: psy: host.takedelta() argument 1: cannot make time.Duration of int: it takes a datetime.timedelta
OverflowError: psy: host.takedelta() argument 1: datetime.timedelta(days=999999999, seconds=86399, microseconds=999999) does not fit time.Duration
TypeError: psy: host.takerat() argument 1: cannot make big.Rat of float
TypeError: psy: host.takeaddr() argument 1: cannot make netip.Addr of str
TypeError: psy: host.takeerr() argument 1: cannot make error of str
TypeError: 'int' object is not iterable
`)
	if !got.Equal(when) || lasted != -90*time.Second-5*time.Microsecond || rat.String() != "-1/3" || addr.String() != "10.0.0.1" || prefix.String() != "10.0.0.1/8" || failed != errBoom {
		t.Error(got, lasted, rat, addr, prefix, failed)
	}
	if name, offset := got.Zone(); name != "CEST" || offset != 7200 {
		t.Error(name, offset)
	}
}

// TestLiveChannel: channels are received from, sent to and iterated over; a call that waits ends with its context.
func TestLiveChannel(t *testing.T) {
	in, out, full := make(chan int, 3), make(chan string), make(chan int, 1)
	go func() {
		for i := range 3 {
			in <- i
		}
		close(in)
	}()
	var said []string
	done := make(chan struct{})
	go func() {
		for s := range out {
			said = append(said, s)
		}
		close(done)
	}()
	m := liveWorld(t, map[string]any{"host.in_": in, "host.out": (chan<- string)(out), "host.full": full, "host.only": (<-chan int)(in), "host.same": func(c chan int) bool { return c == in }, "host.done": done}, catcher+`
from host import in_, out, full, only, same, done
import threading
assert sum(in_) == 3 and list(in_) == [] and same(in_)
out.send("a"); out.send("b"); out.close()
assert done.receive.__name__ == "receive"
full.send(1)
errors = [caught(in_.receive), caught(full.send, 2, 0.01), caught(out.send, "c"), caught(out.close), caught(out.receive), caught(only.send, 1), caught(full.send, "x"), caught(full.receive), caught(lambda: full.receive(timeout=0)), caught(only.close),
    caught(lambda: (full.length, full.capacity))]
got = []
w = threading.Thread(target=lambda: got.append(full.receive()))
w.start()
full.send(5)
w.join()
assert got == [5]
def wait(): return full.receive()
`)
	<-done
	compare(t, m, "errors", `
EOFError: the channel is closed
TimeoutError: the channel was not ready in time
ValueError: the channel is closed
ValueError: the channel is closed, or nil
TypeError: this channel is only to be sent to
TypeError: this channel is only to be received from
TypeError: psy: value for the channel: cannot make int of str
1
TimeoutError: the channel was not ready in time
TypeError: a receive-only channel cannot be closed
(0, 1)
`)
	if strings.Join(said, "") != "ab" {
		t.Error(said)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	var i *Interrupted
	if _, err := m.Call(ctx, "wait", nil); !errors.As(err, &i) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if v, err := m.Call(nil, "caught", Args(1)); err != nil {
		t.Error(v, err)
	}
}

type shouting struct{ strings.Builder }

func (s *shouting) Write(p []byte) (int, error) {
	if string(p) == "panic" {
		panic("no")
	}
	return s.Builder.Write(bytes.ToUpper(p))
}

// TestLiveFiles: readers, writers and file systems are file objects.
func TestLiveFiles(t *testing.T) {
	w := &shouting{}
	tree := fstest.MapFS{"a.txt": {Data: []byte("one\ntwo\n")}, "d/b.bin": {Data: []byte{1, 2, 255}}}
	m := liveWorld(t, map[string]any{"host.r": strings.NewReader("one\ntwo\nthree"), "host.w": w, "host.fs": tree, "host.broken": iotest.ErrReader(errBoom), "host.take": func(r io.Reader) (string, error) {
		b, err := io.ReadAll(r)
		return string(b), err
	}}, catcher+`
import io
from host import r, w, fs, broken, take
assert r.readline() == b"one\n" and r.tell() == 4 and r.read(2) == b"tw" and list(r) == [b"o\n", b"three"] and r.read() == b"" and r.readline() == b""
assert r.seek(0) == 0 and r.readlines() == [b"one\n", b"two\n", b"three"]
r.seek(4); assert take(r) == "two\nthree"
r.seek(0); t = io.TextIOWrapper(r, encoding="utf-8"); assert t.read() == "one\ntwo\nthree"
buf = bytearray(2)
print("hello", 3, file=w); w.write(b"bytes"); w.writelines(["x", b"y"]); w.flush()
assert sorted(fs.listdir()) == ["a.txt", "d"] and fs.read_text("a.txt") == "one\ntwo\n" and fs.read_bytes("/d/b.bin") == b"\x01\x02\xff" and fs.glob("*.txt") == ["a.txt"]
assert fs.exists("d") and fs.is_dir("d") and not fs.is_file("d") and fs.size("a.txt") == 8 and not fs.exists("no")
with fs.open("a.txt") as f:
    assert f.readline() == b"one\n" and not f.closed
assert f.closed and [l for l in fs.open("a.txt", "r")] == ["one\n", "two\n"]
errors = [caught(f.read), caught(fs.open, "no"), caught(fs.open, "a.txt", "w"), caught(broken.read), caught(w.read), caught(w.write, 3), caught(w.write, "panic"), caught(fs.read_text, "../../etc/passwd"), caught(fs.read_text, "d/b.bin"),
    caught(w.seek, 0)]
w.close()
errors.append(caught(w.write, "x"))
`)
	compare(t, m, "errors", `
ValueError: I/O operation on closed file.
FileNotFoundError: open no: file does not exist
ValueError: invalid mode: 'w': this file system is only to be read
RuntimeError: boom
UnsupportedOperation: not readable
TypeError: a bytes-like object is required, not 'int'
RuntimeError: panic: no
FileNotFoundError: open etc/passwd: file does not exist
TypeError: psy: d/b.bin: cannot make str of string: it is not UTF-8
UnsupportedOperation: underlying stream is not seekable
ValueError: I/O operation on closed file.
`)
	if w.String() != "HELLO 3\nBYTESXY" {
		t.Errorf("%q", w.String())
	}
}

// TestLiveLimits: what Python adds to Go's values counts against the heap's cap, until it is gone.
func TestLiveLimits(t *testing.T) {
	type box struct {
		Ints  []int
		Texts []string
		Map   map[int]string
		Any   []any
	}
	r, err := New(Config{Heap: 12 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := &box{}
	if err := r.Bind("host.x", x); err != nil {
		t.Fatal(err)
	}
	prog, err := Compile([]byte(catcher+`
from host import x
def grow():
    while True: x.Ints.extend(range(1000))
def texts():
    while True: x.Texts.append("x" * 10000)
def table():
    i = 0
    while True:
        x.Map[i] = "y" * 1000
        i += 1
def replace():
    while True:
        x.Any.append(None)
        x.Any[-1] = [1] * 1000
errors = []
for f, what in (grow, x.Ints), (texts, x.Texts), (table, x.Map), (replace, x.Any):
    errors.append(caught(f))
    what.clear()
x.Texts.append("z" * 3_000_000)
x.Texts.clear()
x.Texts.append("z" * 3_000_000)
for i in range(100):
    x.Texts[0] = "z" * 500_000
    x.Map[1] = "z" * 500_000
    x.Ints.append(1)
    x.Ints.pop()
`), "limits.py")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(nil, prog)
	if err != nil {
		t.Fatal(err.(*Exception).Format())
	}
	compare(t, m, "errors", "MemoryError: \nMemoryError: \nMemoryError: \nMemoryError: ")
	if len(x.Texts) != 1 {
		t.Error(len(x.Texts))
	}
}

// TestLiveCallbacks: Python functions and file objects in the hands of Go.
func TestLiveCallbacks(t *testing.T) {
	type hooks struct {
		On func(string) (int, error) `py:"on"`
	}
	h := &hooks{}
	double := func(x int) int { return 2 * x }
	m := liveWorld(t, map[string]any{
		"host.h": h, "host.double": double, "host.same": func(f func(int) int) int { return f(4) },
		"host.apply": func(ctx context.Context, f func(context.Context, int) (int, error), n int) (int, error) {
			return f(ctx, n)
		},
		"host.read":  func(r io.Reader) (string, error) { b, err := io.ReadAll(r); return string(b), err },
		"host.write": func(w io.Writer, s string) error { _, err := io.WriteString(w, s); return err },
	}, catcher+`
import io
from host import *
import host
h, double, same, apply, read, write = host.h, host.double, host.same, host.apply, host.read, host.write
h.on = lambda s: len(s)
assert h.on("abc") == 3 and same(double) == 8 and apply(lambda n: n + 1, 2) == 3
assert read(io.BytesIO(b"bytes")) == "bytes" and read(io.StringIO("text")) == "text"
out = io.BytesIO(); write(out, "hello"); assert out.getvalue() == b"hello"
def fails(n): raise ValueError(n)
errors = [caught(apply, fails, 1), caught(apply, lambda n: "x", 1), caught(same, lambda n: 1), caught(read, 3), caught(apply, 3, 1), caught(write, io.BytesIO().read, "x")]
`)
	compare(t, m, "errors", `
ValueError: 1
TypeError: psy: result: cannot make int of str
TypeError: psy: host.same() argument 1: cannot make func(int) int of function: a Go function made of a Python one gives an error last, after one result at most
TypeError: psy: host.read() argument 1: cannot make io.Reader of int
TypeError: psy: host.apply() argument 1: cannot make func(context.Context, int) (int, error) of int
TypeError: psy: host.write() argument 1: cannot make io.Writer of builtin_function_or_method
`)
	if n, err := h.On("four"); n != 4 || err != nil {
		t.Error(n, err)
	}
}

// TestLiveCollected collects at every few allocations.
func TestLiveCollected(t *testing.T) {
	defer func(n int) { stress = n }(stress)
	stress = 11
	t.Run("struct", TestLiveStruct)
	t.Run("containers", TestLiveContainers)
	t.Run("callbacks", TestLiveCallbacks)
}

// TestLiveEngines: machine code and tier 2 do the same.
func TestLiveEngines(t *testing.T) {
	defer func() { liveEngine = Config{} }()
	for name, c := range map[string]Config{"machine code": {Threshold: 1}, "tier 2": {Engine: Tier2, Threshold: 1}} {
		liveEngine = c
		t.Run(name, func(t *testing.T) {
			TestLiveStruct(t)
			TestLiveContainers(t)
			TestLiveChannel(t)
			TestLiveCallbacks(t)
			TestLiveNil(t)
		})
	}
}

// TestLiveReleased: objects that Python drops let Go's values go.
func TestLiveReleased(t *testing.T) {
	type leaf struct{ N int }
	type tree struct{ Leaf leaf }
	freed := make(chan struct{}, 1)
	made := 0
	m := liveWorld(t, map[string]any{"host.make": func() *tree {
		x := &tree{}
		if made++; made == 1000 {
			runtime.AddCleanup(x, func(c chan struct{}) { c <- struct{}{} }, freed)
		}
		return x
	}}, `
import gc
from host import make
def many(n):
    for i in range(n):
        t = make()
        t.Leaf.N = i
        assert t.Leaf.N == i
    t = None
    gc.collect()
`)
	r := m.v.h.r
	if _, err := m.Call(nil, "many", Args(50)); err != nil {
		t.Fatal(err)
	}
	before := r.rt.Heap.Handles().Len()
	if _, err := m.Call(nil, "many", Args(30000)); err != nil {
		t.Fatal(err)
	}
	if after := r.rt.Heap.Handles().Len(); after > before+200 {
		t.Errorf("%d handles, before %d", after, before)
	}
	var k call
	if err := r.enter(nil, &k); err != nil {
		t.Fatal(err)
	}
	known := goDict(r.t, goObjects).Get(r.t, typeKey(reflect.TypeFor[tree]()))
	n := object.As[object.Dict](known).Used
	k.done = true
	var err error
	r.leave(&k, &err)
	if n > 20000 {
		t.Errorf("%d objects are remembered", n)
	}
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("the Go value was not freed")
}

// TestLiveNames: names in Python by a rule.
func TestLiveNames(t *testing.T) {
	for name, want := range map[string]string{"MaxSize": "max_size", "HTTPServer": "http_server", "UserID": "user_id", "ID": "id", "A": "a", "X1Y": "x1_y", "snake": "snake", "Already_Snake": "already_snake"} {
		if got := SnakeCase(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	type part struct{ MaxSize int }
	r, err := New(Config{Names: SnakeCase})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := &struct {
		MaxSize  int
		TheName  string `py:"Name"`
		TheParts []part
	}{MaxSize: 3}
	if err := r.Bind("host.x", x); err != nil {
		t.Fatal(err)
	}
	r.Bind("host.copied", part{4})
	r.Bind("host.buf", &bytes.Buffer{})
	prog, _ := Compile([]byte("from host import x, copied, buf\nx.max_size += 1\nx.Name = 'n'\nx.the_parts.append({'max_size': 5})\nassert copied.max_size == 4\nbuf.write_string('a')\nassert buf.string() == 'a'"), "names.py")
	if _, err := r.Exec(nil, prog); err != nil {
		t.Fatal(err)
	}
	if x.MaxSize != 4 || x.TheName != "n" || x.TheParts[0].MaxSize != 5 {
		t.Errorf("%+v", x)
	}
}

type node struct {
	Next  *node
	Value int
	*liveServer
	Err    error
	Ctx    context.Context
	Fn     func(int) int
	Ch     chan int
	At     *time.Time
	R      io.Reader
	Raw    unsafe.Pointer
	hidden struct{ x int }
}

func (n *node) Deref() string { return n.At.String() }

func (n node) ByValue() int { return n.Value }

// TestLiveNil: nil pointers, maps, channels and functions, methods that panic: errors, never a panic.
func TestLiveNil(t *testing.T) {
	m := liveWorld(t, map[string]any{"host.n": &node{}, "host.none": (*node)(nil), "host.nochan": (chan int)(nil), "host.nilmap": Live(map[string]int(nil)), "host.gone": func() *node { return nil },
		"host.reader": func() io.Reader { return nil }, "host.typed": func() io.Reader { return (*strings.Reader)(nil) }, "host.closed": func() chan int { c := make(chan int); close(c); return c }}, catcher+`
import copy
from host import n, none, nochan, nilmap, gone, reader, typed, closed
assert none is None and nochan is None and gone() is None and reader() is None and typed() is None
assert n.Next is None and n.Err is None and n.Ctx is None and n.Fn is None and n.Ch is None and n.At is None and n.R is None and list(closed()) == []
T = type(n)
def setter(name):
    def f(v): setattr(n, name, v)
    return f
errors = [caught(lambda: n.host), caught(setter("host"), "x"), caught(n.Addr), caught(n.Deref), caught(lambda: n.Raw), caught(setter("Raw"), 1), caught(setter("Fn"), 3), caught(setter("Ch"), 3), caught(setter("R"), 3),
    caught(lambda: nilmap["a"]), caught(lambda: nilmap.__setitem__("a", 1)), caught(T.Value.__get__, 3, int), caught(T.Value.__get__, None), caught(T.Deref), caught(T.Deref, 3), caught(T.ByValue, n), caught(T.__new__, T), caught(T.__init__, n),
    caught(object.__new__, T), caught(n.__init__), caught(closed().send, 1), caught(repr, n), caught(copy.copy, n)]
`)
	compare(t, m, "errors", `
AttributeError: node.host: an embedded pointer on the way to it is nil
AttributeError: node.host: an embedded pointer on the way to it is nil
RuntimeError: panic: runtime error: invalid memory address or nil pointer dereference
RuntimeError: panic: runtime error: invalid memory address or nil pointer dereference
TypeError: psy: node.Raw: cannot make object of unsafe.Pointer
TypeError: psy: node.Raw: cannot make unsafe.Pointer of int
TypeError: psy: node.Fn: cannot make func(int) int of int
TypeError: psy: node.Ch: cannot make chan int of int
TypeError: psy: node.R: cannot make io.Reader of int
KeyError: 'a'
TypeError: this dict cannot be changed: it is a nil map, given by value
TypeError: descriptor 'Value' for 'node' objects doesn't apply to a 'int' object
TypeError: __get__(None, None) is invalid
TypeError: node.Deref() takes 1 arguments (0 given)
TypeError: node.Deref() needs a receiver of Go type *psy.node, not int
0
TypeError: cannot create 'node' instances
TypeError: cannot make 'node' anew
TypeError: object.__new__(node) is not safe, use node.__new__()
TypeError: cannot make 'node' anew
ValueError: the channel is closed
'node(Next=None, Value=0, Err=None, Ctx=None, Fn=None, Ch=None, At=None, R=None, Raw=<unsafe.Pointer>)'
TypeError: cannot pickle 'node' object
`)
}

// TestLiveThreads: threads of a program that read the same Reader do so one after another, and each may be called back by the Go functions that it calls.
func TestLiveThreads(t *testing.T) {
	lines := strings.Repeat("a line\n", 3000)
	r := runtimeFor(t, Config{})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w := &bytes.Buffer{}
	must(r.Bind("host.r", iotest.OneByteReader(strings.NewReader(lines))))
	must(r.Bind("host.w", w))
	var m *Module
	must(r.Bind("host.again", func(n int) (int, error) {
		v, err := m.Call(nil, "busy", Args(n))
		if err != nil {
			return 0, err
		}
		return As[int](v)
	}))
	p, err := Compile([]byte(`
import sys, threading
from host import r, w, again
sys.setswitchinterval(1e-6)

def busy(n):
    for i in range(n): pass
    return n

def work():
    global lines
    for i in range(20):
        while line := r.readline():
            assert line == b"a line\n", line
            w.write("x")
            got.append(1)
            if len(got) % 100 == 0: break
        again(1000)
        done.append(again(2000))

def run():
    threads = [threading.Thread(target=work) for i in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    return len(got), sum(done)
got, done = [], []
`), "threads.py")
	must(err)
	m, err = r.Exec(nil, p)
	must(err)
	v, err := m.Call(nil, "run", nil)
	must(err)
	if got, err := As[[]int](v); err != nil || !slices.Equal(got, []int{3000, 160000}) || w.Len() != 3000 {
		t.Error(got, err, w.Len())
	}
}
