// Values in words, for people who look into a runtime.

package object

import (
	"strconv"
	"strings"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

const longText = 60

// Outline names a value without running any of its code.
//
//psy:bounded tuples in tuples are not shown
func Outline(t *Thread, v Value) string {
	switch {
	case v == Null:
		return "nothing"
	case v == None:
		return "None"
	case v == True:
		return "True"
	case v == False:
		return "False"
	case v.IsInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.IsFloat():
		return numfmt.FloatRepr(v.Float())
	case !v.IsPtr():
		return "a singleton"
	}
	switch {
	case v.IsExact(TStr):
		s := []rune(GoString(v))
		if len(s) > longText {
			return strconv.Quote(string(s[:longText])) + "..."
		}
		return strconv.Quote(string(s))
	case v.IsExact(TFunction):
		return "function " + GoString(As[Function](v).QualName)
	case v.IsExact(TBuiltin), v.IsExact(TMethodDescr):
		return "builtin " + As[Builtin](v).DefOf().Name
	case v.IsExact(TCode):
		return "code of " + GoString(As[Code](v).QualName)
	case v.IsExact(TTuple):
		items := As[Tuple](v).Items()
		var text []string
		for n, x := range items {
			if n == 4 {
				text = append(text, "...")
				break
			}
			if x.IsPtr() && x.IsExact(TTuple) {
				text = append(text, "(...)")
			} else {
				text = append(text, Outline(t, x))
			}
		}
		return "(" + strings.Join(text, ", ") + ")"
	case v.IsExact(TModule):
		if name := As[Module](v).Name; name.IsPtr() && name.IsExact(TStr) {
			return "module " + GoString(name)
		}
	case IsType(v):
		return "class " + NameOf(As[Type](v))
	}
	return "object of " + NameOf(TypeOf(t, v))
}

// NameOf is the name of a class; the classes of records that are no Python objects have none.
func NameOf(typ *Type) string {
	if typ.Name == Null {
		return "a record"
	}
	return GoString(typ.Name)
}
