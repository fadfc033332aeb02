package object

import (
	"bufio"
	"bytes"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// numberScript prints random operations on numbers: operator, operands, result; separated by tabs.
const numberScript = `
import operator, random, sys
sys.set_int_max_str_digits(0)
r = random.Random(int(sys.argv[1]))
ops = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod, "/": operator.truediv,
  "divmod": divmod, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor,
  "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
  "round": round, "hash": lambda a, b: hash(a), "neg": lambda a, b: -a, "abs": lambda a, b: abs(a), "int": lambda a, b: int(a), "float": lambda a, b: float(a)}
def integer():
    n = r.choice([1, 8, 31, 48, 49, 50, 53, 63, 64, 65, 90, 130, 500, 1100])
    x = r.getrandbits(n)
    if r.random() < .3: x = (1 << n) + r.randint(-2, 2)
    return -x if r.random() < .5 else x
def real():
    k = r.random()
    if k < .1: return r.choice([0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0, 0.5, 5e-324, 1.7976931348623157e308])
    if k < .4: return float(r.randint(-100, 100)) / r.choice([1, 2, 4, 10])
    if k < .6: return r.uniform(-10, 10)
    if k < .8: return float(r.choice([2**48, 2**53, 2**63, 2**64]) + r.randint(-3, 3)) * r.choice([1, -1])
    return r.uniform(-1, 1) * 10.0 ** r.randint(-300, 300)
for _ in range(int(sys.argv[2])):
    name = r.choice(list(ops))
    a = integer() if r.random() < .6 else real()
    b = integer() if r.random() < .6 else real()
    if name in ("//", "%", "divmod") and r.random() < .3 and isinstance(a, int) and abs(a) > 1 << 70:
        b = a // r.choice([1, 2, -3, 10, 2**40, -2**63 + 1, 2**64 - 1]) + r.choice([-1, 0, 1, 2**20])
    if name in ("<<", "round"): b = r.randint(-20, 300)
    if name == ">>": b = r.choice([r.randint(-2, 300), b])
    if name == "**":
        if isinstance(a, float) and r.random() < .8: b = r.choice([2, 3, -1, 0.5, -2, 0])
        elif isinstance(b, int) or abs(b) > 50: b = r.randint(-3, 20)
    try: res = repr(ops[name](a, b))
    except Exception as e: res = type(e).__name__ + ": " + str(e)
    print(name, repr(a), repr(b), res, sep="\t")
`

var binaryByName = map[string]Nb{"+": NbAdd, "-": NbSubtract, "*": NbMultiply, "//": NbFloorDivide, "%": NbRemainder, "/": NbTrueDivide,
	"divmod": NbDivmod, "**": NbPower, "<<": NbLshift, ">>": NbRshift, "&": NbAnd, "|": NbOr, "^": NbXor}

var compareByName = map[string]CompareOp{"<": LT, "<=": LE, "==": EQ, "!=": NE, ">": GT, ">=": GE}

// parseNumber reads the repr of an int or float.
func parseNumber(th *Thread, text string) Value {
	s := NewStr(th, text)
	if strings.ContainsAny(text, ".en") {
		return ToFloat(th, s)
	}
	return ToInt(th, s)
}

func applyNumber(th *Thread, name string, a, b Value) Value {
	if op, ok := binaryByName[name]; ok {
		return BinaryOp(th, op, a, b)
	}
	if op, ok := compareByName[name]; ok {
		return Compare(th, a, b, op)
	}
	switch name {
	case "round":
		r, _ := CallSpecial1(th, a, N_round_, b)
		return r
	case "hash":
		h, ok := Hash(th, a)
		if !ok {
			return Null
		}
		return NewInt(th, h)
	case "neg":
		return Negative(th, a)
	case "abs":
		return Absolute(th, a)
	case "int":
		return ToInt(th, a)
	}
	return ToFloat(th, a)
}

// neighbours reports whether two texts are adjacent floats: C libraries do not always round powers correctly.
func neighbours(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && math.Nextafter(x, y) == y
}

func TestNumbersAgainstCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	out, err := exec.Command(python, "-c", numberScript, "1", "20000").Output()
	if err != nil {
		t.Fatal(err)
	}
	th := newPlainThread(t)
	th.RT.IntMaxStrDigits = 0
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	bad := 0
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		name, want := f[0], f[3]
		if name == "hash" && f[1] == "nan" {
			continue
		}
		r := applyNumber(th, name, parseNumber(th, f[1]), parseNumber(th, f[2]))
		got := ""
		if r == Null {
			e := th.Exc
			th.ClearExc()
			got = TypeName(th, e) + ": " + GoString(ToStr(th, e))
		} else {
			got, _ = ReprString(th, r)
		}
		if got != want && !(name == "**" && neighbours(got, want)) {
			if bad++; bad <= 20 {
				t.Errorf("%s %s %s = %s, want %s", name, f[1], f[2], got, want)
			}
		}
	}
	if bad > 20 {
		t.Errorf("and %d more", bad-20)
	}
}

func BenchmarkIntAdd(b *testing.B) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	x := SmallInt(0)
	for b.Loop() {
		x = BinaryOp(th, NbAdd, x, SmallInt(3))
	}
}

func BenchmarkBigMul(b *testing.B) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	x := IntLshift(th, SmallInt(12345), SmallInt(90))
	for b.Loop() {
		IntMul(th, x, x)
	}
}
