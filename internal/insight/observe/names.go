// Names of variables' contents: classes, rules and known values.

package observe

import (
	"fmt"
	"strconv"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// Describe is a line for each variable of which anything is known.
func (o *Observer) Describe(u Unit, s *State) (out []string) {
	for n, i := range s.Vars[:s.Live()] {
		if i == nil {
			continue
		}
		name := o.slotName(u, s, n)
		home := ""
		if s.Home[n] == i && !(i.Time == vinfo.RunTime && i.Place == vinfo.Slot(n)) {
			home = ", stored"
		}
		out = append(out, name+": "+i.Text(o.infoName)+home)
	}
	return out
}

var ruleNames = map[vinfo.Rule]string{staging.RuleInt: "int", staging.RuleFloat: "float", staging.RuleBool: "bool", staging.RuleWord: "word"}

var classNames = map[uint64]string{
	staging.ClassInt: "int", staging.ClassFloat: "float", staging.ClassBool: "bool", staging.ClassNone: "NoneType", staging.ClassOther: "singleton",
	staging.ClassLong: "long int",
}

// infoName names known values, classes and rules.
func (o *Observer) infoName(i *Info) string {
	if i.Time == vinfo.Virtual {
		if i.Rule < staging.FirstRule {
			return ruleNames[i.Rule]
		}
		return o.lang.Rules[i.Rule]
	}
	word := i.Known.Value
	v := Value(word)
	switch {
	case i.Kind == vinfo.Int:
		return strconv.FormatInt(int64(word), 10)
	case i.Kind == vinfo.Raw && classNames[word] != "":
		return classNames[word]
	case i.Kind == vinfo.Raw && i.Known.Fixed:
		return o.shapeName(word)
	case i.Kind != vinfo.Boxed:
		return ""
	case v.IsInt():
		return strconv.FormatInt(v.Int(), 10)
	case v == object.Null:
		return "Null"
	case v == object.None, v.IsBool():
		return object.GoString(object.Repr(o.t, v))
	case v.IsPtr():
		return object.TypeName(o.t, v)
	}
	return ""
}

// shapeName is the class of a number that is a built-in class's shape.
func (o *Observer) shapeName(number uint64) string {
	for id, typ := range o.t.RT.Types {
		if typ != nil && uint64(object.TypeID(id).Shape()) == number {
			return object.GoString(typ.Name)
		}
	}
	return fmt.Sprintf("shape %#x", number)
}
